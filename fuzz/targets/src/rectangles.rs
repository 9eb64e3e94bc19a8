//! Constructions and patches, which find tours of boards that no search would walk over.

use caracole_core::{Board, Kind, Problem, Square};
use caracole_solve::{
    Construct, ConstructionStyle, Decision, Exact, Limits, Options, Patch, Run, Solver, Support,
    decide, locate,
};
use caracole_verify::no_progress;
use caracole_verify::{Outcome, StopCause, Tour};
use caracole_verify::{check, check_proof};

use crate::bytes::Bytes;

/// The largest board that the exact search decides, in squares.
const SEARCHED: u64 = 40;

const KINDS: [Kind; 3] = [Kind::Any, Kind::Closed, Kind::Open];

/// A rectangle of any sides up to 72, any kind, any ends: a tour that the verifier accepts, or a
/// reason that the checker accepts.
///
/// A byte each for files, ranks and kind, for whether start and end are given, two for each of them,
/// and one for the look.
pub fn construct(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (files, ranks) = (1 + bytes.below(72) as u32, 1 + bytes.below(72) as u32);
    let board = Board::rectangle(files, ranks).expect("sides");
    let problem = Problem::new(board).of_kind(bytes.one_of(&KINDS));
    let problem = with_ends(problem, &mut bytes);
    let look = bytes.below(8);
    let construct = Construct {
        style: if look & 1 == 1 { ConstructionStyle::Braided } else { ConstructionStyle::Plain },
        mix: (look & 2 == 2).then_some(look as u64),
    };
    if matches!(construct.supports(&problem), Support::No(_)) {
        return;
    }
    let is_plain = construct == Construct::default();
    match construct.solve(&problem, &mut Run::new()) {
        Outcome::Found(tour) => assert_tour(&problem, &tour),
        Outcome::Impossible(proof) => {
            assert_eq!(
                check_proof(&problem, proof.reason(), &no_progress).err(),
                None,
                "{problem:?}"
            );
            assert!(!matches!(decide(&problem), Decision::Exists), "{problem:?}");
            assert_no_tour(&problem);
        }
        Outcome::Unknown(stop) => assert!(!is_plain, "{problem:?}: {stop}"),
    }
    match locate(&problem, &mut Run::new()) {
        Outcome::Found(locator) => {
            let start = locator.square_at(1).expect("a first step");
            assert!(problem.start_square().is_none_or(|given| given == start), "{problem:?}");
            assert_eq!(locator.step_of(start), Some(1), "{problem:?}");
        }
        Outcome::Impossible(_) | Outcome::Unknown(_) => {}
    }
}

/// A board with holes of up to 16 by 16: what patching finds is a tour, and it never says "no" where
/// there is one.
///
/// A byte each for files, ranks, kind, the ends as above, then a bit for each hole.
pub fn patch(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (files, ranks) = (3 + bytes.below(14) as u32, 3 + bytes.below(14) as u32);
    let board = Board::rectangle(files, ranks).expect("sides");
    let kind = bytes.one_of(&KINDS);
    let ends = [(); 5].map(|()| bytes.byte());
    let bits = bytes.rest();
    let is_hole = |square: &Square| {
        let index = square.index() as usize;
        bits.get(index / 8).is_some_and(|byte| byte >> (index % 8) & 1 == 1)
    };
    let holes: Vec<Square> = board.squares().filter(is_hole).collect();
    let Ok(board) = board.without(holes) else { return };
    let problem = with_ends(Problem::new(board).of_kind(kind), &mut Bytes::new(&ends));
    let limits = Limits { steps: Some(200_000), ..Limits::default() };
    match Patch.solve(&problem, &mut Run::with_options(&Options::new().limits(limits))) {
        Outcome::Found(tour) => assert_tour(&problem, &tour),
        Outcome::Impossible(proof) => {
            assert_eq!(
                check_proof(&problem, proof.reason(), &no_progress).err(),
                None,
                "{problem:?}"
            );
            assert_no_tour(&problem);
        }
        Outcome::Unknown(stop) => assert_ne!(stop.cause, StopCause::Fault, "{problem:?}: {stop}"),
    }
}

/// Gives a start, an end, both or none; ends that cannot be are left out.
fn with_ends(problem: Problem, bytes: &mut Bytes<'_>) -> Problem {
    let given = bytes.below(4);
    let area = problem.board().area();
    let mut square = || Square::from_index(u64::from(bytes.wide()) % area);
    let (start, end) = (square(), square());
    let problem = match given & 1 {
        1 => problem.clone().start(start).unwrap_or(problem),
        _ => problem,
    };
    match given & 2 {
        2 => problem.clone().end(end).unwrap_or(problem),
        _ => problem,
    }
}

/// The verifier accepts the squares one by one, and each knows its step.
fn assert_tour(problem: &Problem, tour: &Tour) {
    let squares: Vec<Square> = tour.squares().collect();
    let verdict = check(problem, || squares.iter().copied());
    assert!(verdict.is_valid(), "{problem:?}: {:?}", verdict.defects());
    assert_eq!(verdict.is_closed(), tour.is_closed(), "{problem:?}");
    for (step, &square) in (1..).zip(&squares).step_by(squares.len() / 64 + 1) {
        assert_eq!(tour.step_of(square), Some(step), "{problem:?}");
        assert_eq!(tour.square_at(step), Some(square), "{problem:?}");
    }
}

fn assert_no_tour(problem: &Problem) {
    if problem.board().len() <= SEARCHED {
        let limits = Limits { steps: Some(20_000), ..Limits::default() };
        let outcome =
            Exact::default().solve(problem, &mut Run::with_options(&Options::new().limits(limits)));
        assert!(!outcome.is_found(), "{problem:?}");
    }
}
