//! The name of a file that is to be written, while it is typed.

use std::path::{Path, PathBuf};

use crossterm::event::KeyEvent;
use ratatui::text::Line;

use crate::files::FileError;
use crate::line_input::{LineInput, Typed};
use crate::theme::{Theme, Tone};

/// The name of a file in the making. A file that is there is replaced only if that is said twice.
#[derive(Clone, Debug)]
pub(crate) struct FileName {
    line: LineInput,
    /// A file that may be replaced.
    ours: Option<PathBuf>,
}

/// What came of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// The name is not finished.
    NotYet,
    /// There is a file of this name, and Enter must be pressed again. Here are the words for that.
    Taken(String),
    /// Write it there.
    As(PathBuf),
    /// Do not write it.
    Dropped,
}

impl FileName {
    /// With a name that may be meant.
    pub(crate) fn new(name: &str) -> Self {
        Self { line: LineInput::new(name), ours: None }
    }

    /// With a file that may be replaced without asking.
    pub(crate) fn of(path: &Path) -> Self {
        Self { line: LineInput::new(path.display().to_string()), ours: Some(path.to_owned()) }
    }

    /// A key was pressed. The name of nothing is none.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Named {
        match self.line.key(key) {
            Typed::On => return Named::NotYet,
            Typed::Dropped => return Named::Dropped,
            Typed::Done => {}
        }
        let path = PathBuf::from(self.line.text());
        if path.as_os_str().is_empty() {
            return Named::Dropped;
        }
        if self.ours.as_ref() != Some(&path) && path.is_file() {
            let words = format!("{} is there already: Enter again replaces it", path.display());
            self.ours = Some(path);
            return Named::Taken(words);
        }
        Named::As(path)
    }

    /// A key while a name may be typed; when it is finished, the file is written. If that fails,
    /// another name is asked for. What there is to say is returned.
    pub(crate) fn save(
        name: &mut Option<Self>,
        key: KeyEvent,
        write: impl FnOnce(&Path) -> Result<(), FileError>,
    ) -> Option<(String, Tone)> {
        match name.as_mut()?.key(key) {
            Named::NotYet => None,
            Named::Taken(words) => Some((words, Tone::Losing)),
            Named::Dropped => {
                *name = None;
                None
            }
            Named::As(path) => Some(match write(&path) {
                Ok(()) => {
                    *name = None;
                    (format!("Saved as {}", path.display()), Tone::Winning)
                }
                Err(error) => (error.to_string(), Tone::Losing),
            }),
        }
    }

    /// What was typed.
    pub(crate) fn text(&self) -> String {
        self.line.text()
    }

    /// The line on the screen.
    pub(crate) fn line(&self, columns: u16, theme: Theme) -> Line<'static> {
        self.line.line("Save as: ", columns, theme)
    }
}
