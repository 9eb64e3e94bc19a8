//! Answers of the learning search against those of the search by cases, and proofs that must fail.

use std::num::NonZeroUsize;

use caracole_core::{
    Board, ClauseLine, CutVertex, Kind, Leaper, Literal as Statement, Piece, Problem, Reason,
    Square,
};
use caracole_verify::{Checked, check_proof, no_progress};

use super::*;
use crate::existence::ends_apart;
use crate::{Exact, Others, Run};

fn with_leaper(board: &str, leaper: &str) -> Problem {
    let leaper: Leaper = leaper.parse().unwrap();
    Problem::with_piece(board.parse().unwrap(), Piece::from(leaper))
}

/// The learning search, alone; and the lines of its proof.
pub(super) fn learn(problem: &Problem) -> Option<(LearningResult, Clauses)> {
    // The exact search has refuted these before.
    if ends_apart(problem).is_some() {
        return None;
    }
    let model = Model::new(problem, &mut Run::new()).unwrap();
    let constraints = constraints(&model)?;
    let job = Job { model: &model, constraints: &constraints, seed: 0, proof_folder: None };
    let mut on_event = |_| Ok(());
    let mut context = Alone { on_event: &mut on_event, proof: ProofWriter::new(None) };
    let result = job.search(0).search(u64::MAX, &mut context).unwrap();
    Some((result, context.proof.unfinished(&model)?))
}

/// Whether the search by cases, the oracle, finds a tour.
fn has_tour(problem: &Problem) -> bool {
    // Two solutions are asked for, so that the learning search is not used.
    let exact = Exact { threads: NonZeroUsize::new(1), ..Exact::default() };
    let listing = exact.list(problem, 2, &mut Run::new());
    assert!(matches!(listing.others, Others::None(_)) || !listing.tours.is_empty());
    !listing.tours.is_empty()
}

pub(super) fn listed(clauses: &Clauses) -> Vec<ClauseLine> {
    clauses.lines().unwrap().map(Result::unwrap).collect()
}

fn is_proved(problem: &Problem, clauses: Clauses) -> bool {
    let reason = Reason::Clauses { clauses };
    matches!(check_proof(problem, &reason, &no_progress), Ok(Checked::ProvedByClauses { .. }))
}

