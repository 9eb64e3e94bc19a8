//! `solve`: a tour, or why there is none.

use std::time::{Duration, Instant};

use caracole::formats::{RunRecord, json};
use caracole::{
    Children, Exact, Method, MethodSettings, MoveOrder, Moves, OrderError, Problem, Solver, Stats,
    Support, Tie, UnknownWord, cover, report,
};

use super::Verb;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

/// A problem, and how it shall be solved.
pub(crate) struct Solve {
    pub(super) problem: Problem,
    method: Method,
    settings: MethodSettings,
    pub(super) seed: u64,
    pub(super) steps: Option<u64>,
    time: Option<Duration>,
}

impl Solve {
    /// Reads a problem of at most so many squares, the method and its limits.
    pub(super) fn of_board(fields: &mut Fields<'_>, most: u64) -> Result<Self, Refusal> {
        let problem = fields.problem(most)?;
        let method: Method = fields.word("method")?.unwrap_or_default();
        let settings = settings(fields, method, &problem)?;
        if problem.knights() > 1 {
            if !matches!(method, Method::Auto | Method::Exact) {
                let why = format!("{method} is for one knight: several take auto or exact");
                return Err(Refusal::contradiction(why));
            }
        } else if let Support::No(why) = method.solver(&settings).supports(&problem) {
            return Err(Refusal::contradiction(format!("{method}: {why}")));
        }
        let seed = fields.number("seed")?.unwrap_or_default();
        let steps = fields.number("max_steps")?;
        Ok(Self { problem, method, settings, seed, steps, time: fields.time()? })
    }

    /// The time that the client gives, if it does.
    pub(super) const fn time_given(&self) -> Option<Duration> {
        self.time
    }

    /// The method.
    pub(super) fn solver(&self) -> Box<dyn Solver> {
        self.method.solver(&self.settings)
    }

    /// What came of it, for the record.
    pub(super) fn record(&self, stats: Stats, method: Option<&str>, begun: Instant) -> RunRecord {
        let method = method.unwrap_or(self.method.name());
        report::run(method, self.seed, stats, begun.elapsed())
    }
}

impl Verb for Solve {
    const NAME: &'static str = "solve";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        Self::of_board(fields, u64::MAX)
    }

    fn time(&self) -> Option<Duration> {
        self.time
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let begun = Instant::now();
        let limits = caracole::Limits { steps: self.steps, ..desk.limits() };
        let mut run = desk.run().limits(limits).seed(self.seed);
        if self.problem.knights() > 1 {
            let outcome = match self.method {
                Method::Exact => Exact::default().cover(&self.problem, &mut run),
                _ => cover(&self.problem, &mut run),
            };
            let record = self.record(run.stats(), run.method(), begun);
            return Ok(Answer::Json(json::cover_outcome(&self.problem, &outcome, &record)));
        }
        let outcome = self.solver().solve(&self.problem, &mut run);
        let record = self.record(run.stats(), run.method(), begun);
        Ok(Answer::Json(json::outcome(&self.problem, &outcome, &record)))
    }
}

/// What the method is told. A setting that it would pass over is a mistake.
fn settings(
    fields: &mut Fields<'_>,
    method: Method,
    problem: &Problem,
) -> Result<MethodSettings, Refusal> {
    let tie: Option<Tie> = fields.word("tie")?;
    let children = fields.text("children")?;
    let order = fields.text("order")?.map(|text| text.parse());
    let order: Option<MoveOrder> = order.transpose().map_err(|error| match error {
        OrderError::Syntax { .. } => Refusal::field("order", error.to_string()),
        _ => Refusal::content("order", error.to_string()),
    })?;
    for (field, is_given) in
        [("tie", tie.is_some()), ("children", children.is_some()), ("order", order.is_some())]
    {
        if let Some(others) = method.passes_over(field).filter(|_| is_given) {
            return Err(Refusal::content(field, format!("goes with method {others}")));
        }
    }
    let children = match children.as_deref() {
        None => Children::default(),
        Some("lonely-first") => Children::LonelyFirst,
        Some("as-ordered") => Children::AsOrdered,
        Some(other) => {
            let unknown = UnknownWord::new("order", other, ["lonely-first", "as-ordered"]);
            return Err(Refusal::field("children", unknown.to_string()));
        }
    };
    if let Some(order) = &order {
        Moves::ordered(problem.piece(), problem.board(), order)
            .map_err(|error| Refusal::content("order", error.to_string()))?;
    }
    let tie = tie.unwrap_or_default();
    Ok(MethodSettings { order, tie, children, ..MethodSettings::default() })
}
