//! Reasons as highlights on the board.

use std::fmt::Display;

use caracole_core::{
    Case, Cases, FieldValue, Kind, Moves, Problem, Reason, Square, SquareSet, pluralize,
};

use crate::analysis::{
    Component, ConflictSite, Separation, conflict_site, forced_moves, remaining_moves, separation,
};
use crate::reason::left;

/// Squares and moves of a reason, with their role and a description.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_explain::{Explain, Role};
///
/// let problem = Problem::new("3x3".parse()?);
/// let square = problem.board().parse_square("b2")?;
/// let highlights = Certificate::new(problem, Reason::NoMove { square }).highlights();
/// assert_eq!(highlights.len(), 1);
/// assert_eq!(highlights[0].role, Role::Conflict);
/// assert_eq!(highlights[0].squares, [square]);
/// assert_eq!(highlights[0].text.as_deref(), Some("no move leads from here"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The role, which determines the colour.
    pub role: Role,
    /// The squares.
    pub squares: Vec<Square>,
    /// The moves, each as its two squares.
    pub moves: Vec<[Square; 2]>,
    /// The label of each of the squares.
    pub label: Option<String>,
    /// The description, or `None` if another highlight of the reason describes both.
    pub text: Option<String>,
}

/// The role of squares and moves in a reason.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_explain::{Explain, Role};
///
/// // The two colours of the board.
/// let problem = Problem::new("5x5".parse()?).closed();
/// let proof = Certificate::new(problem, Reason::Colours { counts: [13, 12] });
/// let roles: Vec<Role> = proof.highlights().iter().map(|highlight| highlight.role).collect();
/// assert_eq!(roles, [Role::First, Role::Second]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// A contradiction.
    Conflict,
    /// Ends of the tour.
    End,
    /// The first of two classes of squares.
    First,
    /// The second class.
    Second,
    /// A component of the board, by its number from 0.
    Component(usize),
    /// Clues and required moves of the problem.
    Required,
    /// Forbidden moves of the problem.
    Forbidden,
}

impl Highlight {
    fn new(role: Role, squares: impl Into<Vec<Square>>) -> Self {
        Self { role, squares: squares.into(), moves: Vec::new(), label: None, text: None }
    }

    fn with_moves(self, moves: Vec<[Square; 2]>) -> Self {
        Self { moves, ..self }
    }

    fn with_label(self, label: &dyn Display) -> Self {
        Self { label: Some(label.to_string()), ..self }
    }

    fn with_text(self, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..self }
    }
}

/// Larger boards have no highlights.
const MAX_SQUARES: u64 = 1 << 24;

/// Returns the highlights of a reason and of its problem, background first.
pub(super) fn all(problem: &Problem, reason: &Reason) -> Vec<Highlight> {
    let is_on_board = |square: &Square| problem.board().contains(*square);
    if problem.board().area() > MAX_SQUARES || !named(reason).iter().all(is_on_board) {
        return Vec::new();
    }
    let mut shown = of(problem, reason);
    shown.extend(constraint_moves(problem));
    // Step numbers could be confused with the numbers of components.
    if !shown.iter().any(|highlight| matches!(highlight.role, Role::Component(_))) {
        let steps = constraint_steps(problem, &shown);
        shown.extend(steps);
    }
    shown
}

/// Returns the required and the forbidden moves of a problem.
fn constraint_moves(problem: &Problem) -> impl Iterator<Item = Highlight> {
    let required = (Role::Required, problem.required(), "moves that must be made");
    let forbidden = (Role::Forbidden, problem.forbidden(), "moves that must not be made");
    [required, forbidden].into_iter().filter(|(_, moves, _)| !moves.is_empty()).map(
        |(role, moves, text)| {
            let moves = moves.iter().map(|&(a, b)| [a, b]).collect();
            Highlight::new(role, []).with_moves(moves).with_text(text)
        },
    )
}

/// Returns the clues on squares without another label, and the starts of several knights.
fn constraint_steps(problem: &Problem, shown: &[Highlight]) -> Vec<Highlight> {
    let mut taken = SquareSet::new(problem.board());
    let labelled = shown.iter().filter(|highlight| highlight.label.is_some());
    for &square in labelled.flat_map(|highlight| &highlight.squares) {
        taken.insert(square);
    }
    let mut steps: Vec<Highlight> = problem
        .clues()
        .filter(|&(_, square)| !taken.contains(square))
        .map(|(step, square)| Highlight::new(Role::Required, [square]).with_label(&step))
        .collect();
    if let Some(first) = steps.first_mut() {
        first.text = Some("steps that are given".to_owned());
    }
    let starts: &[Square] = problem.knight_starts();
    if !starts.is_empty() {
        steps.push(Highlight::new(Role::End, starts).with_text("where knights start"));
    }
    steps
}

