mod brute;

use std::collections::HashSet;
use std::time::Instant;

use caracole_core::{Kind, Moves, Path};

use super::*;
use crate::Random;

/// The first squares of a game played by chance.
fn play(problem: &Problem, most: usize, random: &mut Random) -> Vec<Square> {
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    let squares: Vec<Square> = board.squares().collect();
    let start = squares[random.below(squares.len() as u64) as usize];
    let mut played = vec![problem.start().unwrap_or(start)];
    while played.len() < most {
        let onward = moves.from(board, played[played.len() - 1]);
        let onward: Vec<Square> = onward.filter(|square| !played.contains(square)).collect();
        if onward.is_empty() {
            break;
        }
        played.push(onward[random.below(onward.len() as u64) as usize]);
    }
    played
}

/// The position told in clues, which the search takes another way than moves that must be made.
fn in_clues(problem: &Problem, played: &[Square]) -> Problem {
    let clues = (1..).zip(played).filter(|&(step, _)| problem.clue_at(step).is_none());
    clues.fold(problem.clone(), |problem, (step, &square)| problem.clue(square, step).unwrap())
}

/// Asserts that all that is said is true, by tours that are walked and by a search without limits.
fn confirm(problem: &Problem, played: &[Square], advice: &Advice) {
    let board = problem.board();
    let assert_won = |tour: &Tour, played: &[Square]| {
        assert!(tour.squares().zip(played).all(|(square, &played)| square == played));
        assert!(Tour::verify(problem, tour.squares().collect::<Path>()).is_ok());
    };
    let assert_lost = |played: &[Square]| {
        let outcome = Exact::default().solve(&in_clues(problem, played), &mut Run::new());
        let names: Vec<String> = played.iter().map(|&square| board.name(square)).collect();
        assert!(outcome.is_impossible(), "{names:?}");
    };
    match &advice.position {
        Position::Open(tour) | Position::Finished(tour) => assert_won(tour, played),
        Position::Lost(_) => assert_lost(played),
        Position::Unknown(_) => {}
    }
    let moves = Moves::new(problem.piece(), board);
    let legal: HashSet<Square> = played
        .last()
        .into_iter()
        .flat_map(|&last| moves.from(board, last))
        .filter(|square| !played.contains(square))
        .collect();
    assert_eq!(advice.moves.iter().map(|&(square, _)| square).collect::<HashSet<_>>(), legal);
    let is_lost = matches!(advice.position, Position::Lost(_));
    for (square, judgement) in &advice.moves {
        let next: Vec<Square> = played.iter().copied().chain([*square]).collect();
        match judgement {
            Judgement::Winning(tour) => assert_won(tour, &next),
            // If the position is lost, so is each move.
            Judgement::Losing(_) if is_lost => {}
            Judgement::Losing(_) => assert_lost(&next),
            Judgement::Unknown(_) => {}
        }
    }
}

/// Judges so many positions of 8x8 by chance, confirms all that is said, and counts the judgements,
/// those that know, and the positions that took more than 50 ms.
fn judge_many(positions: u64) -> [usize; 3] {
    let problem = Problem::new("8x8".parse().unwrap());
    let [mut all, mut known, mut late] = [0; 3];
    for number in 0..positions {
        let mut random = Random::numbered(1, "coach", number);
        let most = 1 + random.below(63) as usize;
        let played = play(&problem, most, &mut random);
        let begun = Instant::now();
        let advice = judge(&problem, &played, &mut Run::new().limits(QUICK)).unwrap();
        if begun.elapsed().as_millis() > 50 {
            late += 1;
        }
        all += advice.moves.len() + 1;
        if !matches!(advice.position, Position::Unknown(_)) {
            known += 1;
        }
        known += advice.moves.iter().filter(|(_, judged)| judged.word() != "unknown").count();
        confirm(&problem, &played, &advice);
    }
    [all, known, late]
}

#[test]
fn positions_of_the_chessboard_are_judged_rightly() {
    let [all, known, _] = judge_many(100);
    assert!(all > 200 && known * 100 >= all * 99, "{known} of {all}");
}

#[test]
#[ignore = "confirms a thousand positions, and is about time"]
fn a_thousand_positions_are_judged_in_time() {
    let [all, known, late] = judge_many(1000);
    println!("{known} of {all} judgements within 50 ms; {late} of 1000 positions took longer");
    assert!(known * 100 >= all * 99 && late <= 10);
}

#[test]
fn closed_games_and_clues_keep_their_direction() {
    let six = Problem::new("6x6".parse().unwrap()).closed();
    let tour = Exact::default().solve(&six, &mut Run::new()).tour().unwrap();
    let (second, last) = (tour.square_at(2).unwrap(), tour.square_at(36).unwrap());
    let start = tour.square_at(1).unwrap();
    let clued = six.clue(tour.square_at(9).unwrap(), 9).unwrap();
    for square in [second, last] {
        let advice = judge(&clued, &[start, square], &mut Run::new()).unwrap();
        confirm(&clued, &[start, square], &advice);
    }
    for number in 0..40 {
        let mut random = Random::numbered(3, "closed", number);
        let most = 1 + random.below(20) as usize;
        let played = play(&clued, most, &mut random);
        match judge(&clued, &played, &mut Run::new()) {
            Ok(advice) if !advice.moves.is_empty() && played.len() != 8 => {
                let legal =
                    |&(square, _): &(Square, Judgement)| square != tour.square_at(9).unwrap();
                if advice.moves.iter().all(legal) && !beside(&clued, &played) {
                    confirm(&clued, &played, &advice);
                }
            }
            Ok(_) => {}
            Err(error) => assert!(matches!(error, CoachError::OtherClue { .. }), "{error}"),
        }
    }
}

