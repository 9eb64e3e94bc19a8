//! All tours of a board, counted.

mod asked;
mod starts;
#[cfg(test)]
mod tests;
mod words;
mod work;

use std::time::Duration;

use caracole::{By, CountProgress, Direction, Kind, Problem, Tally};
use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use self::asked::Asked;
use self::work::work;
use crate::board_view::BoardView;
use crate::job::Job;
use crate::memory;
use crate::screen::{Screen, Turn};
use crate::text::lines_of;
use crate::theme::Theme;

/// Between two looks at what is new.
const PAUSE: Duration = Duration::from_millis(100);

/// All tours of a board, counted.
///
/// What counts as one is said with every number, and keys change it. Small boards are counted at once,
/// for large ones it asks first, or says that they are too large.
///
/// ```
/// use caracole::Problem;
/// use caracole_tui::{Count, Screen};
///
/// let count = Count::new(Problem::new("5x5".parse()?));
/// assert_eq!(count.title(), "Count 5x5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Count {
    asked: Asked,
    state: State,
    /// What is known already.
    answers: Vec<(Asked, Tally)>,
    /// The first line of the answer that is seen.
    top: u16,
    /// The board, if there is a number for each square.
    view: BoardView,
    memory: u64,
}

enum State {
    /// It counts.
    AtWork { job: Job<News>, progress: Option<CountProgress>, elapsed: Duration },
    /// It takes so many states, if that is known: somebody has to say yes.
    Asks(Option<f64>),
    /// It is the last of the answers.
    Known(Tally),
    /// There is no number, and this is why.
    None(String),
}

/// What a count tells.
enum News {
    Progress(CountProgress),
    /// It would take so many states, and has not begun.
    Large(Option<f64>),
    Answer(Tally),
    /// There will be no answer, and this is why.
    End(String),
}

impl Count {
    /// Counts the tours that the problem asks for.
    pub fn new(problem: Problem) -> Self {
        let asked = Asked::new(problem);
        let state = State::None(String::new());
        let memory = memory::share();
        let view = BoardView::default();
        let mut count = Self { asked, state, answers: Vec::new(), top: 0, view, memory };
        count.ask(false);
        count
    }

    /// Asks, unless the answer is known. Somebody who is sure is not asked back.
    fn ask(&mut self, is_sure: bool) {
        self.top = 0;
        let known = self.answers.iter().find(|(asked, _)| *asked == self.asked);
        if let Some((_, answer)) = known {
            self.state = State::Known(answer.clone());
            return;
        }
        let (asked, memory) = (self.asked.clone(), self.memory);
        let job = Job::start(move |stop, news| {
            let tell = |progress: &CountProgress| drop(news.send(News::Progress(progress.clone())));
            let job = caracole::Job::new().memory(memory).interrupted_by(stop).told_to(&tell);
            // Who has left does not listen.
            let _ = news.send(work(&asked, is_sure, &job));
        });
        self.state = State::AtWork { job, progress: None, elapsed: Duration::ZERO };
    }

    fn hear(&mut self, news: News) {
        self.state = match (news, std::mem::replace(&mut self.state, State::Asks(None))) {
            (News::Progress(progress), State::AtWork { job, elapsed, .. }) => {
                State::AtWork { job, progress: Some(progress), elapsed }
            }
            (News::Progress(_), state) => state,
            (News::Large(states), _) => State::Asks(states),
            (News::End(why), _) => State::None(why),
            (News::Answer(answer), _) => {
                self.answers.push((self.asked.clone(), answer.clone()));
                State::Known(answer)
            }
        };
    }

    /// Asks something else.
    fn change(&mut self, asked: Asked) {
        self.asked = asked;
        self.ask(false);
    }

    /// Is there a number for each square?
    const fn has_starts(&self) -> bool {
        matches!(&self.state, State::Known(Tally { starts: Some(_), .. }))
    }

    fn cancel(&mut self) {
        if let State::AtWork { elapsed, .. } = &self.state {
            let why = format!("cancelled after {:.1} s; Enter begins anew", elapsed.as_secs_f64());
            self.state = State::None(why);
        }
    }
}

impl Screen for Count {
    fn title(&self) -> String {
        format!("Count {}", self.asked.problem().board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let direction = match self.asked.direction() {
            Direction::Directed => "undirected",
            Direction::Undirected => "directed",
        };
        let kind = match self.asked.problem().kind() {
            Kind::Any => "closed",
            Kind::Closed => "open",
            Kind::Open => "all",
        };
        let leave = if matches!(self.state, State::AtWork { .. }) { "cancel" } else { "back" };
        let mut keys = vec![("k", kind), ("d", direction), ("b", "by start"), ("c", "classes")];
        if matches!(self.state, State::Asks(_) | State::None(_)) {
            keys.insert(0, ("Enter", "count"));
        }
        keys.push(("Esc", leave));
        keys
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        let mut keys = self.keys();
        keys.push(("↑↓", "scroll"));
        if self.has_starts() {
            keys.extend(BoardView::KEYS);
        }
        keys
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        let lines = self.lines(*theme);
        let height = |line: &Line<'_>| lines_of(&line.to_string(), area.width).max(1);
        let height = lines.iter().map(height).fold(0, u16::saturating_add);
        let (above, below) = if self.has_starts() {
            let parts = [Constraint::Length(height), Constraint::Min(area.height / 2)];
            Layout::vertical(parts).areas(area).into()
        } else {
            (area, Rect::default())
        };
        let text = Paragraph::new(Text::from(lines)).wrap(Wrap { trim: false });
        if self.has_starts() {
            frame.render_widget(text, above);
            self.draw_starts(frame, below, *theme);
        } else {
            self.top = self.top.min(height.saturating_sub(area.height));
            frame.render_widget(text.scroll((self.top, 0)), above);
        }
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        if self.has_starts() && self.view.key(key) {
            return Turn::Stay;
        }
        match key.code {
            KeyCode::Esc if matches!(self.state, State::AtWork { .. }) => self.cancel(),
            KeyCode::Esc | KeyCode::Char('q') => return Turn::Back,
            KeyCode::Enter if matches!(self.state, State::Asks(_) | State::None(_)) => {
                self.ask(true);
            }
            KeyCode::Char('k') => self.change(self.asked.of_next_kind()),
            KeyCode::Char('d') => self.change(self.asked.turned()),
            KeyCode::Char('b') => self.change(self.asked.toggled(By::Start)),
            KeyCode::Char('c') => self.change(self.asked.toggled(By::Class)),
            KeyCode::Up => self.top = self.top.saturating_sub(1),
            KeyCode::Down => self.top = self.top.saturating_add(1),
            _ => {}
        }
        Turn::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        if self.has_starts() {
            self.view.wheel(mouse);
        }
        Turn::Stay
    }

    fn rest(&self) -> Option<Duration> {
        matches!(self.state, State::AtWork { .. }).then_some(PAUSE)
    }

    fn tick(&mut self, elapsed: Duration) -> Turn {
        let State::AtWork { job, elapsed: so_far, .. } = &mut self.state else { return Turn::Stay };
        *so_far += elapsed;
        let news: Vec<News> = job.news().collect();
        for news in news {
            self.hear(news);
        }
        Turn::Stay
    }
}
