//! How a constructed tour looks.

use std::fmt;
use std::str::FromStr;

use caracole_core::{Formula, Kind, Place, Problem, StopCause, UnknownWord};

use crate::{Run, Support};

use super::answer::Answer;
use super::links::Links;
use super::sides::Sides;
use super::{braid, mix};

/// How a constructed tour looks.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Construct, Look, Run, Solver};
///
/// for look in Look::ALL {
///     println!("{:8} {}", look.name(), look.about());
/// }
/// let braided = Construct { look: "braided".parse()?, ..Construct::default() };
/// assert_eq!(braided.look, Look::Braided);
/// let problem = Problem::new("20x20".parse()?).closed();
/// assert!(braided.solve(&problem, &mut Run::new()).is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Look {
    /// Small blocks beside each other.
    #[default]
    Plain,
    /// Long straight strands, with few turns and few crossings.
    Braided,
}

impl Look {
    /// All looks.
    pub const ALL: [Self; 2] = [Self::Plain, Self::Braided];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Braided => "braided",
        }
    }

    /// What it is, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Plain => "small blocks beside each other",
            Self::Braided => "long straight strands, few turns, few crossings",
        }
    }
}

impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Look {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        UnknownWord::find("look", text, Self::ALL, Self::name)
    }
}

/// A braided tour is closed, and its board not too narrow.
pub(super) fn braid_supports(problem: &Problem, is_mixed: bool) -> Support {
    let sides = Sides::of(problem.board());
    let has_both_ends = problem.start().is_some() && problem.end().is_some();
    let needs = if sides.shorter() < braid::SHORTEST {
        format!("sides of at least {}", braid::SHORTEST)
    } else if !sides.area().is_multiple_of(2) {
        "an even number of squares, because its tours are closed".to_owned()
    } else if problem.kind() == Kind::Open || has_both_ends {
        "a closed tour with one end fixed at most".to_owned()
    } else if sides.area() >= MOST_SQUARES {
        "fewer than 2^32 squares".to_owned()
    } else if is_mixed {
        let why = "a braided tour cannot be mixed, for straight strands leave nothing to switch";
        return Support::No(why.to_owned());
    } else {
        return Support::Yes;
    };
    Support::No(format!("the braided look needs {needs}"))
}

/// Squares of stored tours are numbered in 32 bits.
const MOST_SQUARES: u64 = u32::MAX as u64;

pub(super) fn braided(problem: &Problem, run: &mut Run<'_>) -> Result<Answer, StopCause> {
    let links = braid::braid(Sides::of(problem.board()), run)?;
    Ok(links.map_or(Answer::Nothing("no braid fits the board"), Answer::Tour))
}

/// Mixes a tour. A closed one stays closed, unless both its ends are fixed; the ends of an open one
/// stay where they are.
pub(super) fn mixed(
    problem: &Problem,
    answer: Answer,
    seed: u64,
    run: &mut Run<'_>,
) -> Result<Answer, StopCause> {
    let sides = Sides::of(problem.board());
    let mut links = match answer {
        Answer::Tour(links) => links,
        Answer::Formula(formula) => {
            if sides.area() >= MOST_SQUARES {
                return Err(StopCause::Memory);
            }
            linked(&*formula, problem, run)?
        }
        other => return Ok(other),
    };
    mix::mix(sides, &mut links, seed, run)?;
    Ok(Answer::Tour(links))
}

/// The squares of a formula, each linked with the next.
fn linked(formula: &dyn Formula, problem: &Problem, run: &mut Run<'_>) -> Result<Links, StopCause> {
    const PIECE: u64 = 1 << 16;
    let len = formula.board().len();
    let sides = Sides::of(formula.board());
    let square = |place: Place| sides.at(place.file.index(), place.rank.index());
    let first = formula.place_at(1);
    let memory = run.reserve(Links::bytes(len))?;
    let mut links = Links::new(len, memory, run)?;
    let mut places = vec![first; PIECE.min(len) as usize];
    let mut last = square(first);
    for step in (2..=len).step_by(PIECE as usize) {
        run.look()?;
        let places = &mut places[..PIECE.min(len + 1 - step) as usize];
        formula.walk(step, places);
        links.join_all(std::iter::once(last).chain(places.iter().copied().map(square)));
        last = square(places[places.len() - 1]);
    }
    let first = square(first);
    let has_both_ends = problem.start().is_some() && problem.end().is_some();
    if len > 2 && !has_both_ends && sides.are_a_move_apart(first, last) {
        links.join(last, first);
    }
    Ok(links)
}
