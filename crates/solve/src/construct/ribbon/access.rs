//! The square of a step, and the step of a square.

use std::ops::Range;

use caracole_core::{Board, File, Formula, Place, Rank};

use super::Ribbon;
use super::section::{Body, Chain, Seat, Spot, Written};
use super::shorten::stands;

/// More chains than can lie within each other: each is 32 times as wide as the next, and then there
/// is the board.
const DEPTH: usize = 8;

impl Formula for Ribbon {
    fn board(&self) -> &Board {
        &self.board
    }

    fn place_at(&self, step: u64) -> Place {
        let stay = self.stay(step - 1);
        let next = if stay.is_reversed { stay.spots.last() } else { stay.spots.first() };
        self.place(stay.first, next.copied().unwrap_or(Spot { along: 0, across: 0 }))
    }

    fn step_of(&self, place: Place) -> u64 {
        let spot = self.spot(place);
        let stretch = self.stretch(spot.along);
        let (strand, at) = stretch.strand(spot);
        stretch.seat(strand).outer(at) + 1
    }

    fn walk(&self, step: u64, places: &mut [Place]) {
        let (mut step, mut places) = (step - 1, places);
        while !places.is_empty() {
            let stay = self.stay(step);
            let (now, later) = places.split_at_mut(stay.spots.len().min(places.len()));
            let place = |spot: &Spot| self.place(stay.first, *spot);
            if stay.is_reversed {
                fill(now, stay.spots.iter().rev().map(place));
            } else {
                fill(now, stay.spots.iter().map(place));
            }
            step += now.len() as u64;
            places = later;
        }
    }

    fn steps_of(&self, places: &[Place], steps: &mut [u64]) {
        let mut reader = Reader::new(self);
        for (step, &place) in steps.iter_mut().zip(places) {
            *step = reader.step_of(place);
        }
    }

    fn number_rank(&self, rank: Rank, file: File, steps: &mut [u64]) {
        let mut reader = Reader::new(self);
        for (step, file) in steps.iter_mut().zip(file.index()..) {
            *step = reader.step_of(Place::flat(File::new(file), rank));
        }
    }

    fn number_rank_u32(&self, rank: Rank, file: File, steps: &mut [u32]) {
        let mut reader = Reader::new(self);
        for (step, file) in steps.iter_mut().zip(file.index()..) {
            *step = reader.step_of(Place::flat(File::new(file), rank)) as u32;
        }
    }
}

fn fill(places: &mut [Place], with: impl Iterator<Item = Place>) {
    for (place, with) in places.iter_mut().zip(with) {
        *place = with;
    }
}

impl Ribbon {
    /// The written strand that a step is in. Steps count from 0 here.
    fn stay(&self, step: u64) -> Stay<'_> {
        let (mut section, mut strand, mut at) = (self.sections.len() - 1, 0, step);
        let (mut first, mut is_reversed) = (0, false);
        loop {
            match &self.sections[section].body {
                Body::Written(written) => {
                    let (spots, at) = (written.strand(strand), at as usize);
                    let spots = if is_reversed { &spots[..=at] } else { &spots[at..] };
                    return Stay { spots, first, is_reversed };
                }
                Body::Chain(chain) => {
                    let piece = chain.piece(strand, at);
                    let child = chain.child(piece.child);
                    at = piece.inner(at);
                    is_reversed ^= piece.is_reversed;
                    first += child.along;
                    (section, strand) = (child.section, piece.strand.into());
                }
            }
        }
    }

    /// The written section that holds a file, counted along the board.
    fn stretch(&self, along: u32) -> Stretch<'_> {
        let mut section = self.sections.len() - 1;
        let mut within = [None; DEPTH];
        let mut first = 0;
        let mut depth = 0;
        loop {
            let found = &self.sections[section];
            match &found.body {
                Body::Written(written) => {
                    let files = first..first + found.width;
                    return Stretch { written, files, strands: found.strands.len(), within };
                }
                Body::Chain(chain) => {
                    let child = chain.child_at(along - first);
                    within[depth] = Some((chain, child));
                    depth += 1;
                    first += chain.child(child).along;
                    section = chain.child(child).section;
                }
            }
        }
    }

    const fn place(&self, first: u32, Spot { along, across }: Spot) -> Place {
        let along = first + along;
        let (file, rank) = if stands(&self.board) { (across, along) } else { (along, across) };
        Place::flat(File::new(file), Rank::new(rank))
    }

    const fn spot(&self, place: Place) -> Spot {
        let (file, rank) = (place.file.index(), place.rank.index());
        if stands(&self.board) {
            Spot { along: rank, across: file }
        } else {
            Spot { along: file, across: rank }
        }
    }
}

/// The end of a way down: what is left of a written strand, from a square on.
struct Stay<'a> {
    /// The next square is the first of these, or the last if the strand is reversed.
    spots: &'a [Spot],
    first: u32,
    is_reversed: bool,
}

/// A written section at its place on the board.
struct Stretch<'a> {
    written: &'a Written,
    /// Counted along the board.
    files: Range<u32>,
    strands: usize,
    /// The chains around it, the widest first, and which child of each it is in.
    within: [Option<(&'a Chain, u32)>; DEPTH],
}

impl Stretch<'_> {
    /// The strand of a square of the board, and how many squares of it are before.
    fn strand(&self, spot: Spot) -> (usize, u64) {
        self.written.seat(Spot { along: spot.along - self.files.start, ..spot })
    }

    /// The place of a strand in the tour.
    fn seat(&self, strand: usize) -> Seat {
        let around = self.within.iter().rev().flatten();
        around.fold(Seat::of(strand), |seat, (chain, child)| {
            seat.within(chain.seat(*child, seat.strand.into()))
        })
    }
}

/// Finds the steps of squares near each other: what was found for one strand holds for all of it.
struct Reader<'a> {
    ribbon: &'a Ribbon,
    stretch: Stretch<'a>,
    seats: Vec<Option<Seat>>,
}

impl<'a> Reader<'a> {
    fn new(ribbon: &'a Ribbon) -> Self {
        let stretch = ribbon.stretch(0);
        Self { ribbon, seats: vec![None; stretch.strands], stretch }
    }

    fn step_of(&mut self, place: Place) -> u64 {
        let spot = self.ribbon.spot(place);
        if !self.stretch.files.contains(&spot.along) {
            self.stretch = self.ribbon.stretch(spot.along);
            self.seats.clear();
            self.seats.resize(self.stretch.strands, None);
        }
        let (strand, at) = self.stretch.strand(spot);
        let seat = self.seats[strand].get_or_insert_with(|| self.stretch.seat(strand));
        seat.outer(at) + 1
    }
}
