//! Stretches of a long board and the strands of the tour in them.

/// Where a strand ends.
///
/// The moves that cross a cut between two sections are numbered, the same from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With the move of this number to the section on the left.
    Left(usize),
    /// With the move of this number to the section on the right.
    Right(usize),
    /// With the first step of the tour.
    Start,
    /// With the last.
    Finish,
}

/// A part of the tour that stays within a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strand {
    pub(super) len: u64,
    /// Before its first square and after its last.
    pub(super) ends: [End; 2],
}

/// Some neighbouring files with all the strands that cover them.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) width: u32,
    pub(super) strands: Box<[Strand]>,
    pub(super) body: Body,
}

/// How the squares of a section are known.
#[derive(Debug)]
pub(super) enum Body {
    Written(Written),
    Chain(Chain),
}

/// A square of a section: its distance along the board from the section's first file, and across.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) along: u32,
    pub(super) across: u32,
}

/// The squares of a section, one by one.
#[derive(Debug)]
pub(super) struct Written {
    ranks: u32,
    /// One strand after the other.
    spots: Box<[Spot]>,
    /// Where each strand begins among them, and the last ends.
    first: Box<[u32]>,
    /// For each square, across first, its strand and how many squares of the strand are before it.
    seats: Box<[(u16, u16)]>,
}

impl Written {
    /// Writes down strands that cover a section of `ranks` ranks.
    pub(super) fn new(ranks: u32, strands: &[Vec<Spot>]) -> Self {
        let spots: Box<[Spot]> = strands.concat().into();
        let mut first = vec![0];
        let mut seats = vec![(0, 0); spots.len()];
        for (number, strand) in strands.iter().enumerate() {
            for (at, spot) in strand.iter().enumerate() {
                seats[(spot.along * ranks + spot.across) as usize] = (number as u16, at as u16);
            }
            first.push(first[number] + strand.len() as u32);
        }
        Self { ranks, spots, first: first.into(), seats: seats.into() }
    }

    /// The squares of a strand.
    pub(super) fn strand(&self, strand: usize) -> &[Spot] {
        &self.spots[self.first[strand] as usize..self.first[strand + 1] as usize]
    }

    /// The strand of a square, and how many squares of it are before.
    pub(super) fn seat(&self, spot: Spot) -> (usize, u64) {
        let (strand, at) = self.seats[(spot.along * self.ranks + spot.across) as usize];
        (strand.into(), at.into())
    }
}

/// Sections side by side. Their strands, joined at the cuts, make the strands of the chain.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) children: Box<[Child]>,
    /// The strands of the chain one after the other, in pieces.
    pub(super) pieces: Box<[Piece]>,
    /// Where each strand begins among them, and the last ends.
    pub(super) first: Box<[u32]>,
    /// For each strand of each child the piece that it is.
    pub(super) seats: Box<[Seat]>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) section: usize,
    /// Its first file, from that of the chain.
    pub(super) along: u32,
    /// Where its strands begin among the seats.
    pub(super) seats: u32,
}

/// A strand of a child as a part of a strand of the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// How many squares of the chain's strand are before it.
    pub(super) before: u64,
    /// The place in the chain's strand of the first square of the child's strand.
    pub(super) origin: u64,
    pub(super) child: u32,
    pub(super) strand: u16,
    /// Is the child's strand gone through from its last square to its first?
    pub(super) is_reversed: bool,
}

/// The place of a child's strand in a strand of the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    pub(super) origin: u64,
    pub(super) strand: u16,
    pub(super) is_reversed: bool,
}

impl Piece {
    /// How many squares of the child's strand are before a square of the chain's strand.
    pub(super) const fn inner(&self, at: u64) -> u64 {
        if self.is_reversed { self.origin - at } else { at - self.origin }
    }
}

impl Seat {
    /// The place of a strand in itself.
    pub(super) const fn of(strand: usize) -> Self {
        Self { origin: 0, strand: strand as u16, is_reversed: false }
    }

    /// The place in a chain of chains, where `around` is the place of the inner chain's strand.
    pub(super) const fn within(self, around: Self) -> Self {
        Self {
            origin: around.outer(self.origin),
            strand: around.strand,
            is_reversed: self.is_reversed != around.is_reversed,
        }
    }

    /// How many squares of the chain's strand are before a square of the child's strand.
    pub(super) const fn outer(&self, at: u64) -> u64 {
        if self.is_reversed { self.origin - at } else { self.origin + at }
    }
}

impl Chain {
    /// The child at this place, from the left.
    pub(super) fn child(&self, child: u32) -> Child {
        self.children[child as usize]
    }

    /// The child that holds a file.
    pub(super) fn child_at(&self, along: u32) -> u32 {
        self.children.partition_point(|child| child.along <= along) as u32 - 1
    }

    /// The piece of a strand that holds the square after `at` others.
    pub(super) fn piece(&self, strand: usize, at: u64) -> &Piece {
        let pieces = self.pieces_of(strand);
        &pieces[pieces.partition_point(|piece| piece.before <= at) - 1]
    }

    fn pieces_of(&self, strand: usize) -> &[Piece] {
        &self.pieces[self.first[strand] as usize..self.first[strand + 1] as usize]
    }

    /// Where a strand of a child lies in the chain.
    pub(super) fn seat(&self, child: u32, strand: usize) -> Seat {
        self.seats[self.children[child as usize].seats as usize + strand]
    }
}

impl Section {
    /// A written section so many times over, written down.
    pub(super) fn written(all: &[Self], one: usize, times: u32, ranks: u32) -> Option<Self> {
        let chain = Self::chain(all, &vec![one; times as usize])?;
        let (Body::Written(written), Body::Chain(body)) = (&all[one].body, &chain.body) else {
            return None;
        };
        let strands = (0..chain.strands.len()).map(|strand| {
            let mut spots = Vec::new();
            for piece in body.pieces_of(strand) {
                let first = body.child(piece.child).along;
                let shift = |spot: &Spot| Spot { along: first + spot.along, ..*spot };
                let part = written.strand(piece.strand.into()).iter().map(shift);
                if piece.is_reversed {
                    spots.extend(part.rev());
                } else {
                    spots.extend(part);
                }
            }
            spots
        });
        let strands: Vec<Vec<Spot>> = strands.collect();
        Some(Self { body: Body::Written(Written::new(ranks, &strands)), ..chain })
    }
}
