//! Drawings as SVG, with text that can be selected, searched and copied.

use std::fmt::{self, Display, Formatter};
use std::io::{self, BufWriter, Write};

use crate::canvas::{Canvas, Drawing, Paint, PathCommand, hundredths, point_in_hundredths};
use crate::scene::{Align, Colour, Point, Rotation, TextLine};

/// Writes a drawing as SVG. Equal drawings give equal bytes. A drawing whose size is not finite has a size
/// of 0.
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
    // A path of a million commands takes millions of writes.
    let mut out = BufWriter::new(out);
    let out: &mut dyn Write = &mut out;
    let info = drawing.info();
    let (width, height) = (Number(side(info.width)), Number(side(info.height)));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    )?;
    writeln!(out, "<title>{}</title>", Escaped(&info.title))?;
    if !info.description.is_empty() {
        writeln!(out, "<desc>{}</desc>", Escaped(&info.description))?;
    }
    let background = Hex(info.background);
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>")?;
    // The common attributes of all elements.
    writeln!(
        out,
        "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         font-family=\"{FONT_FAMILY}\" xml:space=\"preserve\">"
    )?;
    let mut canvas = Svg::new(out);
    drawing.paint(&mut canvas)?;
    canvas.finish()?;
    writeln!(out, "</g>\n</svg>")?;
    out.flush()
}

/// The font whose widths are used, a similar font of other systems, and a replacement.
const FONT_FAMILY: &str = "DejaVu Sans,Verdana,sans-serif";

/// Returns a valid length, so that the file is well-formed for every drawing.
const fn side(side: f64) -> f64 {
    if side.is_finite() { side.max(0.0) } else { 0.0 }
}

/// A canvas that writes SVG elements. Consecutive paths with the same paint become one element.
pub(crate) struct Svg<'a> {
    out: &'a mut dyn Write,
    open: Option<Paint>,
    /// The start and the end of the open path in hundredths, the precision of the file. Differences of
    /// rounded coordinates do not accumulate errors.
    start: (i64, i64),
    at: (i64, i64),
}

impl<'a> Svg<'a> {
    /// Creates a canvas. The caller writes the root element.
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, open: None, start: (0, 0), at: (0, 0) }
    }

    /// Ends the open element.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        if self.open.take().is_some() {
            writeln!(self.out, "\"/>")?;
        }
        Ok(())
    }

    fn begin(&mut self, ink: Paint) -> io::Result<()> {
        if self.open == Some(ink) {
            return Ok(());
        }
        self.finish()?;
        self.open = Some(ink);
        // The first command is relative to the origin.
        self.at = (0, 0);
        match ink {
            Paint::Fill(fill) => write!(self.out, "<path fill=\"{}\" d=\"", Hex(fill)),
            Paint::Stroke(stroke) => {
                let (colour, width) = (Hex(stroke.colour), Number(stroke.width));
                write!(self.out, "<path stroke=\"{colour}\" stroke-width=\"{width}\"")?;
                if let Some((on, off)) = stroke.dashes() {
                    write!(self.out, " stroke-dasharray=\"{} {}\"", Number(on), Number(off))?;
                }
                write!(self.out, " d=\"")
            }
        }
    }

    fn go(&mut self, verb: u8, to: (i64, i64)) -> io::Result<()> {
        let (right, down) = (to.0 - self.at.0, to.1 - self.at.1);
        self.at = to;
        let mut command = CommandText::default();
        match (verb, right, down) {
            (b'l', right, 0) => command.byte(b'h').hundredths(right),
            (b'l', 0, down) => command.byte(b'v').hundredths(down),
            // A minus sign separates numbers.
            (verb, right, down @ ..0) => command.byte(verb).hundredths(right).hundredths(down),
            (verb, right, down) => command.byte(verb).hundredths(right).byte(b' ').hundredths(down),
        };
        self.out.write_all(command.bytes())
    }
}

