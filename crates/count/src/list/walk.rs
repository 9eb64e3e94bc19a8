//! A depth-first walk over the board that finds every tour.
//!
//! The last visited square is the *head*. The *degree* of a free square is the number of its moves to other free
//! squares, to the head, and in closed walks to the start. The walk backtracks if
//!
//! * a free square has a degree below 2, or below 1 if it can be the end;
//! * the free squares are not connected, or the head has no move to them;
//! * no free square can be the end.
//!
//! If a free square would have too low a degree after the next move, that move must lead to it. No rule excludes a
//! tour, so the walk finds all.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::free_squares::FreeSquares;
use super::walk_graph::WalkGraph;

/// Why a walk ended early.
pub(crate) enum Halt<E> {
    /// The receiver of the walks returned [`ControlFlow::Break`].
    Break,
    /// The check of the limits failed.
    Stopped(E),
}

/// A walk in progress.
pub(crate) struct Walk<'a, R> {
    graph: &'a WalkGraph,
    /// The tie-break between squares of equal degree: the lower rank comes first.
    rank: &'a [u32],
    path: Vec<u32>,
    free: R,
    /// The degree of each free square.
    degrees: Vec<u32>,
    /// True for each square that can be the end of a walk from this start.
    may_end: Vec<bool>,
    /// The number of free squares that can be the end.
    ends_left: usize,
    /// The number of free squares of degree 1, which must be the end.
    must_end: usize,
    /// The squares that can come next, one list for each step, the best last.
    candidates: Vec<u32>,
    /// The index of the first square of each list.
    lists: Vec<usize>,
}

/// Returns the number of steps between two checks of the limits. They take tenths of a millisecond, or more on large
/// boards, where a step can visit a large part of the board.
pub(crate) const fn steps_between_checks(squares: usize) -> usize {
    const STEPS: usize = 1 << 12;
    const SMALL: usize = 1 << 10;
    if squares <= SMALL { STEPS } else { 1 + STEPS * SMALL / squares }
}

impl<'a, R: FreeSquares> Walk<'a, R> {
    /// Returns a walk before its first square.
    pub(crate) fn new(walk_graph: &'a WalkGraph, rank: &'a [u32]) -> Self {
        let squares = walk_graph.squares();
        Self {
            graph: walk_graph,
            rank,
            path: Vec::with_capacity(squares),
            free: R::new(&walk_graph.graph),
            degrees: vec![0; squares],
            may_end: vec![false; squares],
            ends_left: 0,
            must_end: 0,
            candidates: Vec::new(),
            lists: Vec::new(),
        }
    }

