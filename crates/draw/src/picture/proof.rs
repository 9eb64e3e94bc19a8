//! Pictures of reasons: why there is no tour, on the board and in words below it.

mod legend;

use std::io;

use caracole_core::{Highlight, Problem, Proof, Role, Square};

use super::route::Piece;
use super::style::READABLE;
use super::{Look, Picture, Style};
use crate::canvas::{Canvas, Drawing, Sheet, outline, track};
use crate::scene::{Align, Colour, Point, Stroke, Turn, Words};

use legend::Legend;

/// No sheet is narrower, in letters, for there are words on it.
const LEAST_WIDTH: f64 = 28.0;
/// Tiles on larger squares leave a margin, so that the board is seen.
const LARGE: f64 = 8.0;
const MARGIN: f64 = 0.07;

/// A picture of the reason why there is no tour: the squares and moves that it speaks of stand out,
/// and below the board stand the reason and what is what.
///
/// What is drawn is what the proof says. Whether it is true is for
/// [`check_proof`](caracole_core::verify::check_proof) to say.
///
/// ```
/// use caracole_core::{Problem, Proof, Reason};
/// use caracole_draw::{Drawing, Look, ProofPicture, svg};
///
/// let problem = Problem::new("4x4".parse()?);
/// let middle = ["b2", "c2", "b3", "c3"].map(|name| problem.board().parse_square(name));
/// let squares = middle.into_iter().collect::<Result<_, _>>()?;
/// let proof = Proof::new(problem, Reason::Cut { squares });
///
/// let picture = ProofPicture::new(&proof, Look::default());
/// assert_eq!(picture.sheet().title, "Why there is no tour of 4x4");
/// let mut file = Vec::new();
/// svg::write(&picture, &mut file)?;
/// let text = String::from_utf8(file)?;
/// assert!(text.contains("6 parts, with no move from one to another"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProofPicture<'a> {
    proof: &'a Proof,
    /// The board, which no knight has entered.
    board: Picture<'a>,
    highlights: Vec<Highlight>,
    legend: Legend,
    width: f64,
}

impl<'a> ProofPicture<'a> {
    /// The picture of a proof. There is no walk to be shown in a style.
    pub fn new(proof: &'a Proof, look: Look) -> Self {
        let problem = proof.problem();
        let look = Look { style: Style::Line, ..look };
        let board =
            Picture::new(problem.board(), Vec::new(), look).walked_by(problem.piece().clone());
        let highlights = proof.highlights();
        let letters = board.layout.letters;
        let width = board.layout.width.max(LEAST_WIDTH * letters);
        let legend = Legend::new(&proof.text(), &highlights, letters, width);
        Self { proof, board, highlights, legend, width }
    }

    /// The tile of a square that stands out.
    fn tile(&self, square: Square) -> [Point; 4] {
        let side = self.board.layout.side;
        let margin = if side < LARGE { 0.0 } else { (MARGIN * side).ceil() };
        let [a, b, c, d] = self.board.layout.corners(self.board.board.place(square), 1);
        [
            a.moved(margin, margin),
            b.moved(-margin, margin),
            c.moved(-margin, -margin),
            d.moved(margin, -margin),
        ]
    }

    fn paint_tiles(&self, highlight: &Highlight, canvas: &mut dyn Canvas) -> io::Result<()> {
        if highlight.squares.is_empty() || highlight.role == Role::Asked {
            return Ok(());
        }
        let tiles = || highlight.squares.iter().flat_map(|&square| outline(self.tile(square)));
        canvas.fill(self.tint(highlight.role), &mut tiles())?;
        let side = self.board.layout.side;
        if highlight.role == Role::Trouble && side >= LARGE {
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
        let dash = (highlight.role == Role::Avoided).then_some((2.0 * width, 3.0 * width));
        let stroke = Stroke { colour: self.ink(highlight.role), width, dash };
        let mut legs = highlight
            .moves
            .iter()
            .flat_map(|&[from, to]| match self.board.displacement(from, to) {
                Some(by) => self.board.pieces(from, by),
                None => vec![Piece { from: self.board.centre(from), to: self.board.centre(to) }],
            })
            .flat_map(|piece| track([piece.from, piece.to]));
        canvas.stroke(&stroke, &mut legs)
    }

    /// Writes what stands on squares, where somebody could read it.
    fn paint_labels(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        let has_lines = self.highlights.iter().any(|highlight| !highlight.moves.is_empty());
        for highlight in &self.highlights {
            let Some(label) = &highlight.label else { continue };
            let size = self.board.layout.side * (0.92 / label.len().max(2) as f64).min(0.4);
            if size < READABLE {
                continue;
            }
            for centre in highlight.squares.iter().map(|&square| self.board.centre(square)) {
                if has_lines {
                    let (radius, paper) =
                        (0.3 * self.board.layout.side, self.board.palette().paper);
                    canvas.disc(centre, radius, paper)?;
                }
                canvas.words(&Words {
                    at: centre.moved(0.0, 0.35 * size),
                    text: label.clone(),
                    size,
                    colour: self.board.palette().numbers,
                    align: Align::Middle,
                    turn: Turn::None,
                    is_bold: false,
                })?;
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

/// The number of a role's colour. No part has that of trouble.
const fn colour_number(role: Role) -> usize {
    match role {
        Role::Trouble => 1,
        Role::End => 2,
        Role::Other => 4,
        Role::Part(number) => [0, 2, 3, 4, 5][number % 5],
        Role::Asked | Role::Avoided => 5,
        _ => 0,
    }
}

impl Drawing for ProofPicture<'_> {
    fn sheet(&self) -> Sheet {
        let height = self.board.layout.height + self.legend.height;
        Sheet {
            width: self.width,
            height,
            title: title(self.proof.problem()),
            description: self.proof.claim(),
            background: self.board.palette().paper,
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

/// What was asked for.
fn title(problem: &Problem) -> String {
    format!("Why there is no {}", problem.wanted())
}

#[cfg(test)]
mod tests;
