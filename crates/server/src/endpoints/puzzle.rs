//! `puzzle-make`, `puzzle-unique` and `puzzle-sheet`: clue puzzles.

use std::time::Instant;

use caracole::draw::puzzle_sheet;
use caracole::draw::svg;
use caracole::formats;
use caracole::formats::json::Number;
use caracole::formats::{RunRecord, json};
use caracole::puzzle::{PuzzleSettings, Uniqueness, make, unique};
use caracole::solvers::Run;
use caracole::{Explain, Problem, report};

use super::Endpoint;
use crate::error::ApiError;
use crate::fields::{Fields, take};
use crate::response::Content;
use crate::work::WorkContext;

/// `puzzle-make` makes a clue puzzle.
pub(crate) struct PuzzleMake {
    problem: Problem,
    settings: PuzzleSettings,
    seed: u64,
}

impl Endpoint for PuzzleMake {
    const NAME: &'static str = "puzzle-make";

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        const MAX_SQUARES: u64 = 400;
        let problem = fields.problem_with_coordinates(MAX_SQUARES)?;
        take!(fields {
            clue_count: Number,
            symmetric: bool,
            minimal: bool,
            hide_ends: bool,
            seed: Number,
        });
        let settings = PuzzleSettings {
            // A number that does not fit exceeds the squares of any board.
            clues: clue_count.map(|Number(clues)| usize::try_from(clues).unwrap_or(usize::MAX)),
            symmetric: symmetric.unwrap_or_default(),
            minimal: minimal.unwrap_or_default(),
            hide_ends: hide_ends.unwrap_or_default(),
            ..PuzzleSettings::default()
        };
        if settings.minimal && settings.clues.is_some() {
            let text = "clue_count: cannot be combined with minimal: leave out one of them";
            return Err(ApiError::contradiction(text));
        }
        let Number(seed) = seed.unwrap_or_default();
        Ok(Self { problem, settings, seed })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { problem, settings, seed, .. } = self;
        let start = Instant::now();
        let options = context.options().seed(seed);
        let outcome = match make(&problem, &settings, &mut Run::with_options(&options)) {
            Ok(puzzle) => return Ok(Content::Json(report::puzzle(&puzzle, seed, true))),
            // Contradictory settings are an error. A search without a puzzle is an outcome.
            Err(error) => error.into_outcome(),
        };
        let outcome = outcome.map_err(|error| ApiError::contradiction(error.to_string()))?;
        let record = RunRecord {
            seed: Some(seed),
            method: "puzzle".into(),
            elapsed: start.elapsed(),
            ..RunRecord::default()
        };
        Ok(Content::Json(json::outcome(&problem, &outcome, &record)))
    }
}

/// `puzzle-unique` decides whether a puzzle has exactly one solution.
pub(crate) struct PuzzleUnique {
    problem: Problem,
}

impl PuzzleUnique {
    fn parse_puzzle(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        const MAX_SQUARES: u64 = 2500;
        let problem = fields.problem(MAX_SQUARES)?;
        if problem.knights() > 1 {
            let text = "knights: a puzzle has one knight";
            return Err(ApiError::contradiction(text));
        }
        Ok(Self { problem })
    }
}

impl Endpoint for PuzzleUnique {
    const NAME: &'static str = "puzzle-unique";

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        Self::parse_puzzle(fields)
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let answer = unique(&self.problem, &mut context.run());
        Ok(Content::Json(report::unique(&self.problem, answer)))
    }
}

/// `puzzle-sheet` draws a puzzle for printing.
pub(crate) struct PuzzleSheet {
    puzzle: PuzzleUnique,
    with_solution: bool,
}

impl Endpoint for PuzzleSheet {
    const NAME: &'static str = "puzzle-sheet";
    const RETURNS_FILE: bool = true;

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let puzzle = PuzzleUnique::parse_puzzle(fields)?;
        take!(fields { solution: bool });
        Ok(Self { puzzle, with_solution: solution.unwrap_or_default() })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let problem = &self.puzzle.problem;
        let no_puzzle = |why: &str| Err(ApiError::contradiction(format!("not a puzzle: {why}")));
        let solved = if self.with_solution {
            match unique(problem, &mut context.run()) {
                Uniqueness::One(only) => Some(only),
                Uniqueness::Several(_) => return no_puzzle("more than one tour fits the clues"),
                Uniqueness::None(proof) => {
                    return no_puzzle(&format!("no tour fits the clues: {}", proof.text()));
                }
                Uniqueness::Unknown(stop, _) => {
                    let text = format!("it is not known whether one tour fits the clues: {stop}");
                    return Err(ApiError::too_much(text));
                }
            }
        } else {
            None
        };
        let solution = solved.as_ref().map(|only| &only.tour);
        let grade = solved.as_ref().map(|only| only.grade().name());
        let sheet =
            formats::puzzle::PuzzleSheet { problem, solution, grade: grade.unwrap_or_default() };
        let mut bytes = Vec::new();
        svg::write(&puzzle_sheet(&sheet), &mut bytes).map_err(|_| ApiError::panicked())?;
        Ok(Content::File { media_type: "image/svg+xml", name: "puzzle.svg".into(), bytes })
    }
}
