//! Where the results of a contest go.

use std::iter;
use std::path::{Path, PathBuf};

use caracole::compare::{plot_rows, plot_study};
use caracole::draw::{Scene, png, svg};

use super::Contest;
use crate::args::CompareArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::paint::paint;

/// How a contest is told in words and numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Table,
    Csv,
    Json,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Told(Form),
    Svg,
    Png,
}

/// What is printed, and the files that are written.
pub(super) struct Files {
    printed: Form,
    files: Vec<(PathBuf, Content)>,
}

/// Pictures have so many pixels for each unit of the scene, so that they are sharp in print.
const SHARPNESS: f64 = 2.0;

impl Files {
    /// Finds out whether everything can be written, before the work begins.
    pub(super) fn open(args: &CompareArgs) -> Result<Self, Failure> {
        let printed = match (args.json, args.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv,
            (false, false) => Form::Table,
        };
        let mut files: Vec<(PathBuf, Content)> = Vec::new();
        let mut places = Vec::new();
        for path in &args.output {
            files.push((path.clone(), content(path)?));
            drop(Output::open(Some(path))?);
            let place = place(path);
            if places.contains(&place) {
                return Err(Failure::of(path.display(), "is named twice"));
            }
            places.push(place);
        }
        Ok(Self { printed, files })
    }

    /// Writes everything. What cannot be printed or written does not keep the rest from being
    /// there: it may have been hours of work.
    pub(super) fn write(self, contest: &Contest) -> Result<(), Failure> {
        let text = contest.text(self.printed, &paint);
        let printed = Output::standard().write(|out| Ok(out.write_all(text.as_bytes())?));
        let files = self.files.iter().map(|(path, content)| write_file(path, *content, contest));
        let done: Vec<Result<(), Failure>> = iter::once(printed).chain(files).collect();
        let mut failures: Vec<Failure> = done.into_iter().filter_map(Result::err).collect();
        // A reader who has read enough is no trouble, and hides none.
        failures.sort_by_key(|failure| matches!(failure, Failure::BrokenPipe));
        failures.into_iter().next().map_or(Ok(()), Err)
    }
}

fn write_file(path: &Path, kind: Content, contest: &Contest) -> Result<(), Failure> {
    let bytes = match kind {
        Content::Told(form) => contest.text(form, &|_, text| text.to_owned()).into_bytes(),
        Content::Svg => {
            let mut bytes = Vec::new();
            svg::write(&scene(contest), &mut bytes)
                .map_err(|error| Failure::writing(path.display(), &error))?;
            bytes
        }
        Content::Png => png::encode(&scene(contest), SHARPNESS)
            .map_err(|error| Failure::of(path.display(), error))?,
    };
    Output::open(Some(path))?.write(|out| Ok(out.write_all(&bytes)?))
}

/// Where a path leads, however it is written. The file need not be there, but its folder is.
fn place(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

/// What the ending of a file says.
fn content(path: &Path) -> Result<Content, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(Content::Svg),
        Some("png") => Ok(Content::Png),
        Some("csv") => Ok(Content::Told(Form::Csv)),
        Some("json") => Ok(Content::Told(Form::Json)),
        Some("txt") => Ok(Content::Told(Form::Table)),
        _ => {
            let why = "the ending tells what to write: .svg, .png, .csv, .json or .txt";
            Err(Failure::of(path.display(), why))
        }
    }
}

fn scene(contest: &Contest) -> Scene {
    let headline = contest.headline();
    match contest {
        Contest::Board(_, rows) => plot_rows(&headline, rows),
        Contest::Growth(_, points) => plot_study(&headline, points),
    }
}
