use super::*;
use crate::coach::{PositionJudgement, Takeback, judge, takeback};
use caracole_solve::{Exact, Random, Run, Solver};

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().unwrap())
}

/// Plays squares by name, up to the first illegal one.
fn play(problem: Problem, names: &str) -> (Game, Option<GameError>) {
    let mut game = Game::new(problem);
    for name in names.split_whitespace() {
        let square = game.problem().board().parse_square(name).unwrap();
        if let Err(error) = game.play(square) {
            return (game, Some(error));
        }
    }
    (game, None)
}

fn names(game: &Game, squares: impl Iterator<Item = Square>) -> Vec<String> {
    squares.map(|square| game.problem().board().name(square)).collect()
}

#[test]
fn undo_and_redo() {
    let (mut game, _) = play(problem("5x5"), "a1 c2 e1 d3");
    let whole = game.clone();
    let [d3, e1] = [game.undo().unwrap(), game.undo().unwrap()];
    assert_eq!(names(&game, game.undone()), ["e1", "d3"]);
    assert_eq!((game.step_of(e1), game.unvisited()), (None, 23));
    // Playing the same square keeps the squares after it, playing another one does not.
    game.play(e1).unwrap();
    assert_eq!(game.redo(), Some(d3));
    assert_eq!(game, whole);
    game.undo();
    game.undo();
    game.play(game.problem().board().parse_square("d4").unwrap()).unwrap();
    assert_eq!((game.redo(), game.undone().count()), (None, 0));
    while game.undo().is_some() {}
    assert_eq!((game.knight(), game.undone().count(), game.legal().count()), (None, 3, 25));

    let resumed = Game::resume(problem("5x5"), whole.played()[..2].to_vec(), [e1, d3]).unwrap();
    assert_eq!(names(&resumed, resumed.undone()), ["e1", "d3"]);
    let error = Game::resume(problem("5x5"), whole.played()[..2].to_vec(), [d3]).unwrap_err();
    assert_eq!(error.to_string(), "step 3: c2 and d3 are not a knight's move apart");
}

#[test]
fn the_rules_of_the_problem_hold() {
    let five = || problem("5x5");
    let clued = five().start("a1").unwrap().clue("e5", 3).unwrap();
    for (problem, played, why) in [
        (five().start("a1").unwrap(), "c3", "step 1: the tour starts on a1, not on c3"),
        (clued, "a1 c2 e1", "step 3: e1 cannot be played, because e5 is step 3"),
        (five().end("c2").unwrap(), "a1 c2", "step 2: c2 cannot be played, because c2 is step 25"),
        (five(), "a1 c2 a1", "step 3: a1 was visited at step 1"),
        (
            five().forbid("a1", "c2").unwrap(),
            "a1 c2",
            "step 2: the move a1-c2 cannot be both used and avoided",
        ),
        (
            five().require("c2", "e1").unwrap(),
            "a1 c2 d4",
            "step 3: d4 cannot be played, because the tour must go c2-e1",
        ),
        (
            five().closed().require("a1", "b3").unwrap(),
            "a1 c2 d4 b3 c5",
            "step 5: c5 cannot be played, because the tour must go b3-a1",
        ),
    ] {
        assert_eq!(play(problem, played).1.expect(why).to_string(), why);
    }
    let two = problem("4x4").with_knights(2, ["a1"]).unwrap();
    assert_eq!(Game::resume(two.clone(), [], []), Err(GameError::SeveralKnights));
    assert_eq!(Game::new(two), Game::new(self::problem("4x4")));
}

#[test]
fn the_last_square_makes_a_tour_or_a_dead_end() {
    let found = Exact::default().solve(&problem("3x4"), &mut Run::new()).found().unwrap();
    let (game, error) = play(problem("3x4"), &found.names());
    assert_eq!(error, None);
    assert!(matches!(game.state(), GameState::Finished(tour) if tour == found));
    // 3x4 has no closed tour, so a closed game stops before its last square.
    let (game, error) = play(problem("3x4").closed(), &found.names());
    let error = error.unwrap().to_string();
    assert!(error.contains(" cannot be played: not closed: no further move leads"), "{error}");
    let GameState::Stuck(dead_end) = game.state() else { panic!("in progress") };
    let text = dead_end.to_string();
    assert!(text.starts_with("dead end: no square may be played from"), "{text}");
    assert!(text.ends_with("1 square is missing"), "{text}");

    let single = Game::new(problem("1x1").closed());
    assert!(matches!(single.state(), GameState::Stuck(DeadEnd { square: None, .. })));
}

