//! Boards and pieces.

use std::io;

use caracole_core::{Coord, File, Level, Rank, Square, Surface};

use super::layout::{has_numeric_names, rectangle};
use super::{Picture, Style, style};
use crate::canvas::{Canvas, PathCommand, polygon, polyline};
use crate::font::text_width;
use crate::scene::{Align, Colour, Point, Stroke, TextLine};

/// Paints the board.
pub(super) fn paint(picture: &Picture, canvas: &mut dyn Canvas) -> io::Result<()> {
    let board = picture.board;
    for level in 0..board.levels() {
        squares(picture, level, canvas)?;
    }
    if board.has_holes() {
        holes(picture, canvas)?;
    }
    for level in 0..board.levels() {
        edge(picture, level, canvas)?;
        if picture.appearance.has_coordinates {
            coordinates(picture, level, canvas)?;
        }
        if board.is_box() {
            caption(picture, level, canvas)?;
        }
    }
    if picture.appearance.style == Style::Heat {
        style::legend(picture, canvas)?;
    }
    Ok(())
}

fn squares(picture: &Picture, level: u32, canvas: &mut dyn Canvas) -> io::Result<()> {
    let (layout, palette) = (&picture.layout, picture.palette());
    let (corner, side) = (layout.level_corner(level), layout.side);
    let (width, height) = (layout.board_width, layout.board_height);
    let whole = rectangle(corner, width, height);
    if !layout.is_chequered() || picture.appearance.style == Style::Heat {
        return canvas.fill(palette.plain, &mut polygon(whole));
    }
    // Files run clockwise and ranks run counterclockwise, so they cut holes into each other. The rest is
    // the squares of one colour.
    let a1 = usize::from(level % 2 == 1);
    canvas.fill(palette.squares[a1], &mut polygon(whole))?;
    let files = (1..picture.board.files()).step_by(2).flat_map(|file| {
        polygon(rectangle(corner.translated(f64::from(file) * side, 0.0), side, height))
    });
    let ranks = (1..picture.board.ranks()).step_by(2).flat_map(|rank| {
        let top = height - f64::from(rank + 1) * side;
        let [a, b, c, d] = rectangle(corner.translated(0.0, top), width, side);
        polygon([d, c, b, a])
    });
    canvas.fill(palette.squares[1 - a1], &mut files.chain(ranks))
}

/// Covers the holes. Adjacent holes of a rank are one rectangle.
fn holes(picture: &Picture, canvas: &mut dyn Canvas) -> io::Result<()> {
    let (board, files) = (picture.board, u64::from(picture.board.files()));
    let mut run: Option<(u64, u32)> = None;
    let mut cover = |run: Option<(u64, u32)>| match run {
        None => Ok(()),
        Some((first, len)) => {
            let place = board.coord(Square::from_index(first));
            let corners = picture.layout.corners(place, len);
            canvas.fill(picture.palette().background, &mut polygon(corners))
        }
    };
    for hole in board.holes().map(Square::index) {
        run = match run {
            Some((first, len)) if first + u64::from(len) == hole && hole % files != 0 => {
                Some((first, len + 1))
            }
            before => {
                cover(before)?;
                Some((hole, 1))
            }
        };
    }
    cover(run)
}

