use caracole_core::{Outcome, Problem, Reason, Theorem};

use super::*;
use crate::RunRecord;
use crate::json::outcome;

fn eight() -> Problem {
    Problem::new("8x8".parse().unwrap())
}

/// One of each kind. Whether they hold is no business of a file.
fn all_reasons() -> Vec<Reason> {
    let [a, b, c] = [0, 17, 34].map(Square::from_index);
    let lines = vec![
        Case::Alike([a, b]),
        Case::Tight(vec![a, c]),
        Case::Move([a, b]),
        Case::Forced,
        Case::End(c),
        Case::Starved(vec![a]),
        Case::Cut(Vec::new()),
    ];
    vec![
        Reason::TooFewSquares,
        Reason::Colours { counts: [30, 1 << 60] },
        Reason::StepColour { square: a, step: 2, counts: [33, 32] },
        Reason::StepColours { squares: [a, b], steps: [9, 3] },
        Reason::EndsNotAMoveApart { start: a, end: c },
        Reason::EndsAMoveApart { start: a, end: b },
        Reason::NoMove { square: a },
        Reason::DeadEnds { squares: vec![a, b, c] },
        Reason::NoWay { squares: [a, b] },
        Reason::SharedNeighbour { end: a, needed_by: vec![b, c] },
        Reason::OuterLines { end: Some(b) },
        Reason::OuterLines { end: None },
        Reason::ForcedPath { path: vec![a, b, c] },
        Reason::ForcedRing { ring: vec![a, b, c] },
        Reason::Theorem { theorem: Theorem::Schwenk },
        Reason::Theorem { theorem: Theorem::ChiaOng },
        Reason::Searched { ends: vec![a, b] },
        Reason::Cut { squares: vec![a, b] },
        Reason::Starved { squares: vec![a, c] },
        Reason::Cases { cases: Cases::new(lines) },
        Reason::Exhausted { method: "backtracking", steps: 7 },
    ]
}

#[test]
fn every_reason_reads_back_alone_and_in_an_outcome() {
    let knights = eight().with_knights(3, ["h8", "b1"]).unwrap();
    let fixed = eight().open().from("a1").unwrap().clue("c3", 9).unwrap();
    for problem in [eight(), eight().closed(), knights, fixed.avoiding("a1", "c2").unwrap()] {
        for reason in all_reasons() {
            let proof = Proof::new(problem.clone(), reason);
            let text = certificate(&proof).to_string();
            assert_eq!(read_certificate(text.as_bytes()).unwrap(), proof, "{text}");
            let whole = Outcome::Impossible(proof.clone());
            let text = outcome(&problem, &whole, &RunRecord::default()).to_string();
            assert_eq!(read_certificate(text.as_bytes()).unwrap(), proof, "{text}");
        }
    }
}

#[test]
fn cases_are_listed_once_and_counted_elsewhere() {
    let reason = Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
    let proof = Proof::new(eight(), reason);
    assert_eq!(super::reason(&proof)["cases"], 1);
    assert_eq!(certificate(&proof)["cases"], json!(["!"]));
}

/// A list that is as long as a file may be, and a value that is as deep.
#[test]
fn long_and_deep_files_are_no_trouble() {
    let lines = vec![Case::Forced; 200_000];
    let proof = Proof::new(eight(), Reason::Cases { cases: Cases::new(lines) });
    let text = certificate(&proof).to_string();
    assert_eq!(read_certificate(text.as_bytes()).unwrap(), proof);
    let deep = "[".repeat(1 << 20);
    let error = read_certificate(deep.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("not JSON"), "{error}");
}

#[test]
fn what_is_wrong_with_a_certificate_is_said_with_its_field() {
    let good = |rest: &str| {
        let head = r#""schema":"caracole.certificate/1","problem":{"board":"8x8"}"#;
        format!("{{{head},{rest}}}")
    };
    let outcome = r#"{"outcome":"impossible","problem":{"board":"7x7"},"certificate":"#;
    for (text, why) in [
        (String::new(), "the input holds no certificate"),
        ("[]".into(), "the input holds no certificate"),
        ("{}".into(), "the input holds no certificate"),
        ("{".into(), "line 1, column 1: not JSON"),
        (r#"{"schema":"caracole.tour/1"}"#.into(), "schema: must be"),
        (r#"{"schema":"caracole.certificate/1"}"#.into(), "problem: must be given"),
        (r#"{"outcome":"found"}"#.into(), "the file holds the outcome 'found', not a proof"),
        (r#"{"outcome":"impossible"}"#.into(), "the input holds no certificate"),
        (
            format!("{outcome}{}}}", good(r#""kind":"too-few-squares""#)),
            "the certificate is about another problem than the outcome",
        ),
        (good(r#""a1_colour":3"#), "kind: must be a word"),
        (good(r#""kind":"color""#), "there is no kind of proof 'color': did you mean colours?"),
        (good(r#""kind":"colours","a1_colour":3"#), "other_colour: must be a number"),
        (good(r#""kind":"colours","a1_colour":3,"other_colour":-1"#), "other_colour: must be"),
        (
            good(r#""kind":"too-few-squares","squares":[]"#),
            "there is no field 'squares': there are schema, version, problem, kind",
        ),
        (good(r#""kind":"no-move","square":["i9"]"#), "'i9' is not on the board"),
        (good(r#""kind":"no-move","square":[]"#), "square: must be one square"),
        (good(r#""kind":"no-way","squares":["a1"]"#), "squares: must be two squares"),
        (good(r#""kind":"cut","squares":"a1""#), "squares: must be a list of squares"),
        (good(r#""kind":"theorem","theorem":"Euler 1759""#), "theorem: must be"),
        (good(r#""kind":"exhausted","method":"magic","steps":1"#), "method: must be the name"),
        (good(r#""kind":"cases","cases":{}"#), "cases: must be a list of cases"),
        (good(r#""kind":"cases","cases":["!","a1-i9"]"#), "item 2 of 'cases': 'i9' is not on"),
        (good(r#""kind":"cases","cases":["!",7]"#), "item 2 of 'cases': cases: must be"),
        (good(r#""kind":"cases","cases":[{"cuts":[]}]"#), "item 1 of 'cases': cases: must be"),
        (
            good(r#""kind":"cases","cases":[{"cut":["a1"],"tight":[]}]"#),
            "item 1 of 'cases': cases: must be",
        ),
    ] {
        let error = read_certificate(text.as_bytes()).expect_err(why).to_string();
        assert!(error.starts_with(why), "{text}: {error}");
        assert!(error.len() < 200, "{error}");
    }
}
