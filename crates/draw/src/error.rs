//! What can go wrong while drawing.

/// Why a scene could not be drawn.
///
/// ```
/// use caracole_core::Board;
/// use caracole_draw::{DrawError, Look, Picture, png};
///
/// let board: Board = "8x8".parse()?;
/// let picture = Picture::new(&board, Vec::new(), Look::default());
/// let error = png::encode(&picture, 1000.0).expect_err("hundreds of thousands of pixels a side");
/// assert!(matches!(error, DrawError::Size { .. }));
/// assert!(error.to_string().ends_with("try another size"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The picture is empty, too large, or its sides are not numbers.
    #[error(
        "a picture of {width} x {height} pixels cannot be drawn: a side has 1 to 65535 pixels, and \
         the whole at most 2^28; try another size"
    )]
    Size {
        /// How many pixels it would be wide.
        width: f64,
        /// How many pixels it would be high.
        height: f64,
    },
    /// The pixels could not be packed.
    #[error("the picture cannot be written as PNG")]
    Png(#[from] png::EncodingError),
    /// A picture that moves would be too large.
    #[error("a GIF of {0} pixels a side cannot be drawn: 1 to 4096 pixels; try 640")]
    Motion(u16),
    /// The frames could not be packed.
    #[error("the picture cannot be written as GIF")]
    Gif(#[source] gif::EncodingError),
    /// The drawing could not be painted.
    #[error("the picture cannot be painted")]
    Io(#[from] std::io::Error),
}

impl From<gif::EncodingError> for DrawError {
    fn from(error: gif::EncodingError) -> Self {
        match error {
            gif::EncodingError::Io(error) => Self::Io(error),
            error => Self::Gif(error),
        }
    }
}

/// For those who write files and know of no drawings. A lack of disk stays what it is.
impl From<DrawError> for std::io::Error {
    fn from(error: DrawError) -> Self {
        match error {
            DrawError::Io(error) => error,
            error => Self::other(error),
        }
    }
}
