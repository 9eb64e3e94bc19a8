//! The process that runs trials for another process of this program.
//!
//! A request is a line of JSON on standard input, and a reply is a line of JSON on standard output.
//! The process exits at the end of its input, even during a trial.

use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use caracole::Problem;
use caracole::compare::{MethodVariant, Trial, TrialResult};
use caracole::runtime::{memory, parallel};
use caracole::solvers::Limits;
use serde::{Deserialize, Serialize};

use crate::Exit;
use crate::failure::{Failure, error_text};

/// A request as JSON. A missing limit is an error, and `null` is no limit.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct RequestMessage {
    variant: String,
    #[serde(with = "caracole::serde::problem")]
    problem: Problem,
    #[serde(deserialize_with = "Option::deserialize")]
    steps: Option<u64>,
    #[serde(deserialize_with = "Option::deserialize")]
    time: Option<Duration>,
    #[serde(deserialize_with = "Option::deserialize")]
    memory: Option<u64>,
    seed: u64,
    repeats: u32,
}

/// A trial as parsed from a request.
struct Request {
    variant: MethodVariant,
    problem: Problem,
    limits: Limits,
    seed: u64,
    repeats: u32,
}

pub(crate) fn run() -> Result<Exit, Failure> {
    // Methods are compared on one core each.
    parallel::limit_to_one_core();
    let (sender, trials) = mpsc::sync_channel(1);
    let reader = thread::Builder::new().spawn(move || {
        for line in io::stdin().lock().lines() {
            let request = line.ok().and_then(|line| parse_request(&line));
            let is_valid = request.is_some();
            // An invalid request is an error even if it is the last one.
            if sender.send(request).is_err() || !is_valid {
                return;
            }
        }
        std::process::exit(0);
    });
    reader.map_err(|error| Failure::of("another thread", error_text(&error)))?;
    for request in trials {
        let Some(request) = request else {
            return Err(Failure::new("this command is for caracole compare, not for people"));
        };
        let Request { variant, problem, limits, seed, repeats } = &request;
        let trial = Trial { variant, problem, limits: *limits, seed: *seed, repeats: *repeats };
        // Memory is measured in the first run only: the number of repetitions depends on the clock.
        let (result, peak) = memory::peak_of(|| trial.run());
        let result = TrialResult { peak_bytes: Some(peak), ..trial.with_median_time(result) };
        let mut out = io::stdout().lock();
        let written = writeln!(out, "{}", line(&result)).and_then(|()| out.flush());
        written.map_err(|error| Failure::writing("standard output", &error))?;
    }
    Ok(Exit::Yes)
}

/// Returns the request for a trial.
pub(super) fn request(trial: &Trial<'_>) -> String {
    let Limits { steps, time, memory } = trial.limits;
    let message = RequestMessage {
        variant: trial.variant.name(),
        problem: trial.problem.clone(),
        steps,
        time,
        memory,
        seed: trial.seed,
        repeats: trial.repeats,
    };
    line(&message)
}

/// Returns a message as a line of JSON.
fn line(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("a message has no keys that JSON cannot contain")
}

fn parse_request(line: &str) -> Option<Request> {
    let RequestMessage { variant, problem, steps, time, memory, seed, repeats } =
        serde_json::from_str(line).ok()?;
    Some(Request {
        variant: MethodVariant::named(&variant).ok()?.pop()?,
        problem,
        limits: Limits { steps, time, memory },
        seed,
        repeats,
    })
}

/// Parses a reply.
pub(super) fn parse_reply(line: &str) -> Option<TrialResult> {
    serde_json::from_str(line).ok()
}

#[cfg(test)]
mod tests {
    use caracole::compare::OutcomeSummary;
    use caracole::solvers::{ColonyStats, NetworkStats, Stats};
    use caracole::{Stop, StopCause};
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn replies_round_trip() {
        let stats = Stats {
            steps: 1,
            backtracks: 2,
            walks: 3,
            longest_path: 4,
            decisions: 5,
            updates: u64::MAX,
            network: Some(NetworkStats { sweeps: 6, cycles: None }),
            colony: Some(ColonyStats { cycles: 7, tours: 8, distinct: 9 }),
        };
        let outcomes = [
            OutcomeSummary::Found { closed: true },
            OutcomeSummary::Impossible("too few squares".to_owned()),
            OutcomeSummary::Unknown(Stop::new(StopCause::Heuristic, "three subtours")),
        ];
        for outcome in outcomes {
            let result = TrialResult {
                name: "ants".to_owned(),
                outcome,
                stats,
                elapsed: Duration::from_nanos(1_234_567_891),
                peak_bytes: Some(4711),
            };
            assert_eq!(parse_reply(&line(&result)), Some(result));
        }
        assert_eq!(parse_reply("{}"), None);
        assert_eq!(parse_reply("caracole"), None);
    }

    #[test]
    fn requests_round_trip() {
        let problem = Problem::new("torus:6x6-a1".parse().unwrap()).closed().start("b2").unwrap();
        for variant in MethodVariant::all() {
            let limits = Limits { steps: Some(7), time: None, memory: Some(1 << 60) };
            let trial = Trial { variant: &variant, problem: &problem, limits, seed: 9, repeats: 3 };
            let back = parse_request(&request(&trial)).unwrap();
            assert_eq!(back.variant.name(), variant.name());
            assert_eq!((back.problem, back.limits), (problem.clone(), limits));
            assert_eq!((back.seed, back.repeats), (9, 3));
            // A limit of another type, or none at all, is not the same as no limit.
            let line: Value = serde_json::from_str(&request(&trial)).unwrap();
            for field in ["steps", "time", "memory", "seed", "repeats", "problem"] {
                let mut other = line.clone();
                for value in [json!(["7"]), json!("7"), json!(-1), json!(0.5), json!(true)] {
                    other[field] = value;
                    assert!(parse_request(&other.to_string()).is_none(), "{other}");
                }
                other.as_object_mut().unwrap().remove(field);
                assert!(parse_request(&other.to_string()).is_none(), "{other}");
            }
        }
    }
}
