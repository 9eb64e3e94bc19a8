//! Jobs of all kinds, without any request.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::*;
use crate::answer::Answer;

const CLIENT: Client = Client::new(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));

fn settings() -> Settings {
    Settings { jobs_at_once: 1, jobs_per_client: 3, jobs_in_all: 3, ..Settings::default() }
}

fn jobs(settings: &Settings) -> (Runtime, Jobs) {
    (Runtime::new().expect("a runtime"), Jobs::new(settings))
}

fn object(job: &Job) -> Value {
    serde_json::from_str(&job.text()).expect("an object")
}

/// Waits until nothing more will come of a job.
fn ended(runtime: &Runtime, job: &Job) -> Value {
    let mut standing = job.standing();
    let over = async { standing.wait_for(Standing::is_over).await.map(drop) };
    let over = runtime.block_on(async { tokio::time::timeout(Duration::from_mins(1), over).await });
    over.expect("an end").expect("a job");
    object(job)
}

/// Work that goes on until it is stopped, and says when it has begun.
fn endless() -> (Work, mpsc::Receiver<()>) {
    let (begun, begins) = mpsc::channel();
    let work = move |desk: Desk| {
        let _ = begun.send(());
        while !desk.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Answer::Json(json!("stopped")))
    };
    (Box::new(work), begins)
}

fn answers(answer: Value) -> Work {
    Box::new(move |_| Ok(Answer::Json(answer)))
}

#[test]
fn a_panic_is_a_fault_and_leaves_its_place() {
    let (runtime, jobs) = jobs(&settings());
    let _entered = runtime.enter();
    for _ in 0..4 {
        let job = jobs.begin(CLIENT, "test", Box::new(|_| panic!("on purpose"))).expect("a place");
        let object = ended(&runtime, &job);
        assert_eq!((&object["state"], &object["error"]["kind"]), (&json!("done"), &json!("fault")));
    }
    let job = jobs.begin(CLIENT, "test", answers(json!(7))).expect("a place");
    assert_eq!(ended(&runtime, &job)["answer"], 7);
}

#[test]
fn who_waits_and_is_cancelled_leaves_at_once() {
    let (runtime, jobs) = jobs(&settings());
    let _entered = runtime.enter();
    let (work, begins) = endless();
    let running = jobs.begin(CLIENT, "test", work).expect("a place");
    begins.recv().expect("it begins");
    let [one, other] =
        [1, 2].map(|number| jobs.begin(CLIENT, "test", answers(json!(number))).expect("a place"));
    assert_eq!(object(&one)["state"], "waiting");
    assert!(jobs.begin(CLIENT, "test", answers(json!(3))).is_err(), "three are enough");
    assert_eq!(object(&jobs.cancel(&one.name).expect("it is there"))["state"], "cancelled");
    assert!(jobs.find(&one.name).is_err());
    let third = jobs.begin(CLIENT, "test", answers(json!(3))).expect("the place is free");
    jobs.cancel(&running.name).expect("it is there");
    let object = ended(&runtime, &running);
    assert_eq!((&object["state"], object.get("answer")), (&json!("cancelled"), None));
    assert_eq!(ended(&runtime, &other)["answer"], 2, "the others go on");
    assert_eq!(ended(&runtime, &third)["answer"], 3);
    assert!(ended(&runtime, &one).get("answer").is_none(), "it was never begun");
}

#[test]
fn answers_are_kept_for_a_while_and_not_too_many() {
    let settings = settings();
    let (runtime, jobs) = jobs(&settings);
    let _entered = runtime.enter();
    let done = |answer: Value| {
        let job = jobs.begin(CLIENT, "test", answers(answer)).expect("a place");
        ended(&runtime, &job);
        job
    };
    let all: Vec<_> = (0..5).map(|number| done(json!(number))).collect();
    let kept: Vec<_> = all.iter().map(|job| jobs.find(&job.name).is_ok()).collect();
    assert_eq!(kept, [false, false, true, true, true]);
    // Who has many does not drive out who has one.
    let other =
        jobs.begin(Client::new([127, 0, 0, 2].into()), "test", answers(json!(7))).expect("a place");
    ended(&runtime, &other);
    let last = [8, 9, 10].map(|number| done(json!(number)));
    assert!(jobs.find(&other.name).is_ok());
    assert!(jobs.find(&last[0].name).is_err());
    jobs.cancel(&other.name).expect("it is there");
    // One alone may be larger than all together, but then it is alone.
    let long = done(Value::from("x".repeat(KEPT_BYTES)));
    assert!(jobs.find(&long.name).is_ok());
    assert!(jobs.find(&last[2].name).is_err());
    assert_eq!(locked(&jobs.list).jobs.len(), 1);
    let short = Settings { jobs_kept: Duration::ZERO, ..settings };
    locked(&jobs.list).forget_old(&short);
    assert!(jobs.find(&long.name).is_err());
}

#[test]
fn the_end_of_the_server_is_the_end_of_all() {
    let (runtime, jobs) = jobs(&settings());
    let _entered = runtime.enter();
    let (work, begins) = endless();
    let running = jobs.begin(CLIENT, "test", work).expect("a place");
    begins.recv().expect("it begins");
    let waiting = jobs.begin(CLIENT, "test", answers(json!(1))).expect("a place");
    jobs.close();
    for job in [running, waiting] {
        assert_eq!(ended(&runtime, &job)["state"], "cancelled");
    }
    assert!(jobs.begin(CLIENT, "test", answers(json!(2))).is_err());
}

#[test]
fn progress_is_told_at_once_and_then_now_and_then() {
    let (runtime, jobs) = jobs(&settings());
    let _entered = runtime.enter();
    let begun = Instant::now();
    let told = Arc::new(AtomicU64::new(0));
    let telling = Arc::clone(&told);
    let work: Work = Box::new(move |desk| {
        while begun.elapsed() < Duration::from_millis(250) {
            desk.tell(|| json!(telling.fetch_add(1, Ordering::Relaxed)));
        }
        Ok(Answer::Json(Value::Null))
    });
    let job = jobs.begin(CLIENT, "test", work).expect("a place");
    assert!(object(&job)["progress"].is_null() || object(&job)["progress"] == 0);
    ended(&runtime, &job);
    let told = told.load(Ordering::Relaxed);
    assert!((1..=3).contains(&told), "{told}");
}

#[test]
fn ids_differ_and_every_bit_is_random() {
    let names: std::collections::HashSet<_> =
        (0..1000).map(|_| new_id().expect("a random source")).collect();
    assert_eq!(names.len(), 1000);
    assert!(names.iter().all(|name| name.len() == 32));
    // Every one of the 128 bits is drawn.
    let bits: Vec<u128> =
        names.iter().map(|name| u128::from_str_radix(name, 16).expect("hexadecimal")).collect();
    assert_eq!(bits.iter().fold(0, |all, bits| all | bits), u128::MAX);
    assert_eq!(bits.iter().fold(u128::MAX, |all, bits| all & bits), 0);
    let first: std::collections::HashSet<_> = names.iter().map(|name| &name[..8]).collect();
    assert!(first.len() > 990, "{}", first.len());
}
