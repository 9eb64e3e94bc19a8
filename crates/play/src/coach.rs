//! The coach: judges whether a game can still be won, and by which moves.
//!
//! Each judgement is a proof or a witness. A position is a problem: the tour has the start of the game and
//! the moves that were played. [`Exact`] solves it, and a tour that it finds is a witness for the next
//! move on it.

use std::time::Duration;

use caracole_core::{Kind, Moves, Path, Problem, Reason, Square, SquareSet};
use caracole_solve::{Exact, Limits, Run, Solver};
use caracole_verify::{Evidence, Outcome, Stop, StopCause, Tour};

use crate::game::{GameError, candidates, check_step};

/// The judgement of a position and of its moves.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::coach::judge;
/// use caracole_solve::{Options, Run};
///
/// let problem = Problem::new("5x5".parse()?);
/// let board = problem.board();
/// let played = [board.parse_square("a1")?, board.parse_square("b3")?];
/// let advice = judge(&problem, &played, &mut Run::new())?;
/// println!("the game is {}", advice.position.name());
/// for (square, judgement) in &advice.moves {
///     println!("{} is {}", board.name(*square), judgement.name());
/// }
/// assert_eq!(advice.moves.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Advice {
    /// The judgement of the position.
    pub position: PositionJudgement,
    /// The squares that can be played next, with their judgements.
    pub moves: Vec<(Square, MoveJudgement)>,
}

/// The judgement of a position.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::coach::{PositionJudgement, judge};
/// use caracole_solve::{Options, Run};
///
/// let problem = Problem::new("5x5".parse()?);
/// let b1 = problem.board().parse_square("b1")?;
/// let name = |played: &[_]| {
///     judge(&problem, played, &mut Run::new()).map(|advice| advice.position.name())
/// };
/// assert_eq!((name(&[])?, name(&[b1])?), ("open", "lost"));
///
/// // The tour of an open position shows how it can be won.
/// let PositionJudgement::Open(tour) = judge(&problem, &[], &mut Run::new())?.position else {
///     return Err("not open".into());
/// };
/// let played: Vec<_> = tour.squares().collect();
/// assert_eq!(name(&played)?, "finished");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum PositionJudgement {
    /// Not lost: this tour continues it.
    Open(Tour),
    /// Won by this tour.
    Finished(Tour),
    /// Lost, with a proof.
    Lost(Evidence),
    /// Not decided within the limits.
    Unknown(Stop),
}

/// The judgement of a move.
///
/// ```
/// use caracole_explain::Explain;
/// use caracole_core::Problem;
/// use caracole_play::coach::{MoveJudgement, judge};
/// use caracole_solve::{Options, Run};
///
/// // On 3x4 some moves from a1 lose.
/// let problem = Problem::new("3x4".parse()?).start("a1")?;
/// let played = [problem.board().parse_square("a1")?];
/// let advice = judge(&problem, &played, &mut Run::new())?;
/// for (square, judgement) in &advice.moves {
///     let name = problem.board().name(*square);
///     match judgement {
///         MoveJudgement::Winning(tour) => println!("{name}, then as in {}", tour.names()),
///         MoveJudgement::Losing(proof) => println!("not {name}: {}", proof.text()),
///         MoveJudgement::Unknown(stop) => println!("{name}: {stop}"),
///     }
///     assert_eq!(judgement.is_winning(), judgement.name() == "winning");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum MoveJudgement {
    /// This tour continues the game after the move.
    Winning(Tour),
    /// The game is lost after the move, with a proof.
    Losing(Evidence),
    /// Not decided within the limits.
    Unknown(Stop),
}

impl PositionJudgement {
    /// Returns the name: `open`, `finished`, `lost` or `unknown`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Open(_) => "open",
            Self::Finished(_) => "finished",
            Self::Lost(_) => "lost",
            Self::Unknown(_) => "unknown",
        }
    }
}

impl MoveJudgement {
    /// Returns the name: `winning`, `losing` or `unknown`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Winning(_) => "winning",
            Self::Losing(_) => "losing",
            Self::Unknown(_) => "unknown",
        }
    }

    /// Returns true if the game can be won after the move.
    pub const fn is_winning(&self) -> bool {
        matches!(self, Self::Winning(_))
    }
}

