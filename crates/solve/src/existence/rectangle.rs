//! The existence theorems of the knight on plain rectangles, in either orientation.

use caracole_core::{Board, Coord, File, Kind, Problem, Rank, Reason, Square, Theorem};

use super::{Decision, decide};

/// A plain rectangle, measured along its long side and across.
#[derive(Debug)]
pub(super) struct Rectangle<'a> {
    board: &'a Board,
    short: u32,
    long: u32,
}

/// A square by its distances from the corner `a1`: across the board, then along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) across: u32,
    pub(super) along: u32,
}

/// The maximum distance of an exception from the two short sides.
const REACH: u32 = 8;

impl<'a> Rectangle<'a> {
    /// Returns the rectangle of a problem; `None` for other boards and pieces, and for several knights.
    pub(super) fn of(problem: &'a Problem) -> Option<Self> {
        let board = problem.board();
        let (files, ranks) = (board.files(), board.ranks());
        let is_one_knight = problem.piece().is_knight() && problem.knights() == 1;
        (board.is_plain() && is_one_knight).then(|| Self {
            board,
            short: files.min(ranks),
            long: files.max(ranks),
        })
    }

    pub(super) const fn sides(&self) -> (u32, u32) {
        (self.short, self.long)
    }

    pub(super) const fn board(&self) -> &'a Board {
        self.board
    }

    /// Returns true if the files are the short side.
    const fn is_upright(&self) -> bool {
        self.board.files() == self.short
    }

    pub(super) const fn spot(&self, square: Square) -> Spot {
        let place = self.board.coord(square);
        let (file, rank) = (place.file.index(), place.rank.index());
        let (across, along) = if self.is_upright() { (file, rank) } else { (rank, file) };
        Spot { across, along }
    }

    pub(super) fn square(&self, Spot { across, along }: Spot) -> Option<Square> {
        let (file, rank) = if self.is_upright() { (across, along) } else { (along, across) };
        self.board.square(Coord::flat(File::new(file), Rank::new(rank)))
    }

    /// Returns the images of a square under the symmetries that every rectangle has.
    const fn images(&self, Spot { across, along }: Spot) -> [Spot; 4] {
        let (other, back) = (self.short - 1 - across, self.long - 1 - along);
        [
            Spot { across, along },
            Spot { across: other, along },
            Spot { across, along: back },
            Spot { across: other, along: back },
        ]
    }

    /// Returns the squares near the two short sides: on a small board all squares. A rule that excludes every other
    /// end of a square also excludes these.
    pub(super) fn outskirts(&self) -> impl Iterator<Item = Square> + '_ {
        let near = 0..self.long.min(REACH);
        let far = self.long.saturating_sub(REACH).max(near.end)..self.long;
        near.chain(far).flat_map(move |along| {
            let across = 0..self.short.min(REACH);
            across.filter_map(move |across| self.square(Spot { across, along }))
        })
    }

    /// Returns the reason for boards that are too small for a tour.
    pub(super) fn cramped(&self) -> Option<Reason> {
        let square = |across, along| self.square(Spot { across, along });
        match self.sides() {
            (1, 1) => None,
            (1, _) | (2, 2) => square(0, 0).map(|square| Reason::NoMove { square }),
            (2, 3) => square(0, 1).map(|square| Reason::NoMove { square }),
            (2, _) => Some(Reason::Disconnected { squares: [square(0, 0)?, square(0, 1)?] }),
            (3, 3) => square(1, 1).map(|square| Reason::NoMove { square }),
            _ => None,
        }
    }

    /// Returns the reason for boards with a side of four: half of the squares are on the outer lines, and no two of
    /// those are adjacent. So a closed tour, or a tour with an end on an inner line, alternates between outer and
    /// inner lines. It also alternates between the colours, which is a contradiction, because the outer lines have
    /// both colours.
    pub(super) fn outer_lines(&self, problem: &Problem) -> Option<Reason> {
        if !self.has_outer_lines() {
            return None;
        }
        if problem.kind() == Kind::Closed {
            return Some(Reason::OuterLines { end: None });
        }
        let mut ends = problem.start_square().into_iter().chain(problem.end_square());
        let end = ends.find(|&end| !self.is_outer(end))?;
        Some(Reason::OuterLines { end: Some(end) })
    }

    /// Returns true if the board has a side of four, and outer lines with squares of both colours.
    pub(super) const fn has_outer_lines(&self) -> bool {
        self.short >= 3 && (self.short == 4 || self.long == 4)
    }

    /// Returns true if the square is on an outer line of the side of four.
    pub(super) const fn is_outer(&self, square: Square) -> bool {
        let place = self.board.coord(square);
        let line = if self.board.ranks() == 4 { place.rank.index() } else { place.file.index() };
        line == 0 || line == 3
    }

    /// Returns the reason why a problem that passed the simple tests has no tour. `None` is a proof that a tour
    /// exists if the only constraints are a kind and ends.
    pub(super) fn deep_reason(&self, problem: &Problem) -> Option<Reason> {
        if matches!(self.sides(), (3, 5 | 6) | (4, 4)) {
            return Some(Reason::Theorem { theorem: Theorem::ChiaOng });
        }
        if problem.kind() == Kind::Closed && self.sides() == (3, 8) {
            return Some(Reason::Theorem { theorem: Theorem::Schwenk });
        }
        match (problem.start_square(), problem.end_square()) {
            (Some(start), Some(end)) if start != end => self.between(start, end),
            (Some(end), None) | (None, Some(end)) if problem.kind() != Kind::Closed => {
                self.at(problem, end)
            }
            // A closed tour visits every square, and every remaining board has an open tour.
            _ => None,
        }
    }

    /// Returns the reason why no tour between two squares exists.
    fn between(&self, start: Square, end: Square) -> Option<Reason> {
        let (a, b) = (self.spot(start), self.spot(end));
        self.forced_path(a, b)
            .or_else(|| self.forced_cycle(a, b))
            .or_else(|| self.is_listed(a, b).then(|| Reason::Searched { ends: vec![start, end] }))
    }

    /// Returns the reason why no tour with this end exists.
    fn at(&self, problem: &Problem, end: Square) -> Option<Reason> {
        let with_end = Problem::new(self.board.clone()).of_kind(problem.kind()).start(end).ok()?;
        let has_partner = self
            .outskirts()
            .filter_map(|other| with_end.clone().end(other).ok())
            .any(|pair| decide(&pair) == Decision::Exists);
        (!has_partner).then(|| Reason::Searched { ends: vec![end] })
    }

    /// Returns the reason for ends between which forced moves form a path. On a board of three files, `b1` needs `a3`
    /// and `c3`. If those are the ends, the forced path ends there. If the ends are one of them and `b4`, the corners
    /// and then `a2` and `c2` force all moves from one end to the other.
    fn forced_path(&self, a: Spot, b: Spot) -> Option<Reason> {
        const FORCED: [&[(u32, u32)]; 2] = [
            &[(0, 2), (1, 0), (2, 2)],
            &[(1, 3), (2, 1), (0, 0), (1, 2), (2, 0), (0, 1), (2, 2), (1, 0), (0, 2)],
        ];
        if self.short != 3 || self.long < 7 {
            return None;
        }
        FORCED.iter().find_map(|path| {
            (0..4).find_map(|image| {
                let spots: Vec<Spot> = path
                    .iter()
                    .map(|&(across, along)| self.images(Spot { across, along })[image])
                    .collect();
                let ends = [spots.first().copied(), spots.last().copied()];
                let fits = ends == [Some(a), Some(b)] || ends == [Some(b), Some(a)];
                fits.then(|| {
                    let path = spots.iter().filter_map(|&spot| self.square(spot)).collect();
                    Reason::ForcedPath { path }
                })
            })
        })
    }

    /// Returns the reason for 5x5: the corners, if none of them is an end, force a cycle of eight squares.
    fn forced_cycle(&self, a: Spot, b: Spot) -> Option<Reason> {
        const CYCLE: [(u32, u32); 8] =
            [(0, 0), (1, 2), (0, 4), (2, 3), (4, 4), (3, 2), (4, 0), (2, 1)];
        let is_corner = |Spot { across, along }| [across, along].iter().all(|at| at % 4 == 0);
        if self.sides() != (5, 5) || is_corner(a) || is_corner(b) {
            return None;
        }
        let spots = CYCLE.map(|(across, along)| Spot { across, along });
        Some(Reason::ForcedCycle {
            cycle: spots.iter().filter_map(|&spot| self.square(spot)).collect(),
        })
    }

    /// Returns true if the pair or an image of it is one of the exceptions that only a search finds.
    fn is_listed(&self, a: Spot, b: Spot) -> bool {
        exceptions(self.sides()).any(|[c, d]| {
            self.images(c)
                .iter()
                .zip(self.images(d))
                .any(|(&c, d)| (a, b) == (c, d) || (a, b) == (d, c))
        })
    }
}

