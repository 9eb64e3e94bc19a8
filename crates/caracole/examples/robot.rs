//! A robot that must stop once at every free place of a workshop floor, to drill a hole, take a sample
//! or measure something, and comes home to be charged. It moves as a knight does.
//!
//! ```sh
//! cargo run --release -p caracole --example robot -- data/shapes/workshop.txt --pitch 0.4
//! cargo run --release -p caracole --example robot -- data/shapes/workshop-wings.txt
//! cargo run --release -p caracole --example robot -- data/shapes/workshop-blocked.txt
//! ```
//!
//! The floor plan is a text, the north side first: `#` is a free place, `.` is none, `S` is where the
//! robot is charged. `--pitch` is the distance between two places in metres, 1 if it is not said. A round
//! trip is tried first. Where there is none, the reason is told, and the robot visits all places without
//! coming home, or as many as it can.

#[path = "shared/tool.rs"]
mod tool;

use caracole::Explain;
use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use caracole::formats::{Format, WriteOptions, shape, write_path, write_tour};
use caracole::solvers::Limits;
use caracole::solvers::LongestFound;
use caracole::{Board, Longest, Options, Outcome, Problem, ProblemExt, Square, Tour};

use tool::{Failure, Typed};

const USAGE: &str = "usage: robot PLAN [--pitch METRES]";

/// The limits of each search.
const PATIENCE: Limits = Limits { steps: None, time: Some(Duration::from_secs(10)), memory: None };

fn main() -> ExitCode {
    tool::run("robot", run)
}

pub(crate) fn run(words: &[String], screen: &mut dyn Write) -> Result<(), Failure> {
    let mut typed = Typed::new(words);
    let pitch: f64 = typed.value("--pitch", 1.0)?;
    let [plan] = typed.alone(USAGE)?;
    if !(pitch.is_finite() && pitch > 0.0) {
        return Err(format!("--pitch {pitch}: a distance in metres, more than 0").into());
    }
    let bytes = fs::read(plan).map_err(|error| format!("{plan}: {error}"))?;
    let shape = shape::read(&bytes).map_err(|error| format!("{plan}: {error}"))?;
    let home = shape.start.ok_or_else(|| format!("{plan}: mark with S where it is charged"))?;

    let any = Problem::new(shape.board).start(home)?;
    let round = any.clone().closed();
    let route = match round.solve_with(&Options::new().limits(PATIENCE)) {
        Outcome::Found(tour) => Route::of_tour(&tour, true),
        // Neither of the others is silently taken for the other.
        Outcome::Impossible(proof) => {
            writeln!(screen, "no round trip, proved: {}", proof.text())?;
            one_way(&any, screen)?
        }
        Outcome::Unknown(stop) => {
            writeln!(screen, "no round trip was found: {stop}")?;
            one_way(&any, screen)?
        }
    };
    route.show(any.board(), pitch, screen)
}

/// A way to all places that ends where it ends, or else to as many as can be.
fn one_way(problem: &Problem, screen: &mut dyn Write) -> Result<Route, Failure> {
    let answer =
        problem.longest(&Options::new().limits(PATIENCE)).map_err(|stop| stop.to_string())?;
    if let LongestFound::Whole(tour) = answer.found() {
        return Ok(Route::of_tour(tour, false));
    }
    let of = problem.board().len();
    writeln!(screen, "no way visits all {of} places: {}", answer.reason())?;
    if let Some(stop) = answer.stop() {
        writeln!(screen, "perhaps more than {} can be visited: {stop}", answer.len())?;
    }
    Ok(Route::of_longest(&answer))
}

/// The places in order, and the plan with their numbers.
struct Route {
    squares: Vec<Square>,
    plan: String,
    comes_home: bool,
}

impl Route {
    fn of_tour(tour: &Tour, comes_home: bool) -> Self {
        let home = tour.square_at(1).filter(|_| comes_home);
        let squares = tour.squares().chain(home).collect();
        let mut plan = Vec::new();
        // To write into memory never fails.
        drop(write_tour(&mut plan, tour, Format::Grid, &WriteOptions::default()));
        Self { squares, plan: String::from_utf8_lossy(&plan).into_owned(), comes_home }
    }

    fn of_longest(answer: &Longest) -> Self {
        let mut plan = Vec::new();
        if let LongestFound::Part(path) = answer.found() {
            drop(write_path(&mut plan, path, Format::Grid, &WriteOptions::default()));
        }
        let plan = String::from_utf8_lossy(&plan).into_owned();
        Self { squares: answer.squares().collect(), plan, comes_home: false }
    }

    /// Moves in the same direction are one leg: the robot does not stop to turn, only to work.
    fn legs(&self, board: &Board) -> Vec<Leg> {
        let mut legs: Vec<Leg> = Vec::new();
        for pair in self.squares.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|square| {
                let place = board.coord(square);
                (i64::from(place.file.index()), i64::from(place.rank.index()))
            });
            let step = (to.0 - from.0, to.1 - from.1);
            match legs.last_mut() {
                Some(leg) if leg.step == step => (leg.moves, leg.to) = (leg.moves + 1, pair[1]),
                _ => legs.push(Leg { from: pair[0], to: pair[1], step, moves: 1 }),
            }
        }
        legs
    }

    fn show(&self, board: &Board, pitch: f64, screen: &mut dyn Write) -> Result<(), Failure> {
        let legs = self.legs(board);
        let visited = if self.comes_home { self.squares.len() - 1 } else { self.squares.len() };
        let metres: f64 = legs.iter().map(|leg| leg.metres(pitch)).sum();
        let end = if self.comes_home { "and home again" } else { "and stays there" };
        writeln!(
            screen,
            "{visited} of {} places, {metres:.2} m, {} legs, {end}",
            board.len(),
            legs.len()
        )?;
        writeln!(screen, "\n{}\n leg  from  to    east m  north m  length m  stops", self.plan)?;
        for (leg, number) in legs.iter().zip(1..) {
            let [east, north] = [leg.step.0, leg.step.1].map(|by| (by * leg.moves) as f64 * pitch);
            let [from, to] = [leg.from, leg.to].map(|square| board.name(square));
            let (length, stops) = (leg.metres(pitch), leg.moves);
            writeln!(
                screen,
                "{number:4}  {from:4}  {to:4}  {east:+6.2}   {north:+6.2}    {length:6.2}  {stops:5}"
            )?;
        }
        Ok(())
    }
}

/// Some moves in one direction.
struct Leg {
    from: Square,
    to: Square,
    step: (i64, i64),
    moves: i64,
}

impl Leg {
    fn metres(&self, pitch: f64) -> f64 {
        (self.step.0 as f64).hypot(self.step.1 as f64) * self.moves as f64 * pitch
    }
}
