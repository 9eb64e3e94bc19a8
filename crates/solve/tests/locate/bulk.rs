//! Compares batches of queries with single queries, on boards that are too large to be walked.

use std::sync::Arc;

use caracole_core::{Board, File, Formula, Problem, Rank, Square};
use caracole_solve::{Construct, Decision, Options, Random, Run, decide};

use crate::{SEED, between, drawn, from, place, problems};

/// The number of queries of a batch.
const AT_ONCE: u32 = 300;

/// A formula, and the number of checked queries.
struct Bulk<'a> {
    problem: &'a Problem,
    formula: Arc<dyn Formula>,
    checked: u64,
}

impl<'a> Bulk<'a> {
    fn new(problem: &'a Problem) -> Self {
        let formula = Construct::default()
            .formula(problem, &mut Run::with_options(&Options::new().seed(SEED)));
        let formula = formula.unwrap_or_else(|outcome| {
            panic!("{} {problem:?}: {}", problem.board(), outcome.name());
        });
        Self { problem, formula, checked: 0 }
    }

    fn name(&self) -> String {
        format!("{} {:?}", self.problem.board(), self.problem)
    }

    /// Checks the steps of some squares of a rank, from a file on.
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

    /// Checks the places of some steps, and their steps.
    fn check_walk(&mut self, step: u64) {
        let count = u64::from(AT_ONCE).min(self.formula.board().len() + 1 - step) as usize;
        let mut places = vec![place(0, 0); count];
        self.formula.walk(step, &mut places);
        let mut back = vec![0; count];
        self.formula.steps_of(&places, &mut back);
        for (step, (place, back)) in (step..).zip(places.into_iter().zip(back)) {
            assert_eq!(self.formula.coord_at(step), place, "{} step {step}", self.name());
            assert_eq!(back, step, "{} {place:?}", self.name());
        }
        self.checked += count as u64;
    }

    /// Checks a number of random ranks and steps, many of them at the edges of the board.
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

    /// Checks the places around the ends. The steps of a rotated closed tour wrap around there, within a rank of
    /// equal blocks.
    fn check_ends(&mut self) {
        for step in [1, self.formula.board().len()] {
            let end = self.formula.coord_at(step);
            for (before, count) in [(1200, 2400), (7, 20)] {
                let file = end.file.index().saturating_sub(before);
                self.check_rank(end.rank.index(), file, count);
            }
        }
    }
}

/// Square boards near 2^32, and thinner boards of that length in both orientations.
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

/// Problems with random ends.
fn turned_problems(board: &Board, random: &mut Random) -> Vec<Problem> {
    let any = || Problem::new(board.clone());
    let mut all = problems(board, random);
    for _ in 0..3 {
        // On the whole board, and on the lowest rank.
        let [middle, edge] = [(); 2].map(|()| drawn(board, 0, random));
        let edge = Square::from_index((edge.index() % u64::from(board.files())) & !1);
        all.extend([from(any(), middle), from(any(), edge)]);
        all.extend([middle, edge].map(|end| any().end(end).expect("a square of the board")));
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
