//! Jobs and their events.

use std::io::{BufRead, BufReader, Read, Write};
use std::thread;
use std::time::Duration;

use caracole_server::Settings;
use serde_json::{Value, json};

use crate::client::TestServer;
use crate::schema::assert_valid;

/// A server that runs one job at a time, with enough memory for a long count.
fn server() -> TestServer {
    TestServer::with(Settings {
        memory: 4 << 30,
        job_slots: 1,
        max_jobs_per_client: 2,
        ..Settings::default()
    })
}

/// Returns a request for a count that takes longer than any test.
fn long() -> Value {
    json!({"board":"7x10","closed":true})
}

fn start(server: &TestServer, verb: &str, body: &Value) -> Value {
    let response = server.post(&format!("/api/v1/jobs/{verb}"), body);
    assert_eq!(response.status, 202, "{}", response.text());
    let job = response.json();
    assert_eq!(response.header("location"), Some(path(&job).as_str()));
    assert_eq!((&job["schema"], &job["verb"]), (&json!("caracole.job/1"), &json!(verb)));
    job
}

fn path(job: &Value) -> String {
    format!("/api/v1/jobs/{}", job["id"].as_str().expect("a name"))
}

/// Polls a job until it meets a condition.
fn until(server: &TestServer, job: &Value, condition: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..3000 {
        let job = server.get(&path(job)).json();
        if condition(&job) {
            return job;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("the job does not meet the condition within a minute");
}

/// Reads all events of a job. Returns their names and data.
fn events(server: &TestServer, job: &Value) -> Vec<(String, Value)> {
    let response = server.get(&format!("{}/events", path(job)));
    assert_eq!(
        (response.status, response.header("content-type")),
        (200, Some("text/event-stream"))
    );
    let text = response.text();
    let events = text.split("\n\n").filter(|event| event.starts_with("event"));
    let event = |event: &str| {
        let (name, data) = event.split_once('\n').expect("a name and data");
        let name = name.strip_prefix("event: ").expect("a name").to_owned();
        let data = data.strip_prefix("data: ").expect("data");
        let job: Value = serde_json::from_str(data).expect("an object");
        assert_valid(&json!({"$ref": "#/components/schemas/Job"}), &job);
        (name, job)
    };
    events.map(event).collect()
}

#[test]
fn a_job_ends_with_its_result() {
    let server = server();
    let job = start(&server, "count", &json!({"board":"6x6","closed":true}));
    let events = events(&server, &job);
    let (name, done) = events.last().expect("events");
    assert_eq!((name.as_str(), &done["state"]), ("done", &json!("done")));
    assert_eq!(done["answer"]["count"], "9862");
    let (before, progress) = (&events[..events.len() - 1], &done["progress"]);
    assert!(before.iter().all(|(name, _)| name == "progress"));
    assert!(progress["done"].as_f64().is_some_and(|done| (0.0..=1.0).contains(&done)));
    assert!(progress["part"].is_array() && progress["layer"].is_array());
    assert!(progress["states"].is_number() && progress["elapsed_ms"].is_number());
    // The result is kept until the client deletes the job.
    assert_eq!(&server.get(&path(&job)).json(), done);
    assert_eq!(server.send("DELETE", &path(&job)).json()["state"], "done");
    for method in ["GET", "DELETE"] {
        assert_eq!(server.send(method, &path(&job)).status, 404);
    }
}

#[test]
fn a_cancelled_job_frees_its_place() {
    let server = server();
    let job = start(&server, "count", &long());
    let waiting = start(&server, "count", &long());
    assert_eq!(waiting["state"], "waiting");
    let refused = server.post("/api/v1/jobs/count", &long());
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
    // A client that watches and disconnects changes nothing.
    let mut stream = server.connect();
    let request = format!("GET {}/events HTTP/1.1\r\nHost: localhost\r\n\r\n", path(&job));
    stream.write_all(request.as_bytes()).expect("a request");
    drop(stream);
    thread::scope(|scope| {
        let watched = scope.spawn(|| events(&server, &job));
        let running = until(&server, &job, |job| job["progress"]["elapsed_ms"].is_number());
        assert_eq!(running["state"], "running");
        assert_eq!(server.send("DELETE", &path(&job)).json()["state"], "cancelled");
        let events = watched.join().expect("a stream that ends");
        let (name, last) = events.last().expect("events");
        assert_eq!((name.as_str(), &last["state"]), ("done", &json!("cancelled")));
        assert!(last.get("answer").is_none());
    });
    assert_eq!(server.send("DELETE", &path(&waiting)).json()["state"], "cancelled");
    assert_eq!(server.get(&path(&waiting)).status, 404);
    // The next job waits at once, and runs as soon as the cancelled work has ended.
    let next = start(&server, "count", &json!({"board":"5x5"}));
    let (_, done) = events(&server, &next).pop().expect("events");
    assert_eq!(done["answer"]["count"], "1728");
}

#[test]
fn invalid_requests_are_errors_before_the_job_starts() {
    let server = server();
    for (verb, body, status) in [
        ("puzzle-sheet", json!({"board":"6x6"}), 422),
        ("count", json!({"board":"5x5","by":"chance"}), 400),
        ("cound", json!({"board":"5x5"}), 404),
    ] {
        let response = server.post(&format!("/api/v1/jobs/{verb}"), &body);
        assert_eq!(response.status, status, "{verb}: {}", response.text());
    }
    // An error of the work itself is the result of the job.
    let job = start(&server, "unrank", &json!({"board":"5x5","index":1728}));
    let (_, done) = events(&server, &job).pop().expect("events");
    assert_eq!((&done["state"], &done["error"]["kind"]), (&json!("done"), &json!("contradiction")));
    let unknown = server.get("/api/v1/jobs/00000000000000000000000000000000/events");
    assert_eq!(unknown.status, 404);
}

#[test]
fn the_number_of_jobs_is_limited_for_all_clients_together() {
    let server = TestServer::with(Settings {
        memory: 4 << 30,
        job_slots: 1,
        max_jobs_per_client: 2,
        max_jobs: 1,
        ..Settings::default()
    });
    let job = start(&server, "count", &long());
    let response = server.post("/api/v1/jobs/count", &long());
    assert_eq!((response.status, response.json()["error"]["kind"].as_str()), (503, Some("busy")));
    server.send("DELETE", &path(&job));
}

#[test]
fn event_streams_end_when_the_server_stops() {
    let server = server();
    let job = start(&server, "count", &long());
    let mut stream = BufReader::new(server.connect());
    let request = format!("GET {}/events HTTP/1.1\r\nHost: localhost\r\n\r\n", path(&job));
    stream.get_mut().write_all(request.as_bytes()).expect("a request");
    // The first event arrives at once.
    let mut text = String::new();
    while !text.contains("event: progress") {
        stream.read_line(&mut text).expect("a line");
    }
    drop(server);
    stream.read_to_string(&mut text).expect("the end");
    let last = text.rsplit("event: ").next().expect("events");
    assert!(last.starts_with("done") && last.contains("\"state\":\"cancelled\""), "{text}");
}
