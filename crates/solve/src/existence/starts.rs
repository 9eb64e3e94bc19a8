//! From which squares there is a tour.

use caracole_core::{Kind, Moves, Problem, Proof, Square};

use super::strip::Strip;
use super::{Decision, decide, shared};

/// The squares of a board from which there is a tour.
///
/// Kept as a rule, so that a board of 10^18 squares costs no more than a small one.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::starts;
///
/// let starts = starts(&Problem::new("5x5".parse()?)).ok_or("not a plain rectangle")?;
/// let board = starts.problem().board();
/// assert_eq!(starts.rule(), "every square of the colour of a1");
/// assert_eq!(starts.iter().count() as u64, starts.count());
/// let b1 = board.parse_square("b1")?;
/// assert!(!starts.contains(b1));
/// let proof = starts.why_not(b1).ok_or("there is a tour")?;
/// println!("{}", proof.text());
///
/// // A rule takes no room, however large the board.
/// let starts = caracole_solve::starts(&Problem::new("1000000001x1000000001".parse()?));
/// assert_eq!(starts.map(|starts| starts.count()), Some(500_000_001_000_000_001));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Starts {
    /// The question without its start.
    problem: Problem,
    extent: Extent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Extent {
    /// These and no others, in the order of their numbers.
    Listed(Vec<Square>),
    /// A region without some of its squares, in the order of their numbers.
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

/// Boards of so many squares are answered square by square.
const SMALL: u64 = 64;

/// From which squares there is a tour that answers the problem; its own start is not looked at.
///
/// `None` where [`decide`] would not decide: boards with holes, other pieces, clues.
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
    let strip = Strip::of(problem).filter(|_| problem.fixes_ends_only())?;
    let bare = Problem::new(problem.board().clone()).of_kind(problem.kind());
    let bare = match problem.end() {
        Some(end) => bare.to(end).ok()?,
        None => bare,
    };
    let extent = extent(&bare, &strip);
    Some(Starts { problem: bare, extent })
}

fn extent(problem: &Problem, strip: &Strip) -> Extent {
    let board = problem.board();
    if decide(problem) != Decision::Exists {
        return Extent::Listed(Vec::new());
    }
    let region = Region::of(problem, strip);
    if board.len() <= SMALL {
        let (listed, except): (Vec<_>, Vec<_>) = board
            .squares()
            .filter(|&square| region.contains(strip, square))
            .partition(|&square| is_start(problem, square));
        return if listed.len() < except.len() {
            Extent::Listed(listed)
        } else {
            Extent::Region { region, except }
        };
    }
    let moves = Moves::new(problem.piece(), board);
    let near_end = || problem.end().into_iter().flat_map(|end| moves.from(board, end));
    let needing = problem.end().map_or_else(Vec::new, |end| shared::needing(problem, end));
    if problem.end().is_some() && (problem.kind() == Kind::Closed || needing.len() > 1) {
        // The end of a closed tour leads home to its start; and where two squares need the end,
        // one of them is the start.
        let listed = near_end().filter(|&square| is_start(problem, square));
        return Extent::Listed(sorted(listed));
    }
    // What rules exclude lies near the short sides or near the end.
    let doubtful = strip.outskirts().chain(problem.end()).chain(near_end());
    let doubtful = doubtful.filter(|&square| region.contains(strip, square));
    Extent::Region { region, except: sorted(doubtful.filter(|&square| !is_start(problem, square))) }
}

fn sorted(squares: impl Iterator<Item = Square>) -> Vec<Square> {
    let mut squares: Vec<Square> = squares.collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

fn is_start(problem: &Problem, square: Square) -> bool {
    problem.clone().from(square).is_ok_and(|problem| decide(&problem) == Decision::Exists)
}

impl Region {
    /// What the colours and the outer lines leave of a board that has a tour.
    fn of(problem: &Problem, strip: &Strip) -> Self {
        let board = problem.board();
        let [same, other] = board.colour_counts();
        let colour = match problem.end() {
            Some(end) if same == other => Some(1 - board.colour(end)),
            _ if same != other && board.len() > 1 => Some(0),
            _ => None,
        };
        Self { outer: strip.has_outer_lines(), colour }
    }

    fn contains(self, strip: &Strip, square: Square) -> bool {
        strip.board().contains(square)
            && (!self.outer || strip.is_outer(square))
            && self.colour.is_none_or(|colour| colour == strip.board().colour(square))
    }

    fn count(self, strip: &Strip) -> u64 {
        let board = strip.board();
        match (self.outer, self.colour) {
            (false, None) => board.len(),
            (false, Some(colour)) => board.colour_counts()[usize::from(colour)],
            // Line against line of the outer two the colours are exchanged.
            (true, None) => board.len() / 2,
            (true, Some(_)) => board.len() / 4,
        }
    }
}

impl Starts {
    /// The question: the board, the kind and perhaps the end.
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// How many starts there are.
    pub fn count(&self) -> u64 {
        match &self.extent {
            Extent::Listed(squares) => squares.len() as u64,
            Extent::Region { region, except } => {
                self.strip().map_or(0, |strip| region.count(&strip)) - except.len() as u64
            }
        }
    }

    /// Is there a tour from this square?
    pub fn contains(&self, square: Square) -> bool {
        match &self.extent {
            Extent::Listed(squares) => squares.binary_search(&square).is_ok(),
            Extent::Region { region, except } => {
                self.strip().is_some_and(|strip| region.contains(&strip, square))
                    && except.binary_search(&square).is_err()
            }
        }
    }

    /// The starts in the order of their numbers. Looks at every square of the board.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.problem.board().squares().filter(|&square| self.contains(square))
    }

    /// Which squares they are, in words.
    pub fn rule(&self) -> String {
        match &self.extent {
            Extent::Listed(squares) if squares.is_empty() => "no square".to_owned(),
            Extent::Listed(squares) => format!("only {}", self.names(squares)),
            Extent::Region { region, except } if except.is_empty() => self.region_in_words(*region),
            Extent::Region { region, except } => {
                format!("{}, except {}", self.region_in_words(*region), self.names(except))
            }
        }
    }

    /// Why there is no tour from this square. `None` if there is one, and where one cannot even ask:
    /// beyond the board, and on the fixed end.
    pub fn why_not(&self, square: Square) -> Option<Proof> {
        match decide(&self.problem.clone().from(square).ok()?) {
            Decision::Impossible(proof) => Some(proof),
            Decision::Exists | Decision::Undecided => None,
        }
    }

    fn strip(&self) -> Option<Strip<'_>> {
        Strip::of(&self.problem)
    }

    fn region_in_words(&self, region: Region) -> String {
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
