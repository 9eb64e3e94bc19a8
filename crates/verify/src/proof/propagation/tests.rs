//! A settled case against the rules of [`Cases`](caracole_core::Cases), written plainly.

use std::collections::BTreeSet;

use super::{MoveStatus, Propagator, SPARE, SURPLUS, StepSets};
use crate::proof::move_list::MoveList;
use caracole_core::{Board, Kind, Problem, Square};

impl Propagator<'_> {
    /// Looks at everything again, and sees that nothing more follows.
    pub(in super::super) fn assert_settled(&mut self) {
        let now = |propagator: &Self| {
            let numbers = [
                &propagator.included,
                &propagator.open,
                &propagator.min_ends,
                &propagator.max_ends,
                &propagator.fragment_length,
            ];
            let all = propagator.list.len() as usize;
            let numbers = numbers.map(|undo_vec| undo_vec.slice(0, all).to_vec());
            let steps = propagator.steps.as_ref().map(StepSets::all);
            (propagator.statuses.slice(0, propagator.list.moves()).to_vec(), numbers, steps)
        };
        let before = now(self);
        for at in SPARE.into_iter().chain(SURPLUS) {
            self.sums.set(at, u32::MAX);
        }
        (0..self.list.len()).for_each(|square| self.enqueue(square));
        self.propagate().expect("what was settled holds");
        assert_eq!(now(self), before);
        self.assert_end_counts_hold();
        self.assert_lines_hold();
        self.assert_steps_hold();
    }

    /// Compares the balances of a set of different squares with their definitions.
    pub(in super::super) fn assert_balances(&mut self, set: &[u32]) {
        let is_inside = |square: u32| set.contains(&square);
        let moves = |square: u32, counts: &dyn Fn(u32, MoveStatus) -> bool| {
            let near = self.list.near(square).iter();
            near.filter(|near| counts(near.to, self.status(near.by))).count() as u64
        };
        let low = |square: u32| u64::from(self.ends_of(square).0);
        let mut supply = 0;
        for square in self.squares() {
            let into = moves(square, &|to, status| is_inside(to) && status != MoveStatus::Excluded);
            let elsewhere =
                moves(square, &|to, status| !is_inside(to) && status == MoveStatus::Included);
            supply += into.min(2 - (low(square) + elsewhere).min(2));
        }
        for colour in 0..2 {
            let of_colour = || self.squares().filter(|&square| self.colour(square) == colour);
            let inside = of_colour().filter(|&square| is_inside(square));
            let room: u64 = inside.map(|square| u64::from(self.ends_of(square).1)).sum();
            let outside = of_colour().filter(|&square| !is_inside(square));
            let taken: u64 = outside.map(low).sum();
            supply += room.min((self.all_ends(colour) - taken as i64).max(0) as u64);
        }
        let need = 2 * set.len() as u64;

        let is_closed = self.is_closed;
        let knights = if is_closed { 0 } else { u64::from(self.problem.knights()) };
        let parts = self.parts_without(set);
        let continues = knights == 1 && (parts.len() > 1 || !set.is_empty());
        let all_ends: u64 = self.squares().map(low).sum();
        let mut needed = 0;
        for (part, imbalance) in &parts {
            let ends: u64 = part.iter().map(|&square| low(square)).sum();
            let pieces = ends.div_ceil(2).max(*imbalance).max(1);
            let pieces = if continues { pieces.max(ends / 2 + 1) } else { pieces };
            needed += 2 * pieces - ends;
        }
        let needed = needed.saturating_sub(2 * knights - all_ends);
        let inner = |square: u32| {
            moves(square, &|to, status| is_inside(to) && status == MoveStatus::Included)
        };
        let most: u64 = set.iter().map(|&at| 2_u64.saturating_sub(low(at) + inner(at))).sum();
        let is_too_many = if is_closed && set.is_empty() {
            parts.len() != 1 || parts.iter().any(|&(_, imbalance)| imbalance > 0)
        } else {
            needed > most
        };

        let cut = self.cut_balance(set);
        assert_eq!((cut.parts, cut.needed, cut.most), (parts.len() as u64, needed, most));
        assert_eq!(cut.is_too_many, is_too_many);
        let balance = self.balance(set);
        assert_eq!((balance.need, balance.supply), (need, supply));
    }

    /// Returns the components of the board without some squares, and the difference between the numbers of their two
    /// colours; 0 if a cycle is odd.
    fn parts_without(&self, set: &[u32]) -> Vec<(BTreeSet<u32>, u64)> {
        let mut parts = Vec::new();
        let mut rest: BTreeSet<u32> = self.squares().filter(|at| !set.contains(at)).collect();
        while let Some(first) = rest.pop_first() {
            let mut sides = [BTreeSet::from([first]), BTreeSet::new()];
            let mut new = vec![(first, 0)];
            while let Some((square, side)) = new.pop() {
                for near in self.list.near(square) {
                    let is_open = self.status(near.by) != MoveStatus::Excluded;
                    let other: usize = 1 - side;
                    if is_open && !set.contains(&near.to) && sides[other].insert(near.to) {
                        new.push((near.to, other));
                    }
                }
            }
            let [a, b] = &sides;
            let imbalance = if a.is_disjoint(b) { a.len().abs_diff(b.len()) as u64 } else { 0 };
            let part: BTreeSet<u32> = a | b;
            rest.retain(|square| !part.contains(square));
            parts.push((part, imbalance));
        }
        parts
    }

    fn squares(&self) -> std::ops::Range<u32> {
        0..self.list.len()
    }

    fn neighbours(&self, square: u32, status: MoveStatus) -> Vec<u32> {
        let near = self.list.near(square).iter();
        near.filter(|near| self.status(near.by) == status).map(|near| near.to).collect()
    }

    /// Rule 2: no square has more ends than its colour has left, and none fewer than it needs.
    fn assert_end_counts_hold(&self) {
        for colour in 0..2 {
            let of_colour = || self.squares().filter(|&square| self.colour(square) == colour);
            let low: u32 = of_colour().map(|square| self.ends_of(square).0).sum();
            let high: u32 = of_colour().map(|square| self.ends_of(square).1).sum();
            let all = self.all_ends(colour);
            let (spare, surplus) = (all - i64::from(low), i64::from(high) - all);
            assert!(spare >= 0 && surplus >= 0);
            for (low, high) in of_colour().map(|square| self.ends_of(square)) {
                assert!(i64::from(high) <= i64::from(low) + spare);
                assert!(i64::from(low) >= i64::from(high) - surplus);
            }
        }
    }

    /// The squares along the made moves from a square to the other end of its path fragment.
    fn fragment(&self, from: u32) -> Vec<u32> {
        let mut squares = vec![from];
        while let Some(next) = self
            .neighbours(squares[squares.len() - 1], MoveStatus::Included)
            .into_iter()
            .find(|next| !squares.contains(next))
        {
            squares.push(next);
        }
        squares
    }

    /// Rule 4: the last path covers what the finished ones leave, and given starts stay apart.
    fn assert_lines_hold(&self) {
        if self.is_closed {
            return;
        }
        let is_finished = |square: u32| {
            self.neighbours(square, MoveStatus::Included).len() as u32 + self.ends_of(square).0 == 2
        };
        let end_squares = || self.squares().filter(|&square| self.ends_of(square).0 > 0);
        let (finished, begun): (Vec<_>, Vec<_>) = end_squares()
            .map(|end| self.fragment(end))
            .partition(|line| is_finished(line[0]) && is_finished(line[line.len() - 1]));
        let finished: BTreeSet<BTreeSet<u32>> =
            finished.into_iter().map(|line| line.into_iter().collect()).collect();
        let knights = self.problem.knights() as usize;
        let left = self.list.len() as usize - finished.iter().map(BTreeSet::len).sum::<usize>();
        assert!(finished.len() < knights || (finished.len() == knights && left == 0));
        if finished.len() + 1 == knights {
            for line in &begun {
                let far = line[line.len() - 1];
                let (low, high) = self.ends_of(far);
                assert!(line.len() == left || low == high, "the fragment would end too early");
                for other in begun.iter().filter(|other| other.len() + line.len() < left) {
                    let other = other[other.len() - 1];
                    assert!(!self.neighbours(far, MoveStatus::Open).contains(&other));
                }
            }
        }
        for &start in &self.starts {
            let line = self.fragment(start);
            for near in self.neighbours(line[line.len() - 1], MoveStatus::Open) {
                let beyond = self.fragment(near);
                let far = beyond[beyond.len() - 1];
                assert!(far == start || !self.starts.contains(&far), "two starts on one path");
            }
        }
    }

    /// Rules 6, 7 and 8: each step of a square fits its ends and its neighbours.
    fn assert_steps_hold(&self) {
        let Some(steps) = &self.steps else { return };
        let (all, is_round) = (steps.count, steps.is_round);
        let sets: Vec<BTreeSet<u32>> = self
            .squares()
            .map(|square| (0..all).filter(|&step| steps.has(square, step)).collect())
            .collect();
        let of = |square: u32| &sets[square as usize];
        let after = |step: u32| if step + 1 < all { Some(step + 1) } else { is_round.then_some(0) };
        let before =
            |step: u32| if step > 0 { Some(step - 1) } else { is_round.then_some(all - 1) };
        let fits = |step: u32, other: &BTreeSet<u32>| {
            [before(step), after(step)].into_iter().flatten().any(|beside| other.contains(&beside))
        };
        for square in self.squares() {
            let included = self.neighbours(square, MoveStatus::Included);
            let open = self.neighbours(square, MoveStatus::Open);
            assert!(open.iter().all(|&to| of(square).iter().any(|&step| fits(step, of(to)))));
            for &step in of(square) {
                assert!(
                    included.iter().all(|&to| fits(step, of(to))),
                    "a made move fits the steps"
                );
                for beside in [before(step), after(step)].into_iter().flatten() {
                    assert!(included.iter().chain(&open).any(|&to| of(to).contains(&beside)));
                }
            }
            if !self.is_closed {
                let ends = of(square).iter().filter(|&&step| step == 0 || step == all - 1).count();
                let (low, high) = self.ends_of(square);
                assert!(ends > 0 || high == 0);
                assert!(ends < of(square).len() || low > 0);
                assert!(high > 0 || ends == 0);
                assert!(low == 0 || ends == of(square).len());
            }
        }
        for step in 0..all {
            let holders: Vec<u32> =
                self.squares().filter(|&square| of(square).contains(&step)).collect();
            assert!(!holders.is_empty());
            let has_one = |&&square: &&u32| of(square).len() == 1;
            assert!(holders.len() == 1 || !holders.iter().any(|square| has_one(&square)));
            assert!(holders.len() > 1 || holders.iter().all(|square| has_one(&square)));
        }
    }
}

