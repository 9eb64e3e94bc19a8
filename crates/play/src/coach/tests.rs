use std::collections::HashSet;
use std::time::Instant;

use super::*;
use caracole_solve::{Options, Random};

/// Returns the first squares of a random game.
fn play(problem: &Problem, most: usize, random: &mut Random) -> Vec<Square> {
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    let squares: Vec<Square> = board.squares().collect();
    let start = squares[random.below(squares.len() as u64) as usize];
    let mut played = vec![problem.start_square().unwrap_or(start)];
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

/// Returns the position as clues, which the search treats differently from required moves.
fn in_clues(problem: &Problem, played: &[Square]) -> Problem {
    let clues = (1..).zip(played).filter(|&(step, _)| problem.clue_at(step).is_none());
    clues.fold(problem.clone(), |problem, (step, &square)| problem.clue(square, step).unwrap())
}

/// Asserts that the advice is right, by verified tours and by a search without limits.
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
        PositionJudgement::Open(tour) | PositionJudgement::Finished(tour) => {
            assert_won(tour, played);
        }
        PositionJudgement::Lost(_) => assert_lost(played),
        PositionJudgement::Unknown(_) => {}
    }
    let moves = Moves::new(problem.piece(), board);
    let legal: HashSet<Square> = played
        .last()
        .into_iter()
        .flat_map(|&last| moves.from(board, last))
        .filter(|square| !played.contains(square))
        .collect();
    assert_eq!(advice.moves.iter().map(|&(square, _)| square).collect::<HashSet<_>>(), legal);
    let is_lost = matches!(advice.position, PositionJudgement::Lost(_));
    for (square, judgement) in &advice.moves {
        let next: Vec<Square> = played.iter().copied().chain([*square]).collect();
        match judgement {
            MoveJudgement::Winning(tour) => assert_won(tour, &next),
            // If the position is lost, so is each move.
            MoveJudgement::Losing(_) if is_lost => {}
            MoveJudgement::Losing(_) => assert_lost(&next),
            MoveJudgement::Unknown(_) => {}
        }
    }
}

/// Judges random positions of 8x8, confirms the judgements, and returns the number of judgements, of decided
/// ones, and of positions that took more than 50 ms.
fn judge_many(positions: u64) -> [usize; 3] {
    let problem = Problem::new("8x8".parse().unwrap());
    let [mut all, mut known, mut late] = [0; 3];
    for number in 0..positions {
        let mut random = Random::numbered(1, "coach", number);
        let most = 1 + random.below(63) as usize;
        let played = play(&problem, most, &mut random);
        let begun = Instant::now();
        let advice =
            judge(&problem, &played, &mut Run::with_options(&Options::new().limits(QUICK_LIMITS)))
                .unwrap();
        if begun.elapsed().as_millis() > 50 {
            late += 1;
        }
        all += advice.moves.len() + 1;
        if !matches!(advice.position, PositionJudgement::Unknown(_)) {
            known += 1;
        }
        known += advice.moves.iter().filter(|(_, judged)| judged.name() != "unknown").count();
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
#[ignore = "confirms a thousand positions and measures time"]
fn a_thousand_positions_are_judged_in_time() {
    let [all, known, late] = judge_many(1000);
    println!("{known} of {all} judgements within 50 ms; {late} of 1000 positions took longer");
    assert!(known * 100 >= all * 99 && late <= 10);
}

#[test]
fn closed_games_and_clues_keep_their_direction() {
    let six = Problem::new("6x6".parse().unwrap()).closed();
    let tour = Exact::default().solve(&six, &mut Run::new()).found().unwrap();
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
                    |&(square, _): &(Square, MoveJudgement)| square != tour.square_at(9).unwrap();
                if advice.moves.iter().all(legal) && !beside(&clued, &played) {
                    confirm(&clued, &played, &advice);
                }
            }
            Ok(_) => {}
            Err(error) => assert!(matches!(error, GameError::ClueConflict { .. }), "{error}"),
        }
    }
}

/// Returns true if the square of a clue is a move away, which is not a legal move yet.
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
    let fixed = five.start("a1").unwrap();
    assert_eq!(judge(&fixed, &[], &mut Run::new()).unwrap().moves.len(), 1);
    let none = Problem::new("3x3".parse().unwrap());
    let advice = judge(&none, &[], &mut Run::new()).unwrap();
    assert!(matches!(advice.position, PositionJudgement::Lost(_)));
    assert!(advice.moves.iter().all(|(_, judgement)| judgement.name() == "losing"));
}

#[test]
fn a_finished_game_is_judged() {
    let problem = Problem::new("5x5".parse().unwrap());
    let tour = Exact::default().solve(&problem, &mut Run::new()).found().unwrap();
    let played: Vec<Square> = tour.squares().collect();
    let advice = judge(&problem, &played, &mut Run::new()).unwrap();
    assert!(matches!(advice.position, PositionJudgement::Finished(won) if won == tour));
    assert!(advice.moves.is_empty());
    let single = Problem::new("1x1".parse().unwrap());
    let advice = judge(&single, &[Square::from_index(0)], &mut Run::new()).unwrap();
    assert!(matches!(advice.position, PositionJudgement::Finished(_)));
}

