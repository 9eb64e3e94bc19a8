use std::collections::BTreeSet;
use std::time::Instant;

use caracole_core::*;

use super::*;

fn with_holes(board: Board, holes: u64, seed: u64) -> Board {
    let mut random = Random::new(seed, "holes");
    let mut left = [holes / 2; 2];
    let mut set = BTreeSet::new();
    while left != [0, 0] {
        let square = Square::from_index(random.below(board.area()));
        let colour = usize::from(board.colour(square));
        if left[colour] > 0 && set.insert(square) {
            left[colour] -= 1;
        }
    }
    board.without(set).unwrap()
}

#[test]
#[ignore = "measures"]
fn measured() {
    let side: u32 = std::env::var("SIDE").map_or(1000, |s| s.parse().unwrap());
    let per: u64 = std::env::var("HOLES").map_or(10000, |s| s.parse().unwrap());
    for seed in 0..5 {
        let board = with_holes(Board::rectangle(side, side).unwrap(), per, seed);
        let problem = Problem::new(board).closed();
        let begun = Instant::now();
        let outcome = Patch.solve(&problem, &mut Run::new().seed(seed));
        println!("{side} {per} {}: {:?}", outcome.word(), begun.elapsed());
        if let Outcome::Impossible(proof) = &outcome {
            println!("{}", proof.text());
        }
        if let Outcome::Unknown(stop) = &outcome {
            println!("{stop}");
        }
    }
}
