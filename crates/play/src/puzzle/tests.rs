use std::collections::HashSet;

use caracole_core::{Board, Square, Symmetry};

use super::*;
use caracole_solve::{Limits, Options};

/// The problem without the clues of some squares.
fn without(problem: &Problem, squares: &[Square]) -> Problem {
    let bare = Problem::with_piece(problem.board().clone(), problem.piece().clone());
    let kept = problem.clues().filter(|(_, square)| !squares.contains(square));
    kept.fold(bare.of_kind(problem.kind()), |bare, (step, square)| bare.clue(square, step).unwrap())
}

fn made(board: &str, settings: &PuzzleSettings, seed: u64) -> Puzzle {
    let problem = Problem::new(board.parse().unwrap());
    make(&problem, settings, &mut Run::with_options(&Options::new().seed(seed))).unwrap()
}

#[test]
fn brute_force_confirms_that_puzzles_are_unique_and_minimal() {
    let settings = PuzzleSettings { minimal: true, ..PuzzleSettings::default() };
    let mut tours = HashSet::new();
    for (board, seeds) in [("6x6", 6), ("5x6-c3", 3), ("7x4", 3)] {
        for seed in 0..seeds {
            let puzzle = made(board, &settings, seed);
            let problem = puzzle.problem();
            assert!(puzzle.is_minimal());
            assert_eq!(BruteForce::count(problem), 1, "{board}, seed {seed}");
            let last = problem.board().len();
            for (step, square) in problem.clues().filter(|&(step, _)| step > 1 && step < last) {
                let fewer = without(problem, &[square]);
                assert_eq!(BruteForce::count(&fewer), 2, "{board}, seed {seed}, step {step}");
            }
            tours.insert(puzzle.solution().names());
        }
    }
    assert_eq!(tours.len(), 12, "each seed has its own tour");
}

/// Even if the number of clues is reached with one group left.
#[test]
fn a_minimal_puzzle_is_minimal() {
    let mut claims = 0;
    for (board, clues, seeds) in [("3x4", 2, 0..8), ("4x5", 4, 0..12), ("5x5", 6, 0..4)] {
        for seed in seeds {
            let settings = PuzzleSettings {
                clues: Some(clues),
                hide_ends: true,
                attempts: 1,
                ..PuzzleSettings::default()
            };
            let problem = Problem::new(board.parse().unwrap());
            let Ok(puzzle) =
                make(&problem, &settings, &mut Run::with_options(&Options::new().seed(seed)))
            else {
                continue;
            };
            for (_, square) in puzzle.problem().clues().filter(|_| puzzle.is_minimal()) {
                let fewer = without(puzzle.problem(), &[square]);
                assert!(BruteForce::count(&fewer) > 1, "{board}, {clues} clues, seed {seed}");
                claims += 1;
            }
        }
    }
    assert!(claims > 0, "some are minimal");
}

#[test]
fn closed_puzzles_close_and_hidden_ends_may_be_hidden() {
    let settings = PuzzleSettings { hide_ends: true, clues: Some(9), ..PuzzleSettings::default() };
    let mut hidden = 0;
    for seed in 0..6 {
        let problem = Problem::new("6x6".parse().unwrap()).closed();
        let puzzle =
            make(&problem, &settings, &mut Run::with_options(&Options::new().seed(seed))).unwrap();
        assert!(puzzle.solution().is_closed() && puzzle.clues() == 9);
        if puzzle.problem().start_square().is_none() {
            hidden += 1;
        }
        assert_eq!(BruteForce::count(puzzle.problem()), 1, "seed {seed}");
    }
    assert!(hidden > 0);
}

