//! The format of layer files.
//!
//! ```text
//! head      8 bytes  "caracole"
//!           4        version of this format: 1
//!           8        the fingerprint of the plan
//!           4        the sweep: 0 main, 1 second, 2 separator, 3 cycles of each pattern
//!           4        the number of steps of the sweep
//! segments           blocks, and 16 zero bytes after each segment
//! index              for each segment, in the order of the patterns:
//!           8        the offset of the segment
//!           4        its length in bytes
//!           4        its checksum
//!           8        the number of states
//!           4        the width of the largest weight, in bytes
//!           4        the number of patterns
//!           8 each   the patterns
//!           4 each   the offsets of their blocks in the segment
//! tail      8        the offset of the index
//!           4        the number of segments
//!           4        the checksum of head, index and the two numbers above
//!           8        "elocarac"
//! ```
//! All numbers are little-endian, and checksums are CRC-32. A file gets its name when it is complete and on
//! disk, so an incomplete file was damaged later.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::{ManifestEntry, PART_HINT, SegmentBytes, StoredSegment};
use crate::CountError;
use crate::block::FormatError;
use crate::layer::Layer;
use crate::pattern::is_pattern;
use crate::weight::PADDING;

const MAGIC: &[u8; 8] = b"caracole";
const END: &[u8; 8] = b"elocarac";
const VERSION: u32 = 1;
const HEAD: usize = 28;
const TAIL: usize = 24;

/// The identity of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The fingerprint of the plan.
    pub(crate) plan: u64,
    pub(crate) sweep: SweepKind,
    /// The number of steps of the sweep.
    pub(crate) step: usize,
}

/// The sweeps of a plan, and the result of the join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SweepKind {
    Main = 0,
    Second = 1,
    Separator = 2,
    /// The number of cycles of each pattern of the separator.
    Cycles = 3,
}

impl SweepKind {
    /// Returns the name of the sweep in file names.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Main => "main",
            Self::Second => "second",
            Self::Separator => "seam",
            Self::Cycles => "loops",
        }
    }
}

impl Identity {
    /// Returns the name of the file, or of the file of one of the parts.
    pub(crate) fn file_name(&self, part: Option<usize>) -> String {
        match part {
            None => format!("{}.layer", self.stem()),
            Some(part) => format!("{}{part:04}.layer", self.part_prefix()),
        }
    }

    /// Returns the name of the manifest.
    pub(crate) fn manifest_name(&self) -> String {
        format!("{}.manifest", self.stem())
    }

    /// Returns the prefix of the names of the parts.
    pub(crate) fn part_prefix(&self) -> String {
        format!("{}-", self.stem())
    }

    fn stem(&self) -> String {
        format!("{:016x}-{}-{:04}", self.plan, self.sweep.name(), self.step)
    }

    fn head(&self) -> Vec<u8> {
        let mut head = MAGIC.to_vec();
        head.extend(VERSION.to_le_bytes());
        head.extend(self.plan.to_le_bytes());
        head.extend((self.sweep as u32).to_le_bytes());
        // A sweep has at most one step for each pair of vertices, whose numbers have 16 bits.
        head.extend((self.step as u32).to_le_bytes());
        head
    }
}

/// A segment in a file.
#[derive(Clone)]
pub(crate) struct FileSegment {
    file: Arc<Handle>,
    offset: u64,
    len: u32,
    check: u32,
    /// True if this process wrote the segment.
    is_ours: bool,
}

/// An open file.
struct Handle {
    path: PathBuf,
    file: Mutex<File>,
    /// True for one of several files of a layer.
    is_part: bool,
}

impl Handle {
    fn io_error(&self, why: io::Error) -> CountError {
        CountError::File { path: self.path.clone(), why }
    }

    fn damaged(&self, what: impl Into<String>) -> CountError {
        CountError::Damaged { path: self.path.clone(), what: what.into() }
    }

