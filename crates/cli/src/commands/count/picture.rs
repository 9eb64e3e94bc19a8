//! One number for each square, as a picture of the board.

use caracole::{Board, Count, File, Level, Place, Rank, Square};

/// So many characters fit beside each other.
const WIDEST: usize = 200;

/// The lines of a picture of the board, each square with its number, holes blank; or, where that would
/// be too wide, a line for each square.
pub(super) fn of(board: &Board, starts: &[(Square, Count)]) -> Vec<String> {
    let numbers: Vec<String> = starts.iter().map(|(_, count)| count.to_string()).collect();
    let last_file = File::new(board.files() - 1).to_string();
    let width = numbers.iter().map(String::len).max().unwrap_or_default().max(last_file.len());
    if (board.files() as usize).saturating_mul(width + 1) > WIDEST {
        let named = starts.iter().zip(&numbers);
        return named.map(|((square, _), count)| board.name(*square) + " " + count).collect();
    }
    let number = |place: Place| -> &str {
        let square = board.square(place);
        let at = square.and_then(|square| starts.binary_search_by_key(&square, |one| one.0).ok());
        at.map_or("", |at| &numbers[at])
    };
    let row = |label: &str, words: &dyn Fn(File) -> String| {
        let files = (0..board.files()).map(File::new);
        let words: Vec<String> = files.map(|file| format!("{:>width$}", words(file))).collect();
        format!("{label:>4}  {}", words.join(" ")).trim_end().to_owned()
    };
    let mut lines = Vec::new();
    for level in (0..board.levels()).map(Level::new) {
        if board.is_box() {
            lines.push(format!("level {level}"));
        }
        for rank in (0..board.ranks()).rev().map(Rank::new) {
            let words = |file| number(Place { file, rank, level }).to_owned();
            lines.push(row(&rank.to_string(), &words));
        }
        lines.push(row("", &|file| file.to_string()));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(board: &str, count: impl Fn(usize) -> u64) -> Vec<String> {
        let board: Board = board.parse().expect("a board");
        let starts: Vec<(Square, Count)> =
            board.squares().zip(0..).map(|(square, at)| (square, count(at).into())).collect();
        of(&board, &starts)
    }

    #[test]
    fn numbers_stand_on_their_squares() {
        let lines = ["   2    7  11", "   1  304", "        a   b"];
        assert_eq!(picture("2x2-b1", |at| [304, 7, 11][at]), lines);
        let lines = ["level 1", "   1  0 1", "      a b", "level 2", "   1  2 3", "      a b"];
        assert_eq!(picture("box:2x1x2", |at| at as u64), lines);
    }

    #[test]
    fn what_is_too_wide_is_a_list() {
        assert_eq!(picture("150x1", |_| 0)[26], "aa1 0");
        assert_eq!(picture("50x1", |_| 0).len(), 2);
        assert!(picture("50x1", |_| 0)[1].ends_with(" aw ax"));
    }
}
