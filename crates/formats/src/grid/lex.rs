//! From text to marks and the frame around them.

use caracole_core::{File, shorten};

use crate::error::{GridFault, Position, ReadError};
use crate::head::Head;

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Hole,
    /// A square without a step: unvisited, or to be filled in.
    Unknown,
    /// `-1`: unknown too, in a grid that mostly counts from 0.
    MinusOne,
    /// As written.
    Number(u32),
    /// A step of one of several knights, which are counted from 0: `12B`.
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
    /// `;` ends a row in a text of one line.
    Semicolon,
    /// A line with marks begins; its number.
    Line(u32),
    /// A blank line.
    Blank,
    /// A line of so many file letters.
    Letters(u32),
    /// A line of dashes under a table's head.
    Rule,
}

pub(super) fn lex(text: &str) -> Result<(Vec<Token>, Head), ReadError> {
    let mut head = Head::default();
    let mut tokens = Vec::new();
    let mut has_marks = false;
    // What a line without numbers has that no grid has: a title above or a remark below.
    let mut remark: Option<ReadError> = None;
    for (line, number) in text.lines().zip(1..) {
        let line = match line.split_once('#') {
            Some((line, comment)) => {
                let at = Position::line(number);
                head.comment(comment, number).map_err(|fault| ReadError::new(at, fault))?;
                if line.trim().is_empty() {
                    continue;
                }
                line
            }
            None => line,
        };
        let trimmed = line.trim();
        if trimmed.is_empty() {
            tokens.push(Token::Blank);
        } else if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
        } else if is_rule(trimmed) {
            tokens.push(Token::Rule);
        } else if let Some(letters) = file_letters(trimmed) {
            tokens.push(Token::Letters(letters));
        } else {
            let before = tokens.len();
            tokens.push(Token::Line(u32::try_from(number).unwrap_or(u32::MAX)));
            let skipped = if has_marks { 0 } else { preface(line) };
            match lex_line(line, skipped, number, &mut tokens) {
                Err(error) if is_remark(trimmed) => {
                    tokens.truncate(before);
                    remark.get_or_insert(error);
                }
                lexed => lexed?,
            }
            if tokens[before..].iter().any(|token| matches!(token, Token::Mark(_))) {
                // Above the first row it was a title; between rows it does not belong.
                if let Some(error) = remark.take().filter(|_| has_marks) {
                    return Err(error);
                }
                has_marks = true;
            }
        }
    }
    match remark.filter(|_| !has_marks) {
        Some(error) => Err(error),
        None => Ok((tokens, head)),
    }
}

/// Words without numbers, or a title such as `8x8:`.
fn is_remark(line: &str) -> bool {
    line.ends_with(':') || !line.contains(|c: char| c.is_ascii_digit())
}

/// `+--+--+`, `|---|---|`, `=====`, `____`, or box-drawing characters only.
fn is_rule(line: &str) -> bool {
    let is_frame = |c: char| is_box_drawing(c) || "+-=|:*~ \t\u{a0}".contains(c);
    let is_long = line.contains("--") || line.contains("==") || line.contains("~~");
    let has_box = line.contains(is_box_drawing);
    (line.chars().all(is_frame) && (is_long || has_box || line.contains('+')))
        || (line.len() > 3 && line.bytes().all(|byte| byte == b'_'))
}

const fn is_box_drawing(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{257f}')
}

/// The letters of the first files and nothing else: how many.
fn file_letters(line: &str) -> Option<u32> {
    let mut letters = 0;
    let is_between = |c: char| c.is_whitespace() || c == '|' || is_box_drawing(c);
    for word in line.split(is_between).filter(|word| !word.is_empty()) {
        if !word.starts_with(|c: char| c.is_ascii_alphabetic())
            || File::parse(word) != Some(File::new(letters))
        {
            return None;
        }
        letters += 1;
    }
    (letters > 0).then_some(letters)
}

