use std::collections::HashSet;
use std::ops::ControlFlow;

use caracole_core::{Piece, Problem};
use caracole_verify::Tour;

use super::*;
use crate::{Limits, Observer, Options};

fn ties(seed: u64) -> [RectangleTie; 5] {
    let random = Random::new(seed, "test");
    [
        RectangleTie::First,
        RectangleTie::Roth,
        RectangleTie::Random(random.clone()),
        RectangleTie::Pohl(random.clone()),
        RectangleTie::PohlLeast(random),
    ]
}

/// Returns a board with its moves in an order that depends on `seed`.
fn shuffled(files: u32, ranks: u32, seed: u64) -> (Board, Moves) {
    let board = Board::rectangle(files, ranks).unwrap();
    let mut numbers: Vec<u32> = (1..=8).collect();
    Random::new(seed, "order").shuffle(&mut numbers);
    let order: String = numbers.iter().map(u32::to_string).collect();
    let moves = Moves::ordered(&Piece::KNIGHT, &board, &order.parse().unwrap()).unwrap();
    (board, moves)
}

fn path_of(walk: Result<Path, Stuck>) -> (Vec<Square>, bool) {
    match walk {
        Ok(path) => (path.iter().collect(), true),
        Err(Stuck::DeadEnd(path)) => (path.iter().collect(), false),
        Err(Stuck::Stopped(cause)) => panic!("stopped: {cause}"),
    }
}

/// Compares the walks by all rules with the oracle. Returns the number of tours.
fn compare(board: &Board, moves: &Moves, start: Square, end: Option<Square>, seed: u64) -> u32 {
    let rectangle = Rectangle::new(board, moves).unwrap();
    let mut tours = 0;
    for tie in ties(seed) {
        let mut oracle = Oracle { board, moves, end, visited: HashSet::new() };
        let expected = oracle.walk(start, &tie);
        let mut run = Run::new();
        let walk = path_of(rectangle.walk(start, end, tie.clone(), &mut run));
        assert_eq!(walk, expected, "{board} from {start:?} to {end:?}, {tie:?}, {moves:?}");
        let stats = run.stats();
        let squares = walk.0.len() as u64;
        assert_eq!((stats.steps, stats.longest_path, stats.walks), (squares - 1, squares, 1));
        if walk.1 {
            tours += 1;
        }
    }
    tours
}

#[test]
fn walks_are_those_of_the_plain_rule() {
    let mut tours = 0;
    for files in 1..=9 {
        for ranks in 1..=9 {
            let seed = u64::from(10 * files + ranks);
            let (board, moves) = shuffled(files, ranks, seed);
            for start in board.squares() {
                tours += compare(&board, &moves, start, None, seed);
            }
        }
    }
    assert!(tours > 4000, "{tours}");
}

#[test]
fn long_boards_are_walked_like_others() {
    let mut tours = 0;
    for (files, ranks) in [(1, 40), (40, 1), (2, 33), (33, 2), (3, 40), (40, 3), (4, 31), (30, 41)]
    {
        let (board, moves) = shuffled(files, ranks, 3);
        for start in board.squares().step_by(37) {
            tours += compare(&board, &moves, start, None, 5);
        }
    }
    assert!(tours > 40, "{tours}");
}

/// Ranks of nearly a page of memory get a wider margin.
#[test]
fn wide_margins_change_no_walk() {
    let (board, moves) = shuffled(4093, 5, 0);
    assert_eq!(DegreeGrid::bytes(4093, 5), 4160 * 9 + 2);
    for start in [0, 8000, 20464].map(Square::from_index) {
        compare(&board, &moves, start, None, 1);
    }
    // The widths before and after are not padded.
    for files in [4030, 4158] {
        assert_eq!(DegreeGrid::bytes(files, 5), u64::from(files + 2) * 9 + 2);
    }
    assert_eq!(DegreeGrid::bytes(4031, 5), 4160 * 9 + 2);
}

#[test]
fn the_end_is_kept_for_the_last_step() {
    let mut tours = 0;
    for (files, ranks) in [(1, 1), (1, 2), (2, 3), (3, 3), (3, 4), (5, 5), (6, 5), (6, 6), (8, 8)] {
        let (board, moves) = shuffled(files, ranks, 1);
        let starts = board.squares().step_by(3);
        for (start, end) in starts.flat_map(|start| board.squares().map(move |end| (start, end))) {
            if start != end || board.len() == 1 {
                tours += compare(&board, &moves, start, Some(end), 2);
            }
        }
    }
    assert!(tours > 40, "{tours}");
}

