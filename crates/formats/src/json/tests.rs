use std::time::Duration;

use caracole_core::{Leaper, Outcome, Path, Piece, Problem, Proof, Reason, Tour};

use super::*;
use crate::{Format, ReadHint, read_tour};

fn tour() -> (Problem, Tour) {
    let problem = Problem::new("4x3".parse().unwrap()).from("a3").unwrap();
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
        retreats: 0,
        attempts: 1,
        cases: 0,
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
        r#"{"schema":"caracole.outcome/1","version":"VERSION","#,
        r#""problem":{"board":"4x3","from":"a3"},"outcome":"found","method":"warnsdorff","#,
        r#""seed":7,"closed":false,"squares":["a3","c2","a1","b3","d2","b1","c3","a2","c1","#,
        r#""d3","b2","d1"],"stats":{"steps":11,"retreats":0,"attempts":1,"cases":0,"elapsed_ms":1.234}}"#
    );
    assert_eq!(text, expected.replace("VERSION", env!("CARGO_PKG_VERSION")));

    let mut streamed = Vec::new();
    write_outcome(&mut streamed, &problem, &found, &record()).unwrap();
    assert_eq!(String::from_utf8(streamed).unwrap(), text.clone() + "\n");

    let reading = read_tour(text.as_bytes(), &ReadHint::default()).unwrap();
    assert_eq!(reading.format, Format::Json);
    assert_eq!(&reading.board, problem.board());
    assert_eq!(reading.path, tour.into_path());
}

#[test]
fn an_impossibility_has_a_reason_and_a_certificate() {
    let problem = Problem::new("4x4".parse().unwrap()).closed();
    let reason = Reason::Exhausted { method: "backtracking", steps: 1 << 60 };
    let proof = Outcome::Impossible(Proof::new(problem.clone(), reason));
    let value = outcome(&problem, &proof, &RunRecord { seed: None, ..record() });
    assert_eq!(value["outcome"], "impossible");
    assert_eq!(value["seed"], Value::Null);
    assert_eq!(value["reason"]["kind"], "exhausted");
    assert!(value["reason"]["text"].as_str().unwrap().contains("every path"));
    // Other programs would round this number.
    assert_eq!(value["reason"]["steps"], "1152921504606846976");
    let certificate = &value["certificate"];
    assert_eq!(certificate["schema"], "caracole.certificate/1");
    assert_eq!(certificate["method"], "backtracking");
    assert_eq!(parse_problem(&certificate["problem"]).unwrap(), problem);
    let error = read_tour(value.to_string().as_bytes(), &ReadHint::default()).unwrap_err();
    assert_eq!(error.to_string(), "the file holds the outcome 'impossible', not a tour");
}

#[test]
fn problems_read_back() {
    let piece = Piece::new([Leaper::KNIGHT, Leaper::new(2, 3).unwrap()]).unwrap();
    let full = Problem::with_piece("8x8-h8".parse().unwrap(), piece).open();
    let full = full.from("a1").unwrap().to("c1").unwrap().clue("d4", 20).unwrap();
    let full = full.using("a1", "b3").unwrap().avoiding("a1", "c4").unwrap();
    for problem in [
        full,
        Problem::new("torus:5x6".parse().unwrap()).closed(),
        Problem::new("box:3x4x5-a1:2".parse().unwrap()).from("b2:5").unwrap(),
        Problem::new("1x1".parse().unwrap()).from("a1").unwrap(),
        Problem::new("4x4".parse().unwrap()).with_knights(3, ["a1", "d4"]).unwrap(),
        Problem::new("4x4".parse().unwrap()).with_knights(2, [""; 0]).unwrap(),
        Problem::new("4294967295x4294967295".parse().unwrap()).to("5,5").unwrap(),
    ] {
        let value = super::problem(&problem);
        assert_eq!(parse_problem(&value).unwrap(), problem, "{value}");
    }
}