/// Returns all squares that a reason names. An invalid certificate may name squares off the board.
fn named(reason: &Reason) -> Vec<Square> {
    let of_case = |case: &Case| match case {
        Case::Move(pair) | Case::Orbit(pair) => pair.to_vec(),
        Case::End(square) => vec![*square],
        Case::TightSet(squares) | Case::DeficientSet(squares) | Case::VertexCut(squares) => {
            squares.clone()
        }
        Case::Forced => Vec::new(),
    };
    let of_field = |(_, value)| match value {
        FieldValue::Squares(squares) => squares,
        FieldValue::Cases(cases) => cases.lines().iter().flat_map(of_case).collect(),
        FieldValue::Clauses(_) | FieldValue::Number(_) | FieldValue::Text(_) => Vec::new(),
    };
    reason.fields().into_iter().flat_map(of_field).collect()
}

fn of(problem: &Problem, reason: &Reason) -> Vec<Highlight> {
    let board = problem.board();
    let conflict = |squares: &[Square]| Highlight::new(Role::Conflict, squares);
    let left = left(problem);
    match reason {
        // These reasons name no squares.
        Reason::TooFewSquares
        | Reason::Theorem { .. }
        | Reason::Exhausted { .. }
        | Reason::Clauses { .. } => vec![],
        Reason::Searched { ends } if ends.is_empty() => vec![],
        Reason::Colours { counts } => colours(problem, *counts),
        Reason::StepColour { square, step, counts } => {
            let text = format!("step {step}, which belongs to the other colour");
            let mut shown = colours(problem, *counts);
            shown.push(conflict(&[*square]).with_label(step).with_text(text));
            shown
        }
        Reason::StepColours { squares: [a, b], steps: [first, second] } => {
            let mut shown = colours(problem, board.colour_counts());
            let text = format!("steps {first} and {second}, whose colours do not fit");
            shown.push(conflict(&[*a]).with_label(first));
            shown.push(conflict(&[*b]).with_label(second).with_text(text));
            shown
        }
        Reason::EndsNotAMoveApart { start, end } => {
            vec![conflict(&[*start, *end]).with_text("the ends, which no move joins")]
        }
        Reason::EndsAMoveApart { start, end } => {
            let ends = conflict(&[*start, *end]).with_moves(vec![[*start, *end]]);
            vec![ends.with_text("the ends, which a move joins")]
        }
        Reason::NoMove { square } => {
            vec![conflict(&[*square]).with_text(format!("no move{left} leads from here"))]
        }
        Reason::DeadEnds { squares } => {
            let consequence = if problem.kind() == Kind::Closed {
                "and a closed tour needs two"
            } else {
                "so that a tour would have to end here"
            };
            let text = format!("only one move{left}, {consequence}");
            vec![conflict(squares).with_moves(moves(problem, squares)).with_text(text)]
        }
        Reason::Disconnected { squares } => no_connection(problem, *squares),
        Reason::SharedNeighbour { end, needed_by } => vec![
            conflict(needed_by)
                .with_moves(needed_by.iter().map(|&square| [square, *end]).collect())
                .with_text("two moves each, of which one leads to that end"),
            Highlight::new(Role::End, [*end]).with_text("an end, which has only one move"),
        ],
        Reason::OuterLines { end } => outer_lines(problem, *end),
        Reason::ForcedPath { path } => {
            let ends: Vec<Square> = path.first().into_iter().chain(path.last()).copied().collect();
            let text = "forced moves, which join the ends before all squares are visited";
            vec![
                conflict(path).with_moves(path_moves(path)).with_text(text),
                Highlight::new(Role::End, ends).with_text("the ends"),
            ]
        }
        Reason::ForcedCycle { cycle } => vec![forced_cycle(cycle)],
        Reason::Searched { ends } => {
            vec![Highlight::new(Role::End, ends.as_slice()).with_text("ends that no tour has")]
        }
        Reason::VertexCut { squares } => vertex_cut(problem, &[], squares),
        Reason::DeficientSet { squares } => deficient_set(problem, &[], squares),
        Reason::Cases { cases } => cases_highlights(problem, cases),
    }
}

/// Returns the two colours of the board with their numbers of squares.
fn colours(problem: &Problem, [same, other]: [u64; 2]) -> Vec<Highlight> {
    let board = problem.board();
    let has = |count: u64, what: &str| format!("{} of {what}", pluralize(count, "square"));
    halves(
        problem,
        |square| board.colour(square) == 0,
        [has(same, "a1's colour"), has(other, "the other colour")],
    )
}

/// Returns two classes of squares, which together are all squares of the board.
fn halves(
    problem: &Problem,
    is_one: impl Fn(Square) -> bool,
    [one, other]: [String; 2],
) -> Vec<Highlight> {
    let (of_one, of_other): (Vec<Square>, Vec<Square>) =
        problem.board().squares().partition(|&square| is_one(square));
    vec![
        Highlight::new(Role::First, of_one).with_text(one),
        Highlight::new(Role::Second, of_other).with_text(other),
    ]
}

