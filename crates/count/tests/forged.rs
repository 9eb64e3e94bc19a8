//! Forged files with valid checksums: they are rejected, or read without a crash.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use caracole_core::Problem;
use caracole_count::{Count, CountError, Job, Question, Tables};
use caracole_solve::Random;

const HEAD: usize = 28;
const TAIL: usize = 24;
/// The number of zero bytes after the blocks of a segment.
const PADDING: usize = 16;

/// The bytes of a layer, and the offsets of its parts.
#[derive(Clone)]
struct File {
    path: PathBuf,
    bytes: Vec<u8>,
    index: Range<usize>,
    /// For each segment the range of its bytes, and the offset of its checksum in the index.
    segments: Vec<(Range<usize>, usize)>,
}

impl File {
    fn read(path: PathBuf) -> Self {
        let bytes = fs::read(&path).expect("a file");
        let wide = |at: usize| u64::from_le_bytes(*bytes[at..].first_chunk().expect("8")) as usize;
        let narrow = |at: usize| u32::from_le_bytes(*bytes[at..].first_chunk().expect("4"));
        let end = bytes.len() - TAIL;
        let index = wide(end)..end;
        let mut segments = Vec::new();
        let mut at = index.start;
        while at < end {
            let (offset, len) = (wide(at), narrow(at + 8) as usize);
            segments.push((offset..offset + len, at + 12));
            at += 32 + 12 * narrow(at + 28) as usize;
        }
        assert_eq!((at, narrow(end + 8) as usize), (end, segments.len()));
        Self { path, bytes, index, segments }
    }

    /// Updates the checksums of all segments and of the index.
    fn seal(&mut self) {
        for (range, at) in self.segments.clone() {
            let check = crc32fast::hash(&self.bytes[range]);
            self.bytes[at..at + 4].copy_from_slice(&check.to_le_bytes());
        }
        self.seal_index();
    }

    /// Replaces the index by one of any length.
    fn seal_index(&mut self) {
        let end = self.bytes.len() - TAIL;
        let mut sealed = self.bytes[..HEAD].to_vec();
        sealed.extend_from_slice(&self.bytes[self.index.start..end + 12]);
        let check = crc32fast::hash(&sealed);
        self.bytes[end + 12..end + 16].copy_from_slice(&check.to_le_bytes());
    }

    fn write(&self) {
        fs::write(&self.path, &self.bytes).expect("written");
    }
}

/// Tables in a folder, with the original files.
struct Made {
    folder: tempfile::TempDir,
    question: Question,
    files: Vec<File>,
}

impl Made {
    fn new(board: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let question = Question::new(Problem::new(board.parse().expect("a board")).closed());
        let tables = Tables::new(&question, Some(folder.path()), &Job::new()).expect("tables");
        assert!(!tables.count().is_zero(), "there is something to draw");
        let files = layers(folder.path()).into_iter().map(File::read).collect();
        Self { folder, question, files }
    }

    /// Restores the original files, and removes others.
    fn restore(&self) {
        for path in layers(self.folder.path()) {
            fs::remove_file(path).expect("removed");
        }
        self.files.iter().for_each(File::write);
    }

    /// Opens the tables and samples tours. Errors are allowed, panics are not.
    fn is_refused(&self) -> bool {
        let drawn = || {
            let tables = Tables::new(&self.question, Some(self.folder.path()), &Job::new())?;
            let all = tables.count().as_big().clone();
            for part in 0..6_u64 {
                let number = &all * part / 6_u64;
                if let Some(tour) = tables.unrank(&Count::from(number))? {
                    tables.rank(&tour)?;
                }
            }
            Ok(())
        };
        match drawn() {
            Ok(()) => false,
            Err(CountError::Damaged { what, .. }) => {
                assert!(what.contains("remove the file"), "{what}");
                true
            }
            // Forged weights can be valid one by one, and contradict each other.
            Err(CountError::Unanswerable(why)) if why.contains("do not fit together") => true,
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// Returns the layers in a folder in the order of their computation.
fn layers(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("one").path());
    let mut layers: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "layer")).collect();
    layers.sort_by_cached_key(|path| {
        let name = path.to_string_lossy().into_owned();
        let sweeps = ["-second-", "-main-", "-seam-", "-loops-"];
        (sweeps.iter().position(|sweep| name.contains(sweep)), name)
    });
    layers
}

fn changed(bytes: &mut [u8], random: &mut Random) {
    for _ in 0..=random.below(2) {
        let at = random.below(bytes.len() as u64) as usize;
        // Changes one bit, or sets a small or a large number.
        bytes[at] = match random.below(4) {
            0 => 0,
            1 => 0xFF,
            2 => bytes[at].wrapping_add(1),
            _ => bytes[at] ^ 1 << random.below(8),
        };
    }
}

#[test]
fn forged_blocks() {
    let made = Made::new("5x6");
    let mut random = Random::new(0, "forged blocks");
    let (mut refused, mut tries) = (0, 0);
    for file in made.files.iter().cycle().take(400) {
        let mut forged = file.clone();
        let segment = random.below(file.segments.len() as u64) as usize;
        let range = file.segments[segment].0.clone();
        changed(&mut forged.bytes[range], &mut random);
        forged.seal();
        forged.write();
        if made.is_refused() {
            refused += 1;
        }
        tries += 1;
        file.write();
    }
    assert!(!made.is_refused(), "as it was, it is read");
    assert!(refused > tries / 4 && refused < tries, "{refused} of {tries}");
}

#[test]
fn forged_indices_and_ends() {
    let made = Made::new("5x6");
    let mut random = Random::new(0, "forged indices");
    let (mut refused, mut tries) = (0, 0);
    for file in made.files.iter().cycle().take(400) {
        let mut forged = file.clone();
        match random.below(6) {
            // An index of another length or at another offset, and another number of segments.
            0 => drop(forged.bytes.splice(file.index.end..file.index.end, [0; 32])),
            1 => drop(forged.bytes.splice(file.index.end - 4..file.index.end, [])),
            2 => changed(&mut forged.bytes[file.index.end..][..12], &mut random),
            _ => changed(&mut forged.bytes[file.index.clone()], &mut random),
        }
        forged.seal_index();
        forged.write();
        if made.is_refused() {
            refused += 1;
        }
        tries += 1;
        file.write();
    }
    assert!(!made.is_refused(), "as it was, it is read");
    assert!(refused > tries * 3 / 4, "{refused} of {tries}");
}

/// A sweep that continues from a forged layer, and a join of forged halves.
#[test]
fn forged_layers_that_a_count_goes_on_from() {
    for board in ["5x6", "6x5-a1,b1"] {
        go_on_from_forged_layers(&Made::new(board));
    }
}

fn go_on_from_forged_layers(made: &Made) {
    let mut random = Random::new(0, "forged layers");
    let mut refused = 0;
    for (at, file) in made.files.iter().enumerate() {
        let mut forged = file.clone();
        let range = forged.segments[0].0.clone();
        let end = range.end - PADDING;
        changed(&mut forged.bytes[range.start..end], &mut random);
        forged.seal();
        forged.write();
        for later in &made.files[at + 1..] {
            fs::remove_file(&later.path).expect("removed");
        }
        if made.is_refused() {
            refused += 1;
        }
        made.restore();
    }
    assert!(!made.is_refused(), "as it was, it is read");
    assert!(refused > 5, "{refused} of {}", made.files.len());
}
