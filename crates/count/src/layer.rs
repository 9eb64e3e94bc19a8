//! A layer: the blocks of states of its degree patterns, in the order of the patterns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use caracole_verify::StopCause;

use crate::block::{Block, BlockStats, CheckedBlock, FormatError, pack_list};
use crate::pattern::{is_pattern, pairs};
use crate::store::{FileSegment, SegmentBytes, Store, StoredSegment};
use crate::weight::PADDING;
use crate::{CountError, Job};

/// The states of a layer, or a share of them. The blocks are stored in segments, in memory or in a file.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::driver::{Layer, Schedule};
/// use caracole_count::{CountError, Job, Question};
///
/// let question = Question::new(Problem::new("5x6".parse()?).closed());
/// let job = Job::new();
/// let schedules = Schedule::all(&question, &job)?;
/// let schedule = schedules.first().ok_or("a question has a part")?;
/// let layer = schedule.compute(1, &Layer::initial(), schedule.patterns(1), &job)?;
/// assert!(!layer.patterns().is_empty() && layer.states() > 0);
///
/// // Another worker receives the blocks and checks them.
/// let mut message: Vec<(u64, Vec<u8>)> = Vec::new();
/// layer.for_each_block(|pattern, block| {
///     message.push((pattern, block.to_vec()));
///     Ok::<(), CountError>(())
/// })?;
/// let blocks = message.iter().map(|(pattern, block)| (*pattern, &block[..])).collect();
/// let received = Layer::from_blocks(schedule.frontier(1), blocks)?;
/// assert_eq!((received.patterns(), received.states()), (layer.patterns(), layer.states()));
/// assert!(Layer::empty().patterns().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Layer {
    /// The patterns, in increasing order.
    pub(crate) patterns: Vec<u64>,
    segments: Vec<Segment>,
    pub(crate) states: u64,
    /// The width of the largest weight, in bytes.
    pub(crate) width: usize,
    /// The size and the checksum of its file, if the file is kept.
    pub(crate) saved: Option<(u64, u32)>,
}

/// The blocks of consecutive patterns.
struct Segment {
    /// The index of the first pattern.
    first: usize,
    /// The offset of each block.
    starts: Vec<u32>,
    bytes: SegmentBytes,
    stats: BlockStats,
    /// True if this process wrote the segment or has checked it.
    is_checked: AtomicBool,
}

impl Segment {
    /// Loads the bytes of a file segment. The first time, bytes of another process are checked.
    fn load(&self, segment: &FileSegment, patterns: &[u64]) -> Result<Arc<[u8]>, CountError> {
        let bytes = segment.load()?;
        if !self.is_checked.load(Ordering::Relaxed) {
            self.check(&bytes, &patterns[self.first..]).map_err(|error| segment.damaged(&error))?;
            self.is_checked.store(true, Ordering::Relaxed);
        }
        Ok(bytes)
    }

    /// Checks that the bytes are one valid block for each pattern, in order, and the padding.
    fn check(&self, bytes: &[u8], patterns: &[u64]) -> Result<(), FormatError> {
        let mut rest = bytes;
        let mut stats = BlockStats::default();
        for (&start, &pattern) in self.starts.iter().zip(patterns) {
            if start as usize != bytes.len() - rest.len() {
                return Err(FormatError("a block does not begin at the end of the previous one"));
            }
            let CheckedBlock { len, stats: block } =
                Block { bytes: rest, pairs: pairs(pattern) }.check()?;
            stats.states += block.states;
            stats.width = stats.width.max(block.width);
            rest = &rest[len..];
        }
        if rest != [0; PADDING] {
            return Err(FormatError("the blocks of a segment do not end at its padding"));
        }
        if stats != self.stats {
            return Err(FormatError("the blocks of a segment do not match the index"));
        }
        Ok(())
    }
}

