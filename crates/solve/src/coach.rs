//! Judging a game: is it still to be won, and by which moves?
//!
//! Each judgement is a proof or a witness. A position is a problem: the tour starts where the game
//! did and makes the moves that were played. [`Exact`] answers it, and the tour that it finds is a
//! witness for the next move on it.

mod advice;
mod game;
mod way_back;

use std::time::Duration;

use caracole_core::{Outcome, Problem, Proof, Reason, Square, Stop, StopCause, Tour};

use crate::{Exact, Limits, Run, Solver};

pub use advice::{Advice, CoachError, Judgement, Position};
use game::Game;
pub use way_back::{WayBack, way_back};

/// What a judgement may take where a person waits for it.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::coach::{QUICK, judge};
///
/// let problem = Problem::new("8x8".parse()?);
/// let played = [problem.board().parse_square("a1")?];
/// let advice = judge(&problem, &played, &mut Run::new().limits(QUICK))?;
/// assert_eq!(advice.moves.len(), 2, "each move is named, judged or not");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const QUICK: Limits =
    Limits { time: Some(Duration::from_millis(50)), steps: None, memory: None };

/// Judges a position, and each move that can be played next.
///
/// `played` are the squares in the order of the game; with none of them each square the problem
/// allows to start from is judged. The limits of the run hold for all judgements together. Moves
/// take turns with a little of it, so that a hard one does not keep the others from being judged.
///
/// Fails where `played` is no beginning of a game by the rules of the problem.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::coach::{Position, judge};
///
/// let problem = Problem::new("5x5".parse()?);
/// let advice = judge(&problem, &[], &mut Run::new())?;
/// assert!(matches!(advice.position, Position::Open(_)));
/// let won = advice.moves.iter().filter(|(_, judgement)| judgement.is_winning()).count();
/// assert_eq!((advice.moves.len(), won), (25, 13), "the squares of a1's colour");
///
/// let advice = judge(&problem, &[problem.board().parse_square("b1")?], &mut Run::new())?;
/// let Position::Lost(proof) = advice.position else { return Err("not lost".into()) };
/// assert!(proof.text().ends_with("b1 has the other"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(
    problem: &Problem,
    played: &[Square],
    run: &mut Run<'_>,
) -> Result<Advice, CoachError> {
    let game = Game::new(problem, played)?;
    let moves = game.next().map(|square| (square, None)).collect();
    let mut table = Table { game, moves, position: None };
    let stop = table.fill(run).err();
    let unknown = || {
        // Without a stop everything is known.
        let nothing = || Stop::new(StopCause::Fault, "a move was passed over");
        stop.clone().unwrap_or_else(nothing)
    };
    let judged =
        |judgement: Option<Judgement>| judgement.unwrap_or_else(|| Judgement::Unknown(unknown()));
    Ok(Advice {
        position: table.position.unwrap_or_else(|| Position::Unknown(unknown())),
        moves: table.moves.into_iter().map(|(square, found)| (square, judged(found))).collect(),
    })
}

/// What is known so far.
struct Table<'a> {
    game: Game<'a>,
    moves: Vec<(Square, Option<Judgement>)>,
    position: Option<Position>,
}

impl Table<'_> {
    /// Fills the table as far as the limits allow.
    fn fill(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        // Each round is twice as patient as the one before.
        for attempts in (1..).step_by(2) {
            let exact = Exact { attempts: Some(attempts), ..Exact::default() };
            if self.position.is_none() {
                match exact.solve(self.game.position(), run) {
                    Outcome::Impossible(proof) => self.lose(&proof),
                    outcome => self.heed(outcome)?,
                }
            }
            for at in 0..self.moves.len() {
                let (square, None) = self.moves[at] else { continue };
                run.look().map_err(|cause| Stop::new(cause, "the moves were being judged"))?;
                let Some(next) = self.game.after(square) else { continue };
                match exact.solve(&next, run) {
                    Outcome::Impossible(proof) => {
                        self.moves[at].1 = Some(Judgement::Losing(proof));
                        self.lose_if_all_moves_do(run);
                    }
                    outcome => self.heed(outcome)?,
                }
            }
            if self.position.is_some() && self.moves.iter().all(|(_, judged)| judged.is_some()) {
                break;
            }
        }
        Ok(())
    }

    /// Learns from a tour; a search that gave up for this round may go on in the next.
    fn heed(&mut self, outcome: Outcome) -> Result<(), Stop> {
        match outcome {
            Outcome::Found(tour) => self.win(&tour),
            Outcome::Unknown(stop) if stop.cause != StopCause::Heuristic => return Err(stop),
            Outcome::Unknown(_) | Outcome::Impossible(_) => {}
        }
        Ok(())
    }

    /// A tour that goes on from the position wins for each move that it can be walked by.
    fn win(&mut self, tour: &Tour) {
        for (square, judged) in &mut self.moves {
            if judged.is_none() {
                *judged = self.game.along(tour, Some(*square)).map(Judgement::Winning);
            }
        }
        if self.position.is_none() {
            self.position = self.game.along(tour, None).map(|tour| {
                if self.game.is_over() { Position::Finished(tour) } else { Position::Open(tour) }
            });
        }
    }

    /// Whatever is played, it is lost.
    fn lose(&mut self, proof: &Proof) {
        self.position = Some(Position::Lost(proof.clone()));
        for (_, judged) in &mut self.moves {
            judged.get_or_insert_with(|| Judgement::Losing(proof.clone()));
        }
    }

    fn lose_if_all_moves_do(&mut self, run: &Run<'_>) {
        let is_losing = |judged: &Option<Judgement>| matches!(judged, Some(Judgement::Losing(_)));
        if self.position.is_none() && self.moves.iter().all(|(_, judged)| is_losing(judged)) {
            let reason =
                Reason::Exhausted { method: Exact::default().name(), steps: run.stats().cases };
            let proof = Proof::new(self.game.position().clone(), reason);
            self.position = Some(Position::Lost(proof));
        }
    }
}

#[cfg(test)]
mod tests;
