//! Compares single steps of `locate` with the stored tour on small boards, and with the knight's moves on boards
//! that are too large to be walked.

#[path = "locate/bulk.rs"]
mod bulk;
#[path = "locate/vast.rs"]
mod vast;

use caracole_core::{Board, Coord, File, Problem, Rank, Square};
use caracole_solve::{Auto, Locator, Options, Random, Run, Solver, locate};
use caracole_verify::{Outcome, Tour};

use vast::Vast;

const SEED: u64 = 5;

fn located(problem: &Problem) -> Outcome<Locator> {
    locate(problem, &mut Run::with_options(&Options::new().seed(SEED)))
}

const fn place(file: u32, rank: u32) -> Coord {
    Coord::flat(File::new(file), Rank::new(rank))
}

fn from(problem: Problem, start: Square) -> Problem {
    problem.start(start).expect("a square of the board")
}

fn between(board: &Board, start: Square, end: Square) -> Problem {
    from(Problem::new(board.clone()), start).end(end).expect("another square")
}

/// Returns a random square of a colour.
fn drawn(board: &Board, colour: u8, random: &mut Random) -> Square {
    loop {
        let square = Square::from_index(random.below(board.len()));
        if board.colour(square) == colour {
            return square;
        }
    }
}

/// Returns two random squares between which the colours allow a tour.
fn drawn_ends(board: &Board, random: &mut Random) -> [Square; 2] {
    let is_even = board.len().is_multiple_of(2);
    loop {
        let ends = [0, u8::from(is_even)].map(|colour| drawn(board, colour, random));
        if ends[0] != ends[1] {
            return if random.below(2) == 0 { ends } else { [ends[1], ends[0]] };
        }
    }
}

/// Returns one problem of each kind on a board: closed, closed from a square, any from and to a square, open, and
/// between two squares.
fn problems(board: &Board, random: &mut Random) -> Vec<Problem> {
    let any = || Problem::new(board.clone());
    let is_even = board.len().is_multiple_of(2);
    let colour = if is_even { random.below(2) as u8 } else { 0 };
    let mut square = || drawn(board, colour, random);
    let mut all = vec![
        any(),
        any().open(),
        from(any(), square()),
        any().end(square()).expect("a square of the board"),
        from(any().open(), square()),
    ];
    if is_even {
        all.extend([any().closed(), from(any().closed(), square())]);
    }
    let [start, end] = drawn_ends(board, random);
    all.extend([between(board, start, end), between(board, end, start)]);
    all
}

/// Compares every square and every step with the stored tour.
fn agrees_with_the_walk(problem: &Problem) {
    let name = || format!("{} {problem:?}", problem.board());
    let outcome = Auto.solve(problem, &mut Run::with_options(&Options::new().seed(SEED)));
    let (locator, walked) = match (located(problem), outcome) {
        (Outcome::Found(locator), Outcome::Found(tour)) => (locator, tour),
        (Outcome::Impossible(_), Outcome::Impossible(_)) => return,
        (located, outcome) => panic!("{}: {located:?} but {}", name(), outcome.name()),
    };
    // The verifier of stored tours accepts it, too.
    let tour = Tour::verify(problem, walked.squares().collect());
    let tour = tour.unwrap_or_else(|rejected| panic!("{}: {rejected}", name()));
    assert_eq!(tour.numbering(), walked.numbering(), "{}", name());
    let squares: Vec<Square> = tour.squares().collect();
    let len = squares.len();
    assert_eq!((locator.len(), locator.is_closed()), (len as u64, tour.is_closed()));
    for (at, &square) in squares.iter().enumerate() {
        let step = at as u64 + 1;
        assert_eq!(locator.square_at(step), Some(square), "{} step {step}", name());
        assert_eq!(locator.step_of(square), Some(step), "{} {square:?}", name());
        let round = |at: usize| tour.is_closed().then(|| squares[at]);
        let after = squares.get(at + 1).copied().or_else(|| round(0));
        let before = at.checked_sub(1).map(|at| squares[at]).or_else(|| round(len - 1));
        assert_eq!(locator.successor(square), after, "{} after {square:?}", name());
        assert_eq!(locator.predecessor(square), before, "{} before {square:?}", name());
    }
    for beyond in [0, len as u64 + 1, u64::MAX] {
        assert_eq!(locator.square_at(beyond), None, "{}", name());
    }
    assert_eq!(locator.step_of(Square::from_index(len as u64)), None);
}

