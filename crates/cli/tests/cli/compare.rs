//! Every method side by side: who answers what, as table, JSON and CSV.

mod files;
mod growth;
mod problems;
mod programs;
mod workers;

use serde_json::Value;

use crate::support::{json, run, stderr, stdout};

/// Everybody, in the order of the table.
const ALL: [&str; 16] = [
    "auto",
    "naive",
    "backtracking",
    "backtracking-warnsdorff",
    "warnsdorff/first",
    "warnsdorff/random",
    "warnsdorff/roth",
    "warnsdorff/pohl",
    "warnsdorff/pohl-least",
    "warnsdorff/squirrel",
    "construct",
    "exact",
    "patch",
    "neural/plain",
    "neural/repair",
    "ants",
];

/// Work without an end: an answer shows that it was not started.
const ENDLESS: &str = "compare 12x12 --from b1 --methods backtracking --trial-timeout 9h \
                       --max-steps 18446744073709551615";

/// The rows of a contest on one problem.
fn rows(line: &str) -> Vec<Value> {
    let output = run(&format!("{line} --json"));
    assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    json(&output)["rows"].as_array().expect("rows").clone()
}

/// The columns of a line, which at least two spaces part.
fn columns(line: &str) -> Vec<&str> {
    line.split("  ").map(str::trim).filter(|text| !text.is_empty()).collect()
}

/// Returns true for a time, such as `1.23 µs`.
fn is_time(text: &str) -> bool {
    let parts = text.split_once(' ');
    parts.is_some_and(|(number, unit)| {
        number.parse::<f64>().is_ok() && ["ns", "µs", "ms", "s"].contains(&unit)
    })
}

/// A table without its times.
fn timeless_table(text: &str) -> Vec<Vec<&str>> {
    let timeless = |line| columns(line).into_iter().filter(|text| !is_time(text)).collect();
    text.lines().map(timeless).collect()
}

/// Comma-separated values without the times.
fn timeless_csv(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let time = lines[0].iter().position(|&field| field == "elapsed_ms").expect("a time");
    let timeless = |mut line: Vec<_>| {
        line.remove(time);
        line
    };
    lines.into_iter().map(timeless).collect()
}

/// A contest without the times.
fn timeless_json(text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).expect("one JSON object");
    for part in ["rows", "points"] {
        for row in value[part].as_array_mut().into_iter().flatten() {
            let time = row.as_object_mut().and_then(|row| row.remove("elapsed_ms"));
            assert!(time.is_some_and(|time| time.is_number() || time.is_null()));
        }
    }
    value
}

#[test]
fn everybody_is_in_the_table() {
    let output = run("compare 8x8 --max-steps 20000");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let mut lines = text.lines();
    let headline = "8x8, any tour: 16 methods, at most 20,000 steps and 10 s each, one core, \
                    seed 0";
    assert_eq!(lines.next(), Some(headline));
    assert_eq!(lines.next(), Some(""));
    let titles = columns(lines.next().expect("titles"));
    assert_eq!(titles, ["method", "outcome", "time", "work", "backtracks", "memory"]);
    let lines: Vec<Vec<&str>> = lines.map(columns).collect();
    assert_eq!(lines.iter().map(|line| line[0]).collect::<Vec<_>>(), ALL);
    for line in &lines {
        assert!(["found", "unknown"].contains(&line[1]), "{line:?}");
        assert!(is_time(line[2]), "{line:?}");
        if ["naive", "backtracking"].contains(&line[0]) {
            assert_eq!(line[1], "unknown", "{line:?}");
            assert_eq!(line.last(), Some(&"stopped by steps"));
        }
    }
}

#[test]
fn json_has_what_it_promises() {
    let object = json(&run("compare 8x8 --closed --from e4 --max-steps 20000 --seed 3 --json"));
    assert_eq!(object["schema"], "caracole.compare/2");
    assert!(object["version"].is_string());
    assert_eq!(object["seed"], 3);
    assert_eq!(object["limits"]["steps"], 20_000);
    let problem = serde_json::json!({"board": "8x8", "closed": true, "from": "e4"});
    assert_eq!(object["problem"], problem);
    let rows = object["rows"].as_array().expect("rows");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["method"].as_str()).collect();
    assert_eq!(names, ALL);
    for row in rows {
        for count in [
            "steps",
            "backtracks",
            "attempts",
            "longest_path",
            "decisions",
            "updates",
            "peak_bytes",
        ] {
            assert!(row[count].is_u64(), "{count}: {row}");
        }
        assert!(row["elapsed_ms"].as_f64().is_some_and(|time| time > 0.0), "{row}");
        match row["outcome"].as_str() {
            Some("found") => assert_eq!(row["closed"], true, "{row}"),
            Some("unknown") => assert!(row["stopped_by"].is_string() && row["tried"].is_string()),
            other => panic!("{other:?}: {row}"),
        }
    }
    // Who runs out says so, and counts what it did.
    for name in ["naive", "backtracking"] {
        let row = rows.iter().find(|row| row["method"] == name).expect("everybody is there");
        assert_eq!((&row["outcome"], &row["stopped_by"]), (&"unknown".into(), &"steps".into()));
        assert_eq!(row["steps"], 20_000);
    }
    let network = rows.iter().find(|row| row["method"] == "neural/plain").expect("a network");
    assert!(network["network"]["sweeps"].is_u64(), "{network}");
    let ants = rows.iter().find(|row| row["method"] == "ants").expect("ants");
    assert!(ants["colony"]["cycles"].is_u64() && ants["colony"]["distinct"].is_u64(), "{ants}");
}

