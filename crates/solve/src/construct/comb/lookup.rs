//! Queries of a comb: the square of a step and the step of a square.

use std::cmp::Ordering;

use caracole_core::{Coord, File, Rank};

use super::super::sides::Sides;
use super::block::{Attachment, BlockPath, Chain, CompositePath, Edge, LocalSquare, Step, Visit};
use super::layout::{BAND, Band, Cut};
use super::{Comb, Section};

/// Consecutive steps in one block, in the order of the block or reversed.
#[derive(Clone, Copy)]
pub(super) struct Segment<'a> {
    order: &'a BlockPath,
    at: u64,
    count: u64,
    is_backward: bool,
    placement: Placement,
    /// In a tooth: its chain and the index of the block.
    tooth: Option<(Chain, u64)>,
}

impl Comb {
    /// Returns the segment at an offset of the tour before rotation.
    #[inline]
    pub(super) fn find(&self, offset: u64) -> Option<Segment<'_>> {
        let section = self.trunk.sections.iter().rev().find(|section| section.begin <= offset)?;
        let mut offset = offset - section.begin;
        let mut path = &section.path;
        let mut copy = 0;
        if offset >= path.len() {
            (copy, offset) = ((offset / path.len()) as u32, offset % path.len());
        }
        let origin = (
            section.origin.0 + copy * section.stride.0,
            section.origin.1 + copy * section.stride.1,
        );
        let mut placement = Placement::new(origin, self.sides(), self.mirrors);
        let mut is_backward = self.rotation.is_backward;
        loop {
            let sides = path.order().sides();
            match path.find(offset) {
                Step::Own(at) => {
                    let (order, tooth) = (path.order(), None);
                    let count = directed_len(path.segment(at), is_backward);
                    return Some(Segment { order, at, count, is_backward, placement, tooth });
                }
                Step::Attached(attachment, within) => {
                    let (block, at) = attachment.chain.find(within);
                    is_backward ^= !attachment.is_forward;
                    placement = placement.attached(attachment, block, sides);
                    if matches!(attachment.edge, Edge::Left | Edge::Right) {
                        let order = self.teeth_of(path)?;
                        let count = directed_len(attachment.chain.segment(at), is_backward);
                        let tooth = Some((attachment.chain, block));
                        return Some(Segment { order, at, count, is_backward, placement, tooth });
                    }
                    path = self.stage(attachment.edge)?;
                    offset = at;
                }
            }
        }
    }
}

/// Returns the length of a segment in the direction of the walk.
const fn directed_len((up_to, from): (u64, u64), is_backward: bool) -> u64 {
    if is_backward { up_to } else { from }
}

impl Segment<'_> {
    /// Returns the next segment, if it is in the same tooth.
    pub(super) fn next(&self) -> Option<Self> {
        let (chain, block) = self.tooth?;
        let last =
            if self.is_backward { self.at + 1 - self.count } else { self.at + self.count - 1 };
        let Visit { block: next, at } = chain.after(block, last, self.is_backward)?;
        let placement = match next.cmp(&block) {
            Ordering::Greater => self.placement.outward(),
            Ordering::Less => self.placement.inward(),
            Ordering::Equal => self.placement,
        };
        let count = directed_len(chain.segment(at), self.is_backward);
        Some(Self { at, count, placement, tooth: Some((chain, next)), ..*self })
    }

    pub(super) fn place(&self, ahead: u64) -> Coord {
        let at = if self.is_backward { self.at - ahead } else { self.at + ahead };
        let (right, up) = self.order.squares()[at as usize];
        let (file, rank) = self.placement.place(right.into(), up.into());
        Coord::flat(File::new(file), Rank::new(rank))
    }

    /// Writes the places of the segment, as many as fit. Returns their number.
    #[inline]
    pub(super) fn copy_to(&self, places: &mut [Coord]) -> usize {
        let count = places.len().min(self.count as usize);
        let at = self.at as usize;
        let place = |&(right, up): &(u8, u8)| {
            let (file, rank) = self.placement.place(right.into(), up.into());
            Coord::flat(File::new(file), Rank::new(rank))
        };
        let squares = self.order.squares();
        let slots = places[..count].iter_mut();
        if self.is_backward {
            let squares = &squares[at + 1 - count..=at];
            slots.zip(squares.iter().rev()).for_each(|(slot, square)| *slot = place(square));
        } else {
            let squares = &squares[at..at + count];
            slots.zip(squares).for_each(|(slot, square)| *slot = place(square));
        }
        count
    }
}

