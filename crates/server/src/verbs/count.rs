//! `count`: how many tours there are.

use std::time::{Duration, Instant};

use caracole::{By, Direction, Job, Tally, report};

use super::Verb;
use super::counted::{Counted, Keeps};
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

/// What is counted, and which number is asked for.
pub(crate) struct Count {
    counted: Counted,
    by: By,
}

impl Verb for Count {
    const NAME: &'static str = "count";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let mut counted = Counted::read(fields)?;
        let by = match fields.text("by")?.as_deref() {
            None | Some("all") => By::All,
            Some("start") => By::Start,
            Some("class") => By::Class,
            Some(_) => return Err(Refusal::field("by", "must be all, start or class")),
        };
        if by == By::Start {
            if counted.question.problem().start().is_some() {
                let text = "by: start asks this of every square: leave out the start";
                return Err(Refusal::contradiction(text));
            }
            if counted.direction == Some(Direction::Undirected) {
                let text = "by: who starts somewhere has a direction: leave out directed";
                return Err(Refusal::contradiction(text));
            }
            counted.question = counted.question.counting(Direction::Directed);
        }
        Ok(Self { counted, by })
    }

    fn time(&self) -> Option<Duration> {
        self.counted.time
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { counted, by } = self;
        let begun = Instant::now();
        let tally = |job: &Job<'_>| Tally::of(&counted.question, by, job);
        let answer = counted.ask(desk, Keeps::Layers, tally)?;
        let object = report::count(&counted.question, by, answer.as_ref(), begun.elapsed());
        Ok(Answer::Json(object))
    }
}
