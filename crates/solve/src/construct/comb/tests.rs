use caracole_core::{Board, Coord, File, Formula, Problem, Rank};

use super::super::sides::wide;
use super::block::LocalSquare;
use super::*;
use crate::{Decision, Random, Run, decide};

/// Returns combs of all shapes: closed ones with random starts and ends, open ones, and trunks in all directions.
fn combs(files: u32, ranks: u32, random: &mut Random) -> Vec<Comb> {
    let board = Board::rectangle(files, ranks).unwrap();
    let mut spot = || (random.below(files.into()) as u32, random.below(ranks.into()) as u32);
    let colour = |(file, rank): LocalSquare| (file ^ rank) & 1;
    let is_even = board.len().is_multiple_of(2);
    let mut run = Run::new();
    let mut all = Vec::new();
    if let Some(tour) = closed(&board) {
        assert!(is_even, "{board}");
        all.push(tour.clone());
        all.push(tour.clone().beginning_at(spot()));
        all.push(tour.ending_at(spot()));
    }
    for _ in 0..4 {
        let (start, end) = (spot(), spot());
        let fits = if is_even { true } else { colour(start) == 0 };
        if fits && let Some(tour) = open(&board, start, true, &mut run).unwrap() {
            all.push(tour.clone());
            all.push(tour.reversed());
        }
        if start != end && fits && (colour(start) == colour(end)) != is_even {
            all.extend(between(&board, [start, end], &mut run).unwrap());
        }
    }
    all
}

fn every_comb(check: impl Fn(&Comb)) {
    let mut random = Random::new(0, "combs");
    let mut count = 0;
    for files in [5, 6, 7, 11, 12, 13, 18, 23, 30, 31] {
        for ranks in [5, 6, 8, 9, 12, 17, 19, 24, 29, 34] {
            for comb in combs(files, ranks, &mut random) {
                check(&comb);
                count += 1;
            }
        }
    }
    assert!(count > 700, "{count}");
}

fn places(board: &Board) -> Vec<Coord> {
    board.squares().map(|square| board.coord(square)).collect()
}

#[test]
fn the_table_agrees_with_the_blocks() {
    every_comb(|comb| {
        for place in places(&comb.board) {
            let (file, rank) = (place.file.index(), place.rank.index());
            let plain = comb.offset(comb.sides().mirrored(comb.mirrors, (file, rank)));
            assert_eq!(comb.zones.offset(file, rank), plain, "{} {place:?}", comb.board);
        }
    });
}

#[test]
fn walks_agree_with_single_steps() {
    every_comb(|comb| {
        let len = comb.len();
        let single: Vec<Coord> = (1..=len).map(|step| comb.coord_at(step)).collect();
        let mut sorted = single.clone();
        sorted.sort_unstable_by_key(|place| (place.rank, place.file));
        assert_eq!(sorted, places(&comb.board), "{}", comb.board);
        for chunk in [1, 7, 64, 1000] {
            for (at, part) in single.chunks(chunk).enumerate() {
                let mut walked = vec![single[0]; part.len()];
                comb.walk((at * chunk) as u64 + 1, &mut walked);
                assert_eq!(walked, part, "{}", comb.board);
            }
        }
    });
}

#[test]
fn batches_of_places_agree_with_single_places() {
    every_comb(|comb| {
        let mut places = places(&comb.board);
        Random::new(1, "places").shuffle(&mut places);
        let mut steps = vec![0; places.len()];
        comb.steps_of(&places, &mut steps);
        for (place, step) in places.into_iter().zip(steps) {
            assert_eq!(comb.step_of(place), step, "{}", comb.board);
            assert_eq!(comb.coord_at(step), place, "{}", comb.board);
        }
    });
}

#[test]
fn a_rank_is_numbered_from_any_file_on() {
    every_comb(|comb| {
        let files = comb.board.files();
        for rank in (0..comb.board.ranks()).map(Rank::new) {
            for from in [0, 1, 5, 6, 11, files / 2, files - 1] {
                let from = from.min(files - 1);
                for count in [1, 6, 12, 13, files - from] {
                    let count = count.min(files - from);
                    let expected: Vec<u64> = (from..from + count)
                        .map(|file| comb.step_of(Coord::flat(File::new(file), rank)))
                        .collect();
                    let mut wide = vec![0; count as usize];
                    comb.number_rank(rank, File::new(from), &mut wide);
                    assert_eq!(wide, expected, "{} {rank} from {from}", comb.board);
                    let mut narrow = vec![0; count as usize];
                    comb.number_rank_u32(rank, File::new(from), &mut narrow);
                    assert!(narrow.into_iter().map(u64::from).eq(expected), "{}", comb.board);
                }
            }
        }
    });
}

/// Returns the pairs of ends with a tour for which the comb finds none.
fn missed_pairs(board: &Board) -> Vec<[LocalSquare; 2]> {
    let sides = Sides::of(board);
    let len = sides.area() as u32;
    let pairs = (0..len).flat_map(|start| (0..len).map(move |end| [start, end]));
    let allowed = pairs.filter(|&[start, end]| start != end && sides.colours_allow(start, end));
    let has_tour = |ends: &[u32; 2]| {
        let [start, end] = ends.map(wide);
        let problem = Problem::new(board.clone()).start(start).unwrap().end(end).unwrap();
        decide(&problem) == Decision::Exists
    };
    let spots = |ends: [u32; 2]| ends.map(|end| (end % sides.files, end / sides.files));
    let is_missed =
        |&ends: &[LocalSquare; 2]| between(board, ends, &mut Run::new()).unwrap().is_none();
    allowed.filter(has_tour).map(spots).filter(is_missed).collect()
}

/// Many pairs need wider blocks. The comb misses only pairs in the middle, on both sides of a cut, which have a strip
/// tour.
#[test]
fn nearly_every_pair_of_ends_on_five_ranks_or_files_has_a_comb() {
    for (long, missed) in [(13, &[][..]), (18, &[[7, 10], [10, 7]]), (19, &[])] {
        let horizontal = missed_pairs(&Board::rectangle(long, 5).unwrap());
        let expected: Vec<[LocalSquare; 2]> =
            missed.iter().map(|ends| ends.map(|at| (at, 2))).collect();
        assert_eq!(horizontal, expected, "{long}x5");
        let vertical = missed_pairs(&Board::rectangle(5, long).unwrap());
        let expected: Vec<[LocalSquare; 2]> =
            missed.iter().map(|ends| ends.map(|at| (2, at))).collect();
        assert_eq!(vertical, expected, "5x{long}");
    }
}
