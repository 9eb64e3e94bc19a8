//! Numbers of tours, from 0, and back.

use std::io::Write;
use std::process::Stdio;

use crate::support::{assert_one_line, caracole, json, run, stderr, stdout};

/// Runs a line with something on standard input.
fn run_with(line: &str, input: &str) -> std::process::Output {
    let mut command = caracole(line.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("starts");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("room");
    child.wait_with_output().expect("ends")
}

#[test]
fn a_tour_has_the_number_it_was_found_by() {
    for (kind, of, numbers) in [
        ("6x6 --closed", "9862 undirected closed tours", ["0", "4711", "9861"]),
        ("5x5", "1728 directed tours, open and closed together", ["0", "863", "1727"]),
        (
            "5x5 --open",
            "864 undirected open tours, whose ends are not a move apart",
            ["0", "1", "863"],
        ),
    ] {
        let (board, flags) = kind.split_once(' ').unwrap_or((kind, ""));
        for number in numbers {
            let output = run(&format!("unrank {board} {number} {flags} --format squares"));
            let remark = format!("number {number} of {of}, counted from 0\n");
            assert_eq!(stderr(&output), remark, "{kind}");
            let ranked = run_with(&format!("rank - {flags}"), &stdout(&output));
            assert_eq!(stdout(&ranked), format!("{number} of {of}, counted from 0\n"), "{kind}");
            // What is written as JSON tells its kind by itself.
            let written = stdout(&run(&format!("unrank {board} {number} {flags} --json")));
            let ranked = json(&run_with("rank - --json", &written));
            assert_eq!(ranked["schema"], "caracole.rank/1", "{kind}");
            assert_eq!(ranked["rank"], number, "{kind}");
            assert_eq!(ranked["of"], of.split(' ').next().expect("a number"), "{kind}");
        }
    }
}

#[test]
fn a_closed_tour_has_one_number_wherever_it_starts() {
    let text = stdout(&run("unrank 6x6 1234 --closed --format squares"));
    let names: Vec<&str> = text.lines().nth(1).expect("a tour").split(' ').collect();
    for shift in [1, 17, 35] {
        let mut turned = names.clone();
        turned.rotate_left(shift);
        let there = run_with("rank - --closed", &turned.join(" "));
        turned.reverse();
        let back = run_with("rank - --closed", &turned.join(" "));
        for ranked in [there, back] {
            assert_eq!(stdout(&ranked).split(' ').next(), Some("1234"), "{}", stderr(&ranked));
        }
    }
}

#[test]
fn the_object_of_a_number_is_an_outcome() {
    let object = json(&run("unrank 6x6 4711 --closed --json"));
    assert_eq!(object["schema"], "caracole.outcome/2");
    assert_eq!((&object["outcome"], &object["closed"]), (&"found".into(), &true.into()));
    assert_eq!((&object["rank"], &object["of"]), (&"4711".into(), &"9862".into()));
    assert_eq!(object["convention"], "undirected closed tours");
    assert_eq!(object["squares"].as_array().map(Vec::len), Some(36));
    let checked = run_with("check - --closed", &object.to_string());
    assert_eq!(checked.status.code(), Some(0), "{}", stdout(&checked));
}

#[test]
fn numbers_end_before_the_count() {
    let line = "unrank 6x6 9862 --closed";
    assert_one_line(
        line,
        &run(line),
        "9862 is beyond the last: undirected closed tours run from 0 to 9861",
    );
    assert_one_line("none", &run("unrank 4x4 0"), "there is no tour to number");
    let huge = format!("unrank 5x5 1{}", "0".repeat(5000));
    assert_one_line("huge", &run(&huge), "run from 0 to 1727");
}

#[test]
fn a_tour_of_another_kind_has_no_number() {
    let open = stdout(&run("solve 5x5 --format squares"));
    let expected = "is not one of the undirected closed tours: ";
    assert_one_line("open", &run_with("rank - --closed", &open), expected);
    assert_one_line(
        "no tour",
        &run_with("rank -", "a1 b3 c5 a4"),
        "is not one of the directed tours",
    );
}

#[test]
fn tables_are_kept_in_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tables");
    let tables =
        |line: &str| caracole(line.split(' ')).arg("--tables").arg(&path).output().expect("runs");
    let first = stdout(&tables("unrank 6x6 17 --closed --quiet"));
    assert!(std::fs::read_dir(&path).expect("the folder").count() > 0);
    assert_eq!(first, stdout(&tables("unrank 6x6 17 --closed --quiet")));
    assert_eq!(first, stdout(&run("unrank 6x6 17 --closed --quiet")));
    let sampled = stdout(&tables("sample 6x6 --closed -n 3"));
    assert_eq!(sampled, stdout(&run("sample 6x6 --closed -n 3")));
}