/// How many bytes stand before `=`, or before the bracket of `array(`: the words of a program.
fn preface(line: &str) -> usize {
    let before_equals = line.find('=').map_or(0, |at| at + 1);
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

fn lex_line(
    line: &str,
    skipped: usize,
    number: u64,
    tokens: &mut Vec<Token>,
) -> Result<(), ReadError> {
    let mut rest = &line[skipped..];
    // Where the last bar ended, if only blanks came since.
    let mut open_bar = None;
    while let Some(c) = rest.chars().next() {
        let at = line.len() - rest.len();
        let mut length = c.len_utf8();
        let mut is_blank = false;
        match c {
            '|' => bar(at, length, &mut open_bar, tokens),
            _ if is_box_drawing(c) => bar(at, length, &mut open_bar, tokens),
            '[' | '{' | '(' => tokens.push(Token::Open),
            ']' | '}' | ')' => tokens.push(Token::Close),
            ';' => tokens.push(Token::Semicolon),
            '\\' if rest.starts_with("\\\\") => {
                tokens.push(Token::Break);
                length = 2;
            }
            '\\' => length = command(rest),
            ',' | '&' | '"' | '\'' | '$' | '*' | '`' => {}
            _ if c.is_whitespace() => is_blank = true,
            _ => {
                length = rest.find(is_end_of_word).unwrap_or(rest.len());
                let word = &rest[..length];
                if word.starts_with("dtype") {
                    // The tail of a numpy array: nothing of the numbering follows.
                    tokens.push(Token::Close);
                    return Ok(());
                }
                let mark = mark(word).map_err(|fault| {
                    let column = line[..at].chars().count() as u64 + 1;
                    ReadError::new(Position::new(number, column), fault)
                })?;
                tokens.push(Token::Mark(mark));
            }
        }
        if c != '|' && !is_box_drawing(c) && !is_blank {
            open_bar = None;
        }
        rest = &rest[length..];
    }
    Ok(())
}

/// A bar; and an unknown square if there are only blanks between it and the bar before.
fn bar(at: usize, length: usize, open_bar: &mut Option<usize>, tokens: &mut Vec<Token>) {
    if open_bar.is_some_and(|end| end < at) {
        tokens.push(Token::Mark(Mark::Unknown));
    }
    tokens.push(Token::Bar);
    *open_bar = Some(at + length);
}

const fn is_end_of_word(c: char) -> bool {
    matches!(
        c,
        '|' | '[' | '{' | '(' | ']' | '}' | ')' | ';' | '\\' | ',' | '&' | '"' | '\'' | '$' | '*'
    ) || c.is_whitespace()
        || is_box_drawing(c)
}

/// How far the end of an argument is looked for, so that a text without any is read quickly.
const LONGEST_ARGUMENT: usize = 256;

/// The length of a command of LaTeX with its arguments: `\begin{array}{ccc}`, `\hline`.
fn command(rest: &str) -> usize {
    let name = rest[1..].find(|c: char| !c.is_ascii_alphabetic()).map_or(rest.len(), |at| at + 1);
    let mut length = name.max(1);
    while rest[length..].starts_with('{') {
        let argument = rest[length..].char_indices().take(LONGEST_ARGUMENT);
        // An argument with numbers in it is no argument: `\boxed{12}`.
        let mut inside = argument.take_while(|(_, c)| !c.is_ascii_digit());
        let Some((end, _)) = inside.find(|&(_, c)| c == '}') else { break };
        length += end + 1;
    }
    // `\[` and `\(` open a formula; they are no brackets of a numbering.
    if length == 1 && rest[1..].starts_with(['[', ']', '(', ')', ',', ';']) { 2 } else { length }
}

/// What a word says of its square.
pub(crate) fn mark(word: &str) -> Result<Mark, GridFault> {
    let is_run_of = |sign| !word.is_empty() && word.bytes().all(|byte| byte == sign);
    match word {
        "." => return Ok(Mark::Hole),
        "-1" | "-1." | "-1.0" => return Ok(Mark::MinusOne),
        ".." | "x" | "X" | "null" | "None" | "nan" | "NaN" => return Ok(Mark::Unknown),
        _ if is_run_of(b'_') || is_run_of(b'?') => return Ok(Mark::Unknown),
        _ => {}
    }
    if let Some(visit) = visit(word) {
        return Ok(visit);
    }
    let (digits, decimals) = word.split_once('.').unwrap_or((word, ""));
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || decimals.bytes().any(|byte| byte != b'0') {
        return Err(GridFault::NotANumber { text: shorten(word) });
    }
    digits.parse().map(Mark::Number).map_err(|_| GridFault::HugeNumber { text: shorten(digits) })
}

/// `12B`: step 12 of the second knight.
fn visit(word: &str) -> Option<Mark> {
    let (step, letters) = word.split_at(word.find(|c: char| c.is_ascii_uppercase())?);
    let is_knight = letters.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_step = !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit());
    let knight = File::parse(letters).filter(|_| is_knight && is_step)?.index();
    Some(Mark::Visit { knight, step: step.parse().ok()? })
}
