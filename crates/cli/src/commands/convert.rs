//! `caracole convert`: a tour in another format.

use caracole::Tour;
use caracole::formats::{WriteOptions, read_tour, write_tour};

use crate::Exit;
use crate::args::{ConvertArgs, Manners};
use crate::commands::check;
use crate::failure::Failure;
use crate::input::Source;
use crate::output::Output;

pub(crate) fn run(args: &ConvertArgs, manners: &Manners) -> Result<Exit, Failure> {
    let format = args.output.format()?;
    let source = Source::open(&args.tour.file)?;
    let hint = check::hint(&args.tour, &args.leaper)?;
    let output = Output::open(args.output.to.output.as_deref())?;
    let reading = read_tour(&source.bytes()?, &hint).map_err(|error| source.failure(error))?;
    let problem = caracole::Problem::with_piece(reading.board, reading.piece);
    let tour = match Tour::verify(&problem, reading.path) {
        Ok(tour) => tour,
        Err(rejected) => {
            let verdict = &rejected.verdict;
            let first = verdict.defects().first().map(|first| first.text(problem.board()));
            let more = match verdict.defect_count() {
                0 | 1 => String::new(),
                more => format!(" (and {} more: see caracole check)", more - 1),
            };
            let first = first.unwrap_or_default();
            crate::failure::tell(&format!("{}: not a tour: {first}{more}", source.name()));
            return Ok(Exit::No);
        }
    };
    output.write(|out| write_tour(out, &tour, format, &WriteOptions { base: args.output.base }))?;
    manners.remark(format_args!("{}: {} to {format}", source.name(), reading.format));
    if let Some(tours) = check::several_tours(&source, &hint) {
        manners.remark(format_args!("{} holds {tours} tours; this is the first", source.name()));
    }
    Ok(Exit::Yes)
}
