use crossterm::event::KeyCode;

use super::*;
use crate::app::Flow;
use crate::app::tests::TestApp;
use crate::{Goal, MenuScreen, SetupScreen};

fn screen(problem: Problem) -> SolveScreen {
    let settings = MethodSettings::default();
    SolveScreen::new(SolveRequest { problem, method: Method::Auto, settings, seed: 0 })
}

#[test]
fn from_the_menu_to_an_open_tour_and_back() {
    let mut app = TestApp::new(MenuScreen::default());
    app.type_text("1");
    app.type_text("5x5");
    app.press(KeyCode::Enter);
    let text = app.wait_for("open tour");
    assert!(text.starts_with(" Open tour of 5x5\n"), "{text}");
    assert!(text.contains("squares  25"), "{text}");
    // All numbers are there, each once.
    let numbers: Vec<u32> = board(&text);
    assert_eq!(numbers, (1..=25).collect::<Vec<_>>(), "{text}");
    assert_eq!(app.press(KeyCode::Esc), Flow::Continue);
    assert_eq!(app.press(KeyCode::Esc), Flow::Continue);
    assert!(app.text().starts_with(" Caracole\n"));
    assert_eq!(app.press(KeyCode::Esc), Flow::Quit);
}

/// Returns the numbers on the board, sorted.
fn board(text: &str) -> Vec<u32> {
    let words = text.lines().skip(1).flat_map(|line| {
        let board: String = line.chars().skip(2).take(50).collect();
        board.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    });
    let mut numbers: Vec<u32> =
        words.filter_map(|word| word.trim_end_matches(['S', 'N']).parse().ok()).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn a_closed_tour_and_its_line() {
    let mut app = TestApp::new(screen(Problem::new("6x6".parse().unwrap()).closed()));
    let text = app.wait_for("closed tour\n");
    assert_eq!(board(&text), (1..=36).collect::<Vec<_>>(), "{text}");
    app.type_text("l");
    let text = app.text();
    assert!(text.contains('S') && text.chars().any(|letter| ('⠁'..='⣿').contains(&letter)));
    app.type_text("l");
    assert_eq!(board(&app.text()).len(), 36);
}

#[test]
fn another_seed_gives_another_tour() {
    let mut app = TestApp::new(screen(Problem::new("8x8".parse().unwrap()).closed()));
    let one = app.wait_for("seed     0");
    app.type_text("n");
    let other = app.wait_for("seed     1");
    let squares = |text: &str| {
        text.lines().map(|line| line.chars().take(40).collect::<String>()).collect::<Vec<_>>()
    };
    assert_ne!(squares(&one), squares(&other));
    assert_eq!(board(&other), (1..=64).collect::<Vec<_>>());
}

#[test]
fn an_impossible_problem_has_a_reason() {
    let mut app = TestApp::new(SetupScreen::new(Goal::Closed));
    app.type_text("4x4");
    app.press(KeyCode::Enter);
    let text = app.wait_for("impossible");
    assert!(text.contains("why"), "{text}");
}

#[test]
fn an_unknown_outcome_shows_the_method() {
    let mut app = TestApp::new(SetupScreen::new(Goal::Closed));
    app.type_text("5x5");
    app.press_all(&[KeyCode::BackTab; 2]);
    // Warnsdorff's rule fails, and proves nothing.
    app.press_all(&[KeyCode::Right; 4]);
    app.press(KeyCode::Enter);
    let text = app.wait_for("unknown");
    assert!(text.contains("method   warnsdorff"), "{text}");
}

#[test]
fn a_large_tour_is_a_line_of_dots_zoomed_and_moved() {
    let mut app = TestApp::new(screen(Problem::new("200x200".parse().unwrap())));
    let text = app.wait_for("squares  40000");
    assert!(text.contains('⣿'), "{text}");
    app.type_text("+++++++++++");
    let near = app.text();
    assert!(!near.contains('⣿') && near != text, "{near}");
    app.type_text("L");
    let beside = app.text();
    assert!(beside != near, "{beside}");
    app.type_text("0");
    assert_eq!(app.text(), text);
}

#[test]
fn a_tour_is_saved_completely_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("caracole-tui-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut app = TestApp::sized(screen(Problem::new("5x5".parse().unwrap())), 200, 24);
    app.wait_for("squares  25");
    let save = |app: &mut TestApp, name: &str| {
        app.type_text("s");
        app.type_text(folder.join(name).to_str().unwrap());
        app.press(KeyCode::Enter);
        app.text()
    };
    let files =
        [("a.txt", " 25 "), ("a.json", "\"squares\""), ("a.svg", "<svg"), ("a.squares", "a1 ")];
    for (name, part) in files {
        let text = save(&mut app, name);
        assert!(text.contains("Saved as "), "{text}");
        let written = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(written.replace('\n', " ").contains(part.trim_start()), "{name}: {written}");
    }
    let text = save(&mut app, "a.txt");
    assert!(text.contains("is there already: Enter again replaces it"), "{text}");
    app.press(KeyCode::Enter);
    assert!(app.text().contains("Saved as "));
    for (name, why) in [("a.gv", "use the extension .txt"), ("no/a.txt", ": create it first")] {
        let text = save(&mut app, name);
        assert!(text.contains(why), "{text}");
        app.press(KeyCode::Esc);
    }
    let left = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(left, 4, "nothing but the four files");
    std::fs::remove_dir_all(&folder).unwrap();
}
