//! `caracole convert`: a tour or a graph in another format.

use caracole::formats::{
    Document, Format, ParsedTour, ReadErrorKind, read_graph, read_tour, write_bare_graph,
    write_path,
};
use std::io;
use std::path::Path;

use caracole::solvers::{CnfFormula, ExportError, Run};
use caracole::verify::{Cover, Reason, SimplePath, Verdict};
use caracole::{Board, Options, StopCause, Tour};
use clap::Args;

use crate::args::values::forms_to_convert;
use crate::args::{BaseArgs, GlobalOptions, PieceArgs};
use crate::commands::{check, check_proof};
use crate::failure::{Failure, print_error};
use crate::input::{Source, TourFileArgs};
use crate::output::{Output, OutputArgs};
use crate::progress::Progress;
use crate::tour_format::TourFormat;
use crate::{Exit, interrupt};

/// Write a tour, a graph, or a proof, in another format
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole convert tour.txt -o tour.squares
  caracole convert tour.json --format csv
  caracole convert board.hcp -o board.g6       a graph
  caracole convert zebra.json -o zebra.cnf     a proof by clauses, for SAT tools
  caracole convert zebra.json -o zebra.drat")]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,
    #[command(flatten)]
    pub(crate) piece: PieceArgs,
    /// Output format [default: by the file extension]
    #[arg(short, long, value_parser = forms_to_convert(), help_heading = "Output")]
    pub(crate) format: Option<ConvertFormat>,
    #[command(flatten, next_help_heading = "Output")]
    pub(crate) base: BaseArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// A format that a file is converted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ConvertFormat {
    Tour(TourFormat),
    Proof(ProofFormat),
}

/// A format of proofs by clauses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ProofFormat {
    /// The formula that the proof refutes.
    Cnf,
    /// The refutation.
    Drat,
}

impl ProofFormat {
    pub(crate) const ALL: [Self; 2] = [Self::Cnf, Self::Drat];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Cnf => "cnf",
            Self::Drat => "drat",
        }
    }

    fn from_extension(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.name() == extension)
    }
}

impl ConvertArgs {
    /// Returns the format of a proof, if one is given or follows from the extension.
    fn proof_format(&self) -> Option<ProofFormat> {
        match self.format {
            Some(ConvertFormat::Proof(format)) => Some(format),
            Some(ConvertFormat::Tour(_)) => None,
            None if self.output.json => None,
            None => self.output.output.as_deref().and_then(ProofFormat::from_extension),
        }
    }
}

/// Writes a proof by clauses as a formula, or as its refutation.
fn export(
    args: &ConvertArgs,
    format: ProofFormat,
    global: &GlobalOptions,
) -> Result<Exit, Failure> {
    let source = Source::open(&args.tour.file)?;
    args.refuse_tour_options(&source, "a proof")?;
    let certificate = check_proof::read(&source)?;
    let Reason::Clauses { clauses } = certificate.reason() else {
        let kind = certificate.reason().name();
        let why =
            format!("contains a proof of kind '{kind}', and {} is for clauses", format.name());
        return Err(source.failure(why));
    };
    let output = Output::open(args.output.output.as_deref())?;
    let interrupt_guard = interrupt::guard();
    let options = Options::new().cancel_flag(interrupt_guard.flag());
    let mut run = Run::with_options(&options);
    let problem = certificate.problem();
    let mut output = output;
    let result = match format {
        ProofFormat::Drat => {
            CnfFormula::of_proof(problem, clauses, output.writer(), &mut run).map(drop)
        }
        ProofFormat::Cnf => CnfFormula::of_proof(problem, clauses, &mut io::sink(), &mut run)
            .and_then(|formula| Ok(formula.write(output.writer())?)),
    };
    match result {
        Ok(()) => output.finish()?,
        Err(ExportError::Stopped(StopCause::Interrupt)) => return Err(Failure::Interrupted),
        Err(error @ (ExportError::Line(_) | ExportError::Unknown(_) | ExportError::Unfinished)) => {
            print_error(&format!("{}: not a proof: {error}", source.name()));
            return Ok(Exit::No);
        }
        Err(error) => return Err(source.failure(error)),
    }
    global.remark(format_args!("{}: a proof, to {}", source.name(), format.name()));
    Ok(Exit::Yes)
}

