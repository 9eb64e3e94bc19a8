//! Many answers at once of tours that nobody can walk, against the answers one by one.

use std::sync::Arc;

use caracole_core::{Board, File, Formula, Problem, Rank, Square};
use caracole_solve::{Construct, Decision, Random, Run, decide};

use crate::{SEED, between, drawn, from, place, problems};

/// So many answers are asked for at once.
const AT_ONCE: u32 = 300;

/// A tour as a formula, and how many of its answers were checked.
struct Bulk<'a> {
    problem: &'a Problem,
    formula: Arc<dyn Formula>,
    checked: u64,
}

impl<'a> Bulk<'a> {
    fn new(problem: &'a Problem) -> Self {
        let formula = Construct::default().formula(problem, &mut Run::new().seed(SEED));
        let formula = formula.unwrap_or_else(|outcome| {
            panic!("{} {problem:?}: {}", problem.board(), outcome.word());
        });
        Self { problem, formula, checked: 0 }
    }

    fn name(&self) -> String {
        format!("{} {:?}", self.problem.board(), self.problem)
    }

    /// The steps of some squares of a rank, from a file on.
    fn check_rank(&mut self, rank: u32, file: u32, count: u32) {
        let count = count.min(self.formula.board().files() - file);
        let mut steps = vec![0; count as usize];
        self.formula.number_rank(Rank::new(rank), File::new(file), &mut steps);
        for (file, step) in (file..file + count).zip(steps) {
            let single = self.formula.step_of(place(file, rank));
            assert_eq!(step, single, "{} {file},{rank}", self.name());
        }
        self.checked += u64::from(count);
    }

    /// The places of some steps, and their steps again.
    fn check_walk(&mut self, step: u64) {
        let count = u64::from(AT_ONCE).min(self.formula.board().len() + 1 - step) as usize;
        let mut places = vec![place(0, 0); count];
        self.formula.walk(step, &mut places);
        let mut back = vec![0; count];
        self.formula.steps_of(&places, &mut back);
        for (step, (place, back)) in (step..).zip(places.into_iter().zip(back)) {
            assert_eq!(self.formula.place_at(step), place, "{} step {step}", self.name());
            assert_eq!(back, step, "{} {place:?}", self.name());
        }
        self.checked += count as u64;
    }

    /// Ranks and steps by chance, so many of each; the edges of the board come often.
    fn check_some(&mut self, count: u32, random: &mut Random) {
        let board = self.formula.board();
        let (files, ranks, len) = (board.files(), board.ranks(), board.len());
        let mut up_to = |last: u64| match random.below(4) {
            0 => 0,
            1 => last,
            _ => random.below(last + 1),
        };
        for _ in 0..count {
            let rank = up_to(u64::from(ranks) - 1) as u32;
            let file = up_to(u64::from(files.saturating_sub(AT_ONCE))) as u32;
            self.check_rank(rank, file, AT_ONCE);
            self.check_walk(1 + up_to(len - u64::from(AT_ONCE)));
        }
    }

    /// Around the ends. There the steps of a closed tour that was begun elsewhere jump, in the
    /// middle of a rank of alike blocks.
    fn check_ends(&mut self) {
        for step in [1, self.formula.board().len()] {
            let end = self.formula.place_at(step);
            for (before, count) in [(1200, 2400), (7, 20)] {
                let file = end.file.index().saturating_sub(before);
                self.check_rank(end.rank.index(), file, count);
            }
        }
    }
}

/// Square boards near 2^32, and boards thinner and thinner of that length, lying and standing.
fn boards() -> impl Iterator<Item = Board> {
    const MOST: u32 = u32::MAX;
    let square = [(MOST, MOST), (MOST - 1, MOST), (MOST - 3, MOST - 2), (MOST - 5, MOST - 4)];
    let thin = [(12, MOST), (11, MOST - 5), (7, MOST), (6, MOST - 2), (5, MOST), (5, MOST - 1)];
    let thinner = [(4, MOST), (4, MOST - 1), (3, MOST), (3, MOST - 1)];
    let thin = thin.into_iter().chain(thinner);
    let both_ways = thin.flat_map(|(short, long)| [(short, long), (long, short)]);
    square
        .into_iter()
        .chain(both_ways)
        .map(|(files, ranks)| Board::rectangle(files, ranks).expect("below 2^64"))
}

/// Problems whose tours begin or end anywhere.
fn turned_problems(board: &Board, random: &mut Random) -> Vec<Problem> {
    let any = || Problem::new(board.clone());
    let mut all = problems(board, random);
    for _ in 0..3 {
        // Anywhere, and anywhere on the lowest rank.
        let [middle, edge] = [(); 2].map(|()| drawn(board, 0, random));
        let edge = Square::from_index((edge.index() % u64::from(board.files())) & !1);
        all.extend([from(any(), middle), from(any(), edge)]);
        all.extend([middle, edge].map(|end| any().to(end).expect("a square of the board")));
        if board.len() % 2 == 1 && middle != edge {
            all.push(between(board, middle, edge));
        }
    }
    all.retain(|problem| decide(problem) == Decision::Exists);
    all
}

#[test]
fn many_answers_at_once_are_the_answers_one_by_one() {
    let mut random = Random::new(SEED, "bulk answers");
    let mut checked = 0;
    for board in boards() {
        let is_thin = board.files().min(board.ranks()) < 5;
        for problem in turned_problems(&board, &mut random) {
            let mut bulk = Bulk::new(&problem);
            bulk.check_some(if is_thin { 1 } else { 4 }, &mut random);
            bulk.check_ends();
            checked += bulk.checked;
        }
    }
    assert!(checked > 1_000_000, "{checked}");
}
