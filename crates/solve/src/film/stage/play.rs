//! Forwards and backwards.

use std::sync::Arc;

use caracole_core::Square;

use super::{Counts, Stage};
use crate::film::event::{Action, Frame};
use crate::film::shots::{NetworkShot, TrailShot};

impl Stage {
    /// Goes on. Shots must have been put in place.
    #[inline]
    pub(in crate::film) fn go(&mut self, action: Action) -> bool {
        match action {
            Action::Attempt(start) => {
                self.clear_path();
                self.push(start);
                self.counts.attempts += 1;
            }
            Action::Visit(square) => {
                self.push(square);
                self.counts.steps += 1;
            }
            Action::Retreat(_) => {
                self.pop();
                self.counts.retreats += 1;
            }
            Action::Sweep | Action::Trails => {}
        }
        self.last = Some(Frame::new(action));
        true
    }

    /// Takes an action back; `ended` is the path that ended where a walk began, and `before` what
    /// happened before. Shots must be put in place.
    #[inline]
    pub(in crate::film) fn undo(
        &mut self,
        action: Action,
        ended: &[Square],
        before: Option<Frame>,
    ) {
        match action {
            Action::Attempt(_) => {
                self.clear_path();
                for &square in ended {
                    self.push(square);
                }
                self.counts.attempts -= 1;
            }
            Action::Visit(_) => {
                self.pop();
                self.counts.steps -= 1;
            }
            Action::Retreat(left) => {
                self.push(left);
                self.counts.retreats -= 1;
            }
            Action::Sweep | Action::Trails => {}
        }
        self.last = before;
    }

    /// Goes back to where nothing has happened.
    pub(in crate::film) fn reset(&mut self) {
        self.clear_path();
        self.counts = Counts::default();
        (self.network, self.trails, self.last) = (None, None, None);
    }

    pub(in crate::film) const fn shared_network(&self) -> Option<&Arc<NetworkShot>> {
        self.network.as_ref()
    }

    pub(in crate::film) const fn shared_trails(&self) -> Option<&Arc<TrailShot>> {
        self.trails.as_ref()
    }

    pub(in crate::film) fn show_network(&mut self, shot: Option<&Arc<NetworkShot>>) {
        self.network = shot.map(Arc::clone);
    }

    pub(in crate::film) fn show_trails(&mut self, shot: Option<&Arc<TrailShot>>) {
        self.trails = shot.map(Arc::clone);
    }

    #[inline]
    fn push(&mut self, square: Square) {
        self.path.push(square);
        self.steps.set(square, self.path.len() as u32);
    }

    #[inline]
    fn pop(&mut self) {
        if let Some(square) = self.path.pop() {
            self.steps.set(square, 0);
        }
    }

    fn clear_path(&mut self) {
        for &square in &self.path {
            self.steps.set(square, 0);
        }
        self.path.clear();
    }
}
