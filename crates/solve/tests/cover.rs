//! Several knights: comparison with an exhaustive search on small boards, and large boards.

#[path = "cover/naive.rs"]
mod naive;

use caracole_core::{Board, Kind, Leaper, Moves, Piece, Problem, Square};
use caracole_explain::Explain;
use caracole_solve::{Decision, Exact, Limits, Options, Run, cover, decide};
use caracole_verify::no_progress;
use caracole_verify::{Checked, check_proof};
use caracole_verify::{Cover, Outcome};

use naive::Naive;

fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn knights(problem: &Problem, count: u32, starts: &[Square]) -> Problem {
    problem.clone().with_knights(count, starts.iter().copied()).unwrap()
}

/// Returns the given starts of one or several knights.
fn given(problem: &Problem) -> Vec<Square> {
    problem.start_square().into_iter().chain(problem.knight_starts().iter().copied()).collect()
}

/// Compares both methods with the exhaustive search. Returns true if a cover exists.
fn decided(problem: &Problem) -> bool {
    let truth = Naive::new(problem).is_solvable();
    for outcome in
        [Exact::default().cover(problem, &mut Run::new()), cover(problem, &mut Run::new())]
    {
        match outcome {
            Outcome::Found(cover) => {
                assert!(truth, "{problem:?}: {:?}", cover.names());
                assert_eq!(cover.knights(), problem.knights() as usize);
                for (path, start) in cover.paths().iter().zip(given(problem)) {
                    assert_eq!(path.first(), Some(start), "given starts come first");
                }
                Cover::verify(problem, cover.into_paths()).expect("a cover");
            }
            Outcome::Impossible(proof) => {
                assert!(!truth, "{problem:?}: {}", proof.text());
                let kind = proof.reason().name();
                let is_for_all = ["colours", "cut", "deficient", "cases"].contains(&kind);
                assert!(is_for_all || problem.knights() == 1, "{}", proof.text());
                let checked = check_proof(problem, proof.reason(), &no_progress);
                let is_proved = matches!(checked, Ok(Checked::Proved { .. }));
                assert!(is_proved || problem.knights() == 1, "{}: {checked:?}", proof.text());
            }
            Outcome::Unknown(stop) => panic!("{problem:?}: {stop}"),
        }
    }
    if problem.knights() > 1 {
        let decision = decide(problem);
        assert!(decision == Decision::Undecided || !truth, "{problem:?}: {decision:?}");
    }
    truth
}

/// No starts, every start, and pairs and triples of starts.
fn all_starts(squares: &[Square], most: u32) -> Vec<Vec<Square>> {
    let mut all = vec![vec![]];
    all.extend(squares.iter().map(|&a| vec![a]));
    if most >= 2 {
        let pairs = squares.iter().enumerate();
        all.extend(pairs.flat_map(|(at, &a)| squares[at + 1..].iter().map(move |&b| vec![a, b])));
    }
    if most >= 3 {
        all.extend(squares.windows(3).map(<[Square]>::to_vec));
    }
    all
}

#[test]
fn small_boards_agree_with_trying_everything() {
    let mut answers = [0; 2];
    for text in [
        "1x1",
        "1x2",
        "2x2",
        "3x2",
        "2x5",
        "3x3",
        "3x4",
        "4x4",
        "3x3-b2",
        "4x3-a1,d3",
        "4x4-a1",
        "4x4-a1,b2,d4",
        "4x4-a1,a4,d1,d4",
        "torus:3x3",
        "torus:2x4",
        "torus:3x4",
        "cylinder:4x3",
        "box:2x2x3",
    ] {
        let problem = Problem::new(board(text));
        let squares: Vec<Square> = problem.board().squares().collect();
        for count in 1..=4.min(squares.len() as u32) {
            for starts in all_starts(&squares, count) {
                answers[usize::from(decided(&knights(&problem, count, &starts)))] += 1;
            }
        }
    }
    assert!(answers.iter().all(|&count| count > 200), "{answers:?}");
}

