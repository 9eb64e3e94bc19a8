//! Comparisons on problems of all kinds: no two methods contradict each other.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{ALL, ENDLESS, columns, rows};
use crate::support::{json, run, stderr, stdout};

/// Who answered so.
fn who(rows: &[Value], field: &str, word: &str) -> BTreeSet<String> {
    let meant = rows.iter().filter(|row| row[field] == word);
    meant.map(|row| row["method"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn nobody_finds_what_is_not_there() {
    for board in ["4x4", "3x3", "8x8-a1,h8", "1x2", "5x5 --from a2", "7x7 --closed"] {
        let rows = rows(&format!("compare {board} --max-steps 50000"));
        assert_eq!(rows.len(), ALL.len(), "{board}");
        assert!(who(&rows, "outcome", "found").is_empty(), "{board}");
        let proofs = who(&rows, "outcome", "impossible");
        assert!(proofs.contains("auto") && proofs.contains("exact"), "{board}: {proofs:?}");
        // A rule of thumb proves nothing by failing.
        assert!(!proofs.iter().any(|name| name.starts_with("warnsdorff")), "{board}: {proofs:?}");
        for row in rows.iter().filter(|row| row["outcome"] == "impossible") {
            assert!(row["reason"].as_str().is_some_and(|why| !why.is_empty()), "{board}: {row}");
        }
    }
}

/// On every kind of board: no two methods contradict each other, and unsupported methods say so.
#[test]
fn who_is_not_made_for_it_says_so() {
    const SQUIRREL: &str = "warnsdorff/squirrel";
    const NETWORKS: [&str; 2] = ["neural/plain", "neural/repair"];
    let shape = "@data/shapes/heart.txt";
    let clues = [&["construct", "patch"][..], &NETWORKS].concat();
    for (line, strangers) in [
        ("6x6", vec![]),
        ("6x6 --closed", vec![]),
        ("6x6 --open", vec![]),
        ("6x6 --from a1 --to b1", vec![]),
        ("7x6", vec![SQUIRREL]),
        ("7x6-a1,b1", vec![SQUIRREL, "construct"]),
        ("torus:6x6 --closed", vec![SQUIRREL, "construct"]),
        ("cylinder:6x5", vec![SQUIRREL, "construct"]),
        ("box:4x4x4", vec![SQUIRREL, "construct"]),
        ("8x8 --leaper 2,3", vec![SQUIRREL, "construct"]),
        ("8x8 --leaper 1,2 --leaper 2,3", vec![SQUIRREL, "construct"]),
        ("6x6 --clue c3=7", clues),
        ("6x6 --use a1-b3", vec!["construct"]),
        ("6x6 --avoid a1-b3", vec!["construct"]),
        (shape, vec![SQUIRREL, "construct"]),
    ] {
        let line = format!("compare {line} --max-steps 20000");
        let rows = rows(&line);
        assert_eq!(rows.len(), ALL.len(), "{line}");
        let said = who(&rows, "stopped_by", "unsupported");
        assert_eq!(said, strangers.iter().map(|&name| name.to_owned()).collect(), "{line}");
        let found = who(&rows, "outcome", "found");
        let denied = who(&rows, "outcome", "impossible");
        assert!(found.is_empty() || denied.is_empty(), "{line}: {found:?} but {denied:?}");
        assert!(found.contains("exact") || denied.contains("exact"), "{line}");
        assert!(who(&rows, "stopped_by", "fault").is_empty(), "{line}");
    }
    let table = stdout(&run("compare torus:6x6 --methods construct,exact"));
    let lines: Vec<Vec<&str>> = table.lines().skip(3).map(columns).collect();
    assert_eq!(lines[0][..2], ["construct", "not for this"]);
    assert_eq!(lines[0][2], "the construction needs a plain rectangle: flat, without holes");
    assert_eq!(lines[1][..2], ["exact", "found"]);
}

/// Limits that leave no room for anything, boards that leave none for memory.
#[test]
fn limits_are_kept() {
    for (line, causes) in [
        ("8x8 --trial-timeout 0", &["time"][..]),
        ("8x8 --max-steps 0", &["steps"]),
        ("8x8 --memory 1K", &["memory"]),
        ("65535x65535 --max-steps 5 --memory 1G", &["steps", "memory", "unsupported"]),
        ("4294967295x4294967295", &["memory", "unsupported"]),
    ] {
        for row in rows(&format!("compare {line}")) {
            match row["outcome"].as_str() {
                Some("unknown") => {
                    let cause = row["stopped_by"].as_str().expect("a cause");
                    assert!(causes.contains(&cause), "{line}: {row}");
                }
                Some("found") => assert!(line.contains("--memory 1K"), "{line}: {row}"),
                other => panic!("{line}: {other:?}"),
            }
        }
    }
    let found = who(&rows("compare 1x1"), "outcome", "found");
    assert!(found.len() >= 15, "{found:?}");
}

/// What was complete before the time limit of the whole comparison is written, and the rest is named.
#[test]
fn the_time_limit_of_the_comparison_ends_it() {
    let line = ENDLESS.replace("backtracking", "construct,backtracking,exact") + " --timeout 2s";
    let output = run(&format!("{line} --json"));
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let object = json(&output);
    assert_eq!(object["stopped_by"], "time");
    let row = |at: usize| {
        let row = &object["rows"][at];
        [&row["method"], &row["outcome"], &row["stopped_by"]].map(|value| value.as_str())
    };
    assert_eq!(row(0), [Some("construct"), Some("found"), None]);
    assert_eq!(row(1), [Some("backtracking"), Some("unknown"), Some("time")]);
    assert_eq!(row(2), [Some("exact"), Some("unknown"), Some("time")]);
    let tried = object["rows"][2]["tried"].as_str().expect("a text");
    assert!(tried.starts_with("not started: "), "{tried}");
    let output = run(&line);
    assert_eq!(output.status.code(), Some(3));
    let error =
        "caracole: unknown: time limit (2 s) reached: the results of some trials are missing\n";
    assert_eq!(stderr(&output), error);
    assert!(stdout(&output).contains("construct     found"), "{}", stdout(&output));
}
