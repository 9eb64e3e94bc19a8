//! Propagation of the rules of [`Cases`](caracole_core::Cases) to a fixpoint.

mod set_balance;
mod step_sets;
#[cfg(test)]
mod tests;

use super::move_list::{MoveList, Near};
use super::undo_vec::UndoVec;
use caracole_core::{Kind, Problem};
pub use set_balance::{Balance, CutBalance};
use step_sets::StepSets;

/// A contradiction, which closes a case.
#[derive(Debug)]
pub struct Conflict;

/// The result of a rule.
pub type Propagation = Result<(), Conflict>;

/// The status of a move during propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveStatus {
    /// Neither included nor excluded.
    Open,
    /// Every remaining tour makes the move.
    Included,
    /// No remaining tour makes the move.
    Excluded,
}

/// A move that is included or not, or a square that has a path end or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// The move with this number, and whether it is included.
    Move(u32, bool),
    /// A square, and whether it has an end.
    End(u32, bool),
}

impl Fact {
    /// Returns the opposite.
    pub(super) const fn negated(self) -> Self {
        match self {
            Self::Move(by, holds) => Self::Move(by, !holds),
            Self::End(square, holds) => Self::End(square, !holds),
        }
    }
}

/// The state of the moves, the ends and the steps of all squares during propagation.
pub struct Propagator<'a> {
    problem: &'a Problem,
    list: &'a MoveList,
    is_closed: bool,
    /// True if the ends must not be a move apart.
    keeps_apart: bool,
    /// The colour class of each square if the graph without forbidden moves is bipartite, otherwise 0.
    colours: Vec<u8>,
    /// The number of ends of each colour.
    all_ends: [i64; 2],
    /// The given starts of several knights.
    starts: Vec<u32>,
    is_start: Vec<bool>,
    statuses: UndoVec<MoveStatus>,
    /// For each square: included moves, open moves, and the smallest and the largest number of ends.
    included: UndoVec<u32>,
    open: UndoVec<u32>,
    min_ends: UndoVec<u32>,
    max_ends: UndoVec<u32>,
    /// For the ends of each fragment: the other end, and the number of squares.
    far_end: UndoVec<u32>,
    fragment_length: UndoVec<u32>,
    sums: UndoVec<u32>,
    /// The squares with at least one end, in the order in which that was derived.
    end_squares: Vec<u32>,
    end_square_marks: Vec<usize>,
    steps: Option<StepSets>,
    /// The propagation queue.
    queue: Vec<u32>,
    is_queued: Vec<bool>,
    /// A mark for each square, for counting sets.
    inside: Vec<bool>,
    /// The facts that became known, if they are recorded.
    facts: Option<Vec<Fact>>,
}

/// For each colour: the smallest and the largest number of ends of all its squares.
const LOW: [u32; 2] = [0, 1];
const HIGH: [u32; 2] = [2, 3];
/// The slack of both bounds when all squares were last checked for them.
const SPARE: [u32; 2] = [4, 5];
const SURPLUS: [u32; 2] = [6, 7];
/// True if a cycle through all squares is closed.
const RING: u32 = 8;

