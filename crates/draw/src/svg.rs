//! Scenes as SVG: scalable, with words that can be read, searched and copied.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use crate::scene::{Align, Colour, Mark, Point, Scene, Stroke, Turn, Words};

/// Writes a scene as SVG. The same scene gives the same bytes.
///
/// Marks whose places are not finite numbers are left out; a scene whose sides are not numbers is
/// written as an empty one.
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
pub fn write(scene: &Scene, out: &mut dyn Write) -> io::Result<()> {
    let (width, height) = (Number(side(scene.width)), Number(side(scene.height)));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    )?;
    writeln!(out, "<title>{}</title>", Escaped(&scene.title))?;
    if !scene.description.is_empty() {
        writeln!(out, "<desc>{}</desc>", Escaped(&scene.description))?;
    }
    let background = Hex(scene.background);
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>")?;
    // What all marks share stands here once.
    writeln!(
        out,
        "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
         font-family=\"sans-serif\" style=\"font-variant-numeric:tabular-nums\">"
    )?;
    for mark in scene.marks.iter().filter(|mark| mark.is_visible()) {
        write_mark(mark, out)?;
    }
    writeln!(out, "</g>\n</svg>")
}

/// A side that is a number, so that the file stays well-formed whatever the scene.
const fn side(side: f64) -> f64 {
    if side.is_finite() { side.max(0.0) } else { 0.0 }
}

fn write_mark(mark: &Mark, out: &mut dyn Write) -> io::Result<()> {
    match mark {
        Mark::Area { corners, fill } => {
            writeln!(out, "<path d=\"{}z\" fill=\"{}\"/>", Track(corners), Hex(*fill))
        }
        Mark::Line { points, stroke } => match points.as_slice() {
            // Viewers disagree on whether a line without length is seen.
            [point] => write_disc(*point, stroke.width / 2.0, stroke.colour, out),
            points => write_line(points, stroke, out),
        },
        Mark::Disc { centre, radius, fill } => write_disc(*centre, *radius, *fill, out),
        Mark::Words(words) => write_words(words, out),
    }
}

fn write_line(points: &[Point], stroke: &Stroke, out: &mut dyn Write) -> io::Result<()> {
    let (colour, width) = (Hex(stroke.colour), Number(stroke.width));
    write!(out, "<path d=\"{}\" stroke=\"{colour}\" stroke-width=\"{width}\"", Track(points))?;
    if let Some((on, off)) = stroke.dashes() {
        write!(out, " stroke-dasharray=\"{} {}\"", Number(on), Number(off))?;
    }
    writeln!(out, "/>")
}

fn write_disc(centre: Point, radius: f64, fill: Colour, out: &mut dyn Write) -> io::Result<()> {
    let (x, y, radius) = (Number(centre.x), Number(centre.y), Number(radius));
    writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>", Hex(fill))
}

fn write_words(words: &Words, out: &mut dyn Write) -> io::Result<()> {
    let (x, y, size) = (Number(words.at.x), Number(words.at.y), Number(words.size));
    write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{}\"", Hex(words.colour))?;
    match words.align {
        Align::Start => {}
        Align::Middle => write!(out, " text-anchor=\"middle\"")?,
        Align::End => write!(out, " text-anchor=\"end\"")?,
    }
    if words.turn == Turn::Left {
        write!(out, " transform=\"rotate(-90 {x} {y})\"")?;
    }
    if words.is_bold {
        write!(out, " font-weight=\"bold\"")?;
    }
    writeln!(out, ">{}</text>", Escaped(&words.text))
}

/// A number with two decimals at most, and none that says nothing.
struct Number(f64);

impl Display for Number {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let short = text.trim_end_matches('0').trim_end_matches('.');
        formatter.write_str(if short == "-0" { "0" } else { short })
    }
}

/// A colour as the web writes it.
struct Hex(Colour);

impl Display for Hex {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Colour(red, green, blue) = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The way through points.
struct Track<'a>(&'a [Point]);

impl Display for Track<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for (step, point) in self.0.iter().enumerate() {
            let verb = if step == 0 { 'M' } else { 'L' };
            write!(formatter, "{verb}{} {}", Number(point.x), Number(point.y))?;
        }
        Ok(())
    }
}

/// Words between two tags.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                // XML has no way to write these, not even as a number.
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
