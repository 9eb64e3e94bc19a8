//! Seeds other than 0: the same construction, varied at random.
//!
//! A random symmetry maps the problem to another one, whose tour is constructed and mapped back. A
//! tour that leaves its start or its direction open gets a random one, and small tours are mixed.
//! On larger boards the tour stays a formula.

use std::sync::Arc;

use caracole_core::{
    Board, File, Formula, Path, Place, Problem, Rank, StopCause, Symmetry, verify,
};

use crate::{Random, Run};

use super::answer::{Answer, path_along};
use super::turn::Turn;
use super::{Construct, Look};

/// Boards of up to this many squares are mixed.
const MOST_MIXED: u64 = 1 << 16;

/// Builds a tour that depends on the seed of the run.
pub(super) fn varied(
    construct: Construct,
    problem: &Problem,
    run: &mut Run<'_>,
) -> Result<Answer, StopCause> {
    let (board, seed) = (problem.board(), run.get_seed());
    let mut random = Random::new(seed, "construct variant");
    let symmetries = Symmetry::of(board);
    let back = symmetries[random.below(symmetries.len() as u64) as usize];
    let Some(image) = mapped(problem, back.inverse()) else {
        return construct.build(problem, construct.mix, run);
    };
    let is_mixed = construct.look == Look::Plain && board.len() <= MOST_MIXED;
    let mix = construct.mix.or_else(|| is_mixed.then_some(seed));
    Ok(match construct.build(&image, mix, run)? {
        Answer::Formula(formula) => {
            let ends = [1, board.len()].map(|step| formula.place_at(step));
            let turn = random_turn(problem, are_a_move_apart(ends), &mut random);
            Answer::Formula(Arc::new(Variant { formula, back, to: back.inverse(), turn }))
        }
        Answer::Tour(links) => {
            let path = path_along(&image, &links);
            let mut path: Path = path.iter().map(|square| back.apply(board, square)).collect();
            let ends = path.first().zip(path.last());
            let is_closed =
                ends.is_some_and(|(a, b)| are_a_move_apart([a, b].map(|end| board.place(end))));
            random_turn(problem, is_closed, &mut random).apply(&mut path);
            Answer::Path(path)
        }
        // Some ends are harder than their images, and reasons name squares of the problem itself.
        _ => construct.build(problem, construct.mix, run)?,
    })
}

/// The image of a problem that fixes the ends at most.
fn mapped(problem: &Problem, symmetry: Symmetry) -> Option<Problem> {
    let board = problem.board();
    let image = Problem::new(board.clone()).of_kind(problem.kind());
    let image = match problem.start() {
        Some(start) => image.from(symmetry.apply(board, start)).ok()?,
        None => image,
    };
    match problem.end() {
        Some(end) => image.to(symmetry.apply(board, end)).ok(),
        None => Some(image),
    }
}

/// A random start and direction, as far as the problem leaves them open.
fn random_turn(problem: &Problem, is_closed: bool, random: &mut Random) -> Turn {
    let len = problem.board().len();
    let is_backward = random.below(2) == 1;
    let shift = random.below(len);
    let reversed_around =
        |shift| if is_backward { Turn { shift, is_backward } } else { Turn::IDENTITY };
    match (is_closed, problem.start(), problem.end()) {
        (true, None, None) => Turn { shift, is_backward },
        (true, Some(_), None) => reversed_around(0),
        (true, None, Some(_)) => reversed_around(len - 2),
        (false, None, None) => reversed_around(len - 1),
        _ => Turn::IDENTITY,
    }
}

const fn are_a_move_apart([a, b]: [Place; 2]) -> bool {
    verify::is_knight_move(a, b)
}

/// A formula seen through a symmetry of its board, with another start or direction.
#[derive(Debug)]
struct Variant {
    formula: Arc<dyn Formula>,
    /// From places of the formula to places of the tour, and the other way round.
    back: Symmetry,
    to: Symmetry,
    turn: Turn,
}

/// Places are mapped in batches of this size.
const BATCH: usize = 256;

impl Variant {
    fn len(&self) -> u64 {
        self.board().len()
    }

    fn offset(&self, step: u64) -> u64 {
        self.turn.offset(step, self.len())
    }

    /// The step of the tour that is a step of the formula.
    fn step(&self, inner: u64) -> u64 {
        self.turn.step(inner - 1, self.len())
    }

    fn inner(&self, place: Place) -> Place {
        self.to.apply_place(self.board(), place)
    }

    fn outer(&self, place: Place) -> Place {
        self.back.apply_place(self.board(), place)
    }
}

impl Formula for Variant {
    fn board(&self) -> &Board {
        self.formula.board()
    }

    fn place_at(&self, step: u64) -> Place {
        self.outer(self.formula.place_at(self.offset(step) + 1))
    }

    fn step_of(&self, place: Place) -> u64 {
        self.step(self.formula.step_of(self.inner(place)))
    }

