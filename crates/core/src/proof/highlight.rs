//! What of a reason can be shown on the board.

mod demands;
mod search;
mod simple;

use std::fmt::Display;

use super::{Case, Fact, Reason, text};
use crate::{Kind, Problem, Square};

use simple::{colours, forced_ring, moves, no_way, outer_lines, walked};

/// Some squares and moves that a reason speaks of, and what they are.
///
/// ```
/// use caracole_core::{Problem, Proof, Reason, Role};
///
/// let problem = Problem::new("3x3".parse()?);
/// let square = problem.board().parse_square("b2")?;
/// let highlights = Proof::new(problem, Reason::NoMove { square }).highlights();
/// assert_eq!(highlights.len(), 1);
/// assert_eq!(highlights[0].role, Role::Trouble);
/// assert_eq!(highlights[0].squares, [square]);
/// assert_eq!(highlights[0].text.as_deref(), Some("no move leads from here"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// How they shall stand out.
    pub role: Role,
    /// The squares.
    pub squares: Vec<Square>,
    /// The moves, each as the squares that it joins.
    pub moves: Vec<[Square; 2]>,
    /// What is written on each of the squares.
    pub label: Option<String>,
    /// What they are, in words; none where another highlight of the reason speaks for both.
    pub text: Option<String>,
}

/// What squares and moves are to a reason.
///
/// ```
/// use caracole_core::{Problem, Proof, Reason, Role};
///
/// // The colours of a board are two halves of it.
/// let problem = Problem::new("5x5".parse()?).closed();
/// let proof = Proof::new(problem, Reason::Colours { counts: [13, 12] });
/// let roles: Vec<Role> = proof.highlights().iter().map(|highlight| highlight.role).collect();
/// assert_eq!(roles, [Role::One, Role::Other]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Where a tour cannot be right.
    Trouble,
    /// Ends of the tour.
    End,
    /// One of two sorts of squares.
    One,
    /// The other sort.
    Other,
    /// A part of the board, by its number from 0.
    Part(usize),
    /// Steps and moves that the problem asks for.
    Asked,
    /// Moves that the problem forbids.
    Avoided,
}

impl Highlight {
    fn new(role: Role, squares: impl Into<Vec<Square>>) -> Self {
        Self { role, squares: squares.into(), moves: Vec::new(), label: None, text: None }
    }

    fn with(self, moves: Vec<[Square; 2]>) -> Self {
        Self { moves, ..self }
    }

    fn labelled(self, label: &dyn Display) -> Self {
        Self { label: Some(label.to_string()), ..self }
    }

    fn saying(self, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..self }
    }
}

/// Nobody could see more squares.
const MOST_SQUARES: u64 = 1 << 24;

/// What is shown of a reason and of its problem, the background first.
pub(super) fn all(problem: &Problem, reason: &Reason) -> Vec<Highlight> {
    let is_here = |square: &Square| problem.board().contains(*square);
    if problem.board().area() > MOST_SQUARES || !named(reason).iter().all(is_here) {
        return Vec::new();
    }
    let mut shown = of(problem, reason);
    shown.extend(demands::moves(problem));
    // Numbers of steps among those of parts would be taken for them.
    if !shown.iter().any(|highlight| matches!(highlight.role, Role::Part(_))) {
        let steps = demands::steps(problem, &shown);
        shown.extend(steps);
    }
    shown
}

/// All squares that a reason names. Some may not be on the board: then it proves nothing.
fn named(reason: &Reason) -> Vec<Square> {
    let of_case = |case: &Case| match case {
        Case::Move(pair) | Case::Alike(pair) => pair.to_vec(),
        Case::End(square) => vec![*square],
        Case::Tight(squares) | Case::Starved(squares) | Case::Cut(squares) => squares.clone(),
        Case::Forced => Vec::new(),
    };
    let of_fact = |(_, fact)| match fact {
        Fact::Squares(squares) => squares,
        Fact::Cases(cases) => cases.lines().iter().flat_map(of_case).collect(),
        Fact::Number(_) | Fact::Text(_) => Vec::new(),
    };
    reason.facts().into_iter().flat_map(of_fact).collect()
}

fn of(problem: &Problem, reason: &Reason) -> Vec<Highlight> {
    let board = problem.board();
    let trouble = |squares: &[Square]| Highlight::new(Role::Trouble, squares);
    let left = text::left(problem);
    match reason {
        // Nothing stands out there: all is in the words.
        Reason::TooFewSquares | Reason::Theorem { .. } | Reason::Exhausted { .. } => vec![],
        Reason::Searched { ends } if ends.is_empty() => vec![],
        Reason::Colours { counts } => colours(problem, *counts),
        Reason::StepColour { square, step, counts } => {
            let text = format!("step {step}, which belongs to the other colour");
            let mut shown = colours(problem, *counts);
            shown.push(trouble(&[*square]).labelled(step).saying(text));
            shown
        }
        Reason::StepColours { squares: [a, b], steps: [first, second] } => {
            let mut shown = colours(problem, board.colour_counts());
            let text = format!("steps {first} and {second}, whose colours do not fit");
            shown.push(trouble(&[*a]).labelled(first));
            shown.push(trouble(&[*b]).labelled(second).saying(text));
            shown
        }
        Reason::EndsNotAMoveApart { start, end } => {
            vec![trouble(&[*start, *end]).saying("the ends, which no move joins")]
        }
        Reason::EndsAMoveApart { start, end } => {
            let ends = trouble(&[*start, *end]).with(vec![[*start, *end]]);
            vec![ends.saying("the ends, which a move joins")]
        }
        Reason::NoMove { square } => {
            vec![trouble(&[*square]).saying(format!("no move{left} leads from here"))]
        }
        Reason::DeadEnds { squares } => {
            let so = if problem.kind() == Kind::Closed {
                "and a closed tour needs two"
            } else {
                "so that a tour would have to end here"
            };
            let text = format!("one move only{left}, {so}");
            vec![trouble(squares).with(moves(problem, squares)).saying(text)]
        }
        Reason::NoWay { squares } => no_way(problem, *squares),
        Reason::SharedNeighbour { end, needed_by } => vec![
            trouble(needed_by)
                .with(needed_by.iter().map(|&square| [square, *end]).collect())
                .saying("two moves each, of which one leads to that end"),
            Highlight::new(Role::End, [*end]).saying("an end, which has one move to give"),
        ],
        Reason::OuterLines { end } => outer_lines(problem, *end),
        Reason::ForcedPath { path } => {
            let ends: Vec<Square> = path.first().into_iter().chain(path.last()).copied().collect();
            let text = "forced moves, which join the ends before the board is full";
            vec![
                trouble(path).with(walked(path)).saying(text),
                Highlight::new(Role::End, ends).saying("the ends"),
            ]
        }
        Reason::ForcedRing { ring } => vec![forced_ring(ring)],
        Reason::Searched { ends } => {
            vec![Highlight::new(Role::End, ends.as_slice()).saying("ends that no tour has")]
        }
        Reason::Cut { squares } => search::cut(problem, &[], squares),
        Reason::Starved { squares } => search::starved(problem, &[], squares),
        Reason::Cases { cases } => search::cases(problem, cases),
    }
}

#[cfg(test)]
mod tests;
