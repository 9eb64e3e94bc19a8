//! The words below the board.

use std::io;

use caracole_core::{Highlight, Role};

use crate::canvas::{Canvas, outline, track};
use crate::letters::text_width;
use crate::picture::layout::rectangle;
use crate::scene::{Align, Colour, Point, Stroke, Turn, Words};

/// The height of a line, of a sample and of the room before each entry, in letters.
const LINE: f64 = 1.4;
const SAMPLE: f64 = 1.2;
const GAP: f64 = 0.6;

/// The reason in words, and what stands out on the board.
#[derive(Clone, Debug)]
pub(super) struct Legend {
    entries: Vec<Entry>,
    /// The size of letters.
    letters: f64,
    /// How high it is.
    pub(super) height: f64,
}

#[derive(Clone, Debug)]
struct Entry {
    /// What it explains; none for the reason itself.
    sample: Option<Sample>,
    lines: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
struct Sample {
    role: Role,
    has_squares: bool,
    has_moves: bool,
}

impl Entry {
    /// How far its words are from the margin, in letters.
    const fn indent(&self) -> f64 {
        if self.sample.is_some() { 2.0 * SAMPLE } else { 0.0 }
    }
}

impl Legend {
    /// Words that fit into a width.
    pub(super) fn new(reason: &str, highlights: &[Highlight], letters: f64, width: f64) -> Self {
        let room = width / letters - 2.0;
        let explained = highlights.iter().filter_map(|highlight| {
            let sample = Sample {
                role: highlight.role,
                has_squares: !highlight.squares.is_empty(),
                has_moves: !highlight.moves.is_empty(),
            };
            let lines = wrapped(highlight.text.as_ref()?, room - 2.0 * SAMPLE);
            Some(Entry { sample: Some(sample), lines })
        });
        let reason = Entry { sample: None, lines: wrapped(reason, room) };
        let entries: Vec<Entry> = [reason].into_iter().chain(explained).collect();
        let rows: f64 = entries.iter().map(|entry| entry.lines.len() as f64 * LINE + GAP).sum();
        Self { entries, letters, height: ((rows + 1.0) * letters).ceil() }
    }

    /// Paints it below `top`, in the tint and the ink of each role.
    pub(super) fn paint(
        &self,
        top: f64,
        ink: Colour,
        inks: impl Fn(Role) -> (Colour, Colour),
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let letters = self.letters;
        let mut y = top;
        for entry in &self.entries {
            y += GAP * letters;
            if let Some(sample) = entry.sample {
                sample.paint(Point::new(letters, y), letters, inks(sample.role), canvas)?;
            }
            for line in &entry.lines {
                let at = Point::new((1.0 + entry.indent()) * letters, y + letters);
                let (text, size, align) = (line.clone(), letters, Align::Start);
                let words =
                    Words { at, text, size, colour: ink, align, turn: Turn::None, is_bold: false };
                canvas.words(&words)?;
                y += LINE * letters;
            }
        }
        Ok(())
    }
}

impl Sample {
    /// A tile, a line, or a line on a tile.
    fn paint(
        self,
        corner: Point,
        letters: f64,
        (tint, ink): (Colour, Colour),
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let (width, height) = (1.5 * SAMPLE * letters, SAMPLE * letters);
        let tile = rectangle(corner, width, height);
        let line = (letters / 8.0).max(1.0);
        let dash = (self.role == Role::Avoided).then_some((2.0 * line, 3.0 * line));
        let stroke = Stroke { colour: ink, width: line, dash };
        if self.has_squares {
            canvas.fill(tint, &mut outline(tile))?;
            if self.role == Role::Trouble {
                canvas.stroke(&stroke, &mut outline(tile))?;
            }
        }
        if self.has_moves {
            let middle = corner.moved(0.0, height / 2.0);
            canvas.stroke(&stroke, &mut track([middle, middle.moved(width, 0.0)]))?;
        }
        Ok(())
    }
}

/// A text in lines that are no wider than `room` letters' sizes, if its words allow.
fn wrapped(text: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if text_width(line) + text_width(" ") + text_width(word) <= room => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
impl Legend {
    /// All that is written.
    pub(super) fn words(&self) -> String {
        let entries = self.entries.iter().map(|entry| entry.lines.join(" "));
        entries.collect::<Vec<_>>().join("\n")
    }

    /// Where each line ends.
    pub(super) fn lines(&self) -> Vec<f64> {
        let mut ends = Vec::new();
        for entry in &self.entries {
            let lines = entry.lines.iter();
            ends.extend(lines.map(|line| (1.0 + entry.indent() + text_width(line)) * self.letters));
        }
        ends
    }
}
