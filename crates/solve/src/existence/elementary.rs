//! Elementary reasons, which hold on any board: colours, ends, degrees, components.

use std::convert::Infallible;

use caracole_core::{Graph, Kind, MoveGraph, Moves, Problem, Reason, Square, Surface};

/// Size: a closed tour has at least three squares.
pub(crate) fn too_few(problem: &Problem) -> Option<Reason> {
    (problem.kind() == Kind::Closed && problem.board().len() < 3).then_some(Reason::TooFewSquares)
}

/// Adjacent ends: the ends of a closed tour are adjacent, those of an open one are not, except on
/// two squares.
pub(crate) fn ends_apart(problem: &Problem) -> Option<Reason> {
    let (start, end) = (problem.start_square()?, problem.end_square()?);
    let moves = Moves::new(problem.piece(), problem.board());
    let joined = moves.from(problem.board(), start).any(|to| to == end);
    match problem.kind() {
        Kind::Closed if !joined => Some(Reason::EndsNotAMoveApart { start, end }),
        Kind::Open if joined && problem.board().len() > 2 => {
            Some(Reason::EndsAMoveApart { start, end })
        }
        _ => None,
    }
}

/// Returns true if every move changes the colour, also across wrapped edges.
pub(crate) fn alternate(problem: &Problem) -> bool {
    let board = problem.board();
    let even = |side: u32| side.is_multiple_of(2);
    if let Some(graph) = board.graph() {
        return graph.colours().is_some();
    }
    problem.piece().changes_colour()
        && match board.surface() {
            Surface::Flat | Surface::Graph => true,
            Surface::Cylinder => even(board.files()),
            Surface::Torus => even(board.files()) && even(board.ranks()),
        }
}

/// Colour balance: the numbers of squares of the two colours do not allow a tour.
pub(super) fn colour_balance(problem: &Problem) -> Option<Reason> {
    if !alternate(problem) {
        return None;
    }
    let counts @ [same, other] = problem.board().colour_counts();
    // A path has at most one more square of one colour.
    let max_difference =
        if problem.kind() == Kind::Closed { 0 } else { u64::from(problem.knights()) };
    (same.abs_diff(other) > max_difference).then_some(Reason::Colours { counts })
}

/// Parity: the colours of the given squares do not fit their steps.
pub(super) fn step_parity(problem: &Problem) -> Option<Reason> {
    if !alternate(problem) {
        return None;
    }
    let board = problem.board();
    // True if squares of the colour of a1 have the odd steps, given the step of a square.
    let same_at_odd = |step: u64, square| (step % 2 == 1) == (board.colour(square) == 0);
    let counts @ [same, other] = board.colour_counts();
    let (first_step, first) = problem.clues().next()?;
    if same != other {
        // The majority colour has the odd steps, among them the first and the last.
        let wrong = |&(step, square): &_| same_at_odd(step, square) != (same > other);
        let (step, square) = problem.clues().find(wrong)?;
        return Some(Reason::StepColour { square, step, counts });
    }
    let wrong = |&(step, square): &_| same_at_odd(step, square) != same_at_odd(first_step, first);
    let (step, square) = problem.clues().find(wrong)?;
    Some(Reason::StepColours { squares: [first, square], steps: [first_step, step] })
}

/// Returns the squares with exactly two moves among the neighbours of `square`.
pub(super) fn neighbours_with_two_moves(problem: &Problem, square: Square) -> Vec<Square> {
    let moves = Moves::new(problem.piece(), problem.board());
    neighbours(problem, &moves, square)
        .filter(|&near| neighbours(problem, &moves, near).count() == 2)
        .collect()
}

/// Shared neighbours: a given end leaves the squares around it too few moves.
///
/// A square with two moves that is not an end uses both of them. An end uses one move. So if two such
/// squares are neighbours of an end, one of them must be the other end, and three cannot be.
pub(super) fn shared_neighbour(problem: &Problem) -> Option<Reason> {
    let ends = [
        (problem.start_square(), problem.end_square()),
        (problem.end_square(), problem.start_square()),
    ];
    ends.into_iter().find_map(|(end, other)| {
        let end = end?;
        let mut needed_by = neighbours_with_two_moves(problem, end);
        needed_by.sort_unstable();
        let fails = match (needed_by.len(), other) {
            (0 | 1, _) => false,
            (2, Some(other)) => !needed_by.contains(&other),
            // The other end would be a move away.
            (2, None) => problem.kind() == Kind::Open,
            _ => true,
        };
        fails.then_some(Reason::SharedNeighbour { end, needed_by })
    })
}

/// Returns the squares that can follow `square` in a tour.
fn neighbours<'a>(
    problem: &'a Problem,
    moves: &'a Moves,
    square: Square,
) -> impl Iterator<Item = Square> + 'a {
    moves.from(problem.board(), square).filter(move |&to| {
        problem.forbidden().binary_search(&(square.min(to), square.max(to))).is_err()
    })
}

/// Larger boards are not scanned, so that the decision takes milliseconds.
const MAX_AREA: u64 = 1 << 18;

/// Degrees and components: squares without a move, too many squares with one, and boards that are
/// not connected. `is_rectangle` skips the scan of a board whose degrees are known.
pub(super) fn degrees_and_components(problem: &Problem, is_rectangle: bool) -> Option<Reason> {
    let board = problem.board();
    // One of several knights need not move, and none must reach every square.
    if problem.knights() > 1 {
        return None;
    }
    if (is_rectangle && problem.forbidden().is_empty())
        || board.area() > MAX_AREA
        || board.len() == 1
    {
        return None;
    }
    let moves = Moves::new(problem.piece(), board);
    let Ok(graph) =
        MoveGraph::build(board, &moves, problem.forbidden(), |_| Ok::<(), Infallible>(()));
    let graph = graph?;
    no_move(&graph).or_else(|| dead_ends(problem, &graph)).or_else(|| not_connected(&graph))
}

fn with_degree(graph: &Graph, degree: u32) -> impl Iterator<Item = u32> + '_ {
    (0..graph.vertices()).filter(move |&vertex| graph.degree(vertex) == degree)
}

fn no_move(graph: &MoveGraph) -> Option<Reason> {
    let vertex = with_degree(graph.graph(), 0).next()?;
    Some(Reason::NoMove { square: graph.square(vertex) })
}

/// Squares with one move must be ends, and a tour has two ends, or none if it is closed.
fn dead_ends(problem: &Problem, graph: &MoveGraph) -> Option<Reason> {
    let dead = with_degree(graph.graph(), 1).map(|vertex| graph.square(vertex));
    if problem.kind() == Kind::Closed {
        let squares: Vec<Square> = dead.take(1).collect();
        return (!squares.is_empty()).then_some(Reason::DeadEnds { squares });
    }
    let ends: Vec<Square> =
        problem.start_square().into_iter().chain(problem.end_square()).collect();
    let most = 2 - ends.len();
    let squares: Vec<Square> =
        dead.filter(|square| !ends.contains(square)).take(most + 1).collect();
    (squares.len() > most).then_some(Reason::DeadEnds { squares })
}

/// Connectedness: two squares that no path joins.
pub(crate) fn not_connected(graph: &MoveGraph) -> Option<Reason> {
    match graph.graph().components()[..] {
        [(a, _), (b, _), ..] => {
            Some(Reason::Disconnected { squares: [graph.square(a), graph.square(b)] })
        }
        _ => None,
    }
}
