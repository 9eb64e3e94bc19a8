//! The blocks of a constructed tour and the moves between them.
//!
//! Only the division of the board into blocks is defined here. The tree of blocks is derived from the tour.

use caracole_core::Problem;
use caracole_solve::{Construct, Run, Solver};

/// The file and rank of a square, from the lower left corner.
pub(crate) type Spot = (u32, u32);

/// The column and row of a block.
pub(crate) type Block = (usize, usize);

/// A tour and its blocks.
#[derive(Debug)]
pub(crate) struct BlockTour {
    /// The squares in the order of the tour.
    pub(crate) walk: Vec<Spot>,
    is_closed: bool,
    /// The starts of the bands of files and ranks, and the end of the last one.
    bands: [Vec<u32>; 2],
}

/// Two blocks that are joined by a move there and, except along the trunk, a move back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Join {
    pub(crate) parent: Block,
    pub(crate) child: Block,
    pub(crate) out: [Spot; 2],
    pub(crate) back: Option<[Spot; 2]>,
}

/// Consecutive squares of the tour in one block.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    pub(crate) block: Block,
    /// The step of the first square.
    pub(crate) first: usize,
    pub(crate) walk: Vec<Spot>,
}

/// The role of a block in the comb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Contains an end of the tour, or is between the ends.
    Trunk,
    /// Is joined to a block below or above it.
    Stage,
    /// Is joined to a block beside it.
    Tooth,
}

impl BlockTour {
    /// Returns the constructed tour of a problem. The trunk, if any, leads up and to the right.
    pub(crate) fn of(board: &str, ends: [Option<&str>; 2]) -> Result<Self, String> {
        let mut problem = Problem::new(board.parse().map_err(|_| format!("no board: {board}"))?);
        let [start, end] = ends;
        if let Some(start) = start {
            problem = fixed(problem, |problem| problem.start(start))?;
        }
        if let Some(end) = end {
            problem = fixed(problem, |problem| problem.end(end))?;
        }
        let tour = Construct::default().solve(&problem, &mut Run::new()).found();
        let tour = tour.ok_or_else(|| format!("no tour of {board}"))?;
        let spot = |square| {
            let place = problem.board().coord(square);
            (place.file.index(), place.rank.index())
        };
        let focus = problem.start_square().map_or((0, 0), spot);
        let board = problem.board();
        Ok(Self {
            walk: tour.squares().map(spot).collect(),
            is_closed: tour.is_closed(),
            bands: [bands(board.files(), focus.0), bands(board.ranks(), focus.1)],
        })
    }

    pub(crate) fn sides(&self) -> Spot {
        let [files, ranks] = &self.bands;
        (files[files.len() - 1], ranks[ranks.len() - 1])
    }

    pub(crate) fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        let [columns, rows] = [0, 1].map(|axis: usize| self.bands[axis].len() - 1);
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    pub(crate) fn block(&self, (file, rank): Spot) -> Block {
        let band = |bands: &[u32], at: u32| bands.partition_point(|&begin| begin <= at) - 1;
        (band(&self.bands[0], file), band(&self.bands[1], rank))
    }

    /// Returns the lower left square and the sides of a block.
    pub(crate) fn extent(&self, (column, row): Block) -> (Spot, Spot) {
        let [files, ranks] = &self.bands;
        let first = (files[column], ranks[row]);
        (first, (files[column + 1] - first.0, ranks[row + 1] - first.1))
    }

    /// Returns true if the ends are a move apart.
    pub(crate) const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns the parts of the tour within blocks.
    pub(crate) fn stretches(&self) -> Vec<Stretch> {
        let mut all: Vec<Stretch> = Vec::new();
        for (step, &spot) in (1..).zip(&self.walk) {
            let block = self.block(spot);
            match all.last_mut() {
                Some(last) if last.block == block => last.walk.push(spot),
                _ => all.push(Stretch { block, first: step, walk: vec![spot] }),
            }
        }
        all
    }

