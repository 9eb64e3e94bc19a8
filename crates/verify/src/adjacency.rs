//! The neighbour arithmetic of the verifier.

use caracole_core::{
    Board, Coord, File, Leaper, Level, NamedGraph, Offset, Piece, Rank, Square, Surface, Symmetry,
};

/// The directions in which a piece moves on a board, and which of them leads from one place to
/// another.
///
/// Directions are told by nothing but the difference of two places. Along a side whose edges are
/// joined the difference is counted upwards, round the edge if need be; offsets that come to the
/// same difference are one direction.
pub struct Adjacency<'a> {
    board: &'a Board,
    /// For files, ranks, levels: the length of the way round, and 0 where there is none.
    around: [i64; 3],
    /// As the piece is described, the first of those that come to the same.
    offsets: Vec<Offset>,
    /// As places differ. None twice, none that leads nowhere.
    differences: Vec<[i64; 3]>,
    /// As the numbers of squares differ; on flat boards only.
    leaps: Vec<i64>,
    /// On a graph, the neighbours of each vertex in rising order; empty on other boards.
    near: Vec<Vec<u32>>,
}

impl<'a> Adjacency<'a> {
    /// Returns the directions of a piece on a board.
    pub fn new(board: &'a Board, piece: &Piece) -> Self {
        let around = match board.surface() {
            Surface::Flat | Surface::Graph => [0, 0, 0],
            Surface::Cylinder => [i64::from(board.files()), 0, 0],
            Surface::Torus => [i64::from(board.files()), i64::from(board.ranks()), 0],
        };
        let (offsets, differences, leaps) = (Vec::new(), Vec::new(), Vec::new());
        let near = board.graph().map(neighbours).unwrap_or_default();
        let mut adjacency = Self { board, around, offsets, differences, leaps, near };
        if board.graph().is_some() {
            return adjacency;
        }
        for (files, ranks) in piece.leapers().flat_map(clockwise) {
            adjacency.add(Offset::flat(files, ranks));
        }
        if board.is_box() {
            for (flat, levels) in piece.leapers().flat_map(clockwise).filter(|&(_, l)| l != 0) {
                adjacency.add(Offset { files: flat, ranks: 0, levels });
                adjacency.add(Offset { files: 0, ranks: flat, levels });
            }
        }
        // A move of a list is taken both ways.
        for Offset { files, ranks, .. } in piece.moves() {
            adjacency.add(Offset::flat(files, ranks));
            adjacency.add(Offset::flat(-files, -ranks));
        }
        if board.surface() == Surface::Flat && !board.is_box() {
            let width = i64::from(board.files());
            let leaps = adjacency
                .differences
                .iter()
                .map_while(|&[files, ranks, _]| ranks.checked_mul(width)?.checked_add(files));
            adjacency.leaps = leaps.collect();
        }
        adjacency
    }

    fn add(&mut self, offset: Offset) {
        let difference = self.difference_of(offset);
        if difference != [0; 3] && !self.differences.contains(&difference) {
            self.offsets.push(offset);
            self.differences.push(difference);
        }
    }

    fn difference_of(&self, offset: Offset) -> [i64; 3] {
        let mut difference = [offset.files, offset.ranks, offset.levels];
        for (by, around) in difference.iter_mut().zip(self.around) {
            if around > 0 {
                *by = by.rem_euclid(around);
            }
        }
        difference
    }

