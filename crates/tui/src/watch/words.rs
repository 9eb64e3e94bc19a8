//! What is to be seen, in words: on the screen and in plain frames.

use caracole::film::{Event, Stage, TrailShot};
use caracole::{Board, Outcome};

use crate::numbers::number_of;

/// What happened last.
pub(crate) fn caption(stage: &Stage) -> String {
    let name = |square| stage.board().name(square);
    match stage.event() {
        None => "before the first step".to_owned(),
        Some(Event::Attempt { start }) => match stage.counts().attempts {
            ..=1 => format!("step 1: starting from {}", name(start)),
            walk => format!("walk {walk}, step 1: starting from {}", name(start)),
        },
        Some(Event::Visit { step, square }) => format!("step {step}: visiting {}", name(square)),
        Some(Event::Retreat { step, to, .. }) => format!("step {step}: going back to {}", name(to)),
        Some(Event::Sweep { attempt, sweep }) => {
            let anew = if attempt > 1 { format!("attempt {attempt}, ") } else { String::new() };
            let told = stage.network().map_or_else(String::new, |shot| {
                let (moves, two) =
                    (number_of(shot.moves_on() as u64, "move"), shot.squares_with_two());
                format!(": {moves} on, {two} of {} squares have two", stage.board().len())
            });
            format!("{anew}sweep {sweep}{told}")
        }
        Some(Event::Trails { cycle }) => {
            let strongest = stage.trails().and_then(TrailShot::strongest);
            let told = strongest.map_or_else(String::new, |(from, to)| {
                format!(": the strongest trail leads from {} to {}", name(from), name(to))
            });
            format!("cycle {cycle}{told}")
        }
    }
}

/// How much was done until now.
pub(crate) fn counts(stage: &Stage) -> String {
    let counts = stage.counts();
    let (path, squares) = (stage.path().len(), stage.board().len());
    let [steps, retreats, walks] =
        [(counts.steps, "step"), (counts.retreats, "retreat"), (counts.attempts, "walk")]
            .map(|(count, what)| number_of(count, what));
    format!("{path} of {squares} squares visited; {steps}, {retreats}, {walks}")
}

/// The answer in a sentence; `method` is who gave it, where one handed over to others.
pub(crate) fn answer(outcome: &Outcome, board: &Board, method: Option<&str>) -> String {
    match outcome {
        Outcome::Found(tour) => {
            let by = method.map_or_else(String::new, |method| format!(" by {method}"));
            let squares = number_of(tour.len(), "square");
            let ends = tour.square_at(1).zip(tour.square_at(tour.len()));
            match ends.map(|(start, end)| (board.name(start), board.name(end))) {
                Some((start, end)) if !tour.is_closed() => {
                    format!("found{by}: an open tour of {squares}, from {start} to {end}")
                }
                _ => format!("found{by}: a closed tour of {squares}"),
            }
        }
        Outcome::Impossible(proof) => format!("impossible: {}", proof.text()),
        Outcome::Unknown(stop) => format!("unknown: {stop}"),
    }
}
