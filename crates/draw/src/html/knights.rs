//! The knights of a page: painted once, where they begin, and moved from there by the script.

use std::io;

use crate::canvas::{Canvas, Leg};
use crate::picture::Picture;
use crate::scene::{Colour, Point, Stroke, Words};

/// How the marks of a picture's knights are shared out among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Knights {
    count: usize,
    /// So many marks each is painted with.
    marks: usize,
}

impl Knights {
    /// The knights of a picture. They are painted one after the other, each with the same marks, so
    /// they can be told apart; if ever they cannot, they move as one.
    pub(super) fn of(picture: &Picture) -> io::Result<Self> {
        let walks = picture.walks().iter().filter(|walk| !walk.path.is_empty()).count();
        let marks = places(picture, 1)?.len();
        let is_even = walks > 0 && marks.is_multiple_of(walks);
        let count = if is_even { walks } else { marks.min(1) };
        Ok(Self { count, marks: if is_even { marks / walks } else { marks } })
    }

    /// How many there are.
    pub(super) const fn count(self) -> usize {
        self.count
    }

    /// Paints one of them, counted from 0, where it begins.
    pub(super) fn paint(
        self,
        picture: &Picture,
        knight: usize,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let marks = knight * self.marks..(knight + 1) * self.marks;
        let mut count = 0;
        let wants = |_| {
            count += 1;
            marks.contains(&(count - 1))
        };
        picture.paint_knights(1, &mut Sieve { canvas, wants })
    }

    /// How far to the right and down each of them is at a moment from where it began.
    pub(super) fn offsets(self, picture: &Picture, moment: u64) -> io::Result<Vec<(f64, f64)>> {
        let (before, now) = (places(picture, 1)?, places(picture, moment)?);
        let offsets = before.iter().zip(&now).step_by(self.marks.max(1));
        Ok(offsets.map(|(before, now)| (now.x - before.x, now.y - before.y)).collect())
    }
}

/// Where each mark of the knights begins.
fn places(picture: &Picture, moment: u64) -> io::Result<Vec<Point>> {
    let mut places = Vec::new();
    let wants = |place| {
        places.push(place);
        false
    };
    picture.paint_knights(moment, &mut Sieve { canvas: &mut Nothing, wants })?;
    Ok(places)
}

/// Lets only those marks through that are wanted, by the places where they begin.
struct Sieve<'a, F> {
    canvas: &'a mut dyn Canvas,
    wants: F,
}

impl<F: FnMut(Point) -> bool> Sieve<'_, F> {
    /// Is a mark with these legs wanted? The first leg has then been taken from them.
    fn first(&mut self, legs: &mut dyn Iterator<Item = Leg>) -> Option<Leg> {
        let first = legs.next()?;
        let (Leg::Start(place) | Leg::To(place)) = first else { return None };
        (self.wants)(place).then_some(first)
    }
}

impl<F: FnMut(Point) -> bool> Canvas for Sieve<'_, F> {
    fn fill(&mut self, fill: Colour, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        let Some(first) = self.first(legs) else { return Ok(()) };
        self.canvas.fill(fill, &mut std::iter::once(first).chain(legs))
    }

    fn stroke(&mut self, stroke: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        let Some(first) = self.first(legs) else { return Ok(()) };
        self.canvas.stroke(stroke, &mut std::iter::once(first).chain(legs))
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        if (self.wants)(centre) { self.canvas.disc(centre, radius, fill) } else { Ok(()) }
    }

    fn words(&mut self, words: &Words) -> io::Result<()> {
        if (self.wants)(words.at) { self.canvas.words(words) } else { Ok(()) }
    }
}

/// A canvas on which nothing stays.
struct Nothing;

impl Canvas for Nothing {
    fn fill(&mut self, _: Colour, _: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        Ok(())
    }

    fn stroke(&mut self, _: &Stroke, _: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        Ok(())
    }

    fn disc(&mut self, _: Point, _: f64, _: Colour) -> io::Result<()> {
        Ok(())
    }

    fn words(&mut self, _: &Words) -> io::Result<()> {
        Ok(())
    }
}
