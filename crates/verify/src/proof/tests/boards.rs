//! Random small problems.

use caracole_core::{Board, Kind, Leaper, Moves, Piece, Problem, Square};

/// Numbers without rhyme or reason, the same ones every time.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) const fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % bound as u64) as usize
    }

    pub(super) fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A few different squares.
    pub(super) fn some_squares(&mut self, board: &Board, most: usize) -> Vec<Square> {
        let mut all: Vec<Square> = board.squares().collect();
        let count = self.below(most.min(all.len()) + 1);
        (0..count).map(|_| all.swap_remove(self.below(all.len()))).collect()
    }
}

const BOARDS: [&str; 20] = [
    "1x1",
    "2x1",
    "3x2",
    "3x3",
    "3x4",
    "4x3",
    "4x4",
    "5x3",
    "2x5",
    "torus:3x3",
    "torus:3x4",
    "torus:4x2",
    "torus:2x5",
    "cylinder:3x4",
    "cylinder:4x3",
    "cylinder:5x2",
    "box:2x2x3",
    "box:2x3x2",
    "4x4-a1,d4,a4,d1",
    "5x5-a1,b2,c3,d4,e5,a2,b1,d5,e4,c1,c5,a3,e3",
];

/// A problem of twelve squares at most.
pub(super) fn problem(chance: &mut Chance) -> Problem {
    let mut board: Board = chance.one_of(&BOARDS).parse().unwrap();
    let most = if chance.below(8) == 0 { 12 } else { 9 };
    let spare = board.len().saturating_sub(most).max(u64::from(chance.below(2) == 0));
    for _ in 0..spare.min(board.len() - 1) {
        let hole = chance.one_of(&board.squares().collect::<Vec<_>>());
        board = board.without([hole]).unwrap();
    }
    // Squares and their neighbours have more tours than knights, and kings more than both.
    let jumps: &[(u32, u32)] =
        chance.one_of(&[&[(1, 2)][..], &[(1, 2)], &[(0, 1)], &[(0, 1), (1, 1)]]);
    let piece = Piece::new(jumps.iter().map(|&(a, b)| Leaper::new(a, b).unwrap())).unwrap();
    let dense = jumps.len() > 1;
    while dense && board.len() > 6 {
        let hole = chance.one_of(&board.squares().collect::<Vec<_>>());
        board = board.without([hole]).unwrap();
    }
    let kind = chance.one_of(&[Kind::Any, Kind::Any, Kind::Closed, Kind::Open]);
    let mut problem = Problem::with_piece(board.clone(), piece).of_kind(kind);
    let moves = Moves::new(problem.piece(), &board);
    for _ in 0..chance.below(4) {
        let [a, b] = [0; 2].map(|_| chance.one_of(&board.squares().collect::<Vec<_>>()));
        if moves.from(&board, a).any(|to| to == b) {
            let with = problem.clone();
            let with = if chance.below(2) == 0 { with.require(a, b) } else { with.forbid(a, b) };
            problem = with.unwrap_or(problem);
        }
    }
    with_ends(problem, chance)
}

/// Ends and clues, or several knights.
fn with_ends(mut problem: Problem, chance: &mut Chance) -> Problem {
    let squares: Vec<Square> = problem.board().squares().collect();
    if problem.kind() == Kind::Any && squares.len() <= 8 && chance.below(3) == 0 {
        let count = 2 + chance.below(2);
        let starts = chance.some_squares(problem.board(), count);
        return problem.clone().with_knights(count as u32, starts).unwrap_or(problem);
    }
    if chance.below(3) == 0 {
        problem = problem.clone().start(chance.one_of(&squares)).unwrap_or(problem);
    }
    if chance.below(3) == 0 {
        problem = problem.clone().end(chance.one_of(&squares)).unwrap_or(problem);
    }
    if chance.below(2) == 0 {
        for _ in 0..=chance.below(2) {
            let step = 1 + chance.below(squares.len()) as u64;
            problem = problem.clone().clue(chance.one_of(&squares), step).unwrap_or(problem);
        }
    }
    problem
}
