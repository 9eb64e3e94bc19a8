use crossterm::event::{KeyCode, MouseButton};

use super::*;
use crate::app::tests::TestApp;

#[test]
fn the_form_has_all_fields() {
    let mut app = TestApp::new(SetupScreen::new(Goal::Watch));
    let text = app.text();
    for line in
        [" Watch\n", ">Board    8x8_", " Kind     any", " Method   warnsdorff", " Tie      first"]
    {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(text.contains("8  ·   ·   ·   ·   ·   ·   ·   ·"), "{text}");
    assert!(text.contains("a   b   c   d   e   f   g   h"), "{text}");
}

#[test]
fn an_invalid_board_is_an_error_message() {
    let mut app = TestApp::new(SetupScreen::new(Goal::Play));
    for (typed, answer) in [
        ("8y8", "'8y8' is not a board: write FILESxRANKS, such as"),
        ("0x5", "a side of 0 leaves no squares: sides start at 1"),
        ("sphere:3x3", "there is no kind of board 'sphere': there are cylinder, torus, box"),
        ("3x3-d4", "hole 'd4' is not on the board: files a to c, ranks 1 to 3"),
    ] {
        app.press_all(&[KeyCode::Backspace; 12]);
        app.type_text(typed);
        app.press(KeyCode::Enter);
        let text = app.text();
        assert!(text.contains(answer), "{typed}\n{text}");
        assert!(text.starts_with(" Play\n"), "{typed}\n{text}");
    }
    app.press_all(&[KeyCode::Backspace; 12]);
    app.type_text("torus:6x6");
    app.press(KeyCode::Tab);
    assert!(app.text().contains("~~~"), "{}", app.text());
    app.press(KeyCode::Enter);
    assert!(app.text().starts_with(" Play torus:6x6\n"), "{}", app.text());
}

#[test]
fn ends_are_typed_or_set_on_the_board() {
    let mut app = TestApp::new(SetupScreen::new(Goal::Closed));
    app.type_text("5x5");
    app.press_all(&[KeyCode::Tab; 2]);
    app.type_text("z9");
    app.press(KeyCode::Enter);
    assert!(app.text().contains("'z9' is not on the board: files a to e, ranks 1 to 5"));
    app.press_all(&[KeyCode::Tab; 3]);
    // On the board: the start one to the right and one up, then the end and a hole.
    app.press_all(&[KeyCode::Right, KeyCode::Up, KeyCode::Enter, KeyCode::Up, KeyCode::Char('e')]);
    let text = app.text();
    assert!(text.contains(" Start    b2") && text.contains(" End      b3"), "{text}");
    app.press_all(&[KeyCode::Up, KeyCode::Char('x'), KeyCode::Up, KeyCode::Down]);
    let text = app.text();
    assert!(text.contains(" Board    5x5-b4"), "{text}");
    assert!(text.contains("[ .  ]"), "{text}");
    app.press(KeyCode::Char('x'));
    assert!(app.text().contains(" Board    5x5\n"));
}

#[test]
fn the_mouse_chooses_start_and_holes() {
    let mut app = TestApp::new(SetupScreen::new(Goal::Open));
    app.type_text("5x5");
    let text = app.text();
    // Below the letter c, in the line of rank 3.
    let (rim, line) =
        (text.lines()).zip(0..).find(|(line, _)| line.contains("a     b")).expect("a rim");
    let column = rim.chars().position(|letter| letter == 'c').expect("a file") as u16;
    app.click(MouseButton::Left, column, line - 8);
    assert!(app.text().contains(" Start    c3"), "{}", app.text());
    app.click(MouseButton::Right, column, line - 2);
    assert!(app.text().contains("5x5-c1"), "{}", app.text());
    app.click(MouseButton::Right, column, line - 2);
    assert!(!app.text().contains("5x5-c1"), "{}", app.text());
}

#[test]
fn any_size_of_terminal_shows_something() {
    let mut app = TestApp::new(SetupScreen::new(Goal::Open));
    for columns in [1, 2, 29, 30, 40, 57, 58, 80, 200] {
        for lines in [1, 2, 9, 10, 24, 60] {
            app.resize(columns, lines);
            let text = app.text();
            let is_small = columns < 30 || lines < 10;
            assert_eq!(
                text.starts_with(&format!("{columns}x{lines}")),
                is_small && columns > 6,
                "{text}"
            );
            assert_eq!(text.contains("Open tour"), !is_small, "{text}");
            // The keys of the board and the key list.
            for code in [KeyCode::BackTab, KeyCode::Char('+'), KeyCode::F(1)] {
                app.press(code);
                app.text();
            }
            app.press(KeyCode::Esc);
            app.press(KeyCode::Tab);
        }
    }
}
