//! The board of a film, zoomed and moved.

use super::*;

/// Keys and wheel that zoom and move the board leave the film alone.
#[test]
fn the_board_is_zoomed_and_moved() {
    let mut trial = trial(work("100x100", Some("a1"), Method::Warnsdorff));
    trial.press(KeyCode::End);
    let whole = trial.text();
    trial.types("+++");
    let near = trial.text();
    assert_ne!(near, whole);
    trial.hear(&Event::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::SHIFT)));
    let under = trial.text();
    assert_ne!(under, near);
    trial.types("K0");
    assert_eq!(trial.text(), whole);
    let wheel = MouseEventKind::ScrollUp;
    let mouse = MouseEvent { kind: wheel, column: 9, row: 9, modifiers: KeyModifiers::NONE };
    trial.hear(&Event::Mouse(mouse));
    assert_ne!(trial.text(), whole);
    trial.types("0");
    trial.hear(&Event::Key(KeyEvent::new(KeyCode::Left, KeyModifiers::SHIFT)));
    assert_eq!(below(&mut trial)[0].split(':').next(), Some("step 9966"));
}

/// Half a pair of brackets would only puzzle.
#[test]
fn the_knight_stands_without_brackets() {
    let mut trial = trial(report("a8"));
    for moment in ["j9\n", "j44\n"] {
        trial.types(moment.trim());
        trial.press(KeyCode::Enter);
        let text = trial.text();
        assert!(text.contains('♞') && !text.contains([']', '[']), "{text}");
    }
}

#[test]
fn the_end_is_the_end_of_a_film_that_grows() {
    let mut trial = Trial::new(Watch::new(work("30x30", Some("a1"), Method::Warnsdorff)));
    trial.press(KeyCode::End);
    trial.until("the end");
}
