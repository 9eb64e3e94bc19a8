//! Folders of counts and tables whose files were changed, and blocks that came from elsewhere.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use caracole_cluster::Cluster;
use caracole_core::Problem;
use caracole_count::driver::{Layer, Schedule};
use caracole_count::{Count, CountError, CountProgress, Job, Options, Question, Tables, count};

use crate::bytes::Bytes;
use crate::layers::{seal, spoil};

/// A folder as it was left, and what comes of it.
struct Left {
    question: Question,
    files: Vec<(String, Vec<u8>)>,
    count: Count,
}

impl Left {
    /// The files of a folder after some work.
    fn by(question: Question, work: impl Fn(&Question, &Path)) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        work(&question, folder.path());
        let entries = fs::read_dir(folder.path()).expect("a folder").flatten();
        let file = |path: &Path| fs::read(path).expect("a file");
        let mut files: Vec<_> = entries
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), file(&entry.path())))
            .collect();
        files.sort();
        let count = count(&question, &Job::new()).expect("a count");
        assert!(files.len() > 1 && !count.is_zero(), "there is something to spoil");
        Self { question, files, count }
    }

    /// The same folder with one file changed, as the bytes say: a byte for the file, one for how, and
    /// the rest. Tells whether whoever knows the check sums could have done it.
    fn changed(&self, data: &[u8], folder: &Path) -> bool {
        let mut bytes = Bytes::new(data);
        let (at, how) = (bytes.below(self.files.len()), bytes.below(4));
        for (number, (name, file)) in self.files.iter().enumerate() {
            let mut file = file.clone();
            if number == at {
                match how {
                    0 => file = bytes.rest().to_vec(),
                    1 => spoil(&mut file, bytes.rest()),
                    2 => file.truncate(bytes.wide() as usize),
                    _ => {
                        spoil(&mut file, bytes.rest());
                        seal(&mut file);
                    }
                }
            }
            fs::write(folder.join(name), file).expect("a file");
        }
        how == 0 || how == 3
    }
}

/// A board with 28 closed tours.
fn question() -> Question {
    Question::new(Problem::new("6x4-a1,f1".parse().expect("a board")).closed())
}

/// Work that is stopped after two thirds of its layers; if it comes to its end, that is work too.
fn stopped(threads: usize, work: impl Fn(Job<'_>)) {
    let flag = AtomicBool::new(false);
    let stop = |progress: &CountProgress| {
        let (layer, of) = progress.layer;
        flag.store(layer * 3 >= of * 2, Ordering::Relaxed);
    };
    let options = Options::new().threads(threads).cancel_flag(&flag);
    work(Job::with_options(&options).on_progress(&stop));
}

/// A count that was stopped goes on from a folder where one file was changed: it is refused, or its
/// answer is right, unless the check sums were changed as well.
pub fn checkpoint(data: &[u8]) {
    static LEFT: OnceLock<Left> = OnceLock::new();
    let left = LEFT.get_or_init(|| {
        Left::by(question(), |question, folder| {
            stopped(1, |job| drop(count(question, &job.checkpoint(folder))));
        })
    });
    let folder = tempfile::tempdir().expect("a folder");
    let may_lie = left.changed(data, folder.path());
    let job = Job::with_options(&Options::new().threads(1)).checkpoint(folder.path());
    match count(&left.question, &job) {
        Ok(count) => assert!(may_lie || count == left.count, "{count}, not {}", left.count),
        Err(error) => assert_told(&error),
    }
}

/// The same for the folder of several workers, of which one is left.
pub fn cluster(data: &[u8]) {
    static LEFT: OnceLock<Left> = OnceLock::new();
    let left = LEFT.get_or_init(|| {
        Left::by(question(), |question, folder| {
            stopped(2, |job| {
                drop(Cluster::alone().count(question, &job.checkpoint(folder)));
            });
        })
    });
    let folder = tempfile::tempdir().expect("a folder");
    let may_lie = left.changed(data, folder.path());
    let job = Job::with_options(&Options::new().threads(1)).checkpoint(folder.path());
    match Cluster::alone().count(&left.question, &job) {
        Ok(found) => assert!(may_lie || found.count == left.count, "{}", found.count),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The same for tables, from which tours are then drawn and numbered.
pub fn tables(data: &[u8]) {
    static LEFT: OnceLock<Left> = OnceLock::new();
    let left = LEFT.get_or_init(|| {
        Left::by(question(), |question, folder| {
            let tables =
                Tables::new(question, Some(folder), &Job::with_options(&Options::new().threads(1)));
            assert!(tables.is_ok(), "tables");
        })
    });
    let folder = tempfile::tempdir().expect("a folder");
    let may_lie = left.changed(data, folder.path());
    let found = Tables::new(
        &left.question,
        Some(folder.path()),
        &Job::with_options(&Options::new().threads(1)),
    );
    match found {
        Ok(tables) => {
            assert!(may_lie || *tables.count() == left.count, "{}", tables.count());
            for rank in [0_u64, 1, 2, 1000, u64::MAX].map(Count::from) {
                match tables.unrank(&rank) {
                    Ok(Some(tour)) => match tables.rank(&tour) {
                        Ok(again) => assert!(may_lie || again == rank),
                        Err(error) => assert_told(&error),
                    },
                    Ok(None) => assert!(may_lie || rank >= left.count),
                    Err(error) => assert_told(&error),
                }
            }
        }
        Err(error) => assert_told(&error),
    }
}

fn assert_told(error: &CountError) {
    assert!(!error.to_string().is_empty());
}

/// Blocks of a layer as another process might send them: they are refused, or worked with.
///
/// A byte for the layer, then blocks: a byte for which pattern, one for the length, and so many bytes.
pub fn blocks(data: &[u8]) {
    static SCHEDULES: OnceLock<Vec<Schedule>> = OnceLock::new();
    let schedules =
        SCHEDULES.get_or_init(|| Schedule::all(&question(), &Job::new()).expect("a question"));
    let schedule = &schedules[0];
    let mut bytes = Bytes::new(data);
    let layer = 2 + bytes.below(schedule.layers() - 2);
    let source = schedule.source(layer);
    let patterns = schedule.patterns(source);
    let mut rest = bytes.rest();
    let mut list: Vec<(u64, &[u8])> = Vec::new();
    while let Some((&[pattern, len], after)) = rest.split_first_chunk() {
        let (block, after) = after.split_at(after.len().min(len.into()));
        let pattern = patterns.get(pattern as usize).copied().unwrap_or(u64::from(pattern) << 3);
        list.push((pattern, block));
        rest = after;
    }
    let before = match Layer::from_blocks(schedule.frontier(source), list.clone()) {
        Ok(before) => before,
        Err(error) => return assert_told(&error),
    };
    let mut again = Vec::new();
    let all = before.for_each_block(|pattern, block| {
        again.push((pattern, block.to_vec()));
        Ok::<(), CountError>(())
    });
    all.expect("blocks in memory");
    list.sort_unstable();
    assert!(again.iter().map(|(pattern, block)| (*pattern, &block[..])).eq(list));
    let job = Job::with_options(&Options::new().threads(1)).in_memory();
    let reached = schedule.reached(layer, &before).expect("blocks in memory");
    if let Ok(next) = schedule.compute(layer, &before, &reached, &job) {
        assert!(next.patterns().len() <= reached.len());
    }
}