impl<'a> Propagator<'a> {
    /// Returns the state of the bare board.
    pub fn new(problem: &'a Problem, list: &'a MoveList) -> Self {
        let all = list.len();
        let is_closed = problem.kind() == Kind::Closed;
        let most = match problem.knights() {
            _ if is_closed => 0,
            1 if all > 1 => 1,
            _ => 2,
        };
        let degrees = (0..all).map(|square| list.near(square).len() as u32).collect();
        let starts: Vec<u32> =
            problem.knight_starts().iter().filter_map(|&start| list.number(start)).collect();
        let mut is_start = vec![false; all as usize];
        for &start in &starts {
            is_start[start as usize] = true;
        }
        let zeros = || UndoVec::new(vec![0; all as usize]);
        let knights = if is_closed { 0 } else { problem.knights() };
        let (colours, counts) = two_colouring(problem, list);
        let all_ends = ends_by_colour(knights, counts);
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
            statuses: UndoVec::new(vec![MoveStatus::Open; list.moves()]),
            included: zeros(),
            open: UndoVec::new(degrees),
            min_ends: zeros(),
            max_ends: UndoVec::new(vec![most; all as usize]),
            far_end: UndoVec::new((0..all).collect()),
            fragment_length: UndoVec::new(vec![1; all as usize]),
            sums: UndoVec::new(sums),
            end_squares: Vec::new(),
            end_square_marks: Vec::new(),
            steps: StepSets::new(problem, list),
            queue: (0..all).rev().collect(),
            is_queued: vec![true; all as usize],
            inside: vec![false; all as usize],
            facts: None,
        }
    }

    /// Applies the constraints of the problem, without propagation.
    pub fn apply_constraints(&mut self) -> Propagation {
        let (problem, list) = (self.problem, self.list);
        let number = |square| list.number(square).ok_or(Conflict);
        let between = |a, b| list.between(number(a)?, number(b)?).ok_or(Conflict);
        for &(a, b) in problem.forbidden() {
            self.exclude(between(a, b)?)?;
        }
        for &(a, b) in problem.required() {
            self.include(between(a, b)?)?;
        }
        let ends = problem.start_square().into_iter().chain(problem.end_square());
        if !self.is_closed {
            for end in ends.chain(problem.knight_starts().iter().copied()) {
                self.raise_min_ends(number(end)?, 1)?;
            }
        } else if let (Some(start), Some(end)) = (problem.start_square(), problem.end_square()) {
            self.include(between(start, end)?)?;
        }
        Ok(())
    }

    /// Returns the squares and the moves.
    pub const fn list(&self) -> &'a MoveList {
        self.list
    }

    /// Returns the number of path ends in a colour class. It is negative if the colours differ too much.
    pub const fn all_ends(&self, colour: usize) -> i64 {
        self.all_ends[colour]
    }

    /// Returns the colour class of a square.
    pub fn colour(&self, square: u32) -> usize {
        usize::from(self.colours[square as usize])
    }

    /// Returns the status of a move.
    pub fn status(&self, by: u32) -> MoveStatus {
        self.statuses.get(by)
    }

    /// Returns the smallest and the largest number of path ends on a square.
    pub fn ends_of(&self, square: u32) -> (u32, u32) {
        (self.min_ends.get(square), self.max_ends.get(square))
    }

    /// Returns true if the number of ends of the square is derived.
    #[cfg(test)]
    pub(super) fn is_end_known(&self, square: u32) -> bool {
        self.min_ends.get(square) > 0 || self.max_ends.get(square) == 0
    }

    /// Marks the state.
    pub(super) fn save(&mut self) {
        self.statuses.save();
        for undo_vec in self.numbers() {
            undo_vec.save();
        }
        self.end_square_marks.push(self.end_squares.len());
        if let Some(steps) = &mut self.steps {
            steps.save();
        }
    }

    /// Restores the state at the last mark.
    pub(super) fn restore(&mut self) {
        self.statuses.restore();
        for undo_vec in self.numbers() {
            undo_vec.restore();
        }
        self.end_squares.truncate(self.end_square_marks.pop().unwrap_or_default());
        if let Some(steps) = &mut self.steps {
            steps.restore();
        }
    }

    const fn numbers(&mut self) -> [&mut UndoVec<u32>; 7] {
        [
            &mut self.included,
            &mut self.open,
            &mut self.min_ends,
            &mut self.max_ends,
            &mut self.far_end,
            &mut self.fragment_length,
            &mut self.sums,
        ]
    }

    /// Applies all rules until none derives anything new.
    pub fn propagate(&mut self) -> Propagation {
        let result = self.propagate_to_fixpoint();
        self.clear_queue();
        result
    }

    /// After a conflict the queue is empty.
    pub(super) fn clear_queue(&mut self) {
        while let Some(square) = self.queue.pop() {
            self.is_queued[square as usize] = false;
        }
        if let Some(steps) = &mut self.steps {
            steps.clear_queue();
        }
    }

    fn propagate_to_fixpoint(&mut self) -> Propagation {
        loop {
            while let Some(square) = self.queue.pop() {
                self.is_queued[square as usize] = false;
                self.propagate_degree(square)?;
                self.propagate_steps(square)?;
            }
            self.propagate_single_candidates()?;
            self.propagate_end_counts()?;
            self.propagate_fragments()?;
            if self.queue.is_empty() {
                return self.check_clues();
            }
        }
    }

    fn enqueue(&mut self, square: u32) {
        if !self.is_queued[square as usize] {
            self.is_queued[square as usize] = true;
            self.queue.push(square);
        }
    }

    /// Records the facts that become known from now on.
    pub(super) fn record_facts(&mut self) {
        self.facts = Some(Vec::new());
    }

    fn record(&mut self, fact: Fact) {
        if let Some(facts) = &mut self.facts {
            facts.push(fact);
        }
    }

    /// Moves the recorded facts to a list.
    pub(super) fn take_facts(&mut self, to: &mut Vec<Fact>) {
        if let Some(facts) = &mut self.facts {
            to.append(facts);
        }
    }

    /// Returns whether a fact is known to be true or false.
    pub(super) fn is_known(&self, fact: Fact) -> Option<bool> {
        let (value, holds) = match fact {
            Fact::Move(by, holds) => match self.statuses.get(by) {
                MoveStatus::Open => (None, holds),
                status => (Some(status == MoveStatus::Included), holds),
            },
            Fact::End(square, holds) => match self.ends_of(square) {
                (0, 0) => (Some(false), holds),
                (0, _) => (None, holds),
                _ => (Some(true), holds),
            },
        };
        value.map(|value| value == holds)
    }

    /// Makes a fact true.
    pub(super) fn assume(&mut self, fact: Fact) -> Propagation {
        match fact {
            Fact::Move(by, true) => self.include(by),
            Fact::Move(by, false) => self.exclude(by),
            Fact::End(square, true) => self.raise_min_ends(square, 1),
            Fact::End(square, false) => self.lower_max_ends(square, 0),
        }
    }

    /// Returns the number of a fact: all facts of moves come first.
    pub(super) fn fact_index(&self, fact: Fact) -> usize {
        let (variable, holds) = match fact {
            Fact::Move(by, holds) => (by as usize, holds),
            Fact::End(square, holds) => (self.list.moves() + square as usize, holds),
        };
        2 * variable + usize::from(!holds)
    }

    /// Excludes a move.
    pub(in super::super) fn exclude(&mut self, by: u32) -> Propagation {
        match self.statuses.get(by) {
            MoveStatus::Excluded => return Ok(()),
            MoveStatus::Included => return Err(Conflict),
            MoveStatus::Open => self.statuses.set(by, MoveStatus::Excluded),
        }
        self.record(Fact::Move(by, false));
        for square in self.list.pair(by) {
            self.open.set(square, self.open.get(square) - 1);
            self.enqueue(square);
        }
        Ok(())
    }

    /// Includes a move.
    pub(in super::super) fn include(&mut self, by: u32) -> Propagation {
        match self.statuses.get(by) {
            MoveStatus::Included => return Ok(()),
            MoveStatus::Excluded => return Err(Conflict),
            MoveStatus::Open => self.statuses.set(by, MoveStatus::Included),
        }
        self.record(Fact::Move(by, true));
        let squares = self.list.pair(by);
        for square in squares {
            let included = self.included.get(square) + 1;
            if included + self.min_ends.get(square) > 2 {
                return Err(Conflict);
            }
            self.included.set(square, included);
            self.open.set(square, self.open.get(square) - 1);
            self.enqueue(square);
        }
        self.join_fragments(squares)
    }

    /// Raises the smallest number of ends of a square.
    pub(in super::super) fn raise_min_ends(&mut self, square: u32, low: u32) -> Propagation {
        let before = self.min_ends.get(square);
        if low <= before {
            return Ok(());
        }
        if low > self.max_ends.get(square) {
            return Err(Conflict);
        }
        self.min_ends.set(square, low);
        self.record(Fact::End(square, true));
        let sum = LOW[self.colour(square)];
        self.sums.set(sum, self.sums.get(sum) + low - before);
        if before == 0 {
            self.end_squares.push(square);
        }
        self.enqueue(square);
        Ok(())
    }

    /// Lowers the largest number of ends of a square.
    pub(in super::super) fn lower_max_ends(&mut self, square: u32, high: u32) -> Propagation {
        let before = self.max_ends.get(square);
        if high >= before {
            return Ok(());
        }
        if high < self.min_ends.get(square) {
            return Err(Conflict);
        }
        self.max_ends.set(square, high);
        if high == 0 {
            self.record(Fact::End(square, false));
        }
        let sum = HIGH[self.colour(square)];
        self.sums.set(sum, self.sums.get(sum) - (before - high));
        self.enqueue(square);
        Ok(())
    }

    /// Joins two fragments by a new move, or closes a cycle.
    pub(super) fn join_fragments(&mut self, [a, b]: [u32; 2]) -> Propagation {
        let ends = [self.far_end.get(a), self.far_end.get(b)];
        let all = self.list.len();
        if ends == [b, a] {
            if !self.is_closed || self.fragment_length.get(a) < all {
                return Err(Conflict);
            }
            self.sums.set(RING, 1);
            return Ok(());
        }
        let length = self.fragment_length.get(a) + self.fragment_length.get(b);
        for (end, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            self.far_end.set(end, other);
            self.fragment_length.set(end, length);
        }
        if self.is_closed && length == all {
            return Ok(());
        }
        self.exclude_closing_move(ends)
    }

    /// Excludes the move between these squares. Returns a conflict if it is included.
    fn exclude_closing_move(&mut self, [a, b]: [u32; 2]) -> Propagation {
        match self.list.between(a, b) {
            Some(by) if self.statuses.get(by) == MoveStatus::Open => self.exclude(by),
            _ => Ok(()),
        }
    }

    /// Returns true if no move can be added to the end of a fragment.
    fn is_finished(&self, end: u32) -> bool {
        self.included.get(end) + self.min_ends.get(end) == 2
    }

    /// Rule 4: finished fragments, and those that must not be finished yet.
    pub(super) fn propagate_fragments(&mut self) -> Propagation {
        let (mut finished, mut taken) = (0, 0);
        // The other ends of fragments with one finished end.
        let mut begun = Vec::new();
        for &end in &self.end_squares {
            let other = self.far_end.get(end);
            if !self.is_finished(end) || !self.is_finished(other) {
                begun.push(other);
            } else if end <= other {
                finished += 1;
                taken += self.fragment_length.get(end);
            }
            if other != end && [end, other].iter().all(|&end| self.is_start[end as usize]) {
                return Err(Conflict);
            }
        }
        let (knights, left) = (self.problem.knights(), self.list.len() - taken);
        if finished > knights || (finished == knights && left > 0) {
            return Err(Conflict);
        }
        if finished + 1 == knights {
            for (at, &end) in begun.iter().enumerate() {
                if self.fragment_length.get(end) < left {
                    self.lower_max_ends(end, self.min_ends.get(end))?;
                }
                for &other in &begun[..at] {
                    if self.fragment_length.get(end) + self.fragment_length.get(other) < left {
                        self.exclude_closing_move([end, other])?;
                    }
                }
            }
        }
        self.separate_starts()
    }

    /// Different starts belong to different paths.
    fn separate_starts(&mut self) -> Propagation {
        let list = self.list;
        for at in 0..self.starts.len() {
            let start = self.starts[at];
            for near in list.near(self.far_end.get(start)) {
                if self.statuses.get(near.by) != MoveStatus::Open {
                    continue;
                }
                // A square with an open move is the end of its fragment.
                let far = self.far_end.get(near.to);
                if far != start && self.is_start[far as usize] {
                    self.exclude(near.by)?;
                }
            }
        }
        Ok(())
    }

    /// Rule 9: a tour fits its clues.
    pub(super) fn check_clues(&self) -> Propagation {
        let Some((step, first)) = self.problem.clues().next() else {
            return Ok(());
        };
        let begin = if self.sums.get(RING) == 1 {
            self.list.number(first)
        } else {
            let ends = self.end_squares.iter().copied();
            let whole = |&end: &u32| self.fragment_length.get(end) == self.list.len();
            ends.filter(whole)
                .find(|&end| self.is_finished(end) && self.is_finished(self.far_end.get(end)))
        };
        let Some(begin) = begin else {
            return Ok(());
        };
        let order = self.distances_from(begin);
        let all = u64::from(self.list.len());
        // Along the cycle from the first clue, or along the path from one of its ends.
        let before = if self.is_closed { step - 1 } else { 0 };
        let forwards = |at: u64| (before + at) % all + 1;
        let home = if self.is_closed { before } else { all - 1 };
        let backwards = |at: u64| (home + all - at) % all + 1;
        let fits = |step_at: &dyn Fn(u64) -> u64| {
            self.problem.clues().all(|(step, square)| {
                let number = self.list.number(square).unwrap_or_default();
                step_at(order[number as usize]) == step
            })
        };
        if fits(&forwards) || fits(&backwards) { Ok(()) } else { Err(Conflict) }
    }

    /// Returns the distance of each square from the first one along the included moves.
    fn distances_from(&self, begin: u32) -> Vec<u64> {
        let mut order = vec![u64::MAX; self.list.len() as usize];
        let mut here = begin;
        for at in 0..u64::from(self.list.len()) {
            order[here as usize] = at;
            let onward = self.list.near(here).iter().find(|near| {
                self.statuses.get(near.by) == MoveStatus::Included
                    && order[near.to as usize] == u64::MAX
            });
            let Some(near) = onward else { break };
            here = near.to;
        }
        order
    }

    /// Rule 1, moves and ends of a square are two together; and rule 5.
    pub(super) fn propagate_degree(&mut self, square: u32) -> Propagation {
        let (included, open) = (self.included.get(square), self.open.get(square));
        let room = 2_u32.checked_sub(included).ok_or(Conflict)?;
        self.lower_max_ends(square, self.max_ends.get(square).min(room))?;
        self.raise_min_ends(square, self.min_ends.get(square).max(room.saturating_sub(open)))?;
        let (low, high) = (self.min_ends.get(square), self.max_ends.get(square));
        let list = self.list;
        if included + low == 2 {
            list.near(square).iter().try_for_each(|near| self.exclude_if_open(near.by))?;
        } else if included + open + high == 2 {
            list.near(square).iter().try_for_each(|near| self.include_if_open(near.by))?;
        }
        if self.keeps_apart && low > 0 {
            list.near(square).iter().try_for_each(|near| self.lower_max_ends(near.to, 0))?;
        }
        Ok(())
    }

    fn exclude_if_open(&mut self, by: u32) -> Propagation {
        if self.statuses.get(by) == MoveStatus::Open { self.exclude(by) } else { Ok(()) }
    }

    fn include_if_open(&mut self, by: u32) -> Propagation {
        if self.statuses.get(by) == MoveStatus::Open { self.include(by) } else { Ok(()) }
    }

    /// Rule 2: the ends of all squares of a colour.
    pub(super) fn propagate_end_counts(&mut self) -> Propagation {
        for colour in 0..2 {
            let [low, high] = [LOW, HIGH].map(|sum| i64::from(self.sums.get(sum[colour])));
            let spare = self.all_ends[colour] - low;
            let surplus = high - self.all_ends[colour];
            let (Ok(spare), Ok(surplus)) = (u32::try_from(spare), u32::try_from(surplus)) else {
                return Err(Conflict);
            };
            // No square has more than two ends, and the bounds of the others have not changed.
            let squares = (0..self.list.len()).filter(|&at| self.colour(at) == colour);
            let squares: Vec<u32> =
                if spare < 2 || surplus < 2 { squares.collect() } else { vec![] };
            if spare < 2 && self.sums.get(SPARE[colour]) != spare {
                self.sums.set(SPARE[colour], spare);
                for &square in &squares {
                    self.lower_max_ends(square, self.min_ends.get(square) + spare)?;
                }
            }
            if surplus < 2 && self.sums.get(SURPLUS[colour]) != surplus {
                self.sums.set(SURPLUS[colour], surplus);
                for &square in &squares {
                    self.raise_min_ends(square, self.max_ends.get(square).saturating_sub(surplus))?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the colour class of each square and the number of squares of each class. If the graph without forbidden moves
/// is not bipartite, all squares are in class 0.
fn two_colouring(problem: &Problem, list: &MoveList) -> (Vec<u8>, Option<[u64; 2]>) {
    const UNSEEN: u8 = 2;
    let mut is_avoided = vec![false; list.moves()];
    for &(a, b) in problem.forbidden() {
        let squares = list.number(a).zip(list.number(b));
        if let Some(by) = squares.and_then(|(a, b)| list.between(a, b)) {
            is_avoided[by as usize] = true;
        }
    }
    let mut colours = vec![UNSEEN; list.len() as usize];
    let mut counts = [0; 2];
    let mut queue = Vec::new();
    for first in 0..list.len() {
        if colours[first as usize] != UNSEEN {
            continue;
        }
        colours[first as usize] = 0;
        queue.push(first);
        while let Some(square) = queue.pop() {
            let colour = colours[square as usize];
            counts[usize::from(colour)] += 1;
            for &Near { to, by } in list.near(square) {
                if is_avoided[by as usize] {
                    continue;
                }
                if colours[to as usize] == UNSEEN {
                    colours[to as usize] = 1 - colour;
                    queue.push(to);
                } else if colours[to as usize] == colour {
                    return (vec![0; list.len() as usize], None);
                }
            }
        }
    }
    (colours, Some(counts))
}

/// Returns the number of ends of each colour.
///
/// Each square has two moves or ends, and each move has one square of each colour. So twice the number of squares minus
/// the number of ends is equal for both colours.
fn ends_by_colour(knights: u32, counts: Option<[u64; 2]>) -> [i64; 2] {
    let knights = i64::from(knights);
    let Some([first, second]) = counts else {
        return [2 * knights, 0];
    };
    let more = first as i64 - second as i64;
    [knights + more, knights - more]
}
