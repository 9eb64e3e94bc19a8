//! The output of the command: standard output and files.

use std::iter;
use std::path::{Path, PathBuf};

use caracole::compare::{StudyCurve, plot_comparison, plot_curve, plot_study};
use caracole::draw::{Scene, png, svg};

use super::results::{Results, Trials};
use crate::args::CompareArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::output::paint;

/// A text form of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Table,
    Csv,
    Json,
}

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Text(Form),
    Svg,
    Png,
}

/// The form that is printed, and the files that are written.
pub(super) struct Files {
    printed: Form,
    written: Vec<(PathBuf, Content)>,
    /// The only curve that pictures show.
    curve: Option<StudyCurve>,
}

/// Pixels per unit of the scene. Two are sharp in print.
const PNG_SCALE: f64 = 2.0;

impl Files {
    /// Checks that all files can be written, before the trials begin.
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
        let is_picture =
            |(_, content): &(PathBuf, Content)| matches!(content, Content::Svg | Content::Png);
        if args.curve.is_some() && args.sizes.is_none() {
            return Err(Failure::of("--curve", "is for boards that grow: add --sizes 5..20"));
        }
        if args.curve.is_some() && !files.iter().any(is_picture) {
            return Err(Failure::of("--curve", "draws a picture: name a file, -o curve.svg"));
        }
        Ok(Self { printed, written: files, curve: args.curve })
    }

    /// Writes everything. If one output fails, the others are written all the same, because the
    /// results may have taken hours. Returns the first error.
    pub(super) fn write(self, results: &Results) -> Result<(), Failure> {
        let text = results.text(self.printed, &paint);
        let printed = Output::standard().write(|out| Ok(out.write_all(text.as_bytes())?));
        let curve = self.curve;
        let files = self.written.iter();
        let files = files.map(|(path, content)| write_file(path, *content, results, curve));
        let done: Vec<Result<(), Failure>> = iter::once(printed).chain(files).collect();
        let mut failures: Vec<Failure> = done.into_iter().filter_map(Result::err).collect();
        // A closed pipe is reported only if nothing else failed.
        failures.sort_by_key(|failure| matches!(failure, Failure::BrokenPipe));
        failures.into_iter().next().map_or(Ok(()), Err)
    }
}

fn write_file(
    path: &Path,
    kind: Content,
    results: &Results,
    curve: Option<StudyCurve>,
) -> Result<(), Failure> {
    let bytes = match kind {
        Content::Text(form) => results.text(form, &|_, text| text.to_owned()).into_bytes(),
        Content::Svg => {
            let mut bytes = Vec::new();
            svg::write(&scene(results, curve), &mut bytes)
                .map_err(|error| Failure::writing(path.display(), &error))?;
            bytes
        }
        Content::Png => png::encode(&scene(results, curve), PNG_SCALE)
            .map_err(|error| Failure::of(path.display(), error))?,
    };
    Output::open(Some(path))?.write(|out| Ok(out.write_all(&bytes)?))
}

/// Returns the canonical path of a file that need not exist, in a folder that does.
fn place(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    path.canonicalize().ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

/// Returns the content that the extension of a file stands for.
fn content(path: &Path) -> Result<Content, Failure> {
    let extension = path.extension().map(|text| text.to_string_lossy().to_ascii_lowercase());
    match extension.as_deref() {
        Some("svg") => Ok(Content::Svg),
        Some("png") => Ok(Content::Png),
        Some("csv") => Ok(Content::Text(Form::Csv)),
        Some("json") => Ok(Content::Text(Form::Json)),
        Some("txt") => Ok(Content::Text(Form::Table)),
        _ => {
            let why = "the ending tells what to write: .svg, .png, .csv, .json or .txt";
            Err(Failure::of(path.display(), why))
        }
    }
}

fn scene(results: &Results, curve: Option<StudyCurve>) -> Scene {
    let headline = results.headline();
    match &results.trials {
        Trials::Comparison(_, results) => plot_comparison(&headline, results),
        Trials::Study(_, points) => match curve {
            Some(curve) => plot_curve(&headline, points, curve),
            None => plot_study(&headline, points),
        },
    }
}
