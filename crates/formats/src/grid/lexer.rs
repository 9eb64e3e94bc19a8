//! Splits a text into tokens: marks of squares, and the frame around them.

use caracole_core::{File, shorten};

use crate::error::{GridError, Position, ReadError};
use crate::header::Header;

/// The content of a square in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Hole,
    /// A square without a step: unvisited, or to be filled in.
    Unknown,
    /// `-1`: also unknown, in a grid that usually counts from 0.
    MinusOne,
    /// A number as written.
    Number(u32),
    /// A step of one of several knights, counted from 0: `12B`.
    Visit {
        knight: u32,
        step: u32,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Mark(Mark),
    Bar,
    Open,
    Close,
    /// `\\` ends a row.
    Break,
    /// A separator with no mark before it in its row, or none behind it. Of the others only
    /// semicolons are here, because they end rows in a text of one line.
    Separator(Separator),
    /// The start of a line with marks, and its number.
    Line(u32),
    /// A blank line.
    Blank,
    /// A line of file letters, and their number.
    Letters(u32),
    /// A line of a frame, such as `+--+--+`.
    Rule,
    /// The line `|---|---|` under the head of a Markdown table.
    HeadRule,
}

/// A character that separates squares, so that two of them enclose one without a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// A comma or a tab.
    Comma,
    Semicolon,
    /// `&`, which LaTeX writes between squares only.
    Ampersand,
}

pub(super) fn tokenize(text: &str) -> Result<(Vec<Token>, Header), ReadError> {
    let mut header = Header::default();
    let mut tokens = Vec::new();
    let mut lines = Lines::default();
    let tabs = Tabs::of(text);
    for (line, number) in text.lines().zip(1..) {
        let line = match line.split_once('#') {
            Some((row, comment)) => {
                let at = Position::line(number);
                header.read_comment(comment, number).map_err(|kind| ReadError::new(at, kind))?;
                lines.comment(row, comment, number)?;
                if row.trim().is_empty() {
                    continue;
                }
                row
            }
            None => line,
        };
        let trimmed = line.trim();
        let before = tokens.len();
        let begin = Token::Line(u32::try_from(number).unwrap_or(u32::MAX));
        if trimmed.is_empty() {
            if let Some(separators) = tabs.blank_row(line) {
                tokens.push(begin);
                tokens.resize(tokens.len() + separators, Token::Separator(Separator::Comma));
                lines.row(&tokens[before..])?;
            } else {
                tokens.push(Token::Blank);
                lines.blank();
            }
        } else if is_fence(trimmed) {
        } else if let Some(rule) = lines.rule(line, number) {
            tokens.push(rule);
        } else if let Some(letters) = file_letters(trimmed) {
            tokens.push(Token::Letters(letters));
            lines.follows_letters = true;
        } else {
            tokens.push(begin);
            let skipped = if lines.rows > 0 { 0 } else { assignment_len(line) };
            match tokenize_line(line, skipped, number, tabs.indent_of(line), &mut tokens) {
                Err(error) => {
                    tokens.truncate(before);
                    lines.remark(trimmed, error)?;
                }
                Ok(()) if is_row(&tokens[before..]) => lines.row(&tokens[before..])?,
                Ok(()) => {}
            }
        }
    }
    lines.end()?;
    Ok((tokens, header))
}

/// Returns true if a line contains squares, not only the brackets around them.
fn is_row(line: &[Token]) -> bool {
    let has = |is_it: fn(&Token) -> bool| line.iter().any(is_it);
    has(|token| matches!(token, Token::Mark(_)))
        || has(|token| matches!(token, Token::Separator(_)))
            && !has(|token| matches!(token, Token::Open | Token::Close))
}

/// Returns true for a code fence of Markdown, such as `~~~text`.
fn is_fence(line: &str) -> bool {
    ['`', '~'].into_iter().any(|sign| {
        let name = line.trim_start_matches(sign);
        line.len() >= name.len() + 3 && !name.contains(sign)
    })
}

