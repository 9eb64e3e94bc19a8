//! Saved games on the disk.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use caracole::Game;
use caracole::formats::ReadHint;
use caracole::formats::json::{self, SavedGame};

use crate::files::{FileError, write_whole};

/// A larger file is no game that anybody has played.
const MOST_BYTES: u64 = 1 << 26;

/// Reads a game and plays it through, by the rules.
pub(super) fn load(path: &Path) -> Result<Game, FileError> {
    let failed = |error: io::Error| FileError::io(path, &error);
    let is_file = fs::metadata(path).map_err(failed)?.is_file();
    if !is_file {
        // A pipe could make us wait for ever.
        return Err(FileError::new(path, "is not a file"));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(FileError::new(path, "is too large for a game: the most is 64 MiB"));
    }
    let refused = |why: &dyn fmt::Display| FileError::new(path, why.to_string());
    let SavedGame { problem, squares, undone } =
        json::read_game(&bytes, &ReadHint::default()).map_err(|error| refused(&error))?;
    Game::resume(problem, squares, undone).map_err(|error| refused(&error))
}

/// Writes a game, with the moves that were taken back.
pub(super) fn save(path: &Path, game: &Game) -> Result<(), FileError> {
    let saved = SavedGame {
        problem: game.problem().clone(),
        squares: game.played().to_vec(),
        undone: game.undone().collect(),
    };
    write_whole(path, |out| json::write_game(out, &saved))
}