/// Collects the blocks of a segment.
#[derive(Default)]
pub(crate) struct SegmentBuilder {
    pub(crate) patterns: Vec<u64>,
    pub(crate) starts: Vec<u32>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) states: u64,
    pub(crate) width: usize,
}

impl SegmentBuilder {
    /// Appends the block that `write` appends for a pattern, unless it has no states.
    ///
    /// # Errors
    ///
    /// Returns an error if an offset exceeds 32 bits, or the width of a weight exceeds 16 bits.
    pub(crate) fn push(
        &mut self,
        pattern: u64,
        write: impl FnOnce(&mut Vec<u8>) -> BlockStats,
    ) -> Result<(), CountError> {
        let start = self.bytes.len();
        let stats = write(&mut self.bytes);
        // The largest offset is that of the end, with its padding. Each state takes at least one byte, so
        // the number of states also fits.
        let fits =
            u32::try_from(self.bytes.len() + PADDING).is_ok() && u16::try_from(stats.width).is_ok();
        let (true, Ok(start)) = (fits, u32::try_from(start)) else {
            let tried = "a degree pattern has more states than a segment of 4 GiB can store";
            return Err(CountError::stopped(StopCause::Unsupported, tried));
        };
        if stats.states > 0 {
            self.patterns.push(pattern);
            self.starts.push(start);
            self.states += stats.states;
            self.width = self.width.max(stats.width);
        }
        Ok(())
    }
}

impl Layer {
    /// Returns layer 0 of every count, which has one state with weight 1 and no frontier squares.
    pub fn initial() -> Self {
        Self::first(&Store::new(&Job::new()))
    }

    pub(crate) fn first(store: &Store) -> Self {
        let mut builder = SegmentBuilder::default();
        builder
            .push(0, |bytes| pack_list(0, &[(0, 1_u64)], bytes))
            .expect("one state fits in a segment");
        let mut layer = Self::empty();
        layer.push(store.in_memory(builder));
        layer
    }

    /// Returns a layer without states.
    pub const fn empty() -> Self {
        Self { patterns: Vec::new(), segments: Vec::new(), states: 0, width: 1, saved: None }
    }

    /// Returns a layer with a number of frontier squares, from blocks that other workers have sent, in any
    /// order.
    ///
    /// # Errors
    ///
    /// [`CountError::Unsound`] if a pattern occurs twice or is impossible, or a block is malformed.
    pub fn from_blocks(frontier: usize, blocks: Vec<(u64, &[u8])>) -> Result<Self, CountError> {
        Self::check_blocks(frontier, blocks).map_err(|why| CountError::Unsound(why.to_string()))
    }

    fn check_blocks(frontier: usize, mut blocks: Vec<(u64, &[u8])>) -> Result<Self, FormatError> {
        blocks.sort_unstable_by_key(|(pattern, _)| *pattern);
        let store = Store::new(&Job::new());
        let mut layer = Self::empty();
        let mut builder = SegmentBuilder::default();
        let mut least = 0;
        for (pattern, bytes) in blocks {
            if pattern < least {
                return Err(FormatError("a pattern occurs twice"));
            }
            if !is_pattern(pattern, frontier) {
                return Err(FormatError("a pattern is impossible"));
            }
            least = pattern + 1;
            let checked = Block { bytes, pairs: pairs(pattern) }.check()?;
            if checked.len != bytes.len() {
                return Err(FormatError("a block has too many bytes"));
            }
            let pushed = builder.push(pattern, |out| {
                out.extend_from_slice(bytes);
                checked.stats
            });
            pushed.map_err(|_| FormatError("a block is too long"))?;
            if builder.bytes.len() > store.segment() {
                layer.push(store.in_memory(std::mem::take(&mut builder)));
            }
        }
        layer.push(store.in_memory(builder));
        Ok(layer)
    }

    /// Calls a function with each pattern and its block, in the order of the patterns.
    pub fn for_each_block<E: From<CountError>>(
        &self,
        mut each: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut reader = self.reader();
        for (index, &pattern) in self.patterns.iter().enumerate() {
            let block = reader.block(index)?;
            each(pattern, &block.bytes[..block.len()])?;
        }
        Ok(())
    }

