//! The folder of a count: which question it belongs to.
//!
//! | file | holds |
//! | --- | --- |
//! | `caracole-count.txt`, of tables `caracole-tables.txt` | the question, so that no folder is used for two |
//! | `…-main-0012.layer` | a layer that is finished; `main`, `second` and `seam` are sweeps, `loops` what they make together |
//! | `….count` | a number that is finished |
//! | `….part` | what was being written when the program stopped; it may go |
//!
//! The sixteen signs before the name are the fingerprint of the plan: a question may have several.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::store::write_whole;
use crate::{CountError, Question};

/// The note in a folder that says whose it is.
struct Note {
    name: &'static str,
    head: &'static str,
}

const ONE: Note = Note { name: "caracole-count.txt", head: "caracole count, format 1" };
const TABLES: Note = Note { name: "caracole-tables.txt", head: "caracole tables, format 1" };
const SEVERAL: Note =
    Note { name: "caracole-cluster.txt", head: "caracole count by several processes, format 1" };

/// Is this the folder of a count?
///
/// ```
/// assert!(!caracole_count::is_count_folder(std::path::Path::new("no such folder")));
/// ```
pub fn is_count_folder(folder: &Path) -> bool {
    folder.join(ONE.name).is_file()
}

/// A folder that is used. As long as this lives, others can tell.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::Question;
/// use caracole_count::spread::Entered;
///
/// let folder = tempfile::tempdir()?;
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// assert!(!Entered::by_another(folder.path(), &question)?);
/// // Process 0 enters for all; the others look whether it has.
/// let entered = Entered::for_several(folder.path(), &question)?;
/// assert!(Entered::by_another(folder.path(), &question)?);
/// assert!(Entered::for_several(folder.path(), &question).is_err(), "there is somebody");
/// drop(entered);
/// assert!(Entered::for_several(folder.path(), &question).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Entered {
    path: PathBuf,
    /// Locked, if nobody else was there first.
    lock: Option<File>,
}

impl Entered {
    /// Enters alone: two counts must not be at work in one folder.
    pub(crate) fn alone(folder: &Path, question: &Question) -> Result<Self, CountError> {
        Self::as_noted(folder, question, &ONE)?.if_alone()
    }

    /// Enters for several processes that count together, of which one does this.
    pub fn for_several(folder: &Path, question: &Question) -> Result<Self, CountError> {
        Self::as_noted(folder, question, &SEVERAL)?.if_alone()
    }

    /// Did one of several processes enter for this question? If the folder belongs to another, that is
    /// an error.
    pub fn by_another(folder: &Path, question: &Question) -> Result<bool, CountError> {
        SEVERAL.is_in(folder, question)
    }

    /// Enters for tables, which several may read at a time.
    pub(crate) fn for_tables(folder: &Path, question: &Question) -> Result<Self, CountError> {
        Self::as_noted(folder, question, &TABLES)
    }

    fn if_alone(self) -> Result<Self, CountError> {
        if self.lock.is_none() {
            let what = "another count is at work in this folder".into();
            return Err(CountError::Damaged { path: self.path, what });
        }
        Ok(self)
    }

    /// Makes the folder if it is not there, and clears away what was left half written. A folder that
    /// belongs to another question, or has other things in it, is refused.
    fn as_noted(folder: &Path, question: &Question, as_noted: &Note) -> Result<Self, CountError> {
        let path = folder.to_path_buf();
        let trouble = |why| CountError::File { path: path.clone(), why };
        let note = folder.join(as_noted.name);
        if !as_noted.is_in(folder, question)? {
            fs::create_dir_all(folder).map_err(trouble)?;
            let others = fs::read_dir(folder).map_err(trouble)?.flatten();
            if others.into_iter().any(|entry| !is_part(&entry.path())) {
                let what = "the folder holds other files, and no count; take an empty one";
                return Err(CountError::Damaged { path, what: what.into() });
            }
            write_whole(&note, &as_noted.text(question))?;
        }
        let lock = File::open(&note).map_err(trouble)?;
        let lock = match lock.try_lock() {
            Err(TryLockError::WouldBlock) => None,
            // Where files cannot be locked nobody is kept out.
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
    fn text(&self, question: &Question) -> String {
        format!("{}\n{}\n", self.head, question.text())
    }

    /// Is it in a folder? If the folder belongs to another question, that is an error.
    fn is_in(&self, folder: &Path, question: &Question) -> Result<bool, CountError> {
        let path = folder.join(self.name);
        match fs::read(&path) {
            Ok(bytes) if bytes == self.text(question).as_bytes() => Ok(true),
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                let lines: Vec<_> = text.lines().collect();
                // A whole note of another question has the same head and one line more.
                let is_whole = text.ends_with('\n') && lines.len() == 2 && lines[0] == self.head;
                if is_whole && lines[1] != question.text() {
                    let other = lines[1];
                    let what =
                        format!("the folder belongs to another count: {other}; take another one");
                    return Err(CountError::Damaged { path: folder.to_path_buf(), what });
                }
                let what = "damaged, so nobody knows what the folder is for; take another one";
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
