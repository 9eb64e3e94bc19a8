//! A line from square to square.

use std::io;
use std::ops::RangeInclusive;

use super::Ends;
use crate::canvas::{Canvas, track};
use crate::picture::Picture;
use crate::picture::route::{Piece, curve};
use crate::scene::Stroke;

/// A bow takes so many straight pieces.
const BOW_PIECES: u32 = 16;

pub(super) fn paint(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let palette = picture.palette();
    let width = (picture.layout.side * 0.085).max(1.0);
    links(picture, moments, canvas)?;
    for (number, walk) in picture.walks.iter().enumerate() {
        let stroke = Stroke::solid(palette.walk(number), width);
        canvas.stroke(&stroke, &mut picture.line(walk, moments))?;
    }
    for number in 0..picture.walks.len() {
        let ends = Ends {
            ink: palette.walk(number),
            inside: palette.paper,
            halo: palette.plain,
            radius: 0.17,
        };
        ends.paint(picture, number, moments, canvas)?;
    }
    Ok(())
}

/// Draws the moves between levels, thin and light, in a bow to the left of the way they go: those
/// along a rank would all lie on each other, and on the squares between.
pub(super) fn links(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let side = picture.layout.side;
    for (number, walk) in picture.walks.iter().enumerate() {
        let stroke = Stroke::solid(picture.palette().tint(number), (side * 0.04).max(1.0));
        for Piece { from, to } in picture.links(walk, moments) {
            let (right, down) = (to.x - from.x, to.y - from.y);
            let bow = 0.04 + 0.4 * side / (right * right + down * down).sqrt();
            let middle = from.moved(right / 2.0 + down * bow, down / 2.0 - right * bow);
            let bow = std::iter::once(from).chain(curve(from, middle, to, BOW_PIECES));
            canvas.stroke(&stroke, &mut track(bow))?;
        }
    }
    Ok(())
}