    /// Calls `visit` with every walk of `length` squares that begins with the squares `begin`, at least one, and is
    /// not excluded. Calls `check` regularly.
    pub(crate) fn go<E>(
        &mut self,
        begin: &[u32],
        length: usize,
        check: &mut impl FnMut() -> Result<(), E>,
        visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<(), Halt<E>> {
        let is_possible = self.begin(begin) && self.is_possible();
        let result = if is_possible { self.search(length, check, visit) } else { Ok(()) };
        self.candidates.clear();
        self.lists.clear();
        while self.path.len() > 1 {
            self.backtrack();
        }
        if let Some(start) = self.path.pop() {
            self.free.release(start);
        }
        result
    }

    fn search<E>(
        &mut self,
        length: usize,
        check: &mut impl FnMut() -> Result<(), E>,
        visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<(), Halt<E>> {
        if self.path.len() == length {
            return proceed(visit(&self.path));
        }
        let between = steps_between_checks(self.graph.squares());
        let mut steps = 0;
        self.open_list();
        while let Some(&first) = self.lists.last() {
            if self.candidates.len() == first {
                self.lists.pop();
                if !self.lists.is_empty() {
                    self.backtrack();
                }
                continue;
            }
            let Some(next) = self.candidates.pop() else { break };
            steps += 1;
            if steps == between {
                steps = 0;
                check().map_err(Halt::Stopped)?;
            }
            let is_possible = self.enter(next);
            if is_possible && self.path.len() == length {
                proceed(visit(&self.path))?;
            } else if is_possible {
                self.open_list();
                continue;
            }
            self.backtrack();
        }
        Ok(())
    }

    /// Visits the first squares. Returns false if no walk begins with them.
    fn begin(&mut self, begin: &[u32]) -> bool {
        let walk_graph = self.graph;
        let Some((&start, rest)) = begin.split_first() else { return false };
        for square in 0..walk_graph.squares() as u32 {
            let at = square as usize;
            self.degrees[at] = walk_graph.graph.degree(square);
            self.may_end[at] = !walk_graph.closed && walk_graph.may_end(start, square);
        }
        let free = || (0..walk_graph.squares()).filter(|&square| square != start as usize);
        self.ends_left = free().filter(|&square| self.may_end[square]).count();
        self.must_end = free().filter(|&square| self.degrees[square] < 2).count();
        self.path.push(start);
        self.free.visit(start);
        if !self.free.are_connected(&walk_graph.graph, start) {
            return false;
        }
        rest.iter().all(|&square| self.enter(square))
    }

    /// Returns true if every free square has the degree that it needs.
    fn is_possible(&self) -> bool {
        let walk_graph = self.graph;
        let lacks = |square: usize| self.degrees[square] < 2 && !self.may_end[square];
        let is_free = |&square: &usize| self.free.is_free(square as u32);
        let single = walk_graph.squares() == 1 && self.may_end[0];
        let end_left = walk_graph.closed || self.ends_left > 0 || single;
        let max_ends = usize::from(!walk_graph.closed);
        end_left
            && self.must_end <= max_ends
            && !(0..walk_graph.squares()).filter(is_free).any(lacks)
    }
}

const fn proceed<E>(flow: ControlFlow<()>) -> Result<(), Halt<E>> {
    match flow {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Halt::Break),
    }
}

/// The free neighbours of the head with degree 2, which lose a move when the walk leaves the head.
#[derive(Default)]
struct Forced {
    /// The square that must come next.
    next: Option<u32>,
    /// The number of squares that must come next or be the end.
    next_or_end: u32,
}

impl<R: FreeSquares> Walk<'_, R> {
    /// Opens the list of the squares that can come next.
    fn open_list(&mut self) {
        let first = self.candidates.len();
        self.lists.push(first);
        let Some(forced) = self.forced() else { return };
        let (walk_graph, head) = (self.graph, self.head());
        let step = self.path.len() + 1;
        let is_last = step == walk_graph.squares();
        for near in self.free.neighbours(&walk_graph.graph, head) {
            let may_end = self.may_end[near as usize];
            let end_fits = if is_last { may_end } else { !may_end || self.ends_left > 1 };
            let is_forced = self.degrees[near as usize] == 2;
            let others = forced.next_or_end - u32::from(is_forced && forced.next_or_end > 0);
            if end_fits
                && forced.next.is_none_or(|next| next == near)
                && others <= 1
                && walk_graph.clues.as_ref().is_none_or(|clues| clues.allow(step, near))
                && self.includes_required(head, near, is_last)
            {
                self.candidates.push(near);
            }
        }
        if self.candidates.len() > first + 1 {
            let (degrees, rank) = (&self.degrees, self.rank);
            let key = |&near: &u32| Reverse((degrees[near as usize], rank[near as usize]));
            self.candidates[first..].sort_unstable_by_key(key);
        }
    }

    /// Returns the forced squares; `None` if they exclude all walks.
    #[inline]
    fn forced(&self) -> Option<Forced> {
        let walk_graph = self.graph;
        let mut forced = Forced::default();
        // The last square is the only free one, and the neighbours of the start of a closed walk can be its end.
        let is_first_of_closed = walk_graph.closed && self.path.len() == 1;
        if is_first_of_closed || self.path.len() + 1 == walk_graph.squares() {
            return Some(forced);
        }
        for near in self.free.neighbours(&walk_graph.graph, self.head()) {
            match self.degrees[near as usize] {
                // Its only move is to the head, so it would be the end, but the end is not the next square.
                0 | 1 => return None,
                2 if !walk_graph.closed && self.may_end[near as usize] && self.must_end == 0 => {
                    forced.next_or_end += 1;
                }
                2 if forced.next.replace(near).is_some() => return None,
                _ => {}
            }
        }
        // One of the squares that must come next or be the end can be the end.
        if forced.next.is_some() && forced.next_or_end > 1 { None } else { Some(forced) }
    }