/// Draws the edges of the board; joined edges are dashed.
fn edge(picture: &Picture, level: u32, canvas: &mut dyn Canvas) -> io::Result<()> {
    let (board, layout, palette) = (picture.board, &picture.layout, picture.palette());
    let width = (layout.side / 30.0).max(1.0);
    let plain = Stroke::solid(palette.edge, width);
    let dash = Some((layout.font_size * 0.5, layout.font_size * 0.5));
    let dashed = Stroke { colour: palette.joined_edge, width: 1.5 * width, dash };
    let [a, b, c, d] =
        rectangle(layout.level_corner(level), layout.board_width, layout.board_height);
    if board.has_holes() && layout.side > 4.0 {
        canvas.stroke(&plain, &mut edges(picture, level).into_iter())?;
    }
    let of = |is_joined: bool| if is_joined { &dashed } else { &plain };
    let (files, ranks) =
        (of(board.surface() != Surface::Flat), of(board.surface() == Surface::Torus));
    if !board.has_holes() && board.surface() == Surface::Flat {
        return canvas.stroke(&plain, &mut polyline([a, b, c, d, a]));
    }
    for (stroke, ends) in [(ranks, [a, b]), (ranks, [d, c]), (files, [a, d]), (files, [b, c])] {
        if !board.has_holes() || stroke.dash.is_some() {
            canvas.stroke(stroke, &mut polyline(ends))?;
        }
    }
    Ok(())
}

/// Returns the edges between squares and holes or the outside, as lines of maximal length.
fn edges(picture: &Picture, level: u32) -> Vec<PathCommand> {
    let (board, layout) = (picture.board, &picture.layout);
    let (files, ranks) = (board.files(), board.ranks());
    let has = |file: Option<u32>, rank: Option<u32>| match (file, rank) {
        (Some(file), Some(rank)) => {
            let place =
                Coord { level: Level::new(level), ..Coord::flat(File::new(file), Rank::new(rank)) };
            board.square(place).is_some()
        }
        _ => false,
    };
    let corner = layout.level_corner(level).translated(0.0, layout.board_height);
    let mut path = Vec::new();
    let mut scan = |lines: u32, along: u32, is_edge: &dyn Fn(u32, u32) -> bool, upright: bool| {
        let point = |line: u32, at: u32| {
            let (line, at) = (f64::from(line) * layout.side, f64::from(at) * layout.side);
            if upright { corner.translated(line, -at) } else { corner.translated(at, -line) }
        };
        for line in 0..=lines {
            let mut begin = None;
            for at in 0..=along {
                match (begin, at < along && is_edge(line, at)) {
                    (None, true) => begin = Some(at),
                    (Some(first), false) => {
                        path.extend([
                            PathCommand::MoveTo(point(line, first)),
                            PathCommand::LineTo(point(line, at)),
                        ]);
                        begin = None;
                    }
                    _ => {}
                }
            }
        }
    };
    let below = |line: u32| line.checked_sub(1);
    scan(
        ranks,
        files,
        &|rank, file| has(Some(file), below(rank)) != has(Some(file), Some(rank)),
        false,
    );
    scan(
        files,
        ranks,
        &|file, rank| has(below(file), Some(rank)) != has(Some(file), Some(rank)),
        true,
    );
    path
}

/// Writes the names of files and ranks beside the outer levels.
fn coordinates(picture: &Picture, level: u32, canvas: &mut dyn Canvas) -> io::Result<()> {
    let (board, layout) = (picture.board, &picture.layout);
    let (corner, size) = (layout.level_corner(level), layout.font_size);
    let from_zero = has_numeric_names(board);
    let mut write = |at: Point, text: String, align: Align| {
        let colour = picture.palette().coordinates;
        canvas.text(&TextLine::new(at, text, size, colour, align))
    };
    if layout.is_lowest(level) {
        let name =
            |file: u32| if from_zero { file.to_string() } else { File::new(file).to_string() };
        let room = (text_width(&name(board.files() - 1)) + 0.6) * size;
        for file in written_names(board.files(), room / layout.side) {
            let x = corner.x + (f64::from(file) + 0.5) * layout.side;
            write(
                Point::new(x, corner.y + layout.board_height + 1.3 * size),
                name(file),
                Align::Middle,
            )?;
        }
    }
    if layout.is_leftmost(level) {
        let name =
            |rank: u32| if from_zero { rank.to_string() } else { Rank::new(rank).to_string() };
        for rank in written_names(board.ranks(), 1.3 * size / layout.side) {
            let y = corner.y + layout.board_height - (f64::from(rank) + 0.5) * layout.side;
            write(Point::new(corner.x - 0.6 * size, y + 0.34 * size), name(rank), Align::End)?;
        }
    }
    Ok(())
}

