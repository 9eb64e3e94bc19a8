//! Tests of the screen as text, usually at 80x24.

use caracole::solvers::Neural;
use crossterm::event::Event;

use super::*;
use crate::app::tests::TestApp;
use crate::theme::Tone;

fn work(board: &str, from: Option<&str>, method: Method) -> WatchRequest {
    let problem = Problem::new(board.parse().unwrap());
    WatchRequest {
        problem: from.into_iter().fold(problem, |problem, from| problem.start(from).unwrap()),
        method,
        settings: MethodSettings::default(),
        seed: 0,
        pause: Duration::from_millis(100),
    }
}

/// One of the three runs of the report.
fn report(from: &str) -> WatchRequest {
    let mut work = work("8x8", Some(from), Method::Warnsdorff);
    work.settings.order = Some("76543218".parse().unwrap());
    work
}

/// The screen after all work was done, before anything was played.
fn app(work: WatchRequest) -> TestApp {
    TestApp::new(WatchScreen::new(work).answered())
}

/// The lines below the board: caption, counts, story, slider.
fn below(app: &mut TestApp) -> [String; 4] {
    let text = app.text();
    let lines: Vec<&str> = text.lines().collect();
    std::array::from_fn(|at| lines[lines.len() - 5 + at].to_owned())
}

#[test]
fn the_three_runs_of_the_report_end_where_they_should() {
    for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        let mut app = app(report(from));
        app.press(KeyCode::End);
        let [caption, counts, story, slider] = below(&mut app);
        assert_eq!(caption, format!("step 64: visiting {end}"));
        assert_eq!(counts, "64 of 64 squares visited; 63 steps, 0 backtracks, 1 walk");
        assert_eq!(story, format!("found: an open tour of 64 squares, from {from} to {end}"));
        assert!(slider.starts_with("the end ━"), "{slider}");
        assert!(app.text().contains("♞64"));
    }
}

#[test]
fn a_click_on_a_square_goes_back_to_its_step() {
    let mut app = app(report("a8"));
    app.press(KeyCode::End);
    let text = app.text();
    let place = text.lines().zip(0_u16..).find_map(|(line, row)| {
        let bytes = line.find(" 32")?;
        Some((line[..bytes].chars().count() as u16 + 1, row))
    });
    let (column, row) = place.unwrap();
    let (kind, modifiers) = (MouseEventKind::Down(MouseButton::Left), KeyModifiers::NONE);
    app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    assert!(below(&mut app)[0].starts_with("step 32: visiting "));
    app.press(KeyCode::Home);
    app.text();
    app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    assert_eq!(below(&mut app)[0], "before the first step", "a free square has no step");
}

#[test]
fn free_squares_show_their_ways_on() {
    let mut app = app(report("a8"));
    app.press(KeyCode::Right);
    let notes = |app: &mut TestApp| {
        let text = app.text();
        let words = text.split_whitespace().filter(|word| word.starts_with('·'));
        words.filter_map(|word| word[2..].parse::<u32>().ok()).collect::<Vec<_>>()
    };
    assert!(notes(&mut app).is_empty());
    app.type_text("d");
    assert_eq!(notes(&mut app), [5, 5], "c7 and b6");
    assert_eq!(below(&mut app)[2], "·n next to the knight: n onward moves");
    app.type_text("d");
    // Each of the 168 moves is a way on for both of its squares; a8 has two.
    let all = notes(&mut app);
    assert_eq!((all.len(), all.iter().sum::<u32>()), (63, 2 * 168 - 4));
    app.type_text("d");
    assert!(notes(&mut app).is_empty(), "there is neither a network nor a trail");
}

#[test]
fn backtracks_are_marked() {
    let mut app = app(work("5x5", Some("a1"), Method::Backtracking));
    let mut steps = 0;
    while !below(&mut app)[0].contains("backtracking to") {
        app.press(KeyCode::Right);
        steps += 1;
        assert!(steps < 500);
    }
    assert!(app.text().contains('×'));
    assert!(below(&mut app)[1].contains(", 1 backtrack, 1 walk"));
    app.press(KeyCode::Left);
    assert!(!app.text().contains('×'));
    assert!(below(&mut app)[1].contains(", 0 backtracks, 1 walk"));
    app.press(KeyCode::End);
    assert!(below(&mut app)[2].starts_with("found: an open tour of 25 squares, from a1 to "));
}

