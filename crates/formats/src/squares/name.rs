//! The name of a square, letter by letter.

use caracole_core::{Place, SquareError, shorten};

use crate::chars::Chars;
use crate::error::{Fault, Position, ReadError};

/// Reads `e4`, `a1:3`, `x,y` or `x, y` into `token`.
pub(crate) fn read_name(
    chars: &mut Chars<'_>,
    first: char,
    token: &mut String,
) -> Result<(Place, bool), ReadError> {
    let begin = chars.position();
    token.clear();
    take_word(chars, first, token)?;
    finish_name(chars, begin, token)
}

/// The same in a list that may number its items: `None` for `17.` and `17)`.
pub(super) fn read_item(
    chars: &mut Chars<'_>,
    first: char,
    token: &mut String,
) -> Result<Option<(Place, bool)>, ReadError> {
    let begin = chars.position();
    token.clear();
    take_word(chars, first, token)?;
    let is_number = token.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && matches!(chars.peek()?, Some('.' | ')')) {
        chars.take()?;
        token.clear();
        return Ok(None);
    }
    finish_name(chars, begin, token).map(Some)
}

/// A pair has a second half.
fn finish_name(
    chars: &mut Chars<'_>,
    begin: Position,
    token: &mut String,
) -> Result<(Place, bool), ReadError> {
    if token.bytes().all(|byte| byte.is_ascii_digit()) {
        let half = |token: &str| {
            let text = shorten(token);
            ReadError::new(begin, Fault::HalfPair { text })
        };
        skip_blanks(chars)?;
        if chars.peek()? != Some(',') {
            return Err(half(token));
        }
        chars.take()?;
        skip_blanks(chars)?;
        let Some(second) = chars.peek()?.filter(char::is_ascii_digit) else {
            return Err(half(token));
        };
        chars.take()?;
        token.push(',');
        take_word(chars, second, token)?;
    }
    Place::parse(token).ok_or_else(|| {
        let text = shorten(token);
        ReadError::new(begin, SquareError::Syntax { text })
    })
}

/// Longer than the name of any square; the rest of a longer word is left where it is.
const LONGEST_NAME: usize = 48;

fn take_word(chars: &mut Chars<'_>, first: char, token: &mut String) -> Result<(), ReadError> {
    token.push(first);
    while let Some(c) = chars.peek()?.filter(|&c| c.is_ascii_alphanumeric() || c == ':') {
        if token.len() >= LONGEST_NAME {
            break;
        }
        chars.take()?;
        token.push(c);
    }
    Ok(())
}

fn skip_blanks(chars: &mut Chars<'_>) -> Result<(), ReadError> {
    while chars.peek()?.is_some_and(|c| c == ' ' || c == '\t') {
        chars.take()?;
    }
    Ok(())
}

pub(crate) const fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ',' | ';'
                | '|'
                | '('
                | ')'
                | '['
                | ']'
                | '{'
                | '}'
                | '<'
                | '>'
                | '"'
                | '\''
                | '`'
                | '-'
                | '='
                | '→'
                | '⟶'
                | '➔'
                | '➜'
                | '⇒'
                | '–'
                | '—'
                | '−'
                | '·'
                | '•'
                | '…'
        )
}
