//! How a game stands.

use std::fmt;

use caracole_core::Tour;

use crate::coach::CoachError;

/// How a game stands.
#[derive(Clone, Debug)]
pub enum Standing {
    /// There is a square to play.
    Going,
    /// Every square is visited: this is the tour that was played.
    Finished(Tour),
    /// There are squares left, and none of them may be played.
    Stuck(Impasse),
}

/// Why a game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impasse {
    /// Where the knight stands, if it does yet.
    pub square: Option<String>,
    /// How many squares were not visited.
    pub missing: u64,
    /// What forbids an unvisited square that is a move away, if there is one.
    pub why: Option<CoachError>,
}

impl fmt::Display for Impasse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.square.as_deref().map_or_else(String::new, |name| format!(" from {name}"));
        match &self.why {
            None => write!(f, "dead end: no unvisited square is a move away{from}")?,
            Some(why) => write!(f, "dead end: no square may be played{from}; {why}")?,
        }
        let (squares, are) = if self.missing == 1 { ("square", "is") } else { ("squares", "are") };
        write!(f, "; {} {squares} {are} missing", self.missing)
    }
}
