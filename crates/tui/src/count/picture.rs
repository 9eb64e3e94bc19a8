//! One number for each square, as a picture of the board.

use caracole::{Board, Count, File, Level, Place, Rank, Square};

/// The lines of a picture of the board, each square with its number, holes blank; or, where that would
/// be too wide, a list.
pub(super) fn of(board: &Board, starts: &[(Square, Count)], columns: usize) -> Vec<String> {
    let numbers: Vec<String> = starts.iter().map(|(_, count)| count.to_string()).collect();
    let widest = numbers.iter().map(String::len).max().unwrap_or_default();
    let width = widest.max(File::new(board.files() - 1).to_string().len());
    if (board.files() as usize).saturating_mul(width + 1) + RIM > columns {
        return list(board, starts, columns);
    }
    let number = |place: Place| {
        let square = board.square(place);
        let at = square.and_then(|square| starts.binary_search_by_key(&square, |one| one.0).ok());
        at.map_or("", |at| &*numbers[at])
    };
    let files = || (0..board.files()).map(File::new);
    let row = |label: &str, words: &mut dyn Iterator<Item = String>| {
        let words: Vec<String> = words.map(|word| format!("{word:>width$}")).collect();
        format!("{label:>RIM$} {}", words.join(" ")).trim_end().to_owned()
    };
    let mut lines = Vec::new();
    for level in (0..board.levels()).map(Level::new) {
        if board.is_box() {
            lines.push(format!("level {level}"));
        }
        for rank in (0..board.ranks()).rev().map(Rank::new) {
            let mut words = files().map(|file| number(Place { file, rank, level }).to_owned());
            lines.push(row(&rank.to_string(), &mut words));
        }
        lines.push(row("", &mut files().map(|file| file.to_string())));
    }
    lines
}

/// So many columns are for the names of the ranks.
const RIM: usize = 4;

/// As many squares with their numbers beside each other as there is room for.
fn list(board: &Board, starts: &[(Square, Count)], columns: usize) -> Vec<String> {
    let words: Vec<String> =
        starts.iter().map(|(square, count)| format!("{} {count}", board.name(*square))).collect();
    let width = words.iter().map(String::len).max().unwrap_or_default();
    let lines = words.chunks((columns / (width + 2)).max(1));
    lines
        .map(|words| {
            let words: Vec<String> = words.iter().map(|word| format!("{word:<width$}")).collect();
            words.join("  ").trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_on_their_squares_or_in_a_list() {
        let board: Board = "2x2-b1".parse().expect("a board");
        let numbers = [304_u64, 7, 11].map(Count::from);
        let starts: Vec<_> = board.squares().zip(numbers).collect();
        assert_eq!(of(&board, &starts, 80), ["   2   7  11", "   1 304", "       a   b"]);
        assert_eq!(of(&board, &starts, 11), ["a1 304", "a2 7", "b2 11"]);
    }
}
