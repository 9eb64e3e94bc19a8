//! What the coach does for the player.

use caracole::coach::{Position, WayBack};
use caracole::{Square, Standing};

use super::coach::{Coach, MOST_SQUARES, News, Wish};
use super::{Play, words};
use crate::theme::Tone;

impl Play {
    pub(super) fn toggle_coach(&mut self) {
        self.coach.is_on = !self.coach.is_on;
        if self.coach.is_on && !Coach::judges_board(&self.game) {
            self.coach.is_on = false;
            return self.refuse();
        }
        let word = if self.coach.is_on { "The coach looks on." } else { "The coach is silent." };
        self.say(word, Tone::Plain);
        if self.coach.is_on {
            self.coach.ask(&self.game);
        }
    }

    /// The board is too large for the coach, or there are too many squares to start from.
    fn refuse(&mut self) {
        let squares = self.game.problem().board().len();
        let text = if Coach::judges_board(&self.game) {
            format!("On {squares} squares the coach waits for the first one: choose it.")
        } else {
            format!("The coach judges boards of up to {MOST_SQUARES} squares, not {squares}.")
        };
        self.say(text, Tone::Unknown);
    }

    /// A hint or the end of the tour is wanted.
    pub(super) fn wish(&mut self, wish: Wish) {
        if matches!(self.standing, Standing::Finished(_)) {
            return self.tell_standing();
        }
        if !Coach::judges(&self.game) {
            return self.refuse();
        }
        self.coach.wish(wish);
        self.coach.ask(&self.game);
        if let Some(wish) = self.coach.due() {
            self.fulfil(wish);
        } else if self.blind.is_none() {
            self.say("The coach is thinking.", Tone::Quiet);
        }
    }

    /// Something is new from the coach.
    pub(super) fn hear_coach(&mut self) {
        match self.coach.news() {
            None => {}
            Some(News::Refusal(why)) => self.say(format!("The coach says: {why}."), Tone::Unknown),
            Some(News::Advice(advice)) => {
                let ((position, tone), tally) =
                    (words::position(&advice.position), words::tally(&advice));
                self.coach.keep(advice);
                if let Some(wish) = self.coach.due() {
                    self.fulfil(wish);
                } else if self.blind.is_some() {
                    self.say(format!("The coach says: {position} ({tally})."), tone);
                }
            }
            Some(News::WayBack(way)) => {
                let text = words::way_back(&self.game, &way);
                // Blindfold the reason was told a line above; a game that could never be won has
                // another one.
                let is_told = self.blind.is_some() || matches!(*way, WayBack::Nowhere(_));
                let reason = self.coach.advice.as_deref().filter(|_| !is_told);
                let reason = reason.map(|advice| words::no_winning_move(advice).0);
                let text = [text].into_iter().chain(reason).collect::<Vec<_>>().join(" ");
                self.say(text, Tone::Losing);
            }
        }
    }

    /// Does what was wished, now that the position is judged.
    fn fulfil(&mut self, wish: Wish) {
        let Some(advice) = &self.coach.advice else { return };
        let board = self.game.problem().board();
        match (wish, &advice.position, words::winning_move(&self.game, advice)) {
            (Wish::Hint, _, Some(square)) => {
                let text =
                    format!("Hint: {}. There is a tour that goes on there.", board.name(square));
                (self.cursor, self.hinted) = (square, Some(square));
                self.say(text, Tone::Winning);
            }
            (Wish::Finish, Position::Open(tour), Some(_)) => {
                let rest: Vec<Square> = tour.squares().skip(self.game.played().len()).collect();
                let last = rest.iter().try_for_each(|&square| self.game.play(square));
                self.changed();
                if let Err(error) = last {
                    self.say(format!("Not so: {error}."), Tone::Losing);
                }
            }
            (_, position, _) => {
                let is_lost = matches!(position, Position::Lost(_));
                let (text, tone) = words::no_winning_move(advice);
                self.say(text, tone);
                if is_lost && !self.game.played().is_empty() {
                    self.coach.ask_way_back(&self.game);
                }
            }
        }
    }
}
