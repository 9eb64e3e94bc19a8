//! `caracole draw`: draws a tour, or why there is none.

use caracole::Explain;
use std::io::Write;
use std::path::{Path as FilePath, PathBuf};

use caracole::draw::{
    Appearance, DrawError, DrawOptions, Drawing, OptionError, Picture, PictureFormat, ProofPicture,
    Style, Theme, Walk,
};
use caracole::formats::{Document, ParsedTour, ReadHint, read_tour};
use caracole::solvers::Limits;
use caracole::verify;
use caracole::verify::Certificate;
use caracole::verify::Defect;
use caracole::verify::{InvalidTour, Proof};
use caracole::{Board, Evidence, Path, Problem, Tour};
use clap::Args;

use crate::Exit;
use crate::args::values::{picture_formats, pixels, styles, themes};
use crate::args::{DurationArg, GlobalOptions, PieceArgs};
use crate::commands::{check, check_proof, convert};
use crate::failure::{Failure, print_error};
use crate::input::{Source, TourFileArgs};
use crate::output::Output;
use crate::tour_format::{NOT_FOR_THE_TERMINAL, too_large_to_see};

/// Draw a tour, or why there is none: SVG, PNG, PDF, GIF or HTML
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole solve 8x8 --closed | caracole draw - -o tour.svg
  caracole draw tour.txt -o tour.png --style celtic --theme dark
  caracole draw tour.json -o tour.gif --size 400 --pause 80ms
  caracole draw tour.squares -o tour.html             play, pause, step and slide
  caracole draw tour.moves -o tour.png --style heat   a million squares will do
  caracole solve 8x8 --json | caracole draw - -f svg > tour.svg
  caracole solve 5x5-c3 --closed --json | caracole draw - -o why.svg")]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) tour: TourFileArgs,
    #[command(flatten)]
    pub(crate) piece: PieceArgs,
    /// Picture style
    #[arg(
        short,
        long,
        default_value = "line",
        value_parser = styles(),
        help_heading = "The picture"
    )]
    pub(crate) style: Style,
    /// Colour theme
    #[arg(long, default_value = "light", value_parser = themes(), help_heading = "The picture")]
    pub(crate) theme: Theme,
    /// Leave out the names of files and ranks
    #[arg(long, help_heading = "The picture")]
    pub(crate) no_coordinates: bool,
    /// Longest side of PNG and GIF in pixels
    #[arg(long, value_name = "N", value_parser = pixels, help_heading = "The picture")]
    pub(crate) size: Option<u32>,
    /// Time per step of GIF [default: ten seconds for a chessboard]
    #[arg(long, value_name = "TIME", help_heading = "The picture")]
    pub(crate) pause: Option<DurationArg>,
    /// Output format [default: by the file extension]
    #[arg(short, long, value_parser = picture_formats(), help_heading = "Output")]
    pub(crate) format: Option<PictureFormat>,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

pub(crate) fn run(args: &DrawArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let source = Source::open(&args.tour.file)?;
    let options = options(args)?;
    let hint = check::hint(&args.tour, &args.piece)?;
    let output = Output::open(args.output.as_deref())?;
    if output.is_terminal() {
        return Err(Failure::new(NOT_FOR_THE_TERMINAL));
    }
    let found = match read(&args.tour, &source, &hint, global)? {
        Ok(found) => found,
        Err(defect) => {
            print_error(&format!("{}: not a tour: {defect}", source.name()));
            return Ok(Exit::No);
        }
    };
    let picture = match &found {
        Found::Tour(tour) => Picture::from_tour(tour, options.appearance()),
        Found::Walks(problem, walks) => {
            Picture::new(problem.board(), walks.clone(), options.appearance())
                .with_piece(problem.piece().clone())
        }
        Found::Certificate(certificate) => {
            check_proof_options(args, options.format())?;
            let proof = match proved(&source, certificate.clone(), global)? {
                Ok(proof) => proof,
                Err(exit) => return Ok(exit),
            };
            let picture = ProofPicture::new(proof.certificate(), options.appearance());
            write(output, |out| options.write_still(&picture, out))?;
            return Ok(told(&source, &picture, global));
        }
    };
    write(output, |out| options.write(&picture, out))?;
    Ok(told(&source, &picture, global))
}

fn write(
    mut output: Output,
    paint: impl FnOnce(&mut dyn Write) -> Result<(), DrawError>,
) -> Result<(), Failure> {
    match paint(output.writer()) {
        Ok(()) => output.finish(),
        Err(DrawError::Io(error)) => Err(output.failure(&error.into())),
        Err(error) => Err(Failure::new(error)),
    }
}

fn told(source: &Source, picture: &dyn Drawing, global: &GlobalOptions) -> Exit {
    let info = picture.info();
    global.remark(format_args!("{}: {}", source.name(), info.title));
    global.detail(info.description);
    Exit::Yes
}

/// The content of a file. Tours and walks are verified.
enum Found {
    Tour(Tour),
    /// Paths of several knights, or a path that does not visit all squares.
    Walks(Problem, Vec<Walk>),
    /// An unchecked certificate that there is no tour.
    Certificate(Certificate),
}