#[test]
fn csv_has_as_many_fields_in_every_line() {
    let line = "compare 8x8 --max-steps 20000";
    let text = stdout(&run(&format!("{line} --csv")));
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert!(lines[0].starts_with(&["method", "outcome", "stopped_by", "elapsed_ms", "steps"]));
    assert!(lines.iter().all(|fields| fields.len() == lines[0].len()), "{text}");
    // It tells what the JSON tells.
    let rows = rows(line);
    assert_eq!(lines.len(), rows.len() + 1);
    for (fields, row) in lines[1..].iter().zip(&rows) {
        for (title, field) in lines[0].iter().zip(fields) {
            let told = &row[title];
            if title == &"elapsed_ms" {
                assert!(field.parse::<f64>().is_ok_and(|time| time > 0.0), "{field}");
            } else if let Some(word) = told.as_str() {
                assert_eq!(*field, word, "{title} of {row}");
            } else if told.is_u64() {
                assert_eq!(*field, told.to_string(), "{title} of {row}");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_but_for_the_times() {
    let line = "compare 6x6 --max-steps 20000 --seed 5";
    let printed = |line: &str| stdout(&run(line));
    let (table, csv) = (printed(line), printed(&format!("{line} --csv")));
    let object = printed(&format!("{line} --json"));
    let side_by_side = format!("{line} --threads 3");
    assert_eq!(timeless_table(&table), timeless_table(&printed(&side_by_side)));
    let csv_again = printed(&format!("{side_by_side} --csv"));
    assert_eq!(timeless_csv(&csv), timeless_csv(&csv_again));
    let object_again = printed(&format!("{side_by_side} --json"));
    assert_eq!(timeless_json(&object), timeless_json(&object_again));
    let other = printed(&format!("{} --json", line.replace("seed 5", "seed 6")));
    assert_ne!(timeless_json(&object)["rows"], timeless_json(&other)["rows"]);
}

#[test]
fn a_drawn_seed_is_told() {
    let output = run("compare 5x5 --methods ants --seed random --json");
    let seed = json(&output)["seed"].as_u64().map(|seed| format!("seed {seed}\n"));
    let told = json(&output)["seed"].as_str().map(|seed| format!("seed {seed}\n"));
    assert_eq!(Some(stderr(&output)), seed.or(told));
}

#[test]
fn the_headline_tells_what_was_asked() {
    for (line, asked) in [
        ("6x6 --closed", "6x6, closed tours: "),
        ("6x6 --open --from a1 --to b1", "6x6, open tours from a1 to b1: "),
        ("6x6 --clue c3=7 --clue e4=9 --use a1-b3", "6x6, any tour, 2 clues, 1 used move: "),
        ("8x8 --leaper 2,3", "8x8, any tour of a zebra: "),
        ("--sizes 5..6 --leaper 1,4", "5x5 to 6x6, any tour of a giraffe, starts random:20: "),
    ] {
        let output = run(&format!("compare {line} --methods auto --max-steps 100"));
        let text = stdout(&output);
        let rest = text.strip_prefix(asked).unwrap_or_else(|| panic!("{line}: {text}"));
        assert!(rest.starts_with("1 method, at most 100 steps"), "{text}");
    }
}

#[test]
fn those_who_are_named_compete_in_that_order_and_once() {
    for (names, expected) in [
        ("ants", vec!["ants"]),
        ("exact,ants,auto", vec!["exact", "ants", "auto"]),
        ("ants,ants,exact,ants", vec!["ants", "exact"]),
        ("neural", vec!["neural/plain", "neural/repair"]),
        ("neural/repair,neural", vec!["neural/repair", "neural/plain"]),
        ("warnsdorff/roth --methods exact", vec!["warnsdorff/roth", "exact"]),
        ("warnsdorff", ALL[4..10].to_vec()),
    ] {
        let rows = rows(&format!("compare 5x5 --methods {names}"));
        let named: Vec<&str> = rows.iter().filter_map(|row| row["method"].as_str()).collect();
        assert_eq!(named, expected, "{names}");
    }
}