/// The lines of a grid. A line that could be a row of squares with unknown marks is not
/// skipped as a frame, a title or a comment.
#[derive(Default)]
struct Lines {
    /// The rows so far, and the least and the most squares of one.
    rows: u64,
    squares: Option<(usize, usize)>,
    /// The lines that were skipped and could be rows.
    skipped: Vec<Skipped>,
    /// The first of them that is a remark and follows the last row.
    remark: Option<usize>,
    /// A blank line came since the last row.
    is_set_off: bool,
    /// The last line with anything on it was one of file letters.
    follows_letters: bool,
    has_rule: bool,
}

struct Skipped {
    /// It is a row if it has as many words as the rows have squares.
    words: Option<usize>,
    is_title: bool,
    error: ReadError,
}

impl Lines {
    fn row(&mut self, tokens: &[Token]) -> Result<(), ReadError> {
        // Above the first row a remark was a title; between rows it does not belong.
        if let Some(at) = self.remark.take().filter(|_| self.rows > 0) {
            return Err(self.skipped.swap_remove(at).error);
        }
        let count = |is_it: fn(&Token) -> bool| tokens.iter().filter(|token| is_it(token)).count();
        let marks = count(|token| matches!(token, Token::Mark(_)));
        let most = marks + count(|token| matches!(token, Token::Separator(_)));
        let (least, before) = self.squares.unwrap_or((marks, most));
        self.squares = Some((least.min(marks), before.max(most)));
        self.rows += 1;
        (self.is_set_off, self.follows_letters) = (false, false);
        Ok(())
    }

    fn blank(&mut self) {
        self.is_set_off = true;
        if self.rows == 0 {
            // A title is set off from the rows.
            let titles = self.skipped.iter_mut().filter(|skipped| skipped.is_title);
            titles.for_each(|title| title.words = None);
        }
    }

    /// Takes a line that is not a row for a title above the rows or a remark below them, if it
    /// says something and skips no numbers; else its error stands.
    fn remark(&mut self, line: &str, error: ReadError) -> Result<(), ReadError> {
        let words: Vec<_> = words(line).map(|word| word.trim_end_matches(':')).collect();
        let first = words.first().copied().unwrap_or_default();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let has_letters = line.contains(char::is_alphabetic);
        let is_title = line.ends_with(':')
            && has_letters
            && !is_number(first)
            && words.iter().filter(|word| is_number(word)).count() < 2;
        let is_long = |part: &str| part.chars().count() > 2;
        let is_sentence = !line.contains(|c: char| c.is_ascii_digit() || is_bar(c))
            && words.iter().any(|word| word.split(|c: char| !c.is_alphabetic()).any(is_long))
            && (words.len() == 1 || words.iter().any(|&word| word != first));
        if !is_title && !is_sentence {
            return Err(error);
        }
        let is_set_off = is_title || self.rows > 0 && self.is_set_off;
        let words = (!is_set_off).then_some(words.len());
        self.remark.get_or_insert(self.skipped.len());
        self.skipped.push(Skipped { words, is_title: true, error });
        Ok(())
    }

    /// Refuses a comment that is a row, or the rest of one, in which `#` is a mark.
    fn comment(&mut self, row: &str, comment: &str, number: u64) -> Result<(), ReadError> {
        let (mut others, mut signs, mut is_of_marks) = (0, 0, true);
        for word in words(comment.trim_start_matches('#')) {
            if word.bytes().all(|byte| byte == b'#') {
                signs += 1;
            } else {
                others += 1;
                is_of_marks &= parse_mark(word).is_ok();
            }
        }
        let is_line = row.trim().is_empty();
        let is_framed =
            comment.trim_start().starts_with(|c: char| is_bar(c) || ",;&])}\"'".contains(c));
        let error = || {
            let column = row.chars().count() as u64 + 1;
            let text = "#".to_owned();
            ReadError::new(Position::new(number, column), GridError::NotANumber { text })
        };
        if (others == 0 && (signs > 0 || !is_line)) || (!is_line && is_framed) {
            return Err(error());
        }
        if is_line && is_of_marks && others > 0 {
            let words = Some(1 + signs + others);
            self.skipped.push(Skipped { words, is_title: false, error: error() });
        }
        Ok(())
    }

