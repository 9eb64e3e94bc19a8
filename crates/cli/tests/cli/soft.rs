//! The neural network and the ants: outcomes, what they count, traces, settings.

use serde_json::Value;

use crate::support::{json, run, stderr, stdout};

/// Runs a line, and gives its exit code and its outcome without the time.
fn outcome(line: &str) -> (Option<i32>, Value) {
    let output = run(&format!("{line} --json"));
    let mut object = json(&output);
    let stats = object["stats"].as_object_mut().expect("what was done");
    assert!(stats.remove("elapsed_ms").is_some_and(|time| time.is_number()), "{line}");
    (output.status.code(), object)
}

fn count(object: &Value, field: &str) -> u64 {
    object["stats"][field].as_u64().unwrap_or_else(|| panic!("no {field} in {object}"))
}

/// The events of a trace, and the outcome that it ends with.
fn events(line: &str) -> (Vec<Value>, Value) {
    let text = stdout(&run(&format!("{line} --jsonl")));
    let mut lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let outcome = lines.pop().expect("an outcome");
    assert_eq!(outcome["schema"], "caracole.outcome/2");
    assert!(lines.iter().all(|event| event["schema"] == "caracole.trace/2"));
    (lines, outcome)
}

#[test]
fn the_answers_have_their_exit_codes() {
    for (line, code, word) in [
        // Even and odd boards; three loops on the first.
        ("8x8 --method neural", 3, "unknown"),
        ("8x8 --method neural --repair", 0, "found"),
        ("8x8 --method neural --closed --repair", 0, "found"),
        ("8x8 --method neural --open --repair", 0, "found"),
        ("8x8 --method neural --from a1 --to b1 --repair --attempts 50", 0, "found"),
        ("7x7 --method neural --repair", 0, "found"),
        ("7x7 --method neural --open --repair --from a1", 0, "found"),
        ("6x6 --method neural --attempts 1000", 0, "found"),
        ("7x6-a1,b1 --method neural --repair --attempts 50", 0, "found"),
        ("torus:6x6 --method neural --closed", 0, "found"),
        ("8x8 --method ants", 0, "found"),
        ("6x6 --method ants --closed", 0, "found"),
        ("6x6 --method ants --open", 0, "found"),
        ("6x6 --method ants --open --from a1 --to b1", 0, "found"),
        ("5x5 --method ants --from a1 --to e5", 0, "found"),
        ("6x6 --method ants --clue c3=7", 0, "found"),
        ("1x1 --method neural", 0, "found"),
        ("1x1 --method ants", 0, "found"),
        // What a theorem says is no matter of luck.
        ("7x7 --method neural --closed", 1, "impossible"),
        ("7x7 --method neural --from a2", 1, "impossible"),
        ("8x8 --method neural --from a1 --to h8", 1, "impossible"),
        ("4x4 --method neural --repair", 1, "impossible"),
        ("1x2 --method neural", 1, "impossible"),
        ("5x5 --method ants --closed", 1, "impossible"),
        ("5x5 --method ants --from a2", 1, "impossible"),
        ("6x6 --method ants --open --from a1 --to f6", 1, "impossible"),
        ("2x2 --method ants", 1, "impossible"),
        // And the failure of a rule is no proof.
        ("8x8 --method neural --sweeps 1 --repair", 3, "unknown"),
        ("8x8 --method neural --max-steps 1000", 3, "unknown"),
        ("6x6 --method ants --cycles 1", 3, "unknown"),
        ("8x8 --method ants --max-steps 1000", 3, "unknown"),
        ("8x8 --method ants --exponent 0 --cycles 20", 3, "unknown"),
        ("1000x1000 --method neural --timeout 1s", 3, "unknown"),
        ("1000x1000 --method ants --timeout 500ms", 3, "unknown"),
        ("8x8 --method neural --timeout 0", 3, "unknown"),
        ("8x8 --method ants --memory 1K", 3, "unknown"),
        ("65535x65535 --method neural --timeout 1s", 3, "unknown"),
        ("4294967295x4294967295 --method neural --timeout 1s", 3, "unknown"),
        ("4294967295x4294967295 --method ants --timeout 1s", 3, "unknown"),
    ] {
        let (told, object) = outcome(&format!("solve {line}"));
        assert_eq!((told, &object["outcome"]), (Some(code), &word.into()), "{line}: {object}");
        let asked = line.contains("--closed");
        match word {
            "found" if asked || line.contains("--open") => assert_eq!(object["closed"], asked),
            "unknown" => assert!(object["stopped_by"].is_string(), "{object}"),
            _ => {}
        }
        let ends = line.split_once("--from ").map(|(_, rest)| &rest[..2]);
        if let (Some(start), "found") = (ends, word) {
            assert_eq!(object["squares"][0], start, "{line}");
        }
    }
}

