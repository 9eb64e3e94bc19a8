//! Characters of a source one by one, with their places, in bounded memory.

use std::io::BufRead;

use crate::error::{Fault, Position, ReadError};

/// Reads characters from a source without ever holding a whole line.
pub(crate) struct Chars<'a> {
    source: Box<dyn BufRead + 'a>,
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
    /// Was the next character, or the end, looked at and not taken?
    has_peeked: bool,
    peeked: Option<char>,
    /// The place of the character taken last, and of the one after it.
    taken: Position,
    next: Position,
}

const PIECE: usize = 1 << 16;

/// Comments that may describe the board are kept up to this length.
const LONGEST_COMMENT: usize = 1 << 28;

impl<'a> Chars<'a> {
    pub(crate) fn new(source: Box<dyn BufRead + 'a>) -> Result<Self, ReadError> {
        let start = Position::new(1, 1);
        let mut chars = Self {
            source,
            buffer: vec![0; PIECE],
            at: 0,
            filled: 0,
            has_peeked: false,
            peeked: None,
            taken: start,
            next: start,
        };
        if chars.peek()? == Some('\u{feff}') {
            chars.has_peeked = false;
        }
        Ok(chars)
    }

    /// The place of the character taken last.
    pub(crate) const fn position(&self) -> Position {
        self.taken
    }

    /// A fault at the character taken last.
    pub(crate) fn fault(&self, fault: impl Into<Fault>) -> ReadError {
        ReadError::new(self.taken, fault.into())
    }

    /// Takes a character; `None` at the end.
    #[inline]
    pub(crate) fn take(&mut self) -> Result<Option<char>, ReadError> {
        let taken = self.peek()?;
        self.has_peeked = false;
        self.taken = self.next;
        match taken {
            Some('\n') => self.next = Position::new(self.next.line + 1, 1),
            Some(_) => self.next.column += 1,
            None => {}
        }
        Ok(taken)
    }

    /// Takes a digit from 1 to 9 if one is at hand; `None` says nothing of what comes next.
    #[inline]
    pub(crate) fn take_digit(&mut self) -> Option<u8> {
        let byte = *self.buffer[..self.filled].get(self.at)?;
        if self.has_peeked || !matches!(byte, b'1'..=b'9') {
            return None;
        }
        self.at += 1;
        self.taken = self.next;
        self.next.column += 1;
        Some(byte - b'0')
    }

    /// Takes it back: the digit that was taken last.
    pub(crate) const fn untake_digit(&mut self) {
        self.at -= 1;
        self.next = self.taken;
    }

    /// Looks at the next character.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Option<char>, ReadError> {
        if !self.has_peeked {
            self.peeked = self.decode()?;
            self.has_peeked = true;
        }
        Ok(self.peeked)
    }

    /// Takes the rest of the line, without its end.
    pub(crate) fn rest_of_line(&mut self) -> Result<String, ReadError> {
        let mut rest = String::new();
        while let Some(c) = self.peek()?.filter(|&c| c != '\n') {
            self.take()?;
            if rest.len() >= LONGEST_COMMENT {
                return Err(self.fault(Fault::LongComment));
            }
            rest.push(c);
        }
        Ok(rest)
    }

    /// Skips the rest of the line, but not its end.
    pub(crate) fn skip_line(&mut self) -> Result<(), ReadError> {
        while self.peek()?.is_some_and(|c| c != '\n') {
            self.take()?;
        }
        Ok(())
    }

    #[inline]
    fn decode(&mut self) -> Result<Option<char>, ReadError> {
        match self.next_byte()? {
            None => Ok(None),
            Some(0) => Err(ReadError::new(self.next, Fault::Binary)),
            Some(byte) if byte < 0x80 => Ok(Some(char::from(byte))),
            Some(byte) => self.decode_wide(byte).map(Some),
        }
    }

    /// The character that begins with a byte beyond ASCII.
    fn decode_wide(&mut self, first: u8) -> Result<char, ReadError> {
        let mut bytes = [first, 0, 0, 0];
        let length = match first {
            0xc0..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf7 => 4,
            _ => 1,
        };
        for byte in &mut bytes[1..length] {
            *byte = self.next_byte()?.unwrap_or(0);
        }
        let decoded = std::str::from_utf8(&bytes[..length]).ok().and_then(|s| s.chars().next());
        decoded.ok_or_else(|| ReadError::new(self.next, Fault::Binary))
    }

    #[inline]
    fn next_byte(&mut self) -> Result<Option<u8>, ReadError> {
        if self.at == self.filled {
            self.filled = loop {
                match self.source.read(&mut self.buffer) {
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    read => break read?,
                }
            };
            self.at = 0;
            if self.filled == 0 {
                return Ok(None);
            }
        }
        self.at += 1;
        Ok(Some(self.buffer[self.at - 1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_and_lines() {
        let mut chars = Chars::new(Box::new("\u{feff}a→b\n→c".as_bytes())).unwrap();
        let mut places = Vec::new();
        while let Some(c) = chars.take().unwrap() {
            places.push((c, chars.position().line, chars.position().column));
        }
        let expected =
            [('a', 1, 1), ('→', 1, 2), ('b', 1, 3), ('\n', 1, 4), ('→', 2, 1), ('c', 2, 2)];
        assert_eq!(places, expected);
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_where_they_stand() {
        for bytes in [&b"ab\0"[..], b"ab\xff\xfe", b"ab\xe2\x86"] {
            let mut chars = Chars::new(Box::new(bytes)).unwrap();
            assert_eq!(chars.take().unwrap(), Some('a'));
            assert_eq!(chars.take().unwrap(), Some('b'));
            let error = chars.take().unwrap_err();
            assert!(matches!(error.fault(), Fault::Binary));
            assert_eq!(error.position(), Some(Position::new(1, 3)));
        }
    }
}
