//! Warnsdorff's rule as tutorials print it: the first of the squares with the fewest ways on.

/// The order of the moves decides between squares with equally many ways on.
const MOVES: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A tour of the square board of that side from a square, both counted row by row from 0; `None` if
/// the rule leads to a dead end.
pub(crate) fn tour(side: i32, start: u32) -> Option<Vec<u32>> {
    let mut board = vec![vec![0_u32; side as usize]; side as usize];
    let (mut row, mut column) = (start as i32 / side, start as i32 % side);
    let mut path = vec![start];
    board[row as usize][column as usize] = 1;
    for step in 2..=(side * side) as u32 {
        let mut best = None;
        let mut fewest = 9;
        for (r, c) in ways_on(&board, row, column) {
            let ways = ways_on(&board, r, c).count();
            if ways < fewest {
                fewest = ways;
                best = Some((r, c));
            }
        }
        (row, column) = best?;
        board[row as usize][column as usize] = step;
        path.push((row * side + column) as u32);
    }
    Some(path)
}

fn ways_on(board: &[Vec<u32>], row: i32, column: i32) -> impl Iterator<Item = (i32, i32)> + '_ {
    let side = board.len() as i32;
    let near = MOVES.iter().map(move |(down, right)| (row + down, column + right));
    let on_board = near.filter(move |&(r, c)| (0..side).contains(&r) && (0..side).contains(&c));
    on_board.filter(|&(r, c)| board[r as usize][c as usize] == 0)
}
