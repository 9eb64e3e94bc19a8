//! Compares counts with lists.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use caracole_core::{Kind, Square};
use caracole_count::{Count, CountError, Direction, Job, Options, Question, list};
use caracole_verify as verify;
use caracole_verify::{StopCause, Tour};

use crate::problems::question;
use crate::{cases, folder, frugal, tried};

/// The maximum number of tours that are listed.
const MAX: usize = 5_000;

/// Returns the least of the numberings that count as one tour.
fn key(question: &Question, tour: &Tour) -> Vec<u64> {
    let least = |mut tour: Vec<u64>| {
        if question.problem().kind() == Kind::Closed {
            let first = (0..tour.len()).min_by_key(|&at| tour[at]).unwrap_or_default();
            tour.rotate_left(first);
        }
        tour
    };
    let forth: Vec<u64> = tour.squares().map(Square::index).collect();
    let back = forth.iter().rev().copied().collect();
    match question.direction() {
        Direction::Directed => least(forth),
        Direction::Undirected => least(forth).min(least(back)),
    }
}

/// Returns the number of listed tours, after a check that they are valid and different; `None` if there are too many.
fn listed(question: &Question) -> Option<u64> {
    let mut tours = BTreeSet::new();
    let job = Job::with_options(&Options::new().timeout(Duration::from_secs(2)));
    let handed = list(question, &job, &mut |tour| {
        let squares: Vec<Square> = tour.squares().collect();
        let report = verify::check(question.problem(), || squares.iter().copied());
        assert!(report.is_valid(), "no answer: {question:?}");
        assert!(tours.insert(key(question, &tour)), "listed twice: {question:?}");
        if tours.len() > MAX { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match handed {
        Ok(handed) => (handed as usize <= MAX).then_some(handed),
        Err(CountError::Stopped(stop)) if stop.cause == StopCause::Time => None,
        Err(error) => panic!("{error}: {question:?}"),
    }
}

#[test]
fn random_problems() {
    let spill = folder();
    let (mut compared, mut with_tours) = (0_u64, 0_u64);
    let all = cases(2000);
    for number in 0..all {
        let question = question(number);
        let Some(expected) = listed(&question).map(Count::from) else { continue };
        let found = [
            tried(&question, &Job::new()),
            tried(&question, &Job::with_options(&Options::new().threads(3))),
            frugal(&question, |options| Job::with_options(&options.threads(2)).spill(spill.path())),
        ];
        for found in found.into_iter().flatten() {
            assert_eq!(found, expected, "problem {number}: {question:?}");
            compared += 1;
        }
        if !expected.is_zero() {
            with_tours += 1;
        }
    }
    assert!(compared > all * 2, "{compared} of {all} problems three times");
    assert!(with_tours > all / 4, "{with_tours} of {all} problems have tours");
}
