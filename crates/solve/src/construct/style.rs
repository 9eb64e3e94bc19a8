//! Styles of constructed tours.

use std::fmt;
use std::str::FromStr;

use caracole_core::{Coord, Formula, Kind, Problem, UnknownName};
use caracole_verify::StopCause;

use crate::{Run, Support};

use super::outcome::Construction;
use super::sides::Sides;
use super::{braid, failed, mix};
use crate::links::Links;

/// The style of a constructed tour.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Construct, ConstructionStyle, Run, Solver};
///
/// for style in ConstructionStyle::ALL {
///     println!("{:8} {}", style.name(), style.about());
/// }
/// let braided = Construct { style: "braided".parse()?, ..Construct::default() };
/// assert_eq!(braided.style, ConstructionStyle::Braided);
/// let problem = Problem::new("20x20".parse()?).closed();
/// assert!(braided.solve(&problem, &mut Run::new()).is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConstructionStyle {
    /// Small adjacent blocks.
    #[default]
    Plain,
    /// Long straight strands, with few turns and few crossings.
    Braided,
}

impl ConstructionStyle {
    /// All styles.
    pub const ALL: [Self; 2] = [Self::Plain, Self::Braided];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Braided => "braided",
        }
    }

    /// Returns a description in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Plain => "small blocks beside each other",
            Self::Braided => "long straight strands, few turns, few crossings",
        }
    }
}

impl fmt::Display for ConstructionStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ConstructionStyle {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find("look", text, Self::ALL, Self::name)
    }
}

/// Returns the support of the braided style: closed tours of boards that are not too narrow.
pub(super) fn braid_supports(problem: &Problem, is_mixed: bool) -> Support {
    let sides = Sides::of(problem.board());
    let has_both_ends = problem.start_square().is_some() && problem.end_square().is_some();
    let needs = if sides.shorter() < braid::SHORTEST {
        format!("sides of at least {}", braid::SHORTEST)
    } else if !sides.area().is_multiple_of(2) {
        "an even number of squares, because its tours are closed".to_owned()
    } else if problem.kind() == Kind::Open || has_both_ends {
        "a closed tour with one end fixed at most".to_owned()
    } else if sides.area() >= MAX_SQUARES {
        "fewer than 2^32 squares".to_owned()
    } else if is_mixed {
        let why =
            "a braided tour cannot be mixed, because straight strands have no moves to switch";
        return Support::No(why.to_owned());
    } else {
        return Support::Yes;
    };
    Support::No(format!("the braided look needs {needs}"))
}

/// Squares of stored tours have 32-bit indices.
const MAX_SQUARES: u64 = u32::MAX as u64;

/// Builds a braided tour.
pub(super) fn braided(problem: &Problem, run: &mut Run<'_>) -> Result<Construction, StopCause> {
    let links = braid::braid(Sides::of(problem.board()), run)?;
    Ok(links.map_or_else(|| failed("no braid fits the board"), Construction::Links))
}

/// Mixes a tour. A closed tour stays closed unless both its ends are given. The ends of an open tour stay.
pub(super) fn mixed(
    problem: &Problem,
    construction: Construction,
    seed: u64,
    run: &mut Run<'_>,
) -> Result<Construction, StopCause> {
    let sides = Sides::of(problem.board());
    let mut links = match construction {
        Construction::Links(links) => links,
        Construction::Formula(formula) => {
            if sides.area() >= MAX_SQUARES {
                return Err(StopCause::Memory);
            }
            linked(&*formula, problem, run)?
        }
        answer @ Construction::Answer(_) => return Ok(answer),
    };
    mix::mix(sides, &mut links, seed, run)?;
    Ok(Construction::Links(links))
}

/// Returns the links of a formula.
fn linked(formula: &dyn Formula, problem: &Problem, run: &mut Run<'_>) -> Result<Links, StopCause> {
    const CHUNK: u64 = 1 << 16;
    let len = formula.board().len();
    let sides = Sides::of(formula.board());
    let square = |place: Coord| sides.at(place.file.index(), place.rank.index());
    let first = formula.coord_at(1);
    let memory = run.reserve(Links::bytes(len))?;
    let mut links = Links::in_memory(len, memory, run)?;
    let mut places = vec![first; CHUNK.min(len) as usize];
    let mut last = square(first);
    for step in (2..=len).step_by(CHUNK as usize) {
        run.check_limits()?;
        let places = &mut places[..CHUNK.min(len + 1 - step) as usize];
        formula.walk(step, places);
        links.join_all(std::iter::once(last).chain(places.iter().copied().map(square)));
        last = square(places[places.len() - 1]);
    }
    let first = square(first);
    let has_both_ends = problem.start_square().is_some() && problem.end_square().is_some();
    if len > 2 && !has_both_ends && sides.are_adjacent(first, last) {
        links.join(last, first);
    }
    Ok(links)
}
