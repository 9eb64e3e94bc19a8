//! The squares from which a tour exists.

use caracole_core::{Certificate, Kind, Moves, Problem, Square};

use super::elementary::neighbours_with_two_moves;
use super::rectangle::Rectangle;
use super::{Decision, decide};

/// The squares of a board from which a tour exists.
///
/// They are stored as a rule, so a board of 10^18 squares takes no more memory than a small one.
///
/// ```
/// use caracole_explain::Explain;
/// use caracole_core::Problem;
/// use caracole_solve::starts;
///
/// let starts = starts(&Problem::new("5x5".parse()?)).ok_or("not a plain rectangle")?;
/// let board = starts.problem().board();
/// assert_eq!(starts.rule(), "every square of the colour of a1");
/// assert_eq!(starts.iter().count() as u64, starts.count());
/// let b1 = board.parse_square("b1")?;
/// assert!(!starts.contains(b1));
/// let proof = starts.why_not(b1).ok_or("a tour exists")?;
/// println!("{}", proof.text());
///
/// // The size of the rule does not depend on the size of the board.
/// let starts = caracole_solve::starts(&Problem::new("1000000001x1000000001".parse()?));
/// assert_eq!(starts.map(|starts| starts.count()), Some(500_000_001_000_000_001));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Starts {
    /// The problem without its start.
    problem: Problem,
    extent: Extent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Extent {
    /// These squares, in increasing order.
    Listed(Vec<Square>),
    /// A region without some of its squares, in increasing order.
    Region { region: Region, except: Vec<Square> },
}

/// A simple part of a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Region {
    /// Only the outer lines of a board with a side of four.
    outer: bool,
    /// Only the squares of this colour.
    colour: Option<u8>,
}

/// The maximum number of squares of boards that are decided square by square.
const SMALL: u64 = 64;

/// Returns the squares from which a tour of the problem exists. The start of the problem is ignored.
///
/// `None` for problems that [`decide`] may leave undecided: boards with holes, other pieces, clues.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::starts;
///
/// let starts = starts(&Problem::new("6x4".parse()?)).ok_or("not a plain rectangle")?;
/// assert_eq!(starts.count(), 12);
/// assert_eq!(starts.rule(), "the squares of the outer ranks 1 and 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn starts(problem: &Problem) -> Option<Starts> {
    let rectangle = Rectangle::of(problem).filter(|_| problem.fixes_ends_only())?;
    let open_start = Problem::new(problem.board().clone()).of_kind(problem.kind());
    let open_start = match problem.end_square() {
        Some(end) => open_start.end(end).ok()?,
        None => open_start,
    };
    let extent = extent(&open_start, &rectangle);
    Some(Starts { problem: open_start, extent })
}

fn extent(problem: &Problem, rectangle: &Rectangle) -> Extent {
    let board = problem.board();
    if decide(problem) != Decision::Exists {
        return Extent::Listed(Vec::new());
    }
    let region = Region::of(problem, rectangle);
    if board.len() <= SMALL {
        let (listed, except): (Vec<_>, Vec<_>) = board
            .squares()
            .filter(|&square| region.contains(rectangle, square))
            .partition(|&square| is_start(problem, square));
        return if listed.len() < except.len() {
            Extent::Listed(listed)
        } else {
            Extent::Region { region, except }
        };
    }
    let moves = Moves::new(problem.piece(), board);
    let near_end = || problem.end_square().into_iter().flat_map(|end| moves.from(board, end));
    let needing =
        problem.end_square().map_or_else(Vec::new, |end| neighbours_with_two_moves(problem, end));
    if problem.end_square().is_some() && (problem.kind() == Kind::Closed || needing.len() > 1) {
        // The ends of a closed tour are adjacent. If two squares need the end, one of them is the start.
        let listed = near_end().filter(|&square| is_start(problem, square));
        return Extent::Listed(sorted(listed));
    }
    // Rules exclude only squares near the short sides or near the end.
    let candidates = rectangle.outskirts().chain(problem.end_square()).chain(near_end());
    let candidates = candidates.filter(|&square| region.contains(rectangle, square));
    Extent::Region {
        region,
        except: sorted(candidates.filter(|&square| !is_start(problem, square))),
    }
}

