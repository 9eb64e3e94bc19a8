//! `squares`: the names of the squares in order.
//!
//! ```text
//! # board 8x8
//! a1 b3 c5 ...
//! ```
//!
//! Written on one line, after comments with the board, and with the leaper if it is not the knight.
//! Each of several knights has a line.
//!
//! Read with blanks, commas, semicolons, brackets, quotes, bars, dashes or arrows between the
//! squares. A square is `a1`, as a move in chess notation `Na1`, on boxes `a1:3`, or a pair `x,y` from `0,0` = `a1`. A number with a dot
//! or a bracket after it, such as `17.` or `17)`, numbers the next item and is skipped. `#` begins a
//! comment. A file may contain several tours, one per line. A tour may also take several lines: it
//! ends with the line in which it has as many squares as the board, or before a blank line.

use caracole_core::{Board, Coord, Square, SquareError, shorten};
use caracole_verify::{Cover, SimplePath, Tour};

use crate::WriteError;
use crate::bounding_box::BoundingBox;
use crate::char_reader::CharReader;
use crate::error::{Position, ReadError, ReadErrorKind};
use crate::header::{self, Header};
use crate::output::{Output, for_each_places};
use crate::read::ReadHint;

pub(crate) fn write_tour(out: &mut Output<'_>, tour: &Tour) -> Result<(), WriteError> {
    header::write(out, "#", tour.board(), tour.piece())?;
    out.write_list(tour.len(), 36, |steps, text| {
        let mut is_first = steps.start == 0;
        for_each_places(tour, steps.start + 1, steps.end - steps.start, |places| {
            for &place in places {
                if !is_first {
                    text.push_byte(b' ');
                }
                is_first = false;
                text.push_square(tour.board(), place);
            }
        });
    })?;
    Ok(out.write_byte(b'\n')?)
}

/// Writes a path that need not visit every square.
pub(crate) fn write_path(out: &mut Output<'_>, path: &SimplePath) -> Result<(), WriteError> {
    header::write(out, "#", path.board(), path.piece())?;
    header::write_path(out)?;
    write_line(out, path.board(), path.squares())
}

/// Writes the paths of several knights.
pub(crate) fn write_cover(out: &mut Output<'_>, cover: &Cover) -> Result<(), WriteError> {
    header::write(out, "#", cover.board(), cover.piece())?;
    header::write_knights(out, cover.knights())?;
    cover.paths().iter().try_for_each(|path| write_line(out, cover.board(), path.iter()))
}

fn write_line(
    out: &mut Output<'_>,
    board: &Board,
    squares: impl Iterator<Item = Square>,
) -> Result<(), WriteError> {
    for (square, at) in squares.zip(0_u64..) {
        if at > 0 {
            out.write_byte(b' ')?;
        }
        out.write_name(board, square)?;
    }
    Ok(out.write_byte(b'\n')?)
}

/// Reads the header. If neither the hint nor the header states the board, infers it from all
/// squares of the file.
pub(crate) fn read_header(
    mut reader: SquareReader<'_>,
    hint: &ReadHint,
) -> Result<(Board, Header), ReadError> {
    // The names of a graph are not known before its header is read.
    reader.read_comments()?;
    if let Some(board) = reader.header.board(hint).filter(|board| board.graph().is_some()) {
        return Ok((board, reader.header));
    }
    let mut next = reader.next_place()?;
    if next.is_none() {
        return Err(ReadErrorKind::Empty.into());
    }
    if let Some(board) = reader.header.board(hint) {
        return Ok((board, reader.header));
    }
    let mut bounds = BoundingBox::default();
    while next.is_some() {
        while let Some((place, has_level)) = next {
            let added = bounds.add(place, has_level);
            added.map_err(|kind| ReadError::new(reader.name_position, kind))?;
            next = reader.next_place()?;
        }
        reader.next_tour();
        next = reader.next_place()?;
    }
    Ok((bounds.board()?, reader.header))
}

/// Reads the squares of a file, tour by tour.
pub(crate) struct SquareReader<'a> {
    chars: CharReader<'a>,
    header: Header,
    /// A tour ends with the line in which it has this many squares.
    tour_len: u64,
    /// Squares of this tour, and items of this line.
    tour_squares: u64,
    line_items: u64,
    /// The last item number.
    item: Option<u64>,
    /// The last name and its position. Empty after a separator.
    name: String,
    name_position: Position,
}