    fn walk(&self, mut step: u64, mut places: &mut [Place]) {
        let len = self.len();
        while !places.is_empty() {
            let offset = self.offset(step);
            // The offsets run up to the last or down to the first, and then start over.
            let left = if self.turn.is_backward { offset + 1 } else { len - offset };
            let count = usize::try_from(left).map_or(places.len(), |left| left.min(places.len()));
            let (now, later) = places.split_at_mut(count);
            if self.turn.is_backward {
                self.formula.walk(offset + 2 - count as u64, now);
                now.reverse();
            } else {
                self.formula.walk(offset + 1, now);
            }
            for place in now {
                *place = self.outer(*place);
            }
            step += count as u64;
            places = later;
        }
    }

    fn steps_of(&self, places: &[Place], steps: &mut [u64]) {
        let mut inner = [Place::flat(File::new(0), Rank::new(0)); BATCH];
        for (places, steps) in places.chunks(BATCH).zip(steps.chunks_mut(BATCH)) {
            for (inner, &place) in inner.iter_mut().zip(places) {
                *inner = self.inner(place);
            }
            self.formula.steps_of(&inner[..places.len()], steps);
            for step in steps {
                *step = self.step(*step);
            }
        }
    }

    fn number_rank(&self, rank: Rank, file: File, steps: &mut [u64]) {
        let mut places = [Place::flat(file, rank); BATCH];
        for (batch, steps) in steps.chunks_mut(BATCH).enumerate() {
            let first = file.index() + (batch * BATCH) as u32;
            for (place, file) in places.iter_mut().zip(first..).take(steps.len()) {
                *place = Place::flat(File::new(file), rank);
            }
            self.steps_of(&places[..steps.len()], steps);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use caracole_core::{Kind, Outcome};

    use super::*;
    use crate::Solver;

    fn solve(problem: &Problem, seed: u64) -> Path {
        let outcome = Construct::default().solve(problem, &mut Run::new().seed(seed));
        let Outcome::Found(tour) = outcome else { panic!("{problem:?} with seed {seed}") };
        tour.into_path()
    }

    fn problems(board: &str) -> Vec<Problem> {
        let any = Problem::new(board.parse().unwrap());
        let last = any.board().squares().last().unwrap();
        let kinds = [Kind::Any, Kind::Open, Kind::Closed].map(|kind| any.clone().of_kind(kind));
        let from = kinds.clone().map(|problem| problem.from("a1").unwrap());
        let to = kinds.clone().map(|problem| problem.to(last).unwrap());
        let all = kinds.into_iter().chain(from).chain(to);
        all.filter(|problem| crate::decide(problem) == crate::Decision::Exists).collect()
    }

    #[test]
    fn every_seed_gives_a_tour_and_most_seeds_another_one() {
        // Boards with sides of 3 and 4 leave little to mix.
        for (board, least) in [("3x10", 2), ("4x9", 4), ("5x5", 4), ("8x8", 38), ("9x7", 38)] {
            for problem in problems(board) {
                let tours: HashSet<String> =
                    (0..40).map(|seed| solve(&problem, seed).names(problem.board())).collect();
                let found = tours.len();
                assert!(found >= least, "{board} {:?}: {found} tours", problem.kind());
            }
        }
    }

    /// The verifier inside `solve` checks the formula's answers against each other.
    #[test]
    fn large_boards_stay_formulas_and_depend_on_the_seed() {
        for board in ["300x300", "400x301", "401x301", "3x30000", "30001x5"] {
            for problem in problems(board) {
                let mut starts = HashSet::new();
                for seed in 0..6 {
                    let run = &mut Run::new().seed(seed);
                    let Outcome::Found(tour) = Construct::default().solve(&problem, run) else {
                        panic!("{board} with seed {seed}");
                    };
                    assert!(tour.formula().is_some());
                    starts.insert(tour.squares().take(100).collect::<Path>().names(tour.board()));
                }
                assert!(starts.len() > 1, "{board} {:?}", problem.kind());
            }
        }
    }

    #[test]
    fn batches_give_the_single_answers() {
        let problem = Problem::new("400x301".parse().unwrap());
        for seed in 1..9 {
            let formula = Construct::default().formula(&problem, &mut Run::new().seed(seed));
            let formula = formula.unwrap_or_else(|_| panic!("no formula"));
            let len = problem.board().len();
            for first in [1, 1000, len - 699] {
                let mut places = vec![formula.place_at(1); 700];
                formula.walk(first, &mut places);
                let single: Vec<Place> =
                    (first..first + 700).map(|at| formula.place_at(at)).collect();
                assert_eq!(places, single);
                let mut steps = vec![0; 700];
                formula.steps_of(&places, &mut steps);
                assert!(steps.into_iter().eq(first..first + 700));
            }
            let mut steps = vec![0; 399];
            formula.number_rank(Rank::new(7), File::new(1), &mut steps);
            let single = (1..400).map(|file| Place::flat(File::new(file), Rank::new(7)));
            assert!(steps.into_iter().eq(single.map(|place| formula.step_of(place))));
        }
    }
}
