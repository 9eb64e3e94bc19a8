//! Where the bytes of layers lie: in memory as long as they fit, else in files; and which files stay.

mod file;
mod numbers;
mod whole;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use caracole_core::StopCause;

use crate::layer::{AT_HAND, Growing, Layer};
use crate::weight::PADDING;
use crate::{Count, CountError, Job};

pub(crate) use file::{Identity, Piece, Sweep};
use file::{Scroll, find_layer};
pub use numbers::{find_count, keep_count};
pub use whole::WholeFile;
pub(crate) use whole::write_whole;

/// The bytes of a segment.
#[derive(Clone)]
pub(crate) enum Kept {
    Memory(Arc<Resident>),
    File(Piece),
}

/// Bytes in memory, counted as long as they are there.
pub(crate) struct Resident {
    pub(crate) bytes: Box<[u8]>,
    all: Arc<AtomicU64>,
}

impl Drop for Resident {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes.len() as u64, Ordering::Relaxed);
    }
}

/// Which files stay when a layer is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// None: files are only there for what does not fit in memory.
    Nothing,
    /// What a count needs to go on.
    Last,
    /// Every layer.
    All,
}

/// Where layers lie.
pub(crate) struct Store {
    keeping: Keeping,
    /// Where files go that stay.
    folder: Option<PathBuf>,
    /// Where files go that do not, if there may be any.
    spill: Option<PathBuf>,
    /// Bytes of layers that may be in memory, and that are.
    budget: u64,
    resident: Arc<AtomicU64>,
    /// How many bytes a segment grows to.
    segment: usize,
}

/// In tables single blocks are looked up, so segments are short; a sweep reads long ones.
const SEGMENT: usize = 1 << 20;
const TABLE_SEGMENT: usize = 1 << 16;
const LEAST_SEGMENT: usize = 1 << 14;

impl Store {
    /// For a count.
    pub(crate) fn new(job: &Job<'_>) -> Self {
        // Each core has some segments of the layer before at hand: an eighth of the memory for all.
        let at_hand = (job.cores() * AT_HAND) as u64;
        let share = job.memory_limit().map_or(u64::MAX, |limit| limit / 8 / at_hand);
        let segment = share.clamp(LEAST_SEGMENT as u64, SEGMENT as u64) as usize;
        let folder = job.checkpoint_folder().map(PathBuf::from);
        let keeping = if folder.is_some() { Keeping::Last } else { Keeping::Nothing };
        // The rest is for classes, tables and what the cores have in hand.
        let budget = job.memory_limit().map_or(u64::MAX, |limit| limit / 8 * 5);
        let resident = Arc::default();
        Self { keeping, folder, spill: job.spill_folder(), budget, resident, segment }
    }

    /// For tables, in a folder if there is one.
    pub(crate) fn tables(folder: Option<PathBuf>, job: &Job<'_>) -> Self {
        let store = Self::new(job);
        let segment = store.segment.min(TABLE_SEGMENT);
        Self { keeping: Keeping::All, folder, segment, ..store }
    }

    pub(crate) const fn keeping(&self) -> Keeping {
        self.keeping
    }

    pub(crate) const fn folder(&self) -> Option<&PathBuf> {
        self.folder.as_ref()
    }

    /// How many bytes a segment grows to.
    pub(crate) const fn segment(&self) -> usize {
        self.segment
    }

    /// A layer that was finished before, with so many open squares.
    pub(crate) fn find(
        &self,
        identity: &Identity,
        open: usize,
    ) -> Result<Option<Layer>, CountError> {
        self.folder.as_ref().map_or(Ok(None), |folder| find_layer(folder, identity, open))
    }

    /// A number that was found before.
    pub(crate) fn find_count(&self, plan: u64) -> Result<Option<Count>, CountError> {
        self.folder.as_ref().map_or(Ok(None), |folder| find_count(folder, plan))
    }

    /// Keeps a number.
    pub(crate) fn keep_count(&self, plan: u64, count: &Count) -> Result<(), CountError> {
        self.folder.as_ref().map_or(Ok(()), |folder| keep_count(folder, plan, count))
    }

    /// Forgets a layer that is not needed again.
    pub(crate) fn forget(&self, identity: &Identity) {
        if let (Keeping::Last, Some(folder)) = (self.keeping, &self.folder) {
            // If it cannot be removed it takes room, and does no harm.
            let _ = std::fs::remove_file(folder.join(identity.file_name()));
        }
    }

    /// A segment that stays in memory.
    pub(crate) fn in_memory(&self, growing: Growing) -> Placed {
        let Growing { words, starts, mut bytes, states, width } = growing;
        bytes.resize(bytes.len() + PADDING, 0);
        self.resident.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let resident = Resident { bytes: bytes.into(), all: Arc::clone(&self.resident) };
        Placed { words, starts, kept: Kept::Memory(Arc::new(resident)), states, width, piece: None }
    }

