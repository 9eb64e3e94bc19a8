use caracole_core::{ClauseLine, Clauses, CutVertex, Literal, Problem, Reason, Theorem};

use super::*;

fn eight() -> Problem {
    Problem::new("8x8".parse().unwrap())
}

/// Returns a line of each kind. They need not hold.
fn all_clauses([a, b, c]: [Square; 3]) -> Clauses {
    let included = Literal::Move { squares: [a, b], holds: true };
    let excluded = Literal::Move { squares: [b, c], holds: false };
    Clauses::new(vec![
        ClauseLine::Learned(vec![included, excluded]),
        ClauseLine::Learned(vec![Literal::End { square: a, holds: true }]),
        ClauseLine::Learned(vec![Literal::End { square: c, holds: false }, excluded]),
        ClauseLine::Cut { part: vec![a, c], except: CutVertex::None },
        ClauseLine::Cut { part: Vec::new(), except: CutVertex::Square(b) },
        ClauseLine::Cut { part: vec![b], except: CutVertex::Ends },
        ClauseLine::Deleted(vec![0, u64::MAX]),
        ClauseLine::Learned(Vec::new()),
    ])
}

/// Returns one reason of each kind. They need not hold.
fn all_reasons() -> Vec<Reason> {
    let [a, b, c] = [0, 17, 34].map(Square::from_index);
    let lines = vec![
        Case::Orbit([a, b]),
        Case::TightSet(vec![a, c]),
        Case::Move([a, b]),
        Case::Forced,
        Case::End(c),
        Case::DeficientSet(vec![a]),
        Case::VertexCut(Vec::new()),
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
        Reason::Disconnected { squares: [a, b] },
        Reason::SharedNeighbour { end: a, needed_by: vec![b, c] },
        Reason::OuterLines { end: Some(b) },
        Reason::OuterLines { end: None },
        Reason::ForcedPath { path: vec![a, b, c] },
        Reason::ForcedCycle { cycle: vec![a, b, c] },
        Reason::Theorem { theorem: Theorem::Schwenk },
        Reason::Theorem { theorem: Theorem::ChiaOng },
        Reason::Searched { ends: vec![a, b] },
        Reason::VertexCut { squares: vec![a, b] },
        Reason::DeficientSet { squares: vec![a, c] },
        Reason::Cases { cases: Cases::new(lines) },
        Reason::Clauses { clauses: all_clauses([a, b, c]) },
        Reason::Exhausted { method: "backtracking", steps: 7 },
    ]
}

#[test]
fn every_reason_reads_back_alone_and_in_an_outcome() {
    let knights = eight().with_knights(3, ["h8", "b1"]).unwrap();
    let fixed = eight().open().start("a1").unwrap().clue("c3", 9).unwrap();
    for problem in [eight(), eight().closed(), knights, fixed.forbid("a1", "c2").unwrap()] {
        for reason in all_reasons() {
            let proof = Certificate::new(problem.clone(), reason);
            let text = certificate(&proof).to_string();
            assert_eq!(read_certificate(text.as_bytes()).unwrap(), proof, "{text}");
            // The field `checked` does not make the certificate a proof.
            let text = json!({
                "schema": "caracole.outcome/2",
                "problem": super::problem(&problem),
                "outcome": "impossible",
                "reason": super::reason(&proof),
                "checked": true,
                "certificate": certificate(&proof),
            })
            .to_string();
            assert_eq!(read_certificate(text.as_bytes()).unwrap(), proof, "{text}");
        }
    }
}

#[test]
fn certificates_of_the_first_version_are_read() {
    let problem = json!({"board": "8x8"});
    let squares = json!(["a1", "b3", "d4"]);
    let cases = json!([{"alike": ["a1", "b3"]}, {"starved": ["a1"]}, "!"]);
    let new_cases = json!([{"orbit": ["a1", "b3"]}, {"deficient": ["a1"]}, "!"]);
    for (kind, field, value, new_kind, new_field, new_value) in [
        ("starved", "squares", &squares, "deficient", "squares", &squares),
        ("forced-ring", "ring", &squares, "forced-cycle", "cycle", &squares),
        ("cases", "cases", &cases, "cases", "cases", &new_cases),
    ] {
        let old = json!({"schema": "caracole.certificate/1", "problem": problem,
            "kind": kind, field: value});
        let new = json!({"schema": "caracole.certificate/2", "problem": problem,
            "kind": new_kind, new_field: new_value});
        let expected = read_certificate(new.to_string().as_bytes()).expect(kind);
        assert_eq!(read_certificate(old.to_string().as_bytes()).expect(kind), expected);
        if kind != "cases" {
            let outcome = json!({"schema": "caracole.outcome/1", "problem": problem,
                "outcome": "impossible", "reason": {"kind": kind, "text": "", field: value},
                "checked": true, "certificate": old});
            assert_eq!(read_certificate(outcome.to_string().as_bytes()).expect(kind), expected);
        }
    }
}

#[test]
fn certificates_list_cases_and_reasons_count_them() {
    let reason = Reason::Cases { cases: Cases::new(vec![Case::Forced]) };
    let proof = Certificate::new(eight(), reason);
    assert_eq!(super::reason(&proof)["cases"], 1);
    assert_eq!(certificate(&proof)["cases"], json!(["!"]));
}

#[test]
fn certificates_list_clauses_and_reasons_count_them() {
    let clauses = all_clauses([0, 17, 34].map(Square::from_index));
    let proof = Certificate::new(eight(), Reason::Clauses { clauses });
    assert_eq!(super::reason(&proof)["clauses"], 7, "a deletion is not a clause");
    let lines = json!([
        "a1-b3 !b3-c5",
        "a1",
        "!c5 !b3-c5",
        {"cut": ["a1", "c5"]},
        {"cut": [], "except": "b3"},
        {"cut": ["b3"], "except": "ends"},
        {"delete": [0, u64::MAX.to_string()]},
        "!"
    ]);
    assert_eq!(certificate(&proof)["clauses"], lines);
}

