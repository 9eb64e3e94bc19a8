//! `film`: a recording of a method at work.

use std::time::Instant;

use caracole::Square;
use caracole::formats::json::{self, Number};
use caracole::play::recording::{Event, NetworkSnapshot, Recorder, Recording, TrailSnapshot};
use caracole::solvers::{Limits, Run};
use serde_json::{Map, Value};

use super::Endpoint;
use super::solve::Solve;
use crate::error::ApiError;
use crate::fields::{Fields, take};
use crate::response::Content;
use crate::work::WorkContext;

const MAX_SQUARES: u64 = 10_000;
const DEFAULT_EVENTS: u64 = 100_000;
const MAX_EVENTS: u64 = 400_000;
/// The memory limit of the recording: enough for [`MAX_EVENTS`] and the path of each walk.
const MAX_RECORDING_BYTES: usize = 8 << 20;
/// The maximum number of integers in all networks and trails, which limits the length of the response.
const MAX_NUMBERS: usize = 1 << 20;

/// `film` records a method while it solves a problem.
pub(crate) struct Film {
    solve: Solve,
    max_events: usize,
}

impl Endpoint for Film {
    const NAME: &'static str = "film";

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let solve = Solve::parse_with(fields, MAX_SQUARES)?;
        if solve.problem.board().graph().is_some() {
            let text = "board: film records boards with files and ranks, and a graph has none";
            return Err(ApiError::contradiction(text));
        }
        if solve.problem.knights() > 1 {
            return Err(ApiError::contradiction("knights: film records one knight"));
        }
        take!(fields { events: Number });
        let Number(events) = events.unwrap_or(Number(DEFAULT_EVENTS));
        if events > MAX_EVENTS {
            let text = format!("events: a film of {events} events: at most {MAX_EVENTS} here");
            return Err(ApiError::too_much(text));
        }
        Ok(Self { solve, max_events: events as usize })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { solve, max_events } = self;
        let start = Instant::now();
        let limits = Limits { steps: solve.max_steps, ..context.limits() };
        let mut recorder = Recorder::new(&solve.problem).max_bytes(MAX_RECORDING_BYTES);
        let mut run = Run::with_options(&context.options().limits(limits).seed(solve.seed()))
            .observed_by(&mut recorder);
        let outcome = solve.solver().solve(&solve.problem, &mut run);
        let record = solve.record(run.stats(), run.method(), start);
        let mut object = json::object("caracole.film/1");
        object.insert("outcome".into(), json::outcome(&solve.problem, &outcome, &record));
        FilmWriter::default().write(&recorder.into_recording(), max_events, &mut object);
        Ok(Content::Json(object.into()))
    }
}

/// Writes a recording as JSON, cut to the maximum length.
#[derive(Default)]
struct FilmWriter {
    events: Vec<i64>,
    networks: Vec<Value>,
    trail_moves: Vec<u64>,
    trails: Vec<Value>,
    /// The number of integers in `networks` and `trails`.
    numbers: usize,
}

impl FilmWriter {
    fn write(mut self, recording: &Recording, max_events: usize, object: &mut Map<String, Value>) {
        let (mut networks, mut trails) = (recording.networks(), recording.trails());
        for event in recording.events().take(max_events) {
            let number = match event {
                Event::Attempt { start } => -4 - start.index() as i64,
                Event::Visit { square, .. } => square.index() as i64,
                Event::Backtrack { .. } => -1,
                Event::Sweep { attempt, sweep } => {
                    let moves = networks.next().into_iter().flat_map(NetworkSnapshot::active_moves);
                    let moves: Vec<u64> = moves.flat_map(pair).collect();
                    self.numbers += moves.len();
                    let fields =
                        [("attempt", json::number(attempt)), ("sweep", json::number(sweep))];
                    self.networks
                        .push(snapshot(fields.into_iter().chain([("moves", moves.into())])));
                    -2
                }
                Event::Trails { cycle } => {
                    let trails = trails.next().into_iter().flat_map(TrailSnapshot::strengths);
                    let (moves, strengths): (Vec<_>, Vec<_>) =
                        trails.map(|(from, to, trail)| ((from, to), percent(trail))).unzip();
                    self.numbers += strengths.len();
                    if self.trail_moves.is_empty() {
                        self.trail_moves = moves.into_iter().flat_map(pair).collect();
                    }
                    let fields = [("cycle", json::number(cycle)), ("strengths", strengths.into())];
                    self.trails.push(snapshot(fields));
                    -3
                }
            };
            self.events.push(number);
            if self.numbers > MAX_NUMBERS {
                break;
            }
        }
        let is_cut = recording.is_truncated() || self.events.len() < recording.len();
        let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
        put("events", self.events.into());
        put("networks", self.networks.into());
        put("trail_moves", self.trail_moves.into());
        put("trails", self.trails.into());
        put("cut", is_cut.into());
    }
}

fn pair((from, to): (Square, Square)) -> [u64; 2] {
    [from, to].map(Square::index)
}

/// Returns a strength as an integer from 0 to 99.
fn percent(trail: f32) -> u64 {
    (trail * 99.0).round() as u64
}

fn snapshot(fields: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    fields.into_iter().map(|(field, value)| (field.to_owned(), value)).collect::<Map<_, _>>().into()
}