#[test]
fn symmetric_clues_are_symmetric_and_minimal() {
    for (seed, board) in [(0, "6x6"), (1, "6x6"), (2, "5x5"), (3, "6x6-a1,a6,f1,f6")] {
        let settings =
            PuzzleSettings { symmetric: true, minimal: true, ..PuzzleSettings::default() };
        let puzzle = made(board, &settings, seed);
        let problem = puzzle.problem();
        let board: &Board = problem.board();
        let turn = Symmetry::of(board).into_iter().find(|turn| turn.name() == "half turn").unwrap();
        let shown: HashSet<Square> = problem.clues().map(|(_, square)| square).collect();
        assert!(shown.iter().all(|&square| shown.contains(&turn.apply(board, square))));
        assert_eq!(BruteForce::count(problem), 1, "{board}, seed {seed}");
        for &square in &shown {
            let pair = [square, turn.apply(board, square)];
            assert_eq!(BruteForce::count(&without(problem, &pair)), 2, "{board}, seed {seed}");
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_puzzle() {
    let settings = PuzzleSettings { clues: Some(20), ..PuzzleSettings::default() };
    let one = made("8x8", &settings, 5);
    let same = made("8x8", &settings, 5);
    assert_eq!((one.problem(), one.solution()), (same.problem(), same.solution()));
    assert_eq!(one.clues(), 20);
    assert_ne!(one.problem(), made("8x8", &settings, 6).problem());
}

#[test]
fn puzzles_are_made_for_all_boards_and_pieces() {
    let settings = PuzzleSettings::default();
    for board in ["torus:5x5", "cylinder:4x6", "box:3x4x2", "8x8-d4,d5,e4,e5", "1x1", "3x4"] {
        let puzzle = made(board, &settings, 1);
        assert!(matches!(unique(puzzle.problem(), &mut Run::new()), Uniqueness::One(_)), "{board}");
    }
    let zebra = caracole_core::Piece::new(["2,3".parse().unwrap()]).unwrap();
    let problem = Problem::with_piece("10x10".parse().unwrap(), zebra);
    let puzzle = make(&problem, &settings, &mut Run::new()).unwrap();
    assert!(puzzle.clues() <= 40, "{}", puzzle.clues());
}

#[test]
fn clues_of_the_problem_stay() {
    let problem = Problem::new("6x6".parse().unwrap()).clue("c3", 17).unwrap().start("d2").unwrap();
    let puzzle = make(&problem, &PuzzleSettings::default(), &mut Run::new()).unwrap();
    assert_eq!(puzzle.problem().clue_at(17), problem.clue_at(17));
    assert_eq!(puzzle.problem().start_square(), problem.start_square());
}

/// A puzzle that people print; 0 is unknown.
const PRINTED: &str = "
     0  0  0  0 58 23  0 35
     0  0 25  0 15  0  0  0
    54 27  4  0 24  0  0  0
     1  0  0  0  0 16 21 60
    52 29  0  5  0  0  0 37
    43  6  0 32  9  0 17 64
     0 51  0 41  0 19  0 11
     7 42 31 50 39  0  0 18";

#[test]
fn a_printed_puzzle_has_one_solution() {
    let mut problem = Problem::new("8x8".parse().unwrap());
    let rows = PRINTED.lines().filter(|line| !line.is_empty());
    for (rank, row) in (0..8).rev().zip(rows) {
        for (file, step) in row.split_whitespace().enumerate() {
            let step: u64 = step.parse().unwrap();
            if step > 0 {
                let square = Square::from_index(rank * 8 + file as u64);
                problem = problem.clue(square, step).unwrap();
            }
        }
    }
    assert_eq!(BruteForce::count(&problem), 1);
    let Uniqueness::One(only) = unique(&problem, &mut Run::new()) else { panic!("not unique") };
    assert_eq!(only.grade(), Grade::Easy);
    let board = problem.board();
    assert_eq!(only.tour.step_of(board.parse_square("a1").unwrap()), Some(7));
    let fewer = without(&problem, &problem.clues().map(|(_, square)| square).collect::<Vec<_>>());
    assert!(matches!(unique(&fewer, &mut Run::new()), Uniqueness::Several([a, b]) if a != b));
    let wrong = Problem::new("8x8".parse().unwrap()).start("a1").unwrap().clue("b2", 2).unwrap();
    assert!(matches!(unique(&wrong, &mut Run::new()), Uniqueness::None(_)));
}

#[test]
fn impossible_settings_are_errors() {
    let eight = Problem::new("8x8".parse().unwrap());
    let fails = |problem: &Problem, settings: PuzzleSettings| {
        make(problem, &settings, &mut Run::new()).unwrap_err().to_string()
    };
    let with_clues = |clues| PuzzleSettings { clues: Some(clues), ..PuzzleSettings::default() };
    let text = "1 clue cannot be: there are 64 squares, and 2 clues are always shown";
    assert_eq!(fails(&eight, with_clues(1)), text);
    assert!(fails(&eight, with_clues(65)).starts_with("65 clues cannot be"));
    let text = fails(&eight, PuzzleSettings { attempts: 1, ..with_clues(3) });
    assert!(text.starts_with("3 clues were not reached; the fewest are 1"), "{text}");
    assert!(text.ends_with(", with all tours that were tried"), "{text}");
    let asymmetric = Problem::new("8x8-a1,b1".parse().unwrap());
    let symmetric = PuzzleSettings { symmetric: true, ..PuzzleSettings::default() };
    assert_eq!(fails(&asymmetric, symmetric), "the board is not symmetric under a half turn");
    let none = Problem::new("4x4".parse().unwrap());
    assert!(fails(&none, PuzzleSettings::default()).starts_with("there is no tour: 4x4: "));
    let vast = Problem::new("1000x1000".parse().unwrap());
    let text = "puzzles have at most 1024 squares, and not 1000000";
    assert_eq!(fails(&vast, PuzzleSettings::default()), text);
    let two = Problem::new("4x4".parse().unwrap()).with_knights(2, ["a1"]).unwrap();
    assert_eq!(fails(&two, PuzzleSettings::default()), "puzzles are for one knight");
}

#[test]
fn a_limit_is_reported() {
    let eight = Problem::new("8x8".parse().unwrap());
    let limits = Limits { steps: Some(40), ..Limits::default() };
    let settings = PuzzleSettings { minimal: true, ..PuzzleSettings::default() };
    match make(&eight, &settings, &mut Run::with_options(&Options::new().limits(limits))) {
        Err(PuzzleError::NotReached { fewest, stop: Some(_), .. }) => {
            assert!(!fewest.is_minimal());
            assert!(matches!(unique(fewest.problem(), &mut Run::new()), Uniqueness::One(_)));
        }
        Err(PuzzleError::Unknown(_)) => {}
        other => panic!("{other:?}"),
    }
    let limits = Limits { steps: Some(1), ..Limits::default() };
    let answer = unique(&eight, &mut Run::with_options(&Options::new().limits(limits)));
    assert!(matches!(answer, Uniqueness::Unknown(_, None)), "{answer:?}");
}

/// Every clue that is not part of the problem is needed: without it a second tour fits.
#[test]
fn no_clue_of_a_minimal_puzzle_can_be_removed() {
    let settings = PuzzleSettings { minimal: true, ..PuzzleSettings::default() };
    let boards =
        [("4x5", 619..620), ("4x5", 0..120), ("5x4", 0..60), ("3x7", 0..60), ("5x5", 0..40)];
    let mut hidden_ends = 0;
    for (board, seeds) in boards {
        for seed in seeds {
            let any = Problem::new(board.parse().unwrap());
            let puzzle =
                make(&any, &settings, &mut Run::with_options(&Options::new().seed(seed))).unwrap();
            assert!(puzzle.is_minimal());
            let clues: Vec<_> = puzzle.problem().clues().collect();
            let ends = [puzzle.problem().start_square(), puzzle.problem().end_square()];
            hidden_ends += ends.iter().filter(|end| end.is_none()).count();
            for removed in &clues {
                let others = clues.iter().filter(|clue| *clue != removed);
                let less = others.fold(any.clone(), |problem, &(step, square)| {
                    problem.clue(square, step).unwrap()
                });
                let answer = unique(&less, &mut Run::new());
                assert!(matches!(answer, Uniqueness::Several(_)), "{board} {seed}: {removed:?}");
            }
        }
    }
    assert!(hidden_ends > 0, "in some puzzles an end can be removed");
}

/// An end that the user fixed stays.
#[test]
fn a_minimal_puzzle_keeps_what_the_problem_fixes() {
    let settings = PuzzleSettings { minimal: true, ..PuzzleSettings::default() };
    let problem = Problem::new("4x5".parse().unwrap()).start("a1").unwrap();
    for seed in 0..40 {
        let puzzle =
            make(&problem, &settings, &mut Run::with_options(&Options::new().seed(seed))).unwrap();
        assert_eq!(puzzle.problem().start_square(), problem.start_square());
    }
}

/// Counts the tours that fit, up to two, by backtracking. It shares no code with the search. A path ends
/// if the next clue cannot be reached in time.
struct BruteForce {
    near: Vec<Vec<usize>>,
    /// The given step of each square.
    given: Vec<Option<usize>>,
    /// The given square of each step, counted from 1, and the next step with a given square.
    fixed: Vec<Option<usize>>,
    next: Vec<Option<usize>>,
    /// The distance between two squares in moves.
    apart: Vec<Vec<usize>>,
    is_closed: bool,
    seen: Vec<bool>,
    found: usize,
}

const JUMPS: [(i64, i64); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl BruteForce {
    fn count(problem: &Problem) -> usize {
        let board = problem.board();
        let (files, ranks) = (i64::from(board.files()), i64::from(board.ranks()));
        let squares: Vec<i64> = board.squares().map(|square| square.index() as i64).collect();
        let near = squares.iter().map(|&at| {
            let places = JUMPS.iter().map(|&(dx, dy)| (at % files + dx, at / files + dy));
            let places =
                places.filter(|&(x, y)| (0..files).contains(&x) && (0..ranks).contains(&y));
            let squares = &squares;
            places.filter_map(|(x, y)| squares.iter().position(|&at| at == y * files + x)).collect()
        });
        let near: Vec<Vec<usize>> = near.collect();
        let len = squares.len();
        let (mut given, mut fixed) = (vec![None; len], vec![None; len + 1]);
        for (step, square) in problem.clues() {
            let at = squares.iter().position(|&at| at == square.index() as i64).unwrap();
            (given[at], fixed[step as usize]) = (Some(step as usize), Some(at));
        }
        let next = (0..=len).map(|step| (step + 1..=len).find(|&later| fixed[later].is_some()));
        let mut search = Self {
            apart: (0..len).map(|from| distances(&near, from)).collect(),
            next: next.collect(),
            is_closed: problem.kind() == caracole_core::Kind::Closed,
            seen: vec![false; len],
            found: 0,
            near,
            given,
            fixed,
        };
        for start in 0..len {
            search.visit(start, 1, start);
        }
        search.found
    }

    fn visit(&mut self, at: usize, step: usize, start: usize) {
        let fits = match (self.fixed[step], self.given[at]) {
            (None, None) => true,
            (fixed, _) => fixed == Some(at),
        };
        let in_time = self.next[step].is_none_or(|later| {
            self.fixed[later].is_some_and(|there| self.apart[at][there] <= later - step)
        });
        if self.found == 2 || self.seen[at] || !fits || !in_time {
            return;
        }
        if step == self.seen.len() {
            if !self.is_closed || self.near[at].contains(&start) {
                self.found += 1;
            }
            return;
        }
        self.seen[at] = true;
        for way in 0..self.near[at].len() {
            self.visit(self.near[at][way], step + 1, start);
        }
        self.seen[at] = false;
    }
}

fn distances(near: &[Vec<usize>], from: usize) -> Vec<usize> {
    let mut apart = vec![usize::MAX; near.len()];
    apart[from] = 0;
    let mut reached = vec![from];
    let mut done = 0;
    while done < reached.len() {
        let at = reached[done];
        done += 1;
        for &to in &near[at] {
            if apart[to] == usize::MAX {
                apart[to] = apart[at] + 1;
                reached.push(to);
            }
        }
    }
    apart
}
