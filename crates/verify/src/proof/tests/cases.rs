//! Trees of cases, grown at random by a prover of the tests' own.

use super::boards::{Chance, problem};
use super::brute::answers;
use crate::no_progress;
use crate::proof::move_list::MoveList;
use crate::proof::propagation::{MoveStatus, Propagation, Propagator};
use crate::{Checked, check_proof};
use caracole_core::{Case, Cases, Problem, Reason, Square};

/// Grows a tree of cases until every case is closed or is a tour.
pub(super) struct Grower<'a> {
    propagator: Propagator<'a>,
    list: &'a MoveList,
    pub(super) lines: Vec<Case>,
    pub(super) tours: usize,
}

impl<'a> Grower<'a> {
    pub(super) fn grow(problem: &'a Problem, list: &'a MoveList, chance: &mut Chance) -> Self {
        let mut propagator = Propagator::new(problem, list);
        let result = propagator.apply_constraints().and_then(|()| propagator.propagate());
        let mut grower = Self { propagator, list, lines: Vec::new(), tours: 0 };
        grower.case(&result, chance);
        grower
    }

    fn case(&mut self, result: &Propagation, chance: &mut Chance) {
        if result.is_err() {
            self.lines.push(Case::Forced);
            return;
        }
        self.propagator.assert_settled();
        self.propagator.assert_balances(&[]);
        if chance.below(2) == 0 && self.try_sets(chance) {
            return;
        }
        let open: Vec<u32> = (0..self.list.moves() as u32)
            .filter(|&by| self.propagator.status(by) == MoveStatus::Open)
            .collect();
        let unknown: Vec<u32> =
            (0..self.list.len()).filter(|&square| !self.propagator.is_end_known(square)).collect();
        if !unknown.is_empty() && (open.is_empty() || chance.below(4) == 0) {
            let square = chance.one_of(&unknown);
            self.lines.push(Case::End(self.list.square(square)));
            self.branch(|propagator| propagator.raise_min_ends(square, 1), chance);
            self.branch(|propagator| propagator.lower_max_ends(square, 0), chance);
        } else if !open.is_empty() {
            let by = chance.one_of(&open);
            self.lines.push(Case::Move(self.list.pair(by).map(|at| self.list.square(at))));
            self.branch(|propagator| propagator.include(by), chance);
            self.branch(|propagator| propagator.exclude(by), chance);
        } else {
            self.tours += 1;
        }
    }

