//! `draw`: a tour or a game as a picture.

use std::io::{self, Write};
use std::time::Duration;

use caracole::draw::{
    Appearance, Canvas, Colour, DrawError, DrawOptions, Drawing, DrawingInfo, OptionError, Paint,
    PathCommand, Picture, PictureFormat, Point, Style, TextLine, Theme, Walk,
};
use caracole::formats::json::Number;
use caracole::verify::InvalidTour;
use caracole::{Path, Problem, Tour, verify};

use super::Endpoint;
use crate::error::ApiError;
use crate::fields::{Fields, SquareNames, parsed, squares_of, take};
use crate::response::Content;
use crate::work::WorkContext;

const MAX_SQUARES: u64 = 40_000;
/// The maximum number of squares of an animation.
const MAX_ANIMATED_SQUARES: u64 = 10_000;
/// The maximum length of the longer side in pixels.
const MAX_PIXELS: u64 = 4000;
/// The maximum length for an animation, which draws every frame.
const MAX_ANIMATED_PIXELS: u64 = 1600;

/// Bytes per pixel while a PNG is drawn: the colours, the coverage of a line, and the file.
const BYTES_PER_PIXEL: f64 = 8.0;
/// Bytes per pixel while a GIF is drawn: the complete picture, its current state, and two frames.
const BYTES_PER_ANIMATED_PIXEL: f64 = 20.0;

/// `draw` draws a path.
pub(crate) struct Draw {
    problem: Problem,
    path: Path,
    options: DrawOptions,
}

impl Endpoint for Draw {
    const NAME: &'static str = "draw";
    const HAS_TIME_LIMIT: bool = false;
    const RETURNS_FILE: bool = true;

    fn parse(fields: &mut Fields<'_>) -> Result<Self, ApiError> {
        let problem = fields.problem_with_coordinates(MAX_SQUARES)?;
        if problem.knights() > 1 {
            return Err(ApiError::contradiction("knights: draw takes the path of one knight"));
        }
        take!(fields {
            squares: SquareNames,
            #[serde(default, deserialize_with = "parsed")]
            format: PictureFormat,
            #[serde(default, deserialize_with = "parsed")]
            style: Style,
            #[serde(default, deserialize_with = "parsed")]
            theme: Theme,
            coordinates: bool,
            size: Number,
            pause_ms: Number,
        });
        let path: Path = squares_of(&problem, "squares", squares)?.into_iter().collect();
        if path.is_empty() {
            return Err(ApiError::field("squares", "must list the squares of a path"));
        }
        let format = format.unwrap_or(PictureFormat::Svg);
        let appearance = Appearance {
            style: style.unwrap_or_default(),
            theme: theme.unwrap_or_default(),
            has_coordinates: coordinates.unwrap_or(true),
        };
        let size = size.map(|Number(size)| size);
        let pause = pause_ms.map(|Number(pause)| Duration::from_millis(pause));
        let options =
            DrawOptions::new(format, appearance, size, pause).map_err(|error| match error {
                OptionError::Pause => ApiError::invalid("pause_ms", error.to_string()),
                _ => ApiError::invalid("size", error.to_string()),
            })?;
        let draw = Self { problem, path, options };
        draw.check_limits()?;
        Ok(draw)
    }

    fn run(self, context: &WorkContext) -> Result<Content, ApiError> {
        let Self { problem, path, options } = &self;
        let (format, appearance) = (options.format(), options.appearance());
        let mut out = TimedWriter { context, bytes: Vec::new() };
        match Tour::verify(problem, path.clone()) {
            Ok(tour) => self.write(&Picture::from_tour(&tour, appearance), &mut out)?,
            Err(rejected) => {
                let walk = self.partial_walk(*rejected)?;
                let picture = Picture::new(problem.board(), vec![walk], appearance)
                    .with_piece(problem.piece().clone());
                self.write(&picture, &mut out)?;
            }
        }
        let bytes = out.bytes;
        Ok(Content::File { media_type: format.media_type(), name: self.file_name(), bytes })
    }
}

impl Draw {
    fn check_limits(&self) -> Result<(), ApiError> {
        let (squares, pixels) = match self.options.format() {
            PictureFormat::Gif => (MAX_ANIMATED_SQUARES, MAX_ANIMATED_PIXELS),
            _ => (MAX_SQUARES, MAX_PIXELS),
        };
        let board = self.problem.board();
        // The picture also contains the holes and, for a box, the rim of each level.
        if board.area() > squares {
            let area = board.area();
            let text = format!("a picture of {area} squares and holes: at most {squares} here");
            return Err(ApiError::too_much(text));
        }
        match self.options.size() {
            Some(size) if !(1..=pixels).contains(&size) => {
                Err(ApiError::too_much(format!("size: 1 to {pixels} pixels here")))
            }
            _ => Ok(()),
        }
    }

    /// Returns a path that does not visit all squares, such as a game, if its moves are valid.
    fn partial_walk(&self, rejected: InvalidTour) -> Result<Walk, ApiError> {
        let InvalidTour { path, verdict } = rejected;
        let unconstrained =
            Problem::with_piece(self.problem.board().clone(), self.problem.piece().clone());
        if verify::check_simple_path(&unconstrained, || path.iter()).is_valid() {
            return Ok(Walk { path, is_closed: false });
        }
        let first = verdict.in_short(self.problem.board(), "check");
        Err(ApiError::contradiction(format!("squares: not a path: {first}")))
    }

