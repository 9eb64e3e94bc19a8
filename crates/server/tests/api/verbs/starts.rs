//! `starts`.

use serde_json::json;

use super::names;
use crate::client::Host;

#[test]
fn a_theorem_or_a_search_tells() {
    let host = Host::new();
    let answer = host.ask("starts", &json!({"board": "5x5"}));
    assert_eq!(
        (answer["schema"].as_str(), answer["count"].as_u64()),
        (Some("caracole.starts/1"), Some(13))
    );
    assert!(answer["rule"].is_string() && answer["starts"][0] == "a1");
    // The ring round the middle of 3x3 is walked from both neighbours of its end.
    let answer = host.ask("starts", &json!({"board": "3x3-b2", "to": "a1"}));
    assert_eq!(names(&answer["starts"]), ["c2", "b3"]);
    assert_eq!((answer.get("rule"), answer.get("unknown")), (None, None));
}

#[test]
fn what_is_not_decided_in_time_is_unknown() {
    let host = Host::new();
    let body = json!({"board": "19x19-j10,k11", "leaper": "2,3", "timeout_ms": 0});
    let answer = host.ask("starts", &body);
    assert_eq!((answer["count"].as_u64(), names(&answer["unknown"]).len()), (Some(0), 359));
}

#[test]
fn what_cannot_be_told_is_told() {
    let host = Host::new();
    for (body, status, text) in [
        (
            json!({"board": "8x8", "from": "a1"}),
            422,
            "from: starts asks this of every square: leave it out",
        ),
        (
            json!({"board": "21x21-a2", "avoid": ["a1-b3"]}),
            422,
            "no theorem tells, and more than 400 starts are not tried",
        ),
        (
            json!({"board": "8x8", "knights": 2}),
            422,
            "knights: here the starts of one knight are told",
        ),
    ] {
        assert_eq!(host.refused("starts", &body), (status, text.to_owned()));
    }
}
