//! A puzzle and the numbers that somebody has written into it.

use std::collections::BTreeMap;

use caracole::puzzle::Puzzle;
use caracole::{Board, Kind, Moves, Path, Square, Tour};

/// A puzzle and the numbers that somebody has written into it.
pub(super) struct Game {
    puzzle: Puzzle,
    moves: Moves,
    clues: BTreeMap<Square, u64>,
    written: BTreeMap<Square, u64>,
    /// What was changed, and what stood there before.
    history: Vec<(Square, Option<u64>)>,
}

/// What is wrong with a number that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is a clue elsewhere.
    Clue(Square),
    /// It stands elsewhere too.
    Twice(Square),
    /// The number before or after it is not a move away.
    NoMove(u64, Square),
    /// The tour must not be closed, and so it would be.
    Home(Square),
}

impl Game {
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

    /// The number on a square, be it a clue or not.
    pub(super) fn number(&self, square: Square) -> Option<u64> {
        self.clues.get(&square).or_else(|| self.written.get(&square)).copied()
    }

    pub(super) fn is_clue(&self, square: Square) -> bool {
        self.clues.contains_key(&square)
    }

    /// How many squares have a number.
    pub(super) fn filled(&self) -> usize {
        self.clues.len() + self.written.len()
    }

    /// Has somebody written something?
    pub(super) fn is_begun(&self) -> bool {
        !self.written.is_empty()
    }

    /// Writes a number on a square, or takes it away; says whether it may. What is still being typed
    /// is one change with what was typed before.
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

    /// Takes the last change back, and says where it was.
    pub(super) fn undo(&mut self) -> Option<Square> {
        let (square, before) = self.history.pop()?;
        match before {
            Some(number) => self.written.insert(square, number),
            None => self.written.remove(&square),
        };
        Some(square)
    }

    /// Writes a true number: that of the square, unless it stands there already; else the first one
    /// that is not where it belongs. `None` if all are.
    pub(super) fn hint(&mut self, square: Square) -> Option<(Square, u64)> {
        let tour = self.puzzle.solution();
        let is_open = |square: Square| self.number(square) != tour.step_of(square);
        let here = Some(square).filter(|&square| is_open(square));
        let square = here.or_else(|| tour.squares().find(|&square| is_open(square)))?;
        let step = tour.step_of(square)?;
        self.write(square, Some(step), false);
        Some((square, step))
    }

    /// Everything that is wrong with what was written, as far as the rules tell.
    pub(super) fn faults(&self) -> BTreeMap<Square, Fault> {
        let mut places: BTreeMap<u64, Vec<Square>> = BTreeMap::new();
        for (&square, &number) in self.clues.iter().chain(&self.written) {
            places.entry(number).or_default().push(square);
        }
        let of = |number: u64| places.get(&number).map_or(&[][..], Vec::as_slice);
        let fault = |square: Square, number: u64| {
            if let Some(&other) = of(number).iter().find(|&&other| other != square) {
                let is_clue = self.is_clue(other);
                return Some(if is_clue { Fault::Clue(other) } else { Fault::Twice(other) });
            }
            let beside = self.beside(number).into_iter().flatten().find_map(|number| {
                let others = of(number);
                let is_near = others.iter().any(|&other| self.is_move(square, other));
                others.first().filter(|_| !is_near).map(|&other| Fault::NoMove(number, other))
            });
            beside.or_else(|| {
                let home = self.home(number)?;
                let other = of(home).iter().find(|&&other| self.is_move(square, other))?;
                Some(Fault::Home(*other))
            })
        };
        let written = self.written.iter();
        written.filter_map(|(&square, &number)| Some((square, fault(square, number)?))).collect()
    }

    /// The numbers that must be a move away from this one.
    fn beside(&self, number: u64) -> [Option<u64>; 2] {
        let is_closed = self.puzzle.problem().kind() == Kind::Closed;
        caracole::steps_beside(number, self.board().len(), is_closed)
    }

    /// The other end, if it must not be a move away.
    fn home(&self, number: u64) -> Option<u64> {
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

    /// The tour, if every square has its number and the verifier agrees; else what it says. `None` as
    /// long as a square is empty.
    pub(super) fn verdict(&self) -> Option<Result<Tour, String>> {
        let board = self.board();
        let mut numbered: Vec<(u64, Square)> = board
            .squares()
            .map(|square| self.number(square).map(|number| (number, square)))
            .collect::<Option<_>>()?;
        numbered.sort_unstable();
        // Squares in the right order are not enough.
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

impl Fault {
    /// What is wrong, in words.
    pub(super) fn text(self, board: &Board, square: Square, number: u64) -> String {
        let name = board.name(square);
        match self {
            Self::Clue(other) => format!("{name}: {number} is the clue of {}", board.name(other)),
            Self::Twice(other) => format!("{name}: {number} stands on {} too", board.name(other)),
            Self::NoMove(step, other) => {
                format!("{name}: {number} is no move from {step} on {}", board.name(other))
            }
            Self::Home(other) => {
                format!("{name}: {number} is a move from the other end on {}", board.name(other))
            }
        }
    }
}
