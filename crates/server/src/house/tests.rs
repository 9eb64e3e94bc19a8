use std::panic::resume_unwind;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;
use tokio::runtime::Runtime;

use super::*;

const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

fn house(settings: Settings) -> (Runtime, House) {
    (Runtime::new().expect("threads"), House::new(settings, true))
}

fn done() -> Work {
    Box::new(|_| Ok(Answer::Json(Value::Null)))
}

#[test]
fn a_panic_is_a_fault_and_the_house_stands() {
    let (runtime, house) = house(Settings { per_client: 1, ..Settings::default() });
    for _ in 0..2 {
        // Without the message that a usual panic prints.
        let work: Work = Box::new(|_| resume_unwind(Box::new("a fault")));
        let refusal = runtime.block_on(house.answer(CLIENT, work)).err();
        assert_eq!(refusal, Some(broken()));
        let refusal = runtime.block_on(house.read::<()>(|| resume_unwind(Box::new("a fault"))));
        assert_eq!(refusal, Err(broken()));
    }
    assert!(runtime.block_on(house.answer(CLIENT, done())).is_ok());
}

#[test]
fn who_goes_away_stops_the_work_and_leaves_the_place() {
    let (runtime, house) = house(Settings { per_client: 1, ..Settings::default() });
    let (tell, told) = mpsc::channel();
    let work: Work = Box::new(move |desk| {
        while !desk.is_stopped() {
            std::thread::yield_now();
        }
        tell.send(()).expect("somebody waits");
        Err(Refusal::fault("nobody reads this"))
    });
    let gone = async { timeout(Duration::from_millis(20), house.answer(CLIENT, work)).await };
    assert!(runtime.block_on(gone).is_err());
    told.recv_timeout(Duration::from_mins(1)).expect("the flag is raised");
    // The place is free as soon as the thread is.
    while runtime.block_on(house.answer(CLIENT, done())).is_err() {
        std::thread::yield_now();
    }
}

#[test]
fn nobody_waits_for_ever() {
    let time = Duration::from_millis(20);
    let (runtime, house) = house(Settings { at_once: 0, time, ..Settings::default() });
    let refusal = runtime.block_on(house.answer(CLIENT, done())).err();
    assert_eq!(refusal, Some(Refusal::busy("all hands are busy: try again later")));
}

#[test]
fn who_waits_is_told_that_the_server_stops() {
    let time = Duration::from_hours(1);
    let (runtime, house) = house(Settings { at_once: 0, time, ..Settings::default() });
    let answer = runtime.block_on(async {
        let answer = house.answer(CLIENT, done());
        tokio::join!(answer, async { house.close() }).0
    });
    assert_eq!(answer.err(), Some(Refusal::busy("the server stops")));
}
