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

#[derive(Clone, Debug)]
struct Sample {
    /// Several where parts have colours of their own.
    roles: Vec<Role>,
    has_squares: bool,
    has_moves: bool,
    label: Option<String>,
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
            let is_asked = highlight.role == Role::Asked;
            let sample = Sample {
                roles: alike(highlight.role, highlights),
                has_squares: !highlight.squares.is_empty() && !is_asked,
                has_moves: !highlight.moves.is_empty(),
                label: highlight.label.clone().filter(|_| is_asked),
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
            if let Some(sample) = &entry.sample {
                sample.paint(Point::new(letters, y), letters, ink, &inks, canvas)?;
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

/// The roles that one entry explains: a few of the parts, or the only one.
fn alike(role: Role, highlights: &[Highlight]) -> Vec<Role> {
    const ENOUGH: usize = 3;
    let Role::Part(_) = role else { return vec![role] };
    let last = highlights.iter().rev().find_map(|highlight| match highlight.role {
        Role::Part(number) => Some(number),
        _ => None,
    });
    (0..=last.unwrap_or_default()).take(ENOUGH).map(Role::Part).collect()
}

impl Sample {
    /// A tile, a line, a line on a tile, or a number.
    fn paint(
        &self,
        corner: Point,
        letters: f64,
        plain: Colour,
        inks: &impl Fn(Role) -> (Colour, Colour),
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let (width, height) = (1.5 * SAMPLE * letters, SAMPLE * letters);
        if self.has_squares {
            let width = width / self.roles.len() as f64;
            for (at, &role) in self.roles.iter().enumerate() {
                let tile = rectangle(corner.moved(at as f64 * width, 0.0), width, height);
                canvas.fill(inks(role).0, &mut outline(tile))?;
                if role == Role::Trouble {
                    canvas.stroke(&stroke(role, letters, inks), &mut outline(tile))?;
                }
            }
        }
        if let (true, Some(&role)) = (self.has_moves, self.roles.first()) {
            let middle = corner.moved(0.0, height / 2.0);
            let line = [middle, middle.moved(width, 0.0)];
            canvas.stroke(&stroke(role, letters, inks), &mut track(line))?;
        }
        if let Some(label) = &self.label {
            let at = Point::new(corner.x + width / 2.0, corner.y + letters);
            let (text, align) = (label.clone(), Align::Middle);
            let (colour, turn, is_bold) = (plain, Turn::None, false);
            canvas.words(&Words { at, text, size: letters, colour, align, turn, is_bold })?;
        }
        Ok(())
    }
}

/// How the moves of a role are drawn here.
fn stroke(role: Role, letters: f64, inks: &impl Fn(Role) -> (Colour, Colour)) -> Stroke {
    let width = (letters / 8.0).max(1.0);
    let dash = (role == Role::Avoided).then_some((2.0 * width, 3.0 * width));
    Stroke { colour: inks(role).1, width, dash }
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
