//! The keys of a game, where nothing is typed.

use crate::board_view::BoardView;

type Key = (&'static str, &'static str);

/// The most useful ones.
pub(super) const SHORT: [Key; 8] = [
    ("Enter", "play"),
    ("u", "undo"),
    ("r", "redo"),
    ("c", "coach"),
    ("h", "hint"),
    ("f", "finish"),
    ("b", "blindfold"),
    ("Esc", "back"),
];

const MORE: [Key; 10] = [
    ("arrows", "another square"),
    ("PgUp PgDn", "another level"),
    ("Tab", "the next legal square"),
    ("1-8", "moves, clockwise"),
    ("click", "play there"),
    ("t", "type a square"),
    ("m", "marks"),
    ("n", "new game"),
    ("s", "save"),
    ("l", "load"),
];

/// All of them.
pub(super) fn all() -> Vec<Key> {
    SHORT.into_iter().chain(MORE).chain(BoardView::KEYS).collect()
}
