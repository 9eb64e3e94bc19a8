//! The two colours of a board, and the ends that each has.

use crate::Problem;

use super::super::list::{MoveList, Near};

/// The colour of each square, so that every move that is not to be avoided changes it, and how many
/// squares each colour has. Where there are no such colours, all squares are of the first.
pub(super) fn of(problem: &Problem, list: &MoveList) -> (Vec<u8>, Option<[u64; 2]>) {
    const UNSEEN: u8 = 2;
    let mut is_avoided = vec![false; list.moves()];
    for &(a, b) in problem.avoided() {
        let squares = list.number(a).zip(list.number(b));
        if let Some(by) = squares.and_then(|(a, b)| list.between(a, b)) {
            is_avoided[by as usize] = true;
        }
    }
    let mut colours = vec![UNSEEN; list.len() as usize];
    let mut counts = [0; 2];
    let mut waiting = Vec::new();
    for first in 0..list.len() {
        if colours[first as usize] != UNSEEN {
            continue;
        }
        colours[first as usize] = 0;
        waiting.push(first);
        while let Some(square) = waiting.pop() {
            let colour = colours[square as usize];
            counts[usize::from(colour)] += 1;
            for &Near { to, by } in list.near(square) {
                if is_avoided[by as usize] {
                    continue;
                }
                if colours[to as usize] == UNSEEN {
                    colours[to as usize] = 1 - colour;
                    waiting.push(to);
                } else if colours[to as usize] == colour {
                    return (vec![0; list.len() as usize], None);
                }
            }
        }
    }
    (colours, Some(counts))
}

/// How many ends each colour has.
///
/// Squares of a colour have two moves or ends each, and every move has one square of either colour:
/// so twice the squares of a colour less its ends is the same for both.
pub(super) fn ends(knights: u32, counts: Option<[u64; 2]>) -> [i64; 2] {
    let knights = i64::from(knights);
    let Some([first, second]) = counts else {
        return [2 * knights, 0];
    };
    let more = first as i64 - second as i64;
    [knights + more, knights - more]
}
