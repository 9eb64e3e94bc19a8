//! Making puzzles: a random tour, from which clues are taken away while no other tour fits.

use std::collections::BTreeSet;
use std::fmt;

use caracole_core::{Outcome, Problem, Proof, Square, Stop, StopCause, Symmetry, Tour, counted};

use super::order::{Group, groups, half_turn};
use super::wander::random_tour;
use super::{Puzzle, Unique, Uniqueness, unique};
use crate::{Exact, Listing, Others, Random, Run};

/// What a puzzle shall be like.
///
/// ```
/// use caracole_solve::puzzle::PuzzleSettings;
///
/// let settings = PuzzleSettings { clues: Some(10), symmetric: true, ..PuzzleSettings::default() };
/// assert!(!settings.hide_ends && !settings.minimal);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSettings {
    /// How many squares have a number, the ends among them. A symmetric puzzle may have one less,
    /// for its clues go in pairs, and a minimal one any smaller number. If it is not said, a third
    /// of the squares, or a few more where that is not enough.
    pub clues: Option<usize>,
    /// The squares with numbers look the same after a half turn of the board.
    pub symmetric: bool,
    /// No clue can be left out; in a symmetric puzzle no pair of clues.
    pub minimal: bool,
    /// The first step and the last are clues like all others. Otherwise they are always shown, as
    /// people expect it.
    pub hide_ends: bool,
    /// With how many tours to try before giving up on a number of clues.
    pub attempts: u64,
}

impl Default for PuzzleSettings {
    fn default() -> Self {
        Self { clues: None, symmetric: false, minimal: false, hide_ends: false, attempts: 10 }
    }
}

/// Why there is no such puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum MakeError {
    /// Puzzles are for one knight.
    SeveralKnights,
    /// More squares than a person would number.
    TooLarge {
        /// How many squares there are.
        squares: u64,
        /// The most there may be.
        most: u64,
    },
    /// More clues than squares, or fewer than are always shown.
    NoSuchNumber {
        /// How many were asked for.
        clues: usize,
        /// The fewest and the most there can be.
        range: [usize; 2],
    },
    /// The board does not look the same after a half turn.
    NoHalfTurn,
    /// The board has no tour of this kind.
    Impossible(Box<Proof>),
    /// No tour was found.
    Unknown(Stop),
    /// The clues are more than were asked for, or it is not proved that they are minimal.
    NotReached {
        /// How many were asked for.
        wished: Option<usize>,
        /// The puzzle with the fewest.
        fewest: Box<Puzzle>,
        /// The limit that was met, if it was not the number of attempts.
        stop: Option<Stop>,
    },
}

/// Puzzles have at most so many squares.
const MOST_SQUARES: u64 = 1024;
/// A clue whose need is not seen within so many attempts of the search stays at first.
const ATTEMPTS: u64 = 2;

/// Makes a puzzle from a random tour of the problem.
///
/// Clues of the problem stay. The others are taken away in random order as long as no other tour
/// fits. Fewer clues leave more tours, so a clue that was needed once is needed for good, and one
/// round is enough to make a puzzle minimal. The same seed makes the same puzzle.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::Run;
/// use caracole_solve::puzzle::{PuzzleSettings, Uniqueness, make, unique};
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let settings = PuzzleSettings { clues: Some(12), ..PuzzleSettings::default() };
/// let puzzle = make(&problem, &settings, &mut Run::new().seed(7))?;
/// assert_eq!(puzzle.clues(), 12);
/// assert!(puzzle.solution().is_closed());
/// assert!(matches!(unique(puzzle.problem(), &mut Run::new()), Uniqueness::One(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make(
    problem: &Problem,
    settings: &PuzzleSettings,
    run: &mut Run<'_>,
) -> Result<Puzzle, MakeError> {
    let maker = Maker::new(problem, settings)?;
    let mut best: Option<Puzzle> = None;
    let mut stop = None;
    for number in 0..settings.attempts.max(1) {
        let tour = match random_tour(problem, number, run) {
            Outcome::Found(tour) => tour,
            Outcome::Impossible(proof) => return Err(MakeError::Impossible(Box::new(proof))),
            Outcome::Unknown(met) => {
                stop = Some(met);
                break;
            }
        };
        let mut random = Random::numbered(run.get_seed(), "puzzle clues", number);
        let (puzzle, met) = maker.take_away(&tour, &mut random, run);
        if let Some(puzzle) = puzzle {
            if met.is_none() && maker.is_as_wished(&puzzle) {
                return Ok(puzzle);
            }
            if best.as_ref().is_none_or(|best| puzzle.clues() < best.clues()) {
                best = Some(puzzle);
            }
        }
        if met.is_some() {
            stop = met;
            break;
        }
    }
    match (best, stop) {
        // Nobody asked for a number.
        (Some(best), None) if settings.clues.is_none() && !settings.minimal => Ok(best),
        (Some(fewest), stop) => {
            let fewest = Box::new(fewest);
            Err(MakeError::NotReached { wished: settings.clues, fewest, stop })
        }
        (None, stop) => {
            Err(MakeError::Unknown(stop.unwrap_or_else(|| {
                Stop::new(StopCause::Fault, "the clues of a tour did not fit it")
            })))
        }
    }
}

