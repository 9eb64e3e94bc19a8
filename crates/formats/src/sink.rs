//! Fast, buffered output.

use std::io::{self, Write};

use caracole_core::{Board, Place, Square};

/// Gathers bytes and hands them on in large pieces.
///
/// A tour of 16 million squares is 16 million small writes; through the formatting machinery
/// they would take longer than finding it.
pub(crate) struct Sink<'a> {
    out: &'a mut dyn Write,
    buffer: Vec<u8>,
}

const PIECE: usize = 1 << 16;

impl<'a> Sink<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, buffer: Vec::with_capacity(PIECE + 64) }
    }

    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())
    }

    pub(crate) fn byte(&mut self, byte: u8) -> io::Result<()> {
        self.buffer.push(byte);
        self.hand_on_if_full()
    }

    /// A number, with spaces before it up to a width.
    pub(crate) fn number(&mut self, mut number: u64, width: usize) -> io::Result<()> {
        let mut digits = [b' '; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.blanks(width.saturating_sub(digits.len() - at))?;
        self.buffer.extend_from_slice(&digits[at..]);
        self.hand_on_if_full()
    }

    pub(crate) fn blanks(&mut self, count: usize) -> io::Result<()> {
        (0..count).try_for_each(|_| self.byte(b' '))
    }

    /// The name of a square, the same as [`Board::name`] gives.
    pub(crate) fn name(&mut self, board: &Board, square: Square) -> io::Result<()> {
        let Place { file, rank, level } = board.place(square);
        let begin = self.buffer.len();
        write!(&mut self.buffer, "{file}")?;
        if self.buffer.len() - begin > 4 {
            self.buffer.truncate(begin);
            self.number(u64::from(file.index()), 0)?;
            self.byte(b',')?;
            self.number(u64::from(rank.index()), 0)?;
        } else {
            self.number(u64::from(rank.index()) + 1, 0)?;
        }
        if board.is_box() {
            self.byte(b':')?;
            self.number(u64::from(level.index()) + 1, 0)?;
        }
        Ok(())
    }

    fn hand_on_if_full(&mut self) -> io::Result<()> {
        if self.buffer.len() < PIECE { Ok(()) } else { self.hand_on() }
    }

    fn hand_on(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        self.hand_on_if_full()?;
        Ok(bytes.len())
    }

    /// Nothing reaches the receiver before this is called.
    fn flush(&mut self) -> io::Result<()> {
        self.hand_on()?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_board() {
        for text in ["8x8", "702x3", "box:3x4x5", "475260x2", "2x475260", "1x1"] {
            let board: Board = text.parse().unwrap();
            let squares = [0, 1, 2, board.area() / 2, board.area() - 1];
            for square in squares.map(|at| Square::from_index(at.min(board.area() - 1))) {
                let mut out = Vec::new();
                let mut sink = Sink::new(&mut out);
                sink.name(&board, square).unwrap();
                sink.flush().unwrap();
                assert_eq!(String::from_utf8(out).unwrap(), board.name(square));
            }
        }
    }
}
