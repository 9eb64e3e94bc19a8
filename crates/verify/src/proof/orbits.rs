//! Orbits of moves under the symmetries of the problem.

use caracole_core::{Cases, Coord, File, Kind, Level, Problem, Rank, Square, Surface};

use super::ProofErrorKind;
use super::move_list::MoveList;

/// The moves of a board, sorted by orbits.
pub(super) struct MoveOrbits {
    /// The moves with their representatives, sorted by the representative.
    sorted: Vec<[u32; 2]>,
    /// The representative of the orbit of each move.
    representatives: Vec<u32>,
}

impl MoveOrbits {
    pub(super) fn new(problem: &Problem, list: &MoveList) -> Result<Self, ProofErrorKind> {
        let squares = problem.board().len();
        let has_steps = problem.clues().any(|(step, _)| step != 1 && step != squares);
        if has_steps || squares > Cases::MAX_ORBIT_SQUARES {
            return Err(ProofErrorKind::NothingAlike);
        }
        let mut representatives: Vec<u32> = (0..list.moves() as u32).collect();
        for image in images(problem) {
            if let Some(images) = moves(problem, list, &image) {
                for (by, image) in (0..).zip(images) {
                    let [a, b] = [by, image].map(|by| representative(&mut representatives, by));
                    representatives[a.max(b) as usize] = a.min(b);
                }
            }
        }
        let representatives: Vec<u32> = (0..representatives.len() as u32)
            .map(|by| representative(&mut representatives, by))
            .collect();
        let mut sorted: Vec<[u32; 2]> =
            representatives.iter().copied().zip(0..).map(Into::into).collect();
        sorted.sort_unstable();
        Ok(Self { sorted, representatives })
    }

    /// Returns the orbit of a move.
    pub(super) fn to(&self, by: u32) -> impl Iterator<Item = u32> + '_ {
        let representative = self.representatives[by as usize];
        let first = self.sorted.partition_point(|&[of, _]| of < representative);
        self.sorted[first..]
            .iter()
            .take_while(move |&&[of, _]| of == representative)
            .map(|&[_, by]| by)
    }
}

/// Returns the representative of an orbit in the union-find forest, in which each move points to an earlier one or to
/// itself.
fn representative(representatives: &mut [u32], mut by: u32) -> u32 {
    while representatives[by as usize] != by {
        let next = representatives[by as usize];
        representatives[by as usize] = representatives[next as usize];
        by = next;
    }
    by
}

/// The image of coordinates under a symmetry.
type Image = Box<dyn Fn([u32; 3]) -> [u32; 3]>;

/// Generators of the symmetries: all orders and directions of files, ranks and levels, and a shift by one along each
/// joined side.
fn images(problem: &Problem) -> Vec<Image> {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let board = problem.board();
    let sides = [board.files(), board.ranks(), board.levels()];
    let mut images: Vec<Image> = Vec::new();
    for order in ORDERS.into_iter().filter(|order| order.map(|axis| sides[axis]) == sides) {
        for turned in 0..8_u32 {
            images.push(Box::new(move |place| {
                let mut image = order.map(|axis| place[axis]);
                for axis in (0..3).filter(|axis| turned >> axis & 1 == 1) {
                    image[axis] = sides[axis] - 1 - image[axis];
                }
                image
            }));
        }
    }
    let joined = match board.surface() {
        Surface::Flat | Surface::Graph => 0,
        Surface::Cylinder => 1,
        Surface::Torus => 2,
    };
    for axis in 0..joined {
        images.push(Box::new(move |mut place| {
            place[axis] = (place[axis] + 1) % sides[axis];
            place
        }));
    }
    images
}

/// Returns the image of each move, if squares, moves and constraints are mapped to squares, moves and constraints.
fn moves(problem: &Problem, list: &MoveList, image: &Image) -> Option<Vec<u32>> {
    let board = problem.board();
    let to = |square: Square| {
        let Coord { file, rank, level } = board.coord(square);
        let [file, rank, level] = image([file.index(), rank.index(), level.index()]);
        let (file, rank, level) = (File::new(file), Rank::new(rank), Level::new(level));
        board.square(Coord { file, rank, level })
    };
    let squares = (0..list.len()).map(|at| to(list.square(at)).and_then(|to| list.number(to)));
    let squares: Vec<u32> = squares.collect::<Option<_>>()?;
    let moves = (0..list.moves() as u32).map(|by| {
        let [a, b] = list.pair(by).map(|square| squares[square as usize]);
        list.between(a, b)
    });
    let moves: Vec<u32> = moves.collect::<Option<_>>()?;
    let same = |given: Vec<Square>| {
        let mut images: Vec<Square> = given.iter().filter_map(|&square| to(square)).collect();
        let mut given = given;
        given.sort_unstable();
        images.sort_unstable();
        images == given
    };
    let key = |a: Square, b: Square| (a.min(b), a.max(b));
    let same_moves = |given: &[(Square, Square)]| {
        let mut images: Vec<_> =
            given.iter().filter_map(|&(a, b)| Some(key(to(a)?, to(b)?))).collect();
        images.sort_unstable();
        images == given
    };
    let mut ends: Vec<Square> =
        problem.start_square().into_iter().chain(problem.end_square()).collect();
    let mut used = problem.required().to_vec();
    // A closed tour has no ends; with both given, it uses the move between them.
    if problem.kind() == Kind::Closed {
        used.extend(
            problem.start_square().zip(problem.end_square()).map(|(start, end)| key(start, end)),
        );
        used.sort_unstable();
        used.dedup();
        ends.clear();
    }
    let is_kept = same(ends)
        && same(problem.knight_starts().to_vec())
        && same_moves(&used)
        && same_moves(problem.forbidden());
    is_kept.then_some(moves)
}