    /// Returns the error for a damaged file, with a hint.
    fn damaged_file(&self, what: impl std::fmt::Display) -> CountError {
        let hint = if self.is_part {
            PART_HINT
        } else {
            "remove the file, and the count continues from the remaining files"
        };
        self.damaged(format!("{what}; {hint}"))
    }

    fn with<T>(&self, work: impl FnOnce(&mut File) -> io::Result<T>) -> Result<T, CountError> {
        let Ok(mut file) = self.file.lock() else {
            return Err(self.damaged("a thread failed while writing"));
        };
        work(&mut file).map_err(|why| self.io_error(why))
    }
}

impl FileSegment {
    /// Reads the bytes, and compares their checksum.
    pub(crate) fn load(&self) -> Result<Arc<[u8]>, CountError> {
        let mut bytes = vec![0; self.len as usize];
        self.file.with(|file| {
            file.seek(SeekFrom::Start(self.offset))?;
            file.read_exact(&mut bytes)
        })?;
        if crc32fast::hash(&bytes) != self.check {
            return Err(self.file.damaged_file(format_args!(
                "damaged: {} bytes from {} on do not have their check sum",
                self.len, self.offset
            )));
        }
        Ok(bytes.into())
    }

    /// Returns true if this process wrote the segment. Then its blocks need no check besides the checksum.
    pub(crate) const fn is_ours(&self) -> bool {
        self.is_ours
    }

    /// Returns the error for invalid bytes.
    pub(crate) fn damaged(&self, error: &FormatError) -> CountError {
        self.file.damaged_file(error)
    }
}

/// A file that is being written.
pub(super) struct LayerFile {
    handle: Arc<Handle>,
    /// The name of the complete file, if it is kept.
    name: Option<PathBuf>,
}

impl LayerFile {
    /// Creates the file of a layer, or of a part of it, in a folder.
    pub(super) fn in_folder(
        folder: &Path,
        identity: &Identity,
        part: Option<usize>,
    ) -> Result<Self, CountError> {
        let name = folder.join(identity.file_name(part));
        // Another process may write the same layer.
        let path = name.with_extension(format!("{}.part", std::process::id()));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path);
        let file = file.map_err(|why| CountError::File { path: path.clone(), why })?;
        let handle = Handle { path, file: Mutex::new(file), is_part: part.is_some() };
        let file = Self { handle: Arc::new(handle), name: Some(name) };
        file.handle.with(|file| file.write_all(&identity.head()))?;
        Ok(file)
    }

    /// Creates a temporary file, which is removed when it is dropped or the program ends.
    pub(super) fn temporary(folder: &Path) -> Result<Self, CountError> {
        let file = tempfile::tempfile_in(folder)
            .map_err(|why| CountError::File { path: folder.to_path_buf(), why })?;
        let path = folder.to_path_buf();
        let handle = Handle { path, file: Mutex::new(file), is_part: false };
        Ok(Self { handle: Arc::new(handle), name: None })
    }

    /// Appends a segment.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<FileSegment, CountError> {
        let check = crc32fast::hash(bytes);
        let offset = self.handle.with(|file| {
            let offset = file.seek(SeekFrom::End(0))?;
            file.write_all(bytes)?;
            Ok(offset)
        })?;
        let (file, len) = (Arc::clone(&self.handle), self.narrow(bytes.len())?);
        Ok(FileSegment { file, offset, len, check, is_ours: true })
    }

    /// Converts a length to the 32 bits of the format.
    fn narrow(&self, len: usize) -> Result<u32, CountError> {
        let too_long =
            || self.handle.damaged(format!("{len} does not fit the 32 bits of the format"));
        u32::try_from(len).map_err(|_| too_long())
    }

    /// Writes the index, syncs the file to disk, and gives it its name. Returns its size and checksum, unless it
    /// is temporary.
    pub(super) fn finish(
        &self,
        identity: &Identity,
        segments: &[StoredSegment],
    ) -> Result<Option<(u64, u32)>, CountError> {
        let Some(name) = &self.name else { return Ok(None) };
        let mut index = Vec::new();
        for segment in segments {
            let Some(piece) = &segment.file else {
                return Err(self.handle.damaged("a segment was not written"));
            };
            index.extend(piece.offset.to_le_bytes());
            index.extend(piece.len.to_le_bytes());
            index.extend(piece.check.to_le_bytes());
            index.extend(segment.states.to_le_bytes());
            index.extend(self.narrow(segment.width)?.to_le_bytes());
            index.extend(self.narrow(segment.patterns.len())?.to_le_bytes());
            segment.patterns.iter().for_each(|pattern| index.extend(pattern.to_le_bytes()));
            segment.starts.iter().for_each(|start| index.extend(start.to_le_bytes()));
        }
        let segments = self.narrow(segments.len())?;
        let saved = self.handle.with(|file| {
            let offset = file.seek(SeekFrom::End(0))?;
            let mut tail = offset.to_le_bytes().to_vec();
            tail.extend(segments.to_le_bytes());
            let check = check_of(&identity.head(), &index, &tail);
            tail.extend(check.to_le_bytes());
            tail.extend(END);
            file.write_all(&index)?;
            file.write_all(&tail)?;
            file.sync_all()?;
            Ok((offset + (index.len() + tail.len()) as u64, check))
        })?;
        fs::rename(&self.handle.path, name).map_err(|why| self.handle.io_error(why))?;
        sync_folder(name)?;
        Ok(Some(saved))
    }
}