/// Returns the indices of the names that are written, if a name needs the space of `least`: all, or the
/// first and every fifth, tenth and so on.
fn written_names(count: u32, least: f64) -> impl Iterator<Item = u32> {
    let mut step = 1_u32;
    while f64::from(step) < least && step < count {
        // 1, 5, 10, 50, 100.
        step = step.saturating_mul(if step.to_string().starts_with('5') { 2 } else { 5 });
    }
    let rest = (step - 1..count).step_by(step as usize);
    (step > 1).then_some(0).into_iter().chain(rest)
}

/// Writes the name of a level: only its number if levels are narrow, and nothing if the number would not
/// fit either.
fn caption(picture: &Picture, level: u32, canvas: &mut dyn Canvas) -> io::Result<()> {
    let layout = &picture.layout;
    let name = |level: u32| [format!("level {}", Level::new(level)), Level::new(level).to_string()];
    let widest = name(picture.board.levels() - 1);
    let fits = |text: &String| (text_width(text) + 0.6) * layout.font_size <= layout.pitch.x;
    let Some(which) = widest.iter().position(fits) else { return Ok(()) };
    let [long, short] = name(level);
    let font_size = layout.font_size;
    let at = layout.level_corner(level).translated(layout.board_width / 2.0, -0.6 * font_size);
    let text = if which == 0 { long } else { short };
    let colour = picture.palette().coordinates;
    canvas.text(&TextLine::new(at, text, font_size, colour, Align::Middle))
}

/// The outline of a knight in hundredths of a square: the distances to the right and down, by turns.
const KNIGHT_OUTLINE: [i32; 80] = [
    24, 88, 80, 88, 80, 81, 75, 78, 76, 68, 76, 58, 74, 48, 70, 38, 64, 29, 57, 22, 52, 19, 50, 10,
    44, 17, 38, 19, 33, 23, 30, 28, 28, 33, 24, 40, 19, 46, 16, 51, 15, 56, 17, 60, 21, 62, 24, 61,
    27, 58, 30, 59, 34, 57, 38, 54, 43, 53, 48, 50, 49, 53, 47, 58, 43, 62, 38, 67, 34, 72, 31, 78,
    27, 79, 24, 81, 23, 84, 23, 88,
];
const KNIGHT_EYE: [i32; 2] = [36, 35];

/// Paints a knight on the middle of a square, or a disc if the square is too small.
pub(super) fn paint_knight(
    centre: Point,
    side: f64,
    (ink, paper): (Colour, Colour),
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    if side < 12.0 {
        canvas.disc(centre, side.max(4.0) * 0.6, paper)?;
        return canvas.disc(centre, side.max(4.0) * 0.45, ink);
    }
    let place = |[right, down]: [i32; 2]| {
        let share = |hundredths: i32| f64::from(hundredths - 50) / 100.0 * side;
        centre.translated(share(right), share(down))
    };
    let outline = || KNIGHT_OUTLINE.as_chunks().0.iter().copied();
    let around = outline().chain(outline().take(1)).map(place);
    canvas.stroke(&Stroke::solid(paper, side * 0.11), &mut polyline(around))?;
    canvas.fill(ink, &mut polygon(outline().map(place)))?;
    canvas.disc(place(KNIGHT_EYE), side * 0.035, paper)
}

#[cfg(test)]
mod tests {
    use super::written_names;

    #[test]
    fn dense_names_are_left_out() {
        let list = |count, least| written_names(count, least).collect::<Vec<_>>();
        assert_eq!(list(8, 0.5), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(list(12, 1.1), [0, 4, 9]);
        assert_eq!(list(100, 31.0), [0, 49, 99]);
        assert_eq!(list(1, 100.0), [0]);
    }
}
