//! `solve`.

use serde_json::json;

use super::names;
use crate::client::Host;

#[test]
fn one_of_three_outcomes() {
    let host = Host::new();
    let found = host.ask("solve", &json!({"board": "8x8", "closed": true, "from": "e4"}));
    assert_eq!(found["schema"], "caracole.outcome/1");
    assert_eq!((found["outcome"].as_str(), found["closed"].as_bool()), (Some("found"), Some(true)));
    let squares = names(&found["squares"]);
    assert_eq!((squares.len(), squares[0]), (64, "e4"));
    let none = host.ask("solve", &json!({"board": "5x5", "from": "b1"}));
    assert_eq!(none["outcome"], "impossible");
    assert!(none["reason"]["text"].as_str().is_some_and(|text| text.ends_with("b1 has the other")));
    let body = json!({"board": "8x8", "from": "a1", "method": "brute-force", "max_steps": 10});
    assert_eq!(host.ask("solve", &body)["stopped_by"], "steps");
}

#[test]
fn several_knights_share_a_board() {
    let host = Host::new();
    let body = json!({"board": "4x4", "knights": 2, "starts": ["a1", "d4"]});
    let answer = host.ask("solve", &body);
    assert_eq!((answer["outcome"].as_str(), answer["knights"].as_u64()), (Some("found"), Some(2)));
    let paths = answer["paths"].as_array().expect("paths");
    assert_eq!(paths.iter().map(|path| names(path).len()).sum::<usize>(), 16);
    assert_eq!((&paths[0][0], &paths[1][0]), (&"a1".into(), &"d4".into()));
}

#[test]
fn what_cannot_be_solved_is_told() {
    let host = Host::new();
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
    ] {
        assert_eq!(host.refused("solve", &body), (status, text.to_owned()));
    }
}
