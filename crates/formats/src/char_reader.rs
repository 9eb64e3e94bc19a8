//! Reads characters with their positions in bounded memory.

use std::io::BufRead;

use crate::error::{Position, ReadError, ReadErrorKind};

/// A reader of characters that never buffers a whole line.
pub(crate) struct CharReader<'a> {
    source: Box<dyn BufRead + 'a>,
    buffer: Vec<u8>,
    at: usize,
    filled: usize,
    /// Whether `peeked` is the next character or the end.
    has_peeked: bool,
    peeked: Option<char>,
    /// The position of the last character that was read.
    position: Position,
    /// The position of the character after it.
    next_position: Position,
}

const BUFFER_BYTES: usize = 1 << 16;

/// The maximum length of a comment that may state the board.
const MAX_COMMENT_BYTES: usize = 1 << 28;

impl<'a> CharReader<'a> {
    pub(crate) fn new(source: Box<dyn BufRead + 'a>) -> Result<Self, ReadError> {
        let start = Position::new(1, 1);
        let mut chars = Self {
            source,
            buffer: vec![0; BUFFER_BYTES],
            at: 0,
            filled: 0,
            has_peeked: false,
            peeked: None,
            position: start,
            next_position: start,
        };
        if chars.peek()? == Some('\u{feff}') {
            chars.has_peeked = false;
        }
        Ok(chars)
    }

    /// Returns the position of the last character that was read.
    pub(crate) const fn position(&self) -> Position {
        self.position
    }

    /// Returns an error at the last character that was read.
    pub(crate) fn error(&self, kind: impl Into<ReadErrorKind>) -> ReadError {
        ReadError::new(self.position, kind)
    }

    /// Reads a character; `None` at the end.
    #[inline]
    pub(crate) fn next_char(&mut self) -> Result<Option<char>, ReadError> {
        let next = self.peek()?;
        self.has_peeked = false;
        self.position = self.next_position;
        match next {
            Some('\n') => self.next_position = Position::new(self.next_position.line + 1, 1),
            Some(_) => self.next_position.column += 1,
            None => {}
        }
        Ok(next)
    }

    /// Reads a digit from 1 to 9 if one is next in the buffer. `None` does not mean that none follows.
    #[inline]
    pub(crate) fn next_buffered_digit(&mut self) -> Option<u8> {
        let byte = *self.buffer[..self.filled].get(self.at)?;
        if self.has_peeked || !matches!(byte, b'1'..=b'9') {
            return None;
        }
        self.at += 1;
        self.position = self.next_position;
        self.next_position.column += 1;
        Some(byte - b'0')
    }

    /// Puts back the digit that [`Self::next_buffered_digit`] returned last.
    pub(crate) const fn put_back_digit(&mut self) {
        self.at -= 1;
        self.next_position = self.position;
    }

    /// Returns the next character without reading it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Option<char>, ReadError> {
        if !self.has_peeked {
            self.peeked = self.decode()?;
            self.has_peeked = true;
        }
        Ok(self.peeked)
    }

    /// Reads the rest of the line, without its end.
    pub(crate) fn rest_of_line(&mut self) -> Result<String, ReadError> {
        let mut rest = String::new();
        while let Some(c) = self.peek()?.filter(|&c| c != '\n') {
            self.next_char()?;
            if rest.len() >= MAX_COMMENT_BYTES {
                return Err(self.error(ReadErrorKind::LongComment));
            }
            rest.push(c);
        }
        Ok(rest)
    }

    /// Skips the rest of the line, but not its end.
    pub(crate) fn skip_line(&mut self) -> Result<(), ReadError> {
        while self.peek()?.is_some_and(|c| c != '\n') {
            self.next_char()?;
        }
        Ok(())
    }

    #[inline]
    fn decode(&mut self) -> Result<Option<char>, ReadError> {
        match self.next_byte()? {
            None => Ok(None),
            Some(0) => Err(ReadError::new(self.next_position, ReadErrorKind::Binary)),
            Some(byte) if byte < 0x80 => Ok(Some(char::from(byte))),
            Some(byte) => self.decode_wide(byte).map(Some),
        }
    }

    /// Decodes a character whose first byte is not ASCII.
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
        decoded.ok_or_else(|| ReadError::new(self.next_position, ReadErrorKind::Binary))
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
    fn positions_count_characters_and_lines() {
        let mut chars = CharReader::new(Box::new("\u{feff}a→b\n→cé𝄞".as_bytes())).unwrap();
        let mut found = Vec::new();
        while let Some(c) = chars.next_char().unwrap() {
            found.push((c, chars.position().line, chars.position().column));
        }
        let expected =
            [('a', 1, 1), ('→', 1, 2), ('b', 1, 3), ('\n', 1, 4), ('→', 2, 1), ('c', 2, 2)];
        assert_eq!(found[..6], expected);
        assert_eq!(found[6..], [('é', 2, 3), ('𝄞', 2, 4)]);
    }

    #[test]
    fn invalid_bytes_are_errors_at_their_position() {
        for bytes in [&b"ab\0"[..], b"ab\xff\xfe", b"ab\xe2\x86", b"ab\x80"] {
            let mut chars = CharReader::new(Box::new(bytes)).unwrap();
            assert_eq!(chars.next_char().unwrap(), Some('a'));
            assert_eq!(chars.next_char().unwrap(), Some('b'));
            let error = chars.next_char().unwrap_err();
            assert!(matches!(error.kind(), ReadErrorKind::Binary));
            assert_eq!(error.position(), Some(Position::new(1, 3)));
        }
    }

    /// Returns its errors one after another, then bytes.
    struct Failing(Vec<std::io::ErrorKind>);

    impl std::io::Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if let Some(kind) = self.0.pop() {
                return Err(kind.into());
            }
            buffer[0] = b'a';
            Ok(1)
        }
    }

    #[test]
    fn only_interrupted_reads_are_repeated() {
        use std::io::{BufReader, ErrorKind};
        let chars = |errors: &[ErrorKind]| {
            CharReader::new(Box::new(BufReader::with_capacity(1, Failing(errors.to_vec()))))
        };
        assert_eq!(chars(&[ErrorKind::Interrupted; 2]).unwrap().next_char().unwrap(), Some('a'));
        assert!(chars(&[ErrorKind::ConnectionReset]).is_err());
    }
}
