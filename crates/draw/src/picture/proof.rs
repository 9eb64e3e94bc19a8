//! Pictures of the reason why no tour exists, on the board and in words below it.

use std::io;

use caracole_core::{Certificate, Problem, Square};
use caracole_explain::{Explain, Highlight, Role};

use super::layout::rectangle;
use super::route::LineSegment;
use super::style::MIN_READABLE_SIZE;
use super::{Appearance, Picture, Style};
use crate::canvas::{Canvas, Drawing, DrawingInfo, polygon, polyline};
use crate::font::{text_width, wrap};
use crate::scene::{Align, Colour, Point, Stroke, TextLine};

/// The smallest width of a picture in font sizes, so that the text fits.
const MIN_WIDTH: f64 = 28.0;
/// Tiles on larger squares have a margin, so that the board is visible.
const LARGE_SQUARE: f64 = 8.0;
const TILE_MARGIN: f64 = 0.07;

/// A picture of the reason why no tour exists: the squares and moves of the reason are highlighted, and the
/// reason and a legend are below the board.
///
/// The picture shows the claim of a certificate, which [`Evidence::check`](caracole_verify::Evidence::check) checks.
///
/// ```
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_draw::{Drawing, Appearance, ProofPicture, svg};
///
/// let problem = Problem::new("4x4".parse()?);
/// let middle = ["b2", "c2", "b3", "c3"].map(|name| problem.board().parse_square(name));
/// let squares = middle.into_iter().collect::<Result<_, _>>()?;
/// let proof = Certificate::new(problem, Reason::VertexCut { squares });
///
/// let picture = ProofPicture::new(&proof, Appearance::default());
/// assert_eq!(picture.info().title, "Why there is no tour of 4x4");
/// let mut file = Vec::new();
/// svg::write(&picture, &mut file)?;
/// let text = String::from_utf8(file)?;
/// assert!(text.contains("6 parts, with no move from one to another"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProofPicture<'a> {
    proof: &'a Certificate,
    /// The board without walks.
    board: Picture<'a>,
    highlights: Vec<Highlight>,
    legend: Legend,
    width: f64,
}

impl<'a> ProofPicture<'a> {
    /// Creates the picture of a certificate. The style has no effect.
    pub fn new(proof: &'a Certificate, appearance: Appearance) -> Self {
        let problem = proof.problem();
        let appearance = Appearance { style: Style::Line, ..appearance };
        let board = Picture::new(problem.board(), Vec::new(), appearance)
            .with_piece(problem.piece().clone());
        let highlights = proof.highlights();
        let font_size = board.layout.font_size;
        let width = board.layout.width.max(MIN_WIDTH * font_size);
        let legend = Legend::new(&proof.text(), &highlights, font_size, width);
        Self { proof, board, highlights, legend, width }
    }

    /// Returns the corners of the tile on a highlighted square.
    fn tile(&self, square: Square) -> [Point; 4] {
        let side = self.board.layout.side;
        let margin = if side < LARGE_SQUARE { 0.0 } else { (TILE_MARGIN * side).ceil() };
        let [a, b, c, d] = self.board.layout.corners(self.board.board.coord(square), 1);
        [
            a.translated(margin, margin),
            b.translated(-margin, margin),
            c.translated(-margin, -margin),
            d.translated(margin, -margin),
        ]
    }

    fn paint_tiles(&self, highlight: &Highlight, canvas: &mut dyn Canvas) -> io::Result<()> {
        if highlight.squares.is_empty() || highlight.role == Role::Required {
            return Ok(());
        }
        let tiles = || highlight.squares.iter().flat_map(|&square| polygon(self.tile(square)));
        canvas.fill(self.tint(highlight.role), &mut tiles())?;
        let side = self.board.layout.side;
        if highlight.role == Role::Conflict && side >= LARGE_SQUARE {
            let stroke = Stroke::solid(self.ink(highlight.role), (side / 20.0).max(1.0));
            canvas.stroke(&stroke, &mut tiles())?;
        }
        Ok(())
    }

