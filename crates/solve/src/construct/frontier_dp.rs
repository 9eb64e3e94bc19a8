//! Exact frontier dynamic programming over the files of a thin board.

mod state;

use std::collections::HashMap;
use std::rc::Rc;

use caracole_core::{Board, Kind, Moves, Problem, Reason, Square, Surface};
use caracole_verify::{Outcome, StopCause};

use crate::run::Answer;
use crate::{Reservation, Run, Solver, Support};

use super::{Construction, run_method, support, trivial};
use crate::links::Links;
use state::{Choice, END, Frontier, MAX_RANKS, Role, State, Step};

/// Decides thin boards exactly by frontier dynamic programming: finds a tour, or proves that none exists.
///
/// The frontier moves square by square along the longer side. A state contains only how the paths behind the
/// frontier end on it (mates), and few states exist: about a hundred on three ranks and a thousand on four. All
/// states of a layer are kept, so an empty layer proves that no tour exists. Transitions between layers are
/// cached, so that long boards cost one lookup per square.
///
/// Takes about 16 bytes per square, and much more on boards with five or six ranks, which have tens or hundreds
/// of thousands of states. Holes are supported.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Run, Solver, FrontierDp};
///
/// let problem = Problem::new("9x4".parse()?);
/// assert!(FrontierDp.solve(&problem, &mut Run::new()).is_found());
/// // Ends must lie on the outer ranks of a board with four ranks.
/// let problem = problem.start("e2")?;
/// assert!(FrontierDp.solve(&problem, &mut Run::new()).is_impossible());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FrontierDp;

/// The name on the command line and in proofs.
const NAME: &str = "sweep";

impl Solver for FrontierDp {
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
        run_method(self, problem, run, solve)
    }
}

/// The square at which the memory for all squares is reserved. Most boards without a tour have an empty layer
/// before.
const RESERVE_ALL_AT: u32 = 1000;

/// Solves a supported problem.
pub(super) fn solve(problem: &Problem, run: &mut Run<'_>) -> Result<Construction, StopCause> {
    if let Some(answer) = trivial(problem) {
        return Ok(answer);
    }
    let thin = ThinBoard::new(problem);
    let Some(area) = u32::try_from(problem.board().area()).ok().filter(|&area| area < u32::MAX)
    else {
        return Err(StopCause::Memory);
    };
    let mut layers = Layers::new(thin.frontier, thin.first_state(), run.reserve(0)?);
    for at in 0..area {
        if at % u32::from(thin.frontier.ranks) == 0 {
            run.check_limits()?;
        }
        if at == RESERVE_ALL_AT.min(area - 1) {
            layers.reserve_all(area, Links::bytes(area.into()), run)?;
        }
        layers.advance(thin.step(at), run)?;
        if layers.is_empty() {
            return Ok(exhausted(&layers));
        }
    }
    let Some(choices) = layers.trace_back() else { return Ok(exhausted(&layers)) };
    // The layers have reserved the memory of the links.
    let memory = run.reserve(0)?;
    let mut links = Links::in_memory(area.into(), memory, run)?;
    for (at, choice) in choices {
        let ahead = thin.frontier.ahead((at % u32::from(thin.frontier.ranks)) as u8);
        for (bit, by) in ahead.into_iter().enumerate() {
            if let Some(by) = by.filter(|_| choice & !END & 1 << bit != 0) {
                links.join(thin.board_number(at), thin.board_number(at + u32::from(by)));
            }
        }
    }
    Ok(Construction::Links(links))
}

/// Returns the result if no state of the last layer is a tour.
const fn exhausted(layers: &Layers) -> Construction {
    let reason = Reason::Exhausted { method: NAME, steps: layers.steps() };
    Construction::Answer(Answer::Impossible(reason))
}

/// A thin board whose squares are numbered across first, then along the longer side.
struct ThinBoard<'a> {
    board: &'a Board,
    frontier: Frontier,
    ends: Ends,
    /// The colour of an end that is not given. Colours alternate along a tour, so both ends have the majority
    /// colour if one exists; otherwise they differ.
    colour: Option<u8>,
    /// The highest number of a square.
    last_square: u64,
}

/// The squares that can be ends.
enum Ends {
    /// No square: the tour is closed.
    None,
    /// Any two.
    Any,
    /// The given one, and any other that is not in the list.
    One(u64, Vec<u64>),
    /// The given two.
    Both([u64; 2]),
}

