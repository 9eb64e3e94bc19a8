use crossterm::event::{KeyCode, MouseButton};

use super::*;
use crate::app::tests::Trial;

#[test]
fn everything_stands_in_the_form() {
    let mut trial = Trial::new(Setup::new(Goal::Watch));
    let text = trial.text();
    for line in
        [" Watch\n", ">Board    8x8_", " Kind     any", " Method   warnsdorff", " Tie      first"]
    {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(text.contains("8  ·   ·   ·   ·   ·   ·   ·   ·"), "{text}");
    assert!(text.contains("a   b   c   d   e   f   g   h"), "{text}");
}

#[test]
fn a_board_typed_wrong_is_answered_in_a_line_and_asked_again() {
    let mut trial = Trial::new(Setup::new(Goal::Play));
    for (typed, answer) in [
        ("8y8", "'8y8' is not a board: write FILESxRANKS, such as"),
        ("0x5", "a side of 0 leaves no squares: sides start at 1"),
        ("sphere:3x3", "there is no kind of board 'sphere': there are cylinder, torus, box"),
        ("3x3-d4", "hole 'd4' is not on the board: files a to c, ranks 1 to 3"),
    ] {
        trial.presses(&[KeyCode::Backspace; 12]);
        trial.types(typed);
        trial.press(KeyCode::Enter);
        let text = trial.text();
        assert!(text.contains(answer), "{typed}\n{text}");
        assert!(text.starts_with(" Play\n"), "{typed}\n{text}");
    }
    trial.presses(&[KeyCode::Backspace; 12]);
    trial.types("torus:6x6");
    trial.press(KeyCode::Tab);
    assert!(trial.text().contains("~~~"), "{}", trial.text());
    trial.press(KeyCode::Enter);
    assert!(trial.text().starts_with(" Play torus:6x6\n"), "{}", trial.text());
}

#[test]
fn ends_are_typed_or_set_on_the_board() {
    let mut trial = Trial::new(Setup::new(Goal::Closed));
    trial.types("5x5");
    trial.presses(&[KeyCode::Tab; 2]);
    trial.types("z9");
    trial.press(KeyCode::Enter);
    assert!(trial.text().contains("'z9' is not on the board: files a to e, ranks 1 to 5"));
    trial.presses(&[KeyCode::Tab; 3]);
    // On the board: one to the right and one up, the start; then the end and a hole.
    trial.presses(&[KeyCode::Right, KeyCode::Up, KeyCode::Enter, KeyCode::Up, KeyCode::Char('e')]);
    let text = trial.text();
    assert!(text.contains(" Start    b2") && text.contains(" End      b3"), "{text}");
    trial.presses(&[KeyCode::Up, KeyCode::Char('x'), KeyCode::Up, KeyCode::Down]);
    let text = trial.text();
    assert!(text.contains(" Board    5x5-b4"), "{text}");
    assert!(text.contains("[ .  ]"), "{text}");
    trial.press(KeyCode::Char('x'));
    assert!(trial.text().contains(" Board    5x5\n"));
}

#[test]
fn the_mouse_chooses_start_and_holes() {
    let mut trial = Trial::new(Setup::new(Goal::Open));
    trial.types("5x5");
    let text = trial.text();
    // Below the letter c, in the line of rank 3.
    let (rim, line) =
        (text.lines()).zip(0..).find(|(line, _)| line.contains("a     b")).expect("a rim");
    let column = rim.chars().position(|letter| letter == 'c').expect("a file") as u16;
    trial.click(MouseButton::Left, column, line - 8);
    assert!(trial.text().contains(" Start    c3"), "{}", trial.text());
    trial.click(MouseButton::Right, column, line - 2);
    assert!(trial.text().contains("5x5-c1"), "{}", trial.text());
    trial.click(MouseButton::Right, column, line - 2);
    assert!(!trial.text().contains("5x5-c1"), "{}", trial.text());
}

#[test]
fn any_size_of_terminal_shows_something() {
    let mut trial = Trial::new(Setup::new(Goal::Open));
    for columns in [1, 2, 29, 30, 40, 57, 58, 80, 200] {
        for lines in [1, 2, 9, 10, 24, 60] {
            trial.resize(columns, lines);
            let text = trial.text();
            let is_small = columns < 30 || lines < 10;
            assert_eq!(
                text.starts_with(&format!("{columns}x{lines}")),
                is_small && columns > 6,
                "{text}"
            );
            assert_eq!(text.contains("Open tour"), !is_small, "{text}");
            // The keys of the board, too, and the list of keys.
            for code in [KeyCode::BackTab, KeyCode::Char('+'), KeyCode::F(1)] {
                trial.press(code);
                trial.text();
            }
            trial.press(KeyCode::Esc);
            trial.press(KeyCode::Tab);
        }
    }
}
