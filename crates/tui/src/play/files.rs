//! Saved games on the disk: whole or not at all.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use caracole::Game;
use caracole::formats::json::{self, SavedGame};
use caracole::formats::{ReadHint, WriteError};

/// A larger file is no game that anybody has played.
const MOST_BYTES: u64 = 1 << 26;

/// Why a game cannot be saved or loaded, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFileError {
    path: PathBuf,
    why: String,
}

impl GameFileError {
    fn new(path: &Path, why: impl Into<String>) -> Self {
        Self { path: path.to_owned(), why: why.into() }
    }

    fn io(path: &Path, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound => "there is no such file".to_owned(),
            io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
            io::ErrorKind::StorageFull => "the disk is full".to_owned(),
            // Without Rust's `(os error 2)`.
            _ => error.to_string().split(" (os error").next().unwrap_or_default().to_owned(),
        };
        Self::new(path, why)
    }
}

impl fmt::Display for GameFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.why)
    }
}

impl std::error::Error for GameFileError {}

/// Reads a game and plays it through, by the rules.
pub(super) fn load(path: &Path) -> Result<Game, GameFileError> {
    let failed = |error: io::Error| GameFileError::io(path, &error);
    let is_file = fs::metadata(path).map_err(failed)?.is_file();
    if !is_file {
        // A pipe could make us wait for ever.
        return Err(GameFileError::new(path, "is not a file"));
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(GameFileError::new(path, "is too large for a game: the most is 64 MiB"));
    }
    let refused = |why: &dyn fmt::Display| GameFileError::new(path, why.to_string());
    let SavedGame { problem, squares, undone } =
        json::read_game(&bytes, &ReadHint::default()).map_err(|error| refused(&error))?;
    Game::resume(problem, squares, undone).map_err(|error| refused(&error))
}

/// Writes a game beside its place and moves it there, so that nobody ever sees half of it.
pub(super) fn save(path: &Path, game: &Game) -> Result<(), GameFileError> {
    let failed = |error: io::Error| GameFileError::io(path, &error);
    let there = fs::metadata(path);
    if there.as_ref().is_ok_and(fs::Metadata::is_dir) {
        return Err(GameFileError::new(path, "is a folder: name a file in it"));
    }
    if there.as_ref().is_ok_and(|there| !there.is_file()) {
        return Err(GameFileError::new(path, "is not a file"));
    }
    // A link stays, and what it leads to is replaced.
    let target = if there.is_ok() { path.canonicalize().map_err(failed)? } else { path.to_owned() };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    if target.file_name().is_none() || !folder.is_dir() {
        let why = format!("there is no folder {}: create it first", folder.display());
        return Err(GameFileError::new(path, why));
    }
    let saved = SavedGame {
        problem: game.problem().clone(),
        squares: game.played().to_vec(),
        undone: game.undone().collect(),
    };
    let beside = folder.join(format!(".caracole-game-{}.tmp", process::id()));
    let written = write(&beside, &saved).and_then(|()| fs::rename(&beside, &target));
    written.map_err(|error| {
        // Whether that works or not, the game was not saved.
        let _ = fs::remove_file(&beside);
        failed(error)
    })
}

fn write(path: &Path, saved: &SavedGame) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    json::write_game(&mut file, saved).map_err(|error| match error {
        WriteError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    })?;
    file.flush()?;
    file.sync_all()
}
