//! What is known in a case, and the way to the point where no rule of [`Cases`](crate::Cases) says
//! anything more.

mod colours;
mod ends;
mod learn;
mod lines;
mod sets;
mod step_sets;
mod steps;
#[cfg(test)]
mod tests;

use crate::{Kind, Problem};

use super::kept::Kept;
use super::list::MoveList;
pub(super) use sets::{Balance, CutCount};
use step_sets::Steps;

/// A rule is broken: the case is closed.
#[derive(Debug)]
pub(super) struct Broken;

/// What a rule says: nothing against it, or a contradiction.
pub(super) type Held = Result<(), Broken>;

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Open,
    Made,
    Out,
}

/// What is known of the moves, the ends and the steps of all squares.
pub(super) struct Known<'a> {
    problem: &'a Problem,
    list: &'a MoveList,
    is_closed: bool,
    /// Must the ends be no move apart?
    keeps_apart: bool,
    /// The colour of each square, where every move that is not to be avoided changes it; else all
    /// squares are of the first.
    colours: Vec<u8>,
    /// The ends that each colour has.
    all_ends: [i64; 2],
    /// The given starts of several knights.
    starts: Vec<u32>,
    is_start: Vec<bool>,
    fates: Kept<Fate>,
    /// For each square: moves made, moves open, fewest ends, most ends.
    made: Kept<u32>,
    open: Kept<u32>,
    low: Kept<u32>,
    high: Kept<u32>,
    /// For the ends of each line: its other end, and its squares.
    other: Kept<u32>,
    length: Kept<u32>,
    sums: Kept<u32>,
    /// The squares with an end at least, in the order in which that became known.
    ended: Vec<u32>,
    ended_marks: Vec<usize>,
    steps: Option<Steps>,
    /// Squares to look at again.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
    /// A mark for each square, for those who count sets of them.
    inside: Vec<bool>,
}

/// For each colour: fewest and most ends of all its squares together.
const LOW: [u32; 2] = [0, 1];
const HIGH: [u32; 2] = [2, 3];
/// How many ends were spare, and how many too many, when all squares were last looked at for that.
const SPARE: [u32; 2] = [4, 5];
const SURPLUS: [u32; 2] = [6, 7];
/// Is the ring closed that takes in all squares?
const RING: u32 = 8;

impl<'a> Known<'a> {
    /// Before anything is known but the board.
    pub(super) fn new(problem: &'a Problem, list: &'a MoveList) -> Self {
        let all = list.len();
        let is_closed = problem.kind() == Kind::Closed;
        let most = match problem.knights() {
            _ if is_closed => 0,
            1 if all > 1 => 1,
            _ => 2,
        };
        let degrees = (0..all).map(|square| list.near(square).len() as u32).collect();
        let starts: Vec<u32> =
            problem.knights_from().iter().filter_map(|&start| list.number(start)).collect();
        let mut is_start = vec![false; all as usize];
        for &start in &starts {
            is_start[start as usize] = true;
        }
        let zeros = || Kept::new(vec![0; all as usize]);
        let knights = if is_closed { 0 } else { problem.knights() };
        let (colours, counts) = colours::of(problem, list);
        let all_ends = colours::ends(knights, counts);
        let [first, second] =
            counts.unwrap_or([u64::from(all), 0]).map(|count| most * count as u32);
        let sums = vec![0, 0, first, second, u32::MAX, u32::MAX, u32::MAX, u32::MAX, 0];
        Self {
            colours,
            problem,
            list,
            is_closed,
            keeps_apart: problem.kind() == Kind::Open && all > 2,
            all_ends,
            starts,
            is_start,
            fates: Kept::new(vec![Fate::Open; list.moves()]),
            made: zeros(),
            open: Kept::new(degrees),
            low: zeros(),
            high: Kept::new(vec![most; all as usize]),
            other: Kept::new((0..all).collect()),
            length: Kept::new(vec![1; all as usize]),
            sums: Kept::new(sums),
            ended: Vec::new(),
            ended_marks: Vec::new(),
            steps: Steps::new(problem, list),
            waiting: (0..all).rev().collect(),
            is_waiting: vec![true; all as usize],
            inside: vec![false; all as usize],
        }
    }