    /// Returns the board.
    pub const fn board(&self) -> &'a Board {
        self.board
    }

    /// The offset of each direction; none on a graph.
    pub fn offsets(&self) -> &[Offset] {
        &self.offsets
    }

    /// The place of a square, or `None` for a hole or a number beyond the board.
    pub fn place(&self, square: Square) -> Option<Coord> {
        if !self.board.contains(square) {
            return None;
        }
        let files = u64::from(self.board.files());
        let (row, file) = (square.index() / files, square.index() % files);
        // Divisions cost more than all the rest of a step; flat boards do with one.
        let (level, rank) = if self.board.is_box() {
            let ranks = u64::from(self.board.ranks());
            (row / ranks, row % ranks)
        } else {
            (0, row)
        };
        Some(Coord {
            file: File::new(file as u32),
            rank: Rank::new(rank as u32),
            level: Level::new(level as u32),
        })
    }

    /// The place of a square, if there is one, and the direction in which it was entered, if a
    /// move leads there from the square before.
    #[inline]
    pub fn enter(
        &self,
        from: Option<(Square, Coord)>,
        to: Square,
    ) -> (Option<Coord>, Option<usize>) {
        if let Some((square, place)) = from
            && self.board.contains(to)
            && let Some((place, direction)) = self.leap(square, place, to)
        {
            return (Some(place), Some(direction));
        }
        let place = self.place(to);
        let direction = from.zip(place).and_then(|((_, from), to)| self.direction(from, to));
        (place, direction)
    }

    /// Place and direction of a square of a flat board, without a division; `None` where it is not
    /// seen at once.
    ///
    /// A move of so many files and ranks adds `ranks * width + files` to the number of a square,
    /// and if this does not lead across the edge on the left or right, it is that move and no
    /// other.
    #[inline]
    fn leap(&self, from: Square, place: Coord, to: Square) -> Option<(Coord, usize)> {
        let leap = to.index().wrapping_sub(from.index()) as i64;
        // Looking at all of them costs less than not knowing when to stop.
        let mut direction = usize::MAX;
        for (at, &known) in self.leaps.iter().enumerate() {
            direction = if known == leap { at } else { direction };
        }
        let [files, ranks, _] = *self.differences.get(direction)?;
        let file = u32::try_from(i64::from(place.file.index()) + files).ok()?;
        let rank = u32::try_from(i64::from(place.rank.index()) + ranks).ok()?;
        let is_inside = file < self.board.files();
        is_inside.then_some((Coord::flat(File::new(file), Rank::new(rank)), direction))
    }

    /// The direction from one place to another, or `None` if they are not a move apart. On a graph it is the place of
    /// the one among the neighbours of the other, in rising order.
    pub fn direction(&self, from: Coord, to: Coord) -> Option<usize> {
        if let Some(near) = self.near.get(from.file.index() as usize) {
            return near.binary_search(&to.file.index()).ok();
        }
        let mut difference = [
            i64::from(to.file.index()) - i64::from(from.file.index()),
            i64::from(to.rank.index()) - i64::from(from.rank.index()),
            i64::from(to.level.index()) - i64::from(from.level.index()),
        ];
        for (by, around) in difference.iter_mut().zip(self.around) {
            if *by < 0 {
                *by += around;
            }
        }
        self.differences.iter().position(|&known| known == difference)
    }

    /// The square that a move leads to. Only for moves that were seen to stay on the board.
    pub fn follow(&self, from: Square, direction: usize) -> Square {
        let place = self.board.coord(from);
        let start = [place.file.index(), place.rank.index(), place.level.index()];
        let mut to = [0; 3];
        for axis in 0..3 {
            to[axis] = i64::from(start[axis]) + self.differences[direction][axis];
            if self.around[axis] > 0 && to[axis] >= self.around[axis] {
                to[axis] -= self.around[axis];
            }
        }
        let [file, rank, level] = to.map(|at| at as u64);
        let row = level * u64::from(self.board.ranks()) + rank;
        Square::from_index(row * u64::from(self.board.files()) + file)
    }

    /// Returns the squares that are a move apart from a place, in the order of their directions.
    pub fn neighbours(&self, from: Coord) -> impl Iterator<Item = Square> + '_ {
        let near = self.near.get(from.file.index() as usize).map_or(&[][..], Vec::as_slice);
        let by_edges = near.iter().map(|&vertex| Square::from_index(vertex.into()));
        let directions = 0..self.offsets.len();
        by_edges.chain(directions.filter_map(move |direction| self.arrive(from, direction)))
    }

    /// The square that a move leads to, unless that is a hole or beyond the edge.
    pub fn arrive(&self, from: Coord, direction: usize) -> Option<Square> {
        let start = [from.file.index(), from.rank.index(), from.level.index()];
        let mut to = [0; 3];
        for (axis, at) in to.iter_mut().enumerate() {
            let there = i64::from(start[axis]) + self.differences[direction][axis];
            let around = self.around[axis];
            *at = u32::try_from(if around > 0 { there % around } else { there }).ok()?;
        }
        let [file, rank, level] = to;
        let place =
            Coord { file: File::new(file), rank: Rank::new(rank), level: Level::new(level) };
        self.board.square(place)
    }

    /// The direction that takes this one back.
    pub fn opposite(&self, direction: usize) -> Option<usize> {
        self.find(self.offsets[direction].reversed())
    }

    /// Returns the image of a direction under a symmetry of the board.
    pub fn image(&self, symmetry: Symmetry, direction: usize) -> Option<usize> {
        self.find(symmetry.apply_offset(self.offsets[direction]))
    }

    fn find(&self, offset: Offset) -> Option<usize> {
        let difference = self.difference_of(offset);
        self.differences.iter().position(|&known| known == difference)
    }
}

/// The neighbours of each vertex of a graph, from the list of its edges.
fn neighbours(graph: &NamedGraph) -> Vec<Vec<u32>> {
    let mut near = vec![Vec::new(); graph.graph().vertices() as usize];
    for (a, b) in graph.graph().edge_list() {
        near[a as usize].push(b);
        near[b as usize].push(a);
    }
    for near in &mut near {
        near.sort_unstable();
    }
    near
}

