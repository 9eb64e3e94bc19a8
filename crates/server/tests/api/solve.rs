//! `solve`, `longest` and `starts`.

use serde_json::json;

use crate::client::{TestServer, names};

#[test]
fn each_outcome_has_its_fields() {
    let server = TestServer::new();
    let found = server.call("solve", &json!({"board": "8x8", "closed": true, "from": "e4"}));
    assert_eq!(found["schema"], "caracole.outcome/2");
    assert_eq!((found["outcome"].as_str(), found["closed"].as_bool()), (Some("found"), Some(true)));
    let squares = names(&found["squares"]);
    assert_eq!((squares.len(), squares[0]), (64, "e4"));
    let none = server.call("solve", &json!({"board": "5x5", "from": "b1"}));
    assert_eq!(none["outcome"], "impossible");
    assert!(none["reason"]["text"].as_str().is_some_and(|text| text.ends_with("b1 has the other")));
    let body = json!({"board": "8x8", "from": "a1", "method": "brute-force", "max_steps": 10});
    assert_eq!(server.call("solve", &body)["stopped_by"], "steps");
}

#[test]
fn several_knights_share_a_board() {
    let server = TestServer::new();
    let body = json!({"board": "4x4", "knights": 2, "starts": ["a1", "d4"]});
    let answer = server.call("solve", &body);
    assert_eq!((answer["outcome"].as_str(), answer["knights"].as_u64()), (Some("found"), Some(2)));
    let paths = answer["paths"].as_array().expect("paths");
    assert_eq!(paths.iter().map(|path| names(path).len()).sum::<usize>(), 16);
    assert_eq!((&paths[0][0], &paths[1][0]), (&"a1".into(), &"d4".into()));
}

#[test]
fn invalid_solve_requests_are_errors() {
    let server = TestServer::new();
    for (body, status, text) in [
        (json!({"board": "501x500"}), 422, "a board of 250500 squares: at most 250000 here"),
        (
            json!({"board": "4x4", "knights": 2, "method": "warnsdorff"}),
            422,
            "warnsdorff is for one knight: several take auto or exact",
        ),
        (json!({"problem": "8x8"}), 400, "problem: must be an object with a board"),
        (
            json!({"board": "8x8", "seed": -1}),
            400,
            "seed: must be a whole number from 0, below 2^64",
        ),
        (
            json!({"board": "5x5", "method": "backtracking", "seed": 0}),
            422,
            "seed: has no effect with method backtracking: it goes with auto, warnsdorff, \
             construct, exact, patch, neural or ants",
        ),
        (
            json!({"board": "5x5", "method": "warnsdorff", "tie": "roth", "seed": 1}),
            422,
            "seed: has no effect with tie roth: it goes with random, pohl or pohl-least",
        ),
    ] {
        assert_eq!(server.error("solve", &body), (status, text.to_owned()));
    }
}

