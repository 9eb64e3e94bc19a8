//! How a game stands.

use std::fmt;

use caracole_core::Tour;

use crate::coach::CoachError;

/// How a game stands.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Auto, Game, Run, Solver, Standing};
///
/// let problem = Problem::new("3x4".parse()?);
/// let tour = Auto.solve(&problem, &mut Run::new()).tour().ok_or("no tour")?;
/// let mut game = Game::new(problem);
/// for square in tour.squares() {
///     assert!(matches!(game.standing(), Standing::Going));
///     game.play(square)?;
/// }
/// let Standing::Finished(played) = game.standing() else { return Err("not finished".into()) };
/// assert_eq!(played, tour);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Game, Standing};
///
/// let mut game = Game::new(Problem::new("3x3".parse()?));
/// for name in ["a1", "b3", "c1", "a2", "c3", "b1", "a3", "c2"] {
///     game.play(game.problem().board().parse_square(name)?)?;
/// }
/// let Standing::Stuck(impasse) = game.standing() else { return Err("not stuck".into()) };
/// assert_eq!((impasse.square.as_deref(), impasse.missing), (Some("c2"), 1));
/// assert_eq!(
///     impasse.to_string(),
///     "dead end: no unvisited square is a move away from c2; 1 square is missing"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
