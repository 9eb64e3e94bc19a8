//! Proofs that there is no tour, as files that are checked and tampered with.

use std::path::Path;
use std::process::Output;

use crate::support::{caracole, json, root, run, stderr, stdout};

fn check(path: &Path) -> Output {
    caracole(["check-proof".as_ref(), path.as_os_str()]).output().expect("runs")
}

fn check_text(text: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.json");
    std::fs::write(&path, text).expect("a file");
    check(&path)
}

/// Outcome and certificate of real runs hold; a search is not checked; all say what was.
#[test]
fn what_solve_says_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("no.json");
    for (line, code, said) in [
        (
            "7x7 --closed",
            0,
            "holds: there is no closed tour of 7x7: the board has 25 squares of a1's colour",
        ),
        ("8x8-a1,h8", 0, "  checked    every step\n"),
        (
            "8x8 --avoid a1-b3 --avoid a1-c2",
            0,
            "holds: there is no tour of 8x8, without the moves a1-c2 and a1-b3: a1 has no move left",
        ),
        ("3x3", 0, "holds: there is no tour of 3x3: b2 has no move\n"),
        ("6x5 --from b3 --to c3", 0, "because both of those corners need b3"),
        ("4x9 --closed", 0, "holds: there is no closed tour of 4x9: from files a and d"),
        ("3x9 --from b4 --to a3", 0, "the path b4 c2 a1 b3 c1 a2 c3 b1 a3 is forced"),
        ("4x4", 0, "checked    only that the theorem applies to this board (Chia and Ong 2005)"),
        (
            "12x12 --leaper 2,3",
            0,
            "holds: there is no tour of 12x12 for the zebra: every tour would satisfy conditions",
        ),
        ("3x7 --from a1 --to c1", 0, "holds: there is no tour of 3x7 from a1 to c1: "),
        (
            "3x4 --closed --method brute-force",
            3,
            "not checked: there is no closed tour of 3x4: backtracking-warnsdorff tried",
        ),
    ] {
        let solve = format!("solve {line} --certificate {}", path.display());
        let output = run(&solve);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", stderr(&output));
        let output = check(&path);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(code), "{line}: {text}{}", stderr(&output));
        assert!(text.contains(said), "{line}: {text}");
        // The outcome is as good.
        let outcome = check_text(&stdout(&run(&format!("solve {line} --json"))));
        assert_eq!(stdout(&outcome), text, "{line}");
    }
}

#[test]
fn a_tour_leaves_no_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("no.json");
    let output = run(&format!("solve 6x6 --certificate {}", path.display()));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

const RING: &str = r#"{"schema":"caracole.certificate/2","problem":{"board":"4x4","closed":true},"kind":"cases","cases":["!"]}"#;

const CLAUSES: &str = r#"{"schema":"caracole.certificate/2","problem":{"board":"4x4","closed":true},"kind":"clauses","clauses":["!"]}"#;

