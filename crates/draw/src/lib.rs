//! Draws: one scene, many outputs.
//!
//! A [`Scene`] is a list of marks: areas, lines, discs and words. It knows nothing of files;
//! each output is a module of its own that writes any scene: [`svg`] and [`png`].
//!
//! Charts are scenes too: a [`LineChart`] shows how things grow, a [`BarChart`] sets them side by
//! side, and [`sheet`] and [`panels`] put several on one picture.

mod chart;
mod error;
mod letters;
pub mod png;
mod scene;
pub mod svg;

pub use chart::{Axis, Bar, BarChart, LineChart, Scale, Series, Tone, Unit, panels, sheet};
pub use error::DrawError;
pub use letters::text_width;
pub use scene::{Align, Colour, Mark, Point, Scene, Stroke, Turn, Words};
