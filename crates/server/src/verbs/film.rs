//! `film`: what a method does, moment by moment.

use std::time::{Duration, Instant};

use caracole::film::{Camera, Event, Film as Reel, NetworkShot, TrailShot};
use caracole::formats::json;
use caracole::{Limits, Square};
use serde_json::{Map, Value};

use super::Verb;
use super::solve::Solve;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

/// On more squares there is nothing to see.
const MOST_SQUARES: u64 = 10_000;
/// Events that are kept, if nothing else is asked for, and at most.
const USUAL_EVENTS: u64 = 100_000;
const MOST_EVENTS: u64 = 400_000;
/// Bytes of film: room for the most events, and for the path that each walk leaves behind.
const ROOM: usize = 8 << 20;
/// Networks and trails are this many numbers at most, or the answer would be too long.
const MOST_NUMBERS: usize = 1 << 20;

/// A problem, how it shall be solved, and how much of it is kept.
pub(crate) struct Film {
    solve: Solve,
    events: usize,
}

impl Verb for Film {
    const NAME: &'static str = "film";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let solve = Solve::of_board(fields, MOST_SQUARES)?;
        if solve.problem.knights() > 1 {
            return Err(Refusal::contradiction("a film shows one knight: leave out knights"));
        }
        let events = fields.number("events")?.unwrap_or(USUAL_EVENTS);
        if events > MOST_EVENTS {
            let text = format!("events: a film of {events} events: at most {MOST_EVENTS} here");
            return Err(Refusal::too_much(text));
        }
        Ok(Self { solve, events: events as usize })
    }

    fn time(&self) -> Option<Duration> {
        self.solve.time_given()
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { solve, events } = self;
        let begun = Instant::now();
        let limits = Limits { steps: solve.steps, ..desk.limits() };
        let mut camera = Camera::new(&solve.problem).room(ROOM);
        let mut run = desk.run().limits(limits).seed(solve.seed).observed_by(&mut camera);
        let outcome = solve.solver().solve(&solve.problem, &mut run);
        let record = solve.record(run.stats(), run.method(), begun);
        let mut object = json::object("caracole.film/1");
        object.insert("outcome".into(), json::outcome(&solve.problem, &outcome, &record));
        Cutter::default().cut(&camera.film(), events, &mut object);
        Ok(Answer::Json(object.into()))
    }
}

/// Cuts a film to the length that is asked for.
#[derive(Default)]
struct Cutter {
    events: Vec<i64>,
    networks: Vec<Value>,
    trail_moves: Vec<u64>,
    trails: Vec<Value>,
    /// Numbers in networks and trails.
    numbers: usize,
}

impl Cutter {
    fn cut(mut self, film: &Reel, most: usize, object: &mut Map<String, Value>) {
        let (mut networks, mut trails) = (film.networks(), film.trails());
        for event in film.events().take(most) {
            let number = match event {
                Event::Attempt { start } => -4 - start.index() as i64,
                Event::Visit { square, .. } => square.index() as i64,
                Event::Retreat { .. } => -1,
                Event::Sweep { attempt, sweep } => {
                    let moves = networks.next().into_iter().flat_map(NetworkShot::active_moves);
                    let moves: Vec<u64> = moves.flat_map(pair).collect();
                    self.numbers += moves.len();
                    let fields =
                        [("attempt", json::number(attempt)), ("sweep", json::number(sweep))];
                    self.networks.push(shot(fields.into_iter().chain([("moves", moves.into())])));
                    -2
                }
                Event::Trails { cycle } => {
                    let trails = trails.next().into_iter().flat_map(TrailShot::strengths);
                    let (moves, strengths): (Vec<_>, Vec<_>) =
                        trails.map(|(from, to, trail)| ((from, to), percent(trail))).unzip();
                    self.numbers += strengths.len();
                    if self.trail_moves.is_empty() {
                        self.trail_moves = moves.into_iter().flat_map(pair).collect();
                    }
                    let fields = [("cycle", json::number(cycle)), ("strengths", strengths.into())];
                    self.trails.push(shot(fields));
                    -3
                }
            };
            self.events.push(number);
            if self.numbers > MOST_NUMBERS {
                break;
            }
        }
        let is_cut = film.is_cut() || self.events.len() < film.len();
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

/// A strength from 0 to 99.
fn percent(trail: f32) -> u64 {
    (trail * 99.0).round() as u64
}

fn shot(fields: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    fields.into_iter().map(|(field, value)| (field.to_owned(), value)).collect::<Map<_, _>>().into()
}