/// Is the square of a clue a move away, so that it is no legal move yet?
fn beside(problem: &Problem, played: &[Square]) -> bool {
    let moves = Moves::new(problem.piece(), problem.board());
    let mut near = moves.from(problem.board(), played[played.len() - 1]);
    near.any(|square| problem.clues().any(|(_, other)| other == square))
}

#[test]
fn without_a_move_each_start_is_judged() {
    let five = Problem::new("5x5".parse().unwrap());
    let advice = judge(&five, &[], &mut Run::new()).unwrap();
    let won: Vec<String> = advice
        .moves
        .iter()
        .filter(|(_, judgement)| judgement.is_winning())
        .map(|&(square, _)| five.board().name(square))
        .collect();
    let expected = ["a1", "c1", "e1", "b2", "d2", "a3", "c3", "e3", "b4", "d4", "a5", "c5", "e5"];
    assert_eq!(won, expected);
    let fixed = five.from("a1").unwrap();
    assert_eq!(judge(&fixed, &[], &mut Run::new()).unwrap().moves.len(), 1);
    let none = Problem::new("3x3".parse().unwrap());
    let advice = judge(&none, &[], &mut Run::new()).unwrap();
    assert!(matches!(advice.position, Position::Lost(_)));
    assert!(advice.moves.iter().all(|(_, judgement)| judgement.word() == "losing"));
}

#[test]
fn a_finished_game_is_judged() {
    let problem = Problem::new("5x5".parse().unwrap());
    let tour = Exact::default().solve(&problem, &mut Run::new()).tour().unwrap();
    let played: Vec<Square> = tour.squares().collect();
    let advice = judge(&problem, &played, &mut Run::new()).unwrap();
    assert!(matches!(advice.position, Position::Finished(won) if won == tour));
    assert!(advice.moves.is_empty());
    let single = Problem::new("1x1".parse().unwrap());
    let advice = judge(&single, &[Square::from_index(0)], &mut Run::new()).unwrap();
    assert!(matches!(advice.position, Position::Finished(_)));
}

#[test]
fn a_step_against_the_rules_is_named() {
    let board = "8x8-c3".parse().unwrap();
    let problem = Problem::new(board).from("a1").unwrap().clue("d4", 3).unwrap();
    let problem = problem.avoiding("a1", "c2").unwrap();
    for (names, why) in [
        ("b1", "step 1: the tour starts on a1, not on b1"),
        ("a1 b3 a1", "step 3: a1 was visited at step 1"),
        ("a1 a2", "step 2: a1 and a2 are not a knight's move apart"),
        ("a1 c2", "step 2: the move a1-c2 cannot be both used and avoided"),
        ("a1 b3 a5", "step 3: a5 cannot be played, for d4 is step 3"),
        ("a1 d4", "step 2: d4 cannot be played, for d4 is step 3"),
    ] {
        let played: Vec<Square> =
            names.split(' ').map(|name| problem.board().parse_square(name).unwrap()).collect();
        let error = judge(&problem, &played, &mut Run::new()).expect_err(why);
        assert_eq!(error.to_string(), why);
    }
    let beyond = [Square::from_index(0), Square::from_index(18)];
    let error = judge(&problem, &beyond, &mut Run::new()).unwrap_err().to_string();
    assert!(error.starts_with("step 2: 'square number 18' is a hole"), "{error}");
    let two = Problem::new("4x4".parse().unwrap()).with_knights(2, ["a1"]).unwrap();
    assert_eq!(judge(&two, &[], &mut Run::new()).unwrap_err(), CoachError::SeveralKnights);
}

#[test]
fn without_time_nothing_is_said() {
    let problem = Problem::new("8x8".parse().unwrap());
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let played = [Square::from_index(0)];
    let advice = judge(&problem, &played, &mut Run::new().limits(limits)).unwrap();
    assert!(matches!(advice.position, Position::Unknown(_)));
    assert!(advice.moves.iter().all(|(_, judgement)| judgement.word() == "unknown"));
}

#[test]
fn moves_to_avoid_are_not_judged() {
    let problem = Problem::new("5x5".parse().unwrap()).avoiding("a1", "c2").unwrap();
    let played = [Square::from_index(0)];
    let advice = judge(&problem, &played, &mut Run::new()).unwrap();
    let names: Vec<_> =
        advice.moves.iter().map(|&(square, _)| problem.board().name(square)).collect();
    assert_eq!(names, ["b3"]);
}

/// A move that nobody has judged yet may still win.
#[test]
fn a_position_is_lost_when_all_its_moves_are() {
    let problem = Problem::new("8x8".parse().unwrap());
    let played = [problem.board().parse_square("a1").unwrap()];
    let game = Game::new(&problem, &played).unwrap();
    let proof = Proof::new(problem.clone(), Reason::TooFewSquares);
    let moves: Vec<_> = game.next().map(|square| (square, None)).collect();
    assert_eq!(moves.len(), 2, "a corner");
    let mut table = Table { game, moves, position: None };
    for at in 0..2 {
        assert!(table.position.is_none(), "{at} of two moves were judged");
        table.moves[at].1 = Some(Judgement::Losing(proof.clone()));
        table.lose_if_all_moves_do(&Run::new());
    }
    assert!(matches!(table.position, Some(Position::Lost(_))));
}
