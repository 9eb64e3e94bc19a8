//! How a film is played, stepped through and gone to.

use super::*;

#[test]
fn time_plays_and_keys_step() {
    let mut trial = trial(report("a8"));
    assert!(trial.text().starts_with(" Watch warnsdorff on 8x8\n"));
    assert_eq!(below(&mut trial)[0], "before the first step");
    trial.tick(1050);
    let [caption, counts, _, slider] = below(&mut trial);
    assert!(caption.starts_with("step 10: visiting "), "{caption}");
    assert_eq!(counts, "10 of 64 squares visited; 9 steps, 0 retreats, 1 walk");
    let knob = "━".repeat(6) + "●";
    assert!(slider.starts_with(&format!("playing {knob}─")), "{slider}");
    assert!(slider.ends_with(" 10 of 64, 10 steps a second"), "{slider}");
    assert!(trial.text().contains("♞10") && trial.text().contains("Space pause"));
    // What was left of the last tick is not lost.
    trial.tick(50);
    assert!(below(&mut trial)[0].starts_with("step 11: "));

    trial.press(KeyCode::Char(' '));
    trial.tick(5000);
    let [caption, _, _, slider] = below(&mut trial);
    assert!(caption.starts_with("step 11: ") && slider.starts_with("paused  "), "{slider}");
    assert!(trial.text().contains("Space play"));
    for (code, is_shifted, step) in [
        (KeyCode::Left, false, "step 10: visiting"),
        (KeyCode::Left, true, "before the first step"),
        (KeyCode::Right, true, "step 10: visiting"),
        (KeyCode::PageDown, false, "step 64: visiting g5"),
        (KeyCode::PageUp, false, "before"),
        (KeyCode::Right, false, "step 1: starting from a8"),
        (KeyCode::End, false, "step 64: visiting g5"),
        (KeyCode::Home, false, "before"),
    ] {
        let modifiers = if is_shifted { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
        trial.hear(&Event::Key(KeyEvent::new(code, modifiers)));
        let caption = &below(&mut trial)[0];
        assert!(caption.starts_with(step), "{code}: {caption}");
    }
}

/// A tick tells of the time since the last one, and that may have been hours ago.
#[test]
fn time_before_it_was_played_does_not_count() {
    let mut trial = trial(report("a8"));
    trial.press(KeyCode::Right);
    trial.press(KeyCode::Char(' '));
    trial.tick(3_600_000);
    assert!(below(&mut trial)[0].starts_with("step 1: "));
    trial.press(KeyCode::Char('>'));
    trial.tick(100);
    let [caption, _, _, slider] = below(&mut trial);
    assert!(caption.starts_with("step 3: "), "{caption}");
    assert!(slider.ends_with("20 steps a second"), "{slider}");
    trial.types("<<<<<");
    assert!(below(&mut trial)[3].ends_with("a step in 1.6 s"));
    // At the end it stops, and plays again.
    trial.tick(600_000);
    assert!(below(&mut trial)[3].starts_with("the end"));
    trial.press(KeyCode::Char(' '));
    assert_eq!(below(&mut trial)[0], "before the first step");
    assert!(below(&mut trial)[3].starts_with("playing"));
}

#[test]
fn a_typed_moment_is_gone_to() {
    let mut trial = trial(report("a8"));
    trial.types("j");
    assert_eq!(below(&mut trial)[3], "go to moment (0 to 64): _");
    trial.types("1x29");
    trial.press(KeyCode::Backspace);
    assert_eq!(below(&mut trial)[3], "go to moment (0 to 64): 12_");
    trial.press(KeyCode::Enter);
    assert!(below(&mut trial)[0].starts_with("step 12: "));
    trial.types(":3");
    assert_eq!(trial.press(KeyCode::Esc), crate::app::Flow::On, "Esc leaves the line only");
    assert!(below(&mut trial)[0].starts_with("step 12: "));
    trial.types(":999999999999999999999");
    trial.press(KeyCode::Enter);
    assert!(below(&mut trial)[0].starts_with("step 64: "));
    assert_eq!(trial.press(KeyCode::Esc), crate::app::Flow::Left);
}

#[test]
fn the_mouse_moves_the_slider() {
    let mut trial = trial(report("a8"));
    let text = trial.text();
    let (line, slider) = text.lines().enumerate().find(|(_, line)| line.contains('●')).unwrap();
    let first = slider.chars().position(|letter| letter == '●').unwrap();
    let length = slider.chars().filter(|letter| "●─".contains(*letter)).count();
    let mut click = |column: usize, kind| {
        let (column, row) = (column as u16, line as u16);
        let modifiers = KeyModifiers::NONE;
        trial.hear(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
        below(&mut trial)[0].clone()
    };
    let left = MouseButton::Left;
    assert_eq!(click(first + length - 1, MouseEventKind::Down(left)), "step 64: visiting g5");
    assert!(click(first + length / 2, MouseEventKind::Drag(left)).starts_with("step 32: "));
    assert!(click(first, MouseEventKind::Moved).starts_with("step 32: "));
    assert!(click(0, MouseEventKind::Down(left)).starts_with("step 32: "), "no slider there");
    assert_eq!(click(first, MouseEventKind::Down(left)), "before the first step");
}
