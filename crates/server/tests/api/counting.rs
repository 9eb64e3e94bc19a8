//! `count`, `sample`, `rank` and `unrank`.

use caracole::formats::json::parse_problem;
use caracole::{Path, Tour};
use serde_json::{Value, json};

use crate::client::TestServer;

fn server() -> TestServer {
    TestServer::with_memory(1 << 30)
}

/// Returns true if these squares are a tour of the problem.
fn is_tour(problem: &Value, squares: &Value) -> bool {
    let problem = parse_problem(problem).expect("a problem");
    let names = squares.as_array().expect("a list").iter();
    let squares = names.map(|name| problem.board().parse_square(name.as_str().expect("a name")));
    let path: Path = squares.collect::<Result<_, _>>().expect("squares");
    Tour::verify(&problem, path).is_ok()
}

#[test]
fn every_convention_has_its_count() {
    let server = server();
    for (body, count, convention) in [
        (json!({"board":"6x6","closed":true}), "9862", "undirected closed tours"),
        (json!({"board":"6x6","closed":true,"directed":true}), "19724", "directed closed tours"),
        (
            json!({"problem":{"board":"6x6","closed":true},"by":"class"}),
            "1245",
            "undirected closed tours, up to turns and mirrors of the board",
        ),
        (json!({"board":"5x5","by":"all"}), "1728", "directed tours, open and closed together"),
        (
            json!({"board":"5x5","directed":false}),
            "864",
            "undirected tours, open and closed together",
        ),
        // Clues are counted by enumeration.
        (
            json!({"board":"5x5","clues":{"a1":1,"b3":2}}),
            "152",
            "directed tours, open and closed together",
        ),
        (json!({"board":"4x4"}), "0", "directed tours, open and closed together"),
    ] {
        let answer = server.call("count", &body);
        assert_eq!(answer["schema"], "caracole.count/1");
        assert_eq!((&answer["count"], &answer["convention"]), (&json!(count), &json!(convention)));
    }
    let answer = server.call("count", &json!({"board":"5x5","by":"start"}));
    assert_eq!(
        (&answer["count"], &answer["by_start"][0]),
        (&json!("1728"), &json!({"square":"a1","count":"304"}))
    );
    assert_eq!(answer["by_start"].as_array().map(Vec::len), Some(25));
}

#[test]
fn a_count_stops_at_its_time_limit() {
    let body = json!({"board":"8x8","clues":{"a1":1,"b3":2,"e4":30},"timeout_ms":50});
    let answer = server().call("count", &body);
    assert!(answer["count"].is_null());
    assert_eq!(
        (&answer["stopped_by"], &answer["tried"]),
        (&json!("time"), &json!("while counting one by one"))
    );
}

#[test]
fn invalid_requests_are_errors() {
    let server = server();
    for (verb, body, status, text) in [
        ("count", json!({"board":"10x10"}), 422, "run it on the command line"),
        ("sample", json!({"board":"8x8"}), 422, "run it on the command line"),
        (
            "rank",
            json!({"board":"8x8","closed":true,"squares":["a1"]}),
            422,
            "not one of the undirected closed tours",
        ),
        ("unrank", json!({"board":"9x9","index":0}), 422, "run it on the command line"),
        ("count", json!({"board":"100x100"}), 422, "at most 2500 here"),
        ("count", json!({"board":"5x5","by":"start","from":"a1"}), 422, "leave out the start"),
        ("count", json!({"board":"5x5","by":"start","directed":false}), 422, "leave out directed"),
        (
            "count",
            json!({"board":"5x5","by":"class","from":"a1"}),
            422,
            "leave out the fixed squares",
        ),
        ("count", json!({"board":"5x5","knights":2}), 422, "only the tours of one knight"),
        ("count", json!({"board":"5x5","by":"chance"}), 400, "must be all, start or class"),
        ("count", json!({"board":"5x5","directed":"yes"}), 400, "must be true or false"),
        ("count", json!({"board":"5x5","bye":"all"}), 400, "did you mean by?"),
        ("count", json!({"board":"5x"}), 400, "board"),
        ("sample", json!({"board":"5x5","n":0}), 400, "must be from 1 to 100"),
        ("sample", json!({"board":"5x5","n":101}), 400, "must be from 1 to 100"),
        ("rank", json!({"board":"5x5","squares":["z9"]}), 422, "z9"),
        ("rank", json!({"board":"5x5"}), 422, "not one of"),
        ("unrank", json!({"board":"5x5"}), 400, "must be a whole number"),
        ("unrank", json!({"board":"5x5","index":-1}), 400, "must be a whole number"),
        (
            "unrank",
            json!({"board":"5x5","index":"9".repeat(100_000)}),
            400,
            "must be a whole number",
        ),
        ("unrank", json!({"board":"5x5","index":"1728"}), 422, "run from 0 to 1727"),
        ("unrank", json!({"board":"4x4","index":0}), 422, "there is no tour to number"),
    ] {
        let (found, message) = server.error(verb, &body);
        assert!(found == status && message.contains(text), "{verb} {body}: {found} {message}");
    }
}

#[test]
fn samples_depend_on_the_seed_only() {
    let server = server();
    let problem = json!({"board":"6x6","closed":true});
    let draw = |seed: u64| {
        let answer = server.call("sample", &json!({"problem":problem,"n":3,"seed":seed}));
        assert_eq!((&answer["of"], &answer["seed"]), (&json!("9862"), &json!(seed)));
        assert_eq!(answer["convention"], "undirected closed tours");
        answer["tours"].as_array().expect("tours").clone()
    };
    let tours = draw(7);
    assert_eq!(tours.len(), 3);
    assert!(tours.iter().all(|tour| is_tour(&problem, tour)));
    assert_eq!(tours, draw(7));
    assert_ne!(tours, draw(8));
    let none = server.call("sample", &json!({"board":"4x4"}));
    assert_eq!((&none["of"], &none["tours"]), (&json!("0"), &json!([])));
}

#[test]
fn rank_and_unrank_are_inverse() {
    let server = server();
    let problem = json!({"board":"6x6","closed":true});
    for index in [json!(4711), json!("4711")] {
        let found = server.call("unrank", &json!({"problem":problem,"index":index}));
        assert_eq!((&found["outcome"], &found["rank"]), (&json!("found"), &json!("4711")));
        assert_eq!(found["of"], "9862");
        assert!(is_tour(&problem, &found["squares"]));
        let body = json!({"problem":problem,"squares":found["squares"]});
        let ranked = server.call("rank", &body);
        assert_eq!(ranked["schema"], "caracole.rank/1");
        assert_eq!((&ranked["rank"], &ranked["of"]), (&json!("4711"), &json!("9862")));
    }
}
