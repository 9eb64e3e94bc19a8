//! What is done when several squares are equally lonely.

use std::fmt;
use std::str::FromStr;

use caracole_core::{Board, Square, UnknownWord};

use super::super::task::Task;
use super::squirrel::Switching;
use super::walk::{Mark, View};
use crate::Random;

/// A rule for ties.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, Solver, Tie, Warnsdorff};
///
/// let problem = Problem::new("8x8".parse()?).from("a1")?;
/// for tie in Tie::ALL {
///     let rule = Warnsdorff { tie, ..Warnsdorff::default() };
///     let outcome = rule.solve(&problem, &mut Run::new());
///     println!("{:10} {}: {}", tie.name(), tie.about(), outcome.word());
/// }
/// assert_eq!("roth".parse(), Ok(Tie::Roth));
/// // A graph has no centre to be far from.
/// assert!(Tie::Roth.needs_board() && !Tie::Pohl.needs_board());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tie {
    /// The first in the order of the moves.
    #[default]
    First,
    /// Any of them, each equally likely. Every walk has its own stream of chance, which depends
    /// on the seed and the start.
    Random,
    /// Roth 1994: the farthest from the centre of the board, as the crow flies; then the first in
    /// the order of the moves.
    Roth,
    /// Pohl 1967: the one whose own unvisited neighbours have the fewest unvisited neighbours in
    /// sum; then any of them, as in [`Tie::Random`].
    Pohl,
    /// Pohl's rule read otherwise: the one that has the loneliest unvisited neighbour, by the least
    /// of their numbers of unvisited neighbours instead of the sum; then any of them, as in
    /// [`Tie::Random`].
    PohlLeast,
    /// Squirrel and Cull 1996: the first in an order of the moves that changes on certain squares.
    /// On square boards of side 5 or more, from a corner. Known to fail on side 74, and on no
    /// other up to 1000.
    Squirrel,
}

impl Tie {
    /// All rules.
    pub const ALL: [Self; 6] =
        [Self::First, Self::Random, Self::Roth, Self::Pohl, Self::PohlLeast, Self::Squirrel];

    /// What it does, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::First => "the first in the order of moves",
            Self::Random => "any of them, by the seed",
            Self::Roth => "the farthest from the centre",
            Self::Pohl => "the one whose neighbours have the fewest ways on",
            Self::PohlLeast => "the one that has the loneliest neighbour",
            Self::Squirrel => "by a table of orders, from a corner of a square board",
        }
    }

    /// The name on the command line.
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
    /// use caracole_solve::Tie;
    ///
    /// assert!(Tie::Random.is_random() && Tie::Pohl.is_random() && !Tie::Roth.is_random());
    /// ```
    pub const fn is_random(self) -> bool {
        matches!(self, Self::Random | Self::Pohl | Self::PohlLeast)
    }

    /// Does it look at places, so that it means nothing on a graph without a board?
    pub const fn needs_board(self) -> bool {
        matches!(self, Self::Roth | Self::Squirrel)
    }

    /// Does it look at squares two moves away?
    pub(super) const fn looks_further(self) -> bool {
        matches!(self, Self::Pohl | Self::PohlLeast)
    }

    /// The rule at work in one walk from `start` on a board.
    pub(super) fn on_board<'a>(
        self,
        task: &'a Task<'_>,
        start: Square,
        seed: u64,
    ) -> Box<dyn TieBreak + 'a> {
        match self {
            Self::First => Box::new(First),
            Self::Random => Box::new(stream(seed, start.index())),
            Self::Pohl => Box::new(Pohl { measure: sum, random: stream(seed, start.index()) }),
            Self::PohlLeast => {
                Box::new(Pohl { measure: least, random: stream(seed, start.index()) })
            }
            Self::Roth => Box::new(Roth { task }),
            Self::Squirrel => Box::new(Switching::new(task.board(), start)),
        }
    }

    /// The rule at work in one walk from `start` on a graph; `None` if it needs a board.
    pub(super) fn on_graph(self, start: u32, seed: u64) -> Option<Box<dyn TieBreak>> {
        match self {
            Self::First => Some(Box::new(First)),
            Self::Random => Some(Box::new(stream(seed, start.into()))),
            Self::Pohl => Some(Box::new(Pohl { measure: sum, random: stream(seed, start.into()) })),
            Self::PohlLeast => {
                Some(Box::new(Pohl { measure: least, random: stream(seed, start.into()) }))
            }
            Self::Roth | Self::Squirrel => None,
        }
    }
}

