//! A page to paint on.

use std::io::{self, Write};
use std::mem;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Str};

use super::Size;
use super::font::{Font, encoded};
use crate::canvas::{Canvas, Leg, Sheet, outline};
use crate::ink::{Ink, hundredths, place};
use crate::letters;
use crate::scene::{Align, Colour, Point, Stroke, Turn, Words};

/// What is painted, packed piece by piece. A path stays open until another ink is needed.
pub(super) struct Page {
    packed: ZlibEncoder<Vec<u8>>,
    content: Content,
    open: Option<Ink>,
    /// How many legs the open path has.
    legs: usize,
    /// Where the pen was set down and where it is, in hundredths.
    start: (i64, i64),
    at: (i64, i64),
    /// What was last asked for.
    fill: Option<Colour>,
    stroke: Option<Stroke>,
}

/// A longer path is ended and begun anew: readers are slow with a path through a million squares.
const MOST_LEGS: usize = 4096;
/// How hard to pack. Lines of numbers do not become much smaller than this by more.
const EFFORT: u32 = 3;
/// So much is packed at once.
const PIECE: usize = 1 << 16;

impl Page {
    /// A page in the colour of the sheet.
    pub(super) fn new(sheet: &Sheet, size: Size) -> io::Result<Self> {
        let mut page = Self {
            packed: ZlibEncoder::new(Vec::new(), Compression::new(EFFORT)),
            content: Content::new(),
            open: None,
            legs: 0,
            start: (0, 0),
            at: (0, 0),
            fill: None,
            stroke: None,
        };
        // PDF begins at the bottom, a sheet at the top.
        let scale = size.scale as f32;
        page.content
            .transform([scale, 0.0, 0.0, -scale, 0.0, size.height as f32])
            .set_line_cap(LineCapStyle::RoundCap)
            .set_line_join(LineJoinStyle::RoundJoin);
        let (right, down) = (size.width / size.scale, size.height / size.scale);
        let corners = [(0.0, 0.0), (right, 0.0), (right, down), (0.0, down)];
        let corners = corners.map(|(right, down)| Point::new(right, down));
        page.fill(sheet.background, &mut outline(corners))?;
        page.end()?;
        Ok(page)
    }

    /// All that was painted, packed.
    pub(super) fn finish(mut self) -> io::Result<Vec<u8>> {
        self.end()?;
        self.pack()?;
        self.packed.finish()
    }

    /// Ends the path that is open.
    fn end(&mut self) -> io::Result<()> {
        let open = self.open.take();
        // There is no such thing as an empty path.
        if mem::take(&mut self.legs) > 0 {
            match open {
                Some(Ink::Stroke(_)) => self.content.stroke(),
                _ => self.content.fill_nonzero(),
            };
        }
        if self.content.len() > PIECE { self.pack() } else { Ok(()) }
    }

    fn pack(&mut self) -> io::Result<()> {
        let content = mem::replace(&mut self.content, Content::new()).finish();
        self.packed.write_all(&content)?;
        self.packed.write_all(b"\n")
    }

    /// Begins a path, unless one in the same ink is open.
    fn begin(&mut self, ink: Ink) -> io::Result<()> {
        if self.open == Some(ink) {
            return Ok(());
        }
        self.end()?;
        match ink {
            Ink::Fill(fill) => self.set_fill(fill),
            Ink::Stroke(stroke) => self.set_stroke(&stroke),
        }
        self.open = Some(ink);
        Ok(())
    }

    fn set_fill(&mut self, fill: Colour) {
        if self.fill.replace(fill) != Some(fill) {
            let [red, green, blue] = shares(fill);
            self.content.set_fill_rgb(red, green, blue);
        }
    }

    fn set_stroke(&mut self, stroke: &Stroke) {
        let last = self.stroke.replace(*stroke);
        if last.map(|last| last.colour) != Some(stroke.colour) {
            let [red, green, blue] = shares(stroke.colour);
            self.content.set_stroke_rgb(red, green, blue);
        }
        if last.map(|last| last.width) != Some(stroke.width) {
            self.content.set_line_width(number(stroke.width));
        }
        // At first lines are unbroken.
        if last.and_then(|last| last.dashes()) != stroke.dashes() {
            let dashes = stroke.dashes().map(|(on, off)| [number(on), number(off)]);
            self.content.set_dash_pattern(dashes.into_iter().flatten(), 0.0);
        }
    }

