//! The steps of all squares as one small table.
//!
//! Within a zone all blocks are alike, and the step of a square changes by the same number from
//! one block to the next, along the files and along the ranks. So three numbers for each square of
//! one block tell the steps of all squares of the zone.

use caracole_core::Place;

use super::cut::{Cut, USUAL};

/// The zones of a board, and the table for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Zones {
    columns: Spans,
    rows: Spans,
    /// For each row of zones and each column, where in the table it begins.
    begins: [[u32; MOST]; MOST],
    table: Vec<Entry>,
}

/// How many spans a side has at most.
const MOST: usize = 5;

/// A side cut into spans.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spans {
    all: [Span; MOST],
    count: usize,
    /// Where each span but the first begins; beyond every side for those that are missing.
    limits: [u32; MOST - 1],
}

/// Bands of one side that are alike: where they begin, how wide each is, and how many there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) begin: u32,
    pub(super) width: u32,
    pub(super) count: u32,
    /// All bits where there are several bands, none where there is one.
    mask: u32,
}

/// How many steps are before a square, and by how much that changes from block to block. Sums wrap
/// around, for changes may be below 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    begin: u64,
    along_files: u64,
    along_ranks: u64,
}

impl Spans {
    /// The usual bands before the middle, the middle, and those after it, of which some may
    /// belong to the trunk: several alike, and the last. Turned round if they are seen in a mirror.
    pub(super) fn new(cut: Cut, [alike, last]: [u32; 2], is_mirrored: bool) -> Self {
        let mut bands = [
            (USUAL, cut.before()),
            (cut.middle(), 1),
            (USUAL, alike),
            (USUAL * last, 1),
            (USUAL, cut.after() - alike - last),
        ];
        if is_mirrored {
            bands.reverse();
        }
        let mut spans = Self { limits: [u32::MAX; MOST - 1], ..Self::default() };
        let mut begin = 0;
        for (width, count) in bands.into_iter().filter(|(width, count)| width * count > 0) {
            if spans.count > 0 {
                spans.limits[spans.count - 1] = begin;
            }
            let mask = if count > 1 { u32::MAX } else { 0 };
            spans.all[spans.count] = Span { begin, width, count, mask };
            spans.count += 1;
            begin += width * count;
        }
        spans
    }

    fn iter(&self) -> impl Iterator<Item = Span> {
        self.all.into_iter().take(self.count)
    }

    /// The span of a place, which of its bands that is, and where in the band it lies.
    #[inline]
    fn find(&self, at: u32) -> (usize, u64, u32) {
        // Sides are shorter than 2^32, so no place reaches the limit of a span that is missing.
        let span = self.limits.iter().map(|&limit| usize::from(at >= limit)).sum::<usize>();
        let Span { begin, mask, .. } = self.all[span.min(MOST - 1)];
        let at = at.wrapping_sub(begin);
        let band = (at / USUAL) & mask;
        (span.min(MOST - 1), band.into(), at.wrapping_sub(band.wrapping_mul(USUAL)))
    }
}

impl Zones {
    /// The table of what `offset` tells, for zones where it changes evenly from block to block.
    pub(super) fn new(columns: Spans, rows: Spans, offset: impl Fn(u32, u32) -> u64) -> Self {
        let mut zones = Self { columns, rows, ..Self::default() };
        for (row, begins) in rows.iter().zip(&mut zones.begins) {
            for (column, begin) in columns.iter().zip(begins) {
                *begin = zones.table.len() as u32;
                zones.table.reserve((row.width * column.width) as usize);
                for rank in row.begin..row.begin + row.width {
                    for file in column.begin..column.begin + column.width {
                        zones.table.push(Entry::new([column, row], [file, rank], &offset));
                    }
                }
            }
        }
        zones
    }

    /// How many steps are before the square at a place.
    #[inline]
    pub(super) fn offset(&self, file: u32, rank: u32) -> u64 {
        let (column, block, right) = self.columns.find(file);
        let (row, line, up) = self.rows.find(rank);
        let width = self.columns.all[column].width;
        let at = self.begins[row][column].wrapping_add(up.wrapping_mul(width)).wrapping_add(right);
        let entry = self.table[at as usize];
        entry.begin.wrapping_add(entry.ahead(block, line))
    }

    /// The same for many places. Where they follow each other along a tour most lie in the block
    /// of the one before, and the search for the zone is spared.
    pub(super) fn offsets(&self, places: &[Place], mut tell: impl FnMut(usize, u64)) {
        let mut block = Block::default();
        for (at, place) in places.iter().enumerate() {
            let (file, rank) = (place.file.index(), place.rank.index());
            if !block.contains(file, rank) {
                block = self.block(file, rank);
            }
            tell(at, block.offset(&self.table, file, rank));
        }
    }

    fn block(&self, file: u32, rank: u32) -> Block {
        let (column, block, right) = self.columns.find(file);
        let (row, line, up) = self.rows.find(rank);
        Block {
            file: file - right,
            rank: rank - up,
            files: self.columns.all[column].width,
            ranks: self.rows.all[row].width,
            begin: self.begins[row][column],
            column: block,
            row: line,
        }
    }

    /// A rank cut into its spans: for each the span, and for each square of its first block the
    /// offset there and the change from block to block.
    pub(super) fn rank(&self, rank: u32) -> impl Iterator<Item = (Span, Vec<(u64, i64)>)> + '_ {
        let (row, line, up) = self.rows.find(rank);
        self.columns.iter().enumerate().map(move |(column, span)| {
            let begin = self.begins[row][column] + up * span.width;
            let entries = &self.table[begin as usize..][..span.width as usize];
            let first = |entry: &Entry| {
                (entry.begin.wrapping_add(entry.ahead(0, line)), entry.along_files as i64)
            };
            (span, entries.iter().map(first).collect())
        })
    }
}

/// One block of a zone.
#[derive(Clone, Copy, Default)]
struct Block {
    file: u32,
    rank: u32,
    files: u32,
    ranks: u32,
    begin: u32,
    column: u64,
    row: u64,
}

impl Block {
    const fn contains(&self, file: u32, rank: u32) -> bool {
        file.wrapping_sub(self.file) < self.files && rank.wrapping_sub(self.rank) < self.ranks
    }

    fn offset(&self, table: &[Entry], file: u32, rank: u32) -> u64 {
        let (right, up) = (file.wrapping_sub(self.file), rank.wrapping_sub(self.rank));
        let entry = table
            [self.begin.wrapping_add(up.wrapping_mul(self.files)).wrapping_add(right) as usize];
        entry.begin.wrapping_add(entry.ahead(self.column, self.row))
    }
}

impl Entry {
    fn new(
        [column, row]: [Span; 2],
        [file, rank]: [u32; 2],
        offset: impl Fn(u32, u32) -> u64,
    ) -> Self {
        let begin = offset(file, rank);
        let change = |there: Option<u64>| there.map_or(0, |there| there.wrapping_sub(begin));
        let beside = (column.count > 1).then(|| offset(file + column.width, rank));
        let above = (row.count > 1).then(|| offset(file, rank + row.width));
        Self { begin, along_files: change(beside), along_ranks: change(above) }
    }

    #[inline]
    const fn ahead(self, block: u64, line: u64) -> u64 {
        self.along_files.wrapping_mul(block).wrapping_add(self.along_ranks.wrapping_mul(line))
    }
}
