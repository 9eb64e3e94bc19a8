//! Proofs by clauses, where they hold and where they are tampered with.

use super::boards::{Chance, problem as random_problem};
use super::brute::answers;
use crate::{Checked, ProofErrorKind, UncheckedCause, check_proof, no_progress};
use caracole_core::{
    ClauseLine, Clauses, CutVertex, Leaper, Literal, Moves, Problem, Reason, Square,
};

fn on(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn list(problem: &Problem, names: &str) -> Vec<Square> {
    names.split(' ').map(|name| problem.board().parse_square(name).unwrap()).collect()
}

fn check(problem: &Problem, lines: Vec<ClauseLine>) -> Result<Checked, crate::ProofError> {
    check_proof(problem, &Reason::Clauses { clauses: Clauses::new(lines) }, &no_progress)
}

const ONE_CLAUSE: Result<Checked, crate::ProofError> = Ok(Checked::ProvedByClauses { clauses: 1 });
const TWO_CLAUSES: Result<Checked, crate::ProofError> = Ok(Checked::ProvedByClauses { clauses: 2 });

fn contradiction() -> ClauseLine {
    ClauseLine::Learned(Vec::new())
}

fn cut(part: Vec<Square>, except: CutVertex) -> ClauseLine {
    ClauseLine::Cut { part, except }
}

/// A camel does not leave the squares of one colour, but every square has moves enough.
#[test]
fn a_cut_without_moves_is_a_contradiction() {
    let camel = Leaper::new(1, 3).unwrap().into();
    let problem = Problem::with_piece("8x8".parse().unwrap(), camel).closed();
    let board = problem.board();
    let is_dark = |&square: &Square| {
        let coord = board.coord(square);
        (coord.file.index() + coord.rank.index()).is_multiple_of(2)
    };
    let dark: Vec<Square> = board.squares().filter(is_dark).collect();
    let error = check(&problem, vec![contradiction()]).unwrap_err();
    assert_eq!((error.line, error.kind), (Some(1), ProofErrorKind::NoContradiction));
    assert_eq!(
        check(&problem, vec![cut(dark.clone(), CutVertex::None), contradiction()]),
        TWO_CLAUSES
    );
    // One square of the other colour joins nothing.
    let light = board.squares().find(|square| !is_dark(square)).unwrap();
    let except = CutVertex::Square(light);
    assert_eq!(check(&problem, vec![cut(dark.clone(), except), contradiction()]), TWO_CLAUSES);
    // If the tour need not be closed, its ends may join the parts; but a path is connected.
    let path = Problem::with_piece(board.clone(), Leaper::new(1, 3).unwrap().into());
    let lines = vec![cut(dark.clone(), CutVertex::None), contradiction()];
    assert_eq!(check(&path, lines).unwrap_err().line, Some(2));
    assert_eq!(check(&path, vec![cut(dark, CutVertex::Ends), contradiction()]), TWO_CLAUSES);
}

/// The clause of a cut follows from nothing else, so it cannot be learned after it was deleted.
#[test]
fn deleted_clauses_are_not_used() {
    let problem = on("8x8").closed();
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    let part: Vec<Square> = board.squares().filter(|square| square.index() < 32).collect();
    let crossing = part.iter().flat_map(|&from| {
        let across = moves.from(board, from).filter(|to| to.index() >= 32);
        across.map(move |to| Literal::Move { squares: [from, to], holds: true })
    });
    let learned = ClauseLine::Learned(crossing.collect());
    let cut = cut(part, CutVertex::None);
    let deleted = ClauseLine::Deleted(vec![1]);
    // The checker has nothing against the clause; the proof ends too early.
    let error = check(&problem, vec![cut.clone(), learned.clone()]).unwrap_err();
    assert_eq!((error.line, error.kind), (Some(3), ProofErrorKind::Unfinished));
    let lines = vec![cut.clone(), learned.clone(), deleted.clone(), learned.clone()];
    assert_eq!(check(&problem, lines).unwrap_err().line, Some(5));
    let error = check(&problem, vec![learned.clone()]).unwrap_err();
    assert_eq!((error.line, error.kind), (Some(1), ProofErrorKind::NoContradiction));
    let error = check(&problem, vec![cut, deleted, learned]).unwrap_err();
    assert_eq!((error.line, error.kind), (Some(3), ProofErrorKind::NoContradiction));
}

/// All moves between two halves are forbidden, which the rules do not notice.
#[test]
fn a_cut_whose_moves_are_excluded_is_a_contradiction() {
    let free = on("8x8").closed();
    let board = free.board().clone();
    let moves = Moves::new(free.piece(), &board);
    let part: Vec<Square> = board.squares().filter(|square| square.index() < 32).collect();
    let problem = part.iter().fold(free.clone(), |problem, &from| {
        let across = moves.from(&board, from).filter(|to| to.index() >= 32);
        across.fold(problem, |problem, to| problem.forbid(from, to).unwrap())
    });
    let error = check(&problem, vec![contradiction()]).unwrap_err();
    assert_eq!(error.kind, ProofErrorKind::NoContradiction);
    assert_eq!(check(&problem, vec![cut(part, CutVertex::None), contradiction()]), TWO_CLAUSES);
}

/// A clause of one literal holds for the lines after it: its negation is refuted, and then the literal itself.
#[test]
fn clauses_of_one_literal_are_propagated() {
    let mut chance = Chance::new(3);
    let mut proofs = 0;
    for _ in 0..3000 {
        let problem = random_problem(&mut chance);
        let error = check(&problem, vec![contradiction()]).map_err(|error| error.kind);
        if error != Err(ProofErrorKind::NoContradiction) {
            continue;
        }
        let board = problem.board();
        let moves = Moves::new(problem.piece(), board);
        let literals = board.squares().flat_map(|from| {
            let moves = moves.from(board, from).map(move |to| [from, to]);
            let moves = moves.map(|squares| Literal::Move { squares, holds: true });
            moves.chain([Literal::End { square: from, holds: true }])
        });
        for literal in literals {
            let learned = ClauseLine::Learned(vec![literal]);
            if check(&problem, vec![learned, contradiction()]) == TWO_CLAUSES {
                proofs += 1;
            }
        }
    }
    assert!(proofs > 0);
}

/// A search by decisions in a fixed order that learns a clause for each refuted branch.
struct Refuter<'a> {
    problem: &'a Problem,
    /// The decisions, ends before moves.
    literals: Vec<Literal>,
    lines: Vec<ClauseLine>,
}

