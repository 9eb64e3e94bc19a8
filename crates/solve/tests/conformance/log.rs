//! An observer that logs all events, and replays them.

use std::ops::ControlFlow;

use caracole_core::Square;
use caracole_solve::{NetworkView, Observer};

/// An event of an observer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    Attempt(Square),
    Visit(u64, Square),
    Retreat(u64, Square),
    Sweep(Vec<(Square, Square)>),
}

/// A log of all events, and the number of events after which it stops the solver.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) events: Vec<Event>,
    pub(crate) stop_after: Option<usize>,
}

impl Log {
    fn note(&mut self, event: Event) -> ControlFlow<()> {
        self.events.push(event);
        match self.stop_after {
            Some(most) if self.events.len() >= most => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Replays the log. Returns the path since the last start. Panics if the log contradicts itself.
    pub(crate) fn replay(&self) -> Vec<Square> {
        let mut path: Vec<Square> = Vec::new();
        let mut start = None;
        for event in &self.events {
            match *event {
                Event::Attempt(square) => {
                    path.clear();
                    start = Some(square);
                }
                Event::Visit(step, square) => {
                    assert_eq!(
                        start.take().unwrap_or(square),
                        square,
                        "a walk begins at its start"
                    );
                    assert!(!path.contains(&square), "no square is visited twice");
                    path.push(square);
                    assert_eq!(path.len() as u64, step, "steps are counted from 1");
                }
                Event::Retreat(step, square) => {
                    path.pop();
                    assert_eq!((path.len() as u64, path.last()), (step, Some(&square)));
                }
                Event::Sweep(_) => {}
            }
        }
        path
    }

    /// Returns the number of events of a kind.
    pub(crate) fn count(&self, is_of_sort: impl Fn(&Event) -> bool) -> u64 {
        self.events.iter().filter(|event| is_of_sort(event)).count() as u64
    }
}

impl Observer for Log {
    fn begin_walk(&mut self, start: Square) -> ControlFlow<()> {
        self.note(Event::Attempt(start))
    }

    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        self.note(Event::Visit(step, square))
    }

    fn backtrack(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        self.note(Event::Retreat(step, square))
    }

    fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
        self.note(Event::Sweep(network.active_moves().collect()))
    }
}