#[test]
fn the_learning_search_agrees_with_the_search_by_cases() {
    let mut random = Random::new(11, "learning boards");
    let boards = ["4x4", "5x5", "6x5", "6x6", "cylinder:6x4", "cylinder:5x5", "torus:4x4"];
    let mut counts = [0, 0];
    for round in 0..400 {
        let board: Board = boards[round % boards.len()].parse().unwrap();
        let most = random.below(4);
        let holes: Vec<Square> = board.squares().filter(|_| random.below(16) < most).collect();
        let Ok(board) = board.without(holes) else { continue };
        if board.len() < 3 {
            continue;
        }
        let leaper: Leaper =
            ["1,2", "1,4", "2,3", "1,3"][random.below(4) as usize].parse().unwrap();
        let squares: Vec<Square> = board.squares().collect();
        let problem = Problem::with_piece(board, Piece::from(leaper));
        for kind in [Kind::Any, Kind::Open, Kind::Closed] {
            let mut problem = problem.clone().of_kind(kind);
            if random.below(3) == 0 {
                let start = squares[random.below(squares.len() as u64) as usize];
                problem = problem.start(start).unwrap();
            }
            let Some((result, clauses)) = learn(&problem) else { continue };
            let is_found = has_tour(&problem);
            let expected =
                if is_found { LearningResult::Solution } else { LearningResult::Refuted };
            assert_eq!(result, expected, "{problem:?}");
            if !is_found {
                let reason = Reason::Clauses { clauses };
                let checked = check_proof(&problem, &reason, &no_progress);
                assert!(
                    matches!(checked, Ok(Checked::ProvedByClauses { .. })),
                    "{problem:?}: {checked:?}"
                );
            }
            counts[usize::from(is_found)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn longer_proofs_hold() {
    for (board, leaper, kind) in [
        ("cylinder:6x6", "1,4", Kind::Closed),
        ("cylinder:6x6", "1,4", Kind::Any),
        ("12x12", "2,3", Kind::Closed),
        ("cylinder:10x6", "1,4", Kind::Closed),
    ] {
        let problem = with_leaper(board, leaper).of_kind(kind);
        let (result, clauses) = learn(&problem).unwrap();
        assert_eq!(result, LearningResult::Refuted, "{board}");
        let checked = check_proof(&problem, &Reason::Clauses { clauses }, &no_progress);
        assert!(matches!(checked, Ok(Checked::ProvedByClauses { .. })), "{board}: {checked:?}");
    }
}

/// Changes a line, or leaves one out, or adds one.
pub(super) fn mutate(lines: &mut Vec<ClauseLine>, problem: &Problem, random: &mut Random) {
    let squares: Vec<Square> = problem.board().squares().collect();
    let mut square = || squares[random.below(squares.len() as u64) as usize];
    let (first, second) = (square(), square());
    let at = random.below(lines.len() as u64) as usize;
    let is_single = lines.len() == 1;
    match (random.below(6), &mut lines[at]) {
        (0, _) if !is_single => {
            lines.remove(at);
        }
        (1, ClauseLine::Learned(literals)) if !literals.is_empty() => {
            let place = random.below(literals.len() as u64) as usize;
            literals.remove(place);
        }
        (2, ClauseLine::Learned(literals)) if !literals.is_empty() => {
            let place = random.below(literals.len() as u64) as usize;
            let (Statement::Move { holds, .. } | Statement::End { holds, .. }) =
                &mut literals[place];
            *holds = !*holds;
        }
        (3, ClauseLine::Cut { part, .. }) => part.push(first),
        (4, ClauseLine::Learned(literals)) => *literals = vec![],
        _ => {
            let part = if first == second { vec![first] } else { vec![first, second] };
            lines.insert(at, ClauseLine::Cut { part, except: CutVertex::None });
        }
    }
}

/// No proof holds for a board with a tour, whatever its lines are: those of searches on this board and
/// on others, changed at random.
#[test]
fn a_thousand_changed_proofs_fail() {
    let mut random = Random::new(5, "changed proofs");
    let with_tours = [
        with_leaper("5x5", "1,2"),
        with_leaper("6x5", "1,2").closed(),
        with_leaper("9x10", "1,4").closed(),
        with_leaper("10x10", "1,4").closed(),
        with_leaper("cylinder:6x5", "1,2").closed(),
    ];
    let without = [
        with_leaper("5x5", "1,2").closed(),
        with_leaper("6x5", "1,4").closed(),
        with_leaper("9x10", "1,4").start("a1").unwrap(),
    ];
    let mut rejected = 0;
    for round in 0..1200 {
        let problem = &with_tours[round % with_tours.len()];
        let source = match round % 4 {
            0 => &without[round / 4 % without.len()],
            _ => problem,
        };
        let Some((_, clauses)) = learn(source) else { continue };
        let mut lines = listed(&clauses);
        // A search that found a tour refuted nothing.
        lines.truncate(200);
        lines.push(ClauseLine::Learned(Vec::new()));
        for _ in 0..=random.below(3) {
            mutate(&mut lines, problem, &mut random);
        }
        assert!(!is_proved(problem, Clauses::new(lines)), "{problem:?}");
        rejected += 1;
    }
    assert!(rejected >= 1000, "{rejected}");
}

/// A proof that holds fails if any line is missing that it needs, and if it goes on.
#[test]
fn incomplete_proofs_fail() {
    let problem = with_leaper("cylinder:6x6", "1,4").closed();
    let (_, clauses) = learn(&problem).unwrap();
    assert!(is_proved(&problem, clauses.clone()));
    let lines = &listed(&clauses);
    assert!(!is_proved(&problem, Clauses::new(lines[..lines.len() - 1].to_vec())));
    assert!(!is_proved(&problem, Clauses::new(vec![ClauseLine::Learned(Vec::new())])));
    let mut longer = lines.clone();
    longer.push(ClauseLine::Learned(Vec::new()));
    assert!(!is_proved(&problem, Clauses::new(longer)));
    let mut random = Random::new(6, "missing lines");
    let mut failed = 0;
    for _ in 0..50 {
        let mut lines = lines.clone();
        for _ in 0..lines.len() / 2 {
            let at = random.below(lines.len() as u64 - 1) as usize;
            lines.remove(at);
        }
        if !is_proved(&problem, Clauses::new(lines)) {
            failed += 1;
        }
    }
    assert!(failed > 25, "half of the lines are not enough: {failed}");
}

/// Searches that share clauses have one proof, which holds.
#[test]
fn a_race_ends_with_a_proof_or_a_tour() {
    for (board, leaper, kind, is_possible) in [
        ("12x12", "2,3", Kind::Closed, false),
        ("cylinder:6x6", "1,4", Kind::Any, false),
        ("cylinder:10x6", "1,4", Kind::Closed, false),
        ("8x8", "1,2", Kind::Closed, true),
        ("10x10", "1,4", Kind::Closed, true),
    ] {
        let problem = with_leaper(board, leaper).of_kind(kind);
        let model = Model::new(&problem, &mut Run::new()).unwrap();
        let constraints = constraints(&model).unwrap();
        let job = Job { model: &model, constraints: &constraints, seed: 0, proof_folder: None };
        for threads in [2, 4] {
            let (learned, decisions) = job.race(threads, &mut |_| Ok(()));
            assert!(decisions > 0);
            match learned {
                Ok(Learned::Solution(_)) => assert!(is_possible, "{board}"),
                Ok(Learned::Refuted(Some(clauses))) => {
                    assert!(!is_possible && is_proved(&problem, clauses), "{board}");
                }
                _ => panic!("{board}: no answer, or no proof"),
            }
        }
    }
}

#[test]
fn a_limit_ends_a_race() {
    let problem = with_leaper("16x16", "2,5");
    let model = Model::new(&problem, &mut Run::new()).unwrap();
    let constraints = constraints(&model).unwrap();
    let job = Job { model: &model, constraints: &constraints, seed: 0, proof_folder: None };
    for cause in [StopCause::Time, StopCause::Interrupt, StopCause::Memory] {
        assert_eq!(job.race(3, &mut |_| Err(cause)).0.err(), Some(cause));
    }
}

/// The formula and the refutation of a proof, replayed by a program that knows clauses only.
#[test]
fn exported_proofs_are_refutations() {
    use crate::CnfFormula;
    for (board, leaper, kind) in [
        ("cylinder:6x6", "1,4", Kind::Closed),
        ("5x5", "1,2", Kind::Open),
        ("8x8", "1,4", Kind::Any),
    ] {
        let mut problem = with_leaper(board, leaper).of_kind(kind);
        if kind == Kind::Open {
            problem = problem.start("b1").unwrap();
        }
        let (result, clauses) = learn(&problem).unwrap();
        assert_eq!(result, LearningResult::Refuted, "{board}");
        let mut refutation = Vec::new();
        let formula =
            CnfFormula::of_proof(&problem, &clauses, &mut refutation, &mut Run::new()).unwrap();
        let mut text = Vec::new();
        formula.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let given = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        let refutation = String::from_utf8(refutation).unwrap();
        assert!(is_refuted(given.map(numbers).collect(), &refutation), "{board}");
        // Without the refutation propagation is not enough, and without a lemma the rest does not follow.
        let given =
            || text.lines().filter(|line| !line.starts_with(['c', 'p'])).map(numbers).collect();
        if clauses.learned() > 1 {
            assert!(!is_refuted(given(), "0"), "{board}");
        }
    }
}

fn numbers(line: &str) -> Vec<i32> {
    line.split_whitespace()
        .map(|word| word.parse().unwrap())
        .take_while(|&number| number != 0)
        .collect()
}

/// Reverse unit propagation in its simplest form: all clauses are looked at until nothing changes.
fn is_refuted(mut clauses: Vec<Vec<i32>>, refutation: &str) -> bool {
    fn is_contradictory(clauses: &[Vec<i32>], assumed: &[i32]) -> bool {
        let mut known: std::collections::HashSet<i32> = assumed.iter().copied().collect();
        loop {
            let before = known.len();
            for clause in clauses {
                if clause.iter().any(|literal| known.contains(literal)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&literal| !known.contains(&-literal));
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(&unit), None) => drop(known.insert(unit)),
                    _ => {}
                }
            }
            if known.len() == before {
                return false;
            }
        }
    }
    for line in refutation.lines() {
        if let Some(deleted) = line.strip_prefix("d ") {
            let mut deleted = numbers(deleted);
            deleted.sort_unstable();
            let is_deleted = |clause: &Vec<i32>| {
                let mut sorted = clause.clone();
                sorted.sort_unstable();
                sorted == deleted
            };
            let at = clauses.iter().position(is_deleted).expect("a deleted clause was there");
            clauses.swap_remove(at);
            continue;
        }
        let lemma = numbers(line);
        let negated: Vec<i32> = lemma.iter().map(|literal| -literal).collect();
        if !is_contradictory(&clauses, &negated) {
            return false;
        }
        if lemma.is_empty() {
            return true;
        }
        clauses.push(lemma);
    }
    false
}
