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
        let mut tried = Some(self.grade);
        let mut why = "there was no time".to_owned();
        for number in 0..TRIES {
            // Something is left for another try that asks for less.
            let time = TIME.saturating_sub(begun.elapsed()) / 2;
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let memory = Some(memory::share());
            let limits = Limits { time: Some(time), memory, ..Limits::default() };
            let seed = self.seed.wrapping_mul(TRIES).wrapping_add(number);
            let mut run = Run::new().limits(limits).seed(seed).interrupted_by(stop);
            let puzzle = match make(&problem, &self.settings(tried), &mut run) {
                Ok(puzzle) => puzzle,
                // It has more clues than we asked for, and exactly one tour all the same.
                Err(MakeError::NotReached { fewest, .. }) => *fewest,
                Err(error @ MakeError::Unknown(_)) if best.is_none() => {
                    why = error.to_string();
                    tried = tried.and_then(easier);
                    continue;
                }
                Err(MakeError::Unknown(_)) => break,
                Err(error) => return Err(error.to_string()),
            };
            if best.as_ref().is_none_or(|best| far(&puzzle) < far(best)) {
                best = Some(puzzle);
            }
            let is_good = best.as_ref().is_some_and(|best| far(best) == 0);
            if is_good || begun.elapsed() > TIME / 2 {
                break;
            }
        }
        best.ok_or(why)
    }

    /// Fewer clues make harder puzzles, and fewer squares easier ones. Without a grade it is about
    /// having a puzzle at all.
    fn settings(&self, grade: Option<Grade>) -> PuzzleSettings {
        let squares = self.board.len() as usize;
        let clues = match (grade, squares) {
            (None, _) => Some((5 * squares).div_ceil(6)),
            (Some(Grade::Easy), ..=81) => Some(squares.div_ceil(3)),
            (Some(Grade::Medium), 37..=81) => Some(squares.div_ceil(4)),
            (Some(Grade::Hard), 50..=81) => Some((2 * squares).div_ceil(9)),
            (Some(Grade::Fiendish), 65..=81) => Some(squares.div_ceil(5)),
            (_, ..=81) => None,
            (Some(Grade::Easy), _) => Some(squares.div_ceil(2)),
            (Some(Grade::Medium), _) => Some(squares.div_ceil(3)),
            (Some(_), _) => Some(squares.div_ceil(4)),
        };
        // The ends are always shown.
        let clues = clues.map(|clues| clues.max(2).min(squares));
        let (minimal, symmetric) = (clues.is_none(), self.is_symmetric);
        PuzzleSettings { clues, symmetric, minimal, attempts: 2, ..PuzzleSettings::default() }
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

/// The grade below it, if there is one.
fn easier(grade: Grade) -> Option<Grade> {
    Grade::ALL.into_iter().rev().find(|&other| other < grade)
}
