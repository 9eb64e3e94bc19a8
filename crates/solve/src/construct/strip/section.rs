//! Sections of a strip and their strands.

/// The end of a strand.
///
/// The moves across a cut between two sections have numbers, which are equal on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The move of this number leads to the section on the left.
    Left(usize),
    /// The move of this number leads to the section on the right.
    Right(usize),
    /// The first step of the tour.
    Start,
    /// The last step of the tour.
    Finish,
}

/// A part of the tour that stays within a section.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strand {
    pub(super) len: u64,
    /// The ends before its first square and after its last.
    pub(super) ends: [End; 2],
}

/// Consecutive files with the strands that cover them.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) width: u32,
    pub(super) strands: Box<[Strand]>,
    pub(super) body: Body,
}

/// The representation of the squares of a section.
#[derive(Debug)]
pub(super) enum Body {
    Explicit(Explicit),
    Chain(Chain),
}

/// A square by its coordinates along the strip, from the first file of a section, and across.
#[derive(Clone, Copy, Debug)]
pub(super) struct StripSquare {
    pub(super) along: u32,
    pub(super) across: u32,
}

/// A section that lists its squares.
#[derive(Debug)]
pub(super) struct Explicit {
    ranks: u32,
    /// The squares of all strands, one strand after the other.
    squares: Box<[StripSquare]>,
    /// The index of the first square of each strand; one more entry ends the last.
    first: Box<[u32]>,
    /// For each square, across first, its strand and its index in the strand.
    positions: Box<[(u16, u16)]>,
}

impl Explicit {
    /// Returns the section of `ranks` ranks with these strands.
    pub(super) fn new(ranks: u32, strands: &[Vec<StripSquare>]) -> Self {
        let squares: Box<[StripSquare]> = strands.concat().into();
        let mut first = vec![0];
        let mut positions = vec![(0, 0); squares.len()];
        for (number, strand) in strands.iter().enumerate() {
            for (at, square) in strand.iter().enumerate() {
                positions[(square.along * ranks + square.across) as usize] =
                    (number as u16, at as u16);
            }
            first.push(first[number] + strand.len() as u32);
        }
        Self { ranks, squares, first: first.into(), positions: positions.into() }
    }

    /// Returns the squares of a strand.
    pub(super) fn strand(&self, strand: usize) -> &[StripSquare] {
        &self.squares[self.first[strand] as usize..self.first[strand + 1] as usize]
    }

    /// Returns the strand of a square and the index of the square in the strand.
    pub(super) fn position(&self, square: StripSquare) -> (usize, u64) {
        let (strand, at) = self.positions[(square.along * self.ranks + square.across) as usize];
        (strand.into(), at.into())
    }
}

/// Adjacent sections. Their strands are joined at the cuts to the strands of the chain.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) children: Box<[Child]>,
    /// The pieces of the strands of the chain, one strand after the other.
    pub(super) pieces: Box<[Piece]>,
    /// The index of the first piece of each strand; one more entry ends the last.
    pub(super) first: Box<[u32]>,
    /// The position of each strand of each child.
    pub(super) positions: Box<[StrandPosition]>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) section: usize,
    /// Its first file, counted from the first file of the chain.
    pub(super) along: u32,
    /// The index of its first strand in the list of positions.
    pub(super) positions: u32,
}

/// A strand of a child as a piece of a strand of the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The number of squares of the chain's strand before it.
    pub(super) before: u64,
    /// The index in the chain's strand of the first square of the child's strand.
    pub(super) origin: u64,
    pub(super) child: u32,
    pub(super) strand: u16,
    /// True if the child's strand is walked from its last square to its first.
    pub(super) is_reversed: bool,
}

/// The position of a child's strand in a strand of the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrandPosition {
    pub(super) origin: u64,
    pub(super) strand: u16,
    pub(super) is_reversed: bool,
}

impl Piece {
    /// Returns the index in the child's strand of a square of the chain's strand.
    pub(super) const fn inner(&self, at: u64) -> u64 {
        if self.is_reversed { self.origin - at } else { at - self.origin }
    }
}

impl StrandPosition {
    /// Returns the position of a strand in itself.
    pub(super) const fn of(strand: usize) -> Self {
        Self { origin: 0, strand: strand as u16, is_reversed: false }
    }

    /// Returns the position in a chain of chains, given the position `around` of the inner chain's strand.
    pub(super) const fn within(self, around: Self) -> Self {
        Self {
            origin: around.outer(self.origin),
            strand: around.strand,
            is_reversed: self.is_reversed != around.is_reversed,
        }
    }

    /// Returns the index in the chain's strand of a square of the child's strand.
    pub(super) const fn outer(&self, at: u64) -> u64 {
        if self.is_reversed { self.origin - at } else { self.origin + at }
    }
}

impl Chain {
    /// Returns a child by its index from the left.
    pub(super) fn child(&self, child: u32) -> Child {
        self.children[child as usize]
    }

    /// Returns the index of the child that contains a file.
    pub(super) fn child_at(&self, along: u32) -> u32 {
        self.children.partition_point(|child| child.along <= along) as u32 - 1
    }

    /// Returns the piece of a strand that contains the square at an index.
    pub(super) fn piece(&self, strand: usize, at: u64) -> &Piece {
        let pieces = self.pieces_of(strand);
        &pieces[pieces.partition_point(|piece| piece.before <= at) - 1]
    }

    fn pieces_of(&self, strand: usize) -> &[Piece] {
        &self.pieces[self.first[strand] as usize..self.first[strand + 1] as usize]
    }

    /// Returns the position of a strand of a child in the chain.
    pub(super) fn position(&self, child: u32, strand: usize) -> StrandPosition {
        self.positions[self.children[child as usize].positions as usize + strand]
    }
}