/// Reads a file. Returns the first defect of an invalid tour.
fn read(
    args: &TourFileArgs,
    source: &Source,
    hint: &ReadHint,
    global: &GlobalOptions,
) -> Result<Result<Found, String>, Failure> {
    let (reading, is_path) = match check::pick(args, source, hint, global) {
        Ok(Document::Tour(reading)) => (reading, false),
        Ok(Document::Path(reading)) => (reading, true),
        Ok(Document::Cover(reading, _)) => {
            let problem = reading.problem;
            small_enough(source, problem.board())?;
            let verdict = verify::check_cover(&problem, &reading.paths);
            if let Some(defect) = verdict.defects().first() {
                return Ok(Err(defect.text(problem.board())));
            }
            let walks = reading.paths.into_iter().map(open).collect();
            return Ok(Ok(Found::Walks(problem, walks)));
        }
        Ok(_) => return Err(source.failure("contains nothing that can be drawn")),
        Err(failure) => {
            // A file without a tour may contain the reason why there is none.
            let bytes = source.bytes()?;
            if !read_tour(&bytes, hint).is_err_and(|error| error.is_proof()) {
                return Err(failure);
            }
            let certificate = check_proof::read(source)?;
            small_enough(source, certificate.problem().board())?;
            return Ok(Ok(Found::Certificate(certificate)));
        }
    };
    small_enough(source, &reading.board)?;
    Ok(judge(reading, is_path))
}

/// Checks a tour, or a path that does not visit all squares, against the problem of its file.
///
/// A longest path answers its problem. A game or an unfinished run need not do so yet; each of its
/// steps must fit the problem.
fn judge(reading: ParsedTour, is_path: bool) -> Result<Found, String> {
    let asked = reading.problem();
    let ParsedTour { board, piece, path, .. } = reading;
    let InvalidTour { path, verdict } = match Tour::verify(&asked, path) {
        Ok(tour) => return Ok(Found::Tour(tour)),
        Err(rejected) => *rejected,
    };
    let is_unfinished = |defect: &Defect| {
        matches!(
            defect,
            Defect::Missing { .. }
                | Defect::Unreached { .. }
                | Defect::OmittedMove { .. }
                | Defect::NotClosed { .. }
                | Defect::NotOpen { .. }
        )
    };
    let is_valid = if is_path {
        verify::check_simple_path(&asked, || path.iter()).is_valid()
    } else {
        path.len() < board.len() && verdict.defects().iter().all(is_unfinished)
    };
    if is_valid && !path.is_empty() {
        return Ok(Found::Walks(Problem::with_piece(board, piece), vec![open(path)]));
    }
    Err(convert::first_defect(&board, &verdict))
}

const fn open(path: Path) -> Walk {
    Walk { path, is_closed: false }
}

fn small_enough(source: &Source, board: &Board) -> Result<(), Failure> {
    too_large_to_see(board).map_or(Ok(()), |why| Err(source.failure(why)))
}

/// Returns the options of the picture. An option that the format ignores is an error.
fn options(args: &DrawArgs) -> Result<DrawOptions, Failure> {
    let appearance =
        Appearance { style: args.style, theme: args.theme, has_coordinates: !args.no_coordinates };
    let (size, pause) = (args.size.map(u64::from), args.pause.map(|pause| pause.0));
    DrawOptions::new(format(args)?, appearance, size, pause).map_err(|error| match error {
        OptionError::Pause => Failure::of("--pause", error),
        _ => Failure::of("--size", error),
    })
}

/// Returns the format: the given one, or that of the file extension.
fn format(args: &DrawArgs) -> Result<PictureFormat, Failure> {
    let of_file = || {
        let Some(path) = args.output.as_deref().filter(|path| *path != FilePath::new("-")) else {
            return Err(Failure::new("name a file with -o, or a format with --format"));
        };
        let why = "the file extension selects the format: .svg, .png, .gif, .pdf or .html";
        PictureFormat::from_extension(path).ok_or_else(|| Failure::of(path.display(), why))
    };
    args.format.map_or_else(of_file, Ok)
}

/// Returns an error for options that have no effect on the picture of a proof.
fn check_proof_options(args: &DrawArgs, format: PictureFormat) -> Result<(), Failure> {
    let wrong = |flag: &str, why: &str| Err(Failure::of(flag, why));
    if args.style != Style::default() {
        return wrong("--style", "is for tours: the file contains a proof that there is none");
    }
    if args.tour.board.is_some() {
        return wrong("--board", "is for tours: the file contains a proof, which names its board");
    }
    if args.tour.tour.is_some() {
        return wrong("--tour", "is for tours: the file contains a proof that there is none");
    }
    if let Some(option) = args.piece.given() {
        return wrong(option, "is for tours: the file contains a proof, which names its piece");
    }
    if format.is_animated() {
        let why =
            "shows a tour step by step, and the file contains a proof: choose svg, png or pdf";
        return Err(Failure::of(format.name(), why));
    }
    Ok(())
}

/// Checks a certificate. Returns the exit status if it was rejected or cannot be checked.
fn proved(
    source: &Source,
    certificate: Certificate,
    global: &GlobalOptions,
) -> Result<Result<Proof, Exit>, Failure> {
    let name = source.name();
    Ok(match check_proof::check(source, certificate, Limits::default(), global)? {
        Ok(Evidence::Checked(proof)) => Ok(proof),
        Ok(Evidence::Unchecked(claim)) => {
            let text = claim.certificate().text();
            print_error(&format!("{name}: nothing to draw: the proof cannot be checked ({text})"));
            Err(Exit::Unknown)
        }
        Err(rejected) => {
            print_error(&format!("{name}: not a proof: {rejected}"));
            Err(Exit::No)
        }
    })
}
