//! The exact sweep over the files of a thin board.

mod layers;
mod state;

use caracole_core::{Board, Kind, Moves, Outcome, Problem, Square, StopCause, Surface};

use crate::{Run, Solver, Support};

use super::links::Links;
use super::{Answer, answered, at_once, support};
use layers::Layers;
use state::{END, Frontier, MAX_RANKS, Role, Step};

/// Decides thin boards exactly: finds a tour, or proves that there is none.
///
/// The board is swept square by square along its longer side. Of all that can stand behind the
/// edge of the sweep only the joints at the edge matter, and of those there are few: about a
/// hundred on three ranks and a thousand on four. All of them are carried along together, so that
/// an end without any proves that there is no tour. Wherever the edge has looked the same before,
/// the work is remembered, so that long boards cost a glance for each square.
///
/// Takes about 16 bytes a square, and much more than that on boards with five or six ranks, where
/// the joints are tens and hundreds of thousands. Holes are no trouble.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, Solver, Sweep};
///
/// let problem = Problem::new("9x4".parse()?);
/// assert!(Sweep.solve(&problem, &mut Run::new()).is_found());
/// // Ends must lie on the outer ranks of a board with four ranks.
/// let problem = problem.from("e2")?;
/// assert!(Sweep.solve(&problem, &mut Run::new()).is_impossible());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Sweep;

/// Its name, on the command line and in proofs.
pub(super) const NAME: &str = "sweep";

impl Solver for Sweep {
    fn name(&self) -> &'static str {
        NAME
    }

    fn supports(&self, problem: &Problem) -> Support {
        let board = problem.board();
        let needs = if board.surface() != Surface::Flat || board.is_box() {
            Some("a flat board")
        } else if board.files().min(board.ranks()) > u32::from(MAX_RANKS) {
            Some("a side of at most 6")
        } else {
            None
        };
        support(NAME, needs, problem)
    }

    fn solve(&self, problem: &Problem, run: &mut Run<'_>) -> Outcome {
        answered(self, problem, run, sweep)
    }
}

/// Boards that have no tour mostly show it within so many squares, and need no memory for the rest.
const EARLY: u32 = 1000;

/// Sweeps over the board of a problem that is supported.
pub(super) fn sweep(problem: &Problem, run: &mut Run<'_>) -> Result<Answer, StopCause> {
    if let Some(answer) = at_once(problem) {
        return Ok(answer);
    }
    let strip = Strip::new(problem);
    let Some(area) = u32::try_from(problem.board().area()).ok().filter(|&area| area < u32::MAX)
    else {
        return Err(StopCause::Memory);
    };
    let mut layers = Layers::new(strip.frontier, strip.first_state(), run.reserve(0)?);
    for at in 0..area {
        if at % u32::from(strip.frontier.ranks) == 0 {
            run.look()?;
        }
        if at == EARLY.min(area - 1) {
            layers.set_aside(area, Links::bytes(area.into()), run)?;
        }
        layers.advance(strip.step(at), run)?;
        if layers.is_empty() {
            return Ok(Answer::Exhausted { steps: layers.steps() });
        }
    }
    let Some(choices) = layers.trace_back() else {
        return Ok(Answer::Exhausted { steps: layers.steps() });
    };
    // The layers have reserved the memory of the links.
    let memory = run.reserve(0)?;
    let mut links = Links::new(area.into(), memory, run)?;
    for (at, choice) in choices {
        let ahead = strip.frontier.ahead((at % u32::from(strip.frontier.ranks)) as u8);
        for (bit, by) in ahead.into_iter().enumerate() {
            if let Some(by) = by.filter(|_| choice & !END & 1 << bit != 0) {
                links.join(strip.board_number(at), strip.board_number(at + u32::from(by)));
            }
        }
    }
    Ok(Answer::Tour(links))
}

/// A thin board seen along its longer side: squares are numbered across first.
struct Strip<'a> {
    board: &'a Board,
    frontier: Frontier,
    ends: Ends,
    /// The colour that an end must have where it is not given. Colours alternate along a tour, so
    /// where there are more squares of one colour, both ends have it; else they differ.
    colour: Option<u8>,
    /// The last number that is a square.
    last_square: u64,
}

