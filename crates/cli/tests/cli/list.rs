//! Lists and samples: all tours, and some of them.

use std::collections::HashSet;

use crate::support::{caracole, json, run, stderr, stdout};

/// The tours of a text, a line each.
fn tours(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn as_many_are_listed_as_are_counted() {
    for (line, count) in [
        ("5x5", 1728),
        ("5x5 --open", 864),
        ("5x5 --from c3", 64),
        ("6x6 --closed", 9862),
        ("5x6 --closed --directed", 16),
        ("4x4", 0),
    ] {
        let output = run(&format!("list {line}"));
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        let text = stdout(&output);
        let all = tours(&text);
        assert_eq!(all.len(), count, "{line}");
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), count, "{line}: all different");
        assert!(stderr(&output).starts_with(&format!("{count} ")), "{line}: {}", stderr(&output));
    }
}

#[test]
fn the_first_of_a_list_are_the_same_in_every_form() {
    let squares = stdout(&run("list 5x5 --limit 2"));
    assert!(squares.starts_with("# board 5x5\n"), "{squares}");
    let all = tours(&squares);
    assert_eq!(all.len(), 2);
    assert_eq!(
        stderr(&run("list 5x5 --limit 2")),
        "the first 2 directed tours, open and closed together\n"
    );
    let names = |list: &serde_json::Value| -> String {
        let names = list.as_array().expect("a list").iter();
        names.map(|name| name.as_str().expect("a name")).collect::<Vec<_>>().join(" ")
    };
    let object = json(&run("list 5x5 --limit 2 --json"));
    assert_eq!((&object["schema"], &object["count"]), (&"caracole.list/1".into(), &"2".into()));
    assert_eq!(
        object["tours"].as_array().expect("a list").iter().map(names).collect::<Vec<_>>(),
        all
    );
    let lines = stdout(&run("list 5x5 --limit 2 --jsonl"));
    for (line, tour) in lines.lines().zip(&all) {
        let object: serde_json::Value = serde_json::from_str(line).expect("an object a line");
        assert_eq!(object["schema"], "caracole.outcome/2");
        assert_eq!(names(&object["squares"]), *tour);
    }
    assert_eq!(lines.lines().count(), 2);
    let grids = stdout(&run("list 5x5 --limit 2 --format grid"));
    assert_eq!(grids.split("\n\n").count(), 2, "{grids}");
    let moves = stdout(&run("list 5x5 --limit 2 --format moves"));
    assert_eq!((moves.lines().count(), tours(&moves).len()), (3, 2), "{moves}");
}

#[test]
fn files_hold_all_or_are_not_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tours.squares");
    let list = |line: &str| caracole(line.split(' ')).arg("-o").arg(&path).output().expect("runs");
    assert_eq!(list("list 8x8 --timeout 0s").status.code(), Some(3));
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
    assert_eq!(list("sample 4x4").status.code(), Some(1));
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
    assert_eq!(list("list 5x5 --open").status.code(), Some(0));
    let text = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(tours(&text).len(), 864);
    let check = caracole(["check"]).arg(&path).output().expect("runs");
    let verdicts = stdout(&check);
    assert!(verdicts.starts_with("1: an open tour of 5x5\n"), "{verdicts}");
    assert_eq!(verdicts.matches(": an open tour of 5x5\n").count(), 864);
}

#[test]
fn a_list_that_nobody_reads_on_is_no_error() {
    use std::io::Read;
    let mut list = caracole(["list", "8x8"]);
    let list = list.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = list.spawn().expect("starts");
    child.stdout.take().expect("piped").read_exact(&mut [0; 1000]).expect("some bytes");
    let output = child.wait_with_output().expect("ends");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
}

#[test]
fn a_sample_is_drawn_by_its_seed() {
    let sample = |line: &str| stdout(&run(&format!("sample 6x6 --closed -n 5 {line}")));
    let first = sample("");
    assert_eq!(tours(&first).len(), 5);
    assert_eq!(first, sample("--seed 0 --threads 1"));
    assert_ne!(first, sample("--seed 1"));
    let object = json(&run("sample 6x6 --closed -n 3 --seed 7 --json"));
    assert_eq!(object["schema"], "caracole.sample/1");
    assert_eq!((&object["seed"], &object["of"]), (&7.into(), &"9862".into()));
    assert_eq!(object["tours"].as_array().map(Vec::len), Some(3));
    let remark = stderr(&run("sample 6x6 --closed -n 3"));
    assert_eq!(remark, "3 of 9862 undirected closed tours, seed 0\n");
    let random = stderr(&run("sample 5x5 --seed random"));
    assert!(random.starts_with("seed "), "{random}");
}

#[test]
fn nothing_is_drawn_where_there_is_nothing() {
    let output = run("sample 4x4");
    assert_eq!((output.status.code(), stdout(&output)), (Some(1), String::new()));
    assert!(stderr(&output).contains("4x4: there is no tour to draw: 0 "), "{}", stderr(&output));
    let output = run("sample 4x4 --json");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!((&json(&output)["of"], &json(&output)["count"]), (&"0".into(), &"0".into()));
}
