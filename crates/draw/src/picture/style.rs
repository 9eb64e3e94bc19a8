//! Styles of walks.

mod celtic;
mod crossings;
mod heat;

use std::io;
use std::ops::RangeInclusive;
use std::str::FromStr;

use caracole_core::UnknownName;

use super::Picture;
use super::route::{LineSegment, curve};
use crate::canvas::{Canvas, polyline};
use crate::font::text_width;
use crate::scene::{Align, Colour, Stroke, TextLine};

pub(super) use crossings::Crossings;
pub(super) use heat::legend;

/// The style of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// A line from square to square.
    #[default]
    Line,
    /// The number of its step on every square, or a line if squares are too small for readable numbers.
    Numbers,
    /// A ribbon that passes alternately over and under itself, or a line with gaps if squares are too small.
    Celtic,
    /// Squares in the colour of their step.
    Heat,
}

impl Style {
    /// All styles, in the order of lists.
    ///
    /// ```
    /// use caracole_draw::Style;
    ///
    /// for style in Style::ALL {
    ///     println!("{:8} {}", style.name(), style.about());
    /// }
    /// assert_eq!(Style::Celtic.about(), "A ribbon that goes over and under itself");
    /// ```
    pub const ALL: [Self; 4] = [Self::Line, Self::Numbers, Self::Celtic, Self::Heat];

    /// Returns the name.
    ///
    /// ```
    /// use caracole_draw::Style;
    ///
    /// assert_eq!("celtic".parse(), Ok(Style::Celtic));
    /// let error = "knot".parse::<Style>().expect_err("no such style");
    /// assert_eq!(error.to_string(), "there is no style 'knot': there are line, numbers, celtic, heat");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Numbers => "numbers",
            Self::Celtic => "celtic",
            Self::Heat => "heat",
        }
    }

    /// Returns a description.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Line => "A line from square to square",
            Self::Numbers => "The number of its step on every square",
            Self::Celtic => "A ribbon that goes over and under itself",
            Self::Heat => "Squares in the colour of their step",
        }
    }
}

impl FromStr for Style {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find("style", text, Self::ALL, Self::name)
    }
}

/// Returns the style of the picture, or `Line` if numbers would not be readable.
pub(super) fn effective_style(picture: &Picture) -> Style {
    match picture.appearance.style {
        Style::Numbers if !is_readable(picture) => Style::Line,
        style => style,
    }
}

/// Paints what a range of moments adds to the moments before it.
pub(super) fn paint(
    picture: &Picture,
    moments: RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    match effective_style(picture) {
        Style::Line => paint_lines(picture, &moments, canvas),
        Style::Numbers => paint_numbers(picture, &moments, canvas),
        Style::Celtic => celtic::paint(picture, &moments, canvas),
        Style::Heat => heat::paint(picture, &moments, canvas),
    }
}

/// The markers of the first and the last square of a walk.
struct EndMarkers {
    /// The colour of a marker.
    ink: Colour,
    /// The colour inside a ring.
    inside: Colour,
    /// The colour around a marker.
    halo: Colour,
    /// The radius of a disc, as a share of a square's side.
    radius: f64,
}

impl EndMarkers {
    /// Paints a disc on the start, a smaller one if the walk is closed, and a ring on the end, if the moments
    /// visit them.
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
        // On very small squares, markers are larger than squares.
        let unit = picture.layout.side.max(picture.layout.font_size);
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

/// The number of lines of an arc.
const ARC_LINES: u32 = 16;

fn paint_lines(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let palette = picture.palette();
    let width = (picture.layout.side * 0.085).max(1.0);
    level_moves(picture, moments, canvas)?;
    for (number, walk) in picture.walks.iter().enumerate() {
        let stroke = Stroke::solid(palette.walk(number), width);
        canvas.stroke(&stroke, &mut picture.line(walk, moments))?;
    }
    for number in 0..picture.walks.len() {
        let ends = EndMarkers {
            ink: palette.walk(number),
            inside: palette.background,
            halo: palette.plain,
            radius: 0.17,
        };
        ends.paint(picture, number, moments, canvas)?;
    }
    Ok(())
}

/// Draws the moves between levels as thin and light arcs. Straight lines along a rank would overlap.
fn level_moves(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let side = picture.layout.side;
    for (number, walk) in picture.walks.iter().enumerate() {
        let stroke = Stroke::solid(picture.palette().tint(number), (side * 0.04).max(1.0));
        for LineSegment { from, to } in picture.level_moves(walk, moments) {
            let (right, down) = (to.x - from.x, to.y - from.y);
            let arc = 0.04 + 0.4 * side / (right * right + down * down).sqrt();
            let middle = from.translated(right / 2.0 + down * arc, down / 2.0 - right * arc);
            let arc = std::iter::once(from).chain(curve(from, middle, to, ARC_LINES));
            canvas.stroke(&stroke, &mut polyline(arc))?;
        }
    }
    Ok(())
}

/// The smallest readable font size.
pub(super) const MIN_READABLE_SIZE: f64 = 2.5;

/// Returns the font size of numbers, so that the longest number fits.
fn number_size(picture: &Picture) -> f64 {
    let longest = picture.walks.iter().map(|walk| walk.path.len()).max().unwrap_or(0);
    let side = picture.layout.side;
    (side * 0.78 / text_width(&longest.to_string())).min(side * 0.42)
}

fn is_readable(picture: &Picture) -> bool {
    number_size(picture) >= MIN_READABLE_SIZE
}

fn paint_numbers(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let (palette, side, height) = (picture.palette(), picture.layout.side, number_size(picture));
    for (number, walk) in picture.walks.iter().enumerate() {
        // A disc behind the first number, and a ring around the last one.
        let len = walk.path.len();
        if let Some(first) = walk.path.first().filter(|_| moments.contains(&1)) {
            canvas.disc(picture.centre(first), side * 0.45, palette.tint(number))?;
        }
        if let Some(last) =
            walk.path.last().filter(|_| len > 1 && !walk.is_closed && moments.contains(&len))
        {
            let square = usize::from(picture.board.colour(last));
            let inside =
                if picture.layout.is_chequered() { palette.squares[square] } else { palette.plain };
            canvas.disc(picture.centre(last), side * 0.45, palette.walk(number))?;
            canvas.disc(picture.centre(last), side * 0.40, inside)?;
        }
        // Several walks differ in the colour of their numbers.
        let colour = if picture.walks.len() == 1 { palette.numbers } else { palette.walk(number) };
        for step in *moments.start()..=len.min(*moments.end()) {
            let Some(square) = step.checked_sub(1).and_then(|at| walk.path.get(at)) else {
                continue;
            };
            let at = picture.centre(square).translated(0.0, height * 0.35);
            canvas.text(&TextLine::new(at, step.to_string(), height, colour, Align::Middle))?;
        }
    }
    Ok(())
}
