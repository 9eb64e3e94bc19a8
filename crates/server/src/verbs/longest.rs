//! `longest`: the longest path where there is no tour.

use std::time::Duration;

use caracole::{Problem, Support, longest, report, supports_longest};
use serde_json::Value;

use super::Verb;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

/// On more squares nobody waits for it.
const MOST_SQUARES: u64 = 400;

/// A board, and what is asked of the path.
pub(crate) struct Longest {
    problem: Problem,
    seed: u64,
    time: Option<Duration>,
}

impl Verb for Longest {
    const NAME: &'static str = "longest";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let problem = fields.problem(MOST_SQUARES)?;
        if let Support::No(why) = supports_longest(&problem) {
            return Err(Refusal::contradiction(why));
        }
        let seed = fields.number("seed")?.unwrap_or_default();
        Ok(Self { problem, seed, time: fields.time()? })
    }

    fn time(&self) -> Option<Duration> {
        self.time
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { problem, seed, .. } = self;
        let answer = longest(&problem, &mut desk.run().seed(seed));
        let answer = answer.map_err(|stop| Refusal::fault(stop.to_string()))?;
        let mut object = report::longest(&problem, &answer, seed);
        let names = answer.squares().map(|square| Value::from(problem.board().name(square)));
        object.insert("squares".into(), names.collect());
        Ok(Answer::Json(object.into()))
    }
}
