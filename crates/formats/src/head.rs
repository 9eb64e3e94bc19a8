//! The comments that say which board and piece a file is for.

use std::io;

use caracole_core::{Board, Kind, Leaper, Piece};

use crate::ReadHint;
use crate::error::Fault;
use crate::sink::Sink;

/// What `# board 8x8`, `# leaper 2,3`, `# closed` and `# open` say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head {
    board: Option<Board>,
    leapers: Vec<Leaper>,
    kind: Kind,
}

impl Head {
    /// Reads a comment without its `#`. Comments that are about something else are left alone.
    pub(crate) fn comment(&mut self, comment: &str) -> Result<(), Fault> {
        let Some((word, rest)) = comment.trim().split_once([' ', '\t']) else {
            match comment.trim() {
                "closed" => self.kind = Kind::Closed,
                "open" => self.kind = Kind::Open,
                _ => {}
            }
            return Ok(());
        };
        let rest = rest.trim();
        match word {
            // "board of my grandfather" is a remark.
            "board" if rest.contains(|c: char| c.is_ascii_digit()) && !rest.contains(' ') => {
                self.board = Some(rest.parse()?);
            }
            "leaper" if rest.starts_with(|c: char| c.is_ascii_digit()) => {
                for leaper in rest.split_whitespace() {
                    self.leapers.push(leaper.parse()?);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The board: what the user gives comes before what the file says.
    pub(crate) fn board(&self, hint: &ReadHint) -> Option<Board> {
        hint.board.clone().or_else(|| self.board.clone())
    }

    /// Which tours a puzzle asks for.
    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    /// The piece: the user's, the file's, the knight.
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
