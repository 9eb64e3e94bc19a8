//! Makes a puzzle that is about as hard as somebody wishes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use caracole::puzzle::{Grade, MakeError, Puzzle, PuzzleSettings, make};
use caracole::{Board, Kind, Limits, Problem, Run};

use crate::memory;

/// How a puzzle shall be.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub(super) board: Board,
    pub(super) kind: Kind,
    pub(super) grade: Grade,
    /// Its clues look the same after a half turn.
    pub(super) is_symmetric: bool,
    /// Another seed makes another puzzle.
    pub(super) seed: u64,
}

/// So many puzzles are made, or as many as there is time for, until one is as hard as wished.
const TRIES: u64 = 12;
const TIME: Duration = Duration::from_secs(8);

impl Wish {
    /// The first puzzle that is as hard as wished, or else the one that comes closest; or why there is
    /// none. The grade follows from the clues, and small boards have no hard puzzles, so it cannot be
    /// had by asking for it.
    pub(super) fn make(&self, stop: &AtomicBool) -> Result<Puzzle, String> {
        let begun = Instant::now();
        let problem = Problem::new(self.board.clone()).of_kind(self.kind);
        let far = |puzzle: &Puzzle| level(puzzle.grade()).abs_diff(level(self.grade));
        let mut best: Option<Puzzle> = None;
        let mut why = "there was no time".to_owned();
        for number in 0..TRIES {
            let time = TIME.saturating_sub(begun.elapsed());
            if time.is_zero() || stop.load(Ordering::Relaxed) {
                break;
            }
            let memory = Some(memory::share());
            let limits = Limits { time: Some(time), memory, ..Limits::default() };
            let seed = self.seed.wrapping_mul(TRIES).wrapping_add(number);
            let mut run = Run::new().limits(limits).seed(seed).interrupted_by(stop);
            let puzzle = match make(&problem, &self.settings(), &mut run) {
                Ok(puzzle) => puzzle,
                // It has more clues than we asked for, and exactly one tour all the same.
                Err(MakeError::NotReached { fewest, .. }) => *fewest,
                Err(error @ MakeError::Unknown(_)) => {
                    why = error.to_string();
                    continue;
                }
                Err(error) => return Err(error.to_string()),
            };
            if best.as_ref().is_none_or(|best| far(&puzzle) < far(best)) {
                best = Some(puzzle);
            }
            if best.as_ref().is_some_and(|best| far(best) == 0) {
                break;
            }
        }
        best.ok_or(why)
    }

    /// Fewer clues make harder puzzles, and fewer squares easier ones.
    fn settings(&self) -> PuzzleSettings {
        let squares = self.board.len() as usize;
        let (clues, minimal) = match self.grade {
            Grade::Easy => (None, false),
            Grade::Medium if squares > 36 => (Some(squares.div_ceil(4)), false),
            Grade::Hard if squares > 49 => (Some((2 * squares).div_ceil(9)), false),
            _ => (None, true),
        };
        let symmetric = self.is_symmetric;
        PuzzleSettings { clues, minimal, symmetric, attempts: 2, ..PuzzleSettings::default() }
    }

    /// The same, but harder, and after the hardest the easiest.
    pub(super) fn harden(&mut self) {
        self.grade = Grade::ALL[(level(self.grade) + 1) % Grade::ALL.len()];
    }
}

/// The place of a grade among all.
fn level(grade: Grade) -> usize {
    Grade::ALL.into_iter().position(|other| other == grade).unwrap_or_default()
}