/// Maps places of a block to places of the board: the first square of the block, and whether its files and ranks
/// are mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    file: u32,
    rank: u32,
    /// The directions: 1, or -1 modulo 2^32.
    right: u32,
    up: u32,
}

const MINUS_ONE: u32 = u32::MAX;

impl Placement {
    /// Returns the placement of a block by its first square on the mirrored board.
    #[inline]
    pub(super) const fn new(first: (u32, u32), board: Sides, mirrors: [bool; 2]) -> Self {
        let (file, rank) = board.mirrored(mirrors, first);
        let right = if mirrors[0] { MINUS_ONE } else { 1 };
        Self { file, rank, right, up: if mirrors[1] { MINUS_ONE } else { 1 } }
    }

    /// Returns the place on the board of a place of the block.
    #[inline]
    pub(super) const fn place(self, right: u32, up: u32) -> (u32, u32) {
        (
            self.file.wrapping_add(self.right.wrapping_mul(right)),
            self.rank.wrapping_add(self.up.wrapping_mul(up)),
        )
    }

    const fn moved(self, right: u32, up: u32) -> Self {
        let (file, rank) = self.place(right, up);
        Self { file, rank, ..self }
    }

    /// Returns the next block of a tooth.
    pub(super) const fn outward(self) -> Self {
        self.moved(BAND, 0)
    }

    /// Returns the previous block of a tooth.
    pub(super) const fn inward(self) -> Self {
        self.moved(BAND.wrapping_neg(), 0)
    }

    const fn mirrored_files(self) -> Self {
        Self { right: self.right.wrapping_neg(), ..self }
    }

    const fn mirrored_ranks(self) -> Self {
        Self { up: self.up.wrapping_neg(), ..self }
    }

    /// Returns the placement of block `at` of the attached chain.
    #[inline]
    pub(super) const fn attached(self, attachment: &Attachment, at: u64, sides: Sides) -> Self {
        let away = at as u32 * BAND;
        let back = 0_u32.wrapping_sub(1).wrapping_sub(away);
        let placement = match attachment.edge {
            Edge::Right => self.moved(sides.files + away, 0),
            Edge::Left => self.moved(back, 0).mirrored_files(),
            Edge::Up => self.moved(0, sides.ranks + away),
            Edge::Down => self.moved(0, back).mirrored_ranks(),
        };
        match attachment.edge {
            _ if !attachment.is_flipped => placement,
            Edge::Left | Edge::Right => placement.moved(0, sides.ranks - 1).mirrored_ranks(),
            Edge::Down | Edge::Up => placement.moved(sides.files - 1, 0).mirrored_files(),
        }
    }
}

impl Comb {
    /// Returns the offset of a square in the tour before rotation.
    pub(super) fn offset(&self, (file, rank): (u32, u32)) -> u64 {
        let ((column, right), (row, up)) = (self.cuts[0].find(file), self.cuts[1].find(rank));
        let trunk = &self.trunk;
        let sections = &trunk.sections;
        let stage = |section: &Section, edge, number: u32| {
            let attached = section.path.attachment(edge).zip(self.stage(edge));
            attached.map_or(0, |(attachment, stage)| {
                let at = self.in_stage(attachment, stage, column, (right, up));
                section.begin + attachment.offset(attachment.chain.offset(number.into(), at))
            })
        };
        let (at, copy, up) = match row {
            Band::Middle => (0, 0, up),
            Band::Before(number) => return stage(&sections[0], Edge::Down, number),
            Band::After(row) if row < trunk.rise => (trunk.rising, row, up),
            Band::After(row) if row < trunk.rise + trunk.crown_bands => {
                (trunk.crown, 0, up + (row - trunk.rise) * BAND)
            }
            Band::After(row) => {
                let number = row - trunk.rise - trunk.crown_bands;
                return stage(&sections[trunk.crown], Edge::Up, number);
            }
        };
        let begin =
            |section: &Section, copy: u32| section.begin + u64::from(copy) * section.path.len();
        let block = |section: &Section, copy: u32, right: u32| {
            begin(section, copy) + section.path.offset((right, up))
        };
        let tooth = |section: &Section, copy: u32, edge, number: u32| {
            begin(section, copy) + self.in_tooth(&section.path, edge, number.into(), (right, up))
        };
        let section = &sections[at];
        match column {
            Band::Middle => block(section, copy, right),
            Band::Before(number) => tooth(section, copy, Edge::Left, number),
            Band::After(number) if at != trunk.crown => tooth(section, copy, Edge::Right, number),
            Band::After(number) if number < trunk.reach => {
                block(&sections[trunk.reaching], number, right)
            }
            Band::After(number) if number < trunk.reach + trunk.tip_bands => {
                block(&sections[trunk.tip], 0, right + (number - trunk.reach) * BAND)
            }
            Band::After(number) => {
                let number = number - trunk.reach - trunk.tip_bands;
                tooth(&sections[trunk.tip], 0, Edge::Right, number)
            }
        }
    }

