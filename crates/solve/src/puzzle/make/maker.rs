//! How clues are taken away from one tour.

use std::collections::BTreeSet;

use caracole_core::{Problem, Square, Stop, StopCause, Symmetry, Tour};

use super::{MakeError, PuzzleSettings};
use crate::puzzle::order::{self, Group, groups, half_turn};
use crate::puzzle::{Puzzle, Unique, Uniqueness, unique};
use crate::{Exact, Listing, Others, Random, Run};

/// Puzzles have at most so many squares.
const MOST_SQUARES: u64 = 1024;
/// A clue whose need is not seen within so many attempts of the search stays at first.
const ATTEMPTS: u64 = 2;

/// What was asked for, found possible.
pub(super) struct Maker<'a> {
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
    pub(super) fn new(
        problem: &'a Problem,
        settings: &'a PuzzleSettings,
    ) -> Result<Self, MakeError> {
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
    pub(super) fn is_as_wished(&self, puzzle: &Puzzle) -> bool {
        let asks_for_number = self.settings.clues.is_some() || !self.settings.minimal;
        (!asks_for_number || puzzle.clues() <= self.most)
            && (!self.settings.minimal || puzzle.is_minimal())
    }

    /// Takes clues away from a tour. Says which limit was met, if one was.
    pub(super) fn take_away(
        &self,
        tour: &Tour,
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> (Option<Puzzle>, Option<Stop>) {
        let stays = |step| self.is_always_shown(step);
        let mut groups = groups(self.problem, tour, stays, self.half_turn, random);
        if self.settings.minimal {
            // The ends come last, so that they are hidden only if nothing else has to be shown
            // instead. A clue that was needed once is needed with fewer clues too.
            let all = order::groups(self.problem, tour, |_| false, self.half_turn, random);
            let ends: Vec<Group> =
                all.into_iter().filter(|group| !groups.contains(group)).collect();
            groups.extend(ends);
        }
        let mut shown: Vec<Option<Square>> = tour.squares().map(Some).collect();
        let (mut hard, mut stop) = (Vec::new(), None);
        let mut is_minimal = self.settings.minimal || self.settings.hide_ends;
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
