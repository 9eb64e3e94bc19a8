//! Games played by keys, clicks and names.

use super::*;

/// Moves the cursor to a square by arrow keys, or plays the number of the direction.
#[test]
fn a_whole_game_is_played_by_keys() {
    let names = five("c3");
    let mut play = Play::new(problem("5x5"));
    let board = play.game.problem().board().clone();
    for (at, name) in names.iter().enumerate() {
        let square = board.parse_square(name).unwrap();
        let number = (1..=8).find(|&number| play.game.toward(number) == Some(square));
        match number {
            // The first square, and each fourth: by arrows.
            Some(number) if at % 4 != 0 => types(&mut play, &number.to_string()),
            _ => {
                let (to, at) = (board.place(square), board.place(play.cursor));
                let files = i64::from(to.file.index()) - i64::from(at.file.index());
                let ranks = i64::from(to.rank.index()) - i64::from(at.rank.index());
                let [across, along] = [
                    (files, [KeyCode::Left, KeyCode::Right]),
                    (ranks, [KeyCode::Down, KeyCode::Up]),
                ]
                .map(|(by, keys)| (by.unsigned_abs(), keys[usize::from(by > 0)]));
                for (times, key) in [across, along] {
                    (0..times).for_each(|_| press(&mut play, key));
                }
                press(&mut play, KeyCode::Enter);
            }
        }
        assert_eq!(play.game.played().len(), at + 1, "{name}: {}", play.said.0);
    }
    let Standing::Finished(tour) = &play.standing else { panic!("{}", play.said.0) };
    assert_eq!(tour.names(), names.join(" "));
    assert_eq!(play.said.0, "An open tour of 25 squares, and the verifier agrees.");
    let screen = text(&mut play);
    for step in ["1", "13", "25"] {
        assert!(screen.split_whitespace().any(|word| word == step), "{screen}");
    }
    assert!(screen.contains("Step 25 of 25"), "{screen}");
}

