use std::panic::resume_unwind;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;
use tokio::runtime::Runtime;

use super::*;

const CLIENT: Client = Client::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST));

fn state(settings: Settings) -> (Runtime, AppState) {
    (Runtime::new().expect("threads"), AppState::new(settings))
}

fn done() -> Work {
    Box::new(|_| Ok(Answer::Json(Value::Null)))
}

#[test]
fn a_panic_is_an_error_and_the_server_goes_on() {
    let (runtime, state) = state(Settings { per_client: 1, ..Settings::default() });
    for _ in 0..2 {
        // Without the message that a usual panic prints.
        let work: Work = Box::new(|_| resume_unwind(Box::new("a fault")));
        let refusal = runtime.block_on(state.answer(CLIENT, work)).err();
        assert_eq!(refusal, Some(broken()));
        let refusal = runtime.block_on(state.read::<()>(|| resume_unwind(Box::new("a fault"))));
        assert_eq!(refusal, Err(broken()));
    }
    assert!(runtime.block_on(state.answer(CLIENT, done())).is_ok());
}

#[test]
fn who_goes_away_stops_the_work_and_leaves_the_place() {
    let (runtime, state) = state(Settings { per_client: 1, ..Settings::default() });
    let (tell, told) = mpsc::channel();
    let work: Work = Box::new(move |desk| {
        while !desk.is_stopped() {
            std::thread::yield_now();
        }
        tell.send(()).expect("somebody waits");
        Err(Refusal::fault("nobody reads this"))
    });
    let gone = async { timeout(Duration::from_millis(20), state.answer(CLIENT, work)).await };
    assert!(runtime.block_on(gone).is_err());
    told.recv_timeout(Duration::from_mins(1)).expect("the flag is raised");
    // The place is free as soon as the thread is.
    while runtime.block_on(state.answer(CLIENT, done())).is_err() {
        std::thread::yield_now();
    }
}

#[test]
fn the_wait_for_a_slot_has_a_limit() {
    let wait = Duration::from_millis(20);
    let (runtime, state) = state(Settings { at_once: 0, wait, ..Settings::default() });
    let refusal = runtime.block_on(state.answer(CLIENT, done())).err();
    assert_eq!(refusal, Some(Refusal::busy("too much work is waiting: try again later")));
}

#[test]
fn who_waits_is_told_that_the_server_stops() {
    let wait = Duration::from_hours(1);
    let (runtime, state) = state(Settings { at_once: 0, wait, ..Settings::default() });
    let answer = runtime.block_on(async {
        let answer = state.answer(CLIENT, done());
        tokio::join!(answer, async { state.close() }).0
    });
    assert_eq!(answer.err(), Some(Refusal::busy("the server stops")));
}

/// The work before it takes longer than an answer may.
#[test]
fn the_clock_of_an_answer_starts_with_its_slot() {
    let time = Duration::from_millis(500);
    let (runtime, state) = state(Settings { at_once: 1, time, ..Settings::default() });
    let slow: Work = Box::new(|desk| {
        std::thread::sleep(Duration::from_millis(600));
        assert!(desk.is_over());
        Ok(Answer::Json(Value::Null))
    });
    let (tell, told) = mpsc::channel();
    let next: Work = Box::new(move |desk| {
        tell.send(desk.is_over()).expect("the test waits");
        Ok(Answer::Json(Value::Null))
    });
    let (first, second) = runtime
        .block_on(async { tokio::join!(state.answer(CLIENT, slow), state.answer(CLIENT, next)) });
    assert!(first.is_ok() && second.is_ok());
    assert!(!told.recv().expect("it began"), "no time was left");
}
