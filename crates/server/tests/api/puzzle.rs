//! `puzzle-make`, `puzzle-unique` and `puzzle-sheet`.

use serde_json::{Value, json};

use crate::client::TestServer;

fn puzzle(server: &TestServer) -> Value {
    server.call("puzzle-make", &json!({"board":"6x6","minimal":true,"seed":7}))
}

#[test]
fn a_puzzle_has_one_solution_until_a_clue_is_removed() {
    let server = TestServer::new();
    let made = puzzle(&server);
    assert_eq!(made["schema"], "caracole.puzzle/2");
    assert_eq!((&made["minimal"], &made["seed"]), (&json!(true), &json!(7)));
    let clues = made["problem"]["clues"].as_object().map_or(0, serde_json::Map::len);
    let ends = ["from", "to"].iter().filter(|&&end| made["problem"].get(end).is_some()).count();
    assert_eq!(made["clues"], clues + ends);
    let answer = server.call("puzzle-unique", &made["problem"]);
    assert_eq!(
        (&answer["unique"], &answer["solutions"]),
        (&json!(true), &json!([made["solution"]]))
    );
    assert_eq!((&answer["grade"], &answer["branches"]), (&made["grade"], &made["branches"]));
    let mut fewer = made["problem"].clone();
    let clues = fewer["clues"].as_object_mut().expect("clues");
    let first = clues.keys().next().expect("a clue").clone();
    clues.remove(&first);
    let answer = server.call("puzzle-unique", &json!({"problem":fewer}));
    assert_eq!(answer["unique"], false);
    assert_eq!(answer["solutions"].as_array().map(Vec::len), Some(2));
    // Both have a sheet, but only a puzzle with one solution has a sheet with the solution.
    let sheet = |problem: &Value, solution: bool| {
        server.post("/api/v1/puzzle-sheet", &json!({"problem":problem,"solution":solution}))
    };
    let [plain, solved] = [false, true].map(|solution| sheet(&made["problem"], solution));
    for sheet in [&plain, &solved] {
        assert_eq!((sheet.status, sheet.header("content-type")), (200, Some("image/svg+xml")));
        assert!(sheet.text().starts_with("<svg") && sheet.text().ends_with("</svg>\n"));
    }
    assert!(solved.body.len() > plain.body.len());
    assert!(
        plain.text().contains("puzzle, 6x6</text>"),
        "the sheet without a solution has no grade"
    );
    assert_eq!(sheet(&fewer, false).status, 200);
    let body = json!({"problem":fewer,"solution":true});
    let (status, text) = server.error("puzzle-sheet", &body);
    assert_eq!((status, text.as_str()), (422, "not a puzzle: more than one tour fits the clues"));
}

#[test]
fn a_board_without_a_tour_has_no_puzzle() {
    let server = TestServer::new();
    let answer = server.call("puzzle-make", &json!({"board":"4x4"}));
    assert_eq!(
        (&answer["outcome"], answer["reason"]["text"].is_string()),
        (&json!("impossible"), true)
    );
    let answer = server.call("puzzle-unique", &json!({"board":"4x4"}));
    assert_eq!((&answer["unique"], &answer["solutions"]), (&json!(false), &json!([])));
    assert!(answer["reason"]["text"].is_string());
    let (status, text) = server.error("puzzle-sheet", &json!({"board":"4x4","solution":true}));
    assert!(status == 422 && text.contains("no tour fits the clues"), "{text}");
    // No solver finishes a board of this size without any time.
    let answer = server.call("puzzle-unique", &json!({"board":"50x50","timeout_ms":0}));
    assert_eq!((&answer["unique"], &answer["stopped_by"]), (&Value::Null, &json!("time")));
    assert!(answer["tried"].is_string());
}

#[test]
fn invalid_requests_are_errors() {
    let server = TestServer::new();
    for (verb, body, status, text) in [
        ("puzzle-make", json!({"board":"6x6","clue_count":99}), 422, "99"),
        ("puzzle-make", json!({"board":"6x6","clue_count":9,"minimal":true}), 422, "clue_count"),
        ("puzzle-make", json!({"board":"6x6-a1","symmetric":true}), 422, "half turn"),
        ("puzzle-make", json!({"board":"6x6","knights":2}), 422, "knight"),
        ("puzzle-make", json!({"board":"20x21"}), 422, "at most 400 here"),
        ("puzzle-make", json!({"board":"6x6","minimal":1}), 400, "must be true or false"),
        ("puzzle-make", json!({"board":"6x6","clue_count":"many"}), 400, "must be a whole number"),
        ("puzzle-unique", json!({"board":"51x50"}), 422, "at most 2500 here"),
        ("puzzle-unique", json!({"board":"6x6","knights":2}), 422, "one knight"),
        ("puzzle-sheet", json!({"board":"6x6","solution":"yes"}), 400, "must be true or false"),
    ] {
        let (found, message) = server.error(verb, &body);
        assert!(found == status && message.contains(text), "{verb} {body}: {found} {message}");
    }
}
