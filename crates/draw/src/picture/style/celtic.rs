//! A ribbon that passes over and under itself.
//!
//! The edges of the whole ribbon are painted first, then its inside. At each crossing the upper part is then
//! painted again.

use std::io;
use std::ops::RangeInclusive;

use super::crossings::{Crossing, Crossings, MoveSegment};
use super::{EndMarkers, level_moves};
use crate::canvas::{Canvas, PathCommand, polygon, polyline};
use crate::picture::Picture;
use crate::scene::{Colour, Point, Stroke};

/// On smaller squares the ribbon is a line with gaps.
const MIN_RIBBON_SQUARE: f64 = 9.0;
/// The widths of the ribbon without and with its edges, as shares of a square's side.
const BODY: f64 = 0.12;
const WITH_EDGES: f64 = 0.18;
/// The length of a gap on both sides of the upper line, as a share of a square's side.
const GAP: f64 = 0.2;

pub(super) fn paint(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    level_moves(picture, moments, canvas)?;
    let all = picture.crossings.get_or_init(|| Crossings::new(picture));
    let crossings = all.crossings(moments);
    if picture.layout.side < MIN_RIBBON_SQUARE {
        threads(picture, moments, all, crossings, canvas)?;
    } else {
        ribbons(picture, moments, all, crossings, canvas)?;
    }
    let palette = picture.palette();
    for number in 0..picture.walks.len() {
        let (ink, inside) = (palette.ribbon_edge, palette.ribbon(number));
        let ends = EndMarkers { ink: inside, inside: ink, halo: ink, radius: 0.17 };
        ends.paint(picture, number, moments, canvas)?;
    }
    Ok(())
}

fn ribbons(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    all: &Crossings,
    crossings: &[Crossing],
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let (palette, side) = (picture.palette(), picture.layout.side);
    let (body, with_edges) = (BODY * side, WITH_EDGES * side);
    for walk in &picture.walks {
        let stroke = Stroke::solid(palette.ribbon_edge, with_edges);
        canvas.stroke(&stroke, &mut picture.line(walk, moments))?;
    }
    for (number, walk) in picture.walks.iter().enumerate() {
        let stroke = Stroke::solid(palette.ribbon(number), body);
        canvas.stroke(&stroke, &mut picture.line(walk, moments))?;
        // The edges of these moments cover the end of the earlier ribbon.
        let (from, to) = (*moments.start(), walk.moments().min(*moments.end()));
        for moment in [from, to].into_iter().filter(|moment| (2..=walk.moments()).contains(moment))
        {
            for joint in picture.joints(walk, moment, 0.6 * with_edges) {
                canvas.stroke(&stroke, &mut polyline([joint.from, joint.to]))?;
            }
        }
    }
    // At a crossing of two new parts the inside of the lower part covers the upper one; at a crossing with an
    // earlier part its edges do too. The repainted part is slightly longer, and its inside longer still,
    // because crossings can be very close to each other.
    let covered = if *moments.start() > 1 { with_edges } else { body };
    let little = 0.01 * side;
    for &crossing in crossings {
        if let Some(corners) = patch(all, crossing, with_edges, covered, little) {
            canvas.fill(palette.ribbon_edge, &mut polygon(corners))?;
        }
    }
    by_walk(picture, all, crossings, &mut |ink, crossing| {
        let Some(corners) = patch(all, crossing, body, covered, 3.0 * little) else {
            return Ok(());
        };
        canvas.fill(ink, &mut polygon(corners))
    })
}

/// Returns the corners of the upper part of a crossing.
fn patch(
    all: &Crossings,
    crossing: Crossing,
    width: f64,
    covered: f64,
    more: f64,
) -> Option<[Point; 4]> {
    let point = all.point(crossing)?;
    let (over, under) = (direction(all, crossing.over), direction(all, crossing.under));
    let sine = (over.x * under.y - over.y * under.x).abs();
    let (along, across) = (covered / 2.0 / sine + more, width / 2.0 / sine);
    let corner = |ahead: f64, aside: f64| {
        point.translated(over.x * ahead + under.x * aside, over.y * ahead + under.y * aside)
    };
    let corners = [
        corner(along, across),
        corner(along, -across),
        corner(-along, -across),
        corner(-along, across),
    ];
    // All polygons have the same direction, because opposite ones would cut holes.
    let is_clockwise = over.x * under.y - over.y * under.x < 0.0;
    let [a, b, c, d] = corners;
    Some(if is_clockwise { corners } else { [d, c, b, a] })
}

/// Returns the unit vector of a segment.
fn direction(all: &Crossings, index: u32) -> Point {
    let MoveSegment { from, to, .. } = all.segments[index as usize];
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = (x * x + y * y).sqrt();
    Point::new(x / length, y / length)
}

/// Calls `paint` for each crossing, grouped by the colour of the upper part.
fn by_walk(
    picture: &Picture,
    all: &Crossings,
    crossings: &[Crossing],
    paint: &mut dyn FnMut(Colour, Crossing) -> io::Result<()>,
) -> io::Result<()> {
    for number in 0..picture.walks.len() {
        let ink = picture.palette().ribbon(number);
        for &crossing in crossings {
            if all.segments[crossing.over as usize].walk as usize == number {
                paint(ink, crossing)?;
            }
        }
    }
    Ok(())
}

/// Draws thin lines with gaps at lower parts.
fn threads(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    all: &Crossings,
    crossings: &[Crossing],
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let (palette, side) = (picture.palette(), picture.layout.side);
    let width = (BODY * side).max(1.0);
    for (number, walk) in picture.walks.iter().enumerate() {
        let stroke = Stroke::solid(palette.ribbon(number), width);
        canvas.stroke(&stroke, &mut picture.line(walk, moments))?;
    }
    let bit = |point: Point, index: u32, reach: f64| -> [PathCommand; 2] {
        let Point { x, y } = direction(all, index);
        [
            PathCommand::MoveTo(point.translated(-x * reach, -y * reach)),
            PathCommand::LineTo(point.translated(x * reach, y * reach)),
        ]
    };
    let reach = GAP * side + width;
    let mut gaps = crossings
        .iter()
        .filter_map(|&crossing| Some(bit(all.point(crossing)?, crossing.under, reach)));
    canvas.stroke(&Stroke::solid(palette.plain, width), &mut gaps.by_ref().flatten())?;
    by_walk(picture, all, crossings, &mut |ink, crossing| {
        let Some(point) = all.point(crossing) else { return Ok(()) };
        canvas.stroke(&Stroke::solid(ink, width), &mut bit(point, crossing.over, reach).into_iter())
    })
}
