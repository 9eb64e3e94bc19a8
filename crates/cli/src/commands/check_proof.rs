//! `caracole check-proof`: checks proofs that there is no tour.

use caracole::Explain;
use std::ops::ControlFlow;
use std::path::PathBuf;

use caracole::Options;
use caracole::solvers::Limits;

use caracole::Evidence;
use caracole::formats::json;
use caracole::text::pluralize;
use caracole::verify::Certificate;
use caracole::verify::{Checked, UncheckedCause};
use caracole::verify::{InvalidCertificate, ProofErrorKind, Reason};
use clap::Args;

use crate::Exit;
use crate::args::{GlobalOptions, MemoryArgs, ReportArgs, TimeoutArgs};
use crate::failure::Failure;
use crate::input::{Source, content_name};
use crate::output::{Tone, paint};
use crate::progress::Progress;
use crate::watchdog;

/// Check a proof that there is no tour
///
/// The checker shares no code with the solvers. The exit code is 0 if the proof holds, 1 if it is wrong, and 3 if
/// the file only states that a search found no tour, or a limit was reached. A proof with one clause per line is
/// read while it is checked, so it may be larger than the memory.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole solve 7x7 --closed --certificate no.json
  caracole check-proof no.json
  caracole solve 8x8-a1,h8 --json | caracole check-proof -")]
pub(crate) struct CheckProofArgs {
    /// The certificate, or an outcome of solve --json; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) time: TimeoutArgs,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) memory: MemoryArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

const EXPECTED: &str = "a proof is written by `caracole solve BOARD --certificate FILE`";

pub(crate) fn run(args: &CheckProofArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let source = Source::open(&args.file)?;
    let certificate = read(&source)?;
    let output = args.report.open()?;
    let limits = Limits {
        time: args.time.timeout.map(|time| time.0),
        memory: args.memory.limit(),
        ..Limits::default()
    };
    let result = check(&source, certificate, limits, global)?;
    let text = if args.report.is_json() {
        format!("{}\n", json::checked_proof(&result))
    } else {
        words(&result)
    };
    output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(match result {
        Ok(Evidence::Checked(_)) => Exit::Yes,
        Ok(Evidence::Unchecked(_)) => Exit::Unknown,
        Err(_) => Exit::No,
    })
}

/// Reads a certificate, a long proof line by line while it is checked.
pub(crate) fn read(source: &Source) -> Result<Certificate, Failure> {
    let certificate = match source {
        Source::File(path) => json::open_certificate(path),
        Source::Buffered { bytes, .. } => json::read_certificate(bytes),
    };
    certificate.map_err(|error| match source.bytes().ok().and_then(|bytes| content_name(&bytes)) {
        Some(what) => source.failure(format_args!("this is {what}, not a proof: {EXPECTED}")),
        None => source.failure(error),
    })
}

/// The result of the checker.
type Verdict = Result<Evidence, Box<InvalidCertificate>>;

/// Checks a certificate and shows the progress.
pub(crate) fn check(
    source: &Source,
    certificate: Certificate,
    limits: Limits,
    global: &GlobalOptions,
) -> Result<Verdict, Failure> {
    let lines = match certificate.reason() {
        Reason::Cases { cases } => cases.lines().len() as u64,
        Reason::Clauses { clauses } => clauses.line_count(),
        _ => 1,
    };
    let progress = Progress::new("checking", lines, global);
    let options = Options::new().limits(limits).started_at(watchdog::started());
    let watch = |done| match options.check_limits() {
        Ok(()) => progress.watch(done),
        Err(_) => ControlFlow::Break(()),
    };
    match Evidence::check(certificate, &watch) {
        Ok(Evidence::Unchecked(claim))
            if claim.cause() == UncheckedCause::Stopped && options.check_limits().is_ok() =>
        {
            Err(Failure::Interrupted)
        }
        Err(rejected) => match &rejected.error.kind {
            ProofErrorKind::Unreadable(why) => Err(source.failure(why)),
            _ => Ok(Err(rejected)),
        },
        Ok(evidence) => Ok(Ok(evidence)),
    }
}

fn words(verdict: &Verdict) -> String {
    let evidence = match verdict {
        Ok(evidence) => evidence,
        Err(rejected) => return format!("{}: {rejected}\n", paint(Tone::Bad, "rejected")),
    };
    let (tone, word, what) = match evidence.checked() {
        Checked::Proved { cases: 0 | 1 } => (Tone::Good, "holds", "every step".to_owned()),
        Checked::Proved { cases } => (Tone::Good, "holds", format!("every step of {cases} cases")),
        Checked::ProvedByClauses { clauses } => {
            (Tone::Good, "holds", format!("every step: {}", pluralize(clauses, "clause")))
        }
        Checked::ByTheorem(theorem) => {
            let what = format!(
                "only that the theorem applies to this board ({}); it was not proved again",
                theorem.source()
            );
            (Tone::Good, "holds", what)
        }
        Checked::NotChecked(UncheckedCause::TooLarge) => {
            let what = "nothing: the board is too large to visit each of its squares";
            (Tone::Open, "not checked", what.to_owned())
        }
        Checked::NotChecked(UncheckedCause::Stopped) => {
            let what = "nothing: a limit was reached before the last line";
            (Tone::Open, "not checked", what.to_owned())
        }
        _ => {
            let what = "nothing: the file says that a search found no tour, and contains no proof";
            (Tone::Open, "not checked", what.to_owned())
        }
    };
    format!("{}: {}\n  checked    {what}\n", paint(tone, word), evidence.certificate().claim())
}