/// What was asked for, found possible.
struct Maker<'a> {
    problem: &'a Problem,
    settings: &'a PuzzleSettings,
    half_turn: Option<Symmetry>,
    /// How many clues there may be at most.
    most: usize,
}

/// What is known of clues.
enum Answer {
    Unique,
    Several,
    /// Too hard to tell at first sight.
    Hard,
    Stopped(Stop),
}

impl<'a> Maker<'a> {
    fn new(problem: &'a Problem, settings: &'a PuzzleSettings) -> Result<Self, MakeError> {
        let squares = problem.board().len();
        if problem.knights() > 1 {
            return Err(MakeError::SeveralKnights);
        }
        if squares > MOST_SQUARES {
            return Err(MakeError::TooLarge { squares, most: MOST_SQUARES });
        }
        let half_turn = half_turn(problem).filter(|_| settings.symmetric);
        if settings.symmetric && half_turn.is_none() {
            return Err(MakeError::NoHalfTurn);
        }
        let maker = Self { problem, settings, half_turn, most: 0 };
        let given = problem.clues().map(|(step, _)| step);
        let shown = [1, squares].into_iter().filter(|&step| maker.is_always_shown(step));
        let least = given.chain(shown).collect::<BTreeSet<_>>().len();
        let range = [least, squares as usize];
        let most = settings.clues.unwrap_or_else(|| (squares as usize).div_ceil(3).max(least));
        if !(range[0]..=range[1]).contains(&most) {
            return Err(MakeError::NoSuchNumber { clues: most, range });
        }
        Ok(Self { most, ..maker })
    }

    fn is_always_shown(&self, step: u64) -> bool {
        !self.settings.hide_ends && (step == 1 || step == self.problem.board().len())
    }

    /// Can nothing more be asked of the puzzle?
    fn is_as_wished(&self, puzzle: &Puzzle) -> bool {
        let asks_for_number = self.settings.clues.is_some() || !self.settings.minimal;
        (!asks_for_number || puzzle.clues() <= self.most)
            && (!self.settings.minimal || puzzle.is_minimal())
    }

