//! From marks to rows and blocks of rows.

use super::lex::{Mark, Token};
use crate::error::{Fault, ReadError};

/// A row of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The line it begins in.
    pub(super) line: u32,
    /// Where its marks begin.
    pub(super) start: usize,
    /// A bar follows the first mark, and none comes before it.
    pub(super) has_bar_after_first: bool,
    /// A bar comes before the last mark, and none after it.
    pub(super) has_bar_before_last: bool,
}

/// The rows as they stand in the text.
#[derive(Debug, Default)]
pub(super) struct Picture {
    pub(super) marks: Vec<Mark>,
    pub(super) rows: Vec<Row>,
    /// The first row of each block.
    pub(super) blocks: Vec<usize>,
    /// How many file letters stand above or below.
    pub(super) letters: Option<u32>,
}

impl Picture {
    /// The marks of a row.
    pub(super) fn row(&self, at: usize) -> &[Mark] {
        let end = self.rows.get(at + 1).map_or(self.marks.len(), |row| row.start);
        &self.marks[self.rows[at].start..end]
    }
}

pub(super) fn assemble(tokens: &[Token]) -> Result<Picture, ReadError> {
    let style = Style::of(tokens);
    let mut builder = Builder::default();
    for &token in tokens {
        builder.take(token, style);
    }
    builder.end_row();
    let picture = builder.picture;
    if picture.rows.is_empty() {
        return Err(Fault::Empty.into());
    }
    Ok(picture)
}

/// What ends a row.
#[derive(Clone, Copy)]
struct Style {
    brackets: bool,
    semicolons: bool,
}

impl Style {
    fn of(tokens: &[Token]) -> Self {
        let (mut groups, mut lines, mut semicolons) = (0, 0, 0);
        // Has the innermost bracket marks in it?
        let (mut is_inside, mut is_full, mut line_is_full) = (false, false, false);
        for token in tokens {
            match token {
                Token::Open => (is_inside, is_full) = (true, false),
                Token::Close => {
                    if is_inside && is_full {
                        groups += 1;
                    }
                    is_inside = false;
                }
                Token::Mark(_) => {
                    is_full = true;
                    if !line_is_full {
                        lines += 1;
                    }
                    line_is_full = true;
                }
                Token::Line(_) => line_is_full = false,
                Token::Semicolon => semicolons += 1,
                _ => {}
            }
        }
        Self { brackets: groups > 1, semicolons: lines == 1 && semicolons > 0 }
    }
}

#[derive(Default)]
struct Builder {
    picture: Picture,
    line: u32,
    /// The row in the making: marks so far, and where its bars are.
    count: usize,
    /// How many marks came before its first bar, and before its last.
    bars: Option<(usize, usize)>,
    /// Brackets closed since the last row ended.
    closed: u32,
    is_block_over: bool,
}

impl Builder {
    fn take(&mut self, token: Token, style: Style) {
        match token {
            Token::Mark(mark) => self.mark(mark),
            Token::Bar => {
                let first = self.bars.map_or(self.count, |(first, _)| first);
                self.bars = Some((first, self.count));
            }
            Token::Close => {
                if style.brackets {
                    self.end_row();
                }
                self.closed += 1;
                // Two levels of brackets closed at once end a block of rows.
                self.is_block_over |= style.brackets && self.closed > 1;
            }
            Token::Break => self.end_row(),
            Token::Semicolon if style.semicolons => self.end_row(),
            Token::Line(line) => {
                if !style.brackets {
                    self.end_row();
                }
                self.line = line;
            }
            Token::Blank if !style.brackets => {
                self.end_row();
                self.is_block_over = true;
            }
            Token::Open | Token::Semicolon | Token::Blank => {}
            Token::Letters(letters) => {
                self.end_row();
                self.picture.letters = Some(letters);
            }
            Token::Rule => self.rule(),
        }
    }

    fn mark(&mut self, mark: Mark) {
        if self.count == 0 {
            let rows = self.picture.rows.len();
            if rows == 0 || self.is_block_over {
                self.picture.blocks.push(rows);
            }
            self.is_block_over = false;
            self.closed = 0;
            let start = self.picture.marks.len();
            let (has_bar_after_first, has_bar_before_last) = (false, false);
            let line = self.line;
            self.picture.rows.push(Row { line, start, has_bar_after_first, has_bar_before_last });
        }
        self.count += 1;
        self.picture.marks.push(mark);
    }

    fn end_row(&mut self) {
        if self.count > 0
            && let Some(row) = self.picture.rows.last_mut()
        {
            row.has_bar_after_first = self.bars.is_some_and(|(first, _)| first == 1);
            row.has_bar_before_last = self.bars.is_some_and(|(_, last)| last + 1 == self.count);
            self.closed = 0;
        }
        self.count = 0;
        self.bars = None;
    }

    /// A table's head that is blank names no squares.
    fn rule(&mut self) {
        self.end_row();
        let is_blank = self.picture.marks.iter().all(|&mark| mark == Mark::Unknown);
        if self.picture.rows.len() == 1 && is_blank {
            let letters = self.picture.letters;
            self.picture = Picture { letters, ..Picture::default() };
        }
    }
}
