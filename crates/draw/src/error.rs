//! Errors.

/// An error of an output format.
///
/// ```
/// use caracole_core::Board;
/// use caracole_draw::{DrawError, Appearance, Picture, png};
///
/// let board: Board = "8x8".parse()?;
/// let picture = Picture::new(&board, Vec::new(), Appearance::default());
/// let error = png::encode(&picture, 1000.0).expect_err("hundreds of thousands of pixels per side");
/// assert!(matches!(error, DrawError::Size { .. }));
/// assert!(error.to_string().ends_with("try another size"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The board is a graph.
    #[error(
        "a graph has no files and ranks: `caracole graph` writes it for programs that draw graphs"
    )]
    NoCoordinates,
    /// The picture is empty or too large, or its size is not finite.
    #[error(
        "a picture of {width} x {height} pixels cannot be drawn: a side has 1 to 65535 pixels, and \
         the whole at most 2^28; try another size"
    )]
    Size {
        /// The width in pixels.
        width: f64,
        /// The height in pixels.
        height: f64,
    },
    /// The PNG encoder failed.
    #[error("the picture cannot be written as PNG")]
    Png(#[from] png::EncodingError),
    /// The size of an animation is out of range.
    #[error("a GIF of {0} pixels a side cannot be drawn: 1 to 4096 pixels; try 640")]
    AnimationSize(u16),
    /// The format is for moving pictures only.
    #[error("{0} shows walks only")]
    Still(&'static str),
    /// The GIF encoder failed.
    #[error("the picture cannot be written as GIF")]
    Gif(#[source] gif::EncodingError),
    /// The output could not be written.
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

/// For code that writes files of all kinds. I/O errors are unchanged.
impl From<DrawError> for std::io::Error {
    fn from(error: DrawError) -> Self {
        match error {
            DrawError::Io(error) => error,
            error => Self::other(error),
        }
    }
}
