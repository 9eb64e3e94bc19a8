//! The answer to a problem: a tour, or why there is none.

mod draw;
mod save;
mod work;

use std::time::Duration;

use caracole::{
    Construct, Kind, Method, MethodSettings, Outcome, Problem, Solver, Square, Support,
};
use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::Frame;
use ratatui::layout::Rect;

use crate::board_view::BoardView;
use crate::file_name::FileName;
use crate::screen::{Screen, Turn};
use crate::theme::{Theme, Tone};
use crate::{Watch, Work};
use work::{Search, Solved};

/// What is asked.
///
/// ```
/// use caracole::{Method, MethodSettings, Problem, Tie};
/// use caracole_tui::{Answer, Question, Screen};
///
/// let question = Question {
///     problem: Problem::new("8x8".parse()?).open(),
///     method: Method::Warnsdorff,
///     settings: MethodSettings { tie: Tie::Random, ..MethodSettings::default() },
///     seed: 7,
/// };
/// assert_eq!(Answer::new(question).title(), "Open tour of 8x8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    /// The problem.
    pub problem: Problem,
    /// Who answers it.
    pub method: Method,
    /// What it is told.
    pub settings: MethodSettings,
    /// Where its chance begins.
    pub seed: u64,
}

/// The answer to a problem: it is looked for while the screen is up, and then seen, drawn, saved.
///
/// ```
/// use caracole::{Method, MethodSettings, Problem};
/// use caracole_tui::{Answer, Question, Screen};
///
/// let problem = Problem::new("8x8".parse()?).closed();
/// let settings = MethodSettings::default();
/// let answer = Answer::new(Question { problem, method: Method::Auto, settings, seed: 0 });
/// assert_eq!(answer.title(), "Closed tour of 8x8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Answer {
    question: Question,
    state: State,
    view: BoardView,
    /// The moves of the tour, if they are not too many to be kept.
    lines: Vec<(Square, Square, Tone)>,
    shows_lines: bool,
    /// The name of a file that is being typed.
    name: Option<FileName>,
    /// What came of the last wish.
    word: Option<(String, Tone)>,
}

enum State {
    AtWork(Search),
    Done(Box<Solved>),
}

/// So many moves are kept as lines; of longer tours only what is seen closely is drawn.
const MOST_LINES: u64 = 1 << 20;

impl Question {
    /// On rectangles the seed makes no difference to what is constructed, so it is mixed.
    fn mix(&mut self) {
        let mixed = Construct { mix: Some(self.seed), ..self.settings.construct };
        let takes_look = self.method.takes("look");
        if takes_look && mixed.supports(&self.problem) == Support::Yes {
            self.settings.construct = mixed;
        }
    }
}

impl Answer {
    /// Begins to look for an answer.
    pub fn new(question: Question) -> Self {
        Self {
            state: State::AtWork(Search::start(question.clone())),
            question,
            view: BoardView::default(),
            lines: Vec::new(),
            shows_lines: false,
            name: None,
            word: None,
        }
    }

    fn solved(&self) -> Option<&Solved> {
        match &self.state {
            State::AtWork(_) => None,
            State::Done(solved) => Some(solved),
        }
    }

    /// An answer has come.
    fn take(&mut self, solved: Box<Solved>) {
        if let Outcome::Found(tour) = &solved.outcome
            && tour.len() <= MOST_LINES
        {
            let next = tour.squares().skip(1).chain(tour.squares().take(tour.is_closed().into()));
            let moves = tour.squares().zip(next);
            self.lines = moves.map(|(from, to)| (from, to, Tone::Visited)).collect();
        }
        self.state = State::Done(solved);
    }

    /// Asks again with the next seed.
    fn another(&mut self) {
        self.question.seed = self.question.seed.wrapping_add(1);
        self.question.mix();
        self.lines.clear();
        self.word = None;
        self.state = State::AtWork(Search::start(self.question.clone()));
    }

    fn watch(&self) -> Turn {
        let Question { problem, method, settings, seed } = self.question.clone();
        let pause = Duration::from_millis(200);
        Turn::Go(Box::new(Watch::new(Work { problem, method, settings, seed, pause })))
    }

    /// A key while the name of a file is being typed.
    fn name_key(&mut self, key: KeyEvent) {
        if let State::Done(solved) = &self.state
            && let Outcome::Found(tour) = &solved.outcome
        {
            self.word = FileName::save(&mut self.name, key, |path| save::save_tour(path, tour));
        }
    }
}

impl Screen for Answer {
    fn title(&self) -> String {
        let kind = match self.question.problem.kind() {
            Kind::Any => "Tour",
            Kind::Open => "Open tour",
            Kind::Closed => "Closed tour",
        };
        format!("{kind} of {}", self.question.problem.board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        if self.name.is_some() {
            return vec![("Enter", "save"), ("Esc", "do not")];
        }
        match self.solved().map(|solved| solved.outcome.is_found()) {
            None => vec![("Esc", "stop")],
            Some(false) => vec![("Esc", "back"), ("w", "watch"), ("n", "again")],
            Some(true) => {
                let keys = [("n", "another"), ("l", "line or numbers"), ("s", "save")];
                keys.into_iter().chain([("w", "watch"), ("Esc", "back")]).collect()
            }
        }
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        let has_board =
            self.name.is_none() && self.solved().is_some_and(|solved| solved.outcome.is_found());
        let view = has_board.then_some(BoardView::KEYS).into_iter().flatten();
        self.keys().into_iter().chain(view).collect()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        draw::draw(self, frame, area, *theme);
    }

    fn is_typing(&self) -> bool {
        self.name.is_some()
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        if self.name.is_some() {
            self.name_key(key);
            return Turn::Stay;
        }
        if key.code == KeyCode::Esc {
            return Turn::Back;
        }
        let Some(is_found) = self.solved().map(|solved| solved.outcome.is_found()) else {
            return Turn::Stay;
        };
        match key.code {
            KeyCode::Char('w') => return self.watch(),
            KeyCode::Char('n') => self.another(),
            KeyCode::Char('s') if is_found => {
                self.word = None;
                self.name = Some(FileName::new("tour.txt"));
            }
            KeyCode::Char('l') if is_found => {
                self.shows_lines = !self.shows_lines;
                self.view.prefer_lines(self.shows_lines);
            }
            _ => drop(self.view.key(key)),
        }
        Turn::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        self.view.wheel(mouse);
        Turn::Stay
    }

    fn rest(&self) -> Option<Duration> {
        self.solved().is_none().then_some(Duration::from_millis(50))
    }

    fn tick(&mut self, elapsed: Duration) -> Turn {
        if let State::AtWork(search) = &mut self.state
            && let Some(solved) = search.look(elapsed)
        {
            self.take(solved);
        }
        Turn::Stay
    }
}

#[cfg(test)]
mod tests;
