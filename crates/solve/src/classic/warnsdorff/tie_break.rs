//! Tie-break rules.

use std::fmt;
use std::str::FromStr;

use caracole_core::{Board, Square, UnknownName, list_names};

use super::squirrel::SquirrelRule;
use super::walk::{Mark, View};
use crate::Random;
use crate::instance::Instance;

/// A tie-break rule: which neighbour is taken if several have the lowest degree.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, Solver, TieBreak, Warnsdorff};
///
/// let problem = Problem::new("8x8".parse()?).start("a1")?;
/// for tie in TieBreak::ALL {
///     let rule = Warnsdorff { tie, ..Warnsdorff::default() };
///     let outcome = rule.solve(&problem, &mut Run::new());
///     println!("{:10} {}: {}", tie.name(), tie.about(), outcome.name());
/// }
/// assert_eq!("roth".parse(), Ok(TieBreak::Roth));
/// // A graph has no centre to be far from.
/// assert!(TieBreak::Roth.needs_board() && !TieBreak::Pohl.needs_board());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TieBreak {
    /// The first in the move order.
    #[default]
    First,
    /// Uniformly at random. Every walk has its own random stream, which depends on the seed and the start.
    Random,
    /// Roth 1994: the greatest Euclidean distance from the centre of the board; then the first in the move
    /// order.
    Roth,
    /// Pohl 1967: the least sum of the degrees of the unvisited neighbours; then as [`TieBreak::Random`].
    Pohl,
    /// A variant of Pohl's rule: the least degree of an unvisited neighbour instead of the sum; then as
    /// [`TieBreak::Random`].
    PohlLeast,
    /// Squirrel and Cull 1996: the first in a move order that changes on certain squares. For square boards
    /// of side 5 or more, from a corner. Fails on side 74, and on no other side up to 1000.
    Squirrel,
}

impl TieBreak {
    /// All tie-break rules.
    pub const ALL: [Self; 6] =
        [Self::First, Self::Random, Self::Roth, Self::Pohl, Self::PohlLeast, Self::Squirrel];

    /// Returns a description in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::First => "the first in the order of moves",
            Self::Random => "any of them, by the seed",
            Self::Roth => "the farthest from the centre",
            Self::Pohl => "the one whose neighbours have the fewest onward moves",
            Self::PohlLeast => "the one with a neighbour of the lowest degree",
            Self::Squirrel => "by a table of orders, from a corner of a square board",
        }
    }

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Random => "random",
            Self::Roth => "roth",
            Self::Pohl => "pohl",
            Self::PohlLeast => "pohl-least",
            Self::Squirrel => "squirrel",
        }
    }

    /// Returns true if some ties are broken at random, so that the seed plays a part.
    ///
    /// ```
    /// use caracole_solve::TieBreak;
    ///
    /// assert!(TieBreak::Random.is_random() && TieBreak::Pohl.is_random() && !TieBreak::Roth.is_random());
    /// ```
    pub const fn is_random(self) -> bool {
        matches!(self, Self::Random | Self::Pohl | Self::PohlLeast)
    }

    /// Returns the names of the rules that break ties at random.
    ///
    /// ```
    /// assert_eq!(caracole_solve::TieBreak::random_names(), "random, pohl or pohl-least");
    /// ```
    pub fn random_names() -> String {
        let names: Vec<_> = Self::ALL.into_iter().filter(|tie| tie.is_random()).collect();
        list_names(&names, names.len() as u64, "or", "rules")
    }

    /// Returns true if the rule uses positions on the board, so that it does not apply to a graph.
    pub const fn needs_board(self) -> bool {
        matches!(self, Self::Roth | Self::Squirrel)
    }

    /// Returns true if the rule uses squares two moves away.
    pub(super) const fn looks_ahead(self) -> bool {
        matches!(self, Self::Pohl | Self::PohlLeast)
    }

    /// Returns the rule for one walk from `start`.
    pub(super) fn rule<'a>(
        self,
        instance: &'a Instance<'_>,
        start: Square,
        seed: u64,
    ) -> Box<dyn TieBreakRule + 'a> {
        let random = || random_stream(seed, start.index());
        match self {
            Self::First => Box::new(First),
            Self::Random => Box::new(random()),
            Self::Roth => Box::new(Roth { instance }),
            Self::Pohl => Box::new(Pohl { measure: sum, random: random() }),
            Self::PohlLeast => Box::new(Pohl { measure: least, random: random() }),
            Self::Squirrel => Box::new(SquirrelRule::new(instance.board(), start)),
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(feature = "serde")]
caracole_core::serde_as_text!(TieBreak);

