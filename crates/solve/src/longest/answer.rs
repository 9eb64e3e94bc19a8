//! What is known of the longest path.

use caracole_core::{LongPath, Square, Stop, Tour};

/// The longest path that was found, and how long it could be at most.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{LongestFound, Run, longest};
///
/// let problem = Problem::new("4x4".parse()?);
/// let answer = longest(&problem, &mut Run::new())?;
/// assert_eq!((answer.len(), answer.upper_bound()), (15, 15));
/// assert!(answer.is_proved() && answer.stop().is_none());
/// assert!(matches!(answer.found(), LongestFound::Part(_)), "4x4 has no tour");
/// let names: Vec<_> = answer.squares().map(|square| problem.board().name(square)).collect();
/// println!("{}, and no path is longer: {}", names.join(" "), answer.reason());
/// assert_eq!(names.len(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Longest {
    found: LongestFound,
    upper_bound: u64,
    reason: String,
    stop: Option<Stop>,
}

/// What was found.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{LongestFound, Run, longest};
///
/// for (board, expected) in [("3x3", 8), ("5x5", 25)] {
///     let answer = longest(&Problem::new(board.parse()?), &mut Run::new())?;
///     match answer.found() {
///         LongestFound::Whole(tour) => assert_eq!(tour.len(), expected),
///         LongestFound::Part(path) => assert_eq!(path.len(), expected),
///         LongestFound::Nothing => unreachable!("no end was asked for"),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum LongestFound {
    /// No path at all: nothing leads from the given start to the given end, or none was found.
    Nothing,
    /// A path that visits some of the squares.
    Part(LongPath),
    /// A tour, which visits all of them.
    Whole(Tour),
}

impl LongestFound {
    /// How many squares it visits.
    pub(super) fn len(&self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Part(path) => path.len(),
            Self::Whole(tour) => tour.len(),
        }
    }
}

impl Longest {
    pub(super) fn new(
        found: LongestFound,
        upper_bound: u64,
        reason: String,
        stop: Option<Stop>,
    ) -> Self {
        debug_assert!(found.len() <= upper_bound, "{} of {upper_bound}: {reason}", found.len());
        Self { found, upper_bound, reason, stop }
    }

    pub(super) fn tour(tour: Tour) -> Self {
        let upper_bound = tour.len();
        let reason = "a tour visits every square".to_owned();
        Self { found: LongestFound::Whole(tour), upper_bound, reason, stop: None }
    }

    /// What was found.
    pub const fn found(&self) -> &LongestFound {
        &self.found
    }

    /// How many squares the path visits; 0 if there is none.
    #[expect(clippy::len_without_is_empty, reason = "the length is a number that was found")]
    pub fn len(&self) -> u64 {
        self.found.len()
    }

    /// No path visits more squares than these.
    pub const fn upper_bound(&self) -> u64 {
        self.upper_bound
    }

    /// Why no path visits more, in words.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Is no path longer?
    pub fn is_proved(&self) -> bool {
        self.len() == self.upper_bound
    }

    /// What ended the search before that was known.
    pub const fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// The squares in order.
    pub fn squares(&self) -> Box<dyn Iterator<Item = Square> + '_> {
        match &self.found {
            LongestFound::Nothing => Box::new(std::iter::empty()),
            LongestFound::Part(path) => Box::new(path.squares()),
            LongestFound::Whole(tour) => Box::new(tour.squares()),
        }
    }
}