impl<'a> Refuter<'a> {
    fn new(problem: &'a Problem) -> Self {
        let board = problem.board();
        let moves = Moves::new(problem.piece(), board);
        let ends = board.squares().map(|square| Literal::End { square, holds: true });
        let pairs = board.squares().flat_map(|from| {
            let later = moves.from(board, from).filter(move |&to| to > from);
            later.map(move |to| Literal::Move { squares: [from, to], holds: true })
        });
        Self { problem, literals: ends.chain(pairs).collect(), lines: Vec::new() }
    }

    /// Adds the clause that excludes these decisions together, if the checker accepts it.
    fn learn(&mut self, decisions: &[Literal]) -> bool {
        let negated = |literal: &Literal| match *literal {
            Literal::Move { squares, holds } => Literal::Move { squares, holds: !holds },
            Literal::End { square, holds } => Literal::End { square, holds: !holds },
        };
        self.lines.push(ClauseLine::Learned(decisions.iter().map(negated).collect()));
        let is_accepted = match check(self.problem, self.lines.clone()) {
            Ok(_) => true,
            Err(error) => error.kind == ProofErrorKind::Unfinished,
        };
        if !is_accepted {
            self.lines.pop();
        }
        is_accepted
    }

    /// Returns true if no tour has these decisions.
    fn refute(&mut self, decisions: &mut Vec<Literal>) -> bool {
        if self.learn(decisions) {
            return true;
        }
        let Some(&next) = self.literals.get(decisions.len()) else { return false };
        let other = match next {
            Literal::Move { squares, .. } => Literal::Move { squares, holds: false },
            Literal::End { square, .. } => Literal::End { square, holds: false },
        };
        for literal in [next, other] {
            decisions.push(literal);
            let is_refuted = self.refute(decisions);
            decisions.pop();
            if !is_refuted {
                return false;
            }
        }
        assert!(self.learn(decisions), "{:?}: {decisions:?} after both branches", self.problem);
        true
    }
}

#[test]
fn problems_without_tours_are_refuted_by_clauses_and_no_others() {
    let mut chance = Chance::new(5);
    let (mut refuted, mut solvable, mut lines) = (0, 0, 0);
    for _ in 0..3000 {
        let problem = random_problem(&mut chance);
        let first = check(&problem, vec![contradiction()]).map_err(|error| error.kind);
        if first != Err(ProofErrorKind::NoContradiction) {
            continue;
        }
        let has_tour = !answers(&problem).is_empty();
        // Few problems are too hard for the rules alone.
        if has_tour && solvable == 100 {
            continue;
        }
        let mut search = Refuter::new(&problem);
        let is_refuted = search.refute(&mut Vec::new());
        assert_eq!(is_refuted, !has_tour, "{problem:?}");
        if is_refuted {
            lines += search.lines.len();
            let clauses = search.lines.len() as u64;
            let proved = Ok(Checked::ProvedByClauses { clauses });
            assert_eq!(check(&problem, search.lines), proved, "{problem:?}");
            refuted += 1;
        } else {
            solvable += 1;
        }
    }
    assert!(refuted > 1 && solvable == 100 && lines > 50, "{refuted} {solvable} {lines}");
}

