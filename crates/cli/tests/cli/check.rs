//! What people paste, and what is wrong with it.

use crate::support::{caracole, json, root, run, stderr, stdout};

/// A tour printed in a textbook or blog can be checked as it stands.
#[test]
fn pasted_tours_are_read_as_they_stand() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("data/pasted")).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.ends_with("expected.tsv") {
            continue;
        }
        let output = caracole(["check".as_ref(), path.as_os_str()]).output().expect("runs");
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(0), "{}: {message}", path.display());
        count += 1;
    }
    assert!(count >= 10, "only {count} pasted tours");
}

#[test]
fn malformed_files_get_one_line() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("data/malformed")).expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "expected.tsv" {
            continue;
        }
        let output = caracole(["check".as_ref(), path.as_os_str()]).output().expect("runs");
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {message}");
        assert_eq!(message.lines().count(), 1, "{name}: {message}");
        count += 1;
    }
    assert!(count >= 20, "only {count} malformed files");
}

#[test]
fn a_bad_tour_has_all_its_defects_listed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.squares");
    std::fs::write(&path, "# board 3x4\na1 b3 c1 a2 b4 c2 a3 b1 b1 a4 c4\n").expect("a file");
    let output = caracole(["check", "--closed", "--json"]).arg(&path).output().expect("runs");
    assert_eq!(output.status.code(), Some(1));
    let object = json(&output);
    assert_eq!(object["valid"], false);
    let kinds: Vec<&str> = object["defects"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|defect| defect["kind"].as_str().expect("a word"))
        .collect();
    for kind in ["repeat", "not-a-move", "missing", "not-closed"] {
        assert!(kinds.contains(&kind), "{kind} is not among {kinds:?}");
    }
    let output = caracole(["check", "--closed"]).arg(&path).output().expect("runs");
    assert!(stdout(&output).contains("step 9: b1 was visited at step 8"), "{}", stdout(&output));
}

#[test]
fn a_good_tour_is_described() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("beverley.txt");
    let beverley = " 1 48 31 50 33 16 63 18\n30 51 46  3 62 19 14 35\n47  2 49 32 15 34 17 64\n\
                    52 29  4 45 20 61 36 13\n 5 44 25 56  9 40 21 60\n28 53  8 41 24 57 12 37\n\
                    43  6 55 26 39 10 59 22\n54 27 42  7 58 23 38 11\n";
    std::fs::write(&path, beverley).expect("a file");
    let output = caracole(["check"]).arg(&path).output().expect("runs");
    let text = stdout(&output);
    assert!(
        text.contains("magic: 260 along every rank and file, but not both diagonals"),
        "{text}"
    );
    let object = json(&caracole(["check", "--json"]).arg(&path).output().expect("runs"));
    assert_eq!(object["facts"]["sums"]["rank"], "260");
    assert_eq!(object["facts"]["symmetry"], "asymmetric");
    let counts = [11, 8, 4, 12, 8, 8, 4, 8];
    let line = counts.map(|count| count.to_string()).join(" ");
    assert!(text.contains(&format!("moves      {line} (clockwise")), "{text}");
    for (at, count) in counts.iter().enumerate() {
        assert_eq!(object["facts"]["moves"][at]["count"], *count, "{at}");
    }
    assert_eq!(object["facts"]["moves"][2]["offset"].to_string(), "[2,-1,0]");
}

#[test]
fn rules_can_be_asked_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.moves");
    let output = caracole(["solve", "8x8", "--closed", "--from", "e4", "-o"]).arg(&path).output();
    assert_eq!(output.expect("runs").status.code(), Some(0));
    let code = |args: &[&str]| {
        caracole(["check"]).arg(&path).args(args).output().expect("runs").status.code()
    };
    assert_eq!(code(&["--closed", "--from", "e4"]), Some(0));
    assert_eq!(code(&["--open"]), Some(1));
    assert_eq!(code(&["--from", "a1"]), Some(1));
    assert_eq!(code(&["--board", "9x9"]), Some(1));
    assert_eq!(code(&["--from", "z1"]), Some(2));
}

#[test]
fn a_small_file_that_speaks_of_a_vast_board_is_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("vast.squares");
    std::fs::write(&path, "# board 4294967295x4294967295\na1 b3 c5\n").expect("a file");
    let output = caracole(["check"]).arg(&path).output().expect("runs");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.starts_with("not a tour of 4294967295x4294967295: "), "{text}");
    let output = caracole(["convert"]).arg(&path).output().expect("runs");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[test]