    fn branch(
        &mut self,
        enter_branch: impl Fn(&mut Propagator<'a>) -> Propagation,
        chance: &mut Chance,
    ) {
        self.propagator.save();
        let result = enter_branch(&mut self.propagator);
        let result = self.settled(result);
        self.case(&result, chance);
        self.propagator.restore();
    }

    fn settled(&mut self, result: Propagation) -> Propagation {
        if result.is_err() {
            self.propagator.clear_queue();
            return result;
        }
        self.propagator.propagate()
    }

    /// Throws sets of squares at the case; says whether it is written to its end.
    fn try_sets(&mut self, chance: &mut Chance) -> bool {
        for _ in 0..12 {
            let mut set: Vec<u32> = (0..self.list.len()).filter(|_| chance.below(3) == 0).collect();
            let squares = |set: &[u32]| set.iter().map(|&at| self.list.square(at)).collect();
            self.propagator.assert_balances(&set);
            if self.propagator.cut_balance(&set).is_too_many {
                self.lines.push(Case::VertexCut(squares(&set)));
                return true;
            }
            if chance.below(2) == 0 {
                // Squares that no move joins are more often tight.
                let mut apart: Vec<u32> = Vec::new();
                for at in set {
                    let joined = |&to: &u32| {
                        let by = self.list.between(at, to);
                        by.is_some_and(|by| self.propagator.status(by) != MoveStatus::Excluded)
                    };
                    if !apart.iter().any(joined) {
                        apart.push(at);
                    }
                }
                set = apart;
            }
            self.propagator.assert_balances(&set);
            let balance = self.propagator.balance(&set);
            if balance.supply < balance.need {
                // A set that needs more than there is leaves nothing when it takes all.
                if chance.below(2) == 0 {
                    self.lines.extend([Case::TightSet(squares(&set)), Case::Forced]);
                } else {
                    self.lines.push(Case::DeficientSet(squares(&set)));
                }
                return true;
            }
            if balance.supply == balance.need && !set.is_empty() {
                self.lines.push(Case::TightSet(squares(&set)));
                let result = self.propagator.apply_tight_set(&set, &balance);
                let result = self.settled(result);
                self.case(&result, chance);
                return true;
            }
        }
        false
    }
}

/// The tree of cases has as many tours as there are, and is a proof if there are none.
fn compare(rounds: usize, seed: u64) {
    let mut chance = Chance::new(seed);
    let (mut proofs, mut solvable, mut lines) = (0, 0, 0);
    for round in 0..rounds {
        let problem = problem(&mut chance);
        let list = MoveList::new(&problem).unwrap();
        let truth = answers(&problem);
        // Every tour is a case of its own, and a few boards have nearly all of them.
        if truth.len() > 300 {
            continue;
        }
        let grower = Grower::grow(&problem, &list, &mut chance);
        assert_eq!(grower.tours, truth.len(), "round {round}: {problem:?} {truth:?}");
        let cases = Cases::new(grower.lines);
        let checked = check_proof(&problem, &Reason::Cases { cases: cases.clone() }, &no_progress);
        if truth.is_empty() {
            assert_eq!(checked, Ok(Checked::Proved { cases: cases.closed() }), "{problem:?}");
            proofs += 1;
            lines += cases.lines().len();
        } else {
            assert!(checked.is_err(), "{problem:?}");
            solvable += 1;
        }
    }
    let enough = rounds / 8;
    assert!(proofs > enough && solvable > enough, "{proofs} {solvable}");
    assert!(lines > rounds / 2, "{lines}");
}

#[test]
fn every_tour_survives_all_rules_and_nothing_else_does() {
    compare(600, 1);
}

/// The ends of a tour of 13 and 12 squares are on the colour of 13.
#[test]
fn ends_on_the_smaller_colour_contradict_each_other() {
    for (start, is_proof) in [("b1", true), ("a1", false)] {
        let problem = Problem::new("5x5".parse().unwrap()).start(start).unwrap();
        let reason = Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
        let checked = check_proof(&problem, &reason, &no_progress);
        assert_eq!(checked.is_ok(), is_proof, "{start}");
    }
}

/// The outer squares of four ranks have moves to inner ones only, of which two are missing.
#[test]
fn a_tight_set_that_needs_more_than_there_is_closes_the_case() {
    let problem = Problem::new("12x4-f2,g2".parse().unwrap()).closed();
    let board = problem.board();
    let outer =
        board.squares().filter(|&square| [0, 3].contains(&board.coord(square).rank.index()));
    let outer: Vec<Square> = outer.collect();
    let check =
        |lines| check_proof(&problem, &Reason::Cases { cases: Cases::new(lines) }, &no_progress);
    assert!(check(vec![Case::Forced]).is_err(), "the rules do not see it");
    let lines = vec![Case::TightSet(outer), Case::Forced];
    assert_eq!(check(lines), Ok(Checked::Proved { cases: 1 }));
}

#[test]
#[ignore = "minutes: many more problems"]
fn tours_survive_for_long() {
    (2..8).for_each(|seed| compare(5000, seed));
}

/// Goes down at random until the rules break, again and again; every supposition is a line.
#[test]
#[ignore = "measures"]
fn lines_a_second() {
    for text in ["8x8", "8x8-a1,h1", "20x20", "8x8 with clues"] {
        let mut problem = Problem::new(text.split(' ').next().unwrap().parse().unwrap());
        if text.ends_with("clues") {
            problem = problem.start("a1").unwrap().clue("e4", 20).unwrap().clue("g6", 40).unwrap();
        }
        let list = MoveList::new(&problem).unwrap();
        let mut propagator = Propagator::new(&problem, &list);
        propagator.apply_constraints().and_then(|()| propagator.propagate()).unwrap();
        let mut chance = Chance::new(5);
        let begun = std::time::Instant::now();
        let mut lines = 0_u32;
        while lines < 200_000 {
            let mut depth = 0;
            loop {
                let open: Vec<u32> = (0..list.moves() as u32)
                    .filter(|&by| propagator.status(by) == MoveStatus::Open)
                    .collect();
                if open.is_empty() {
                    break;
                }
                let by = chance.one_of(&open);
                propagator.save();
                (depth, lines) = (depth + 1, lines + 1);
                let result = if chance.below(2) == 0 {
                    propagator.include(by)
                } else {
                    propagator.exclude(by)
                };
                if result.and_then(|()| propagator.propagate()).is_err() {
                    propagator.clear_queue();
                    break;
                }
            }
            (0..depth).for_each(|_| propagator.restore());
        }
        let speed = f64::from(lines) / begun.elapsed().as_secs_f64();
        println!("{text}: {speed:.0} lines a second");
    }
}
