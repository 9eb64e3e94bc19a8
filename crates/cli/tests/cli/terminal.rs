//! The app, driven on a real terminal.

mod played;
mod watched;

use portable_pty::CommandBuilder;

use crate::pty::Terminal;
use crate::support::{run, stdout};

const ENTER: &str = "\r";
const ESCAPE: &str = "\x1b";
const CTRL_C: &str = "\x03";

#[test]
fn the_menu_answers_bad_choices_and_leads_to_tours() {
    let mut terminal = Terminal::start(&[]);
    terminal.sees_all(&["1 Open tour", "2 Closed tour", "8 Exit"]);
    terminal.press("9");
    terminal.sees("'9' is not a choice: press 1 to 8");
    terminal.press("1");
    terminal.sees("Open tour");
    terminal.press(ENTER);
    terminal.sees_all(&["Open tour of 8x8", "open tour", "squares  64"]);
    terminal.press(ESCAPE);
    terminal.sees("Enter go");
    terminal.press(ESCAPE);
    terminal.sees("8 Exit");
    terminal.press("2");
    terminal.sees("Kind     closed");
    terminal.press(ENTER);
    terminal.sees_all(&["Closed tour of 8x8", "closed tour", "squares  64"]);
    terminal.press(ESCAPE);
    terminal.sees("Enter go");
    terminal.press(ESCAPE);
    terminal.sees("8 Exit");
    terminal.press("8");
    assert_eq!(terminal.ends(), 0);
}

#[test]
fn the_menu_leads_to_counts_puzzles_and_comparisons() {
    let mut terminal = Terminal::start(&[]);
    terminal.sees("6 Count");
    terminal.press("6");
    terminal.sees("Board    6x6");
    // The kind is below the board, and closed the second after any.
    terminal.press("\t\x1b[C\x1b[C");
    terminal.sees("< closed >");
    terminal.press(ENTER);
    terminal.sees_all(&["Count 6x6", "9,862", "undirected closed tours"]);
    for (choice, title) in [("7", "Puzzle 5x5"), ("5", "Compare 5x5")] {
        terminal.press(ESCAPE);
        terminal.sees("Enter go");
        terminal.press(ESCAPE);
        terminal.sees("8 Exit");
        terminal.press(choice);
        terminal.sees("Board    8x8");
        terminal.press("5x5");
        terminal.press(ENTER);
        terminal.sees(title);
        terminal.sees(if choice == "7" { "of 25 filled" } else { "steps" });
    }
    // Methods are still at work, and the program ends all the same.
    terminal.press(CTRL_C);
    assert_eq!(terminal.ends(), 130);
}

#[test]
fn ctrl_c_and_signals_give_the_terminal_back() {
    let mut terminal = Terminal::start(&[]);
    terminal.sees("8 Exit");
    terminal.press(CTRL_C);
    assert_eq!(terminal.ends(), 130);
    for (signal, args) in [("TERM", &[][..]), ("INT", &["watch", "8x8"]), ("HUP", &["play", "5x5"])]
    {
        let mut terminal = Terminal::start(args);
        terminal.sees("? keys");
        terminal.kill(signal);
        assert_eq!(terminal.ends(), 130, "{signal}");
    }
}

#[test]
fn another_size_is_another_picture() {
    let mut terminal = Terminal::start(&[]);
    terminal.sees("8 Exit");
    terminal.resize(120, 40);
    terminal.press("1");
    terminal.sees("Kind     open");
    terminal.resize(20, 5);
    terminal.sees("too small");
    terminal.resize(80, 24);
    terminal.sees("Kind     open");
    terminal.press(CTRL_C);
    assert_eq!(terminal.ends(), 130);
}

/// What a child of the next test does: it shows a screen that panics.
#[test]
fn a_screen_that_panics_if_asked_to() {
    if std::env::var_os("CARACOLE_TEST_PANIC").is_some() {
        let options = caracole_tui::TerminalOptions { has_colour: true };
        let _ = caracole_tui::run(Box::new(Falling), options);
    }
}

struct Falling;

impl caracole_tui::Screen for Falling {
    fn title(&self) -> String {
        "Falling".to_owned()
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn draw(
        &mut self,
        _: &mut ratatui::Frame<'_>,
        _: ratatui::layout::Rect,
        _: &caracole_tui::TerminalTheme,
    ) {
    }

    fn key(&mut self, _: crossterm::event::KeyEvent) -> caracole_tui::Turn {
        panic!("a knight fell off the board");
    }
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_told() {
    let mut command = CommandBuilder::new(std::env::current_exe().expect("this test"));
    command.args(["--exact", "terminal::a_screen_that_panics_if_asked_to", "--nocapture"]);
    command.env("CARACOLE_TEST_PANIC", "1");
    command.env("RUST_BACKTRACE", "0");
    let mut terminal = Terminal::with(command);
    terminal.sees("Falling");
    terminal.press("x");
    assert_ne!(terminal.ends(), 0);
    terminal.sees("a knight fell off the board");
}

#[test]
fn without_a_terminal_there_is_a_tour_and_a_pointer() {
    let text = stdout(&run(""));
    assert_eq!(text.lines().count(), 10);
    assert!(text.ends_with("A knight's tour. `caracole --help` shows what else there is.\n"));
}