/// The squares are clicked where they were drawn.
#[test]
fn a_whole_game_is_played_by_clicks() {
    let names = five("a1");
    let mut play = Play::new(problem("5x5"));
    for name in &names {
        drop(text(&mut play));
        let square = play.game.problem().board().parse_square(name).unwrap();
        let (column, row) = (0..22)
            .flat_map(|row| (0..80).map(move |column| (column, row)))
            .find(|&(column, row)| play.view.square_at(column, row) == Some(square))
            .unwrap();
        let kind = MouseEventKind::Down(MouseButton::Left);
        drop(play.mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }
    let Standing::Finished(tour) = &play.standing else { panic!("{}", play.said.0) };
    assert_eq!(tour.names(), names.join(" "));
}

#[test]
fn a_dead_end_is_told_with_its_reason() {
    let mut trial = Trial::new(Play::new(problem("3x3")));
    for name in "b1 a3 c2 a1 b3 c1 a2 c3".split(' ') {
        trial.types(&format!("t{name}"));
        trial.press(KeyCode::Enter);
    }
    let screen = trial.text();
    let expected = "Stuck, dead end: no unvisited square is a move away from c3; 1 square is";
    assert!(screen.contains(expected), "{screen}");
    assert!(screen.contains("Step 8 of 9, on c3."), "{screen}");
    trial.types("u");
    assert!(trial.text().contains("Step 7 of 9, on a2."));
}

#[test]
fn what_may_not_be_played_is_told() {
    let mut play = Play::new(problem("5x5").from("a1").unwrap().closed());
    assert_eq!(play.game.played().len(), 1, "a fixed start is played");
    for (name, why) in [
        ("a2", "Not so: step 2: a1 and a2 are not a knight's move apart."),
        ("a1", "Not so: step 2: a1 was visited at step 1."),
        ("f9", "Not so: 'f9' is not on the board: files a to e, ranks 1 to 5."),
        ("pony", "Not so: 'pony' is not a square: write it as e4, or as x,y from 0,0 = a1."),
    ] {
        walk(&mut play, name);
        assert_eq!((play.said.0.as_str(), play.game.played().len()), (why, 1));
    }
    for (keys, why) in [
        ("5", "Move 5 leads from a1 to no square."),
        ("z", "z does nothing here"),
        ("r", "There is nothing to play again."),
        ("uu", "There is nothing to take back."),
        ("3", "Choose the first square before a direction."),
    ] {
        types(&mut play, keys);
        assert_eq!(play.said.0, why);
    }
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut play = Play::new(problem("5x5"));
    walk(&mut play, "a1 c2 e1");
    let whole = play.game.clone();
    types(&mut play, "uu");
    assert_eq!(play.game.played().len(), 1);
    types(&mut play, "rr");
    assert_eq!(play.game, whole);
    types(&mut play, "n");
    assert!(play.game.played().is_empty());
    assert!(play.said.0.starts_with("A new game"));
    types(&mut play, "rrr");
    assert_eq!(play.game, whole);
}

#[test]
fn the_cursor_goes_round_the_legal_moves_and_over_holes() {
    let mut play = Play::new(problem("5x5-c3").from("a1").unwrap());
    let name = |play: &Play| play.game.problem().board().name(play.cursor);
    let mut seen = Vec::new();
    for key in [KeyCode::Tab, KeyCode::Tab, KeyCode::Tab, KeyCode::BackTab] {
        press(&mut play, key);
        seen.push(name(&play));
    }
    assert_eq!(seen, ["b3", "c2", "b3", "c2"]);
    press(&mut play, KeyCode::Up);
    assert_eq!(name(&play), "c4", "c3 is a hole");
    (0..9).for_each(|_| press(&mut play, KeyCode::Right));
    assert_eq!(name(&play), "e4");

    // Without a first square Tab goes over all that one can start from, on any board.
    let mut vast = Play::new(problem("1000000x1000000"));
    press(&mut vast, KeyCode::Tab);
    press(&mut vast, KeyCode::Enter);
    press(&mut vast, KeyCode::Char('1'));
    assert_eq!(vast.status(), "Step 2 of 1000000000000, on c3.");
    types(&mut vast, "h");
    assert!(vast.said.0.starts_with("The coach judges boards of up to 10000 squares"));
    let mut large = Play::new(problem("100x100"));
    types(&mut large, "h");
    let expected = "On 10000 squares the coach waits for the first one: choose it.";
    assert_eq!((large.said.0.as_str(), large.coach.is_busy()), (expected, false));
}

#[test]
fn marks_say_without_colours_what_may_be_played() {
    let mut play = Play::new(problem("5x5").clue("e5", 9).unwrap());
    walk(&mut play, "a1");
    assert_eq!((signs(&play, "o"), signs(&play, "=9"), signs(&play, "1")), (2, 1, 1));
    types(&mut play, "m");
    assert_eq!((signs(&play, "o"), signs(&play, "·")), (0, 23));
}

/// The dialogue of a blindfold game, as it stands on the screen.
#[test]
fn blindfold_games_are_played_in_words() {
    let mut trial = Trial::new(Play::new(problem("5x5")));
    trial.types("b");
    for typed in ["a1", "c2", "e1", "c2", "d4", "x1", "d3", "undo", "knight", "d3"] {
        trial.types(typed);
        trial.press(KeyCode::Enter);
    }
    let expected = "\
Play 5x5, blindfold
Step 4 of 25, on d3.
The board is hidden: type squares.
Choose the first of 25 squares.
> a1
Step 1 of 25, on a1.
> c2
Step 2 of 25, on c2.
> e1
Step 3 of 25, on e1.
> c2
Not so: step 4: c2 was visited at step 2.
> d4
Not so: step 4: e1 and d4 are not a knight's move apart.
> x1
Not so: 'x1' is not on the board: files a to e, ranks 1 to 5.
> d3
Step 4 of 25, on d3.
> undo
Step 3 of 25, on e1.
> knight
Not so: 'knight' is not a square: write it as e4, or as x,y from 0,0 = a1.
> d3
Step 4 of 25, on d3.
Square: _
 Enter play  undo redo hint coach finish save load as words  Esc show  F1 keys
";
    let screen = trial.text();
    let shown: Vec<&str> = screen.trim_start().lines().collect();
    // The first lines have scrolled away.
    let expected: Vec<&str> = expected.lines().collect();
    assert_eq!(shown[..2], expected[..2]);
    let (shown, expected) = (&shown[2..], &expected[2..]);
    assert_eq!(shown, &expected[expected.len() - shown.len()..]);
    assert_eq!(trial.press(KeyCode::Esc), Flow::On);
    assert!(trial.text().starts_with(" Play 5x5\n"), "{}", trial.text());
}

/// On any terminal, however small.
#[test]
fn small_terminals_do_no_harm() {
    for (columns, lines) in [(80, 24), (40, 12), (20, 5), (1, 1), (3, 2)] {
        let mut trial = Trial::sized(Play::new(problem("8x8")), columns, lines);
        for keys in ["", "1", "t", "zz"] {
            trial.types(keys);
            drop(trial.text());
        }
        trial.press(KeyCode::Esc);
        trial.types("b");
        drop(trial.text());
        let click = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: 500,
            row: 500,
            modifiers: KeyModifiers::NONE,
        };
        assert_eq!(trial.hear(&Event::Mouse(click)), Flow::On);
    }
}

#[test]
fn unsaved_moves_are_not_lost_by_one_key() {
    let mut trial = Trial::new(Play::new(problem("5x5")));
    assert_eq!(trial.press(KeyCode::Esc), Flow::Left, "nothing was played");
    let mut trial = Trial::new(Play::new(problem("5x5")));
    trial.press(KeyCode::Enter);
    assert_eq!(trial.press(KeyCode::Esc), Flow::On);
    trial.press(KeyCode::Tab);
    assert_eq!(trial.press(KeyCode::Esc), Flow::On, "something else was pressed between");
    trial.types("u");
    assert_eq!(trial.press(KeyCode::Esc), Flow::On, "what was taken back can be played again");
    assert_eq!(trial.press(KeyCode::Esc), Flow::Left);
}

/// All keys fit on a terminal of the usual size, to the last word.
#[test]
fn all_keys_are_listed() {
    let mut trial = Trial::new(Play::new(problem("5x5")));
    trial.types("?");
    let text = trial.text();
    for words in ["PgUp PgDn", "1-8", "l ", "move the board ", "leave at once"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    trial.types("xt?");
    assert!(trial.text().contains("Square: ?_"), "a letter like any other");
}