fn check_of(head: &[u8], index: &[u8], tail: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for bytes in [head, index, tail] {
        hasher.update(bytes);
    }
    hasher.finalize()
}

/// Syncs the folder of a file to disk, on systems where a folder can be opened.
pub(super) fn sync_folder(name: &Path) -> Result<(), CountError> {
    if cfg!(unix)
        && let Some(folder) = name.parent()
    {
        let io_error = |why| CountError::File { path: folder.to_path_buf(), why };
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(io_error)?;
    }
    Ok(())
}

/// Reads a layer or one of its parts from a folder, if the file exists. The layer has a number of frontier
/// squares.
pub(super) fn find_layer(
    folder: &Path,
    identity: &Identity,
    frontier: usize,
    part: Option<(usize, &ManifestEntry)>,
) -> Result<Option<Layer>, CountError> {
    let path = folder.join(identity.file_name(part.map(|(at, _)| at)));
    match File::open(&path) {
        Ok(file) => {
            let is_part = part.is_some();
            let handle = Arc::new(Handle { path, file: Mutex::new(file), is_part });
            let layer = read_layer(&handle, identity, frontier)?;
            if let Some((_, part)) = part {
                let (patterns, states) = (layer.patterns.len() as u64, layer.states);
                if (patterns, states) != (part.patterns, part.states)
                    || layer.saved != Some((part.bytes, part.check))
                {
                    return Err(
                        handle.damaged_file("damaged: not the part that the manifest lists")
                    );
                }
            }
            Ok(Some(layer))
        }
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(why) => Err(CountError::File { path, why }),
    }
}