fn sorted(squares: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut squares: Vec<Square> = squares.collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

fn is_start(problem: &Problem, square: Square) -> bool {
    problem.clone().start(square).is_ok_and(|problem| decide(&problem) == Decision::Exists)
}

impl Region {
    /// Returns the squares that colours and outer lines allow, on a board that has a tour.
    fn of(problem: &Problem, rectangle: &Rectangle) -> Self {
        let board = problem.board();
        let [same, other] = board.colour_counts();
        let colour = match problem.end_square() {
            Some(end) if same == other => Some(1 - board.colour(end)),
            _ if same != other && board.len() > 1 => Some(0),
            _ => None,
        };
        Self { outer: rectangle.has_outer_lines(), colour }
    }

    fn contains(self, rectangle: &Rectangle, square: Square) -> bool {
        rectangle.board().contains(square)
            && (!self.outer || rectangle.is_outer(square))
            && self.colour.is_none_or(|colour| colour == rectangle.board().colour(square))
    }

    fn count(self, rectangle: &Rectangle) -> u64 {
        let board = rectangle.board();
        match (self.outer, self.colour) {
            (false, None) => board.len(),
            (false, Some(colour)) => board.colour_counts()[usize::from(colour)],
            // The two outer lines have exchanged colours.
            (true, None) => board.len() / 2,
            (true, Some(_)) => board.len() / 4,
        }
    }
}

impl Starts {
    /// Returns the problem: the board, the kind, and the end if it is given.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Returns the number of starts.
    pub fn count(&self) -> u64 {
        match &self.extent {
            Extent::Listed(squares) => squares.len() as u64,
            Extent::Region { region, except } => {
                self.rectangle().map_or(0, |rectangle| region.count(&rectangle))
                    - except.len() as u64
            }
        }
    }

    /// Returns true if a tour from this square exists.
    pub fn contains(&self, square: Square) -> bool {
        match &self.extent {
            Extent::Listed(squares) => squares.binary_search(&square).is_ok(),
            Extent::Region { region, except } => {
                self.rectangle().is_some_and(|rectangle| region.contains(&rectangle, square))
                    && except.binary_search(&square).is_err()
            }
        }
    }

    /// Returns the starts in increasing order. Visits every square of the board.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.problem.board().squares().filter(|&square| self.contains(square))
    }

    /// Describes the squares.
    pub fn rule(&self) -> String {
        match &self.extent {
            Extent::Listed(squares) if squares.is_empty() => "no square".to_owned(),
            Extent::Listed(squares) => format!("only {}", self.names(squares)),
            Extent::Region { region, except } if except.is_empty() => self.describe_region(*region),
            Extent::Region { region, except } => {
                format!("{}, except {}", self.describe_region(*region), self.names(except))
            }
        }
    }

    /// Returns the reason why no tour from this square exists. `None` if a tour exists, and for squares that cannot
    /// be a start: squares that are not on the board, and the given end.
    pub fn why_not(&self, square: Square) -> Option<Certificate> {
        match decide(&self.problem.clone().start(square).ok()?) {
            Decision::Impossible(proof) => Some(proof),
            Decision::Exists | Decision::Undecided => None,
        }
    }

    fn rectangle(&self) -> Option<Rectangle<'_>> {
        Rectangle::of(&self.problem)
    }

    fn describe_region(&self, region: Region) -> String {
        let board = self.problem.board();
        let colour = match region.colour {
            None => "",
            Some(0) => " of the colour of a1",
            Some(_) => " of the colour of b1",
        };
        match region.outer {
            false => format!("every square{colour}"),
            true if board.ranks() == 4 => format!("the squares of the outer ranks 1 and 4{colour}"),
            true => format!("the squares of the outer files a and d{colour}"),
        }
    }

    fn names(&self, squares: &[Square]) -> String {
        let board = self.problem.board();
        let names: Vec<String> = squares.iter().map(|&square| board.name(square)).collect();
        match names.split_last() {
            Some((last, before)) if !before.is_empty() => {
                format!("{} and {last}", before.join(", "))
            }
            Some((only, _)) => only.clone(),
            None => String::new(),
        }
    }
}
