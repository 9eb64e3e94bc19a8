//! Squares to start from, and closed tours turned to their ends.

use super::super::candidate::starts;
use super::super::turn::turned;
use super::*;

#[test]
fn every_square_is_a_start_once_and_corners_come_first() {
    for text in ["8x8", "3x4", "4x9", "1x3", "5x5-c3", "torus:4x5", "box:2x3x4"] {
        let board = board(text);
        let moves = Moves::new(&Piece::KNIGHT, &board);
        let problem = Problem::new(board.clone());
        let rule = rule(Tie::First);
        let quest = Quest::new(&rule, &problem, moves.clone());
        let walker = quest.walker(&problem, &mut Run::new()).unwrap();
        let mut all: Vec<Square> = starts(Tie::First, &board, &*walker)
            .filter(|candidate| candidate.has_its_degree(&*walker))
            .map(|candidate| candidate.square)
            .collect();
        let degrees: Vec<usize> =
            all.iter().map(|&start| moves.from(&board, start).count()).collect();
        assert!(degrees.is_sorted(), "{text}: {degrees:?}");
        if text == "8x8" {
            let names: Vec<_> = all[..6].iter().map(|&square| board.name(square)).collect();
            assert_eq!(names, ["a8", "h8", "a1", "h1", "b8", "g8"]);
        }
        all.sort_unstable();
        assert!(all.into_iter().eq(board.squares()), "{text}");
    }
}

#[test]
fn closed_tours_are_turned_to_their_ends() {
    let eight = Problem::new(board("3x3-b2"));
    let ring: Path = ["a1", "b3", "c1", "a2", "c3", "b1", "a3", "c2"]
        .iter()
        .map(|name| eight.board().parse_square(name).unwrap())
        .collect();
    for (problem, names) in [
        (eight.clone().from("a2"), "a2 c3 b1 a3 c2 a1 b3 c1"),
        (eight.clone().to("a2"), "c3 b1 a3 c2 a1 b3 c1 a2"),
        (eight.clone().to("c2"), "a1 b3 c1 a2 c3 b1 a3 c2"),
        (eight.clone().from("a2").unwrap().to("c1"), "a2 c3 b1 a3 c2 a1 b3 c1"),
        (eight.clone().from("a2").unwrap().to("c3"), "a2 c1 b3 a1 c2 a3 b1 c3"),
    ] {
        let problem = problem.unwrap();
        assert_eq!(turned(ring.clone(), &problem).names(problem.board()), names);
        assert_eq!(solve(Tie::First, &problem.closed(), 0).word(), "found");
    }
}