    /// Returns the token of a line of dashes, bars and crossings.
    fn rule(&mut self, line: &str, number: u64) -> Option<Token> {
        let trimmed = line.trim();
        let is_underlined = trimmed.len() > 3 && trimmed.bytes().all(|byte| byte == b'_');
        let is_of_frame =
            |c| is_dash(c) || is_bar(c) || is_crossing(c) || "+: \t\u{a0}".contains(c);
        let has_dash = trimmed.contains(is_dash) || trimmed.contains(is_crossing);
        if !(is_underlined || trimmed.chars().all(is_of_frame) && has_dash) {
            return None;
        }
        let is_table = trimmed.contains(is_bar);
        let follows_letters = std::mem::take(&mut self.follows_letters);
        let is_first = !std::mem::replace(&mut self.has_rule, true);
        if trimmed.contains('+') || trimmed.contains(is_crossing) {
            return Some(Token::Rule);
        }
        let is_gap = |c: char| is_bar(c) || !is_table && c.is_whitespace();
        let parts = || trimmed.split(is_gap).map(str::trim).filter(|part| !part.is_empty());
        let dashes = |part: &str| part.chars().filter(|&c| is_dash(c)).count();
        let is_ruled = |part: &str| match dashes(part) {
            0 => false,
            1 => part.contains(|c: char| c == ':' || is_box_drawing(c)),
            _ => true,
        };
        if !is_underlined && !parts().all(is_ruled) {
            return None;
        }
        let is_head = is_table
            && is_first
            && (follows_letters || self.rows == 1 && !self.is_set_off)
            && parts().all(|part| dashes(part) > 2 || part.contains(':'));
        if is_head {
            return Some(Token::HeadRule);
        }
        let first = parts().next().unwrap_or_default();
        let column = line[..line.find(first).unwrap_or(0)].chars().count() as u64 + 1;
        let kind = GridError::NotANumber { text: shorten(first) };
        let error = ReadError::new(Position::new(number, column), kind);
        if !follows_letters {
            self.skipped.push(Skipped { words: Some(parts().count()), is_title: false, error });
        }
        Some(Token::Rule)
    }

    /// Refuses the first skipped line that has as many words as rows have squares.
    fn end(mut self) -> Result<(), ReadError> {
        if self.rows == 0 {
            let remark = self.remark.map(|at| self.skipped.swap_remove(at).error);
            return remark.map_or(Ok(()), Err);
        }
        let (least, most) = self.squares.unwrap_or_default();
        let is_row = |words: usize| (least..=most).contains(&words);
        let mut rows = self.skipped.into_iter().filter(|line| line.words.is_some_and(is_row));
        rows.next().map_or(Ok(()), |row| Err(row.error))
    }
}

/// The lines on which tabs separate squares.
struct Tabs {
    /// Tabs that begin each of them.
    indent: usize,
    /// The most squares of one.
    squares: usize,
}

impl Tabs {
    fn of(text: &str) -> Self {
        let mut tabs = Self { indent: usize::MAX, squares: 0 };
        for line in text.lines().filter(|line| Self::separate(line)) {
            let line = line.trim_end();
            let indent = line.bytes().take_while(|&byte| byte == b'\t').count();
            tabs.indent = tabs.indent.min(indent);
        }
        for line in text.lines().filter(|line| Self::separate(line)) {
            let separators = line.trim_end().bytes().filter(|&byte| byte == b'\t').count();
            tabs.squares = tabs.squares.max(separators - tabs.indent + 1);
        }
        tabs
    }

    /// Returns true if a line has tabs and no other separators.
    fn separate(line: &str) -> bool {
        let is_other = |c: char| is_bar(c) || ",;&#[](){}".contains(c);
        line.trim_end().contains('\t') && !line.contains(is_other)
    }

    /// Returns how many tabs at the beginning of a line separate nothing; `None` if no tab does.
    fn indent_of(&self, line: &str) -> Option<usize> {
        Self::separate(line).then_some(self.indent)
    }

    /// Returns the separators of a row without any mark.
    fn blank_row(&self, line: &str) -> Option<usize> {
        let count = line.bytes().filter(|&byte| byte == b'\t').count();
        let separators = self.squares.checked_sub(1).filter(|&separators| separators > 0)?;
        (count == separators || count == separators + self.indent).then_some(separators)
    }
}

/// The words between blanks and the characters of a frame.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || is_bar(c) || ",;&[](){}\"'`$".contains(c);
    line.split(is_between).filter(|word| !word.is_empty())
}

