//! Straight lines of up to four pixels in width.
//!
//! A tour of a million squares has a million lines. They are drawn one by one, because an outline of
//! the whole path takes much longer to fill.

use ab_glyph_rasterizer::{Rasterizer, point as point_at};
use tiny_skia::{Path, PathSegment, Pixmap, Point};

use crate::scene::Colour;

/// A straight line of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Line {
    from: (f32, f32),
    to: (f32, f32),
    /// True for the first line of a part of the path.
    is_first: bool,
    /// True for the last line of a part of the path.
    is_last: bool,
}

/// Returns all lines of a path, in order.
fn lines(path: &Path) -> impl Iterator<Item = Line> + '_ {
    let mut start = (0.0, 0.0);
    let mut at = start;
    let mut is_first = true;
    let mut segments = path.segments().peekable();
    std::iter::from_fn(move || {
        loop {
            let to = match segments.next()? {
                PathSegment::MoveTo(point) => {
                    start = (point.x, point.y);
                    at = start;
                    is_first = true;
                    continue;
                }
                PathSegment::Close => start,
                // Our paths contain no curves.
                PathSegment::LineTo(point)
                | PathSegment::QuadTo(_, point)
                | PathSegment::CubicTo(_, _, point) => (point.x, point.y),
            };
            let is_last = matches!(segments.peek(), None | Some(PathSegment::MoveTo(_)));
            let line = Line { from: at, to, is_first, is_last };
            at = to;
            is_first = false;
            return Some(line);
        }
    })
}

/// The extension of a line beyond its ends in pixels. It covers the same area as a round end.
const CAP: f32 = std::f32::consts::FRAC_PI_8;

/// Draws all lines of a path, with a width of at most one pixel.
///
/// Each column of a flat line, and each row of a steep one, has two pixels that share the ink.
pub(super) fn stroke_hairline(pixmap: &mut Pixmap, path: &Path, colour: Colour, width: f32) {
    let mut pen = HairlinePen::new(pixmap, colour, width);
    lines(path).for_each(|line| pen.line(&line));
}

/// Draws lines of one colour on pixels.
struct HairlinePen<'a> {
    pixels: &'a mut [u8],
    columns: i64,
    rows: i64,
    ink: [i32; 3],
    /// The opacity of a pixel in the middle of the line, out of 256.
    max_opacity: f32,
}

impl<'a> HairlinePen<'a> {
    fn new(pixmap: &'a mut Pixmap, Colour(red, green, blue): Colour, width: f32) -> Self {
        let (columns, rows) = (i64::from(pixmap.width()), i64::from(pixmap.height()));
        let ink = [red, green, blue].map(i32::from);
        Self { pixels: pixmap.data_mut(), columns, rows, ink, max_opacity: 256.0 * width.min(1.0) }
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

    /// Draws a line pixel by pixel along its longer axis; `slope` is at most 1.
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
            // A line with a width of one pixel covers parts of two pixels.
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
        let share = (share * self.max_opacity) as i32;
        let at = 4 * (y * self.columns + x) as usize;
        for (value, ink) in self.pixels[at..at + 3].iter_mut().zip(self.ink) {
            let old = i32::from(*value);
            *value = (old + (((ink - old) * share + 128) >> 8)).clamp(0, 255) as u8;
        }
    }
}

/// The largest width of a thin line in pixels.
pub(super) const MAX_WIDTH: f32 = 4.0;

/// The coverage of each pixel by the lines of a path, out of 255. If several lines cover a pixel, the
/// largest coverage counts, so corners are not darker than the rest.
pub(super) struct Coverage {
    parts: Vec<u8>,
    /// The pixels with a coverage above 0.
    touched: Vec<u32>,
    rasterizer: Rasterizer,
}

impl Default for Coverage {
    fn default() -> Self {
        Self { parts: Vec::new(), touched: Vec::new(), rasterizer: Rasterizer::new(0, 0) }
    }
}

impl Coverage {
    /// Draws all lines of a path with round ends.
    pub(super) fn stroke(&mut self, pixmap: &mut Pixmap, path: &Path, ink: Colour, width: f32) {
        let (columns, rows) = (pixmap.width(), pixmap.height());
        self.parts.resize(columns as usize * rows as usize, 0);
        for line in lines(path) {
            self.line(&line, width / 2.0, (columns, rows));
        }
        self.paint(pixmap, ink);
    }

