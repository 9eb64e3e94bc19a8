//! `solve`, `longest` and `starts`: tours, longest paths and start squares.

use std::time::{Duration, Instant};

use caracole::board::{Moves, OrderError};
use caracole::formats::json::Number;
use caracole::formats::{RunRecord, json};
use caracole::solvers::{
    Exact, MethodSettings, MoveOrdering, Solver, Stats, Support, cover, longest, supports_longest,
};
use caracole::solvers::{Limits, Run};
use caracole::text::UnknownName;
use caracole::{Method, MoveOrder, Problem, StartMap, TieBreak, report};
use serde_json::Value;

use super::Endpoint;
use crate::error::ApiError;
use crate::fields::{Fields, parsed, take};
use crate::response::Content;
use crate::work::WorkContext;

/// `solve` finds a tour, or several paths for several knights.
pub(crate) struct Solve {
    pub(super) problem: Problem,
    method: Method,
    settings: MethodSettings,
    /// The random seed, if the method uses one.
    seed: Option<u64>,
    pub(super) max_steps: Option<u64>,
}

impl Solve {
    /// Parses a problem, the method and its limits.
    pub(super) fn parse_with(fields: &mut Fields<'_>, max_squares: u64) -> Result<Self, ApiError> {
        let problem = fields.problem(max_squares)?;
        take!(fields {
            #[serde(default, deserialize_with = "parsed")]
            method: Method,
            seed: Number,
            max_steps: Number,
        });
        let method = method.unwrap_or_default();
        let settings = method_settings(fields, method, &problem)?;
        if problem.knights() > 1 {
            if !matches!(method, Method::Auto | Method::Exact) {
                let why = format!("{method} is for one knight: several take auto or exact");
                return Err(ApiError::contradiction(why));
            }
        } else if let Support::No(why) = method.solver(&settings).supports(&problem) {
            return Err(ApiError::contradiction(format!("{method}: {why}")));
        }
        if seed.is_some() && !settings.uses_seed(method) {
            return Err(if let Some(others) = method.passes_over("seed") {
                without_effect("seed", method, &others)
            } else {
                let tie = settings.tie.name();
                let others = TieBreak::random_names();
                let why = format!("has no effect with tie {tie}: it goes with {others}");
                ApiError::invalid("seed", why)
            });
        }
        let seed = settings.uses_seed(method).then(|| seed.unwrap_or_default().0);
        let max_steps = max_steps.map(|Number(steps)| steps);
        Ok(Self { problem, method, settings, seed, max_steps })
    }

    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or_default()
    }

    pub(super) fn solver(&self) -> Box<dyn Solver> {
        self.method.solver(&self.settings)
    }

    /// Returns the record of a run. `method` is the method that found the outcome, if it is known.
    pub(super) fn record(&self, stats: Stats, method: Option<&str>, start: Instant) -> RunRecord {
        let method = method.unwrap_or(self.method.name());
        report::run(method, self.seed, stats, start.elapsed())
    }
}

impl Endpoint for Solve {
    const NAME: &'static str = "solve";

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        Self::parse_with(fields, u64::MAX)
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let start = Instant::now();
        let limits = Limits { steps: self.max_steps, ..context.limits() };
        let mut run = Run::with_options(&context.options().limits(limits).seed(self.seed()));
        if self.problem.knights() > 1 {
            let outcome = match self.method {
                Method::Exact => Exact::default().cover(&self.problem, &mut run),
                _ => cover(&self.problem, &mut run),
            };
            let record = self.record(run.stats(), run.method(), start);
            return Ok(Content::Json(json::cover_outcome(&self.problem, &outcome, &record)));
        }
        let outcome = self.solver().solve(&self.problem, &mut run);
        let record = self.record(run.stats(), run.method(), start);
        Ok(Content::Json(json::outcome(&self.problem, &outcome, &record)))
    }
}

/// Returns the error for a field that the method ignores. `others` are the methods that use it.
fn without_effect(field: &str, method: Method, others: &str) -> ApiError {
    let why = format!("has no effect with method {method}: it goes with {others}");
    ApiError::invalid(field, why)
}

