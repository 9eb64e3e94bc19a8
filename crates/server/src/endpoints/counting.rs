//! `count`, `sample`, `rank` and `unrank`: the endpoints about all tours of a problem.

use std::time::Instant;

use caracole::counting::{
    By, CountError, CountProgress, Direction, Job, Question, Tables, Tally, forecast, random_tours,
};
use caracole::formats::json::{self, Number};
use caracole::report;
use caracole::report::ManyTours;
use caracole::{Count as TourCount, Kind, Outcome, Path, ProblemExt, Stop, Tour};
use serde_json::{Value, json};

use super::Endpoint;
use crate::error::ApiError;
use crate::fields::{Fields, SquareNames, squares_of, take};
use crate::response::Content;
use crate::work::WorkContext;

/// The limit for narrow boards. Wider boards of this size exceed the memory limit.
const MAX_SQUARES: u64 = 2500;

/// The fields that all endpoints of this module share.
struct CountRequest {
    question: Question,
    /// The direction that the client asks for.
    direction: Option<Direction>,
}

/// The layers that a count keeps in memory at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kept {
    /// The layer that grows and the one before it.
    TwoLayers,
    /// All layers.
    AllLayers,
}

impl CountRequest {
    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let problem = fields.problem(MAX_SQUARES)?;
        if problem.knights() > 1 {
            let text = "knights: only the tours of one knight can be counted";
            return Err(ApiError::contradiction(text));
        }
        let question = problem.question();
        take!(fields { directed: bool });
        let direction = directed
            .map(|directed| if directed { Direction::Directed } else { Direction::Undirected });
        let question = match direction {
            None => question,
            Some(direction) => question.counting(direction),
        };
        Ok(Self { question, direction })
    }

    /// Runs a count within the limits of the context, and reports its progress there. Returns the
    /// result, or the limit that stopped the count.
    ///
    /// # Errors
    /// The count would need more memory than the limit. This is detected before any work.
    fn run<T>(
        &self,
        context: &WorkContext,
        kept: Kept,
        count: impl FnOnce(&Job<'_>) -> Result<T, CountError>,
    ) -> Result<Result<T, Stop>, ApiError> {
        match forecast(&self.question) {
            // Without this check, all parts would be planned before the first one reports the stop.
            Err(CountError::Stopped(stop)) if kept == Kept::AllLayers => return Ok(Err(stop)),
            Ok(Some(states)) => {
                let limits = [context.memory_limit(), context.memory_limit_of_job()];
                self.check_memory(states, limits, kept)?;
            }
            // Without a forecast, the count itself returns the error.
            _ => {}
        }
        let report = |progress: &CountProgress| {
            context.report_progress(|| progress_object(progress));
        };
        match count(&context.job().on_progress(&report)) {
            Ok(answer) => Ok(Ok(answer)),
            Err(CountError::Stopped(stop)) => Ok(Err(stop)),
            Err(CountError::Unanswerable(text)) => Err(ApiError::contradiction(text)),
            // Errors of files, which a count in memory does not have.
            Err(_) => Err(ApiError::panicked()),
        }
    }

    /// Returns an error if the count needs more memory than the limit. The error says whether a job
    /// has enough memory.
    fn check_memory(
        &self,
        states: f64,
        [limit, limit_of_job]: [u64; 2],
        kept: Kept,
    ) -> Result<(), ApiError> {
        let required = self.required_memory(states, kept);
        let [limit, limit_of_job] = [limit, limit_of_job].map(|bytes| bytes as f64);
        if required <= limit {
            return Ok(());
        }
        let advice = if required <= limit_of_job {
            format!("run it as a job, which may use {}", size_text(limit_of_job))
        } else {
            "run it on the command line, which can store layers on disk".to_owned()
        };
        let (required, limit) = (size_text(required), size_text(limit));
        Err(ApiError::too_much(format!(
            "needs about {required} of memory, this server allows {limit}: {advice}"
        )))
    }

    /// Estimates the memory in bytes for a number of states in all layers.
    fn required_memory(&self, states: f64, kept: Kept) -> f64 {
        /// A state takes two or three bytes.
        const BYTES_PER_STATE: f64 = 3.0;
        /// The largest layer has about a fifth of all states, and two layers exist at a time.
        const PART_IN_TWO_LAYERS: f64 = 0.4;
        /// The factor for the degree patterns of the states and the buffers of the threads.
        const OVERHEAD: f64 = 1.6;
        let problem = self.question.problem();
        let copies = match kept {
            Kept::TwoLayers => PART_IN_TWO_LAYERS,
            // Open tours without clues need tables for each possible end square.
            Kept::AllLayers if problem.kind() == Kind::Open && problem.clues().next().is_none() => {
                problem.board().len() as f64
            }
            Kept::AllLayers => 1.0,
        };
        states * BYTES_PER_STATE * copies * OVERHEAD
    }
}