    fn in_tooth(
        &self,
        path: &CompositePath,
        edge: Edge,
        block: u64,
        (right, up): LocalSquare,
    ) -> u64 {
        let Some((attachment, order)) = path.attachment(edge).zip(self.teeth_of(path)) else {
            return 0;
        };
        let up = if attachment.is_flipped { order.sides().ranks - 1 - up } else { up };
        attachment.offset(attachment.chain.offset(block, order.find((right, up))))
    }

    fn in_stage(
        &self,
        attachment: &Attachment,
        stage: &CompositePath,
        column: Band,
        (right, up): LocalSquare,
    ) -> u64 {
        let files = stage.order().sides().files;
        match column {
            Band::Middle if attachment.is_flipped => stage.offset((files - 1 - right, up)),
            Band::Middle => stage.offset((right, up)),
            Band::Before(block) => {
                let edge = if attachment.is_flipped { Edge::Right } else { Edge::Left };
                self.in_tooth(stage, edge, block.into(), (right, up))
            }
            Band::After(block) => {
                let edge = if attachment.is_flipped { Edge::Left } else { Edge::Right };
                self.in_tooth(stage, edge, block.into(), (right, up))
            }
        }
    }
}

/// The zones of a board with their tables: within a zone all blocks are equal, and the offset of a square changes
/// by the same number from block to block.
#[derive(Clone, Debug, Default)]
pub(super) struct Zones {
    columns: Spans,
    rows: Spans,
    /// The index of the first table entry of each zone, by row and column.
    begins: [[u32; MAX_SPANS]; MAX_SPANS],
    table: Vec<Entry>,
}

/// The maximum number of spans of a side.
const MAX_SPANS: usize = 5;

/// A side cut into spans.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spans {
    all: [Span; MAX_SPANS],
    count: usize,
    /// The first place of each span except the first; `u32::MAX` for missing spans.
    limits: [u32; MAX_SPANS - 1],
}

/// Consecutive bands of equal width: their first place, their width, and their number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) begin: u32,
    pub(super) width: u32,
    pub(super) count: u32,
    /// All bits if the span has several bands, none otherwise.
    mask: u32,
}

/// The offset of a square in the first block of a zone, and its change from block to block. Sums wrap around,
/// because changes can be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    begin: u64,
    along_files: u64,
    along_ranks: u64,
}

impl Spans {
    /// Returns the spans of a side: the bands before the middle, the middle, the `equal` bands of the trunk, its last
    /// block of `last` bands, and the other bands. They are reversed if the side is mirrored.
    pub(super) fn new(cut: Cut, [equal, last]: [u32; 2], is_mirrored: bool) -> Self {
        let mut bands = [
            (BAND, cut.before()),
            (cut.middle(), 1),
            (BAND, equal),
            (BAND * last, 1),
            (BAND, cut.after() - equal - last),
        ];
        if is_mirrored {
            bands.reverse();
        }
        let mut spans = Self { limits: [u32::MAX; MAX_SPANS - 1], ..Self::default() };
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

    /// Returns the span of a place, the index of the band in the span, and of the place in the band.
    #[inline]
    fn find(&self, at: u32) -> (usize, u64, u32) {
        // Sides are shorter than 2^32, so no place reaches the limit of a missing span.
        let span = self.limits.iter().map(|&limit| usize::from(at >= limit)).sum::<usize>();
        let Span { begin, mask, .. } = self.all[span.min(MAX_SPANS - 1)];
        let at = at.wrapping_sub(begin);
        let band = (at / BAND) & mask;
        (span.min(MAX_SPANS - 1), band.into(), at.wrapping_sub(band.wrapping_mul(BAND)))
    }
}

impl Zones {
    /// Tabulates `offset`, which is linear in the indices of the blocks of each zone.
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

    /// Returns the offset of a square.
    #[inline]
    pub(super) fn offset(&self, file: u32, rank: u32) -> u64 {
        let (column, block, right) = self.columns.find(file);
        let (row, line, up) = self.rows.find(rank);
        let width = self.columns.all[column].width;
        let at = self.begins[row][column].wrapping_add(up.wrapping_mul(width)).wrapping_add(right);
        let entry = self.table[at as usize];
        entry.begin.wrapping_add(entry.ahead(block, line))
    }

