//! All tours of small boards, counted one by one, and what is proved of others.

use caracole_verify::no_progress;
use std::collections::HashSet;
use std::time::Duration;

use caracole_core::{Board, Cases, Kind, Leaper, Piece, Square};
use caracole_verify::Tour;
use caracole_verify::{Checked, check_proof};

use super::edge_orbits::EdgeOrbits;
use super::pruning::Pruner;
use super::search::{Pruning, Search, SearchResult};
use super::state::State;
use super::*;
use crate::{Limits, Options};

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

fn all(problem: &Problem) -> u64 {
    let listing = Exact::default().list(problem, usize::MAX, &mut Run::new());
    assert!(matches!(listing.others, Others::None(_)));
    let different: HashSet<Vec<Square>> =
        listing.tours.iter().map(|tour| tour.squares().collect()).collect();
    assert_eq!(different.len(), listing.tours.len(), "no tour comes twice");
    listing.tours.len() as u64
}

/// Directed tours, open and closed together, as OEIS A165134 counts them for squares, and those of
/// rectangles from the same counting; closed tours of OEIS A001230, twice, for from a square they
/// can be walked either way.
#[test]
fn all_tours_are_listed_once() {
    for (board, count) in [("1x1", 1), ("3x4", 16), ("4x3", 16), ("4x5", 164), ("5x5", 1728)] {
        assert_eq!(all(&problem(board)), count, "{board}");
    }
    for (board, count) in [("6x5", 8), ("3x10", 16), ("6x6", 9862)] {
        let closed = problem(board).closed().start("a1").unwrap();
        assert_eq!(all(&closed), 2 * count, "{board}");
    }
    // Of the 1728 tours of 5x5 none is closed; 304 start in a corner.
    assert_eq!(all(&problem("5x5").open()), 1728);
    assert_eq!(all(&problem("5x5").start("a1").unwrap()), 304);
}

/// The board of the coaches, with its published counts.
#[test]
fn all_tours_of_a_board_with_holes() {
    let board: Board = "8x8".parse().unwrap();
    let picture = "\
        .xxx.... .x.xx... .xxxxxxx xxx..x.x x.x..xxx Sxxxxxx. ..xx.x.. ...xxx..";
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let is_hole = |square: &Square| {
        let (file, rank) = (square.index() % 8, square.index() / 8);
        rows[7 - rank as usize].as_bytes()[file as usize] == b'.'
    };
    let holes: Vec<Square> = board.squares().filter(is_hole).collect();
    let coaches = Problem::new(board.without(holes).unwrap()).start("a3").unwrap();
    assert_eq!(all(&coaches), 48_422);
    assert_eq!(all(&coaches.clone().closed()), 10_844);
    assert_eq!(all(&coaches.open()), 48_422 - 10_844);
}

#[test]
fn clues_leave_what_fits_them() {
    let everything = Exact::default().list(&problem("5x5"), usize::MAX, &mut Run::new()).tours;
    let board: Board = "5x5".parse().unwrap();
    for (name, step) in [("c3", 13), ("a1", 1), ("a1", 25), ("b3", 2), ("e5", 12), ("c3", 2)] {
        let square = board.parse_square(name).unwrap();
        for (other, next) in [("d5", 7), ("e1", 25), ("c2", 4)] {
            let Ok(clued) = problem("5x5").clue(name, step).unwrap().clue(other, next) else {
                continue;
            };
            let near = board.parse_square(other).unwrap();
            let fits = |tour: &&Tour| {
                tour.square_at(step) == Some(square) && tour.square_at(next) == Some(near)
            };
            let expected = everything.iter().filter(fits).count() as u64;
            assert_eq!(all(&clued), expected, "{name}={step} {other}={next}");
        }
    }
    let closed = problem("6x6").closed().clue("c3", 17).unwrap();
    assert_eq!(all(&closed), 2 * 9862, "any step of a closed tour is as good as the first");
}

