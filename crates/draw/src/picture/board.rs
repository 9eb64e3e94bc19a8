//! Squares, rims and names.

use std::io;

use caracole_core::{File, Level, Place, Rank, Square, Surface};

use super::layout::{is_numbered, rectangle};
use super::{Picture, Style};
use crate::canvas::{Canvas, Leg, outline, track};
use crate::letters::text_width;
use crate::scene::{Align, Point, Stroke, Turn, Words};

/// Paints all that is there before the knights come.
pub(super) fn paint(picture: &Picture, canvas: &mut dyn Canvas) -> io::Result<()> {
    let board = picture.board;
    for level in 0..board.levels() {
        squares(picture, level, canvas)?;
    }
    if board.has_holes() {
        holes(picture, canvas)?;
    }
    for level in 0..board.levels() {
        rim(picture, level, canvas)?;
        if picture.look.has_coordinates {
            names(picture, level, canvas)?;
        }
        if board.is_box() {
            caption(picture, level, canvas)?;
        }
    }
    if picture.look.style == Style::Heat {
        super::style::legend(picture, canvas)?;
    }
    Ok(())
}

fn squares(picture: &Picture, level: u32, canvas: &mut dyn Canvas) -> io::Result<()> {
    let (layout, palette) = (&picture.layout, picture.palette());
    let (corner, side) = (layout.panel(level), layout.side);
    let (width, height) = (layout.board_width, layout.board_height);
    let whole = rectangle(corner, width, height);
    if !layout.is_chequered() || picture.look.style == Style::Heat {
        return canvas.fill(palette.plain, &mut outline(whole));
    }
    // Files that run clockwise and ranks that run the other way take each other off where they
    // cross, so what is left are the squares of one colour.
    let a1 = usize::from(level % 2 == 1);
    canvas.fill(palette.squares[a1], &mut outline(whole))?;
    let files = (1..picture.board.files()).step_by(2).flat_map(|file| {
        outline(rectangle(corner.moved(f64::from(file) * side, 0.0), side, height))
    });
    let ranks = (1..picture.board.ranks()).step_by(2).flat_map(|rank| {
        let top = height - f64::from(rank + 1) * side;
        let [a, b, c, d] = rectangle(corner.moved(0.0, top), width, side);
        outline([d, c, b, a])
    });
    canvas.fill(palette.squares[1 - a1], &mut files.chain(ranks))
}

