//! `film`.

use serde_json::{Value, json};

use crate::client::{TestServer, names};

fn numbers(list: &Value) -> Vec<i64> {
    list.as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}

/// Replays a film. Returns the final path and the number of backtracks.
fn play(events: &[i64]) -> (Vec<i64>, usize) {
    let (mut path, mut backtracks) = (Vec::new(), 0);
    for &event in events {
        match event {
            -1 => {
                path.pop();
                backtracks += 1;
            }
            -2 | -3 => {}
            start if start < -3 => path = vec![-4 - start],
            square => path.push(square),
        }
    }
    (path, backtracks)
}

#[test]
fn three_walks_by_warnsdorffs_rule_end_on_known_squares() {
    let server = TestServer::new();
    for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        let body =
            json!({"board": "8x8", "from": from, "method": "warnsdorff", "order": "76543218"});
        let film = server.call("film", &body);
        assert_eq!(
            (film["schema"].as_str(), film["cut"].as_bool()),
            (Some("caracole.film/1"), Some(false))
        );
        let (path, backtracks) = play(&numbers(&film["events"]));
        let square = i64::from(end.as_bytes()[0] - b'a') + 8 * i64::from(end.as_bytes()[1] - b'1');
        assert_eq!((path.len(), backtracks, path.last()), (64, 0, Some(&square)), "{from}");
        assert_eq!(film["outcome"]["squares"][63], end);
    }
}

#[test]
fn the_film_contains_every_backtrack() {
    let server = TestServer::new();
    let film =
        server.call("film", &json!({"board": "5x5", "from": "a1", "method": "backtracking"}));
    let (path, backtracks) = play(&numbers(&film["events"]));
    let stats = &film["outcome"]["stats"];
    assert!(backtracks > 0 && stats["backtracks"] == backtracks);
    assert_eq!(path.len(), 25);
    let squares = names(&film["outcome"]["squares"]);
    let named = path
        .iter()
        .map(|square| format!("{}{}", (b'a' + (square % 5) as u8) as char, square / 5 + 1));
    assert!(named.eq(squares.into_iter().map(str::to_owned)));
}

#[test]
fn a_film_is_cut_at_its_limit_and_the_method_continues() {
    let server = TestServer::new();
    let body = json!({"board": "5x5", "from": "a1", "method": "backtracking", "events": 10});
    let film = server.call("film", &body);
    assert_eq!(
        (film["events"].as_array().map(Vec::len), film["cut"].as_bool()),
        (Some(10), Some(true))
    );
    assert_eq!(film["outcome"]["outcome"], "found");
}

#[test]
fn films_contain_networks_and_trails() {
    let server = TestServer::new();
    let film = server.call("film", &json!({"board": "6x6", "method": "neural", "seed": 1}));
    let networks = film["networks"].as_array().expect("networks");
    let sweeps = numbers(&film["events"]).into_iter().filter(|event| *event == -2).count();
    assert!(!networks.is_empty() && networks.len() == sweeps);
    let moves = numbers(&networks[0]["moves"]);
    assert!(moves.chunks(2).all(|pair| {
        let apart = |by: i64| {
            [pair[0], pair[1]].map(|square| if by == 0 { square % 6 } else { square / 6 })
        };
        let [[a, b], [c, d]] = [apart(0), apart(1)];
        (a - b).abs() * (c - d).abs() == 2
    }));
    let film = server.call("film", &json!({"board": "6x6", "method": "ants", "timeout_ms": 2000}));
    let (moves, trails) =
        (numbers(&film["trail_moves"]), film["trails"].as_array().expect("trails"));
    // The board has 80 moves, each in both directions, as pairs.
    assert_eq!(moves.len(), 2 * 160);
    let strengths = numbers(&trails[0]["strengths"]);
    assert!(strengths.len() == 160 && strengths.iter().all(|strength| (0..100).contains(strength)));
}

#[test]
fn invalid_requests_are_errors() {
    let server = TestServer::new();
    for (body, status, text) in [
        (json!({"board": "101x100"}), 422, "a board of 10100 squares: at most 10000 here"),
        (
            json!({"board": "8x8", "events": 400_001}),
            422,
            "events: a film of 400001 events: at most 400000 here",
        ),
        (json!({"board": "8x8", "knights": 2}), 422, "knights: film records one knight"),
        (
            json!({"board": "8x8", "tie": "roth"}),
            422,
            "tie: has no effect with method auto: it goes with warnsdorff",
        ),
    ] {
        assert_eq!(server.error("film", &body), (status, text.to_owned()));
    }
}
