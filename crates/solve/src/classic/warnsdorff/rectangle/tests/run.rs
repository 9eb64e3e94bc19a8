//! Who watches a walk, and what stops it.

use std::ops::ControlFlow;

use crate::{Limits, Observer};

use super::*;

/// The squares of a walk.
#[derive(Default)]
pub(super) struct Diary {
    pub(super) visits: Vec<Square>,
    most: Option<usize>,
}

impl Diary {
    /// Stops the walk when it has so many squares.
    pub(super) fn upto(most: usize) -> Self {
        Self { most: Some(most), ..Self::default() }
    }
}

impl Observer for Diary {
    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        self.visits.push(square);
        assert_eq!(step, self.visits.len() as u64);
        if self.most == Some(self.visits.len()) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn every_visit_is_seen() {
    let (board, moves) = shuffled(40, 40, 7);
    let rectangle = Rectangle::new(&board, &moves).unwrap();
    let start = Square::from_index(0);
    for tie in ties(1) {
        let mut diary = Diary::default();
        let mut seen = Run::new().observed_by(&mut diary);
        let walk = told(rectangle.walk(start, None, tie.clone(), &mut seen));
        let mut unseen = Run::new();
        assert_eq!(told(rectangle.walk(start, None, tie.clone(), &mut unseen)), walk);
        assert_eq!(seen.stats(), unseen.stats());
        assert_eq!(diary.visits, walk.0);
        let mut diary = Diary::upto(9);
        let stopped = rectangle.walk(start, None, tie, &mut Run::new().observed_by(&mut diary));
        assert_eq!(stopped, Err(Stuck::Stopped(StopCause::Interrupt)));
        assert_eq!(diary.visits, walk.0[..9]);
    }
}

#[test]
fn limits_are_kept_to_the_step() {
    let board = Board::rectangle(50, 50).unwrap();
    let moves = Moves::new(&Piece::KNIGHT, &board);
    let rectangle = Rectangle::new(&board, &moves).unwrap();
    let start = Square::from_index(0);
    let walk = |limits: Limits| {
        let mut run = Run::new().limits(limits);
        let walk = rectangle.walk(start, None, RectangleTie::Roth, &mut run);
        (walk.map(|path| path.len()), run.stats().steps)
    };
    let steps = |steps| Limits { steps: Some(steps), ..Limits::default() };
    for limit in [0, 1, 1023, 1024, 1025, 2498] {
        assert_eq!(walk(steps(limit)), (Err(Stuck::Stopped(StopCause::Steps)), limit));
    }
    assert_eq!(walk(steps(2499)), (Ok(2500), 2499));
    // Four bytes a square for the path, and one for each of 52 files and 54 ranks, and two more.
    let bytes = 4 * 2500 + 52 * 54 + 2;
    let memory = |bytes| Limits { memory: Some(bytes), ..Limits::default() };
    assert_eq!(walk(memory(bytes - 1)), (Err(Stuck::Stopped(StopCause::Memory)), 0));
    assert_eq!(walk(memory(bytes)), (Ok(2500), 2499));
}