    fn paint_moves(&self, highlight: &Highlight, canvas: &mut dyn Canvas) -> io::Result<()> {
        if highlight.moves.is_empty() {
            return Ok(());
        }
        let width = (self.board.layout.side / 12.0).max(0.5);
        let dash = (highlight.role == Role::Forbidden).then_some((2.0 * width, 3.0 * width));
        let stroke = Stroke { colour: self.ink(highlight.role), width, dash };
        let mut path = highlight
            .moves
            .iter()
            .flat_map(|&[from, to]| match self.board.squares_between(from, to) {
                Some(by) => self.board.segments(from, by),
                None => {
                    vec![LineSegment { from: self.board.centre(from), to: self.board.centre(to) }]
                }
            })
            .flat_map(|piece| polyline([piece.from, piece.to]));
        canvas.stroke(&stroke, &mut path)
    }

    /// Writes the labels of squares, if they are readable.
    fn paint_labels(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        let has_lines = self.highlights.iter().any(|highlight| !highlight.moves.is_empty());
        for highlight in &self.highlights {
            let Some(label) = &highlight.label else { continue };
            let size = self.board.layout.side * (0.92 / label.len().max(2) as f64).min(0.4);
            if size < MIN_READABLE_SIZE {
                continue;
            }
            for centre in highlight.squares.iter().map(|&square| self.board.centre(square)) {
                if has_lines {
                    let (radius, paper) =
                        (0.3 * self.board.layout.side, self.board.palette().background);
                    canvas.disc(centre, radius, paper)?;
                }
                let at = centre.translated(0.0, 0.35 * size);
                let colour = self.board.palette().numbers;
                canvas.text(&TextLine::new(at, label.as_str(), size, colour, Align::Middle))?;
            }
        }
        Ok(())
    }

    const fn ink(&self, role: Role) -> Colour {
        self.board.palette().walk(colour_number(role))
    }

    const fn tint(&self, role: Role) -> Colour {
        self.board.palette().tint(colour_number(role))
    }
}

/// Returns the index of the colour of a role. No component has the colour of `Conflict`.
const fn colour_number(role: Role) -> usize {
    match role {
        Role::Conflict => 1,
        Role::End => 2,
        Role::Second => 4,
        Role::Component(number) => [0, 2, 3, 4, 5][number % 5],
        Role::Required | Role::Forbidden => 5,
        _ => 0,
    }
}

impl Drawing for ProofPicture<'_> {
    fn info(&self) -> DrawingInfo {
        let height = self.board.layout.height + self.legend.height;
        DrawingInfo {
            width: self.width,
            height,
            title: title(self.proof.problem()),
            description: self.proof.claim(),
            background: self.board.palette().background,
        }
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.board.paint_board(canvas)?;
        for highlight in &self.highlights {
            self.paint_tiles(highlight, canvas)?;
        }
        for highlight in &self.highlights {
            self.paint_moves(highlight, canvas)?;
        }
        self.paint_labels(canvas)?;
        let palette = self.board.palette();
        let inks = |role| (self.tint(role), self.ink(role));
        self.legend.paint(self.board.layout.height, palette.numbers, inks, canvas)
    }
}

/// Returns the title.
fn title(problem: &Problem) -> String {
    format!("Why there is no {}", problem.description())
}

/// The heights of a line, of a sample and of the gap before each entry, in font sizes.
const LINE: f64 = 1.4;
const SAMPLE: f64 = 1.2;
const GAP: f64 = 0.6;

/// The text of the reason and the legend of the highlights.
#[derive(Clone, Debug)]
struct Legend {
    entries: Vec<Entry>,
    /// The font size.
    font_size: f64,
    /// The height.
    height: f64,
}

#[derive(Clone, Debug)]
struct Entry {
    /// The sample, or `None` for the text of the reason.
    sample: Option<Sample>,
    lines: Vec<String>,
}

#[derive(Clone, Debug)]
struct Sample {
    /// The roles; several if parts have different colours.
    roles: Vec<Role>,
    has_squares: bool,
    has_moves: bool,
    label: Option<String>,
}

impl Entry {
    /// Returns the indent of the text in font sizes.
    const fn indent(&self) -> f64 {
        if self.sample.is_some() { 2.0 * SAMPLE } else { 0.0 }
    }
}

