//! A verdict in words.

use caracole::verify::{CoverDefect, Defect, Facts, Sums};
use caracole::{Board, Offset, Problem, Square, Symmetry, counted};

use super::{Checked, Finding};
use crate::paint::{Tone, paint};

/// More defects than these are counted, not printed.
const MOST_PRINTED: usize = 50;

/// `limit` is the memory that facts may take.
pub(super) fn of(checked: &Checked, limit: u64) -> String {
    let mut lines = match &checked.finding {
        Finding::Tour(verdict, Some(facts)) if verdict.is_valid() => {
            tour(&checked.problem, facts, limit)
        }
        _ if checked.is_valid() => Vec::new(),
        _ => defects(checked),
    };
    if let Finding::Cover(_, paths) = &checked.finding
        && checked.is_valid()
    {
        let lengths: Vec<String> =
            paths.iter().take(MOST_PRINTED).map(|path| path.len().to_string()).collect();
        let more = if paths.len() > MOST_PRINTED { " ..." } else { "" };
        lines.push(format!("  squares    {}{more}", lengths.join(" ")));
    }
    lines.insert(0, line(checked));
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The verdict in a line.
pub(super) fn line(checked: &Checked) -> String {
    let board = checked.problem.board();
    let title = board.title();
    let assumed = assumed(checked);
    let bad = |what: &str, count: u64| {
        let why = missing(checked).unwrap_or_else(|| counted(count, "defect"));
        format!("{} of {title}{assumed}: {why}", paint(Tone::Bad, what))
    };
    match &checked.finding {
        Finding::Tour(verdict, _) if verdict.is_valid() => {
            let kind = if verdict.is_closed() { "a closed tour" } else { "an open tour" };
            format!("{} of {title}{assumed}", paint(Tone::Good, kind))
        }
        Finding::Path(verdict, visited) if verdict.is_valid() => {
            let squares = counted(board.len(), "square");
            let path = paint(Tone::Good, "a path");
            format!("{path} through {visited} of {squares} of {title}{assumed}")
        }
        Finding::Cover(verdict, paths) if verdict.is_valid() => {
            let knights = counted(paths.len() as u64, "knight");
            format!("{} of {title} by {knights}{assumed}", paint(Tone::Good, "a cover"))
        }
        Finding::Tour(verdict, _) => bad("not a tour", verdict.defect_count()),
        Finding::Path(verdict, _) => bad("not a path", verdict.defect_count()),
        Finding::Cover(verdict, _) => bad("not a cover", verdict.defect_count()),
    }
}

/// What the verdict rests on although the file does not say it.
fn assumed(checked: &Checked) -> String {
    let board = checked.problem.board();
    let mut notes = Vec::new();
    if checked.assumed.holes {
        let holes: Vec<String> = board.holes().take(2).map(|hole| board.name(hole)).collect();
        notes.push(match &holes[..] {
            [hole] => format!("hole {hole} taken from the grid"),
            _ => format!("{} holes taken from the grid", board.holes().count()),
        });
    }
    if checked.assumed.from_zero {
        notes.push("steps counted from 0".to_owned());
    }
    if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) }
}

/// All that is wrong, and of each square that is never visited its name.
fn split(checked: &Checked) -> (Vec<Square>, Vec<String>, u64) {
    let board = checked.problem.board();
    let never = |defect: &Defect| match defect {
        Defect::Missing { square } => Some(*square),
        _ => None,
    };
    let (mut missing, mut others) = (Vec::new(), Vec::new());
    let mut add = |square: Option<Square>, text: &dyn Fn() -> String| match square {
        Some(square) => missing.push(square),
        None => others.push(text()),
    };
    let count = match &checked.finding {
        Finding::Tour(verdict, _) | Finding::Path(verdict, _) => {
            verdict.defects().iter().for_each(|defect| add(never(defect), &|| defect.text(board)));
            verdict.defect_count()
        }
        Finding::Cover(verdict, _) => {
            for defect in verdict.defects() {
                let square = match defect {
                    CoverDefect::Whole(whole) => never(whole),
                    _ => None,
                };
                add(square, &|| defect.text(board));
            }
            verdict.defect_count()
        }
    };
    (missing, others, count)
}

/// The unvisited squares, if nothing else is wrong.
fn missing(checked: &Checked) -> Option<String> {
    let (missing, others, count) = split(checked);
    let is_all = others.is_empty() && count == missing.len() as u64;
    is_all.then(|| visited(checked.problem.board(), &missing))
}

/// `60 of 64 squares visited; missing: h5, f6, g7, e8`.
fn visited(board: &Board, missing: &[Square]) -> String {
    let names: Vec<String> =
        missing.iter().take(MOST_PRINTED).map(|&square| board.name(square)).collect();
    let more = match missing.len().saturating_sub(MOST_PRINTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (visited, names) = (board.len() - missing.len() as u64, names.join(", "));
    format!("{visited} of {} visited; missing: {names}{more}", counted(board.len(), "square"))
}

/// The defects behind the first line, which names the unvisited squares if nothing else is wrong.
fn defects(checked: &Checked) -> Vec<String> {
    let (missing, others, count) = split(checked);
    if others.is_empty() && count == missing.len() as u64 {
        return Vec::new();
    }
    let board = checked.problem.board();
    let mut lines: Vec<String> =
        others.iter().take(MOST_PRINTED).map(|text| format!("  {text}")).collect();
    let is_listed = count == (missing.len() + others.len()) as u64;
    if !missing.is_empty() && is_listed {
        lines.push(format!("  {}", visited(board, &missing)));
    } else if !missing.is_empty() {
        let names: Vec<String> =
            missing.iter().take(MOST_PRINTED).map(|&square| board.name(square)).collect();
        lines.push(format!("  missing: {} and others", names.join(", ")));
    }
    let printed = others.len().min(MOST_PRINTED) + missing.len();
    if count > printed as u64 {
        lines.push(format!("  and {} more", count - printed as u64));
    }
    lines
}

fn tour(problem: &Problem, facts: &Facts, limit: u64) -> Vec<String> {
    let mut lines = Vec::new();
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