#[test]
fn wrong_lines_are_refused() {
    let closed = on("6x6").closed();
    let path = on("6x6");
    let a1 = list(&closed, "a1");
    let all: Vec<Square> = closed.board().squares().collect();
    let off = Square::from_index(99);
    let no_cut = "line 1: there is no part with a rest beside it";
    let without_a1 = all[1..].to_vec();
    let to_a1 = CutVertex::Square(a1[0]);
    let b1 = closed.board().parse_square("b1").unwrap();
    let move_of = |squares| ClauseLine::Learned(vec![Literal::Move { squares, holds: true }]);
    let end = |square| ClauseLine::Learned(vec![Literal::End { square, holds: true }]);
    for (problem, lines, error) in [
        (&closed, vec![], "line 1: the proof ends, and a case is not closed"),
        (&path, vec![contradiction()], "line 1: the forced moves do not contradict each other"),
        (&closed, vec![cut(Vec::new(), CutVertex::None)], no_cut),
        (&closed, vec![cut(all.clone(), CutVertex::None)], no_cut),
        (&closed, vec![cut(without_a1.clone(), to_a1)], no_cut),
        (&closed, vec![cut(a1.clone(), CutVertex::Ends)], no_cut),
        (&path, vec![cut(all.clone(), CutVertex::Ends)], no_cut),
        (
            &path,
            vec![cut(all, CutVertex::None), cut(without_a1, to_a1)],
            "line 3: the proof ends, and a case is not closed",
        ),
        (&closed, vec![cut(a1.clone(), to_a1)], "line 1: a1 is named twice"),
        (&closed, vec![cut(vec![a1[0], a1[0]], CutVertex::None)], "line 1: a1 is named twice"),
        (
            &closed,
            vec![cut(vec![off], CutVertex::None)],
            "line 1: square number 99 is not on the board",
        ),
        (&closed, vec![move_of([a1[0], b1])], "line 1: no move joins a1 and b1"),
        (&closed, vec![move_of([a1[0], off])], "line 1: square number 99 is not on the board"),
        (&path, vec![end(off)], "line 1: square number 99 is not on the board"),
        (&path, vec![end(b1)], "line 1: the forced moves do not contradict each other"),
        (&closed, vec![ClauseLine::Deleted(vec![1])], "line 1: line 1 has no clause to delete"),
        (
            &closed,
            vec![cut(a1, CutVertex::None), ClauseLine::Deleted(vec![1, 1])],
            "line 2: line 1 has no clause to delete",
        ),
    ] {
        let found = check(problem, lines.clone()).expect_err(error);
        assert_eq!(found.text(problem.board()), error, "{lines:?}");
        assert!(!found.name().is_empty());
    }
}

#[test]
fn problems_with_other_constraints_are_refused() {
    let four = on("4x4").closed();
    assert_eq!(check(&four, vec![contradiction()]), ONE_CLAUSE);
    let why = "a proof by clauses is for one knight without clues between its ends";
    for problem in
        [on("4x4").with_knights(2, ["a1"]).unwrap(), on("4x4").clue("a1", 2).unwrap(), on("2x1")]
    {
        let error = check(&problem, vec![contradiction()]).expect_err(why);
        assert_eq!(error.text(problem.board()), why, "{problem:?}");
    }
    let ends = on("4x4").closed().start("a1").unwrap();
    assert_eq!(check(&ends, vec![contradiction()]), ONE_CLAUSE);
    // The last step is an end.
    let last = on("8x8").end("a1").unwrap();
    let error = check(&last, vec![contradiction()]).unwrap_err();
    assert_eq!(error.kind, ProofErrorKind::NoContradiction);
    let error = check(&four, vec![contradiction(), contradiction()]).unwrap_err();
    assert_eq!((error.line, error.kind), (Some(2), ProofErrorKind::LeftOver));
}

/// The callback is called again after each 64 lines.
#[test]
fn a_check_can_be_stopped() {
    use std::ops::ControlFlow;
    let problem = on("4x4").closed();
    let part = list(&problem, "a1");
    let lines = vec![cut(part, CutVertex::None); 100];
    let reason = Reason::Clauses { clauses: Clauses::new(lines) };
    let stop_at = |last: u64| {
        check_proof(&problem, &reason, &|line| {
            if line >= last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    };
    for line in [0, 64] {
        assert_eq!(stop_at(line), Ok(Checked::NotChecked(UncheckedCause::Stopped)));
    }
    let unfinished = stop_at(65).unwrap_err();
    assert_eq!((unfinished.line, unfinished.kind), (Some(101), ProofErrorKind::Unfinished));
}
