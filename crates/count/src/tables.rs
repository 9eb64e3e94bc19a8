//! Tables from which tours are drawn and numbered.

mod loops;
mod part;
mod walk;

use std::ops::ControlFlow;
use std::path::Path;

use caracole_core::{StopCause, Tour};
use caracole_solve::Random;
use num_bigint::BigUint;

use crate::folder::Entered;
use crate::list::list;
use crate::parts::{is_for_loops, parts};
use crate::store::Store;
use crate::{Count, CountError, Job, Question};

use loops::{Loop, Numbering};
use part::PartTables;

/// The layers of a count, kept: every tour of the question has a number in them, from 0.
///
/// The order of the tours is that of the engine: by the classes at the seam, then by the way the two
/// sides are joined, then by the choices of each side, the last first. It has no meaning beyond being
/// fixed. Of a directed question each tour stands beside its reverse.
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
/// assert!(tables.unrank(tables.count())?.is_none(), "numbers begin with 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tables {
    question: Question,
    count: Count,
    kind: Kind,
}

enum Kind {
    /// The parts of the question, each with the number of its first tour.
    Parts(Vec<(BigUint, PartTables)>),
    /// Where steps matter: all tours.
    Listed(Vec<Tour>),
}

/// So many tours are kept one by one at most.
const MOST_LISTED: usize = 1 << 20;

impl Tables {
    /// Counts, and keeps the layers: in a folder, where they are found again, or else in memory and
    /// in files that go with the tables.
    ///
    /// Tours with steps given, and those of up to three squares, are kept one by one, a million at most.
    /// Open tours, unless an end is given, have tables for each square of the board.
    pub fn new(
        question: &Question,
        folder: Option<&Path>,
        job: &Job<'_>,
    ) -> Result<Self, CountError> {
        let job = &job.beginning();
        let question = question.clone();
        if !is_for_loops(question.problem()) {
            let tours = all_tours(&question, job)?;
            let count = Count::from(tours.len() as u64);
            return Ok(Self { question, count, kind: Kind::Listed(tours) });
        }
        let folder = folder.map(|folder| Entered::for_tables(folder, &question)).transpose()?;
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

    /// How many tours there are.
    pub const fn count(&self) -> &Count {
        &self.count
    }

    /// A tour, each exactly as likely as any other; none if there are none.
    pub fn sample(&self, random: &mut Random) -> Result<Option<Tour>, CountError> {
        if self.count.is_zero() {
            return Ok(None);
        }
        self.unrank(&below(self.count.as_big(), random).into())
    }

    /// The number of a tour, from 0. It must answer the question; a closed tour may start anywhere.
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
                for (first, part) in parts {
                    if let Some(number) = part.rank(tour)? {
                        return Ok((first + number).into());
                    }
                }
                Err(foreign())
            }
        }
    }

    /// The tour of a number; none beyond the last.
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
                let found: Loop = part.unrank(&(rank.as_big() - first))?;
                found.tour(self.question.problem()).map(Some)
            }
        }
    }
}

fn all_tours(question: &Question, job: &Job<'_>) -> Result<Vec<Tour>, CountError> {
    /// A tour has its board, and four bytes for each square.
    const EACH: u64 = size_of::<Tour>() as u64 + 64;
    let bytes = EACH + 4 * question.problem().board().len();
    let most = job.memory_limit().map_or(u64::MAX, |limit| limit / bytes);
    let most = MOST_LISTED.min(usize::try_from(most).unwrap_or(usize::MAX));
    let mut tours = Vec::new();
    list(question, job, &mut |tour| {
        tours.push(tour);
        if tours.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if tours.len() > most {
        let tried = format!("more than {most} tours with given steps, which are kept one by one");
        return Err(CountError::stopped(StopCause::Memory, tried));
    }
    Ok(tours)
}

/// A number below a bound, each as likely as any other.
fn below(bound: &BigUint, random: &mut Random) -> BigUint {
    let bits = bound.bits();
    loop {
        let mut digits: Vec<u32> = Vec::new();
        for _ in 0..bits.div_ceil(64) {
            let word = random.bits();
            digits.extend([word as u32, (word >> 32) as u32]);
        }
        // As many bits as the bound has: every second number at least is below it.
        let excess = digits.len() as u64 * 32 - bits;
        let number = BigUint::new(digits) >> excess;
        if number < *bound {
            return number;
        }
    }
}
