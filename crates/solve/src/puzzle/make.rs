//! Making puzzles: a random tour, from which clues are taken away while no other tour fits.

mod error;
mod maker;

use caracole_core::{Outcome, Problem, Stop, StopCause};

use super::Puzzle;
use super::wander::random_tour;
use crate::{Random, Run};

pub use error::MakeError;
use maker::Maker;

/// What a puzzle shall be like.
///
/// ```
/// use caracole_solve::puzzle::PuzzleSettings;
///
/// let settings = PuzzleSettings { clues: Some(10), symmetric: true, ..PuzzleSettings::default() };
/// assert!(!settings.hide_ends && !settings.minimal);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSettings {
    /// How many squares have a number, the ends among them. A symmetric puzzle may have one less,
    /// for its clues go in pairs, and a minimal one any smaller number. If it is not said, a third
    /// of the squares, or a few more where that is not enough.
    pub clues: Option<usize>,
    /// The squares with numbers look the same after a half turn of the board.
    pub symmetric: bool,
    /// No clue can be left out; in a symmetric puzzle no pair of clues. The first step and the last
    /// are left out too if they can be, after all others.
    pub minimal: bool,
    /// The first step and the last are clues like all others. Otherwise they are always shown, as
    /// people expect it, except in a minimal puzzle.
    pub hide_ends: bool,
    /// With how many tours to try before giving up on a number of clues.
    pub attempts: u64,
}

impl Default for PuzzleSettings {
    fn default() -> Self {
        Self { clues: None, symmetric: false, minimal: false, hide_ends: false, attempts: 10 }
    }
}

/// Makes a puzzle from a random tour of the problem.
///
/// Clues of the problem stay. The others are taken away in random order as long as no other tour
/// fits. Fewer clues leave more tours, so a clue that was needed once is needed for good, and one
/// round is enough to make a puzzle minimal. The same seed makes the same puzzle.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::puzzle::{PuzzleSettings, Uniqueness, make, unique};
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let settings = PuzzleSettings { clues: Some(12), ..PuzzleSettings::default() };
/// let puzzle = make(&problem, &settings, &mut Run::new().seed(7))?;
/// assert_eq!(puzzle.clues(), 12);
/// assert!(puzzle.solution().is_closed());
/// assert!(matches!(unique(puzzle.problem(), &mut Run::new()), Uniqueness::One(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make(
    problem: &Problem,
    settings: &PuzzleSettings,
    run: &mut Run<'_>,
) -> Result<Puzzle, MakeError> {
    let maker = Maker::new(problem, settings)?;
    let mut best: Option<Puzzle> = None;
    let mut stop = None;
    for number in 0..settings.attempts.max(1) {
        let tour = match random_tour(problem, number, run) {
            Outcome::Found(tour) => tour,
            Outcome::Impossible(proof) => return Err(MakeError::Impossible(Box::new(proof))),
            Outcome::Unknown(met) => {
                stop = Some(met);
                break;
            }
        };
        let mut random = Random::numbered(run.get_seed(), "puzzle clues", number);
        let (puzzle, met) = maker.take_away(&tour, &mut random, run);
        if let Some(puzzle) = puzzle {
            if met.is_none() && maker.is_as_wished(&puzzle) {
                return Ok(puzzle);
            }
            if best.as_ref().is_none_or(|best| puzzle.clues() < best.clues()) {
                best = Some(puzzle);
            }
        }
        if met.is_some() {
            stop = met;
            break;
        }
    }
    match (best, stop) {
        // Nobody asked for a number.
        (Some(best), None) if settings.clues.is_none() && !settings.minimal => Ok(best),
        (Some(fewest), stop) => {
            let fewest = Box::new(fewest);
            Err(MakeError::NotReached { wished: settings.clues, fewest, stop })
        }
        (None, stop) => {
            Err(MakeError::Unknown(stop.unwrap_or_else(|| {
                Stop::new(StopCause::Fault, "the clues of a tour did not fit it")
            })))
        }
    }
}
