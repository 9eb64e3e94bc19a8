use caracole_verify::Evidence;
use std::time::Duration;

use caracole_core::{Certificate, Leaper, Path, Piece, Problem, Reason};
use caracole_verify::{Outcome, Tour, no_progress};

use super::*;
use crate::{Format, ReadHint, read_tour};

fn tour() -> (Problem, Tour) {
    let problem = Problem::new("4x3".parse().unwrap()).start("a3").unwrap();
    let names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";
    let names = names.split(' ').map(|name| problem.board().parse_square(name).unwrap());
    let tour = Tour::verify(&problem, names.collect::<Path>()).unwrap();
    (problem, tour)
}

fn record() -> RunRecord {
    RunRecord {
        method: "warnsdorff".into(),
        seed: Some(7),
        steps: 11,
        backtracks: 0,
        attempts: 1,
        decisions: 0,
        elapsed: Duration::from_micros(1234),
        ..RunRecord::default()
    }
}

#[test]
fn an_outcome_has_its_fields_in_order_and_reads_back() {
    let (problem, tour) = tour();
    let found = Outcome::Found(tour.clone());
    let text = outcome(&problem, &found, &record()).to_string();
    let expected = concat!(
        r#"{"schema":"caracole.outcome/2","version":"VERSION","#,
        r#""problem":{"board":"4x3","from":"a3"},"outcome":"found","method":"warnsdorff","#,
        r#""seed":7,"closed":false,"squares":["a3","c2","a1","b3","d2","b1","c3","a2","c1","#,
        r#""d3","b2","d1"],"stats":{"steps":11,"backtracks":0,"attempts":1,"decisions":0,"elapsed_ms":1.234}}"#
    );
    assert_eq!(text, expected.replace("VERSION", env!("CARGO_PKG_VERSION")));

    let mut streamed = Vec::new();
    write_outcome(&mut streamed, &problem, &found, &record()).unwrap();
    assert_eq!(String::from_utf8(streamed).unwrap(), text.clone() + "\n");

    let parsed = read_tour(text.as_bytes(), &ReadHint::default()).unwrap();
    assert_eq!(parsed.format, Format::Json);
    assert_eq!(&parsed.board, problem.board());
    assert_eq!(parsed.path, tour.into_path());
}

#[test]
fn an_impossibility_has_a_reason_and_a_certificate() {
    let problem = Problem::new("4x4".parse().unwrap()).closed();
    let reason = Reason::Exhausted { method: "backtracking", steps: 1 << 60 };
    let evidence =
        Evidence::check(Certificate::new(problem.clone(), reason), &no_progress).unwrap();
    let value =
        outcome(&problem, &Outcome::Impossible(evidence), &RunRecord { seed: None, ..record() });
    assert_eq!(value["outcome"], "impossible");
    assert_eq!(value["seed"], Value::Null);
    assert_eq!(value["reason"]["kind"], "exhausted");
    assert_eq!(value["checked"], false, "the steps of a search are not recorded");
    assert!(value["reason"]["text"].as_str().unwrap().contains("every path"));
    // Other programs would round this number.
    assert_eq!(value["reason"]["steps"], "1152921504606846976");
    let certificate = &value["certificate"];
    assert_eq!(certificate["schema"], "caracole.certificate/2");
    assert_eq!(certificate["method"], "backtracking");
    assert_eq!(parse_problem(&certificate["problem"]).unwrap(), problem);
    let error = read_tour(value.to_string().as_bytes(), &ReadHint::default()).unwrap_err();
    assert_eq!(error.to_string(), "the file holds the outcome 'impossible', not a tour");
}

#[test]
fn problems_read_back() {
    let piece = Piece::new([Leaper::KNIGHT, Leaper::new(2, 3).unwrap()]).unwrap();
    let full = Problem::with_piece("8x8-h8".parse().unwrap(), piece).open();
    let full = full.start("a1").unwrap().end("c1").unwrap().clue("d4", 20).unwrap();
    let full = full.require("a1", "b3").unwrap().forbid("a1", "c4").unwrap();
    for problem in [
        full,
        Problem::new("torus:5x6".parse().unwrap()).closed(),
        Problem::new("box:3x4x5-a1:2".parse().unwrap()).start("b2:5").unwrap(),
        Problem::new("1x1".parse().unwrap()).start("a1").unwrap(),
        Problem::new("4x4".parse().unwrap()).with_knights(3, ["a1", "d4"]).unwrap(),
        Problem::new("4x4".parse().unwrap()).with_knights(2, [""; 0]).unwrap(),
        Problem::new("4294967295x4294967295".parse().unwrap()).end("5,5").unwrap(),
    ] {
        let value = super::problem(&problem);
        assert_eq!(parse_problem(&value).unwrap(), problem, "{value}");
    }
}