#[test]
fn a_network_settles() {
    let mut work = work("6x6", None, Method::Neural);
    work.problem = work.problem.closed();
    work.settings.neural = Neural { attempts: 50.try_into().unwrap(), ..Neural::default() };
    let mut watch = WatchScreen::new(work).answered();
    watch.player.jump(usize::MAX);
    // The tour that is walked in the end takes 36 moments.
    watch.player.step(-36);
    let frame = watch.player.frame();
    let mut picture = FrameCache::default();
    picture.update(frame, watch.player.moment(), true);
    assert_eq!(picture.lines().len(), 36);
    assert!(picture.lines().iter().all(|line| line.2 == Tone::Legal));
    let mut app = TestApp::new(watch);
    let text = app.text();
    assert_eq!(text.split_whitespace().filter(|&word| word == "·2").count(), 36);
    let [caption, _, story, _] = below(&mut app);
    assert!(caption.ends_with(": 36 active moves, 36 of 36 squares have degree 2"), "{caption}");
    assert_eq!(story, "·n: n moves of the network");
    app.press(KeyCode::End);
    assert_eq!(below(&mut app)[2], "found: a closed tour of 36 squares");
    assert!(app.text().contains("♞36"));
}

#[test]
fn trails_are_drawn_by_their_strength() {
    let mut watch = WatchScreen::new(work("5x5", None, Method::Ants)).answered();
    // After 25 walks the first cycle is over.
    while watch.player.frame().trails().is_none() {
        watch.player.step(1);
    }
    let mut picture = FrameCache::default();
    picture.update(watch.player.frame(), watch.player.moment(), true);
    let strong = picture.lines().iter().filter(|line| line.2 == Tone::Start).count();
    let weak = picture.lines().iter().filter(|line| line.2 == Tone::Quiet).count();
    assert!(strong > 0 && weak > 0, "{strong} {weak}");
    picture.update(watch.player.frame(), watch.player.moment(), false);
    assert!(picture.lines().is_empty());
    let mut app = TestApp::new(watch);
    let [caption, counts, _, _] = below(&mut app);
    assert!(caption.starts_with("cycle 1: the strongest trail leads from "), "{caption}");
    assert!(counts.ends_with(", 0 backtracks, 25 walks"), "{counts}");
}

#[test]
fn an_answer_without_a_step_is_seen_at_once() {
    let mut app = app(work("4x4", None, Method::Auto));
    app.tick(100);
    let text = app.text();
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
            let watch = WatchScreen::new(work(board, from, method)).answered();
            let mut app = TestApp::sized(watch, columns, lines);
            app.tick(1000);
            app.text();
            app.press(KeyCode::End);
            app.type_text("dd");
            let text = app.text();
            assert!(lines < 24 || text.contains("found"), "{text}");
        }
    }
}

/// Keys and wheel that zoom and move the board do not change the moment.
#[test]
fn the_board_is_zoomed_and_moved() {
    let mut app = app(work("100x100", Some("a1"), Method::Warnsdorff));
    app.press(KeyCode::End);
    let whole = app.text();
    app.type_text("+++");
    let near = app.text();
    assert_ne!(near, whole);
    app.handle(&Event::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::SHIFT)));
    let under = app.text();
    assert_ne!(under, near);
    app.type_text("K0");
    assert_eq!(app.text(), whole);
    let wheel = MouseEventKind::ScrollUp;
    let mouse = MouseEvent { kind: wheel, column: 9, row: 9, modifiers: KeyModifiers::NONE };
    app.handle(&Event::Mouse(mouse));
    assert_ne!(app.text(), whole);
    app.type_text("0");
    app.handle(&Event::Key(KeyEvent::new(KeyCode::Left, KeyModifiers::SHIFT)));
    assert_eq!(below(&mut app)[0].split(':').next(), Some("step 9966"));
}

/// Half a pair of brackets would only puzzle.
#[test]
fn the_knight_stands_without_brackets() {
    let mut app = app(report("a8"));
    for moment in ["j9\n", "j44\n"] {
        app.type_text(moment.trim());
        app.press(KeyCode::Enter);
        let text = app.text();
        assert!(text.contains('♞') && !text.contains([']', '[']), "{text}");
    }
}

#[test]
fn the_end_is_the_end_of_a_growing_recording() {
    let mut app = TestApp::new(WatchScreen::new(work("30x30", Some("a1"), Method::Warnsdorff)));
    app.press(KeyCode::End);
    app.wait_for("the end");
}

