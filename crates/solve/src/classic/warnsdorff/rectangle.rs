//! Warnsdorff's rule for the knight on plain rectangles, at full speed.
//!
//! This walk needs no graph: one byte per square stores the degree, see [`degrees`]. Each step finds the best
//! of eight neighbours. If the tie-break rule is arithmetic, [`packed`] does that without a branch; all other
//! rules take [`general`], which lists the tied squares first.

mod degrees;
mod general;
mod packed;

use std::collections::BTreeSet;

use caracole_core::{Board, Moves, Offset, Path, Problem, Square};
use caracole_verify::StopCause;

use super::tie_break::{TieBreak, random_stream};
use super::walk::{Stuck, Walker};
use crate::{KNIGHT_MOVES, Random, Run};
use degrees::DegreeGrid;
use general::GeneralKnight;
use packed::PackedKnight;

/// Walks by Warnsdorff's rule with a knight on a plain rectangle.
///
/// *Use*: boards of thousands or millions of squares. The walks are the same as on any graph, without a list of
/// moves. `benches` measures the speed.
///
/// *Complexity*: time and memory are linear in the number of squares. A square takes 5 bytes, four of them
/// for the path, beside a margin of two files and four ranks.
///
/// ```
/// use caracole_core::{Board, Moves, Piece, Problem};
/// use caracole_verify::Tour;
/// use caracole_solve::{Options, Run};
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
    /// The knight's moves in the move order.
    order: [Offset; 8],
}

/// The tie-break rule of a walk on a rectangle. A random rule includes its stream.
///
/// ```
/// use caracole_core::{Board, Moves, Piece};
/// use caracole_solve::classic::warnsdorff::{Rectangle, RectangleTie};
/// use caracole_solve::{Random, Options, Run};
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
/// assert!(tours.count() > 80, "random ties do well from a corner");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum RectangleTie {
    /// The first in the move order.
    First,
    /// The greatest Euclidean distance from the centre, then the first in the move order.
    Roth,
    /// Uniformly at random, with one number for each tie.
    Random(Random),
    /// The least sum of the degrees of the unvisited neighbours, then as [`RectangleTie::Random`]. A reserved
    /// end is ignored.
    Pohl(Random),
    /// The least degree of an unvisited neighbour, then as [`RectangleTie::Random`]. A reserved end is ignored.
    PohlLeast(Random),
}

/// Chooses and makes the moves of a walk.
trait Knight {
    /// Visits the chosen square, chooses the next one, and repeats this for each of `slots`, which receive the
    /// squares. Stops early without a choice. Returns the number of visited squares.
    fn visit_next(&mut self, grid: &mut DegreeGrid, slots: &mut [u32]) -> usize;

    /// Returns the chosen square; `None` without a choice.
    fn next(&self) -> Option<Square>;
}

impl Rectangle {
    /// Returns `None` unless the board is a plain rectangle of fewer than 2^32 squares and the moves are the
    /// knight's.
    pub fn new(board: &Board, moves: &Moves) -> Option<Self> {
        let order = <[Offset; 8]>::try_from(moves.offsets()).ok()?;
        let is_knight = KNIGHT_MOVES.iter().all(|offset| order.contains(offset));
        let fits = board.is_plain() && u32::try_from(board.area()).is_ok();
        (fits && is_knight).then(|| Self { files: board.files(), ranks: board.ranks(), order })
    }

