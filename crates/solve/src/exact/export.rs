//! Proofs by clauses for other programs: a formula in conjunctive normal form, and its refutation.

use std::fmt;
use std::io::{self, Write};

use caracole_core::{ClauseLine, Clauses, CutVertex, Literal as Statement, Problem, Square};
use caracole_verify::StopCause;

use crate::Run;

use super::clausal;
use super::learning::{Axiom, Constraints, Literal, ProofLine, Replay};
use super::model::Model;

/// Clauses that every tour of a problem satisfies, on numbered variables: a formula in conjunctive normal form.
///
/// The clauses are those that the proof needs, from the numbers of moves and ends, from subtours and from cuts. A
/// refutation of them proves that there is no tour.
///
/// ```
/// use caracole_core::{ClauseLine, Clauses, Problem};
/// use caracole_solve::{CnfFormula, Run};
///
/// // The corners a1 and d4 have the same two neighbours.
/// let problem = Problem::new("4x4".parse()?).closed();
/// let clauses = Clauses::new(vec![ClauseLine::Learned(Vec::new())]);
/// let mut refutation = Vec::new();
/// let formula = CnfFormula::of_proof(&problem, &clauses, &mut refutation, &mut Run::new())?;
/// assert_eq!(refutation, b"0\n");
/// let mut text = Vec::new();
/// formula.write(&mut text)?;
/// assert!(text.starts_with(b"c every closed tour of 4x4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CnfFormula {
    /// What the formula is about.
    title: String,
    /// What each variable states.
    variables: Vec<String>,
    clauses: Vec<(Axiom, Vec<Literal>)>,
}

/// Why a proof could not be exported.
///
/// ```
/// use caracole_core::{ClauseLine, Clauses, Problem};
/// use caracole_solve::{CnfFormula, Run};
///
/// let problem = Problem::new("6x6".parse()?);
/// let clauses = Clauses::new(vec![ClauseLine::Learned(Vec::new())]);
/// let error = CnfFormula::of_proof(&problem, &clauses, &mut Vec::new(), &mut Run::new());
/// assert_eq!(error.err().map(|error| error.to_string()).as_deref(), Some("line 1 does not follow by propagation"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportError {
    /// Such problems have no proofs by clauses.
    Unsupported,
    /// This line, from 1, does not follow from those before it by propagation.
    Line(u64),
    /// This line, from 1, names a square or a move that the problem does not have.
    Unknown(u64),
    /// The empty clause is missing.
    Unfinished,
    /// A limit was reached.
    Stopped(StopCause),
    /// The proof could not be read or written.
    Io(io::Error),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => {
                f.write_str("a proof by clauses is for one knight without clues between its ends")
            }
            Self::Line(line) => write!(f, "line {line} does not follow by propagation"),
            Self::Unknown(line) => {
                write!(f, "line {line} is not about squares and moves of the problem")
            }
            Self::Unfinished => f.write_str("the empty clause is missing"),
            Self::Stopped(cause) => write!(f, "stopped: {}", cause.name()),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExportError {}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<StopCause> for ExportError {
    fn from(cause: StopCause) -> Self {
        Self::Stopped(cause)
    }
}

/// All clauses of groups of at most this many variables are part of the formula, and of larger groups those that the
/// proof needs.
const MAX_LISTED_GROUP: usize = 12;

impl CnfFormula {
    /// Returns the formula that a proof by clauses refutes, and writes the refutation in the format DRAT to
    /// `refutation`. The proof is read once; the formula takes memory in proportion to the constraints that the proof
    /// uses.
    ///
    /// # Errors
    /// Fails if the proof is not one, if it cannot be read or written, or at a limit of the run. A proof that the
    /// checker accepts may use conclusions that are not clauses here; proofs of this program do not.
    pub fn of_proof(
        problem: &Problem,
        clauses: &Clauses,
        refutation: &mut dyn Write,
        run: &mut Run<'_>,
    ) -> Result<Self, ExportError> {
        let model = Model::new(problem, run)?;
        let constraints = clausal::constraints(&model).ok_or(ExportError::Unsupported)?;
        let mut replay = Replay::new(&constraints);
        let mut number = 0;
        for line in clauses.lines()? {
            if replay.is_refuted() {
                break;
            }
            run.check_limits()?;
            number += 1;
            replay_line(&model, &mut replay, &line?, number, refutation)?;
        }
        if !replay.is_refuted() {
            return Err(ExportError::Unfinished);
        }
        writeln!(refutation, "0")?;
        let mut axioms = replay.into_axioms();
        axioms.extend(listed_degrees(&constraints).map(|clause| (Axiom::Degree, clause)));
        axioms.sort_unstable();
        axioms.dedup();
        let name = |square: Square| problem.board().name(square);
        let moves = (0..model.edge_count() as u32).map(|edge| {
            let [a, b] = model.endpoints(edge).map(|vertex| name(model.square(vertex)));
            format!("the move {a}-{b}")
        });
        let ends = (0..constraints.variables() - model.edge_count() as u32)
            .map(|vertex| format!("an end on {}", name(model.square(vertex))));
        Ok(Self {
            title: format!("every {}", problem.description()),
            variables: moves.chain(ends).collect(),
            clauses: axioms,
        })
    }

