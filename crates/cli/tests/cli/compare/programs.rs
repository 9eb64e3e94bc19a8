//! `compare --command`: other programs beside the methods; `--curve`: one panel.

use std::fs;

use crate::support::{assert_one_line, caracole, run, stderr, stdout};

fn compare(folder: &std::path::Path, words: &[&str]) -> std::process::Output {
    caracole(["compare"].iter().chain(words)).current_dir(folder).output().expect("runs")
}

#[test]
#[cfg(unix)]
fn programs_are_run_and_their_tours_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let tour = stdout(&run("solve 5x5 --from a1 --quiet"));
    fs::write(folder.path().join("tour.txt"), &tour).expect("a file");
    // Two steps change places.
    let wrong = tour.replacen(" 1 ", " X ", 1).replacen(" 2 ", " 1 ", 1).replacen(" X ", " 2 ", 1);
    fs::write(folder.path().join("wrong.txt"), &wrong).expect("a file");
    let output = compare(
        folder.path(),
        &[
            "5x5",
            "--from",
            "a1",
            "--methods",
            "exact",
            "--trial-timeout",
            "2s",
            "--command",
            "cat tour.txt # {board} {start}",
            "--command",
            "cat wrong.txt",
            "--command",
            "echo no solution exists",
            "--command",
            "sh -c 'echo {n}x{ranks} {files} >&2; exit 3'",
            "--command",
            "sleep 60",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let rows: Vec<&str> = text.lines().skip(3).collect();
    assert!(text.starts_with("5x5, any tour from a1: 1 method, 5 programs, "), "{text}");
    assert_eq!(rows.len(), 6, "{text}");
    assert!(rows[1].starts_with("cat ") && rows[1].contains(" found "), "{text}");
    assert!(rows[2].contains(" unknown ") && rows[2].contains("not a tour: "), "{text}");
    assert!(rows[3].starts_with("echo ") && rows[3].contains("its output is not a tour"), "{text}");
    assert!(rows[4].contains("exit code 3: 5x5 5"), "{text}");
    assert!(rows[5].contains("stopped by time"), "{text}");
}

#[test]
fn wrong_programs_and_curves_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (words, why) in [
        (&["5x5", "--command", "x {start}"][..], "--command: {start} needs a start: add --from a1"),
        (&["5x5", "--command", "x {size}"], "there is no placeholder {size}"),
        (&["5x5", "--command", " "], "--command: name a program"),
        (&["--sizes", "5..6", "--command", "x"], "--sizes: does not go with --command"),
        (&["--sizes", "5..6", "--curve", "speed"], "there is no curve 'speed'"),
        (&["--sizes", "5..6", "--curve", "time"], "--curve: draws a picture"),
        (&["5x5", "--curve", "time", "-o", "x.svg"], "--sizes"),
    ] {
        assert_one_line(&words.join(" "), &compare(folder.path(), words), why);
    }
}

#[test]
fn a_curve_is_one_panel() {
    let folder = tempfile::tempdir().expect("a folder");
    let svg = |words: &str| {
        let line =
            format!("--sizes 5..6 --starts corner --methods exact,construct {words} -o x.svg");
        let words: Vec<&str> = line.split_whitespace().collect();
        let output = compare(folder.path(), &words);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        fs::read_to_string(folder.path().join("x.svg")).expect("a picture")
    };
    let height = |svg: &str| -> f64 {
        let size = svg.split("viewBox=\"0 0 ").nth(1).and_then(|rest| rest.split('"').next());
        let height = size.and_then(|size| size.split(' ').nth(1)).expect("a size");
        height.parse().expect("a number")
    };
    let all = svg("");
    for (curve, title) in [
        ("time", "How long does a tour take?"),
        ("success", "How often is a tour found?"),
        ("steps", "How much is done for it?"),
    ] {
        let one = svg(&format!("--curve {curve}"));
        assert!(one.contains(title), "{curve}");
        assert!(height(&one) < height(&all) / 2.0, "{curve}");
    }
}
