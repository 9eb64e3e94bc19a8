//! Draws: one scene, many outputs.
//!
//! A [`Scene`] is a list of marks: areas, lines, discs and words. It knows nothing of files;
//! each output is a module of its own that writes any scene.

mod letters;
mod scene;

pub use letters::text_width;
pub use scene::{Align, Colour, Mark, Point, Scene, Stroke, Turn, Words};
