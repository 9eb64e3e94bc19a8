//! Methods, watched on a real terminal.

use portable_pty::CommandBuilder;

use super::ESCAPE;
use crate::pty::Terminal;

const SHIFT_RIGHT: &str = "\x1b[1;2C";
const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";
const HOME: &str = "\x1b[H";
const END: &str = "\x1b[F";

const REPORT: [&str; 8] =
    ["watch", "8x8", "--method", "warnsdorff", "--order", "76543218", "--pause", "10ms"];

/// The animation of the classical report.
#[test]
fn the_three_runs_of_the_report_play_by_themselves() {
    for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        let mut terminal = Terminal::start(&[&REPORT[..], &["--from", from]].concat());
        let last = format!("step 64: visiting {end}");
        let screen = terminal.sees_all(&[&last, "the end"]);
        assert!(screen.contains("64 of 64 squares visited; 63 steps, 0 backtracks"), "{screen}");
        assert!(screen.contains("♞64"), "{screen}");
        terminal.press(ESCAPE);
        assert_eq!(terminal.ends(), 0);
    }
}

#[test]
fn keys_lead_through_the_film() {
    let mut terminal = Terminal::start(&[&REPORT[..], &["--from", "a8"]].concat());
    terminal.press(END);
    terminal.sees_all(&["step 64: visiting g5", "the end"]);
    for (keys, caption) in [
        (HOME, "before the first step"),
        ("j12\r", "step 12: "),
        (LEFT, "step 11: "),
        (RIGHT, "step 12: "),
        (SHIFT_RIGHT, "step 22: "),
        ("\x1b[5~", "before the first step"),
        ("j99999999999999999999999\r", "step 64: visiting g5"),
        (HOME, "before the first step"),
        // Space plays it again.
        (" ", "step 64: visiting g5"),
    ] {
        terminal.press(keys);
        terminal.sees(caption);
    }
    terminal.press("?");
    terminal.sees_all(&["Shift+←→", "Home End", "HJKL", "Ctrl-C"]);
}

#[test]
fn a_large_board_is_drawn_in_dots() {
    let args = ["watch", "100x100", "--method", "warnsdorff", "--pause", "1ms"];
    let mut terminal = Terminal::start(&args);
    terminal.sees("step ");
    terminal.press(END);
    let screen = terminal.sees("the end");
    let dots = |screen: &str| screen.chars().filter(|&c| ('⠁'..='⣿').contains(&c)).count();
    assert!(dots(&screen) > 300, "{screen}");
    // Nearer, and back again.
    terminal.press("++++++");
    terminal.sees("♞10000");
    terminal.press("0");
    while dots(&terminal.screen()) <= 300 {
        terminal.sees("the end");
    }
}

/// Without colours letters say everything.
#[test]
fn no_colour_is_no_colour() {
    let start = |is_asked: bool, args: &[&str]| {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_caracole"));
        command.args(args);
        if is_asked {
            command.env("NO_COLOR", "1");
        } else {
            command.env_remove("NO_COLOR");
        }
        let mut terminal = Terminal::with(command);
        terminal.press(END);
        terminal.sees("the end");
        terminal
    };
    let watch = ["watch", "5x5", "--method", "warnsdorff"];
    assert!(start(false, &watch).has_colour());
    assert!(!start(true, &watch).has_colour());
    assert!(!start(false, &[&watch[..], &["--color", "never"]].concat()).has_colour());
}

/// A search in the background ends with the app.
#[test]
fn who_leaves_does_not_wait_for_the_method() {
    let mut terminal = Terminal::start(&["watch", "20x20", "--method", "brute-force"]);
    terminal.sees("the method is at work");
    terminal.press(ESCAPE);
    assert_eq!(terminal.ends(), 0);
}
