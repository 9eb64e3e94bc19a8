//! Films of a search: a path that grows and shrinks, as GIF pictures and as web pages.

use std::io::{self, Write};
use std::time::Duration;

use caracole_core::{Board, Path, Square};

use crate::canvas::{Canvas, Drawing, DrawingInfo, polyline};
use crate::gif::{self, AnimationOptions};
use crate::picture::{Appearance, Picture, Walk};
use crate::scene::{Align, Colour, Point, Stroke, TextLine};
use crate::svg::{Escaped, Number, Svg};
use crate::{DrawError, html, text_width};

/// One moment of a film.
///
/// ```
/// use caracole_core::Path;
/// use caracole_draw::film::FilmFrame;
///
/// let frame = FilmFrame { path: Path::new(), left: None, caption: "step 0".to_owned() };
/// assert!(frame.path.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct FilmFrame {
    /// The visited squares.
    pub path: Path,
    /// The square that a backtrack has left.
    pub left: Option<Square>,
    /// A line below the board.
    pub caption: String,
}

/// An event of a search, for a film as a web page.
///
/// ```
/// use caracole_core::Square;
/// use caracole_draw::film::FilmEvent;
///
/// let visit = FilmEvent::Visit(Square::from_index(0));
/// assert_ne!(visit, FilmEvent::Backtrack);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmEvent {
    /// A walk begins on a square; the path before it is given up.
    Start(Square),
    /// The knight visits a square.
    Visit(Square),
    /// The last move is taken back.
    Backtrack,
}

/// The height of the caption, and the size of its text.
const CAPTION: f64 = 26.0;
const TEXT: f64 = 14.0;
/// Captions are this many digits long, or shorter.
const LONGEST: f64 = 66.0;

/// The colour of a square that a backtrack has left.
const LEFT: Colour = Colour(200, 36, 36);

/// A frame on its board.
struct FramePicture<'a> {
    picture: Picture<'a>,
    frame: FilmFrame,
}

impl<'a> FramePicture<'a> {
    fn new(board: &'a Board, appearance: Appearance, frame: FilmFrame) -> Self {
        let walk = Walk { path: frame.path.clone(), is_closed: false };
        Self { picture: Picture::new(board, vec![walk], appearance), frame }
    }
}

impl Drawing for FramePicture<'_> {
    fn info(&self) -> DrawingInfo {
        let info = self.picture.info();
        DrawingInfo { height: info.height + CAPTION, ..info }
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.picture.paint(canvas)?;
        if let Some(left) = self.frame.left {
            let (centre, arm) = (self.picture.centre(left), self.picture.side() * 0.22);
            for down in [-arm, arm] {
                let line = [centre.translated(-arm, -down), centre.translated(arm, down)];
                let width = (arm * 0.4).max(1.0);
                canvas.stroke(&Stroke::solid(LEFT, width), &mut polyline(line))?;
            }
        }
        self.picture.paint_knights(self.picture.moments(), canvas)?;
        let info = self.picture.info();
        let at = Point::new(info.width / 2.0, info.height + CAPTION * 0.6);
        let ink = self.picture.text_colour();
        let line = |size| TextLine::new(at, self.frame.caption.clone(), size, ink, Align::Middle);
        // The size is that of a line with many digits, so that it does not change with every step.
        let width = line(1.0).width().max(LONGEST * text_width("0"));
        canvas.text(&line(TEXT.min(info.width * 0.97 / width)))
    }
}