/// Returns true for the vertical strokes that stand between two squares.
const fn is_bar(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋')
}

const fn is_dash(c: char) -> bool {
    matches!(c, '-' | '=' | '~' | '─' | '━' | '═' | '╌' | '╍' | '┄' | '┅' | '┈' | '┉')
}

const fn is_box_drawing(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{257f}')
}

/// Returns true for a corner or a crossing of box-drawing characters.
const fn is_crossing(c: char) -> bool {
    is_box_drawing(c) && !is_bar(c) && !is_dash(c)
}

/// Returns the number of file letters in a line that contains the first files and nothing else.
fn file_letters(line: &str) -> Option<u32> {
    let mut letters = 0;
    let is_separator = |c: char| c.is_whitespace() || c == '|' || is_box_drawing(c);
    for word in line.split(is_separator).filter(|word| !word.is_empty()) {
        if !word.starts_with(|c: char| c.is_ascii_alphabetic())
            || File::parse(word) != Some(File::new(letters))
        {
            return None;
        }
        letters += 1;
    }
    (letters > 0).then_some(letters)
}

/// Returns the number of bytes before `=`, unless they contain a number, or before the bracket of
/// `array(`.
fn assignment_len(line: &str) -> usize {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let equals = line.find('=').filter(|&at| !line[..at].split_whitespace().any(is_number));
    let before_equals = equals.map_or(0, |at| at + 1);
    let rest = &line[before_equals..];
    let word = rest.trim_start();
    let name = word.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_'));
    let is_call = word.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.is_some_and(|at| word[at..].starts_with(['(', '[', '{']));
    match name.filter(|_| is_call) {
        Some(at) => before_equals + (rest.len() - word.len()) + at,
        None => before_equals,
    }
}

fn tokenize_line(
    line: &str,
    skipped: usize,
    number: u64,
    indent: Option<usize>,
    tokens: &mut Vec<Token>,
) -> Result<(), ReadError> {
    let mut rest = &line[skipped..];
    // Where the last bar ended, if only blanks came since.
    let mut open_bar = None;
    // A separator behind a mark: it is dropped if another mark follows.
    let mut pending = None;
    // The open quote, and how many tokens came before it.
    let mut quote: Option<(char, usize)> = None;
    while let Some(c) = rest.chars().next() {
        let at = line.len() - rest.len();
        let mut length = c.len_utf8();
        let mut is_blank = false;
        let separator = match c {
            ',' => Some(Separator::Comma),
            ';' => Some(Separator::Semicolon),
            '&' => Some(Separator::Ampersand),
            '\t' if indent.is_some_and(|indent| at >= indent) => Some(Separator::Comma),
            _ => None,
        };
        let is_frame = matches!(c, '[' | '{' | '(' | ']' | '}' | ')') || rest.starts_with("\\\\");
        if separator.is_some() || is_frame {
            tokens.extend(pending.take().map(Token::Separator));
        }
        match c {
            _ if let Some(separator) = separator => {
                let follows_mark = matches!(tokens.last(), Some(Token::Mark(_)));
                if follows_mark && separator != Separator::Semicolon {
                    pending = Some(separator);
                } else {
                    tokens.push(Token::Separator(separator));
                }
            }
            _ if is_bar(c) || is_box_drawing(c) => push_bar(at, length, &mut open_bar, tokens),
            '[' | '{' | '(' => tokens.push(Token::Open),
            ']' | '}' | ')' => tokens.push(Token::Close),
            '\\' if rest.starts_with("\\\\") => {
                tokens.push(Token::Break);
                length = 2;
            }
            '\\' => length = command_len(rest),
            // A text of several lines in Python.
            '"' | '\'' if rest[1..].starts_with(c) && rest[2..].starts_with(c) => length = 3,
            '"' | '\'' | '`' => match quote {
                Some((open, before)) if open == c => {
                    // Nothing between two quotes is a square.
                    if tokens.len() == before {
                        pending = None;
                        tokens.push(Token::Mark(Mark::Unknown));
                    }
                    quote = None;
                }
                Some(_) => {}
                None => {
                    tokens.extend(pending.take().map(Token::Separator));
                    quote = Some((c, tokens.len()));
                }
            },
            '$' => {}
            _ if c.is_whitespace() => is_blank = true,
            _ => {
                length = rest.find(is_end_of_word).unwrap_or(rest.len());
                let word = &rest[..length];
                if word.starts_with("dtype") {
                    // The tail of a numpy array: nothing of the numbering follows.
                    tokens.push(Token::Close);
                    return Ok(());
                }
                let mark = emphasised(word).map_err(|kind| {
                    let column = line[..at].chars().count() as u64 + 1;
                    ReadError::new(Position::new(number, column), kind)
                })?;
                pending = None;
                tokens.push(Token::Mark(mark));
            }
        }
        if !is_bar(c) && !is_box_drawing(c) && !is_blank {
            open_bar = None;
        }
        rest = &rest[length..];
    }
    tokens.extend(pending.map(Token::Separator));
    Ok(())
}