fn size_text(bytes: f64) -> String {
    match bytes {
        1e15.. => "more than a million GB".to_owned(),
        1e10.. => format!("{:.0} GB", bytes / 1e9),
        1e9.. => format!("{:.1} GB", bytes / 1e9),
        1e6.. => format!("{:.0} MB", (bytes / 1e6).ceil()),
        _ => format!("{:.0} kB", (bytes / 1e3).ceil()),
    }
}

fn progress_object(progress: &CountProgress) -> Value {
    let CountProgress { done, part, layer, states, elapsed, .. } = progress;
    json!({
        "done": done,
        "part": [part.0, part.1],
        "layer": [layer.0, layer.1],
        "states": json::number(*states),
        "elapsed_ms": json::number(elapsed.as_millis() as u64),
    })
}

/// `count` counts tours.
pub(crate) struct Count {
    request: CountRequest,
    by: By,
}

impl Endpoint for Count {
    const NAME: &'static str = "count";

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let mut request = CountRequest::parse(fields)?;
        take!(fields { by: String });
        let by = match by.as_deref() {
            None | Some("all") => By::All,
            Some("start") => By::Start,
            Some("class") => By::Orbit,
            Some(_) => return Err(ApiError::field("by", "must be all, start or class")),
        };
        if by == By::Start {
            if request.question.problem().start_square().is_some() {
                let text = "by: start counts the tours of every start square: leave out the start";
                return Err(ApiError::contradiction(text));
            }
            if request.direction == Some(Direction::Undirected) {
                let text = "by: start counts directed tours: leave out directed";
                return Err(ApiError::contradiction(text));
            }
            request.question = request.question.counting(Direction::Directed);
        }
        Ok(Self { request, by })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { request, by } = self;
        let (question, start) = (&request.question, Instant::now());
        let answer = request.run(context, Kept::TwoLayers, |job| Tally::of(question, by, job))?;
        Ok(Content::Json(report::count(question, by, answer.as_ref(), start.elapsed())))
    }
}

/// `sample` draws tours uniformly at random.
pub(crate) struct Sample {
    request: CountRequest,
    tours: usize,
    seed: u64,
}

impl Sample {
    const MAX_TOURS: u64 = 100;
}

impl Endpoint for Sample {
    const NAME: &'static str = "sample";

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let request = CountRequest::parse(fields)?;
        take!(fields { n: Number, seed: Number });
        let Number(tours) = n.unwrap_or(Number(1));
        if !(1..=Self::MAX_TOURS).contains(&tours) {
            let text = format!("must be from 1 to {}", Self::MAX_TOURS);
            return Err(ApiError::field("n", text));
        }
        Ok(Self { request, tours: tours as usize, seed: seed.unwrap_or_default().0 })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { request, tours: wanted, seed } = self;
        let question = &request.question;
        let draw = |job: &Job<'_>| {
            let tables = Tables::new(question, None, job)?;
            let (mut tours, mut stop) = (Vec::new(), None);
            for tour in random_tours(&tables, seed).take(wanted) {
                tours.push(tour?);
                if let Err(cause) = job.check_limits() {
                    let tried = format!("{} of {wanted} tours were drawn", tours.len());
                    stop = Some(Stop::new(cause, tried));
                    break;
                }
            }
            Ok((tables.count().clone(), tours, stop))
        };
        let about = ManyTours { verb: "sample", question, seed: Some(seed), of: None };
        let object = match request.run(context, Kept::AllLayers, draw)? {
            Ok((of, tours, stop)) => {
                ManyTours { of: Some(&of), ..about }.object(&tours, stop.as_ref())
            }
            Err(stop) => about.object(&[], Some(&stop)),
        };
        Ok(Content::Json(object))
    }
}

