//! The description of the API says what there is.

use std::collections::BTreeSet;
use std::io::BufReader;

use serde_json::{Map, Value, json};

use crate::client::{Host, Reply};

const FILE: &str = include_str!("../../src/openapi.json");

fn described() -> Map<String, Value> {
    let document: Value = serde_json::from_str(FILE).expect("JSON");
    document["paths"].as_object().expect("paths").clone()
}

/// The example of the body that an address takes.
fn example(path: &str) -> Value {
    let document: Value = serde_json::from_str(FILE).expect("JSON");
    let body = &document["paths"][path]["post"]["requestBody"]["$ref"];
    let body = body.as_str().expect("a reference").trim_start_matches('#');
    let body = document.pointer(body).expect("a body");
    body["content"]["application/json"]["example"].clone()
}

/// Every verb that gives no file can be a job, and every address has all errors described.
#[test]
fn every_job_and_every_error_is_described() {
    let paths = described();
    let host = Host::new();
    let about = host.get("/api/v1").json();
    for verb in super::verbs::names(&about["verbs"]) {
        let gives_file = ["draw", "puzzle-sheet"].contains(&verb);
        let path = format!("/api/v1/jobs/{verb}");
        assert_eq!(paths.contains_key(&path), !gives_file, "{path}");
    }
    for (path, methods) in &paths {
        for (method, operation) in methods.as_object().expect("methods") {
            let statuses = ["403", "405", "406", "500"].into_iter();
            let with_body = ["400", "408", "413", "415", "422", "429", "503"];
            let statuses = statuses.chain(with_body.into_iter().filter(|_| method == "post"));
            for status in statuses {
                let response = &operation["responses"][status]["$ref"];
                assert!(response.is_string(), "{method} {path}: {status} is not described");
            }
        }
    }
}

/// The schema calls `5.0` an integer, and so does the server.
#[test]
fn whole_numbers_may_have_a_decimal_point() {
    let host = Host::new();
    let body = json!({"board": "5x5", "seed": 7.0, "leaper": [1.0, 2.0], "method": "exact"});
    assert_eq!(host.ask("solve", &body)["seed"], 7);
    let (status, text) = host.refused("solve", &json!({"board": "5x5", "seed": 7.5}));
    assert_eq!((status, text.starts_with("seed: must be a whole number")), (400, true), "{text}");
}

#[test]
fn the_file_is_written_as_a_printer_would() {
    let document: Value = serde_json::from_str(FILE).expect("JSON");
    let pretty = serde_json::to_string_pretty(&document).expect("a text");
    assert!(FILE == format!("{pretty}\n"), "print it with two spaces for each level");
}

#[test]
fn the_guide_has_a_row_for_every_verb() {
    const GUIDE: &str = include_str!("../../../../docs/web.md");
    let is_row = |verb: &str| {
        let head = format!("| `{verb}`");
        GUIDE
            .lines()
            .any(|line| line.strip_prefix(&head).is_some_and(|row| row.matches('|').count() == 3))
    };
    let paths = described();
    let verbs = paths
        .iter()
        .filter(|(path, methods)| !path.contains("/jobs/") && methods.get("post").is_some());
    let mut rows = 0;
    for (path, _) in verbs {
        let verb = path.rsplit('/').next().unwrap_or_default();
        assert!(is_row(verb), "docs/web.md does not tell of {verb}");
        rows += 1;
    }
    assert!(rows >= 15, "only {rows} verbs");
}

#[test]
fn all_that_is_referred_to_is_there() {
    let document: Value = serde_json::from_str(FILE).expect("JSON");
    let mut left = vec![&document];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(list) => left.extend(list),
            Value::Object(object) => {
                if let Some(Value::String(reference)) = object.get("$ref") {
                    let pointer = reference.trim_start_matches('#');
                    assert!(document.pointer(pointer).is_some(), "{reference}");
                }
                left.extend(object.values());
            }
            _ => {}
        }
    }
}

#[test]
fn every_verb_is_described_and_answers_as_described() {
    let host = Host::new();
    let about = host.get("/api/v1").json();
    let verbs: BTreeSet<String> =
        super::verbs::names(&about["verbs"]).iter().map(|verb| format!("/api/v1/{verb}")).collect();
    let paths = described();
    let asked: BTreeSet<String> = paths
        .iter()
        .filter(|(path, methods)| methods.get("post").is_some() && !path.contains("/jobs/"))
        .map(|(path, _)| path.clone())
        .collect();
    assert_eq!(asked, verbs);
    for path in &asked {
        let post = &paths[path]["post"];
        let body = example(path);
        let reply = host.post(path, &body);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        let content = post["responses"]["200"]["content"].as_object().expect("a media type");
        let media = reply.header("content-type").and_then(|media| media.split(';').next());
        let media = media.expect("a media type");
        assert!(content.contains_key(media), "{path}: {media}");
        if media == "application/json" {
            let fields = |value: &Value| value.as_object().map(|o| o.keys().cloned().collect());
            let (told, example): (Option<Vec<String>>, _) =
                (fields(&reply.json()), fields(&content[media]["example"]));
            assert_eq!(told, example, "{path}");
            assert_eq!(reply.json()["schema"], content[media]["example"]["schema"], "{path}");
        }
    }
    for (path, methods) in paths.iter().filter(|(path, _)| !path.contains('{')) {
        if methods.get("get").is_some() {
            assert_eq!(host.get(path).status, 200, "{path}");
        }
    }
    assert_eq!(host.get("/api/v1/openapi.json").text(), FILE);
}

#[test]
fn jobs_are_begun_looked_at_watched_and_cancelled() {
    let host = Host::new();
    let begun = host.post("/api/v1/jobs/solve", &example("/api/v1/jobs/solve"));
    assert_eq!((begun.status, begun.json()["verb"].as_str()), (202, Some("solve")), "{begun:?}");
    let address = begun.header("location").expect("an address").to_owned();
    let events = host.get(&format!("{address}/events"));
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    let last = events.text();
    let last = last.trim_end().rsplit("\n\n").next().expect("an event");
    assert!(last.starts_with("event: done\n"), "{last}");
    let looked = host.get(&address);
    assert_eq!((looked.status, looked.json()["state"].as_str()), (200, Some("done")));
    assert_eq!(looked.json()["answer"]["outcome"], "found");
    assert_eq!(host.send("DELETE", &address).status, 200);
    for (method, path) in [("GET", &address), ("DELETE", &address)] {
        assert_eq!(host.send(method, path).status, 404, "{method}");
    }
}

#[test]
fn two_questions_on_one_connection() {
    let host = Host::new();
    let mut stream = BufReader::new(host.connect());
    for board in ["5x5", "6x6"] {
        let body = json!({ "board": board }).to_string();
        let request = format!(
            "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        std::io::Write::write_all(stream.get_mut(), request.as_bytes()).expect("sent");
        assert_eq!(Reply::read(&mut stream).json()["problem"]["board"], board);
    }
}
