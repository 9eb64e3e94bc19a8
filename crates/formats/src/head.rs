//! The comments that say which board and piece a file is for.

use std::io;

use caracole_core::{Board, Kind, Leaper, Piece};

use crate::ReadHint;
use crate::error::Fault;
use crate::sink::Sink;

/// What the lines `# board 8x8`, `# leaper 2,3`, `# closed`, `# open`, `# path` and `# knights 2`
/// say. Each comes at most once; other comments are free text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head {
    board: Option<Board>,
    leapers: Vec<Leaper>,
    kind: Kind,
    knights: Option<u32>,
    is_path: bool,
    /// The keys read so far, each with its line.
    seen: Vec<(&'static str, u64)>,
}

impl Head {
    /// Reads a comment without its `#`. Comments about something else are left alone.
    pub(crate) fn comment(&mut self, comment: &str, line: u64) -> Result<(), Fault> {
        let comment = comment.trim();
        let (word, rest) = comment.split_once([' ', '\t']).unwrap_or((comment, ""));
        let rest = rest.trim();
        let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        match word {
            "closed" if rest.is_empty() => {
                self.once("closed", &["closed", "open"], line)?;
                self.kind = Kind::Closed;
            }
            "open" if rest.is_empty() => {
                self.once("open", &["closed", "open"], line)?;
                self.kind = Kind::Open;
            }
            "path" if rest.is_empty() => {
                self.once("path", &["path", "knights"], line)?;
                self.is_path = true;
            }
            "knights" if !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.once("knights", &["path", "knights"], line)?;
                self.knights = Some(rest.parse().map_err(|_| Fault::TooManyKnights)?);
            }
            // "board of my grandfather" is a remark.
            "board" if rest.contains(|c: char| c.is_ascii_digit()) && !rest.contains(' ') => {
                self.once("board", &["board"], line)?;
                self.board = Some(rest.parse()?);
            }
            "leaper" if is_number(rest) => {
                self.once("leaper", &["leaper"], line)?;
                for leaper in rest.split_whitespace() {
                    self.leapers.push(leaper.parse()?);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes a key, unless an earlier line has one of `rivals`.
    fn once(&mut self, key: &'static str, rivals: &[&str], line: u64) -> Result<(), Fault> {
        if let Some(&(first, at)) = self.seen.iter().find(|(seen, _)| rivals.contains(seen)) {
            return Err(Fault::SecondHeadLine { key, first, at });
        }
        self.seen.push((key, line));
        Ok(())
    }

    /// The board; the hint takes precedence over the file.
    pub(crate) fn board(&self, hint: &ReadHint) -> Option<Board> {
        hint.board.clone().or_else(|| self.board.clone())
    }

    /// The kind of tour that the file asks for or contains.
    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of knights whose paths the file contains, if it says so.
    pub(crate) const fn knights(&self) -> Option<u32> {
        self.knights
    }

    /// Returns true if the file contains a path that need not visit every square.
    pub(crate) const fn is_path(&self) -> bool {
        self.is_path
    }

    /// The piece of the hint, else of the file, else the knight.
    pub(crate) fn piece(&self, hint: &ReadHint) -> Piece {
        let given = hint.piece.clone();
        given.or_else(|| Piece::new(self.leapers.iter().copied())).unwrap_or_default()
    }
}

/// Writes the line for the board, and the one for the piece if it is not the knight.
pub(crate) fn write(
    sink: &mut Sink<'_>,
    mark: &str,
    board: &Board,
    piece: &Piece,
) -> io::Result<()> {
    use io::Write as _;
    writeln!(sink, "{mark} board {board}")?;
    write_piece(sink, mark, piece)
}

/// Writes the line for the kind of tours, if not any will do.
pub(crate) fn write_kind(sink: &mut Sink<'_>, mark: &str, kind: Kind) -> io::Result<()> {
    use io::Write as _;
    match kind {
        Kind::Any => Ok(()),
        Kind::Closed => writeln!(sink, "{mark} closed"),
        Kind::Open => writeln!(sink, "{mark} open"),
    }
}

/// Writes the line for the piece if it is not the knight.
pub(crate) fn write_piece(sink: &mut Sink<'_>, mark: &str, piece: &Piece) -> io::Result<()> {
    if piece.is_knight() {
        return Ok(());
    }
    sink.text(mark)?;
    sink.text(" leaper")?;
    for leaper in piece.leapers() {
        sink.text(&format!(" {leaper}"))?;
    }
    sink.byte(b'\n')
}

/// Writes the line that marks a path that need not visit every square.
pub(crate) fn write_path(sink: &mut Sink<'_>) -> io::Result<()> {
    sink.text("# path\n")
}
