//! `caracole solve --trace`: prints every visit and backtrack.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::ControlFlow;

use caracole::formats::json;
use caracole::solvers::{NetworkView, Observer, TrailView};
use caracole::{Board, Square};
use serde_json::Value;

/// Prints the events of a solver as sentences or as JSON lines.
pub(crate) struct Trace<'a> {
    board: &'a Board,
    out: &'a mut dyn Write,
    as_json: bool,
    /// The error that stopped the output.
    error: Option<io::Error>,
}

impl<'a> Trace<'a> {
    pub(crate) fn new(board: &'a Board, out: &'a mut dyn Write, as_json: bool) -> Self {
        Self { board, out, as_json, error: None }
    }

    /// Flushes the output, and returns the first error.
    pub(crate) fn end(self) -> io::Result<()> {
        match self.error {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    fn print(&mut self, event: &str, sentence: &str, step: u64, square: Square) -> ControlFlow<()> {
        let name = self.board.name(square);
        let line = if self.as_json {
            line_of(event, [("step", step.into()), ("square", name.into())])
        } else {
            format!("{sentence} {name} ({step})")
        };
        self.print_line(&line)
    }

    fn print_line(&mut self, line: &str) -> ControlFlow<()> {
        match writeln!(self.out, "{line}") {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// Returns an event as a JSON line.
fn line_of<const N: usize>(event: &str, fields: [(&str, Value); N]) -> String {
    let mut object = json::object("caracole.trace/2");
    object.insert("event".into(), event.into());
    object.extend(fields.map(|(field, value)| (field.to_owned(), value)));
    Value::from(object).to_string()
}

impl Observer for Trace<'_> {
    fn begin_walk(&mut self, start: Square) -> ControlFlow<()> {
        self.print("attempt", "starting from", 1, start)
    }

    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        self.print("visit", "visiting", step, square)
    }

    fn backtrack(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        self.print("backtrack", "backtracking to", step, square)
    }

    /// Prints the active moves, or the number of squares that have two.
    fn network(&mut self, network: &NetworkView<'_>) -> ControlFlow<()> {
        let (attempt, sweep) = (network.attempt(), network.sweep());
        let line = if self.as_json {
            let name = |(a, b)| format!("{}-{}", self.board.name(a), self.board.name(b));
            let moves: Vec<String> = network.active_moves().map(name).collect();
            let fields =
                [("attempt", attempt.into()), ("sweep", sweep.into()), ("moves", moves.into())];
            line_of("sweep", fields)
        } else {
            let mut degrees: HashMap<Square, u32> = HashMap::new();
            for square in network.active_moves().flat_map(|(a, b)| [a, b]) {
                *degrees.entry(square).or_default() += 1;
            }
            let settled = degrees.values().filter(|&&degree| degree == 2).count();
            let moves = network.active_moves().count();
            let all = self.board.len();
            let attempt = if attempt > 1 { format!("attempt {attempt}, ") } else { String::new() };
            format!(
                "{attempt}sweep {sweep}: {moves} active moves, {settled} of {all} squares have degree 2"
            )
        };
        self.print_line(&line)
    }

    /// Prints the strengths of the trails, or the strongest one.
    fn trails(&mut self, trails: &TrailView<'_>) -> ControlFlow<()> {
        let cycle = trails.cycle();
        let line = if self.as_json {
            let strengths = trails.strengths();
            let trails = strengths.map(|(from, to, trail)| {
                serde_json::json!([self.board.name(from), self.board.name(to), trail])
            });
            line_of("trails", [("cycle", cycle.into()), ("trails", trails.collect())])
        } else {
            let strongest = trails.strengths().max_by(|a, b| a.2.total_cmp(&b.2));
            let told = strongest.map(|(from, to, trail)| {
                let (from, to) = (self.board.name(from), self.board.name(to));
                format!(", the strongest trail from {from} to {to} ({trail:.3})")
            });
            format!("cycle {cycle}{}", told.unwrap_or_default())
        };
        self.print_line(&line)
    }
}