#[test]
fn moves_to_use_and_to_avoid_are_kept() {
    let wazir = Piece::from(Leaper::new(0, 1).unwrap());
    let mut answers = [0; 2];
    for problem in [
        Problem::new(board("3x4")),
        Problem::new(board("3x3-b2")),
        Problem::with_piece(board("3x3"), wazir),
    ] {
        let moves = Moves::new(problem.piece(), problem.board());
        for from in problem.board().squares() {
            let near: Vec<Square> = moves.from(problem.board(), from).collect();
            for (at, &to) in near.iter().enumerate() {
                let other = near[(at + 1) % near.len()];
                let using = problem.clone().require(from, to).unwrap();
                let both = using.clone().require(from, other).unwrap();
                let avoiding = problem.clone().forbid(from, to).unwrap();
                for problem in [using, both, avoiding] {
                    for (count, starts) in
                        [(1, &[][..]), (2, &[from]), (2, &[from, to]), (3, &[to])]
                    {
                        let problem = knights(&problem, count, starts);
                        answers[usize::from(decided(&problem))] += 1;
                    }
                }
            }
        }
    }
    assert!(answers.iter().all(|&count| count > 50), "{answers:?}");
}

#[test]
fn one_knight_may_be_asked_for_anything() {
    for (kind, from, is_possible) in
        [(Kind::Closed, "a1", true), (Kind::Open, "a1", true), (Kind::Any, "c3", true)]
    {
        let problem = Problem::new(board("6x6")).of_kind(kind).start(from).unwrap();
        for outcome in
            [Exact::default().cover(&problem, &mut Run::new()), cover(&problem, &mut Run::new())]
        {
            assert_eq!(outcome.is_found(), is_possible);
        }
    }
    let closed = Problem::new(board("5x5")).closed();
    assert!(cover(&closed, &mut Run::new()).is_impossible());
}

/// Rectangles of all sizes with any starts, by construction or by search.
#[test]
fn rectangles_are_covered_from_any_starts() {
    for (text, count, starts, method) in [
        ("8x8", 2, "", "construct"),
        ("8x8", 64, "", "construct"),
        ("8x8", 2, "a1 h8", "construct"),
        ("8x8", 3, "a1 b1 c1", "construct"),
        ("9x9", 2, "", "construct"),
        ("9x9", 2, "a1 b1", "construct"),
        ("9x9", 3, "b1 b3", "construct"),
        ("3x10", 2, "b5 a1", "construct"),
        ("1000x1000", 5, "e4 zz77 a1000", "construct"),
        ("301x299", 2, "c2 aa1", "construct"),
        ("4x4", 2, "a1 d4", "exact"),
        ("8x8-a1,h7", 2, "b1 e4", "exact"),
        ("40x40-a1,t21", 3, "c5 p30 z1", "exact"),
        ("150x150-a1,t21", 3, "c5 b2 e1", "patch"),
    ] {
        let problem = Problem::new(board(text));
        let starts = starts.split_whitespace();
        let problem = problem.with_knights(count, starts).unwrap();
        let mut run = Run::new();
        let outcome = cover(&problem, &mut run);
        assert!(outcome.is_found(), "{text} {count}: {outcome:?}");
        assert_eq!(run.method(), Some(method), "{text} {count}");
    }
}

#[test]
fn colours_bound_the_starts_too() {
    // With two knights on an odd board three of the four ends have the colour of a1.
    let problem = Problem::new(board("9x9")).with_knights(2, ["b1", "a2"]).unwrap();
    assert!(cover(&problem, &mut Run::new()).is_impossible());
    let lost = Problem::new(board("3x3-b1,a2,c2")).with_knights(2, ["a1"]).unwrap();
    let Outcome::Impossible(proof) = cover(&lost, &mut Run::new()) else {
        panic!("one square more than the knights can make up for");
    };
    assert_eq!(proof.reason().name(), "colours");
}

#[test]
fn limits_hold_and_vast_boards_are_refused() {
    let vast = Problem::new(board("4294967295x4294967295"));
    let two = vast.with_knights(2, ["a1"]).unwrap();
    let Outcome::Unknown(stop) = cover(&two, &mut Run::new()) else {
        panic!("nobody stores it");
    };
    assert_eq!(stop.cause.name(), "memory");
    for text in ["100x100", "8x8-a1,h7"] {
        let problem = Problem::new(board(text)).with_knights(2, ["b1"]).unwrap();
        for (limits, word) in [
            (Limits { steps: Some(5), ..Limits::default() }, "steps"),
            (Limits { memory: Some(1000), ..Limits::default() }, "memory"),
            (Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }, "time"),
        ] {
            match cover(&problem, &mut Run::with_options(&Options::new().limits(limits))) {
                Outcome::Unknown(stop) => assert_eq!(stop.cause.name(), word, "{text}"),
                _ => panic!("{text}: {limits:?}"),
            }
        }
    }
}
