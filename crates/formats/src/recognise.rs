//! Telling formats apart by their first words.

use caracole_core::Place;

use crate::Format;
use crate::read::text;

/// How much of an input is looked at.
const LOOK: usize = 1 << 12;

/// The format of an input, if it looks like one.
///
/// Looks at the first characters after blanks and comments; a bracketed list is searched for `null`
/// to its end. Text with numbers that is nothing else is taken for a grid.
///
/// ```
/// use caracole_formats::{Format, recognise};
///
/// assert_eq!(recognise(b"a1 b3 c5"), Some(Format::Squares));
/// assert_eq!(recognise(b"a1 1122"), Some(Format::Moves));
/// assert_eq!(recognise(b"| 1 | 2 |"), Some(Format::Grid));
/// assert_eq!(recognise(b"a poem"), None);
/// ```
pub fn recognise(bytes: &[u8]) -> Option<Format> {
    let start = significant(bytes);
    let mut end = start.len().min(LOOK);
    // Does not cut a character in two.
    while end < start.len() && end > 0 && start[end] & 0xc0 == 0x80 {
        end -= 1;
    }
    let look = text(&start[..end]).ok()?;
    // A list with `null` is JSON, however far into it the first one is.
    if start.starts_with(b"[") && text(start).is_ok_and(|all| all.contains("null")) {
        return Some(Format::Json);
    }
    by_keyword(look).or_else(|| by_words(look)).or_else(|| {
        if is_bracketed_pairs(look) {
            Some(Format::Squares)
        } else if is_graph6(start) {
            Some(Format::Graph6)
        } else {
            // A board may begin with more holes than are looked at.
            (has_digit(look) || look.starts_with('.')).then_some(Format::Grid)
        }
    })
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// What follows blanks and comments.
fn significant(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    loop {
        rest = rest.trim_ascii_start();
        if rest.first() != Some(&b'#') {
            return rest;
        }
        let line = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        rest = &rest[line..];
    }
}

fn by_keyword(text: &str) -> Option<Format> {
    let mut solid = text.chars().filter(|c| !c.is_whitespace());
    let (first, second) = (solid.next()?, solid.next());
    if first == '{' && matches!(second, Some('"' | '}') | None)
        || first == '[' && second == Some('{')
    {
        return Some(Format::Json);
    }
    if text.starts_with(">>graph6<<") {
        return Some(Format::Graph6);
    }
    if first == '<' {
        return Some(Format::Graphml);
    }
    let line = text.lines().next()?.trim();
    let word = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
    match word {
        "NAME" | "TYPE" | "COMMENT" | "DIMENSION" | "EDGE_DATA_FORMAT" | "TOUR_SECTION" => {
            Some(Format::Tsplib)
        }
        "graph" | "digraph" | "strict" => Some(Format::Dot),
        "step" if line.starts_with("step,square") => Some(Format::Csv),
        "p" | "c" if text.lines().any(is_dimacs_head) => Some(Format::Dimacs),
        _ => None,
    }
}

fn is_dimacs_head(line: &str) -> bool {
    line.starts_with("p edge ") || line.starts_with("p col ")
}

/// Squares or moves, by the first two words.
fn by_words(text: &str) -> Option<Format> {
    if let Some(rest) = behind_number(text) {
        let first = words(rest).next()?;
        return Place::parse(first).map(|_| Format::Squares);
    }
    let mut words = words(text);
    let first = words.next()?;
    let is_pair = first.contains(',');
    let is_name = |word: &str| Place::parse(word).is_some();
    if !is_name(first) || (is_pair && has_a_pair_a_line(text)) {
        return None;
    }
    match words.next() {
        Some(second) if is_name(second) => Some(Format::Squares),
        Some(second) if second.starts_with(|c: char| c.is_ascii_digit()) => Some(Format::Moves),
        Some(_) if is_pair => None,
        _ => Some(Format::Squares),
    }
}

/// What follows the number of the first item, as in `1. a1 2. b3`, if the text begins with one.
fn behind_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix(['.', ')']).filter(|_| rest.len() < text.len())
}