impl fmt::Display for Tie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Tie {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        UnknownWord::find("tie", text, Self::ALL, Self::name)
    }
}

/// The stream of chance of a walk. It depends on the start and not on the walks before, so that a
/// walk can be told again alone.
pub(super) fn stream(seed: u64, start: u64) -> Random {
    Random::new(seed, &format!("warnsdorff {start}"))
}

/// Breaks the ties of one walk.
pub(super) trait TieBreak {
    /// The knight has come to `at`. Called at every step.
    fn arrive(&mut self, at: u32) {
        let _ = at;
    }

    /// One of `equals`: two or more vertices, in the order of the moves.
    fn pick(&mut self, view: &View<'_>, equals: &[u32]) -> u32;
}

struct First;

impl TieBreak for First {
    fn pick(&mut self, _: &View<'_>, equals: &[u32]) -> u32 {
        equals[0]
    }
}

/// At random. One number is drawn for each tie.
impl TieBreak for Random {
    fn pick(&mut self, _: &View<'_>, equals: &[u32]) -> u32 {
        equals[self.below(equals.len() as u64) as usize]
    }
}

struct Roth<'a> {
    task: &'a Task<'a>,
}

impl TieBreak for Roth<'_> {
    fn pick(&mut self, _: &View<'_>, equals: &[u32]) -> u32 {
        let board = self.task.board();
        let distance = |&vertex: &u32| from_centre(board, self.task.square(vertex));
        // `max_by_key` gives the last of equals; we want the first.
        *equals.iter().rev().max_by_key(|vertex| distance(vertex)).unwrap_or(&equals[0])
    }
}

/// The square of twice the distance from the centre of the board, which is a whole number.
fn from_centre(board: &Board, square: Square) -> u128 {
    let place = board.place(square);
    [
        (place.file.index(), board.files()),
        (place.rank.index(), board.ranks()),
        (place.level.index(), board.levels()),
    ]
    .map(|(at, side)| (2 * u128::from(at)).abs_diff(u128::from(side) - 1).pow(2))
    .iter()
    .sum()
}

/// Looks at the ways on from the unvisited neighbours of each equal.
struct Pohl {
    /// What they come to; the least wins.
    measure: fn(&mut dyn Iterator<Item = u32>) -> u64,
    random: Random,
}

fn sum(ways: &mut dyn Iterator<Item = u32>) -> u64 {
    ways.map(u64::from).sum()
}

/// Equals have equally many unvisited neighbours. So if one has none, all have none, and it does
/// not matter what the least of nothing is.
fn least(ways: &mut dyn Iterator<Item = u32>) -> u64 {
    ways.min().map_or(u64::MAX, u64::from)
}

impl TieBreak for Pohl {
    fn pick(&mut self, view: &View<'_>, equals: &[u32]) -> u32 {
        let measure = |vertex: u32| -> u64 {
            let neighbours = view.graph.neighbours(vertex).iter();
            let mut ways = neighbours
                .filter(|&&next| view.marks[next as usize] != Mark::Visited)
                .map(|&next| view.onward[next as usize]);
            (self.measure)(&mut ways)
        };
        let least = equals.iter().map(|&vertex| measure(vertex)).min();
        let best: Vec<u32> =
            equals.iter().copied().filter(|&vertex| Some(measure(vertex)) == least).collect();
        match best[..] {
            [only] => only,
            _ => self.random.pick(view, &best),
        }
    }
}
