//! `puzzle-make`, `puzzle-unique` and `puzzle-sheet`: clue puzzles.

use std::time::{Duration, Instant};

use caracole::draw::svg;
use caracole::formats::puzzle::Sheet;
use caracole::formats::{RunRecord, json};
use caracole::puzzle::{PuzzleSettings, Uniqueness, make, unique};
use caracole::{Problem, puzzle_sheet, report};

use super::Verb;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;
use crate::state::broken;

/// What a puzzle shall be like.
pub(crate) struct PuzzleMake {
    problem: Problem,
    settings: PuzzleSettings,
    seed: u64,
    time: Option<Duration>,
}

impl Verb for PuzzleMake {
    const NAME: &'static str = "puzzle-make";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        const MOST_SQUARES: u64 = 400;
        let problem = fields.problem(MOST_SQUARES)?;
        let clues = fields.number("clue_count")?;
        let settings = PuzzleSettings {
            // More than fits is more than any board has.
            clues: clues.map(|clues| usize::try_from(clues).unwrap_or(usize::MAX)),
            symmetric: fields.flag("symmetric")?,
            minimal: fields.flag("minimal")?,
            hide_ends: fields.flag("hide_ends")?,
            ..PuzzleSettings::default()
        };
        if settings.minimal && settings.clues.is_some() {
            let text =
                "clue_count: a minimal puzzle has as many as it needs: leave out one of them";
            return Err(Refusal::contradiction(text));
        }
        let seed = fields.number("seed")?.unwrap_or_default();
        Ok(Self { problem, settings, seed, time: fields.time()? })
    }

    fn time(&self) -> Option<Duration> {
        self.time
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { problem, settings, seed, .. } = self;
        let begun = Instant::now();
        let error = match make(&problem, &settings, &mut desk.run().seed(seed)) {
            Ok(puzzle) => return Ok(Answer::Json(report::puzzle(&puzzle, seed, true))),
            Err(error) => error,
        };
        // A wish that cannot be is refused; what was not found is an outcome.
        let outcome = report::made_outcome(error)
            .map_err(|error| Refusal::contradiction(error.to_string()))?;
        let record = RunRecord {
            seed: Some(seed),
            method: "puzzle".into(),
            elapsed: begun.elapsed(),
            ..RunRecord::default()
        };
        Ok(Answer::Json(json::outcome(&problem, &outcome, &record)))
    }
}

/// A puzzle, of which somebody wants to know whether it is one.
pub(crate) struct PuzzleUnique {
    problem: Problem,
    time: Option<Duration>,
}

impl PuzzleUnique {
    /// A puzzle for one knight, within the time.
    fn of(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        const MOST_SQUARES: u64 = 2500;
        let problem = fields.problem(MOST_SQUARES)?;
        if problem.knights() > 1 {
            let text = "a puzzle is for one knight: leave out the others";
            return Err(Refusal::contradiction(text));
        }
        Ok(Self { problem, time: fields.time()? })
    }
}

impl Verb for PuzzleUnique {
    const NAME: &'static str = "puzzle-unique";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        Self::of(fields)
    }

    fn time(&self) -> Option<Duration> {
        self.time
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let answer = unique(&self.problem, &mut desk.run());
        Ok(Answer::Json(report::unique(&self.problem, answer)))
    }
}

/// A puzzle to print, and perhaps its solution.
pub(crate) struct PuzzleSheet {
    puzzle: PuzzleUnique,
    with_solution: bool,
}

impl Verb for PuzzleSheet {
    const NAME: &'static str = "puzzle-sheet";
    const GIVES_FILE: bool = true;

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let puzzle = PuzzleUnique::of(fields)?;
        Ok(Self { puzzle, with_solution: fields.flag("solution")? })
    }

    fn time(&self) -> Option<Duration> {
        self.puzzle.time
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let problem = &self.puzzle.problem;
        let refused = |why: &str| Err(Refusal::contradiction(format!("no puzzle: {why}")));
        let solved = if self.with_solution {
            match unique(problem, &mut desk.run()) {
                Uniqueness::One(only) => Some(only),
                Uniqueness::Several(_) => return refused("more than one tour fits the clues"),
                Uniqueness::None(proof) => {
                    return refused(&format!("no tour fits the clues: {}", proof.text()));
                }
                Uniqueness::Unknown(stop, _) => {
                    let text = format!("nobody knows whether one tour fits the clues: {stop}");
                    return Err(Refusal::too_much(text));
                }
            }
        } else {
            None
        };
        let solution = solved.as_ref().map(|only| &only.tour);
        let grade = solved.as_ref().map(|only| only.grade().name());
        let sheet = Sheet { problem, solution, grade: grade.unwrap_or_default() };
        let mut bytes = Vec::new();
        svg::write(&puzzle_sheet(&sheet), &mut bytes).map_err(|_| broken())?;
        Ok(Answer::File { media: "image/svg+xml", name: "puzzle.svg".into(), bytes })
    }
}