/// JSON does not distinguish `5.0` from `5`.
#[test]
fn a_whole_number_may_be_written_as_a_float() {
    let server = TestServer::new();
    for (seed, expected) in
        [("5.0", 5), ("1e3", 1000), ("3687768268292790.0", 3_687_768_268_292_790_u64)]
    {
        let body = format!(r#"{{"board":"8x8","seed":{seed}}}"#);
        let response = server.post_text("/api/v1/solve", &body);
        assert_eq!(response.status, 200, "{}", response.text());
        assert_eq!(response.json()["seed"], expected);
    }
    let (status, _) = server.error("solve", &json!({"board": "8x8", "seed": 5.5}));
    assert_eq!(status, 400);
}

/// A response states the seed if and only if the request may contain one.
#[test]
fn a_seed_is_accepted_if_and_only_if_it_has_an_effect() {
    let server = TestServer::new();
    for (method, tie, has_effect) in [
        ("auto", None, true),
        ("construct", None, true),
        ("exact", None, true),
        ("patch", None, true),
        ("neural", None, true),
        ("ants", None, true),
        ("warnsdorff", Some("random"), true),
        ("warnsdorff", Some("pohl"), true),
        ("warnsdorff", Some("pohl-least"), true),
        ("warnsdorff", Some("first"), false),
        ("warnsdorff", Some("roth"), false),
        ("warnsdorff", Some("squirrel"), false),
        ("warnsdorff", None, false),
        ("backtracking", None, false),
        ("brute-force", None, false),
    ] {
        for endpoint in ["solve", "film"] {
            let mut body = json!({"board": "5x5", "method": method, "tie": tie, "max_steps": 100});
            let mut answer = server.call(endpoint, &body);
            if endpoint == "film" {
                answer = answer["outcome"].take();
            }
            assert_eq!(answer["seed"].is_u64(), has_effect, "{endpoint} {method} {tie:?}");
            body["seed"] = 7.into();
            let path = format!("/api/v1/{endpoint}");
            let response = server.post(&path, &body);
            assert_eq!(response.status, if has_effect { 200 } else { 422 }, "{body}");
            if !has_effect {
                assert_eq!(response.json()["error"]["field"], "seed", "{body}");
            }
        }
    }
}

#[test]
fn the_longest_path_of_3x3_omits_the_centre() {
    let server = TestServer::new();
    let answer = server.call("longest", &json!({"board": "3x3", "from": "a1"}));
    assert_eq!(answer["schema"], "caracole.longest/1");
    assert_eq!((answer["length"].as_u64(), answer["proved"].as_bool()), (Some(8), Some(true)));
    let squares = names(&answer["squares"]);
    assert!(squares.len() == 8 && squares[0] == "a1" && !squares.contains(&"b2"));
}

#[test]
fn invalid_longest_requests_are_errors() {
    let server = TestServer::new();
    for (body, text) in [
        (json!({"board": "21x20"}), "a board of 420 squares: at most 400 here"),
        (
            json!({"board": "4x4", "closed": true}),
            "the longest path does not support open or closed tours: leave this out",
        ),
    ] {
        assert_eq!(server.error("longest", &body), (422, text.to_owned()));
    }
}

#[test]
fn starts_come_from_a_theorem_or_a_search() {
    let server = TestServer::new();
    let answer = server.call("starts", &json!({"board": "5x5"}));
    assert_eq!(
        (answer["schema"].as_str(), answer["count"].as_u64()),
        (Some("caracole.starts/1"), Some(13))
    );
    assert!(answer["rule"].is_string() && answer["starts"][0] == "a1");
    // The closed tour of the ring ends on a1 if it starts on either neighbour.
    let answer = server.call("starts", &json!({"board": "3x3-b2", "to": "a1"}));
    assert_eq!(names(&answer["starts"]), ["c2", "b3"]);
    assert_eq!((answer.get("rule"), answer.get("unknown")), (None, None));
}

#[test]
fn undecided_starts_are_unknown() {
    let server = TestServer::new();
    let body = json!({"board": "19x19-j10,k11", "leaper": "2,3", "timeout_ms": 0});
    let answer = server.call("starts", &body);
    assert_eq!((answer["count"].as_u64(), names(&answer["unknown"]).len()), (Some(0), 359));
    assert_eq!(
        (&answer["stopped_by"], &answer["tried"]),
        (&json!("time"), &json!("0 of 359 squares"))
    );
}

#[test]
fn invalid_starts_requests_are_errors() {
    let server = TestServer::new();
    for (body, status, text) in [
        (
            json!({"board": "8x8", "from": "a1"}),
            422,
            "from: starts tries every square: leave it out",
        ),
        (
            json!({"board": "21x21-a2", "avoid": ["a1-b3"]}),
            422,
            "no theorem applies, and boards of more than 400 squares are not searched",
        ),
        (
            json!({"board": "8x8", "knights": 2}),
            422,
            "knights: only the starts of one knight can be listed",
        ),
    ] {
        assert_eq!(server.error("starts", &body), (status, text.to_owned()));
    }
}