#[test]
fn problems_are_read_in_many_writings() {
    let read = |text: &str| parse_problem(&serde_json::from_str(text).unwrap());
    let plain = read(r#"{"board":"8x8","closed":false,"from":null}"#).unwrap();
    assert_eq!(plain, Problem::new("8x8".parse().unwrap()));
    let one =
        read(r#"{"board":{"files":8,"ranks":8,"holes":["h8",[0,7]]},"leaper":[2,1]}"#).unwrap();
    assert_eq!(one, Problem::new("8x8-a8,h8".parse().unwrap()));
    let clues = read(r#"{"board":"8x8","clues":["c3=5"],"use":[["a1","b3"]]}"#).unwrap();
    assert_eq!(clues, read(r#"{"board":"8x8","clues":{"c3":"5"},"use":["b3-a1"]}"#).unwrap());
}

#[test]
fn bad_problems_are_answered_with_the_fix() {
    for (text, why) in [
        ("[]", "problem: must be an object with a board"),
        ("{}", "board: must be given, such as \"8x8\""),
        (r#"{"board":8}"#, "board: must be a text such as \"8x8\", or an object"),
        (r#"{"bord":"8x8"}"#, "there is no field 'bord': did you mean board? there are board,"),
        (r#"{"board":"8x8","closed":"yes"}"#, "closed: must be true or false"),
        (r#"{"board":"8x8","closed":true,"open":true}"#, "open: must be false where closed"),
        (r#"{"board":"8x8","from":"i9"}"#, "from: 'i9' is not on the board"),
        (r#"{"board":"8x8","from":{}}"#, "from: must be a square, such as \"e4\""),
        (r#"{"board":"8x8","clues":{"a1":-1}}"#, "clues: must be an object such as"),
        (r#"{"board":"8x8","use":["a1b3"]}"#, "use: must be a list of moves"),
        (r#"{"board":"8x8","use":["a1-a2"]}"#, "use: a1 and a2 are not a knight's move apart"),
        (r#"{"board":"8x8","knights":0}"#, "knights: there must be a knight at least"),
        (r#"{"board":"8x8","knights":"two"}"#, "knights: must be a number from 1"),
        (r#"{"board":"8x8","starts":["a1"]}"#, "knights: must be given where starts are"),
        (r#"{"board":"8x8","knights":2,"starts":"a1"}"#, "starts: must be a list of squares"),
        (
            r#"{"board":"8x8","knights":2,"closed":true}"#,
            "knights: open, closed, first and last squares",
        ),
        (r#"{"board":"8x8","leapers":[]}"#, "leapers: must be two jumps"),
        (r#"{"board":"8x8","leaper":"0,0"}"#, "leaper: a 0,0-leaper does not move"),
        (r#"{"board":"8x"}"#, "board: '8x' is not a board"),
        (r#"{"board":"8x8","to":"a9"}"#, "to: 'a9' is not on the board"),
        (r#"{"board":"8x8","clues":{"a9":3}}"#, "clues: 'a9' is not on the board"),
        (r#"{"board":"8x8","knights":2,"starts":["a9"]}"#, "starts: 'a9' is not on the board"),
        (r#"{"board":"8x8","from":"a1","to":"a1"}"#, "to: a1 cannot be both the start and"),
    ] {
        let error = parse_problem(&serde_json::from_str(text).unwrap()).unwrap_err().to_string();
        assert!(error.starts_with(why), "{text}: {error}");
    }
}

/// A game is a path as far as it goes, so it can be checked and drawn; one in which nothing was
/// played holds no path.
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
    let reading = read_tour(&text, &ReadHint::default()).unwrap();
    assert_eq!(reading.path.names(&reading.board), "a3 c2 a1 b3 d2");
    assert_eq!(reading.problem(), problem);

    let nothing = SavedGame { problem, squares: Vec::new(), undone: Vec::new() };
    let text = game(&nothing).to_string();
    assert_eq!(read_game(text.as_bytes(), &ReadHint::default()).unwrap(), nothing);
    let error = read_tour(text.as_bytes(), &ReadHint::default()).unwrap_err().to_string();
    assert_eq!(error, "the input is empty: it holds no squares and no numbers");
}

/// A tour of 5x5 from a1 to a5.
const OF_5X5: &str = r#""squares":["a1","c2","e1","d3","e5","c4","a3","b1","d2","e4","c5","b3",
    "d4","b5","c3","a2","c1","e2","a4","b2","d1","e3","d5","b4"]"#;

#[test]
fn no_error_in_the_problem_of_a_tour_is_dropped() {
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
        let reading = read_tour(text.as_bytes(), &ReadHint::default()).unwrap();
        assert_eq!(reading.problem(), Problem::new("5x5".parse().unwrap()).to("e5").unwrap());
    }
    // A given board replaces the board, and leaves the conditions.
    let hint = ReadHint { board: Some("6x5".parse().unwrap()), ..ReadHint::default() };
    let reading = read_tour(format!("{stated}{OF_5X5}}}").as_bytes(), &hint).unwrap();
    assert_eq!(reading.problem(), Problem::new("6x5".parse().unwrap()).to("e5").unwrap());
}

#[test]
fn an_object_has_one_board() {
    let text = br#"{"board":"3x4","problem":{"board":"4x3"},"outcome":"found","squares":
        ["c3","a3","a1","a4","b3","b1","b4","b2","c1","c4","c2","a2"]}"#;
    let error = read_tour(text, &ReadHint::default()).unwrap_err().to_string();
    assert!(error.contains("board") && error.contains("problem.board"), "{error}");
}

/// Objects of each kind that is read as a tour, and the tour in them.
fn tours() -> Vec<Value> {
    let (problem, tour) = tour();
    let mut outcome = outcome(&problem, &Outcome::Found(tour.clone()), &record());
    outcome["convention"] = "directed tours, open and closed together".into();
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
            "closed": false, "defects": [], "defect_count": 0, "facts": {}, "squares": squares}),
        serde_json::json!({"schema": "caracole.puzzle/1", "problem": problem, "seed": 1, "clues": 1,
            "minimal": false, "grade": "easy", "cases": 0, "closed": false, "solution": squares}),
        serde_json::json!({"schema": "caracole.game/1", "problem": problem, "squares": squares,
            "undone": []}),
    ]
}

/// Every object in a value, with the text of the value after one edit of that object.
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

/// What a text is accepted as: the path and the problem that it answers.
fn accepted(text: &str) -> Result<(Path, Problem), String> {
    let reading = read_tour(text.as_bytes(), &ReadHint::default());
    reading.map(|reading| (reading.path.clone(), reading.problem())).map_err(|e| e.to_string())
}

#[test]
fn an_unknown_field_is_refused_at_every_depth() {
    for value in tours() {
        assert!(accepted(&value.to_string()).is_ok(), "{value}");
        let unknown = |object: &Map<String, Value>| {
            let mut object = object.clone();
            object.insert("zzz".into(), Value::Null);
            vec![Value::from(object).to_string()]
        };
        for text in edits(&value, &unknown) {
            // These two hold names and facts of any kind.
            if text.contains(r#""mixture":{"#) || text.contains(r#""facts":{"zzz""#) {
                continue;
            }
            let error = accepted(&text).expect_err(&text);
            assert!(error.contains("there is no field 'zzz'"), "{text}: {error}");
        }
    }
}

#[test]
fn a_key_given_twice_is_refused_at_every_depth() {
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

/// A field of another type is an error, and a field without its value is an error or changes
/// nothing but the conditions that it states.
#[test]
fn a_field_of_another_type_is_refused_at_every_depth() {
    for value in tours() {
        let other = |object: &Map<String, Value>| {
            let change = |field: &String| {
                let mut object = object.clone();
                object[field] = serde_json::json!([{"zzz": 0.5}]);
                Value::from(object).to_string()
            };
            object.keys().filter(|field| *field != "defects").map(change).collect()
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
fn fields_that_contradict_each_other_are_both_named() {
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
        (
            r#""schema":"caracole.longest/1","problem":{"board":"4x3"},"length":11"#,
            "length",
            "squares",
        ),
        (r#""schema":"caracole.check/1","board":"4x3","valid":false"#, "valid", "squares"),
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
    let clues =
        br#"{"schema":"caracole.puzzle/1","problem":{"board":"5x5","from":"a1"},"clues":2}"#;
    let error = crate::puzzle::read(clues, &ReadHint::default()).unwrap_err().to_string();
    assert!(error.contains("'clues' and 'problem.clues' contradict"), "{error}");
}

#[test]
fn a_reason_must_agree_with_its_certificate() {
    let problem = Problem::new("7x7".parse().unwrap()).closed();
    let proof = Proof::new(problem.clone(), Reason::Colours { counts: [25, 24] });
    let mut value = outcome(&problem, &Outcome::Impossible(proof), &record());
    assert!(read_certificate(value.to_string().as_bytes()).is_ok());
    value["reason"]["a1_colour"] = 26.into();
    let error = read_certificate(value.to_string().as_bytes()).unwrap_err().to_string();
    assert!(error.contains("'reason' and 'certificate' contradict"), "{error}");
}

/// A byte-order mark changes nothing, for tours and for several knights.
#[test]
fn a_byte_order_mark_is_skipped() {
    for value in tours() {
        let text = value.to_string();
        assert_eq!(accepted(&format!("\u{feff}{text}")), accepted(&text));
    }
    let paths = "\u{feff}{\"board\":\"2x1\",\"paths\":[[\"a1\"],[\"b1\"]]}";
    assert!(read_cover(paths.as_bytes()).is_some_and(|reading| reading.is_ok()));
}

/// `null` far behind the beginning is found, so the format does not depend on its place.
#[test]
fn null_makes_a_list_json_wherever_it_is() {
    let row = format!("[{}],", vec!["7"; 5000].join(","));
    for text in [format!("[[null],{row}[1]]"), format!("[{row}[null]]")] {
        assert_eq!(crate::recognise(text.as_bytes()), Some(Format::Json));
    }
}

#[test]
fn other_schemas_are_refused() {
    for (text, why) in [
        (r#"{"schema":"caracole.tour/2","board":"1x1","squares":["a1"]}"#, "caracole.tour/2"),
        (r#"{"schema":"caracole.count/1","problem":{"board":"1x1"}}"#, "caracole.count/1"),
        (r#"{"board":"1x1","to":"a1","squares":["a1"]}"#, "the same field in 'problem'"),
        (r#"{"board":{"files":1,"ranks":1,"hole":["a1"]},"squares":["a1"]}"#, "mean holes?"),
    ] {
        let error = accepted(text).expect_err(text);
        assert!(error.contains(why), "{error}");
    }
}