/// Writes a film as an animated GIF. Every frame is shown for `delay`, and the last one for longer.
///
/// Viewers show at most fifty frames a second. Equal frames give equal bytes.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_core::{Board, Path};
/// use caracole_draw::film::{FilmFrame, write_gif};
/// use caracole_draw::Appearance;
///
/// let board: Board = "3x3".parse()?;
/// let squares = ["a1", "b3", "c1"].map(|name| board.parse_square(name));
/// let path: Path = squares.into_iter().collect::<Result<_, _>>()?;
/// let frame = |count: usize| FilmFrame {
///     path: path.iter().take(count).collect(),
///     left: None,
///     caption: format!("step {count}"),
/// };
/// let mut file = Vec::new();
/// let delay = Duration::from_millis(100);
/// write_gif(&board, Appearance::default(), 3, &mut |at| frame(at + 1), delay, &mut file)?;
/// assert!(file.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_gif(
    board: &Board,
    appearance: Appearance,
    frames: usize,
    frame: &mut dyn FnMut(usize) -> FilmFrame,
    delay: Duration,
    out: &mut dyn Write,
) -> Result<(), DrawError> {
    let mut drawing = |at: usize| FramePicture::new(board, appearance, frame(at));
    gif::write_frames(frames, &mut drawing, delay, &AnimationOptions::default(), out)
}

/// Writes a film as a web page that plays it, forwards and backwards. A play takes `duration`.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_core::Board;
/// use caracole_draw::film::{FilmEvent, write_html};
/// use caracole_draw::Appearance;
///
/// let board: Board = "3x3".parse()?;
/// let events = [FilmEvent::Start(board.parse_square("a1")?), FilmEvent::Visit(board.parse_square("b3")?)];
/// let mut page = Vec::new();
/// let appearance = Appearance::default();
/// write_html(&board, appearance, "A search", events, Duration::from_secs(3), &mut page)?;
/// assert!(String::from_utf8(page)?.contains("A search"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_html(
    board: &Board,
    appearance: Appearance,
    title: &str,
    events: impl IntoIterator<Item = FilmEvent>,
    duration: Duration,
    out: &mut dyn Write,
) -> io::Result<()> {
    let picture = Picture::new(board, Vec::new(), appearance).with_title(title);
    html::write_head(&picture.info(), out)?;
    writeln!(out, "<g id=\"board\">")?;
    let mut canvas = Svg::new(out);
    picture.paint_board(&mut canvas)?;
    canvas.finish()?;
    let side = picture.side();
    let Colour(red, green, blue) = picture.walk_colour();
    let ink = format!("rgb({red},{green},{blue})");
    writeln!(
        out,
        "</g>\n<polyline id=\"path\" stroke=\"{ink}\" stroke-width=\"{}\" points=\"\"/>\n\
         <path id=\"left\" stroke=\"#c82424\" stroke-width=\"{}\" d=\"\"/>\n\
         <circle id=\"knight\" r=\"{}\" fill=\"{ink}\" cx=\"-99\" cy=\"-99\"/>\n</svg>",
        Number(side * 0.09),
        Number(side * 0.09),
        Number(side * 0.24),
    )?;
    out.write_all(include_bytes!("html/controls.html"))?;
    writeln!(out, "</main>\n<script type=\"application/json\" id=\"film\">")?;
    write!(out, "{{\"title\":\"{}\",\"side\":{},", Escaped(title), Number(side))?;
    write!(out, "\"seconds\":{},\"places\":[", Number(duration.as_secs_f64()))?;
    for index in 0..board.area() {
        let Point { x, y } = picture.centre(Square::from_index(index));
        write!(out, "{}{},{}", if index > 0 { "," } else { "" }, Number(x), Number(y))?;
    }
    write!(out, "],\"names\":\"")?;
    for index in 0..board.area() {
        let name = board.name(Square::from_index(index));
        write!(out, "{}{name}", if index > 0 { " " } else { "" })?;
    }
    // A visit is its square, a backtrack is -1, and a start is -2 minus its square.
    write!(out, "\",\"events\":[")?;
    for (at, event) in events.into_iter().enumerate() {
        let number = match event {
            FilmEvent::Visit(square) => square.index() as i64,
            FilmEvent::Backtrack => -1,
            FilmEvent::Start(square) => -2 - square.index() as i64,
        };
        write!(out, "{}{number}", if at > 0 { "," } else { "" })?;
    }
    writeln!(out, "]}}\n</script>")?;
    writeln!(out, "<script>\n{}</script>\n</body>\n</html>", include_str!("html/film.js"))
}