/// Returns the pairs of ends that no rule excludes and between which no tour exists, for the board with these sides,
/// the shorter first.
///
/// An exhaustive search found them, and the tests of this module repeat it. A pair represents its images under the
/// symmetries of the rectangle, too. The boards are upright: `a1-b4` on 3x7 is on three files and seven ranks.
const fn exceptional_pairs(sides: (u32, u32)) -> &'static str {
    match sides {
        (3, 4) => "a1-a4",
        (3, 7) => "a1-c1 a1-a3 a1-c3 a1-b4 a1-a5 a1-c5 a1-a7 a1-c7 b2-b4 a3-a5 a3-c5",
        (3, 8) => {
            "a1-c2 a1-b3 b1-a3 a2-a3 a2-c3 a2-b4 b2-a4 b2-a6 \
             b2-b7 a3-a4 a3-c4 a3-b5 a3-a6 a3-c6 a4-a5 a4-c5"
        }
        (3, 9) => "a1-a7 a1-c7 b2-a3 b2-b6 b2-a7 a3-a5 a3-c5 a3-b6 a3-a7 a3-c7 b4-b6",
        (3, 10) => {
            "a1-a8 a1-c8 a2-a7 a2-c7 a3-a4 a3-c4 a3-a6 a3-c6 a3-b7 \
             a3-a8 a3-c8 a4-b4 a4-a7 a4-c7 b4-b5 b4-b7 a5-a6"
        }
        (3, 13) => "a3-a11 a3-c11",
        (4, 5) => "a2-d2 a2-a3 a3-d3",
        (4, 6) => "a3-d3 a3-a4",
        (5, 6) => "c1-b3 c1-c4 c1-c6 b2-c4 b2-d5 b3-c3 b3-b4 b3-d4 c3-c4",
        _ => "",
    }
}

/// Returns the exceptional pairs of the board with these sides, one of each orbit.
pub(super) fn exceptions(sides: (u32, u32)) -> impl Iterator<Item = [Spot; 2]> {
    exceptional_pairs(sides).split_whitespace().filter_map(|pair| {
        let (a, b) = pair.split_once('-')?;
        Some([spot(a)?, spot(b)?])
    })
}

fn spot(name: &str) -> Option<Spot> {
    let (file, rank) = name.split_at_checked(1)?;
    let along = rank.parse::<u32>().ok()?.checked_sub(1)?;
    Some(Spot { across: File::parse(file)?.index(), along })
}
