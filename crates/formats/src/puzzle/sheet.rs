//! A puzzle on paper, as text.

use std::io::Write;

use caracole_core::{Kind, Piece, Problem, Surface, Tour};

use super::{Mark, is_enclosed, rows, solved, width};
use crate::WriteError;

/// A puzzle to be printed.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::puzzle::{Sheet, write_text};
///
/// let problem = Problem::new("4x3".parse()?).from("a3")?.clue("c3", 7)?.to("d1")?;
/// let sheet = Sheet { problem: &problem, solution: None, grade: "easy" };
/// let mut page = Vec::new();
/// write_text(&mut page, &sheet)?;
/// assert!(page.starts_with(b"Knight's tour puzzle, 4x3, easy\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The clues.
    pub problem: &'a Problem,
    /// The solution, which goes to another page, or upside down below.
    pub solution: Option<&'a Tour>,
    /// How hard it is, in a word; none if nobody knows.
    pub grade: &'a str,
}

impl Sheet<'_> {
    /// `Knight's tour puzzle, 8x8, easy`, or without the last word.
    pub fn title(&self) -> String {
        let piece = if *self.problem.piece() == Piece::KNIGHT {
            "Knight's tour".to_owned()
        } else {
            format!("Tour of the {}", self.problem.piece())
        };
        let title = format!("{piece} puzzle, {}", self.problem.board().title());
        if self.grade.is_empty() { title } else { format!("{title}, {}", self.grade) }
    }

    /// What to do, in one sentence.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_formats::puzzle::Sheet;
    ///
    /// let problem = Problem::new("5x5".parse()?);
    /// let sheet = Sheet { problem: &problem, solution: None, grade: "hard" };
    /// assert_eq!(sheet.title(), "Knight's tour puzzle, 5x5, hard");
    /// let task = "Number the squares from 1 to 25: from each number to the next is a knight's move.";
    /// assert_eq!(sheet.task(), task);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn task(&self) -> String {
        let last = self.problem.board().len();
        let step = if *self.problem.piece() == Piece::KNIGHT {
            "a knight's move".to_owned()
        } else {
            format!("a move of the {}", self.problem.piece())
        };
        let home = match self.problem.kind() {
            Kind::Any => String::new(),
            Kind::Closed => format!(", and from {last} back to 1 too"),
            Kind::Open => format!(", but from {last} to 1 is none"),
        };
        format!(
            "Number the squares from 1 to {last}: from each number to the next is {step}{home}."
        )
    }

    /// What else is to be known of the board, if its edges are joined.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_formats::puzzle::Sheet;
    ///
    /// let problem = Problem::new("cylinder:6x5".parse()?);
    /// let sheet = Sheet { problem: &problem, solution: None, grade: "" };
    /// assert_eq!(sheet.joined(), Some("The left edge is joined to the right one."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn joined(&self) -> Option<&'static str> {
        match self.problem.board().surface() {
            Surface::Cylinder => Some("The left edge is joined to the right one."),
            Surface::Torus => Some("The left edge is joined to the right one, top to bottom."),
            _ => None,
        }
    }

    /// The solution as a problem without unknown squares.
    ///
    /// ```
    /// use caracole_core::{Path, Problem, Tour};
    /// use caracole_formats::puzzle::Sheet;
    ///
    /// let problem = Problem::new("4x3".parse()?).from("a3")?;
    /// let names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1".split(' ');
    /// let path: Path =
    ///     names.map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
    /// let tour = Tour::verify(&problem, path).map_err(|_| "not a tour")?;
    /// let sheet = Sheet { problem: &problem, solution: Some(&tour), grade: "" };
    /// assert_eq!(sheet.solved().map(|solved| solved.clues().count()), Some(12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solved(&self) -> Option<Problem> {
        self.solution.and_then(|tour| solved(self.problem, tour.squares()))
    }
}

/// Writes a sheet of text with a frame round every square; the solution is on a second page.
///
/// ```
/// use caracole_core::{Path, Problem, Tour};
/// use caracole_formats::puzzle::{Sheet, write_text};
///
/// let problem = Problem::new("4x3".parse()?).from("a3")?.clue("c3", 7)?.to("d1")?;
/// let names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";
/// let path: Path =
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let tour = Tour::verify(&problem, path)?;
/// let mut text = Vec::new();
/// let sheet = Sheet { problem: &problem, solution: Some(&tour), grade: "easy" };
/// write_text(&mut text, &sheet)?;
/// let text = String::from_utf8(text)?;
/// assert!(text.contains("|  1 |    |  7 |    |\n"), "the puzzle");
/// assert!(text.contains("|  1 |  4 |  7 | 10 |\n"), "and its solution");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_text(out: &mut dyn Write, sheet: &Sheet<'_>) -> Result<(), WriteError> {
    writeln!(out, "{}\n\n{}", sheet.title(), sheet.task())?;
    if let Some(joined) = sheet.joined() {
        writeln!(out, "{joined}")?;
    }
    writeln!(out)?;
    frame(out, sheet.problem)?;
    if let Some(solved) = sheet.solved() {
        // A form feed begins a page.
        writeln!(out, "\u{c}\nSolution of: {}\n", sheet.title())?;
        frame(out, &solved)?;
    }
    Ok(())
}

fn frame(out: &mut dyn Write, problem: &Problem) -> Result<(), WriteError> {
    let board = problem.board();
    let width = width(board);
    let rows: Vec<Vec<Mark>> = rows(problem).collect();
    for level in rows.chunks(board.ranks() as usize) {
        for at in 0..=level.len() {
            let above = at.checked_sub(1).map(|above| &level[above]);
            writeln!(out, "{}", rule(above, level.get(at), width))?;
            if let Some(row) = level.get(at) {
                writeln!(out, "{}", line(row, width))?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

const fn is_square(mark: Mark) -> bool {
    !matches!(mark, Mark::Hole)
}

/// The marks of a row, with bars beside squares.
fn line(row: &[Mark], width: usize) -> String {
    let mut text = String::new();
    for at in 0..=row.len() {
        let mark = row.get(at).copied().unwrap_or(Mark::Hole);
        let before = at.checked_sub(1).map_or(Mark::Hole, |before| row[before]);
        text.push(if is_square(mark) || is_square(before) { '|' } else { ' ' });
        if at < row.len() {
            let inside = match mark {
                Mark::Step(step) => format!(" {step:>width$} "),
                Mark::Hole if is_enclosed(row, at) => "/".repeat(width + 2),
                Mark::Hole | Mark::Unknown => " ".repeat(width + 2),
            };
            text += &inside;
        }
    }
    text.trim_end().to_owned()
}

/// The line between two rows, where there is a square above or below.
fn rule(above: Option<&Vec<Mark>>, below: Option<&Vec<Mark>>, width: usize) -> String {
    let files = above.or(below).map_or(0, Vec::len);
    let has = |file: usize| {
        [above, below]
            .into_iter()
            .flatten()
            .any(|row| row.get(file).copied().is_some_and(is_square))
    };
    let mut text = String::new();
    for file in 0..=files {
        let is_corner = has(file) || file.checked_sub(1).is_some_and(has);
        text.push(if is_corner { '+' } else { ' ' });
        if file < files {
            text += &if has(file) { "-" } else { " " }.repeat(width + 2);
        }
    }
    text.trim_end().to_owned()
}
