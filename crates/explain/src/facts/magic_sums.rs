//! Magic tours: the sums of step numbers along the lines of a board.

use caracole_core::{Board, Coord, Square};

/// The sums of the step numbers of a tour, counted from 1, along ranks, files and diagonals.
///
/// Many books ask a magic *square* for its diagonals too, and call a tour without them
/// semi-magic. Here, as in the literature of tours, ranks and files make a tour magic, and the
/// diagonals are a distinction of their own.
///
/// The first magic tour, William Beverley's of 1848:
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_explain::Facts;
/// use caracole_verify::Tour;
///
/// let rows = [
///     [1, 48, 31, 50, 33, 16, 63, 18],
///     [30, 51, 46, 3, 62, 19, 14, 35],
///     [47, 2, 49, 32, 15, 34, 17, 64],
///     [52, 29, 4, 45, 20, 61, 36, 13],
///     [5, 44, 25, 56, 9, 40, 21, 60],
///     [28, 53, 8, 41, 24, 57, 12, 37],
///     [43, 6, 55, 26, 39, 10, 59, 22],
///     [54, 27, 42, 7, 58, 23, 38, 11],
/// ];
/// let mut path = vec![0; 64];
/// for (numbers, rank) in rows.iter().rev().zip(0..) {
///     for (&step, file) in numbers.iter().zip(0..) {
///         path[step - 1] = rank * 8 + file;
///     }
/// }
/// let tour = Tour::verify(&Problem::new("8x8".parse()?), Path::from_indices(path))?;
/// let sums = Facts::of(&tour).sums.ok_or("a plain board has sums")?;
/// assert!(sums.is_magic() && !sums.is_semi_magic());
/// assert_eq!((sums.rank, sums.file), (Some(260), Some(260)));
/// assert!(!sums.is_diagonally_magic());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicSums {
    /// The sum of each rank, if all ranks have the same.
    pub rank: Option<u128>,
    /// The sum of each file, if all files have the same.
    pub file: Option<u128>,
    /// The sums of the rising diagonal, from `a1`, and of the falling one, on square boards.
    pub diagonals: Option<[u128; 2]>,
}

impl MagicSums {
    /// Returns true if all ranks and all files have the same sum.
    pub const fn is_magic(&self) -> bool {
        self.rank.is_some() && self.file.is_some()
    }

    /// Returns true if all ranks, or all files, but not both, have the same sum.
    pub const fn is_semi_magic(&self) -> bool {
        self.rank.is_some() != self.file.is_some()
    }

    /// Returns true if it is magic and both diagonals have the sum of the ranks and files.
    pub fn is_diagonally_magic(&self) -> bool {
        self.is_magic()
            && self.diagonals.is_some_and(|sums| sums.iter().all(|&sum| Some(sum) == self.rank))
    }
}

/// Partial sums of consecutive ranks and files of a path.
///
/// A long strip has nearly as many lines as squares. Its lines are summed in stretches, with a
/// walk for each; as soon as two sums differ there is no need to go on.
pub(super) struct Lines<'a> {
    board: &'a Board,
    /// The number of lines that are summed at a time, and the first of them.
    stretch: u32,
    from: u32,
    ranks: Vec<u128>,
    files: Vec<u128>,
    diagonals: [u128; 2],
}

impl<'a> Lines<'a> {
    /// The first stretch, to be filled by the first walk.
    pub(super) fn new(board: &'a Board) -> Self {
        Self::with_stretch(board, 1 << 18)
    }

    fn with_stretch(board: &'a Board, stretch: u32) -> Self {
        let sums = |side: u32| vec![0; side.min(stretch) as usize];
        let (ranks, files) = (sums(board.ranks()), sums(board.files()));
        Self { board, stretch, from: 0, ranks, files, diagonals: [0; 2] }
    }