#[test]
fn a_dead_end_is_known_by_its_reason() {
    let (game, _) = play(problem("3x3"), "b1 a3 c2 a1 b3 c1 a2 c3");
    let GameState::Stuck(dead_end) = game.state() else { panic!("b2 cannot be reached") };
    let expected = "dead end: no unvisited square is a move away from c3; 1 square is missing";
    assert_eq!(dead_end.to_string(), expected);
}

#[test]
fn numbers_name_moves_clockwise() {
    let (game, _) = play(problem("5x5"), "c3");
    let around: Vec<_> = (1..=8).filter_map(|number| game.target(number)).collect();
    assert_eq!(names(&game, around.into_iter()), ["d5", "e4", "e2", "d1", "b1", "a2", "a4", "b5"]);
    assert_eq!((game.target(0), game.target(9)), (None, None));
}

/// The rules of a game refuse only moves that the coach judges losing.
#[test]
fn the_rules_refuse_no_winning_move() {
    let demanding = problem("5x5").require("c3", "e4").unwrap().forbid("a1", "b3").unwrap();
    let closed = problem("5x6").closed().require("a1", "b3").unwrap();
    let mut refused = 0;
    for (problem, games) in [(demanding, 12), (closed, 6)] {
        for number in 0..games {
            let mut random = Random::numbered(4, "game", number);
            let mut game = Game::new(problem.clone());
            while !matches!(game.state(), GameState::Stuck(_) | GameState::Finished(_)) {
                let advice = judge(&problem, game.played(), &mut Run::new()).unwrap();
                for (square, judgement) in &advice.moves {
                    let check = game.check(*square);
                    if check.is_err() {
                        refused += 1;
                    }
                    assert!(check.is_ok() || !judgement.is_winning(), "{check:?}");
                }
                let legal: Vec<_> = game.legal().collect();
                assert!(legal.iter().all(|to| advice.moves.iter().any(|(other, _)| other == to)));
                game.play(legal[random.below(legal.len() as u64) as usize]).unwrap();
            }
        }
    }
    assert!(refused > 20, "{refused}");
}

/// A takeback leads to the last position that the coach judges open.
#[test]
fn a_takeback_is_minimal() {
    let problem = problem("5x5");
    let mut lost = 0;
    for number in 0..10 {
        let mut random = Random::numbered(5, "way back", number);
        let mut game = Game::new(problem.clone());
        while let legal @ [_, ..] = &game.legal().collect::<Vec<_>>()[..] {
            game.play(legal[random.below(legal.len() as u64) as usize]).unwrap();
        }
        let played = game.played();
        let is_open = |len: usize| {
            let advice = judge(&problem, &played[..len], &mut Run::new()).unwrap();
            matches!(advice.position, PositionJudgement::Open(_) | PositionJudgement::Finished(_))
        };
        let last_open = (0..=played.len()).rev().find(|&len| is_open(len));
        let Takeback::To { keep, tour, is_minimal } =
            takeback(&problem, played, &mut Run::new()).unwrap()
        else {
            panic!("5x5 has tours");
        };
        assert_eq!((Some(keep), is_minimal), (last_open, true));
        assert!(tour.squares().zip(&played[..keep]).all(|(square, &played)| square == played));
        if keep < played.len() {
            lost += 1;
        }
    }
    assert!(lost > 5, "{lost}");
    let none = Problem::new("4x4".parse().unwrap());
    let start = [Square::from_index(0)];
    assert!(matches!(takeback(&none, &start, &mut Run::new()), Ok(Takeback::Never(_))));
}