#[test]
fn a_network_tells_what_it_did() {
    let (_, object) = outcome("solve 8x8 --method neural");
    let loops = count(&object, "subtours");
    assert!(loops > 1, "{object}");
    // 168 moves, each a neuron, all of them updated in every sweep.
    assert_eq!(count(&object, "updates"), 168 * count(&object, "sweeps"));
    assert_eq!(object["stopped_by"], "heuristic");
    let tried = object["tried"].as_str().expect("words");
    assert!(tried.contains(&format!("in {loops} loops")), "{tried}");

    // Joining the loops changes nothing before.
    let (_, mended) = outcome("solve 8x8 --method neural --repair");
    for field in ["updates", "sweeps", "subtours"] {
        assert_eq!(mended["stats"][field], object["stats"][field], "{field}");
    }
    assert_eq!(mended["squares"].as_array().map(Vec::len), Some(64));

    // It restarts until a single cycle is left.
    let (_, lucky) = outcome("solve 8x8 --method neural --attempts 1000");
    assert_eq!(count(&lucky, "subtours"), 1);
    assert!(count(&lucky, "sweeps") > count(&object, "sweeps"));
    assert_eq!(lucky["closed"], true);

    // What did not settle has no loops.
    let (_, restless) = outcome("solve 8x8 --method neural --sweeps 3 --attempts 5");
    assert_eq!(count(&restless, "sweeps"), 15);
    assert_eq!(restless["stats"].get("subtours"), None);
}

#[test]
fn ants_tell_what_they_did() {
    let (_, object) = outcome("solve 6x6 --method ants");
    assert_eq!((count(&object, "tours"), count(&object, "distinct")), (1, 1));
    // Every square has an ant, and the last cycle ended early.
    let cycles = count(&object, "cycles");
    assert!((36 * cycles..36 * (cycles + 1)).contains(&(count(&object, "ants") - 1)), "{object}");

    let (code, object) = outcome("solve 5x5 --method ants --gather --cycles 400");
    assert_eq!(code, Some(0));
    assert_eq!((count(&object, "cycles"), count(&object, "ants")), (400, 25 * 400));
    let (tours, distinct) = (count(&object, "tours"), count(&object, "distinct"));
    assert!(1 < distinct && distinct < tours, "{object}");
    // There are no more than 1728 on this board.
    assert!(distinct <= 1728, "{object}");

    let (code, object) = outcome("solve 6x6 --method ants --cycles 2 --exponent 0");
    assert_eq!((code, count(&object, "tours"), count(&object, "ants")), (Some(3), 0, 72));
    assert_eq!(object["stopped_by"], "heuristic");
}

/// Gathering ants that are stopped have not walked in vain.
#[test]
fn ants_that_are_stopped_answer_with_what_they_have() {
    let (code, object) = outcome("solve 5x5 --method ants --gather --max-steps 50000");
    assert_eq!((code, &object["outcome"]), (Some(0), &"found".into()));
    assert!(count(&object, "tours") > 1, "{object}");
}

#[test]
fn the_remark_counts_what_the_method_counts() {
    let remark = stderr(&run("solve 8x8 --method neural --repair"));
    let start = "8x8: closed tour by neural, updates ";
    assert!(remark.starts_with(start) && remark.contains(", sweeps "), "{remark}");
    let remark = stderr(&run("solve 6x6 --method ants"));
    assert!(remark.starts_with("6x6: ") && remark.contains(" by ants, ants "), "{remark}");
    assert!(remark.contains(", tours 1, distinct 1, "), "{remark}");
}

#[test]
fn the_same_seed_gives_the_same_tour() {
    for line in ["8x8 --method neural --repair --attempts 9", "6x6 --method ants --exponent 1.5"] {
        let with = |seed: u32| outcome(&format!("solve {line} --seed {seed}"));
        assert_eq!(with(1), with(1), "{line}");
        assert_ne!(with(1).1["squares"], with(2).1["squares"], "{line}");
        assert_eq!(outcome(&format!("solve {line}")), with(0), "{line}");
    }
}

/// Every setting makes a difference.
#[test]
fn ants_heed_their_settings() {
    let usual = outcome("solve 6x6 --method ants --gather --cycles 30").1;
    let defaults = "--evaporation 0.25 --deposit 1 --first-trail 0.000001 --exponent 1";
    let line = format!("solve 6x6 --method ants --gather --cycles 30 {defaults}");
    assert_eq!(outcome(&line).1, usual);
    for change in ["--evaporation 0.9", "--first-trail 5", "--deposit 1e-6", "--exponent 2"] {
        let line = format!("solve 6x6 --method ants --gather --cycles 30 {change}");
        assert_ne!(outcome(&line).1["stats"], usual["stats"], "{change}");
    }
}

