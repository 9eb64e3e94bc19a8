//! Sections joined side by side.

use super::section::{Body, Chain, Child, End, Piece, Seat, Section, Strand};

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
