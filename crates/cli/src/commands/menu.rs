//! The menu of `caracole` for piped input: choose, give a board, see the tour, choose again, exit.

use std::io::{self, BufRead, IsTerminal};
use std::time::Duration;

use caracole::formats::{Format, WriteOptions, write_tour};
use caracole::solvers::{Limits, MethodSettings, Run};
use caracole::{Board, Kind, Method, Options, Outcome, Problem};

use super::solve::print_reason;
use super::terminal;
use crate::args::GlobalOptions;
use crate::failure::{Failure, error_text};
use crate::output::Output;
use crate::{Exit, interrupt, memory};

/// The choices, with the kind of tour; the last one ends the menu.
const CHOICES: [(&str, &str, Option<Kind>); 4] = [
    ("1", "open tour", Some(Kind::Open)),
    ("2", "closed tour", Some(Kind::Closed)),
    ("3", "tour from a square", Some(Kind::Any)),
    ("0", "exit", None),
];

/// The time limit of one tour.
const TIME_LIMIT: Duration = Duration::from_mins(1);

/// Answers the lines of standard input; without a line, prints a tour.
pub(crate) fn run(global: &GlobalOptions) -> Result<Exit, Failure> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        return terminal::welcome(global);
    }
    let mut lines = Lines { input: stdin.lock(), next: None };
    if !lines.has_more()? {
        return terminal::welcome(global);
    }
    loop {
        let choices = CHOICES.map(|(key, what, _)| format!("  {key}  {what}\n")).concat();
        let words = CHOICES.map(|(key, ..)| key).join(", ");
        let choice = lines.ask(&choices, "choice", |line| {
            let known = CHOICES.into_iter().find(|(key, ..)| *key == line);
            known.ok_or_else(|| format!("'{line}' is not a choice: type one of {words}"))
        })?;
        let Some((_, _, Some(kind))) = choice else { return Ok(Exit::Yes) };
        let Some(board) = lines.ask("", "board, such as 8 or 8x6", |line| {
            line.parse::<Board>().map_err(|error| error.to_string())
        })?
        else {
            return Ok(Exit::Yes);
        };
        let problem = match kind {
            Kind::Open => Problem::new(board).open(),
            Kind::Closed => Problem::new(board).closed(),
            Kind::Any => {
                let from = |line: &str| {
                    Problem::new(board.clone()).start(line).map_err(|error| error.to_string())
                };
                let Some(problem) = lines.ask("", "start, such as e4", from)? else {
                    return Ok(Exit::Yes);
                };
                problem
            }
        };
        answer(&problem)?;
    }
}

/// Prints a tour, or why there is none.
fn answer(problem: &Problem) -> Result<(), Failure> {
    let interrupt_guard = interrupt::guard();
    let limits = Limits { time: Some(TIME_LIMIT), memory: memory::free(), steps: None };
    let options = Options::new().limits(limits).cancel_flag(interrupt_guard.flag());
    let solver = Method::Auto.solver(&MethodSettings::default());
    let outcome = solver.solve(problem, &mut Run::with_options(&options));
    interrupt_guard.finish()?;
    let Outcome::Found(tour) = &outcome else { return print_reason(&outcome) };
    let kind = if tour.is_closed() { "a closed tour" } else { "an open tour" };
    let title = problem.board().title();
    Output::standard().write(|out| {
        write_tour(out, tour, Format::Grid, &WriteOptions::default())?;
        Ok(writeln!(out, "{kind} of {title}\n")?)
    })
}

/// The lines of the input.
struct Lines<R> {
    input: R,
    /// A line that was read and not yet used.
    next: Option<String>,
}

impl<R: BufRead> Lines<R> {
    /// Returns true if a line follows.
    fn has_more(&mut self) -> Result<bool, Failure> {
        if self.next.is_none() {
            self.next = self.read()?;
        }
        Ok(self.next.is_some())
    }

    fn read(&mut self) -> Result<Option<String>, Failure> {
        /// Longer lines are no answer.
        const LONGEST: u64 = 1 << 16;
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut self.input, LONGEST).read_until(b'\n', &mut bytes);
        read.map_err(|error| Failure::of("standard input", error_text(&error)))?;
        let line = String::from_utf8_lossy(&bytes);
        Ok((!bytes.is_empty()).then(|| line.trim().to_owned()))
    }

    /// Asks until a line has a meaning, and repeats each line, because a pipe does not show it. Returns
    /// `None` at the end of the input.
    fn ask<T>(
        &mut self,
        before: &str,
        question: &str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Failure> {
        print(before)?;
        loop {
            print(&format!("{question}: "))?;
            let line = match self.next.take() {
                Some(line) => Some(line),
                None => self.read()?,
            };
            let Some(line) = line else {
                print("\n")?;
                return Ok(None);
            };
            print(&format!("{line}\n"))?;
            match parse(&line) {
                Ok(value) => return Ok(Some(value)),
                Err(why) => print(&format!("{why}\n"))?,
            }
        }
    }
}

fn print(text: &str) -> Result<(), Failure> {
    Output::standard().write(|out| Ok(out.write_all(text.as_bytes())?))
}
