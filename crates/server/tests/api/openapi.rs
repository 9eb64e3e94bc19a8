//! `openapi.json` agrees with the server.

use std::collections::BTreeSet;
use std::io::BufReader;

use serde_json::{Map, Value, json};

use crate::client::{Response, TestServer, names};
use crate::schema::{DOCUMENT, OPENAPI, assert_valid, resolve};

fn paths() -> &'static Map<String, Value> {
    DOCUMENT["paths"].as_object().expect("paths")
}

/// Returns the example of the request body of a path.
fn example(path: &str) -> &'static Value {
    let body = resolve(&DOCUMENT["paths"][path]["post"]["requestBody"]);
    &body["content"]["application/json"]["example"]
}

/// Calls `visit` with each value of the document.
fn visit_values(mut visit: impl FnMut(&Value)) {
    let mut pending = vec![&*DOCUMENT];
    while let Some(value) = pending.pop() {
        visit(value);
        match value {
            Value::Array(list) => pending.extend(list),
            Value::Object(object) => pending.extend(object.values()),
            _ => {}
        }
    }
}

/// Every endpoint that returns no file can be a job, and every path describes all errors.
#[test]
fn every_job_and_every_error_is_documented() {
    let paths = paths();
    let server = TestServer::new();
    let about = server.get("/api/v1").json();
    for verb in names(&about["verbs"]) {
        let returns_file = ["draw", "puzzle-sheet"].contains(&verb);
        let path = format!("/api/v1/jobs/{verb}");
        assert_eq!(paths.contains_key(&path), !returns_file, "{path}");
    }
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().expect("methods") {
            let statuses = ["403", "405", "406", "500"].into_iter();
            let with_body = ["400", "408", "413", "415", "422", "429", "503"];
            let statuses = statuses.chain(with_body.into_iter().filter(|_| method == "post"));
            for status in statuses {
                let response = &operation["responses"][status]["$ref"];
                assert!(response.is_string(), "{method} {path}: {status} is not documented");
            }
        }
    }
}

/// The schema calls `5.0` an integer, and so does the server.
#[test]
fn integers_may_have_a_decimal_point() {
    let server = TestServer::new();
    let body = json!({"board": "5x5", "seed": 7.0, "leaper": [1.0, 2.0], "method": "exact"});
    assert_eq!(server.call("solve", &body)["seed"], 7);
    let (status, text) = server.error("solve", &json!({"board": "5x5", "seed": 7.5}));
    assert_eq!((status, text.starts_with("seed: must be a whole number")), (400, true), "{text}");
}

#[test]
fn the_document_is_pretty_printed() {
    let pretty = serde_json::to_string_pretty(&*DOCUMENT).expect("a text");
    assert!(OPENAPI == format!("{pretty}\n"), "use two spaces for each level");
}

#[test]
fn the_guide_has_a_row_for_every_endpoint() {
    const GUIDE: &str = include_str!("../../../../docs/web.md");
    let is_row = |verb: &str| {
        let head = format!("| `{verb}`");
        GUIDE
            .lines()
            .any(|line| line.strip_prefix(&head).is_some_and(|row| row.matches('|').count() == 3))
    };
    let paths = paths();
    let verbs = paths
        .iter()
        .filter(|(path, methods)| !path.contains("/jobs/") && methods.get("post").is_some());
    let mut rows = 0;
    for (path, _) in verbs {
        let verb = path.rsplit('/').next().unwrap_or_default();
        assert!(is_row(verb), "docs/web.md does not mention {verb}");
        rows += 1;
    }
    assert!(rows >= 15, "only {rows} endpoints");
}

#[test]
fn all_references_resolve() {
    visit_values(|value| {
        if let Some(Value::String(reference)) = value.get("$ref") {
            let pointer = reference.trim_start_matches('#');
            assert!(DOCUMENT.pointer(pointer).is_some(), "{reference}");
        }
    });
}

#[test]
fn all_examples_match_their_schemas() {
    let mut examples = 0;
    visit_values(|value| {
        let (Some(schema), Some(example)) = (value.get("schema"), value.get("example")) else {
            return;
        };
        // Examples of answers contain the field `schema` too, as a string.
        if schema.is_object() {
            assert_valid(schema, example);
            examples += 1;
        }
    });
    assert!(examples >= 30, "only {examples} examples");
}

/// [`TestServer::post`] validates the responses.
#[test]
fn every_endpoint_is_documented_and_its_example_works() {
    let server = TestServer::new();
    let about = server.get("/api/v1").json();
    let endpoints: BTreeSet<String> =
        names(&about["verbs"]).iter().map(|name| format!("/api/v1/{name}")).collect();
    let documented: BTreeSet<String> = paths()
        .iter()
        .filter(|(path, methods)| methods.get("post").is_some() && !path.contains("/jobs/"))
        .map(|(path, _)| path.clone())
        .collect();
    assert_eq!(documented, endpoints);
    for path in &documented {
        let response = server.post(path, example(path));
        assert_eq!(response.status, 200, "{path}: {}", response.text());
        let content = &paths()[path]["post"]["responses"]["200"]["content"]["application/json"];
        if let Some(example) = content["example"].as_object() {
            let answer = response.json();
            let answer = answer.as_object().expect("an object");
            assert!(answer.keys().eq(example.keys()), "{path}: {answer:?}");
            assert_eq!(answer["schema"], example["schema"], "{path}");
        }
    }
    for (path, methods) in paths().iter().filter(|(path, _)| !path.contains('{')) {
        if methods.get("get").is_some() {
            assert_eq!(server.get(path).status, 200, "{path}");
        }
    }
    assert_eq!(server.get("/api/v1/openapi.json").text(), OPENAPI);
}

#[test]
fn jobs_are_started_read_watched_and_cancelled() {
    let server = TestServer::new();
    let job = server.post("/api/v1/jobs/solve", example("/api/v1/jobs/solve"));
    assert_eq!((job.status, job.json()["verb"].as_str()), (202, Some("solve")), "{job:?}");
    let address = job.header("location").expect("an address").to_owned();
    let events = server.get(&format!("{address}/events"));
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    let last = events.text();
    let last = last.trim_end().rsplit("\n\n").next().expect("an event");
    assert!(last.starts_with("event: done\n"), "{last}");
    let looked = server.get(&address);
    assert_eq!((looked.status, looked.json()["state"].as_str()), (200, Some("done")));
    assert_eq!(looked.json()["answer"]["outcome"], "found");
    assert_eq!(server.send("DELETE", &address).status, 200);
    for (method, path) in [("GET", &address), ("DELETE", &address)] {
        assert_eq!(server.send(method, path).status, 404, "{method}");
    }
}

#[test]
fn two_requests_on_one_connection() {
    let server = TestServer::new();
    let mut stream = BufReader::new(server.connect());
    for board in ["5x5", "6x6"] {
        let body = json!({ "board": board }).to_string();
        let request = format!(
            "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        std::io::Write::write_all(stream.get_mut(), request.as_bytes()).expect("sent");
        assert_eq!(Response::read(&mut stream).json()["problem"]["board"], board);
    }
}