    /// Returns true if the move to `next` includes the required moves of the head and, if it is the last one, those
    /// of `next`.
    #[inline]
    fn includes_required(&self, head: u32, next: u32, is_last: bool) -> bool {
        let walk_graph = self.graph;
        if walk_graph.required.is_none() {
            return true;
        }
        let start = self.path.first().copied();
        let before = self.path.len().checked_sub(2).map(|at| self.path[at]);
        // The start of a closed walk can have a required move at the end; see `leave_start_of_closed`.
        let is_first_of_closed = walk_graph.closed && self.path.len() == 1;
        let at_head = walk_graph
            .required_at(head)
            .iter()
            .all(|&other| other == next || Some(other) == before);
        let at_end = || {
            walk_graph
                .required_at(next)
                .iter()
                .all(|&other| other == head || (walk_graph.closed && Some(other) == start))
        };
        (is_first_of_closed || at_head) && (!is_last || at_end())
    }

    /// Visits a square. Returns false if the walk cannot be completed.
    fn enter(&mut self, square: u32) -> bool {
        let head = self.head();
        self.path.push(square);
        self.free.visit(square);
        let is_possible = if self.graph.closed && self.path.len() == 2 {
            self.leave_start_of_closed(head, square)
        } else {
            self.leave(head, square)
        };
        is_possible && self.free.are_connected(&self.graph.graph, square)
    }

    /// Leaves the head: its neighbours lose a move. Returns true if their degrees are sufficient.
    #[inline]
    fn leave(&mut self, head: u32, to: u32) -> bool {
        let needed = if self.graph.closed { 2 } else { 1 };
        let mut is_possible = true;
        // The next square is not free any more.
        if self.degrees[to as usize] < 2 {
            self.must_end -= 1;
        }
        if self.may_end[to as usize] {
            self.ends_left -= 1;
        }
        for near in self.free.neighbours(&self.graph.graph, head) {
            let degree = &mut self.degrees[near as usize];
            *degree -= 1;
            is_possible &= *degree >= needed;
            if *degree == 1 {
                self.must_end += 1;
                is_possible &= self.may_end[near as usize];
            }
        }
        is_possible && (self.graph.closed || self.must_end <= 1)
    }

    /// Chooses the second square of a closed walk, which determines the squares that can be the end: they keep their
    /// move to the start.
    fn leave_start_of_closed(&mut self, start: u32, second: u32) -> bool {
        let walk_graph = self.graph;
        let required = walk_graph.required_at(start);
        self.ends_left = 0;
        let mut is_possible = true;
        for &near in walk_graph.graph.neighbours(start) {
            let may_end = near != second
                && walk_graph.may_end(start, near)
                && (!walk_graph.is_one_direction || near > second)
                && required.iter().all(|&other| other == second || other == near);
            self.may_end[near as usize] = may_end;
            if may_end {
                self.ends_left += 1;
            } else {
                self.degrees[near as usize] -= 1;
                is_possible &= self.degrees[near as usize] >= 2 || near == second;
            }
        }
        is_possible && self.ends_left > 0
    }

    /// Reverts the last step, which is not the first square.
    fn backtrack(&mut self) {
        let Some(square) = self.path.pop() else { return };
        let (walk_graph, head) = (self.graph, self.head());
        if walk_graph.closed && self.path.len() == 1 {
            for &near in walk_graph.graph.neighbours(head) {
                if !self.may_end[near as usize] {
                    self.degrees[near as usize] += 1;
                }
                self.may_end[near as usize] = false;
            }
        } else {
            for near in self.free.neighbours(&walk_graph.graph, head) {
                let degree = &mut self.degrees[near as usize];
                if *degree == 1 {
                    self.must_end -= 1;
                }
                *degree += 1;
            }
            if self.may_end[square as usize] {
                self.ends_left += 1;
            }
            if self.degrees[square as usize] < 2 {
                self.must_end += 1;
            }
        }
        self.free.release(square);
    }

    /// Returns the last square of the path.
    fn head(&self) -> u32 {
        *self.path.last().expect("a walk has a first square before it takes steps")
    }
}
