//! What was compared, in a line.

use std::iter;

use caracole::compare::{Match, Study};
use caracole::{Kind, Limits, Piece, Problem, Square};

use super::{Contest, table};

impl Contest {
    /// What was compared, in a line.
    pub(crate) fn headline(&self) -> String {
        match self {
            Self::Board(contest, _) => {
                let Match { problem, contestants, limits, seed, .. } = contest;
                let asked = asked(&problem.clone().into());
                let methods = table::counted(contestants.len() as u64, "method");
                format!("{asked}: {methods}, {}, seed {seed}", spent(limits))
            }
            Self::Growth(study, _) => {
                let Study { sizes, starts, contestants, limits, seed, kind, piece, .. } = study;
                let (from, to) = (sizes.start(), sizes.end());
                let (kind, walker) = (kind_word(*kind), walker(piece));
                let methods = table::counted(contestants.len() as u64, "method");
                format!(
                    "{from}x{from} to {to}x{to}, {kind}{walker}, starts {starts}: {methods}, {}, \
                     seed {seed}",
                    spent(limits)
                )
            }
        }
    }
}

/// The problem in short: everything that makes it another one is named, or counted.
fn asked(problem: &Problem) -> String {
    let board = problem.board();
    let kind = kind_word(problem.kind());
    let end = |word: &str, square: Option<Square>| {
        square.map(|square| format!(" {word} {}", board.name(square))).unwrap_or_default()
    };
    let ends = end("from", problem.start()) + &end("to", problem.end());
    let clues = problem.clues().filter(|&(step, _)| step != 1 && step != board.len()).count();
    let more = [
        (clues, "clue"),
        (problem.used().len(), "used move"),
        (problem.avoided().len(), "avoided move"),
    ];
    let more = more.into_iter().filter(|&(count, _)| count > 0);
    let start = format!("{}, {kind}{}{ends}", board.title(), walker(problem.piece()));
    let parts = more.map(|(count, thing)| table::counted(count as u64, thing));
    iter::once(start).chain(parts).collect::<Vec<_>>().join(", ")
}

/// Whose tours they are, unless a knight's.
fn walker(piece: &Piece) -> String {
    if piece.is_knight() { String::new() } else { format!(" of a {piece}") }
}

/// Which tours were looked for.
const fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Any => "any tour",
        Kind::Closed => "closed tours",
        Kind::Open => "open tours",
    }
}

/// What each may spend, but for the memory, which is what the machine has.
fn spent(limits: &Limits) -> String {
    let steps = table::grouped(limits.steps.unwrap_or(u64::MAX));
    let time = limits.time.map_or_else(|| "no limit".to_owned(), table::time);
    format!("at most {steps} steps and {time} each, one core")
}
