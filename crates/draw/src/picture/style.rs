//! The ways to show a walk.

mod celtic;
mod crossings;
mod heat;
mod line;
mod numbers;

use std::io;
use std::ops::RangeInclusive;

use super::Picture;
use crate::canvas::Canvas;
use crate::scene::Colour;

pub(super) use crossings::Knots;
pub(super) use heat::legend;
pub(super) use numbers::READABLE;

/// How a tour is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// A line from square to square.
    #[default]
    Line,
    /// The number of its step on every square; a line where squares are too small for numbers that
    /// could be read.
    Numbers,
    /// A ribbon that goes over and under itself, by turns.
    ///
    /// On squares that are too small for a ribbon it is a line with gaps where it goes under.
    Celtic,
    /// Squares in the colour of their step.
    Heat,
}

/// How the picture is shown: as asked, unless that could not be read.
pub(super) fn shown(picture: &Picture) -> Style {
    match picture.look.style {
        Style::Numbers if !numbers::is_readable(picture) => Style::Line,
        style => style,
    }
}

/// Paints what some moments that follow each other add to those before them.
pub(super) fn paint(
    picture: &Picture,
    moments: RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    match shown(picture) {
        Style::Line => line::paint(picture, &moments, canvas),
        Style::Numbers => numbers::paint(picture, &moments, canvas),
        Style::Celtic => celtic::paint(picture, &moments, canvas),
        Style::Heat => heat::paint(picture, &moments, canvas),
    }
}

/// How the first and the last square of a walk are marked.
struct Ends {
    /// The colour of a mark.
    ink: Colour,
    /// What is inside a ring.
    inside: Colour,
    /// What sets it off from the line.
    halo: Colour,
    /// The radius of a disc, as a share of a square's side.
    radius: f64,
}

impl Ends {
    /// Marks the start by a disc, a smaller one if the walk is closed, and the end by a ring; those
    /// that the moments touch.
    fn paint(
        &self,
        picture: &Picture,
        number: usize,
        moments: &RangeInclusive<u64>,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let walk = &picture.walks[number];
        let (Some(first), Some(last)) = (walk.path.first(), walk.path.last()) else {
            return Ok(());
        };
        // On tiny squares marks are larger than them, or nobody would find them.
        let unit = picture.layout.side.max(picture.layout.letters);
        let radius = self.radius * unit;
        let halo = radius + 0.05 * unit;
        let len = walk.path.len();
        let end = picture.centre(last);
        if !walk.is_closed && len > 1 && moments.contains(&len) {
            canvas.disc(end, halo, self.halo)?;
            canvas.disc(end, radius, self.ink)?;
            canvas.disc(end, radius * 0.58, self.inside)?;
        }
        let touches_start = [1, 2, len + 1].iter().any(|moment| moments.contains(moment));
        if touches_start {
            let share = if walk.is_closed { 0.75 } else { 1.0 };
            canvas.disc(picture.centre(first), halo * share, self.halo)?;
            canvas.disc(picture.centre(first), radius * share, self.ink)?;
        }
        Ok(())
    }
}
