//! What keys and mouse do to the game.

use caracole::coach::{Judgement, Position};
use caracole::{Offset, Square, Standing};

use super::{Doubt, Play, words};
use crate::numbers::number_of;
use crate::screen::Turn;
use crate::theme::Tone;

impl Play {
    /// The position has changed.
    pub(super) fn changed(&mut self) {
        self.standing = self.game.standing();
        self.is_unsaved = true;
        self.hinted = None;
        self.cursor = self.game.knight().unwrap_or(self.cursor);
        self.coach.forget();
        if self.coach.is_on {
            self.coach.ask(&self.game);
        }
        self.tell_standing();
    }

    /// Says how the game stands, if there is something to say.
    pub(super) fn tell_standing(&mut self) {
        match &self.standing {
            Standing::Going if self.blind.is_some() => self.say(self.status(), Tone::Plain),
            Standing::Going => self.say("", Tone::Plain),
            Standing::Finished(tour) => {
                let kind = if tour.is_closed() { "A closed" } else { "An open" };
                let squares = number_of(tour.len(), "square");
                self.say(
                    format!("{kind} tour of {squares}, and the verifier agrees."),
                    Tone::Winning,
                );
            }
            Standing::Stuck(impasse) => {
                self.say(format!("Stuck, {impasse}. u takes a move back."), Tone::Losing);
            }
        }
    }

    /// Where the game is, in a line.
    pub(super) fn status(&self) -> String {
        let board = self.game.problem().board();
        match self.game.knight() {
            None => format!("Choose the first of {} squares.", board.len()),
            Some(knight) => {
                let (step, name) = (self.game.played().len(), board.name(knight));
                format!("Step {step} of {}, on {name}.", board.len())
            }
        }
    }

    /// Plays a square, or says why not.
    pub(super) fn play(&mut self, square: Square) {
        let lost = self.told_to_lose(square);
        if let Err(error) = self.game.play(square) {
            return self.say(format!("Not so: {error}."), Tone::Losing);
        }
        self.changed();
        if let Some(reason) = lost.filter(|_| matches!(self.standing, Standing::Going)) {
            let name = self.game.problem().board().name(square);
            self.say(format!("{name} loses: {reason}."), Tone::Losing);
        }
    }

    /// Why the coach says that a move gives the game away, if he is asked and does.
    fn told_to_lose(&self, square: Square) -> Option<String> {
        let advice = self.coach.advice.as_ref().filter(|_| self.coach.is_on)?;
        match (&advice.position, self.coach.judgement(square)?) {
            (Position::Open(_), Judgement::Losing(proof)) => Some(words::reason(proof)),
            _ => None,
        }
    }

    /// Plays the move in a direction.
    pub(super) fn play_by_number(&mut self, digit: char) {
        let number = digit.to_digit(10).unwrap_or(0) as usize;
        match (self.game.toward(number), self.game.knight()) {
            (Some(square), _) => self.play(square),
            (None, None) => self.say("Choose the first square before a direction.", Tone::Losing),
            (None, Some(knight)) => {
                let name = self.game.problem().board().name(knight);
                self.say(format!("Move {number} leads from {name} to no square."), Tone::Losing);
            }
        }
    }

    pub(super) fn undo(&mut self) {
        match self.game.undo() {
            Some(_) => self.changed(),
            None => self.say("There is nothing to take back.", Tone::Quiet),
        }
    }

    pub(super) fn redo(&mut self) {
        match self.game.redo() {
            Some(_) => self.changed(),
            None => self.say("There is nothing to play again.", Tone::Quiet),
        }
    }

    /// Takes everything back, but a start that is fixed.
    pub(super) fn restart(&mut self) {
        while self.game.undo().is_some() {}
        if self.game.problem().start().is_some() {
            self.game.redo();
        }
        self.changed();
        self.say("A new game: r plays the old one again.", Tone::Plain);
    }

    /// Moves the cursor to the next square in a direction, over holes.
    pub(super) fn move_cursor(&mut self, files: i64, ranks: i64, levels: i64) {
        let board = self.game.problem().board();
        let longest = board.files().max(board.ranks()).max(board.levels());
        let reach = |by: i64| {
            let offset = Offset { files: files * by, ranks: ranks * by, levels: levels * by };
            board.step(self.cursor, offset)
        };
        // Holes are counted: between two squares there are no more than a board has.
        let most = (board.area() - board.len() + 1).min(u64::from(longest)) as i64;
        if let Some(square) = (1..=most).find_map(reach) {
            self.cursor = square;
        }
    }

    /// Moves the cursor to the next square that may be played.
    pub(super) fn next_legal(&mut self, is_forward: bool) {
        let next = match (self.game.knight(), self.game.problem().start()) {
            (None, Some(start)) => Some(start),
            (None, None) => self.next_start(is_forward),
            (Some(_), _) => {
                let legal: Vec<Square> = self.game.legal().collect();
                let at = legal.iter().position(|&square| square == self.cursor);
                let at = match (at, is_forward) {
                    (None, true) => 0,
                    (None, false) => legal.len().saturating_sub(1),
                    (Some(at), true) => (at + 1) % legal.len(),
                    (Some(at), false) => (at + legal.len() - 1) % legal.len(),
                };
                legal.get(at).copied()
            }
        };
        self.cursor = next.unwrap_or(self.cursor);
    }

    /// The next square to start from by its number. Nearly each is one, so that it is near.
    fn next_start(&self, is_forward: bool) -> Option<Square> {
        let (at, area) = (self.cursor.index(), self.game.problem().board().area());
        let numbers = (1..=area).map(|by| (at + if is_forward { by } else { area - by }) % area);
        numbers.map(Square::from_index).find(|&square| self.game.check(square).is_ok())
    }

    /// Are there moves that no file holds, be they taken back?
    pub(super) fn has_unsaved_moves(&self) -> bool {
        let has_moves = !self.game.played().is_empty() || self.game.undone().next().is_some();
        self.is_unsaved && has_moves
    }

    /// Goes back to where the game was called from; asks before moves are lost.
    pub(super) fn leave(&mut self) -> Turn {
        if self.has_unsaved_moves() && self.doubt != Some(Doubt::Leave) {
            self.doubt = Some(Doubt::Leave);
            self.say("The game is not saved: s saves it, Esc again leaves.", Tone::Plain);
            return Turn::Stay;
        }
        Turn::Back
    }
}
