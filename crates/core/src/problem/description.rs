//! A problem in words.

use super::{Kind, Problem};
use crate::{Square, list_names};

impl Problem {
    /// Returns a description of the tour with all constraints: kind, board, ends, piece, knights, clues, required and
    /// forbidden moves. Of more than twelve clues or moves, the last are only counted.
    ///
    /// ```
    /// use caracole_core::Problem;
    ///
    /// let problem = Problem::new("8x8".parse()?).closed().start("a1")?.clue("c3", 7)?;
    /// let problem = problem.require("h8", "g6")?.forbid("a8", "b6")?.forbid("a8", "c7")?;
    /// assert_eq!(
    ///     problem.description(),
    ///     "closed tour of 8x8 from a1, with c3 as step 7, with the move g6-h8, \
    ///      without the moves b6-a8 and c7-a8",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn description(&self) -> String {
        let board = &self.board;
        let name = |square: Square| board.name(square);
        let kind = match self.kind() {
            _ if self.knights() > 1 => format!("tour by {} knights", self.knights()),
            Kind::Any => "tour".to_owned(),
            Kind::Closed => "closed tour".to_owned(),
            Kind::Open => "open tour".to_owned(),
        };
        let mut parts = vec![format!("{kind} of {}", board.title())];
        let ends = [("from", self.start_square()), ("to", self.end_square())];
        let ends = ends.into_iter().filter_map(|(word, end)| Some((word, end?)));
        parts.extend(ends.map(|(word, end)| format!(" {word} {}", name(end))));
        if !self.piece.is_knight() {
            parts.push(format!(" for the {}", self.piece));
        }
        let starts = self.knight_starts();
        if !starts.is_empty() {
            let names = starts.iter().map(|&start| name(start));
            let names = list_names(names, starts.len() as u64, "and", "squares");
            parts.push(format!(", starting on {names}"));
        }
        let last = board.len();
        let between = || self.clues().filter(|&(step, _)| step != 1 && step != last);
        if between().next().is_some() {
            let clues = between().map(|(step, square)| format!("{} as step {step}", name(square)));
            let clues = list_names(clues, between().count() as u64, "and", "clues");
            parts.push(format!(", with {clues}"));
        }
        for (word, moves) in [("with", self.required()), ("without", self.forbidden())] {
            let names = moves.iter().map(|&(a, b)| format!("{}-{}", name(a), name(b)));
            let names = list_names(names, moves.len() as u64, "and", "moves");
            match moves.len() {
                0 => {}
                1 => parts.push(format!(", {word} the move {names}")),
                _ => parts.push(format!(", {word} the moves {names}")),
            }
        }
        parts.concat()
    }
}
