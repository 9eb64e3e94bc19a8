//! What the verifier did not accept.

use std::fmt;

use crate::Path;
use crate::verify::Verdict;

/// A path that is no tour, with everything that is wrong with it.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// The path.
    pub path: Path,
    /// What the verifier says.
    pub verdict: Verdict,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.verdict.defect_count();
        write!(f, "the path is no tour: it has {count} defect{}", if count == 1 { "" } else { "s" })
    }
}

impl std::error::Error for Rejected {}
