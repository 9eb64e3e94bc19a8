//! Files of layers.
//!
//! ```text
//! head      8 bytes  "caracole"
//!           4        version of this format: 1
//!           8        which count: the fingerprint of its plan
//!           4        which sweep: 0 main, 1 second, 2 seam; 3 the loops of each class of the seam
//!           4        after how many steps
//! segments           blocks, one after the other, and 16 zero bytes after each segment
//! index              for each segment, in the order of their classes:
//!           8        where it begins
//!           4        how many bytes it has
//!           4        its check sum
//!           8        how many states
//!           4        how many bytes the largest number has
//!           4        how many classes
//!           8 each   the classes
//!           4 each   where their blocks begin in the segment
//! tail      8        where the index begins
//!           4        how many segments
//!           4        check sum of head, index and the two numbers above
//!           8        "elocarac"
//! ```
//! All numbers have their lowest byte first; check sums are CRC-32. A file gets its name when it is
//! whole and on disk, so a file with a name is whole, or was damaged later.

mod reading;

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::Placed;
use crate::CountError;
use crate::block::Flaw;

pub(super) use reading::find_layer;

const MAGIC: &[u8; 8] = b"caracole";
const END: &[u8; 8] = b"elocarac";
const VERSION: u32 = 1;
const HEAD: usize = 28;
const TAIL: usize = 24;

/// Which layer it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// The fingerprint of the plan.
    pub(crate) plan: u64,
    pub(crate) sweep: Sweep,
    /// After how many steps.
    pub(crate) step: usize,
}

/// The sweeps of a plan, and what comes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sweep {
    Main = 0,
    Second = 1,
    Seam = 2,
    /// Not a layer: of each class of the seam the number of loops.
    Loops = 3,
}

impl Identity {
    /// A layer that is never looked for.
    pub(crate) const NONE: Self = Self { plan: 0, sweep: Sweep::Main, step: 0 };

    /// The name of its file.
    pub(crate) fn file_name(&self) -> String {
        let sweep = match self.sweep {
            Sweep::Main => "main",
            Sweep::Second => "second",
            Sweep::Seam => "seam",
            Sweep::Loops => "loops",
        };
        format!("{:016x}-{sweep}-{:04}.layer", self.plan, self.step)
    }

    fn head(&self) -> Vec<u8> {
        let mut head = MAGIC.to_vec();
        head.extend(VERSION.to_le_bytes());
        head.extend(self.plan.to_le_bytes());
        head.extend((self.sweep as u32).to_le_bytes());
        head.extend((self.step as u32).to_le_bytes());
        head
    }
}

/// A piece of a file.
#[derive(Clone)]
pub(crate) struct Piece {
    file: Arc<Handle>,
    offset: u64,
    len: u32,
    check: u32,
    /// Was it written here, and not found?
    is_ours: bool,
}

/// An open file.
struct Handle {
    path: PathBuf,
    file: Mutex<File>,
}

impl Handle {
    fn trouble(&self, why: io::Error) -> CountError {
        CountError::File { path: self.path.clone(), why }
    }

    fn damaged(&self, what: impl Into<String>) -> CountError {
        CountError::Damaged { path: self.path.clone(), what: what.into() }
    }

    /// The same, if the file can be done without.
    fn spoilt(&self, what: impl std::fmt::Display) -> CountError {
        self.damaged(format!("{what}; remove the file, and the count goes on from what is left"))
    }

    fn with<T>(&self, work: impl FnOnce(&mut File) -> io::Result<T>) -> Result<T, CountError> {
        let Ok(mut file) = self.file.lock() else {
            return Err(self.damaged("a core failed while it wrote"));
        };
        work(&mut file).map_err(|why| self.trouble(why))
    }
}

impl Piece {
    /// Its bytes, if they are what was written.
    pub(crate) fn load(&self) -> Result<Arc<[u8]>, CountError> {
        let mut bytes = vec![0; self.len as usize];
        self.file.with(|file| {
            file.seek(SeekFrom::Start(self.offset))?;
            file.read_exact(&mut bytes)
        })?;
        if crc32fast::hash(&bytes) != self.check {
            return Err(self.file.spoilt(format_args!(
                "damaged: {} bytes from {} on do not have their check sum",
                self.len, self.offset
            )));
        }
        Ok(bytes.into())
    }

