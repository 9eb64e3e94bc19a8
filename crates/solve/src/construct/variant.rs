//! Seeds other than 0: random variants of a construction.
//!
//! A random symmetry maps the problem to another one, whose tour is constructed and mapped back. Start and
//! direction are random as far as the problem permits. Tours of small boards are mixed; on larger boards the
//! tour stays a formula.

use std::sync::Arc;

use caracole_core::{Board, Coord, File, Formula, Leaper, Path, Problem, Rank, Square, Symmetry};
use caracole_verify::StopCause;

use crate::run::Answer;
use crate::{Random, Run};

use super::outcome::{Construction, path_along};
use super::rotation::Rotation;
use super::sides::problem_with_ends;
use super::{Construct, ConstructionStyle};

/// The maximum number of squares of mixed boards.
const MAX_MIXED: u64 = 1 << 16;

/// Builds a tour that depends on the seed of the run.
pub(super) fn varied(
    construct: Construct,
    problem: &Problem,
    run: &mut Run<'_>,
) -> Result<Construction, StopCause> {
    let (board, seed) = (problem.board(), run.seed());
    let mut random = Random::new(seed, "construct variant");
    let symmetries = Symmetry::of(board);
    let back = symmetries[random.below(symmetries.len() as u64) as usize];
    let Some(image) = mapped(problem, back.inverse()) else {
        return construct.build(problem, construct.mix, run);
    };
    let is_mixed = construct.style == ConstructionStyle::Plain && board.len() <= MAX_MIXED;
    let mix = construct.mix.or_else(|| is_mixed.then_some(seed));
    Ok(match construct.build(&image, mix, run)? {
        Construction::Formula(formula) => {
            let ends = [1, board.len()].map(|step| formula.coord_at(step));
            let rotation = random_rotation(problem, are_adjacent(ends), &mut random);
            Construction::Formula(Arc::new(Variant { formula, back, to: back.inverse(), rotation }))
        }
        Construction::Links(links) => {
            let path = path_along(&image, &links);
            let mut path: Path = path.iter().map(|square| back.apply(board, square)).collect();
            let ends = path.first().zip(path.last());
            let is_closed =
                ends.is_some_and(|(a, b)| are_adjacent([a, b].map(|end| board.coord(end))));
            random_rotation(problem, is_closed, &mut random).apply(&mut path);
            Construction::Answer(Answer::Tour(path))
        }
        // A construction can fail for the image only, and reasons name squares of the original problem.
        Construction::Answer(_) => construct.build(problem, construct.mix, run)?,
    })
}

/// Returns the image of a problem that fixes at most the ends.
fn mapped(problem: &Problem, symmetry: Symmetry) -> Option<Problem> {
    let board = problem.board();
    let image = |end: Option<Square>| end.map(|end| symmetry.apply(board, end));
    let ends = [problem.start_square(), problem.end_square()].map(image);
    problem_with_ends(board.clone(), problem.kind(), ends)
}

/// Returns a random start and direction, as far as the problem permits.
fn random_rotation(problem: &Problem, is_closed: bool, random: &mut Random) -> Rotation {
    let len = problem.board().len();
    let is_backward = random.below(2) == 1;
    let shift = random.below(len);
    let reversed_at =
        |shift| if is_backward { Rotation { shift, is_backward } } else { Rotation::IDENTITY };
    match (is_closed, problem.start_square(), problem.end_square()) {
        (true, None, None) => Rotation { shift, is_backward },
        (true, Some(_), None) => reversed_at(0),
        (true, None, Some(_)) => reversed_at(len - 2),
        (false, None, None) => reversed_at(len - 1),
        _ => Rotation::IDENTITY,
    }
}

const fn are_adjacent([a, b]: [Coord; 2]) -> bool {
    Leaper::KNIGHT.is_move(a, b)
}

/// The image of a formula under a symmetry of its board, with another start or direction.
#[derive(Debug)]
struct Variant {
    formula: Arc<dyn Formula>,
    /// Maps places of the formula to places of the tour; `to` is the inverse.
    back: Symmetry,
    to: Symmetry,
    rotation: Rotation,
}

/// Places are mapped in batches of this size.
const BATCH: usize = 256;

impl Variant {
    fn len(&self) -> u64 {
        self.board().len()
    }

    fn offset(&self, step: u64) -> u64 {
        self.rotation.offset(step, self.len())
    }

    /// Returns the step of the tour for a step of the formula.
    fn step(&self, inner: u64) -> u64 {
        self.rotation.step(inner - 1, self.len())
    }

    fn inner(&self, place: Coord) -> Coord {
        self.to.apply_coord(self.board(), place)
    }

