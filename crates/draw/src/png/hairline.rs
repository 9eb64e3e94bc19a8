//! Lines of a pixel's width or less.
//!
//! They are most of a picture with a million squares. Each column of a flat line, and each row of a
//! steep one, has two pixels that share the ink, so they are written right away.

use tiny_skia::{Path, Pixmap};

use super::lines::{self, Line};
use crate::scene::Colour;

/// How far a line reaches beyond its ends, in pixels: as much as is in a round end of that width.
const CAP: f32 = std::f32::consts::FRAC_PI_8;

/// Draws all straight lines of a path, `width` pixels wide, at most 1.
pub(super) fn stroke(pixmap: &mut Pixmap, path: &Path, colour: Colour, width: f32) {
    let mut pen = Pen::new(pixmap, colour, width);
    lines::of(path).for_each(|line| pen.line(&line));
}

/// Pixels, and what is drawn on them.
struct Pen<'a> {
    pixels: &'a mut [u8],
    columns: i64,
    rows: i64,
    ink: [i32; 3],
    /// The share of ink where the line covers a pixel as much as it can.
    most: f32,
}

impl<'a> Pen<'a> {
    fn new(pixmap: &'a mut Pixmap, Colour(red, green, blue): Colour, width: f32) -> Self {
        let (columns, rows) = (i64::from(pixmap.width()), i64::from(pixmap.height()));
        let ink = [red, green, blue].map(i32::from);
        Self { pixels: pixmap.data_mut(), columns, rows, ink, most: 256.0 * width.min(1.0) }
    }

    fn line(&mut self, &Line { from, to, is_first, is_last }: &Line) {
        let (right, down) = (to.0 - from.0, to.1 - from.1);
        let length = (right * right + down * down).sqrt();
        if length == 0.0 {
            return;
        }
        let (cap_x, cap_y) = (CAP * right / length, CAP * down / length);
        let from = if is_first { (from.0 - cap_x, from.1 - cap_y) } else { from };
        let to = if is_last { (to.0 + cap_x, to.1 + cap_y) } else { to };
        if right.abs() > down.abs() {
            let (from, to) = if right > 0.0 { (from, to) } else { (to, from) };
            self.run(from, to, down / right, self.columns, Self::pixel);
        } else {
            let (from, to) = if down > 0.0 { (from, to) } else { (to, from) };
            let turned = |pen: &mut Self, y, x, ink| pen.pixel(x, y, ink);
            self.run((from.1, from.0), (to.1, to.0), right / down, self.rows, turned);
        }
    }

    /// Goes along the longer way of a line, pixel by pixel; `slope` is at most 1.
    fn run(
        &mut self,
        from: (f32, f32),
        to: (f32, f32),
        slope: f32,
        end: i64,
        mut pixel: impl FnMut(&mut Self, i64, i64, f32),
    ) {
        let first = from.0.max(0.0).floor() as i64;
        let last = (to.0.ceil() as i64).min(end);
        for along in first..last {
            let here = along as f32;
            let length = to.0.min(here + 1.0) - from.0.max(here);
            // A line of one pixel's width around its middle covers two pixels, half a pixel apart.
            let across = from.1 + slope * (here + 0.5 - from.0) + 0.5;
            let below = across.floor();
            let share = across - below;
            pixel(self, along, below as i64 - 1, length * (1.0 - share));
            pixel(self, along, below as i64, length * share);
        }
    }

    fn pixel(&mut self, x: i64, y: i64, share: f32) {
        if !(0..self.columns).contains(&x) || !(0..self.rows).contains(&y) {
            return;
        }
        let share = (share * self.most) as i32;
        let at = 4 * (y * self.columns + x) as usize;
        for (value, ink) in self.pixels[at..at + 3].iter_mut().zip(self.ink) {
            let old = i32::from(*value);
            *value = (old + (((ink - old) * share + 128) >> 8)).clamp(0, 255) as u8;
        }
    }
}
