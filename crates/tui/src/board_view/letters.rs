//! Squares with a few letters each.

use caracole::Square;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::geometry::Geometry;
use super::scale::{DOTS_HIGH, DOTS_WIDE, Scale};
use super::{KNIGHT, Spot};
use crate::theme::{Theme, Tone};

/// Draws squares that are so many lines high.
pub(super) fn draw(
    geometry: &Geometry,
    lines: u16,
    spots: &[(Square, Spot)],
    cursor: Option<Square>,
    buffer: &mut Buffer,
    theme: Theme,
) {
    let columns = Scale::columns(lines, geometry.longest);
    for (square, spot) in spots {
        let Some(room) = room(geometry, *square, columns, lines) else { continue };
        let is_cursor = cursor == Some(*square);
        let style = theme.square(spot.tone, geometry.board.colour(*square));
        buffer.set_style(room.seen, style);
        let Some(line) = room.text_line else { continue };
        let letters = letters(spot, is_cursor, columns, geometry.longest, theme);
        let style = if is_cursor { style.patch(theme.style(Tone::Chosen)) } else { style };
        buffer.set_stringn(room.seen.x, line, letters, columns.into(), style);
    }
}

/// Where a square lies in the window.
struct Room {
    seen: Rect,
    /// The line of its text, if that is in the window as a whole: half a number is another number.
    text_line: Option<u16>,
}

fn room(geometry: &Geometry, square: Square, columns: u16, lines: u16) -> Option<Room> {
    let (x, y) = geometry.corner(geometry.board.place(square))?;
    let (left, top) = (x.div_euclid(DOTS_WIDE.into()), y.div_euclid(DOTS_HIGH.into()));
    let window = geometry.window;
    let within = |from: i64, len: u16, room: u16| {
        let (first, end) = (from.max(0), (from + i64::from(len)).min(room.into()));
        (first < end).then(|| (first as u16, (end - first) as u16))
    };
    let (first_column, width) = within(left, columns, window.width)?;
    let (first_line, height) = within(top, lines, window.height)?;
    let text = top + i64::from((lines - 1) / 2);
    let is_seen = width == columns && (0..i64::from(window.height)).contains(&text);
    let text_line = is_seen.then(|| window.y + text as u16);
    let (x, y) = (window.x + first_column, window.y + first_line);
    Some(Room { seen: Rect { x, y, width, height }, text_line })
}

/// The text of a square, as wide as the square is. The last letter is a mark, or nothing.
fn letters(spot: &Spot, is_cursor: bool, columns: u16, longest: u16, theme: Theme) -> String {
    let text: &str = match spot.text.trim() {
        "" if theme.has_colour() => "",
        "" => sign(spot.tone).unwrap_or("·"),
        text => text,
    };
    let columns = usize::from(columns);
    let right = right(columns, longest);
    let text = format!("{text:>width$}", width = columns.saturating_sub(right));
    let mut letters: Vec<char> = text.chars().take(columns - 1).collect();
    letters.resize(columns, ' ');
    // The cursor has another look too; half a pair of brackets would only puzzle, and the knight has
    // a sign of its own.
    let has_room = letters[0] == ' ' && !spot.text.starts_with(KNIGHT);
    if is_cursor && has_room {
        (letters[0], letters[columns - 1]) = ('[', ']');
    } else if !theme.has_colour() && spot.text.chars().all(|letter| letter.is_ascii_digit()) {
        let end = letters.iter().rposition(|letter| *letter != ' ').map_or(0, |last| last + 1);
        if let Some(mark) = sign(spot.tone).filter(|_| !spot.text.is_empty()) {
            letters[end.min(columns - 1)] = mark.chars().next().unwrap_or(' ');
        }
    }
    letters.into_iter().collect()
}

/// The room to the right of texts: numbers stand below each other, in wide squares in the middle.
pub(super) fn right(columns: usize, longest: u16) -> usize {
    1 + columns.saturating_sub(usize::from(longest) + 1) / 2
}

/// What stands for a tone where there is no colour.
pub(super) const fn sign(tone: Tone) -> Option<&'static str> {
    match tone {
        Tone::Knight => Some("N"),
        Tone::Start => Some("S"),
        Tone::Retreat => Some("x"),
        Tone::Legal => Some("°"),
        Tone::Winning => Some("+"),
        Tone::Losing => Some("-"),
        Tone::Unknown => Some("?"),
        Tone::Chosen => Some("*"),
        Tone::Plain | Tone::Quiet | Tone::Title | Tone::Key | Tone::Visited => None,
    }
}
