use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::atomic::AtomicU64;
use std::sync::mpsc;

use serde_json::json;
use tokio::runtime::Runtime;

use super::*;

const CLIENT: Client = Client::new(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));

fn settings() -> Settings {
    Settings { job_slots: 1, max_jobs_per_client: 3, max_jobs: 3, ..Settings::default() }
}

fn jobs(settings: &Settings) -> (Runtime, Jobs) {
    (Runtime::new().expect("a runtime"), Jobs::new(settings))
}

fn start(jobs: &Jobs, work: Work) -> Arc<Job> {
    jobs.start(CLIENT, "test", work).expect("a free place")
}

fn object(job: &Job) -> Value {
    serde_json::from_str(&job.to_json()).expect("an object")
}

/// Waits until a job is done or cancelled.
fn wait(runtime: &Runtime, job: &Job) -> Value {
    let mut status = job.status();
    let end = async { status.wait_for(JobStatus::is_final).await.map(drop) };
    let end = runtime.block_on(async { tokio::time::timeout(Duration::from_mins(1), end).await });
    end.expect("an end within a minute").expect("a sender");
    object(job)
}

/// Returns work that runs until it is cancelled, and a channel that reports its start.
fn endless() -> (Work, mpsc::Receiver<()>) {
    let (sender, started) = mpsc::channel();
    let work = move |context: WorkContext| {
        let _ = sender.send(());
        while !context.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Content::Json(json!("cancelled")))
    };
    (Box::new(work), started)
}

fn constant(answer: Value) -> Work {
    Box::new(move |_| Ok(Content::Json(answer)))
}

#[test]
fn a_panic_is_an_internal_error_and_frees_its_place() {
    let (runtime, jobs) = jobs(&settings());
    let _entered = runtime.enter();
    for _ in 0..4 {
        let job = start(&jobs, Box::new(|_| panic!("on purpose")));
        let object = wait(&runtime, &job);
        assert_eq!((&object["state"], &object["error"]["kind"]), (&json!("done"), &json!("fault")));
    }
    let job = start(&jobs, constant(json!(7)));
    assert_eq!(wait(&runtime, &job)["answer"], 7);
}

#[test]
fn a_waiting_job_that_is_cancelled_frees_its_place_at_once() {
    let (runtime, jobs) = jobs(&settings());
    let _entered = runtime.enter();
    let (work, started) = endless();
    let running = start(&jobs, work);
    started.recv().expect("the job starts");
    let [one, other] = [1, 2].map(|number| start(&jobs, constant(json!(number))));
    assert_eq!(object(&one)["state"], "waiting");
    assert!(jobs.start(CLIENT, "test", constant(json!(3))).is_err(), "the limit is three jobs");
    assert_eq!(object(&jobs.cancel(&one.id).expect("a job"))["state"], "cancelled");
    assert!(jobs.find(&one.id).is_err());
    let third = start(&jobs, constant(json!(3)));
    jobs.cancel(&running.id).expect("a job");
    let object = wait(&runtime, &running);
    assert_eq!((&object["state"], object.get("answer")), (&json!("cancelled"), None));
    assert_eq!(wait(&runtime, &other)["answer"], 2, "the other jobs continue");
    assert_eq!(wait(&runtime, &third)["answer"], 3);
    assert!(wait(&runtime, &one).get("answer").is_none(), "it never started");
}

#[test]
fn results_are_kept_within_limits_on_time_number_and_size() {
    let settings = settings();
    let (runtime, jobs) = jobs(&settings);
    let _entered = runtime.enter();
    let done = |answer: Value| {
        let job = start(&jobs, constant(answer));
        wait(&runtime, &job);
        job
    };
    let all: Vec<_> = (0..5).map(|number| done(json!(number))).collect();
    let kept: Vec<_> = all.iter().map(|job| jobs.find(&job.id).is_ok()).collect();
    assert_eq!(kept, [false, false, true, true, true]);
    // A client with many results does not evict the only result of another one.
    let other = Client::new([127, 0, 0, 2].into());
    let other = jobs.start(other, "test", constant(json!(7))).expect("a free place");
    wait(&runtime, &other);
    let last = [8, 9, 10].map(|number| done(json!(number)));
    assert!(jobs.find(&other.id).is_ok());
    assert!(jobs.find(&last[0].id).is_err());
    jobs.cancel(&other.id).expect("a job");
    // A single result may exceed the total size, and then it is the only one.
    let long = done(Value::from("x".repeat(MAX_KEPT_BYTES)));
    assert!(jobs.find(&long.id).is_ok());
    assert!(jobs.find(&last[2].id).is_err());
    assert_eq!(lock(&jobs.list).jobs.len(), 1);
    let short = Settings { job_retention: Duration::ZERO, ..settings };
    lock(&jobs.list).evict(&short);
    assert!(jobs.find(&long.id).is_err());
}

#[test]
fn closing_cancels_all_jobs() {
    let (runtime, jobs) = jobs(&settings());
    let _entered = runtime.enter();
    let (work, started) = endless();
    let running = start(&jobs, work);
    started.recv().expect("the job starts");
    let waiting = start(&jobs, constant(json!(1)));
    jobs.close();
    for job in [running, waiting] {
        assert_eq!(wait(&runtime, &job)["state"], "cancelled");
    }
    assert!(jobs.start(CLIENT, "test", constant(json!(2))).is_err());
}

#[test]
fn progress_is_reported_at_once_and_then_at_intervals() {
    let (runtime, jobs) = jobs(&settings());
    let _entered = runtime.enter();
    let start_time = Instant::now();
    let reports = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&reports);
    let work: Work = Box::new(move |context| {
        while start_time.elapsed() < Duration::from_millis(250) {
            context.report_progress(|| json!(counter.fetch_add(1, Ordering::Relaxed)));
        }
        Ok(Content::Json(Value::Null))
    });
    let job = start(&jobs, work);
    assert!(object(&job)["progress"].is_null() || object(&job)["progress"] == 0);
    wait(&runtime, &job);
    let reports = reports.load(Ordering::Relaxed);
    assert!((1..=3).contains(&reports), "{reports}");
}

#[test]
fn ids_differ_and_every_bit_is_random() {
    let ids: HashSet<_> = (0..1000).map(|_| new_id().expect("a random source")).collect();
    assert_eq!(ids.len(), 1000);
    assert!(ids.iter().all(|id| id.len() == 32));
    let bits: Vec<u128> =
        ids.iter().map(|id| u128::from_str_radix(id, 16).expect("hexadecimal")).collect();
    assert_eq!(bits.iter().fold(0, |all, bits| all | bits), u128::MAX);
    assert_eq!(bits.iter().fold(u128::MAX, |all, bits| all & bits), 0);
    let prefixes: HashSet<_> = ids.iter().map(|id| &id[..8]).collect();
    assert!(prefixes.len() > 990, "{}", prefixes.len());
}
