//! Lines a few pixels wide.
//!
//! A tour of a million squares has as many of them. Each is drawn by itself, every pixel by how far
//! it is from the middle of the line; as one outline with all its corners that takes much longer.

use tiny_skia::{Path, Pixmap};

use super::lines::{self, Line};
use crate::scene::Colour;

/// Lines up to this width, in pixels, are thin.
pub(super) const WIDEST: f32 = 4.0;

/// How much of each pixel is covered by the lines of a path, of 255 parts. Lines that meet cover a
/// pixel as much as that which covers it most, so corners are no darker than the rest.
#[derive(Default)]
pub(super) struct Cover {
    parts: Vec<u8>,
    /// The pixels that are covered at all.
    touched: Vec<u32>,
}

impl Cover {
    /// Draws all straight lines of a path with round ends, `width` pixels wide.
    pub(super) fn stroke(&mut self, pixmap: &mut Pixmap, path: &Path, ink: Colour, width: f32) {
        let (columns, rows) = (pixmap.width(), pixmap.height());
        self.parts.resize(columns as usize * rows as usize, 0);
        for line in lines::of(path) {
            self.line(&line, width / 2.0, (columns, rows));
        }
        self.paint(pixmap, ink);
    }

    fn line(&mut self, line: &Line, radius: f32, (columns, rows): (u32, u32)) {
        // Half a pixel around the edge of the line is covered in part.
        let (inside, reach) = (radius - 0.5, radius + 0.5);
        let ((from_x, from_y), (to_x, to_y)) = (line.from, line.to);
        let (right, down) = (to_x - from_x, to_y - from_y);
        let square = right * right + down * down;
        let band = reach * square.sqrt();
        let within = |from: f32, to: f32, end: u32| {
            // A cast keeps what is off the picture at its edge.
            (from.floor() as u32).min(end)..(to.ceil() as u32).min(end)
        };
        for row in within(from_y.min(to_y) - reach, from_y.max(to_y) + reach, rows) {
            let y = row as f32 + 0.5 - from_y;
            // Where the row is as near as that to the endless line; of a flat line that may be no
            // number, and then its ends alone say it.
            let (one, other) = ((y * right - band) / down, (y * right + band) / down);
            let first = (from_x + one.min(other)).max(from_x.min(to_x) - reach);
            let last = (from_x + one.max(other)).min(from_x.max(to_x) + reach);
            for column in within(first, last, columns) {
                let x = column as f32 + 0.5 - from_x;
                let along = if square > 0.0 {
                    ((x * right + y * down) / square).clamp(0.0, 1.0)
                } else {
                    0.0
                };
                let (off_x, off_y) = (x - along * right, y - along * down);
                let off = off_x * off_x + off_y * off_y;
                if off < reach * reach {
                    let part = if off <= inside * inside { 1.0 } else { reach - off.sqrt() };
                    self.touch(row as usize * columns as usize + column as usize, part);
                }
            }
        }
    }

    fn touch(&mut self, pixel: usize, part: f32) {
        let part = (part.min(1.0) * 255.0) as u8;
        let before = &mut self.parts[pixel];
        if part > *before {
            if *before == 0 {
                self.touched.push(pixel as u32);
            }
            *before = part;
        }
    }

    /// Paints what is covered, and forgets it.
    fn paint(&mut self, pixmap: &mut Pixmap, Colour(red, green, blue): Colour) {
        let (pixels, _) = pixmap.data_mut().as_chunks_mut::<4>();
        for pixel in self.touched.drain(..) {
            let part = i32::from(std::mem::take(&mut self.parts[pixel as usize]));
            for (value, ink) in pixels[pixel as usize].iter_mut().zip([red, green, blue]) {
                let old = i32::from(*value);
                *value = (old + ((i32::from(ink) - old) * part + 127).div_euclid(255)) as u8;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tiny_skia::{Color, LineCap, LineJoin, Paint, PathBuilder, Stroke, Transform};

    use super::*;

    /// A picture of lines, by ours and by the painter of outlines.
    fn both(points: &[(f32, f32)], width: f32) -> [Pixmap; 2] {
        let mut path = PathBuilder::new();
        path.move_to(points[0].0, points[0].1);
        points[1..].iter().for_each(|&(x, y)| path.line_to(x, y));
        let path = path.finish().expect("a path");
        let mut ours = Pixmap::new(40, 30).expect("a picture");
        ours.fill(Color::WHITE);
        let mut theirs = ours.clone();
        Cover::default().stroke(&mut ours, &path, Colour(0, 0, 0), width);
        let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
        let pen = Stroke { width, line_cap, line_join, ..Stroke::default() };
        let black = Paint::default();
        theirs.stroke_path(&path, &black, &pen, Transform::identity(), None);
        [ours, theirs]
    }

    #[test]
    fn lines_look_as_outlines_do() {
        let steep = [(3.2, 4.1), (7.0, 25.5), (30.4, 14.0), (12.0, 11.0)];
        let straight = [(5.0, 8.0), (30.0, 8.0), (30.0, 20.0), (30.0, 20.0)];
        let outside = [(-50.0, 10.0), (15.0, 12.0), (90.0, -40.0), (20.0, 500.0)];
        for points in [steep, straight, outside] {
            for width in [1.2, 2.0, 3.7] {
                let [ours, theirs] = both(&points, width);
                let pairs = ours.pixels().iter().zip(theirs.pixels());
                let off = pairs.map(|(a, b)| a.red().abs_diff(b.red()));
                let (most, sum) =
                    off.fold((0, 0), |(most, sum), off| (off.max(most), sum + u32::from(off)));
                // In a sharp corner two lines that cover half a pixel cover more of it together.
                assert!(most < 90 && sum < 2500, "{points:?} {width}: {most}, {sum}");
            }
        }
    }
}