/// Limits for an interactive judgement.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::coach::{QUICK_LIMITS, judge};
/// use caracole_solve::{Options, Run};
///
/// let problem = Problem::new("8x8".parse()?);
/// let played = [problem.board().parse_square("a1")?];
/// let advice = judge(&problem, &played, &mut Run::with_options(&Options::new().limits(QUICK_LIMITS)))?;
/// assert_eq!(advice.moves.len(), 2, "every move is listed, judged or not");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const QUICK_LIMITS: Limits =
    Limits { time: Some(Duration::from_millis(50)), steps: None, memory: None };

/// Judges a position, and each move that can be played next.
///
/// `played` are the squares in the order of the game; if it is empty, every possible start is judged.
/// The limits of the run hold for all judgements together. The search switches between the moves, so that
/// a hard one does not delay the others.
///
/// # Errors
/// If `played` breaks the rules of the problem.
///
/// ```
/// use caracole_explain::Explain;
/// use caracole_core::Problem;
/// use caracole_play::coach::{PositionJudgement, judge};
/// use caracole_solve::{Options, Run};
///
/// let problem = Problem::new("5x5".parse()?);
/// let advice = judge(&problem, &[], &mut Run::new())?;
/// assert!(matches!(advice.position, PositionJudgement::Open(_)));
/// let won = advice.moves.iter().filter(|(_, judgement)| judgement.is_winning()).count();
/// assert_eq!((advice.moves.len(), won), (25, 13), "the squares of a1's colour");
///
/// let advice = judge(&problem, &[problem.board().parse_square("b1")?], &mut Run::new())?;
/// let PositionJudgement::Lost(proof) = advice.position else { return Err("not lost".into()) };
/// assert!(proof.text().ends_with("b1 has the other"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(problem: &Problem, played: &[Square], run: &mut Run<'_>) -> Result<Advice, GameError> {
    let position = GamePosition::new(problem, played)?;
    let moves = position.next().map(|square| (square, None)).collect();
    let mut assessment = Assessment { position, moves, verdict: None };
    let stop = assessment.complete(run).err();
    let unknown = || {
        // Without a stop everything is judged.
        let fault = || Stop::new(StopCause::Fault, "a move was not judged");
        stop.clone().unwrap_or_else(fault)
    };
    let judged = |judgement: Option<MoveJudgement>| {
        judgement.unwrap_or_else(|| MoveJudgement::Unknown(unknown()))
    };
    Ok(Advice {
        position: assessment.verdict.unwrap_or_else(|| PositionJudgement::Unknown(unknown())),
        moves: assessment
            .moves
            .into_iter()
            .map(|(square, found)| (square, judged(found)))
            .collect(),
    })
}

/// The judgements so far.
struct Assessment<'a> {
    position: GamePosition<'a>,
    moves: Vec<(Square, Option<MoveJudgement>)>,
    verdict: Option<PositionJudgement>,
}

impl Assessment<'_> {
    /// Judges everything, as far as the limits allow.
    fn complete(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        // Every round allows more restarts than the one before.
        for restarts in (1..).step_by(2) {
            let exact = Exact { max_restarts: Some(restarts), ..Exact::default() };
            if self.verdict.is_none() {
                match exact.solve(self.position.problem(), run) {
                    Outcome::Impossible(proof) => self.record_loss(&proof),
                    outcome => self.record(outcome)?,
                }
            }
            for at in 0..self.moves.len() {
                let (square, None) = self.moves[at] else { continue };
                run.check_limits()
                    .map_err(|cause| Stop::new(cause, "the moves were being judged"))?;
                let Some(next) = self.position.after(square) else { continue };
                match exact.solve(&next, run) {
                    Outcome::Impossible(proof) => {
                        self.moves[at].1 = Some(MoveJudgement::Losing(proof));
                        self.conclude_from_moves(run);
                    }
                    outcome => self.record(outcome)?,
                }
            }
            if self.verdict.is_some() && self.moves.iter().all(|(_, judged)| judged.is_some()) {
                break;
            }
        }
        Ok(())
    }

    /// Records a tour. A search that ended without an answer may be continued in the next round.
    fn record(&mut self, outcome: Outcome) -> Result<(), Stop> {
        match outcome {
            Outcome::Found(tour) => self.record_tour(&tour),
            Outcome::Unknown(stop) if stop.cause != StopCause::Heuristic => return Err(stop),
            Outcome::Unknown(_) | Outcome::Impossible(_) => {}
        }
        Ok(())
    }

    /// Records a tour through the position, which shows that its next moves win.
    fn record_tour(&mut self, tour: &Tour) {
        for (square, judged) in &mut self.moves {
            if judged.is_none() {
                *judged = self.position.along(tour, Some(*square)).map(MoveJudgement::Winning);
            }
        }
        if self.verdict.is_none() {
            self.verdict = self.position.along(tour, None).map(|tour| {
                if self.position.is_complete() {
                    PositionJudgement::Finished(tour)
                } else {
                    PositionJudgement::Open(tour)
                }
            });
        }
    }

    /// Records that the position is lost, and with it every move.
    fn record_loss(&mut self, proof: &Evidence) {
        self.verdict = Some(PositionJudgement::Lost(proof.clone()));
        for (_, judged) in &mut self.moves {
            judged.get_or_insert_with(|| MoveJudgement::Losing(proof.clone()));
        }
    }

    /// Concludes that the position is lost if every move loses.
    fn conclude_from_moves(&mut self, run: &Run<'_>) {
        let is_losing =
            |judged: &Option<MoveJudgement>| matches!(judged, Some(MoveJudgement::Losing(_)));
        if self.verdict.is_none() && self.moves.iter().all(|(_, judged)| is_losing(judged)) {
            let reason =
                Reason::Exhausted { method: Exact::default().name(), steps: run.stats().decisions };
            if let Outcome::<Tour>::Impossible(why) =
                run.impossible(self.position.problem(), reason)
            {
                self.verdict = Some(PositionJudgement::Lost(why));
            }
        }
    }
}

