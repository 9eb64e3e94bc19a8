//! Other ways to decide the same problems.

mod plain;

use std::time::Duration;

pub(crate) use caracole_benches::{Answer, Question};
use caracole_benches::{CADICAL, Decide};

/// A rival: its name, how long it may take for a set of problems, and what it does.
pub(crate) struct Rival {
    pub(crate) name: &'static str,
    pub(crate) budget: Duration,
    pub(crate) decide: Decide,
}

impl Rival {
    /// How long it may take for one of so many problems.
    pub(crate) fn limit(&self, problems: usize) -> Duration {
        let share = self.budget / problems as u32;
        share.clamp(Duration::from_millis(100), self.budget / 2)
    }
}

/// All rivals of this build.
pub(crate) fn all() -> Vec<Rival> {
    let plain = Rival { name: "plain", budget: Duration::from_secs(4), decide: plain::decide };
    let cadical =
        CADICAL.map(|decide| Rival { name: "cadical", budget: Duration::from_secs(10), decide });
    [plain].into_iter().chain(cadical).collect()
}
