//! The coach: its background task, its messages, and their texts.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;
use std::time::Duration;

use caracole::play::coach::{Advice, MoveJudgement, PositionJudgement, Takeback, judge, takeback};
use caracole::play::{Game, GameError, GameState};
use caracole::solvers::{Limits, Run};
use caracole::{Evidence, Explain, Options, Problem, Square};

use super::PlayScreen;
use crate::task::Task;
use crate::text::pluralize;
use crate::theme::Tone;

/// The largest board that the coach judges within its time limit.
pub(super) const MAX_SQUARES: u64 = 10_000;

/// The most starts that are judged together.
const MAX_STARTS: u64 = 2500;

/// The limits of an answer.
const LIMITS: Limits =
    Limits { time: Some(Duration::from_millis(1500)), steps: None, memory: Some(1 << 30) };

/// A request to the coach beyond its judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoachRequest {
    /// A winning move.
    Hint,
    /// All moves to the end of the tour.
    Finish,
}

/// A message of the background task.
#[derive(Debug)]
pub(super) enum Message {
    Advice(Box<Advice>),
    Takeback(Box<Takeback>),
    /// The position cannot be judged, with the reason.
    Failed(String),
}

/// The work of a background task on a problem and the played squares.
type CoachTask = fn(&Problem, &[Square], &mut Run<'_>) -> Result<Message, GameError>;

/// The coach. Its advice is about the current position: [`Coach::reset`] must be called when that changes,
/// and stops a running task.
#[derive(Default)]
pub(super) struct Coach {
    /// True if each position is judged without a request.
    pub(super) is_on: bool,
    pub(super) advice: Option<Box<Advice>>,
    /// The index of each square in the advice.
    places: HashMap<Square, usize>,
    task: Option<Task<Message>>,
    request: Option<CoachRequest>,
}

impl Coach {
    /// The position has changed.
    pub(super) fn reset(&mut self) {
        *self = Self { is_on: self.is_on, ..Self::default() };
    }

    /// Returns true while a task is running.
    pub(super) const fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Starts to judge the position, unless that is done or running.
    pub(super) fn ask(&mut self, game: &Game) {
        if self.advice.is_some() || self.task.is_some() || !Self::judges(game) {
            return;
        }
        self.start(game, |problem, played, run| {
            judge(problem, played, run).map(|advice| Message::Advice(Box::new(advice)))
        });
    }

    /// Starts to search how many moves of a lost game must be taken back.
    pub(super) fn ask_takeback(&mut self, game: &Game) {
        self.start(game, |problem, played, run| {
            takeback(problem, played, run).map(|found| Message::Takeback(Box::new(found)))
        });
    }

    /// Starts a task about the position.
    fn start(&mut self, game: &Game, work: CoachTask) {
        let (problem, played) = (game.problem().clone(), game.played().to_vec());
        let work = move |stop: &AtomicBool, sender: &Sender<Message>| {
            let mut run = Run::with_options(&Options::new().limits(LIMITS).cancel_flag(stop));
            let message = work(&problem, &played, &mut run);
            let message = message.unwrap_or_else(|error| Message::Failed(error.to_string()));
            // The receiver is gone if the position has changed.
            let _ = sender.send(message);
        };
        self.task = Some(Task::start(work, Message::Failed));
    }

    /// Returns true if the position can be judged.
    pub(super) fn judges(game: &Game) -> bool {
        Self::judges_board(game)
            && (game.knight().is_some() || game.problem().board().len() <= MAX_STARTS)
    }

    /// Returns true if the board is small enough.
    pub(super) fn judges_board(game: &Game) -> bool {
        game.problem().board().len() <= MAX_SQUARES
    }

    /// Stores a request until the position is judged.
    pub(super) const fn store(&mut self, request: CoachRequest) {
        self.request = Some(request);
    }

    /// Takes the stored request if the position is judged.
    pub(super) const fn due(&mut self) -> Option<CoachRequest> {
        if self.advice.is_some() { self.request.take() } else { None }
    }

    /// Returns the next message.
    pub(super) fn message(&mut self) -> Option<Message> {
        let message = self.task.as_ref()?.messages().next()?;
        self.task = None;
        Some(message)
    }

    /// Stores an advice.
    pub(super) fn set_advice(&mut self, advice: Box<Advice>) {
        self.places = advice.moves.iter().enumerate().map(|(at, &(to, _))| (to, at)).collect();
        self.advice = Some(advice);
    }

    /// Returns the judgement of a move.
    pub(super) fn judgement(&self, square: Square) -> Option<&MoveJudgement> {
        let advice = self.advice.as_ref()?;
        self.places.get(&square).map(|&at| &advice.moves[at].1)
    }
}

impl PlayScreen {
    pub(super) fn toggle_coach(&mut self) {
        self.coach.is_on = !self.coach.is_on;
        if self.coach.is_on && !Coach::judges_board(&self.game) {
            self.coach.is_on = false;
            return self.show_limit();
        }
        let text = if self.coach.is_on { "The coach watches." } else { "The coach is silent." };
        self.say(text, Tone::Plain);
        if self.coach.is_on {
            self.coach.ask(&self.game);
        }
    }

    /// Shows that the board is too large or has too many possible starts.
    fn show_limit(&mut self) {
        let squares = self.game.problem().board().len();
        let text = if Coach::judges_board(&self.game) {
            format!("On {squares} squares the coach waits for the first one: choose it.")
        } else {
            format!("The coach judges boards of up to {MAX_SQUARES} squares, not {squares}.")
        };
        self.say(text, Tone::Unknown);
    }

    /// Requests a hint or the rest of the tour.
    pub(super) fn request(&mut self, request: CoachRequest) {
        if matches!(self.state, GameState::Finished(_)) {
            return self.show_state();
        }
        if !Coach::judges(&self.game) {
            return self.show_limit();
        }
        self.coach.store(request);
        self.coach.ask(&self.game);
        if let Some(request) = self.coach.due() {
            self.fulfil(request);
        } else if self.dialogue.is_none() {
            self.say("The coach is thinking.", Tone::Quiet);
        }
    }

    /// Handles a message of the coach.
    pub(super) fn handle_coach_message(&mut self) {
        match self.coach.message() {
            None => {}
            Some(Message::Failed(why)) => {
                self.say(format!("The coach says: {why}."), Tone::Unknown);
            }
            Some(Message::Advice(advice)) => {
                let ((position, tone), tally) = (position(&advice.position), tally(&advice));
                self.coach.set_advice(advice);
                if let Some(request) = self.coach.due() {
                    self.fulfil(request);
                } else if self.dialogue.is_some() {
                    self.say(format!("The coach says: {position} ({tally})."), tone);
                }
            }
            Some(Message::Takeback(found)) => {
                let text = takeback_text(&self.game, &found);
                // With a hidden board the reason is already in the dialogue; a game that could never be won has
                // another one.
                let is_known = self.dialogue.is_some() || matches!(*found, Takeback::Never(_));
                let reason = self.coach.advice.as_deref().filter(|_| !is_known);
                let reason = reason.map(|advice| no_winning_move(advice).0);
                let text = [text].into_iter().chain(reason).collect::<Vec<_>>().join(" ");
                self.say(text, Tone::Losing);
            }
        }
    }

    /// Fulfils a request, now that the position is judged.
    fn fulfil(&mut self, request: CoachRequest) {
        let Some(advice) = &self.coach.advice else { return };
        let board = self.game.problem().board();
        match (request, &advice.position, winning_move(&self.game, advice)) {
            (CoachRequest::Hint, _, Some(square)) => {
                let text =
                    format!("Hint: {}. There is a tour that goes on there.", board.name(square));
                (self.cursor, self.hint) = (square, Some(square));
                self.say(text, Tone::Winning);
            }
            (CoachRequest::Finish, PositionJudgement::Open(tour), Some(_)) => {
                let rest: Vec<Square> = tour.squares().skip(self.game.played().len()).collect();
                let last = rest.iter().try_for_each(|&square| self.game.play(square));
                self.position_changed();
                if let Err(error) = last {
                    self.say(format!("Not possible: {error}."), Tone::Losing);
                }
            }
            (_, position, _) => {
                let is_lost = matches!(position, PositionJudgement::Lost(_));
                let (text, tone) = no_winning_move(advice);
                self.say(text, tone);
                if is_lost && !self.game.played().is_empty() {
                    self.coach.ask_takeback(&self.game);
                }
            }
        }
    }
}

/// Returns the reason of a proof without the name of the board, which is on the screen.
pub(super) fn reason(proof: &Evidence) -> String {
    let text = proof.text();
    let title = format!("{}: ", proof.problem().board().title());
    text.strip_prefix(&title).map(ToOwned::to_owned).unwrap_or(text)
}

/// Returns the judgement of a position in words.
pub(super) fn position(position: &PositionJudgement) -> (String, Tone) {
    match position {
        PositionJudgement::Open(_) => ("open: it can be won".to_owned(), Tone::Winning),
        PositionJudgement::Finished(_) => ("finished: it is won".to_owned(), Tone::Winning),
        PositionJudgement::Lost(proof) => (format!("lost: {}", reason(proof)), Tone::Losing),
        PositionJudgement::Unknown(stop) => (format!("unknown: {stop}"), Tone::Unknown),
    }
}

/// Returns the number of winning, losing and unknown moves.
pub(super) fn tally(advice: &Advice) -> String {
    let count = |word| advice.moves.iter().filter(|(_, judged)| judged.name() == word).count();
    let parts = ["winning", "losing", "unknown"].map(|word| (count(word), word));
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    parts.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
}

/// Returns a move that is proved to win, preferably the one on the known tour.
pub(super) fn winning_move(game: &Game, advice: &Advice) -> Option<Square> {
    let next = match &advice.position {
        PositionJudgement::Open(tour) => tour.square_at(game.played().len() as u64 + 1),
        _ => None,
    };
    let mut winning =
        advice.moves.iter().filter(|(_, judged)| judged.is_winning()).map(|&(square, _)| square);
    next.or_else(|| winning.next()).filter(|&square| game.check(square).is_ok())
}

/// Returns the message for a request that cannot be fulfilled.
pub(super) fn no_winning_move(advice: &Advice) -> (String, Tone) {
    match &advice.position {
        PositionJudgement::Lost(proof) => (format!("Lost: {}.", reason(proof)), Tone::Losing),
        PositionJudgement::Open(_) | PositionJudgement::Finished(_) => {
            ("The tour is finished.".to_owned(), Tone::Winning)
        }
        PositionJudgement::Unknown(stop) => {
            let text = format!("No move is proved to win ({}): {stop}.", tally(advice));
            (text, Tone::Unknown)
        }
    }
}

/// Returns how many moves to take back.
pub(super) fn takeback_text(game: &Game, takeback: &Takeback) -> String {
    match takeback {
        Takeback::To { keep, is_minimal, .. } => {
            let back = pluralize((game.played().len() - keep) as u64, "move");
            if *is_minimal {
                format!("Take back {back}, and it can be won.")
            } else {
                format!("Take back {back}, and it can be won; fewer may do.")
            }
        }
        Takeback::Never(proof) => {
            format!("It could never be won: {}.", reason(proof))
        }
        Takeback::Unknown(_) => "How far to take it back is not known.".to_owned(),
    }
}