/// The number of moves of a lost game that must be taken back.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::coach::{Takeback, takeback};
/// use caracole_solve::{Options, Run};
///
/// let problem = Problem::new("5x5".parse()?);
/// let b1 = problem.board().parse_square("b1")?;
/// match takeback(&problem, &[b1], &mut Run::new())? {
///     Takeback::To { keep, is_minimal, .. } => assert!(keep == 0 && is_minimal),
///     other => panic!("only another colour wins: {other:?}"),
/// }
/// let never = takeback(&problem.closed(), &[b1], &mut Run::new())?;
/// assert!(matches!(never, Takeback::Never(_)), "5x5 has no closed tour");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Takeback {
    /// The game can be won after its first squares.
    To {
        /// The number of squares that stay.
        keep: usize,
        /// A tour that begins with these squares.
        tour: Tour,
        /// True if it is proved that no more squares can stay.
        is_minimal: bool,
    },
    /// No game can be won, with a proof.
    Never(Evidence),
    /// Not decided within the limits.
    Unknown(Stop),
}

/// The limit of restarts for each position.
const TAKEBACK_RESTARTS: u64 = 5;

/// Finds the number of squares of a game that can stay in a tour.
///
/// Searches from the last position backwards, because most mistakes are made late. If every later position
/// was proved lost, `is_minimal` is true.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_play::coach::{Takeback, takeback};
/// use caracole_solve::{Options, Run};
///
/// let problem = Problem::new("5x5".parse()?);
/// let board = problem.board();
/// let played =
///     ["a1", "c2", "b4"].iter().map(|name| board.parse_square(name)).collect::<Result<Vec<_>, _>>()?;
/// let Takeback::To { keep, is_minimal, .. } = takeback(&problem, &played, &mut Run::new())? else {
///     return Err("a1 wins".into());
/// };
/// assert!(keep >= 1 && is_minimal);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn takeback(
    problem: &Problem,
    played: &[Square],
    run: &mut Run<'_>,
) -> Result<Takeback, GameError> {
    let exact = Exact { max_restarts: Some(TAKEBACK_RESTARTS), ..Exact::default() };
    let mut is_minimal = true;
    let mut proof = None;
    let mut stop = Stop::new(StopCause::Fault, "a position was not judged");
    for keep in (0..=played.len()).rev() {
        let position = GamePosition::new(problem, &played[..keep])?;
        match exact.solve(position.problem(), run) {
            Outcome::Found(tour) => {
                if let Some(tour) = position.along(&tour, None) {
                    return Ok(Takeback::To { keep, tour, is_minimal });
                }
                is_minimal = false;
            }
            Outcome::Impossible(why) => proof = (keep == 0).then_some(why),
            Outcome::Unknown(why) => {
                let continues = why.cause == StopCause::Heuristic;
                (is_minimal, stop) = (false, why);
                if !continues {
                    break;
                }
            }
        }
    }
    Ok(proof.map_or(Takeback::Unknown(stop), Takeback::Never))
}

