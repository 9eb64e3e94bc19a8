//! Work that nobody waits for.

use std::io::{BufRead, BufReader, Read, Write};
use std::thread;
use std::time::Duration;

use caracole_server::Settings;
use serde_json::{Value, json};

use crate::client::Host;

/// One job at a time, two of each client, and enough memory to begin a long count.
fn host() -> Host {
    Host::with(Settings {
        memory: 4 << 30,
        jobs_at_once: 1,
        jobs_per_client: 2,
        ..Settings::default()
    })
}

/// A count that nobody waits for.
fn long() -> Value {
    json!({"board":"7x10","closed":true})
}

fn begin(host: &Host, verb: &str, body: &Value) -> Value {
    let reply = host.post(&format!("/api/v1/jobs/{verb}"), body);
    assert_eq!(reply.status, 202, "{}", reply.text());
    let job = reply.json();
    assert_eq!(reply.header("location"), Some(path(&job).as_str()));
    assert_eq!((&job["schema"], &job["verb"]), (&json!("caracole.job/1"), &json!(verb)));
    job
}

fn path(job: &Value) -> String {
    format!("/api/v1/jobs/{}", job["id"].as_str().expect("a name"))
}

/// Looks at a job again and again, until it is as expected.
fn until(host: &Host, job: &Value, is_so: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..3000 {
        let job = host.get(&path(job)).json();
        if is_so(&job) {
            return job;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("a minute is over");
}

/// Watches a job to its end: the names of the events, and what each holds.
fn events(host: &Host, job: &Value) -> Vec<(String, Value)> {
    let reply = host.get(&format!("{}/events", path(job)));
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/event-stream")));
    let text = reply.text();
    let events = text.split("\n\n").filter(|event| event.starts_with("event"));
    let event = |event: &str| {
        let (name, data) = event.split_once('\n').expect("a name and data");
        let name = name.strip_prefix("event: ").expect("a name").to_owned();
        let data = data.strip_prefix("data: ").expect("data");
        (name, serde_json::from_str(data).expect("an object"))
    };
    events.map(event).collect()
}

#[test]
fn a_count_as_a_job_ends_with_its_number() {
    let host = host();
    let job = begin(&host, "count", &json!({"board":"6x6","closed":true}));
    let events = events(&host, &job);
    let (name, done) = events.last().expect("events");
    assert_eq!((name.as_str(), &done["state"]), ("done", &json!("done")));
    assert_eq!(done["answer"]["count"], "9862");
    let (before, progress) = (&events[..events.len() - 1], &done["progress"]);
    assert!(before.iter().all(|(name, _)| name == "progress"));
    assert!(progress["done"].as_f64().is_some_and(|done| (0.0..=1.0).contains(&done)));
    assert!(progress["part"].is_array() && progress["layer"].is_array());
    assert!(progress["states"].is_number() && progress["elapsed_ms"].is_number());
    // It is kept for who comes later, and gone when it is deleted.
    assert_eq!(&host.get(&path(&job)).json(), done);
    assert_eq!(host.send("DELETE", &path(&job)).json()["state"], "done");
    for method in ["GET", "DELETE"] {
        assert_eq!(host.send(method, &path(&job)).status, 404);
    }
}

#[test]
fn a_long_count_is_cancelled_and_leaves_its_place() {
    let host = host();
    let job = begin(&host, "count", &long());
    let waiting = begin(&host, "count", &long());
    assert_eq!(waiting["state"], "waiting");
    let refused = host.post("/api/v1/jobs/count", &long());
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")));
    // Who looks on and goes away changes nothing.
    let mut passer = host.connect();
    let request = format!("GET {}/events HTTP/1.1\r\nHost: localhost\r\n\r\n", path(&job));
    passer.write_all(request.as_bytes()).expect("a request");
    drop(passer);
    thread::scope(|scope| {
        let watched = scope.spawn(|| events(&host, &job));
        let running = until(&host, &job, |job| job["progress"]["elapsed_ms"].is_number());
        assert_eq!(running["state"], "running");
        assert_eq!(host.send("DELETE", &path(&job)).json()["state"], "cancelled");
        let events = watched.join().expect("a stream that ends");
        let (name, last) = events.last().expect("events");
        assert_eq!((name.as_str(), &last["state"]), ("done", &json!("cancelled")));
        assert!(last.get("answer").is_none());
    });
    assert_eq!(host.send("DELETE", &path(&waiting)).json()["state"], "cancelled");
    assert_eq!(host.get(&path(&waiting)).status, 404);
    // There is room again: for waiting at once, for work as soon as the old one has ended.
    let next = begin(&host, "count", &json!({"board":"5x5"}));
    let (_, done) = events(&host, &next).pop().expect("events");
    assert_eq!(done["answer"]["count"], "1728");
}

#[test]
fn what_a_job_cannot_be_is_refused_before_it_begins() {
    let host = host();
    for (verb, body, status) in [
        ("puzzle-sheet", json!({"board":"6x6"}), 422),
        ("count", json!({"board":"5x5","by":"chance"}), 400),
        ("cound", json!({"board":"5x5"}), 404),
    ] {
        let reply = host.post(&format!("/api/v1/jobs/{verb}"), &body);
        assert_eq!(reply.status, status, "{verb}: {}", reply.text());
    }
    // What only shows when the work begins is the end of the job.
    let job = begin(&host, "unrank", &json!({"board":"5x5","index":1728}));
    let (_, done) = events(&host, &job).pop().expect("events");
    assert_eq!((&done["state"], &done["error"]["kind"]), (&json!("done"), &json!("contradiction")));
    let unknown = host.get("/api/v1/jobs/00000000000000000000000000000000/events");
    assert_eq!(unknown.status, 404);
}

#[test]
fn all_clients_together_have_a_bound_too() {
    let host = Host::with(Settings {
        memory: 4 << 30,
        jobs_at_once: 1,
        jobs_per_client: 2,
        jobs_in_all: 1,
        ..Settings::default()
    });
    let job = begin(&host, "count", &long());
    let reply = host.post("/api/v1/jobs/count", &long());
    assert_eq!((reply.status, reply.json()["error"]["kind"].as_str()), (503, Some("busy")));
    host.send("DELETE", &path(&job));
}

#[test]
fn a_server_that_stops_tells_who_looks_on() {
    let host = host();
    let job = begin(&host, "count", &long());
    let mut stream = BufReader::new(host.connect());
    let request = format!("GET {}/events HTTP/1.1\r\nHost: localhost\r\n\r\n", path(&job));
    stream.get_mut().write_all(request.as_bytes()).expect("a request");
    // The first event comes at once.
    let mut text = String::new();
    while !text.contains("event: progress") {
        stream.read_line(&mut text).expect("a line");
    }
    drop(host);
    stream.read_to_string(&mut text).expect("the end");
    let last = text.rsplit("event: ").next().expect("events");
    assert!(last.starts_with("done") && last.contains("\"state\":\"cancelled\""), "{text}");
}