/// A long list is read, and a deep value is an error.
#[test]
fn long_and_deep_files_are_supported() {
    let lines = vec![Case::Forced; 200_000];
    let proof = Certificate::new(eight(), Reason::Cases { cases: Cases::new(lines) });
    let text = certificate(&proof).to_string();
    assert_eq!(read_certificate(text.as_bytes()).unwrap(), proof);
    let deep = "[".repeat(1 << 20);
    let error = read_certificate(deep.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("not JSON"), "{error}");
}

#[test]
fn errors_of_certificates_name_the_field() {
    let good = |rest: &str| {
        let head = r#""schema":"caracole.certificate/2","problem":{"board":"8x8"}"#;
        format!("{{{head},{rest}}}")
    };
    let outcome = r#"{"outcome":"impossible","problem":{"board":"7x7"},"certificate":"#;
    for (text, why) in [
        (String::new(), "the input holds no certificate"),
        ("[]".into(), "the input holds no certificate"),
        ("{}".into(), "the input holds no certificate"),
        ("{".into(), "not JSON: EOF"),
        (r#"{"schema":"caracole.tour/1"}"#.into(), "schema: must be"),
        (r#"{"schema":"caracole.certificate/2"}"#.into(), "problem: must be given"),
        (r#"{"outcome":"found"}"#.into(), "the file holds the outcome 'found', not a proof"),
        (r#"{"outcome":"impossible"}"#.into(), "the input holds no certificate"),
        (
            format!("{outcome}{}}}", good(r#""kind":"too-few-squares""#)),
            "the certificate is about another problem than the outcome",
        ),
        (good(r#""a1_colour":3"#), "kind: must be a word"),
        (
            good(r#""kind":"color""#),
            "kind: there is no kind of proof 'color': did you mean colours?",
        ),
        (good(r#""kind":"colours","a1_colour":3"#), "other_colour: must be a number"),
        (good(r#""kind":"colours","a1_colour":3,"other_colour":-1"#), "other_colour: must be"),
        (
            good(r#""kind":"too-few-squares","squares":[]"#),
            "there is no field 'squares': there are schema, version, problem, kind",
        ),
        (good(r#""kind":"no-move","square":["i9"]"#), "square[0]: 'i9' is not on the board"),
        (good(r#""kind":"no-move","square":[]"#), "square: must be one square"),
        (good(r#""kind":"no-way","squares":["a1"]"#), "squares: must be two squares"),
        (good(r#""kind":"cut","squares":"a1""#), "squares: must be a list"),
        (good(r#""kind":"theorem","theorem":"Euler 1759""#), "theorem: must be"),
        (good(r#""kind":"exhausted","method":"magic","steps":1"#), "method: must be the name"),
        (good(r#""kind":"cases","cases":{}"#), "cases: must be a list"),
        (good(r#""kind":"cases","cases":["!","a1-i9"]"#), "cases[1]: 'i9' is not on"),
        (good(r#""kind":"cases","cases":["!",7]"#), "cases[1]: must be \"a1-b3\""),
        (
            good(r#""kind":"cases","cases":[{"cuts":[]}]"#),
            "cases[0]: there is no field 'cuts': did you mean cut?",
        ),
        (good(r#""kind":"cases","cases":[{"cut":["a1"],"tight":[]}]"#), "cases[0]: must be"),
        (good(r#""kind":"clauses""#), "clauses: must be a list"),
        (good(r#""kind":"clauses","clauses":"!""#), "clauses: must be a list"),
        (good(r#""kind":"clauses","clauses":["!","a1-b3 !i9"]"#), "clauses[1]: 'i9' is not on"),
        (good(r#""kind":"clauses","clauses":["a1-i9"]"#), "clauses[0]: 'i9' is not on"),
        (good(r#""kind":"clauses","clauses":[" "]"#), "clauses[0]: must be \"a1-b3 !c1\""),
        (good(r#""kind":"clauses","clauses":[7]"#), "clauses[0]: must be \"a1-b3 !c1\""),
        (good(r#""kind":"clauses","clauses":[{}]"#), "clauses[0]: must be"),
        (good(r#""kind":"clauses","clauses":[{"except":"a1"}]"#), "clauses[0]: must be"),
        (good(r#""kind":"clauses","clauses":[{"delete":[0],"except":"a1"}]"#), "clauses[0]: must"),
        (good(r#""kind":"clauses","clauses":[{"cut":["a1"],"delete":[]}]"#), "clauses[0]: must be"),
        (
            good(r#""kind":"clauses","clauses":[{"deleted":[0]}]"#),
            "clauses[0]: there is no field 'deleted': did you mean delete?",
        ),
        (good(r#""kind":"clauses","clauses":[{"cut":["i9"]}]"#), "clauses[0].cut[0]: 'i9'"),
        (
            good(r#""kind":"clauses","clauses":[{"cut":["a1"],"except":"i9"}]"#),
            "clauses[0].except: 'i9' is not on",
        ),
    ] {
        let error = read_certificate(text.as_bytes()).expect_err(why).to_string();
        let located = error.strip_prefix("line 1, column ").and_then(|rest| rest.split_once(": "));
        let message = located.map_or(&*error, |(_, message)| message);
        assert!(message.starts_with(why), "{text}: {error}");
        assert!(error.len() < 200, "{error}");
    }
}