    /// Returns the patterns that have states, in increasing order.
    pub fn patterns(&self) -> &[u64] {
        &self.patterns
    }

    /// Returns the number of states.
    pub const fn states(&self) -> u64 {
        self.states
    }

    /// Adds a segment whose patterns are larger than all others.
    pub(crate) fn push(&mut self, segment: StoredSegment) {
        let StoredSegment { patterns, starts, bytes, states, width, .. } = segment;
        let is_checked = match &bytes {
            SegmentBytes::Memory(_) => true,
            SegmentBytes::File(segment) => segment.is_ours(),
        };
        if patterns.is_empty() {
            return;
        }
        self.segments.push(Segment {
            first: self.patterns.len(),
            starts,
            bytes,
            stats: BlockStats { states, width },
            is_checked: AtomicBool::new(is_checked),
        });
        self.patterns.extend(patterns);
        self.states += states;
        self.width = self.width.max(width);
    }

    /// Returns the index of a pattern.
    pub(crate) fn find(&self, pattern: u64) -> Option<usize> {
        self.patterns.binary_search(&pattern).ok()
    }

    pub(crate) const fn reader(&self) -> Reader<'_> {
        Reader { layer: self, cache: Vec::new(), replaced: 0 }
    }
}

/// A reader of blocks, with a cache of segments.
pub(crate) struct Reader<'a> {
    layer: &'a Layer,
    cache: Vec<(usize, Arc<[u8]>)>,
    /// The cache entry that was replaced last.
    replaced: usize,
}

/// The number of cached segments. Each choice of a step reads the layer at another position.
pub(crate) const CACHED: usize = 24;

