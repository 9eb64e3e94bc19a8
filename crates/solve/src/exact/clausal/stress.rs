//! Answers of the exact search and of the learning search against brute force on random problems, and proofs that are
//! changed at random.

use std::num::NonZeroUsize;

use caracole_core::{
    Board, ClauseLine, CutVertex, Kind, Literal as Statement, Problem, Reason, Square, Surface,
};
use caracole_verify::{Checked, Outcome, check_proof, no_progress};

use super::tests::{learn, listed, mutate};
use super::*;
use crate::exact::learning::LearningResult;
use crate::{Exact, Run, Solver};

/// A problem as brute force sees it, with its own arithmetic.
struct Walker<'a> {
    problem: &'a Problem,
    squares: Vec<Square>,
    /// The squares that a move leads to, forbidden moves included.
    near: Vec<Vec<usize>>,
    /// How many squares a walk may still enter.
    budget: u64,
    tours: Vec<Vec<usize>>,
    most: usize,
}

impl<'a> Walker<'a> {
    fn new(problem: &'a Problem, leaper: (i64, i64), budget: u64, most: usize) -> Self {
        let board = problem.board();
        let squares: Vec<Square> = board.squares().collect();
        let place = |square: Square| {
            let coord = board.coord(square);
            (i64::from(coord.file.index()), i64::from(coord.rank.index()))
        };
        let (files, ranks) = (i64::from(board.files()), i64::from(board.ranks()));
        let wraps = |axis: usize| match board.surface() {
            Surface::Torus => true,
            Surface::Cylinder => axis == 0,
            _ => false,
        };
        let differs = |from: i64, to: i64, by: i64, side: i64, wraps: bool| {
            to - from == by || wraps && (to - from - by).rem_euclid(side) == 0
        };
        let is_move = |from: Square, to: Square| {
            let (from, to) = (place(from), place(to));
            let (short, long) = leaper;
            let mut offsets = [(short, long), (long, short)].into_iter();
            offsets.any(|(right, up)| {
                [(right, up), (right, -up), (-right, up), (-right, -up)].into_iter().any(|by| {
                    differs(from.0, to.0, by.0, files, wraps(0))
                        && differs(from.1, to.1, by.1, ranks, wraps(1))
                })
            })
        };
        let near = squares.iter().map(|&from| {
            (0..squares.len())
                .filter(|&to| squares[to] != from && is_move(from, squares[to]))
                .collect()
        });
        let near = near.collect();
        Self { problem, squares, near, budget, tours: Vec::new(), most }
    }

    fn has_pair(&self, pairs: &[(Square, Square)], a: usize, b: usize) -> bool {
        let (a, b) = (self.squares[a], self.squares[b]);
        pairs.iter().any(|&pair| pair == (a, b) || pair == (b, a))
    }

    /// Searches for tours, walked in every direction. Returns `None` if the budget is spent.
    fn walk(&mut self, walk: &mut Vec<usize>) -> Option<()> {
        let len = self.squares.len();
        if walk.len() == len {
            if self.is_tour(walk) {
                self.tours.push(walk.clone());
            }
            return Some(());
        }
        let step = walk.len() as u64 + 1;
        let given = self.problem.clues().find(|&(at, _)| at == step).map(|(_, square)| square);
        let next: Vec<usize> = match walk.last() {
            Some(&last) => self.near[last].clone(),
            None => (0..len).collect(),
        };
        for to in next {
            let is_forbidden =
                walk.last().is_some_and(|&last| self.has_pair(self.problem.forbidden(), last, to));
            if is_forbidden
                || walk.contains(&to)
                || given.is_some_and(|given| given != self.squares[to])
            {
                continue;
            }
            self.budget = self.budget.checked_sub(1)?;
            walk.push(to);
            self.walk(walk)?;
            walk.pop();
            if self.tours.len() >= self.most {
                break;
            }
        }
        Some(())
    }

    fn is_tour(&self, walk: &[usize]) -> bool {
        let (first, last) = (walk[0], walk[walk.len() - 1]);
        let is_near = self.near[last].contains(&first);
        let is_closed = self.problem.kind() == Kind::Closed;
        let fits = match self.problem.kind() {
            Kind::Any => true,
            Kind::Open => !is_near,
            Kind::Closed => is_near && !self.has_pair(self.problem.forbidden(), last, first),
        };
        let makes = |&(a, b): &(Square, Square)| {
            let closing = is_closed.then_some([last, first]);
            let pairs = walk.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing);
            pairs
                .map(|pair| pair.map(|at| self.squares[at]))
                .any(|pair| pair == [a, b] || pair == [b, a])
        };
        fits && self.problem.required().iter().all(makes)
    }

    /// Returns whether there is a tour; `None` if the budget is spent.
    fn decide(mut self) -> Option<bool> {
        self.walk(&mut Vec::new())?;
        Some(!self.tours.is_empty())
    }

    /// Returns all tours, if there are not too many.
    fn all(mut self) -> Option<Vec<Vec<Square>>> {
        let most = self.most;
        self.walk(&mut Vec::new())?;
        let named = |walk: &Vec<usize>| walk.iter().map(|&at| self.squares[at]).collect();
        (self.tours.len() < most).then(|| self.tours.iter().map(named).collect())
    }
}

