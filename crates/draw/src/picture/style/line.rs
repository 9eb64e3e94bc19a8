//! A line from square to square.

use std::io;
use std::ops::RangeInclusive;

use super::Ends;
use crate::canvas::{Canvas, track};
use crate::picture::Picture;
use crate::scene::Stroke;

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

/// Draws the moves between levels, thin and light.
pub(super) fn links(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let width = (picture.layout.side * 0.035).max(1.0);
    for (number, walk) in picture.walks.iter().enumerate() {
        let stroke = Stroke::solid(picture.palette().tint(number), width);
        for link in picture.links(walk, moments) {
            canvas.stroke(&stroke, &mut track([link.from, link.to]))?;
        }
    }
    Ok(())
}
