//! How one tour is written: in a format that can be read again, or as a picture.

use std::fmt;
use std::io::Write;

use caracole::draw::gif::{self, Motion};
use caracole::draw::{DrawError, Drawing, Look, Picture, Sheet, Walk, html, pdf, png, svg};
use caracole::formats::{Format, WriteError, WriteOptions, write_cover, write_tour_watched};
use caracole::verify::Watch;
use caracole::{Board, Cover, Path, Tour};

use crate::args::{OutputArgs, PictureFormat, TourOutputArgs};
use crate::failure::Failure;
use crate::output::Output;

/// So many squares can be drawn: the largest PNG has four pixels for the side of each.
const MOST_SQUARES: u64 = 1 << 24;
/// So many levels of a box: each has its rim and its caption.
const MOST_LEVELS: u32 = 1 << 12;

/// A PNG has two pixels for each unit of the sheet, so that it is sharp in print, unless it would be
/// larger than this.
const SHARPNESS: f64 = 2.0;
const LARGE: f64 = 4096.0;
/// No side of a PNG is longer than this.
const LONGEST: f64 = 65_535.0;

/// What is told of a picture without a file.
pub(crate) const NOT_FOR_THE_TERMINAL: &str =
    "a picture is not for the terminal: name a file with -o";

/// What a tour becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TourForm {
    Format(Format),
    Picture(PictureFormat),
}

impl TourForm {
    pub(crate) const JSON: Self = Self::Format(Format::Json);

    /// As it is typed.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Format(format) => format.name(),
            Self::Picture(format) => format.name(),
        }
    }

    /// Writes a tour; a picture has the usual look.
    pub(crate) fn write(
        self,
        out: &mut dyn Write,
        tour: &Tour,
        options: &WriteOptions,
        watch: Watch<'_>,
    ) -> Result<(), WriteError> {
        match self {
            Self::Format(format) => write_tour_watched(out, tour, format, options, watch),
            Self::Picture(format) => draw(&Picture::of_tour(tour, Look::default()), format, out),
        }
    }

    /// Writes what several knights visit.
    pub(crate) fn write_cover(
        self,
        out: &mut dyn Write,
        cover: &Cover,
        options: &WriteOptions,
    ) -> Result<(), WriteError> {
        match self {
            Self::Format(format) => write_cover(out, cover, format, options),
            Self::Picture(format) => {
                let open = |path: &Path| Walk { path: path.clone(), is_closed: false };
                let walks = cover.paths().iter().map(open).collect();
                let picture = Picture::new(cover.board(), walks, Look::default());
                draw(&picture.walked_by(cover.piece().clone()), format, out)
            }
        }
    }

    /// A picture is neither for the terminal nor for boards that nobody could see.
    pub(crate) fn suits(self, board: &Board, output: &Output) -> Result<(), Failure> {
        let Self::Picture(_) = self else { return Ok(()) };
        if output.is_terminal() {
            return Err(Failure::new(NOT_FOR_THE_TERMINAL));
        }
        let too_large = too_large_to_see(board);
        too_large.map_or(Ok(()), |why| Err(Failure::of(board.title(), why)))
    }
}

impl fmt::Display for TourForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl TourOutputArgs {
    /// What a tour becomes: asked for, or told by the file's ending.
    pub(crate) fn form(&self) -> Result<TourForm, Failure> {
        let form = self.to.form(self.format, Format::Grid)?;
        let why = "holds graphs, not tours: choose grid, squares, json, csv, moves or tsplib";
        match form {
            TourForm::Format(format) if !format.writes_tours() => Err(Failure::of(format, why)),
            form => Ok(form),
        }
    }
}

impl OutputArgs {
    /// The form: asked for, or told by the file's ending, or `otherwise`.
    pub(crate) fn form(
        &self,
        asked: Option<TourForm>,
        otherwise: Format,
    ) -> Result<TourForm, Failure> {
        let picture = self.output.as_deref().and_then(PictureFormat::from_ending);
        match (asked, picture) {
            (Some(form), _) if !self.json => Ok(form),
            (None, Some(picture)) if !self.json => Ok(TourForm::Picture(picture)),
            _ => self.format(None, otherwise).map(TourForm::Format),
        }
    }
}

/// Writes a picture as it is without further wishes.
fn draw(
    picture: &Picture<'_>,
    format: PictureFormat,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let drawn = write_picture(picture, format, None, &Motion::default(), out);
    drawn.map_err(|error| WriteError::Io(error.into()))
}

/// Why nobody could see a board, if so.
pub(crate) fn too_large_to_see(board: &Board) -> Option<String> {
    let too_many = |count: u64, what: &str, most: u64| {
        Some(format!("nobody could see {count} {what}: {most} can be drawn"))
    };
    if board.len() > MOST_SQUARES {
        return too_many(board.len(), "squares", MOST_SQUARES);
    }
    if board.levels() > MOST_LEVELS {
        return too_many(board.levels().into(), "levels", MOST_LEVELS.into());
    }
    None
}

/// Writes a picture. Pixels are for PNG, the longest side of it; the motion is for GIF.
pub(crate) fn write_picture(
    picture: &Picture<'_>,
    format: PictureFormat,
    pixels: Option<u32>,
    motion: &Motion,
    out: &mut dyn Write,
) -> Result<(), DrawError> {
    match format.still() {
        Ok(still) => write_still(picture, still, pixels, out),
        Err(Moving::Gif) => gif::write(picture, motion, out),
        Err(Moving::Html) => Ok(html::write(picture, out)?),
    }
}

/// What any drawing can become.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Still {
    Svg,
    Png,
    Pdf,
}

/// What only a walk can become.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moving {
    Gif,
    Html,
}

impl PictureFormat {
    pub(crate) const fn still(self) -> Result<Still, Moving> {
        match self {
            Self::Svg => Ok(Still::Svg),
            Self::Png => Ok(Still::Png),
            Self::Pdf => Ok(Still::Pdf),
            Self::Gif => Err(Moving::Gif),
            Self::Html => Err(Moving::Html),
        }
    }
}

/// Writes a drawing. Pixels are for PNG, the longest side of it.
pub(crate) fn write_still(
    drawing: &dyn Drawing,
    still: Still,
    pixels: Option<u32>,
    out: &mut dyn Write,
) -> Result<(), DrawError> {
    match still {
        Still::Svg => Ok(svg::write(drawing, out)?),
        Still::Png => Ok(out.write_all(&png::encode(drawing, scale(drawing, pixels))?)?),
        Still::Pdf => pdf::write(drawing, out),
    }
}

/// How many pixels a unit of the sheet has.
fn scale(drawing: &dyn Drawing, pixels: Option<u32>) -> f64 {
    let Sheet { width, height, .. } = drawing.sheet();
    let longest = width.max(height);
    pixels.map_or_else(
        || (LARGE / longest).clamp(1.0, SHARPNESS).min(LONGEST / longest),
        |pixels| f64::from(pixels) / longest,
    )
}