    /// Returns the joins in the order of the tour. The tour starts in the trunk, so the first move into a
    /// block comes from its parent.
    pub(crate) fn joins(&self) -> Vec<Join> {
        let mut all: Vec<Join> = Vec::new();
        for pair in self.walk.windows(2) {
            let [from, to] = [self.block(pair[0]), self.block(pair[1])];
            let step = [pair[0], pair[1]];
            if from == to {
                continue;
            }
            let known = all.iter_mut().find(|join| (join.parent, join.child) == (to, from));
            match known {
                Some(join) => join.back = Some(step),
                None => all.push(Join { parent: from, child: to, out: step, back: None }),
            }
        }
        all
    }

    pub(crate) fn role(&self, block: Block) -> Role {
        let join = self.joins().into_iter().find(|join| join.child == block);
        match join {
            Some(Join { back: Some(_), parent, .. }) if parent.0 == block.0 => Role::Stage,
            Some(Join { back: Some(_), .. }) => Role::Tooth,
            _ => Role::Trunk,
        }
    }

    /// Returns the squares of a block in the order of the tour.
    pub(crate) fn walk_in(&self, block: Block) -> Vec<Spot> {
        self.walk.iter().copied().filter(|&spot| self.block(spot) == block).collect()
    }
}

impl Join {
    /// Returns the moves that the join replaces: of the parent and of the child.
    pub(crate) fn taken_out(&self) -> Option<[[Spot; 2]; 2]> {
        let ([from, to], [home_from, home_to]) = (self.out, self.back?);
        Some([[from, home_to], [to, home_from]])
    }

    pub(crate) fn put_in(&self) -> impl Iterator<Item = [Spot; 2]> {
        [self.out].into_iter().chain(self.back)
    }
}

fn fixed<E: std::fmt::Display>(
    problem: Problem,
    fix: impl FnOnce(Problem) -> Result<Problem, E>,
) -> Result<Problem, String> {
    fix(problem).map_err(|error| error.to_string())
}

/// Returns the starts of the bands of a side and the end of the last one. All bands have 6 squares except
/// the one around `focus`, which has the rest.
fn bands(side: u32, focus: u32) -> Vec<u32> {
    if side < 12 {
        return vec![0, side];
    }
    let usual = side / 6 - 1;
    let before = (focus / 6).min(usual);
    let end_of_middle = side - (usual - before) * 6;
    let upper = (end_of_middle..=side).step_by(6);
    (0..=before).map(|band| band * 6).chain(upper).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_move([a, b]: [Spot; 2]) -> bool {
        let apart = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        apart == (1, 2) || apart == (2, 1)
    }

    /// A join replaces two moves by two, the move of the parent is at a corner, and removing a child leaves a
    /// closed tour.
    #[test]
    fn blocks_are_joined_by_swaps_at_corners() {
        let problems = [
            ("24x18", [None, None]),
            ("19x19", [Some("j10"), None]),
            ("24x24", [Some("i10"), Some("w15")]),
            ("43x31", [Some("v16"), None]),
        ];
        for (board, ends) in problems {
            let tour = BlockTour::of(board, ends).expect("a tour");
            let joins = tour.joins();
            assert_eq!(joins.len() + 1, tour.blocks().count(), "{board}: a tree");
            for join in joins {
                let Some([parent, child]) = join.taken_out() else {
                    assert_eq!(tour.role(join.parent), Role::Trunk, "{board}");
                    assert_eq!(tour.role(join.child), Role::Trunk, "{board}");
                    continue;
                };
                let (first, sides) = tour.extent(join.parent);
                let is_edge =
                    |at: u32, first: u32, side: u32| at == first || at == first + side - 1;
                let is_corner = |(file, rank): Spot| {
                    is_edge(file, first.0, sides.0) && is_edge(rank, first.1, sides.1)
                };
                assert!(is_move(parent) && parent.into_iter().any(is_corner), "{board}");
                assert!(is_move(child), "{board}");
                let walk = tour.walk_in(join.child);
                assert_eq!([walk[0], walk[walk.len() - 1]], child, "{board}");
                assert_eq!(walk.len() as u32, {
                    let (_, sides) = tour.extent(join.child);
                    sides.0 * sides.1
                });
            }
        }
    }
}
