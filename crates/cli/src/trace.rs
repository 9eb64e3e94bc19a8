//! Every visit and every retreat, as they happen.

use std::io::{self, Write};
use std::ops::ControlFlow;

use caracole::{Board, Observer, Square};
use serde_json::json;

/// Prints what a solver does, as sentences or as JSON lines.
pub(crate) struct Trace<'a> {
    board: &'a Board,
    out: &'a mut dyn Write,
    as_json: bool,
    /// What stopped the printing, if anything did.
    error: Option<io::Error>,
}

impl<'a> Trace<'a> {
    pub(crate) fn new(board: &'a Board, out: &'a mut dyn Write, as_json: bool) -> Self {
        Self { board, out, as_json, error: None }
    }

    /// Prints what is left, and tells whether all could be printed.
    pub(crate) fn end(self) -> io::Result<()> {
        match self.error {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    fn print(&mut self, event: &str, sentence: &str, step: u64, square: Square) -> ControlFlow<()> {
        let name = self.board.name(square);
        let written = if self.as_json {
            let line = json!({
                "schema": "caracole.trace/1", "event": event, "step": step, "square": name,
            });
            writeln!(self.out, "{line}")
        } else {
            writeln!(self.out, "{sentence} {name} ({step})")
        };
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl Observer for Trace<'_> {
    fn attempt(&mut self, start: Square) -> ControlFlow<()> {
        self.print("attempt", "starting from", 1, start)
    }

    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        self.print("visit", "visiting", step, square)
    }

    fn retreat(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        self.print("retreat", "going back to", step, square)
    }
}
