//! The folder of a count, which belongs to one question.
//!
//! | file | contains |
//! | --- | --- |
//! | `caracole-count.txt`, for tables `caracole-tables.txt` | the question |
//! | `…-main-0012.layer` | a finished layer; `main`, `second` and `seam` are sweeps, `loops` are the cycles of each pattern |
//! | `…-main-0012-0003.layer` | the part of a layer that worker 3 of a cluster computed |
//! | `…-main-0012.manifest` | the list of these parts; it marks the layer as finished |
//! | `….count` | the number of cycles of a plan |
//! | `….part` | an incomplete file, which can be removed |
//!
//! The first sixteen characters of a name are the fingerprint of the plan. A question can have several plans.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::store::write_atomically;
use crate::{CountError, Question};

/// The file in a folder that names the question.
struct Note {
    name: &'static str,
    title: &'static str,
    format: u32,
}

const LOCAL: Note = Note { name: "caracole-count.txt", title: "caracole count", format: 1 };
const TABLES: Note = Note { name: "caracole-tables.txt", title: "caracole tables", format: 1 };
const CLUSTER: Note =
    Note { name: "caracole-cluster.txt", title: "caracole count by several processes", format: 2 };

/// Returns true if a folder contains a count.
///
/// ```
/// assert!(!caracole_count::is_count_folder(std::path::Path::new("no such folder")));
/// ```
pub fn is_count_folder(folder: &Path) -> bool {
    folder.join(LOCAL.name).is_file()
}

/// The folder of a count, which is locked while this value exists.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::Question;
/// use caracole_count::driver::CountFolder;
///
/// let folder = tempfile::tempdir()?;
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// assert!(!CountFolder::is_of_cluster(folder.path(), &question)?);
/// // Worker 0 locks the folder for all workers. The others check that they see the same folder.
/// let locked = CountFolder::for_cluster(folder.path(), &question)?;
/// assert!(CountFolder::is_of_cluster(folder.path(), &question)?);
/// assert!(CountFolder::for_cluster(folder.path(), &question).is_err(), "it is locked");
/// drop(locked);
/// assert!(CountFolder::for_cluster(folder.path(), &question).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CountFolder {
    path: PathBuf,
    /// The locked file, or `None` if another program has locked it.
    lock: Option<File>,
}

impl CountFolder {
    /// Locks a folder for a count by one process.
    pub(crate) fn for_count(folder: &Path, question: &Question) -> Result<Self, CountError> {
        Self::with_note(folder, question, &LOCAL)?.if_locked()
    }

    /// Locks a folder for several processes that count together. Only one of them calls this function.
    pub fn for_cluster(folder: &Path, question: &Question) -> Result<Self, CountError> {
        Self::with_note(folder, question, &CLUSTER)?.if_locked()
    }

    /// Returns true if a folder belongs to a count of this question by several processes.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder belongs to another question, or has another format.
    pub fn is_of_cluster(folder: &Path, question: &Question) -> Result<bool, CountError> {
        CLUSTER.is_in(folder, question)
    }

    /// Opens a folder of tables, which several programs can read at the same time.
    pub(crate) fn for_tables(folder: &Path, question: &Question) -> Result<Self, CountError> {
        Self::with_note(folder, question, &TABLES)
    }

    fn if_locked(self) -> Result<Self, CountError> {
        if self.lock.is_none() {
            let what = "another count is at work in this folder".into();
            return Err(CountError::Damaged { path: self.path, what });
        }
        Ok(self)
    }

    /// Creates the folder if it does not exist, and removes incomplete files.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder belongs to another question, or contains other files.
    fn with_note(folder: &Path, question: &Question, note: &Note) -> Result<Self, CountError> {
        let path = folder.to_path_buf();
        let trouble = |why| CountError::File { path: path.clone(), why };
        let path_of_note = folder.join(note.name);
        if !note.is_in(folder, question)? {
            fs::create_dir_all(folder).map_err(trouble)?;
            let others = fs::read_dir(folder).map_err(trouble)?.flatten();
            if others.into_iter().any(|entry| !is_part(&entry.path())) {
                let what = "the folder holds other files, and no count; take an empty one";
                return Err(CountError::Damaged { path, what: what.into() });
            }
            write_atomically(&path_of_note, &note.text(question))?;
        }
        let lock = File::open(&path_of_note).map_err(trouble)?;
        let lock = match lock.try_lock() {
            Err(TryLockError::WouldBlock) => None,
            // Some file systems do not support locks.
            Ok(()) | Err(TryLockError::Error(_)) => Some(lock),
        };
        if lock.is_some() {
            for entry in fs::read_dir(folder).map_err(trouble)?.flatten() {
                if is_part(&entry.path()) {
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
        Ok(Self { path, lock })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Note {
    fn head(&self) -> String {
        format!("{}, format {}", self.title, self.format)
    }

    fn text(&self, question: &Question) -> String {
        format!("{}\n{}\n", self.head(), question.text())
    }

    /// Returns the format of a first line that differs from this one in its format only.
    fn other_format<'a>(&self, head: &'a str) -> Option<&'a str> {
        let format = head.strip_prefix(self.title)?.strip_prefix(", format ")?;
        let is_number = !format.is_empty() && format.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && head != self.head()).then_some(format)
    }

    /// Returns true if the note is in a folder. A note of another question is an error.
    fn is_in(&self, folder: &Path, question: &Question) -> Result<bool, CountError> {
        let path = folder.join(self.name);
        match fs::read(&path) {
            Ok(bytes) if bytes == self.text(question).as_bytes() => Ok(true),
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                let lines: Vec<_> = text.lines().collect();
                // A complete note of another question has the same head and one more line.
                let is_complete =
                    text.ends_with('\n') && lines.len() == 2 && lines[0] == self.head();
                if is_complete && lines[1] != question.text() {
                    let other = lines[1];
                    let what =
                        format!("the folder belongs to another count: {other}; take another one");
                    return Err(CountError::Damaged { path: folder.to_path_buf(), what });
                }
                if let Some(format) = lines.first().and_then(|head| self.other_format(head)) {
                    let what = format!(
                        "the folder holds a count in format {format}, and this version reads \
                         format {}: finish the count with the version that began it, or take \
                         another folder",
                        self.format
                    );
                    return Err(CountError::Damaged { path: folder.to_path_buf(), what });
                }
                let what = "damaged, so its question is unknown; use another folder";
                Err(CountError::Damaged { path, what: what.into() })
            }
            Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(why) => Err(CountError::File { path, why }),
        }
    }
}

fn is_part(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "part")
}
