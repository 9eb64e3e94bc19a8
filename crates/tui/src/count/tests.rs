use caracole::Stage;

use super::words::{at_work, round};
use super::*;
use crate::app::Flow;
use crate::app::tests::Trial;

/// The screen of a problem, which nobody has asked to go on.
fn count(problem: Problem) -> Trial {
    Trial::new(Count::new(problem))
}

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().expect("a board"))
}

/// The screen when it rests, after a minute at most.
fn settled(trial: &mut Trial) -> String {
    for _ in 0..6000 {
        trial.tick(10);
        let text = trial.text();
        if !text.contains("Esc cancel") {
            return text;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{}", trial.text());
}

#[test]
fn numbers_come_with_their_conventions() {
    let mut trial = count(problem("6x6").closed());
    let text = settled(&mut trial);
    assert!(text.starts_with(" Count 6x6\n9,862\nundirected closed tours\n"), "{text}");
    assert!(text.contains("k open  d directed  b by start  c classes  Esc back"), "{text}");
    trial.types("d");
    let text = settled(&mut trial);
    assert!(text.starts_with(" Count 6x6\n19,724\ndirected closed tours\n"), "{text}");
    assert!(text.contains("Counted before:\n9,862 undirected closed tours\n"), "{text}");
    trial.types("dc");
    let text = settled(&mut trial);
    let expected = "1,245\nundirected closed tours, up to turns and mirrors of the board\n";
    assert!(text.contains(expected), "{text}");
    assert_eq!(trial.press(KeyCode::Esc), Flow::Left);
}

#[test]
fn tours_are_counted_by_kind_and_by_start() {
    let mut trial = count(problem("5x5"));
    let text = settled(&mut trial);
    assert!(text.contains("1,728\ndirected tours, open and closed together\n"), "{text}");
    trial.types("k");
    assert!(settled(&mut trial).contains("\n0\nundirected closed tours\n"));
    trial.types("k");
    let text = settled(&mut trial);
    assert!(text.contains("864\nundirected open tours, whose ends are not a move apart\n"));
    trial.types("kb");
    let text = settled(&mut trial);
    assert!(text.contains("1,728\n"), "{text}");
    let words = text.split_once("From each square:").expect("a board").1.split_whitespace();
    let numbers: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
    // With the names of the ranks.
    assert_eq!(numbers[..12], [5, 304, 0, 56, 0, 304, 4, 0, 56, 0, 56, 0], "{text}");
    assert_eq!(numbers[12..18], [3, 56, 0, 64, 0, 56], "{text}");
    trial.types("+");
    assert_ne!(trial.text(), text, "the board is a board like any other");
}

#[test]
fn large_boards_ask_first_and_can_be_cancelled() {
    let mut trial = count(problem("8x8"));
    let text = settled(&mut trial);
    assert!(text.contains("It takes about 6,500,000,000 states."), "{text}");
    assert!(text.contains("Enter counts them.") && text.contains("Enter count"), "{text}");
    trial.types("k");
    let text = settled(&mut trial);
    assert!(text.contains("It takes about 710,000,000 states."), "{text}");
    trial.press(KeyCode::Enter);
    trial.tick(1500);
    let text = trial.text();
    assert!(text.contains("undirected closed tours\n") && text.contains("1.5 s"), "{text}");
    assert!(text.contains("Esc cancel"), "{text}");
    assert_eq!(trial.press(KeyCode::Esc), Flow::On);
    let text = trial.text();
    assert!(text.contains("No number: cancelled after 1.5 s"), "{text}");
    assert_eq!(trial.press(KeyCode::Esc), Flow::Left);
}

#[test]
fn layers_are_told_while_it_counts() {
    let mut count = Count::new(problem("7x8").closed());
    while !matches!(count.state, State::AtWork { progress: Some(_), .. }) {
        let State::AtWork { job, .. } = &count.state else { panic!("it is over") };
        let news = job.wait().expect("it tells how far it is");
        count.hear(news);
    }
    let mut trial = Trial::new(count);
    let text = trial.text();
    assert!(text.contains("undirected closed tours\n[") && text.contains(" of 31, "), "{text}");
    trial.press(KeyCode::Esc);
    assert!(trial.text().contains("cancelled"));
}

#[test]
fn what_is_too_large_is_told_before_it_begins() {
    let text = settled(&mut count(problem("10x10")));
    assert!(text.contains("No number: the board is too large for this screen"), "{text}");
    let text = settled(&mut count(problem("1000x1000")));
    assert!(text.contains("too large: 1000000 squares"), "{text}");
    let clue = problem("8x8").clue("e4", 20).expect("a clue");
    assert!(settled(&mut count(clue)).contains("one by one, and nobody knows"));
}

#[test]
fn estimates_are_told() {
    let progress = CountProgress {
        stage: Stage::Sweep,
        part: (2, 10),
        layer: (3, 36),
        states: 12_345,
        whole: false,
        done: 0.25,
        elapsed: Duration::from_secs(10),
    };
    let lines = at_work(Some(&progress), Duration::from_secs(10));
    assert!(lines[0].starts_with("[==========   "), "{lines:?}");
    assert!(lines[0].ends_with("] 25 %, 10.0 s, about 30 s left"), "{lines:?}");
    assert_eq!(lines[1], "count 2 of 10, layer 3 of 36, 12,345 states");
    assert_eq!([round(712_345_678.0), round(0.4), round(99.6)], [710_000_000, 0, 100]);
}
