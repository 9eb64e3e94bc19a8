//! Who watches, and what stops a construction.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use caracole_core::{Square, Stop};

use crate::{Limits, Observer};

use super::*;

#[derive(Default)]
struct Steps(Vec<Square>);

impl Observer for Steps {
    fn visit(&mut self, step: u64, square: Square) -> ControlFlow<()> {
        self.0.push(square);
        assert_eq!(self.0.len() as u64, step);
        if step == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_observer_sees_the_knight_walk_and_can_stop_it() {
    let problem = Problem::new(board(7, 7)).from("c3").unwrap();
    let mut steps = Steps::default();
    let tour = Construct::default()
        .solve(&problem, &mut Run::new().observed_by(&mut steps))
        .tour()
        .unwrap();
    assert!(tour.squares().eq(steps.0.iter().copied()));

    let problem = Problem::new(board(8, 8));
    let mut steps = Steps::default();
    let outcome = Construct::default().solve(&problem, &mut Run::new().observed_by(&mut steps));
    assert!(matches!(outcome, Outcome::Unknown(Stop { cause: StopCause::Interrupt, .. })));
}

#[test]
fn limits_hold() {
    let problem = Problem::new(board(1000, 1000));
    let flag = AtomicBool::new(true);
    let steps = Limits { steps: Some(999_998), ..Limits::default() };
    let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for (mut run, expected) in [
        (Run::new().limits(steps), StopCause::Steps),
        (Run::new().limits(time), StopCause::Time),
        (Run::new().interrupted_by(&flag), StopCause::Interrupt),
    ] {
        match Construct::default().solve(&problem, &mut run) {
            Outcome::Unknown(stop) => assert_eq!(stop.cause, expected),
            other => panic!("{}", other.word()),
        }
    }
    let huge = Problem::new(board(u32::MAX, u32::MAX));
    assert!(matches!(solve(&huge), Outcome::Unknown(Stop { cause: StopCause::Unsupported, .. })));
}

/// The clock is looked at while a long tour is checked.
#[test]
fn a_short_time_is_not_overstepped() {
    let problem = Problem::new(board(10_000, 10_000));
    let time = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
    let begun = Instant::now();
    match Construct::default().solve(&problem, &mut Run::new().limits(time)) {
        Outcome::Unknown(stop) => assert_eq!(stop.cause, StopCause::Time),
        other => panic!("{}", other.word()),
    }
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[test]
fn a_flag_raised_by_another_thread_stops_the_mixing() {
    let problem = Problem::new(board(1500, 1500));
    let mixing = Construct { mix: Some(0), ..Construct::default() };
    let flag = AtomicBool::new(false);
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            flag.store(true, Ordering::Relaxed);
        });
        mixing.solve(&problem, &mut Run::new().interrupted_by(&flag))
    });
    match outcome {
        Outcome::Unknown(stop) => assert_eq!(stop.cause, StopCause::Interrupt),
        other => panic!("{}", other.word()),
    }
}

#[test]
fn the_check_of_a_tour_tells_how_far_it_came() {
    let last = AtomicU64::new(0);
    let progress = |done: u64, of: u64| {
        assert_eq!(of, 90_000);
        last.fetch_max(done, Ordering::Relaxed);
    };
    let problem = Problem::new(board(300, 300));
    assert!(Construct::default().solve(&problem, &mut Run::new().told_to(&progress)).is_found());
    assert_eq!(last.into_inner(), 90_000);
}
