//! `caracole puzzle unique`: one solution, several, or none?

use caracole::formats::{Format, WriteOptions, write_tour};
use caracole::puzzle::{Uniqueness, unique};
use caracole::{Outcome, Run, StopCause, Tour, counted, report};

use super::super::solve::exit_of;
use crate::Exit;
use crate::args::PuzzleUniqueArgs;
use crate::failure::{self, Failure};
use crate::interrupt;
use crate::output::Output;
use crate::paint::{Tone, paint};
use crate::watchdog::{self, Report};

pub(super) fn run(args: &PuzzleUniqueArgs) -> Result<Exit, Failure> {
    let problem = args.file.problem()?;
    let output = args.report.open()?;
    let heed = interrupt::heed();
    let limits = args.file.limits();
    let doing = || "while searching for a second solution".to_owned();
    let watch = watchdog::start(&limits, doing, Report::unknown);
    let run = Run::new().limits(limits).interrupted_by(heed.flag());
    let answer = match unique(&problem, &mut run.begun_at(watchdog::started())) {
        Uniqueness::Unknown(stop, tour) => {
            Uniqueness::Unknown(watchdog::at_limit(stop, &limits), tour)
        }
        answer => answer,
    };
    watch.end();
    if !matches!(&answer, Uniqueness::Unknown(stop, _) if stop.cause == StopCause::Interrupt) {
        heed.end()?;
    }
    let exit = match &answer {
        Uniqueness::One(_) => Exit::Yes,
        Uniqueness::Several(_) | Uniqueness::None(_) => Exit::No,
        Uniqueness::Unknown(stop, _) => exit_of(&<Outcome>::Unknown(stop.clone())),
    };
    if let Uniqueness::Unknown(stop, _) = &answer
        && exit == Exit::Interrupted
        && output.is_file()
    {
        failure::tell(&stop.to_string());
        return Ok(exit);
    }
    if args.report.is_json() {
        let object = report::unique(&problem, answer);
        output.write(|out| Ok(writeln!(out, "{object}")?))?;
    } else {
        tell(output, &answer)?;
    }
    Ok(exit)
}

fn tell(output: Output, answer: &Uniqueness) -> Result<(), Failure> {
    let (line, tours) = match answer {
        Uniqueness::None(proof) => {
            (format!("{}: {}", paint(Tone::Bad, "impossible"), proof.text()), Vec::new())
        }
        Uniqueness::One(only) => {
            let (grade, cases) = (only.grade(), cases(only.cases));
            (format!("{}: {grade}, {cases}", paint(Tone::Good, "unique")), vec![&only.tour])
        }
        Uniqueness::Several([one, other]) => {
            let difference = difference(one, other);
            let line = format!("{}: {difference}", paint(Tone::Bad, "several solutions"));
            (line, vec![one, other])
        }
        Uniqueness::Unknown(stop, tour) => {
            let others = if tour.is_some() { "; this is one, others may be" } else { "" };
            (format!("{}: {stop}{others}", paint(Tone::Open, "unknown")), tour.iter().collect())
        }
    };
    output.write(|out| {
        writeln!(out, "{line}")?;
        for tour in tours {
            writeln!(out)?;
            write_tour(out, tour, Format::Grid, &WriteOptions::default())?;
        }
        Ok(())
    })
}

/// How much had to be supposed, in words.
pub(super) fn cases(cases: u64) -> String {
    match cases {
        0 => "by logic alone".to_owned(),
        cases => format!("{} supposed", counted(cases, "case")),
    }
}

/// The first step that is elsewhere.
fn difference(one: &Tour, other: &Tour) -> String {
    let name = |square| one.board().name(square);
    let mut steps = (1..).zip(one.squares().zip(other.squares()));
    steps
        .find(|(_, (here, there))| here != there)
        .map_or_else(String::new, |(step, (here, there))| {
            format!("step {step} can be {} or {}", name(here), name(there))
        })
}