impl<'a> ThinBoard<'a> {
    fn new(problem: &'a Problem) -> Self {
        let board = problem.board();
        let ranks = board.files().min(board.ranks()) as u8;
        let frontier = Frontier { ranks, ends_apart: false };
        let mut thin = Self { board, frontier, ends: Ends::None, colour: None, last_square: 0 };
        thin.last_square =
            (0..board.area()).rev().find(|&at| thin.is_square(at)).unwrap_or_default();
        // The ends of a path of two squares are a move apart, but the tour is not closed.
        let apart = problem.kind() == Kind::Open && board.len() > 2;
        thin.ends = match (problem.start_square(), problem.end_square()) {
            (Some(start), Some(end)) => Ends::Both([start, end].map(|end| thin.number(end))),
            _ if problem.kind() == Kind::Closed => Ends::None,
            (Some(end), None) | (None, Some(end)) => {
                let moves = Moves::new(problem.piece(), board);
                let adjacent = moves.from(board, end).map(|to| thin.number(to));
                let adjacent = if apart { adjacent.collect() } else { Vec::new() };
                thin.colour = match board.colour_counts() {
                    [first, second] if first == second => Some(1 - board.colour(end)),
                    counts => majority(counts),
                };
                Ends::One(thin.number(end), adjacent)
            }
            (None, None) => {
                thin.colour = majority(board.colour_counts());
                Ends::Any
            }
        };
        thin.frontier.ends_apart = apart && matches!(thin.ends, Ends::Any);
        thin
    }

    /// Returns the number of a square of the board.
    const fn number(&self, square: Square) -> u64 {
        let (files, ranks) = (self.board.files() as u64, self.board.ranks() as u64);
        let (file, rank) = (square.index() % files, square.index() / files);
        if ranks <= files { file * ranks + rank } else { square.index() }
    }

    /// Returns the index on the board of a number.
    const fn board_number(&self, at: u32) -> u32 {
        let (files, ranks) = (self.board.files(), self.board.ranks());
        if ranks <= files { at % ranks * files + at / ranks } else { at }
    }

    fn is_square(&self, at: u64) -> bool {
        let (files, ranks) = (u64::from(self.board.files()), u64::from(self.board.ranks()));
        let index = if ranks <= files { at % ranks * files + at / ranks } else { at };
        at < self.board.area() && self.board.contains(Square::from_index(index))
    }

    fn first_state(&self) -> State {
        let has_ends = !matches!(self.ends, Ends::None);
        self.frontier.first(has_ends, |slot| self.is_square(slot.into()))
    }

    fn step(&self, at: u32) -> Step {
        let number = u64::from(at);
        let role = match &self.ends {
            _ if !self.is_square(number) => Role::Inner,
            Ends::One(end, _) if *end == number => Role::MustEnd,
            Ends::One(_, adjacent) if adjacent.contains(&number) => Role::Inner,
            Ends::Both(ends) if ends.contains(&number) => Role::MustEnd,
            Ends::Both(_) | Ends::None => Role::Inner,
            Ends::One(..) | Ends::Any => {
                let colour = self.board.colour(Square::from_index(self.board_number(at).into()));
                let fits = self.colour.is_none_or(|needed| needed == colour);
                if fits { Role::MayEnd } else { Role::Inner }
            }
        };
        let width = u64::from(self.frontier.width());
        Step {
            rank: (at % u32::from(self.frontier.ranks)) as u8,
            role,
            enters_square: self.is_square(number + width),
            is_last_frontier: self.last_square < number + width,
        }
    }
}

/// Returns the majority colour, if one exists.
const fn majority([first, second]: [u64; 2]) -> Option<u8> {
    if first == second { None } else { Some((first < second) as u8) }
}

/// The possible states after the squares so far, in rising order.
type Layer = Rc<[State]>;

/// All layers and the transitions between them.
///
/// A layer and a step determine the next layer, and on a long board both soon repeat. So each layer and each
/// transition is stored once.
struct Layers {
    frontier: Frontier,
    stored: Vec<Layer>,
    numbers: HashMap<Layer, usize>,
    transitions: Vec<Transition>,
    cached: HashMap<(usize, Step), u32>,
    /// The transition to each layer after the first.
    trace: Vec<u32>,
    now: usize,
    steps: u64,
    /// The bytes of layers and transitions.
    bytes: u64,
    /// The bytes reserved for all squares of the board.
    reserve_all: u64,
    memory: Reservation,
}