fn an_outcome_must_answer_what_was_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.json");
    let output = caracole(["solve", "6x5", "--from", "c3", "-o"]).arg(&path).output();
    assert_eq!(output.expect("runs").status.code(), Some(0));
    let code = || caracole(["check"]).arg(&path).output().expect("runs").status.code();
    assert_eq!(code(), Some(0));
    let text = std::fs::read_to_string(&path).expect("the outcome");
    let changed = text.replace(r#""from":"c3""#, r#""from":"a1""#);
    assert_ne!(text, changed);
    std::fs::write(&path, changed).expect("a file");
    assert_eq!(code(), Some(1));
}

#[test]
#[cfg(unix)]
fn pipes_and_devices_are_files_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let shell = |line: &str| {
        std::process::Command::new("sh")
            .args(["-c", line])
            .env("CARACOLE", env!("CARGO_BIN_EXE_caracole"))
            .current_dir(folder.path())
            .output()
            .expect("a shell")
    };
    let output = shell("$CARACOLE solve 8x8 --quiet | $CARACOLE check /dev/stdin");
    assert!(stdout(&output).contains("tour of 8x8"), "{}", stderr(&output));
    let output =
        shell("mkfifo pipe; cat pipe > copy & $CARACOLE solve 8x8 -o pipe; wait; test -p pipe");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(folder.path().join("copy").metadata().expect("written").len() > 100);
    let output = shell("touch file; ln -s file link; $CARACOLE solve 8x8 -o link; test -L link");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(folder.path().join("file").metadata().expect("written").len() > 100);
    let output = shell("umask 077; $CARACOLE solve 8x8 -o private.txt; stat -c %a private.txt");
    assert_eq!(stdout(&output).trim(), "600");
    let output = shell(
        "touch kept.txt; chmod 640 kept.txt; $CARACOLE solve 8x8 -o kept.txt; stat -c %a kept.txt",
    );
    assert_eq!(stdout(&output).trim(), "640");
}

#[test]
fn several_tours_in_a_file_are_all_checked() {
    let output = run("check data/pasted/several-tours-a-line-each.txt");
    assert!(stdout(&output).ends_with("2 tours: 2 valid, 0 not valid\n"), "{}", stdout(&output));
    let folder = tempfile::tempdir().expect("a folder");
    for format in ["moves", "squares", "grid"] {
        let path = folder.path().join(format!("tours.{format}"));
        let text = stdout(&run(&format!("list 3x4 --limit 2 --quiet --format {format}")));
        std::fs::write(&path, text).expect("a file");
        let output = caracole(["check"]).arg(&path).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{format}: {}", stderr(&output));
        assert_eq!(
            stdout(&output),
            "1: an open tour of 3x4\n2: an open tour of 3x4\n2 tours: 2 valid, 0 not valid\n",
            "{format}"
        );
        let output = caracole(["convert", "--format", "moves"]).arg(&path).output().expect("runs");
        let remark = "contains several tours; this is the first: --tour 2 takes the second";
        assert!(stderr(&output).contains(remark), "{format}: {}", stderr(&output));
    }
}

#[test]
fn facts_that_take_too_much_memory_are_left_out_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.moves");
    let output = caracole(["solve", "40x40", "-o"]).arg(&path).output().expect("runs");
    assert_eq!(output.status.code(), Some(0));
    let check = |args: &[&str]| caracole(["check"]).arg(&path).args(args).output().expect("runs");
    let object = json(&check(&["--json", "--memory", "1K"]));
    assert_eq!(object["valid"], true);
    let facts = &object["facts"];
    for field in ["symmetry", "symmetries", "crossings"] {
        assert_eq!(facts.get(field), Some(&serde_json::Value::Null), "{field}");
    }
    assert!(facts["turns"].as_u64().is_some_and(|turns| turns > 1000));
    assert_eq!(facts["left_out"]["bytes"], 1600);
    let text = stdout(&check(&["--memory", "1K"]));
    assert!(text.contains("left out   symmetry and crossings"), "{text}");
    let all = json(&check(&["--json", "--memory", "2K"]));
    assert!(all["facts"]["crossings"].is_u64());
    assert!(all["facts"].get("left_out").is_none());
    assert_eq!(all["facts"]["turns"], facts["turns"]);
}
