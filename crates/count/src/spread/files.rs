//! The folder of a count that is made by several processes.

use std::path::{Path, PathBuf};

use crate::folder::{enter_as, is_entered_as};
use crate::{CountError, Question};

pub use crate::store::{WholeFile, find_count, keep_count};

const NAME: &str = "caracole-cluster.txt";
const HEAD: &str = "caracole count by several processes, format 1";

/// Makes the folder of a count by several processes if it is not there. One that belongs to another
/// question, or has other things in it, is refused.
pub fn enter(folder: &Path, question: &Question) -> Result<PathBuf, CountError> {
    enter_as(folder, NAME, HEAD, question)
}

/// Is it the folder of this question, made by whoever entered it first?
pub fn is_entered(folder: &Path, question: &Question) -> Result<bool, CountError> {
    is_entered_as(folder, NAME, HEAD, question)
}
