//! Where a tour may be cut, and a stretch of it put in again.

use std::ops::Range;

use caracole_core::{Board, Path};

use super::section::{Body, End, Section, Spot, Strand, Written};
use super::shorten::Gap;

/// A tour of a short board, step by step.
#[derive(Debug)]
pub(super) struct Route {
    pub(super) ranks: u32,
    spots: Vec<Spot>,
    /// For each file the moves across the cut before it, in the order of the tour.
    crossings: Vec<Vec<Crossing>>,
}

/// A move across a cut: both squares, the left one first, with their distances from the cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    left: (u32, u32),
    right: (u32, u32),
}

/// What a cut looks like: the moves across it in rising order, and for each the number of the move
/// with which it is joined on the left side, or none if the tour begins or ends there.
type Face = Vec<(Crossing, Option<usize>)>;

/// A stretch of files that may be put in again any number of times, and how often it is missing.
#[derive(Clone, Debug)]
pub(super) struct Repeat {
    pub(super) files: Range<u32>,
    pub(super) times: u32,
}

impl Route {
    /// A tour of a board that lies on its long side.
    pub(super) fn new(board: &Board, path: &Path) -> Self {
        let spots = path.iter().map(|square| {
            let place = board.place(square);
            Spot { along: place.file.index(), across: place.rank.index() }
        });
        let spots: Vec<Spot> = spots.collect();
        let mut crossings = vec![Vec::new(); board.files() as usize + 1];
        for pair in spots.windows(2) {
            let (left, right) =
                (pair[0].along.min(pair[1].along), pair[0].along.max(pair[1].along));
            for cut in left + 1..=right {
                crossings[cut as usize].extend(crossing(pair[0], pair[1], cut));
            }
        }
        Self { ranks: board.ranks(), spots, crossings }
    }

    fn sorted_crossings(&self, cut: u32) -> Vec<Crossing> {
        let mut crossings = self.crossings[cut as usize].clone();
        crossings.sort_unstable();
        crossings
    }

    fn face(&self, cut: u32) -> Face {
        let sorted = self.sorted_crossings(cut);
        let walked = &self.crossings[cut as usize];
        // The tour changes sides with each crossing.
        let begins_left = self.spots.first().is_some_and(|spot| spot.along < cut);
        let mate = |crossing: &Crossing| {
            let at = walked.iter().position(|other| other == crossing)?;
            let comes_from_left = at.is_multiple_of(2) == begins_left;
            let mate = if comes_from_left { at.checked_sub(1)? } else { at + 1 };
            sorted.binary_search(walked.get(mate)?).ok()
        };
        sorted.iter().map(|crossing| (*crossing, mate(crossing))).collect()
    }

    /// A stretch within a gap whose two cuts look the same, and fit so often into what is missing.
    ///
    /// What is left of the second cut then looks to what is right of it just as what is left of
    /// the first does. So it still does with the stretch put in again, and the whole stays one
    /// tour. The ends of the tour stay single: none is in the stretch.
    pub(super) fn repeat(&self, gap: Gap) -> Option<Repeat> {
        // Sections have two files at least, so that no move crosses two of their cuts.
        let cuts = gap.first + 2..(gap.first + gap.width).saturating_sub(1);
        let faces: Vec<Face> = cuts.clone().map(|cut| self.face(cut)).collect();
        let ends = [self.spots.first()?.along, self.spots.last()?.along];
        (2..gap.width).filter(|width| gap.missing.is_multiple_of(*width)).find_map(|width| {
            let mut pairs = faces.iter().zip(faces.iter().skip(width as usize)).zip(cuts.clone());
            pairs.find_map(|((left, right), first)| {
                let files = first..first + width;
                let fits = left == right && !ends.iter().any(|end| files.contains(end));
                fits.then(|| Repeat { files, times: gap.missing / width })
            })
        })
    }

    /// The strands of the tour in some files, written down.
    pub(super) fn section(&self, files: Range<u32>) -> Section {
        let cuts = [files.start, files.end].map(|cut| self.sorted_crossings(cut));
        let end = |from: Spot, to: Spot| {
            let number = |cut: usize, at: u32| {
                crossing(from, to, at).and_then(|crossing| cuts[cut].binary_search(&crossing).ok())
            };
            number(0, files.start).map(End::Left).or_else(|| number(1, files.end).map(End::Right))
        };
        let is_here = |spot: &Spot| files.contains(&spot.along);
        let mut strands = Vec::new();
        let mut written = Vec::new();
        let mut step = 0;
        for run in self.spots.chunk_by(|a, b| is_here(a) == is_here(b)) {
            let next = step + run.len();
            if is_here(&run[0]) {
                let before = step.checked_sub(1).and_then(|before| end(self.spots[before], run[0]));
                let after = self.spots.get(next).and_then(|&after| end(run[run.len() - 1], after));
                let ends = [before.unwrap_or(End::Start), after.unwrap_or(End::Finish)];
                strands.push(Strand { len: run.len() as u64, ends });
                let here = |spot: &Spot| Spot { along: spot.along - files.start, ..*spot };
                written.push(run.iter().map(here).collect());
            }
            step = next;
        }
        let body = Body::Written(Written::new(self.ranks, &written));
        Section { width: files.end - files.start, strands: strands.into(), body }
    }
}

/// The move between two squares as one across a cut, if it crosses it.
fn crossing(a: Spot, b: Spot, cut: u32) -> Option<Crossing> {
    let (left, right) = if a.along < b.along { (a, b) } else { (b, a) };
    let from = cut.checked_sub(left.along + 1)?;
    let to = right.along.checked_sub(cut)?;
    Some(Crossing { left: (from, left.across), right: (to, right.across) })
}
