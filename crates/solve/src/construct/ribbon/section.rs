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
    children: Box<[Child]>,
    /// The strands of the chain one after the other, in pieces.
    pieces: Box<[Piece]>,
    /// Where each strand begins among them, and the last ends.
    first: Box<[u32]>,
    /// For each strand of each child the piece that it is.
    seats: Box<[Seat]>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) section: usize,
    /// Its first file, from that of the chain.
    pub(super) along: u32,
    /// Where its strands begin among the seats.
    seats: u32,
}

/// A strand of a child as a part of a strand of the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// How many squares of the chain's strand are before it.
    before: u64,
    /// The place in the chain's strand of the first square of the child's strand.
    origin: u64,
    pub(super) child: u32,
    pub(super) strand: u16,
    /// Is the child's strand gone through from its last square to its first?
    pub(super) is_reversed: bool,
}

/// The place of a child's strand in a strand of the chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seat {
    origin: u64,
    pub(super) strand: u16,
    pub(super) is_reversed: bool,
}

impl Piece {
    /// How many squares of the child's strand are before a square of the chain's strand.
    pub(super) const fn into_child(&self, at: u64) -> u64 {
        if self.is_reversed { self.origin - at } else { at - self.origin }
    }
}

impl Seat {
    /// The place of a strand in itself.
    pub(super) const fn of(strand: usize) -> Self {
        Self { origin: 0, strand: strand as u16, is_reversed: false }
    }

    /// The place in a chain of chains, where `outer` is the place of the inner chain's strand.
    pub(super) const fn within(self, outer: Self) -> Self {
        Self {
            origin: outer.out_of_child(self.origin),
            strand: outer.strand,
            is_reversed: self.is_reversed != outer.is_reversed,
        }
    }

    /// How many squares of the chain's strand are before a square of the child's strand.
    pub(super) const fn out_of_child(&self, at: u64) -> u64 {
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
    /// Joins sections side by side; `all[i]` for each `i` in `chosen`.
    ///
    /// `None` if their cuts do not fit together, or if some strands close to a ring.
    pub(super) fn chain(all: &[Self], chosen: &[usize]) -> Option<Self> {
        let mut children = Vec::new();
        let (mut along, mut seats) = (0, 0);
        for &section in chosen {
            children.push(Child { section, along, seats });
            along += all[section].width;
            seats += all[section].strands.len() as u32;
        }
        let mut join = Join {
            all,
            children: &children,
            seats: vec![None; seats as usize],
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
        let seats = join.seats.into_iter().collect::<Option<_>>()?;
        let body =
            Body::Chain(Chain { children: children.into(), pieces, first: first.into(), seats });
        Some(Self { width: along, strands: strands.into(), body })
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

/// Sections that are being joined.
struct Join<'a> {
    all: &'a [Section],
    children: &'a [Child],
    seats: Vec<Option<Seat>>,
    pieces: Vec<Piece>,
}

/// One end of a strand of a child.
#[derive(Clone, Copy)]
struct Tip {
    child: usize,
    strand: usize,
    /// The first or the last square of the strand?
    is_last: bool,
}

impl Join<'_> {
    fn strands(&self, child: usize) -> &[Strand] {
        &self.all[self.children[child].section].strands
    }

    fn end(&self, tip: Tip) -> End {
        self.strands(tip.child)[tip.strand].ends[usize::from(tip.is_last)]
    }

    /// The other side of a crossing move; `None` if the way ends here.
    fn across(&self, tip: Tip) -> Option<(usize, End)> {
        match self.end(tip) {
            End::Right(number) if tip.child + 1 < self.children.len() => {
                Some((tip.child + 1, End::Left(number)))
            }
            End::Left(number) if tip.child > 0 => Some((tip.child - 1, End::Right(number))),
            _ => None,
        }
    }

    /// Where strands of the chain begin or end; the start of the tour first.
    fn begins(&self) -> Vec<Tip> {
        let tips = (0..self.children.len()).flat_map(|child| {
            (0..self.strands(child).len())
                .flat_map(move |strand| [false, true].map(|is_last| Tip { child, strand, is_last }))
        });
        let mut begins: Vec<Tip> = tips.filter(|&tip| self.across(tip).is_none()).collect();
        begins.sort_by_key(|&tip| self.end(tip) != End::Start);
        begins
    }

    /// Goes along a strand of the chain to its other end. `Some(None)` if that was done already
    /// from there, `None` if the cuts do not fit.
    #[expect(clippy::option_option, reason = "whether it fits, and whether it is new")]
    fn follow(&mut self, begin: Tip, number: u16) -> Option<Option<Strand>> {
        let mut len = 0;
        let mut tip = begin;
        loop {
            let child = self.children[tip.child];
            let seat = child.seats as usize + tip.strand;
            if self.seats[seat].is_some() {
                return (len == 0).then_some(None);
            }
            let more = self.strands(tip.child)[tip.strand].len;
            let is_reversed = tip.is_last;
            let origin = if is_reversed { len + more - 1 } else { len };
            self.seats[seat] = Some(Seat { origin, strand: number, is_reversed });
            let (place, strand) = (tip.child as u32, tip.strand as u16);
            self.pieces.push(Piece { before: len, origin, child: place, strand, is_reversed });
            len += more;
            let exit = Tip { is_last: !tip.is_last, ..tip };
            let Some((child, end)) = self.across(exit) else {
                return Some(Some(Strand { len, ends: [self.end(begin), self.end(exit)] }));
            };
            let strands = self.strands(child).iter().enumerate();
            tip = strands
                .flat_map(|(strand, Strand { ends, .. })| {
                    [(strand, 0, ends[0]), (strand, 1, ends[1])]
                })
                .find(|&(.., found)| found == end)
                .map(|(strand, last, _)| Tip { child, strand, is_last: last == 1 })?;
        }
    }
}
