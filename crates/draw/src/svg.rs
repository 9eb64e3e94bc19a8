//! Drawings as SVG: scalable, with words that can be read, searched and copied.

mod leg;
mod text;

use std::io::{self, BufWriter, Write};

use crate::canvas::{Canvas, Drawing, Leg};
use crate::ink::{Ink, place};
use crate::scene::{Align, Colour, Point, Stroke, Turn, Words};

use leg::Short;
pub(crate) use text::{Escaped, Hex, Number};

/// Writes a drawing as SVG, piece by piece. The same drawing gives the same bytes.
///
/// A drawing whose sides are not numbers is written as an empty one.
///
/// ```
/// use caracole_draw::{Colour, Mark, Point, Scene, svg};
///
/// let scene = Scene {
///     width: 20.0,
///     height: 10.0,
///     title: "A dot & nothing else".to_owned(),
///     description: String::new(),
///     background: Colour(255, 255, 255),
///     marks: vec![Mark::Disc {
///         centre: Point::new(5.0, 2.0 / 3.0),
///         radius: 2.5,
///         fill: Colour(0, 114, 178),
///     }],
/// };
/// let mut file = Vec::new();
/// svg::write(&scene, &mut file)?;
/// let text = String::from_utf8(file).expect("SVG is text");
/// assert!(text.contains("<title>A dot &amp; nothing else</title>"));
/// assert!(text.contains("<circle cx=\"5\" cy=\"0.67\" r=\"2.5\" fill=\"#0072b2\"/>"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write(drawing: &dyn Drawing, out: &mut dyn Write) -> io::Result<()> {
    // A line of a million legs is written in millions of pieces.
    let mut out = BufWriter::new(out);
    let out: &mut dyn Write = &mut out;
    let sheet = drawing.sheet();
    let (width, height) = (Number(side(sheet.width)), Number(side(sheet.height)));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    )?;
    writeln!(out, "<title>{}</title>", Escaped(&sheet.title))?;
    if !sheet.description.is_empty() {
        writeln!(out, "<desc>{}</desc>", Escaped(&sheet.description))?;
    }
    let background = Hex(sheet.background);
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>")?;
    // What all marks share stands here once.
    writeln!(
        out,
        "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         font-family=\"sans-serif\" style=\"font-variant-numeric:tabular-nums\">"
    )?;
    let mut canvas = Svg::new(out);
    drawing.paint(&mut canvas)?;
    canvas.finish()?;
    writeln!(out, "</g>\n</svg>")?;
    out.flush()
}

/// A side that is a number, so that the file stays well-formed whatever the scene.
const fn side(side: f64) -> f64 {
    if side.is_finite() { side.max(0.0) } else { 0.0 }
}

/// A file to paint on. A path stays open until another ink is needed, so that a long line made of
/// many short ones is one element.
pub(crate) struct Svg<'a> {
    out: &'a mut dyn Write,
    open: Option<Ink>,
    /// Where the pen was set down and where it is, in hundredths: numbers are written with two
    /// decimals, and the differences between rounded places do not add up their errors.
    start: (i64, i64),
    at: (i64, i64),
}

impl<'a> Svg<'a> {
    /// An empty canvas; what is around the elements is written by others.
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, open: None, start: (0, 0), at: (0, 0) }
    }

    /// Ends what is not yet ended.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        if self.open.take().is_some() {
            writeln!(self.out, "\"/>")?;
        }
        Ok(())
    }

    fn begin(&mut self, ink: Ink) -> io::Result<()> {
        if self.open == Some(ink) {
            return Ok(());
        }
        self.finish()?;
        self.open = Some(ink);
        // There is no pen before the first leg, so the first place is told from the corner.
        self.at = (0, 0);
        match ink {
            Ink::Fill(fill) => write!(self.out, "<path fill=\"{}\" d=\"", Hex(fill)),
            Ink::Stroke(stroke) => {
                let (colour, width) = (Hex(stroke.colour), Number(stroke.width));
                write!(self.out, "<path stroke=\"{colour}\" stroke-width=\"{width}\"")?;
                if let Some((on, off)) = stroke.dashes() {
                    write!(self.out, " stroke-dasharray=\"{} {}\"", Number(on), Number(off))?;
                }
                write!(self.out, " d=\"")
            }
        }
    }

    fn legs(&mut self, ink: Ink, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        let goes_on = self.open == Some(ink);
        self.begin(ink)?;
        for (number, leg) in legs.enumerate() {
            match leg {
                // A line goes on where the one before it ended.
                Leg::Start(point) if number == 0 && goes_on && self.at == place(point) => {}
                Leg::Start(point) => {
                    self.go(b'm', place(point))?;
                    self.start = self.at;
                }
                Leg::To(point) => self.go(b'l', place(point))?,
                Leg::Close => {
                    self.at = self.start;
                    self.out.write_all(b"z")?;
                }
            }
        }
        Ok(())
    }

    fn go(&mut self, verb: u8, to: (i64, i64)) -> io::Result<()> {
        let (right, down) = (to.0 - self.at.0, to.1 - self.at.1);
        self.at = to;
        let mut leg = Short::default();
        match (verb, right, down) {
            (b'l', right, 0) => leg.byte(b'h').hundredths(right),
            (b'l', 0, down) => leg.byte(b'v').hundredths(down),
            // A minus sign is separation enough.
            (verb, right, down @ ..0) => leg.byte(verb).hundredths(right).hundredths(down),
            (verb, right, down) => leg.byte(verb).hundredths(right).byte(b' ').hundredths(down),
        };
        self.out.write_all(leg.bytes())
    }
}

impl Canvas for Svg<'_> {
    fn fill(&mut self, fill: Colour, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        self.legs(Ink::Fill(fill), legs)
    }

    fn stroke(&mut self, stroke: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        if stroke.dashes().is_some() {
            // Dashes begin anew with each line.
            self.finish()?;
        }
        self.legs(Ink::Stroke(*stroke), legs)
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        self.finish()?;
        let (x, y, radius) = (Number(centre.x), Number(centre.y), Number(radius));
        writeln!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>", Hex(fill))
    }

    fn words(&mut self, words: &Words) -> io::Result<()> {
        self.finish()?;
        write_words(words, self.out)
    }
}

fn write_words(words: &Words, out: &mut dyn Write) -> io::Result<()> {
    let (x, y, size) = (Number(words.at.x), Number(words.at.y), Number(words.size));
    write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{}\"", Hex(words.colour))?;
    match words.align {
        Align::Start => {}
        Align::Middle => write!(out, " text-anchor=\"middle\"")?,
        Align::End => write!(out, " text-anchor=\"end\"")?,
    }
    match words.turn {
        Turn::None => {}
        Turn::Left => write!(out, " transform=\"rotate(-90 {x} {y})\"")?,
        Turn::Over => write!(out, " transform=\"rotate(180 {x} {y})\"")?,
    }
    if words.is_bold {
        write!(out, " font-weight=\"bold\"")?;
    }
    writeln!(out, ">{}</text>", Escaped(&words.text))
}
