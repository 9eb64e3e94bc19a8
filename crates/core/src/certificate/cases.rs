//! Proofs by cases, and the propagation rules that solver and checker share.

use crate::Square;

/// A proof by cases: a tree of branches, written from the root down, the first branch before the second.
///
/// What is known at a point of the tree is what the problem says, what the cases above suppose,
/// and everything that follows from both by the rules below. Finder and checker share these words
/// and no code: the verifier has rules of its own making.
///
/// # What is known
///
/// * Each move of the board is *made*, *out*, or *open*. Moves to avoid are out from the
///   beginning, moves to use are made. So is the move home of a closed tour with both ends given.
/// * Each square has a number of *ends*, at least `low` and at most `high` of them. A closed tour
///   has none. Otherwise the `k` knights of the problem make `2k` ends; a given start or end has at
///   least one, and no square has more than one, unless there are several knights or one square
///   only, for the path of a knight that never moves has both its ends on its square.
/// * With a clue between the first step and the last, on boards of up to
///   [`Cases::MAX_STEP_SET_SQUARES`] squares, each square has a set of *steps* that it may be.
///
/// # What follows
///
/// 1. Moves made and ends of a square come to two together. What would make more is out, and what
///    is needed to reach two is so: `high` is no more than two less the moves made, and `low` no
///    less than two less the moves made and open.
/// 2. The ends of all squares come to `2k`, likewise: `high` of a square is no more than the `low`
///    of all others leave, and `low` no less than the `high` of all others lack. Where the squares
///    can be coloured so that every move that is not to be avoided changes the colour, this holds
///    for each colour by itself: its ends come to `k`, and as many more as it has squares more than
///    the other, for every move has a square of either colour. The first square of each connected
///    part has the first colour.
/// 3. Moves made form lines. A move that would close a line to a ring is out, unless it closes a
///    tour that is asked to be closed. The line of a square without moves is that square.
/// 4. A line has an end finished if moves made and `low` of the square there come to two, or if it
///    is a single square with `low` one; it is finished if moves made and `low` come to two at both
///    its ends. No more than `k` lines are finished, and when `k` are, no square is left. So if
///    `k - 1` lines are finished, a line with one end finished has no further end at the other
///    (`high` is `low` there), unless it takes in all squares that are left; and no move joins two
///    such lines, unless they take them in together. With several knights no line goes from one
///    given start to another, and a move that would make such a line is out.
/// 5. In an open tour of more than two squares, no square that is a move away from an end is
///    an end, whether that move is to be avoided or not.
/// 6. A square with no end is neither the first step nor the last of a tour that need not be
///    closed, one with an end is one of the two, and the reverse of both.
/// 7. A square at a step needs a neighbour for the step before and one for the step after, by moves
///    that are not out; in a closed tour the last step comes before the first. With a move made,
///    each step of one square needs one beside it at the other. A move whose squares have no steps
///    beside each other is out.
/// 8. Every square is a step, and every step a square. A square with one step left takes it from
///    all others. A step that only one square can be is the step of that square. The move between
///    the squares of two steps beside each other, each with no other step left, is made.
/// 9. When the moves made are a tour, it fits all clues in one of its directions.
///
/// A contradiction is what breaks one of them. Below a contradiction any lines will do that make a
/// whole tree; everywhere else a branch is on something that is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cases(Vec<Case>);

