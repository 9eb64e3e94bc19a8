//! Warnsdorff's rule for the knight on plain rectangles, at full speed.
//!
//! A knight's board needs no graph: one byte a square says how many ways on it has, see [`field`].
//! What remains is to find the best of eight neighbours. Where the rule for ties is a matter of
//! arithmetic, [`packed`] does that without a branch; where it takes chance, [`careful`] makes a
//! list of the equals first. The walk around them is the same and stands here.

mod careful;
mod field;
mod packed;

use caracole_core::{Board, Moves, Offset, Path, Square, StopCause};

use crate::{Random, Run};
use careful::Careful;
use field::Field;
use packed::Packed;

/// Walks by Warnsdorff's rule with a knight on a plain rectangle.
///
/// *When to use it*: for boards of thousands or millions of squares. It gives the same walks as
/// the rule on any graph, and makes no list of moves. `benches` has its speed.
///
/// *Costs*: time and memory grow with the number of squares; a square takes 5 bytes, four of them
/// for the path, beside two files and four ranks of margin.
///
/// ```
/// use caracole_core::{Board, Moves, Piece, Problem, Tour};
/// use caracole_solve::Run;
/// use caracole_solve::classic::warnsdorff::{Rectangle, RectangleTie};
///
/// let board: Board = "200x200".parse()?;
/// let moves = Moves::new(&Piece::KNIGHT, &board);
/// let rectangle = Rectangle::new(&board, &moves).ok_or("no knight on a plain rectangle")?;
/// let start = board.parse_square("a1")?;
/// let walk = rectangle.walk(start, None, RectangleTie::Roth, &mut Run::new());
/// let path = walk.map_err(|_| "a dead end")?;
/// assert!(Tour::verify(&Problem::new(board), path).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rectangle {
    files: u32,
    ranks: u32,
    /// The knight's moves, first tried first.
    order: [Offset; 8],
}

/// What a walk on a rectangle does about ties. A rule that needs chance brings its stream.
///
/// ```
/// use caracole_core::{Board, Moves, Piece};
/// use caracole_solve::classic::warnsdorff::{Rectangle, RectangleTie};
/// use caracole_solve::{Random, Run};
///
/// let board: Board = "8x8".parse()?;
/// let moves = Moves::new(&Piece::KNIGHT, &board);
/// let rectangle = Rectangle::new(&board, &moves).ok_or("no knight on a plain rectangle")?;
/// let start = board.parse_square("a1")?;
/// let mut random = Random::new(0, "walks");
/// let tours = (0..100).filter(|_| {
///     let tie = RectangleTie::Random(random.clone());
///     random.bits();
///     rectangle.walk(start, None, tie, &mut Run::new()).is_ok()
/// });
/// assert!(tours.count() > 80, "from a corner chance does well");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum RectangleTie {
    /// The first in the order of the moves.
    First,
    /// The farthest from the centre as the crow flies, then the first in the order of the moves.
    Roth,
    /// Any of them, each equally likely. One number is drawn for each tie.
    Random(Random),
    /// The one whose own unvisited neighbours have the fewest unvisited neighbours in sum; then
    /// any of them, as in [`RectangleTie::Random`]. An end that is kept free is not looked at.
    Pohl(Random),
    /// The one that has the loneliest unvisited neighbour; then any of them, as in
    /// [`RectangleTie::Random`]. An end that is kept free is not looked at.
    PohlLeast(Random),
}

/// Why a walk did not visit the whole board.
///
/// ```
/// use caracole_core::{Board, Moves, Piece, StopCause};
/// use caracole_solve::classic::warnsdorff::{Rectangle, RectangleTie, Stuck};
/// use caracole_solve::{Limits, Run};
///
/// let board: Board = "3x3".parse()?;
/// let moves = Moves::new(&Piece::KNIGHT, &board);
/// let rectangle = Rectangle::new(&board, &moves).ok_or("no knight on a plain rectangle")?;
/// let start = board.parse_square("a1")?;
/// let walk = |run: &mut Run<'_>| rectangle.walk(start, None, RectangleTie::First, run);
///
/// let Err(Stuck::DeadEnd(path)) = walk(&mut Run::new()) else {
///     return Err("nothing leads to the middle".into());
/// };
/// assert_eq!(path.len(), 8);
/// let mut run = Run::new().limits(Limits { steps: Some(4), ..Limits::default() });
/// assert_eq!(walk(&mut run), Err(Stuck::Stopped(StopCause::Steps)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// No move was left, or none that may be made. This is how far the knight came.
    DeadEnd(Path),
    /// The run said so.
    Stopped(StopCause),
}

impl From<StopCause> for Stuck {
    fn from(cause: StopCause) -> Self {
        Self::Stopped(cause)
    }
}

