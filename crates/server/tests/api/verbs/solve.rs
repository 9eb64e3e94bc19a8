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
    let body = json!({"board": "8x8", "from": "a1", "method": "brute-force", "max_steps": 100});
    assert_eq!(host.ask("solve", &body)["stopped_by"], "steps");
}
