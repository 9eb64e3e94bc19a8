//! Tours of thin boards of any length, by arithmetic.

mod access;
mod cut;
mod ends;
mod join;
mod section;
mod shorten;

use caracole_core::{Board, Problem, StopCause};

use crate::{Decision, Run, decide};

use super::answer::{Answer, path_along};
use super::sweep;
use cut::Route;
use section::{Section, Strand};
use shorten::{Measure, Shortened};

/// The most ranks: with more a sweep takes too long.
const MAX_RANKS: u32 = 5;

/// How long boards are made short, one after the other until it works; the first nearly always
/// does, for most tours that a sweep finds come round after 2, 4, 8 or 12 files.
const MEASURES: [Measure; 3] = [
    Measure { keep: 40, period: 24 },
    Measure { keep: 60, period: 120 },
    Measure { keep: 120, period: 840 },
];

/// A tour of a thin board of any length.
///
/// A short board stands for the long one: files are taken out far from the edges and the given
/// ends. A sweep finds a tour of the short board. Two cuts through that tour which look the same
/// bound a stretch that can be put in again, as often as it takes to make the board long.
///
/// The sections of the board and their strands are rules of a grammar: short sections are written
/// down, and the stretch many times over is a chain of 32 sections, each of which is again a chain
/// of 32. So it takes some ten kilobytes, and time that grows with the logarithm of the length to
/// find the square of a step, or the step of a square.
#[derive(Debug)]
pub(super) struct Ribbon {
    board: Board,
    /// Each after those that it is made of; the last is the board.
    sections: Vec<Section>,
}

/// A tour of a board with a side of at most 5, whatever the other.
///
/// `None` on other boards, where there is no tour, and if no stretch of a tour of the short board
/// can be put in again.
pub(super) fn ribbon(problem: &Problem, run: &mut Run<'_>) -> Result<Option<Ribbon>, StopCause> {
    let board = problem.board();
    if board.files().min(board.ranks()) > MAX_RANKS || decide(problem) != Decision::Exists {
        return Ok(None);
    }
    let problem = ends::with_ends(problem);
    for measure in MEASURES {
        let Some(short) = Shortened::new(&problem, measure) else { continue };
        let path = match sweep::sweep(&short.problem, run)? {
            Answer::Tour(links) => path_along(&short.problem, &links),
            Answer::OneSquare => short.problem.board().squares().take(1).collect(),
            _ => continue,
        };
        let route = Route::new(short.problem.board(), &path);
        if let Some(ribbon) = Ribbon::new(board, &route, &short) {
            return Ok(Some(ribbon));
        }
    }
    Ok(None)
}

/// A written section is repeated up to so many files: they stay in the innermost cache.
const WRITTEN_FILES: u32 = 384;
/// How many equal sections make a chain.
const RADIX: u32 = 32;

impl Ribbon {
    /// Makes the tour of a short board long.
    fn new(board: &Board, route: &Route, short: &Shortened) -> Option<Self> {
        let mut sections = Vec::new();
        let mut parts = Vec::new();
        let mut from = 0;
        for &gap in &short.gaps {
            let repeat = route.repeat(gap)?;
            sections.push(route.section(from..repeat.files.end));
            parts.push(sections.len() - 1);
            from = repeat.files.end;
            sections.push(route.section(repeat.files));
            parts.extend(repeated(&mut sections, repeat.times, route.ranks)?);
        }
        sections.push(route.section(from..short.problem.board().files()));
        parts.push(sections.len() - 1);
        let whole = Section::chain(&sections, &parts)?;
        if !matches!(*whole.strands, [Strand { len, .. }] if len == board.area()) {
            return None;
        }
        sections.push(whole);
        Some(Self { board: board.clone(), sections })
    }
}

/// The last section so many times over: sections that do it, from the left.
fn repeated(sections: &mut Vec<Section>, times: u32, ranks: u32) -> Option<Vec<usize>> {
    let one = sections.len() - 1;
    let copies = (WRITTEN_FILES / sections[one].width).max(1);
    let mut parts = Vec::new();
    let mut left = times / copies;
    if !times.is_multiple_of(copies) {
        sections.push(Section::written(sections, one, times % copies, ranks)?);
        parts.push(sections.len() - 1);
    }
    if left > 0 {
        sections.push(Section::written(sections, one, copies, ranks)?);
    }
    while left > 0 {
        let wide = sections.len() - 1;
        parts.extend((0..left % RADIX).map(|_| wide));
        left /= RADIX;
        if left > 0 {
            sections.push(Section::chain(sections, &[wide; RADIX as usize])?);
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests;
