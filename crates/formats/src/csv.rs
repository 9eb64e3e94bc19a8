//! `csv`: a line for each step.
//!
//! ```text
//! step,square,file,rank
//! 1,a1,1,1
//! 2,b3,2,3
//! ```
//!
//! Files, ranks and levels count from 1; boxes have a column `level` more. Names of the form `x,y`
//! stand in quotes.

use caracole_core::Tour;

use crate::sink::Sink;
use crate::{WriteError, WriteOptions};

pub(crate) fn write(
    sink: &mut Sink<'_>,
    tour: &Tour,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let board = tour.board();
    sink.text("step,square,file,rank")?;
    sink.text(if board.is_box() { ",level\n" } else { "\n" })?;
    for (square, step) in tour.squares().zip(u64::from(options.base != 0)..) {
        let place = board.place(square);
        sink.number(step, 0)?;
        sink.byte(b',')?;
        // Only very wide boards have names with a comma in them.
        let quote = if board.files() > 475_254 { "\"" } else { "" };
        sink.text(quote)?;
        sink.name(board, square)?;
        sink.text(quote)?;
        let level = board.is_box().then_some(place.level.index());
        for number in [place.file.index(), place.rank.index()].into_iter().chain(level) {
            sink.byte(b',')?;
            sink.number(u64::from(number) + 1, 0)?;
        }
        sink.byte(b'\n')?;
    }
    Ok(())
}
