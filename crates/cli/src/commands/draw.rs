//! `caracole draw`: a tour as a picture, or why there is none.

mod proof;

use std::io::Write;
use std::path::Path as FilePath;

use caracole::draw::gif::Motion;
use caracole::draw::{DrawError, Drawing, Look, Picture, ProofPicture, Walk};
use caracole::formats::{Document, ReadHint, Reading, json, read_tour};
use caracole::{Board, Path, Problem, Proof, Rejected, Tour, verify};

use crate::Exit;
use crate::args::{DrawArgs, Manners, PictureFormat, TourFileArgs};
use crate::commands::{check, convert};
use crate::failure::{Failure, tell};
use crate::form::{NOT_FOR_THE_TERMINAL, too_large_to_see, write_picture, write_still};
use crate::input::Source;
use crate::output::Output;

pub(crate) fn run(args: &DrawArgs, manners: &Manners) -> Result<Exit, Failure> {
    let format = format(args)?;
    let source = Source::open(&args.tour.file)?;
    let hint = check::hint(&args.tour, &args.leaper)?;
    let output = Output::open(args.output.as_deref())?;
    if output.is_terminal() {
        return Err(Failure::new(NOT_FOR_THE_TERMINAL));
    }
    let found = match read(&args.tour, &source, &hint, manners)? {
        Ok(found) => found,
        Err(defect) => {
            tell(&format!("{}: not a tour: {defect}", source.name()));
            return Ok(Exit::No);
        }
    };
    let look = Look { style: args.style, theme: args.theme, has_coordinates: !args.no_coordinates };
    let picture = match &found {
        Found::Tour(tour) => Picture::of_tour(tour, look),
        Found::Walks(problem, walks) => {
            Picture::new(problem.board(), walks.clone(), look).walked_by(problem.piece().clone())
        }
        Found::Proof(proof) => {
            let still = proof::suits(args, format)?;
            if let Some(exit) = proof::rejected(&source, proof, manners)? {
                return Ok(exit);
            }
            let picture = ProofPicture::new(proof, look);
            write(output, |out| write_still(&picture, still, args.size, out))?;
            return Ok(told(&source, &picture, manners));
        }
    };
    write(output, |out| write_picture(&picture, format, args.size, &motion(args), out))?;
    Ok(told(&source, &picture, manners))
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

fn told(source: &Source, picture: &dyn Drawing, manners: &Manners) -> Exit {
    let sheet = picture.sheet();
    manners.remark(format_args!("{}: {}", source.name(), sheet.title));
    manners.detail(sheet.description);
    Exit::Yes
}

/// What a file holds. The verifier has found nothing wrong with tours and walks.
enum Found {
    Tour(Tour),
    /// Paths of several knights, or one that does not visit all squares.
    Walks(Problem, Vec<Walk>),
    /// Why there is no tour; nobody has checked it yet.
    Proof(Proof),
}

/// Reads a file; what is wrong with it is told in words.
fn read(
    args: &TourFileArgs,
    source: &Source,
    hint: &ReadHint,
    manners: &Manners,
) -> Result<Result<Found, String>, Failure> {
    let reading = match check::pick(args, source, hint, manners) {
        Ok(Document::Tour(reading) | Document::Path(reading)) => reading,
        Ok(Document::Cover(reading, _)) => {
            let problem: Problem = reading.problem.into();
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
            let proof = json::read_certificate(&bytes).map_err(|error| source.failure(error))?;
            small_enough(source, proof.problem().board())?;
            return Ok(Ok(Found::Proof(proof)));
        }
    };
    small_enough(source, &reading.board)?;
    Ok(judge(reading))
}

/// A tour, or else a path that does not visit all squares, such as a longest one or a game.
fn judge(reading: Reading) -> Result<Found, String> {
    let Reading { board, piece, path, .. } = reading;
    let problem = Problem::with_piece(board, piece);
    let Rejected { path, verdict } = match Tour::verify(&problem, path) {
        Ok(tour) => return Ok(Found::Tour(tour)),
        Err(rejected) => *rejected,
    };
    if !path.is_empty() && verify::check_part(&problem, || path.iter()).is_valid() {
        return Ok(Found::Walks(problem, vec![open(path)]));
    }
    Err(convert::first_defect(problem.board(), &verdict))
}

const fn open(path: Path) -> Walk {
    Walk { path, is_closed: false }
}

fn small_enough(source: &Source, board: &Board) -> Result<(), Failure> {
    too_large_to_see(board).map_or(Ok(()), |why| Err(source.failure(why)))
}

/// How the knight walks.
fn motion(args: &DrawArgs) -> Motion {
    let usual = Motion::default();
    let longest = args.size.and_then(|pixels| pixels.try_into().ok()).unwrap_or(usual.longest);
    Motion { longest, pause: args.pause.map(|pause| pause.0), ..usual }
}

/// The format: asked for, or told by the file's ending. A flag that it would pass over is a mistake.
fn format(args: &DrawArgs) -> Result<PictureFormat, Failure> {
    let of_file = || {
        let Some(path) = args.output.as_deref().filter(|path| *path != FilePath::new("-")) else {
            return Err(Failure::new("name a file with -o, or a format with --format"));
        };
        let why = "the ending tells what to draw: .svg, .png, .gif, .pdf or .html";
        PictureFormat::from_ending(path).ok_or_else(|| Failure::of(path.display(), why))
    };
    let format = args.format.map_or_else(of_file, Ok)?;
    let (is_png, is_gif) = (format == PictureFormat::Png, format == PictureFormat::Gif);
    if args.size.is_some() && !is_png && !is_gif {
        return Err(Failure::of("--size", "is for png and gif: the others have any size"));
    }
    if args.pause.is_some() && !is_gif {
        return Err(Failure::of("--pause", "is for gif: nothing else moves by itself"));
    }
    Ok(format)
}