#[test]
fn an_illegal_step_is_an_error() {
    let board = "8x8-c3".parse().unwrap();
    let problem = Problem::new(board).start("a1").unwrap().clue("d4", 3).unwrap();
    let problem = problem.forbid("a1", "c2").unwrap();
    for (names, why) in [
        ("b1", "step 1: the tour starts on a1, not on b1"),
        ("a1 b3 a1", "step 3: a1 was visited at step 1"),
        ("a1 a2", "step 2: a1 and a2 are not a knight's move apart"),
        ("a1 c2", "step 2: the move a1-c2 cannot be both used and avoided"),
        ("a1 b3 a5", "step 3: a5 cannot be played, because d4 is step 3"),
        ("a1 d4", "step 2: d4 cannot be played, because d4 is step 3"),
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
    assert_eq!(judge(&two, &[], &mut Run::new()).unwrap_err(), GameError::SeveralKnights);
}

#[test]
fn without_time_everything_is_unknown() {
    let problem = Problem::new("8x8".parse().unwrap());
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let played = [Square::from_index(0)];
    let advice =
        judge(&problem, &played, &mut Run::with_options(&Options::new().limits(limits))).unwrap();
    assert!(matches!(advice.position, PositionJudgement::Unknown(_)));
    assert!(advice.moves.iter().all(|(_, judgement)| judgement.name() == "unknown"));
}

#[test]
fn forbidden_moves_are_not_judged() {
    let problem = Problem::new("5x5".parse().unwrap()).forbid("a1", "c2").unwrap();
    let played = [Square::from_index(0)];
    let advice = judge(&problem, &played, &mut Run::new()).unwrap();
    let names: Vec<_> =
        advice.moves.iter().map(|&(square, _)| problem.board().name(square)).collect();
    assert_eq!(names, ["b3"]);
}

/// A move without a judgement may still win.
#[test]
fn a_position_is_lost_when_all_its_moves_are() {
    let problem = Problem::new("8x8".parse().unwrap());
    let played = [problem.board().parse_square("a1").unwrap()];
    let position = GamePosition::new(&problem, &played).unwrap();
    let reason = Reason::Exhausted { method: "exact", steps: 1 };
    let Outcome::<Tour>::Impossible(proof) = Run::new().impossible(&problem, reason) else {
        panic!("a search is not rejected");
    };
    let moves: Vec<_> = position.next().map(|square| (square, None)).collect();
    assert_eq!(moves.len(), 2, "a corner");
    let mut assessment = Assessment { position, moves, verdict: None };
    for at in 0..2 {
        assert!(assessment.verdict.is_none(), "{at} of two moves were judged");
        assessment.moves[at].1 = Some(MoveJudgement::Losing(proof.clone()));
        assessment.conclude_from_moves(&Run::new());
    }
    assert!(matches!(assessment.verdict, Some(PositionJudgement::Lost(_))));
}

/// Brute force on small boards.
struct Brute {
    near: Vec<u64>,
    full: u64,
    kind: Kind,
}

impl Brute {
    fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let moves = Moves::new(problem.piece(), board);
        let set = |squares: &mut dyn Iterator<Item = Square>| {
            squares.fold(0, |set, square| set | 1 << square.index())
        };
        let near = (0..board.area()).map(Square::from_index).map(|square| {
            if board.contains(square) { set(&mut moves.from(board, square)) } else { 0 }
        });
        Self { near: near.collect(), full: set(&mut board.squares()), kind: problem.kind() }
    }

    /// Returns true if the game can be won.
    fn is_won(&self, played: &[Square]) -> bool {
        let seen = played.iter().fold(0, |set, square| set | 1 << square.index());
        let [first, last] = [played[0], played[played.len() - 1]].map(|end| end.index() as usize);
        self.can_finish(first, last, seen)
    }

    fn can_finish(&self, first: usize, at: usize, seen: u64) -> bool {
        if seen == self.full {
            let is_closed = self.near[at] >> first & 1 == 1;
            return self.kind == Kind::Any || is_closed == (self.kind == Kind::Closed);
        }
        let mut onward = self.near[at] & !seen;
        while onward != 0 {
            let next = onward.trailing_zeros() as usize;
            if self.can_finish(first, next, seen | 1 << next) {
                return true;
            }
            onward &= onward - 1;
        }
        false
    }
}

#[test]
fn brute_force_agrees_on_small_boards() {
    for (board, kind, games) in [
        ("5x5", Kind::Any, 40),
        ("5x5", Kind::Open, 6),
        ("3x10", Kind::Closed, 4),
        ("5x6-a1,e6", Kind::Closed, 2),
    ] {
        let problem = Problem::new(board.parse().unwrap()).of_kind(kind);
        let brute = Brute::new(&problem);
        let mut words = HashSet::new();
        for game in 0..games {
            let mut random = Random::numbered(2, board, game);
            let played = play(&problem, 64, &mut random);
            for len in 1..=played.len() {
                let mut played = played[..len].to_vec();
                let advice = judge(&problem, &played, &mut Run::new()).unwrap();
                let is_won = match &advice.position {
                    PositionJudgement::Open(_) | PositionJudgement::Finished(_) => true,
                    PositionJudgement::Lost(_) => false,
                    PositionJudgement::Unknown(stop) => panic!("{stop}"),
                };
                assert_eq!(brute.is_won(&played), is_won);
                words.insert(advice.position.name());
                for (square, judgement) in &advice.moves {
                    played.push(*square);
                    assert_eq!(brute.is_won(&played), judgement.is_winning());
                    played.pop();
                    words.insert(judgement.name());
                }
                confirm(&problem, &played, &advice);
            }
        }
        assert!(words.contains("losing") && words.contains("lost"), "{board}: {words:?}");
    }
}