/// The packed and the general choice are equal for all rules that both support.
#[test]
fn the_careful_knight_goes_like_the_packed_one() {
    for (files, ranks, seed) in [(50, 50, 0), (61, 34, 1), (20, 90, 2)] {
        let (board, moves) = shuffled(files, ranks, seed);
        let rectangle = Rectangle::new(&board, &moves).unwrap();
        for (tie, start) in [RectangleTie::First, RectangleTie::Roth]
            .into_iter()
            .flat_map(|tie| board.squares().step_by(211).map(move |start| (tie.clone(), start)))
        {
            let packed = rectangle.walk(start, None, tie.clone(), &mut Run::new());
            let mut grid = DegreeGrid::new(files, ranks).unwrap();
            let mut knight = GeneralKnight::new(&rectangle, &grid, tie, start);
            let general = rectangle.walk_with(&mut knight, &mut grid, start, None, &mut Run::new());
            assert_eq!(packed, general);
        }
    }
}

/// Distances on sides of millions of squares need all bits of the key, or more.
#[test]
fn sides_of_millions_are_walked() {
    for (files, is_packed) in [(4_194_300, true), (4_194_301, false)] {
        let (board, moves) = shuffled(files, 3, 0);
        let rectangle = Rectangle::new(&board, &moves).unwrap();
        for start in [0, files - 1, files / 2].map(|file| Square::from_index(file.into())) {
            let mut grid = DegreeGrid::new(files, 3).unwrap();
            let packed = PackedKnight::new(&rectangle, &grid, &RectangleTie::Roth, start);
            assert_eq!(packed.is_some(), is_packed);
            assert!(PackedKnight::new(&rectangle, &grid, &RectangleTie::First, start).is_some());
            let (mut seen, mut general) = (Diary::upto(2000), Diary::upto(2000));
            let mut run = Run::new().observed_by(&mut seen);
            let walk = rectangle.walk(start, None, RectangleTie::Roth, &mut run);
            let mut knight = GeneralKnight::new(&rectangle, &grid, RectangleTie::Roth, start);
            let mut run = Run::new().observed_by(&mut general);
            assert_eq!(rectangle.walk_with(&mut knight, &mut grid, start, None, &mut run), walk);
            assert_eq!(seen.visits, general.visits);
        }
    }
}

#[test]
fn other_boards_and_pieces_are_refused() {
    let knight = |board: &str| {
        let board: Board = board.parse().unwrap();
        Rectangle::new(&board, &Moves::new(&Piece::KNIGHT, &board)).is_some()
    };
    assert!(knight("8x8") && knight("65535x65537") && knight("1x1"));
    assert!(!knight("65536x65536") && !knight("8x8-a1") && !knight("torus:8x8"));
    assert!(!knight("box:4x4x4"));
    let board: Board = "8x8".parse().unwrap();
    let zebra = Moves::new(&Piece::from("2,3".parse::<caracole_core::Leaper>().unwrap()), &board);
    assert!(Rectangle::new(&board, &zebra).is_none());
    let rectangle = Rectangle::new(&board, &Moves::new(&Piece::KNIGHT, &board)).unwrap();
    let (on, off) = (Square::from_index(0), Square::from_index(64));
    for (start, end) in [(off, None), (on, Some(off))] {
        let walk = rectangle.walk(start, end, RectangleTie::First, &mut Run::new());
        assert_eq!(walk, Err(Stuck::DeadEnd(Path::new())));
    }
}

#[test]
fn the_verifier_accepts_large_tours() {
    let board = Board::rectangle(300, 300).unwrap();
    let moves = Moves::new(&Piece::KNIGHT, &board);
    let rectangle = Rectangle::new(&board, &moves).unwrap();
    let start = Square::from_index(0);
    let path = rectangle.walk(start, None, RectangleTie::Roth, &mut Run::new()).unwrap();
    assert!(Tour::verify(&Problem::new(board), path).is_ok());
}

/// The square boards on which Roth's rule fails from the top left corner, as measured by another program. They
/// depend on the move order.
#[test]
fn roth_fails_where_it_is_known_to() {
    for (order, known) in [("12345678", &[248, 318][..]), ("87654321", &[7, 37, 180, 285])] {
        let order = order.parse().unwrap();
        let fails = (5..=320).filter(|&side| {
            let board = Board::rectangle(side, side).unwrap();
            let moves = Moves::ordered(&Piece::KNIGHT, &board, &order).unwrap();
            let rectangle = Rectangle::new(&board, &moves).unwrap();
            let start = Square::from_index(board.area() - u64::from(side));
            rectangle.walk(start, None, RectangleTie::Roth, &mut Run::new()).is_err()
        });
        assert_eq!(fails.collect::<Vec<u32>>(), known);
    }
}

/// A simple implementation of the rule, which counts all degrees at every step.
pub(super) struct Oracle<'a> {
    pub(super) board: &'a Board,
    pub(super) moves: &'a Moves,
    pub(super) end: Option<Square>,
    pub(super) visited: HashSet<Square>,
}

