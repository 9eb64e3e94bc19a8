//! The storage of layers: in memory while they fit, otherwise in files, some of which are kept.

mod layer_file;
mod manifest;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use caracole_verify::StopCause;

use crate::layer::{CACHED, Layer, SegmentBuilder};
use crate::weight::PADDING;
use crate::{Count, CountError, Job};

pub(crate) use layer_file::{FileSegment, Identity, SweepKind};
use layer_file::{LayerFile, find_layer, sync_folder};
pub(crate) use manifest::ManifestEntry;

/// The bytes of a segment.
#[derive(Clone)]
pub(crate) enum SegmentBytes {
    Memory(Arc<Resident>),
    File(FileSegment),
}

/// Bytes in memory, which are counted until they are dropped.
pub(crate) struct Resident {
    pub(crate) bytes: Box<[u8]>,
    all: Arc<AtomicU64>,
}

impl Drop for Resident {
    fn drop(&mut self) {
        self.all.fetch_sub(self.bytes.len() as u64, Ordering::Relaxed);
    }
}

/// The files that are kept when a layer is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Retention {
    /// No file. Temporary files contain segments that do not fit in memory.
    Nothing,
    /// The layers from which a count can continue.
    Last,
    /// All layers.
    All,
}

/// The storage of the layers of a count.
pub(crate) struct Store {
    retention: Retention,
    /// The number of this worker, if the layers are distributed.
    worker: Option<usize>,
    /// The folder for files that are kept.
    folder: Option<PathBuf>,
    /// The folder for temporary files, if they are allowed.
    spill: Option<PathBuf>,
    /// The number of bytes of layers that may be in memory.
    budget: u64,
    /// The number of bytes of layers that are in memory.
    resident: Arc<AtomicU64>,
    /// The size of a segment, in bytes, without its last block.
    segment: usize,
}

/// The size of a segment. A sweep reads whole segments.
const SEGMENT: usize = 1 << 20;
/// The size of a segment of tables, in which single blocks are looked up.
const TABLE_SEGMENT: usize = 1 << 16;
/// The smallest size of a segment.
const MIN_SEGMENT: usize = 1 << 14;

impl Store {
    /// Returns the store of a count.
    pub(crate) fn new(job: &Job<'_>) -> Self {
        // An eighth of the memory is for the segments that the threads have cached.
        let cached = (job.threads() * CACHED) as u64;
        let share = job.memory_limit().map_or(u64::MAX, |limit| limit / 8 / cached);
        let segment = share.clamp(MIN_SEGMENT as u64, SEGMENT as u64) as usize;
        let folder = job.checkpoint_folder().map(PathBuf::from);
        let retention = if folder.is_some() { Retention::Last } else { Retention::Nothing };
        // The rest is for patterns, tables and the data of the threads.
        let budget = job.memory_limit().map_or(u64::MAX, |limit| limit / 8 * 5);
        let resident = Arc::default();
        let spill = job.spill_folder();
        Self { retention, worker: None, folder, spill, budget, resident, segment }
    }

    /// Returns the store of one of several workers.
    pub(crate) fn of_worker(job: &Job<'_>, worker: usize) -> Self {
        Self { worker: Some(worker), ..Self::new(job) }
    }

    /// Returns the store of tables.
    pub(crate) fn tables(folder: Option<PathBuf>, job: &Job<'_>) -> Self {
        let store = Self::new(job);
        let segment = store.segment.min(TABLE_SEGMENT);
        Self { retention: Retention::All, folder, segment, ..store }
    }

    pub(crate) const fn retention(&self) -> Retention {
        self.retention
    }

    /// Returns true if each layer is kept in parts, one for each worker.
    pub(crate) const fn has_parts(&self) -> bool {
        self.worker.is_some() && self.folder.is_some()
    }

    pub(crate) const fn folder(&self) -> Option<&PathBuf> {
        self.folder.as_ref()
    }

