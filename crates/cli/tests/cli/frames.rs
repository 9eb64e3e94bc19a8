//! `watch --plain`: frames as text, for pipes and slides.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::support::{caracole, run, stderr, stdout};

/// The three runs of the classical report, which end where it says.
#[test]
fn the_last_frame_of_the_three_runs() {
    for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        let line = format!(
            "watch 8x8 --plain --method warnsdorff --order 76543218 --from {from} --every 1000000"
        );
        let output = run(&line);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 12, "one frame: two lines, eight ranks, a blank one, the answer");
        assert_eq!(lines[0], format!("step 64: visiting {end}"));
        assert_eq!(lines[1], "64 of 64 squares visited; 63 steps, 0 backtracks, 1 walk");
        let numbers = lines[2..10].join(" ").replace(['[', ']'], " ");
        let mut numbers: Vec<u32> =
            numbers.split_whitespace().map(|word| word.parse().expect("a step")).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=64).collect::<Vec<_>>());
        let told = format!("an open tour of 64 squares, from {from} to {end}");
        assert!(lines[11].ends_with(&told), "{}", lines[11]);
    }
}

#[test]
fn backtracks_are_seen() {
    let text = stdout(&run("watch 5x5 --plain --method backtracking --from a1"));
    let frames: Vec<&str> = text.split("\n\n").collect();
    let back = frames.iter().position(|frame| frame.contains(": backtracking to "));
    let back = back.expect("backtracking goes back");
    let [before, frame] = [frames[back - 1], frames[back]];
    assert!(frame.contains(" x ") || frame.contains(" x\n") || frame.ends_with(" x"), "{frame}");
    // The knight stands where it stood two frames before.
    let knight = |frame: &str| frame.split_once('[').map(|(board, _)| board.len());
    assert_ne!(knight(before), knight(frame));
    assert!(
        frame.lines().nth(1).is_some_and(|counts| counts.contains(", 1 backtrack, ")),
        "{frame}"
    );
    assert!(
        text.contains("an open tour of 25 squares, from a1 to "),
        "the last line is the answer"
    );
}

/// As `caracole watch 8x8 --plain | head -3` does.
#[test]
fn who_has_read_three_lines_may_go() {
    let line = "watch 8x8 --plain --method backtracking";
    let mut child = caracole(line.split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let out = BufReader::new(child.stdout.take().expect("piped"));
    let lines: Vec<String> = out.lines().take(3).map_while(Result::ok).collect();
    assert_eq!(lines[0], "step 1: starting from a8");
    let output = child.wait_with_output().expect("ends");
    assert_eq!((output.status.code(), &*stderr(&output)), (Some(0), ""));
}

#[test]
fn a_pause_follows_each_frame() {
    let begun = std::time::Instant::now();
    let frames = stdout(&run("watch 3x4 --plain --method warnsdorff --from a1 --pause 50ms"));
    assert!(frames.lines().count() > 12 * 4, "{frames}");
    assert!(begun.elapsed() >= std::time::Duration::from_millis(11 * 50), "{:?}", begun.elapsed());
}
