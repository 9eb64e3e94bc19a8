//! A layer: the classes after a step, each with its block, in the order of their words.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::CountError;
use crate::block::{Block, Checked, Flaw, Written, pack_list};
use crate::store::{Kept, Piece, Placed, Store};
use crate::weight::PADDING;
use crate::word::pairs;

/// A layer of states. The blocks lie in segments, in memory or in a file.
pub(crate) struct Layer {
    /// The classes, growing.
    pub(crate) words: Vec<u64>,
    segments: Vec<Segment>,
    pub(crate) states: u64,
    /// Bytes of the largest number.
    pub(crate) width: usize,
}

/// Blocks of neighbouring classes.
struct Segment {
    /// The first class.
    first: usize,
    /// Where each block begins.
    starts: Vec<u32>,
    bytes: Kept,
    /// What its blocks hold together.
    written: Written,
    /// Was it written here, or looked through before?
    is_sound: AtomicBool,
}

impl Segment {
    /// The bytes of a piece. What came from elsewhere is looked through when it is loaded first.
    fn load(&self, piece: &Piece, words: &[u64]) -> Result<Arc<[u8]>, CountError> {
        let bytes = piece.load()?;
        if !self.is_sound.load(Ordering::Relaxed) {
            self.check(&bytes, &words[self.first..]).map_err(|flaw| piece.damaged(&flaw))?;
            self.is_sound.store(true, Ordering::Relaxed);
        }
        Ok(bytes)
    }

    /// Is there a sound block for each class, one after the other, and nothing else?
    fn check(&self, bytes: &[u8], words: &[u64]) -> Result<(), Flaw> {
        let mut rest = bytes;
        let mut written = Written::default();
        for (&start, &word) in self.starts.iter().zip(words) {
            if start as usize != bytes.len() - rest.len() {
                return Err(Flaw("a block does not begin where the one before ends"));
            }
            let Checked { len, written: more } =
                Block { bytes: rest, pairs: pairs(word) }.check()?;
            written.states += more.states;
            written.width = written.width.max(more.width);
            rest = &rest[len..];
        }
        if rest != [0; PADDING] {
            return Err(Flaw("the blocks of a segment do not end where they should"));
        }
        if written != self.written {
            return Err(Flaw("the blocks of a segment are not those of the index"));
        }
        Ok(())
    }
}

/// A segment in the making.
#[derive(Default)]
pub(crate) struct Growing {
    pub(crate) words: Vec<u64>,
    pub(crate) starts: Vec<u32>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) states: u64,
    pub(crate) width: usize,
}

impl Growing {
    /// What `write` adds to the bytes becomes the block of a class, unless it adds nothing.
    pub(crate) fn push(&mut self, word: u64, write: impl FnOnce(&mut Vec<u8>) -> Written) {
        let start = self.bytes.len() as u32;
        let written = write(&mut self.bytes);
        if written.states > 0 {
            self.words.push(word);
            self.starts.push(start);
            self.states += written.states;
            self.width = self.width.max(written.width);
        }
    }
}

impl Layer {
    /// Before the first step: nothing is open, in one way.
    pub(crate) fn first(store: &Store) -> Self {
        let mut growing = Growing::default();
        growing.push(0, |bytes| pack_list(0, &[(0, 1_u64)], bytes));
        let mut layer = Self::empty();
        layer.push(store.in_memory(growing));
        layer
    }

    pub(crate) const fn empty() -> Self {
        Self { words: Vec::new(), segments: Vec::new(), states: 0, width: 1 }
    }

    /// Adds a segment above all that are there.
    pub(crate) fn push(&mut self, segment: Placed) {
        let Placed { words, starts, kept, states, width, .. } = segment;
        let is_sound = match &kept {
            Kept::Memory(_) => true,
            Kept::File(piece) => piece.is_ours(),
        };
        if words.is_empty() {
            return;
        }
        self.segments.push(Segment {
            first: self.words.len(),
            starts,
            bytes: kept,
            written: Written { states, width },
            is_sound: AtomicBool::new(is_sound),
        });
        self.words.extend(words);
        self.states += states;
        self.width = self.width.max(width);
    }

    /// The place of a class.
    pub(crate) fn find(&self, word: u64) -> Option<usize> {
        self.words.binary_search(&word).ok()
    }

    pub(crate) const fn reader(&self) -> Reader<'_> {
        Reader { layer: self, loaded: Vec::new(), turn: 0 }
    }
}

/// Reads blocks, and keeps the segments it has loaded last.
pub(crate) struct Reader<'a> {
    layer: &'a Layer,
    loaded: Vec<(usize, Arc<[u8]>)>,
    turn: usize,
}

/// As many segments are kept at hand: each choice of a step walks through the layer on its own.
pub(crate) const AT_HAND: usize = 24;

impl Reader<'_> {
    /// The block of the class at a place.
    pub(crate) fn block(&mut self, class: usize) -> Result<Block<'_>, CountError> {
        let segments = &self.layer.segments;
        let at = segments.partition_point(|segment| segment.first <= class) - 1;
        let segment = &segments[at];
        let start = segment.starts[class - segment.first] as usize;
        let pairs = pairs(self.layer.words[class]);
        let bytes = match &segment.bytes {
            Kept::Memory(resident) => &resident.bytes[..],
            Kept::File(piece) => {
                let loaded = self.loaded.iter().position(|(loaded, _)| *loaded == at);
                let place = if let Some(place) = loaded {
                    place
                } else {
                    let bytes = segment.load(piece, &self.layer.words)?;
                    self.put(at, bytes)
                };
                &self.loaded[place].1[..]
            }
        };
        Ok(Block { bytes: &bytes[start..], pairs })
    }

    fn put(&mut self, segment: usize, bytes: Arc<[u8]>) -> usize {
        if self.loaded.len() < AT_HAND {
            self.loaded.push((segment, bytes));
            return self.loaded.len() - 1;
        }
        self.turn = (self.turn + 1) % AT_HAND;
        self.loaded[self.turn] = (segment, bytes);
        self.turn
    }
}