    /// There is no more room, and no file may be written.
    fn full(&self) -> CountError {
        let megabytes = self.resident.load(Ordering::Relaxed).div_ceil(1 << 20);
        let tried = format!("{megabytes} MB of states, which must stay in memory");
        CountError::stopped(StopCause::Memory, tried)
    }

    /// Begins a layer.
    pub(crate) fn begin(&self, identity: Identity) -> Result<Tray<'_>, CountError> {
        let scroll = match &self.folder {
            Some(folder) => Some(Scroll::named(folder, &identity)?),
            None => None,
        };
        Ok(Tray { store: self, identity, scroll: Mutex::new(scroll.map(Arc::new)) })
    }
}

/// A layer in the making.
pub(crate) struct Tray<'a> {
    store: &'a Store,
    identity: Identity,
    /// The file, once there is one.
    scroll: Mutex<Option<Arc<Scroll>>>,
}

/// A segment that has found its place.
pub(crate) struct Placed {
    pub(crate) words: Vec<u64>,
    pub(crate) starts: Vec<u32>,
    pub(crate) kept: Kept,
    pub(crate) states: u64,
    pub(crate) width: usize,
    /// Where it lies in the file that stays, if there is one.
    pub(crate) piece: Option<Piece>,
}

impl Tray<'_> {
    /// How many bytes a segment grows to.
    pub(crate) const fn segment(&self) -> usize {
        self.store.segment()
    }

    /// Puts a segment where there is room.
    pub(crate) fn put(&self, growing: Growing, job: &Job<'_>) -> Result<Placed, CountError> {
        let mut segment = self.store.in_memory(growing);
        let fits = self.store.resident.load(Ordering::Relaxed) <= self.store.budget
            && !job.is_nearly_full();
        if let Kept::Memory(resident) = &segment.kept
            && (self.store.folder.is_some() || !fits)
        {
            let piece = self.write(&resident.bytes)?;
            segment.piece = Some(piece.clone());
            if !fits {
                segment.kept = Kept::File(piece);
            }
        }
        Ok(segment)
    }

    fn write(&self, bytes: &[u8]) -> Result<Piece, CountError> {
        let scroll = {
            let Ok(mut place) = self.scroll.lock() else {
                return Err(CountError::Unanswerable("a core has failed".into()));
            };
            if let Some(scroll) = &*place {
                Arc::clone(scroll)
            } else {
                let folder = self.store.spill.as_deref().ok_or_else(|| self.store.full())?;
                let scroll = Arc::new(Scroll::nameless(folder)?);
                *place = Some(Arc::clone(&scroll));
                scroll
            }
        };
        scroll.write(bytes)
    }

    /// The whole layer, of segments in the order of their classes.
    pub(crate) fn finish(self, segments: Vec<Placed>) -> Result<Layer, CountError> {
        let scroll = self.scroll.into_inner().ok().flatten();
        if let (Some(_), Some(scroll)) = (&self.store.folder, scroll) {
            scroll.finish(&self.identity, &segments)?;
        }
        let mut layer = Layer::empty();
        for segment in segments {
            layer.push(segment);
        }
        Ok(layer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts segments of a thousand bytes until one does not come to lie in memory.
    fn fill(job: &Job<'_>) -> (usize, Result<Placed, CountError>) {
        let store = Store::new(job);
        let tray = store.begin(Identity::NONE).expect("a layer");
        let mut in_memory = Vec::new();
        loop {
            let (words, starts) = (vec![0], vec![0, 1000]);
            let growing = Growing { words, starts, bytes: vec![0; 1000], states: 1, width: 1 };
            match tray.put(growing, job) {
                Ok(placed) if matches!(placed.kept, Kept::Memory(_)) => in_memory.push(placed),
                other => return (in_memory.len(), other),
            }
        }
    }

    #[test]
    fn what_must_stay_in_memory_stops_where_files_would_begin() {
        let folder = tempfile::tempdir().expect("a folder");
        let job = Job::new().memory(16_000).spill(folder.path());
        let (before, placed) = fill(&job);
        assert!((8..10).contains(&before), "{before} segments in 10000 bytes");
        assert!(matches!(placed, Ok(Placed { kept: Kept::File(_), .. })));
        // Nothing could be written there, and nothing is.
        let job = job.spill(std::path::Path::new("no-such-folder/at-all"));
        assert!(matches!(fill(&job), (_, Err(CountError::File { .. }))));
        let (stays, Err(CountError::Stopped(stop))) = fill(&job.in_memory()) else {
            panic!("a file was tried");
        };
        assert_eq!((stays, stop.cause), (before, StopCause::Memory));
        assert_eq!(stop.tried, "1 MB of states, which must stay in memory");
    }
}