    /// Returns the size of a segment, in bytes, without its last block.
    pub(crate) const fn segment(&self) -> usize {
        self.segment
    }

    /// Returns true if a layer is finished.
    pub(crate) fn is_finished(&self, identity: &Identity) -> bool {
        let name =
            if self.has_parts() { identity.manifest_name() } else { identity.file_name(None) };
        self.folder.as_ref().is_some_and(|folder| folder.join(name).is_file())
    }

    /// Returns a finished layer with a number of frontier squares.
    pub(crate) fn find(
        &self,
        identity: &Identity,
        frontier: usize,
    ) -> Result<Option<Layer>, CountError> {
        let Some(folder) = &self.folder else { return Ok(None) };
        find_layer(folder, identity, frontier, None)
    }

    /// Returns the parts of a finished layer that a worker loads. The layer can have any number of parts, whose
    /// patterns must be in `patterns`.
    pub(crate) fn load(
        &self,
        identity: &Identity,
        frontier: usize,
        (worker, workers): (usize, usize),
        patterns: &[u64],
    ) -> Result<Vec<Layer>, CountError> {
        let Some(folder) = self.folder.as_ref().filter(|_| self.has_parts()) else {
            return Ok(self.find(identity, frontier)?.into_iter().collect());
        };
        let parts = manifest::read(folder, identity)?;
        let mine = parts.iter().enumerate().skip(worker).step_by(workers);
        mine.map(|(at, part)| {
            let path = || folder.join(identity.file_name(Some(at)));
            let layer = find_layer(folder, identity, frontier, Some((at, part)))?;
            let layer = layer.ok_or_else(|| {
                let why = io::ErrorKind::NotFound.into();
                CountError::File { path: path(), why }
            })?;
            let is_known = |pattern| patterns.binary_search(pattern).is_ok();
            if layer.patterns.iter().all(is_known) {
                Ok(layer)
            } else {
                Err(damaged_part(path(), "damaged: a pattern does not belong to this layer"))
            }
        })
        .collect()
    }

    /// Writes the manifest of a layer after all its parts were written.
    pub(crate) fn write_manifest(
        &self,
        identity: &Identity,
        parts: &[ManifestEntry],
    ) -> Result<(), CountError> {
        self.folder.as_ref().map_or(Ok(()), |folder| manifest::write(folder, identity, parts))
    }

    /// Returns the stored number of cycles of a plan.
    pub(crate) fn find_count(&self, plan: u64) -> Result<Option<Count>, CountError> {
        self.folder.as_ref().map_or(Ok(None), |folder| read_count(folder, plan))
    }

    /// Stores the number of cycles of a plan.
    pub(crate) fn keep_count(&self, plan: u64, count: &Count) -> Result<(), CountError> {
        self.folder.as_ref().map_or(Ok(()), |folder| write_count(folder, plan, count))
    }

    /// Removes the files of a layer that is not needed any more.
    pub(crate) fn forget(&self, identity: &Identity) {
        let (Retention::Last, Some(folder)) = (self.retention, &self.folder) else { return };
        // A file that cannot be removed only takes space.
        if !self.has_parts() {
            let _ = fs::remove_file(folder.join(identity.file_name(None)));
        } else if fs::remove_file(folder.join(identity.manifest_name())).is_ok() {
            let head = identity.part_prefix();
            remove_parts(folder, |name| name.starts_with(&head));
        }
    }

    /// Removes the parts of unfinished layers of a plan.
    pub(crate) fn remove_unfinished(&self, plan: u64, finished: &[Identity]) {
        let Some(folder) = self.folder.as_ref().filter(|_| self.has_parts()) else { return };
        let head = format!("{plan:016x}-");
        let finished: Vec<_> = finished.iter().map(Identity::part_prefix).collect();
        let is_finished = |name: &str| finished.iter().any(|head| name.starts_with(head));
        remove_parts(folder, |name| name.starts_with(&head) && !is_finished(name));
    }

