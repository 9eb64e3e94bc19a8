//! A verdict in words.

use caracole::verify::{CoverDefect, CoverVerdict, Defect, Facts, Sums, Verdict};
use caracole::{Board, Offset, Path, Problem, Square, Symmetry, counted, listed};

use crate::paint::{Tone, paint};

/// More defects than these are counted, not printed.
const MOST_PRINTED: usize = 50;

/// `limit` is the memory that facts may take.
pub(super) fn of(
    problem: &Problem,
    verdict: &Verdict,
    facts: Option<&Facts>,
    limit: u64,
) -> String {
    let board = problem.board();
    let lines = match facts {
        _ if !verdict.is_valid() => {
            let defects = verdict.defects().iter();
            let told = defects.map(|defect| (missing(defect), defect.text(board)));
            tell_off("not a tour", board, verdict.defect_count(), told)
        }
        Some(facts) => tour(problem, facts, limit),
        None => vec![headline(board, verdict.is_closed())],
    };
    lines.into_iter().map(|line| line + "\n").collect()
}

/// What the verifier says of several knights.
pub(super) fn of_several(problem: &Problem, verdict: &CoverVerdict, paths: &[Path]) -> String {
    let board = problem.board();
    let lines = if verdict.is_valid() {
        let knights = counted(paths.len() as u64, "knight");
        let lengths: Vec<String> =
            paths.iter().take(MOST_PRINTED).map(|path| path.len().to_string()).collect();
        let more = if paths.len() > MOST_PRINTED { " ..." } else { "" };
        vec![
            format!("{} of {} by {knights}", paint(Tone::Good, "a cover"), board.title()),
            format!("  squares    {}{more}", lengths.join(" ")),
        ]
    } else {
        let told = verdict.defects().iter().map(|defect| match defect {
            CoverDefect::Whole(whole) => (missing(whole), defect.text(board)),
            _ => (None, defect.text(board)),
        });
        tell_off("not a cover", board, verdict.defect_count(), told)
    };
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The square that is never visited, if that is the defect.
const fn missing(defect: &Defect) -> Option<Square> {
    match defect {
        Defect::Missing { square } => Some(*square),
        _ => None,
    }
}

/// All that is wrong. Squares that are never visited may be many, and stand on one line.
fn tell_off(
    what: &str,
    board: &Board,
    count: u64,
    defects: impl Iterator<Item = (Option<Square>, String)>,
) -> Vec<String> {
    let (never, others): (Vec<_>, Vec<_>) = defects.partition(|(missing, _)| missing.is_some());
    let defects = counted(count, "defect");
    let mut lines = vec![format!("{} of {}: {defects}", paint(Tone::Bad, what), board.title())];
    lines.extend(others.iter().take(MOST_PRINTED).map(|(_, text)| format!("  {text}")));
    match &never[..] {
        [] => {}
        [(_, text)] => lines.push(format!("  {text}")),
        all => {
            let names = all.iter().filter_map(|(square, _)| *square).map(|one| board.name(one));
            let names = listed(names, all.len() as u64, "and", "squares");
            lines.push(format!("  never visited: {names}"));
        }
    }
    let told = others.len().min(MOST_PRINTED) + never.len();
    if count > told as u64 {
        lines.push(format!("  and {} more", count - told as u64));
    }
    lines
}

fn headline(board: &Board, is_closed: bool) -> String {
    let kind = if is_closed { "a closed tour" } else { "an open tour" };
    format!("{} of {}", paint(Tone::Good, kind), board.title())
}

fn tour(problem: &Problem, facts: &Facts, limit: u64) -> Vec<String> {
    let mut lines = vec![headline(problem.board(), facts.closed)];
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
    line("moves", moves(problem, facts));
    if let Some(bytes) = facts.left_out {
        let (bytes, limit) = (bytes.div_ceil(1 << 20), limit >> 20);
        let why = format!("take {bytes} MiB and may take {limit}: see --memory");
        line("left out", format!("symmetry and crossings, which {why}"));
    }
    lines
}

fn moves(problem: &Problem, facts: &Facts) -> String {
    let counts = facts.moves.iter();
    if problem.piece().is_knight() && !problem.board().is_box() {
        let counts: Vec<String> = counts.map(|(_, count)| count.to_string()).collect();
        return format!("{} (clockwise from one right, two up)", counts.join(" "));
    }
    let is_box = problem.board().is_box();
    let each: Vec<String> = counts
        .map(|(Offset { files, ranks, levels }, count)| {
            let levels = if is_box { format!(",{levels}") } else { String::new() };
            format!("{files},{ranks}{levels}: {count}")
        })
        .collect();
    each.join("; ")
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
