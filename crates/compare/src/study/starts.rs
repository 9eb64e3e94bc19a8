//! Where the tours of a study start.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use caracole_core::{Problem, Square};
use caracole_solve::{Random, starts};

/// Which squares tours start from: always such as have a tour, where a theorem tells.
///
/// ```
/// use caracole_compare::Starts;
///
/// assert_eq!("all".parse(), Ok(Starts::All));
/// assert_eq!("random:20".parse::<Starts>().map(|starts| starts.to_string()), Ok("random:20".into()));
/// assert!("random:0".parse::<Starts>().is_err());
/// assert!("random:1000001".parse::<Starts>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// Every square, once.
    All,
    /// The corner `a1`, so often: methods that take chances do something else each time.
    Corner(NonZeroU32),
    /// So many squares, drawn with equal chance.
    Random(NonZeroU32),
}

impl Default for Starts {
    fn default() -> Self {
        Self::Random(NonZeroU32::new(20).unwrap_or(NonZeroU32::MIN))
    }
}

impl Starts {
    /// The starts for a problem, some perhaps more than once.
    pub(super) fn of(self, problem: &Problem, seed: u64) -> Vec<Square> {
        let board = problem.board();
        let known = starts(problem);
        let may_start =
            |square: &Square| known.as_ref().is_none_or(|known| known.contains(*square));
        match self {
            Self::All => board.squares().filter(may_start).collect(),
            Self::Corner(times) => {
                let corner = board.squares().next().filter(may_start);
                corner.into_iter().cycle().take(times.get() as usize).collect()
            }
            Self::Random(times) => {
                let all: Vec<Square> = board.squares().filter(may_start).collect();
                if all.is_empty() {
                    return all;
                }
                let mut random = Random::numbered(seed, "starts", board.len());
                let draw = |_| all[random.below(all.len() as u64) as usize];
                (0..times.get()).map(draw).collect()
            }
        }
    }
}

impl fmt::Display for Starts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all"),
            Self::Corner(NonZeroU32::MIN) => f.write_str("corner"),
            Self::Corner(times) => write!(f, "corner:{times}"),
            Self::Random(times) => write!(f, "random:{times}"),
        }
    }
}

impl FromStr for Starts {
    type Err = StartsError;

    fn from_str(text: &str) -> Result<Self, StartsError> {
        let times = |text: &str| text.parse().ok().filter(|times: &NonZeroU32| times.get() <= MOST);
        let (word, times) = match text.split_once(':') {
            Some((word, text)) => (word, Some(times(text).ok_or(StartsError)?)),
            None => (text, None),
        };
        match (word, times) {
            ("all", None) => Ok(Self::All),
            ("corner", times) => Ok(Self::Corner(times.unwrap_or(NonZeroU32::MIN))),
            ("random", Some(times)) => Ok(Self::Random(times)),
            _ => Err(StartsError),
        }
    }
}

/// Nobody types more starts than these on purpose, and the list of them would be too long.
const MOST: u32 = 1_000_000;

/// A word that names no starts.
///
/// ```
/// use caracole_compare::{Starts, StartsError};
///
/// assert_eq!("everywhere".parse::<Starts>(), Err(StartsError));
/// assert_eq!(
///     StartsError.to_string(),
///     "write all, corner, corner:20 or random:20, with a number up to 1000000"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write all, corner, corner:20 or random:20, with a number up to {MOST}")]
pub struct StartsError;
