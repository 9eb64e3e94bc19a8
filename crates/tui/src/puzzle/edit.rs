//! Numbers go into squares, and out again.

use caracole::Offset;

use super::{Puzzle, State};
use crate::theme::Tone;

impl Puzzle {
    /// Goes on in a direction to the next square, over holes.
    pub(super) fn go(&mut self, offset: Offset) {
        self.is_typing = false;
        let board = &self.wish.board;
        let Some(cursor) = self.cursor else { return };
        let mut place = board.place(cursor);
        for _ in 0..board.files().max(board.ranks()).max(board.levels()) {
            let Some(next) = board.shift(place, offset) else { return };
            place = next;
            if let Some(square) = board.square(place) {
                self.cursor = Some(square);
                return;
            }
        }
    }

    /// One more digit for the number at the cursor.
    pub(super) fn type_digit(&mut self, digit: u64) {
        let last = self.wish.board.len();
        let (State::Playing(game), Some(cursor)) = (&mut self.state, self.cursor) else { return };
        let before = game.number(cursor).filter(|_| self.is_typing);
        let longer = before.map(|number| number * 10 + digit).filter(|&number| number <= last);
        // A number that gets too long begins anew.
        let number = longer.unwrap_or(digit);
        if !(1..=last).contains(&number) {
            return;
        }
        let goes_on = before.is_some();
        self.is_typing = game.write(cursor, Some(number), goes_on);
        if !self.is_typing {
            self.note = Some(("A clue cannot be changed".to_owned(), Tone::Losing));
        }
    }

    /// Takes away the last digit, or the whole number.
    pub(super) fn erase(&mut self, is_one_digit: bool) {
        let (State::Playing(game), Some(cursor)) = (&mut self.state, self.cursor) else { return };
        let shorter = game.number(cursor).map(|number| number / 10);
        let number = shorter.filter(|&number| is_one_digit && number > 0);
        if !game.write(cursor, number, false) {
            self.note = Some(("A clue cannot be changed".to_owned(), Tone::Losing));
        }
        self.is_typing = number.is_some();
    }

    /// Writes a true number.
    pub(super) fn hint(&mut self) {
        let (State::Playing(game), Some(cursor)) = (&mut self.state, self.cursor) else { return };
        self.is_typing = false;
        let say = match game.hint(cursor) {
            Some((square, step)) => {
                self.cursor = Some(square);
                format!("Hint: {} is {step}", self.wish.board.name(square))
            }
            None => "All numbers are right".to_owned(),
        };
        self.note = Some((say, Tone::Winning));
    }

    /// Takes the last number back.
    pub(super) fn undo(&mut self) {
        let State::Playing(game) = &mut self.state else { return };
        self.is_typing = false;
        match game.undo() {
            Some(square) => self.cursor = Some(square),
            None => self.note = Some(("Nothing to undo".to_owned(), Tone::Quiet)),
        }
    }
}