    /// Returns a segment in memory.
    pub(crate) fn in_memory(&self, builder: SegmentBuilder) -> StoredSegment {
        let SegmentBuilder { patterns, starts, mut bytes, states, width } = builder;
        bytes.resize(bytes.len() + PADDING, 0);
        self.resident.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let resident = Resident { bytes: bytes.into(), all: Arc::clone(&self.resident) };
        StoredSegment {
            patterns,
            starts,
            bytes: SegmentBytes::Memory(Arc::new(resident)),
            states,
            width,
            file: None,
        }
    }

    /// Returns the error if the memory is full and files are not allowed.
    fn full(&self) -> CountError {
        let megabytes = self.resident.load(Ordering::Relaxed).div_ceil(1 << 20);
        let tried = format!("{megabytes} MB of states, which must stay in memory");
        CountError::stopped(StopCause::Memory, tried)
    }

    /// Returns a writer for a layer.
    pub(crate) fn begin(&self, identity: Identity) -> Result<LayerWriter<'_>, CountError> {
        let file = match &self.folder {
            Some(folder) => Some(LayerFile::in_folder(folder, &identity, self.worker)?),
            None => None,
        };
        Ok(LayerWriter { store: self, identity, file: Mutex::new(file.map(Arc::new)) })
    }
}

/// A writer of the segments of a layer.
pub(crate) struct LayerWriter<'a> {
    store: &'a Store,
    identity: Identity,
    /// The file of the layer. A temporary file is created for the first segment that does not fit in memory.
    file: Mutex<Option<Arc<LayerFile>>>,
}

/// A segment in memory or in a file.
pub(crate) struct StoredSegment {
    pub(crate) patterns: Vec<u64>,
    pub(crate) starts: Vec<u32>,
    pub(crate) bytes: SegmentBytes,
    pub(crate) states: u64,
    pub(crate) width: usize,
    /// The copy in the file of the layer, if there is one.
    pub(crate) file: Option<FileSegment>,
}

impl LayerWriter<'_> {
    /// Returns the size of a segment, in bytes, without its last block.
    pub(crate) const fn segment(&self) -> usize {
        self.store.segment()
    }

    /// Stores a segment in memory if it fits, and in the file of the layer if there is one.
    pub(crate) fn put(
        &self,
        builder: SegmentBuilder,
        job: &Job<'_>,
    ) -> Result<StoredSegment, CountError> {
        let mut segment = self.store.in_memory(builder);
        let fits = self.store.resident.load(Ordering::Relaxed) <= self.store.budget
            && !job.is_nearly_full();
        if let SegmentBytes::Memory(resident) = &segment.bytes
            && (self.store.folder.is_some() || !fits)
        {
            let file = self.write(&resident.bytes)?;
            segment.file = Some(file.clone());
            if !fits {
                segment.bytes = SegmentBytes::File(file);
            }
        }
        Ok(segment)
    }

    fn write(&self, bytes: &[u8]) -> Result<FileSegment, CountError> {
        let file = {
            let Ok(mut place) = self.file.lock() else {
                return Err(CountError::inconsistent("a thread"));
            };
            if let Some(file) = &*place {
                Arc::clone(file)
            } else {
                let folder = self.store.spill.as_deref().ok_or_else(|| self.store.full())?;
                let file = Arc::new(LayerFile::temporary(folder)?);
                *place = Some(Arc::clone(&file));
                file
            }
        };
        file.write(bytes)
    }

    /// Returns the layer of segments in the order of their patterns, and completes its file.
    pub(crate) fn finish(self, segments: Vec<StoredSegment>) -> Result<Layer, CountError> {
        let file = self.file.into_inner().map_err(|_| CountError::inconsistent("a thread"))?;
        let mut layer = Layer::empty();
        if let (Some(_), Some(file)) = (&self.store.folder, file) {
            layer.saved = file.finish(&self.identity, &segments)?;
        }
        for segment in segments {
            layer.push(segment);
        }
        Ok(layer)
    }
}