    /// Writes the formula in the format DIMACS, with the meaning of each variable as a comment.
    ///
    /// # Errors
    /// Fails if the output fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "c {} satisfies these clauses", self.title)?;
        for (number, variable) in (1..).zip(&self.variables) {
            writeln!(out, "c variable {number}: {variable}")?;
        }
        let mut first = 1;
        for (axiom, name) in [
            (Axiom::Given, "conditions of the problem"),
            (Axiom::Degree, "numbers of moves and ends"),
            (Axiom::Subtour, "subtours"),
            (Axiom::Cut, "cuts"),
        ] {
            let count = self.clauses.iter().filter(|(its, _)| *its == axiom).count();
            if count > 0 {
                writeln!(out, "c clauses {first} to {}: {name}", first + count - 1)?;
            }
            first += count;
        }
        writeln!(out, "p cnf {} {}", self.variables.len(), self.clauses.len())?;
        self.clauses.iter().try_for_each(|(_, clause)| write_clause(out, clause))
    }
}

/// Replays a line, and writes it to the refutation. Cuts are part of the formula.
fn replay_line(
    model: &Model<'_>,
    replay: &mut Replay<'_>,
    line: &ClauseLine,
    number: u64,
    refutation: &mut dyn Write,
) -> Result<(), ExportError> {
    let in_memory = u32::try_from(number).map_err(|_| ExportError::Stopped(StopCause::Memory))?;
    match line {
        ClauseLine::Learned(statements) => {
            let clause = statements.iter().map(|statement| literal(model, statement));
            let clause: Vec<Literal> =
                clause.collect::<Option<_>>().ok_or(ExportError::Unknown(number))?;
            if !replay.add(&ProofLine::Learned(&clause), in_memory) {
                return Err(ExportError::Line(number));
            }
            // The empty clause is written once, when the clauses contradict each other.
            if !clause.is_empty() {
                write_clause(refutation, &clause)?;
            }
        }
        ClauseLine::Cut { part, except } => {
            let vertices: Option<Vec<u32>> =
                part.iter().map(|&square| model.vertex(square)).collect();
            let apex = (!model.is_closed()).then_some(model.len() as u32);
            let removed = match *except {
                CutVertex::None => Some(None),
                CutVertex::Square(square) => model.vertex(square).map(Some),
                CutVertex::Ends => apex.map(Some),
            };
            let cut = vertices.zip(removed).and_then(|(part, removed)| replay.cut(removed, part));
            let cut = cut.ok_or(ExportError::Unknown(number))?;
            replay.add(&ProofLine::Cut(&cut), in_memory);
        }
        ClauseLine::Deleted(lines) => {
            let lines: Vec<u32> =
                lines.iter().filter_map(|&line| u32::try_from(line).ok()).collect();
            for clause in replay.delete(&lines) {
                write!(refutation, "d ")?;
                write_clause(refutation, &clause)?;
            }
        }
    }
    Ok(())
}

fn literal(model: &Model<'_>, statement: &Statement) -> Option<Literal> {
    match *statement {
        Statement::Move { squares: [a, b], holds } => {
            let edge = model.edge_between(model.vertex(a)?, model.vertex(b)?)?;
            Some(Literal::new(edge, holds))
        }
        Statement::End { square, holds } => {
            let vertex = model.vertex(square).filter(|_| !model.is_closed())?;
            Some(Literal::new(model.edge_count() as u32 + vertex, holds))
        }
    }
}

/// Returns the clauses of small groups: of any more variables than are true, one is false, and of any more than are
/// false, one is true.
fn listed_degrees(constraints: &Constraints) -> impl Iterator<Item = Vec<Literal>> + '_ {
    (0..constraints.group_count() as u32).flat_map(|group| {
        let (members, count) = (constraints.members(group), constraints.count(group) as usize);
        let false_ones = members.len().saturating_sub(count);
        let is_listed = members.len() <= MAX_LISTED_GROUP;
        [(false, count + 1), (true, false_ones + 1)].into_iter().flat_map(move |(holds, size)| {
            let sets = 0..if is_listed { 1_u32 << members.len() } else { 0 };
            sets.filter(move |set| set.count_ones() as usize == size).map(move |set| {
                let chosen = (0..members.len()).filter(|at| set >> at & 1 == 1);
                let mut clause: Vec<Literal> =
                    chosen.map(|at| Literal::new(members[at], holds)).collect();
                clause.sort_unstable();
                clause
            })
        })
    })
}

fn write_clause(out: &mut dyn Write, clause: &[Literal]) -> io::Result<()> {
    for literal in clause {
        let variable = i64::from(literal.variable()) + 1;
        write!(out, "{} ", if literal.is_included() { variable } else { -variable })?;
    }
    writeln!(out, "0")
}
