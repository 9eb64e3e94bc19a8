//! From marks to rows and blocks of rows.

use std::ops::Range;

use caracole_core::Board;

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

    /// The tours of the text, each with its own rows: of a given board as many rows as it has, else
    /// one block of rows each if every block contains step 1. Otherwise the blocks are the levels
    /// of a box, or rows written with blank lines between them.
    pub(super) fn split(self, given: Option<&Board>) -> Vec<Self> {
        let blocks = self.blocks.len();
        let levels = match given {
            Some(board) => board.levels() as usize,
            None => 1,
        };
        let are_tours = match given {
            Some(board) => {
                let ranks = board.ranks() as usize;
                self.rows.len() != ranks * levels
                    && blocks.is_multiple_of(levels)
                    && (0..blocks).all(|at| self.block(at).len() == ranks)
            }
            None => {
                (0..blocks).all(|at| self.block(at).any(|row| self.row(row).iter().any(is_first)))
            }
        };
        if blocks <= levels || !are_tours {
            return vec![self];
        }
        let tour = |first: usize| {
            let mut tour = Self { letters: self.letters, ..Self::default() };
            for at in first..first + levels {
                tour.blocks.push(tour.rows.len());
                for row in self.block(at) {
                    tour.rows.push(Row { start: tour.marks.len(), ..self.rows[row] });
                    tour.marks.extend_from_slice(self.row(row));
                }
            }
            tour
        };
        (0..blocks).step_by(levels).map(tour).collect()
    }

    /// The rows of a block.
    fn block(&self, at: usize) -> Range<usize> {
        self.blocks[at]..self.blocks.get(at + 1).copied().unwrap_or(self.rows.len())
    }
}

/// Returns true for step 1, which every tour has, whether it counts from 0 or from 1.
const fn is_first(mark: &Mark) -> bool {
    matches!(mark, Mark::Number(1) | Mark::Visit { step: 1, .. })
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
