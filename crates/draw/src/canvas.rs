//! What every output can paint, and what can be painted on it.

use std::io;

use crate::scene::{Colour, Point, Stroke, Words};

/// A part of an outline or of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Leg {
    /// The pen is set down here. Alone this draws nothing.
    Start(Point),
    /// It goes straight to here.
    To(Point),
    /// It goes straight back to where it was set down.
    Close,
}

/// Something to paint on, one thing over the other.
///
/// Legs are asked for one by one, so a line through a million squares is never stored. What has the
/// same ink as what was painted before it may become one with it: lines that go on where the last one
/// ended have a round corner there, as they would have round ends.
pub trait Canvas {
    /// Fills outlines. Where several overlap, those that run clockwise and those that run the other
    /// way take each other off, so holes can be cut.
    fn fill(&mut self, fill: Colour, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()>;

    /// Draws lines.
    fn stroke(&mut self, stroke: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()>;

    /// Fills a circle.
    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()>;

    /// Writes a line of words.
    fn words(&mut self, words: &Words) -> io::Result<()>;
}

/// What a drawing is painted on: its size, and what it says to those who cannot see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// How wide it is, in units that a screen shows as pixels.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it is.
    pub title: String,
    /// What can be seen on it.
    pub description: String,
    /// The colour behind everything.
    pub background: Colour,
}

/// Something that can be painted on any canvas. Equal drawings give equal files.
pub trait Drawing {
    /// What it is painted on.
    fn sheet(&self) -> Sheet;

    /// Paints it.
    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()>;
}

/// The legs through points, one after the other.
pub fn track(points: impl IntoIterator<Item = Point>) -> impl Iterator<Item = Leg> {
    let leg = |(at, point)| if at == 0 { Leg::Start(point) } else { Leg::To(point) };
    points.into_iter().enumerate().map(leg)
}

/// The legs around a polygon.
pub fn outline(corners: impl IntoIterator<Item = Point>) -> impl Iterator<Item = Leg> {
    track(corners).chain([Leg::Close])
}