pub(crate) fn run(args: &ConvertArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    if let Some(format) = args.proof_format() {
        return export(args, format, global);
    }
    let format = match args.format {
        Some(ConvertFormat::Tour(format)) => Some(format),
        _ => None,
    };
    // The format is given or follows from the extension; the default depends on the content.
    let tour_form = args.output.form(format, Format::Grid)?;
    let graph_form = args.output.form(format, Format::Dimacs)?;
    let source = Source::open(&args.tour.file)?;
    let hint = check::hint(&args.tour, &args.piece)?;
    let output = Output::open(args.output.output.as_deref())?;
    let bytes = source.bytes()?;
    if read_tour(&bytes, &hint)
        .is_err_and(|error| matches!(error.kind(), ReadErrorKind::GraphNotTour))
    {
        let TourFormat::Format(graph_format) = graph_form else {
            let why =
                "shows tours, and this is a graph: choose dot, dimacs, tsplib, graph6 or graphml";
            return Err(Failure::of(graph_form, why));
        };
        args.refuse_tour_options(&source, "a graph")?;
        let graph = read_graph(&bytes, hint.format).map_err(|error| source.failure(error))?;
        let title = source.name();
        output.write(|out| write_bare_graph(out, &title, &graph, graph_format))?;
        global.remark(format_args!("{title}: a graph, to {graph_format}"));
        return Ok(Exit::Yes);
    }
    drop(bytes);
    let is_given = args.format.is_some();
    let rejected = |first: String| {
        print_error(&format!("{}: not a tour: {first}", source.name()));
        Ok(Exit::No)
    };
    match check::pick(&args.tour, &source, &hint, global)? {
        Document::Cover(reading, _) => {
            let board = reading.problem.board().clone();
            let tour_form = tour_form.of_board(&board, is_given);
            let options = args.base.options(tour_form)?;
            tour_form.check_output(&board, &output)?;
            let cover = match Cover::verify(&reading.problem, reading.paths) {
                Ok(cover) => cover,
                Err(error) => {
                    let first = error.verdict.defects().first().map(|first| first.text(&board));
                    return rejected(first.unwrap_or_default());
                }
            };
            output.write(|out| tour_form.write_cover(out, &cover, &options))?;
        }
        Document::Path(reading) if reading.path.len() < reading.board.len() => {
            let board = reading.board.clone();
            let tour_form = tour_form.of_board(&board, is_given);
            let options = args.base.options(tour_form)?;
            let TourFormat::Format(format) = tour_form else {
                return Err(Failure::of(tour_form, "is a picture: `caracole draw` draws a path"));
            };
            tour_form.check_output(&board, &output)?;
            let path = match SimplePath::verify(&reading.problem(), reading.path) {
                Ok(path) => path,
                Err(error) => return rejected(first_defect(&board, &error.verdict)),
            };
            output.write(|out| write_path(out, &path, format, &options))?;
        }
        Document::Tour(reading) | Document::Path(reading) => {
            let from = reading.format;
            let tour = match verified(reading) {
                Ok(tour) => tour,
                Err((board, verdict)) => return rejected(first_defect(&board, &verdict)),
            };
            let tour_form = tour_form.of_board(tour.board(), is_given);
            let options = args.base.options(tour_form)?;
            tour_form.check_output(tour.board(), &output)?;
            let progress = Progress::new("writing", tour.len(), global);
            let progress = progress.hidden_if(output.is_terminal());
            let watch = |done| progress.watch(done);
            output.write(|out| tour_form.write(out, &tour, &options, &watch))?;
            drop(progress);
            global.remark(format_args!("{}: {from} to {tour_form}", source.name()));
        }
        _ => return Err(source.failure("contains nothing that can be converted")),
    }
    Ok(Exit::Yes)
}

impl ConvertArgs {
    /// Refuses the flags that have no effect on what the file contains instead of a tour.
    fn refuse_tour_options(&self, source: &Source, what: &str) -> Result<(), Failure> {
        let flags = [
            ("--board", self.tour.board.is_some()),
            ("--tour", self.tour.tour.is_some()),
            (self.piece.given().unwrap_or_default(), self.piece.given().is_some()),
            ("--base", self.base.is_given()),
        ];
        let given = flags.into_iter().find(|&(_, is_given)| is_given);
        given.map_or(Ok(()), |(flag, _)| {
            let name = source.name();
            Err(Failure::of(
                flag,
                format!("goes with tours, and {name} contains {what}: leave it out"),
            ))
        })
    }
}

fn verified(reading: ParsedTour) -> Result<Tour, (Board, Verdict)> {
    let board = reading.board.clone();
    let problem = reading.problem();
    Tour::verify(&problem, reading.path).map_err(|rejected| (board, rejected.verdict))
}

/// Returns the first defect, and the number of others.
pub(crate) fn first_defect(board: &Board, verdict: &Verdict) -> String {
    verdict.in_short(board, "caracole check")
}
