//! The options of pictures, for all programs that write them.

use std::io::Write;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use caracole_core::UnknownName;

use crate::canvas::{Drawing, DrawingInfo};
use crate::gif::{self, AnimationOptions};
use crate::picture::{Appearance, Picture};
use crate::{DrawError, html, pdf, png, svg};

/// The file format of a picture.
///
/// ```
/// use std::path::Path;
///
/// use caracole_draw::PictureFormat;
///
/// assert_eq!("svg".parse(), Ok(PictureFormat::Svg));
/// assert_eq!(PictureFormat::from_extension(Path::new("tour.PNG")), Some(PictureFormat::Png));
/// assert!(!PictureFormat::Pdf.is_animated() && PictureFormat::Gif.is_animated());
/// for format in PictureFormat::ALL {
///     println!("{:4} {} ({})", format.name(), format.about(), format.media_type());
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Scalable graphics for web pages and drawing programs.
    Svg,
    /// Pixels.
    Png,
    /// An animation of the moving knight.
    Gif,
    /// A page to print.
    Pdf,
    /// A web page with controls for the animation.
    Html,
}

impl PictureFormat {
    /// All formats, in the order of lists.
    pub const ALL: [Self; 5] = [Self::Svg, Self::Png, Self::Gif, Self::Pdf, Self::Html];

    /// Returns the name, the description and the media type.
    const fn texts(self) -> [&'static str; 3] {
        match self {
            Self::Svg => ["svg", "Lines and words, for any size", "image/svg+xml"],
            Self::Png => ["png", "Pixels", "image/png"],
            Self::Gif => ["gif", "The knight walking", "image/gif"],
            Self::Pdf => ["pdf", "A page to print", "application/pdf"],
            Self::Html => {
                ["html", "A page with play, pause, step and slider", "text/html; charset=utf-8"]
            }
        }
    }

    /// Returns the name, which is also the file extension.
    pub const fn name(self) -> &'static str {
        self.texts()[0]
    }

    /// Returns a description.
    pub const fn about(self) -> &'static str {
        self.texts()[1]
    }

    /// Returns the media type.
    pub const fn media_type(self) -> &'static str {
        self.texts()[2]
    }

    /// Returns the format of a file extension.
    pub fn from_extension(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_string_lossy();
        Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(&extension))
    }

    /// Returns true if the format shows walks only, step by step.
    pub const fn is_animated(self) -> bool {
        matches!(self, Self::Gif | Self::Html)
    }
}

impl FromStr for PictureFormat {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| UnknownName::new("format", text, Self::ALL.map(Self::name)))
    }
}

/// An error: an option that the format ignores.
///
/// ```
/// use caracole_draw::{Appearance, DrawOptions, OptionError, PictureFormat};
///
/// let appearance = Appearance::default();
/// let error = DrawOptions::new(PictureFormat::Svg, appearance, Some(640), None)
///     .expect_err("SVG has no pixels");
/// assert_eq!(error, OptionError::Size);
/// assert_eq!(error.to_string(), "is for png and gif: the others have any size");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The size.
    #[error("is for png and gif: the others have any size")]
    Size,
    /// The pause.
    #[error("is for gif: nothing else moves by itself")]
    Pause,
}

/// The format, appearance, size and speed of a picture.
///
/// ```
/// use caracole_core::Board;
/// use caracole_draw::{Appearance, DrawOptions, Picture, PictureFormat};
///
/// let board: Board = "8x8".parse()?;
/// let options = DrawOptions::new(PictureFormat::Png, Appearance::default(), Some(100), None)?;
/// let picture = Picture::new(&board, Vec::new(), options.appearance());
/// let mut file = Vec::new();
/// options.write(&picture, &mut file)?;
/// assert!(file.starts_with(b"\x89PNG"));
/// assert_eq!((options.format(), options.size()), (PictureFormat::Png, Some(100)));
///
/// // A program with little memory limits the default size.
/// let options = DrawOptions::of_format(PictureFormat::Png).with_max_pixels(500.0);
/// options.write_still(&picture, &mut file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawOptions {
    format: PictureFormat,
    appearance: Appearance,
    size: Option<u64>,
    pause: Option<Duration>,
    max_pixels: Option<f64>,
}