fn no_connection(problem: &Problem, [from, to]: [Square; 2]) -> Vec<Highlight> {
    let moves = AllowedMoves::new(problem);
    let mut reached = SquareSet::new(problem.board());
    reached.insert(from);
    let mut queue = vec![from];
    while let Some(square) = queue.pop() {
        queue.extend(moves.to(square).filter(|&next| reached.insert(next)));
    }
    let name = problem.board().name(from);
    let texts = [format!("all that moves join with {name}"), "what they do not".to_owned()];
    let mut shown = halves(problem, |square| reached.contains(square), texts);
    let both = Highlight::new(Role::Conflict, [from, to]);
    let to = problem.board().name(to);
    shown.push(both.with_text(format!("{name} and {to}, with no way between them")));
    shown
}

fn outer_lines(problem: &Problem, end: Option<Square>) -> Vec<Highlight> {
    let board = problem.board();
    let is_outer = |square: Square| {
        let place = board.coord(square);
        let at = if board.ranks() == 4 { place.rank.index() } else { place.file.index() };
        at == 0 || at == 3
    };
    let texts =
        ["the outer lines, from which moves lead to the inner ones only", "the inner lines"];
    let mut shown = halves(problem, is_outer, texts.map(str::to_owned));
    shown.extend(end.map(|end| {
        Highlight::new(Role::Conflict, [end]).with_text("an end that is not on an outer line")
    }));
    shown
}

fn forced_cycle(cycle: &[Square]) -> Highlight {
    let mut moves = path_moves(cycle);
    moves.extend(cycle.first().zip(cycle.last()).map(|(&first, &last)| [last, first]));
    let text = "forced moves, which close a cycle before all squares are visited";
    Highlight::new(Role::Conflict, cycle).with_moves(moves).with_text(text)
}

