//! Paints the squares of a board as text or as dots, and moves as lines of braille dots.

use caracole::Square;
use caracole::board::Surface;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::theme::{TerminalTheme, Tone};

use super::geometry::{DOTS_HIGH, DOTS_WIDE, Dot, Geometry, Scale};

use super::{BoardContent, KNIGHT, Label};

/// Draws a board as dots: free squares if there is room, and lines between the others.
pub(super) fn dots(
    geometry: &Geometry,
    content: &BoardContent<'_>,
    labels: &[(Square, Label)],
    buffer: &mut Buffer,
    theme: TerminalTheme,
) {
    let mut dots = Dots::new(geometry);
    let side = geometry.pitch().0;
    let shows_free = side > 1 || (content.lines.is_empty() && content.board.has_holes());
    for (square, label) in labels {
        let place = content.board.coord(*square);
        let (Some((x, y)), Some(middle)) = (geometry.corner(place), geometry.middle(place)) else {
            continue;
        };
        let is_free = matches!(label.tone, Tone::Plain | Tone::Quiet);
        if is_free && shows_free {
            dots.set(middle, Tone::Quiet);
        } else if !is_free && content.lines.is_empty() {
            let filled = if side > 2 { side - 1 } else { side };
            for down in 0..filled {
                (0..filled).for_each(|right| dots.set((x + right, y + down), label.tone));
            }
        } else if !is_free {
            dots.set(middle, label.tone);
        }
    }
    lines(geometry, content.lines, &mut dots);
    dots.write(geometry, buffer, |tone| theme.style(tone));
    for (square, label) in labels {
        if let Some(sign) = symbol(label.tone) {
            put(geometry, *square, sign, label.tone, buffer, theme);
        }
    }
    if let Some(cursor) = content.cursor.filter(|cursor| cursor.index() < content.board.area()) {
        let label = labels.iter().find(|(square, _)| *square == cursor).map(|(_, label)| label);
        let sign = label.and_then(|label| symbol(label.tone)).unwrap_or("+");
        put(geometry, cursor, sign, Tone::Chosen, buffer, theme);
    }
}

/// Writes a symbol over the dots of a square.
fn put(
    geometry: &Geometry,
    square: Square,
    sign: &str,
    tone: Tone,
    buffer: &mut Buffer,
    theme: TerminalTheme,
) {
    let middle = geometry.middle(geometry.board.coord(square));
    if let Some((column, line)) = middle.and_then(|middle| geometry.cell(middle)) {
        buffer.set_stringn(column, line, sign, 1, theme.style(tone));
    }
}

/// Draws moves as lines. A move across a joined edge is drawn on both sides; moves between levels are
/// not drawn.
pub(super) fn lines(geometry: &Geometry, moves: &[(Square, Square, Tone)], dots: &mut Dots) {
    let board = &geometry.board;
    let (wide, high) = geometry.pitch();
    let surface = board.surface();
    for &(from, to, tone) in moves {
        if from.index() >= board.area() || to.index() >= board.area() {
            continue;
        }
        let (from, to) = (board.coord(from), board.coord(to));
        if from.level != to.level {
            continue;
        }
        let (Some(a), Some(b)) = (geometry.middle(from), geometry.middle(to)) else { continue };
        let right = around(from.file.index(), to.file.index(), board.files());
        let up = around(from.rank.index(), to.rank.index(), board.ranks());
        let right = right.filter(|_| surface != Surface::Flat);
        let up = up.filter(|_| surface == Surface::Torus);
        if right.is_none() && up.is_none() {
            dots.line(a, b, tone);
            continue;
        }
        let far = i64::from(geometry.squares_per_dot());
        let x = right.map_or(b.0 - a.0, |right| right * wide / far);
        let y = up.map_or(b.1 - a.1, |up| -up * high / far);
        dots.line(a, (a.0 + x, a.1 + y), tone);
        dots.line(b, (b.0 - x, b.1 - y), tone);
    }
}

