//! What solvers tell.
//!
//! Each function answers whether something new has happened: what contradicts the path is passed
//! over, and so is the visit of the start, which [`Event::Attempt`](super::Event) has in it.

use std::sync::Arc;

use caracole_core::Square;

use super::Stage;
use crate::film::event::{Action, Frame};
use crate::film::shots::{NetworkShot, TrailShot};
use crate::{NetworkView, TrailView};

impl Stage {
    pub(in crate::film) fn hear_attempt(&mut self, start: Square) -> bool {
        self.may_stand_on(start) && self.go(Action::Attempt(start))
    }

    pub(in crate::film) fn hear_visit(&mut self, step: u64, square: Square) -> bool {
        let is_next = step == self.path.len() as u64 + 1 && self.steps.get(square) == 0;
        is_next && self.may_stand_on(square) && self.go(Action::Visit(square))
    }

    pub(in crate::film) fn hear_retreat(&mut self, step: u64, square: Square) -> bool {
        match *self.path {
            [.., before, left] if before == square && step == self.path.len() as u64 - 1 => {
                self.go(Action::Retreat(left))
            }
            _ => false,
        }
    }

    pub(in crate::film) fn hear_network(&mut self, view: &NetworkView<'_>) -> bool {
        let shot = NetworkShot::new(view, self.network());
        self.network = Some(Arc::new(shot));
        self.go(Action::Sweep)
    }

    pub(in crate::film) fn hear_trails(&mut self, view: &TrailView<'_>) -> bool {
        let shot = TrailShot::new(view, self.trails());
        self.trails = Some(Arc::new(shot));
        self.go(Action::Trails)
    }

    fn may_stand_on(&self, square: Square) -> bool {
        self.board().contains(square) && Frame::holds(square) && self.path.len() < u32::MAX as usize
    }
}
