//! What will be done, when everything that can go wrong before has gone right.

use std::path::PathBuf;

use caracole::formats::WriteOptions;
use caracole::{Construct, Exact, Limits, Problem, Solver, Support};

use crate::args::{SolveArgs, TourOutputArgs, TraceForm};
use crate::failure::Failure;
use crate::form::TourForm;
use crate::output::Output;

use super::settings;

/// Everything that can go wrong before the work begins has gone right.
pub(crate) struct Plan {
    pub(super) problem: Problem,
    pub(super) solver: Box<dyn Solver>,
    /// How a constructed tour shall look.
    pub(super) construct: Construct,
    pub(super) limits: Limits,
    pub(super) seed: u64,
    pub(super) form: TourForm,
    pub(super) trace: Option<TraceForm>,
    pub(super) output: Output,
    /// Where a proof that there is no tour goes.
    pub(super) certificate: Option<PathBuf>,
    pub(super) options: WriteOptions,
}

impl Plan {
    /// To search a problem completely, within limits.
    pub(crate) fn exact(
        problem: Problem,
        limits: Limits,
        output: &TourOutputArgs,
    ) -> Result<Self, Failure> {
        let form = output.form()?;
        let to = Output::open(output.to.output.as_deref())?;
        form.suits(problem.board(), &to)?;
        Ok(Self {
            problem,
            solver: Box::new(Exact::default()),
            construct: Construct::default(),
            limits,
            seed: 0,
            form,
            trace: None,
            output: to,
            certificate: None,
            options: WriteOptions { base: output.base.base, ..WriteOptions::default() },
        })
    }

    /// Method, seed and limits, for those who want to know more.
    pub(super) fn words(&self) -> String {
        let Limits { steps, time, memory } = self.limits;
        let or_none = |limit: Option<String>| limit.unwrap_or_else(|| "none".to_owned());
        format!(
            "method {}, seed {}, limits: steps {}, time {}, memory {}",
            self.solver.name(),
            self.seed,
            or_none(steps.map(|steps| steps.to_string())),
            or_none(time.map(|time| format!("{time:?}"))),
            or_none(memory.map(|bytes| format!("{} MiB", bytes >> 20))),
        )
    }
}

pub(super) fn plan(args: &SolveArgs) -> Result<Plan, Failure> {
    let problem = args.problem.problem()?;
    try_certificate(args)?;
    let settings = settings::settings(args, &problem)?;
    let solver = args.method.method.solver(&settings);
    if let Support::No(why) = solver.supports(&problem) {
        return Err(settings::refused(args, &why));
    }
    let form = if args.jsonl { TourForm::JSON } else { args.output.form()? };
    let output = Output::open(args.output.to.output.as_deref())?;
    let trace = match args.trace {
        _ if args.jsonl => Some(TraceForm::Json),
        // Trace and outcome then make one stream of lines.
        Some(_) if form == TourForm::JSON && output.is_standard() => Some(TraceForm::Json),
        Some(TraceForm::Json) if output.is_standard() => {
            return Err(Failure::of("--trace=json", "goes with --json or --jsonl"));
        }
        trace => trace,
    };
    form.suits(problem.board(), &output)?;
    if trace.is_some() && output.is_standard() && matches!(form, TourForm::Picture(_)) {
        return Err(Failure::of("--trace", "would stand inside the picture: name a file with -o"));
    }
    Ok(Plan {
        solver,
        construct: settings.construct,
        limits: limits(args),
        seed: args.seed.draw(),
        form,
        trace,
        output,
        certificate: args.certificate.clone(),
        options: WriteOptions { base: args.output.base.base, ..WriteOptions::default() },
        problem,
    })
}

/// The file of the certificate is opened again when there is something to write; what is wrong with
/// it is said before.
pub(super) fn try_certificate(args: &SolveArgs) -> Result<(), Failure> {
    args.certificate.as_deref().map_or(Ok(()), |path| Output::open(Some(path)).map(drop))
}

pub(super) fn limits(args: &SolveArgs) -> Limits {
    Limits {
        steps: args.max_steps,
        time: args.time.timeout.map(|pause| pause.0),
        memory: args.memory.limit(),
    }
}
