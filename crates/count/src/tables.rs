//! Tables of all layers, from which tours are sampled, ranked and unranked.

mod cycle;
mod part;
mod walk;

use std::ops::ControlFlow;
use std::path::Path;

use caracole_solve::Random;
use caracole_verify::{StopCause, Tour};
use num_bigint::BigUint;

use crate::folder::CountFolder;
use crate::list::list;
use crate::parts::{has_layers, parts};
use crate::store::Store;
use crate::{Count, CountError, Job, Question};

use cycle::{Cycle, Numbering};
use part::PartTables;

/// All layers of a count. They define a rank, from 0, for every tour of the question.
///
/// Tours are ordered by the patterns at the separator, then by the pairs of matchings that join the halves, then by
/// the choices of each half, the last choice first. The order is fixed, and has no other meaning. The directed
/// tours of a cycle follow each other.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::{Count, Job, Question, Tables};
/// use caracole_solve::Random;
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// let tables = Tables::new(&question, None, &Job::new())?;
/// assert_eq!(tables.count().to_string(), "9862");
/// let tour = tables.sample(&mut Random::new(0, "example"))?.ok_or("none")?;
/// let rank = tables.rank(&tour)?;
/// assert!(rank < *tables.count());
/// let again = tables.unrank(&rank)?.ok_or("none")?;
/// assert_eq!(tables.rank(&again)?, rank);
/// assert!(tables.unrank(tables.count())?.is_none(), "ranks count from 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tables {
    question: Question,
    count: Count,
    kind: Kind,
}

enum Kind {
    /// The parts of the question, each with the rank of its first tour.
    Parts(Vec<(BigUint, PartTables)>),
    /// All tours, if steps are given.
    Listed(Vec<Tour>),
}

/// The maximum number of tours that are stored one by one.
const MAX_LISTED: u64 = 1 << 20;

impl Tables {
    /// Computes all layers. They are stored in a folder, from which they are loaded later, or in memory and temporary
    /// files.
    ///
    /// Tours with given steps, and those of up to three squares, are stored one by one, at most a million. Open
    /// tours have tables for each square of the board, unless an end is given.
    pub fn new(
        question: &Question,
        folder: Option<&Path>,
        job: &Job<'_>,
    ) -> Result<Self, CountError> {
        let job = &job.started();
        let question = question.clone();
        if !has_layers(question.problem()) {
            let tours = all_tours(&question, job)?;
            let count = Count::from(tours.len() as u64);
            return Ok(Self { question, count, kind: Kind::Listed(tours) });
        }
        let folder = folder.map(|folder| CountFolder::for_tables(folder, &question)).transpose()?;
        let store = Store::tables(folder.as_ref().map(|folder| folder.path().to_path_buf()), job);
        let mut count = BigUint::ZERO;
        let mut all = Vec::new();
        for part in parts(&question)? {
            let tables = PartTables::new(part, question.problem(), &store, job)?;
            let first = count.clone();
            count += tables.count();
            all.push((first, tables));
        }
        Ok(Self { question, count: count.into(), kind: Kind::Parts(all) })
    }

    /// Returns the number of tours.
    pub const fn count(&self) -> &Count {
        &self.count
    }

    /// Returns a tour, uniformly at random; `None` if no tour exists.
    pub fn sample(&self, random: &mut Random) -> Result<Option<Tour>, CountError> {
        if self.count.is_zero() {
            return Ok(None);
        }
        self.unrank(&below(self.count.as_big(), random).into())
    }

    /// Returns the rank of a tour, from 0. A closed tour may start anywhere.
    ///
    /// # Errors
    ///
    /// Returns an error if the tour is not one of the question, or a file of the tables cannot be read.
    pub fn rank(&self, tour: &Tour) -> Result<Count, CountError> {
        let foreign =
            || CountError::Unanswerable("the tour is not one of those that are numbered".into());
        match &self.kind {
            Kind::Listed(tours) => {
                let same = |other: &Tour| {
                    Numbering::of(other).is_same(&Numbering::of(tour), &self.question)
                };
                let place = tours.iter().position(same).ok_or_else(foreign)?;
                Ok(Count::from(place as u64))
            }
            Kind::Parts(parts) => {
                let mut rank = None;
                for (first, part) in parts {
                    if let Some(number) = part.rank(tour)? {
                        rank = Some(Count::from(first + number));
                        break;
                    }
                }
                // A part ranks sets of moves, so a tour and its reverse have the same rank.
                let rank = rank.ok_or_else(foreign)?;
                let ranked = self.unrank(&rank)?.ok_or_else(foreign)?;
                if Numbering::of(&ranked).is_same(&Numbering::of(tour), &self.question) {
                    Ok(rank)
                } else {
                    Err(foreign())
                }
            }
        }
    }

    /// Returns the tour of a rank; `None` after the last one.
    pub fn unrank(&self, rank: &Count) -> Result<Option<Tour>, CountError> {
        if rank >= &self.count {
            return Ok(None);
        }
        match &self.kind {
            Kind::Listed(tours) => {
                let place = usize::try_from(rank.as_big()).ok();
                Ok(place.and_then(|place| tours.get(place).cloned()))
            }
            Kind::Parts(parts) => {
                let at = parts.partition_point(|(first, _)| first <= rank.as_big());
                let Some((first, part)) = at.checked_sub(1).and_then(|at| parts.get(at)) else {
                    return Ok(None);
                };
                let cycle: Cycle = part.unrank(&(rank.as_big() - first))?;
                cycle.tour(self.question.problem()).map(Some)
            }
        }
    }
}

fn all_tours(question: &Question, job: &Job<'_>) -> Result<Vec<Tour>, CountError> {
    /// Bytes of a tour without four bytes per square.
    const EACH: u64 = size_of::<Tour>() as u64 + 64;
    let bytes = EACH + 4 * question.problem().board().len();
    let most = job.memory_limit().map_or(MAX_LISTED, |limit| MAX_LISTED.min(limit / bytes));
    let mut tours = Vec::new();
    list(question, job, &mut |tour| {
        tours.push(tour);
        if tours.len() as u64 > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if tours.len() as u64 > most {
        let tried = format!("more than {most} tours with given steps, which are kept one by one");
        return Err(CountError::stopped(StopCause::Memory, tried));
    }
    Ok(tours)
}

/// Returns a number below a bound, uniformly at random.
fn below(bound: &BigUint, random: &mut Random) -> BigUint {
    let bits = bound.bits();
    loop {
        let mut digits: Vec<u32> = Vec::new();
        for _ in 0..bits.div_ceil(64) {
            let word = random.bits();
            digits.extend([word as u32, (word >> 32) as u32]);
        }
        // The number has as many bits as the bound, so at least every second number is below it.
        let excess = digits.len() as u64 * 32 - bits;
        let number = BigUint::new(digits) >> excess;
        if number < *bound {
            return number;
        }
    }
}