impl<'a> SquareReader<'a> {
    pub(crate) fn new(chars: CharReader<'a>, tour_len: u64) -> Self {
        Self {
            chars,
            header: Header::default(),
            tour_len,
            tour_squares: 0,
            line_items: 0,
            item: None,
            name: String::new(),
            name_position: Position::line(1),
        }
    }

    /// Begins the next tour.
    pub(crate) const fn next_tour(&mut self) {
        self.tour_squares = 0;
        self.line_items = 0;
    }

    /// Returns true if anything except comments follows.
    pub(crate) fn has_more(&mut self) -> Result<bool, ReadError> {
        while let Some(c) = self.chars.next_char()? {
            match c {
                '#' => self.chars.skip_line()?,
                _ if c.is_whitespace() => {}
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Reads blank lines and comments before the first square.
    fn read_comments(&mut self) -> Result<(), ReadError> {
        while let Some(c) = self.chars.peek()?.filter(|&c| c == '#' || c.is_whitespace()) {
            self.chars.next_char()?;
            if c == '#' {
                self.header.read_line(&mut self.chars)?;
            }
        }
        Ok(())
    }

    /// Reads the next vertex of this tour of a graph; `None` at its end. White space and commas separate the names.
    fn next_vertex(&mut self, board: &Board) -> Result<Option<Square>, ReadError> {
        loop {
            let Some(c) = self.chars.next_char()? else { return Ok(None) };
            match c {
                '\n' if self.tour_squares > 0 && self.tour_squares >= self.tour_len => {
                    return Ok(None);
                }
                '#' if self.tour_squares == 0 => self.header.read_line(&mut self.chars)?,
                '#' => self.chars.skip_line()?,
                _ if c.is_whitespace() || c == ',' => {}
                _ => {
                    let position = self.chars.position();
                    let mut name = String::from(c);
                    let is_part = |c: &char| !c.is_whitespace() && *c != ',' && *c != '#';
                    while let Some(c) = self.chars.peek()?.filter(is_part) {
                        self.chars.next_char()?;
                        name.push(c);
                    }
                    self.tour_squares += 1;
                    let square = board.parse_square(&name);
                    return square.map(Some).map_err(|error| ReadError::new(position, error));
                }
            }
        }
    }

    /// Reads the next square of this tour; `None` at its end. Accepts holes of the board.
    pub(crate) fn next_square(&mut self, board: &Board) -> Result<Option<Square>, ReadError> {
        if board.graph().is_some() {
            return self.next_vertex(board);
        }
        let Some((place, has_level)) = self.next_place()? else {
            return Ok(None);
        };
        if (has_level || !board.is_box())
            && let Some(square) = board.at(place)
        {
            return Ok(Some(square));
        }
        let error = board.parse_square(&self.name).err();
        let error = error.unwrap_or_else(|| SquareError::Syntax { text: shorten(&self.name) });
        Err(ReadError::new(self.name_position, error))
    }

    /// Checks that the items of a tour are numbered in order, from 0 or 1.
    fn check_item(&mut self, number: Option<u64>) -> Result<(), ReadError> {
        let expected = self.item.map_or(1, |item| item.saturating_add(1));
        let is_first = self.item.is_none() || self.tour_squares == 0;
        let item = number.filter(|&number| number == expected || is_first && number < 2);
        if item.is_none() {
            let kind = ReadErrorKind::ItemNumber { expected };
            return Err(ReadError::new(self.name_position, kind));
        }
        self.item = item;
        Ok(())
    }

    /// Reads the next place of this tour and whether it has a level; `None` at its end.
    fn next_place(&mut self) -> Result<Option<(Coord, bool)>, ReadError> {
        loop {
            let Some(c) = self.chars.next_char()? else {
                return Ok(None);
            };
            match c {
                '\n' => {
                    let is_end = self.line_items == 0 || self.tour_squares >= self.tour_len;
                    if self.tour_squares > 0 && is_end {
                        return Ok(None);
                    }
                    self.line_items = 0;
                }
                '#' if self.tour_squares == 0 => self.header.read_line(&mut self.chars)?,
                '#' => self.chars.skip_line()?,
                // A negative number is not part of a pair. A dash after a square is a separator.
                '-' if self.chars.peek()?.is_some_and(|c| c.is_ascii_digit())
                    && !self.name.ends_with(|c: char| c.is_ascii_digit()) =>
                {
                    let expected = "squares lie at 0,0 or beyond";
                    return Err(self.chars.error(ReadErrorKind::Character { found: c, expected }));
                }
                _ if is_separator(c) => self.name.clear(),
                _ if c.is_ascii_alphanumeric() => {
                    self.line_items += 1;
                    self.name_position = self.chars.position();
                    match read_item(&mut self.chars, c, &mut self.name)? {
                        Item::Square(place, has_level) => {
                            self.tour_squares += 1;
                            return Ok(Some((place, has_level)));
                        }
                        Item::Number(number) => self.check_item(number)?,
                    }
                }
                _ => {
                    let expected = "squares are written as e4, or as x,y from 0,0 = a1";
                    return Err(self.chars.error(ReadErrorKind::Character { found: c, expected }));
                }
            }
        }
    }
}

/// An item of a list: a square and whether it has a level, or a number such as `17.` or `17)`.
enum Item {
    Square(Coord, bool),
    Number(Option<u64>),
}

/// Reads `e4`, `a1:3`, `x,y` or `x, y` into `name`, and returns the place and whether it has a level.
pub(crate) fn read_name(
    chars: &mut CharReader<'_>,
    first: char,
    name: &mut String,
) -> Result<(Coord, bool), ReadError> {
    let position = chars.position();
    name.clear();
    read_word(chars, first, name)?;
    finish_name(chars, position, name)
}

/// Reads a name or an item number.
fn read_item(
    chars: &mut CharReader<'_>,
    first: char,
    name: &mut String,
) -> Result<Item, ReadError> {
    let position = chars.position();
    name.clear();
    read_word(chars, first, name)?;
    if is_number(name) && matches!(chars.peek()?, Some('.' | ')')) {
        chars.next_char()?;
        let number = name.parse().ok();
        name.clear();
        return Ok(Item::Number(number));
    }
    finish_name(chars, position, name).map(|(place, has_level)| Item::Square(place, has_level))
}

/// Reads the second number of a pair, if the name is a number.
fn finish_name(
    chars: &mut CharReader<'_>,
    position: Position,
    name: &mut String,
) -> Result<(Coord, bool), ReadError> {
    if is_number(name) {
        let half_pair =
            |name: &str| ReadError::new(position, ReadErrorKind::HalfPair { text: shorten(name) });
        skip_blanks(chars)?;
        if chars.peek()? != Some(',') {
            return Err(half_pair(name));
        }
        chars.next_char()?;
        skip_blanks(chars)?;
        let Some(second) = chars.peek()?.filter(char::is_ascii_digit) else {
            return Err(half_pair(name));
        };
        chars.next_char()?;
        name.push(',');
        read_word(chars, second, name)?;
    }
    Coord::parse(without_piece(name))
        .ok_or_else(|| ReadError::new(position, SquareError::Syntax { text: shorten(name) }))
}

/// Returns the square of a move in chess notation, such as `Na8`, or the name unchanged. The letter is upper
/// case and the file lower case, unlike in the names of files after `z`.
fn without_piece(name: &str) -> &str {
    let mut letters = name.chars();
    let is_move = letters.next() == Some('N')
        && letters.next().is_some_and(|file| file.is_ascii_lowercase())
        && letters.next().is_some_and(|rank| rank.is_ascii_digit());
    if is_move { &name[1..] } else { name }
}

fn is_number(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Longer than any name. The rest of a longer word is not read.
const MAX_NAME_BYTES: usize = 48;

fn read_word(chars: &mut CharReader<'_>, first: char, name: &mut String) -> Result<(), ReadError> {
    name.push(first);
    while let Some(c) = chars.peek()?.filter(|&c| c.is_ascii_alphanumeric() || c == ':') {
        if name.len() >= MAX_NAME_BYTES {
            break;
        }
        chars.next_char()?;
        name.push(c);
    }
    Ok(())
}

fn skip_blanks(chars: &mut CharReader<'_>) -> Result<(), ReadError> {
    while chars.peek()?.is_some_and(|c| c == ' ' || c == '\t') {
        chars.next_char()?;
    }
    Ok(())
}

/// Returns true for the characters that may stand between squares.
pub(crate) const fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, ',' | ';' | '|' | '"' | '\'' | '`' | '-' | '=')
        || matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>')
        || matches!(c, '→' | '⟶' | '➔' | '➜' | '⇒' | '–' | '—' | '−' | '·' | '•' | '…')
}
