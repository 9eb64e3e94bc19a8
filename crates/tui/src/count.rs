//! All tours of a board, counted.

mod asked;
mod picture;
#[cfg(test)]
mod tests;

use std::time::Duration;

use caracole::{CountError, CountProgress, Direction, Kind, Problem, Stage, StopCause};
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use self::asked::{Answer, Asked, By};
use crate::job::Job;
use crate::memory;
use crate::numbers::{bytes, grouped};
use crate::screen::{Screen, Turn};
use crate::theme::{Theme, Tone};

/// So many states are swept without asking, and more than so many not on this screen.
const QUICK: f64 = 3e8;
const TOO_MANY: f64 = 2e10;
/// Where tours are counted one by one nobody knows how long it takes; on so many squares, not long.
const FEW_SQUARES: u64 = 30;
/// Between two looks at what is new.
const PAUSE: Duration = Duration::from_millis(100);

/// All tours of a board, counted.
///
/// What counts as one is said with every number, and keys change it. Small boards are counted at once,
/// for large ones it asks first, or says that they are too large.
pub struct Count {
    asked: Asked,
    state: State,
    /// What is known already.
    answers: Vec<(Asked, Answer)>,
    /// The first line of the answer that is seen.
    top: u16,
    memory: u64,
}

enum State {
    /// It counts.
    AtWork { job: Job<News>, progress: Option<CountProgress>, elapsed: Duration },
    /// It takes so many states, if that is known: somebody has to say yes.
    Asks(Option<f64>),
    /// It is the last of the answers.
    Known(Answer),
    /// There is no number, and this is why.
    None(String),
}

/// What a count tells.
enum News {
    Progress(CountProgress),
    /// It would take so many states, and has not begun.
    Large(Option<f64>),
    Answer(Answer),
    /// There will be no answer, and this is why.
    End(String),
}

impl Count {
    /// Counts the tours that the problem asks for.
    pub fn new(problem: Problem) -> Self {
        let asked = Asked::new(problem);
        let state = State::None(String::new());
        let memory = memory::share();
        let mut count = Self { asked, state, answers: Vec::new(), top: 0, memory };
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

    fn cancel(&mut self) {
        if let State::AtWork { elapsed, .. } = &self.state {
            let why = format!("cancelled after {:.1} s; Enter begins anew", elapsed.as_secs_f64());
            self.state = State::None(why);
        }
    }

    /// What the screen has to say, line by line.
    fn lines(&self, columns: u16, theme: Theme) -> Vec<Line<'static>> {
        let plain = |text: &str| Line::styled(text.to_owned(), theme.style(Tone::Plain));
        let quiet = |text: &str| Line::styled(text.to_owned(), theme.style(Tone::Quiet));
        let mut lines = Vec::new();
        match &self.state {
            State::Known(answer) => {
                let number = grouped(&answer.count);
                lines.push(Line::styled(number, theme.style(Tone::Winning)));
                lines.push(plain(&self.asked.convention()));
                if let Some(starts) = &answer.starts {
                    lines.extend([plain(""), quiet("from each square:")]);
                    let board = self.asked.problem().board();
                    let picture = picture::of(board, starts, columns.into());
                    lines.extend(picture.iter().map(|line| plain(line)));
                }
            }
            State::None(why) => {
                lines.push(plain(&self.asked.convention()));
                lines.push(Line::styled(format!("No number: {why}"), theme.style(Tone::Losing)));
            }
            State::Asks(states) => {
                lines.push(plain(&self.asked.convention()));
                let work = match states {
                    Some(states) => format!(
                        "It takes about {} states. What does not fit in {} goes to disk.",
                        grouped(round(*states)),
                        bytes(self.memory)
                    ),
                    None => "They are counted one by one, and nobody knows how long that takes."
                        .to_owned(),
                };
                lines.push(Line::styled(work, theme.style(Tone::Unknown)));
                lines.push(plain("Enter counts them."));
            }
            State::AtWork { progress, elapsed, .. } => {
                lines.push(plain(&self.asked.convention()));
                lines.extend(at_work(progress.as_ref(), *elapsed).iter().map(|line| plain(line)));
            }
        }
        lines.extend([plain(""), quiet(self.asked.custom())]);
        let known = self.answers.iter().filter(|(asked, _)| *asked != self.asked);
        let known: Vec<String> = known
            .map(|(asked, answer)| format!("{} {}", grouped(&answer.count), asked.convention()))
            .collect();
        if !known.is_empty() {
            lines.extend([plain(""), quiet("Counted before:")]);
            lines.extend(known.iter().map(|line| plain(line)));
        }
        lines
    }
}

/// Does what is asked, if it is not too much; the job is told how far it has come.
fn work(asked: &Asked, is_sure: bool, job: &caracole::Job<'_>) -> News {
    let end = |error: CountError| match error {
        CountError::Stopped(stop) if stop.cause == StopCause::Unsupported => {
            News::End(format!("the board is too large: {}", stop.tried))
        }
        error => News::End(error.to_string()),
    };
    let states = match asked.forecast() {
        Ok(states) => states,
        Err(error) => return end(error),
    };
    let squares = asked.problem().board().len();
    if let Some(states) = states.filter(|&states| states > TOO_MANY) {
        let states = grouped(round(states));
        return News::End(format!(
            "the board is too large for this screen, it takes about {states} states. \
             The command caracole count --checkpoint does it, with patience and a large disk"
        ));
    }
    let is_quick = states.map_or(squares <= FEW_SQUARES, |states| states <= QUICK);
    if !is_sure && !is_quick {
        return News::Large(states);
    }
    asked.answer(job).map_or_else(end, News::Answer)
}

/// Two digits of a guess are enough.
fn round(states: f64) -> u128 {
    let scale = 10_f64.powi((states.max(1.0).log10() as i32 - 1).max(0));
    ((states / scale).round() * scale) as u128
}

/// A bar, which layer, and how long it may take.
fn at_work(progress: Option<&CountProgress>, elapsed: Duration) -> Vec<String> {
    const BAR: usize = 40;
    let seconds = elapsed.as_secs_f64();
    let Some(progress) = progress else { return vec![format!("Looking at it, {seconds:.1} s")] };
    let CountProgress { stage, part, layer, states, done, .. } = *progress;
    let done = done.clamp(0.0, 1.0);
    let filled = (done * BAR as f64) as usize;
    let bar = format!("[{}{}]", "=".repeat(filled), " ".repeat(BAR - filled));
    // Nobody believes an estimate that comes too early.
    let left = if done < 0.01 || seconds < 1.0 {
        String::new()
    } else {
        format!(", about {:.0} s left", seconds * (1.0 - done) / done)
    };
    let part = match part {
        (_, 1) => String::new(),
        (part, parts) => format!("count {part} of {parts}, "),
    };
    let doing = match stage {
        Stage::Sweep => {
            format!("layer {} of {}, {} states", layer.0, layer.1, grouped(states))
        }
        Stage::Join => "joining the two sides".to_owned(),
    };
    vec![format!("{bar} {:.0} %, {seconds:.1} s{left}", 100.0 * done), format!("{part}{doing}")]
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

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        let text = Text::from(self.lines(area.width, *theme));
        let most = (text.lines.len() as u16).saturating_sub(area.height);
        self.top = self.top.min(most);
        let text = Paragraph::new(text).wrap(Wrap { trim: false }).scroll((self.top, 0));
        frame.render_widget(text, area);
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
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