/// Parses the settings of a method. A setting that the method ignores is an error.
fn method_settings(
    fields: &mut Fields<'_>,
    method: Method,
    problem: &Problem,
) -> Result<MethodSettings, ApiError> {
    take!(fields {
        #[serde(default, deserialize_with = "parsed")]
        tie: TieBreak,
        children: String,
        order: String,
    });
    let order = order.map(|text| text.parse());
    let order: Option<MoveOrder> = order.transpose().map_err(|error| match error {
        OrderError::Syntax { .. } => ApiError::field("order", error.to_string()),
        _ => ApiError::invalid("order", error.to_string()),
    })?;
    for (field, is_given) in
        [("tie", tie.is_some()), ("children", children.is_some()), ("order", order.is_some())]
    {
        if let Some(others) = method.passes_over(field).filter(|_| is_given) {
            return Err(without_effect(field, method, &others));
        }
    }
    let ordering = match children.as_deref() {
        None => MoveOrdering::default(),
        Some("lonely-first") => MoveOrdering::LowestDegreeFirst,
        Some("as-ordered") => MoveOrdering::AsOrdered,
        Some(other) => {
            let unknown = UnknownName::new("order", other, ["lonely-first", "as-ordered"]);
            return Err(ApiError::field("children", unknown.to_string()));
        }
    };
    if let Some(order) = &order {
        Moves::ordered(problem.piece(), problem.board(), order)
            .map_err(|error| ApiError::invalid("order", error.to_string()))?;
    }
    let tie = tie.unwrap_or_default();
    Ok(MethodSettings { order, tie, ordering, ..MethodSettings::default() })
}

/// `longest` finds a longest path on a board without a tour.
pub(crate) struct Longest {
    problem: Problem,
    seed: u64,
}

impl Longest {
    const MAX_SQUARES: u64 = 400;
}

impl Endpoint for Longest {
    const NAME: &'static str = "longest";

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let problem = fields.problem(Self::MAX_SQUARES)?;
        if let Support::No(why) = supports_longest(&problem) {
            return Err(ApiError::contradiction(why));
        }
        take!(fields { seed: Number });
        let Number(seed) = seed.unwrap_or_default();
        Ok(Self { problem, seed })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { problem, seed, .. } = self;
        let answer = longest(&problem, &mut Run::with_options(&context.options().seed(seed)));
        let answer = answer.map_err(|stop| ApiError::internal(stop.to_string()))?;
        let mut object = report::longest(&problem, &answer, seed);
        let names = answer.squares().map(|square| Value::from(problem.board().name(square)));
        object.insert("squares".into(), names.collect());
        Ok(Content::Json(object.into()))
    }
}

/// `starts` lists the start squares of all tours.
pub(crate) struct Starts {
    problem: Problem,
}

impl Starts {
    /// The largest board without a theorem on which every start is tried.
    const MAX_SEARCHED_SQUARES: u64 = 400;
    /// The time limit for each start, so that a single one does not use the whole time.
    const TIME_PER_START: Duration = Duration::from_millis(500);
}

impl Endpoint for Starts {
    const NAME: &'static str = "starts";

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let problem = fields.problem(u64::MAX)?;
        if problem.start_square().is_some() {
            return Err(ApiError::invalid("from", "starts tries every square: leave it out"));
        }
        if problem.knights() > 1 {
            return Err(ApiError::contradiction(
                "knights: only the starts of one knight can be listed",
            ));
        }
        Ok(Self { problem })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { problem, .. } = self;
        let map = match StartMap::by_theorem(&problem) {
            Some(map) => map,
            None if problem.board().len() > Self::MAX_SEARCHED_SQUARES => {
                let max = Self::MAX_SEARCHED_SQUARES;
                let why = format!(
                    "no theorem applies, and boards of more than {max} squares are not searched"
                );
                return Err(ApiError::too_much(why));
            }
            None => StartMap::by_search(&problem, &context.options(), Some(Self::TIME_PER_START)),
        };
        Ok(Content::Json(map.json(&problem)))
    }
}