    fn write(&self, picture: &Picture<'_>, out: &mut TimedWriter<'_>) -> Result<(), ApiError> {
        let max_pixels = self.max_pixels(&picture.info(), out.context)?;
        let options = self.options.with_max_pixels(max_pixels);
        let written = if options.format() == PictureFormat::Png {
            options.write_still(&TimedDrawing { drawing: picture, context: out.context }, out)
        } else {
            options.write(picture, out)
        };
        written.map_err(|error| match error {
            DrawError::Io(_) => ApiError::too_much(
                "the picture exceeds the time limit of this server: choose a smaller one",
            ),
            error => ApiError::too_much(error.to_string()),
        })
    }

    /// Returns the maximum length of the longer side in pixels, within the memory limit.
    fn max_pixels(&self, info: &DrawingInfo, context: &WorkContext) -> Result<f64, ApiError> {
        let (max, bytes_per_pixel) = match self.options.format() {
            PictureFormat::Gif => (MAX_ANIMATED_PIXELS, BYTES_PER_ANIMATED_PIXEL),
            _ => (MAX_PIXELS, BYTES_PER_PIXEL),
        };
        let longest = max_side(context.memory_limit(), info, bytes_per_pixel);
        match self.options.size() {
            Some(size) if size as f64 > longest => {
                let text = format!(
                    "size: the memory of this server allows {longest} pixels: choose a smaller size"
                );
                Err(ApiError::too_much(text))
            }
            _ => Ok(longest.min(max as f64)),
        }
    }

    /// Returns a file name such as `tour-8x8.svg`.
    fn file_name(&self) -> String {
        let board = self.problem.board();
        let kind = if self.path.len() == board.len() { "tour" } else { "walk" };
        let levels = if board.is_box() { format!("x{}", board.levels()) } else { String::new() };
        let sides = format!("{}x{}{levels}", board.files(), board.ranks());
        format!("{kind}-{sides}.{}", self.options.format().name())
    }
}

/// Returns the maximum length of the longer side, in pixels, of a picture that fits into the memory.
fn max_side(memory: u64, info: &DrawingInfo, bytes_per_pixel: f64) -> f64 {
    let (long, short) = (info.width.max(info.height), info.width.min(info.height));
    (memory as f64 / bytes_per_pixel * long / short).sqrt().floor()
}

/// A buffer that fails when the time is over.
struct TimedWriter<'a> {
    context: &'a WorkContext,
    bytes: Vec<u8>,
}

impl Write for TimedWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check_time(self.context)?;
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A drawing that fails when the time is over. A [`TimedWriter`] is not enough for pixels, because they
/// are all painted before the first one is written.
struct TimedDrawing<'a> {
    drawing: &'a dyn Drawing,
    context: &'a WorkContext,
}

impl Drawing for TimedDrawing<'_> {
    fn info(&self) -> DrawingInfo {
        self.drawing.info()
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.drawing.paint(&mut TimedCanvas { canvas, context: self.context })
    }
}

/// A canvas that fails when the time is over.
struct TimedCanvas<'a> {
    canvas: &'a mut dyn Canvas,
    context: &'a WorkContext,
}

impl Canvas for TimedCanvas<'_> {
    fn path(&mut self, ink: Paint, path: &mut dyn Iterator<Item = PathCommand>) -> io::Result<()> {
        self.canvas.path(ink, &mut path.take_while(|_| !self.context.must_stop()))?;
        check_time(self.context)
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        check_time(self.context)?;
        self.canvas.disc(centre, radius, fill)
    }

    fn text(&mut self, line: &TextLine) -> io::Result<()> {
        check_time(self.context)?;
        self.canvas.text(line)
    }
}

fn check_time(context: &WorkContext) -> io::Result<()> {
    if context.must_stop() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::iter::once;
    use std::sync::Arc;

    use caracole::draw::{Stroke, png};

    use super::*;
    use crate::Settings;
    use crate::work::WorkKind;

    fn info(width: f64, height: f64) -> DrawingInfo {
        let background = Colour(255, 255, 255);
        DrawingInfo { width, height, title: String::new(), description: String::new(), background }
    }

    /// A line, or the outline of an area, with infinitely many points.
    struct Endless {
        is_area: bool,
    }

    impl Drawing for Endless {
        fn info(&self) -> DrawingInfo {
            info(9.0, 9.0)
        }

        fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
            let black = Colour(0, 0, 0);
            let [one, other] = [1.0, 8.0].map(|at| Point::new(at, at));
            let back_and_forth =
                [PathCommand::LineTo(other), PathCommand::LineTo(one)].into_iter().cycle();
            let mut path = once(PathCommand::MoveTo(one)).chain(back_and_forth);
            if self.is_area {
                canvas.path(Paint::Fill(black), &mut path)
            } else {
                canvas.path(Paint::Stroke(Stroke::solid(black, 1.0)), &mut path)
            }
        }
    }

    #[test]
    fn painting_ends_at_the_time_limit() {
        let settings = Settings { time_limit: Duration::from_millis(5), ..Settings::default() };
        for is_area in [false, true] {
            let context = WorkContext::new(&settings, WorkKind::Request, Arc::default());
            let drawing = TimedDrawing { drawing: &Endless { is_area }, context: &context };
            assert!(matches!(png::encode(&drawing, 1.0), Err(DrawError::Io(_))));
        }
    }

    #[test]
    fn a_narrow_picture_may_be_longer() {
        let pixels = |info| max_side(8_000_000, &info, BYTES_PER_PIXEL) as u64;
        assert_eq!(pixels(info(5.0, 5.0)), 1000);
        assert_eq!([pixels(info(20.0, 5.0)), pixels(info(5.0, 20.0))], [2000, 2000]);
    }
}
