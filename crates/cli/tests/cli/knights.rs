//! Several knights.

use crate::support::{caracole, json, run, stderr, stdout};

#[test]
fn the_three_answers_have_their_exit_codes() {
    for (line, code, word) in [
        ("solve 8x8 --knights 2", 0, "found"),
        ("solve 8x8 --knights 2 --from a1 --from h8", 0, "found"),
        ("solve 4x4 --knights 2 --from a1", 0, "found"),
        ("solve 4x4 --knights 3 --method exact --seed 5", 0, "found"),
        ("solve 3x3 --knights 2", 0, "found"),
        ("solve 5x5 --knights 2 --use a1-b3 --avoid c3-d5", 0, "found"),
        ("solve torus:4x4 --knights 4 --leaper 0,1", 0, "found"),
        ("solve 3x3 --knights 2 --from a1 --from c3", 1, "impossible"),
        ("solve 2x5 --knights 3", 1, "impossible"),
        ("solve 20x20-a1,t20 --knights 3 --method exact --max-steps 5", 3, "unknown"),
        ("solve 1000x1000 --knights 2 --memory 1M", 3, "unknown"),
        ("solve 4294967295x4294967295 --knights 2", 3, "unknown"),
    ] {
        let output = run(&format!("{line} --json"));
        assert_eq!(output.status.code(), Some(code), "{line}: {}", stderr(&output));
        let object = json(&output);
        assert_eq!(
            (&object["outcome"], &object["schema"]),
            (&word.into(), &"caracole.outcome/2".into())
        );
        match word {
            "found" => {
                let paths = object["paths"].as_array().expect("a list");
                assert_eq!(object["knights"], paths.len(), "{line}");
            }
            "impossible" => assert!(object["reason"]["text"].is_string(), "{line}"),
            _ => assert!(object["stopped_by"].is_string(), "{line}"),
        }
        let output = run(line);
        assert_eq!(output.status.code(), Some(code), "{line}");
        if word != "found" {
            assert!(stdout(&output).starts_with(&format!("{word}: ")), "{line}");
        }
    }
}

#[test]
fn every_format_shows_the_same_knights() {
    let line = "solve 4x4-a1 --knights 2 --from b1 --from d2";
    let object = json(&run(&format!("{line} --json")));
    let paths: Vec<Vec<String>> =
        serde_json::from_value(object["paths"].clone()).expect("lists of squares");
    assert_eq!((&*paths[0][0], &*paths[1][0]), ("b1", "d2"));

    let text = stdout(&run(&format!("{line} --format squares")));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..2], ["# board 4x4-a1", "# knights 2"]);
    assert_eq!(lines[2..], [paths[0].join(" "), paths[1].join(" ")]);

    for (line, base) in [(line.to_owned(), 1), (format!("{line} --base 0"), 0)] {
        let text = stdout(&run(&line));
        let mut seen = 0;
        for (row, rank) in text.lines().zip((1..=4).rev()) {
            for (mark, file) in row.split_whitespace().zip("abcd".chars()) {
                let name = format!("{file}{rank}");
                if name == "a1" {
                    assert_eq!(mark, ".");
                    continue;
                }
                let (step, knight) = mark.split_at(mark.len() - 1);
                let path = &paths[usize::from(knight == "B")];
                assert_eq!(path[step.parse::<usize>().expect("a step") - base], name, "{line}");
                seen += 1;
            }
        }
        assert_eq!(seen, 15);
    }
}

#[test]
fn what_is_written_can_be_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("cover.json");
    let output = caracole(["solve", "5x5", "--knights", "3", "--from", "a1", "-o"])
        .arg(&path)
        .output()
        .expect("runs");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let check = |more: &[&str]| caracole(["check"]).arg(&path).args(more).output().expect("runs");
    let output = check(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("a cover of 5x5 by 3 knights\n  squares    "));
    assert_eq!(json(&check(&["--json"]))["valid"], true);
    assert_eq!(check(&["--from", "a1"]).status.code(), Some(0));
    let output = check(&["--from", "a3", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let object = json(&output);
    assert_eq!(object["defects"][0]["text"], "no path begins on a3, where a knight starts");
    assert_eq!(check(&["--closed"]).status.code(), Some(2));

    // Spoiled: one square is in two paths, another in none.
    let text = std::fs::read_to_string(&path).expect("a file");
    let mut object: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    object["paths"][1][0] = "a1".into();
    std::fs::write(&path, object.to_string()).expect("a file");
    let output = check(&[]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.starts_with("not a cover of 5x5: "), "{text}");
    assert!(text.contains("knight 2, step 1: a1 was visited by knight 1 at step 1"), "{text}");
    assert!(text.contains("24 of 25 squares visited; missing: "), "{text}");
}

#[test]
fn the_problem_in_the_answer_is_the_one_that_was_asked() {
    let object = json(&run("solve 5x5 --knights 3 --from c3 --from a1 --json"));
    let expected = r#"{"board":"5x5","knights":3,"starts":["a1","c3"]}"#;
    assert_eq!(object["problem"].to_string(), expected);
}

#[test]
fn certificates_are_written_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("no.json");
    for line in
        ["solve 3x3 --knights 2 --from a1 --from c3", "solve 9x9 --knights 2 --from b1 --from a2"]
    {
        let output =
            caracole(line.split(' ')).arg("--certificate").arg(&path).output().expect("runs");
        assert_eq!(output.status.code(), Some(1), "{line}: {}", stderr(&output));
        let output = caracole(["check-proof"]).arg(&path).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stdout(&output));
    }
}

#[test]
fn the_same_seed_gives_the_same_knights() {
    let line = "solve 8x8-a1,b1 --knights 3 --from d4 --seed 9";
    assert_eq!(stdout(&run(line)), stdout(&run(line)));
    assert_eq!(stdout(&run("solve 6x6 --knights 1")), stdout(&run("solve 6x6")));
}