    /// Takes in what the problem says, and nothing that follows from it.
    pub(super) fn take_in(&mut self) -> Held {
        let (problem, list) = (self.problem, self.list);
        let number = |square| list.number(square).ok_or(Broken);
        let between = |a, b| list.between(number(a)?, number(b)?).ok_or(Broken);
        for &(a, b) in problem.avoided() {
            self.take_out(between(a, b)?)?;
        }
        for &(a, b) in problem.used() {
            self.make(between(a, b)?)?;
        }
        let ends = problem.start().into_iter().chain(problem.end());
        if !self.is_closed {
            for end in ends.chain(problem.knights_from().iter().copied()) {
                self.set_low(number(end)?, 1)?;
            }
        } else if let (Some(start), Some(end)) = (problem.start(), problem.end()) {
            self.make(between(start, end)?)?;
        }
        Ok(())
    }

    pub(super) const fn list(&self) -> &'a MoveList {
        self.list
    }

    /// How many ends there are of a colour; fewer than none, where the colours are too different.
    pub(super) const fn all_ends(&self, colour: usize) -> i64 {
        self.all_ends[colour]
    }

    pub(super) fn colour(&self, square: u32) -> usize {
        usize::from(self.colours[square as usize])
    }

    /// What is known of a move.
    pub(super) fn fate(&self, by: u32) -> Fate {
        self.fates.get(by)
    }

    /// The fewest ends that the square has, and the most.
    pub(super) fn ends_of(&self, square: u32) -> (u32, u32) {
        (self.low.get(square), self.high.get(square))
    }

    /// Is it known whether the square has an end?
    #[cfg(test)]
    pub(super) fn is_end_known(&self, square: u32) -> bool {
        self.low.get(square) > 0 || self.high.get(square) == 0
    }

    /// Remembers what is known now.
    pub(super) fn mark(&mut self) {
        self.fates.mark();
        for kept in self.numbers() {
            kept.mark();
        }
        self.ended_marks.push(self.ended.len());
        if let Some(steps) = &mut self.steps {
            steps.mark();
        }
    }

    /// Knows again what was known at the last mark, and no more.
    pub(super) fn undo(&mut self) {
        self.fates.undo();
        for kept in self.numbers() {
            kept.undo();
        }
        self.ended.truncate(self.ended_marks.pop().unwrap_or_default());
        if let Some(steps) = &mut self.steps {
            steps.undo();
        }
    }

    const fn numbers(&mut self) -> [&mut Kept<u32>; 7] {
        [
            &mut self.made,
            &mut self.open,
            &mut self.low,
            &mut self.high,
            &mut self.other,
            &mut self.length,
            &mut self.sums,
        ]
    }

    /// Lets all rules speak until none has anything to add.
    pub(super) fn settle(&mut self) -> Held {
        let held = self.let_rules_speak();
        self.forget_waiting();
        held
    }

    /// After a contradiction nothing is left to look at.
    pub(super) fn forget_waiting(&mut self) {
        while let Some(square) = self.waiting.pop() {
            self.is_waiting[square as usize] = false;
        }
        if let Some(steps) = &mut self.steps {
            steps.forget_waiting();
        }
    }

    fn let_rules_speak(&mut self) -> Held {
        loop {
            while let Some(square) = self.waiting.pop() {
                self.is_waiting[square as usize] = false;
                self.look_at(square)?;
                self.look_at_steps(square)?;
            }
            self.fix_lone_steps()?;
            self.count_ends()?;
            self.look_at_lines()?;
            if self.waiting.is_empty() {
                return self.compare_clues();
            }
        }
    }

    fn wake(&mut self, square: u32) {
        if !self.is_waiting[square as usize] {
            self.is_waiting[square as usize] = true;
            self.waiting.push(square);
        }
    }
}
