//! The number of its step on every square.

use std::io;
use std::ops::RangeInclusive;

use crate::canvas::Canvas;
use crate::letters::text_width;
use crate::picture::Picture;
use crate::scene::{Align, Turn, Words};

/// Smaller numbers than this cannot be read.
pub(in crate::picture) const READABLE: f64 = 2.5;

/// How high numbers are: as large as the longest one can be.
fn height(picture: &Picture) -> f64 {
    let longest = picture.walks.iter().map(|walk| walk.path.len()).max().unwrap_or(0);
    let side = picture.layout.side;
    (side * 0.78 / text_width(&longest.to_string())).min(side * 0.42)
}

pub(super) fn is_readable(picture: &Picture) -> bool {
    height(picture) >= READABLE
}

pub(super) fn paint(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let (palette, side, height) = (picture.palette(), picture.layout.side, height(picture));
    for (number, walk) in picture.walks.iter().enumerate() {
        // A disc under the first number, a ring around the last one.
        let len = walk.path.len();
        if let Some(first) = walk.path.first().filter(|_| moments.contains(&1)) {
            canvas.disc(picture.centre(first), side * 0.45, palette.tint(number))?;
        }
        if let Some(last) =
            walk.path.last().filter(|_| len > 1 && !walk.is_closed && moments.contains(&len))
        {
            let square = usize::from(picture.board.colour(last));
            let inside =
                if picture.layout.is_chequered() { palette.squares[square] } else { palette.plain };
            canvas.disc(picture.centre(last), side * 0.45, palette.walk(number))?;
            canvas.disc(picture.centre(last), side * 0.40, inside)?;
        }
        // Several walks are told apart by the colour of their numbers.
        let colour = if picture.walks.len() == 1 { palette.numbers } else { palette.walk(number) };
        for step in *moments.start()..=len.min(*moments.end()) {
            let Some(square) = step.checked_sub(1).and_then(|at| walk.path.get(at)) else {
                continue;
            };
            canvas.words(&Words {
                at: picture.centre(square).moved(0.0, height * 0.35),
                text: step.to_string(),
                size: height,
                colour,
                align: Align::Middle,
                turn: Turn::None,
                is_bold: false,
            })?;
        }
    }
    Ok(())
}