/// Which squares may be ends.
enum Ends {
    /// None: the tour is closed.
    None,
    /// Any two.
    Any,
    /// This one, and any other that is not among the second.
    One(u64, Vec<u64>),
    /// These.
    Both([u64; 2]),
}

impl<'a> Strip<'a> {
    fn new(problem: &'a Problem) -> Self {
        let board = problem.board();
        let ranks = board.files().min(board.ranks()) as u8;
        let frontier = Frontier { ranks, ends_apart: false };
        let mut strip = Self { board, frontier, ends: Ends::None, colour: None, last_square: 0 };
        strip.last_square =
            (0..board.area()).rev().find(|&at| strip.is_square(at)).unwrap_or_default();
        // The two ends of a path of two squares are a move apart, and yet it is no closed tour.
        let apart = problem.kind() == Kind::Open && board.len() > 2;
        strip.ends = match (problem.start(), problem.end()) {
            (Some(start), Some(end)) => Ends::Both([start, end].map(|end| strip.number(end))),
            _ if problem.kind() == Kind::Closed => Ends::None,
            (Some(end), None) | (None, Some(end)) => {
                let moves = Moves::new(problem.piece(), board);
                let too_close = moves.from(board, end).map(|to| strip.number(to));
                let too_close = if apart { too_close.collect() } else { Vec::new() };
                strip.colour = match board.colour_counts() {
                    [first, second] if first == second => Some(1 - board.colour(end)),
                    counts => majority(counts),
                };
                Ends::One(strip.number(end), too_close)
            }
            (None, None) => {
                strip.colour = majority(board.colour_counts());
                Ends::Any
            }
        };
        strip.frontier.ends_apart = apart && matches!(strip.ends, Ends::Any);
        strip
    }

    /// The number across of a square of the board.
    const fn number(&self, square: Square) -> u64 {
        let (files, ranks) = (self.board.files() as u64, self.board.ranks() as u64);
        let (file, rank) = (square.index() % files, square.index() / files);
        if ranks <= files { file * ranks + rank } else { square.index() }
    }

    /// The board's number of a number across.
    const fn board_number(&self, at: u32) -> u32 {
        let (files, ranks) = (self.board.files(), self.board.ranks());
        if ranks <= files { at % ranks * files + at / ranks } else { at }
    }

    fn is_square(&self, at: u64) -> bool {
        let (files, ranks) = (u64::from(self.board.files()), u64::from(self.board.ranks()));
        let index = if ranks <= files { at % ranks * files + at / ranks } else { at };
        at < self.board.area() && self.board.contains(Square::from_index(index))
    }

    fn first_state(&self) -> state::State {
        let has_ends = !matches!(self.ends, Ends::None);
        self.frontier.first(has_ends, |slot| self.is_square(slot.into()))
    }

    fn step(&self, at: u32) -> Step {
        let number = u64::from(at);
        let role = match &self.ends {
            _ if !self.is_square(number) => Role::Inner,
            Ends::One(end, _) if *end == number => Role::MustEnd,
            Ends::One(_, too_close) if too_close.contains(&number) => Role::Inner,
            Ends::Both(ends) if ends.contains(&number) => Role::MustEnd,
            Ends::Both(_) | Ends::None => Role::Inner,
            Ends::One(..) | Ends::Any => {
                let colour = self.board.colour(Square::from_index(self.board_number(at).into()));
                let fits = self.colour.is_none_or(|needed| needed == colour);
                if fits { Role::MayEnd } else { Role::Inner }
            }
        };
        let view = u64::from(self.frontier.view());
        Step {
            rank: (at % u32::from(self.frontier.ranks)) as u8,
            role,
            meets_square: self.is_square(number + view),
            sees_all: self.last_square < number + view,
        }
    }
}

/// The colour that has more squares, if one has.
const fn majority([first, second]: [u64; 2]) -> Option<u8> {
    if first == second { None } else { Some((first < second) as u8) }
}

#[cfg(test)]
mod tests;
