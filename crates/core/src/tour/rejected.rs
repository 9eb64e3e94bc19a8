//! What the verifier did not accept.

use std::fmt;

use crate::verify::Verdict;
use crate::{Path, counted};

/// A path that is no tour, with everything that is wrong with it.
///
/// ```
/// use caracole_core::{Path, Problem, Tour};
///
/// let problem = Problem::new("3x1".parse()?);
/// let rejected = Tour::verify(&problem, Path::from_indices(vec![0, 1])).expect_err("no move");
/// assert_eq!(rejected.to_string(), "the path is no tour: it has 2 defects");
/// let texts: Vec<_> =
///     rejected.verdict.defects().iter().map(|defect| defect.text(problem.board())).collect();
/// assert_eq!(texts, ["step 2: from a1 to b1 is no move", "c1 is never visited"]);
/// assert_eq!(rejected.path.len(), 2, "the path comes back");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
        write!(f, "the path is no tour: it has {}", counted(count, "defect"))
    }
}

impl std::error::Error for Rejected {}
