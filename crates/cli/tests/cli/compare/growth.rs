//! Boards that grow.

use serde_json::Value;

use super::{ALL, columns, timeless_csv, timeless_json, timeless_table};
use crate::support::{json, run, stderr, stdout};

/// The points of a study on boards of growing size.
fn points(line: &str) -> Vec<Value> {
    let output = run(&format!("{line} --json"));
    assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    json(&output)["points"].as_array().expect("points").clone()
}

/// Tours of 5x5 and 7x7 start on one colour; Roth's rule fails from ten squares of 7x7.
#[test]
fn all_starts_of_some_sizes() {
    let line = "compare --sizes 5..7 --starts all --methods construct,warnsdorff/roth";
    let points = points(line);
    let told: Vec<_> = points
        .iter()
        .map(|point| {
            let count = |field: &str| point[field].as_u64().expect("a number");
            let name = point["method"].as_str().expect("a name");
            (name, count("size"), count("planned"), count("runs"), count("found"))
        })
        .collect();
    assert_eq!(
        told,
        [
            ("construct", 5, 13, 13, 13),
            ("warnsdorff/roth", 5, 13, 13, 13),
            ("construct", 6, 36, 36, 36),
            ("warnsdorff/roth", 6, 36, 36, 36),
            ("construct", 7, 25, 25, 25),
            ("warnsdorff/roth", 7, 25, 25, 15),
        ]
    );
    assert_eq!(points[5]["rate"], 0.6);
    assert!(points.iter().all(|point| point["impossible"] == 0));

    let text = stdout(&run(line));
    let lines: Vec<Vec<&str>> = text.lines().skip(2).map(columns).collect();
    let titles = ["method", "found", "of", "first failure", "largest tour", "time there"];
    assert_eq!(lines[0][..6], titles);
    assert_eq!(lines[1][..5], ["construct", "74", "74", "none", "7x7"]);
    assert_eq!(lines[2][..5], ["warnsdorff/roth", "64", "74", "7x7", "7x7"]);

    let text = stdout(&run(&format!("{line} --csv")));
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines[0][..7], ["method", "size", "planned", "runs", "found", "impossible", "rate"]);
    assert!(lines.iter().all(|fields| fields.len() == lines[0].len()), "{text}");
    assert_eq!(lines[6][..7], ["warnsdorff/roth", "7", "25", "25", "15", "0", "0.6"]);
}

#[test]
fn everybody_grows() {
    let line = "compare --sizes 5..6 --starts corner --max-steps 2000";
    let points = points(line);
    let names: Vec<&str> = points.iter().filter_map(|point| point["method"].as_str()).collect();
    assert_eq!(names, [ALL, ALL].concat());
    let object = json(&run(&format!("{line} --json")));
    assert_eq!(object["schema"], "caracole.compare/2");
    assert_eq!(object["sizes"], serde_json::json!([5, 6]));
    assert_eq!((&object["starts"], &object["seed"]), (&"corner".into(), &0.into()));
}

#[test]
fn the_same_seed_gives_the_same_curves_but_for_the_times() {
    let line = "compare --sizes 5..8 --starts random:4 --max-steps 3000 --seed 5";
    let printed = |line: &str| stdout(&run(line));
    let side_by_side = format!("{line} --threads 3");
    assert_eq!(timeless_table(&printed(line)), timeless_table(&printed(&side_by_side)));
    let (csv, csv_again) =
        (printed(&format!("{line} --csv")), printed(&format!("{side_by_side} --csv")));
    assert_eq!(timeless_csv(&csv), timeless_csv(&csv_again));
    let (object, again) =
        (printed(&format!("{line} --json")), printed(&format!("{side_by_side} --json")));
    assert_eq!(timeless_json(&object), timeless_json(&again));
    let other = printed(&format!("{} --json", line.replace("seed 5", "seed 6")));
    assert_ne!(timeless_json(&object)["points"], timeless_json(&other)["points"]);
}

#[test]
fn starts_and_sizes_can_be_written_in_many_ways() {
    let runs = |line: &str| -> Vec<u64> {
        let line = format!("compare {line} --methods warnsdorff/first,warnsdorff/random");
        points(&line).iter().map(|point| point["runs"].as_u64().expect("a number")).collect()
    };
    // Who takes no chances is asked for nothing twice.
    assert_eq!(runs("--sizes 6 --starts corner:7"), [1, 7]);
    assert_eq!(runs("--sizes 6..6 --starts corner"), [1, 1]);
    assert_eq!(runs("--sizes 6..=7 --starts all"), [36, 36, 25, 25]);
    assert_eq!(runs("--sizes 1 --starts random:3"), [1, 3]);
    // Where there is no tour there is no start.
    assert_eq!(runs("--sizes 2..4"), [0; 6]);
    let random = runs("--sizes 8 --starts random:30");
    assert!((15..30).contains(&random[0]) && random[1] == 30, "{random:?}");
}

#[test]
fn who_may_do_nothing_is_asked_all_the_same() {
    for limit in ["--max-steps 0", "--trial-timeout 0"] {
        let line = format!("compare --sizes 5..6 --starts corner --methods auto,exact {limit}");
        for point in points(&line) {
            assert_eq!((&point["runs"], &point["found"]), (&1.into(), &0.into()), "{limit}");
        }
    }
}

/// A method that has used up its steps is asked no more, and the table says so.
#[test]
fn vain_work_is_spared() {
    let line = "compare --sizes 8 --starts all --methods backtracking --max-steps 100";
    let point = &points(line)[0];
    assert_eq!((&point["planned"], &point["runs"]), (&64.into(), &4.into()));
    let last = "60 trials were not run, because the method had used up its steps on a size";
    assert_eq!(stdout(&run(line)).lines().last(), Some(last));
}