fn steps(files: u32, kind: Kind) -> StepSets {
    let board = Board::rectangle(files, 1).expect("a board");
    let square = Square::from_index(1);
    let problem = Problem::new(board).of_kind(kind).clue(square, 3).expect("a clue");
    let list = MoveList::new(&problem).expect("a small board");
    StepSets::new(&problem, &list).expect("an inner clue")
}

fn words(steps: &StepSets, set: &BTreeSet<u32>) -> Vec<u64> {
    let mut words = vec![0; steps.words];
    for &step in set {
        words[step as usize / 64] |= 1 << (step % 64);
    }
    words
}

fn numbers(words: &[u64]) -> BTreeSet<u32> {
    let bits =
        words.iter().zip(0..).flat_map(|(&word, at)| (0..64).map(move |bit| (word, at, bit)));
    bits.filter(|(word, _, bit)| word >> bit & 1 == 1).map(|(_, at, bit)| at * 64 + bit).collect()
}

/// Sets of one word, of exactly one and two words, and just beyond.
#[test]
fn step_sets_are_sets_of_numbers() {
    for count in [5, 63, 64, 65, 127, 128, 130] {
        for kind in [Kind::Any, Kind::Closed] {
            let mut steps = steps(count, kind);
            let undo_vec = |square: u32| BTreeSet::from([square, (square * 7 + 3) % count / 2]);
            for square in 0..count {
                assert_eq!(numbers(steps.set(square)), (0..count).collect());
                let to = words(&steps, &undo_vec(square));
                assert_eq!(steps.narrow(square, &to).ok(), Some(true));
                assert_eq!(steps.narrow(square, &to).ok(), Some(false), "nothing new");
                assert_eq!(numbers(steps.set(square)), undo_vec(square));
            }
            for square in 0..count {
                let set = undo_vec(square);
                assert_eq!(numbers(steps.set(square)), set);
                assert!((0..count).all(|step| steps.has(square, step) == set.contains(&step)));
                let only = set.first().copied().filter(|_| set.len() == 1);
                assert_eq!(steps.only(square), only);
                let word = |at: usize| steps.shifted(square, at);
                let [after, before] = [0, 1].map(|way| {
                    numbers(&(0..steps.words).map(|at| word(at)[way]).collect::<Vec<_>>())
                });
                let is_round = kind == Kind::Closed;
                let after_all = set.iter().filter(|&&step| is_round || step + 1 < count);
                assert_eq!(after, after_all.map(|step| (step + 1) % count).collect());
                let before_all = set.iter().filter(|&&step| is_round || step > 0);
                assert_eq!(before, before_all.map(|step| (step + count - 1) % count).collect());
                assert_eq!(numbers(&steps.singleton(square)), BTreeSet::from([square]));
                let beside: BTreeSet<u32> = steps.beside(square).collect();
                let expected =
                    [square.checked_sub(1), Some(square + 1).filter(|&step| step < count)];
                let mut expected: BTreeSet<u32> = expected.into_iter().flatten().collect();
                if is_round && [0, count - 1].contains(&square) {
                    expected.insert(count - 1 - square);
                }
                assert_eq!(beside, expected);
            }
            let [first, last] = [0, 1].map(|end| {
                numbers(&(0..steps.words).map(|at| steps.ends(at)[end]).collect::<Vec<_>>())
            });
            assert_eq!((first, last), (BTreeSet::from([0]), BTreeSet::from([count - 1])));
            let holders =
                |step: u32| (0..count).filter(|&square| undo_vec(square).contains(&step)).count();
            let single_candidates: BTreeSet<u32> =
                steps.single_candidates.iter().copied().collect();
            assert_eq!(single_candidates, (0..count).filter(|&step| holders(step) == 1).collect());
        }
    }
}

#[test]
fn a_square_without_a_step_and_a_step_without_a_square_are_contradictions() {
    let mut steps = steps(70, Kind::Any);
    let none = words(&steps, &BTreeSet::new());
    assert!(steps.narrow(0, &none).is_err());
    let all_but_last: BTreeSet<u32> = (0..69).collect();
    let to = words(&steps, &all_but_last);
    assert!((0..69).all(|square| steps.narrow(square, &to).is_ok()));
    assert_eq!(steps.single_candidates, [69]);
    assert!(steps.narrow(69, &to).is_err());
}

#[test]
fn the_only_step_of_a_square_may_be_in_any_word() {
    let mut steps = steps(70, Kind::Any);
    let last = steps.singleton(69);
    assert_eq!(steps.narrow(3, &last).ok(), Some(true));
    assert_eq!(steps.only(3), Some(69));
}
