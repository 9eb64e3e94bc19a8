//! The output format of one tour: a text format or a picture.

use std::fmt;
use std::io::Write;

use caracole::draw::{Appearance, DrawOptions, Picture, PictureFormat, Style, Theme, Walk};
use caracole::formats::{Format, WriteError, WriteOptions, write_cover, write_tour_with_progress};
use caracole::verify::Cover;
use caracole::verify::ProgressFn;
use caracole::{Board, Path, Tour};
use clap::Args;

use crate::args::BaseArgs;
use crate::args::values::{forms_of_tours, styles, themes};
use crate::failure::Failure;
use crate::output::{Output, OutputArgs};

/// The format and the destination of a tour.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct TourOutputArgs {
    /// Output format [default: by the file extension]
    #[arg(short, long, value_parser = forms_of_tours())]
    pub(crate) format: Option<TourFormat>,
    #[command(flatten)]
    pub(crate) base: BaseArgs,
    #[command(flatten)]
    pub(crate) to: OutputArgs,
    /// Style of a picture
    #[arg(long, value_parser = styles(), hide_short_help = true)]
    style: Option<Style>,
    /// Colours of a picture
    #[arg(long, value_parser = themes(), hide_short_help = true)]
    theme: Option<Theme>,
}

/// The most squares that can be drawn: the largest PNG has four pixels for the side of each.
const MAX_SQUARES: u64 = 1 << 24;

/// The most levels that can be drawn: each has coordinates and a caption.
const MAX_LEVELS: u32 = 1 << 12;

/// The error for a picture without a file.
pub(crate) const NOT_FOR_THE_TERMINAL: &str =
    "a picture is not for the terminal: name a file with -o";

/// The format of a tour: text or a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TourFormat {
    Format(Format),
    Picture(PictureFormat, Appearance),
}

impl TourFormat {
    pub(crate) const JSON: Self = Self::Format(Format::Json);

    /// Returns the format of a picture in the default style.
    pub(crate) fn of_picture(format: PictureFormat) -> Self {
        Self::Picture(format, Appearance::default())
    }

    /// Returns the name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Format(format) => format.name(),
            Self::Picture(format, _) => format.name(),
        }
    }

    /// Writes a tour.
    pub(crate) fn write(
        self,
        out: &mut dyn Write,
        tour: &Tour,
        options: &WriteOptions,
        watch: ProgressFn<'_>,
    ) -> Result<(), WriteError> {
        match self {
            Self::Format(format) => write_tour_with_progress(out, tour, format, options, watch),
            Self::Picture(format, appearance) => {
                draw(&Picture::from_tour(tour, appearance), format, out)
            }
        }
    }

    /// Returns the names of vertices instead of a grid that is not asked for if the board is a graph.
    pub(crate) fn of_board(self, board: &Board, is_given: bool) -> Self {
        match self {
            Self::Format(Format::Grid) if !is_given && board.graph().is_some() => {
                Self::Format(Format::Squares)
            }
            form => form,
        }
    }

    /// Writes the paths of several knights.
    pub(crate) fn write_cover(
        self,
        out: &mut dyn Write,
        cover: &Cover,
        options: &WriteOptions,
    ) -> Result<(), WriteError> {
        match self {
            Self::Format(format) => write_cover(out, cover, format, options),
            Self::Picture(format, appearance) => {
                let open = |path: &Path| Walk { path: path.clone(), is_closed: false };
                let walks = cover.paths().iter().map(open).collect();
                let picture = Picture::new(cover.board(), walks, appearance);
                draw(&picture.with_piece(cover.piece().clone()), format, out)
            }
        }
    }

    /// Returns an error for a picture on the terminal or of a board that is too large, and for a format of files and
    /// ranks if the board is a graph.
    pub(crate) fn check_output(self, board: &Board, output: &Output) -> Result<(), Failure> {
        let needs_coordinates = matches!(
            self,
            Self::Picture(..)
                | Self::Format(Format::Grid | Format::Csv | Format::Moves | Format::Coordinates)
        );
        if needs_coordinates && board.graph().is_some() {
            let why = "needs files and ranks, and a graph has none: choose squares, json or tsplib";
            return Err(Failure::of(self, why));
        }
        let Self::Picture(..) = self else { return Ok(()) };
        if output.is_terminal() {
            return Err(Failure::new(NOT_FOR_THE_TERMINAL));
        }
        let too_large = too_large_to_see(board);
        too_large.map_or(Ok(()), |why| Err(Failure::of(board.title(), why)))
    }
}

impl fmt::Display for TourFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl TourOutputArgs {
    /// Returns the format: the given one, or that of the file extension. The default is a grid, or the names of the
    /// vertices if the board is a graph.
    pub(crate) fn form(&self, board: &Board) -> Result<TourFormat, Failure> {
        let form = self.to.form(self.format, Format::Grid)?.of_board(board, self.format.is_some());
        let why = "holds graphs, not tours: choose grid, squares, json, csv, moves, coordinates or tsplib";
        match form {
            TourFormat::Format(format) if !format.writes_tours() => Err(Failure::of(format, why)),
            TourFormat::Picture(format, _) => Ok(TourFormat::Picture(format, self.appearance())),
            TourFormat::Format(format) => {
                let flags = [("--style", self.style.is_some()), ("--theme", self.theme.is_some())];
                match flags.into_iter().find(|&(_, is_given)| is_given) {
                    Some((flag, _)) => Err(Failure::of(
                        flag,
                        format!("goes with pictures, not with {format}: name a file, -o tour.svg"),
                    )),
                    None => Ok(form),
                }
            }
        }
    }

    fn appearance(&self) -> Appearance {
        let (style, theme) = (self.style.unwrap_or_default(), self.theme.unwrap_or_default());
        Appearance { style, theme, ..Appearance::default() }
    }
}

impl OutputArgs {
    /// Returns the format: the given one, that of the file extension, or `otherwise`.
    pub(crate) fn form(
        &self,
        asked: Option<TourFormat>,
        otherwise: Format,
    ) -> Result<TourFormat, Failure> {
        let picture = self.output.as_deref().and_then(PictureFormat::from_extension);
        match (asked, picture) {
            (Some(form), _) if !self.json => Ok(form),
            (None, Some(picture)) if !self.json => Ok(TourFormat::of_picture(picture)),
            _ => self.format(None, otherwise).map(TourFormat::Format),
        }
    }
}

/// Writes a picture with default options.
fn draw(
    picture: &Picture<'_>,
    format: PictureFormat,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let drawn = DrawOptions::of_format(format).write(picture, out);
    drawn.map_err(|error| WriteError::Io(error.into()))
}

/// Returns the reason why a board is too large for a picture, if it is.
pub(crate) fn too_large_to_see(board: &Board) -> Option<String> {
    let too_many = |count: u64, what: &str, most: u64| {
        Some(format!("{count} {what} are too many for a picture: the maximum is {most}"))
    };
    if board.len() > MAX_SQUARES {
        return too_many(board.len(), "squares", MAX_SQUARES);
    }
    if board.levels() > MAX_LEVELS {
        return too_many(board.levels().into(), "levels", MAX_LEVELS.into());
    }
    None
}