/// The moves of a leaper as files and ranks, clockwise from "short to the right, long up".
fn clockwise(leaper: Leaper) -> impl Iterator<Item = (i64, i64)> {
    let (short, long) = (i64::from(leaper.short()), i64::from(leaper.long()));
    let quarter = |pair: &[(i64, i64); 2]| Some(pair.map(|(right, up)| (up, -right)));
    std::iter::successors(Some([(short, long), (long, short)]), quarter).take(4).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists of single moves, which no symmetry of the board keeps, on every surface; compared with the definition and
    /// with the moves that solvers use.
    #[test]
    fn single_moves_lead_both_ways_and_nowhere_else() {
        let lists: [&[(i64, i64)]; 4] =
            [&[(1, 2)], &[(1, 2), (-1, 2), (1, 0)], &[(0, 1), (2, -1)], &[(3, 1), (1, 1), (1, -1)]];
        let mut moves = 0;
        for board in ["5x4", "6x5-a1,c3,f5", "cylinder:5x4", "torus:4x3", "torus:3x3", "box:3x3x2"]
        {
            let board: Board = board.parse().unwrap();
            for list in lists {
                let offsets = list.iter().map(|&(files, ranks)| Offset::flat(files, ranks));
                let piece = Piece::from_moves(offsets).unwrap();
                let adjacency = Adjacency::new(&board, &piece);
                for from in board.squares() {
                    let place = board.coord(from);
                    let both = list.iter().flat_map(|&(x, y)| [(x, y), (-x, -y)]);
                    let flat = both.map(|(x, y)| Offset::flat(x, y));
                    // In a box, a complete leaper also moves between the levels.
                    let has_ferz = board.is_box() && list.contains(&(1, -1));
                    let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
                    let between =
                        signs.into_iter().filter(|_| has_ferz).flat_map(|(by, levels)| {
                            [(by, 0), (0, by)].map(|(files, ranks)| Offset { files, ranks, levels })
                        });
                    let mut expected: Vec<Square> =
                        flat.chain(between).filter_map(|by| board.step(from, by)).collect();
                    expected.sort_unstable();
                    expected.dedup();
                    let mut near: Vec<Square> =
                        adjacency.neighbours(place).filter(|&to| to != from).collect();
                    near.sort_unstable();
                    assert_eq!(near, expected, "{board} {piece} {from:?}");
                    let mut by_solvers: Vec<Square> =
                        caracole_core::Moves::new(&piece, &board).from(&board, from).collect();
                    by_solvers.sort_unstable();
                    assert_eq!(by_solvers, expected, "{board} {piece} {from:?}");
                    for to in board.squares() {
                        let is_move = adjacency.direction(place, board.coord(to)).is_some();
                        assert_eq!(is_move, expected.contains(&to), "{board} {piece}");
                    }
                    moves += expected.len();
                }
            }
        }
        assert!(moves > 1000, "{moves}");
    }

    /// Every pair of squares of narrow, wide, wrapped and high boards, and of one with holes.
    #[test]
    fn leaps_tell_the_same_as_differences_of_places() {
        let rectangles = (1..=7).flat_map(|files| (1..=7).map(move |ranks| (files, ranks)));
        let plain = rectangles.map(|(files, ranks)| format!("{files}x{ranks}"));
        let others = ["6x5-a1,c3,f5", "torus:4x5", "cylinder:5x4", "box:3x4x3"];
        let pieces =
            [(1, 2), (0, 1), (2, 2), (1, 4)].map(|(a, b)| Leaper::new(a, b).map(Piece::from));
        let mut moves = 0;
        for board in plain.chain(others.map(str::to_owned)) {
            let board: Board = board.parse().unwrap();
            for piece in pieces.iter().flatten() {
                let adjacency = Adjacency::new(&board, piece);
                let all = || (0..board.area() + 3).map(Square::from_index);
                for from in board.squares() {
                    let place = board.coord(from);
                    for to in all() {
                        let expected = adjacency.place(to);
                        let direction = expected.and_then(|to| adjacency.direction(place, to));
                        let found = adjacency.enter(Some((from, place)), to);
                        assert_eq!(found, (expected, direction), "{board} {from:?} {to:?}");
                        if direction.is_some() {
                            moves += 1;
                        }
                    }
                }
            }
        }
        assert!(moves > 5000, "{moves}");
    }

    /// The image of a move leads from the image of its start to the image of its end.
    #[test]
    fn images_of_directions_are_the_directions_of_images() {
        for board in ["5x5", "4x6", "torus:4x4", "cylinder:5x4", "box:3x4x3"] {
            let board: Board = board.parse().unwrap();
            for (short, long) in [(0, 1), (1, 2)] {
                let piece = Piece::from(Leaper::new(short, long).unwrap());
                let adjacency = Adjacency::new(&board, &piece);
                for symmetry in Symmetry::of(&board) {
                    for (from, direction) in board
                        .squares()
                        .flat_map(|from| (0..adjacency.offsets().len()).map(move |at| (from, at)))
                    {
                        let Some(to) = adjacency.arrive(board.coord(from), direction) else {
                            continue;
                        };
                        let image = adjacency.image(symmetry, direction).unwrap();
                        let start = board.coord(symmetry.apply(&board, from));
                        let end = symmetry.apply(&board, to);
                        assert_eq!(adjacency.arrive(start, image), Some(end), "{board}");
                    }
                }
            }
        }
    }
}
