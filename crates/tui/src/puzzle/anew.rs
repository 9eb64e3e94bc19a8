//! Another puzzle takes the place of this one.

use std::time::Duration;

use caracole::Kind;
use crossterm::event::KeyCode;

use super::game::Game;
use super::maker::Wish;
use super::{Made, Puzzle, State};
use crate::job::Job;
use crate::theme::Tone;

impl Puzzle {
    pub(super) fn making(wish: &Wish) -> State {
        let wish = wish.clone();
        let job = Job::start(move |stop, news| {
            // Who has left does not listen.
            let _ = news.send(wish.make(stop));
        });
        State::Making(job, Duration::ZERO)
    }

    /// Another puzzle, if somebody says so twice or has nothing to lose.
    pub(super) fn anew(&mut self, key: KeyCode, change: impl FnOnce(&mut Wish)) {
        if self.is_sure(key) {
            change(&mut self.wish);
            let view = std::mem::take(&mut self.view);
            *self = Self { view, cursor: self.cursor, ..Self::of(self.wish.clone()) };
        }
    }

    /// Would the key throw numbers away? Then it has to be pressed twice.
    pub(super) fn is_sure(&mut self, key: KeyCode) -> bool {
        let State::Playing(game) = &self.state else { return true };
        let is_sure =
            self.threat == Some(key) || !game.is_begun() || matches!(game.verdict(), Some(Ok(_)));
        if !is_sure {
            self.threat = Some(key);
            self.note =
                Some(("Your numbers will be lost: press it again".to_owned(), Tone::Losing));
        }
        is_sure
    }

    pub(super) fn hear(&mut self, made: Made) {
        self.state = match made {
            Ok(puzzle) => State::Playing(Box::new(Game::new(puzzle))),
            Err(why) => State::None(why),
        };
        if self.cursor.is_none() {
            self.cursor = self.wish.board.squares().next();
        }
    }
}

/// Any tour, closed, open, and any again.
pub(super) const fn next_kind(kind: Kind) -> Kind {
    match kind {
        Kind::Any => Kind::Closed,
        Kind::Closed => Kind::Open,
        Kind::Open => Kind::Any,
    }
}