fn small_boards(sides: &[u32]) {
    let mut random = Random::new(SEED, "small boards");
    for &files in sides {
        for &ranks in sides {
            let board = Board::rectangle(files, ranks).expect("small");
            problems(&board, &mut random).iter().for_each(agrees_with_the_walk);
        }
    }
}

/// All residues modulo 6 of both sides, without regular blocks, with one and with several.
#[test]
fn every_square_20() {
    small_boards(&(5..=20).collect::<Vec<_>>());
}

#[test]
fn every_square_40() {
    small_boards(&[23, 27, 30, 32, 34, 36, 38, 39, 40]);
}

#[test]
#[ignore = "a minute"]
fn every_square_of_all_boards_40() {
    small_boards(&(3..=40).collect::<Vec<_>>());
}

/// Boards with a side below 5.
#[test]
fn thin_boards() {
    let mut random = Random::new(SEED, "thin boards");
    for short in [1, 3, 4] {
        for long in (1..=24).chain([60, 61]) {
            for (files, ranks) in [(short, long), (long, short)] {
                let board = Board::rectangle(files, ranks).expect("small");
                let any = || Problem::new(board.clone());
                let start = Square::from_index(random.below(board.len()));
                let end = Square::from_index(random.below(board.len()));
                agrees_with_the_walk(&any());
                agrees_with_the_walk(&any().closed());
                agrees_with_the_walk(&from(any(), start));
                if start != end {
                    agrees_with_the_walk(&between(&board, start, end));
                }
            }
        }
    }
}

/// All residues of both sides near 2^32, and thin boards of that length in both orientations.
fn vast_boards() -> Vec<Board> {
    let long = || (0..6).map(|by| u32::MAX - by);
    let square = long().flat_map(|files| long().map(move |ranks| (files, ranks)));
    let thin =
        (6..=13).zip(long().cycle()).flat_map(|(short, long)| [(short, long), (long, short)]);
    square
        .chain(thin)
        .map(|(files, ranks)| Board::rectangle(files, ranks).expect("below 2^64"))
        .collect()
}

/// Checks a number of random steps of each tour. Returns the number of checks.
fn check_vast(count: u64) -> u64 {
    let mut random = Random::new(SEED, "vast boards");
    let mut checked = 0;
    for board in vast_boards() {
        let (files, ranks) = (board.files(), board.ranks());
        let at = |file, rank| board.square(place(file, rank)).expect("on the board");
        let centre = at((files / 2) & !1, (ranks / 2) & !1);
        let mut all = problems(&board, &mut random);
        all.push(from(Problem::new(board.clone()), at(0, 0)));
        all.push(from(Problem::new(board.clone()).open(), centre));
        let [start, end] = if board.len().is_multiple_of(2) {
            // The corners on a side of even length have different colours.
            if files % 2 == 0 { [at(0, 0), at(files - 1, 0)] } else { [at(0, 0), at(0, ranks - 1)] }
        } else {
            [at(files - 1, 0), at(0, ranks - 1)]
        };
        all.push(between(&board, start, end));
        for problem in &all {
            let mut tour = Vast::new(problem);
            tour.check_seams();
            tour.check_some(count, &mut random);
            checked += tour.checked();
        }
    }
    checked
}

#[test]
fn steps_of_vast_boards_are_knight_moves() {
    let checked = check_vast(20);
    assert!(checked > 100_000, "{checked}");
}

#[test]
#[ignore = "a million steps by chance"]
fn a_million_steps_of_vast_boards_are_knight_moves() {
    let checked = check_vast(2000);
    assert!(checked > 2_000_000, "{checked}");
}

#[test]
fn where_there_is_no_tour_the_answer_says_why() {
    let problem = |text: &str| Problem::new(text.parse().expect("a board"));
    for no in [
        problem("3x3"),
        problem("4294967295x4294967295").closed(),
        problem("4294967294x2"),
        problem("9x9").start("a2").expect("a square"),
    ] {
        let outcome = located(&no);
        assert!(outcome.is_impossible(), "{no:?}: {}", outcome.name());
    }
    for other in ["8x8-a1,b1", "torus:8x8", "box:4x4x4"] {
        assert_eq!(located(&problem(other)).name(), "unknown", "{other}");
    }
}
