//! `caracole convert`: a tour or a graph in another format.

use caracole::formats::{
    Document, Fault, Format, Reading, WriteOptions, read_graph, read_tour, write_bare_graph,
    write_path,
};
use caracole::verify::Verdict;
use caracole::{Board, Cover, LongPath, Problem, Tour};

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
    if read_tour(&bytes, &hint).is_err_and(|error| matches!(error.fault(), Fault::GraphNotTour)) {
        let TourForm::Format(graph_format) = graph_form else {
            let why =
                "shows tours, and this is a graph: choose dot, dimacs, tsplib, graph6 or graphml";
            return Err(Failure::of(graph_form, why));
        };
        let graph = read_graph(&bytes, hint.format).map_err(|error| source.failure(error))?;
        let title = source.name();
        output.write(|out| write_bare_graph(out, &title, &graph, graph_format))?;
        manners.remark(format_args!("{title}: a graph, to {graph_format}"));
        return Ok(Exit::Yes);
    }
    drop(bytes);
    let options = WriteOptions { base: args.base.base, ..WriteOptions::default() };
    let rejected = |first: String| {
        tell(&format!("{}: not a tour: {first}", source.name()));
        Ok(Exit::No)
    };
    match check::pick(&args.tour, &source, &hint, manners)? {
        Document::Cover(reading, _) => {
            let board = reading.problem.board().clone();
            tour_form.suits(&board, &output)?;
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
            let TourForm::Format(format) = tour_form else {
                return Err(Failure::of(tour_form, "is a picture: `caracole draw` draws a path"));
            };
            let board = reading.board.clone();
            let path = match LongPath::verify(&reading.problem(), reading.path) {
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
            tour_form.suits(tour.board(), &output)?;
            let progress = Progress::new("writing", tour.len(), manners);
            let progress = progress.unless(output.is_terminal());
            let watch = |done| progress.watch(done);
            output.write(|out| tour_form.write(out, &tour, &options, &watch))?;
            drop(progress);
            manners.remark(format_args!("{}: {from} to {tour_form}", source.name()));
        }
        _ => return Err(source.failure("contains nothing that can be converted")),
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
