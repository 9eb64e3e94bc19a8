//! Arranges tokens in rows and blocks of rows, and removes rank labels.

use std::collections::HashSet;
use std::ops::Range;

use caracole_core::{Board, Offset, Piece};

use super::lexer::{Mark, Separator, Token};
use crate::error::{ReadError, ReadErrorKind};

/// A row of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The line in which it begins.
    pub(super) line: u32,
    /// The index of its first mark.
    pub(super) start: usize,
    /// Whether a bar follows the first mark, and none precedes it.
    pub(super) has_bar_after_first: bool,
    /// Whether a bar precedes the last mark, and none follows it.
    pub(super) has_bar_before_last: bool,
    /// Whether a separator follows the last mark.
    ends_with_separator: bool,
}

/// The rows of marks in a text.
#[derive(Debug, Default)]
pub(super) struct TextGrid {
    pub(super) marks: Vec<Mark>,
    pub(super) rows: Vec<Row>,
    /// The first row of each block.
    pub(super) blocks: Vec<usize>,
    /// The number of file letters above or below.
    letters: Option<u32>,
}

impl TextGrid {
    /// Returns the marks of a row.
    pub(super) fn row(&self, at: usize) -> &[Mark] {
        let end = self.rows.get(at + 1).map_or(self.marks.len(), |row| row.start);
        &self.marks[self.rows[at].start..end]
    }