/// Returns the distance between two indices across the joined edge, if that is shorter.
fn around(from: u32, to: u32, side: u32) -> Option<i64> {
    let (straight, side) = (i64::from(to) - i64::from(from), i64::from(side));
    let round = if straight > 0 { straight - side } else { straight + side };
    (round.abs() < straight.abs()).then_some(round)
}

/// Draws squares as text, each a number of lines high.
pub(super) fn squares(
    geometry: &Geometry,
    lines: u16,
    labels: &[(Square, Label)],
    cursor: Option<Square>,
    buffer: &mut Buffer,
    theme: TerminalTheme,
) {
    let columns = Scale::columns(lines, geometry.text_width);
    for (square, label) in labels {
        let Some(part) = visible_part(geometry, *square, columns, lines) else { continue };
        let is_cursor = cursor == Some(*square);
        let style = theme.square(label.tone, geometry.board.colour(*square));
        buffer.set_style(part.area, style);
        let Some(line) = part.text_line else { continue };
        let letters = square_text(label, is_cursor, columns, geometry.text_width, theme);
        let style = if is_cursor { style.patch(theme.style(Tone::Chosen)) } else { style };
        buffer.set_stringn(part.area.x, line, letters, columns.into(), style);
    }
}

/// The visible area of a square.
struct VisiblePart {
    area: Rect,
    /// The line of its text, if the whole text is visible: half a number is another number.
    text_line: Option<u16>,
}

fn visible_part(
    geometry: &Geometry,
    square: Square,
    columns: u16,
    lines: u16,
) -> Option<VisiblePart> {
    let (x, y) = geometry.corner(geometry.board.coord(square))?;
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
    Some(VisiblePart { area: Rect { x, y, width, height }, text_line })
}

/// Returns the text of a square, padded to its width. The last letter is a symbol, or a space.
fn square_text(
    label: &Label,
    is_cursor: bool,
    columns: u16,
    text_width: u16,
    theme: TerminalTheme,
) -> String {
    let text: &str = match label.text.trim() {
        "" if theme.has_colour() => "",
        "" => symbol(label.tone).unwrap_or("·"),
        text => text,
    };
    let columns = usize::from(columns);
    let right = right_margin(columns, text_width);
    let text = format!("{text:>width$}", width = columns.saturating_sub(right));
    let mut letters: Vec<char> = text.chars().take(columns - 1).collect();
    letters.resize(columns, ' ');
    // The cursor also has a style; one bracket alone would be confusing, and the knight has a symbol
    // of its own.
    let has_room = letters[0] == ' ' && !label.text.starts_with(KNIGHT);
    if is_cursor && has_room {
        (letters[0], letters[columns - 1]) = ('[', ']');
    } else if !theme.has_colour() && label.text.chars().all(|letter| letter.is_ascii_digit()) {
        let end = letters.iter().rposition(|letter| *letter != ' ').map_or(0, |last| last + 1);
        if let Some(mark) = symbol(label.tone).filter(|_| !label.text.is_empty()) {
            letters[end.min(columns - 1)] = mark.chars().next().unwrap_or(' ');
        }
    }
    letters.into_iter().collect()
}

/// Returns the margin to the right of texts, so that numbers are aligned, and centred in wide squares.
pub(super) fn right_margin(columns: usize, text_width: u16) -> usize {
    1 + columns.saturating_sub(usize::from(text_width) + 1) / 2
}

/// Returns the symbol that replaces a tone if there are no colours.
const fn symbol(tone: Tone) -> Option<&'static str> {
    match tone {
        Tone::Knight => Some("N"),
        Tone::Start => Some("S"),
        Tone::Backtrack => Some("x"),
        Tone::Legal => Some("°"),
        Tone::Winning => Some("+"),
        Tone::Losing => Some("-"),
        Tone::Unknown => Some("?"),
        Tone::Chosen => Some("*"),
        Tone::Plain | Tone::Quiet | Tone::Title | Tone::Key | Tone::Visited => None,
    }
}

