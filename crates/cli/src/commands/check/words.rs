//! A verdict in words.

use caracole::verify::{Facts, Sums, Verdict};
use caracole::{Board, Problem, Symmetry};

/// More defects than these are counted, not printed.
const MOST_PRINTED: usize = 50;

pub(super) fn of(problem: &Problem, verdict: &Verdict, facts: Option<&Facts>) -> String {
    let board = problem.board();
    let lines = match facts {
        Some(facts) => tour(board, facts),
        None => defects(board, verdict),
    };
    lines.into_iter().map(|line| line + "\n").collect()
}

fn defects(board: &Board, verdict: &Verdict) -> Vec<String> {
    let count = verdict.defect_count();
    let things = if count == 1 { "defect" } else { "defects" };
    let mut lines = vec![format!("not a tour of {}: {count} {things}", short_name(board))];
    let printed = verdict.defects().iter().take(MOST_PRINTED);
    lines.extend(printed.map(|defect| format!("  {}", defect.text(board))));
    if count > MOST_PRINTED as u64 {
        lines.push(format!("  and {} more", count - MOST_PRINTED as u64));
    }
    lines
}

fn tour(board: &Board, facts: &Facts) -> Vec<String> {
    let kind = if facts.closed { "a closed" } else { "an open" };
    let mut lines = vec![format!("{kind} tour of {}", short_name(board))];
    let mut line = |name: &str, value: String| lines.push(format!("  {name:<11}{value}"));
    if let (Some(class), Some(all)) = (facts.symmetry_class(), &facts.symmetries) {
        let names: Vec<&str> = all.iter().skip(1).copied().map(Symmetry::name).collect();
        let names =
            if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
        line("symmetry", format!("{}{names}", class.word()));
    }
    if let Some(sums) = &facts.sums {
        line("sums", magic(sums));
    }
    line("turns", facts.turns.to_string());
    if let Some(crossings) = facts.crossings {
        line("crossings", crossings.to_string());
    }
    let moves: Vec<String> = facts.moves.iter().map(|(_, count)| count.to_string()).collect();
    line(
        "moves",
        format!("{} (each direction, clockwise from one right, two up)", moves.join(" ")),
    );
    lines
}

fn magic(sums: &Sums) -> String {
    match (sums.rank, sums.file) {
        (Some(rank), Some(file)) => {
            let diagonals = match sums.diagonals {
                _ if sums.is_diagonally_magic() => " and both diagonals",
                Some(_) => ", but not both diagonals",
                None => "",
            };
            if rank == file {
                format!("magic: {rank} along every rank and file{diagonals}")
            } else {
                format!("magic: {rank} along every rank, {file} along every file")
            }
        }
        (Some(rank), None) => format!("semi-magic: {rank} along every rank"),
        (None, Some(file)) => format!("semi-magic: {file} along every file"),
        (None, None) => "not magic".to_owned(),
    }
}

/// A board with very many holes is not spelled out.
fn short_name(board: &Board) -> String {
    let name = board.to_string();
    if name.len() <= 60 { name } else { format!("a board of {} squares", board.len()) }
}
