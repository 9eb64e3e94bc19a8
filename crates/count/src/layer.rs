//! A layer: the classes after a step, each with its block, in the order of their words.

use std::sync::Arc;

use crate::CountError;
use crate::block::{Block, Written, pack_list};
use crate::store::{Kept, Store};
use crate::weight::PADDING;
use crate::word::pairs;

#[derive(Clone)]
/// A layer of states. The blocks lie in segments, in memory or in a file.
pub(crate) struct Layer {
    /// The classes, growing.
    pub(crate) words: Vec<u64>,
    segments: Vec<Segment>,
    pub(crate) states: u64,
    /// Bytes of the largest number.
    pub(crate) width: usize,
}

#[derive(Clone)]
/// Blocks of neighbouring classes.
pub(crate) struct Segment {
    /// The first class.
    first: usize,
    /// Where each block begins.
    starts: Vec<u32>,
    bytes: Kept,
}

/// A segment in the making.
#[derive(Default)]
pub(crate) struct Growing {
    pub(crate) words: Vec<u64>,
    starts: Vec<u32>,
    pub(crate) bytes: Vec<u8>,
    states: u64,
    width: usize,
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

    pub(crate) const fn states(&self) -> u64 {
        self.states
    }
}

impl Layer {
    /// Before the first step: nothing is open, in one way.
    pub(crate) fn first() -> Self {
        let mut growing = Growing::default();
        growing.push(0, |bytes| pack_list(0, &[(0, 1_u64)], bytes));
        let mut layer = Self::empty();
        layer.push(growing, Kept::Memory);
        layer
    }

    pub(crate) const fn empty() -> Self {
        Self { words: Vec::new(), segments: Vec::new(), states: 0, width: 1 }
    }

    /// Adds a segment above all that are there; its bytes are kept as told.
    pub(crate) fn push(&mut self, growing: Growing, keep: impl FnOnce(Arc<[u8]>) -> Kept) {
        if growing.words.is_empty() {
            return;
        }
        let Growing { words, starts, mut bytes, states, width } = growing;
        bytes.resize(bytes.len() + PADDING, 0);
        self.push_kept(words, starts, keep(bytes.into()), states, width);
    }

    pub(crate) fn push_kept(
        &mut self,
        words: Vec<u64>,
        starts: Vec<u32>,
        bytes: Kept,
        states: u64,
        width: usize,
    ) {
        self.segments.push(Segment { first: self.words.len(), starts, bytes });
        self.words.extend(words);
        self.states += states;
        self.width = self.width.max(width);
    }

    /// The place of a class.
    pub(crate) fn find(&self, word: u64) -> Option<usize> {
        self.words.binary_search(&word).ok()
    }

    /// The segments: of each the words, where the blocks start, and the bytes.
    pub(crate) fn segments(&self) -> impl Iterator<Item = (&[u64], &[u32], &Kept)> {
        self.segments.iter().map(|segment| {
            let words = &self.words[segment.first..segment.first + segment.starts.len()];
            (words, &segment.starts[..], &segment.bytes)
        })
    }

    pub(crate) fn reader<'a>(&'a self, store: &'a Store) -> Reader<'a> {
        Reader { layer: self, store, loaded: Vec::new(), turn: 0 }
    }
}

/// Reads blocks, and keeps the segments it has loaded last.
pub(crate) struct Reader<'a> {
    layer: &'a Layer,
    store: &'a Store,
    loaded: Vec<(usize, Arc<[u8]>)>,
    turn: usize,
}

/// As many segments are kept at hand: each choice of a step walks through the layer on its own.
const AT_HAND: usize = 24;

impl Reader<'_> {
    /// The block of the class at a place.
    pub(crate) fn block(&mut self, class: usize) -> Result<Block<'_>, CountError> {
        let segments = &self.layer.segments;
        let at = segments.partition_point(|segment| segment.first <= class) - 1;
        let segment = &segments[at];
        let start = segment.starts[class - segment.first] as usize;
        let pairs = pairs(self.layer.words[class]);
        let bytes = match &segment.bytes {
            Kept::Memory(bytes) => bytes,
            Kept::File(piece) => {
                let place = match self.loaded.iter().position(|(loaded, _)| *loaded == at) {
                    Some(place) => place,
                    None => {
                        let bytes = self.store.load(piece)?;
                        self.put(at, bytes)
                    }
                };
                &self.loaded[place].1
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