    /// Walks from `start`. Only the last step enters `end`, which counts as unvisited until then.
    ///
    /// Reserves the memory first, and reports every visit to the run.
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
        let _memory = run
            .reserve(area * size_of::<u32>() as u64 + DegreeGrid::bytes(self.files, self.ranks))?;
        let mut grid = DegreeGrid::new(self.files, self.ranks).ok_or(StopCause::Memory)?;
        if let Some(end) = end {
            grid.close(end);
        }
        if let Some(mut knight) = PackedKnight::new(self, &grid, &tie, start) {
            self.walk_with(&mut knight, &mut grid, start, end, run)
        } else {
            self.walk_with(
                &mut GeneralKnight::new(self, &grid, tie, start),
                &mut grid,
                start,
                end,
                run,
            )
        }
    }

    fn walk_with(
        &self,
        knight: &mut impl Knight,
        grid: &mut DegreeGrid,
        start: Square,
        end: Option<Square>,
        run: &mut Run<'_>,
    ) -> Result<Path, Stuck> {
        let all = self.files as usize * self.ranks as usize;
        let free = all - usize::from(end.is_some());
        let mut path = Vec::new();
        path.try_reserve_exact(all).map_err(|_| StopCause::Memory)?;
        run.begin_walk(start)?;
        advance(knight, grid, &mut path, 1);
        while path.len() < free {
            let Some(next) = knight.next() else {
                return Err(Stuck::DeadEnd(ended(path)));
            };
            if run.is_observed() {
                run.visit(path.len() as u64 + 1, next)?;
                advance(knight, grid, &mut path, 1);
            } else if run.steps_until_check() == 0 {
                run.check_limits()?;
            } else {
                let max = run.steps_until_check().min((free - path.len()) as u64);
                let steps = advance(knight, grid, &mut path, max as usize);
                run.count_steps(steps as u64, path.len() as u64);
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
        KNIGHT_MOVES.contains(&Offset::flat(end_file - file, end_rank - rank))
    }

    /// Returns file and rank of a square.
    fn place(&self, square: Square) -> (i64, i64) {
        let files = u64::from(self.files);
        ((square.index() % files) as i64, (square.index() / files) as i64)
    }

    /// Returns twice the vector from the centre of the board to a square.
    fn vector_from_centre(&self, square: Square) -> (i64, i64) {
        let (file, rank) = self.place(square);
        (2 * file - (i64::from(self.files) - 1), 2 * rank - (i64::from(self.ranks) - 1))
    }
}

/// Extends the path by at most `max` squares, and returns by how many.
fn advance(
    knight: &mut impl Knight,
    grid: &mut DegreeGrid,
    path: &mut Vec<u32>,
    max: usize,
) -> usize {
    let before = path.len();
    path.resize(before + max, 0);
    let steps = knight.visit_next(grid, &mut path[before..]);
    path.truncate(before + steps);
    steps
}

/// Returns a path that ended early, without spare capacity.
fn ended(mut path: Vec<u32>) -> Path {
    path.shrink_to_fit();
    Path::from_indices(path)
}

/// Takes the same steps as [`GraphWalker`](super::walk::GraphWalker), without a graph.
pub(super) struct RectangleWalker {
    board: Board,
    moves: Moves,
    rectangle: Rectangle,
    end: Option<Square>,
    tie: fn(Random) -> RectangleTie,
    seed: u64,
}

/// Returns the rule for a walk with a random stream, or `None` if rectangles do not support it.
fn rectangle_tie(tie: TieBreak) -> Option<fn(Random) -> RectangleTie> {
    match tie {
        TieBreak::First => Some(|_| RectangleTie::First),
        TieBreak::Roth => Some(|_| RectangleTie::Roth),
        TieBreak::Random => Some(RectangleTie::Random),
        TieBreak::Pohl => Some(RectangleTie::Pohl),
        TieBreak::PohlLeast => Some(RectangleTie::PohlLeast),
        _ => None,
    }
}

impl RectangleWalker {
    /// Returns a walker for a problem of the knight on a plain rectangle that fixes at most the ends, with
    /// a supported tie-break rule; `None` for other problems.
    pub(super) fn new(problem: &Problem, moves: &Moves, tie: TieBreak, seed: u64) -> Option<Self> {
        // The rectangle ignores a reserved end two moves away.
        let uses_end = tie.looks_ahead() && problem.end_square().is_some();
        if !problem.fixes_ends_only() || uses_end {
            return None;
        }
        let tie = rectangle_tie(tie)?;
        let (board, moves) = (problem.board().clone(), moves.clone());
        let rectangle = Rectangle::new(&board, &moves)?;
        Some(Self { board, moves, rectangle, end: problem.end_square(), tie, seed })
    }
}

impl Walker for RectangleWalker {
    fn walk(&mut self, start: Square, run: &mut Run<'_>) -> Result<Path, Stuck> {
        let tie = (self.tie)(random_stream(self.seed, start.index()));
        self.rectangle.walk(start, self.end, tie, run)
    }

    fn degree(&self, square: Square) -> usize {
        self.moves.from(&self.board, square).count()
    }

    fn degrees(&self) -> Vec<usize> {
        // The degree of a square depends on the nearest two squares to each side, so a board of at most
        // five files and ranks has all degrees.
        let side = |side: u32| side.min(5);
        let Ok(small) = Board::rectangle(side(self.board.files()), side(self.board.ranks())) else {
            return Vec::new();
        };
        let degrees = small.squares().map(|square| self.moves.from(&small, square).count());
        degrees.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

#[cfg(test)]
mod tests;
