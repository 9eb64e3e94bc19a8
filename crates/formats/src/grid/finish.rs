//! Removes rank numbers at the sides of a grid, which are not part of the numbering.

use std::collections::HashSet;

use caracole_core::Piece;

use super::lex::Mark;
use super::rows::Picture;

/// The picture without rank numbers.
///
/// Rank numbers count down to 1 from row to row, and are set off by a bar in every row or by file
/// letters that leave room for them. A piece without vertical single steps cannot visit such a
/// column, so for it they are always labels. For a piece with such steps they are labels only if
/// file letters leave room for them, or if one of the numbers occurs a second time.
pub(super) fn finish(picture: Picture, piece: &Piece) -> Picture {
    if picture.blocks.len() > 1 {
        return picture;
    }
    let can_step = piece.leapers().any(|leaper| (leaper.short(), leaper.long()) == (0, 1));
    let (last, first) = set_off(&picture);
    let is_label = |set_off: SetOff, side: fn(&[Mark]) -> Option<Mark>, picture: &Picture| {
        counts_down(picture, side)
            && match set_off {
                SetOff::No => false,
                SetOff::ByLetters => true,
                SetOff::ByBars => !can_step || has_repeats(picture),
            }
    };
    if !is_label(first, |row| row.first().copied(), &picture) {
        return picture;
    }
    let picture = without_side(picture, Side::First);
    if is_label(last, |row| row.last().copied(), &picture) {
        without_side(picture, Side::Last)
    } else {
        picture
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SetOff {
    No,
    ByBars,
    ByLetters,
}

/// How the last marks of all rows are set off, and how the first are.
fn set_off(picture: &Picture) -> (SetOff, SetOff) {
    let rows = || 0..picture.rows.len();
    let room = |at: usize| {
        picture.letters.map(|letters| picture.row(at).len().saturating_sub(letters as usize))
    };
    let judge = |by_letters: bool, by_bars: bool, is_wide: bool| match (by_letters, by_bars) {
        (true, _) if is_wide => SetOff::ByLetters,
        (_, true) if is_wide => SetOff::ByBars,
        _ => SetOff::No,
    };
    let first = judge(
        rows().all(|at| room(at).is_some_and(|room| room > 0)),
        rows().all(|at| picture.rows[at].has_bar_after_first),
        rows().all(|at| picture.row(at).len() > 1),
    );
    // Two sides with nothing between them are not a board.
    let last = judge(
        rows().all(|at| room(at).is_some_and(|room| room > 1)),
        rows().all(|at| picture.rows[at].has_bar_before_last && room(at).is_none()),
        rows().all(|at| picture.row(at).len() > 2),
    );
    (last, first)
}

fn counts_down(picture: &Picture, side: impl Fn(&[Mark]) -> Option<Mark>) -> bool {
    let count = picture.rows.len();
    (0..count).all(|at| {
        let label = u32::try_from(count - at).ok().map(Mark::Number);
        side(picture.row(at)) == label
    })
}

/// Returns true if a step occurs twice.
fn has_repeats(picture: &Picture) -> bool {
    let mut seen = HashSet::new();
    let steps = picture.marks.iter().filter(|mark| matches!(mark, Mark::Number(1..)));
    steps.into_iter().any(|mark| match mark {
        Mark::Number(number) => !seen.insert(*number),
        _ => false,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Last,
}

fn without_side(picture: Picture, side: Side) -> Picture {
    let mut marks = Vec::with_capacity(picture.marks.len());
    let mut rows = picture.rows.clone();
    for (at, row) in rows.iter_mut().enumerate() {
        let old = picture.row(at);
        row.start = marks.len();
        marks.extend_from_slice(match side {
            Side::First => &old[1..],
            Side::Last => &old[..old.len() - 1],
        });
    }
    Picture { marks, rows, ..picture }
}
