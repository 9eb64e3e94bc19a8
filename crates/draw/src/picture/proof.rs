//! Pictures of reasons: why there is no tour, on the board and in words below it.

mod legend;

use std::io;

use caracole_core::{Highlight, Kind, Problem, Proof, Role, Square};

use super::route::Piece;
use super::{Look, Picture, Style};
use crate::canvas::{Canvas, Drawing, Sheet, outline, track};
use crate::scene::{Align, Colour, Point, Stroke, Turn, Words};

use legend::Legend;

/// No sheet is narrower, for there are words on it.
const LEAST_WIDTH: f64 = 340.0;
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
        let width = board.layout.width.max(LEAST_WIDTH);
        let legend = Legend::new(&proof.text(), &highlights, board.layout.letters, width);
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
        let squares = || highlight.squares.iter().filter(|&&square| self.is_on_board(square));
        let tiles = || squares().flat_map(|&square| outline(self.tile(square)));
        canvas.fill(self.tint(highlight.role), &mut tiles())?;
        let side = self.board.layout.side;
        if highlight.role == Role::Trouble && side >= LARGE {
            let stroke = Stroke::solid(self.ink(highlight.role), (side / 20.0).max(1.0));
            canvas.stroke(&stroke, &mut tiles())?;
        }
        Ok(())
    }

    fn paint_moves(&self, highlight: &Highlight, canvas: &mut dyn Canvas) -> io::Result<()> {
        let width = (self.board.layout.side / 12.0).max(0.5);
        let dash = (highlight.role == Role::Avoided).then_some((2.0 * width, 3.0 * width));
        let stroke = Stroke { colour: self.ink(highlight.role), width, dash };
        let moves = highlight.moves.iter();
        let moves = moves.filter(|pair| pair.iter().all(|&square| self.is_on_board(square)));
        let mut legs = moves
            .flat_map(|&[from, to]| match self.board.displacement(from, to) {
                Some(by) => self.board.pieces(from, by),
                None => vec![Piece { from: self.board.centre(from), to: self.board.centre(to) }],
            })
            .flat_map(|piece| track([piece.from, piece.to]));
        canvas.stroke(&stroke, &mut legs)
    }

    /// Writes the labels of a highlight, and those of the squares whose steps are given.
    fn paint_labels(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        let labelled = self.highlights.iter().filter_map(|highlight| {
            let label = highlight.label.as_ref()?;
            Some(highlight.squares.iter().map(move |&square| (square, label.clone())))
        });
        let mut labels: Vec<(Square, String)> = labelled.flatten().collect();
        labels.sort_by_key(|&(square, _)| square);
        let has_label = |square: Square| labels.binary_search_by_key(&square, |l| l.0).is_ok();
        let given = self.proof.problem().clues().filter(|&(_, square)| !has_label(square));
        let given: Vec<_> = given.map(|(step, square)| (square, step.to_string())).collect();
        for (square, label) in labels.into_iter().chain(given) {
            if self.is_on_board(square) {
                self.write(square, label, canvas)?;
            }
        }
        Ok(())
    }

    fn write(&self, square: Square, text: String, canvas: &mut dyn Canvas) -> io::Result<()> {
        let size = self.board.layout.side * (0.92 / text.len().max(2) as f64).min(0.4);
        let centre = self.board.centre(square);
        // Lines would run through it.
        if self.highlights.iter().any(|highlight| !highlight.moves.is_empty()) {
            canvas.disc(centre, 0.3 * self.board.layout.side, self.board.palette().paper)?;
        }
        let at = centre.moved(0.0, 0.35 * size);
        let (colour, align, turn) = (self.board.palette().numbers, Align::Middle, Turn::None);
        canvas.words(&Words { at, text, size, colour, align, turn, is_bold: false })
    }

    /// A proof may name squares of another board; it is no proof then, and they are nowhere.
    const fn is_on_board(&self, square: Square) -> bool {
        square.index() < self.board.board.area()
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
            description: self.proof.text(),
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
    let board = problem.board();
    let kind = match problem.kind() {
        Kind::Any => "tour",
        Kind::Closed => "closed tour",
        Kind::Open => "open tour",
    };
    let end = |word: &str, square: Option<Square>| {
        square.map_or_else(String::new, |square| format!(" {word} {}", board.name(square)))
    };
    let ends = end("from", problem.start()) + &end("to", problem.end());
    let whose = match problem.piece() {
        piece if piece.is_knight() => String::new(),
        piece => format!(" for the {piece}"),
    };
    format!("Why there is no {kind} of {}{ends}{whose}", board.title())
}

#[cfg(test)]
mod tests;
