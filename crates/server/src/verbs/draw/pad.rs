//! Where a picture is painted and written, for as long as there is time.

use std::io::{self, Write};

use caracole::draw::{Canvas, Colour, Drawing, Leg, Point, Sheet, Stroke, Words};

use crate::desk::Desk;

/// Takes a picture for as long as there is time.
pub(super) struct Pad<'a> {
    pub(super) desk: &'a Desk,
    pub(super) bytes: Vec<u8>,
}

impl Write for Pad<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        look(self.desk)?;
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A drawing that is painted for as long as there is time. Pixels are all painted before the first one
/// is written, and long lines have many.
pub(super) struct Timed<'a> {
    pub(super) drawing: &'a dyn Drawing,
    pub(super) desk: &'a Desk,
}

impl Drawing for Timed<'_> {
    fn sheet(&self) -> Sheet {
        self.drawing.sheet()
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.drawing.paint(&mut Easel { canvas, desk: self.desk })
    }
}

/// Hands on what is painted, until the time is over.
struct Easel<'a> {
    canvas: &'a mut dyn Canvas,
    desk: &'a Desk,
}

impl Canvas for Easel<'_> {
    fn fill(&mut self, fill: Colour, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        self.canvas.fill(fill, &mut legs.take_while(|_| !self.desk.is_over()))?;
        look(self.desk)
    }

    fn stroke(&mut self, stroke: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        self.canvas.stroke(stroke, &mut legs.take_while(|_| !self.desk.is_over()))?;
        look(self.desk)
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        look(self.desk)?;
        self.canvas.disc(centre, radius, fill)
    }

    fn words(&mut self, words: &Words) -> io::Result<()> {
        look(self.desk)?;
        self.canvas.words(words)
    }
}

fn look(desk: &Desk) -> io::Result<()> {
    if desk.is_over() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::iter::once;
    use std::sync::Arc;
    use std::time::Duration;

    use caracole::draw::{DrawError, png};

    use super::*;
    use crate::Settings;
    use crate::settings::Lane;

    /// A line, or the outline of an area, that goes to and fro for ever.
    struct Endless {
        is_area: bool,
    }

    impl Drawing for Endless {
        fn sheet(&self) -> Sheet {
            Sheet {
                width: 9.0,
                height: 9.0,
                title: String::new(),
                description: String::new(),
                background: Colour(255, 255, 255),
            }
        }

        fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
            let black = Colour(0, 0, 0);
            let [one, other] = [1.0, 8.0].map(|at| Point::new(at, at));
            let to_and_fro = [Leg::To(other), Leg::To(one)].into_iter().cycle();
            let mut legs = once(Leg::Start(one)).chain(to_and_fro);
            if self.is_area {
                canvas.fill(black, &mut legs)
            } else {
                canvas.stroke(&Stroke::solid(black, 1.0), &mut legs)
            }
        }
    }

    #[test]
    fn painting_ends_with_the_time() {
        let settings = Settings { time: Duration::from_millis(5), ..Settings::default() };
        for is_area in [false, true] {
            let desk = Desk::new(&settings, Lane::Answer, Arc::default());
            let timed = Timed { drawing: &Endless { is_area }, desk: &desk };
            assert!(matches!(png::encode(&timed, 1.0), Err(DrawError::Io(_))));
        }
    }
}
