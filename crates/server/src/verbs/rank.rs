//! `rank` and `unrank`: the number of a tour, and the tour of a number.

use std::time::{Duration, Instant};

use caracole::{Count, Job, Outcome, Path, Tables, Tour, report};
use serde_json::Value;

use super::Verb;
use super::counted::{Counted, Keeps};
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

/// A tour, and what it is one of.
pub(crate) struct Rank {
    counted: Counted,
    tour: Tour,
}

impl Verb for Rank {
    const NAME: &'static str = "rank";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let counted = Counted::read(fields)?;
        let problem = counted.question.problem();
        let path: Path = fields.squares("squares", &problem.clone().into())?.into_iter().collect();
        let tour = Tour::verify(problem, path).map_err(|rejected| {
            let convention = counted.question.convention();
            let first = rejected.verdict.in_short(problem.board(), "check");
            Refusal::contradiction(format!("squares: not one of the {convention}: {first}"))
        })?;
        Ok(Self { counted, tour })
    }

    fn time(&self) -> Option<Duration> {
        self.counted.time
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { counted, tour } = self;
        let question = &counted.question;
        let rank = |job: &Job<'_>| {
            let tables = Tables::new(question, None, job)?;
            Ok((tables.rank(&tour)?, tables.count().clone()))
        };
        let answer = counted.ask(desk, Keeps::Tables, rank)?;
        let answer = answer.as_ref().map(|(rank, of)| (rank, of));
        Ok(Answer::Json(report::rank(question, answer)))
    }
}

/// A number, and what is numbered.
pub(crate) struct Unrank {
    counted: Counted,
    index: Count,
}

impl Verb for Unrank {
    const NAME: &'static str = "unrank";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let counted = Counted::read(fields)?;
        let index = index(fields)?;
        Ok(Self { counted, index })
    }

    fn time(&self) -> Option<Duration> {
        self.counted.time
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { counted, index } = self;
        let (question, begun) = (&counted.question, Instant::now());
        let unrank = |job: &Job<'_>| {
            let tables = Tables::new(question, None, job)?;
            Ok((tables.count().clone(), tables.unrank(&index)?))
        };
        let (outcome, of) = match counted.ask(desk, Keeps::Tables, unrank)? {
            Ok((of, Some(tour))) => (Outcome::Found(tour), Some(of)),
            Ok((of, None)) => {
                let text = format!("index: {}", report::beyond(question, &index, &of));
                return Err(Refusal::contradiction(text));
            }
            Err(stop) => (Outcome::Unknown(stop), None),
        };
        let object = report::unrank(question, &index, &outcome, of.as_ref(), begun.elapsed());
        Ok(Answer::Json(object))
    }
}

/// Takes a number that may be larger than JSON has them.
fn index(fields: &mut Fields<'_>) -> Result<Count, Refusal> {
    /// Longer than the number of tours of any board that is counted here, and read at once.
    const MOST_DIGITS: usize = 2000;
    let text = match fields.take("index") {
        Some(Value::String(text)) if text.len() <= MOST_DIGITS => text,
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let expected = "must be a whole number from 0, as digits; a large one as a text";
    text.parse().map_err(|_| Refusal::field("index", expected))
}
