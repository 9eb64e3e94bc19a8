//! The results of the command, with everything that is needed to repeat it.

use std::iter;

use caracole::compare::{Comparison, DataPoint, MethodVariant, Study, StudyStarts, TrialResult};
use caracole::solvers::Limits;
use caracole::{Kind, Piece, Problem, Square, Stop};

use super::files::Form;
use super::{csv, json, table};
use crate::output::Tone;

/// The results of the command, with everything that is needed to repeat it.
pub(crate) struct Results {
    pub(super) trials: Trials,
    /// Why trials are missing, if any are.
    pub(super) stop: Option<Stop>,
}

/// The trials and their results.
pub(crate) enum Trials {
    /// On one problem.
    Comparison(Comparison, Vec<TrialResult>),
    /// On boards of growing size.
    Study(Study, Vec<DataPoint>),
}

impl Results {
    /// Returns the random seed, if the results depend on it.
    pub(super) fn seed(&self) -> Option<u64> {
        let (seed, uses_seed) = match &self.trials {
            Trials::Comparison(comparison, _) => {
                (comparison.seed, uses_seed(&comparison.variants, None))
            }
            Trials::Study(study, _) => (study.seed, uses_seed(&study.variants, Some(study.starts))),
        };
        uses_seed.then_some(seed)
    }

    /// Returns the results in a form. `paint` colours a table.
    pub(crate) fn text(&self, form: Form, paint: &dyn Fn(Tone, &str) -> String) -> String {
        match form {
            Form::Table => table::of_results(self, paint),
            Form::Csv => csv::of_results(self),
            Form::Json => format!("{}\n", json::of_results(self)),
        }
    }

    /// Returns one line that describes the problem, the methods and the limits.
    pub(crate) fn headline(&self) -> String {
        let seed = self.seed().map(|seed| format!(", seed {seed}")).unwrap_or_default();
        match &self.trials {
            Trials::Comparison(Comparison { problem, variants, limits, .. }, trials) => {
                let problem = problem_text(problem);
                let methods = table::pluralize(variants.len() as u64, "method");
                let is_program = |trial: &&TrialResult| {
                    variants.iter().all(|variant| variant.name() != trial.name)
                };
                let methods = match trials.iter().filter(is_program).count() as u64 {
                    0 => methods,
                    programs => format!("{methods}, {}", table::pluralize(programs, "program")),
                };
                format!("{problem}: {methods}, {}{seed}", limits_text(limits))
            }
            Trials::Study(Study { sizes, starts, variants, limits, kind, piece, .. }, _) => {
                let (from, to) = (sizes.start(), sizes.end());
                let (kind, piece) = (kind_text(*kind), piece_text(piece));
                let methods = table::pluralize(variants.len() as u64, "method");
                let limits = limits_text(limits);
                format!(
                    "{from}x{from} to {to}x{to}, {kind}{piece}, starts {starts}: {methods}, {limits}{seed}"
                )
            }
        }
    }
}

/// Returns true if results depend on the random seed, which determines tours, the starts of a study
/// and their order.
pub(super) fn uses_seed(variants: &[MethodVariant], starts: Option<StudyStarts>) -> bool {
    matches!(starts, Some(StudyStarts::All | StudyStarts::Random(_)))
        || variants.iter().any(MethodVariant::uses_seed)
}

/// Returns the problem in short: its ends by name, and the numbers of its other constraints.
fn problem_text(problem: &Problem) -> String {
    let board = problem.board();
    let kind = kind_text(problem.kind());
    let end = |word: &str, square: Option<Square>| {
        square.map(|square| format!(" {word} {}", board.name(square))).unwrap_or_default()
    };
    let ends = end("from", problem.start_square()) + &end("to", problem.end_square());
    let clues = problem.clues().filter(|&(step, _)| step != 1 && step != board.len()).count();
    let more = [
        (clues, "clue"),
        (problem.required().len(), "used move"),
        (problem.forbidden().len(), "avoided move"),
    ];
    let more = more.into_iter().filter(|&(count, _)| count > 0);
    let start = format!("{}, {kind}{}{ends}", board.title(), piece_text(problem.piece()));
    let parts = more.map(|(count, thing)| table::pluralize(count as u64, thing));
    iter::once(start).chain(parts).collect::<Vec<_>>().join(", ")
}

/// Returns the piece, if it is not a knight.
fn piece_text(piece: &Piece) -> String {
    if piece.is_knight() { String::new() } else { format!(" of a {piece}") }
}

const fn kind_text(kind: Kind) -> &'static str {
    match kind {
        Kind::Any => "any tour",
        Kind::Closed => "closed tours",
        Kind::Open => "open tours",
    }
}

/// Returns the limits of a trial except memory, which depends on the machine.
fn limits_text(limits: &Limits) -> String {
    let steps = table::group_digits(limits.steps.unwrap_or(u64::MAX));
    let time = limits.time.map_or_else(|| "no limit".to_owned(), table::time);
    format!("at most {steps} steps and {time} each, one core")
}
