//! `caracole locate`: single steps and squares of a constructed tour.

use std::ops::RangeInclusive;
use std::time::Instant;

use caracole::formats::{RunRecord, json};
use caracole::solvers::{Construct, Solver, Support, locate};
use caracole::solvers::{Limits, Run};
use caracole::text::shorten;
use caracole::verify::NotFound;
use caracole::{Board, Locator, Options, Outcome, Problem, Square, Stop, StopCause, report};
use clap::Args;
use serde_json::{Map, Value};

use super::solve::{exit_of, print_reason};
use crate::args::{GlobalOptions, ReportArgs, SeedArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::problem::EndArgs;
use crate::{Exit, memory};

/// Look up the square at a step of the constructed tour, or the step of a square
///
/// The tour is the one that `solve` constructs for the same board, ends and seed. It is a formula, which is
/// evaluated at single steps, so a board may have 10^19 squares. Each answer is checked: the square and the step
/// agree, and the squares before and after are a knight's move away.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole locate 8x8 --step 17
  caracole locate 8x8 --closed --from e4 --square c5 --neighbours
  caracole locate 1000000x1000000 --step 1..10
  caracole locate 4294967295x4294967295 --square 123456789,987654321 --json")]
pub(crate) struct LocateArgs {
    /// The board, a rectangle without holes: 8x8, 1000000x1000000
    #[arg(value_name = "BOARD")]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) questions: QuestionArgs,
    #[command(flatten)]
    pub(crate) ends: EndArgs,
    #[command(flatten, next_help_heading = "The tour")]
    pub(crate) seed: SeedArgs,
    /// Show the squares before and after; JSON always contains them
    #[arg(long, help_heading = "Output")]
    pub(crate) neighbours: bool,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// The steps and squares to look up, at least one. Steps are answered first.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
#[command(next_help_heading = "Questions")]
pub(crate) struct QuestionArgs {
    /// Look up the square at this step, from 1, or at the steps 5..10; may be repeated
    #[arg(long, value_name = "K")]
    pub(crate) step: Vec<String>,
    /// Look up the step of this square; may be repeated
    #[arg(long, value_name = "SQ")]
    pub(crate) square: Vec<String>,
}

/// The most steps of a range.
const MAX_STEPS: u64 = 1000;

/// The validated arguments, with open outputs.
struct Plan {
    problem: Problem,
    questions: Vec<Question>,
    seed: u64,
    is_json: bool,
    output: Output,
}

#[derive(Clone, Copy, Debug)]
enum Question {
    Step(u64),
    Square(Square),
}

/// A square with its step and its neighbours on the tour.
struct Answer {
    question: Question,
    step: u64,
    square: Square,
    before: Option<Square>,
    after: Option<Square>,
}

pub(crate) fn run(args: &LocateArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let plan = plan(args)?;
    args.seed.print_drawn(plan.seed, global);
    let begun = Instant::now();
    let limits = Limits { memory: memory::free(), ..Limits::default() };
    let mut run = Run::with_options(&Options::new().limits(limits).seed(plan.seed));
    match answers(&plan, &mut run) {
        Ok((tour, answers)) => {
            let kind = if tour.is_closed() { "closed" } else { "open" };
            let (board, len) = (tour.board().title(), tour.len());
            global.detail(format_args!("{board}: {kind} tour of {len} squares, by formula"));
            let text = if plan.is_json {
                format!("{}\n", object(&plan, &tour, &answers))
            } else {
                answers.iter().map(|one| one.words(tour.board(), args.neighbours)).collect()
            };
            plan.output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
            Ok(Exit::Yes)
        }
        Err(error) => {
            let outcome = Outcome::from(error);
            let method = run.method().unwrap_or(Construct::default().name());
            let record = report::run(method, plan.seed, run.stats(), begun.elapsed());
            tell(plan, &outcome, &record)?;
            Ok(exit_of(&outcome))
        }
    }
}

fn plan(args: &LocateArgs) -> Result<Plan, Failure> {
    let problem = args.ends.problem(&args.board)?;
    if let Support::No(why) = Construct::default().supports(&problem) {
        return Err(Failure::of(problem.board().title(), why));
    }
    let is_json = args.report.is_json();
    if args.neighbours && is_json {
        return Err(Failure::of("--neighbours", "has no effect: JSON contains them: leave it out"));
    }
    Ok(Plan {
        questions: questions(&args.questions, problem.board())?,
        seed: args.seed.draw(),
        is_json,
        output: args.report.open()?,
        problem,
    })
}

fn questions(asked: &QuestionArgs, board: &Board) -> Result<Vec<Question>, Failure> {
    let mut all = Vec::new();
    for text in &asked.step {
        let steps = steps(text, board.len()).map_err(|why| Failure::of("--step", why))?;
        all.extend(steps.map(Question::Step));
    }
    for text in &asked.square {
        let square = board.parse_square(text).map_err(|why| Failure::of("--square", why))?;
        all.push(Question::Square(square));
    }
    Ok(all)
}

/// Reads `17`, or `5..10` for the steps from 5 to 10.
fn steps(text: &str, last: u64) -> Result<RangeInclusive<u64>, String> {
    let shown = shorten(text);
    let (first, until) = text.split_once("..").unwrap_or((text, text));
    let read = |number: &str| {
        let Some(digits) = digits(number) else {
            let ways = "write 17, 10^12, or 5..10 for several";
            return Err(format!("'{shown}' is not a step: {ways}"));
        };
        // Too many digits to parse are beyond the last step.
        let step = digits.parse().ok().filter(|step| (1..=last).contains(step));
        step.ok_or_else(|| {
            format!("there is no step {}: steps run from 1 to {last}", shorten(number))
        })
    };
    let (first, until): (u64, u64) = (read(first)?, read(until)?);
    if until < first {
        return Err(format!("'{shown}' runs backward: write {until}..{first}"));
    }
    if until - first >= MAX_STEPS {
        return Err(format!(
            "'{shown}' asks for more than {MAX_STEPS} steps at once: solve writes whole tours"
        ));
    }
    Ok(first..=until)
}

/// Returns the digits of a whole number: `1000000`, `1,000,000`, `1_000_000`,
/// `10^6`, `1e6`.
fn digits(text: &str) -> Option<String> {
    /// The maximum number of digits.
    const MAX_ZEROS: usize = 40;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (head, power) = match text.split_once(['e', 'E']) {
        Some((head, power)) => (head, Some(power)),
        None => text.strip_prefix("10^").map_or((text, None), |power| ("1", Some(power))),
    };
    // Separators must form groups of three digits, or `1,5` would be fifteen.
    let groups: Vec<&str> = head.split(['_', ',']).collect();
    let is_grouped = groups.len() == 1
        || (1..=3).contains(&groups[0].len()) && groups[1..].iter().all(|group| group.len() == 3);
    let head = groups.concat();
    let zeros = match power {
        Some(power) if is_number(power) => power.parse().unwrap_or(MAX_ZEROS).min(MAX_ZEROS),
        Some(_) => return None,
        None => 0,
    };
    (is_grouped && is_number(&head)).then(|| head + &"0".repeat(zeros))
}

/// Returns all answers, or the outcome if there is no tour.
fn answers(plan: &Plan, run: &mut Run<'_>) -> Result<(Locator, Vec<Answer>), NotFound> {
    let tour = locate(&plan.problem, run).into_result()?;
    let answers = plan.questions.iter().map(|&question| answer(&tour, question));
    let answers = answers.collect::<Option<_>>().ok_or_else(|| {
        let story = "a step of the formula was rejected by the verifier";
        NotFound::Unknown(Stop::new(StopCause::Fault, story))
    })?;
    Ok((tour, answers))
}

/// Returns an answer, or `None` if the formula contradicts itself.
fn answer(tour: &Locator, question: Question) -> Option<Answer> {
    let (step, square) = match question {
        Question::Step(step) => (step, tour.square_at(step)?),
        Question::Square(square) => (tour.step_of(square)?, square),
    };
    let (before, after) = (tour.predecessor(square), tour.successor(square));
    Some(Answer { question, step, square, before, after })
}

impl Answer {
    /// Returns `step 17: c5` or `c5: step 17`, optionally with the neighbours.
    fn words(&self, board: &Board, with_neighbours: bool) -> String {
        let (step, square) = (self.step, board.name(self.square));
        let answer = match self.question {
            Question::Step(_) => format!("step {step}: {square}"),
            Question::Square(_) => format!("{square}: step {step}"),
        };
        let beside = |word: &str, square: Option<Square>| {
            let square = square.filter(|_| with_neighbours);
            square.map(|square| format!(" {word} {}", board.name(square))).unwrap_or_default()
        };
        let way = beside("from", self.before) + &beside("to", self.after);
        let comma = if way.is_empty() { "" } else { "," };
        format!("{answer}{comma}{way}\n")
    }

    fn put(&self, board: &Board, object: &mut Map<String, Value>) {
        let name = |square: Square| Value::from(board.name(square));
        object.insert("step".into(), self.step.to_string().into());
        object.insert("square".into(), name(self.square));
        object.insert("before".into(), self.before.map_or(Value::Null, name));
        object.insert("after".into(), self.after.map_or(Value::Null, name));
    }
}

/// Returns the JSON object: a single answer is in the object itself, several are in a list.
fn object(plan: &Plan, tour: &Locator, answers: &[Answer]) -> Value {
    let board = tour.board();
    let mut object = json::object("caracole.locate/1");
    object.insert("board".into(), board.to_string().into());
    object.insert("problem".into(), json::problem(&plan.problem));
    object.insert("seed".into(), json::number(plan.seed));
    if let [answer] = answers {
        answer.put(board, &mut object);
    } else {
        let list = answers.iter().map(|answer| {
            let mut object = Map::new();
            answer.put(board, &mut object);
            Value::from(object)
        });
        object.insert("answers".into(), list.collect());
    }
    object.insert("closed".into(), tour.is_closed().into());
    object.insert("squares".into(), tour.len().to_string().into());
    object.into()
}

/// Prints the outcome without a tour, as `solve` does.
fn tell(plan: Plan, outcome: &Outcome, record: &RunRecord) -> Result<(), Failure> {
    if !plan.is_json {
        return print_reason(outcome);
    }
    plan.output.write(|out| json::write_outcome(out, &plan.problem, outcome, record))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_read_as_people_write_them() {
        for text in ["1000000", "1,000,000", "1_000_000", "10^6", "1e6", "1E6", "10e5"] {
            assert_eq!(steps(text, 1 << 40), Ok(1_000_000..=1_000_000), "{text}");
        }
        assert_eq!(steps("10^6..1000003", 1 << 40), Ok(1_000_000..=1_000_003));
        for text in [
            "", "e", "1e", "e6", "10^", "10^x", "1.5", "-1", "2^6", "1e-6", "1e6e6", "1,5", ",,3",
            "1,0000",
        ] {
            let why = steps(text, 1 << 40).expect_err(text);
            assert!(why.contains("is not a step"), "{text}: {why}");
        }
        for text in ["0", "1e99999999999999999999", "10^41", "99999999999999999999999999"] {
            let why = steps(text, 1 << 40).expect_err(text);
            assert!(why.starts_with("there is no step"), "{text}: {why}");
        }
    }
}
