use super::*;
use crate::CurrentThread;

fn study(names: &str, sizes: RangeInclusive<u32>, starts: StudyStarts) -> Study {
    let variants = names.split(',').flat_map(|name| MethodVariant::named(name).unwrap()).collect();
    Study { sizes, starts, variants, ..Study::default() }
}

/// All starts of odd boards are of one colour, and Roth's rule fails from ten of 25 on 7x7.
#[test]
fn starts_have_tours() {
    let points = study("warnsdorff/roth,construct", 5..=8, StudyStarts::All)
        .run(&mut CurrentThread, |_| {})
        .unwrap();
    let counts: Vec<(u32, &str, u64, u64)> =
        points.iter().map(|p| (p.size, p.name.as_str(), p.runs, p.found)).collect();
    assert_eq!(
        counts,
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

/// A random variant gets one seed per trial; a deterministic one has a single trial.
#[test]
fn only_random_variants_repeat_the_corner() {
    let corner = StudyStarts::Corner(NonZeroU32::new(40).unwrap());
    let points = study("warnsdorff/first,warnsdorff/random", 7..=7, corner);
    let points = points.run(&mut CurrentThread, |_| {}).unwrap();
    assert_eq!(points[0].runs, 1);
    assert_eq!(points[1].runs, 40);
    assert!((20..40).contains(&points[1].found), "three of four succeed: {}", points[1].found);
}

/// A variant that reaches the work limit tries no further starts.
#[test]
fn work_is_bounded() {
    let study = Study {
        limits: Limits { steps: Some(1000), ..Limits::default() },
        work: 2500,
        ..study("backtracking", 8..=8, StudyStarts::All)
    };
    let point = &study.run(&mut CurrentThread, |_| {}).unwrap()[0];
    assert_eq!((point.runs, point.planned), (3, 64));
}

/// The time limit of all trials ends a study. The trial that it stopped does not count as a failure, and
/// the next size is not begun.
#[test]
fn a_trial_that_the_limit_of_all_trials_stops_does_not_count() {
    /// Is over during a trial.
    struct Limited {
        trials: u64,
        last: u64,
    }
    impl Executor for Limited {
        fn execute(&mut self, trial: &Trial<'_>) -> TrialResult {
            self.trials += 1;
            if self.is_over() {
                let name = trial.variant.name();
                return TrialResult::lost(name, StopCause::Time, String::new(), Duration::ZERO);
            }
            CurrentThread.execute(trial)
        }

        fn is_over(&self) -> bool {
            self.trials >= self.last
        }
    }
    let study = study("construct", 5..=6, StudyStarts::All);
    let mut executor = Limited { trials: 0, last: 4 };
    let points = study.run(&mut executor, |_| {}).unwrap();
    let counts: Vec<_> = points.iter().map(|p| (p.runs, p.found, p.planned)).collect();
    assert_eq!((counts, executor.trials), (vec![(3, 3, 13), (0, 0, 0)], 4));
}

/// The starts that are tried before the work limit are a sample of the whole board.
#[test]
fn the_first_starts_are_a_sample_of_all() {
    struct Ranks(Vec<u32>);
    impl Executor for Ranks {
        fn execute(&mut self, trial: &Trial<'_>) -> TrialResult {
            let start = trial.problem.start_square().unwrap();
            self.0.push(trial.problem.board().coord(start).rank.index());
            TrialResult::lost(trial.variant.name(), StopCause::Steps, String::new(), Duration::ZERO)
        }
    }
    let study = study("backtracking", 20..=20, StudyStarts::All);
    let mut ranks = Ranks(Vec::new());
    assert_eq!(study.run(&mut ranks, |_| {}).unwrap()[0].runs, 400);
    let mean = |ranks: &[u32]| f64::from(ranks.iter().sum::<u32>()) / ranks.len() as f64;
    assert_eq!(ranks.0.iter().sum::<u32>(), 400 * 19 / 2);
    // The standard deviation of a rank is 5.8, and that of the mean of forty is 0.9.
    assert!((mean(&ranks.0[..40]) - 9.5).abs() < 2.7, "{:?}", &ranks.0[..40]);
}

/// A lost trial has counted no steps, and still adds to the work.
#[test]
fn lost_trials_reach_the_work_limit() {
    struct Losing(StopCause);
    impl Executor for Losing {
        fn execute(&mut self, trial: &Trial<'_>) -> TrialResult {
            TrialResult::lost(trial.variant.name(), self.0, String::new(), Duration::ZERO)
        }
    }
    let study = study("exact", 8..=8, StudyStarts::All);
    for cause in [StopCause::Time, StopCause::Memory, StopCause::Fault] {
        let point = &study.run(&mut Losing(cause), |_| {}).unwrap()[0];
        assert_eq!((point.runs, point.planned), (4, 64), "{cause:?}");
    }
}

/// Squirrel's table requires a start in a corner.
#[test]
fn unsupported_starts_are_left_out() {
    let points = study("warnsdorff/squirrel", 8..=8, StudyStarts::All)
        .run(&mut CurrentThread, |_| {})
        .unwrap();
    assert_eq!((points[0].runs, points[0].planned, points[0].found), (4, 4, 4));
}

/// Boards without a tour have no starts.
#[test]
fn the_4x4_board_has_no_starts() {
    let points =
        study("auto,ants", 1..=4, StudyStarts::default()).run(&mut CurrentThread, |_| {}).unwrap();
    assert!(points[2..].iter().all(|point| point.runs == 0 && point.rate().is_none()));
    assert!(points[0].found > 0 && points[0].found == points[0].runs, "1x1 is a tour");
}

#[test]
fn equal_seeds_give_equal_results() {
    let all = |seed| {
        let study =
            Study { seed, ..study("warnsdorff,patch,neural", 6..=7, StudyStarts::default()) };
        let points = study.run(&mut CurrentThread, |_| {}).unwrap();
        points.into_iter().map(|p| (p.runs, p.found, p.work)).collect::<Vec<_>>()
    };
    assert_eq!(all(1), all(1));
    assert_ne!(all(1), all(2));
}

#[test]
fn conflicting_answers_are_an_error() {
    struct Contradicting;
    impl Executor for Contradicting {
        fn execute(&mut self, trial: &Trial<'_>) -> TrialResult {
            let lost = TrialResult::lost(
                trial.variant.name(),
                StopCause::Time,
                String::new(),
                Duration::ZERO,
            );
            let outcome = match trial.variant.method().name() {
                "exact" => OutcomeSummary::Impossible("a wrong proof".to_owned()),
                _ => OutcomeSummary::Found { closed: true },
            };
            TrialResult { outcome, ..lost }
        }
    }
    let study = study("exact,auto", 6..=6, StudyStarts::All);
    assert!(study.run(&mut Contradicting, |_| {}).is_err());
}
