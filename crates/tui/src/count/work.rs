//! The work of a count, in a thread of its own.

use caracole::{CountError, StopCause};

use super::News;
use super::asked::Asked;
use super::words::round;
use crate::numbers::grouped;

/// So many states are swept without asking, and more than so many not on this screen.
const QUICK: f64 = 3e8;
const TOO_MANY: f64 = 2e10;
/// Where tours are counted one by one nobody knows how long it takes; on so many squares, not long.
const FEW_SQUARES: u64 = 30;

/// Does what is asked, if it is not too much; the job is told how far it has come.
pub(super) fn work(asked: &Asked, is_sure: bool, job: &caracole::Job<'_>) -> News {
    let end = |error: CountError| match error {
        CountError::Stopped(stop) if stop.cause == StopCause::Unsupported => {
            News::End(format!("the board is too large: {}", stop.tried))
        }
        error => News::End(error.to_string()),
    };
    let states = match asked.forecast() {
        Ok(states) => states,
        Err(error) => return end(error),
    };
    let squares = asked.problem().board().len();
    if let Some(states) = states.filter(|&states| states > TOO_MANY) {
        let states = grouped(round(states));
        return News::End(format!(
            "the board is too large for this screen, it takes about {states} states. \
             The command caracole count --checkpoint does it, with patience and a large disk"
        ));
    }
    let is_quick = states.map_or(squares <= FEW_SQUARES, |states| states <= QUICK);
    if !is_sure && !is_quick {
        return News::Large(states);
    }
    asked.answer(job).map_or_else(end, News::Answer)
}