/// Only the order in which the work is done depends on the threads.
#[test]
fn the_answer_does_not_depend_on_the_threads() {
    let giraffe = Piece::from(Leaper::new(1, 4).unwrap());
    let hard = Problem::with_piece("9x10".parse().unwrap(), giraffe).closed();
    let mut answers = Vec::new();
    for threads in [1, 2, 5] {
        let exact = Exact { threads: NonZeroUsize::new(threads), max_restarts: None };
        let mut run = Run::new();
        let tour = exact.solve(&hard, &mut run).found().expect("a tour");
        assert!(run.stats().decisions > 1000, "several restarts: {:?}", run.stats());
        answers.push((tour.names().clone(), run.stats()));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

#[test]
fn a_short_search_gives_up_in_words() {
    let giraffe = Piece::from(Leaper::new(1, 4).unwrap());
    let hard = Problem::with_piece("9x10".parse().unwrap(), giraffe).closed();
    let short = Exact { max_restarts: Some(1), ..Exact::default() };
    let Outcome::Unknown(stop) = short.solve(&hard, &mut Run::new()) else {
        panic!("one restart is not enough");
    };
    assert_eq!(stop.cause, StopCause::Heuristic);
    assert!(stop.tried.starts_with("exact made "), "{stop}");
    let limits = Limits { steps: Some(100), ..Limits::default() };
    let listing = short.list(&hard, 2, &mut Run::with_options(&Options::new().limits(limits)));
    assert!(matches!(listing.others, Others::Unknown(stop) if stop.cause == StopCause::Steps));
    assert_eq!((listing.tours.len(), listing.cases), (0, 100));
}

/// The step domains of a board of this size take long to filter.
#[test]
fn the_limits_are_checked_while_step_domains_are_filtered() {
    let clued = problem("60x60").clue("a1", 1).unwrap().clue("b2", 3599).unwrap();
    let model = Model::new(&clued, &mut Run::new()).unwrap();
    let mut checks = 0;
    let outcome = State::new(&model).initialise(&mut || {
        // The first check is before the first square.
        checks += 1;
        if checks > 1 { Err(StopCause::Time) } else { Ok(()) }
    });
    assert_eq!(outcome, Err(StopCause::Time));
    let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
    let outcome =
        Exact::default().solve(&clued, &mut Run::with_options(&Options::new().limits(limits)));
    assert!(matches!(outcome, Outcome::Unknown(stop) if stop.cause == StopCause::Time));
}

/// Pruning refutes these before any decision.
#[test]
fn some_boards_need_no_search() {
    let leaper = |a, b| Piece::from(Leaper::new(a, b).unwrap());
    for (board, piece, is_closed) in [
        ("11x11", leaper(1, 4), false),
        ("10x8", leaper(1, 4), true),
        ("12x10", leaper(2, 3), true),
        ("20x4", Piece::KNIGHT, true),
        ("cylinder:12x4", Piece::KNIGHT, true),
        ("8x8-a1,h8", Piece::KNIGHT, false),
    ] {
        let problem = Problem::with_piece(board.parse().unwrap(), piece);
        let problem = if is_closed { problem.closed() } else { problem };
        let Outcome::Impossible(proof) = Exact::default().solve(&problem, &mut Run::new()) else {
            panic!("{board} has no tour");
        };
        if let Reason::Cases { cases } = proof.reason() {
            assert_eq!(cases.closed(), 1, "{board}");
        }
    }
}

/// Larger vertex cuts, found after a few hundred cases; the certificate is one line that the checker
/// accepts.
#[test]
fn vertex_cuts_refute_symmetric_boards() {
    let giraffe = Piece::from(Leaper::new(1, 4).unwrap());
    for (board, piece, kind, size) in [
        ("cylinder:6x6", &giraffe, Kind::Any, 12),
        ("cylinder:6x6", &giraffe, Kind::Closed, 12),
        ("cylinder:10x6", &giraffe, Kind::Any, 20),
        ("cylinder:12x6", &giraffe, Kind::Any, 24),
        ("cylinder:14x6", &giraffe, Kind::Any, 28),
    ] {
        let problem = Problem::with_piece(board.parse().unwrap(), piece.clone()).of_kind(kind);
        let mut run = Run::new();
        let Outcome::Impossible(proof) = Exact::default().solve(&problem, &mut run) else {
            panic!("{board} has no tour");
        };
        let Reason::VertexCut { squares } = proof.reason() else { panic!("{:?}", proof.reason()) };
        assert!(proof.is_checked() && squares.len() <= size, "{board}: {squares:?}");
        assert!(run.stats().decisions < 1000, "{board}: {:?}", run.stats());
    }
}

/// Counts the tours that begin with a walk, by trying all of them.
fn walks(problem: &Problem, near: &[Vec<usize>], walk: &mut Vec<usize>, all: usize) -> u64 {
    let (first, last) = (walk[0], walk[walk.len() - 1]);
    if walk.len() == all {
        let returns = all > 2 && near[last].contains(&first);
        return u64::from(match problem.kind() {
            Kind::Any => true,
            Kind::Open => !returns,
            Kind::Closed => returns,
        });
    }
    let mut count = 0;
    for &to in &near[last] {
        if !walk.contains(&to) {
            walk.push(to);
            count += walks(problem, near, walk, all);
            walk.pop();
        }
    }
    count
}

/// Listing filters by flow before it searches: that must leave all tours.
#[test]
fn listing_agrees_with_walking_everywhere() {
    let mut random = crate::Random::new(1, "listing");
    let mut tours = 0;
    for _ in 0..3000 {
        let board: Board = ["4x4", "3x5", "4x3", "3x6"][random.below(4) as usize].parse().unwrap();
        let most = random.below(board.len());
        let holes: Vec<Square> = board.squares().filter(|_| random.below(16) < most).collect();
        let Ok(board) = board.without(holes) else { continue };
        let squares: Vec<Square> = board.squares().collect();
        let moves = caracole_core::Moves::new(&Piece::KNIGHT, &board);
        let place = |to: Square| squares.binary_search(&to).ok();
        let near: Vec<Vec<usize>> =
            squares.iter().map(|&at| moves.from(&board, at).filter_map(place).collect()).collect();
        for kind in [Kind::Any, Kind::Open, Kind::Closed] {
            let problem = Problem::new(board.clone()).of_kind(kind);
            let starts = 0..squares.len();
            let count: u64 =
                starts.map(|at| walks(&problem, &near, &mut vec![at], squares.len())).sum();
            assert_eq!(all(&problem), count, "{board} {kind:?}");
            tours += count;
        }
    }
    assert!(tours > 1000, "{tours}");
}

/// A search that uses symmetries from the beginning, and its proof.
fn with_symmetries(problem: &Problem) -> Option<Cases> {
    let model = Model::new(problem, &mut Run::new()).unwrap();
    let orbits = EdgeOrbits::new(problem, &model);
    let pruner = Pruner::new(0, crate::Random::new(0, "cuts"));
    let mut search = Search::new(&model, Pruning::Quick, pruner, None, orbits.as_ref());
    match search.next(u64::MAX, &mut |_| Ok(())).unwrap() {
        SearchResult::Exhausted => search.log.cases(&model),
        _ => None,
    }
}

/// Symmetries change no answer, and the checker agrees on the orbits.
#[test]
fn symmetries_keep_the_truth() {
    let giraffe = Piece::from(Leaper::new(1, 4).unwrap());
    let zebra = Piece::from(Leaper::new(2, 3).unwrap());
    let camel = Piece::from(Leaper::new(1, 3).unwrap());
    let boards = [
        "4x4",
        "3x5",
        "3x6",
        "5x5",
        "5x5-c3",
        "6x4",
        "3x8",
        "4x4-b2",
        "6x6-a1,f6",
        "8x3-a1,h3",
        "6x4-b2,e3",
        "5x5-a1,e5",
        "5x6-c1,c6",
        "cylinder:3x5",
        "cylinder:4x3",
        "cylinder:4x4",
        "cylinder:5x4",
        "cylinder:6x4",
        "cylinder:4x6",
        "cylinder:5x5",
        "torus:3x3",
        "torus:4x4",
        "torus:5x4",
        "torus:6x3",
        "box:3x3x2",
        "box:2x3x4",
        "box:4x4x2",
    ];
    let (mut proofs, mut with_orbits) = (0, 0);
    for board in boards {
        for piece in [Piece::KNIGHT, camel.clone(), zebra.clone(), giraffe.clone()] {
            for kind in [Kind::Any, Kind::Closed, Kind::Open] {
                let problem = Problem::with_piece(board.parse().unwrap(), piece.clone());
                let problem = problem.of_kind(kind);
                let is_found = Exact::default().solve(&problem, &mut Run::new()).is_found();
                let cases = with_symmetries(&problem);
                assert_eq!(cases.is_none(), is_found, "{problem:?}");
                let Some(cases) = cases else { continue };
                proofs += 1;
                let is_orbit = |case: &Case| matches!(case, Case::Orbit(_));
                if cases.lines().iter().any(is_orbit) {
                    with_orbits += 1;
                }
                let checked = check_proof(&problem, &Reason::Cases { cases }, &no_progress);
                assert!(matches!(checked, Ok(Checked::Proved { .. })), "{problem:?}: {checked:?}");
            }
        }
    }
    assert!(proofs > 50 && with_orbits > 6, "{proofs} proofs, {with_orbits} with symmetries");
}

/// Given ends and forbidden moves leave fewer symmetries.
#[test]
fn symmetries_keep_what_is_given() {
    for (board, from, avoid) in
        [("5x5", "b1", ["c3", "a4"]), ("4x4", "a1", ["b1", "d2"]), ("6x5", "b3", ["a1", "c2"])]
    {
        let from = problem(board).start(from).unwrap();
        let avoiding = from.clone().forbid(avoid[0], avoid[1]).unwrap();
        for problem in [from.clone(), from.closed(), avoiding.clone(), avoiding.open()] {
            let is_found = Exact::default().solve(&problem, &mut Run::new()).is_found();
            let cases = with_symmetries(&problem);
            assert_eq!(cases.is_none(), is_found, "{problem:?}");
            if let Some(cases) = cases {
                let checked = check_proof(&problem, &Reason::Cases { cases }, &no_progress);
                assert!(matches!(checked, Ok(Checked::Proved { .. })), "{problem:?}: {checked:?}");
            }
        }
    }
}
