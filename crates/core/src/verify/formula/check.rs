//! All steps of a formula, share by share, on all cores.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::{File, Formula, Piece, Place, Problem, Rank, Square, parallel};

use super::super::Defect;
use super::super::compass::Compass;
use super::{Refusal, Watch, is_knight_move};

/// One formula, and the problem that it is checked against.
pub(in super::super) struct Check<'a> {
    pub(super) problem: &'a Problem,
    pub(super) formula: &'a dyn Formula,
    /// For other pieces than the knight, whose moves are told by a glance.
    compass: Option<Compass<'a>>,
    pub(super) len: u64,
}

/// So many steps are asked for at a time; they stay in the innermost cache.
const PIECE: usize = 256;
/// A thread takes so many steps at a time, and tells the watch after them.
const SHARE: u64 = 1 << 16;

impl<'a> Check<'a> {
    pub(in super::super) fn new(problem: &'a Problem, formula: &'a dyn Formula) -> Self {
        let (board, piece) = (problem.board(), problem.piece());
        let compass = (*piece != Piece::KNIGHT).then(|| Compass::new(board, piece));
        Self { problem, formula, compass, len: board.len() }
    }

    pub(super) fn all_steps(&self, watch: Watch<'_>) -> Result<(), Refusal> {
        let progress = Progress { next: AtomicU64::new(0), done: AtomicU64::new(0), watch };
        let threads = (parallel::cores().get() as u64).min(self.len.div_ceil(SHARE));
        if threads <= 1 {
            return self.shares(&progress);
        }
        let refusal = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..threads {
                parallel::spawn(scope, || {
                    if let Err(reason) = self.shares(&progress) {
                        // The others have no more to do.
                        progress.next.store(self.len, Ordering::Relaxed);
                        let mut first = refusal.lock().unwrap_or_else(PoisonError::into_inner);
                        // A defect says more than that somebody stopped.
                        if !matches!(*first, Some(Refusal::Defect(_))) {
                            *first = Some(reason);
                        }
                    }
                });
            }
        });
        refusal.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }

    /// Checks one share after another, as long as there are any.
    fn shares(&self, progress: &Progress<'_>) -> Result<(), Refusal> {
        while let Some(before) = progress.take(self.len) {
            let last = self.len.min(before.saturating_add(SHARE));
            // The last step of the share before is looked at again, for the move between them.
            self.steps(before.max(1), last).map_err(Refusal::Defect)?;
            progress.tell(last - before)?;
        }
        Ok(())
    }

    /// Checks the steps from `first` to `last`, and the moves between them.
    fn steps(&self, first: u64, last: u64) -> Result<(), Defect> {
        let mut places = [Place::flat(File::new(0), Rank::new(0)); PIECE];
        let mut found = [0; PIECE];
        let mut before = None;
        let mut step = first;
        while step <= last {
            let count = (last - step).saturating_add(1).min(PIECE as u64) as usize;
            let (places, found) = (&mut places[..count], &mut found[..count]);
            self.formula.walk(step, places);
            // Some of the single answers are looked at too.
            if self.formula.place_at(step) != places[0] {
                let square = self.square(places[0]);
                return Err(Defect::Repeat { square, steps: [step, step] });
            }
            if !self.are_on_board(places) {
                return Err(self.first_off_board(step, places));
            }
            self.formula.steps_of(places, found);
            if !are_from(step, found) {
                return Err(self.first_repeat(step, places, found));
            }
            let single = self.formula.step_of(places[0]);
            if single != step {
                let square = self.square(places[0]);
                return Err(Defect::Repeat { square, steps: [single, step] });
            }
            let is_joined = before.is_none_or(|before| self.is_move(before, places[0]));
            if !is_joined || !self.are_moves(places) {
                return Err(self.first_no_move(step, before, places));
            }
            before = Some(places[count - 1]);
            step += count as u64;
        }
        Ok(())
    }

    fn are_on_board(&self, places: &[Place]) -> bool {
        let (files, ranks) = (self.problem.board().files(), self.problem.board().ranks());
        let is_on_board = |place: &Place| {
            place.file.index() < files && place.rank.index() < ranks && place.level.index() == 0
        };
        places.iter().all(is_on_board)
    }

    pub(in super::super) fn are_moves(&self, places: &[Place]) -> bool {
        if self.compass.is_some() {
            return places.windows(2).all(|pair| self.is_move(pair[0], pair[1]));
        }
        let wrong = |pair: &[Place]| {
            let files = pair[0].file.index().abs_diff(pair[1].file.index());
            let ranks = pair[0].rank.index().abs_diff(pair[1].rank.index());
            // No bit is left if the one is 1 or 2 and the other is what is missing to 3.
            (files.wrapping_sub(1) & !1) | (files ^ ranks ^ 3)
        };
        places.windows(2).fold(0, |all, pair| all | wrong(pair)) == 0
    }

    /// Boards of formulas are flat and have no holes: the difference of two places tells.
    pub(super) fn is_move(&self, from: Place, to: Place) -> bool {
        match &self.compass {
            Some(compass) => compass.direction(from, to).is_some(),
            None => is_knight_move(from, to),
        }
    }

    #[cold]
    fn first_off_board(&self, step: u64, places: &[Place]) -> Defect {
        let off = places.iter().position(|&place| !self.are_on_board(&[place])).unwrap_or(0);
        let square = Square::from_index(self.problem.board().area());
        Defect::OffBoard { step: step + off as u64, square }
    }

    #[cold]
    fn first_repeat(&self, step: u64, places: &[Place], found: &[u64]) -> Defect {
        let wrong = found.iter().zip(step..).position(|(&found, step)| found != step).unwrap_or(0);
        let steps = [found[wrong], step + wrong as u64];
        Defect::Repeat { square: self.square(places[wrong]), steps }
    }

    #[cold]
    fn first_no_move(&self, step: u64, before: Option<Place>, places: &[Place]) -> Defect {
        let first = step + u64::from(before.is_none());
        let chain: Vec<Place> = before.into_iter().chain(places.iter().copied()).collect();
        let pairs = || chain.windows(2);
        let at = pairs().position(|pair| !self.is_move(pair[0], pair[1])).unwrap_or(0);
        let squares = [chain[at], chain[at + 1]].map(|place| self.square(place));
        Defect::NotAMove { step: first + at as u64, squares }
    }

    pub(super) fn square(&self, place: Place) -> Square {
        let board = self.problem.board();
        board.at(place).unwrap_or_else(|| Square::from_index(board.area()))
    }
}

/// Are these the steps from one on, each once?
fn are_from(step: u64, found: &[u64]) -> bool {
    // Without a way out the loop takes several at a time.
    let expected = |at: usize| step.wrapping_add(at as u64);
    found.iter().enumerate().fold(0, |wrong, (at, found)| wrong | (found ^ expected(at))) == 0
}

/// Which steps were taken by a thread, and which were checked.
struct Progress<'a> {
    next: AtomicU64,
    done: AtomicU64,
    watch: Watch<'a>,
}

impl Progress<'_> {
    /// The next share: how many steps are before it.
    fn take(&self, len: u64) -> Option<u64> {
        let next = |before: u64| (before < len).then(|| before.saturating_add(SHARE));
        self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next).ok()
    }

    fn tell(&self, steps: u64) -> Result<(), Refusal> {
        let done = self.done.fetch_add(steps, Ordering::Relaxed) + steps;
        if (self.watch)(done).is_break() { Err(Refusal::Stopped) } else { Ok(()) }
    }
}
