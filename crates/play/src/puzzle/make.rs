//! Making puzzles: a random tour, from which clues are removed while no second tour fits.

use std::collections::BTreeSet;
use std::fmt;

use caracole_core::{Problem, Square, Symmetry, pluralize};
use caracole_explain::Explain;
use caracole_solve::{Exact, Listing, Others, Random, Run};
use caracole_verify::{Evidence, Outcome, Stop, StopCause, Tour};

use super::random_tour::random_tour;
use super::{Grade, Puzzle, Unique, Uniqueness, unique};

/// Settings of [`make`].
///
/// ```
/// use caracole_play::puzzle::PuzzleSettings;
///
/// let settings = PuzzleSettings { clues: Some(10), symmetric: true, ..PuzzleSettings::default() };
/// assert!(!settings.hide_ends && !settings.minimal);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSettings {
    /// The number of clues, with those for the ends. A symmetric puzzle may have one less, because its clues
    /// are pairs, and a minimal one any smaller number. The default is a third of the squares, or a few more
    /// if the tour needs them.
    pub clues: Option<usize>,
    /// The clue squares are symmetric under a half turn of the board.
    pub symmetric: bool,
    /// No clue can be removed; in a symmetric puzzle no pair of clues. The clues for the ends are removed
    /// last, if they can be.
    pub minimal: bool,
    /// The clues for the first and the last step can be removed like all others. Otherwise they stay,
    /// except in a minimal puzzle.
    pub hide_ends: bool,
    /// The number of tours to try until the number of clues is reached.
    pub attempts: u64,
    /// Squares whose numbers are always shown.
    pub clues_at: Vec<Square>,
}

impl PuzzleSettings {
    /// Returns settings that often give puzzles of a grade on a board with this many squares. Fewer clues
    /// make harder puzzles, and fewer squares easier ones.
    ///
    /// ```
    /// use caracole_play::puzzle::{Grade, PuzzleSettings};
    ///
    /// assert_eq!(PuzzleSettings::for_grade(Grade::Easy, 36).clues, Some(12));
    /// assert!(PuzzleSettings::for_grade(Grade::Hard, 36).minimal);
    /// ```
    pub fn for_grade(grade: Grade, squares: usize) -> Self {
        let clues = match (grade, squares) {
            (Grade::Easy, ..=81) => Some(squares.div_ceil(3)),
            (Grade::Medium, 37..=81) => Some(squares.div_ceil(4)),
            (Grade::Hard, 50..=81) => Some((2 * squares).div_ceil(9)),
            (Grade::Fiendish, 65..=81) => Some(squares.div_ceil(5)),
            (_, ..=81) => None,
            (Grade::Easy, _) => Some(squares.div_ceil(2)),
            (Grade::Medium, _) => Some(squares.div_ceil(3)),
            (_, _) => Some(squares.div_ceil(4)),
        };
        // The ends are always clues.
        let clues = clues.map(|clues| clues.max(2).min(squares));
        Self { clues, minimal: clues.is_none(), attempts: 2, ..Self::default() }
    }
}

impl Default for PuzzleSettings {
    fn default() -> Self {
        Self {
            clues: None,
            symmetric: false,
            minimal: false,
            hide_ends: false,
            attempts: 10,
            clues_at: Vec::new(),
        }
    }
}

