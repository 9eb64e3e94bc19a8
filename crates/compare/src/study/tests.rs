use std::num::NonZeroU32;
use std::time::Duration;

use caracole_core::StopCause;

use super::*;
use crate::{Answer, Here};

fn study(words: &str, sizes: RangeInclusive<u32>, starts: Starts) -> Study {
    let contestants = words.split(',').flat_map(|word| Contestant::named(word).unwrap()).collect();
    Study { sizes, starts, contestants, ..Study::default() }
}

/// All starts of odd boards are of one colour, and Roth's rule fails from ten of 25 on 7x7.
#[test]
fn starts_have_tours() {
    let points =
        study("warnsdorff/roth,construct", 5..=8, Starts::All).run(&mut Here, |_| {}).unwrap();
    let told: Vec<(u32, &str, u64, u64)> =
        points.iter().map(|p| (p.size, p.name.as_str(), p.runs, p.found)).collect();
    assert_eq!(
        told,
        [
            (5, "warnsdorff/roth", 13, 13),
            (5, "construct", 13, 13),
            (6, "warnsdorff/roth", 36, 36),
            (6, "construct", 36, 36),
            (7, "warnsdorff/roth", 25, 15),
            (7, "construct", 25, 25),
            (8, "warnsdorff/roth", 64, 64),
            (8, "construct", 64, 64),
        ]
    );
}

/// Who takes chances gets as many seeds as there are runs; who does not is asked once.
#[test]
fn a_corner_many_times() {
    let corner = Starts::Corner(NonZeroU32::new(40).unwrap());
    let points = study("warnsdorff/first,warnsdorff/random", 7..=7, corner);
    let points = points.run(&mut Here, |_| {}).unwrap();
    assert_eq!(points[0].runs, 1);
    assert_eq!(points[1].runs, 40);
    assert!((20..40).contains(&points[1].found), "three of four succeed: {}", points[1].found);
}

/// A contestant that does nothing but work is spared the rest.
#[test]
fn work_is_bounded() {
    let study = Study {
        limits: Limits { steps: Some(1000), ..Limits::default() },
        work: 2500,
        ..study("backtracking", 8..=8, Starts::All)
    };
    let point = &study.run(&mut Here, |_| {}).unwrap()[0];
    assert_eq!((point.runs, point.planned), (3, 64));
}

/// Starts that are spared are no worse than those that are not: the first ones lie all over the
/// board.
#[test]
fn the_first_of_all_starts_are_a_fair_sample() {
    struct Ranks(Vec<u32>);
    impl Ring for Ranks {
        fn fight(&mut self, bout: &Bout<'_>) -> Row {
            let start = bout.problem.start().unwrap();
            self.0.push(bout.problem.board().place(start).rank.index());
            Row::lost(bout.contestant.name(), StopCause::Steps, String::new(), Duration::ZERO)
        }
    }
    let study = study("backtracking", 20..=20, Starts::All);
    let mut ranks = Ranks(Vec::new());
    assert_eq!(study.run(&mut ranks, |_| {}).unwrap()[0].runs, 400);
    let mean = |ranks: &[u32]| f64::from(ranks.iter().sum::<u32>()) / ranks.len() as f64;
    assert_eq!(ranks.0.iter().sum::<u32>(), 400 * 19 / 2);
    // The standard deviation of a rank is 5.8, and that of the mean of forty is 0.9.
    assert!((mean(&ranks.0[..40]) - 9.5).abs() < 2.7, "{:?}", &ranks.0[..40]);
}

/// Who never comes back has counted nothing, and is spared the rest all the same.
#[test]
fn whoever_runs_away_is_not_called_for_ever() {
    struct Away(StopCause);
    impl Ring for Away {
        fn fight(&mut self, bout: &Bout<'_>) -> Row {
            Row::lost(bout.contestant.name(), self.0, String::new(), Duration::ZERO)
        }
    }
    let study = study("exact", 8..=8, Starts::All);
    for cause in [StopCause::Time, StopCause::Memory, StopCause::Fault] {
        let point = &study.run(&mut Away(cause), |_| {}).unwrap()[0];
        assert_eq!((point.runs, point.planned), (4, 64), "{cause:?}");
    }
}

/// Squirrel's table begins in a corner.
#[test]
fn nobody_is_asked_what_he_is_not_made_for() {
    let points = study("warnsdorff/squirrel", 8..=8, Starts::All).run(&mut Here, |_| {}).unwrap();
    assert_eq!((points[0].runs, points[0].planned, points[0].found), (4, 4, 4));
}

/// Boards without a tour have no starts.
#[test]
fn nothing_starts_on_4x4() {
    let points = study("auto,ants", 1..=4, Starts::default()).run(&mut Here, |_| {}).unwrap();
    assert!(points[2..].iter().all(|point| point.runs == 0 && point.rate().is_none()));
    assert!(points[0].found > 0 && points[0].found == points[0].runs, "1x1 is a tour");
}

#[test]
fn the_same_seed_draws_the_same() {
    let all = |seed| {
        let study = Study { seed, ..study("warnsdorff,patch,neural", 6..=7, Starts::default()) };
        let points = study.run(&mut Here, |_| {}).unwrap();
        points.into_iter().map(|p| (p.runs, p.found, p.work)).collect::<Vec<_>>()
    };
    assert_eq!(all(1), all(1));
    assert_ne!(all(1), all(2));
}

#[test]
fn a_quarrel_is_seen() {
    struct Liar;
    impl Ring for Liar {
        fn fight(&mut self, bout: &Bout<'_>) -> Row {
            let lost =
                Row::lost(bout.contestant.name(), StopCause::Time, String::new(), Duration::ZERO);
            let answer = match bout.contestant.method().name() {
                "exact" => Answer::Impossible("a lie".to_owned()),
                _ => Answer::Found { closed: true },
            };
            Row { answer, ..lost }
        }
    }
    let study = study("exact,auto", 6..=6, Starts::All);
    assert!(study.run(&mut Liar, |_| {}).is_err());
}
