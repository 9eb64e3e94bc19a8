//! `batch`: a problem on each line in, an outcome on each line out.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::support::{caracole, json, run, stderr, stdout};

/// Runs `batch` on lines.
fn batch(words: &str, lines: &str) -> std::process::Output {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("problems.jsonl");
    std::fs::write(&path, lines).expect("a file");
    let command = ["batch"].into_iter().chain(words.split_whitespace());
    caracole(command).arg(&path).output().expect("runs")
}

fn objects(output: &std::process::Output) -> Vec<Value> {
    let text = stdout(output);
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn outcomes_come_in_the_order_of_the_problems() {
    let mut lines = String::new();
    for side in 5..=24 {
        writeln!(lines, "{{\"board\":\"{side}x{side}\",\"closed\":true}}")
            .expect("a string takes all");
    }
    let output = batch("", &lines);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let outcomes = objects(&output);
    assert_eq!(outcomes.len(), 20);
    for (outcome, side) in outcomes.iter().zip(5..) {
        assert_eq!(outcome["problem"]["board"], format!("{side}x{side}"));
        let expected = if side % 2 == 0 { "found" } else { "impossible" };
        assert_eq!(outcome["outcome"], expected, "{side}");
    }
    assert_eq!(stderr(&output), "20 lines: 0 wrong, 0 unknown\n");
}

#[test]
fn an_outcome_is_that_of_solve() {
    let line = r#"{"board":"8x8","from":"e4","method":"warnsdorff","tie":"roth"}"#;
    let solved = json(&run("solve 8x8 --from e4 --method warnsdorff --tie roth --json"));
    let outcome = &objects(&batch("", line))[0];
    for field in ["schema", "problem", "outcome", "method", "closed", "squares"] {
        assert_eq!(outcome[field], solved[field], "{field}");
    }
}

#[test]
fn wrong_lines_are_named_and_the_others_are_answered() {
    let lines = "{\"board\":\"5x5\"}\n\n{\"bord\":\"5x5\"}\nsolve 5x5\n{\"board\":\"6x6\"}\n";
    let output = batch("--threads 3", lines);
    assert_eq!(output.status.code(), Some(2));
    let objects = objects(&output);
    assert_eq!(objects.len(), 4);
    assert_eq!(
        (&objects[0]["outcome"], &objects[3]["outcome"]),
        (&"found".into(), &"found".into())
    );
    for (object, line) in objects[1..3].iter().zip([3, 4]) {
        assert_eq!(object["schema"], "caracole.error/1");
        assert_eq!(object["line"], line);
        assert!(object["error"]["text"].is_string(), "{object}");
    }
    assert!(stderr(&output).ends_with("4 lines: 2 wrong, 0 unknown\n"), "{}", stderr(&output));
}

#[test]
fn unknown_answers_have_their_exit_code() {
    let line = r#"{"board":"8x8","from":"b8","method":"backtracking","max_steps":1000}"#;
    let output = batch("", line);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(objects(&output)[0]["stopped_by"], "steps");
    let endless = r#"{"board":"8x8","from":"b8","method":"backtracking"}"#;
    let output = batch("--timeout 20ms", endless);
    assert_eq!(objects(&output)[0]["stopped_by"], "time");
}

#[test]
fn threads_give_the_same_lines() {
    let line = |at: usize| {
        let squares = ["a1", "b2", "c3", "d4", "e4"];
        format!("{{\"board\":\"8x8\",\"from\":\"{}\",\"seed\":{at}}}\n", squares[at % 5])
    };
    let lines: String = (0..300).map(line).collect();
    let squares = |words: &str| -> Vec<Value> {
        objects(&batch(words, &lines)).iter().map(|outcome| outcome["squares"].clone()).collect()
    };
    let one = squares("--threads 1");
    assert_eq!(one.len(), 300);
    assert_eq!(squares("--threads 5"), one);
}

/// A line is answered before the next one comes.
#[test]
fn answers_do_not_wait_for_more_lines() {
    let mut child = caracole(["batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("caracole can be started");
    let (mut lines, answers) = (child.stdin.take().expect("a pipe"), child.stdout.take());
    let mut answers = BufReader::new(answers.expect("a pipe")).lines();
    for side in [5, 6, 7] {
        writeln!(lines, "{{\"board\":\"{side}x{side}\"}}").expect("written");
        let answer = answers.next().expect("an answer").expect("text");
        assert!(answer.contains("\"found\""), "{answer}");
    }
    drop(lines);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().expect("ends").code(), Some(0));
}
