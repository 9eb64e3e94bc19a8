//! Random small problems.

use caracole_core::{Board, Kind, Leaper, Moves, Piece, Problem, Square, SquareSet, Surface};
use caracole_count::{Direction, Question};
use caracole_solve::Random;

const LEAPERS: [&[(u32, u32)]; 9] = [
    &[(1, 2)],
    &[(1, 2)],
    &[(1, 2)],
    &[(1, 3)],
    &[(2, 3)],
    &[(0, 1)],
    &[(0, 1), (1, 2)],
    &[(1, 1), (0, 1)],
    &[(1, 2), (2, 3), (0, 3)],
];

/// Returns the question of a number, always the same one.
pub(crate) fn question(number: u64) -> Question {
    let mut random = Random::numbered(1, "problems", number);
    let leapers = LEAPERS[random.below(LEAPERS.len() as u64) as usize];
    let board = board(&mut random, leapers.len() > 1);
    let leapers = leapers.iter().map(|&(a, b)| Leaper::new(a, b).expect("a leaper"));
    let problem = Problem::with_piece(board, Piece::new(leapers).expect("a piece"));
    let kind = [Kind::Any, Kind::Closed, Kind::Open][random.below(3) as usize];
    let mut problem = problem.of_kind(kind);
    for _ in 0..random.below(5) {
        problem = with_something_fixed(problem, &mut random);
    }
    let direction = [Direction::Directed, Direction::Undirected][random.below(2) as usize];
    Question::new(problem).counting(direction)
}

/// Boards with high degrees must be small to be counted quickly.
fn board(random: &mut Random, is_dense: bool) -> Board {
    let mut side = |most| 1 + random.below(most) as u32;
    let (files, ranks, levels) = (side(6), side(6), 1 + side(2));
    let shape = random.below(6);
    let most = if is_dense || shape < 3 { 16 } else { 25 };
    let area = |files, ranks| files * ranks * if shape == 2 { levels } else { 1 };
    let fits = |files: &u32| area(*files, ranks) <= most;
    let files = (1..=files).rev().find(fits).unwrap_or(1);
    let whole = match shape {
        0 => Board::wrapped(files, ranks, Surface::Cylinder),
        1 => Board::wrapped(files, ranks, Surface::Torus),
        2 => Board::cuboid(files, ranks, levels),
        _ => Board::rectangle(files, ranks),
    };
    let whole = whole.expect("a small board");
    if random.below(3) > 0 {
        return whole;
    }
    let mut squares: Vec<Square> = whole.squares().collect();
    random.shuffle(&mut squares);
    let holes = random.below(squares.len() as u64 / 3 + 1) as usize;
    whole.without(squares.into_iter().take(holes)).expect("some squares are left")
}

/// Adds a clue or a constraint on a move, if it does not contradict the others.
fn with_something_fixed(problem: Problem, random: &mut Random) -> Problem {
    let board = problem.board();
    let squares: Vec<Square> = board.squares().collect();
    let square = squares[random.below(squares.len() as u64) as usize];
    let near: Vec<Square> = Moves::new(problem.piece(), board).from(board, square).collect();
    let to = if near.is_empty() { square } else { near[random.below(near.len() as u64) as usize] };
    let step = 1 + random.below(board.len());
    let fixed = match random.below(12) {
        0..3 => problem.clone().start(square),
        3..6 => problem.clone().end(square),
        6..8 => problem.clone().require(square, to),
        8..11 => problem.clone().forbid(square, to),
        _ => problem.clone().clue(square, step),
    };
    fixed.unwrap_or(problem)
}

/// Returns the board reflected along its diagonal.
pub(crate) fn transposed(board: &Board) -> Board {
    let (files, ranks) = (u64::from(board.files()), u64::from(board.ranks()));
    let mut set = SquareSet::with_area(files * ranks);
    for square in board.squares() {
        let (file, rank) = (square.index() % files, square.index() / files);
        set.insert(Square::from_index(file * ranks + rank));
    }
    Board::from_squares(board.ranks(), board.files(), &set).expect("some squares")
}