/// Words between blanks, brackets, quotes and arrows; commas stay inside, as in `0,3`, but not
/// at the ends.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| crate::squares::is_separator(c) && c != ',')
        .map(|word| word.trim_matches(','))
        .filter(|word| !word.is_empty())
}

/// A row of a grid two files wide, `1,2`, has a line of its own; pairs share one.
fn has_a_pair_a_line(text: &str) -> bool {
    let lines = text.lines().filter(|line| has_digit(line)).take(2);
    lines.filter(|line| words(line).count() == 1).count() == 2
}

/// Bracketed pairs of numbers: `(0, 0), (1, 2)`.
fn is_bracketed_pairs(text: &str) -> bool {
    let mut groups = text.split(['(', '[']).skip(1).filter(|group| has_digit(group)).peekable();
    let is_pair = |group: &str| {
        let inside = group.split([')', ']']).next().unwrap_or_default();
        let mut numbers = inside.split(',').map(str::trim);
        let is_number = |n: &str| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit());
        numbers.next().is_some_and(is_number)
            && numbers.next().is_some_and(is_number)
            && numbers.next().is_none()
    };
    // The last group may be cut off.
    let mut pairs = 0;
    while let Some(group) = groups.next() {
        if groups.peek().is_some() || group.contains([')', ']']) {
            if !is_pair(group) {
                return false;
            }
            pairs += 1;
        }
    }
    pairs > 0
}

/// One word of the characters that graph6 uses, of the right length for its size.
fn is_graph6(bytes: &[u8]) -> bool {
    let line = bytes.trim_ascii_end();
    line.first().is_some_and(|byte| !byte.is_ascii_digit())
        && line.iter().all(|byte| (63..=126).contains(byte))
        && crate::graph6::read(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_apart() {
        for (text, format) in [
            ("", None),
            ("# only a comment\n", None),
            ("hello, world", None),
            ("\u{feff}1 2 3", Some(Format::Grid)),
            ("# board 8x8\n a1 b3", Some(Format::Squares)),
            ("a1->b3->c5", Some(Format::Squares)),
            ("a1, b3, c5", Some(Format::Squares)),
            ("A1-B3-C5", Some(Format::Squares)),
            ("['a1', 'b3']", Some(Format::Squares)),
            ("0,0 1,2 2,4", Some(Format::Squares)),
            ("[(0, 0), (1, 2), (2, 4)]", Some(Format::Squares)),
            ("[[0,0],[1,2],[2,4]]", Some(Format::Squares)),
            ("a1:1 b3:1", Some(Format::Squares)),
            ("a1", Some(Format::Squares)),
            ("a1\nb3\nc5", Some(Format::Squares)),
            ("a1 3426", Some(Format::Moves)),
            ("475254,4 3426", Some(Format::Moves)),
            ("1,22,29\n30,11,36", Some(Format::Grid)),
            ("1, 22, 29", Some(Format::Grid)),
            ("1,2\n3,4\n", Some(Format::Grid)),
            ("[[1,22,29],[30,11,36]]", Some(Format::Grid)),
            ("{{1,22,29},{30,11,36}}", Some(Format::Grid)),
            ("\\begin{array}{cc} 1 & 2", Some(Format::Grid)),
            ("  a b c\n3 1 4 7", Some(Format::Grid)),
            (" . . . .", Some(Format::Grid)),
            (" 1  2\n 3  4", Some(Format::Grid)),
            ("+--+--+\n| 1| 2|", Some(Format::Grid)),
            ("{\"board\":\"8x8\"}", Some(Format::Json)),
            ("[[1,null]]", Some(Format::Json)),
            ("NAME : a\nTYPE : TOUR", Some(Format::Tsplib)),
            ("c a graph\np edge 3 2\n", Some(Format::Dimacs)),
            ("graph board {", Some(Format::Dot)),
            ("<?xml version='1.0'?>", Some(Format::Graphml)),
            ("step,square,file,rank\n", Some(Format::Csv)),
            (">>graph6<<Dhc", Some(Format::Graph6)),
            ("Dhc", Some(Format::Graph6)),
        ] {
            assert_eq!(recognise(text.as_bytes()), format, "{text}");
        }
    }
}
