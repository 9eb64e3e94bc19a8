//! Tours of boards that are too large to be walked.

use caracole_core::{Problem, Square};
use caracole_solve::{Locator, Random};

use crate::{located, place};

/// A tour of a board that is too large to be walked, and the number of checked queries.
pub(crate) struct Vast<'a> {
    problem: &'a Problem,
    locator: Locator,
    checked: u64,
}

impl<'a> Vast<'a> {
    /// Returns the tour of a problem.
    pub(crate) fn new(problem: &'a Problem) -> Self {
        let locator = located(problem).into_result().unwrap_or_else(|outcome| {
            panic!("{} {problem:?}: {outcome:?}", problem.board());
        });
        Self { problem, locator, checked: 0 }
    }

    /// Returns the number of checked queries.
    pub(crate) const fn checked(&self) -> u64 {
        self.checked
    }

    /// Checks that a step has a square, that the square has the step, and that the squares before and after it are a
    /// knight's move away, by an arithmetic of its own.
    fn check_step(&mut self, step: u64) {
        let board = self.problem.board();
        let name = || format!("{} {:?} step {step}", board, self.problem);
        let square = self.locator.square_at(step).unwrap_or_else(|| panic!("{}", name()));
        assert_eq!(self.locator.step_of(square), Some(step), "{}", name());
        let before = self.locator.predecessor(square);
        let after = self.locator.successor(square);
        let is_closed = self.locator.is_closed();
        assert_eq!(before.is_some(), step > 1 || is_closed, "{}", name());
        assert_eq!(after.is_some(), step < board.len() || is_closed, "{}", name());
        assert_ne!(before, after, "{}", name());
        for beside in [before, after].into_iter().flatten() {
            let [here, there] = [square, beside].map(|square| board.coord(square));
            let files = here.file.index().abs_diff(there.file.index());
            let ranks = here.rank.index().abs_diff(there.rank.index());
            assert_eq!((files * ranks, files + ranks), (2, 3), "{}", name());
        }
        if step > 1 {
            assert_eq!(before, self.locator.square_at(step - 1), "{}", name());
        }
        self.checked += 1;
    }

    fn check_square(&mut self, square: Square) -> u64 {
        let step = self.locator.step_of(square);
        let step = step.unwrap_or_else(|| panic!("{:?} {square:?}", self.problem));
        assert_eq!(self.locator.square_at(step), Some(square), "{:?}", self.problem);
        self.checked += 1;
        step
    }

    /// Checks some steps before and after one.
    fn check_around(&mut self, step: u64) {
        const WINDOW: u64 = 8;
        let last = self.locator.len().min(step.saturating_add(WINDOW));
        (step.saturating_sub(WINDOW).max(1)..=last).for_each(|step| self.check_step(step));
    }

    /// Checks the steps between parts of the tour: at the ends, at the corners, where the trunk turns, and where
    /// the tour without rotation begins.
    pub(crate) fn check_seams(&mut self) {
        let board = self.problem.board().clone();
        let len = board.len();
        for step in [1, 2, len / 3, len / 2, len / 2 + 1, len - 1, len] {
            self.check_around(step);
        }
        let ends = [1, len].map(|step| {
            let square = self.locator.square_at(step).expect("an end");
            board.coord(square)
        });
        let around = |at: u32, side: u32| {
            [0, 5, 6, 11, 12]
                .into_iter()
                .flat_map(move |by| [at.saturating_sub(by), at.saturating_add(by).min(side - 1)])
        };
        let (files, ranks) = (board.files(), board.ranks());
        let file_marks =
            [0, files / 2, files - 1].into_iter().chain(ends.map(|end| end.file.index()));
        let rank_marks =
            [0, ranks / 2, ranks - 1].into_iter().chain(ends.map(|end| end.rank.index()));
        for file in file_marks {
            for rank in rank_marks.clone() {
                let corner = board.square(place(file, rank)).expect("on the board");
                let step = self.check_square(corner);
                self.check_around(step);
                for (file, rank) in around(file, files).zip(around(rank, ranks)) {
                    let beside = board.square(place(file, rank)).expect("on the board");
                    let step = self.check_square(beside);
                    self.check_step(step);
                }
            }
        }
        if board.len().is_multiple_of(2) {
            let round = located(&Problem::new(board).closed()).found().expect("an even board");
            let begin = round.square_at(1).expect("a first square");
            let step = self.check_square(begin);
            self.check_around(step);
        }
    }

    /// Checks a number of random steps and squares.
    pub(crate) fn check_some(&mut self, count: u64, random: &mut Random) {
        for _ in 0..count {
            let step = 1 + random.below(self.locator.len());
            self.check_step(step);
            self.check_square(Square::from_index(random.below(self.locator.len())));
        }
    }
}