    fn legs(&mut self, ink: Ink, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        if self.legs >= MOST_LEGS {
            self.end()?;
        }
        let goes_on = self.open == Some(ink);
        self.begin(ink)?;
        for (count, leg) in legs.enumerate() {
            match leg {
                // A line goes on where the one before it ended.
                Leg::Start(point) if count == 0 && goes_on && self.at == place(point) => {}
                Leg::Start(point) => {
                    self.at = place(point);
                    self.start = self.at;
                    self.content.move_to(unit(self.at.0), unit(self.at.1));
                }
                Leg::To(point) => {
                    if self.legs >= MOST_LEGS && ink.may_part() {
                        self.end()?;
                        self.begin(ink)?;
                        self.content.move_to(unit(self.at.0), unit(self.at.1));
                    }
                    self.at = place(point);
                    self.content.line_to(unit(self.at.0), unit(self.at.1));
                }
                Leg::Close => {
                    self.at = self.start;
                    match ink {
                        Ink::Fill(_) => self.content.close_path(),
                        // It may have been parted since it was begun.
                        Ink::Stroke(_) => {
                            self.content.line_to(unit(self.start.0), unit(self.start.1))
                        }
                    };
                }
            }
            self.legs += 1;
        }
        Ok(())
    }
}

impl Canvas for Page {
    fn fill(&mut self, fill: Colour, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        self.legs(Ink::Fill(fill), legs)
    }

    fn stroke(&mut self, stroke: &Stroke, legs: &mut dyn Iterator<Item = Leg>) -> io::Result<()> {
        if stroke.dashes().is_some() {
            // Dashes begin anew with each line.
            self.end()?;
        }
        self.legs(Ink::Stroke(*stroke), legs)
    }

    /// A circle is four curves that nobody can tell from one.
    fn disc(&mut self, centre: Point, radius: f64, fill: Colour) -> io::Result<()> {
        /// How far the handles of a quarter stand from its ends, as a share of the radius.
        const HANDLE: f64 = 0.552_284_75;

        self.end()?;
        self.set_fill(fill);
        let at = |(right, down): (f64, f64)| {
            let point = centre.moved(right * radius, down * radius);
            (number(point.x), number(point.y))
        };
        let (x, y) = at((1.0, 0.0));
        self.content.move_to(x, y);
        // Each quarter ends where the next begins, a quarter of a turn further.
        let (mut right, mut down) = (1.0, 0.0);
        for _ in 0..4 {
            let next = (-down, right);
            let (x1, y1) = at((right + HANDLE * next.0, down + HANDLE * next.1));
            let (x2, y2) = at((next.0 + HANDLE * right, next.1 + HANDLE * down));
            let (x3, y3) = at(next);
            self.content.cubic_to(x1, y1, x2, y2, x3, y3);
            (right, down) = next;
        }
        self.content.fill_nonzero();
        Ok(())
    }

    fn words(&mut self, words: &Words) -> io::Result<()> {
        let Some(text) = encoded(&words.text) else { return letters::paint(words, self) };
        self.end()?;
        self.set_fill(words.colour);
        let font = if words.is_bold { Font::Bold } else { Font::Regular };
        let width = font.width(&text) as f64 / 1000.0 * words.size;
        let back = match words.align {
            Align::Start => 0.0,
            Align::Middle => width / 2.0,
            Align::End => width,
        };
        // Upside down, since the page is.
        let (turn, at) = match words.turn {
            Turn::None => ([1.0, 0.0, 0.0, -1.0], words.at.moved(-back, 0.0)),
            Turn::Left => ([0.0, -1.0, -1.0, 0.0], words.at.moved(0.0, back)),
            Turn::Over => ([-1.0, 0.0, 0.0, 1.0], words.at.moved(back, 0.0)),
        };
        let [a, b, c, d] = turn;
        self.content
            .begin_text()
            .set_font(font.name(), number(words.size))
            .set_text_matrix([a, b, c, d, number(at.x), number(at.y)])
            .show(Str(&text))
            .end_text();
        Ok(())
    }
}

fn unit(hundredths: i64) -> f32 {
    (hundredths as f64 / 100.0) as f32
}

fn number(value: f64) -> f32 {
    unit(hundredths(value))
}

/// How much red, green and blue there is, from 0 to 1, short and still exact.
fn shares(colour: Colour) -> [f32; 3] {
    let share = |part: u8| (f32::from(part) / 255.0 * 1e4).round() / 1e4;
    [share(colour.0), share(colour.1), share(colour.2)]
}
