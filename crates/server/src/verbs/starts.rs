//! `starts`: the squares a tour can start from.

use std::time::Duration;

use caracole::{Limits, Problem, StartMap};

use super::Verb;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

/// Where no theorem tells, up to so many squares are tried, one after the other.
const MOST_TRIED: u64 = 400;
/// No start keeps the others waiting longer.
const PATIENCE: Duration = Duration::from_millis(500);

/// A problem whose start is asked for.
pub(crate) struct Starts {
    problem: Problem,
    time: Option<Duration>,
}

impl Verb for Starts {
    const NAME: &'static str = "starts";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let problem = fields.problem(u64::MAX)?;
        if problem.start().is_some() {
            return Err(Refusal::content("from", "starts asks this of every square: leave it out"));
        }
        if problem.knights() > 1 {
            return Err(Refusal::contradiction("knights: here the starts of one knight are told"));
        }
        Ok(Self { problem, time: fields.time()? })
    }

    fn time(&self) -> Option<Duration> {
        self.time
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { problem, .. } = self;
        let map = match StartMap::by_theorem(&problem) {
            Some(map) => map,
            None if problem.board().len() > MOST_TRIED => {
                let why =
                    format!("no theorem tells, and more than {MOST_TRIED} starts are not tried");
                return Err(Refusal::too_much(why));
            }
            None => StartMap::by_search(&problem, || {
                let time = desk.time_left().min(PATIENCE);
                (!desk.is_over())
                    .then(|| desk.run().limits(Limits { time: Some(time), ..desk.limits() }))
            }),
        };
        Ok(Answer::Json(map.json(&problem)))
    }
}
