//! Boards as dots, and moves as lines of dots.

use caracole::{Square, Surface};
use ratatui::buffer::Buffer;

use super::dots::Dots;
use super::geometry::Geometry;
use super::{Sketch, Spot, letters};
use crate::theme::{Theme, Tone};

/// Draws a board as dots: free squares, where there is room, and lines between the others.
pub(super) fn dots(
    geometry: &Geometry,
    sketch: &Sketch<'_>,
    spots: &[(Square, Spot)],
    buffer: &mut Buffer,
    theme: Theme,
) {
    let mut dots = Dots::new(geometry);
    let side = geometry.pitch().0;
    let shows_free = side > 1 || (sketch.lines.is_empty() && sketch.board.has_holes());
    for (square, spot) in spots {
        let place = sketch.board.place(*square);
        let (Some((x, y)), Some(middle)) = (geometry.corner(place), geometry.middle(place)) else {
            continue;
        };
        let is_free = matches!(spot.tone, Tone::Plain | Tone::Quiet);
        if is_free && shows_free {
            dots.set(middle, Tone::Quiet);
        } else if !is_free && sketch.lines.is_empty() {
            let filled = if side > 2 { side - 1 } else { side };
            for down in 0..filled {
                (0..filled).for_each(|right| dots.set((x + right, y + down), spot.tone));
            }
        } else if !is_free {
            dots.set(middle, spot.tone);
        }
    }
    lines(geometry, sketch.lines, &mut dots);
    dots.write(geometry, buffer, |tone| theme.style(tone));
    for (square, spot) in spots {
        if let Some(sign) = letters::sign(spot.tone) {
            put(geometry, *square, sign, spot.tone, buffer, theme);
        }
    }
    if let Some(cursor) = sketch.cursor.filter(|cursor| cursor.index() < sketch.board.area()) {
        let spot = spots.iter().find(|(square, _)| *square == cursor).map(|(_, spot)| spot);
        let sign = spot.and_then(|spot| letters::sign(spot.tone)).unwrap_or("+");
        put(geometry, cursor, sign, Tone::Chosen, buffer, theme);
    }
}

/// Writes a letter over the dots of a square.
fn put(
    geometry: &Geometry,
    square: Square,
    sign: &str,
    tone: Tone,
    buffer: &mut Buffer,
    theme: Theme,
) {
    let middle = geometry.middle(geometry.board.place(square));
    if let Some((column, line)) = middle.and_then(|middle| geometry.cell(middle)) {
        buffer.set_stringn(column, line, sign, 1, theme.style(tone));
    }
}

/// Draws moves. Those across a joined edge leave the board on one side, and come back on the other;
/// those between levels are not drawn.
pub(super) fn lines(geometry: &Geometry, moves: &[(Square, Square, Tone)], dots: &mut Dots) {
    let board = &geometry.board;
    let (wide, high) = geometry.pitch();
    let surface = board.surface();
    for &(from, to, tone) in moves {
        if from.index() >= board.area() || to.index() >= board.area() {
            continue;
        }
        let (from, to) = (board.place(from), board.place(to));
        if from.level != to.level {
            continue;
        }
        let (Some(a), Some(b)) = (geometry.middle(from), geometry.middle(to)) else { continue };
        let right = around(from.file.index(), to.file.index(), board.files());
        let up = around(from.rank.index(), to.rank.index(), board.ranks());
        let right = right.filter(|_| surface != Surface::Flat);
        let up = up.filter(|_| surface == Surface::Torus);
        if right.is_none() && up.is_none() {
            dots.line(a, b, tone);
            continue;
        }
        let far = i64::from(geometry.far());
        let x = right.map_or(b.0 - a.0, |right| right * wide / far);
        let y = up.map_or(b.1 - a.1, |up| -up * high / far);
        dots.line(a, (a.0 + x, a.1 + y), tone);
        dots.line(b, (b.0 - x, b.1 - y), tone);
    }
}

/// The way round the board from one index to another, if it is the shorter one.
fn around(from: u32, to: u32, side: u32) -> Option<i64> {
    let (straight, side) = (i64::from(to) - i64::from(from), i64::from(side));
    let round = if straight > 0 { straight - side } else { straight + side };
    (round.abs() < straight.abs()).then_some(round)
}