impl Legend {
    /// Creates a legend of a width.
    fn new(reason: &str, highlights: &[Highlight], font_size: f64, width: f64) -> Self {
        let room = width / font_size - 2.0;
        let explained = highlights.iter().filter_map(|highlight| {
            let is_asked = highlight.role == Role::Required;
            let sample = Sample {
                roles: entry_roles(highlight.role, highlights),
                has_squares: !highlight.squares.is_empty() && !is_asked,
                has_moves: !highlight.moves.is_empty(),
                label: highlight.label.clone().filter(|_| is_asked),
            };
            let lines = wrap(highlight.text.as_ref()?, room - 2.0 * SAMPLE, text_width);
            Some(Entry { sample: Some(sample), lines })
        });
        let reason = Entry { sample: None, lines: wrap(reason, room, text_width) };
        let entries: Vec<Entry> = [reason].into_iter().chain(explained).collect();
        let rows: f64 = entries.iter().map(|entry| entry.lines.len() as f64 * LINE + GAP).sum();
        Self { entries, font_size, height: ((rows + 1.0) * font_size).ceil() }
    }

    /// Paints the legend below `top`, with the tint and the line colour of each role.
    fn paint(
        &self,
        top: f64,
        ink: Colour,
        inks: impl Fn(Role) -> (Colour, Colour),
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let font_size = self.font_size;
        let mut y = top;
        for entry in &self.entries {
            y += GAP * font_size;
            if let Some(sample) = &entry.sample {
                sample.paint(Point::new(font_size, y), font_size, ink, &inks, canvas)?;
            }
            for line in &entry.lines {
                let at = Point::new((1.0 + entry.indent()) * font_size, y + font_size);
                canvas.text(&TextLine::new(at, line.as_str(), font_size, ink, Align::Start))?;
                y += LINE * font_size;
            }
        }
        Ok(())
    }
}

/// Returns the roles of an entry: the role, or the first parts.
fn entry_roles(role: Role, highlights: &[Highlight]) -> Vec<Role> {
    const MAX_PARTS: usize = 3;
    let Role::Component(_) = role else { return vec![role] };
    let last = highlights.iter().rev().find_map(|highlight| match highlight.role {
        Role::Component(number) => Some(number),
        _ => None,
    });
    (0..=last.unwrap_or_default()).take(MAX_PARTS).map(Role::Component).collect()
}

impl Sample {
    /// Paints a tile, a line, a line on a tile, or a number.
    fn paint(
        &self,
        corner: Point,
        font_size: f64,
        plain: Colour,
        inks: &impl Fn(Role) -> (Colour, Colour),
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        let (width, height) = (1.5 * SAMPLE * font_size, SAMPLE * font_size);
        if self.has_squares {
            let width = width / self.roles.len() as f64;
            for (at, &role) in self.roles.iter().enumerate() {
                let tile = rectangle(corner.translated(at as f64 * width, 0.0), width, height);
                canvas.fill(inks(role).0, &mut polygon(tile))?;
                if role == Role::Conflict {
                    canvas.stroke(&legend_stroke(role, font_size, inks), &mut polygon(tile))?;
                }
            }
        }
        if let (true, Some(&role)) = (self.has_moves, self.roles.first()) {
            let middle = corner.translated(0.0, height / 2.0);
            let line = [middle, middle.translated(width, 0.0)];
            canvas.stroke(&legend_stroke(role, font_size, inks), &mut polyline(line))?;
        }
        if let Some(label) = &self.label {
            let at = Point::new(corner.x + width / 2.0, corner.y + font_size);
            canvas.text(&TextLine::new(at, label.as_str(), font_size, plain, Align::Middle))?;
        }
        Ok(())
    }
}

/// Returns the stroke of the moves of a role in the legend.
fn legend_stroke(role: Role, font_size: f64, inks: &impl Fn(Role) -> (Colour, Colour)) -> Stroke {
    let width = (font_size / 8.0).max(1.0);
    let dash = (role == Role::Forbidden).then_some((2.0 * width, 3.0 * width));
    Stroke { colour: inks(role).1, width, dash }
}

#[cfg(test)]
impl Legend {
    /// Returns all text.
    fn text(&self) -> String {
        let entries = self.entries.iter().map(|entry| entry.lines.join(" "));
        entries.collect::<Vec<_>>().join("\n")
    }

    /// Returns the right end of each line.
    fn line_ends(&self) -> Vec<f64> {
        let mut ends = Vec::new();
        for entry in &self.entries {
            let lines = entry.lines.iter();
            ends.extend(
                lines.map(|line| (1.0 + entry.indent() + text_width(line)) * self.font_size),
            );
        }
        ends
    }
}

#[cfg(test)]
mod tests;
