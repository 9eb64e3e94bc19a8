//! One contestant after the other in a process of its own.
//!
//! The arena writes a bout as a line of JSON, the worker answers with a line of JSON. When the
//! arena is gone there is nobody left to fight for, and the worker ends, whatever it is doing.

use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use caracole::compare::{Answer, Bout, Contestant, Row};
use caracole::formats::json::{self, number, parse_number};
use caracole::{
    ColonyStats, Limits, NetworkStats, Problem, Stats, Stop, StopCause, memory, parallel,
};
use serde_json::{Map, Value, json};

use crate::Exit;
use crate::failure::{Failure, error_text};

/// A bout that has come over the line.
struct Request {
    contestant: Contestant,
    problem: Problem,
    limits: Limits,
    seed: u64,
    repeats: u32,
}

pub(crate) fn run() -> Result<Exit, Failure> {
    // Every contestant has one core, so that nobody is ahead by having more.
    parallel::use_one_core();
    let (sender, bouts) = mpsc::sync_channel(1);
    let reader = thread::Builder::new().spawn(move || {
        for line in io::stdin().lock().lines() {
            let request = line.ok().and_then(|line| parse_request(&line));
            let is_understood = request.is_some();
            // What is no bout has to be answered, also if nothing follows.
            if sender.send(request).is_err() || !is_understood {
                return;
            }
        }
        std::process::exit(0);
    });
    reader.map_err(|error| Failure::of("another thread", error_text(&error)))?;
    for request in bouts {
        let Some(request) = request else {
            return Err(Failure::new("this command is for caracole compare, not for people"));
        };
        let Request { contestant, problem, limits, seed, repeats } = &request;
        let bout = Bout { contestant, problem, limits: *limits, seed: *seed, repeats: *repeats };
        // Only the first time is metered: how often it is fought again depends on the clock.
        let (row, peak) = memory::peak_of(|| bout.once());
        let row = Row { peak_bytes: Some(peak), ..bout.again(row) };
        let mut out = io::stdout().lock();
        let written = writeln!(out, "{}", reply(&row)).and_then(|()| out.flush());
        written.map_err(|error| Failure::writing("standard output", &error))?;
    }
    Ok(Exit::Yes)
}

/// A bout as a line.
pub(super) fn request(bout: &Bout<'_>) -> String {
    let Limits { steps, time, memory } = bout.limits;
    let line = json!({
        "contestant": bout.contestant.name(),
        "problem": json::problem(bout.problem),
        "steps": steps.map(number),
        "time_ns": time.map(|time| number(nanos(time))),
        "memory": memory.map(number),
        "seed": number(bout.seed),
        "repeats": bout.repeats,
    });
    line.to_string()
}

/// More than five centuries are as good as for ever.
fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn parse_request(line: &str) -> Option<Request> {
    let value: Value = serde_json::from_str(line).ok()?;
    let contestant = Contestant::named(value["contestant"].as_str()?).ok()?.pop()?;
    Some(Request {
        contestant,
        problem: json::parse_problem(&value["problem"]).ok()?.into(),
        limits: Limits {
            steps: parse_number(&value["steps"]),
            time: parse_number(&value["time_ns"]).map(Duration::from_nanos),
            memory: parse_number(&value["memory"]),
        },
        seed: parse_number(&value["seed"])?,
        repeats: value["repeats"].as_u64()? as u32,
    })
}

/// What came of a bout as a line.
fn reply(row: &Row) -> String {
    Value::from(super::json::of_row(row)).to_string()
}

/// Reads what came of a bout.
pub(super) fn parse_reply(line: &str) -> Option<Row> {
    let value: Value = serde_json::from_str(line).ok()?;
    let answer = match value["outcome"].as_str()? {
        "found" => Answer::Found { closed: value["closed"].as_bool()? },
        "impossible" => Answer::Impossible(value["reason"].as_str()?.to_owned()),
        _ => {
            let cause = value["stopped_by"].as_str()?;
            let cause = StopCause::ALL.into_iter().find(|other| other.word() == cause)?;
            Answer::Unknown(Stop::new(cause, value["tried"].as_str()?))
        }
    };
    Some(Row {
        name: value["method"].as_str()?.to_owned(),
        answer,
        stats: parse_stats(&value)?,
        // A fraction of a millisecond holds every nanosecond of the next hundred days.
        elapsed: Duration::from_nanos((value["elapsed_ms"].as_f64()? * 1e6).round() as u64),
        peak_bytes: parse_number(&value["peak_bytes"]),
    })
}

fn parse_stats(value: &Value) -> Option<Stats> {
    let of = |field: &str| parse_number(&value[field]);
    let inner = |field: &str| value[field].as_object();
    let within =
        |object: &Map<String, Value>, field: &str| object.get(field).and_then(parse_number);
    Some(Stats {
        steps: of("steps")?,
        retreats: of("retreats")?,
        attempts: of("attempts")?,
        farthest: of("farthest")?,
        cases: of("cases")?,
        updates: of("updates")?,
        network: inner("network").and_then(|network| {
            Some(NetworkStats {
                sweeps: within(network, "sweeps")?,
                loops: within(network, "loops"),
            })
        }),
        colony: inner("colony").and_then(|colony| {
            Some(ColonyStats {
                cycles: within(colony, "cycles")?,
                tours: within(colony, "tours")?,
                distinct: within(colony, "distinct")?,
            })
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_survive_the_line() {
        let stats = Stats {
            steps: 1,
            retreats: 2,
            attempts: 3,
            farthest: 4,
            cases: 5,
            updates: u64::MAX,
            network: Some(NetworkStats { sweeps: 6, loops: None }),
            colony: Some(ColonyStats { cycles: 7, tours: 8, distinct: 9 }),
        };
        let answers = [
            Answer::Found { closed: true },
            Answer::Impossible("too few squares".to_owned()),
            Answer::Unknown(Stop::new(StopCause::Heuristic, "three loops")),
        ];
        for answer in answers {
            let row = Row {
                name: "ants".to_owned(),
                answer,
                stats,
                elapsed: Duration::from_nanos(1_234_567_891),
                peak_bytes: Some(4711),
            };
            assert_eq!(parse_reply(&reply(&row)), Some(row));
        }
        assert_eq!(parse_reply("{}"), None);
        assert_eq!(parse_reply("caracole"), None);
    }

    #[test]
    fn bouts_survive_the_line() {
        let problem = Problem::new("torus:6x6-a1".parse().unwrap()).closed().from("b2").unwrap();
        for contestant in Contestant::all() {
            let limits = Limits { steps: Some(7), time: None, memory: Some(1 << 60) };
            let bout =
                Bout { contestant: &contestant, problem: &problem, limits, seed: 9, repeats: 3 };
            let back = parse_request(&request(&bout)).unwrap();
            assert_eq!(back.contestant.name(), contestant.name());
            assert_eq!((back.problem, back.limits), (problem.clone(), limits));
            assert_eq!((back.seed, back.repeats), (9, 3));
        }
    }
}
