//! Draws: one scene, many outputs.
//!
//! A [`Drawing`] paints itself on any [`Canvas`], with areas, lines, discs and words. It knows
//! nothing of files; each output is a module of its own that writes any drawing: [`svg`],
//! [`png`] and [`pdf`]. A [`Scene`] is a drawing that is a list of marks, and [`paint_at`] puts one
//! drawing on another.
//!
//! A [`Picture`] shows a tour, or any walks on a board, in one of several styles. It grows moment by
//! moment, so [`gif`] and [`html`] can show the knight walking.
//!
//! A [`ProofPicture`] shows why there is no tour: the squares and moves that the reason speaks of.
//!
//! Charts are scenes too: a [`LineChart`] shows how things grow, a [`BarChart`] sets them side by
//! side, and [`sheet`] and [`panels`] put several on one picture.

mod canvas;
mod chart;
mod error;
pub mod gif;
pub mod html;
mod ink;
mod letters;
pub mod pdf;
mod picture;
mod placed;
pub mod png;
mod scene;
pub mod svg;

pub use canvas::{Canvas, Drawing, Leg, Sheet, outline, track};
pub use chart::{Axis, Bar, BarChart, LineChart, Scale, Series, Tone, Unit};
pub use chart::{counted, grouped, panels, sheet};
pub use error::DrawError;
pub use letters::text_width;
pub use picture::{Look, Picture, ProofPicture, Style, Theme, Walk};
pub use placed::paint_at;
pub use scene::{Align, Colour, Mark, Point, Scene, Stroke, Turn, Words};
