//! What a problem asks beyond a tour.

use crate::{Kind, Square};

use super::super::Defect;
use super::{Check, place_at, step_of};

impl Check<'_> {
    /// Kind, clues, and moves that must or must not be made; says whether the tour is closed. All
    /// steps were seen to be right before.
    pub(super) fn whole(&self) -> Result<bool, Defect> {
        let ends = [1, self.len].map(|step| place_at(self.formula, step));
        let squares = ends.map(|end| self.square(end));
        let is_closed = self.len >= 3 && self.is_move(ends[1], ends[0]);
        match self.problem.kind() {
            Kind::Closed if !is_closed => return Err(Defect::NotClosed { squares }),
            Kind::Open if is_closed => return Err(Defect::NotOpen { squares }),
            _ => {}
        }
        for (step, expected) in self.problem.clues() {
            let found = self.square(place_at(self.formula, step));
            if found != expected {
                return Err(Defect::WrongSquare { step, expected, found });
            }
        }
        let home = self.problem.kind() == Kind::Closed;
        for &(a, b) in self.problem.used() {
            if self.move_between([a, b], home).is_none() {
                return Err(Defect::UnusedMove { squares: [a, b] });
            }
        }
        for &(a, b) in self.problem.avoided() {
            if let Some(step) = self.move_between([a, b], home) {
                return Err(Defect::AvoidedMove { step, squares: [a, b] });
            }
        }
        Ok(is_closed)
    }

    /// The step that goes between two squares, if there is one; the move home is after the last.
    fn move_between(&self, squares: [Square; 2], home: bool) -> Option<u64> {
        let board = self.problem.board();
        let [a, b] = squares.map(|square| step_of(self.formula, board.place(square)));
        let (early, late) = (a.min(b), a.max(b));
        match late - early {
            1 => Some(late),
            apart if home && apart + 1 == self.len => Some(self.len + 1),
            _ => None,
        }
    }
}