/// A mark that may be emphasised, as in `**12**`.
fn emphasised(word: &str) -> Result<Mark, GridError> {
    let bare = word.trim_matches('*');
    parse_mark(if bare.is_empty() { word } else { bare })
}

/// Adds a bar, and before it an unknown square if only blanks follow the previous bar.
fn push_bar(at: usize, length: usize, open_bar: &mut Option<usize>, tokens: &mut Vec<Token>) {
    if open_bar.is_some_and(|end| end < at) {
        tokens.push(Token::Mark(Mark::Unknown));
    }
    tokens.push(Token::Bar);
    *open_bar = Some(at + length);
}

const fn is_end_of_word(c: char) -> bool {
    matches!(c, '|' | '[' | '{' | '(' | ']' | '}' | ')' | ';' | '\\' | ',' | '&' | '"' | '\'' | '$')
        || c.is_whitespace()
        || is_box_drawing(c)
}

/// The search for the end of an argument is limited, so that reading takes linear time.
const MAX_ARGUMENT_CHARS: usize = 256;

/// Returns the length of a LaTeX command with its arguments: `\begin{array}{ccc}`, `\hline`.
fn command_len(rest: &str) -> usize {
    let name = rest[1..].find(|c: char| !c.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
    let mut length = name.max(1);
    while rest[length..].starts_with('{') {
        let argument = rest[length..].char_indices().take(MAX_ARGUMENT_CHARS);
        // Numbers are steps: `\boxed{12}`.
        let mut inside = argument.take_while(|(_, c)| !c.is_ascii_digit());
        let Some((end, _)) = inside.find(|&(_, c)| c == '}') else { break };
        length += end + 1;
    }
    // `\[` and `\(` open a formula.
    if length == 1 && rest[1..].starts_with(['[', ']', '(', ')', ',', ';']) { 2 } else { length }
}

/// Parses the content of a square.
pub(crate) fn parse_mark(word: &str) -> Result<Mark, GridError> {
    let is_run_of = |sign| !word.is_empty() && word.bytes().all(|byte| byte == sign);
    match word {
        "." => return Ok(Mark::Hole),
        "-1" | "-1." | "-1.0" => return Ok(Mark::MinusOne),
        ".." | "x" | "X" | "null" | "None" | "nan" | "NaN" => return Ok(Mark::Unknown),
        _ if [b'_', b'?', b'*'].into_iter().any(is_run_of) => return Ok(Mark::Unknown),
        _ => {}
    }
    if let Some(visit) = parse_visit(word) {
        return Ok(visit);
    }
    let (digits, decimals) = word.split_once('.').unwrap_or((word, ""));
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || decimals.bytes().any(|byte| byte != b'0') {
        return Err(GridError::NotANumber { text: shorten(word) });
    }
    digits.parse().map(Mark::Number).map_err(|_| GridError::HugeNumber { text: shorten(digits) })
}

/// Parses the step of one of several knights, such as `12B`.
fn parse_visit(word: &str) -> Option<Mark> {
    let (step, letters) = word.split_at(word.find(|c: char| c.is_ascii_uppercase())?);
    let is_knight = letters.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_step = !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit());
    let knight = File::parse(letters).filter(|_| is_knight && is_step)?.index();
    Some(Mark::Visit { knight, step: step.parse().ok()? })
}