impl DrawOptions {
    /// The scale of a PNG without a size, so that it is sharp in print, unless it exceeds
    /// [`Self::LARGE_PNG`].
    const PNG_SCALE: f64 = 2.0;
    /// The longer side of a large PNG in pixels.
    const LARGE_PNG: f64 = 4096.0;
    /// The largest side of a PNG in pixels.
    const MAX_PNG: f64 = 65_535.0;

    /// Creates options. `size` is the longer side in pixels, for PNG and GIF; `pause` is the time between
    /// two steps, for GIF.
    pub const fn new(
        format: PictureFormat,
        appearance: Appearance,
        size: Option<u64>,
        pause: Option<Duration>,
    ) -> Result<Self, OptionError> {
        if size.is_some() && !matches!(format, PictureFormat::Png | PictureFormat::Gif) {
            return Err(OptionError::Size);
        }
        if pause.is_some() && !matches!(format, PictureFormat::Gif) {
            return Err(OptionError::Pause);
        }
        Ok(Self { format, appearance, size, pause, max_pixels: None })
    }

    /// Creates the default options of a format.
    pub fn of_format(format: PictureFormat) -> Self {
        let (size, pause, max_pixels) = (None, None, None);
        Self { format, appearance: Appearance::default(), size, pause, max_pixels }
    }

    /// Limits the longer side in pixels of a picture without a size.
    #[must_use]
    pub const fn with_max_pixels(self, max_pixels: f64) -> Self {
        Self { max_pixels: Some(max_pixels), ..self }
    }

    /// Returns the format.
    pub const fn format(&self) -> PictureFormat {
        self.format
    }

    /// Returns the style, colours and coordinates.
    pub const fn appearance(&self) -> Appearance {
        self.appearance
    }

    /// Returns the longer side in pixels, if it was given.
    pub const fn size(&self) -> Option<u64> {
        self.size
    }

    /// Writes a picture of walks.
    pub fn write(&self, picture: &Picture, out: &mut dyn Write) -> Result<(), DrawError> {
        if picture.board().graph().is_some() {
            return Err(DrawError::NoCoordinates);
        }
        match self.format {
            PictureFormat::Gif => gif::write(picture, &self.animation(), out),
            PictureFormat::Html => Ok(html::write(picture, out)?),
            _ => self.write_still(picture, out),
        }
    }

    /// Writes a drawing that does not move. [`DrawError::Still`] if the format is animated.
    pub fn write_still(&self, drawing: &dyn Drawing, out: &mut dyn Write) -> Result<(), DrawError> {
        match self.format {
            PictureFormat::Svg => Ok(svg::write(drawing, out)?),
            PictureFormat::Png => {
                Ok(out.write_all(&png::encode(drawing, self.png_scale(&drawing.info()))?)?)
            }
            PictureFormat::Pdf => pdf::write(drawing, out),
            PictureFormat::Gif | PictureFormat::Html => Err(DrawError::Still(self.format.name())),
        }
    }

    /// Returns the pixels per unit of a PNG.
    fn png_scale(&self, info: &DrawingInfo) -> f64 {
        let longer = info.width.max(info.height);
        match (self.size, self.max_pixels) {
            (Some(size), _) => size as f64 / longer,
            (None, Some(max_pixels)) => (max_pixels / longer).min(Self::PNG_SCALE),
            (None, None) => {
                (Self::LARGE_PNG / longer).clamp(1.0, Self::PNG_SCALE).min(Self::MAX_PNG / longer)
            }
        }
    }

    /// Returns the size and speed of a GIF.
    fn animation(&self) -> AnimationOptions {
        let default = AnimationOptions::default();
        let max_side = match (self.size, self.max_pixels) {
            (Some(size), _) => size as f64,
            (None, Some(max_pixels)) => f64::from(default.max_side).min(max_pixels),
            (None, None) => f64::from(default.max_side),
        };
        AnimationOptions { max_side: max_side as u16, pause: self.pause, ..default }
    }
}
