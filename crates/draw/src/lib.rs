//! Drawings of tours, proofs and charts as SVG, PNG, PDF, GIF and HTML.
//!
//! A [`Drawing`] paints itself on a [`Canvas`] with polygons, lines, discs and text. Each output format
//! is a canvas in a module of its own: [`svg`], [`png`] and [`pdf`]. A [`Scene`] is a drawing that is a
//! list of marks, and [`paint_at`] places one drawing on another.
//!
//! A [`Picture`] shows a tour, or any walks on a board, in one of several styles. It can be painted
//! moment by moment, and [`gif`] and [`html`] show the knight moving. A [`ProofPicture`] shows the
//! reason why no tour exists. [`DrawOptions`] are the options of all these pictures.
//!
//! Charts are scenes: a [`LineChart`] shows growth, a [`BarChart`] compares values, and
//! [`panels`] puts several line charts into one picture.

mod canvas;
mod chart;
mod error;
pub mod film;
mod font;
pub mod gif;
pub mod html;
mod options;
pub mod pdf;
mod picture;
pub mod png;
mod raster;
mod scene;
pub mod svg;

pub use canvas::{Canvas, Drawing, DrawingInfo, Paint, PathCommand, paint_at, polygon, polyline};
pub use chart::{Axis, Bar, BarChart, BarStatus, LineChart, Scale, Series, Unit};
pub use chart::{group_digits, panels, pluralize_grouped};
pub use error::DrawError;
pub use font::text_width;
pub use options::{DrawOptions, OptionError, PictureFormat};
pub use picture::{Appearance, Picture, ProofPicture, Style, Theme, Walk};
pub use scene::{Align, Colour, Mark, Point, Rotation, Scene, Stroke, TextLine};
