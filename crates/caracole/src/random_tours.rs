//! Tours that chance chooses.

use caracole_core::Tour;
use caracole_count::{CountError, Tables};
use caracole_solve::Random;

/// Tours drawn from tables, one after the other without end, each as likely as any other each time;
/// none at all if there are none to draw from. The same seed draws the same tours.
///
/// ```
/// use caracole::{Job, Problem, Tables, random_tours};
///
/// let question = Problem::new("5x5".parse()?).question();
/// let tables = Tables::new(&question, None, &Job::new())?;
/// let three = random_tours(&tables, 7).take(3).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(three.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_tours(
    tables: &Tables,
    seed: u64,
) -> impl Iterator<Item = Result<Tour, CountError>> + '_ {
    let mut random = Random::new(seed, "sample");
    std::iter::from_fn(move || tables.sample(&mut random).transpose())
}
