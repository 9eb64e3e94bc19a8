//! `longest`.

use serde_json::json;

use super::names;
use crate::client::Host;

#[test]
fn the_middle_of_3x3_is_left_out() {
    let host = Host::new();
    let answer = host.ask("longest", &json!({"board": "3x3", "from": "a1"}));
    assert_eq!(answer["schema"], "caracole.longest/1");
    assert_eq!((answer["length"].as_u64(), answer["proved"].as_bool()), (Some(8), Some(true)));
    let squares = names(&answer["squares"]);
    assert!(squares.len() == 8 && squares[0] == "a1" && !squares.contains(&"b2"));
}

#[test]
fn what_has_no_longest_path_is_told() {
    let host = Host::new();
    for (body, text) in [
        (json!({"board": "21x20"}), "a board of 420 squares: at most 400 here"),
        (
            json!({"board": "4x4", "closed": true}),
            "the longest path knows nothing of open or closed: leave it out",
        ),
    ] {
        assert_eq!(host.refused("longest", &body), (422, text.to_owned()));
    }
}