/// A transition to a layer from the one before.
struct Transition {
    layer: usize,
    /// For each state of the layer its predecessor and the choice between them.
    parents: Box<[(u32, Choice)]>,
}

/// A state in its layer, and its parent in the transition.
const STATE_BYTES: u64 = (size_of::<State>() + size_of::<(u32, Choice)>()) as u64;
/// A layer in its list and in the table of numbers, its transition, and the cached step.
const LAYER_BYTES: u64 = 256;

impl Layers {
    fn new(frontier: Frontier, first: State, memory: Reservation) -> Self {
        let first: Layer = Rc::new([first]);
        Self {
            frontier,
            stored: vec![Rc::clone(&first)],
            numbers: HashMap::from([(first, 0)]),
            transitions: Vec::new(),
            cached: HashMap::new(),
            trace: Vec::new(),
            now: 0,
            steps: 0,
            bytes: 0,
            reserve_all: 0,
            memory,
        }
    }

    /// Reserves the memory for all `squares` squares, and `more` bytes.
    fn reserve_all(&mut self, squares: u32, more: u64, run: &Run<'_>) -> Result<(), StopCause> {
        self.reserve_all = size_of::<u32>() as u64 * u64::from(squares) + more;
        let bytes = self.bytes();
        self.memory.resize(bytes, run)?;
        self.trace.reserve_exact(squares as usize - self.trace.len());
        Ok(())
    }

    /// Advances to the layer after one more square.
    fn advance(&mut self, step: Step, run: &mut Run<'_>) -> Result<(), StopCause> {
        let transition = match self.cached.get(&(self.now, step)) {
            Some(&transition) => transition,
            None => self.expand_layer(step, run)?,
        };
        self.trace.push(transition);
        self.now = self.transitions[transition as usize].layer;
        Ok(())
    }

    /// Computes the next layer.
    fn expand_layer(&mut self, step: Step, run: &mut Run<'_>) -> Result<u32, StopCause> {
        const STATES_BETWEEN_CHECKS: usize = 4096;
        let mut found: Vec<(State, u32, Choice)> = Vec::new();
        let states = Rc::clone(&self.stored[self.now]);
        let mut parent = 0;
        for chunk in states.chunks(STATES_BETWEEN_CHECKS) {
            for &state in chunk {
                self.frontier.expand(state, step, |next, choice| {
                    found.push((next, parent, choice));
                });
                parent += 1;
            }
            // No square is visited here, so the run counts no steps.
            run.check_limits()?;
            let found = found.capacity() * size_of::<(State, u32, Choice)>();
            let bytes = self.bytes() + found as u64;
            self.memory.resize(bytes, run)?;
        }
        self.steps += found.len() as u64;
        found.sort_unstable();
        found.dedup_by_key(|&mut (state, ..)| state);
        let layer: Layer = found.iter().map(|&(state, ..)| state).collect();
        let parents = found.into_iter().map(|(_, parent, choice)| (parent, choice)).collect();
        self.bytes += layer.len() as u64 * STATE_BYTES + LAYER_BYTES;
        let next = self.stored.len();
        let layer = *self.numbers.entry(layer).or_insert_with_key(|layer| {
            self.stored.push(Rc::clone(layer));
            next
        });
        let transition = self.transitions.len() as u32;
        self.transitions.push(Transition { layer, parents });
        self.cached.insert((self.now, step), transition);
        Ok(transition)
    }

    /// Returns true if the layer has no state.
    fn is_empty(&self) -> bool {
        self.stored[self.now].is_empty()
    }

    /// Returns the number of transitions between states that were computed.
    const fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the approximate bytes of the layers, with the reserved ones.
    const fn bytes(&self) -> u64 {
        self.bytes + self.reserve_all
    }

    /// Returns the choices that lead to the final state, from the last square to the first; `None` if the state was
    /// not reached.
    fn trace_back(&self) -> Option<impl Iterator<Item = (u32, Choice)> + '_> {
        let mut at = self.stored[self.now].binary_search(&self.frontier.last()).ok()?;
        Some((0..self.trace.len() as u32).rev().map(move |square| {
            let transition = &self.transitions[self.trace[square as usize] as usize];
            let (parent, choice) = transition.parents[at];
            at = parent as usize;
            (square, choice)
        }))
    }
}

#[cfg(test)]
mod tests;
