//! Zooming and moving about.

use caracole::{File, Level, Place, Rank};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};

use super::BoardView;

impl BoardView {
    /// Hears a key that zooms or moves the board. Others are not for the view.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Char('+' | '=') => self.zoom_to(self.at.saturating_sub(1)),
            KeyCode::Char('-' | '_') => self.zoom_to(self.at + 1),
            KeyCode::Char('0') => self.zoom_to(usize::MAX),
            KeyCode::Char('H') => self.pan(-1, 0),
            KeyCode::Char('J') => self.pan(0, -1),
            KeyCode::Char('K') => self.pan(0, 1),
            KeyCode::Char('L') => self.pan(1, 0),
            KeyCode::Left if is_shifted => self.pan(-1, 0),
            KeyCode::Down if is_shifted => self.pan(0, -1),
            KeyCode::Up if is_shifted => self.pan(0, 1),
            KeyCode::Right if is_shifted => self.pan(1, 0),
            _ => return false,
        }
        true
    }

    /// Hears the wheel of the mouse, which zooms where the mouse is.
    pub(crate) fn wheel(&mut self, mouse: MouseEvent) -> bool {
        let to = match mouse.kind {
            MouseEventKind::ScrollUp => self.at.saturating_sub(1),
            MouseEventKind::ScrollDown => self.at + 1,
            _ => return false,
        };
        let place = self.place_at(mouse.column, mouse.row);
        let place = place.zip(self.drawn.as_ref()).map(|(place, drawn)| drawn.board.place(place));
        self.focus = place.or(self.focus);
        self.zoom_to(to);
        true
    }

    fn zoom_to(&mut self, at: usize) {
        self.at = at.min(self.ladder.len().saturating_sub(1));
        let is_last = self.at + 1 >= self.ladder.len();
        self.zoom = self.ladder.get(self.at).copied().filter(|_| !is_last);
        if is_last {
            self.focus = None;
        }
        // The cursor is looked for again.
        self.followed = None;
    }

    /// Moves what is in the middle by half of what is seen; it stays so far from the edge that
    /// nothing beyond it would be seen.
    fn pan(&mut self, right: i64, up: i64) {
        let Some(drawn) = &self.drawn else { return };
        let window = drawn.window;
        let (column, line) = (window.x + window.width / 2, window.y + window.height / 2);
        let middle = || {
            let middle = self.place_at(column, line).or(self.followed)?;
            Some(drawn.board.place(middle))
        };
        let Some(place) = self.focus.or_else(middle) else { return };
        let moved = |index: u32, by: i64, (dots, pitch): (i64, i64), side: u32| {
            let (seen, side) = (dots / pitch * i64::from(drawn.far()), i64::from(side));
            let half = (seen / 2).min(side / 2);
            let index = i64::from(index).clamp(half, side - half);
            (index + by * (seen / 2).max(1)).clamp(half, side - half).min(side - 1) as u32
        };
        let ((width, height), (wide, high)) = (drawn.size(), drawn.pitch());
        let mut file = moved(place.file.index(), right, (width, wide), drawn.board.files());
        let rank = moved(place.rank.index(), up, (height, high), drawn.board.ranks());
        let mut level = place.level;
        if right != 0 && file == place.file.index() {
            // Beyond the side of a level is the next one.
            let next = i64::from(level.index()) + right;
            if (0..i64::from(drawn.board.levels())).contains(&next) {
                level = Level::new(next as u32);
                file = if right > 0 { 0 } else { drawn.board.files() - 1 };
            }
        }
        self.focus = Some(Place { file: File::new(file), rank: Rank::new(rank), level });
    }
}
