//! Boards in the output of other programs: grids between lines of words, such as `Time: 0.4 s`.

use super::read_documents;
use crate::documents::Document;
use crate::read::ReadHint;

/// A board has at least this many rows; a single row of numbers may be anything.
const MIN_ROWS: usize = 2;

/// Reads the boards of a text that is no grid as a whole. Lines of words come between the boards and are
/// skipped. Returns `None` if the text has no such lines, or if anything else cannot be read.
pub(crate) fn read_transcript(text: &str, hint: &ReadHint) -> Option<Vec<Document>> {
    let mut blocks = vec![String::new()];
    let mut has_words = false;
    // The most numbers in a line of words.
    let mut most = 0;
    for line in text.lines() {
        if is_of_words(line) {
            has_words = true;
            most = most.max(numbers(line));
            blocks.push(String::new());
        } else if let Some(block) = blocks.last_mut() {
            block.push_str(line);
            block.push('\n');
        }
    }
    if !has_words {
        return None;
    }
    let blocks = blocks.iter().filter(|block| !block.trim().is_empty());
    let mut documents = Vec::new();
    for block in blocks {
        let rows = block.lines().filter(|line| !line.trim_start().starts_with('#'));
        let mut rows = rows.map(numbers).filter(|&numbers| numbers > 0);
        // A line with as many numbers as a row may be one.
        if rows.clone().count() < MIN_ROWS || rows.any(|numbers| numbers <= most) {
            return None;
        }
        documents.extend(read_documents(block.as_bytes(), hint).ok()?);
    }
    (!documents.is_empty()).then_some(documents)
}

/// Returns the number of numbers in a line.
fn numbers(line: &str) -> usize {
    let words = line.split(|c: char| !c.is_ascii_digit() && c != '.');
    words.filter(|word| word.contains(|c: char| c.is_ascii_digit())).count()
}

/// Returns true for a line that begins with a letter and has a word of at least three letters that is not a
/// mark of a square. Comments state the board, so they belong to the rows.
fn is_of_words(line: &str) -> bool {
    const MIN_LETTERS: usize = 3;
    let words = || {
        line.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= MIN_LETTERS)
    };
    let is_mark = |word: &str| super::parse_mark(word).is_ok();
    line.trim_start().starts_with(char::is_alphabetic)
        && !line.contains(['[', ']', '|', '&'])
        && words().any(|word| !is_mark(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: &str = "1 4 7 10\n8 11 2 5\n3 6 9 12\n";

    fn count(text: &str) -> Option<usize> {
        read_transcript(text, &ReadHint::default()).map(|documents| documents.len())
    }

    #[test]
    fn boards_between_words_are_read() {
        assert_eq!(count(&format!("{GRID}Time: 0.4 s\n")), Some(1));
        assert_eq!(count(&format!("Enter n: 4\n{GRID}\nFound in 12 steps.\n")), Some(1));
        assert_eq!(count(&format!("Tour 1\n{GRID}Tour 2\n{GRID}Elapsed = 3 ms\n")), Some(2));
        assert_eq!(count(&format!("Open:\n\n{GRID}\nClosed:\n\n{GRID}\n")), Some(2));
    }

    #[test]
    fn other_texts_are_not_transcripts() {
        assert_eq!(count(GRID), None, "nothing to skip");
        assert_eq!(count(&format!("{GRID}Time:\n12 13\n")), None, "a row by itself");
        assert_eq!(count("no board 1\n"), None);
        assert_eq!(count(&format!("{GRID}one 2 three 4 five 6 seven 8\n")), None, "a row of words");
        assert_eq!(count(&format!("{GRID}13 14 15 16 sorry:\n")), None, "a row with a remark");
        assert_eq!(count(&format!("{GRID}Time\n1 2 ?%\n3 4 5\n")), None);
    }
}
