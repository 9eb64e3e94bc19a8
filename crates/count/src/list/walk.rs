//! A walk over the board, depth first, that comes to every tour.
//!
//! At any moment the walk has visited some squares, of which the last is the *head*. Each free square
//! still has some *ways*: moves to other free squares, to the head, and, of closed walks, home to the
//! start. A walk is given up as soon as
//!
//! * a free square has fewer ways than it needs: two to be passed, one to be the end;
//! * the free squares fall apart, or the head is cut off from them;
//! * no square is left on which it may end.
//!
//! A free square that would lack a way if the head went past it must come next. None of these loses a
//! tour, so what the walk does not come to is not there.

mod next;
mod step;

use std::ops::ControlFlow;

use super::ground::Ground;
use super::region::Region;

/// What ended a walk before its time.
pub(crate) enum Halt<E> {
    /// Whoever is shown the tours has seen enough.
    Enough,
    /// What the look gave.
    Stopped(E),
}

/// A walk and what it has visited.
pub(crate) struct Walk<'a, R> {
    ground: &'a Ground,
    /// Of two squares with as many ways the one with the smaller number here comes first.
    rank: &'a [u32],
    path: Vec<u32>,
    region: R,
    /// Of each free square.
    ways: Vec<u32>,
    /// On which squares a walk from this start may end.
    may_end: Vec<bool>,
    /// How many of them are free.
    ends_left: usize,
    /// How many free squares have one way left, and must be the end.
    loose: usize,
    /// The squares that may come next, of every step one list after the other, best last.
    waiting: Vec<u32>,
    /// Where each list begins.
    lists: Vec<usize>,
}

/// Steps between two looks at the clock: some tenths of a millisecond, or some more where a step can
/// lead over a large part of a large board.
pub(crate) const fn steps_between_looks(squares: usize) -> usize {
    const STEPS: usize = 1 << 12;
    const SMALL: usize = 1 << 10;
    if squares <= SMALL { STEPS } else { 1 + STEPS * SMALL / squares }
}

impl<'a, R: Region> Walk<'a, R> {
    /// A walk that has not begun.
    pub(crate) fn new(ground: &'a Ground, rank: &'a [u32]) -> Self {
        let squares = ground.squares();
        Self {
            ground,
            rank,
            path: Vec::with_capacity(squares),
            region: R::all(&ground.graph),
            ways: vec![0; squares],
            may_end: vec![false; squares],
            ends_left: 0,
            loose: 0,
            waiting: Vec::new(),
            lists: Vec::new(),
        }
    }

    /// Shows every walk of `length` squares that begins with some squares, one at least, and was not
    /// given up. `look` is asked from time to time whether to go on.
    pub(crate) fn go<E>(
        &mut self,
        begin: &[u32],
        length: usize,
        look: &mut impl FnMut() -> Result<(), E>,
        show: &mut impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<(), Halt<E>> {
        let going = self.begin(begin) && self.fits_so_far();
        let result = if going { self.go_on(length, look, show) } else { Ok(()) };
        self.waiting.clear();
        self.lists.clear();
        while self.path.len() > 1 {
            self.retreat();
        }
        if let Some(start) = self.path.pop() {
            self.region.give(start);
        }
        result
    }

    fn go_on<E>(
        &mut self,
        length: usize,
        look: &mut impl FnMut() -> Result<(), E>,
        show: &mut impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<(), Halt<E>> {
        if self.path.len() == length {
            return halted(show(&self.path));
        }
        let between = steps_between_looks(self.ground.squares());
        let mut steps = 0;
        self.open_list();
        while let Some(&first) = self.lists.last() {
            if self.waiting.len() == first {
                self.lists.pop();
                if !self.lists.is_empty() {
                    self.retreat();
                }
                continue;
            }
            let Some(next) = self.waiting.pop() else { break };
            steps += 1;
            if steps == between {
                steps = 0;
                look().map_err(Halt::Stopped)?;
            }
            let alive = self.enter(next);
            if alive && self.path.len() == length {
                halted(show(&self.path))?;
            } else if alive {
                self.open_list();
                continue;
            }
            self.retreat();
        }
        Ok(())
    }

    /// Goes over the first squares; says whether all goes well.
    fn begin(&mut self, begin: &[u32]) -> bool {
        let ground = self.ground;
        let Some((&start, rest)) = begin.split_first() else { return false };
        for square in 0..ground.squares() as u32 {
            let at = square as usize;
            self.ways[at] = ground.graph.degree(square);
            self.may_end[at] = !ground.closed && ground.may_end(start, square);
        }
        let free = || (0..ground.squares()).filter(|&square| square != start as usize);
        self.ends_left = free().filter(|&square| self.may_end[square]).count();
        self.loose = free().filter(|&square| self.ways[square] < 2).count();
        self.path.push(start);
        self.region.take(start);
        if !self.region.holds_together(&ground.graph, start) {
            return false;
        }
        rest.iter().all(|&square| self.enter(square))
    }

    /// Has every free square the ways it needs?
    fn fits_so_far(&self) -> bool {
        let ground = self.ground;
        let lacks = |square: usize| self.ways[square] < 2 && !self.may_end[square];
        let free = |&square: &usize| self.region.has(square as u32);
        let single = ground.squares() == 1 && self.may_end[0];
        let end_left = ground.closed || self.ends_left > 0 || single;
        let loose = usize::from(!ground.closed);
        end_left && self.loose <= loose && !(0..ground.squares()).filter(free).any(lacks)
    }
}

/// Goes on unless told to stop.
const fn halted<E>(flow: ControlFlow<()>) -> Result<(), Halt<E>> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Halt::Enough),
    }
}
