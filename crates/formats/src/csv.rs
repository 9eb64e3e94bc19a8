//! `csv`: a line for each step.
//!
//! ```text
//! step,square,file,rank
//! 1,a1,1,1
//! 2,b3,2,3
//! ```
//!
//! Files, ranks and levels count from 1; boxes have a column `level` more. On boards so wide that some
//! squares are named `x,y`, all names stand in quotes.

use caracole_core::Tour;

use crate::pieces::walk;
use crate::sink::Sink;
use crate::text::FIRST_UNNAMED;
use crate::{WriteError, WriteOptions};

pub(crate) fn write(
    sink: &mut Sink<'_>,
    tour: &Tour,
    options: WriteOptions,
) -> Result<(), WriteError> {
    let board = tour.board();
    sink.text("step,square,file,rank")?;
    sink.text(if board.is_box() { ",level\n" } else { "\n" })?;
    // Only very wide boards have names with a comma in them.
    let quote: &[u8] = if board.files() > FIRST_UNNAMED { b"\"" } else { b"" };
    let (with_level, base) = (board.is_box(), u64::from(options.base != 0));
    sink.list(tour.len(), 96, |steps, text| {
        let mut step = steps.start + base;
        walk(tour, steps.start + 1, steps.end - steps.start, |places| {
            for &place in places {
                text.number(step);
                text.byte(b',');
                text.text(quote);
                text.name(place, with_level);
                text.text(quote);
                let level = with_level.then_some(place.level.index());
                for number in [place.file.index(), place.rank.index()].into_iter().chain(level) {
                    text.byte(b',');
                    text.number(u64::from(number) + 1);
                }
                text.byte(b'\n');
                step += 1;
            }
        });
    })
}
