//! Header comments: the board, the piece and the kind of tour of a file.

use std::io::{self, Write as _};

use caracole_core::{Board, Kind, Leaper, Piece};

use crate::ReadHint;
use crate::char_reader::CharReader;
use crate::error::{Position, ReadError, ReadErrorKind};
use crate::output::Output;

/// The content of the comments `# board 8x8`, `# leaper 2,3`, `# piece king`, `# moves 1,2;-1,2`, `# closed`,
/// `# open`, `# path`, `# knights 2` and `# convention directed tours`, in upper or lower case, with a colon after the
/// first word or without. Each occurs at most once; other comments are free text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Header {
    board: Option<Board>,
    piece: Option<Piece>,
    kind: Kind,
    knights: Option<u32>,
    is_path: bool,
    convention: Option<String>,
    /// The keys read so far, each with its line.
    keys: Vec<(&'static str, u64)>,
}

impl Header {
    /// Reads a comment without its `#`. Ignores free text.
    pub(crate) fn read_comment(&mut self, comment: &str, line: u64) -> Result<(), ReadErrorKind> {
        let comment = comment.trim();
        let end = comment.find(|c: char| !c.is_alphanumeric()).unwrap_or(comment.len());
        let (word, rest) = comment.split_at(end);
        let after_colon = rest.trim_start().strip_prefix(':').map(str::trim);
        if after_colon.is_none() && !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            return Ok(());
        }
        let rest = after_colon.unwrap_or_else(|| rest.trim());
        // A colon, a number or a single word makes a value of what follows.
        let is_number = rest.starts_with(|c: char| c.is_ascii_digit());
        let is_value = !rest.is_empty() && (after_colon.is_some() || is_number);
        let is_word = !rest.is_empty() && !rest.contains(char::is_whitespace);
        match word.to_ascii_lowercase().as_str() {
            "closed" if rest.is_empty() => {
                self.insert_key("closed", &["closed", "open"], line)?;
                self.kind = Kind::Closed;
            }
            "open" if rest.is_empty() => {
                self.insert_key("open", &["closed", "open"], line)?;
                self.kind = Kind::Open;
            }
            "path" if rest.is_empty() => {
                self.insert_key("path", &["path", "knights"], line)?;
                self.is_path = true;
            }
            "knights" if !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.insert_key("knights", &["path", "knights"], line)?;
                self.knights = Some(rest.parse().map_err(|_| ReadErrorKind::TooManyKnights)?);
            }
            // "board of my grandfather" is free text.
            "board"
                if is_value
                    || rest.starts_with("graph:")
                    || (is_word || names_board(rest)) && has_digit(rest) =>
            {
                self.insert_key("board", &["board"], line)?;
                self.board = Some(rest.parse()?);
            }
            "leaper" | "leapers" if is_value || is_word => {
                self.insert_key("leaper", &["leaper"], line)?;
                for leaper in rest.split_whitespace() {
                    self.add_piece(&leaper.parse::<Leaper>()?.into());
                }
            }
            // "piece of cake" is free text.
            "piece" if is_value || is_word => {
                self.insert_key("piece", &["piece"], line)?;
                self.add_piece(&rest.parse()?);
            }
            "moves" if is_value && rest.contains(',') || is_list_of_moves(rest) => {
                self.insert_key("moves", &["moves"], line)?;
                self.add_piece(&Piece::parse_moves(rest)?);
            }
            "convention" if rest.starts_with("directed ") || rest.starts_with("undirected ") => {
                self.insert_key("convention", &["convention"], line)?;
                self.convention = Some(rest.to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds the moves of a piece to those of earlier lines.
    fn add_piece(&mut self, piece: &Piece) {
        self.piece =
            Some(self.piece.as_ref().map_or_else(|| piece.clone(), |one| one.union(piece)));
    }

    /// Reads the rest of a line after its `#`.
    pub(crate) fn read_line(&mut self, chars: &mut CharReader<'_>) -> Result<(), ReadError> {
        let comment = chars.rest_of_line()?;
        let line = chars.position().line;
        let read = self.read_comment(&comment, line);
        read.map_err(|kind| ReadError::new(Position::line(line), kind))
    }

    /// Inserts a key, unless an earlier line has one of the `exclusive` keys.
    fn insert_key(
        &mut self,
        key: &'static str,
        exclusive: &[&str],
        line: u64,
    ) -> Result<(), ReadErrorKind> {
        if let Some(&(first, at)) = self.keys.iter().find(|(other, _)| exclusive.contains(other)) {
            return Err(ReadErrorKind::RepeatedHeader { key, first, at });
        }
        self.keys.push((key, line));
        Ok(())
    }

    /// Returns the board of the hint, else of the file.
    pub(crate) fn board(&self, hint: &ReadHint) -> Option<Board> {
        hint.board.clone().or_else(|| self.board.clone())
    }

    /// Returns the kind of tour that the file requires or contains.
    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the number of knights, if the file states it.
    pub(crate) const fn knights(&self) -> Option<u32> {
        self.knights
    }

    /// Returns which tours were counted or listed, if the file states it.
    pub(crate) fn convention(&self) -> Option<&str> {
        self.convention.as_deref()
    }

    /// Returns true if the file contains a path that need not visit every square.
    pub(crate) const fn is_path(&self) -> bool {
        self.is_path
    }

    /// Returns the piece of the hint, else of the file, else the knight.
    pub(crate) fn piece(&self, hint: &ReadHint) -> Piece {
        hint.piece.clone().or_else(|| self.piece.clone()).unwrap_or_default()
    }
}

/// Returns true for a few words with a size among them, such as `torus 4x4`.
fn names_board(text: &str) -> bool {
    let is_size = |word: &str| {
        let sides = word.split_once(['x', 'X']);
        sides.is_some_and(|(files, ranks)| files.ends_with(is_digit) && ranks.starts_with(is_digit))
    };
    text.split_whitespace().count() < 4 && text.split_whitespace().any(is_size)
}

/// Returns true for offsets such as `-1,2;1,2`.
fn is_list_of_moves(text: &str) -> bool {
    text.contains(',')
        && text.chars().all(|c| is_digit(c) || matches!(c, '-' | '+' | ',' | ';' | ' '))
}

fn has_digit(text: &str) -> bool {
    text.contains(is_digit)
}

const fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Writes the comment with the board, and the one with the piece if it is not the knight.
pub(crate) fn write(
    out: &mut Output<'_>,
    mark: &str,
    board: &Board,
    piece: &Piece,
) -> io::Result<()> {
    writeln!(out, "{mark} board {board}")?;
    write_piece(out, mark, piece)
}

/// Writes the comment with the kind of tour, unless any kind is allowed.
pub(crate) fn write_kind(out: &mut Output<'_>, mark: &str, kind: Kind) -> io::Result<()> {
    match kind {
        Kind::Any => Ok(()),
        Kind::Closed => writeln!(out, "{mark} closed"),
        Kind::Open => writeln!(out, "{mark} open"),
    }
}

/// Writes the comment with the piece if it is not the knight.
pub(crate) fn write_piece(out: &mut Output<'_>, mark: &str, piece: &Piece) -> io::Result<()> {
    if piece.is_knight() {
        return Ok(());
    }
    let leapers: Vec<_> = piece.leapers().map(|leaper| leaper.to_string()).collect();
    if !leapers.is_empty() {
        writeln!(out, "{mark} leaper {}", leapers.join(" "))?;
    }
    if piece.moves().next().is_some() {
        writeln!(out, "{mark} moves {}", piece.moves_text())?;
    }
    Ok(())
}

/// Writes the comment with the number of knights.
pub(crate) fn write_knights(out: &mut Output<'_>, knights: usize) -> io::Result<()> {
    writeln!(out, "# knights {knights}")
}

/// Writes the comment that marks a path that need not visit every square.
pub(crate) fn write_path(out: &mut Output<'_>) -> io::Result<()> {
    out.write_str("# path\n")
}
