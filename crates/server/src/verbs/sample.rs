//! `sample`: tours that chance chooses, each as likely as any other.

use std::time::Duration;

use caracole::report::ManyTours;
use caracole::{Job, Stop, Tables, random_tours};

use super::Verb;
use super::counted::{Counted, Keeps};
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

/// What is drawn from, and how many tours.
pub(crate) struct Sample {
    counted: Counted,
    tours: usize,
    seed: u64,
}

const MOST_TOURS: u64 = 100;

impl Verb for Sample {
    const NAME: &'static str = "sample";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let counted = Counted::read(fields)?;
        let tours = match fields.number("n")?.unwrap_or(1) {
            tours @ 1..=MOST_TOURS => tours as usize,
            _ => return Err(Refusal::field("n", format!("must be from 1 to {MOST_TOURS}"))),
        };
        let seed = fields.number("seed")?.unwrap_or_default();
        Ok(Self { counted, tours, seed })
    }

    fn time(&self) -> Option<Duration> {
        self.counted.time
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { counted, tours: wanted, seed } = self;
        let question = &counted.question;
        let draw = |job: &Job<'_>| {
            let tables = Tables::new(question, None, job)?;
            let (mut tours, mut stop) = (Vec::new(), None);
            for tour in random_tours(&tables, seed).take(wanted) {
                tours.push(tour?);
                if let Err(cause) = job.look() {
                    let tried = format!("{} of {wanted} tours were drawn", tours.len());
                    stop = Some(Stop::new(cause, tried));
                    break;
                }
            }
            Ok((tables.count().clone(), tours, stop))
        };
        let about = ManyTours { verb: "sample", question, seed: Some(seed), of: None };
        let object = match counted.ask(desk, Keeps::Tables, draw)? {
            Ok((of, tours, stop)) => {
                ManyTours { of: Some(&of), ..about }.object(&tours, stop.as_ref())
            }
            Err(stop) => about.object(&[], Some(&stop)),
        };
        Ok(Answer::Json(object))
    }
}
