//! What the coach does for the player.

use caracole::Path;

use super::*;

#[test]
fn the_coach_marks_each_move_and_tells_why_one_loses() {
    let mut play = Play::new(problem("5x5"));
    types(&mut play, "c");
    settle(&mut play);
    assert!(panel(&play).contains("Coach: open: it can be won\n13 winning, 12 losing"));
    assert_eq!((signs(&play, "+"), signs(&play, "x")), (13, 12));
    // The reason of the square under the cursor is told.
    press(&mut play, KeyCode::Right);
    assert!(panel(&play).contains("b1 has the other"), "{}", panel(&play));

    // On to the first position in which moves win and others lose.
    walk(&mut play, "a1");
    let advice = loop {
        settle(&mut play);
        let advice = play.coach.advice.clone().unwrap();
        if advice.moves.iter().any(|(_, judged)| judged.word() == "losing") {
            break advice;
        }
        play.play(advice.moves[0].0);
    };
    assert!(matches!(advice.position, caracole::coach::Position::Open(_)));
    let judged = |word| advice.moves.iter().filter(|(_, judged)| judged.word() == word).count();
    assert_eq!((signs(&play, "+"), signs(&play, "x")), (judged("winning"), judged("losing")));

    let loses = advice.moves.iter().find(|(_, judged)| judged.word() == "losing").unwrap().0;
    let name = play.game.problem().board().name(loses);
    walk(&mut play, &name);
    assert!(play.said.0.starts_with(&format!("{name} loses: ")), "{}", play.said.0);
    assert!(play.said.0.len() > name.len() + 12, "the reason: {}", play.said.0);
    settle(&mut play);
    assert!(panel(&play).starts_with("Coach: lost: "), "{}", panel(&play));
    types(&mut play, "h");
    settle(&mut play);
    let expected = "Take back 1 move, and it can be won. Lost: ";
    assert!(play.said.0.starts_with(expected), "{}", play.said.0);
    assert_eq!(play.hinted, None);
    types(&mut play, "uh");
    settle(&mut play);
    assert!(play.said.0.starts_with("Hint: "), "{}", play.said.0);
    assert!(
        advice.moves.iter().any(|(to, judged)| play.hinted == Some(*to) && judged.is_winning())
    );
}

/// An answer to a position that is no longer on the board is not heard.
#[test]
fn late_answers_are_not_heard() {
    let mut play = Play::new(problem("5x5"));
    types(&mut play, "h");
    assert!(play.coach.is_busy());
    press(&mut play, KeyCode::Enter);
    settle(&mut play);
    assert!(play.coach.advice.is_none() && play.hinted.is_none(), "{}", play.said.0);
    types(&mut play, "hc");
    settle(&mut play);
    types(&mut play, "u");
    settle(&mut play);
    assert_eq!(play.coach.advice.as_ref().unwrap().moves.len(), 25);
}

#[test]
fn a_board_without_tours_is_never_hinted_at() {
    let mut play = Play::new(problem("4x4"));
    types(&mut play, "h");
    settle(&mut play);
    assert!(play.said.0.starts_with("Lost: "), "{}", play.said.0);
    press(&mut play, KeyCode::Enter);
    types(&mut play, "h");
    settle(&mut play);
    assert!(play.said.0.starts_with("It could never be won: "), "{}", play.said.0);
    types(&mut play, "f");
    assert!(play.said.0.starts_with("Lost: "), "{}", play.said.0);
    assert_eq!(play.game.played().len(), 1);
}

#[test]
fn the_rest_is_played_for_the_player() {
    for problem in [problem("5x5"), problem("6x6").closed(), problem("3x4")] {
        let is_closed = problem.kind() == caracole::Kind::Closed;
        let mut play = Play::new(problem);
        types(&mut play, "f");
        settle(&mut play);
        let Standing::Finished(tour) = play.standing.clone() else { panic!("{}", play.said.0) };
        assert!(tour.is_closed() || !is_closed);
        // Taken back by half it is finished again, and the first half stays.
        let half = play.game.played()[..play.game.played().len() / 2].to_vec();
        types(&mut play, &"u".repeat(tour.len() as usize - half.len()));
        types(&mut play, "f");
        settle(&mut play);
        assert!(matches!(play.standing, Standing::Finished(_)), "{}", play.said.0);
        assert!(play.game.played().starts_with(&half));
        types(&mut play, "h");
        assert!(play.said.0.contains("the verifier agrees"), "{}", play.said.0);
    }
}

/// Every hint, on positions by chance, is a move after which there is a tour: the search finds one
/// with the steps so far given as clues, which it takes another way than the coach does.
#[test]
fn hints_are_never_wrong() {
    let mut seen = HashSet::new();
    for (board, games) in [("5x5", 8), ("3x4", 8), ("6x6-a1,f6", 4), ("6x6-c3,d4", 4)] {
        for number in 0..games {
            let mut random = Random::numbered(6, board, number);
            let mut play = Play::new(problem(board));
            loop {
                types(&mut play, "h");
                settle(&mut play);
                let position = clues(&play.game, play.hinted);
                let outcome = Exact::default().solve(&position, &mut Run::new());
                let names: Path = play.game.played().iter().copied().collect();
                let names = names.names(position.board());
                match (play.hinted, outcome) {
                    (Some(_), Outcome::Found(_)) => seen.insert("hint"),
                    (None, Outcome::Impossible(_)) => seen.insert("lost"),
                    (None, Outcome::Found(_)) if play.game.missing() == 0 => seen.insert("won"),
                    (hinted, outcome) => {
                        panic!(
                            "{board}: {names}: {hinted:?}, but {}: {}",
                            outcome.word(),
                            play.said.0
                        )
                    }
                };
                let legal: Vec<Square> = play.game.legal().collect();
                let Some(last) = (legal.len() as u64).checked_sub(1) else { break };
                // Mostly by the hint, so that games become long.
                let other = legal[random.below(last + 1) as usize];
                let next = play.hinted.filter(|_| random.below(6) > 0).unwrap_or(other);
                play.play(next);
            }
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

fn clues(game: &Game, hinted: Option<Square>) -> caracole::Problem {
    let steps = game.played().iter().copied().chain(hinted).zip(1..);
    let problem = caracole::Problem::new(game.problem().board().clone());
    steps.fold(problem, |problem, (square, step)| problem.clue(square, step).unwrap())
}
