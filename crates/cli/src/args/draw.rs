//! `draw` as it is typed.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use caracole::draw::{Style, Theme};

use super::common::LEAPER;
use super::values::{pixels, styles, themes};
use super::{Pause, TourFileArgs};

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
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, help = LEAPER)]
    pub(crate) leaper: Vec<String>,
    /// How the tour is shown
    #[arg(
        short,
        long,
        default_value = "line",
        value_parser = styles(),
        help_heading = "The picture"
    )]
    pub(crate) style: Style,
    /// Which colours
    #[arg(
        long,
        default_value = "light",
        value_parser = themes(),
        help_heading = "The picture"
    )]
    pub(crate) theme: Theme,
    /// Leave out the names of files and ranks on the rim
    #[arg(long, help_heading = "The picture")]
    pub(crate) no_coordinates: bool,
    /// The longest side in pixels, of PNG and GIF
    #[arg(
        long,
        value_name = "N",
        value_parser = pixels,
        allow_hyphen_values = true,
        help_heading = "The picture"
    )]
    pub(crate) size: Option<u32>,
    /// How long a step stays, of GIF [default: so that a chessboard takes ten seconds]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, help_heading = "The picture")]
    pub(crate) pause: Option<Pause>,
    /// What to write; else the file's ending decides
    #[arg(short, long, help_heading = "Output")]
    pub(crate) format: Option<PictureFormat>,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureFormat {
    /// Lines and words, for any size
    Svg,
    /// Pixels
    Png,
    /// The knight walking
    Gif,
    /// A page to print
    Pdf,
    /// A page with play, pause, step and slider
    Html,
}

impl PictureFormat {
    /// As it is typed.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Pdf => "pdf",
            Self::Html => "html",
        }
    }

    /// What the ending of a file's name stands for.
    pub(crate) fn from_ending(path: &Path) -> Option<Self> {
        Self::from_str(&path.extension()?.to_string_lossy(), true).ok()
    }
}