    /// Splits the rows into tours: for a given board, as many rows as it has; else one block each, if
    /// every block contains step 1. Otherwise the blocks are one tour: the levels of a box, or rows
    /// with blank lines between them.
    pub(super) fn split(self, given: Option<&Board>) -> Vec<Self> {
        let blocks = self.blocks.len();
        let levels = match given {
            Some(board) => board.levels() as usize,
            None => 1,
        };
        let are_tours = match given {
            Some(board) => {
                let ranks = board.ranks() as usize;
                blocks.is_multiple_of(levels) && (0..blocks).all(|at| self.block(at).len() == ranks)
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

    /// Adds the last square of each row that ends with a separator and is one square shorter than
    /// others. If all rows end so, the separators at their ends separate nothing.
    fn with_last_squares(self) -> Self {
        let lengths = (0..self.rows.len()).map(|at| self.row(at).len());
        let longest = lengths.max().unwrap_or(0);
        let is_short =
            |at: usize| self.rows[at].ends_with_separator && self.row(at).len() + 1 == longest;
        if !(0..self.rows.len()).any(is_short) {
            return self;
        }
        let mut marks = Vec::with_capacity(self.marks.len() + self.rows.len());
        let mut rows = self.rows.clone();
        for (at, row) in rows.iter_mut().enumerate() {
            row.start = marks.len();
            marks.extend_from_slice(self.row(at));
            if is_short(at) {
                marks.push(Mark::Unknown);
            }
        }
        Self { marks, rows, ..self }
    }

    /// Returns the rows of a block.
    fn block(&self, at: usize) -> Range<usize> {
        self.blocks[at]..self.blocks.get(at + 1).copied().unwrap_or(self.rows.len())
    }
}

/// Returns true for step 1, which occurs in every tour, whether it counts from 0 or from 1.
const fn is_first(mark: &Mark) -> bool {
    matches!(mark, Mark::Number(1) | Mark::Visit { step: 1, .. })
}

/// Arranges tokens in rows and blocks.
pub(super) fn parse_rows(tokens: &[Token]) -> Result<TextGrid, ReadError> {
    let delimiters = RowDelimiters::of(tokens);
    let mut builder = Builder::default();
    for &token in tokens {
        builder.push(token, delimiters);
    }
    builder.end_row();
    if builder.grid.rows.is_empty() {
        return Err(ReadErrorKind::Empty.into());
    }
    Ok(builder.grid.with_last_squares())
}

/// The tokens that end a row, besides the end of a line.
#[derive(Clone, Copy)]
struct RowDelimiters {
    brackets: bool,
    semicolons: bool,
}

impl RowDelimiters {
    fn of(tokens: &[Token]) -> Self {
        let (mut groups, mut lines) = (0, 0);
        let mut has_bracket = false;
        // Whether the token is inside a bracket, and whether that and the line contain marks.
        let (mut is_inside, mut is_full, mut line_is_full) = (false, false, false);
        for token in tokens {
            match token {
                Token::Open => (is_inside, is_full, has_bracket) = (true, false, true),
                Token::Close => {
                    has_bracket = true;
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
                Token::Line(_) => (line_is_full, has_bracket) = (false, false),
                // A line of separators is a row of empty squares, unless it closes a bracket.
                Token::Separator(_) if !line_is_full && !has_bracket => {
                    (lines, line_is_full) = (lines + 1, true);
                }
                _ => {}
            }
        }
        Self { brackets: groups > 1, semicolons: lines == 1 }
    }
}

#[derive(Default)]
struct Builder {
    grid: TextGrid,
    line: u32,
    /// The number of marks of the current row.
    row_marks: usize,
    /// The number of marks before its first bar and before its last.
    bars: Option<(usize, usize)>,
    /// The last separator, if no mark follows it.
    separator: Option<Separator>,
    /// Whether only separators follow the last closing bracket.
    is_behind_bracket: bool,
    /// The number of brackets closed since the last row.
    closed_brackets: u32,
    is_block_over: bool,
}

impl Builder {
    fn push(&mut self, token: Token, delimiters: RowDelimiters) {
        match token {
            Token::Mark(mark) => self.push_mark(mark),
            Token::Bar => {
                let first = self.bars.map_or(self.row_marks, |(first, _)| first);
                self.bars = Some((first, self.row_marks));
            }
            Token::Close => {
                self.is_behind_bracket = true;
                if delimiters.brackets {
                    self.end_row();
                }
                self.closed_brackets += 1;
                // Two closing brackets end a block of rows.
                self.is_block_over |= delimiters.brackets && self.closed_brackets > 1;
            }
            Token::Break | Token::Rule => self.end_row(),
            Token::Separator(_) if self.is_behind_bracket && self.row_marks == 0 => {}
            Token::Separator(Separator::Semicolon) if delimiters.semicolons => {
                if self.row_marks == 0 {
                    self.push_mark(Mark::Unknown);
                }
                self.end_row();
            }
            Token::Separator(separator) => {
                if self.row_marks == 0 || self.separator.is_some() {
                    self.push_mark(Mark::Unknown);
                }
                self.separator = Some(separator);
            }
            Token::Line(line) => {
                if !delimiters.brackets {
                    self.end_row();
                }
                self.line = line;
            }
            Token::Blank if !delimiters.brackets => {
                self.end_row();
                self.is_block_over = true;
            }
            Token::Open => self.is_behind_bracket = false,
            Token::Blank => {}
            Token::Letters(letters) => {
                self.end_row();
                self.grid.letters = Some(letters);
            }
            Token::HeadRule => self.end_table_header(),
        }
    }

    fn push_mark(&mut self, mark: Mark) {
        if self.row_marks == 0 {
            let rows = self.grid.rows.len();
            if rows == 0 || self.is_block_over {
                self.grid.blocks.push(rows);
            }
            self.is_block_over = false;
            self.closed_brackets = 0;
            let start = self.grid.marks.len();
            let (has_bar_after_first, has_bar_before_last) = (false, false);
            let (line, ends_with_separator) = (self.line, false);
            self.grid.rows.push(Row {
                line,
                start,
                has_bar_after_first,
                has_bar_before_last,
                ends_with_separator,
            });
        }
        self.separator = None;
        self.is_behind_bracket = false;
        self.row_marks += 1;
        self.grid.marks.push(mark);
    }

    fn end_row(&mut self) {
        if self.separator == Some(Separator::Ampersand) {
            self.push_mark(Mark::Unknown);
        }
        let ends_with_separator = self.separator.take().is_some();
        if self.row_marks > 0
            && let Some(row) = self.grid.rows.last_mut()
        {
            row.has_bar_after_first = self.bars.is_some_and(|(first, _)| first == 1);
            row.has_bar_before_last = self.bars.is_some_and(|(_, last)| last + 1 == self.row_marks);
            row.ends_with_separator = ends_with_separator;
            self.closed_brackets = 0;
        }
        self.row_marks = 0;
        self.bars = None;
    }

    /// Ends the row, and removes it if it is the blank header of a Markdown table.
    fn end_table_header(&mut self) {
        self.end_row();
        let is_blank = self.grid.marks.iter().all(|&mark| mark == Mark::Unknown);
        if self.grid.rows.len() == 1 && is_blank {
            let letters = self.grid.letters;
            self.grid = TextGrid { letters, ..TextGrid::default() };
        }
    }
}

impl TextGrid {
    /// Removes rank labels at the sides.
    ///
    /// Rank labels count down to 1 from row to row, and are separated by a bar in every row or by file
    /// letters that leave space for them. A piece without vertical single steps cannot visit such a
    /// column. For a piece with such steps they are labels only if file letters leave space for them,
    /// or if one of the numbers occurs twice.
    pub(super) fn without_rank_labels(self, piece: &Piece) -> Self {
        if self.blocks.len() > 1 {
            return self;
        }
        let can_step = piece.leapers().any(|leaper| (leaper.short(), leaper.long()) == (0, 1))
            || piece.moves().any(|offset| offset == Offset::flat(0, 1));
        let is_label = |grid: &Self, side: Side, separator: LabelSeparator| {
            grid.counts_down(side)
                && match separator {
                    LabelSeparator::None => false,
                    LabelSeparator::FileLetters => true,
                    LabelSeparator::Bars => !can_step || grid.has_repeats(),
                }
        };
        let (first, last) = self.label_separators();
        if !is_label(&self, Side::First, first) {
            return self;
        }
        let grid = self.without_side(Side::First);
        if is_label(&grid, Side::Last, last) { grid.without_side(Side::Last) } else { grid }
    }

    /// Returns what separates the first marks of all rows from the others, and the last marks.
    fn label_separators(&self) -> (LabelSeparator, LabelSeparator) {
        let rows = || 0..self.rows.len();
        let surplus = |at: usize| {
            self.letters.map(|letters| self.row(at).len().saturating_sub(letters as usize))
        };
        let separator = |by_letters: bool, by_bars: bool| match (by_letters, by_bars) {
            (true, _) => LabelSeparator::FileLetters,
            (false, true) => LabelSeparator::Bars,
            (false, false) => LabelSeparator::None,
        };
        let first = separator(
            rows().all(|at| surplus(at).is_some_and(|surplus| surplus > 0)),
            rows().all(|at| self.rows[at].has_bar_after_first && self.row(at).len() > 1),
        );
        // Two labels without marks between them are not a board.
        let has_last_label = |at: usize| {
            self.rows[at].has_bar_before_last && surplus(at).is_none() && self.row(at).len() > 2
        };
        let last = separator(
            rows().all(|at| surplus(at).is_some_and(|surplus| surplus > 1)),
            rows().all(has_last_label),
        );
        (first, last)
    }

    fn counts_down(&self, side: Side) -> bool {
        let count = self.rows.len();
        (0..count).all(|at| {
            let row = self.row(at);
            let mark = match side {
                Side::First => row.first(),
                Side::Last => row.last(),
            };
            mark.copied() == u32::try_from(count - at).ok().map(Mark::Number)
        })
    }

    /// Returns true if a step occurs twice.
    fn has_repeats(&self) -> bool {
        let mut seen = HashSet::new();
        self.marks.iter().any(|mark| match mark {
            Mark::Number(number @ 1..) => !seen.insert(*number),
            _ => false,
        })
    }

    fn without_side(self, side: Side) -> Self {
        let mut marks = Vec::with_capacity(self.marks.len());
        let mut rows = self.rows.clone();
        for (at, row) in rows.iter_mut().enumerate() {
            let old = self.row(at);
            row.start = marks.len();
            marks.extend_from_slice(match side {
                Side::First => &old[1..],
                Side::Last => &old[..old.len() - 1],
            });
        }
        Self { marks, rows, ..self }
    }
}

/// The separator between rank labels and squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LabelSeparator {
    None,
    Bars,
    FileLetters,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    First,
    Last,
}
