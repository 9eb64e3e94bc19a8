//! Numbers that others have published: what is timed must come to them.

use caracole_benches::published;

use crate::apart::What;

/// The number of undirected closed tours, or of directed tours, of a rectangle.
pub(crate) fn known(board: &str, what: What) -> Option<String> {
    let look = |kind: &str| published(board, kind).map(str::to_owned);
    match what {
        What::Closed => look("undirected closed").or_else(|| none_closed(board)),
        What::Tours => look("directed tours").or_else(|| look("undirected tours").map(twice)),
    }
}

fn twice(number: String) -> String {
    number.parse::<u128>().map_or(number, |number| (2 * number).to_string())
}

/// Schwenk (1991): no closed tour has an odd number of squares, or a side of 1, 2 or 4.
fn none_closed(board: &str) -> Option<String> {
    let (files, ranks) = board.split_once('x')?;
    let sides: [u32; 2] = [files.parse().ok()?, ranks.parse().ok()?];
    let is_odd = sides.iter().all(|side| side % 2 == 1);
    (is_odd || sides.iter().any(|side| matches!(side, 1 | 2 | 4))).then(|| "0".to_owned())
}