fn read_layer(
    handle: &Arc<Handle>,
    identity: &Identity,
    frontier: usize,
) -> Result<Layer, CountError> {
    let size = handle.with(|file| file.seek(SeekFrom::End(0)))?;
    if size < (HEAD + TAIL) as u64 {
        return Err(handle.damaged_file("too short for a layer"));
    }
    let head = read(handle, 0, HEAD)?;
    if head[..8] != *MAGIC {
        return Err(handle.damaged_file("not a layer"));
    }
    if head != identity.head() {
        return Err(handle.damaged_file("a layer of another count, or of another version"));
    }
    let end = size - TAIL as u64;
    let tail = read(handle, end, TAIL)?;
    let mut numbers = Numbers(&tail);
    let (Some(offset), Some(segments), Some(check)) =
        (numbers.wide(), numbers.narrow(), numbers.narrow())
    else {
        return Err(handle.damaged_file("too short for a layer"));
    };
    if *numbers.0 != *END || offset < HEAD as u64 || offset > end {
        return Err(handle.damaged_file("damaged: its end is not that of a layer"));
    }
    let index = read(handle, offset, (end - offset) as usize)?;
    if check_of(&head, &index, &tail[..12]) != check {
        return Err(handle.damaged_file("damaged: the index does not have its check sum"));
    }
    let index = Index { numbers: Numbers(&index), handle, frontier, end: offset };
    let mut layer = index.layer(segments).map_err(|error| handle.damaged_file(error))?;
    layer.saved = Some((size, check));
    Ok(layer)
}

fn read(handle: &Handle, offset: u64, len: usize) -> Result<Vec<u8>, CountError> {
    let mut bytes = vec![0; len];
    handle.with(|file| {
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(&mut bytes)
    })?;
    Ok(bytes)
}

/// The unread rest of an index.
struct Index<'a> {
    numbers: Numbers<'a>,
    handle: &'a Arc<Handle>,
    frontier: usize,
    /// The end of the segments in the file.
    end: u64,
}

const SHORT: FormatError = FormatError("the index is too short");

impl Index<'_> {
    /// Reads all segments.
    fn layer(mut self, segments: u32) -> Result<Layer, FormatError> {
        let mut layer = Layer::empty();
        for _ in 0..segments {
            let segment = self.segment()?;
            if let (Some(last), Some(first)) = (layer.patterns.last(), segment.patterns.first())
                && last >= first
            {
                return Err(FormatError("the patterns of the index do not increase"));
            }
            layer.push(segment);
        }
        if !self.numbers.0.is_empty() {
            return Err(FormatError("the index is too long"));
        }
        Ok(layer)
    }

    /// Reads the next segment. Its blocks are checked when they are loaded.
    fn segment(&mut self) -> Result<StoredSegment, FormatError> {
        let numbers = &mut self.numbers;
        let offset = numbers.wide().ok_or(SHORT)?;
        let len = numbers.narrow().ok_or(SHORT)?;
        let check = numbers.narrow().ok_or(SHORT)?;
        let states = numbers.wide().ok_or(SHORT)?;
        let width = numbers.narrow().ok_or(SHORT)? as usize;
        let len_of_lists = numbers.narrow().ok_or(SHORT)? as usize;
        let patterns = numbers.list(len_of_lists, u64::from_le_bytes).ok_or(SHORT)?;
        let starts = numbers.list(len_of_lists, u32::from_le_bytes).ok_or(SHORT)?;
        let lies_within = offset >= HEAD as u64
            && len as usize >= PADDING
            && offset.checked_add(len.into()).is_some_and(|end| end <= self.end);
        if !lies_within {
            return Err(FormatError("a segment exceeds the file"));
        }
        // Each state takes at least one byte.
        let fits = states <= len.into() && (1..=usize::from(u16::MAX)).contains(&width);
        if !fits {
            return Err(FormatError(
                "a segment has more states than bytes, or weights of no bytes",
            ));
        }
        if patterns.is_empty()
            || !patterns.iter().all(|&pattern| is_pattern(pattern, self.frontier))
        {
            return Err(FormatError("a segment has no patterns, or impossible ones"));
        }
        if !patterns.is_sorted_by(|one, next| one < next) {
            return Err(FormatError("the patterns of the index do not increase"));
        }
        let file = Arc::clone(self.handle);
        let bytes = SegmentBytes::File(FileSegment { file, offset, len, check, is_ours: false });
        Ok(StoredSegment { patterns, starts, bytes, states, width, file: None })
    }
}

/// A reader of little-endian numbers.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn wide(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn narrow(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    /// Reads a list of numbers. Checks the length before it allocates memory.
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
