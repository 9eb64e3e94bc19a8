//! Squares to start from, where the problem leaves that open.

use caracole_core::{Board, Square};

use super::Tie;
use super::walk::Walker;
use crate::classic::starts::{corners, reading_order};

/// A square to start from, if it has so many moves. No number means that it may have any.
pub(super) struct Candidate {
    pub(super) square: Square,
    degree: Option<usize>,
}

impl Candidate {
    pub(super) const fn any(square: Square) -> Self {
        Self { square, degree: None }
    }

    pub(super) fn has_its_degree(&self, walker: &dyn Walker) -> bool {
        self.degree.is_none_or(|degree| walker.degree(self.square) == degree)
    }
}

/// The starts in the order in which they are tried when the problem leaves them open: all squares
/// as candidates for each degree in turn.
pub(super) fn starts<'a>(
    tie: Tie,
    board: &'a Board,
    walker: &dyn Walker,
) -> Box<dyn Iterator<Item = Candidate> + 'a> {
    if tie == Tie::Squirrel {
        return Box::new(corners(board).into_iter().map(Candidate::any));
    }
    let by_degree = walker.degrees().into_iter().flat_map(move |degree| {
        reading_order(board).map(move |square| Candidate { square, degree: Some(degree) })
    });
    if !board.is_plain() {
        return Box::new(by_degree);
    }
    // No square of a plain rectangle has fewer moves than a corner: take them without a look at
    // the whole board, which may have millions of squares.
    let corners = corners(board);
    let first = corners.clone().into_iter().map(Candidate::any);
    Box::new(first.chain(by_degree.filter(move |at| !corners.contains(&at.square))))
}
