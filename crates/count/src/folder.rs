//! The folder of a count: which question it belongs to.
//!
//! | file | holds |
//! | --- | --- |
//! | `caracole-count.txt` | the question, so that no folder is used for two |
//! | `…-main-0012.layer` | a layer that is finished; `main`, `second` and `seam` are sweeps, `loops` what they make together |
//! | `….count` | a number that is finished |
//! | `….part` | what was being written when the program stopped; it may go |
//!
//! The sixteen signs before the name are the fingerprint of the plan: a question may have several.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::store::write_whole;
use crate::{CountError, Question};

const NAME: &str = "caracole-count.txt";
const HEAD: &str = "caracole count, format 1";

/// Is this the folder of a count?
///
/// ```
/// assert!(!caracole_count::is_count_folder(std::path::Path::new("no such folder")));
/// ```
pub fn is_count_folder(folder: &Path) -> bool {
    folder.join(NAME).is_file()
}

/// Makes the folder if it is not there. One that belongs to another question, or has other things in it,
/// is refused.
pub(crate) fn enter(folder: &Path, question: &Question) -> Result<PathBuf, CountError> {
    enter_as(folder, NAME, HEAD, question)
}

/// The same for a folder with another note.
pub(crate) fn enter_as(
    folder: &Path,
    name: &str,
    head: &str,
    question: &Question,
) -> Result<PathBuf, CountError> {
    let trouble = |why| CountError::File { path: folder.to_path_buf(), why };
    if is_entered_as(folder, name, head, question)? {
        return Ok(folder.to_path_buf());
    }
    fs::create_dir_all(folder).map_err(trouble)?;
    if fs::read_dir(folder).map_err(trouble)?.flatten().any(|entry| !is_part(&entry.path())) {
        let what = "the folder holds other files, and no count; take an empty one".into();
        return Err(CountError::Damaged { path: folder.to_path_buf(), what });
    }
    write_whole(&folder.join(name), &note(head, question))?;
    Ok(folder.to_path_buf())
}

/// Does the folder belong to this question? If it belongs to another, that is an error.
pub(crate) fn is_entered_as(
    folder: &Path,
    name: &str,
    head: &str,
    question: &Question,
) -> Result<bool, CountError> {
    let path = folder.join(name);
    match fs::read_to_string(&path) {
        Ok(text) if text == note(head, question) => Ok(true),
        Ok(text) => {
            let other = text.lines().nth(1).unwrap_or("something else");
            let what = format!("the folder belongs to another count: {other}; take another folder");
            Err(CountError::Damaged { path: folder.to_path_buf(), what })
        }
        Err(why) if why.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(why) => Err(CountError::File { path, why }),
    }
}

fn note(head: &str, question: &Question) -> String {
    format!("{head}\n{}\n", question.text())
}

fn is_part(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "part")
}