/// Makes a puzzle from a random tour of the problem.
///
/// Clues of the problem stay. The others are removed in random order while no second tour fits. With fewer
/// clues more tours fit, so a clue that is needed once stays needed, and one round makes a puzzle minimal.
/// The same seed makes the same puzzle.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::puzzle::{PuzzleSettings, Uniqueness, make, unique};
/// use caracole_solve::{Options, Run};
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let settings = PuzzleSettings { clues: Some(12), ..PuzzleSettings::default() };
/// let puzzle = make(&problem, &settings, &mut Run::with_options(&Options::new().seed(7)))?;
/// assert_eq!(puzzle.clues(), 12);
/// assert!(puzzle.solution().is_closed());
/// assert!(matches!(unique(puzzle.problem(), &mut Run::new()), Uniqueness::One(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn make(
    problem: &Problem,
    settings: &PuzzleSettings,
    run: &mut Run<'_>,
) -> Result<Puzzle, PuzzleError> {
    let generator = Generator::new(problem, settings)?;
    let mut best: Option<Puzzle> = None;
    let mut stop = None;
    for number in 0..settings.attempts.max(1) {
        let tour = match random_tour(problem, number, run) {
            Outcome::Found(tour) => tour,
            Outcome::Impossible(proof) => return Err(PuzzleError::Impossible(Box::new(proof))),
            Outcome::Unknown(reached) => {
                stop = Some(reached);
                break;
            }
        };
        let mut random = Random::numbered(run.seed(), "puzzle clues", number);
        let (puzzle, reached) = generator.remove_clues(&tour, &mut random, run);
        if let Some(puzzle) = puzzle {
            if reached.is_none() && generator.meets_settings(&puzzle) {
                return Ok(puzzle);
            }
            if best.as_ref().is_none_or(|best| puzzle.clues() < best.clues()) {
                best = Some(puzzle);
            }
        }
        if reached.is_some() {
            stop = reached;
            break;
        }
    }
    match (best, stop) {
        // No number was requested.
        (Some(best), None) if settings.clues.is_none() && !settings.minimal => Ok(best),
        (Some(fewest), stop) => {
            let fewest = Box::new(fewest);
            Err(PuzzleError::NotReached { requested: settings.clues, fewest, stop })
        }
        (None, stop) => {
            Err(PuzzleError::Unknown(stop.unwrap_or_else(|| {
                Stop::new(StopCause::Fault, "the clues of a tour did not fit it")
            })))
        }
    }
}

/// Why no puzzle was made.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::puzzle::{PuzzleError, PuzzleSettings, make};
/// use caracole_solve::{Options, Run};
///
/// let settings = PuzzleSettings { clues: Some(40), ..PuzzleSettings::default() };
/// let problem = Problem::new("6x6".parse()?);
/// let error = make(&problem, &settings, &mut Run::new()).expect_err("36 squares, 40 clues");
/// assert_eq!(
///     error.to_string(),
///     "40 clues cannot be: there are 36 squares, and 2 clues are always shown"
/// );
/// let problem = Problem::new("4x4".parse()?);
/// let error = make(&problem, &PuzzleSettings::default(), &mut Run::new()).expect_err("no tour");
/// assert!(matches!(error, PuzzleError::Impossible(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The problem has several knights.
    SeveralKnights,
    /// The board is too large.
    TooLarge {
        /// The number of squares.
        squares: u64,
        /// The maximum.
        max: u64,
    },
    /// More clues than squares, or fewer than are always shown.
    ClueCount {
        /// The requested number.
        clues: usize,
        /// The minimum and the maximum.
        range: [usize; 2],
    },
    /// The board is not symmetric under a half turn.
    NoHalfTurn,
    /// The problem has no tour.
    Impossible(Box<Evidence>),
    /// No tour was found.
    Unknown(Stop),
    /// The puzzle has more clues than requested, or they are not proved minimal.
    NotReached {
        /// The requested number of clues.
        requested: Option<usize>,
        /// The puzzle with the fewest clues.
        fewest: Box<Puzzle>,
        /// The limit that was reached, if it was not the number of attempts.
        stop: Option<Stop>,
    },
}

