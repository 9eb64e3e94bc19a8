//! Squirrel's tie-break rule: a move order that changes on certain squares.
//!
//! D. Squirrel and P. Cull, *A Warnsdorff-rule algorithm for knight's tours on square chessboards*,
//! 1996; the table is that of S. Ganzfried, *A simple algorithm for knight's tours*, 2004.
//! Its coordinates are (row, column) from (1, 1), the corner where the walk starts. For a walk from
//! another corner than the top left one the board is reflected.

use caracole_core::{Board, MoveOrder, Problem, Square};

use super::tie_break::TieBreakRule;
use super::walk::View;
use crate::Support;
use crate::classic::corners;

/// The moves of the table, numbered from 1, as (rows, columns).
const MOVES: [(i64, i64); 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

/// A move order, and the square on which the next one begins.
type Phase = (&'static [u8; 8], (i64, i64));

/// No square: the last order is used to the end.
const NEVER: (i64, i64) = (0, 0);

/// Returns the orders for a board of side `m`. On small boards some of the squares are not on the board, and the
/// orders after them are not used.
#[expect(clippy::manual_midpoint, reason = "the form of the published table")]
fn phases(m: i64) -> Vec<Phase> {
    match m % 8 {
        0 => vec![
            (b"34261578", (m - 1, m - 2)),
            (b"87642135", (2, 2)),
            (b"51867342", (m - 8, 1)),
            (b"51342678", (7, m - 3)),
            (b"21435678", NEVER),
        ],
        1 => vec![
            (b"34261578", (m - 1, m - 2)),
            (b"87642135", (2, 2)),
            (b"51324678", (m - 6, (m + 9) / 2)),
            (b"32481765", NEVER),
        ],
        2 => vec![
            (b"34261578", (6, 1)),
            (b"87642135", (3, 1)),
            (b"54132678", (m - 15, 4)),
            (b"52431678", (10, m - 2)),
            (b"85647123", (5, (m - 6) / 2)),
            (b"15746823", NEVER),
        ],
        3 => vec![
            (b"34625718", (m - 1, m - 2)),
            (b"42681357", (m - 6, m)),
            (b"86512347", (2, 5)),
            (b"51867342", (m - 10, 3)),
            (b"61825437", ((m + 1) / 2, m - 2)),
            (b"71642538", NEVER),
        ],
        4 => vec![
            (b"34261578", (m - 1, m - 2)),
            (b"87642135", (2, 2)),
            (b"51867342", (m - 8, 1)),
            (b"51342678", (10, m - 5)),
            (b"86753421", (13, (m + 2) / 2)),
            (b"78563421", NEVER),
        ],
        5 => vec![
            (b"34261578", (m - 1, m - 2)),
            (b"87642135", (2, 2)),
            (b"51324678", (m - 2, if m % 16 == 5 { (m - 5) / 2 } else { (m - 13) / 2 })),
            (b"15234678", NEVER),
        ],
        6 => vec![
            (b"34261578", (6, 1)),
            (b"87642135", (3, 1)),
            (b"54132678", (m - 10, 1)),
            (b"52431678", (10, m - 2)),
            (b"85647123", (3, (m + 8) / 2)),
            (b"12453678", NEVER),
        ],
        _ => vec![
            (b"34625718", (m - 1, m - 2)),
            (b"42681357", (m - 6, m)),
            (b"86512347", (2, 5)),
            (b"51867342", (m - 6, 3)),
            (b"61825437", ((m + 1) / 2, m - 2)),
            (b"61357284", NEVER),
        ],
    }
}

/// Returns whether the rule supports this problem.
pub(super) fn supports(problem: &Problem, order: Option<&MoveOrder>) -> Support {
    let no = |why: String| Support::No(format!("ties squirrel: {why}"));
    let board = problem.board();
    if !board.is_plain() || board.files() != board.ranks() || board.files() < 5 {
        return no(format!(
            "the rule is made for plain square boards from 5x5, and this is {}",
            board.title()
        ));
    }
    if !problem.piece().is_knight() {
        return no(format!("the rule is made for the knight, and this is a {}", problem.piece()));
    }
    if order.is_some() {
        return no("the rule has its own orders of moves: leave the order out".to_owned());
    }
    match problem.start_square() {
        Some(start) if !corners(board).contains(&start) => {
            no(format!("the rule starts from a corner, and {} is none", board.name(start)))
        }
        _ => Support::Yes,
    }
}

/// The state of the rule in one walk.
pub(super) struct SquirrelRule {
    /// The side of the board.
    side: u32,
    /// The corner of the start.
    corner: (u32, u32),
    /// The current order and those that follow.
    phases: std::iter::Peekable<std::vec::IntoIter<Phase>>,
}

impl SquirrelRule {
    /// Returns the rule for a walk on a plain square board from one of its corners.
    pub(super) fn new(board: &Board, start: Square) -> Self {
        let (side, place) = (board.files(), board.coord(start));
        Self {
            side,
            corner: (place.rank.index(), place.file.index()),
            phases: phases(i64::from(side)).into_iter().peekable(),
        }
    }

    /// Returns row and column of a vertex, counted from 1 at the corner of the start.
    fn place(&self, vertex: u32) -> (i64, i64) {
        let row = (vertex / self.side).abs_diff(self.corner.0) + 1;
        let column = (vertex % self.side).abs_diff(self.corner.1) + 1;
        (row.into(), column.into())
    }
}

impl TieBreakRule for SquirrelRule {
    fn arrive(&mut self, at: u32) {
        let place = self.place(at);
        self.phases.next_if(|&(_, until)| until == place);
    }

    fn pick(&mut self, view: &View<'_>, ties: &[u32]) -> u32 {
        let order: &[u8; 8] = self.phases.peek().map_or(b"12345678", |&(order, _)| order);
        let from = self.place(view.at);
        let rank = |&to: &u32| {
            let to = self.place(to);
            let offset = (to.0 - from.0, to.1 - from.1);
            let number = MOVES.iter().position(|&known| known == offset);
            number.and_then(|number| order.iter().position(|&digit| digit == b'1' + number as u8))
        };
        *ties.iter().min_by_key(|to| rank(to)).unwrap_or(&ties[0])
    }
}