impl Section {
    /// Returns the repetition of an explicit section as one explicit section.
    pub(super) fn repeated_explicitly(
        all: &[Self],
        one: usize,
        times: u32,
        ranks: u32,
    ) -> Option<Self> {
        let chain = Self::chain(all, &vec![one; times as usize])?;
        let (Body::Explicit(written), Body::Chain(body)) = (&all[one].body, &chain.body) else {
            return None;
        };
        let strands = (0..chain.strands.len()).map(|strand| {
            let mut squares = Vec::new();
            for piece in body.pieces_of(strand) {
                let first = body.child(piece.child).along;
                let shift =
                    |square: &StripSquare| StripSquare { along: first + square.along, ..*square };
                let part = written.strand(piece.strand.into()).iter().map(shift);
                if piece.is_reversed {
                    squares.extend(part.rev());
                } else {
                    squares.extend(part);
                }
            }
            squares
        });
        let strands: Vec<Vec<StripSquare>> = strands.collect();
        Some(Self { body: Body::Explicit(Explicit::new(ranks, &strands)), ..chain })
    }

    /// Joins the sections `all[i]` for each `i` in `chosen`, from left to right.
    ///
    /// `None` if their cuts do not match, or if strands close to a cycle.
    pub(super) fn chain(all: &[Self], chosen: &[usize]) -> Option<Self> {
        let mut children = Vec::new();
        let (mut along, mut positions) = (0, 0);
        for &section in chosen {
            children.push(Child { section, along, positions });
            along += all[section].width;
            positions += all[section].strands.len() as u32;
        }
        let mut join = Join {
            all,
            children: &children,
            positions: vec![None; positions as usize],
            pieces: Vec::new(),
        };
        let mut first = vec![0];
        let mut strands = Vec::new();
        for begin in join.begins() {
            if let Some(strand) = join.follow(begin, strands.len() as u16)? {
                strands.push(strand);
                first.push(join.pieces.len() as u32);
            }
        }
        let pieces = join.pieces.into();
        let positions = join.positions.into_iter().collect::<Option<_>>()?;
        let body = Body::Chain(Chain {
            children: children.into(),
            pieces,
            first: first.into(),
            positions,
        });
        Some(Self { width: along, strands: strands.into(), body })
    }
}

/// The state while sections are joined.
struct Join<'a> {
    all: &'a [Section],
    children: &'a [Child],
    positions: Vec<Option<StrandPosition>>,
    pieces: Vec<Piece>,
}

/// An end of a strand of a child.
#[derive(Clone, Copy)]
struct StrandEnd {
    child: usize,
    strand: usize,
    /// True for the end after the last square.
    is_last: bool,
}

impl Join<'_> {
    fn strands(&self, child: usize) -> &[Strand] {
        &self.all[self.children[child].section].strands
    }

    fn end(&self, strand_end: StrandEnd) -> End {
        self.strands(strand_end.child)[strand_end.strand].ends[usize::from(strand_end.is_last)]
    }

    /// Returns the other side of a crossing move; `None` at the ends of a strand of the chain.
    fn across(&self, strand_end: StrandEnd) -> Option<(usize, End)> {
        match self.end(strand_end) {
            End::Right(number) if strand_end.child + 1 < self.children.len() => {
                Some((strand_end.child + 1, End::Left(number)))
            }
            End::Left(number) if strand_end.child > 0 => {
                Some((strand_end.child - 1, End::Right(number)))
            }
            _ => None,
        }
    }

    /// Returns the ends of the strands of the chain, the start of the tour first.
    fn begins(&self) -> Vec<StrandEnd> {
        let strand_ends = (0..self.children.len()).flat_map(|child| {
            (0..self.strands(child).len()).flat_map(move |strand| {
                [false, true].map(|is_last| StrandEnd { child, strand, is_last })
            })
        });
        let mut begins: Vec<StrandEnd> =
            strand_ends.filter(|&strand_end| self.across(strand_end).is_none()).collect();
        begins.sort_by_key(|&strand_end| self.end(strand_end) != End::Start);
        begins
    }

    /// Follows a strand of the chain to its other end. Returns `Some(None)` if it was already followed from
    /// there, and `None` if the cuts do not match.
    #[expect(clippy::option_option, reason = "the cuts may not match, and the strand may be known")]
    fn follow(&mut self, begin: StrandEnd, number: u16) -> Option<Option<Strand>> {
        let mut len = 0;
        let mut strand_end = begin;
        loop {
            let child = self.children[strand_end.child];
            let position = child.positions as usize + strand_end.strand;
            if self.positions[position].is_some() {
                return (len == 0).then_some(None);
            }
            let more = self.strands(strand_end.child)[strand_end.strand].len;
            let is_reversed = strand_end.is_last;
            let origin = if is_reversed { len + more - 1 } else { len };
            self.positions[position] = Some(StrandPosition { origin, strand: number, is_reversed });
            let (place, strand) = (strand_end.child as u32, strand_end.strand as u16);
            self.pieces.push(Piece { before: len, origin, child: place, strand, is_reversed });
            len += more;
            let exit = StrandEnd { is_last: !strand_end.is_last, ..strand_end };
            let Some((child, end)) = self.across(exit) else {
                return Some(Some(Strand { len, ends: [self.end(begin), self.end(exit)] }));
            };
            let strands = self.strands(child).iter().enumerate();
            strand_end = strands
                .flat_map(|(strand, Strand { ends, .. })| {
                    [(strand, 0, ends[0]), (strand, 1, ends[1])]
                })
                .find(|&(.., found)| found == end)
                .map(|(strand, last, _)| StrandEnd { child, strand, is_last: last == 1 })?;
        }
    }
}