impl PuzzleError {
    /// Returns the outcome of a failed search: impossible or unknown.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_play::puzzle::{PuzzleSettings, make};
    /// use caracole_solve::Run;
    ///
    /// let problem = Problem::new("4x4".parse()?);
    /// let error = make(&problem, &PuzzleSettings::default(), &mut Run::new()).expect_err("no tour");
    /// assert!(error.into_outcome()?.is_impossible());
    ///
    /// let settings = PuzzleSettings { clues: Some(99), ..PuzzleSettings::default() };
    /// let error = make(&problem, &settings, &mut Run::new()).expect_err("16 squares");
    /// assert!(error.into_outcome().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the error itself if no search was made, because the settings or the problem do not allow it.
    pub fn into_outcome(self) -> Result<Outcome, Self> {
        match self {
            Self::Impossible(evidence) => Ok(Outcome::Impossible(*evidence)),
            Self::Unknown(stop) => Ok(Outcome::Unknown(stop)),
            Self::NotReached { ref stop, .. } => {
                let cause = stop.as_ref().map_or(StopCause::Heuristic, |stop| stop.cause);
                Ok(Outcome::Unknown(Stop::new(cause, self.to_string())))
            }
            error => Err(error),
        }
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeveralKnights => f.write_str("puzzles are for one knight"),
            Self::TooLarge { squares, max } => {
                write!(f, "puzzles have at most {max} squares, and not {squares}")
            }
            Self::ClueCount { clues, range: [least, most] } => write!(
                f,
                "{} cannot be: there are {}, and {} always shown",
                pluralize(*clues as u64, "clue"),
                pluralize(*most as u64, "square"),
                if *least == 1 { "1 clue is".to_owned() } else { format!("{least} clues are") },
            ),
            Self::NoHalfTurn => f.write_str("the board is not symmetric under a half turn"),
            Self::Impossible(proof) => write!(f, "there is no tour: {}", proof.text()),
            Self::Unknown(stop) => write!(f, "no tour was found: {stop}"),
            Self::NotReached { requested, fewest, stop } => {
                match requested {
                    Some(requested) if fewest.clues() > *requested => {
                        let were = if *requested == 1 { "clue was" } else { "clues were" };
                        let fewest = fewest.clues();
                        write!(f, "{requested} {were} not reached; the fewest are {fewest}")?;
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

impl std::error::Error for PuzzleError {}

/// The maximum number of squares of a puzzle.
const MAX_SQUARES: u64 = 1024;
/// The limit of restarts of the search for a clue in the first round.
const FIRST_RESTARTS: u64 = 2;

/// A problem and settings that were checked.
struct Generator<'a> {
    problem: &'a Problem,
    settings: &'a PuzzleSettings,
    half_turn: Option<Symmetry>,
    /// The maximum number of clues.
    max_clues: usize,
}

/// The number of solutions of the remaining clues.
enum Solutions {
    One,
    Several,
    /// Not decided within the restarts.
    Undecided,
    Stopped(Stop),
}

impl<'a> Generator<'a> {
    fn new(problem: &'a Problem, settings: &'a PuzzleSettings) -> Result<Self, PuzzleError> {
        let squares = problem.board().len();
        if problem.knights() > 1 {
            return Err(PuzzleError::SeveralKnights);
        }
        if squares > MAX_SQUARES {
            return Err(PuzzleError::TooLarge { squares, max: MAX_SQUARES });
        }
        let half_turn = half_turn(problem).filter(|_| settings.symmetric);
        if settings.symmetric && half_turn.is_none() {
            return Err(PuzzleError::NoHalfTurn);
        }
        let generator = Self { problem, settings, half_turn, max_clues: 0 };
        let given = problem.clues().map(|(step, _)| step);
        let shown = [1, squares].into_iter().filter(|&step| generator.is_always_shown(step));
        let least = given.chain(shown).collect::<BTreeSet<_>>().len();
        let range = [least, squares as usize];
        let max_clues = settings.clues.unwrap_or_else(|| (squares as usize).div_ceil(3).max(least));
        if !(range[0]..=range[1]).contains(&max_clues) {
            return Err(PuzzleError::ClueCount { clues: max_clues, range });
        }
        Ok(Self { max_clues, ..generator })
    }

    fn is_always_shown(&self, step: u64) -> bool {
        !self.settings.hide_ends && (step == 1 || step == self.problem.board().len())
    }

    /// Returns true if the puzzle meets the settings.
    fn meets_settings(&self, puzzle: &Puzzle) -> bool {
        let has_maximum = self.settings.clues.is_some() || !self.settings.minimal;
        (!has_maximum || puzzle.clues() <= self.max_clues)
            && (!self.settings.minimal || puzzle.is_minimal() || !self.settings.clues_at.is_empty())
    }

    /// Removes clues from a tour. Returns the limit that was reached, if any.
    fn remove_clues(
        &self,
        tour: &Tour,
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> (Option<Puzzle>, Option<Stop>) {
        let shown_at: BTreeSet<u64> =
            (self.settings.clues_at.iter()).filter_map(|&square| tour.step_of(square)).collect();
        let stays = |step| self.is_always_shown(step) || shown_at.contains(&step);
        let mut groups = removable_groups(self.problem, tour, stays, self.half_turn, random);
        if self.settings.minimal {
            // The ends come last, so that they are removed only if all other clues stay needed.
            let all = removable_groups(
                self.problem,
                tour,
                |step| shown_at.contains(&step),
                self.half_turn,
                random,
            );
            let ends: Vec<ClueGroup> =
                all.into_iter().filter(|group| !groups.contains(group)).collect();
            groups.extend(ends);
        }
        let mut shown: Vec<Option<Square>> = tour.squares().map(Some).collect();
        let (mut undecided, mut stop) = (Vec::new(), None);
        let mut is_minimal = self.settings.minimal || self.settings.hide_ends;
        for group in groups {
            if !self.settings.minimal && shown_count(&shown) <= self.max_clues {
                is_minimal = false;
                break;
            }
            match self.try_remove(&group, &mut shown, Some(FIRST_RESTARTS), run) {
                Solutions::One | Solutions::Several => {}
                Solutions::Undecided => undecided.push(group),
                Solutions::Stopped(reached) => {
                    stop = Some(reached);
                    break;
                }
            }
        }
        for group in undecided {
            if stop.is_some() || (!self.settings.minimal && shown_count(&shown) <= self.max_clues) {
                is_minimal = false;
                break;
            }
            if let Solutions::Stopped(reached) = self.try_remove(&group, &mut shown, None, run) {
                stop = Some(reached);
            }
        }
        // A number that must be shown may be one to spare.
        is_minimal &= stop.is_none() && self.settings.clues_at.is_empty();
        match self.finish(&shown, is_minimal, run) {
            Ok(puzzle) => (Some(puzzle), stop),
            Err(reached) => (None, Some(stop.unwrap_or(reached))),
        }
    }

    /// Removes the group, unless it is needed.
    fn try_remove(
        &self,
        group: &ClueGroup,
        shown: &mut [Option<Square>],
        max_restarts: Option<u64>,
        run: &mut Run<'_>,
    ) -> Solutions {
        for &(step, _) in group {
            shown[step as usize - 1] = None;
        }
        let exact = Exact { max_restarts, ..Exact::default() };
        let solutions = self.with_clues(shown).map_or(Solutions::Several, |problem| {
            run.with_seed(0, |run| solutions(exact.list(&problem, 2, run)))
        });
        if !matches!(solutions, Solutions::One) {
            for &(step, square) in group {
                shown[step as usize - 1] = Some(square);
            }
        }
        solutions
    }

    /// Returns the problem with the shown clues. `None` if they contradict each other, which does not happen.
    fn with_clues(&self, shown: &[Option<Square>]) -> Option<Problem> {
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
        let problem = self.with_clues(shown).ok_or_else(fault)?;
        match unique(&problem, run) {
            Uniqueness::One(Unique { tour, branches }) => {
                Ok(Puzzle { problem, solution: tour, branches, is_minimal })
            }
            Uniqueness::Unknown(stop, _) => Err(stop),
            Uniqueness::Several(_) | Uniqueness::None(_) => Err(fault()),
        }
    }
}

fn shown_count(shown: &[Option<Square>]) -> usize {
    shown.iter().flatten().count()
}

fn solutions(listing: Listing) -> Solutions {
    match listing.others {
        Others::None(_) if listing.tours.len() == 1 => Solutions::One,
        Others::Unknown(stop) if stop.cause == StopCause::Heuristic => Solutions::Undecided,
        Others::Unknown(stop) => Solutions::Stopped(stop),
        Others::None(_) | Others::NotAsked => Solutions::Several,
    }
}

/// Clues that are removed together: one, or two symmetric ones.
type ClueGroup = Vec<(u64, Square)>;

/// Returns the half turn of the board if it is a symmetry.
fn half_turn(problem: &Problem) -> Option<Symmetry> {
    Symmetry::of(problem.board()).into_iter().find(|symmetry| symmetry.name() == "half turn")
}

/// Returns all clues that can be removed, in random order. Clues of the problem stay, and those for which
/// `stays` is true; with a half turn also their images.
fn removable_groups(
    problem: &Problem,
    tour: &Tour,
    stays: impl Fn(u64) -> bool,
    half_turn: Option<Symmetry>,
    random: &mut Random,
) -> Vec<ClueGroup> {
    let stays = |step: u64| stays(step) || problem.clue_at(step).is_some();
    let image = |square: Square| half_turn.map(|turn| turn.apply(problem.board(), square));
    let step_of = |square: Square| tour.step_of(square);
    let mut groups: Vec<ClueGroup> = Vec::new();
    for (step, square) in (1..).zip(tour.squares()) {
        let other = image(square).and_then(|other| Some((step_of(other)?, other)));
        match other {
            Some((other, _)) if stays(step) || stays(other) => {}
            None if stays(step) => {}
            // The earlier step of the two has added the pair.
            Some((other, _)) if other < step => {}
            Some(other) if other.0 > step => groups.push(vec![(step, square), other]),
            _ => groups.push(vec![(step, square)]),
        }
    }
    random.shuffle(&mut groups);
    groups
}
