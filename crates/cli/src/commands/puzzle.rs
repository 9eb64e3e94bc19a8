//! `caracole puzzle`: clue puzzles with exactly one solution.

mod make;
mod unique;

use std::path::Path;

use caracole::formats::{ReadHint, puzzle};
use caracole::{Board, Problem};

use super::solve::{Plan, carry_out};
use crate::Exit;
use crate::args::{Manners, PuzzleArgs, PuzzleCommand, PuzzleFileArgs};
use crate::failure::Failure;
use crate::input::Source;
use crate::problem;

pub(crate) fn run(args: &PuzzleArgs, manners: &Manners) -> Result<Exit, Failure> {
    match &args.command {
        PuzzleCommand::Make(args) => make::run(args, manners),
        PuzzleCommand::Unique(args) => unique::run(args),
        PuzzleCommand::Solve(args) => {
            let problem = args.file.problem()?;
            carry_out(Plan::exact(problem, args.file.limits(), &args.output)?, manners)
        }
    }
}

impl PuzzleFileArgs {
    /// The puzzle of a file, or the board with clues, and what is asked beside.
    fn problem(&self) -> Result<Problem, Failure> {
        let text = &self.puzzle;
        let names_board = text.starts_with('@') || text.parse::<Board>().is_ok();
        if names_board {
            if self.board.is_some() || self.from_base.is_some() {
                let flag = if self.board.is_some() { "--board" } else { "--from-base" };
                return Err(Failure::of(flag, format!("goes with a file, and {text} is a board")));
            }
            return problem::of_board(text, &self.rules);
        }
        let source = Source::open(Path::new(text))?;
        let board = self.board.as_deref().map(problem::board).transpose()?;
        let leapers = &self.rules.leaper;
        let hint = ReadHint {
            board: board.map(|typed| typed.board),
            piece: if leapers.is_empty() { None } else { Some(problem::piece(leapers)?) },
            format: None,
            base: self.from_base,
        };
        let read = puzzle::read(&source.bytes()?, &hint).map_err(|error| source.failure(error))?;
        self.rules.apply(read.into())
    }
}
