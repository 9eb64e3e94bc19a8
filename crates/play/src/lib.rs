//! Recordings of solvers, games, the coach that judges them, and clue puzzles.

pub mod coach;
mod game;
pub mod puzzle;
pub mod recording;

pub use game::{DeadEnd, Game, GameError, GameState};
