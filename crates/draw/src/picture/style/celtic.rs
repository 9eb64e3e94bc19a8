//! A ribbon that goes over and under itself.
//!
//! First come all edges of the ribbon and then all of its inside, as if it lay flat in itself. Then
//! the upper of two parts that cross is painted once more, where both are.

use std::io;
use std::ops::RangeInclusive;

use super::crossings::{Crossing, Knots, Segment};
use super::{Ends, line};
use crate::canvas::{Canvas, Leg, outline, track};
use crate::picture::Picture;
use crate::scene::{Colour, Point, Stroke};

/// On smaller squares than this a ribbon is a line with gaps.
const RIBBON: f64 = 9.0;
/// How wide the ribbon is without and with its edges, as shares of a square's side.
const BODY: f64 = 0.12;
const CASING: f64 = 0.18;
/// Where a line has no edges: how far the gap reaches on both sides of what goes over it.
const GAP: f64 = 0.2;

pub(super) fn paint(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    line::links(picture, moments, canvas)?;
    let knots = picture.knots.get_or_init(|| Knots::new(picture));
    let crossings = knots.crossings(moments);
    if picture.layout.side < RIBBON {
        threads(picture, moments, knots, crossings, canvas)?;
    } else {
        ribbons(picture, moments, knots, crossings, canvas)?;
    }
    let palette = picture.palette();
    for number in 0..picture.walks.len() {
        let (ink, inside) = (palette.casing, palette.ribbon(number));
        let ends = Ends { ink: inside, inside: ink, halo: ink, radius: 0.17 };
        ends.paint(picture, number, moments, canvas)?;
    }
    Ok(())
}

fn ribbons(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    knots: &Knots,
    crossings: &[Crossing],
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let (palette, side) = (picture.palette(), picture.layout.side);
    let (body, casing) = (BODY * side, CASING * side);
    for walk in &picture.walks {
        let stroke = Stroke::solid(palette.casing, casing);
        canvas.stroke(&stroke, &mut picture.line(walk, moments))?;
    }
    for (number, walk) in picture.walks.iter().enumerate() {
        let stroke = Stroke::solid(palette.ribbon(number), body);
        canvas.stroke(&stroke, &mut picture.line(walk, moments))?;
        // What was painted before has its end under the edges of what comes now.
        let (from, to) = (*moments.start(), walk.moments().min(*moments.end()));
        for moment in [from, to].into_iter().filter(|moment| (2..=walk.moments()).contains(moment))
        {
            for seam in picture.seams(walk, moment, 0.6 * casing) {
                canvas.stroke(&stroke, &mut track([seam.from, seam.to]))?;
            }
        }
    }
    // What lay flat in itself is covered by the inside of the lower part only; what was there before
    // is covered by its edges too. A little more than that, and of the inside still more: crossings
    // can be very near each other.
    let covered = if *moments.start() > 1 { casing } else { body };
    let little = 0.01 * side;
    for &crossing in crossings {
        if let Some(corners) = patch(knots, crossing, casing, covered, little) {
            canvas.fill(palette.casing, &mut outline(corners))?;
        }
    }
    by_walk(picture, knots, crossings, &mut |ink, crossing| {
        let Some(corners) = patch(knots, crossing, body, covered, 3.0 * little) else {
            return Ok(());
        };
        canvas.fill(ink, &mut outline(corners))
    })
}

/// The corners of the upper part of a crossing, so wide, as long as it covers the lower one.
fn patch(
    knots: &Knots,
    crossing: Crossing,
    width: f64,
    covered: f64,
    more: f64,
) -> Option<[Point; 4]> {
    let point = knots.point(crossing)?;
    let (over, under) = (direction(knots, crossing.over), direction(knots, crossing.under));
    let sine = (over.x * under.y - over.y * under.x).abs();
    let (along, across) = (covered / 2.0 / sine + more, width / 2.0 / sine);
    let corner = |ahead: f64, aside: f64| {
        point.moved(over.x * ahead + under.x * aside, over.y * ahead + under.y * aside)
    };
    let corners = [
        corner(along, across),
        corner(along, -across),
        corner(-along, -across),
        corner(-along, across),
    ];
    // All the same way round, or those that overlap would take each other off.
    let is_clockwise = over.x * under.y - over.y * under.x < 0.0;
    let [a, b, c, d] = corners;
    Some(if is_clockwise { corners } else { [d, c, b, a] })
}

/// The direction of a piece, of length 1.
fn direction(knots: &Knots, number: u32) -> Point {
    let Segment { from, to, .. } = knots.segments[number as usize];
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = (x * x + y * y).sqrt();
    Point::new(x / length, y / length)
}

/// Calls for each crossing, those with the same ink over the other one after the other.
fn by_walk(
    picture: &Picture,
    knots: &Knots,
    crossings: &[Crossing],
    paint: &mut dyn FnMut(Colour, Crossing) -> io::Result<()>,
) -> io::Result<()> {
    for number in 0..picture.walks.len() {
        let ink = picture.palette().ribbon(number);
        for &crossing in crossings {
            if knots.segments[crossing.over as usize].walk as usize == number {
                paint(ink, crossing)?;
            }
        }
    }
    Ok(())
}

/// Draws thin lines, with gaps where they go under.
fn threads(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    knots: &Knots,
    crossings: &[Crossing],
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let (palette, side) = (picture.palette(), picture.layout.side);
    let width = (BODY * side).max(1.0);
    for (number, walk) in picture.walks.iter().enumerate() {
        let stroke = Stroke::solid(palette.ribbon(number), width);
        canvas.stroke(&stroke, &mut picture.line(walk, moments))?;
    }
    let bit = |point: Point, number: u32, reach: f64| -> [Leg; 2] {
        let Point { x, y } = direction(knots, number);
        [
            Leg::Start(point.moved(-x * reach, -y * reach)),
            Leg::To(point.moved(x * reach, y * reach)),
        ]
    };
    let reach = GAP * side + width;
    let mut gaps = crossings
        .iter()
        .filter_map(|&crossing| Some(bit(knots.point(crossing)?, crossing.under, reach)));
    canvas.stroke(&Stroke::solid(palette.plain, width), &mut gaps.by_ref().flatten())?;
    by_walk(picture, knots, crossings, &mut |ink, crossing| {
        let Some(point) = knots.point(crossing) else { return Ok(()) };
        canvas.stroke(&Stroke::solid(ink, width), &mut bit(point, crossing.over, reach).into_iter())
    })
}
