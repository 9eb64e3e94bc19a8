//! The knight on plain rectangles: every rule once, for the board lying or standing.

use caracole_core::{Board, File, Kind, Place, Problem, Rank, Reason, Square, Theorem};

use super::{Decision, decide, tables};

/// A plain rectangle, measured along its long side and across.
#[derive(Debug)]
pub(super) struct Strip<'a> {
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

/// No exception lies farther than this from the two short sides.
const REACH: u32 = 8;

impl<'a> Strip<'a> {
    /// The rectangle of a single knight's problem; `None` for other boards and pieces, and for
    /// several knights.
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

    const fn stands(&self) -> bool {
        self.board.files() == self.short
    }

    pub(super) const fn spot(&self, square: Square) -> Spot {
        let place = self.board.place(square);
        let (file, rank) = (place.file.index(), place.rank.index());
        let (across, along) = if self.stands() { (file, rank) } else { (rank, file) };
        Spot { across, along }
    }

    pub(super) fn square(&self, Spot { across, along }: Spot) -> Option<Square> {
        let (file, rank) = if self.stands() { (across, along) } else { (along, across) };
        self.board.square(Place::flat(File::new(file), Rank::new(rank)))
    }

    /// The images of a spot under the turns and mirrors that every rectangle has.
    const fn images(&self, Spot { across, along }: Spot) -> [Spot; 4] {
        let (other, back) = (self.short - 1 - across, self.long - 1 - along);
        [
            Spot { across, along },
            Spot { across: other, along },
            Spot { across, along: back },
            Spot { across: other, along: back },
        ]
    }

    /// The squares near the two short sides, all of them on a small board. Rules that hold for
    /// every partner of a square, or for none, show here.
    pub(super) fn outskirts(&self) -> impl Iterator<Item = Square> + '_ {
        let near = 0..self.long.min(REACH);
        let far = self.long.saturating_sub(REACH).max(near.end)..self.long;
        near.chain(far).flat_map(move |along| {
            let across = 0..self.short.min(REACH);
            across.filter_map(move |across| self.square(Spot { across, along }))
        })
    }

    /// Boards on which the knight cannot move, or cannot get about.
    pub(super) fn cramped(&self) -> Option<Reason> {
        let square = |across, along| self.square(Spot { across, along });
        match self.sides() {
            (1, 1) => None,
            (1, _) | (2, 2) => square(0, 0).map(|square| Reason::NoMove { square }),
            (2, 3) => square(0, 1).map(|square| Reason::NoMove { square }),
            (2, _) => Some(Reason::NoWay { squares: [square(0, 0)?, square(0, 1)?] }),
            (3, 3) => square(1, 1).map(|square| Reason::NoMove { square }),
            _ => None,
        }
    }

    /// Boards with a side of four: half of the squares are on the outer lines, and no two of those
    /// are a move apart. A tour with an end elsewhere has to alternate between the halves, as does
    /// a closed one; but it alternates between the colours as well, and the halves are not the
    /// colours.
    pub(super) fn outer_lines(&self, problem: &Problem) -> Option<Reason> {
        if !self.has_outer_lines() {
            return None;
        }
        if problem.kind() == Kind::Closed {
            return Some(Reason::OuterLines { end: None });
        }
        let mut ends = problem.start().into_iter().chain(problem.end());
        let end = ends.find(|&end| !self.is_outer(end))?;
        Some(Reason::OuterLines { end: Some(end) })
    }

    /// Has the board a side of four, and outer lines with squares of both colours?
    pub(super) const fn has_outer_lines(&self) -> bool {
        self.short >= 3 && (self.short == 4 || self.long == 4)
    }

    /// Is the square on the outer lines of the side of four?
    pub(super) const fn is_outer(&self, square: Square) -> bool {
        let place = self.board.place(square);
        let line = if self.board.ranks() == 4 { place.rank.index() } else { place.file.index() };
        line == 0 || line == 3
    }

    /// Whether a problem that has passed the simple tests has a tour; complete if only ends are
    /// fixed.
    pub(super) fn deep_reason(&self, problem: &Problem) -> Option<Reason> {
        if matches!(self.sides(), (3, 5 | 6) | (4, 4)) {
            return Some(Reason::Theorem { theorem: Theorem::ChiaOng });
        }
        if problem.kind() == Kind::Closed && self.sides() == (3, 8) {
            return Some(Reason::Theorem { theorem: Theorem::Schwenk });
        }
        match (problem.start(), problem.end()) {
            (Some(start), Some(end)) if start != end => self.between(start, end),
            (Some(end), None) | (None, Some(end)) if problem.kind() != Kind::Closed => {
                self.at(problem, end)
            }
            // A closed tour passes every square, and every board that is left has an open one.
            _ => None,
        }
    }

    /// No tour between two squares?
    fn between(&self, start: Square, end: Square) -> Option<Reason> {
        let (a, b) = (self.spot(start), self.spot(end));
        self.forced_path(a, b)
            .or_else(|| self.forced_ring(a, b))
            .or_else(|| self.is_listed(a, b).then(|| Reason::Searched { ends: vec![start, end] }))
    }

    /// No tour with this end?
    fn at(&self, problem: &Problem, end: Square) -> Option<Reason> {
        let bare = Problem::new(self.board.clone()).of_kind(problem.kind()).from(end).ok()?;
        let has_partner = self
            .outskirts()
            .filter_map(|other| bare.clone().to(other).ok())
            .any(|pair| decide(&pair) == Decision::Exists);
        (!has_partner).then(|| Reason::Searched { ends: vec![end] })
    }

    /// On boards with a side of three, `b1` needs `a3` and `c3` (the board standing). If those are
    /// the ends, that is the whole path. If one of them and `b4` are, the corners and then `a2` and
    /// `c2` force all moves from one to the other.
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

    /// On 5x5 the corners, if none is an end, force a ring of eight squares.
    fn forced_ring(&self, a: Spot, b: Spot) -> Option<Reason> {
        const RING: [(u32, u32); 8] =
            [(0, 0), (1, 2), (0, 4), (2, 3), (4, 4), (3, 2), (4, 0), (2, 1)];
        let is_corner = |Spot { across, along }| [across, along].iter().all(|at| at % 4 == 0);
        if self.sides() != (5, 5) || is_corner(a) || is_corner(b) {
            return None;
        }
        let spots = RING.map(|(across, along)| Spot { across, along });
        Some(Reason::ForcedRing {
            ring: spots.iter().filter_map(|&spot| self.square(spot)).collect(),
        })
    }

    /// Is the pair, or an image of it, among the exceptions that only a search finds?
    fn is_listed(&self, a: Spot, b: Spot) -> bool {
        tables::exceptions(self.sides()).any(|[c, d]| {
            self.images(c)
                .iter()
                .zip(self.images(d))
                .any(|(&c, d)| (a, b) == (c, d) || (a, b) == (d, c))
        })
    }
}