#[test]
fn problems_have_several_notations() {
    let read = |text: &str| parse_problem(&serde_json::from_str(text).unwrap());
    let plain = read(r#"{"board":"8x8","closed":false,"from":null}"#).unwrap();
    assert_eq!(plain, Problem::new("8x8".parse().unwrap()));
    let one =
        read(r#"{"board":{"files":8,"ranks":8,"holes":["h8",[0,7]]},"leaper":[2,1]}"#).unwrap();
    assert_eq!(one, Problem::new("8x8-a8,h8".parse().unwrap()));
    for (board, expected) in [
        (r#"{"files":2,"ranks":3,"levels":4}"#, "box:2x3x4"),
        (r#"{"files":2,"ranks":3,"levels":1,"surface":"flat"}"#, "2x3"),
        (r#"{"files":4,"ranks":3,"surface":"torus"}"#, "torus:4x3"),
        (r#"{"files":4,"ranks":3,"levels":1,"surface":"cylinder"}"#, "cylinder:4x3"),
    ] {
        let found = read(&format!(r#"{{"board":{board}}}"#)).unwrap();
        assert_eq!(found.board().to_string(), expected);
    }
    let clues = read(r#"{"board":"8x8","clues":["c3=5"],"use":[["a1","b3"]]}"#).unwrap();
    assert_eq!(clues, read(r#"{"board":"8x8","clues":{"c3":"5"},"use":["b3-a1"]}"#).unwrap());
}

#[test]
fn errors_of_problems_state_the_fix() {
    for (text, why) in [
        ("[]", "problem: must be an object with a board"),
        ("{}", "board: must be given, such as \"8x8\""),
        (r#"{"board":8}"#, "board: must be a text such as \"8x8\", or an object"),
        (r#"{"bord":"8x8"}"#, "there is no field 'bord': did you mean board? there are board,"),
        (r#"{"board":"8x8","closed":"yes"}"#, "closed: must be true or false"),
        (
            r#"{"board":"8x8","closed":true,"open":true}"#,
            "'open' and 'closed' contradict each other",
        ),
        (r#"{"board":"8x8","from":"i9"}"#, "from: 'i9' is not on the board"),
        (r#"{"board":"8x8","from":{}}"#, "from: must be a square, such as \"e4\""),
        (r#"{"board":"8x8","clues":{"a1":-1}}"#, "clues.a1: must be a whole number from 0"),
        (r#"{"board":"8x8","use":["a1b3"]}"#, "use[0]: must be a move such as \"a1-b3\""),
        (r#"{"board":"8x8","use":"a1-b3"}"#, "use: must be a list"),
        (r#"{"board":"8x8","clues":["c3"]}"#, "clues: must be a clue such as \"c3=5\""),
        (r#"{"board":"8x8","use":["a1-a2"]}"#, "use[0]: a1 and a2 are not a knight's move apart"),
        (r#"{"board":"8x8","knights":0}"#, "knights: there must be a knight at least"),
        (r#"{"board":"8x8","knights":"two"}"#, "knights: must be a whole number from 0"),
        (r#"{"board":"8x8","starts":["a1"]}"#, "knights: must be given where starts are"),
        (r#"{"board":"8x8","knights":2,"starts":"a1"}"#, "starts: must be a list"),
        (
            r#"{"board":"8x8","knights":2,"closed":true}"#,
            "knights: open, closed, first and last squares",
        ),
        (r#"{"board":"8x8","leapers":[]}"#, "leapers: must be two jumps"),
        (r#"{"board":"8x8","clues":5}"#, "clues: must be an object such as {\"c3\":5}"),
        (
            r#"{"board":{"files":3,"ranks":3,"levels":2,"surface":"torus"}}"#,
            "board.levels: must be 1 on a board with joined edges",
        ),
        (r#"{"board":"8x8","leaper":"0,0"}"#, "leaper: a 0,0-leaper does not move"),
        (r#"{"board":"8x"}"#, "board: '8x' is not a board"),
        (r#"{"board":"8x8","to":"a9"}"#, "to: 'a9' is not on the board"),
        (r#"{"board":"8x8","clues":{"a9":3}}"#, "clues.a9: 'a9' is not on the board"),
        (r#"{"board":"8x8","knights":2,"starts":["a9"]}"#, "starts[0]: 'a9' is not on the board"),
        (r#"{"board":"8x8","from":"a1","to":"a1"}"#, "to: a1 cannot be both the start and"),
    ] {
        let error = parse_problem(&serde_json::from_str(text).unwrap()).unwrap_err().to_string();
        assert!(error.starts_with(why), "{text}: {error}");
    }
}

#[test]
fn the_fields_of_a_problem_have_their_names() {
    let error = parse_problem(&serde_json::json!({"zzz": 0})).unwrap_err().to_string();
    assert!(error.ends_with(&format!("there are {}", PROBLEM_FIELDS.join(", "))), "{error}");
}

/// The played squares of a game are a path. A game without played squares contains no path.
#[test]
fn a_game_is_read_as_a_path() {
    let (problem, tour) = tour();
    let squares: Vec<_> = tour.squares().take(5).collect();
    let undone: Vec<_> = tour.squares().skip(5).take(2).collect();
    let saved = SavedGame { problem: problem.clone(), squares, undone };
    let mut text = Vec::new();
    write_game(&mut text, &saved).unwrap();
    let expected = concat!(
        r#"{"schema":"caracole.game/1","version":"VERSION","#,
        r#""problem":{"board":"4x3","from":"a3"},"squares":["a3","c2","a1","b3","d2"],"#,
        r#""undone":["b1","c3"]}"#,
        "\n"
    );
    let expected = expected.replace("VERSION", env!("CARGO_PKG_VERSION"));
    assert_eq!(std::str::from_utf8(&text).unwrap(), expected);
    assert_eq!(read_game(&text, &ReadHint::default()).unwrap(), saved);
    let parsed = read_tour(&text, &ReadHint::default()).unwrap();
    assert_eq!(parsed.path.names(&parsed.board), "a3 c2 a1 b3 d2");
    assert_eq!(parsed.problem(), problem);

    let nothing = SavedGame { problem, squares: Vec::new(), undone: Vec::new() };
    let text = game(&nothing).to_string();
    assert_eq!(read_game(text.as_bytes(), &ReadHint::default()).unwrap(), nothing);
    let error = read_tour(text.as_bytes(), &ReadHint::default()).unwrap_err().to_string();
    assert!(error.ends_with(": the input is empty: it holds no squares and no numbers"), "{error}");
}

/// A tour of 5x5 from a1 to a5.
const OF_5X5: &str = r#""squares":["a1","c2","e1","d3","e5","c4","a3","b1","d2","e4","c5","b3",
    "d4","b5","c3","a2","c1","e2","a4","b2","d1","e3","d5","b4"]"#;

#[test]
fn an_error_in_the_problem_of_a_tour_is_an_error() {
    for (problem, why) in [
        (r#"{"board":"5x5","to":"e5","form":"a1"}"#, "there is no field 'form'"),
        (r#"{"board":"5x5","to":"z9"}"#, "to: 'z9' is not on the board"),
        (r#"{"board":"5x5","to":5.5}"#, "to: must be a square"),
        (r#"{"board":"5x5","closed":"yes"}"#, "closed: must be true or false"),
    ] {
        let text = format!("{{\"problem\":{problem},\"outcome\":\"found\",{OF_5X5}}}");
        let error = read_tour(text.as_bytes(), &ReadHint::default()).expect_err(why).to_string();
        assert!(error.contains(why), "{error}");
        let error = read_game(text.as_bytes(), &ReadHint::default()).expect_err(why).to_string();
        assert!(error.contains(why), "{error}");
    }
    let stated = r#"{"problem":{"board":"5x5","to":"e5"},"#;
    for mark in ["", "\u{feff}"] {
        let text = format!("{mark}{stated}{OF_5X5}}}");
        let parsed = read_tour(text.as_bytes(), &ReadHint::default()).unwrap();
        assert_eq!(parsed.problem(), Problem::new("5x5".parse().unwrap()).end("e5").unwrap());
    }
    // A given board replaces the board and keeps the conditions.
    let hint = ReadHint { board: Some("6x5".parse().unwrap()), ..ReadHint::default() };
    let parsed = read_tour(format!("{stated}{OF_5X5}}}").as_bytes(), &hint).unwrap();
    assert_eq!(parsed.problem(), Problem::new("6x5".parse().unwrap()).end("e5").unwrap());
}

#[test]
fn an_object_has_one_board() {
    let text = br#"{"board":"3x4","problem":{"board":"4x3"},"outcome":"found","squares":
        ["c3","a3","a1","a4","b3","b1","b4","b2","c1","c4","c2","a2"]}"#;
    let error = read_tour(text, &ReadHint::default()).unwrap_err().to_string();
    assert!(error.contains("board") && error.contains("problem.board"), "{error}");
}

/// Returns documents of each schema that contains a tour.
fn tours() -> Vec<Value> {
    let (problem, tour) = tour();
    let mut outcome = outcome(&problem, &Outcome::Found(tour.clone()), &record());
    outcome["convention"] = "directed tours, open and closed together".into();
    outcome["mixture"] =
        serde_json::json!({"moves": 11, "differing": 4, "slopes": {"1,2": 5, "2,1": "6"}});
    let squares = outcome["squares"].clone();
    let problem = outcome["problem"].clone();
    let mut file = Vec::new();
    crate::write_tour(&mut file, &tour, Format::Json, &crate::WriteOptions::default()).unwrap();
    let length = squares.as_array().unwrap().len();
    vec![
        outcome,
        parse(&file).unwrap(),
        serde_json::json!({"board": {"files": 4, "ranks": 3}, "leaper": [1, 2], "squares": squares}),
        serde_json::json!({"schema": "caracole.longest/1", "problem": problem, "seed": 0,
            "length": length, "upper_bound": 12, "proved": true, "squares": squares, "reason": null}),
        serde_json::json!({"schema": "caracole.sample/1", "problem": problem, "convention": "any",
            "seed": 0, "of": "16", "tours": [squares], "count": "1"}),
        serde_json::json!({"schema": "caracole.check/1", "problem": problem, "valid": true,
            "closed": false, "defects": [], "defect_count": 0, "squares": squares,
            "facts": {"closed": false, "symmetry": null, "symmetries": ["identity"], "turns": 3,
                "sums": {"magic": false, "semi_magic": false, "diagonally_magic": false,
                    "rank": null, "file": "26"},
                "crossings": 4, "moves": [{"offset": [1, 2, 0], "count": 11}]}}),
        serde_json::json!({"schema": "caracole.unique/2", "problem": problem, "unique": true,
            "solutions": [squares], "grade": "easy", "branches": 3}),
        serde_json::json!({"schema": "caracole.puzzle/2", "problem": problem, "seed": 1, "clues": 1,
            "minimal": false, "grade": "easy", "branches": 0, "closed": false, "solution": squares}),
        serde_json::json!({"schema": "caracole.game/1", "problem": problem, "squares": squares,
            "undone": []}),
    ]
}

/// Fields that were renamed in version 2 are read by their names in version 1.
#[test]
fn the_first_versions_are_read() {
    for value in tours() {
        let text = value.to_string();
        let old = text.replace("/2\"", "/1\"").replace("\"backtracks\"", "\"retreats\"");
        let old = old.replace("\"decisions\"", "\"cases\"").replace("\"branches\"", "\"cases\"");
        assert_eq!(accepted(&old), accepted(&text), "{old}");
    }
    let network = r#"{"schema":"caracole.outcome/1","outcome":"found","board":"1x1","squares":["a1"],
        "stats":{"retreats":0,"loops":1}}"#;
    assert!(accepted(network).is_ok());
    let twice = network.replace("\"loops\":1", "\"loops\":1,\"subtours\":1");
    assert!(accepted(&twice).expect_err("both names").contains("is given twice"));
}

/// Returns the text of a value after every edit of every object in it.
fn edits(value: &Value, edit: &dyn Fn(&Map<String, Value>) -> Vec<String>) -> Vec<String> {
    let mut texts = Vec::new();
    match value {
        Value::Object(object) => {
            texts.extend(edit(object));
            for (changed, inner) in object {
                for text in edits(inner, edit) {
                    let fields = object.iter().map(|(field, value)| {
                        let value = if field == changed { text.clone() } else { value.to_string() };
                        format!("{}:{value}", Value::from(field.as_str()))
                    });
                    texts.push(format!("{{{}}}", fields.collect::<Vec<_>>().join(",")));
                }
            }
        }
        Value::Array(list) => {
            for (changed, inner) in list.iter().enumerate() {
                for text in edits(inner, edit) {
                    let items = list.iter().enumerate().map(|(at, value)| {
                        if at == changed { text.clone() } else { value.to_string() }
                    });
                    texts.push(format!("[{}]", items.collect::<Vec<_>>().join(",")));
                }
            }
        }
        _ => {}
    }
    texts
}

/// Reads a text and returns its path and its problem.
fn accepted(text: &str) -> Result<(Path, Problem), String> {
    let parsed = read_tour(text.as_bytes(), &ReadHint::default());
    parsed.map(|parsed| (parsed.path.clone(), parsed.problem())).map_err(|e| e.to_string())
}

#[test]
fn an_unknown_field_is_an_error_at_every_depth() {
    for value in tours() {
        assert!(accepted(&value.to_string()).is_ok(), "{value}");
        let unknown = |object: &Map<String, Value>| {
            let mut object = object.clone();
            object.insert("zzz".into(), Value::Null);
            vec![Value::from(object).to_string()]
        };
        for text in edits(&value, &unknown) {
            let error = accepted(&text).expect_err(&text);
            // The slopes of a mixture have any number of names.
            let why = ["there is no field 'zzz'", "mixture.slopes.zzz: must be"];
            assert!(why.iter().any(|why| error.contains(why)), "{text}: {error}");
        }
    }
}

#[test]
fn a_repeated_key_is_an_error_at_every_depth() {
    for value in tours() {
        let twice = |object: &Map<String, Value>| {
            let text = Value::from(object.clone()).to_string();
            let again = |(field, value): (&String, &Value)| {
                format!("{},{}:{value}}}", &text[..text.len() - 1], Value::from(field.as_str()))
            };
            object.iter().map(again).collect()
        };
        for text in edits(&value, &twice) {
            let error = accepted(&text).expect_err(&text);
            assert!(error.contains("is given twice") && error.starts_with("line 1,"), "{error}");
        }
    }
}

/// A field of another type is an error. A `null` field is an error or removes only its condition.
#[test]
fn a_field_of_another_type_is_an_error_at_every_depth() {
    for value in tours() {
        let other = |object: &Map<String, Value>| {
            let change = |field: &String| {
                let mut object = object.clone();
                object[field] = serde_json::json!([{"zzz": 0.5}]);
                Value::from(object).to_string()
            };
            object.keys().map(change).collect()
        };
        for text in edits(&value, &other) {
            assert!(accepted(&text).is_err(), "{text}");
        }
        let expected = accepted(&value.to_string()).unwrap();
        let without = |object: &Map<String, Value>| {
            let remove = |field: &String| {
                let mut object = object.clone();
                object.shift_remove(field);
                Value::from(object).to_string()
            };
            object
                .keys()
                .filter(|field| !["from", "problem"].contains(&&***field))
                .map(remove)
                .collect()
        };
        for text in edits(&value, &without) {
            if let Ok(found) = accepted(&text) {
                assert_eq!(found, expected, "{text}");
            }
        }
    }
}

#[test]
fn contradictory_fields_are_both_named() {
    let of_4x3 = r#""squares":["a3","c2","a1","b3","d2","b1","c3","a2","c1","d3","b2","d1"]"#;
    for (rest, first, second) in [
        (r#""board":"3x4","problem":{"board":"4x3"}"#, "board", "problem.board"),
        (r#""leaper":"2,3","problem":{"board":"4x3"}"#, "leapers", "problem.leapers"),
        (r#""board":"4x3","leaper":"1,2","leapers":["1,2"]"#, "leapers", "leaper"),
        (r#""board":"4x3","closed":true"#, "closed", "squares"),
        (r#""board":"4x3","grid":[[1]]"#, "grid", "squares"),
        (r#""board":"4x3","outcome":"impossible""#, "outcome", "squares"),
        (r#""board":"4x3","outcome":"unknown""#, "outcome", "squares"),
        (r#""board":"4x3","outcome":"found","reason":{}"#, "outcome", "reason"),
        (r#""board":"4x3","outcome":"found","knights":2"#, "knights", "squares"),
        (
            r#""schema":"caracole.longest/1","problem":{"board":"4x3"},"length":11"#,
            "length",
            "squares",
        ),
        (r#""schema":"caracole.check/1","board":"4x3","valid":false"#, "valid", "squares"),
        (
            r#""schema":"caracole.check/1","board":"4x3","valid":true,"defect_count":1"#,
            "valid",
            "defects",
        ),
        (
            r#""schema":"caracole.check/1","board":"4x3","closed":false,"facts":{"closed":true}"#,
            "closed",
            "facts.closed",
        ),
        (
            r#""board":"4x3","problem":{"board":"4x3","open":true,"closed":true}"#,
            "problem.open",
            "problem.closed",
        ),
        (
            r#""schema":"caracole.longest/1","problem":{"board":"4x3"},"proved":true,"length":12,"upper_bound":13"#,
            "proved",
            "upper_bound",
        ),
        (
            r#""schema":"caracole.check/1","valid":true,"problem":{"board":"4x3","to":"a1"}"#,
            "valid",
            "squares",
        ),
    ] {
        let error = accepted(&format!("{{{rest},{of_4x3}}}")).expect_err(rest);
        let named = format!("'{first}' and '{second}' contradict each other");
        assert!(error.contains(&named), "{rest}: {error}");
    }
    let knights = br#"{"problem":{"board":"2x1","knights":2},"knights":1,"paths":[["a1"],["b1"]]}"#;
    let error = read_cover(knights).unwrap().unwrap_err().to_string();
    assert!(error.contains("'knights' and 'problem.knights' contradict"), "{error}");
    for (unique, solutions) in [(true, "[]"), (false, r#"[["a1"]]"#)] {
        let text = format!(
            r#"{{"schema":"caracole.unique/2","problem":{{"board":"1x1"}},"unique":{unique},"solutions":{solutions}}}"#
        );
        let error = accepted(&text).expect_err(&text);
        assert!(error.contains("'unique' and 'solutions' contradict"), "{error}");
    }
    let clues =
        br#"{"schema":"caracole.puzzle/2","problem":{"board":"5x5","from":"a1"},"clues":2}"#;
    let error = crate::puzzle::read(clues, &ReadHint::default()).unwrap_err().to_string();
    assert!(error.contains("'clues' and 'problem.clues' contradict"), "{error}");
}

#[test]
fn a_reason_must_agree_with_its_certificate() {
    let problem = Problem::new("7x7".parse().unwrap()).closed();
    let certificate = Certificate::new(problem.clone(), Reason::Colours { counts: [25, 24] });
    let evidence = Evidence::check(certificate, &no_progress).unwrap();
    let mut value = outcome(&problem, &Outcome::Impossible(evidence), &record());
    assert_eq!(value["checked"], true);
    assert!(read_certificate(value.to_string().as_bytes()).is_ok());
    value["reason"]["a1_colour"] = 26.into();
    let error = read_certificate(value.to_string().as_bytes()).unwrap_err().to_string();
    assert!(error.contains("'reason' and 'certificate' contradict"), "{error}");
}

/// A byte-order mark is skipped for tours and for covers.
#[test]
fn a_byte_order_mark_is_skipped() {
    for value in tours() {
        let text = value.to_string();
        assert_eq!(accepted(&format!("\u{feff}{text}")), accepted(&text));
    }
    let paths = "\u{feff}{\"board\":\"2x1\",\"paths\":[[\"a1\"],[\"b1\"]]}";
    assert!(read_cover(paths.as_bytes()).is_some_and(|parsed| parsed.is_ok()));
}

/// The format does not depend on the position of the first `null`.
#[test]
fn null_anywhere_makes_a_list_json() {
    let row = format!("[{}],", vec!["7"; 5000].join(","));
    for text in [format!("[[null],{row}[1]]"), format!("[{row}[null]]")] {
        assert_eq!(crate::recognise(text.as_bytes()), Some(Format::Json));
    }
}

#[test]
fn other_schemas_are_errors() {
    for (text, why) in [
        (r#"{"schema":"caracole.tour/9","board":"1x1","squares":["a1"]}"#, "caracole.tour/9"),
        (r#"{"schema":"caracole.count/1","problem":{"board":"1x1"}}"#, "caracole.count/1"),
        (r#"{"board":"1x1","to":"a1","squares":["a1"]}"#, "the same field in 'problem'"),
        (r#"{"board":{"files":1,"ranks":1,"hole":["a1"]},"squares":["a1"]}"#, "mean holes?"),
    ] {
        let error = accepted(text).expect_err(text);
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn every_error_has_its_line_its_column_and_its_field() {
    for (text, expected) in [
        ("{\n \"board\":}", "line 2, column 10: not JSON: expected value"),
        (
            "{\"board\":\"4x3\",\n\"square\":[]}",
            "line 2, column 8: there is no field 'square': did you mean squares?",
        ),
        (
            "{\"problem\":{\"board\":\"4x3\",\n  \"form\":\"a1\"},\"squares\":[\"a1\"]}",
            "line 2, column 8: problem: there is no field 'form': did you mean from?",
        ),
        (
            "{\"problem\":{\"board\":\"4x3\",\"to\":\"a1\",\n\"to\":\"a2\"},\"squares\":[\"a1\"]}",
            "line 2, column 4: problem: the field 'to' is given twice: keep one",
        ),
        (
            "{\"problem\":{\"board\":\"4x3\",\n \"closed\": \"yes\"},\"squares\":[\"a1\"]}",
            "line 2, column 12: problem.closed: must be true or false",
        ),
        (
            "{\"problem\":[\"4x3\"],\"squares\":[\"a1\"]}",
            "line 1, column 12: problem: must be an object",
        ),
        (
            "{\"board\":\"4x3\",\"squares\":[\"a1\",\n null]}",
            "line 2, column 2: squares[1]: must be a square, such as \"e4\"",
        ),
        (
            "{\"board\":{\"files\":4,\n\"ranks\":3,\"hole\":[]},\"squares\":[\"a1\"]}",
            "line 2, column 16: board: there is no field 'hole': did you mean holes?",
        ),
        (
            "{\"board\":\"4x3\",\"squares\":[\"a1\",\n\"a9\"]}",
            "line 2, column 1: step 2: 'a9' is not on the board",
        ),
        (
            "{\"problem\":{\"board\":\"4x3\",\n\"to\" : \"z9\"},\"squares\":[\"a1\"]}",
            "line 2, column 8: problem.to: 'z9' is not on the board",
        ),
        (
            "{\"problem\":{\"board\":\"4x3\",\"clues\":{\"a1\":1,\n\"e5\":2}},\"squares\":[\"a1\"]}",
            "line 2, column 6: problem.clues.e5: 'e5' is not on the board",
        ),
        (
            "{\"outcome\":\"found\",\"board\":\"1x1\",\"squares\":[\"a1\"],\n\"mixture\":{\"moves\":1,\"differing\":0}}",
            "line 2, column 11: mixture.slopes: must be given",
        ),
        (
            "{\"problem\":{\"board\":\"3x4\"},\"squares\":[\"a1\"],\n\"board\":\"4x3\"}",
            "line 2, column 9: 'board' and 'problem.board' contradict each other",
        ),
        // Columns count characters.
        (
            "{\"outcome\":\"found\",\"method\":\"\u{e4}\u{265e}\",\"seed\":-1,\"squares\":[\"a1\"]}",
            "line 1, column 41: seed: must be a whole number from 0, below 2^64",
        ),
    ] {
        let error = accepted(text).expect_err(text);
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn several_tours_are_an_error() {
    let text = r#"{"schema":"caracole.list/1","problem":{"board":"2x1"},"tours":[["a1"],["b1"]]}"#;
    let error = accepted(text).expect_err("two tours");
    assert!(error.contains("this contains 2 tours"), "{error}");
    let error = read_game(text.as_bytes(), &ReadHint::default()).expect_err("two tours");
    assert!(error.to_string().contains("this contains 2 tours"), "{error}");
}

#[test]
fn values_keep_their_types() {
    let text = r#"[null,true,false,-1,0.5,2.0,1e300,18446744073709551616.0,-2.0,"a"]"#;
    let expected = serde_json::json!([
        null,
        true,
        false,
        -1,
        0.5,
        2,
        1e300,
        18_446_744_073_709_551_616.0,
        -2.0,
        "a"
    ]);
    assert_eq!(parse(text.as_bytes()).unwrap(), expected);
}

/// A key of the input may be long or contain control characters.
#[test]
fn errors_with_keys_of_the_input_are_short() {
    let error = |key: &str| {
        let text = format!(r#"{{"board":"4x3","clues":{{"{key}":1}}}}"#);
        crate::puzzle::read(text.as_bytes(), &ReadHint::default()).unwrap_err().to_string()
    };
    let key = "a".repeat(120 - "clues.".len());
    assert!(error(&key).contains(&format!("clues.{key}:")), "{}", error(&key));
    for key in [key + "a", "a".repeat(5000), "a\\u0001".to_owned()] {
        let error = error(&key);
        assert!(error.len() < 200 && !error.contains(char::is_control), "{error}");
    }
    // The texts of the program are complete.
    let text = r#"{"schema":"caracole.certificate/2","problem":{"board":"3x3"},"kind":"cases","cases":[5]}"#;
    let error = read_certificate(text.as_bytes()).unwrap_err().to_string();
    let expected = r#""a1-b3", "a1", "!", or an object with orbit, tight, deficient or cut"#;
    assert!(error.ends_with(expected), "{error}");
}

const NO_MOVE: &str = r#"{"schema":"caracole.certificate/2","problem":{"board":"3x3"},"kind":"no-move","square":["b2"]}"#;

#[test]
fn certificates_are_read_inside_documents() {
    let unique = |rest: &str| {
        format!(r#"{{"schema":"caracole.unique/2","problem":{{"board":"3x3"}},{rest}}}"#)
    };
    let whole = read_certificate(NO_MOVE.as_bytes()).unwrap();
    for text in [
        format!(r#"{{"certificate":{NO_MOVE}}}"#),
        format!(r#"{{"outcome":"impossible","certificate":{NO_MOVE}}}"#),
        unique(&format!(r#""unique":false,"certificate":{NO_MOVE}"#)),
    ] {
        assert_eq!(read_certificate(text.as_bytes()).unwrap(), whole, "{text}");
    }
    for (text, why) in [
        (r#"{"board":"1x1","squares":["a1"]}"#, "no certificate"),
        (r#"{"zzz":1}"#, "no certificate"),
        (r#"{"schema":"caracole.tour/1","board":"1x1","squares":["a1"]}"#, "schema: must be"),
        (r#"{"outcome":"found","board":"1x1","squares":["a1"]}"#, "'found'"),
    ] {
        let error = read_certificate(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    for (verdict, certificate, solutions, agrees) in [
        (r#""unique":true,"#, false, 0, false),
        (r#""unique":true,"#, false, 1, true),
        (r#""unique":true,"#, false, 2, false),
        (r#""unique":false,"#, true, 0, true),
        (r#""unique":false,"#, true, 1, false),
        (r#""unique":false,"#, false, 0, false),
        (r#""unique":false,"#, false, 1, false),
        (r#""unique":false,"#, false, 2, true),
        ("", false, 0, true),
        ("", false, 1, true),
        ("", false, 2, false),
    ] {
        let certificate =
            if certificate { format!(r#""certificate":{NO_MOVE},"#) } else { String::new() };
        let list = vec![r#"["a1","c2"]"#; solutions].join(",");
        let text = unique(&format!(r#"{verdict}{certificate}"solutions":[{list}]"#));
        let error = accepted(&text).err().unwrap_or_default();
        let is_contradiction = error.contains("'unique' and 'solutions' contradict");
        assert_eq!(is_contradiction, !agrees, "{text}: {error}");
    }
}

#[test]
fn fields_that_another_schema_has_are_errors() {
    let slopes = r#"{"outcome":"found","board":"1x1","squares":["a1"],"mixture":{"moves":1,"differing":0,"slopes":{"SLOPE":1}}}"#;
    for (text, why) in [
        (r#"{"board":"1x1","squares":["a1"],"method":"exact"}"#.to_owned(), "there is no field 'method'"),
        (slopes.replace("SLOPE", "1,a"), "mixture.slopes.1,a: must be"),
        (slopes.replace("SLOPE", "a,1"), "mixture.slopes.a,1: must be"),
        (
            r#"{"schema":"caracole.list/1","problem":{"board":"1x1"},"count":2,"tours":[["a1"]]}"#.to_owned(),
            "'count' and 'tours' contradict",
        ),
        (r#"{"board":"2x1","paths":[["a1"],["b1"]]}"#.to_owned(), "the paths of several knights"),
        (
            r#"{"schema":"caracole.game/1","problem":{"board":"3x3"},"squares":["a1","b3"],"undone":["c1","z9"]}"#
                .to_owned(),
            "step 4: 'z9'",
        ),
    ] {
        let error = accepted(&text).expect_err(&text);
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn a_tour_after_events_is_a_game_and_a_puzzle() {
    let text =
        b"{\"schema\":\"caracole.trace/1\"}\n\n{\"board\":\"2x1\",\"squares\":[\"a1\",\"b1\"]}\n";
    let game = read_game(text, &ReadHint::default()).unwrap();
    assert_eq!(game.squares.len(), 2);
    let puzzle = crate::puzzle::read(text, &ReadHint::default()).unwrap();
    assert_eq!(puzzle.clues().count(), 2);
}

#[test]
fn puzzles_as_objects() {
    let read = |text: &str| crate::puzzle::read(text.as_bytes(), &ReadHint::default());
    for (rest, clues) in [
        (r#""squares":["a1","c1"]"#, 2),
        (r#""grid":[[1,0,0]]"#, 1),
        (r#""schema":"caracole.list/1","tours":[["a1","b1","c1"]]"#, 3),
        (r#""schema":"caracole.puzzle/2","solution":["a1","b1","c1"]"#, 0),
        (r#""schema":"caracole.unique/2","solutions":[["a1","b1","c1"]]"#, 0),
    ] {
        let text = format!(r#"{{"problem":{{"board":"3x1"}},{rest}}}"#);
        assert_eq!(read(&text).unwrap().clues().count(), clues, "{text}");
    }
    for text in [
        r#"{"problem":{"board":"3x1","knights":2}}"#,
        r#"{"problem":{"board":"3x1"},"paths":[["a1","b1","c1"]]}"#,
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains("several knights"), "{error}");
    }
    let clues: Vec<_> =
        (0..=1 << 14).map(|at| format!(r#""{},{}":{}"#, at % 150, at / 150, at + 1)).collect();
    let problem =
        |clues: &[String]| format!(r#"{{"board":"150x150","clues":{{{}}}}}"#, clues.join(","));
    assert!(read(&problem(&clues[1..])).is_ok());
    for text in [problem(&clues), format!(r#"{{"problem":{}}}"#, problem(&clues))] {
        let error = read(&text).unwrap_err().to_string();
        assert!(error.contains("16384"), "{error}");
    }
}

#[test]
fn covers_as_objects() {
    let knights = |text: &str| read_cover(text.as_bytes()).unwrap().unwrap().problem.knights();
    let stated = r#"{"problem":{"board":"2x1","knights":2},"#;
    assert_eq!(knights(&format!(r#"{stated}"paths":[["a1","b1"]]}}"#)), 2);
    assert_eq!(knights(&format!(r#"{stated}"knights":2,"paths":[["a1"],["b1"]]}}"#)), 2);
    assert_eq!(knights(r#"{"board":"2x1","knights":2,"paths":[["a1"],["b1"]]}"#), 2);
    assert_eq!(knights(r#"{"board":"2x1","paths":[["a1"],["b1"]]}"#), 2);
    assert_eq!(knights(r#"{"board":"2x1","paths":[["a1","b1"]]}"#), 1);

    let problem = Problem::new("3x1".parse().unwrap()).with_knights(3, ["a1"]).unwrap();
    let paths = [0, 2, 1].map(|square| Path::from_indices(vec![square])).to_vec();
    let found = Outcome::Found(caracole_verify::Cover::verify(&problem, paths).unwrap());
    let stop = caracole_core::Stop::new(caracole_core::StopCause::Steps, "");
    for (outcome, end) in [
        (found, r#""knights":3,"paths":[["a1"],["c1"],["b1"]],"stats":"#),
        (Outcome::Unknown(stop), r#""outcome":"unknown""#),
    ] {
        let text = cover_outcome(&problem, &outcome, &record()).to_string();
        assert!(text.contains(end), "{text}");
        let mut streamed = Vec::new();
        write_cover_outcome(&mut streamed, &problem, &outcome, &record()).unwrap();
        assert_eq!(String::from_utf8(streamed).unwrap(), text + "\n");
    }
}