    fn outer(&self, place: Coord) -> Coord {
        self.back.apply_coord(self.board(), place)
    }
}

impl Formula for Variant {
    fn board(&self) -> &Board {
        self.formula.board()
    }

    fn coord_at(&self, step: u64) -> Coord {
        self.outer(self.formula.coord_at(self.offset(step) + 1))
    }

    fn step_of(&self, place: Coord) -> u64 {
        self.step(self.formula.step_of(self.inner(place)))
    }

    fn walk(&self, mut step: u64, mut places: &mut [Coord]) {
        let len = self.len();
        while !places.is_empty() {
            let offset = self.offset(step);
            // The offsets rise to the last or fall to the first one, and continue at the other end.
            let left = if self.rotation.is_backward { offset + 1 } else { len - offset };
            let count = usize::try_from(left).map_or(places.len(), |left| left.min(places.len()));
            let (now, later) = places.split_at_mut(count);
            if self.rotation.is_backward {
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

    fn steps_of(&self, places: &[Coord], steps: &mut [u64]) {
        let mut inner = [Coord::flat(File::new(0), Rank::new(0)); BATCH];
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
        let mut places = [Coord::flat(file, rank); BATCH];
        for (batch, steps) in steps.chunks_mut(BATCH).enumerate() {
            let first = file.index() + (batch * BATCH) as u32;
            for (place, file) in places.iter_mut().zip(first..).take(steps.len()) {
                *place = Coord::flat(File::new(file), rank);
            }
            self.steps_of(&places[..steps.len()], steps);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use caracole_core::Kind;
    use caracole_verify::Outcome;

    use super::*;
    use crate::{Options, Solver};

    fn solve(problem: &Problem, seed: u64) -> Path {
        let outcome =
            Construct::default().solve(problem, &mut Run::with_options(&Options::new().seed(seed)));
        let Outcome::Found(tour) = outcome else { panic!("{problem:?} with seed {seed}") };
        tour.into_path()
    }

    fn problems(board: &str) -> Vec<Problem> {
        let any = Problem::new(board.parse().unwrap());
        let last = any.board().squares().last().unwrap();
        let kinds = [Kind::Any, Kind::Open, Kind::Closed].map(|kind| any.clone().of_kind(kind));
        let from = kinds.clone().map(|problem| problem.start("a1").unwrap());
        let to = kinds.clone().map(|problem| problem.end(last).unwrap());
        let all = kinds.into_iter().chain(from).chain(to);
        all.filter(|problem| crate::decide(problem) == crate::Decision::Exists).collect()
    }

    #[test]
    fn every_seed_gives_a_tour_and_most_tours_differ() {
        // Boards with sides of 3 and 4 permit few switches.
        for (board, least) in [("3x10", 2), ("4x9", 4), ("5x5", 4), ("8x8", 38), ("9x7", 38)] {
            for problem in problems(board) {
                let tours: HashSet<String> =
                    (0..40).map(|seed| solve(&problem, seed).names(problem.board())).collect();
                let found = tours.len();
                assert!(found >= least, "{board} {:?}: {found} tours", problem.kind());
            }
        }
    }

    /// The verifier compares steps and places of the formula.
    #[test]
    fn large_boards_stay_formulas_and_depend_on_the_seed() {
        for board in ["300x300", "400x301", "401x301", "3x30000", "30001x5"] {
            for problem in problems(board) {
                let mut starts = HashSet::new();
                for seed in 0..6 {
                    let run = &mut Run::with_options(&Options::new().seed(seed));
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
    fn batches_agree_with_single_queries() {
        let problem = Problem::new("400x301".parse().unwrap());
        for seed in 1..9 {
            let formula = Construct::default()
                .formula(&problem, &mut Run::with_options(&Options::new().seed(seed)));
            let formula = formula.unwrap_or_else(|_| panic!("no formula"));
            let len = problem.board().len();
            for first in [1, 1000, len - 699] {
                let mut places = vec![formula.coord_at(1); 700];
                formula.walk(first, &mut places);
                let single: Vec<Coord> =
                    (first..first + 700).map(|at| formula.coord_at(at)).collect();
                assert_eq!(places, single);
                let mut steps = vec![0; 700];
                formula.steps_of(&places, &mut steps);
                assert!(steps.into_iter().eq(first..first + 700));
            }
            let mut steps = vec![0; 399];
            formula.number_rank(Rank::new(7), File::new(1), &mut steps);
            let single = (1..400).map(|file| Coord::flat(File::new(file), Rank::new(7)));
            assert!(steps.into_iter().eq(single.map(|place| formula.step_of(place))));
        }
    }
}
