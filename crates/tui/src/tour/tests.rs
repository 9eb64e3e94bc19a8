use crossterm::event::KeyCode;

use super::*;
use crate::app::Flow;
use crate::app::tests::Trial;
use crate::{Goal, Menu, Setup};

fn ask(problem: Problem) -> Answer {
    let settings = MethodSettings::default();
    Answer::new(Question { problem, method: Method::Auto, settings, seed: 0 })
}

#[test]
fn from_the_menu_to_an_open_tour_and_back() {
    let mut trial = Trial::new(Menu::default());
    trial.types("1");
    trial.types("5x5");
    trial.press(KeyCode::Enter);
    let text = trial.until("open tour");
    assert!(text.starts_with(" Open tour of 5x5\n"), "{text}");
    assert!(text.contains("squares  25"), "{text}");
    // All numbers are there, each once.
    let numbers: Vec<u32> = board(&text);
    assert_eq!(numbers, (1..=25).collect::<Vec<_>>(), "{text}");
    assert_eq!(trial.press(KeyCode::Esc), Flow::On);
    assert_eq!(trial.press(KeyCode::Esc), Flow::On);
    assert!(trial.text().starts_with(" Caracole\n"));
    assert_eq!(trial.press(KeyCode::Esc), Flow::Left);
}

/// The numbers on the board, sorted.
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
    let mut trial = Trial::new(ask(Problem::new("6x6".parse().unwrap()).closed()));
    let text = trial.until("closed tour\n");
    assert_eq!(board(&text), (1..=36).collect::<Vec<_>>(), "{text}");
    trial.types("l");
    let text = trial.text();
    assert!(text.contains('S') && text.chars().any(|letter| ('⠁'..='⣿').contains(&letter)));
    trial.types("l");
    assert_eq!(board(&trial.text()).len(), 36);
}

#[test]
fn another_tour_is_another_one() {
    let mut trial = Trial::new(ask(Problem::new("8x8".parse().unwrap()).closed()));
    let one = trial.until("seed     0");
    trial.types("n");
    let other = trial.until("seed     1");
    let squares = |text: &str| {
        text.lines().map(|line| line.chars().take(40).collect::<String>()).collect::<Vec<_>>()
    };
    assert_ne!(squares(&one), squares(&other));
    assert_eq!(board(&other), (1..=64).collect::<Vec<_>>());
}

#[test]
fn what_is_impossible_is_told_with_its_reason() {
    let mut trial = Trial::new(Setup::new(Goal::Closed));
    trial.types("4x4");
    trial.press(KeyCode::Enter);
    let text = trial.until("impossible");
    assert!(text.contains("why"), "{text}");
}

#[test]
fn the_unknown_is_told_with_what_was_tried() {
    let mut trial = Trial::new(Setup::new(Goal::Closed));
    trial.types("5x5");
    trial.presses(&[KeyCode::BackTab; 2]);
    // Warnsdorff's rule fails, and proves nothing.
    trial.presses(&[KeyCode::Right; 3]);
    trial.press(KeyCode::Enter);
    let text = trial.until("unknown");
    assert!(text.contains("method   warnsdorff"), "{text}");
}

#[test]
fn a_large_tour_is_a_line_of_dots_zoomed_and_moved() {
    let mut trial = Trial::new(ask(Problem::new("200x200".parse().unwrap())));
    let text = trial.until("squares  40000");
    assert!(text.contains('⣿'), "{text}");
    trial.types("+++++++++++");
    let near = trial.text();
    assert!(!near.contains('⣿') && near != text, "{near}");
    trial.types("L");
    let beside = trial.text();
    assert!(beside != near, "{beside}");
    trial.types("0");
    assert_eq!(trial.text(), text);
}

#[test]
fn a_tour_is_saved_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("caracole-tui-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut trial = Trial::sized(ask(Problem::new("5x5".parse().unwrap())), 200, 24);
    trial.until("squares  25");
    let save = |trial: &mut Trial, name: &str| {
        trial.types("s");
        trial.types(folder.join(name).to_str().unwrap());
        trial.press(KeyCode::Enter);
        trial.text()
    };
    let files =
        [("a.txt", " 25 "), ("a.json", "\"squares\""), ("a.svg", "<svg"), ("a.squares", "a1 ")];
    for (name, part) in files {
        let text = save(&mut trial, name);
        assert!(text.contains("Saved as "), "{text}");
        let written = std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(written.replace('\n', " ").contains(part.trim_start()), "{name}: {written}");
    }
    let text = save(&mut trial, "a.txt");
    assert!(text.contains("is there already: Enter again replaces it"), "{text}");
    trial.press(KeyCode::Enter);
    assert!(trial.text().contains("Saved as "));
    for (name, why) in [("a.gv", "end the name in .txt"), ("no/a.txt", ": create it first")] {
        let text = save(&mut trial, name);
        assert!(text.contains(why), "{text}");
        trial.press(KeyCode::Esc);
    }
    let left = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(left, 4, "nothing but the four files");
    std::fs::remove_dir_all(&folder).unwrap();
}