/// Removes some layer files of a folder.
fn remove_parts(folder: &Path, is_removed: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let is_layer = path.extension().is_some_and(|extension| extension == "layer");
        if is_layer && name.to_str().is_some_and(&is_removed) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns the error for an invalid file of a distributed layer.
fn damaged_part(path: PathBuf, what: &str) -> CountError {
    let what = format!("{what}; {PART_HINT}");
    CountError::Damaged { path, what }
}

/// The hint for a damaged part. Removing it does not help, because the manifest lists it.
const PART_HINT: &str = "restore a copy of the folder, or start again in another one";

/// Writes a text to a file that gets its name when it is complete and on disk. Until then its name ends with
/// `.part`.
pub(crate) fn write_atomically(name: &Path, text: &str) -> Result<(), CountError> {
    // Another process may write the same file.
    let part = name.with_extension(format!("{}.part", std::process::id()));
    let mut file =
        File::create(&part).map_err(|why| CountError::File { path: part.clone(), why })?;
    let mut finish = || {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&part, name)
    };
    finish().map_err(|why| CountError::File { path: name.to_path_buf(), why })?;
    sync_folder(name)
}

fn count_path(folder: &Path, plan: u64) -> PathBuf {
    folder.join(format!("{plan:016x}.count"))
}

/// Stores the count of a plan in a folder, with a checksum.
fn write_count(folder: &Path, plan: u64, count: &Count) -> Result<(), CountError> {
    let line = format!("{plan:016x} {count}");
    let check = crc32fast::hash(line.as_bytes());
    write_atomically(&count_path(folder, plan), &format!("{line} {check:08x}\n"))
}

/// Returns the count of a plan that is stored in a folder.
fn read_count(folder: &Path, plan: u64) -> Result<Option<Count>, CountError> {
    let path = count_path(folder, plan);
    let text = match fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(CountError::File { path, why }),
    };
    let words: Vec<_> = text.split_whitespace().collect();
    if let [of, number, check] = words[..]
        && of == format!("{plan:016x}")
        && check == format!("{:08x}", crc32fast::hash(format!("{of} {number}").as_bytes()))
        && let Ok(count) = number.parse()
    {
        return Ok(Some(count));
    }
    let what = "damaged: the number does not have its check sum; remove the file".into();
    Err(CountError::Damaged { path, what })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    /// Stores segments of a thousand bytes until one is not stored in memory.
    fn fill(job: &Job<'_>) -> (usize, Result<StoredSegment, CountError>) {
        let store = Store::new(job);
        let writer =
            store.begin(Identity { plan: 0, sweep: SweepKind::Main, step: 0 }).expect("a layer");
        let mut in_memory = Vec::new();
        loop {
            let (patterns, starts) = (vec![0], vec![0, 1000]);
            let builder =
                SegmentBuilder { patterns, starts, bytes: vec![0; 1000], states: 1, width: 1 };
            match writer.put(builder, job) {
                Ok(stored) if matches!(stored.bytes, SegmentBytes::Memory(_)) => {
                    in_memory.push(stored);
                }
                other => return (in_memory.len(), other),
            }
        }
    }

    #[test]
    fn without_files_a_full_memory_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let job = Job::with_options(&Options::new().memory(16_000)).spill(folder.path());
        let (before, stored) = fill(&job);
        assert!((8..10).contains(&before), "{before} segments in 10000 bytes");
        assert!(matches!(stored, Ok(StoredSegment { bytes: SegmentBytes::File(_), .. })));
        // A folder that does not exist.
        let job = job.spill(std::path::Path::new("no-such-folder/at-all"));
        assert!(matches!(fill(&job), (_, Err(CountError::File { .. }))));
        let (resident, Err(CountError::Stopped(stop))) = fill(&job.in_memory()) else {
            panic!("a file was created");
        };
        assert_eq!((resident, stop.cause), (before, StopCause::Memory));
        assert_eq!(stop.tried, "1 MB of states, which must stay in memory");
    }
}
