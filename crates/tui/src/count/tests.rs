use caracole::counting::CountStage;

use super::*;
use crate::app::Flow;
use crate::app::tests::TestApp;

/// Returns the screen of a problem. No count was confirmed.
fn count(problem: Problem) -> TestApp {
    TestApp::new(CountScreen::new(problem))
}

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().expect("a board"))
}

/// Waits until the count has ended, at most a minute. Returns the text of the screen.
fn settled(app: &mut TestApp) -> String {
    for _ in 0..6000 {
        app.tick(10);
        let text = app.text();
        if !text.contains("Esc cancel") {
            return text;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{}", app.text());
}

#[test]
fn numbers_come_with_their_conventions() {
    let mut app = count(problem("6x6").closed());
    let text = settled(&mut app);
    assert!(text.starts_with(" Count 6x6\n9,862\nundirected closed tours\n"), "{text}");
    assert!(text.contains("k open  d directed  b by start  c classes  Esc back"), "{text}");
    app.type_text("d");
    let text = settled(&mut app);
    assert!(text.starts_with(" Count 6x6\n19,724\ndirected closed tours\n"), "{text}");
    assert!(text.contains("Counted before:\n9,862 undirected closed tours\n"), "{text}");
    app.type_text("dc");
    let text = settled(&mut app);
    let expected = "1,245\nundirected closed tours, up to turns and mirrors of the board\n";
    assert!(text.contains(expected), "{text}");
    assert_eq!(app.press(KeyCode::Esc), Flow::Quit);
}

#[test]
fn tours_are_counted_by_kind_and_by_start() {
    let mut app = count(problem("5x5"));
    let text = settled(&mut app);
    assert!(text.contains("1,728\ndirected tours, open and closed together\n"), "{text}");
    app.type_text("k");
    assert!(settled(&mut app).contains("\n0\nundirected closed tours\n"));
    app.type_text("k");
    let text = settled(&mut app);
    assert!(text.contains("864\nundirected open tours, whose ends are not a move apart\n"));
    app.type_text("kb");
    let text = settled(&mut app);
    assert!(text.contains("1,728\n"), "{text}");
    let words = text.split_once("From each square:").expect("a board").1.split_whitespace();
    let numbers: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
    // With the names of the ranks.
    assert_eq!(numbers[..12], [5, 304, 0, 56, 0, 304, 4, 0, 56, 0, 56, 0], "{text}");
    assert_eq!(numbers[12..18], [3, 56, 0, 64, 0, 56], "{text}");
    app.type_text("+");
    assert_ne!(app.text(), text, "the board is a board like any other");
}

#[test]
fn large_boards_ask_first_and_can_be_cancelled() {
    let mut app = count(problem("8x8"));
    let text = settled(&mut app);
    assert!(text.contains("It takes about 6,500,000,000 states."), "{text}");
    assert!(text.contains("Enter counts them.") && text.contains("Enter count"), "{text}");
    app.type_text("k");
    let text = settled(&mut app);
    assert!(text.contains("It takes about 710,000,000 states."), "{text}");
    app.press(KeyCode::Enter);
    app.tick(1500);
    let text = app.text();
    assert!(text.contains("undirected closed tours\n") && text.contains("1.5 s"), "{text}");
    assert!(text.contains("Esc cancel"), "{text}");
    assert_eq!(app.press(KeyCode::Esc), Flow::Continue);
    let text = app.text();
    assert!(text.contains("No number: cancelled after 1.5 s"), "{text}");
    assert_eq!(app.press(KeyCode::Esc), Flow::Quit);
}

#[test]
fn a_panic_of_the_work_ends_with_an_error_on_the_screen() {
    let mut count = CountScreen::new(problem("3x4"));
    let task = Task::start(|_, _| panic!("on purpose"), Message::Failed);
    count.state = State::Running { task, progress: None, elapsed: Duration::ZERO };
    let text = settled(&mut TestApp::new(count));
    assert!(text.contains("No number: an error in Caracole ended the work (on purpose)"), "{text}");
}

#[test]
fn the_progress_of_layers_is_shown() {
    let mut count = CountScreen::new(problem("7x8").closed());
    while !matches!(count.state, State::Running { progress: Some(_), .. }) {
        let State::Running { task, .. } = &count.state else { panic!("it has ended") };
        let message = task.wait().expect("progress");
        count.handle(message);
    }
    let mut app = TestApp::new(count);
    let text = app.text();
    assert!(text.contains("undirected closed tours\n[") && text.contains(" of 31, "), "{text}");
    app.press(KeyCode::Esc);
    assert!(app.text().contains("cancelled"));
}

#[test]
fn counts_that_are_too_large_are_refused_in_advance() {
    let text = settled(&mut count(problem("10x10")));
    assert!(text.contains("No number: the board is too large for this screen"), "{text}");
    let text = settled(&mut count(problem("1000x1000")));
    assert!(text.contains("too large: 1000000 squares"), "{text}");
    let clue = problem("8x8").clue("e4", 20).expect("a clue");
    assert!(settled(&mut count(clue)).contains("one by one; the time cannot be estimated"));
}

#[test]
fn estimates_are_shown() {
    let progress = CountProgress {
        stage: CountStage::Sweep,
        part: (2, 10),
        layer: (3, 36),
        states: 12_345,
        is_layer_finished: false,
        done: 0.25,
        elapsed: Duration::from_secs(10),
    };
    let lines = progress_lines(Some(&progress), Duration::from_secs(10));
    assert!(lines[0].starts_with("[==========   "), "{lines:?}");
    assert!(lines[0].ends_with("] 25 %, 10.0 s, about 30 s left"), "{lines:?}");
    assert_eq!(lines[1], "count 2 of 10, layer 3 of 36, 12,345 states");
    assert_eq!([round(712_345_678.0), round(0.4), round(99.6)], [710_000_000, 0, 100]);
}

#[test]
fn numbers_are_listed() {
    let board: Board = "2x2-b1".parse().expect("a board");
    let numbers = [304_u64, 7, 11].map(Count::from);
    let starts: Vec<_> = board.squares().zip(numbers).collect();
    assert_eq!(list(&board, &starts, 11), ["a1 304", "a2 7", "b2 11"]);
    assert_eq!(list(&board, &starts, 16), ["a1 304  a2 7", "b2 11"]);
}
