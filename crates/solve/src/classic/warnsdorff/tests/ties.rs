//! What is done about ties.

use super::super::super::starts::corners;
use super::*;

#[test]
fn squirrel_walks_alike_from_all_corners() {
    let board = board("12x12");
    let walks: Vec<Vec<(u32, u32)>> = corners(&board)
        .into_iter()
        .map(|corner| {
            let problem = Problem::new(board.clone()).from(corner).unwrap();
            let tour = solve(Tie::Squirrel, &problem, 0).tour().unwrap();
            let from = board.place(corner);
            tour.squares()
                .map(|square| {
                    let place = board.place(square);
                    let files = place.file.index().abs_diff(from.file.index());
                    (files, place.rank.index().abs_diff(from.rank.index()))
                })
                .collect()
        })
        .collect();
    assert!(walks.len() == 4 && walks.iter().all(|walk| *walk == walks[0]));
}

#[test]
fn squirrel_says_what_it_needs() {
    for (problem, order, need) in [
        (Problem::new(board("8x9")), None, "square boards"),
        (Problem::new(board("4x4")), None, "from 5x5"),
        (Problem::new(board("torus:8x8")), None, "plain"),
        (Problem::new(board("8x8")).from("b8").unwrap(), None, "b8 is none"),
        (Problem::new(board("8x8")), Some("12345678"), "leave the order out"),
    ] {
        let order = order.map(|order| order.parse().unwrap());
        let Support::No(why) = (Warnsdorff { order, tie: Tie::Squirrel }).supports(&problem) else {
            panic!("{problem:?}");
        };
        assert!(why.contains(need), "{why}");
    }
}

/// Pohl's rule never fails from the corners of 5x5, 6x6 and 7x7, but on 8x8 in about a quarter of
/// all walks; chance alone fails on 7x7 in a quarter.
#[test]
fn pohl_looks_one_step_further() {
    let successes = |tie, text: &str| {
        let problem = Problem::new(board(text)).from("a1").unwrap();
        (0..100).filter(|&seed| solve(tie, &problem, seed).is_found()).count()
    };
    for text in ["5x5", "6x6", "7x7"] {
        assert_eq!(successes(Tie::Pohl, text), 100, "{text}");
    }
    let (pohl, random) = (successes(Tie::Pohl, "8x8"), successes(Tie::Random, "7x7"));
    assert!((60..=88).contains(&pohl) && (60..=88).contains(&random), "{pohl} {random}");
}

#[test]
fn unknown_ties_are_answered_with_the_list() {
    for tie in Tie::ALL {
        assert_eq!(tie.to_string().parse(), Ok(tie));
    }
    assert_eq!(
        "pole".parse::<Tie>().unwrap_err().to_string(),
        "there is no tie 'pole': there are first, random, roth, pohl, pohl-least, squirrel"
    );
}