#[test]
fn a_trace_of_a_network_shows_every_sweep() {
    let line = "solve 6x6 --method neural --seed 3 --sweeps 40 --attempts 3 --repair";
    let (events, outcome) = events(line);
    let sweeps: Vec<&Value> = events.iter().filter(|event| event["event"] == "sweep").collect();
    assert_eq!(sweeps.len() as u64, count(&outcome, "sweeps"));
    assert_eq!((&sweeps[0]["attempt"], &sweeps[0]["sweep"]), (&1.into(), &1.into()));
    let moves = |sweep: &Value| -> Vec<String> {
        let moves = sweep["moves"].as_array().expect("moves").iter();
        moves.map(|pair| pair.as_str().expect("a move").to_owned()).collect()
    };
    assert!(sweeps.iter().flat_map(|sweep| moves(sweep)).all(|pair| pair.contains('-')));
    // In the end every square has two.
    let last = moves(sweeps.last().expect("sweeps"));
    assert_eq!(last.len(), 36, "{last:?}");
    for square in outcome["squares"].as_array().expect("a tour") {
        let square = square.as_str().expect("a square");
        let ends = last.iter().flat_map(|pair| pair.split('-'));
        assert_eq!(ends.filter(|&end| end == square).count(), 2, "{square} in {last:?}");
    }
    // And then the tour is walked.
    let visits = events.iter().filter(|event| event["event"] == "visit").count();
    assert_eq!(visits, 36);

    let text = stdout(&run(&format!("{line} --trace")));
    let told: Vec<&str> = text.lines().filter(|line| line.contains("sweep ")).collect();
    assert_eq!(told.len(), sweeps.len());
    let end = ": 36 active moves, 36 of 36 squares have degree 2";
    assert!(told.last().is_some_and(|line| line.ends_with(end)), "{told:?}");
    let is_anew = |line: &&&str| line.starts_with("attempt ");
    let anew = sweeps.iter().filter(|sweep| sweep["attempt"] != 1).count();
    assert_eq!(told.iter().filter(is_anew).count(), anew);
}

#[test]
fn an_attempt_that_failed_is_told_from_the_next() {
    let text = stdout(&run("solve 8x8 --method neural --sweeps 2 --attempts 2 --trace"));
    let starts: Vec<&str> = text.lines().map(|line| line.split(':').next().unwrap_or("")).collect();
    let attempts = ["sweep 1", "sweep 2", "attempt 2, sweep 1", "attempt 2, sweep 2", "unknown"];
    assert_eq!(starts, attempts);
}

#[test]
fn a_trace_of_ants_shows_every_walk_and_the_trails() {
    let line = "solve 5x5 --method ants";
    let (events, outcome) = events(line);
    let of = |event: &'static str| events.iter().filter(move |line| line["event"] == event);
    assert_eq!(of("attempt").count() as u64, count(&outcome, "ants"));
    assert_eq!(of("visit").count() as u64, count(&outcome, "steps") + count(&outcome, "ants"));
    let cycles: Vec<u64> = of("trails").filter_map(|event| event["cycle"].as_u64()).collect();
    assert_eq!(cycles, (1..=count(&outcome, "cycles")).collect::<Vec<_>>());
    for event in of("trails") {
        // 48 moves, each in two directions.
        let trails = event["trails"].as_array().expect("trails");
        assert_eq!(trails.len(), 96);
        for trail in trails {
            assert!(trail[0].is_string() && trail[1].is_string(), "{trail}");
            assert!(trail[2].as_f64().is_some_and(|strength| strength > 0.0), "{trail}");
        }
    }
    let text = stdout(&run(&format!("{line} --trace")));
    let told: Vec<&str> = text.lines().filter(|line| line.starts_with("cycle ")).collect();
    assert_eq!(told.len(), cycles.len());
    assert!(told[0].starts_with("cycle 1, the strongest trail from "), "{}", told[0]);
}

#[test]
fn a_reader_who_has_seen_enough_of_a_trace_ends_it() {
    use std::io::Read;
    use std::process::Stdio;
    for line in ["8x8 --method ants --gather", "100x100 --method neural --attempts 1000000"] {
        let words = ["solve"].into_iter().chain(line.split(' ')).chain(["--jsonl"]);
        let mut command = crate::support::caracole(words);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
        let mut out = child.stdout.take().expect("piped");
        out.read_exact(&mut [0; 1000]).expect("some bytes");
        drop(out);
        let output = child.wait_with_output().expect("ends");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    }
}