impl Canvas for Svg<'_> {
    fn path(&mut self, ink: Paint, path: &mut dyn Iterator<Item = PathCommand>) -> io::Result<()> {
        if ink.dashes().is_some() {
            // Each line starts with a new dash.
            self.finish()?;
        }
        let goes_on = self.open == Some(ink);
        self.begin(ink)?;
        for (number, command) in path.enumerate() {
            match command {
                // A line that starts at the end of the last one continues it.
                PathCommand::MoveTo(point)
                    if number == 0 && goes_on && self.at == point_in_hundredths(point) => {}
                PathCommand::MoveTo(point) => {
                    self.go(b'm', point_in_hundredths(point))?;
                    self.start = self.at;
                }
                PathCommand::LineTo(point) => self.go(b'l', point_in_hundredths(point))?,
                PathCommand::Close => {
                    self.at = self.start;
                    self.out.write_all(b"z")?;
                }
            }
        }
        Ok(())
    }

    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        self.finish()?;
        let (x, y, radius) = (Number(centre.x), Number(centre.y), Number(radius));
        writeln!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>", Hex(fill))
    }

    fn text(&mut self, line: &TextLine) -> io::Result<()> {
        self.finish()?;
        write_text(line, self.out)
    }
}

fn write_text(line: &TextLine, out: &mut dyn Write) -> io::Result<()> {
    let (x, y, size) = (Number(line.at.x), Number(line.at.y), Number(line.size));
    write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{}\"", Hex(line.colour))?;
    match line.align {
        Align::Start => {}
        Align::Middle => write!(out, " text-anchor=\"middle\"")?,
        Align::End => write!(out, " text-anchor=\"end\"")?,
    }
    match line.rotation {
        Rotation::None => {}
        Rotation::CounterClockwise => write!(out, " transform=\"rotate(-90 {x} {y})\"")?,
        Rotation::HalfTurn => write!(out, " transform=\"rotate(180 {x} {y})\"")?,
    }
    if line.is_bold {
        write!(out, " font-weight=\"bold\"")?;
    }
    // A viewer without the font adjusts the spaces between letters.
    write!(out, " textLength=\"{}\"", Number(line.width()))?;
    writeln!(out, ">{}</text>", Escaped(&line.text))
}

/// The text of a path command. A file contains millions of them, so they bypass the formatting machinery.
struct CommandText {
    text: [u8; 48],
    len: usize,
}

impl Default for CommandText {
    fn default() -> Self {
        Self { text: [0; 48], len: 0 }
    }
}

impl CommandText {
    fn bytes(&self) -> &[u8] {
        &self.text[..self.len]
    }

    const fn byte(&mut self, byte: u8) -> &mut Self {
        self.text[self.len] = byte;
        self.len += 1;
        self
    }

    /// Appends a number of hundredths below 10^17, without trailing zeros.
    fn hundredths(&mut self, number: i64) -> &mut Self {
        let (whole, part) = (number.unsigned_abs() / 100, (number.unsigned_abs() % 100) as u8);
        if number < 0 {
            self.byte(b'-');
        }
        if whole > 0 || part == 0 {
            self.whole(whole);
        }
        if part > 0 {
            self.byte(b'.').byte(b'0' + part / 10);
        }
        if part % 10 > 0 {
            self.byte(b'0' + part % 10);
        }
        self
    }

    fn whole(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut first = digits.len();
        loop {
            first -= 1;
            digits[first] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        for &digit in &digits[first..] {
            self.byte(digit);
        }
    }
}

/// A number with at most two decimals, without trailing zeros.
pub(crate) struct Number(pub(crate) f64);

impl Display for Number {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let number = hundredths(self.0);
        let mut text = CommandText::default();
        if number.unsigned_abs() < 100 && number != 0 {
            if number < 0 {
                text.byte(b'-');
            }
            text.byte(b'0');
        }
        let has_sign = text.len > 1;
        text.hundredths(if has_sign { -number } else { number });
        formatter.write_str(str::from_utf8(text.bytes()).map_err(|_| fmt::Error)?)
    }
}

/// A colour in hexadecimal notation.
pub(crate) struct Hex(pub(crate) Colour);

impl Display for Hex {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Colour(red, green, blue) = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Text content with escaped characters.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                // XML cannot contain these characters, not even as references.
                '\0'..='\u{8}'
                | '\u{b}'
                | '\u{c}'
                | '\u{e}'..='\u{1f}'
                | '\u{fffe}'
                | '\u{ffff}' => {
                    formatter.write_str("\u{fffd}")?;
                }
                letter => write!(formatter, "{letter}")?,
            }
        }
        Ok(())
    }
}
