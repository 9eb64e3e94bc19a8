//! `caracole convert`: a tour or a graph in another format.

use caracole::formats::{
    Fault, Format, Reading, WriteOptions, read_graph, read_tour, write_bare_graph,
};
use caracole::verify::Verdict;
use caracole::{Board, Problem, Tour};

use crate::Exit;
use crate::args::{ConvertArgs, Manners};
use crate::commands::check;
use crate::failure::{Failure, tell};
use crate::form::TourForm;
use crate::input::Source;
use crate::output::Output;
use crate::progress::Progress;

pub(crate) fn run(args: &ConvertArgs, manners: &Manners) -> Result<Exit, Failure> {
    // Asked for, or told by the ending; the default depends on what the file holds.
    let tour_form = args.output.form(args.format, Format::Grid)?;
    let graph_form = args.output.form(args.format, Format::Dimacs)?;
    let source = Source::open(&args.tour.file)?;
    let hint = check::hint(&args.tour, &args.leaper)?;
    let output = Output::open(args.output.output.as_deref())?;
    let bytes = source.bytes()?;
    match read_tour(&bytes, &hint) {
        Ok(reading) => {
            let from = reading.format;
            let tour = match verified(reading) {
                Ok(tour) => tour,
                Err((board, verdict)) => {
                    let first = first_defect(&board, &verdict);
                    tell(&format!("{}: not a tour: {first}", source.name()));
                    return Ok(Exit::No);
                }
            };
            tour_form.suits(tour.board(), &output)?;
            let options = WriteOptions { base: args.base.base, ..WriteOptions::default() };
            let progress = Progress::new("writing", tour.len(), manners);
            let progress = progress.unless(output.is_terminal());
            let watch = |done| progress.watch(done);
            output.write(|out| tour_form.write(out, &tour, &options, &watch))?;
            drop(progress);
            manners.remark(format_args!("{}: {from} to {tour_form}", source.name()));
        }
        Err(error) if matches!(error.fault(), Fault::GraphNotTour) => {
            let TourForm::Format(graph_format) = graph_form else {
                let why = "shows tours, and this is a graph: choose dot, dimacs, tsplib, graph6 or graphml";
                return Err(Failure::of(graph_form, why));
            };
            let graph = read_graph(&bytes, hint.format).map_err(|error| source.failure(error))?;
            let title = source.name();
            output.write(|out| write_bare_graph(out, &title, &graph, graph_format))?;
            manners.remark(format_args!("{title}: a graph, to {graph_format}"));
        }
        Err(error) => return Err(source.failure(error)),
    }
    if let Some(tours) = check::several_tours(&source, &hint) {
        manners.remark(format_args!("{} holds {tours} tours; this is the first", source.name()));
    }
    Ok(Exit::Yes)
}

fn verified(reading: Reading) -> Result<Tour, (Board, Verdict)> {
    let board = reading.board.clone();
    let problem = Problem::with_piece(reading.board, reading.piece);
    Tour::verify(&problem, reading.path).map_err(|rejected| (board, rejected.verdict))
}

/// The first of all defects, and how many more there are.
pub(crate) fn first_defect(board: &Board, verdict: &Verdict) -> String {
    verdict.in_short(board, "caracole check")
}
