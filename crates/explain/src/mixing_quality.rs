//! Measures of mixing.

use caracole_core::{Board, Coord, File, Offset, Rank, Square};
use caracole_verify::Tour;

use crate::Facts;

/// Measures of how much a tour differs from the one it was made from.
///
/// A tour made of blocks differs from a random one in three measures: it shares most moves with the blocks, one slope is
/// more frequent than the others, and moves repeat after a translation.
///
/// Two independent tours share about a quarter of their moves, because a tour uses two of the eight moves of a square;
/// near the edges they share more. So a perfectly mixed tour differs in nearly three quarters of its moves.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::{Tour};
/// use caracole_explain::MixingQuality;
///
/// let problem = Problem::new("3x4".parse()?);
/// let tour = |names: &str| -> Result<Tour, Box<dyn std::error::Error>> {
///     let squares = names.split(' ').map(|name| problem.board().parse_square(name));
///     Ok(Tour::verify(&problem, squares.collect::<Result<Path, _>>()?)?)
/// };
/// let before = tour("a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4")?;
/// let after = tour("c1 b3 a1 c2 b4 a2 c3 b1 a3 c4 b2 a4")?;
/// let mixture = MixingQuality::of(&before, &after).ok_or("these are tours of the same board")?;
/// assert_eq!((mixture.differing, mixture.moves), (3, 11));
/// assert_eq!((mixture.share_differing() * 100.0).round(), 27.0, "per cent");
///
/// // An equal share for each of the four slopes would be a quarter.
/// assert_eq!(mixture.slopes.iter().map(|&(_, count)| count).sum::<u64>(), 11);
/// let largest = mixture.slope_shares().map(|(_, share)| share).fold(0.0, f64::max);
/// assert!(mixture.slope_deviation() >= largest - 0.25);
///
/// // Two squares up from each square, this many have the same moves.
/// assert_eq!(MixingQuality::translation_similarity(&after, 0, 2), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MixingQuality {
    /// The number of moves, the closing move included.
    pub moves: u64,
    /// The number of moves that the other tour does not make in either direction.
    pub differing: u64,
    /// The number of moves of each slope, which is a direction or its opposite.
    pub slopes: Vec<(Offset, u64)>,
}

impl MixingQuality {
    /// Compares a tour with the one it was made from. Returns `None` if the boards or the pieces differ.
    ///
    /// Visits every step, and stores the step of every square of the first tour.
    pub fn of(before: &Tour, after: &Tour) -> Option<Self> {
        if before.board() != after.board() || before.piece() != after.piece() {
            return None;
        }
        let is_differing = |[from, to]: [Square; 2]| {
            before.successor(from) != Some(to) && before.predecessor(from) != Some(to)
        };
        let differing = moves(after).filter(|&ends| is_differing(ends)).count() as u64;
        let mut slopes: Vec<(Offset, u64)> = Vec::new();
        for (offset, count) in Facts::of(after).moves {
            match slopes.iter_mut().find(|(slope, _)| *slope == offset.reversed()) {
                Some((_, sum)) => *sum += count,
                None => slopes.push((offset, count)),
            }
        }
        let moves = slopes.iter().map(|&(_, count)| count).sum();
        Some(Self { moves, differing, slopes })
    }

    /// Returns the share of moves that differ, from 0 to 1.
    pub fn share_differing(&self) -> f64 {
        share(self.differing, self.moves)
    }

    /// Returns the share of moves of each slope. On a square board all slopes have the same share on average over all tours,
    /// because reflections exchange them.
    pub fn slope_shares(&self) -> impl Iterator<Item = (Offset, f64)> + '_ {
        self.slopes.iter().map(|&(slope, count)| (slope, share(count, self.moves)))
    }

    /// Returns the largest deviation of a slope from an equal share.
    pub fn slope_deviation(&self) -> f64 {
        let equal = share(1, self.slopes.len() as u64);
        self.slope_shares().map(|(_, share)| (share - equal).abs()).fold(0.0, f64::max)
    }

    /// Returns the similarity of a tour on a flat board with its translation by some files and ranks: the share of squares
    /// whose moves equal those of the translated square.
    ///
    /// It is nearly 1 for a tour of equal blocks, at the size of a block.
    pub fn translation_similarity(tour: &Tour, files: u32, ranks: u32) -> f64 {
        let board = tour.board();
        let moves_at = |square: Square| {
            let beside = [tour.predecessor(square), tour.successor(square)];
            let mut leaps = beside.map(|other| other.map(|other| leap(board, square, other)));
            leaps.sort_unstable();
            leaps
        };
        let (mut pairs, mut same) = (0, 0);
        for square in board.squares() {
            let Some(other) = beyond(board, board.coord(square), files, ranks) else { continue };
            pairs += 1;
            if moves_at(square) == moves_at(other) {
                same += 1;
            }
        }
        share(same, pairs)
    }
}

/// Returns the moves of a tour, the closing move included.
fn moves(tour: &Tour) -> impl Iterator<Item = [Square; 2]> + '_ {
    let home = tour.square_at(1).filter(|_| tour.is_closed());
    tour.squares().zip(tour.squares().skip(1).chain(home)).map(|(from, to)| [from, to])
}

/// Returns the distance of two squares in files and ranks.
fn leap(board: &Board, from: Square, to: Square) -> (i64, i64) {
    let [from, to] = [from, to].map(|square| board.coord(square));
    let by = |from: u32, to: u32| i64::from(to) - i64::from(from);
    (by(from.file.index(), to.file.index()), by(from.rank.index(), to.rank.index()))
}

/// Returns the square translated by some files and ranks.
fn beyond(board: &Board, place: Coord, files: u32, ranks: u32) -> Option<Square> {
    let file = place.file.index().checked_add(files).filter(|&file| file < board.files())?;
    let rank = place.rank.index().checked_add(ranks).filter(|&rank| rank < board.ranks())?;
    board.at(Coord { file: File::new(file), rank: Rank::new(rank), ..place })
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