/// The position after some moves of a game, as a problem.
struct GamePosition<'a> {
    problem: &'a Problem,
    played: &'a [Square],
    visited: SquareSet,
    moves: Moves,
    /// The problem with the start and the played moves as constraints.
    constrained: Problem,
}

impl<'a> GamePosition<'a> {
    /// Checks the played squares by the rules of the problem.
    pub(super) fn new(problem: &'a Problem, played: &'a [Square]) -> Result<Self, GameError> {
        if problem.knights() > 1 {
            return Err(GameError::SeveralKnights);
        }
        let board = problem.board();
        let mut position = Self {
            problem,
            played,
            visited: SquareSet::new(board),
            moves: Moves::new(problem.piece(), board),
            constrained: problem.clone(),
        };
        let mut constrained = problem.clone();
        for (at, &square) in played.iter().enumerate() {
            let step = at as u64 + 1;
            let last = at.checked_sub(1).map(|before| played[before]);
            let before = || played.iter().position(|&other| other == square);
            let before = if position.visited.contains(square) { before() } else { None };
            let before = before.map(|before| before as u64 + 1);
            check_step(problem, &position.moves, (last, step), before, square)?;
            position.visited.insert(square);
            let next = match last {
                None => constrained.start(square),
                Some(last) => constrained.require(last, square),
            };
            constrained = next.map_err(|why| GameError::IllegalStep { step, why })?;
        }
        position.constrained = position.with_direction(constrained, played.get(1).copied());
        Ok(position)
    }

    /// Returns the problem with the played moves as constraints.
    const fn problem(&self) -> &Problem {
        &self.constrained
    }

    /// Returns true if every square is visited.
    fn is_complete(&self) -> bool {
        self.played.len() as u64 == self.problem.board().len()
    }

    /// Returns the squares that can be played next.
    fn next(&self) -> impl Iterator<Item = Square> + '_ {
        let step = self.played.len() as u64 + 1;
        let last = self.played.last().copied();
        candidates(self.problem, &self.moves, last).filter(move |&square| {
            let check = check_step(self.problem, &self.moves, (last, step), None, square);
            !self.visited.contains(square) && check.is_ok()
        })
    }

    /// Returns the problem after a square that can be played next.
    fn after(&self, square: Square) -> Option<Problem> {
        let constrained = self.constrained.clone();
        match *self.played {
            [] => constrained.start(square).ok(),
            [start] => {
                let constrained = constrained.require(start, square).ok()?;
                Some(self.with_direction(constrained, Some(square)))
            }
            [.., last] => constrained.require(last, square).ok(),
        }
    }

    /// Fixes the direction of a closed tour. Required moves leave it open, but clues depend on it, so the
    /// second step becomes a clue too.
    fn with_direction(&self, constrained: Problem, second: Option<Square>) -> Problem {
        let has_directed_clues = || self.problem.clues().any(|(step, _)| step > 1);
        if self.problem.kind() == Kind::Closed
            && has_directed_clues()
            && constrained.clue_at(2).is_none()
            && let Some(second) = second
        {
            return constrained.clone().clue(second, 2).unwrap_or(constrained);
        }
        constrained
    }

    /// Returns the tour reversed or, if it is closed, rotated, so that it begins with the played squares and
    /// the next one. `None` if that is impossible.
    fn along(&self, tour: &Tour, next: Option<Square>) -> Option<Tour> {
        let (len, first) = match self.played.first().copied().or(next) {
            None => return Some(tour.clone()),
            Some(square) => (tour.len(), tour.step_of(square)?),
        };
        let has_prefix = |path: &Path| {
            let mut prefix = self.played.iter().copied().chain(next);
            path.iter().zip(prefix.by_ref()).all(|(square, expected)| square == expected)
        };
        [len - 1, 1].into_iter().find_map(|stride| {
            let fits_end = first == if stride == 1 || len == 1 { 1 } else { len };
            if !tour.is_closed() && !fits_end {
                return None;
            }
            let step = |at: u64| (first - 1 + at * stride % len) % len + 1;
            let path: Path = (0..len).map_while(|at| tour.square_at(step(at))).collect();
            if has_prefix(&path) { Tour::verify(self.problem, path).ok() } else { None }
        })
    }
}

#[cfg(test)]
mod tests;
