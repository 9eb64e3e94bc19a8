//! `check` and `check-proof`.

use serde_json::{Value, json};

use crate::client::{TestServer, names};

/// The magic tour of Beverley, 1848: all ranks and files add up to 260.
const BEVERLEY: &str = "\
 1 30 47 52  5 28 43 54
48 51  2 29 44 53  6 27
31 46 49  4 25  8 55 42
50  3 32 45 56 41 26  7
33 62 15 20  9 24 39 58
16 19 34 61 40 57 10 23
63 14 17 36 21 12 59 38
18 35 64 13 60 37 22 11";

#[test]
fn a_tour_is_described() {
    let server = TestServer::new();
    let answer = server.call("check", &json!({ "text": BEVERLEY }));
    assert_eq!(
        (answer["schema"].as_str(), answer["valid"].as_bool()),
        (Some("caracole.check/1"), Some(true))
    );
    assert_eq!((answer["board"].as_str(), answer["format"].as_str()), (Some("8x8"), Some("grid")));
    assert_eq!(answer["closed"], false);
    assert_eq!(answer["facts"]["sums"]["rank"], "260");
    let squares = names(&answer["squares"]);
    assert_eq!((squares.len(), squares[0], squares[63]), (64, "a8", "c1"));
    let strict = server.call("check", &json!({"text": BEVERLEY, "closed": true, "from": "a8"}));
    assert_eq!(
        (strict["valid"].as_bool(), strict["defect_count"].as_u64()),
        (Some(false), Some(1))
    );
    assert_eq!(strict["defects"][0]["kind"], "not-closed");
    assert_eq!(strict["facts"], json!({}));
}

#[test]
fn every_defect_is_listed() {
    let server = TestServer::new();
    let answer = server.call("check", &json!({"board": "3x2", "text": "a1 c2 a1 b2"}));
    assert_eq!(
        (answer["valid"].as_bool(), answer["format"].as_str()),
        (Some(false), Some("squares"))
    );
    let defects = answer["defects"].as_array().expect("defects");
    let found: Vec<_> =
        defects.iter().map(|defect| (defect["kind"].as_str(), defect["square"].as_str())).collect();
    let expected = [
        ("repeat", "a1"),
        ("not-a-move", "b2"),
        ("missing", "b1"),
        ("missing", "c1"),
        ("missing", "a2"),
    ];
    for (kind, square) in expected {
        assert!(found.contains(&(Some(kind), Some(square))), "{kind} {square}: {found:?}");
    }
    assert_eq!(answer["defect_count"], expected.len());
}

#[test]
fn an_outcome_is_checked_against_its_problem() {
    let server = TestServer::new();
    let mut outcome = server.call("solve", &json!({"board": "6x6", "closed": true}));
    let text = |outcome: &Value| json!({ "text": outcome.to_string() });
    assert_eq!(server.call("check", &text(&outcome))["closed"], true);
    outcome["problem"]["from"] = "b1".into();
    let answer = server.call("check", &text(&outcome));
    assert_eq!(
        (answer["valid"].as_bool(), answer["defects"][0]["step"].as_u64()),
        (Some(false), Some(1))
    );
}

#[test]
fn a_proof_is_checked() {
    let server = TestServer::new();
    let outcome = server.call("solve", &json!({"board": "5x5", "from": "b1"}));
    let answer = server.call("check-proof", &outcome);
    assert_eq!(
        (answer["schema"].as_str(), answer["holds"].as_bool()),
        (Some("caracole.proof/2"), Some(true))
    );
    let mut certificate = outcome["certificate"].clone();
    certificate["problem"]["from"] = "a1".into();
    let answer = server.call("check-proof", &json!({ "certificate": certificate }));
    assert_eq!(
        (answer["holds"].as_bool(), answer["error"]["text"].is_string()),
        (Some(false), true)
    );
    let (status, _) = server.error("check-proof", &server.call("solve", &json!({"board": "5x5"})));
    assert_eq!(status, 422);
    let (status, _) = server.error("check-proof", &json!({"board": "5x5"}));
    assert_eq!(status, 422);
}

#[test]
fn invalid_requests_are_errors() {
    let server = TestServer::new();
    let cover = server.call("solve", &json!({"board": "4x4", "knights": 2})).to_string();
    let vast = r#"{"board":"1000x1000","squares":["a1"]}"#;
    for (body, status, text) in [
        (json!({}), 400, "text: must contain the tour to check"),
        (
            json!({"text": cover}),
            422,
            "text: contains the paths of several knights: check takes one knight",
        ),
        (json!({"text": vast}), 422, "a board of 1000000 squares: at most 250000 here"),
        (
            json!({"text": "a1 b3", "bord": "8x8"}),
            400,
            "there is no field 'bord': did you mean board? there are text, board, leapers, leaper, \
             piece, moves, closed, open, from, to, clues, use, avoid, knights, starts, problem",
        ),
    ] {
        assert_eq!(server.error("check", &body), (status, text.to_owned()));
    }
    for text in ["", "hello world", "[[1, 2], [3"] {
        let (status, text) = server.error("check", &json!({ "text": text }));
        assert!(status == 422 && text.starts_with("text: "), "{text}");
    }
}

/// Everything that was assumed to read a grid is in the answer.
#[test]
fn assumptions_are_in_the_answer() {
    let server = TestServer::new();
    let answer = server.call("check", &json!({ "text": "5 2 7\n0 . 4\n3 6 1\n" }));
    assert_eq!((&answer["valid"], &answer["board"]), (&true.into(), &"3x3-b2".into()));
    assert_eq!((&answer["from_zero"], &answer["inferred_holes"]), (&true.into(), &json!(["b2"])));
    let answer = server.call("check", &json!({ "text": BEVERLEY }));
    assert!(answer.get("from_zero").is_none() && answer.get("inferred_holes").is_none());
}

#[test]
fn two_boards_contradict_each_other() {
    let server = TestServer::new();
    for (field, text) in [
        ("problem.board", r#"{"problem":{"board":"4x3"},"squares":["a1","c2"]}"#),
        ("board", r#"{"board":"4x3","squares":["a1","c2"]}"#),
    ] {
        let (status, answer) = server.error("check", &json!({ "text": text, "board": "3x4" }));
        assert_eq!(status, 422, "{answer}");
        let expected =
            format!("'board' and '{field}' in the text contradict each other: 3x4 is not 4x3");
        assert!(answer.contains(&expected), "{answer}");
        let answer = server.call("check", &json!({ "text": text, "board": "4x3" }));
        assert_eq!(answer["board"], "4x3");
    }
}
