//! Trees of cases, grown at random by a prover of the tests' own.

use super::boards::{Chance, problem};
use super::brute::answers;
use crate::verify::proof::known::{Fate, Held, Known};
use crate::verify::proof::list::MoveList;
use crate::verify::{Checked, check_proof};
use crate::{Case, Cases, Problem, Reason};

/// Grows a tree of cases until every case is closed or is a tour.
pub(super) struct Grower<'a> {
    known: Known<'a>,
    list: &'a MoveList,
    pub(super) lines: Vec<Case>,
    pub(super) tours: usize,
}

impl<'a> Grower<'a> {
    pub(super) fn grow(problem: &'a Problem, list: &'a MoveList, chance: &mut Chance) -> Self {
        let mut known = Known::new(problem, list);
        let held = known.take_in().and_then(|()| known.settle());
        let mut grower = Self { known, list, lines: Vec::new(), tours: 0 };
        grower.case(&held, chance);
        grower
    }

    fn case(&mut self, held: &Held, chance: &mut Chance) {
        if held.is_err() {
            self.lines.push(Case::Forced);
            return;
        }
        self.known.assert_settled();
        if chance.below(2) == 0 && self.try_sets(chance) {
            return;
        }
        let open: Vec<u32> =
            (0..self.list.moves() as u32).filter(|&by| self.known.fate(by) == Fate::Open).collect();
        let unknown: Vec<u32> =
            (0..self.list.len()).filter(|&square| !self.known.is_end_known(square)).collect();
        if !unknown.is_empty() && (open.is_empty() || chance.below(4) == 0) {
            let square = chance.one_of(&unknown);
            self.lines.push(Case::End(self.list.square(square)));
            self.branch(|known| known.set_low(square, 1), chance);
            self.branch(|known| known.set_high(square, 0), chance);
        } else if !open.is_empty() {
            let by = chance.one_of(&open);
            self.lines.push(Case::Move(self.list.pair(by).map(|at| self.list.square(at))));
            self.branch(|known| known.make(by), chance);
            self.branch(|known| known.take_out(by), chance);
        } else {
            self.tours += 1;
        }
    }

    fn branch(&mut self, suppose: impl Fn(&mut Known<'a>) -> Held, chance: &mut Chance) {
        self.known.mark();
        let held = suppose(&mut self.known);
        let held = self.settled(held);
        self.case(&held, chance);
        self.known.undo();
    }

    fn settled(&mut self, held: Held) -> Held {
        if held.is_err() {
            self.known.forget_waiting();
            return held;
        }
        self.known.settle()
    }

    /// Throws sets of squares at the case; says whether it is written to its end.
    fn try_sets(&mut self, chance: &mut Chance) -> bool {
        for _ in 0..12 {
            let mut set: Vec<u32> = (0..self.list.len()).filter(|_| chance.below(3) == 0).collect();
            let squares = |set: &[u32]| set.iter().map(|&at| self.list.square(at)).collect();
            if self.known.count_parts(&set).is_too_many {
                self.lines.push(Case::Cut(squares(&set)));
                return true;
            }
            if chance.below(2) == 0 {
                // Squares that no move joins are more often tight.
                let mut apart: Vec<u32> = Vec::new();
                for at in set {
                    let joined = |&to: &u32| {
                        let by = self.list.between(at, to);
                        by.is_some_and(|by| self.known.fate(by) != Fate::Out)
                    };
                    if !apart.iter().any(joined) {
                        apart.push(at);
                    }
                }
                set = apart;
            }
            let balance = self.known.balance(&set);
            if balance.supply < balance.need {
                // A set that needs more than there is leaves nothing when it takes all.
                if chance.below(2) == 0 {
                    self.lines.extend([Case::Tight(squares(&set)), Case::Forced]);
                } else {
                    self.lines.push(Case::Starved(squares(&set)));
                }
                return true;
            }
            if balance.supply == balance.need && !set.is_empty() {
                self.lines.push(Case::Tight(squares(&set)));
                let held = self.known.tighten(&set, &balance);
                let held = self.settled(held);
                self.case(&held, chance);
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
        let checked = check_proof(&problem, &Reason::Cases { cases: cases.clone() });
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
            problem = problem.from("a1").unwrap().clue("e4", 20).unwrap().clue("g6", 40).unwrap();
        }
        let list = MoveList::new(&problem).unwrap();
        let mut known = Known::new(&problem, &list);
        known.take_in().and_then(|()| known.settle()).unwrap();
        let mut chance = Chance::new(5);
        let begun = std::time::Instant::now();
        let mut lines = 0_u32;
        while lines < 200_000 {
            let mut depth = 0;
            loop {
                let open: Vec<u32> =
                    (0..list.moves() as u32).filter(|&by| known.fate(by) == Fate::Open).collect();
                if open.is_empty() {
                    break;
                }
                let by = chance.one_of(&open);
                known.mark();
                (depth, lines) = (depth + 1, lines + 1);
                let held = if chance.below(2) == 0 { known.make(by) } else { known.take_out(by) };
                if held.and_then(|()| known.settle()).is_err() {
                    known.forget_waiting();
                    break;
                }
            }
            (0..depth).for_each(|_| known.undo());
        }
        let speed = f64::from(lines) / begun.elapsed().as_secs_f64();
        println!("{text}: {speed:.0} lines a second");
    }
}
