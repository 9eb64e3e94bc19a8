//! The screen as text, at 80x24 unless told otherwise.

use caracole::Neural;
use crossterm::event::Event;

use super::*;
use crate::app::tests::Trial;
use crate::theme::Tone;

mod board;

fn work(board: &str, from: Option<&str>, method: Method) -> Work {
    let problem = Problem::new(board.parse().unwrap());
    Work {
        problem: from.into_iter().fold(problem, |problem, from| problem.from(from).unwrap()),
        method,
        settings: MethodSettings::default(),
        seed: 0,
        pause: Duration::from_millis(100),
    }
}

/// One of the three runs of the report.
fn report(from: &str) -> Work {
    let mut work = work("8x8", Some(from), Method::Warnsdorff);
    work.settings.order = Some("76543218".parse().unwrap());
    work
}

/// The screen after all work was done, before anything was played.
fn trial(work: Work) -> Trial {
    Trial::new(Watch::new(work).answered())
}

/// The lines below the board: caption, counts, story, slider.
fn below(trial: &mut Trial) -> [String; 4] {
    let text = trial.text();
    let lines: Vec<&str> = text.lines().collect();
    std::array::from_fn(|at| lines[lines.len() - 5 + at].to_owned())
}

#[test]
fn the_three_runs_of_the_report_end_where_they_should() {
    for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        let mut trial = trial(report(from));
        trial.press(KeyCode::End);
        let [caption, counts, story, slider] = below(&mut trial);
        assert_eq!(caption, format!("step 64: visiting {end}"));
        assert_eq!(counts, "64 of 64 squares visited; 63 steps, 0 retreats, 1 walk");
        assert_eq!(story, format!("found: an open tour of 64 squares, from {from} to {end}"));
        assert!(slider.starts_with("the end ━"), "{slider}");
        assert!(trial.text().contains("♞64"));
    }
}

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