/// A grid of braille dots that covers the window.
pub(super) struct Dots {
    columns: usize,
    width: i64,
    height: i64,
    /// The dots of each cell, and the tone with the highest priority.
    letters: Vec<(u8, Tone)>,
}

impl Dots {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let (width, height) = geometry.size();
        let columns = usize::from(geometry.window.width);
        let letters = vec![(0, Tone::Plain); columns * usize::from(geometry.window.height)];
        Self { columns, width, height, letters }
    }

    /// Sets a dot, if it is in the window.
    pub(super) fn set(&mut self, (x, y): Dot, tone: Tone) {
        /// The bits of the dots in a letter, column by column.
        const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return;
        }
        let (x, y) = (x as usize, y as usize);
        let (wide, high) = (usize::from(DOTS_WIDE), usize::from(DOTS_HIGH));
        let letter = &mut self.letters[y / high * self.columns + x / wide];
        letter.0 |= BITS[x % wide][y % high];
        if priority(tone) > priority(letter.1) {
            letter.1 = tone;
        }
    }

    /// Draws a line. The part outside the window costs nothing.
    pub(super) fn line(&mut self, from: Dot, to: Dot, tone: Tone) {
        if from == to {
            return self.set(from, tone);
        }
        let is_beside = |a: i64, b: i64, side: i64| a.max(b) < 0 || a.min(b) >= side;
        if is_beside(from.0, to.0, self.width) || is_beside(from.1, to.1, self.height) {
            return;
        }
        let (wide, high) = (to.0 - from.0, to.1 - from.1);
        let steps = wide.abs().max(high.abs());
        // Only the part in the window is drawn: moves of long leapers at a large scale
        // are long.
        let (start, by, side) = if wide.abs() >= high.abs() {
            (from.0, wide, self.width)
        } else {
            (from.1, high, self.height)
        };
        let (first, last) =
            if by > 0 { (-start, side - 1 - start) } else { (start - side + 1, start) };
        for step in first.max(0)..=last.min(steps) {
            let along = |by: i64| (2 * by * step + steps).div_euclid(2 * steps);
            self.set((from.0 + along(wide), from.1 + along(high)), tone);
        }
    }

    /// Writes the dots into empty cells, except next to text, which must stay readable.
    pub(super) fn write(
        &self,
        geometry: &Geometry,
        buffer: &mut Buffer,
        style: impl Fn(Tone) -> Style,
    ) {
        let window = geometry.window;
        let written = self.letters.iter().enumerate().filter(|(_, (bits, _))| *bits > 0);
        for (at, &(bits, tone)) in written {
            let x = window.x + (at % self.columns) as u16;
            let y = window.y + (at / self.columns) as u16;
            let is_beside_text = [x.saturating_sub(1), x + 1].into_iter().any(|beside| {
                let is_inside = (window.left()..window.right()).contains(&beside);
                is_inside && buffer.cell((beside, y)).is_some_and(|room| is_text(room.symbol()))
            });
            if let Some(room) = buffer.cell_mut((x, y)).filter(|room| room.symbol() == " ")
                && let Some(letter) = char::from_u32(NO_DOTS as u32 + u32::from(bits))
                && !is_beside_text
            {
                room.set_char(letter).set_style(style(tone));
            }
        }
    }
}

/// The braille character without dots, which all others follow.
const NO_DOTS: char = '\u{2800}';

/// Returns true if a cell contains anything but a space or dots.
fn is_text(symbol: &str) -> bool {
    symbol.chars().any(|letter| letter != ' ' && !(NO_DOTS..='\u{28ff}').contains(&letter))
}

/// Returns the priority of a tone where several meet in one cell.
const fn priority(tone: Tone) -> u8 {
    match tone {
        Tone::Plain => 0,
        Tone::Quiet => 1,
        Tone::Visited => 2,
        Tone::Unknown => 3,
        Tone::Legal => 4,
        Tone::Backtrack => 5,
        Tone::Losing => 6,
        Tone::Winning => 7,
        Tone::Start => 8,
        Tone::Title | Tone::Key | Tone::Chosen => 9,
        Tone::Knight => 10,
    }
}
