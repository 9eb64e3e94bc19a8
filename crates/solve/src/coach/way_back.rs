//! How far a lost game must be taken back.

use caracole_core::{Outcome, Problem, Proof, Square, Stop, StopCause, Tour};

use super::{CoachError, Game};
use crate::{Exact, Run, Solver};

/// How far a game must be taken back until it can be won.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::coach::{WayBack, way_back};
///
/// let problem = Problem::new("5x5".parse()?);
/// let b1 = problem.board().parse_square("b1")?;
/// match way_back(&problem, &[b1], &mut Run::new())? {
///     WayBack::To { keep, is_nearest, .. } => assert!(keep == 0 && is_nearest),
///     other => panic!("begin anew, from another colour: {other:?}"),
/// }
/// let nowhere = way_back(&problem.closed(), &[b1], &mut Run::new())?;
/// assert!(matches!(nowhere, WayBack::Nowhere(_)), "5x5 has no closed tour");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum WayBack {
    /// After so many of its squares it can still be won.
    To {
        /// How many squares stay.
        keep: usize,
        /// How it can be won.
        tour: Tour,
        /// Is it proved that no more can stay?
        is_nearest: bool,
    },
    /// It could never be won: this is why.
    Nowhere(Proof),
    /// Nobody knows.
    Unknown(Stop),
}

/// A position gets so many attempts before the one before it is looked at.
const PATIENCE: u64 = 5;

/// Finds how many squares of a game can stay, if it is to be won.
///
/// Looks at the last position first and goes back, for most mistakes are made late; so each position
/// that is passed over was proved lost, or `is_nearest` says that one was not.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::coach::{WayBack, way_back};
///
/// let problem = Problem::new("5x5".parse()?);
/// let board = problem.board();
/// let played =
///     ["a1", "c2", "b4"].iter().map(|name| board.parse_square(name)).collect::<Result<Vec<_>, _>>()?;
/// let WayBack::To { keep, is_nearest, .. } = way_back(&problem, &played, &mut Run::new())? else {
///     return Err("a1 can be won".into());
/// };
/// assert!(keep >= 1 && is_nearest);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn way_back(
    problem: &Problem,
    played: &[Square],
    run: &mut Run<'_>,
) -> Result<WayBack, CoachError> {
    let exact = Exact { attempts: Some(PATIENCE), ..Exact::default() };
    let mut is_nearest = true;
    let mut proof = None;
    let mut stop = Stop::new(StopCause::Fault, "a position was passed over");
    for keep in (0..=played.len()).rev() {
        let game = Game::new(problem, &played[..keep])?;
        match exact.solve(game.position(), run) {
            Outcome::Found(tour) => {
                if let Some(tour) = game.along(&tour, None) {
                    return Ok(WayBack::To { keep, tour, is_nearest });
                }
                is_nearest = false;
            }
            Outcome::Impossible(why) => proof = (keep == 0).then_some(why),
            Outcome::Unknown(why) => {
                let goes_on = why.cause == StopCause::Heuristic;
                (is_nearest, stop) = (false, why);
                if !goes_on {
                    break;
                }
            }
        }
    }
    Ok(proof.map_or(WayBack::Unknown(stop), WayBack::Nowhere))
}