/// Takes the knight along.
trait Pace {
    /// Arrives at the square chosen last, chooses the next one, and so on; one arrival for each of
    /// `slots`, which get the numbers of the squares. Ends early where there is no choice, and
    /// says how many arrivals there were.
    fn arrive(&mut self, field: &mut Field, slots: &mut [u32]) -> usize;

    /// The square chosen last; `None` if there was no choice.
    fn next(&self) -> Option<Square>;
}

impl Rectangle {
    /// For a board and the order of moves on it; `None` unless the board is a plain rectangle of
    /// fewer than 2^32 squares and the moves are the knight's.
    pub fn new(board: &Board, moves: &Moves) -> Option<Self> {
        let order = <[Offset; 8]>::try_from(moves.offsets()).ok()?;
        let is_knight = field::MOVES.iter().all(|offset| order.contains(offset));
        let fits = board.is_plain() && u32::try_from(board.area()).is_ok();
        (fits && is_knight).then(|| Self { files: board.files(), ranks: board.ranks(), order })
    }

    /// One walk from `start`. If there is an `end`, only the last step may enter it; it counts as
    /// unvisited until then.
    ///
    /// Every visit is told to the run, which is asked for the memory first.
    pub fn walk(
        &self,
        start: Square,
        end: Option<Square>,
        tie: RectangleTie,
        run: &mut Run<'_>,
    ) -> Result<Path, Stuck> {
        let area = u64::from(self.files) * u64::from(self.ranks);
        // On a board of one square the start is the end.
        let end = end.filter(|_| area > 1);
        if [Some(start), end].iter().flatten().any(|square| square.index() >= area) {
            return Err(Stuck::DeadEnd(Path::new()));
        }
        let _memory =
            run.reserve(area * size_of::<u32>() as u64 + Field::bytes(self.files, self.ranks))?;
        let mut field = Field::new(self.files, self.ranks).ok_or(StopCause::Memory)?;
        if let Some(end) = end {
            field.close(end);
        }
        if let Some(mut pace) = Packed::new(self, &field, &tie, start) {
            self.walk_at(&mut pace, &mut field, start, end, run)
        } else {
            self.walk_at(&mut Careful::new(self, &field, tie, start), &mut field, start, end, run)
        }
    }

    fn walk_at(
        &self,
        pace: &mut impl Pace,
        field: &mut Field,
        start: Square,
        end: Option<Square>,
        run: &mut Run<'_>,
    ) -> Result<Path, Stuck> {
        let all = self.files as usize * self.ranks as usize;
        let free = all - usize::from(end.is_some());
        let mut path = Vec::new();
        path.try_reserve_exact(all).map_err(|_| StopCause::Memory)?;
        run.attempt(start)?;
        arrive(pace, field, &mut path, 1);
        while path.len() < free {
            let Some(next) = pace.next() else {
                return Err(Stuck::DeadEnd(ended(path)));
            };
            if run.is_observed() {
                run.visit(path.len() as u64 + 1, next)?;
                arrive(pace, field, &mut path, 1);
            } else if run.steps_until_look() == 0 {
                run.look()?;
            } else {
                let most = run.steps_until_look().min((free - path.len()) as u64);
                let steps = arrive(pace, field, &mut path, most as usize);
                run.take(steps as u64, path.len() as u64);
            }
        }
        if let Some(end) = end {
            if !path.last().is_some_and(|&last| self.is_move(last, end)) {
                return Err(Stuck::DeadEnd(ended(path)));
            }
            run.visit(all as u64, end)?;
            path.push(end.index() as u32);
        }
        Ok(Path::from_indices(path))
    }

    fn is_move(&self, from: u32, to: Square) -> bool {
        let (file, rank) = self.place(Square::from_index(from.into()));
        let (end_file, end_rank) = self.place(to);
        field::MOVES.contains(&Offset::flat(end_file - file, end_rank - rank))
    }

    /// File and rank of a square.
    fn place(&self, square: Square) -> (i64, i64) {
        let files = u64::from(self.files);
        ((square.index() % files) as i64, (square.index() / files) as i64)
    }

    /// Twice the way from the centre of the board to a square: files and ranks. Both are whole.
    fn way_from_centre(&self, square: Square) -> (i64, i64) {
        let (file, rank) = self.place(square);
        (2 * file - (i64::from(self.files) - 1), 2 * rank - (i64::from(self.ranks) - 1))
    }
}

/// Goes on by at most `most` squares, and says by how many.
fn arrive(pace: &mut impl Pace, field: &mut Field, path: &mut Vec<u32>, most: usize) -> usize {
    let before = path.len();
    path.resize(before + most, 0);
    let steps = pace.arrive(field, &mut path[before..]);
    path.truncate(before + steps);
    steps
}

/// A path that ended early, in no more memory than it needs.
fn ended(mut path: Vec<u32>) -> Path {
    path.shrink_to_fit();
    Path::from_indices(path)
}

#[cfg(test)]
mod tests;