impl FromStr for TieBreak {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find("tie", text, Self::ALL, Self::name)
    }
}

/// Returns the random stream of a walk. It depends on the start and not on earlier walks, so that every walk
/// can be reproduced alone.
pub(super) fn random_stream(seed: u64, start: u64) -> Random {
    Random::new(seed, &format!("warnsdorff {start}"))
}

/// Breaks the ties of one walk.
pub(super) trait TieBreakRule {
    /// Updates the rule at every step, after the walk has arrived at `at`.
    fn arrive(&mut self, at: u32) {
        let _ = at;
    }

    /// Returns one of `ties`: two or more vertices, in the move order.
    fn pick(&mut self, view: &View<'_>, ties: &[u32]) -> u32;
}

struct First;

impl TieBreakRule for First {
    fn pick(&mut self, _: &View<'_>, ties: &[u32]) -> u32 {
        ties[0]
    }
}

/// Uniformly at random, with one number for each tie.
impl TieBreakRule for Random {
    fn pick(&mut self, _: &View<'_>, ties: &[u32]) -> u32 {
        ties[self.below(ties.len() as u64) as usize]
    }
}

struct Roth<'a> {
    instance: &'a Instance<'a>,
}

impl TieBreakRule for Roth<'_> {
    fn pick(&mut self, _: &View<'_>, ties: &[u32]) -> u32 {
        let board = self.instance.board();
        let distance = |&vertex: &u32| distance_from_centre(board, self.instance.square(vertex));
        // `max_by_key` returns the last maximum, and the rule takes the first.
        *ties.iter().rev().max_by_key(|vertex| distance(vertex)).unwrap_or(&ties[0])
    }
}

/// Returns the square of twice the distance from the centre of the board, which is an integer.
fn distance_from_centre(board: &Board, square: Square) -> u128 {
    let place = board.coord(square);
    [
        (place.file.index(), board.files()),
        (place.rank.index(), board.ranks()),
        (place.level.index(), board.levels()),
    ]
    .map(|(at, side)| (2 * u128::from(at)).abs_diff(u128::from(side) - 1).pow(2))
    .iter()
    .sum()
}

/// Compares the degrees of the unvisited neighbours.
struct Pohl {
    /// The measure of the degrees; the least wins.
    measure: fn(&mut dyn Iterator<Item = u32>) -> u64,
    random: Random,
}

fn sum(degrees: &mut dyn Iterator<Item = u32>) -> u64 {
    degrees.map(u64::from).sum()
}

/// All tied vertices have the same degree, so the value for an empty list does not matter.
fn least(degrees: &mut dyn Iterator<Item = u32>) -> u64 {
    degrees.min().map_or(u64::MAX, u64::from)
}

impl TieBreakRule for Pohl {
    fn pick(&mut self, view: &View<'_>, ties: &[u32]) -> u32 {
        let measure = |vertex: u32| -> u64 {
            let neighbours = view.graph.neighbours(vertex).iter();
            let mut degrees = neighbours
                .filter(|&&next| view.marks[next as usize] != Mark::Visited)
                .map(|&next| view.degrees[next as usize]);
            (self.measure)(&mut degrees)
        };
        let least = ties.iter().map(|&vertex| measure(vertex)).min();
        let best: Vec<u32> =
            ties.iter().copied().filter(|&vertex| Some(measure(vertex)) == least).collect();
        match best[..] {
            [only] => only,
            _ => self.random.pick(view, &best),
        }
    }
}