impl Reader<'_> {
    /// Returns the block of the pattern with an index.
    pub(crate) fn block(&mut self, index: usize) -> Result<Block<'_>, CountError> {
        let segments = &self.layer.segments;
        let at = segments.partition_point(|segment| segment.first <= index) - 1;
        let segment = &segments[at];
        let start = segment.starts[index - segment.first] as usize;
        let pairs = pairs(self.layer.patterns[index]);
        let bytes = match &segment.bytes {
            SegmentBytes::Memory(resident) => &resident.bytes[..],
            SegmentBytes::File(file) => {
                let cached = self.cache.iter().position(|(cached, _)| *cached == at);
                let entry = if let Some(entry) = cached {
                    entry
                } else {
                    let bytes = segment.load(file, &self.layer.patterns)?;
                    self.insert(at, bytes)
                };
                &self.cache[entry].1[..]
            }
        };
        Ok(Block { bytes: &bytes[start..], pairs })
    }

    /// Adds a segment to the cache. Returns the index of the entry.
    fn insert(&mut self, segment: usize, bytes: Arc<[u8]>) -> usize {
        if self.cache.len() < CACHED {
            self.cache.push((segment, bytes));
            return self.cache.len() - 1;
        }
        self.replaced = (self.replaced + 1) % CACHED;
        self.cache[self.replaced] = (segment, bytes);
        self.replaced
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::Schedule;
    use crate::{Options, Question};

    /// One block for each pattern of eight frontier squares with two loose ends, and its weight.
    fn blocks() -> Vec<(u64, u64)> {
        let ends = (0..8).flat_map(|a| (0..a).map(move |b| 1 << (2 * a) | 1 << (2 * b)));
        let mut patterns: Vec<u64> = ends.collect();
        patterns.sort_unstable();
        patterns.into_iter().zip((1..).map(|number| number * 11)).collect()
    }

    fn builder((pattern, weight): (u64, u64)) -> SegmentBuilder {
        let mut builder = SegmentBuilder::default();
        builder.push(pattern, |bytes| pack_list(1, &[(0, weight)], bytes)).expect("it fits");
        builder
    }

    /// Reads all blocks in several orders.
    fn check_blocks(layer: &Layer) {
        let blocks = blocks();
        assert!(blocks.len() > CACHED, "one segment for each block");
        assert!(layer.patterns().iter().eq(blocks.iter().map(|(pattern, _)| pattern)));
        assert_eq!((layer.states(), layer.width), (blocks.len() as u64, 2));
        let mut reader = layer.reader();
        for step in [1, 5, 9, 27] {
            for at in (0..3 * blocks.len()).map(|at| at * step % blocks.len()) {
                let block = reader.block(at).expect("a block");
                assert_eq!(block.get::<u64>(0), Some(blocks[at].1), "block {at}");
                assert_eq!(layer.find(blocks[at].0), Some(at));
            }
        }
    }

    #[test]
    fn blocks_are_read_from_many_segments() {
        let store = Store::new(&Job::new());
        let mut layer = Layer::empty();
        for block in blocks() {
            layer.push(store.in_memory(builder(block)));
        }
        check_blocks(&layer);
        // No memory is left, so all segments are in a file.
        let job = Job::with_options(&Options::new().memory(1));
        let question = Question::new(caracole_core::Problem::new("5x6".parse().expect("a board")));
        let schedule = Schedule::all(&question, &Job::new()).expect("can be counted").remove(0);
        let store = Store::new(&job);
        let writer = store.begin(schedule.identity(1)).expect("a file");
        let put = |block| writer.put(builder(block), &job).expect("written");
        let segments: Vec<_> = blocks().into_iter().map(put).collect();
        assert!(segments.iter().all(|segment| matches!(segment.bytes, SegmentBytes::File(_))));
        check_blocks(&writer.finish(segments).expect("a layer"));
    }

    #[test]
    fn received_blocks_are_a_layer_if_they_fit_together() {
        let made: Vec<_> =
            blocks().into_iter().map(|block| (block.0, builder(block).bytes)).collect();
        let sent = || -> Vec<(u64, &[u8])> {
            made.iter().rev().map(|(pattern, bytes)| (*pattern, &bytes[..])).collect()
        };
        check_blocks(&Layer::from_blocks(8, sent()).expect("a layer"));
        let error = |blocks: Vec<(u64, &[u8])>, why: &str| {
            let Err(CountError::Unsound(text)) = Layer::from_blocks(8, blocks) else {
                panic!("no error: {why}");
            };
            assert!(text.contains(why), "{text}");
        };
        let twice = sent().into_iter().chain(sent()).collect();
        error(twice, "a pattern occurs twice");
        let (pattern, bytes) = &made[0];
        error(vec![(pattern << 16, bytes)], "a pattern is impossible");
        error(vec![(*pattern, &[&bytes[..], &[0]].concat())], "too many bytes");
        error(vec![(*pattern, &bytes[..bytes.len() - 1])], "too few bytes");
    }

    #[test]
    fn a_weight_that_is_too_wide_for_the_format_is_an_error() {
        let mut builder = SegmentBuilder::default();
        for (width, fits) in [(usize::from(u16::MAX), true), (usize::from(u16::MAX) + 1, false)] {
            let pushed = builder.push(0, |_| BlockStats { states: 1, width });
            assert_eq!(pushed.is_ok(), fits, "{width} bytes");
        }
        assert_eq!(builder.patterns.len(), 1, "the block that does not fit is not appended");
    }

    #[test]
    fn a_segment_that_is_too_long_for_its_offsets_is_an_error() {
        let mut builder = SegmentBuilder::default();
        let pushed = builder.push(0, |bytes| {
            // The operating system does not allocate pages that are never written.
            *bytes = vec![0; u32::MAX as usize + 1 - PADDING];
            BlockStats { states: 1, width: 1 }
        });
        assert!(
            matches!(pushed, Err(CountError::Stopped(stop)) if stop.cause == StopCause::Unsupported)
        );
    }
}
