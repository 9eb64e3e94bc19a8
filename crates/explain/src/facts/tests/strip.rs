//! Long tours that are not stored: a strip of equal blocks, one above the other.

use super::brute;
use crate::{SymmetryClass, describe};
use caracole_core::{Board, Path, Piece, Problem, Square};
use caracole_verify::check;

const FILES: u32 = 5;
const BLOCK_RANKS: u32 = 4;

/// A tour of the 5x4 block from b1 to d4 that the half turn maps onto itself.
fn block() -> Vec<Square> {
    let block = Board::rectangle(FILES, BLOCK_RANKS).unwrap();
    let [b1, d4] = ["b1", "d4"].map(|name| block.parse_square(name).unwrap());
    let mut tour = Vec::new();
    brute::each_tour(&block, &Piece::KNIGHT, &[b1], Some(d4), |squares| {
        let last = block.len() - 1;
        let turned = |square: &Square| Square::from_index(last - square.index());
        if squares.iter().rev().map(turned).eq(squares.iter().copied()) {
            tour = squares.to_vec();
        }
        tour.is_empty()
    });
    tour
}

/// From d4 of each block the knight goes on to b1 of the next.
fn strip(block: &[Square], blocks: u64) -> impl Iterator<Item = Square> + '_ {
    (0..blocks).flat_map(move |at| {
        let below = at * block.len() as u64;
        block.iter().map(move |square| Square::from_index(below + square.index()))
    })
}

fn check_and_describe(blocks: u64) {
    let block = block();
    let board = |blocks| Board::rectangle(FILES, BLOCK_RANKS * blocks as u32).unwrap();
    let crossings_of = |blocks| {
        let path: Path = strip(&block, blocks).collect();
        brute::crossings(&board(blocks), &path, false)
    };
    // Beyond three blocks each one adds the same.
    let [three, four] = [3, 4].map(crossings_of);
    let board = board(blocks);
    let problem = Problem::new(board.clone());
    let verdict = check(&problem, || strip(&block, blocks));
    assert!(verdict.is_valid() && !verdict.is_closed());
    let facts = describe(&board, &Piece::KNIGHT, || strip(&block, blocks));
    assert_eq!(facts.crossings, Some(three + (four - three) * (blocks - 3)));
    assert_eq!(facts.symmetry_class(), Some(SymmetryClass::Rotary));
    assert!(facts.sums.is_some_and(|sums| !sums.is_magic()));
}

#[test]
fn strip_of_a_million_squares() {
    check_and_describe(50_000);
}

#[test]
fn strip_of_ten_million_squares() {
    check_and_describe(500_000);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes 10 s; measures the memory of the whole process, so run it alone"]
fn strip_of_a_hundred_million_squares_in_200_megabytes() {
    let begun = std::time::Instant::now();
    check_and_describe(5_000_000);
    println!("{:?}", begun.elapsed());
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    println!("{peak}");
    let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes * 1024 < 200_000_000, "{peak}");
}
