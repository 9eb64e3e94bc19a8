//! A puzzle with the numbers of the player, and how puzzles are made.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use caracole::board::Moves;
use caracole::puzzle::{Grade, Puzzle, PuzzleError, PuzzleSettings, make};
use caracole::solvers::{Limits, Run};
use caracole::{Board, Kind, Options, Path, Problem, Square, Tour};

use crate::text::memory_limit;

/// A puzzle with the numbers of the player.
pub(super) struct PuzzleGrid {
    puzzle: Puzzle,
    moves: Moves,
    clues: BTreeMap<Square, u64>,
    written: BTreeMap<Square, u64>,
    /// The changed squares with their previous numbers.
    history: Vec<(Square, Option<u64>)>,
}

/// A violation of the rules by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Violation {
    /// It is a clue on another square.
    Clue(Square),
    /// It is on another square too.
    Twice(Square),
    /// The number before or after it is not a move away.
    NoMove(u64, Square),
    /// It would close the tour, which must be open.
    Closed(Square),
}

impl PuzzleGrid {
    pub(super) fn new(puzzle: Puzzle) -> Self {
        let problem = puzzle.problem();
        let moves = Moves::new(problem.piece(), problem.board());
        let clues = problem.clues().map(|(step, square)| (square, step)).collect();
        Self { puzzle, moves, clues, written: BTreeMap::new(), history: Vec::new() }
    }

    pub(super) const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    const fn board(&self) -> &Board {
        self.puzzle.problem().board()
    }

    /// Returns the number on a square, from a clue or from the player.
    pub(super) fn number(&self, square: Square) -> Option<u64> {
        self.clues.get(&square).or_else(|| self.written.get(&square)).copied()
    }

    pub(super) fn is_clue(&self, square: Square) -> bool {
        self.clues.contains_key(&square)
    }

    /// Returns the number of squares that have a number.
    pub(super) fn filled(&self) -> usize {
        self.clues.len() + self.written.len()
    }

    /// Returns true if the player has written a number.
    pub(super) fn is_begun(&self) -> bool {
        !self.written.is_empty()
    }

    /// Sets or removes the number of a square. Returns false for a clue. A number that is still being typed
    /// is one change.
    pub(super) fn write(&mut self, square: Square, number: Option<u64>, goes_on: bool) -> bool {
        if self.is_clue(square) {
            return false;
        }
        let before = match number {
            Some(number) => self.written.insert(square, number),
            None => self.written.remove(&square),
        };
        if !goes_on && before != number {
            self.history.push((square, before));
        }
        true
    }

    /// Undoes the last change, and returns its square.
    pub(super) fn undo(&mut self) -> Option<Square> {
        let (square, before) = self.history.pop()?;
        match before {
            Some(number) => self.written.insert(square, number),
            None => self.written.remove(&square),
        };
        Some(square)
    }

    /// Writes a correct number: on this square, or if it is correct, on the first square of the solution
    /// that is not. Returns `None` if all are.
    pub(super) fn hint(&mut self, square: Square) -> Option<(Square, u64)> {
        let tour = self.puzzle.solution();
        let is_open = |square: Square| self.number(square) != tour.step_of(square);
        let here = Some(square).filter(|&square| is_open(square));
        let square = here.or_else(|| tour.squares().find(|&square| is_open(square)))?;
        let step = tour.step_of(square)?;
        self.write(square, Some(step), false);
        Some((square, step))
    }

    /// Returns the violations of the rules by the numbers of the player.
    pub(super) fn violations(&self) -> BTreeMap<Square, Violation> {
        let mut places: BTreeMap<u64, Vec<Square>> = BTreeMap::new();
        for (&square, &number) in self.clues.iter().chain(&self.written) {
            places.entry(number).or_default().push(square);
        }
        let of = |number: u64| places.get(&number).map_or(&[][..], Vec::as_slice);
        let violation = |square: Square, number: u64| {
            if let Some(&other) = of(number).iter().find(|&&other| other != square) {
                let is_clue = self.is_clue(other);
                return Some(if is_clue {
                    Violation::Clue(other)
                } else {
                    Violation::Twice(other)
                });
            }
            let beside = self.beside(number).into_iter().flatten().find_map(|number| {
                let others = of(number);
                let is_near = others.iter().any(|&other| self.is_move(square, other));
                others.first().filter(|_| !is_near).map(|&other| Violation::NoMove(number, other))
            });
            beside.or_else(|| {
                let end = self.other_end(number)?;
                let other = of(end).iter().find(|&&other| self.is_move(square, other))?;
                Some(Violation::Closed(*other))
            })
        };
        let written = self.written.iter();
        written
            .filter_map(|(&square, &number)| Some((square, violation(square, number)?)))
            .collect()
    }

    /// Returns the numbers that must be a move away from this one.
    fn beside(&self, number: u64) -> [Option<u64>; 2] {
        let is_closed = self.puzzle.problem().kind() == Kind::Closed;
        caracole::verify::adjacent_steps(number, self.board().len(), is_closed)
    }