    /// Takes clues away from a tour. Says which limit was met, if one was.
    fn take_away(
        &self,
        tour: &Tour,
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> (Option<Puzzle>, Option<Stop>) {
        let stays = |step| self.is_always_shown(step);
        let groups = groups(self.problem, tour, stays, self.half_turn, random);
        let mut shown: Vec<Option<Square>> = tour.squares().map(Some).collect();
        let (mut hard, mut stop, mut is_minimal) = (Vec::new(), None, true);
        for group in groups {
            if !self.settings.minimal && count(&shown) <= self.most {
                is_minimal = false;
                break;
            }
            match self.try_without(&group, &mut shown, Some(ATTEMPTS), run) {
                Answer::Unique | Answer::Several => {}
                Answer::Hard => hard.push(group),
                Answer::Stopped(met) => {
                    stop = Some(met);
                    break;
                }
            }
        }
        for group in hard {
            if stop.is_some() || (!self.settings.minimal && count(&shown) <= self.most) {
                is_minimal = false;
                break;
            }
            if let Answer::Stopped(met) = self.try_without(&group, &mut shown, None, run) {
                stop = Some(met);
            }
        }
        is_minimal &= stop.is_none();
        match self.finish(&shown, is_minimal, run) {
            Ok(puzzle) => (Some(puzzle), stop),
            Err(met) => (None, Some(stop.unwrap_or(met))),
        }
    }

    /// Hides the group, unless it is needed.
    fn try_without(
        &self,
        group: &Group,
        shown: &mut [Option<Square>],
        attempts: Option<u64>,
        run: &mut Run<'_>,
    ) -> Answer {
        for &(step, _) in group {
            shown[step as usize - 1] = None;
        }
        let exact = Exact { attempts, ..Exact::default() };
        let answer = self.clues(shown).map_or(Answer::Several, |problem| {
            run.seeded(0, |run| answer(exact.list(&problem, 2, run)))
        });
        if !matches!(answer, Answer::Unique) {
            for &(step, square) in group {
                shown[step as usize - 1] = Some(square);
            }
        }
        answer
    }

    /// The problem with what is shown; `None` if it contradicts itself, which it does not.
    fn clues(&self, shown: &[Option<Square>]) -> Option<Problem> {
        let mut problem = self.problem.clone();
        for (step, square) in (1..).zip(shown) {
            if let Some(square) = square
                && problem.clue_at(step).is_none()
            {
                problem = problem.clue(*square, step).ok()?;
            }
        }
        Some(problem)
    }

    fn finish(
        &self,
        shown: &[Option<Square>],
        is_minimal: bool,
        run: &mut Run<'_>,
    ) -> Result<Puzzle, Stop> {
        let fault = || Stop::new(StopCause::Fault, "the clues of a tour did not fit it");
        let problem = self.clues(shown).ok_or_else(fault)?;
        match unique(&problem, run) {
            Uniqueness::One(Unique { tour, cases }) => {
                Ok(Puzzle { problem, solution: tour, cases, is_minimal })
            }
            Uniqueness::Unknown(stop, _) => Err(stop),
            Uniqueness::Several(_) | Uniqueness::None(_) => Err(fault()),
        }
    }
}

fn count(shown: &[Option<Square>]) -> usize {
    shown.iter().flatten().count()
}

fn answer(listing: Listing) -> Answer {
    match listing.others {
        Others::None(_) if listing.tours.len() == 1 => Answer::Unique,
        Others::Unknown(stop) if stop.cause == StopCause::Heuristic => Answer::Hard,
        Others::Unknown(stop) => Answer::Stopped(stop),
        Others::None(_) | Others::NotAsked => Answer::Several,
    }
}

impl fmt::Display for MakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeveralKnights => f.write_str("puzzles are for one knight"),
            Self::TooLarge { squares, most } => {
                write!(f, "puzzles have at most {most} squares, and not {squares}")
            }
            Self::NoSuchNumber { clues, range: [least, most] } => write!(
                f,
                "{} cannot be: there are {}, and {} always shown",
                counted(*clues as u64, "clue"),
                counted(*most as u64, "square"),
                if *least == 1 { "1 clue is".to_owned() } else { format!("{least} clues are") },
            ),
            Self::NoHalfTurn => f.write_str("the board does not look the same after a half turn"),
            Self::Impossible(proof) => write!(f, "there is no tour: {}", proof.text()),
            Self::Unknown(stop) => write!(f, "no tour was found: {stop}"),
            Self::NotReached { wished, fewest, stop } => {
                match wished {
                    Some(wished) if fewest.clues() > *wished => {
                        let were = if *wished == 1 { "clue was" } else { "clues were" };
                        let fewest = fewest.clues();
                        write!(f, "{wished} {were} not reached; the fewest are {fewest}")?;
                    }
                    _ => write!(f, "{} clues were not proved minimal", fewest.clues())?,
                }
                match stop {
                    Some(stop) => write!(f, ": {stop}"),
                    None => f.write_str(", with all tours that were tried"),
                }
            }
        }
    }
}

impl std::error::Error for MakeError {}
