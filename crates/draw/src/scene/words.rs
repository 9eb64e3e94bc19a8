//! Words on a scene.

use super::{Colour, Point};

/// Which part of a line of words stands at its point.
///
/// ```
/// use caracole_draw::{Align, text_width};
///
/// /// Where a text of size 12 begins, and where it ends.
/// fn extent(x: f64, text: &str, align: Align) -> [f64; 2] {
///     let width = 12.0 * text_width(text);
///     let begin = match align {
///         Align::Start => x,
///         Align::Middle => x - width / 2.0,
///         Align::End => x - width,
///     };
///     [begin, begin + width]
/// }
///
/// let [begin, end] = extent(100.0, "8x8", Align::Middle);
/// assert!(begin < 100.0 && 100.0 < end);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// The beginning.
    #[default]
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// Which way a line of words runs.
///
/// ```
/// use caracole_draw::{Align, Colour, Mark, Point, Scene, Turn, Words, png};
///
/// // A label that runs up along the left edge.
/// let label = Words {
///     at: Point::new(20.0, 90.0),
///     text: "time".to_owned(),
///     size: 12.0,
///     colour: Colour(0, 0, 0),
///     align: Align::Start,
///     turn: Turn::Left,
///     is_bold: false,
/// };
/// let scene = Scene {
///     width: 100.0,
///     height: 100.0,
///     title: "A label".to_owned(),
///     description: String::new(),
///     background: Colour(255, 255, 255),
///     marks: vec![Mark::Words(label)],
/// };
/// assert!(png::encode(&scene, 1.0)?.starts_with(b"\x89PNG"));
/// # Ok::<(), caracole_draw::DrawError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// To the right.
    #[default]
    None,
    /// Upwards.
    Left,
    /// To the left, upside down, as answers stand below riddles.
    Over,
}

/// A line of words.
///
/// ```
/// use caracole_draw::{Align, Colour, Mark, Point, Turn, Words};
///
/// let words = Words {
///     at: Point::new(50.0, 20.0),
///     text: "8x8".to_owned(),
///     size: 12.0,
///     colour: Colour(0, 0, 0),
///     align: Align::Middle,
///     turn: Turn::None,
///     is_bold: true,
/// };
/// let lower = Mark::Words(words).moved(0.0, 15.0);
/// assert!(matches!(lower, Mark::Words(words) if words.at == Point::new(50.0, 35.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    /// Where the base line begins, has its middle, or ends.
    pub at: Point,
    /// What it says.
    pub text: String,
    /// The height of a line; a capital letter has about seven tenths of it.
    pub size: f64,
    /// Its colour.
    pub colour: Colour,
    /// Which part of it stands at the point.
    pub align: Align,
    /// Which way it runs.
    pub turn: Turn,
    /// Heavier than usual?
    pub is_bold: bool,
}