impl Oracle<'_> {
    fn unvisited(&self, from: Square) -> Vec<Square> {
        let near = self.moves.from(self.board, from);
        near.filter(|square| !self.visited.contains(square)).collect()
    }

    /// Returns the choices of least measure.
    fn least<M: Ord>(choices: &[Square], measure: impl Fn(Square) -> M) -> Vec<Square> {
        let least = choices.iter().map(|&square| measure(square)).min();
        choices.iter().copied().filter(|&square| Some(measure(square)) == least).collect()
    }

    fn near(&self, square: Square) -> i64 {
        let place = self.board.coord(square);
        let x = 2 * i64::from(place.file.index()) - i64::from(self.board.files()) + 1;
        let y = 2 * i64::from(place.rank.index()) - i64::from(self.board.ranks()) + 1;
        -(x * x + y * y)
    }

    fn any(choices: &[Square], random: &mut Random) -> Square {
        match choices {
            [only] => *only,
            _ => choices[random.below(choices.len() as u64) as usize],
        }
    }

    /// Returns the path, and true if it visits all squares.
    pub(super) fn walk(&mut self, start: Square, tie: &RectangleTie) -> (Vec<Square>, bool) {
        let mut tie = tie.clone();
        let mut path = vec![start];
        loop {
            let at = path[path.len() - 1];
            self.visited.insert(at);
            let left = self.board.len() - path.len() as u64;
            let mut choices = self.unvisited(at);
            choices.retain(|&to| self.end.is_none_or(|end| (to == end) == (left == 1)));
            if left == 0 || choices.is_empty() {
                return (path, left == 0);
            }
            let equals = Self::least(&choices, |to| self.unvisited(to).len());
            path.push(match &mut tie {
                RectangleTie::First => equals[0],
                RectangleTie::Roth => Self::least(&equals, |to| self.near(to))[0],
                RectangleTie::Random(random) => Self::any(&equals, random),
                RectangleTie::Pohl(random) => {
                    let sum = |to| -> usize {
                        let next = self.unvisited(to).into_iter();
                        let next = next.filter(|&square| Some(square) != self.end);
                        next.map(|square| self.unvisited(square).len()).sum()
                    };
                    Self::any(&Self::least(&equals, sum), random)
                }
                RectangleTie::PohlLeast(random) => {
                    let least = |to| {
                        let next = self.unvisited(to).into_iter();
                        let next = next.filter(|&square| Some(square) != self.end);
                        next.map(|square| self.unvisited(square).len()).min().unwrap_or(99)
                    };
                    Self::any(&Self::least(&equals, least), random)
                }
            });
        }
    }
}

/// Collects the squares of a walk.
#[derive(Default)]
pub(super) struct Diary {
    pub(super) visits: Vec<Square>,
    most: Option<usize>,
}

impl Diary {
    /// The number of squares after which the walk is stopped.
    pub(super) fn upto(most: usize) -> Self {
        Self { most: Some(most), ..Self::default() }
    }
}

impl Observer for Diary {
    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        self.visits.push(square);
        assert_eq!(step, self.visits.len() as u64);
        if self.most == Some(self.visits.len()) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn every_visit_is_seen() {
    let (board, moves) = shuffled(40, 40, 7);
    let rectangle = Rectangle::new(&board, &moves).unwrap();
    let start = Square::from_index(0);
    for tie in ties(1) {
        let mut diary = Diary::default();
        let mut seen = Run::new().observed_by(&mut diary);
        let walk = path_of(rectangle.walk(start, None, tie.clone(), &mut seen));
        let mut unseen = Run::new();
        assert_eq!(path_of(rectangle.walk(start, None, tie.clone(), &mut unseen)), walk);
        assert_eq!(seen.stats(), unseen.stats());
        assert_eq!(diary.visits, walk.0);
        let mut diary = Diary::upto(9);
        let stopped = rectangle.walk(start, None, tie, &mut Run::new().observed_by(&mut diary));
        assert_eq!(stopped, Err(Stuck::Stopped(StopCause::Interrupt)));
        assert_eq!(diary.visits, walk.0[..9]);
    }
}

#[test]
fn limits_are_kept_to_the_step() {
    let board = Board::rectangle(50, 50).unwrap();
    let moves = Moves::new(&Piece::KNIGHT, &board);
    let rectangle = Rectangle::new(&board, &moves).unwrap();
    let start = Square::from_index(0);
    let walk = |limits: Limits| {
        let mut run = Run::with_options(&Options::new().limits(limits));
        let walk = rectangle.walk(start, None, RectangleTie::Roth, &mut run);
        (walk.map(|path| path.len()), run.stats().steps)
    };
    let steps = |steps| Limits { steps: Some(steps), ..Limits::default() };
    for limit in [0, 1, 1023, 1024, 1025, 2498] {
        assert_eq!(walk(steps(limit)), (Err(Stuck::Stopped(StopCause::Steps)), limit));
    }
    assert_eq!(walk(steps(2499)), (Ok(2500), 2499));
    // Four bytes a square for the path, and one for each of 52 files and 54 ranks, and two more.
    let bytes = 4 * 2500 + 52 * 54 + 2;
    let memory = |bytes| Limits { memory: Some(bytes), ..Limits::default() };
    assert_eq!(walk(memory(bytes - 1)), (Err(Stuck::Stopped(StopCause::Memory)), 0));
    assert_eq!(walk(memory(bytes)), (Ok(2500), 2499));
}