    /// Was it written here? Then it can be trusted, as far as it has its check sum.
    pub(crate) const fn is_ours(&self) -> bool {
        self.is_ours
    }

    /// Its bytes are not what they should be.
    pub(crate) fn damaged(&self, flaw: &Flaw) -> CountError {
        self.file.spoilt(flaw)
    }
}

/// A file in the making.
pub(super) struct Scroll {
    handle: Arc<Handle>,
    /// Its name when it is whole, if it stays.
    name: Option<PathBuf>,
}

impl Scroll {
    /// A file that stays.
    pub(super) fn named(folder: &Path, identity: &Identity) -> Result<Self, CountError> {
        let name = folder.join(identity.file_name());
        // Another process may be at the same layer.
        let path = name.with_extension(format!("{}.part", std::process::id()));
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&path);
        let file = file.map_err(|why| CountError::File { path: path.clone(), why })?;
        let scroll =
            Self { handle: Arc::new(Handle { path, file: Mutex::new(file) }), name: Some(name) };
        scroll.handle.with(|file| file.write_all(&identity.head()))?;
        Ok(scroll)
    }

    /// A file that goes when nobody needs it, and when the program ends.
    pub(super) fn nameless(folder: &Path) -> Result<Self, CountError> {
        let file = tempfile::tempfile_in(folder)
            .map_err(|why| CountError::File { path: folder.to_path_buf(), why })?;
        let path = folder.to_path_buf();
        Ok(Self { handle: Arc::new(Handle { path, file: Mutex::new(file) }), name: None })
    }

    /// Adds bytes.
    pub(super) fn write(&self, bytes: &[u8]) -> Result<Piece, CountError> {
        let check = crc32fast::hash(bytes);
        let offset = self.handle.with(|file| {
            let offset = file.seek(SeekFrom::End(0))?;
            file.write_all(bytes)?;
            Ok(offset)
        })?;
        let (file, len) = (Arc::clone(&self.handle), bytes.len() as u32);
        Ok(Piece { file, offset, len, check, is_ours: true })
    }

    /// Writes the index, waits for the disk, and gives the file its name.
    pub(super) fn finish(
        &self,
        identity: &Identity,
        segments: &[Placed],
    ) -> Result<(), CountError> {
        let Some(name) = &self.name else { return Ok(()) };
        let mut index = Vec::new();
        for segment in segments {
            let Some(piece) = &segment.piece else {
                return Err(self.handle.damaged("a segment was not written"));
            };
            index.extend(piece.offset.to_le_bytes());
            index.extend(piece.len.to_le_bytes());
            index.extend(piece.check.to_le_bytes());
            index.extend(segment.states.to_le_bytes());
            index.extend((segment.width as u32).to_le_bytes());
            index.extend((segment.words.len() as u32).to_le_bytes());
            segment.words.iter().for_each(|word| index.extend(word.to_le_bytes()));
            segment.starts.iter().for_each(|start| index.extend(start.to_le_bytes()));
        }
        self.handle.with(|file| {
            let offset = file.seek(SeekFrom::End(0))?;
            let mut tail = offset.to_le_bytes().to_vec();
            tail.extend((segments.len() as u32).to_le_bytes());
            tail.extend(check_of(&identity.head(), &index, &tail).to_le_bytes());
            tail.extend(END);
            file.write_all(&index)?;
            file.write_all(&tail)?;
            file.sync_all()
        })?;
        fs::rename(&self.handle.path, name).map_err(|why| self.handle.trouble(why))?;
        sync_folder(name)
    }
}

fn check_of(head: &[u8], index: &[u8], tail: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    for bytes in [head, index, tail] {
        hasher.update(bytes);
    }
    hasher.finalize()
}

/// Waits until the name is on disk too, where folders can be opened.
pub(super) fn sync_folder(name: &Path) -> Result<(), CountError> {
    if cfg!(unix)
        && let Some(folder) = name.parent()
    {
        let trouble = |why| CountError::File { path: folder.to_path_buf(), why };
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(trouble)?;
    }
    Ok(())
}
