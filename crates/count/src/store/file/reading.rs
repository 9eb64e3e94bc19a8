//! Finds layers in files, and believes nothing in them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex};

use super::super::{Kept, Placed};
use super::{END, HEAD, Handle, Identity, MAGIC, Piece, TAIL, check_of};
use crate::CountError;
use crate::block::Flaw;
use crate::layer::Layer;
use crate::weight::PADDING;
use crate::word::is_class;

/// The layer of a file in a folder, if the file is there; so many squares are open in it.
pub(in crate::store) fn find_layer(
    folder: &Path,
    identity: &Identity,
    open: usize,
) -> Result<Option<Layer>, CountError> {
    let path = folder.join(identity.file_name());
    match File::open(&path) {
        Ok(file) => {
            let handle = Arc::new(Handle { path, file: Mutex::new(file) });
            read_layer(&handle, identity, open).map(Some)
        }
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(why) => Err(CountError::File { path, why }),
    }
}

fn read_layer(handle: &Arc<Handle>, identity: &Identity, open: usize) -> Result<Layer, CountError> {
    let size = handle.with(|file| file.seek(SeekFrom::End(0)))?;
    if size < (HEAD + TAIL) as u64 {
        return Err(handle.spoilt("too short for a layer"));
    }
    let head = read(handle, 0, HEAD)?;
    if head[..8] != *MAGIC {
        return Err(handle.spoilt("not a layer"));
    }
    if head != identity.head() {
        return Err(handle.spoilt("a layer of another count, or of another version"));
    }
    let end = size - TAIL as u64;
    let tail = read(handle, end, TAIL)?;
    let mut numbers = Numbers(&tail);
    let (Some(offset), Some(segments), Some(check)) =
        (numbers.wide(), numbers.narrow(), numbers.narrow())
    else {
        return Err(handle.spoilt("too short for a layer"));
    };
    if *numbers.0 != *END || offset < HEAD as u64 || offset > end {
        return Err(handle.spoilt("damaged: its end is not that of a layer"));
    }
    let index = read(handle, offset, (end - offset) as usize)?;
    if check_of(&head, &index, &tail[..12]) != check {
        return Err(handle.spoilt("damaged: the index does not have its check sum"));
    }
    let index = Index { numbers: Numbers(&index), handle, open, end: offset };
    index.layer(segments).map_err(|flaw| handle.spoilt(flaw))
}

fn read(handle: &Handle, offset: u64, len: usize) -> Result<Vec<u8>, CountError> {
    let mut bytes = vec![0; len];
    handle.with(|file| {
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(&mut bytes)
    })?;
    Ok(bytes)
}

/// What is left of an index.
struct Index<'a> {
    numbers: Numbers<'a>,
    handle: &'a Arc<Handle>,
    open: usize,
    /// Where the segments end.
    end: u64,
}

const SHORT: Flaw = Flaw("the index is too short");

impl Index<'_> {
    /// The layer of so many segments, which must be all.
    fn layer(mut self, segments: u32) -> Result<Layer, Flaw> {
        let mut layer = Layer::empty();
        for _ in 0..segments {
            let segment = self.segment()?;
            if let (Some(last), Some(first)) = (layer.words.last(), segment.words.first())
                && last >= first
            {
                return Err(Flaw("the classes of the index do not grow"));
            }
            layer.push(segment);
        }
        if !self.numbers.0.is_empty() {
            return Err(Flaw("the index is too long"));
        }
        Ok(layer)
    }

    /// The next segment. What its blocks are is seen when they are loaded.
    fn segment(&mut self) -> Result<Placed, Flaw> {
        let numbers = &mut self.numbers;
        let offset = numbers.wide().ok_or(SHORT)?;
        let len = numbers.narrow().ok_or(SHORT)?;
        let check = numbers.narrow().ok_or(SHORT)?;
        let states = numbers.wide().ok_or(SHORT)?;
        let width = numbers.narrow().ok_or(SHORT)? as usize;
        let classes = numbers.narrow().ok_or(SHORT)? as usize;
        let words = numbers.list(classes, u64::from_le_bytes).ok_or(SHORT)?;
        let starts = numbers.list(classes, u32::from_le_bytes).ok_or(SHORT)?;
        let lies_within = offset >= HEAD as u64
            && len as usize >= PADDING
            && offset.checked_add(len.into()).is_some_and(|end| end <= self.end);
        if !lies_within {
            return Err(Flaw("a segment lies beyond its end"));
        }
        // Each state takes a byte at least.
        let fits = states <= len.into() && (1..=usize::from(u16::MAX)).contains(&width);
        if !fits {
            return Err(Flaw("a segment has more states than bytes, or numbers of no size"));
        }
        if words.is_empty() || !words.iter().all(|&word| is_class(word, self.open)) {
            return Err(Flaw("a segment has no classes, or some that cannot be"));
        }
        if !words.is_sorted_by(|one, next| one < next) {
            return Err(Flaw("the classes of the index do not grow"));
        }
        let file = Arc::clone(self.handle);
        let kept = Kept::File(Piece { file, offset, len, check, is_ours: false });
        Ok(Placed { words, starts, kept, states, width, piece: None })
    }
}

/// Reads numbers one after the other, as far as they are there.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn wide(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn narrow(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    /// So many numbers of the same size. Nothing is reserved for more than there are.
    fn list<const N: usize, T>(&mut self, len: usize, number: fn([u8; N]) -> T) -> Option<Vec<T>> {
        let (list, rest) = self.0.split_at_checked(len.checked_mul(N)?)?;
        self.0 = rest;
        Some(list.as_chunks().0.iter().map(|&bytes| number(bytes)).collect())
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*number)
    }
}