    /// Adds one step of the walk.
    #[inline]
    pub(super) fn add(&mut self, place: Coord, step: u64) {
        let (file, rank, step) = (place.file.index(), place.rank.index(), u128::from(step));
        // Lines before the stretch wrap round to far beyond it.
        if let Some(sum) = self.ranks.get_mut(rank.wrapping_sub(self.from) as usize) {
            *sum += step;
        }
        if let Some(sum) = self.files.get_mut(file.wrapping_sub(self.from) as usize) {
            *sum += step;
        }
        if self.from == 0 && file == rank {
            self.diagonals[0] += step;
        }
        if self.from == 0 && file == self.board.ranks() - 1 - rank {
            self.diagonals[1] += step;
        }
    }

    /// The sums, when the first walk is over. Walks again where there are more lines.
    pub(super) fn sums<I>(mut self, path: impl Fn() -> I) -> MagicSums
    where
        I: Iterator<Item = Square>,
    {
        let is_square = self.board.files() == self.board.ranks();
        let diagonals = is_square.then_some(self.diagonals);
        let (mut rank, mut file) = (common(&self.ranks), common(&self.files));
        while self.next_stretch(rank.is_some(), file.is_some()) {
            let board = self.board;
            for (square, step) in path().zip(1..).filter(|&(square, _)| board.contains(square)) {
                self.add(board.coord(square), step);
            }
            rank = rank.filter(|&sum| self.ranks.iter().all(|&other| other == sum));
            file = file.filter(|&sum| self.files.iter().all(|&other| other == sum));
        }
        MagicSums { rank, file, diagonals }
    }

    /// Goes on to the next lines of those sides that are still of interest; `false` if none are.
    fn next_stretch(&mut self, ranks: bool, files: bool) -> bool {
        let Some(from) = self.from.checked_add(self.stretch) else { return false };
        self.from = from;
        let sums = |side: u32, wanted: bool| {
            let lines = if wanted { side.saturating_sub(from).min(self.stretch) } else { 0 };
            vec![0; lines as usize]
        };
        self.ranks = sums(self.board.ranks(), ranks);
        self.files = sums(self.board.files(), files);
        !self.ranks.is_empty() || !self.files.is_empty()
    }
}

/// The sum that all of these are.
fn common(sums: &[u128]) -> Option<u128> {
    let (&first, others) = sums.split_first()?;
    others.iter().all(|&other| other == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ranks and files that are all summed in stretches of this many.
    fn sums(board: &str, squares: &[u64], stretch: u32) -> MagicSums {
        let board: Board = board.parse().unwrap();
        let path = || squares.iter().copied().map(Square::from_index);
        let mut lines = Lines::with_stretch(&board, stretch);
        path().zip(1..).for_each(|(square, step)| lines.add(board.coord(square), step));
        lines.sums(path)
    }

    #[test]
    fn sums_do_not_depend_on_the_stretch() {
        // The magic square 2 7 6 / 9 5 1 / 4 3 8, and two walks that spoil it late.
        let magic = [5, 6, 1, 0, 4, 8, 7, 2, 3];
        let late_rank = [5, 6, 1, 0, 4, 8, 7, 3, 2];
        let semi = [0, 5, 1, 4, 2, 3];
        for stretch in [1, 2, 3, 4, 100] {
            let sums_of_magic = sums("3x3", &magic, stretch);
            assert_eq!(sums_of_magic.diagonals, Some([15, 15]));
            assert!(sums_of_magic.is_diagonally_magic());
            let spoiled = sums("3x3", &late_rank, stretch);
            assert_eq!((spoiled.rank, spoiled.file), (None, None));
            let semi = sums("3x2", &semi, stretch);
            assert_eq!((semi.rank, semi.file, semi.diagonals), (None, Some(7), None));
            assert!(semi.is_semi_magic());
            // Both ranks are summed before the last files, which differ from the first.
            let late_file = sums("4x2", &[0, 1, 2, 3, 6, 7, 5, 4], stretch);
            assert_eq!((late_file.rank, late_file.file), (None, None));
        }
    }
}