#[test]
fn a_click_on_a_square_goes_back_to_its_step() {
    let mut trial = trial(report("a8"));
    trial.press(KeyCode::End);
    let text = trial.text();
    let place = text.lines().zip(0_u16..).find_map(|(line, row)| {
        let bytes = line.find(" 32")?;
        Some((line[..bytes].chars().count() as u16 + 1, row))
    });
    let (column, row) = place.unwrap();
    let (kind, modifiers) = (MouseEventKind::Down(MouseButton::Left), KeyModifiers::NONE);
    trial.hear(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    assert!(below(&mut trial)[0].starts_with("step 32: visiting "));
    trial.press(KeyCode::Home);
    trial.text();
    trial.hear(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    assert_eq!(below(&mut trial)[0], "before the first step", "a free square has no step");
}

#[test]
fn free_squares_show_their_ways_on() {
    let mut trial = trial(report("a8"));
    trial.press(KeyCode::Right);
    let notes = |trial: &mut Trial| {
        let text = trial.text();
        let words = text.split_whitespace().filter(|word| word.starts_with('·'));
        words.filter_map(|word| word[2..].parse::<u32>().ok()).collect::<Vec<_>>()
    };
    assert!(notes(&mut trial).is_empty());
    trial.types("d");
    assert_eq!(notes(&mut trial), [5, 5], "c7 and b6");
    assert_eq!(below(&mut trial)[2], "·n next to the knight: n ways on");
    trial.types("d");
    // Each of the 168 moves is a way on for both of its squares; a8 has two.
    let all = notes(&mut trial);
    assert_eq!((all.len(), all.iter().sum::<u32>()), (63, 2 * 168 - 4));
    trial.types("d");
    assert!(notes(&mut trial).is_empty(), "there is neither a network nor a trail");
}

#[test]
fn retreats_are_marked() {
    let mut trial = trial(work("5x5", Some("a1"), Method::Backtracking));
    let mut steps = 0;
    while !below(&mut trial)[0].contains("going back to") {
        trial.press(KeyCode::Right);
        steps += 1;
        assert!(steps < 500);
    }
    assert!(trial.text().contains('×'));
    assert!(below(&mut trial)[1].contains(", 1 retreat, 1 walk"));
    trial.press(KeyCode::Left);
    assert!(!trial.text().contains('×'));
    assert!(below(&mut trial)[1].contains(", 0 retreats, 1 walk"));
    trial.press(KeyCode::End);
    assert!(below(&mut trial)[2].starts_with("found: an open tour of 25 squares, from a1 to "));
}

#[test]
fn a_network_settles() {
    let mut work = work("6x6", None, Method::Neural);
    work.problem = work.problem.closed();
    work.settings.neural = Neural { attempts: 50.try_into().unwrap(), ..Neural::default() };
    let mut watch = Watch::new(work).answered();
    watch.player.jump(usize::MAX);
    // The tour that is walked in the end takes 36 moments.
    watch.player.step(-36);
    let stage = watch.player.stage();
    let mut picture = Picture::default();
    picture.see(stage, watch.player.moment(), true);
    assert_eq!(picture.lines().len(), 36);
    assert!(picture.lines().iter().all(|line| line.2 == Tone::Legal));
    let mut trial = Trial::new(watch);
    let text = trial.text();
    assert_eq!(text.split_whitespace().filter(|&word| word == "·2").count(), 36);
    let [caption, _, story, _] = below(&mut trial);
    assert!(caption.ends_with(": 36 moves on, 36 of 36 squares have two"), "{caption}");
    assert_eq!(story, "·n: n moves of the network");
    trial.press(KeyCode::End);
    assert_eq!(below(&mut trial)[2], "found: a closed tour of 36 squares");
    assert!(trial.text().contains("♞36"));
}

#[test]
fn trails_are_drawn_by_their_strength() {
    let mut watch = Watch::new(work("5x5", None, Method::Ants)).answered();
    // After 25 walks the first cycle is over.
    while watch.player.stage().trails().is_none() {
        watch.player.step(1);
    }
    let mut picture = Picture::default();
    picture.see(watch.player.stage(), watch.player.moment(), true);
    let strong = picture.lines().iter().filter(|line| line.2 == Tone::Start).count();
    let weak = picture.lines().iter().filter(|line| line.2 == Tone::Quiet).count();
    assert!(strong > 0 && weak > 0, "{strong} {weak}");
    picture.see(watch.player.stage(), watch.player.moment(), false);
    assert!(picture.lines().is_empty());
    let mut trial = Trial::new(watch);
    let [caption, counts, _, _] = below(&mut trial);
    assert!(caption.starts_with("cycle 1: the strongest trail leads from "), "{caption}");
    assert!(counts.ends_with(", 0 retreats, 25 walks"), "{counts}");
}

#[test]
fn an_answer_without_a_step_is_seen_at_once() {
    let mut trial = trial(work("4x4", None, Method::Auto));
    trial.tick(100);
    let text = trial.text();
    assert!(text.contains("\nbefore the first step\n"), "{text}");
    assert!(text.contains("\nimpossible: "), "{text}");
    assert!(text.contains("\nthe end ●") && text.contains(" 0 of 0, "), "{text}");
}

/// Any size of terminal, any board.
#[test]
fn large_boards_and_small_terminals() {
    for (board, method) in [
        ("300x300", Method::Warnsdorff),
        ("1x1", Method::Auto),
        ("box:3x4x4", Method::Exact),
        ("torus:5x5", Method::BruteForce),
    ] {
        for (columns, lines) in [(80, 24), (20, 6), (1, 1), (200, 3)] {
            let from = (board == "300x300").then_some("a1");
            let watch = Watch::new(work(board, from, method)).answered();
            let mut trial = Trial::sized(watch, columns, lines);
            trial.tick(1000);
            trial.text();
            trial.press(KeyCode::End);
            trial.types("dd");
            let text = trial.text();
            assert!(lines < 24 || text.contains("found"), "{text}");
        }
    }
}