#[test]
fn time_plays_and_keys_step() {
    let mut app = app(report("a8"));
    assert!(app.text().starts_with(" Watch warnsdorff on 8x8\n"));
    assert_eq!(below(&mut app)[0], "before the first step");
    app.tick(1050);
    let [caption, counts, _, slider] = below(&mut app);
    assert!(caption.starts_with("step 10: visiting "), "{caption}");
    assert_eq!(counts, "10 of 64 squares visited; 9 steps, 0 backtracks, 1 walk");
    let knob = "━".repeat(6) + "●";
    assert!(slider.starts_with(&format!("playing {knob}─")), "{slider}");
    assert!(slider.ends_with(" 10 of 64, 10 steps a second"), "{slider}");
    assert!(app.text().contains("♞10") && app.text().contains("Space pause"));
    // What was left of the last tick is not lost.
    app.tick(50);
    assert!(below(&mut app)[0].starts_with("step 11: "));

    app.press(KeyCode::Char(' '));
    app.tick(5000);
    let [caption, _, _, slider] = below(&mut app);
    assert!(caption.starts_with("step 11: ") && slider.starts_with("paused  "), "{slider}");
    assert!(app.text().contains("Space play"));
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
        app.handle(&Event::Key(KeyEvent::new(code, modifiers)));
        let caption = &below(&mut app)[0];
        assert!(caption.starts_with(step), "{code}: {caption}");
    }
}

/// A tick has the time since the last one, which may be hours.
#[test]
fn time_before_it_was_played_does_not_count() {
    let mut app = app(report("a8"));
    app.press(KeyCode::Right);
    app.press(KeyCode::Char(' '));
    app.tick(3_600_000);
    assert!(below(&mut app)[0].starts_with("step 1: "));
    app.press(KeyCode::Char('>'));
    app.tick(100);
    let [caption, _, _, slider] = below(&mut app);
    assert!(caption.starts_with("step 3: "), "{caption}");
    assert!(slider.ends_with("20 steps a second"), "{slider}");
    app.type_text("<<<<<");
    assert!(below(&mut app)[3].ends_with("a step in 1.6 s"));
    // At the end it stops, and plays again.
    app.tick(600_000);
    assert!(below(&mut app)[3].starts_with("the end"));
    app.press(KeyCode::Char(' '));
    assert_eq!(below(&mut app)[0], "before the first step");
    assert!(below(&mut app)[3].starts_with("playing"));
}

#[test]
fn a_typed_moment_is_gone_to() {
    let mut app = app(report("a8"));
    app.type_text("j");
    assert_eq!(below(&mut app)[3], "go to moment (0 to 64): _");
    app.type_text("1x29");
    app.press(KeyCode::Backspace);
    assert_eq!(below(&mut app)[3], "go to moment (0 to 64): 12_");
    app.press(KeyCode::Enter);
    assert!(below(&mut app)[0].starts_with("step 12: "));
    app.type_text(":3");
    assert_eq!(app.press(KeyCode::Esc), crate::app::Flow::Continue, "Esc leaves the line only");
    assert!(below(&mut app)[0].starts_with("step 12: "));
    app.type_text(":999999999999999999999");
    app.press(KeyCode::Enter);
    assert!(below(&mut app)[0].starts_with("step 64: "));
    assert_eq!(app.press(KeyCode::Esc), crate::app::Flow::Quit);
}

#[test]
fn the_mouse_moves_the_slider() {
    let mut app = app(report("a8"));
    let text = app.text();
    let (line, slider) = text.lines().enumerate().find(|(_, line)| line.contains('●')).unwrap();
    let first = slider.chars().position(|letter| letter == '●').unwrap();
    let length = slider.chars().filter(|letter| "●─".contains(*letter)).count();
    let mut click = |column: usize, kind| {
        let (column, row) = (column as u16, line as u16);
        let modifiers = KeyModifiers::NONE;
        app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
        below(&mut app)[0].clone()
    };
    let left = MouseButton::Left;
    assert_eq!(click(first + length - 1, MouseEventKind::Down(left)), "step 64: visiting g5");
    assert!(click(first + length / 2, MouseEventKind::Drag(left)).starts_with("step 32: "));
    assert!(click(first, MouseEventKind::Moved).starts_with("step 32: "));
    assert!(click(0, MouseEventKind::Down(left)).starts_with("step 32: "), "no slider there");
    assert_eq!(click(first, MouseEventKind::Down(left)), "before the first step");
}