/// `rank` returns the rank of a tour.
pub(crate) struct Rank {
    request: CountRequest,
    tour: Tour,
}

impl Endpoint for Rank {
    const NAME: &'static str = "rank";

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let request = CountRequest::parse(fields)?;
        let problem = request.question.problem();
        take!(fields { squares: SquareNames });
        let path: Path = squares_of(problem, "squares", squares)?.into_iter().collect();
        let tour = Tour::verify(problem, path).map_err(|rejected| {
            let convention = request.question.convention();
            let first = rejected.verdict.in_short(problem.board(), "check");
            ApiError::contradiction(format!("squares: not one of the {convention}: {first}"))
        })?;
        Ok(Self { request, tour })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { request, tour } = self;
        let question = &request.question;
        let rank = |job: &Job<'_>| {
            let tables = Tables::new(question, None, job)?;
            Ok((tables.rank(&tour)?, tables.count().clone()))
        };
        let answer = request.run(context, Kept::AllLayers, rank)?;
        let answer = answer.as_ref().map(|(rank, of)| (rank, of));
        Ok(Content::Json(report::rank(question, answer)))
    }
}

/// `unrank` returns the tour with a given rank.
pub(crate) struct Unrank {
    request: CountRequest,
    rank: TourCount,
}

impl Unrank {
    /// More digits than the number of tours of any board that can be counted here.
    const MAX_DIGITS: usize = 2000;
}

impl Endpoint for Unrank {
    const NAME: &'static str = "unrank";

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let request = CountRequest::parse(fields)?;
        take!(fields { index: Value });
        let text = match index {
            Some(Value::String(text)) if text.len() <= Self::MAX_DIGITS => text,
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let expected = "must be a whole number from 0, as digits; a large one as a text";
        let rank = text.parse().map_err(|_| ApiError::field("index", expected))?;
        Ok(Self { request, rank })
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { request, rank } = self;
        let (question, start) = (&request.question, Instant::now());
        let unrank = |job: &Job<'_>| {
            let tables = Tables::new(question, None, job)?;
            Ok((tables.count().clone(), tables.unrank(&rank)?))
        };
        let (outcome, of) = match request.run(context, Kept::AllLayers, unrank)? {
            Ok((of, Some(tour))) => (Outcome::Found(tour), Some(of)),
            Ok((of, None)) => {
                let text = format!("index: {}", report::beyond(question, &rank, &of));
                return Err(ApiError::contradiction(text));
            }
            Err(stop) => (Outcome::Unknown(stop), None),
        };
        let object = report::unrank(question, &rank, &outcome, of.as_ref(), start.elapsed());
        Ok(Content::Json(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    fn request(body: &str) -> CountRequest {
        let settings = Settings::default();
        let mut fields = Fields::parse(body.as_bytes(), &settings).expect("an object");
        CountRequest::parse(&mut fields).expect("a valid request")
    }

    #[test]
    fn the_memory_error_names_the_requirement_and_what_to_do() {
        let closed = request(r#"{"board":"8x8","closed":true}"#);
        assert_eq!(closed.check_memory(9.2e8, [2 << 30; 2], Kept::TwoLayers), Ok(()));
        assert!(closed.check_memory(9.2e8, [2 << 30; 2], Kept::AllLayers).is_err());
        for (limit_of_job, advice) in
            [(1 << 30, "the command line"), (2 << 30, "a job, which may use 2.1")]
        {
            let limits = [1 << 30, limit_of_job];
            let error = closed.check_memory(9.2e8, limits, Kept::TwoLayers);
            let text = error.expect_err("too much").to_field()["text"].to_string();
            assert!(text.contains("about 1.8 GB of memory, this server allows 1.1 GB"), "{text}");
            assert!(text.contains(advice), "{text}");
        }
        let open = request(r#"{"board":"8x8","open":true}"#);
        let [open, closed] = [open, closed].map(|one| one.required_memory(1.0, Kept::AllLayers));
        assert!(open > 60.0 * closed);
    }

    #[test]
    fn sizes_have_few_digits() {
        let sizes = [33e3, 2.5e6, 1.84e9, 4.4e10, 1e40].map(size_text);
        assert_eq!(sizes, ["33 kB", "3 MB", "1.8 GB", "44 GB", "more than a million GB"]);
    }
}
