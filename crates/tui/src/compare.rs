//! All methods on one board.

mod order;
mod table;
#[cfg(test)]
mod tests;
mod view;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use caracole::compare::{Bout, Contestant, Match, Quarrel, Ring, Row};
use caracole::{Limits, Problem, Run};
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;

use self::order::Order;
use crate::job::Job;
use crate::memory;
use crate::screen::{Screen, Turn};
use crate::theme::Theme;
use crate::watch::{Watch, Work};

/// Nobody may take longer, nor more steps but for four that every square may take.
const TIME: Duration = Duration::from_secs(4);
const STEPS: u64 = 10_000_000;
const STEPS_OF_A_SQUARE: u64 = 4;
/// Short bouts are fought so often, for the sake of the clock.
const REPEATS: u32 = 5;
/// Between two looks at what is new.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a step stays when a method is watched.
const STEP: Duration = Duration::from_millis(100);

/// All methods on one board.
///
/// They compete one after the other, each within a few seconds, and the table grows. A method that is
/// chosen there can be watched.
///
/// ```
/// use caracole::Problem;
/// use caracole_tui::{Compare, Screen};
///
/// let compare = Compare::new(Problem::new("3x3".parse()?));
/// assert_eq!(compare.title(), "Compare 3x3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Compare {
    problem: Problem,
    contest: Match,
    /// In the order in which they competed.
    rows: Vec<Row>,
    order: Order,
    /// Which row of `rows` is chosen.
    chosen: usize,
    /// The first line of the table that is seen.
    top: usize,
    /// Where the lines of the table were drawn last.
    lines: Rect,
    elapsed: Duration,
    job: Job<Row>,
}

/// This thread, until a flag is raised.
struct Stoppable<'a>(&'a AtomicBool);

impl Ring for Stoppable<'_> {
    fn fight(&mut self, bout: &Bout<'_>) -> Row {
        let row = bout.once_in(Run::new().interrupted_by(self.0));
        // Fought again, nobody could stop it any more.
        if self.0.load(Ordering::Relaxed) { row } else { bout.again(row) }
    }
}

impl Compare {
    /// Every method on this problem.
    pub fn new(problem: Problem) -> Self {
        let squares = problem.board().len();
        let steps = squares.saturating_mul(STEPS_OF_A_SQUARE).saturating_add(STEPS);
        let memory = Some(memory::share());
        Self::within(problem, Limits { steps: Some(steps), time: Some(TIME), memory })
    }

    fn within(problem: Problem, limits: Limits) -> Self {
        let contest = Match {
            problem: (*problem).clone(),
            contestants: Contestant::all(),
            limits,
            seed: 0,
            repeats: REPEATS,
        };
        let fought = contest.clone();
        let job = Job::start(move |stop, news| {
            for contestant in &fought.contestants {
                let row = fought.fight_one(contestant, &mut Stoppable(stop));
                // Who is stopped has not answered, and who left does not listen.
                if stop.load(Ordering::Relaxed) || news.send(row).is_err() {
                    break;
                }
            }
        });
        let (rows, order, lines) = (Vec::new(), Order::default(), Rect::default());
        let elapsed = Duration::ZERO;
        Self { problem, contest, rows, order, chosen: 0, top: 0, lines, elapsed, job }
    }

    /// Who is at work.
    fn at_work(&self) -> Option<&Contestant> {
        self.contest.contestants.get(self.rows.len())
    }

    /// Two who cannot both be right.
    fn quarrel(&self) -> Option<Quarrel> {
        self.contest.check(&self.rows).err()
    }

    fn choose(&mut self, by: isize) {
        let order = self.order.of(&self.rows);
        let at = order.iter().position(|&row| row == self.chosen).unwrap_or_default();
        let to = at.saturating_add_signed(by).min(order.len().saturating_sub(1));
        self.chosen = order.get(to).copied().unwrap_or_default();
    }

    /// Shows the chosen contestant at work.
    fn watch(&self) -> Turn {
        let Some(contestant) =
            self.contest.contestants.get(self.chosen).filter(|_| self.chosen < self.rows.len())
        else {
            return Turn::Stay;
        };
        Turn::Go(Box::new(Watch::new(Work {
            problem: self.problem.clone(),
            method: contestant.method(),
            settings: contestant.settings().clone(),
            seed: self.contest.seed,
            pause: STEP,
        })))
    }
}

impl Screen for Compare {
    fn title(&self) -> String {
        format!("Compare {}", self.problem.board().title())
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let sort = match self.order.next() {
            Order::AsFought => "as they came",
            Order::Time => "by time",
            Order::Work => "by work",
        };
        let leave = if self.at_work().is_some() { "stop" } else { "back" };
        vec![("↑↓", "choose"), ("Enter", "watch"), ("s", sort), ("Esc", leave)]
    }

    fn all_keys(&self) -> Vec<(&'static str, &'static str)> {
        let more = [("PgUp PgDn", "a page"), ("Home End", "the first and the last")];
        let mouse = ("click wheel", "choose");
        self.keys().into_iter().chain(more).chain([mouse]).collect()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        self.draw_all(frame, area, *theme);
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        let page = isize::from(self.lines.height.max(1).cast_signed());
        match key.code {
            // What is left is dropped, and stops what is at work.
            KeyCode::Esc | KeyCode::Char('q') => return Turn::Back,
            KeyCode::Enter => return self.watch(),
            KeyCode::Char('s') => self.order = self.order.next(),
            KeyCode::Up => self.choose(-1),
            KeyCode::Down => self.choose(1),
            KeyCode::PageUp => self.choose(-page),
            KeyCode::PageDown => self.choose(page),
            KeyCode::Home => self.choose(isize::MIN),
            KeyCode::End => self.choose(isize::MAX),
            _ => {}
        }
        Turn::Stay
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.choose(-1),
            MouseEventKind::ScrollDown => self.choose(1),
            MouseEventKind::Down(MouseButton::Left) => {
                let at = ratatui::layout::Position::new(mouse.column, mouse.row);
                if self.lines.contains(at) {
                    let line = self.top + usize::from(mouse.row - self.lines.y);
                    let meant = self.order.of(&self.rows).get(line).copied();
                    self.chosen = meant.unwrap_or(self.chosen);
                }
            }
            _ => {}
        }
        Turn::Stay
    }

    fn rest(&self) -> Option<Duration> {
        self.at_work().map(|_| PAUSE)
    }

    fn tick(&mut self, elapsed: Duration) -> Turn {
        self.elapsed += elapsed;
        self.rows.extend(self.job.news());
        Turn::Stay
    }
}
