//! The coach at work, while the player looks at the board.

use std::collections::HashMap;
use std::time::Duration;

use caracole::coach::{Advice, Judgement, WayBack, judge, way_back};
use caracole::{Game, Limits, Run, Square};

use crate::job::Job;

/// The largest board that is judged. On larger ones the coach could not say much in his time.
pub(super) const MOST_SQUARES: u64 = 10_000;

/// The most squares to start from that are judged together.
const MOST_STARTS: u64 = 2500;

/// What an answer may take.
const LIMITS: Limits =
    Limits { time: Some(Duration::from_millis(1500)), steps: None, memory: Some(1 << 30) };

/// What is wanted of the coach beside his judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// A move that wins.
    Hint,
    /// All moves to the end.
    Finish,
}

/// What the coach has found out.
#[derive(Debug)]
pub(super) enum News {
    Advice(Box<Advice>),
    WayBack(Box<WayBack>),
    /// He cannot judge that.
    Refusal(String),
}

/// The coach. What he says holds for the position on the board: [`Coach::forget`] is called when it
/// changes, and ends whatever he was thinking about.
#[derive(Default)]
pub(super) struct Coach {
    /// Does he judge each position without being asked?
    pub(super) is_on: bool,
    pub(super) advice: Option<Box<Advice>>,
    /// Where the judgement of a square stands in the advice.
    places: HashMap<Square, usize>,
    job: Option<Job<News>>,
    wish: Option<Wish>,
}

impl Coach {
    /// The position has changed.
    pub(super) fn forget(&mut self) {
        *self = Self { is_on: self.is_on, ..Self::default() };
    }

    /// Is he thinking?
    pub(super) const fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Lets him judge the position, unless he has, or does.
    pub(super) fn ask(&mut self, game: &Game) {
        if self.advice.is_some() || self.job.is_some() || !Self::judges(game) {
            return;
        }
        let (problem, played) = (game.problem().clone(), game.played().to_vec());
        self.job = Some(Job::start(move |stop, tell| {
            let mut run = Run::new().limits(LIMITS).interrupted_by(stop);
            let news = match judge(&problem, &played, &mut run) {
                Ok(advice) => News::Advice(Box::new(advice)),
                Err(error) => News::Refusal(error.to_string()),
            };
            // Nobody listens any more if the position has changed.
            let _ = tell.send(news);
        }));
    }

    /// Lets him find how far a lost game must be taken back.
    pub(super) fn ask_way_back(&mut self, game: &Game) {
        let (problem, played) = (game.problem().clone(), game.played().to_vec());
        self.job = Some(Job::start(move |stop, tell| {
            let mut run = Run::new().limits(LIMITS).interrupted_by(stop);
            let news = match way_back(&problem, &played, &mut run) {
                Ok(way) => News::WayBack(Box::new(way)),
                Err(error) => News::Refusal(error.to_string()),
            };
            let _ = tell.send(news);
        }));
    }

    /// Is the position one that he can judge?
    pub(super) fn judges(game: &Game) -> bool {
        Self::judges_board(game)
            && (game.knight().is_some() || game.problem().board().len() <= MOST_STARTS)
    }

    /// Is the board small enough?
    pub(super) fn judges_board(game: &Game) -> bool {
        game.problem().board().len() <= MOST_SQUARES
    }

    /// Something more is wanted as soon as he has judged.
    pub(super) const fn wish(&mut self, wish: Wish) {
        self.wish = Some(wish);
    }

    /// What was wanted, if the position is judged.
    pub(super) const fn due(&mut self) -> Option<Wish> {
        if self.advice.is_some() { self.wish.take() } else { None }
    }

    /// What is new. A judgement is kept.
    pub(super) fn news(&mut self) -> Option<News> {
        let news = self.job.as_ref()?.news().next()?;
        self.job = None;
        Some(news)
    }

    /// Keeps a judgement.
    pub(super) fn keep(&mut self, advice: Box<Advice>) {
        self.places = advice.moves.iter().enumerate().map(|(at, &(to, _))| (to, at)).collect();
        self.advice = Some(advice);
    }

    /// What he says of a move.
    pub(super) fn judgement(&self, square: Square) -> Option<&Judgement> {
        let advice = self.advice.as_ref()?;
        self.places.get(&square).map(|&at| &advice.moves[at].1)
    }
}