/// A line of a proof by cases.
///
/// ```
/// use caracole_core::{Case, Cases, Problem, Square};
///
/// // Without its four middle squares the board 4x4 falls into six parts.
/// let problem = Problem::new("4x4".parse()?);
/// let middle = ["b2", "c2", "b3", "c3"].map(|name| problem.board().parse_square(name));
/// let middle: Vec<Square> = middle.into_iter().collect::<Result<_, _>>()?;
/// let [a1, b3] = [0, 9].map(Square::from_index);
///
/// // Two cases, the move a1-b3 is made or not, and both are closed in the same way.
/// let cut = Case::VertexCut(middle);
/// let cases = Cases::new(vec![Case::Move([a1, b3]), cut.clone(), cut]);
/// assert_eq!(cases.closed(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// Two cases: the move between these squares is made; it is not.
    Move([Square; 2]),
    /// Two cases: the move between these squares is made; no move of its orbit is made.
    ///
    /// The orbit contains the images of the move under the symmetries of the problem and their compositions:
    /// rotations and reflections of the board, and shifts of wrapped boards, which map squares to squares,
    /// moves to moves, and the constraints to themselves. If a tour contained a move of the orbit, an image
    /// of the tour would contain the first move. Therefore the lines above this one may only be second cases
    /// of other orbits, and only the first and the last step may be fixed.
    Orbit([Square; 2]),
    /// Two cases: a path has an end on this square; none has.
    End(Square),
    /// These squares need every move and end that is left for them; the proof continues with that.
    ///
    /// The squares need two moves or ends each. Every square, those of the set included, supplies at most
    /// as many as it has moves to them that are not excluded, and at most two less its `low` ends and less
    /// its included moves to other squares. The ends of each colour, as in rule 2, supply at most as many as
    /// the squares of that colour may have, and at most their number less the `low` ends of the other
    /// squares; without colours, all squares have one colour. If the supply equals the need, all of it is
    /// used: a square makes all its moves to the set, or makes no moves to others and has no further ends,
    /// whichever limits it; the same holds for the ends.
    TightSet(Vec<Square>),
    /// The case is closed: its forced moves contradict each other.
    Forced,
    /// The case is closed: the squares need more than there is, counted as for [`Case::TightSet`].
    DeficientSet(Vec<Square>),
    /// The case is closed: without these squares the board falls into too many parts.
    ///
    /// Parts are joined by moves that are not out. Without the squares, the paths fall into pieces,
    /// each within a part. A part has one piece at least, and at least one for each two of its ends;
    /// where the board can be coloured as in rule 2, at least as many as the numbers of its colours
    /// differ by; and if there is one knight, and something beyond the part, one more than half its
    /// ends, rounded down, for the path goes on elsewhere. A piece has two ends, and where these are
    /// not ends of a path, moves lead from there to the squares that were taken. So a part needs two
    /// moves for each of its pieces, less its `low` ends; and each end whose place is not known yet
    /// saves one move at most. The squares that were taken have two moves each, less their `low`
    /// ends, and less two for each move made between two of them. If the parts need more moves than
    /// that, the case is closed.
    ///
    /// A closed tour has no ends; if no squares are taken from it, there must be one part, with
    /// equal numbers of both colours.
    VertexCut(Vec<Square>),
}

impl Cases {
    /// The largest board, in squares, for which sets of steps are stored.
    ///
    /// ```
    /// use caracole_core::{Board, Cases};
    ///
    /// let board: Board = "64x64".parse()?;
    /// assert_eq!(board.len(), Cases::MAX_STEP_SET_SQUARES);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const MAX_STEP_SET_SQUARES: u64 = 4096;

    /// The most squares of a board on which the [orbits](Case::Orbit) of moves are searched.
    ///
    /// ```
    /// use caracole_core::{Board, Cases};
    ///
    /// let board: Board = "torus:64x64".parse()?;
    /// assert_eq!(board.len(), Cases::MAX_ORBIT_SQUARES);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const MAX_ORBIT_SQUARES: u64 = 4096;

    /// Returns a proof with these lines. The checker decides whether they form a complete tree.
    ///
    /// ```
    /// use caracole_core::{Case, Cases};
    ///
    /// let cases = Cases::new(vec![Case::Forced]);
    /// assert_eq!(cases.lines().len(), 1);
    /// assert_eq!(cases.closed(), 1);
    /// ```
    pub const fn new(lines: Vec<Case>) -> Self {
        Self(lines)
    }

    /// Returns the lines, from the root down.
    pub fn lines(&self) -> &[Case] {
        &self.0
    }

    /// Returns the number of closed cases.
    pub fn closed(&self) -> u64 {
        let closed = |case: &&Case| {
            !matches!(case, Case::Move(_) | Case::Orbit(_) | Case::End(_) | Case::TightSet(_))
        };
        self.0.iter().filter(closed).count() as u64
    }
}
