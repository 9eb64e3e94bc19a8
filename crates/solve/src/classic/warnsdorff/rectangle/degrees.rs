//! The degree of every square, one byte each.

use caracole_core::{Offset, Square};

use crate::KNIGHT_MOVES;

/// The number of unvisited neighbours of each unvisited square, and a marker for all other cells.
///
/// A margin around the board makes the eight neighbours of every square valid cells: two ranks below and
/// above, and two or more files between the end of a rank and the start of the next one. The *cell* of a
/// square is its index with the margin included.
///
/// A visit subtracts one from all eight neighbours without a test. So a closed cell must still read as closed
/// after eight visits.
#[derive(Debug)]
pub(super) struct DegreeGrid {
    cells: Vec<u8>,
    files: usize,
    /// The distance of a cell to the one above.
    width: usize,
}

/// Visited, reserved, or in the margin.
pub(super) const CLOSED: u8 = 31;
/// Closed cells read as this or more, open ones as less.
pub(super) const MIN_CLOSED: u8 = 16;
const _: () = assert!(CLOSED - 8 >= MIN_CLOSED && MIN_CLOSED > 8);

/// The width of the margin.
const MARGIN: usize = 2;

/// Returns the cells from one rank to the next: the files, the margin, and padding near multiples of a page.
///
/// Bytes that are whole pages apart compete for the same cache lines. On boards of about this width that
/// affects all squares of a file, and walks along the left and right edges wait for memory: 25 % more time
/// on 4094x4094. A padding of one cache line avoids it.
const fn width(files: u32) -> u64 {
    const PAGE: u64 = 4096;
    const LINE: u64 = 64;
    let least = files as u64 + MARGIN as u64;
    let beyond = (least + LINE) % PAGE;
    if least > PAGE - LINE && beyond < 2 * LINE { least + 2 * LINE - beyond } else { least }
}

impl DegreeGrid {
    /// Returns the bytes of a board of these sides.
    pub(super) const fn bytes(files: u32, ranks: u32) -> u64 {
        let margin = MARGIN as u64;
        width(files) * (ranks as u64 + 2 * margin) + margin
    }

    /// Returns a board without visited squares; `None` if the allocation fails.
    pub(super) fn new(files: u32, ranks: u32) -> Option<Self> {
        let bytes = usize::try_from(Self::bytes(files, ranks)).ok()?;
        let mut cells = Vec::new();
        cells.try_reserve_exact(bytes).ok()?;
        cells.resize(bytes, CLOSED);
        let mut grid = Self { cells, files: files as usize, width: width(files) as usize };
        for rank in 0..ranks {
            grid.fill_rank(rank, ranks);
        }
        Some(grid)
    }

    fn fill_rank(&mut self, rank: u32, ranks: u32) {
        let files = self.files;
        let is_inside = |at: i64, side: i64| (0..side).contains(&at);
        let degree = |file: usize| {
            let on_board = KNIGHT_MOVES.iter().filter(|by| {
                is_inside(file as i64 + by.files, files as i64)
                    && is_inside(i64::from(rank) + by.ranks, ranks.into())
            });
            on_board.count() as u8
        };
        let first = self.cell(Square::from_index(u64::from(rank) * files as u64));
        let row = &mut self.cells[first..first + files];
        // All files except the outer ones are equal.
        row.fill(degree(files / 2));
        for file in (0..files.min(MARGIN)).chain(files.saturating_sub(MARGIN)..files) {
            row[file] = degree(file);
        }
    }

    /// Returns the cell of a square.
    pub(super) const fn cell(&self, square: Square) -> usize {
        let (rank, file) =
            (square.index() as usize / self.files, square.index() as usize % self.files);
        (rank + MARGIN) * self.width + MARGIN + file
    }

    /// Returns the change of the cell by a move, modulo 2^64.
    pub(super) const fn cell_delta(&self, by: Offset) -> usize {
        (by.ranks as usize).wrapping_mul(self.width).wrapping_add(by.files as usize)
    }

    /// Returns the change of the index of a square by a move, modulo 2^32.
    pub(super) const fn index_delta(&self, by: Offset) -> u32 {
        (by.ranks as u32).wrapping_mul(self.files as u32).wrapping_add(by.files as u32)
    }

    /// Excludes a square from the walk. It still counts in the degrees of its neighbours.
    pub(super) fn close(&mut self, square: Square) {
        let cell = self.cell(square);
        self.cells[cell] = CLOSED;
    }

    /// Returns the cells.
    pub(super) fn cells(&mut self) -> &mut [u8] {
        &mut self.cells
    }
}
