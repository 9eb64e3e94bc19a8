//! `coach`.

use serde_json::{Value, json};

use crate::client::{TestServer, names};

/// Returns the number of moves with this judgement.
fn judged(advice: &Value, word: &str) -> usize {
    let moves = advice["moves"].as_array().into_iter().flatten();
    moves.filter(|one| one["judgement"] == word).count()
}

#[test]
fn every_start_of_5x5_is_judged() {
    let server = TestServer::new();
    let advice = server.call("coach", &json!({"board": "5x5", "played": []}));
    assert_eq!(advice["schema"], "caracole.advice/1");
    assert_eq!(
        (advice["position"].as_str(), advice["text"].as_str()),
        (Some("open"), Some("the game can be won"))
    );
    assert_eq!((judged(&advice, "winning"), judged(&advice, "losing")), (13, 12));
    assert_eq!(advice["hint"], "a1");
}

#[test]
fn a_lost_game_says_why_and_how_far_to_go_back() {
    let server = TestServer::new();
    let advice = server.call("coach", &json!({"board": "5x5", "played": ["b1"], "back": true}));
    assert_eq!((advice["position"].as_str(), &advice["hint"]), (Some("lost"), &Value::Null));
    assert!(
        advice["reason"]["text"].as_str().is_some_and(|text| text.ends_with("b1 has the other"))
    );
    assert_eq!(advice["text"], advice["reason"]["text"]);
    assert_eq!(advice["back"], json!({"keep": 0, "proved": true}));
    assert_eq!(judged(&advice, "losing"), 3);
    // The field `back` is present only if the request asks for it.
    assert_eq!(server.call("coach", &json!({"board": "5x5", "played": ["b1"]})).get("back"), None);
    let advice = server.call("coach", &json!({"board": "4x4", "played": ["a1"], "back": true}));
    assert_eq!((&advice["back"], advice["never"]["kind"].is_string()), (&Value::Null, true));
}

#[test]
fn finished_and_blocked_games_are_recognised() {
    let server = TestServer::new();
    let tour = server.call("solve", &json!({"board": "5x5", "from": "a1"}));
    let squares = names(&tour["squares"]);
    let body = json!({"board": "5x5", "played": squares[..24]});
    let advice = server.call("coach", &body);
    assert_eq!(
        (advice["position"].as_str(), advice["hint"].as_str()),
        (Some("open"), Some(squares[24]))
    );
    let advice = server.call("coach", &json!({"board": "5x5", "played": squares}));
    assert_eq!(advice["position"], "finished");
    assert_eq!(advice["text"], "the game is won: a tour of the board");
    assert_eq!(advice["moves"], json!([]));
    // Only the centre of 3x3 is unvisited, and no move leads there.
    let ring = ["a1", "b3", "c1", "a2", "c3", "b1", "a3", "c2"];
    let advice = server.call("coach", &json!({"board": "3x3", "played": ring}));
    assert_eq!(advice["position"], "lost");
    let text = "dead end: no unvisited square is a move away from c2; 1 square is missing";
    assert_eq!(advice["text"], text);
}

#[test]
fn invalid_requests_are_errors() {
    let server = TestServer::new();
    for (body, status, text) in [
        (
            json!({"board": "8x8", "played": ["a1", "b2"]}),
            422,
            "step 2: a1 and b2 are not a knight's move apart",
        ),
        (
            json!({"board": "8x8", "played": ["a1", "b3", "a1"]}),
            422,
            "step 3: a1 was visited at step 1",
        ),
        (
            json!({"board": "51x50"}),
            422,
            "a board of 2550 squares has too many starts to judge them all: play the first square, \
             or take a board of at most 2500",
        ),
        (
            json!({"board": "101x100", "played": ["a1"]}),
            422,
            "a board of 10100 squares: at most 10000 here",
        ),
        (json!({"board": "8x8", "knights": 2}), 422, "the coach judges the game of one knight"),
        (
            json!({"board": "8x8", "played": "a1"}),
            400,
            "played: must be a list of squares such as [\"a1\",\"b3\"]",
        ),
        (json!({"board": "8x8", "back": 1}), 400, "back: must be true or false"),
    ] {
        assert_eq!(server.error("coach", &body), (status, text.to_owned()));
    }
}