    /// Fills a path inside the picture. The memory is proportional to the area of its bounds.
    pub(super) fn fill(&mut self, pixmap: &mut Pixmap, path: &Path, ink: Colour) {
        let (columns, rows) = (pixmap.width(), pixmap.height());
        self.parts.resize(columns as usize * rows as usize, 0);
        let bounds = path.bounds();
        let (left, top) = (bounds.left().floor(), bounds.top().floor());
        let size = [bounds.right() - left, bounds.bottom() - top].map(|side| side.ceil() as usize);
        self.rasterizer.reset(size[0], size[1]);
        let place = |point: Point| point_at(point.x - left, point.y - top);
        let (mut start, mut at) = (point_at(0.0, 0.0), point_at(0.0, 0.0));
        for segment in path.segments() {
            let from = at;
            match segment {
                PathSegment::MoveTo(to) => {
                    at = place(to);
                    start = at;
                }
                PathSegment::LineTo(to) => {
                    at = place(to);
                    self.rasterizer.draw_line(from, at);
                }
                PathSegment::QuadTo(by, to) => {
                    at = place(to);
                    self.rasterizer.draw_quad(from, place(by), at);
                }
                PathSegment::CubicTo(by, then, to) => {
                    at = place(to);
                    self.rasterizer.draw_cubic(from, place(by), place(then), at);
                }
                PathSegment::Close => {
                    at = start;
                    self.rasterizer.draw_line(from, at);
                }
            }
        }
        let (left, top) = (left as usize, top as usize);
        let rasterizer = std::mem::replace(&mut self.rasterizer, Rasterizer::new(0, 0));
        rasterizer.for_each_pixel_2d(|x, y, part| {
            // A sum of parts may be slightly less than a whole pixel.
            let part = part + 0.5 / 255.0;
            self.touch((top + y as usize) * columns as usize + left + x as usize, part);
        });
        self.rasterizer = rasterizer;
        self.paint(pixmap, ink);
    }

    fn line(&mut self, line: &Line, radius: f32, (columns, rows): (u32, u32)) {
        // Pixels within half a pixel of the edge are partly covered.
        let (inside, reach) = (radius - 0.5, radius + 0.5);
        let ((from_x, from_y), (to_x, to_y)) = (line.from, line.to);
        let (right, down) = (to_x - from_x, to_y - from_y);
        let square = right * right + down * down;
        let band = reach * square.sqrt();
        let within = |from: f32, to: f32, end: u32| {
            // The cast saturates, which clamps coordinates to the picture.
            (from.floor() as u32).min(end)..(to.ceil() as u32).min(end)
        };
        for row in within(from_y.min(to_y) - reach, from_y.max(to_y) + reach, rows) {
            let y = row as f32 + 0.5 - from_y;
            // The part of the row within reach of the infinite line. For a horizontal line this is NaN,
            // and only the ends of the line count.
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

    /// Paints the covered pixels and clears the coverage.
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

    /// Returns a picture of lines by this module and by the rasteriser.
    fn both(points: &[(f32, f32)], width: f32) -> [Pixmap; 2] {
        let mut path = PathBuilder::new();
        path.move_to(points[0].0, points[0].1);
        points[1..].iter().for_each(|&(x, y)| path.line_to(x, y));
        let path = path.finish().expect("a path");
        let mut ours = Pixmap::new(40, 30).expect("a picture");
        ours.fill(Color::WHITE);
        let mut expected = ours.clone();
        Coverage::default().stroke(&mut ours, &path, Colour(0, 0, 0), width);
        let (line_cap, line_join) = (LineCap::Round, LineJoin::Round);
        let pen = Stroke { width, line_cap, line_join, ..Stroke::default() };
        let black = Paint::default();
        expected.stroke_path(&path, &black, &pen, Transform::identity(), None);
        [ours, expected]
    }

    #[test]
    fn lines_look_like_filled_outlines() {
        let steep = [(3.2, 4.1), (7.0, 25.5), (30.4, 14.0), (12.0, 11.0)];
        let straight = [(5.0, 8.0), (30.0, 8.0), (30.0, 20.0), (30.0, 20.0)];
        let outside = [(-50.0, 10.0), (15.0, 12.0), (90.0, -40.0), (20.0, 500.0)];
        for points in [steep, straight, outside] {
            for width in [1.2, 2.0, 3.7] {
                let [ours, expected] = both(&points, width);
                let pairs = ours.pixels().iter().zip(expected.pixels());
                let off = pairs.map(|(a, b)| a.red().abs_diff(b.red()));
                let (most, sum) =
                    off.fold((0, 0), |(most, sum), off| (off.max(most), sum + u32::from(off)));
                // In a sharp corner two lines that each cover half a pixel cover more of it together.
                assert!(most < 90 && sum < 2500, "{points:?} {width}: {most}, {sum}");
            }
        }
    }
}