const BOARDS: [&str; 14] = [
    "4x3",
    "4x4",
    "5x3",
    "5x4",
    "6x3",
    "5x5",
    "6x4",
    "7x3",
    "cylinder:4x4",
    "cylinder:5x3",
    "cylinder:6x4",
    "torus:4x4",
    "torus:5x3",
    "torus:5x5",
];

const LEAPERS: [(i64, i64); 4] = [(1, 2), (1, 4), (2, 3), (1, 3)];

/// Returns a random problem of at least three and at most `most` squares, and its piece.
fn random_problem(random: &mut Random, most: u64) -> Option<(Problem, (i64, i64))> {
    let board: Board = BOARDS[random.below(BOARDS.len() as u64) as usize].parse().unwrap();
    let share = random.below(5);
    let mut squares: Vec<Square> = board.squares().collect();
    random.shuffle(&mut squares);
    let too_many = board.len().saturating_sub(most) as usize;
    let at_random = squares.iter().skip(too_many).filter(|_| random.below(16) < share);
    let holes: Vec<Square> = squares[..too_many].iter().chain(at_random).copied().collect();
    let board = board.without(holes).ok().filter(|board| board.len() >= 3)?;
    let leaper = LEAPERS[random.below(LEAPERS.len() as u64) as usize];
    let piece = caracole_core::Leaper::new(leaper.0 as u32, leaper.1 as u32).ok()?.into();
    let kind = [Kind::Any, Kind::Closed, Kind::Open][random.below(3) as usize];
    let mut problem = Problem::with_piece(board.clone(), piece).of_kind(kind);
    let squares: Vec<Square> = board.squares().collect();
    let any = |random: &mut Random| squares[random.below(squares.len() as u64) as usize];
    for _ in 0..random.below(4) {
        let a = any(random);
        let moves = caracole_core::Moves::new(problem.piece(), &board);
        let near: Vec<Square> = moves.from(&board, a).filter(|&to| board.contains(to)).collect();
        let b = if near.is_empty() { a } else { near[random.below(near.len() as u64) as usize] };
        let step = 1 + random.below(board.len());
        let next = match random.below(12) {
            0 | 1 => problem.clone().start(a),
            2 | 3 => problem.clone().end(a),
            4 => problem.clone().clue(a, step),
            5..=7 => problem.clone().require(a, b),
            _ => problem.clone().forbid(a, b),
        };
        // Conditions that contradict each other are refused.
        problem = next.unwrap_or(problem);
    }
    Some((problem, leaper))
}

/// How often each kind of answer occurred.
#[derive(Debug, Default)]
struct Answers {
    found: u32,
    impossible: u32,
    /// Answers "no" of the learning search alone.
    refuted: u32,
}

/// Compares answers with brute force, and checks each proof.
fn compare_with_brute_force(rounds: u32, most: u64, budget: u64, random: &mut Random) -> Answers {
    let mut answers = Answers::default();
    for _ in 0..rounds {
        let Some((problem, leaper)) = random_problem(random, most) else { continue };
        let Some(has_tour) = Walker::new(&problem, leaper, budget, 1).decide() else { continue };
        let exact = Exact { threads: NonZeroUsize::new(1), ..Exact::default() };
        match exact.solve(&problem, &mut Run::new()) {
            Outcome::Found(_) => assert!(has_tour, "{problem:?}"),
            Outcome::Impossible(evidence) => {
                assert!(!has_tour, "{problem:?}: {:?}", evidence.reason());
                assert!(evidence.is_checked(), "{problem:?}: {:?}", evidence.reason());
            }
            Outcome::Unknown(stop) => panic!("{problem:?}: {stop}"),
        }
        if has_tour {
            answers.found += 1;
        } else {
            answers.impossible += 1;
        }
        let Some((result, clauses)) = learn(&problem) else { continue };
        let expected = if has_tour { LearningResult::Solution } else { LearningResult::Refuted };
        assert_eq!(result, expected, "{problem:?}");
        if !has_tour {
            let checked = check_proof(&problem, &Reason::Clauses { clauses }, &no_progress);
            assert!(
                matches!(checked, Ok(Checked::ProvedByClauses { .. })),
                "{problem:?}: {checked:?}"
            );
            answers.refuted += 1;
        }
    }
    answers
}

