//! `check` and `check-proof`.

use serde_json::{Value, json};

use super::names;
use crate::client::Host;

/// The magic tour of Beverley, 1848: ranks and files come to 260.
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
    let host = Host::new();
    let answer = host.ask("check", &json!({ "text": BEVERLEY }));
    assert_eq!(
        (answer["schema"].as_str(), answer["valid"].as_bool()),
        (Some("caracole.check/1"), Some(true))
    );
    assert_eq!((answer["board"].as_str(), answer["format"].as_str()), (Some("8x8"), Some("grid")));
    assert_eq!(answer["closed"], false);
    assert_eq!(answer["facts"]["sums"]["rank"], "260");
    let squares = names(&answer["squares"]);
    assert_eq!((squares.len(), squares[0], squares[63]), (64, "a8", "c1"));
    let asked = host.ask("check", &json!({"text": BEVERLEY, "closed": true, "from": "a8"}));
    assert_eq!((asked["valid"].as_bool(), asked["defect_count"].as_u64()), (Some(false), Some(1)));
    assert_eq!(asked["defects"][0]["kind"], "not-closed");
    assert_eq!(asked["facts"], json!({}));
}

#[test]
fn every_defect_is_listed() {
    let host = Host::new();
    let answer = host.ask("check", &json!({"board": "3x2", "text": "a1 c2 a1 b2"}));
    assert_eq!(
        (answer["valid"].as_bool(), answer["format"].as_str()),
        (Some(false), Some("squares"))
    );
    let defects = answer["defects"].as_array().expect("defects");
    let told: Vec<_> =
        defects.iter().map(|defect| (defect["kind"].as_str(), defect["square"].as_str())).collect();
    let expected = [
        ("repeat", "a1"),
        ("not-a-move", "b2"),
        ("missing", "b1"),
        ("missing", "c1"),
        ("missing", "a2"),
    ];
    for (kind, square) in expected {
        assert!(told.contains(&(Some(kind), Some(square))), "{kind} {square}: {told:?}");
    }
    assert_eq!(answer["defect_count"], expected.len());
}

#[test]
fn an_outcome_must_answer_what_was_asked() {
    let host = Host::new();
    let mut outcome = host.ask("solve", &json!({"board": "6x6", "closed": true}));
    let text = |outcome: &Value| json!({ "text": outcome.to_string() });
    assert_eq!(host.ask("check", &text(&outcome))["closed"], true);
    outcome["problem"]["from"] = "b1".into();
    let answer = host.ask("check", &text(&outcome));
    assert_eq!(
        (answer["valid"].as_bool(), answer["defects"][0]["step"].as_u64()),
        (Some(false), Some(1))
    );
}

#[test]
fn a_proof_is_checked() {
    let host = Host::new();
    let outcome = host.ask("solve", &json!({"board": "5x5", "from": "b1"}));
    let answer = host.ask("check-proof", &outcome);
    assert_eq!(
        (answer["schema"].as_str(), answer["holds"].as_bool()),
        (Some("caracole.proof/1"), Some(true))
    );
    let mut certificate = outcome["certificate"].clone();
    certificate["problem"]["from"] = "a1".into();
    let answer = host.ask("check-proof", &json!({ "certificate": certificate }));
    assert_eq!(
        (answer["holds"].as_bool(), answer["flaw"]["text"].is_string()),
        (Some(false), true)
    );
    let (status, _) = host.refused("check-proof", &host.ask("solve", &json!({"board": "5x5"})));
    assert_eq!(status, 422);
    let (status, _) = host.refused("check-proof", &json!({"board": "5x5"}));
    assert_eq!(status, 422);
}

#[test]
fn what_cannot_be_checked_is_told() {
    let host = Host::new();
    let cover = host.ask("solve", &json!({"board": "4x4", "knights": 2})).to_string();
    let vast = r#"{"board":"1000x1000","squares":["a1"]}"#;
    for (body, status, text) in [
        (json!({}), 400, "text: must hold the tour to check"),
        (
            json!({"text": cover}),
            422,
            "text: these are the paths of several knights: here one knight is checked",
        ),
        (json!({"text": vast}), 422, "a board of 1000000 squares: at most 250000 here"),
        (
            json!({"text": "a1 b3", "bord": "8x8"}),
            400,
            "there is no field 'bord': did you mean board? there are text, board, leapers, leaper, \
             closed, open, from, to, clues, use, avoid, knights, starts, problem",
        ),
    ] {
        assert_eq!(host.refused("check", &body), (status, text.to_owned()));
    }
    for text in ["", "hello world", "[[1, 2], [3"] {
        let (status, text) = host.refused("check", &json!({ "text": text }));
        assert!(status == 422 && text.starts_with("text: "), "{text}");
    }
}
