use caracole::compare::OutcomeSummary;
use caracole::{Stop, StopCause};

use super::*;
use crate::app::Flow;
use crate::app::tests::TestApp;

fn compare(board: &str, steps: u64) -> CompareScreen {
    let problem = Problem::new(board.parse().expect("a board"));
    CompareScreen::within(problem, Limits { steps: Some(steps), ..Limits::default() })
}

/// Waits until all methods have finished.
fn finished(board: &str, steps: u64) -> CompareScreen {
    let mut compare = compare(board, steps);
    while compare.running().is_some() {
        let row = compare.task.wait().expect("a result of each method");
        compare.rows.push(row);
    }
    compare
}

/// Returns the words of each line of the table.
fn table(text: &str) -> Vec<Vec<&str>> {
    let lines = text.lines().skip_while(|line| !line.starts_with("method")).skip(1);
    let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.take_while(|words| !words.is_empty()).collect()
}

#[test]
fn every_method_has_a_line_with_its_outcome() {
    let mut app = TestApp::new(finished("5x5", 20_000));
    let text = app.text();
    assert!(
        text.starts_with(" Compare 5x5\nOne after the other, each within 20,000 steps\n"),
        "{text}"
    );
    let lines = table(&text);
    for variant in MethodVariant::all() {
        let name = variant.name();
        let line = lines.iter().find(|words| words[0] == name).unwrap_or_else(|| panic!("{text}"));
        // On 5x5 the exact methods find a tour.
        assert!(["found,", "unknown", "not"].contains(&line[1]), "{text}");
        if ["auto", "exact", "backtracking", "construct"].contains(&&*name) {
            assert_eq!(line[1..3], ["found,", "open"], "{text}");
        }
    }
    assert!(text.contains(" methods finished: ") && !text.contains("memory"), "{text}");
    assert!(text.contains("auto: an open tour, checked"), "{text}");
}

#[test]
fn a_wide_terminal_shows_the_causes_of_stops() {
    let text = |columns| TestApp::sized(finished("8x8", 1000), columns, 24).text();
    let (wide, narrow) = (text(120), text(60));
    assert!(wide.contains("backtracks  stopped by\n") && wide.contains("  steps\n"), "{wide}");
    assert!(!narrow.contains("stopped"), "{narrow}");
}

#[test]
fn rows_are_sorted_chosen_and_watched() {
    let mut app = TestApp::sized(finished("4x4", 500), 80, 12);
    let names = |text: &str| {
        let lines = table(text);
        lines.iter().map(|words| words[0].to_owned()).collect::<Vec<_>>()
    };
    let first = names(&app.text());
    app.press(KeyCode::End);
    assert_ne!(names(&app.text())[0], first[0], "the table scrolls");
    app.press(KeyCode::Home);
    app.type_text("ss");
    let text = app.text();
    assert!(text.contains("s by method"), "{text}");
    let outcomes: Vec<String> = table(&text).iter().map(|words| words[1].to_owned()).collect();
    assert_eq!(outcomes[0], "impossible", "{text}");
    assert_eq!(app.press(KeyCode::Enter), Flow::Continue);
    assert!(app.text().contains(" on 4x4"));
    app.press(KeyCode::Esc);
    assert!(app.text().contains("Compare 4x4"));
    assert_eq!(app.press(KeyCode::Esc), Flow::Quit);
}

#[test]
fn the_table_grows_and_conflicts_are_shown() {
    let mut compare = compare("5x5", 20_000);
    let row = |name: &str, outcome| TrialResult {
        outcome,
        ..TrialResult::lost(name.to_owned(), StopCause::Time, String::new(), Duration::ZERO)
    };
    compare.rows = vec![
        row("ants", OutcomeSummary::Found { closed: false }),
        row(
            "neural/plain",
            OutcomeSummary::Unknown(Stop::new(StopCause::Unsupported, "too small")),
        ),
    ];
    let third = MethodVariant::all()[2].name();
    let mut app = TestApp::new(compare);
    let text = app.text();
    assert!(text.contains(&format!("{third} is running, 3 of ")), "{text}");
    assert!(text.contains("neural/plain  not for this"), "{text}");
    assert!(!text.contains("internal error"), "{text}");

    let mut compare = finished("5x5", 100);
    compare.rows[0] = row("auto", OutcomeSummary::Impossible("a reason".to_owned()));
    compare.rows[1] = row("ants", OutcomeSummary::Found { closed: true });
    let text = TestApp::new(compare).text();
    assert!(text.contains("internal error: ants found a tour where auto says"), "{text}");
}

/// Leaving does not wait for slow methods.
#[test]
fn leaving_stops_the_work() {
    let mut compare = compare("8x8", u64::MAX);
    let (gone, seen) = std::sync::mpsc::channel();
    compare.task = Task::start(
        move |stop, _| {
            let comparison = Comparison {
                problem: Problem::new("12x12".parse().expect("a board")).closed(),
                variants: MethodVariant::named("brute-force/naive").expect("a method"),
                limits: Limits::default(),
                seed: 0,
                repeats: 1,
            };
            let row = comparison.run_variant(&comparison.variants[0], &mut StoppableExecutor(stop));
            gone.send(row.outcome).expect("a receiver");
        },
        |error| panic!("{error}"),
    );
    let mut app = TestApp::new(compare);
    assert_eq!(app.press(KeyCode::Esc), Flow::Quit);
    let outcome = seen.recv_timeout(Duration::from_mins(1)).expect("it stops");
    assert!(matches!(outcome, OutcomeSummary::Unknown(stop) if stop.cause == StopCause::Interrupt));
}