    /// Returns the number of the other end, if it must not be a move away.
    fn other_end(&self, number: u64) -> Option<u64> {
        let last = self.board().len();
        let other = match number {
            1 => last,
            _ if number == last => 1,
            _ => return None,
        };
        (self.puzzle.problem().kind() == Kind::Open && last > 2).then_some(other)
    }

    fn is_move(&self, a: Square, b: Square) -> bool {
        self.moves.from(self.board(), a).any(|to| to == b)
    }

    /// Returns the verified tour or the first defect, or `None` if a square
    /// is empty.
    pub(super) fn verdict(&self) -> Option<Result<Tour, String>> {
        let board = self.board();
        let mut numbered: Vec<(u64, Square)> = board
            .squares()
            .map(|square| self.number(square).map(|number| (number, square)))
            .collect::<Option<_>>()?;
        numbered.sort_unstable();
        // The order of the squares alone would not show a missing number.
        if let Some((step, _)) = (1..).zip(&numbered).find(|(step, (number, _))| step != number) {
            return Some(Err(format!("{step} is missing")));
        }
        let path: Path = numbered.into_iter().map(|(_, square)| square).collect();
        Some(Tour::verify(self.puzzle.problem(), path).map_err(|rejected| {
            let first = rejected.verdict.defects().first();
            first.map(|defect| defect.text(board)).unwrap_or_default()
        }))
    }
}

impl Violation {
    /// Returns the violation in words.
    pub(super) fn text(self, board: &Board, square: Square, number: u64) -> String {
        let name = board.name(square);
        match self {
            Self::Clue(other) => format!("{name}: {number} is the clue of {}", board.name(other)),
            Self::Twice(other) => format!("{name}: {number} is on {} too", board.name(other)),
            Self::NoMove(step, other) => {
                format!("{name}: {number} is not a move from {step} on {}", board.name(other))
            }
            Self::Closed(other) => {
                format!("{name}: {number} is a move from the other end on {}", board.name(other))
            }
        }
    }
}

/// The properties of the puzzle to make.
#[derive(Clone, Debug)]
pub(super) struct PuzzleRequest {
    pub(super) board: Board,
    pub(super) kind: Kind,
    pub(super) grade: Grade,
    /// True if the clues are symmetric under a half turn.
    pub(super) is_symmetric: bool,
    /// The random seed.
    pub(super) seed: u64,
}

/// The most puzzles that are made, and the time limit, until one has the requested grade.
const TRIES: u64 = 12;
const TIME: Duration = Duration::from_secs(8);

impl PuzzleRequest {
    /// Returns the first puzzle with the requested grade, or the closest one, or why there is none. The grade
    /// depends on the clues, and small boards have no hard puzzles, so several puzzles are
    /// made.
    pub(super) fn make(&self, stop: &AtomicBool) -> Result<Puzzle, String> {
        let begun = Instant::now();
        let problem = Problem::new(self.board.clone()).of_kind(self.kind);
        let far = |puzzle: &Puzzle| level(puzzle.grade()).abs_diff(level(self.grade));
        let mut best: Option<Puzzle> = None;
        let mut tried = Some(self.grade);
        let mut why = "there was no time".to_owned();
        for number in 0..TRIES {
            // The rest of the time is for an attempt with a lower grade.
            let time = TIME.saturating_sub(begun.elapsed()) / 2;
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let memory = Some(memory_limit());
            let limits = Limits { time: Some(time), memory, ..Limits::default() };
            let seed = self.seed.wrapping_mul(TRIES).wrapping_add(number);
            let mut run =
                Run::with_options(&Options::new().limits(limits).seed(seed).cancel_flag(stop));
            let puzzle = match make(&problem, &self.settings(tried), &mut run) {
                Ok(puzzle) => puzzle,
                // It has more clues than requested, but exactly one solution.
                Err(PuzzleError::NotReached { fewest, .. }) => *fewest,
                Err(error @ PuzzleError::Unknown(_)) if best.is_none() => {
                    why = error.to_string();
                    tried = tried.and_then(easier);
                    continue;
                }
                Err(PuzzleError::Unknown(_)) => break,
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

    /// Returns the settings for a grade. Fewer clues make harder puzzles, and fewer squares easier ones.
    /// Without a grade, any puzzle will do.
    fn settings(&self, grade: Option<Grade>) -> PuzzleSettings {
        let squares = self.board.len() as usize;
        let settings = match grade {
            Some(grade) => PuzzleSettings::for_grade(grade, squares),
            None => PuzzleSettings {
                clues: Some((5 * squares).div_ceil(6).max(2).min(squares)),
                attempts: 2,
                ..PuzzleSettings::default()
            },
        };
        PuzzleSettings { symmetric: self.is_symmetric, ..settings }
    }

    /// Selects the next harder grade, after the hardest the easiest.
    pub(super) fn harden(&mut self) {
        self.grade = Grade::ALL[(level(self.grade) + 1) % Grade::ALL.len()];
    }
}

/// Returns the index of a grade.
fn level(grade: Grade) -> usize {
    Grade::ALL.into_iter().position(|other| other == grade).unwrap_or_default()
}

/// Returns the next easier grade.
fn easier(grade: Grade) -> Option<Grade> {
    Grade::ALL.into_iter().rev().find(|&other| other < grade)
}
