//! Taking off what is no part of the numbering: rank numbers at the sides.

use super::lex::Mark;
use super::rows::Picture;

/// The picture without rank numbers, where nobody could take them for steps.
///
/// They count down to 1 from row to row, so they are no steps: no piece goes down a file one
/// square at a time in descending steps and visits the rest as well. And they are set off, by a
/// bar in every row or by file letters that leave room for them.
pub(super) fn finish(picture: Picture) -> Picture {
    if picture.blocks.len() > 1 {
        return picture;
    }
    let (_, first) = set_off(&picture);
    if !first || !counts_down(&picture, |row| row.first().copied()) {
        return picture;
    }
    let (last, _) = set_off(&picture);
    let last = last && counts_down(&picture, |row| row.last().copied());
    without_sides(picture, last)
}

/// Are the last marks of all rows set off, and the first?
fn set_off(picture: &Picture) -> (bool, bool) {
    let rows = || 0..picture.rows.len();
    let room = |at: usize| {
        picture.letters.map(|letters| picture.row(at).len().saturating_sub(letters as usize))
    };
    let first = rows().all(|at| picture.rows[at].has_bar_after_first)
        || rows().all(|at| room(at).is_some_and(|room| room > 0));
    let last = rows().all(|at| picture.rows[at].has_bar_before_last && room(at).is_none())
        || rows().all(|at| room(at).is_some_and(|room| room > 1));
    // Both sides and nothing between them are no board.
    let is_wide = rows().all(|at| picture.row(at).len() > 2);
    (last && is_wide, first && rows().all(|at| picture.row(at).len() > 1))
}

fn counts_down(picture: &Picture, side: impl Fn(&[Mark]) -> Option<Mark>) -> bool {
    let count = picture.rows.len();
    (0..count).all(|at| {
        let label = u32::try_from(count - at).ok().map(Mark::Number);
        side(picture.row(at)) == label
    })
}

fn without_sides(picture: Picture, last: bool) -> Picture {
    let mut marks = Vec::with_capacity(picture.marks.len());
    let mut rows = picture.rows.clone();
    for (at, row) in rows.iter_mut().enumerate() {
        let old = picture.row(at);
        row.start = marks.len();
        marks.extend_from_slice(if last { &old[1..old.len() - 1] } else { &old[1..] });
    }
    Picture { marks, rows, ..picture }
}