/// Covers the holes, those beside each other at once.
fn holes(picture: &Picture, canvas: &mut dyn Canvas) -> io::Result<()> {
    let (board, files) = (picture.board, u64::from(picture.board.files()));
    let mut run: Option<(u64, u32)> = None;
    let mut cover = |run: Option<(u64, u32)>| match run {
        None => Ok(()),
        Some((first, len)) => {
            let place = board.place(Square::from_index(first));
            let corners = picture.layout.corners(place, len);
            canvas.fill(picture.palette().paper, &mut outline(corners))
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

/// Draws the edge of the board: around all squares, dashed where it is joined with another.
fn rim(picture: &Picture, level: u32, canvas: &mut dyn Canvas) -> io::Result<()> {
    let (board, layout, palette) = (picture.board, &picture.layout, picture.palette());
    let width = (layout.side / 30.0).max(1.0);
    let plain = Stroke::solid(palette.rim, width);
    let dash = Some((layout.letters * 0.5, layout.letters * 0.5));
    let dashed = Stroke { colour: palette.joined, width: 1.5 * width, dash };
    let [a, b, c, d] = rectangle(layout.panel(level), layout.board_width, layout.board_height);
    if board.has_holes() && layout.side > 4.0 {
        canvas.stroke(&plain, &mut edges(picture, level).into_iter())?;
    }
    let of = |is_joined: bool| if is_joined { &dashed } else { &plain };
    let (files, ranks) =
        (of(board.surface() != Surface::Flat), of(board.surface() == Surface::Torus));
    if !board.has_holes() && board.surface() == Surface::Flat {
        return canvas.stroke(&plain, &mut track([a, b, c, d, a]));
    }
    for (stroke, ends) in [(ranks, [a, b]), (ranks, [d, c]), (files, [a, d]), (files, [b, c])] {
        if !board.has_holes() || stroke.dash.is_some() {
            canvas.stroke(stroke, &mut track(ends))?;
        }
    }
    Ok(())
}

/// The edges between squares and holes or the outside, in pieces as long as can be.
fn edges(picture: &Picture, level: u32) -> Vec<Leg> {
    let (board, layout) = (picture.board, &picture.layout);
    let (files, ranks) = (board.files(), board.ranks());
    let has = |file: Option<u32>, rank: Option<u32>| match (file, rank) {
        (Some(file), Some(rank)) => {
            let place =
                Place { level: Level::new(level), ..Place::flat(File::new(file), Rank::new(rank)) };
            board.square(place).is_some()
        }
        _ => false,
    };
    let corner = layout.panel(level).moved(0.0, layout.board_height);
    let mut legs = Vec::new();
    let mut scan = |lines: u32, along: u32, is_edge: &dyn Fn(u32, u32) -> bool, upright: bool| {
        let point = |line: u32, at: u32| {
            let (line, at) = (f64::from(line) * layout.side, f64::from(at) * layout.side);
            if upright { corner.moved(line, -at) } else { corner.moved(at, -line) }
        };
        for line in 0..=lines {
            let mut begin = None;
            for at in 0..=along {
                match (begin, at < along && is_edge(line, at)) {
                    (None, true) => begin = Some(at),
                    (Some(first), false) => {
                        legs.extend([Leg::Start(point(line, first)), Leg::To(point(line, at))]);
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
    legs
}

/// Writes the names of files and ranks where nothing else is beside the level.
fn names(picture: &Picture, level: u32, canvas: &mut dyn Canvas) -> io::Result<()> {
    let (board, layout) = (picture.board, &picture.layout);
    let (corner, size) = (layout.panel(level), layout.letters);
    let from_zero = is_numbered(board);
    let mut write = |at: Point, text: String, align: Align| {
        let colour = picture.palette().names;
        canvas.words(&Words { at, text, size, colour, align, turn: Turn::None, is_bold: false })
    };
    if layout.is_lowest(level) {
        let name =
            |file: u32| if from_zero { file.to_string() } else { File::new(file).to_string() };
        let room = (text_width(&name(board.files() - 1)) + 0.6) * size;
        for file in shown(board.files(), room / layout.side) {
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
        for rank in shown(board.ranks(), 1.3 * size / layout.side) {
            let y = corner.y + layout.board_height - (f64::from(rank) + 0.5) * layout.side;
            write(Point::new(corner.x - 0.6 * size, y + 0.34 * size), name(rank), Align::End)?;
        }
    }
    Ok(())
}

/// Which of so many names are written, if one takes the room of `least`: all, or the first and
/// every fifth, tenth and so on.
fn shown(count: u32, least: f64) -> impl Iterator<Item = u32> {
    let mut step = 1_u32;
    while f64::from(step) < least && step < count {
        // 1, 5, 10, 50, 100: the first is written too, and stands near the one after it.
        step = step.saturating_mul(if step.to_string().starts_with('5') { 2 } else { 5 });
    }
    let rest = (step - 1..count).step_by(step as usize);
    (step > 1).then_some(0).into_iter().chain(rest)
}

/// Writes which level it is; the number alone where levels are narrow, and nothing where that would
/// run into the next one too.
fn caption(picture: &Picture, level: u32, canvas: &mut dyn Canvas) -> io::Result<()> {
    let layout = &picture.layout;
    let name = |level: u32| [format!("level {}", Level::new(level)), Level::new(level).to_string()];
    let widest = name(picture.board.levels() - 1);
    let fits = |text: &String| (text_width(text) + 0.6) * layout.letters <= layout.pitch.x;
    let Some(which) = widest.iter().position(fits) else { return Ok(()) };
    let [long, short] = name(level);
    canvas.words(&Words {
        at: layout.panel(level).moved(layout.board_width / 2.0, -0.6 * layout.letters),
        text: if which == 0 { long } else { short },
        size: layout.letters,
        colour: picture.palette().names,
        align: Align::Middle,
        turn: Turn::None,
        is_bold: false,
    })
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn names_are_thinned_out() {
        let list = |count, least| shown(count, least).collect::<Vec<_>>();
        assert_eq!(list(8, 0.5), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(list(12, 1.1), [0, 4, 9]);
        assert_eq!(list(100, 31.0), [0, 49, 99]);
        assert_eq!(list(1, 100.0), [0]);
    }
}
