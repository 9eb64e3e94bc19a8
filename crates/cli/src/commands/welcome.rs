//! `caracole` alone: a tour, and where to go from here.

use caracole::formats::{Format, WriteOptions, write_tour};
use caracole::{Board, Outcome, Problem};

use crate::Exit;
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run() -> Result<Exit, Failure> {
    let board = Board::rectangle(8, 8).map_err(Failure::new)?;
    let Outcome::Found(tour) = Problem::new(board).solve() else {
        return Err(Failure::new("no tour of the chessboard: please report this"));
    };
    Output::standard().write(|out| {
        write_tour(out, &tour, Format::Grid, &WriteOptions::default())?;
        Ok(writeln!(out, "\nA knight's tour. `caracole --help` shows what else there is.")?)
    })?;
    Ok(Exit::Yes)
}
