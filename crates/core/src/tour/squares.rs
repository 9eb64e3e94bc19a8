//! A walk along a tour.

use std::iter::FusedIterator;

use crate::{File, Formula, Path, Place, Rank, Square};

use super::{Route, Tour};

/// The squares of a tour from a step on, in order. Made by [`Tour::squares`] and
/// [`Tour::squares_from`].
///
/// ```
/// # use caracole_core::{Path, Problem, Tour};
/// # let problem = Problem::new("3x4".parse()?);
/// # let steps = vec![0, 7, 2, 3, 10, 5, 6, 1, 8, 9, 4, 11];
/// let tour = Tour::verify(&problem, Path::from_indices(steps))?;
/// assert_eq!(tour.names(), "a1 b3 c1 a2 b4 c2 a3 b1 c3 a4 b2 c4");
/// let last: Vec<_> = tour.squares_from(10).map(|square| tour.board().name(square)).collect();
/// assert_eq!(last, ["a4", "b2", "c4"]);
/// assert_eq!(tour.squares().len(), 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Squares<'a> {
    /// The next step, and the last.
    step: u64,
    last: u64,
    source: Source<'a>,
}

#[derive(Clone, Debug)]
enum Source<'a> {
    Stored(&'a Path),
    /// A formula is asked for many places at a time.
    Formula {
        formula: &'a dyn Formula,
        places: Vec<Place>,
        at: usize,
    },
}

/// So many steps are asked for at a time.
const PIECE: u64 = 512;

impl<'a> Squares<'a> {
    pub(super) fn new(tour: &'a Tour, step: u64) -> Self {
        let source = match &tour.route {
            Route::Stored { path, .. } => Source::Stored(path),
            Route::Formula { formula, .. } => {
                Source::Formula { formula: &**formula, places: Vec::new(), at: 0 }
            }
        };
        Self { step: step.max(1), last: tour.len(), source }
    }

    const fn left(&self) -> u64 {
        (self.last + 1).saturating_sub(self.step)
    }
}

impl Iterator for Squares<'_> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let left = self.left();
        if left == 0 {
            return None;
        }
        let square = match &mut self.source {
            Source::Stored(path) => path.get(self.step - 1)?,
            Source::Formula { formula, places, at } => {
                if *at == places.len() {
                    let origin = Place::flat(File::new(0), Rank::new(0));
                    places.resize(left.min(PIECE) as usize, origin);
                    formula.walk(self.step, places);
                    *at = 0;
                }
                let place = places[*at];
                *at += 1;
                let files = u64::from(formula.board().files());
                let (file, rank) = (u64::from(place.file.index()), u64::from(place.rank.index()));
                Square::from_index(rank * files + file)
            }
        };
        self.step += 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (usize::try_from(left).unwrap_or(usize::MAX), usize::try_from(left).ok())
    }
}

impl ExactSizeIterator for Squares<'_> {}
impl FusedIterator for Squares<'_> {}