/// Every change is found, and its place is named.
#[test]
fn tampered_files_are_rejected_with_the_place() {
    assert_eq!(check_text(RING).status.code(), Some(0));
    assert_eq!(check_text(CLAUSES).status.code(), Some(0));
    let colours = stdout(&run("solve 7x7 --closed --json"));
    let starts = stdout(&run("solve 6x5 --from b3 --to c3 --json"));
    for (text, from, to, error) in [
        (RING, "4x4", "6x6", "line 1: the forced moves do not contradict each other"),
        (RING, r#"["!"]"#, "[]", "line 1: the proof ends, and a case is not closed"),
        (RING, r#"["!"]"#, r#"["!","!"]"#, "line 2: all cases are closed, and the proof goes on"),
        (CLAUSES, "4x4", "6x6", "line 1: the forced moves do not contradict each other"),
        (CLAUSES, r#"["!"]"#, r#"["a1-b1","!"]"#, "line 1: no move joins a1 and b1"),
        (CLAUSES, r#"["!"]"#, r#"[{"delete":[1]},"!"]"#, "line 1: line 1 has no clause to delete"),
        (&colours, r#""a1_colour":25"#, r#""a1_colour":26"#, "the board has 25 squares of a1's"),
        (&colours, "7x7", "8x8", "the board has 32 squares of a1's colour and 32 of the other"),
        (&starts, r#"["a1","a5"]"#, r#"["a1","f5"]"#, "f5 and b3 are not a move apart"),
        (&starts, r#""to":"c3""#, r#""to":"a1""#, "a tour has ends enough for these squares"),
    ] {
        assert!(text.contains(from), "{text}");
        let output = check_text(&text.replace(from, to));
        let said = stdout(&output);
        assert_eq!(output.status.code(), Some(1), "{to}: {said}{}", stderr(&output));
        assert!(said.starts_with(&format!("rejected: {error}")), "{to}: {said}");
    }
    // One of the two copies of the problem.
    let output = check_text(&colours.replacen("7x7", "8x8", 1));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("another problem"), "{}", stderr(&output));
}

#[test]
fn checked_proofs_are_objects_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("proof.json");
    let object = |text: &str| {
        std::fs::write(&path, text).expect("a file");
        json(&caracole(["check-proof", "--json"]).arg(&path).output().expect("runs"))
    };
    let ring = object(RING);
    assert_eq!(ring["schema"], "caracole.proof/2");
    assert_eq!((&ring["holds"], &ring["kind"]), (&true.into(), &"cases".into()));
    assert_eq!((&ring["checked"], &ring["cases"]), (&"every step".into(), &1.into()));
    let branch = r#"["a1-b1","!","!"]"#;
    let bad = object(&RING.replace("4x4", "8x8").replace(r#"["!"]"#, branch));
    assert_eq!(bad["holds"], false);
    assert_eq!((&bad["error"]["kind"], &bad["error"]["line"]), (&"no-such-move".into(), &1.into()));
    assert_eq!(bad["error"]["squares"][1], "b1");
    let searched = object(&stdout(&run("solve 3x4 --closed --method brute-force --json")));
    assert!(searched["holds"].is_null() && searched["error"].is_null());
}

/// A proof by clauses has one clause a line; any of them can be wrong.
#[test]
fn proofs_by_clauses_are_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("no.json");
    let line = "solve 12x12 --leaper 2,3 --method exact --certificate";
    let output = run(&format!("{line} {}", path.display()));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let text = std::fs::read_to_string(&path).expect("the proof");
    let (first, lines) = text.split_once('\n').expect("two lines");
    let first: serde_json::Value = serde_json::from_str(first).expect("an object");
    let count = lines.lines().count();
    assert_eq!((&first["kind"], &first["lines"]), (&"clauses".into(), &count.into()));
    assert_eq!(lines.lines().last(), Some("\"!\""));
    let checked = stdout(&check(&path));
    let clauses = &first["clauses"];
    assert!(checked.contains(&format!("every step: {clauses} clauses")), "{checked}");
    let object = json(&caracole(["check-proof", "--json"]).arg(&path).output().expect("runs"));
    assert_eq!((&object["holds"], &object["clauses"]), (&true.into(), clauses));
    assert!(object.get("cases").is_none());
    // It is not a tour.
    let output = run(&format!("check {}", path.display()));
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    for (changed, code, error) in [
        (text.replacen("12x12", "12x14", 1), 1, "rejected: line "),
        (text.replacen("\n\"!\"", "", 1), 2, "line 1: lines: must be "),
        (format!("{text}\"!\"\n"), 1, "all cases are closed, and the proof goes on"),
        (text.replacen('\n', "\n!", 1), 2, "line 2"),
    ] {
        let output = check_text(&changed);
        let said = stdout(&output) + &stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{error}: {said}");
        assert!(said.contains(error), "{error}: {said}");
    }
    // A second line that nothing justifies.
    let output =
        check_text(&format!("{}\n\"a1-c4\"\n{lines}", text.lines().next().expect("a line")));
    assert!(stdout(&output).starts_with("rejected: line 1: "), "{}", stdout(&output));
}

#[test]
fn a_race_has_a_proof_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("no.json");
    let line = "solve 12x12 --leaper 2,3 --method exact --race --threads 3 --certificate";
    let output = run(&format!("{line} {}", path.display()));
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let checked = check(&path);
    assert_eq!(checked.status.code(), Some(0), "{}", stdout(&checked));
    let output = run("solve 10x10 --leaper 1,4 --closed --method exact --race --threads 3 --quiet");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

/// The answer without a race does not depend on the number of threads.
#[test]
fn proofs_do_not_depend_on_the_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = |threads: u32| {
        let path = folder.path().join(format!("{threads}.json"));
        let line = "solve 12x12 --leaper 2,3 --method exact --seed 3";
        run(&format!("{line} --threads {threads} --certificate {}", path.display()));
        std::fs::read(&path).expect("a proof")
    };
    assert_eq!(proof(1), proof(4));
}

/// `tests/reference/judge.py` checks exported proofs.
#[test]
fn proofs_by_clauses_are_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let (proof, cut) = (path("no.json"), path("cut.json"));
    run(&format!("solve 12x12 --leaper 2,3 --method exact --certificate {}", proof.display()));
    run(&format!("solve 8x8-a1,h8 --certificate {}", cut.display()));
    let convert = |from: &Path, rest: &str| {
        let output = run(&format!("convert {} {rest}", from.display()));
        (output.status.code(), stdout(&output), stderr(&output))
    };
    for name in ["no.cnf", "no.drat"] {
        let (code, _, words) = convert(&proof, &format!("-o {}", path(name).display()));
        assert_eq!(code, Some(0), "{words}");
    }
    let formula = std::fs::read_to_string(path("no.cnf")).expect("a formula");
    assert!(formula.starts_with("c every tour of 12x12 for the zebra satisfies these clauses\n"));
    assert!(formula.contains("\nc variable 1: the move a1-") && formula.contains("\np cnf "));
    let refutation = std::fs::read_to_string(path("no.drat")).expect("a refutation");
    assert_eq!(refutation.lines().last(), Some("0"));
    assert_eq!(
        convert(&proof, "--format drat"),
        (Some(0), refutation, format!("{}: a proof, to drat\n", proof.display()))
    );
    let (code, _, words) = convert(&cut, "--format cnf");
    assert_eq!(code, Some(2));
    assert!(words.contains("and cnf is for clauses"), "{words}");
    let (code, _, words) = convert(&proof, "--format cnf --board 5x5");
    assert!(code == Some(2) && words.contains("contains a proof"), "{words}");
    let text = std::fs::read_to_string(&proof).expect("the proof");
    std::fs::write(path("bad.json"), text.replacen("12x12", "12x14", 1)).expect("a file");
    let (code, _, words) = convert(&path("bad.json"), "--format drat");
    assert!(code == Some(1) && words.contains("not a proof: line "), "{words}");
}

/// Every file of the folder has its line in the table of bad usage.
#[test]
fn every_malformed_proof_is_in_the_table() {
    let table = std::fs::read_to_string(root().join("data/bad-usage.tsv")).expect("the table");
    for entry in std::fs::read_dir(root().join("data/malformed-proofs")).expect("the folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("a name");
        assert!(table.contains(&format!("malformed-proofs/{name}\t")), "{name}");
    }
}