    /// Calls `visit` with the index and the offset of each place. Consecutive places of a tour are mostly in one
    /// block, whose zone is searched only once.
    pub(super) fn offsets(&self, places: &[Coord], mut visit: impl FnMut(usize, u64)) {
        let mut block = Block::default();
        for (at, place) in places.iter().enumerate() {
            let (file, rank) = (place.file.index(), place.rank.index());
            if !block.contains(file, rank) {
                block = self.block(file, rank);
            }
            visit(at, block.offset(&self.table, file, rank));
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

    /// Returns the spans of a rank, each with the offsets of the squares of its first block and their changes from
    /// block to block.
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

const WIDTH: usize = BAND as usize;

/// A step number of 32 or 64 bits. Sums wrap around, because changes can be negative.
pub(super) trait Number: Copy {
    fn new(number: u64) -> Self;
    fn plus(self, other: Self) -> Self;
}

impl Number for u32 {
    fn new(number: u64) -> Self {
        number as Self
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

impl Number for u64 {
    fn new(number: u64) -> Self {
        number
    }

    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

impl Comb {
    /// Writes the steps of consecutive squares of a rank, from a file on.
    pub(super) fn number<N: Number>(&self, rank: u32, file: u32, steps: &mut [N]) {
        let mut left = steps;
        let mut file = file;
        for (span, squares) in self.zones.rank(rank) {
            let Span { begin, width, count, .. } = span;
            let end = begin + width * count;
            if file >= end {
                continue;
            }
            let room = left.len().min((end - file) as usize);
            let (part, rest) = left.split_at_mut(room);
            self.number_span(&squares, file - begin, part);
            (left, file) = (rest, end);
            if left.is_empty() {
                break;
            }
        }
    }

    /// Writes the steps of consecutive squares of equal blocks.
    fn number_span<N: Number>(&self, squares: &[(u64, i64)], from: u32, steps: &mut [N]) {
        let width = squares.len();
        let step = |at: usize| {
            let (offset, change) = squares[at % width];
            self.step_at(offset.wrapping_add_signed(change.wrapping_mul((at / width) as i64)))
        };
        let mut at = from as usize;
        let mut left = steps;
        while !left.is_empty() {
            let mut count = 1;
            if width == WIDTH && at.is_multiple_of(WIDTH) && left.len() >= WIDTH {
                let first = std::array::from_fn(|lane| step(at + lane));
                let changes = std::array::from_fn(|lane| {
                    let change = squares[lane].1;
                    if self.rotation.is_backward { change.wrapping_neg() } else { change }
                });
                let blocks = (left.len() / WIDTH) as u64;
                count = blocks.min(self.blocks_before_wrap(first, changes)) as usize * WIDTH;
                write_progressions(first, changes, &mut left[..count]);
            } else {
                left[0] = N::new(step(at));
            }
            left = &mut left[count..];
            at += count;
        }
    }

    /// Returns the number of blocks over which no step passes the last or the first one. A rotated closed tour
    /// wraps around there.
    fn blocks_before_wrap(&self, first: [u64; WIDTH], changes: [i64; WIDTH]) -> u64 {
        let room = |(step, change): (u64, i64)| {
            let room = if change > 0 { self.len() - step } else { step - 1 };
            room.checked_div(change.unsigned_abs()).map_or(u64::MAX, |blocks| blocks + 1)
        };
        first.into_iter().zip(changes).map(room).min().unwrap_or(1)
    }
}

/// Writes six interleaved arithmetic progressions to an array of complete blocks.
fn write_progressions<N: Number>(first: [u64; WIDTH], changes: [i64; WIDTH], steps: &mut [N]) {
    /// The number of blocks written at a time: enough for full vectors of any width.
    const BLOCKS: usize = 4;
    const LANES: usize = BLOCKS * WIDTH;
    let after = |lane: usize, blocks: usize| changes[lane].wrapping_mul(blocks as i64);
    let mut lanes: [N; LANES] = std::array::from_fn(|at| {
        let (block, lane) = (at / WIDTH, at % WIDTH);
        N::new(first[lane].wrapping_add_signed(after(lane, block)))
    });
    let by: [N; LANES] = std::array::from_fn(|at| N::new(after(at % WIDTH, BLOCKS) as u64));
    let mut chunks = steps.chunks_exact_mut(LANES);
    for chunk in &mut chunks {
        chunk.copy_from_slice(&lanes);
        for (lane, by) in lanes.iter_mut().zip(by) {
            *lane = lane.plus(by);
        }
    }
    let rest = chunks.into_remainder();
    rest.copy_from_slice(&lanes[..rest.len()]);
}