#[test]
fn answers_agree_with_brute_force() {
    let mut random = Random::new(21, "against brute force");
    let answers = compare_with_brute_force(1300, 18, 200_000, &mut random);
    let Answers { found, impossible, refuted } = answers;
    assert!(found > 150 && impossible > 600 && refuted > 150, "{answers:?}");
}

#[test]
#[ignore = "minutes: larger boards and many more of them"]
fn many_answers_agree_with_brute_force() {
    let mut random = Random::new(22, "against brute force");
    let answers = compare_with_brute_force(40_000, 25, 20_000_000, &mut random);
    let Answers { found, impossible, refuted } = answers;
    assert!(found > 4000 && impossible > 10_000 && refuted > 4000, "{answers:?}");
}

/// Returns true if a tour satisfies the clause of a line.
fn satisfies(problem: &Problem, tour: &[Square], line: &ClauseLine) -> bool {
    let is_closed = problem.kind() == Kind::Closed;
    let (first, last) = (tour[0], tour[tour.len() - 1]);
    let is_end = |square: Square| !is_closed && (square == first || square == last);
    let closing = is_closed.then_some([last, first]);
    let mut moves = tour.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing);
    match line {
        ClauseLine::Deleted(_) => true,
        ClauseLine::Learned(literals) => literals.iter().any(|literal| match *literal {
            Statement::Move { squares: [a, b], holds } => {
                moves.clone().any(|pair| pair == [a, b] || pair == [b, a]) == holds
            }
            Statement::End { square, holds } => is_end(square) == holds,
        }),
        ClauseLine::Cut { part, except } => {
            let is_removed =
                |square: Square| matches!(except, CutVertex::Square(removed) if *removed == square);
            let crosses = |[a, b]: [Square; 2]| {
                part.contains(&a) != part.contains(&b) && !is_removed(a) && !is_removed(b)
            };
            let ends_join = *except != CutVertex::Ends;
            moves.any(crosses) || ends_join && part.iter().any(|&square| is_end(square))
        }
    }
}

/// The checker accepts a line only if every tour satisfies it, whatever the lines before it are. So it never accepts
/// the empty clause for a problem with a tour.
fn check_changed_proofs(rounds: u32, random: &mut Random) -> (u32, u64) {
    let (mut proofs, mut accepted) = (0, 0);
    for _ in 0..rounds {
        let Some((problem, leaper)) = random_problem(random, 16) else { continue };
        let Some(tours) = Walker::new(&problem, leaper, 300_000, 3000).all() else { continue };
        let Some((_, clauses)) = learn(&problem) else { continue };
        if tours.is_empty() {
            continue;
        }
        // Lines of this problem, and of one without a tour that has another condition.
        let mut lines = listed(&clauses);
        let other = problem.clone().of_kind(Kind::Closed);
        if random.below(2) == 0
            && let Some((_, others)) = learn(&other)
        {
            lines = listed(&others);
        }
        lines.truncate(60);
        lines.push(ClauseLine::Learned(Vec::new()));
        for _ in 0..8 {
            let mut changed = lines.clone();
            for _ in 0..=random.below(4) {
                mutate(&mut changed, &problem, random);
            }
            let clauses = Clauses::new(changed.clone());
            let error = check_proof(&problem, &Reason::Clauses { clauses }, &no_progress);
            let error = error.expect_err("the problem has a tour");
            let first = error.line.unwrap_or_else(|| panic!("{problem:?}: {error:?}")) as usize;
            for line in changed.iter().take(first - 1) {
                let is_true = tours.iter().all(|tour| satisfies(&problem, tour, line));
                assert!(is_true, "{problem:?}: {line:?}");
                accepted += 1;
            }
            proofs += 1;
        }
    }
    (proofs, accepted)
}

#[test]
fn accepted_lines_are_true_of_every_tour() {
    let mut random = Random::new(23, "changed proofs");
    let (proofs, accepted) = check_changed_proofs(3500, &mut random);
    assert!(proofs > 1000 && accepted > 2000, "{proofs} proofs, {accepted} lines");
}

#[test]
#[ignore = "minutes: many more proofs"]
fn many_accepted_lines_are_true_of_every_tour() {
    let mut random = Random::new(24, "changed proofs");
    let (proofs, accepted) = check_changed_proofs(150_000, &mut random);
    assert!(proofs > 50_000 && accepted > 100_000, "{proofs} proofs, {accepted} lines");
}
