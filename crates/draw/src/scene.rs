//! What is drawn, whatever it is drawn on.

/// A place on the scene: to the right and down from the top left corner, in units that a screen
/// shows as pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// The point at `x`, `y`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }
}

/// An opaque colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// How a line is drawn. Its ends and corners are round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// How wide it is.
    pub width: f64,
    /// The lengths of dashes and of the gaps between them; unbroken if `None`.
    pub dash: Option<(f64, f64)>,
}

/// Which part of a line of words stands at its point.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turn {
    /// To the right.
    #[default]
    None,
    /// Upwards.
    Left,
}

/// A line of words.
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

/// One thing on a scene. Later marks cover earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// The inside of a polygon.
    Area {
        /// Its corners.
        corners: Vec<Point>,
        /// Its colour.
        fill: Colour,
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<Point>,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// A full circle.
    Disc {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// Its colour.
        fill: Colour,
    },
    /// A line of words.
    Words(Words),
}

/// A picture, not yet on paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// What it is, for those who cannot see it.
    pub title: String,
    /// What can be seen on it, for those who cannot.
    pub description: String,
    /// The colour behind everything.
    pub background: Colour,
    /// What is on it.
    pub marks: Vec<Mark>,
}