/// Returns the moves along a path.
fn path_moves(path: &[Square]) -> Vec<[Square; 2]> {
    path.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Returns all moves of some squares, each once.
fn moves(problem: &Problem, squares: &[Square]) -> Vec<[Square; 2]> {
    let moves = AllowedMoves::new(problem);
    let all = squares
        .iter()
        .flat_map(|&square| moves.to(square).map(move |near| [square.min(near), square.max(near)]));
    let mut all: Vec<[Square; 2]> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The moves of a problem that are not forbidden.
struct AllowedMoves<'a> {
    problem: &'a Problem,
    moves: Moves,
}

impl<'a> AllowedMoves<'a> {
    fn new(problem: &'a Problem) -> Self {
        Self { problem, moves: Moves::new(problem.piece(), problem.board()) }
    }

    /// Returns the squares that are a move away.
    fn to(&self, square: Square) -> impl Iterator<Item = Square> {
        let forbidden = self.problem.forbidden();
        let is_forbidden = move |near: Square| {
            forbidden.binary_search(&(square.min(near), square.max(near))).is_ok()
        };
        self.moves.from(self.problem.board(), square).filter(move |&near| !is_forbidden(near))
    }
}

/// Returns a vertex cut and the components that it leaves.
fn vertex_cut(problem: &Problem, tight: &[&[Square]], squares: &[Square]) -> Vec<Highlight> {
    let taken = (!squares.is_empty()).then(|| {
        let text = format!("{}, taken out", pluralize(squares.len() as u64, "square"));
        Highlight::new(Role::Conflict, squares).with_text(text)
    });
    let Some(Separation { forced: made, components }) = separation(problem, tight, squares) else {
        let conflict = forced(problem);
        return if conflict.is_empty() { taken.into_iter().collect() } else { conflict };
    };
    // A part of a path can have one more square of one colour; a closed tour cannot.
    let most = usize::from(problem.kind() != Kind::Closed || !squares.is_empty());
    let mut has_uneven = false;
    let (count, mut shown) = (components.len() as u64, Vec::new());
    for (at, Component { mut squares, mut fewer }) in components.into_iter().enumerate() {
        if squares.len() - fewer.len() <= most {
            squares.append(&mut fewer);
        }
        shown.push(Highlight::new(Role::Component(at), squares).with_label(&(at + 1)));
        if !fewer.is_empty() {
            has_uneven = true;
            shown.push(Highlight::new(Role::Component(at), fewer));
        }
    }
    if let Some(first) = shown.first_mut() {
        first.text = Some(components_text(problem, count, has_uneven));
    }
    shown.extend(forced_moves_of(problem, made));
    shown.extend(taken);
    shown
}

fn components_text(problem: &Problem, count: u64, has_uneven: bool) -> String {
    let left = left(problem);
    let parts = match count {
        1 => "all in one part".to_owned(),
        _ => format!("{count} parts, with no move{left} from one to another"),
    };
    let uneven =
        "where not all squares are numbered, each move joins one that is and one that is not";
    if has_uneven { format!("{parts}; {uneven}") } else { parts }
}

/// Returns a deficient set and its neighbours, with all remaining moves between them.
fn deficient_set(problem: &Problem, tight: &[&[Square]], squares: &[Square]) -> Vec<Highlight> {
    let remaining = remaining_moves(problem, tight, squares);
    let conflict = if remaining.is_none() { forced(problem) } else { Vec::new() };
    if !conflict.is_empty() {
        return conflict;
    }
    let remaining = remaining.unwrap_or_else(|| moves(problem, squares));
    let mut is_known = SquareSet::new(problem.board());
    for &square in squares {
        is_known.insert(square);
    }
    let mut neighbours: Vec<Square> = remaining.iter().flatten().copied().collect();
    neighbours.retain(|&square| is_known.insert(square));
    let mut shown = Vec::new();
    if !neighbours.is_empty() {
        shown.push(Highlight::new(Role::First, neighbours).with_text("too few moves for them"));
    }
    if let Some(last) = tight.last() {
        shown.push(tight_set(last));
    }
    let what = if problem.kind() == Kind::Closed { "moves" } else { "moves or ends" };
    let (each, whose) = if squares.len() == 1 { ("", "its") } else { (" each", "their") };
    let left = left(problem);
    let text = match remaining.len() {
        0 => format!("two {what} needed{each}"),
        _ => format!("two {what} needed{each}, and all {whose} moves{left}"),
    };
    shown.push(Highlight::new(Role::Conflict, squares).with_moves(remaining).with_text(text));
    shown
}

/// Returns the forced moves, except the required ones.
fn forced_moves_of(problem: &Problem, mut made: Vec<[Square; 2]>) -> Option<Highlight> {
    let used = problem.required();
    made.retain(|&[a, b]| used.binary_search(&(a.min(b), a.max(b))).is_err());
    let is_any = !made.is_empty();
    is_any.then(|| {
        Highlight::new(Role::First, []).with_moves(made).with_text("moves that are forced")
    })
}

/// Returns the highlights of a proof by cases: the conflict if it has one case, otherwise the first decision.
fn cases_highlights(problem: &Problem, cases: &Cases) -> Vec<Highlight> {
    let lines = cases.lines();
    let tight: Vec<&[Square]> = lines
        .iter()
        .map_while(|case| match case {
            Case::TightSet(squares) => Some(squares.as_slice()),
            _ => None,
        })
        .collect();
    let decision = |squares: &[Square]| {
        let text = format!("the first decision, of {}", pluralize(cases.closed(), "case"));
        Highlight::new(Role::First, squares).with_text(text)
    };
    match lines.get(tight.len()) {
        Some(Case::Move(pair) | Case::Orbit(pair)) => vec![decision(pair).with_moves(vec![*pair])],
        Some(Case::End(square)) => vec![decision(&[*square])],
        Some(Case::VertexCut(squares)) => vertex_cut(problem, &tight, squares),
        Some(Case::DeficientSet(squares)) => deficient_set(problem, &tight, squares),
        _ => tight.last().map_or_else(|| forced(problem), |last| vec![tight_set(last)]),
    }
}

fn tight_set(squares: &[Square]) -> Highlight {
    let text = "need all moves of their neighbours";
    Highlight::new(Role::Second, squares).with_text(text)
}

/// Returns the place where the forced moves contradict each other.
fn forced(problem: &Problem) -> Vec<Highlight> {
    let conflict = |squares: &[Square]| Highlight::new(Role::Conflict, squares);
    match conflict_site(problem) {
        Some(ConflictSite::TooManyMoves { square, to, ends }) => {
            let text =
                if ends == 0 { "forced moves, more than two" } else { "forced moves, of an end" };
            let moves = to.iter().map(|&near| [square, near]).collect();
            vec![conflict(&[square]).with_moves(moves).with_text(text)]
        }
        Some(ConflictSite::TooFewMoves(square)) => {
            let mut shown = Vec::from_iter(forced_moves_of(problem, forced_moves(problem)));
            shown.push(conflict(&[square]).with_text("too few moves left for this square"));
            shown
        }
        Some(ConflictSite::Cycle(cycle)) => vec![forced_cycle(&cycle)],
        Some(ConflictSite::Path(path)) => {
            let text = "forced moves, which join two ends before all squares are visited";
            vec![conflict(&path).with_moves(path_moves(&path)).with_text(text)]
        }
        Some(ConflictSite::Ends { squares, .. }) => {
            vec![conflict(&squares).with_text("too many ends, which the forced moves make")]
        }
        None => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
