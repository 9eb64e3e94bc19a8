//! What can be wrong with a picture of a shape.

use caracole_core::shorten;
use thiserror::Error;

/// What can be wrong with a picture of a shape, in letters or in pixels.
///
/// ```
/// use caracole_formats::{Fault, ShapeFault, shape};
///
/// let error = shape::read(b"S#\n#S\n").expect_err("two starts");
/// assert!(matches!(error.fault(), Fault::Shape(ShapeFault::Second(_))));
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 2: the shape has a second start S: one is enough"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeFault {
    /// A character that a picture of a shape cannot hold.
    #[error("'{}' is not allowed in a shape: '#' is a square, '.' a hole, S the start, E the end",
        shorten(&.found.to_string()))]
    Character {
        /// The character.
        found: char,
    },
    /// A second start or end.
    #[error("the shape has a second {0}: one is enough")]
    Second(&'static str),
    /// `1` beside other marks of squares, without being the only one among zeros.
    #[error(
        "'1' is the start if it is the only one among '0'; else write '#' for squares, \
        '.' for holes and 'S' for the start"
    )]
    One,
    /// Nearly nothing but holes.
    #[error("the picture is {files} wide and {ranks} high, and nearly all holes: cut it smaller")]
    NearlyEmpty {
        /// Its width.
        files: u64,
        /// Its height.
        ranks: u64,
    },
    /// A PNG picture that is damaged.
    #[error("the PNG picture cannot be read: {text}")]
    Picture {
        /// What is wrong with it.
        text: String,
    },
    /// A PNG picture that is too large.
    #[error("the PNG picture has {width}x{height} pixels, more than {most}: make it smaller")]
    LargePicture {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// The most pixels there may be.
        most: u64,
    },
    /// A PNG picture without a square.
    #[error("the PNG picture has no dark pixel: dark opaque pixels are squares")]
    NoDarkPixel,
}
