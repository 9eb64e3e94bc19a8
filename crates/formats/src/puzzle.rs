//! Clue puzzles: grids with unknown squares, and printable sheets.
//!
//! ```text
//!  1  _  _  _  _
//!  _  _  _ 18  _
//!  _  _ 25  _  _
//!  _  7  _  _  _
//!  _  _  _  _  _
//! ```
//!
//! A puzzle is read from such a grid, or from JSON: the object that this program writes, or a
//! problem such as `{"board":"5x5","clues":{"c3":25}}`. In a grid, the comments `# closed` and
//! `# open` state the kind of tour.

use std::io::Write;

use caracole_core::{Board, Kind, Piece, Problem, Square, Surface, shorten};
use caracole_verify::Tour;

use crate::documents::report_name;
use crate::error::{GridError, Position, ReadError, ReadErrorKind};
use crate::output::Output;
use crate::read::{ReadHint, text};
use crate::{Format, WriteError, grid, header, json, recognise};

/// The maximum number of squares or clues.
const MAX_SQUARES: u64 = 1 << 14;

/// Reads a puzzle.
///
/// ```
/// use caracole_formats::{ReadHint, puzzle};
///
/// let problem = puzzle::read(b"1 _ 7 _\n_ _ 2 _\n_ . 9 11", &ReadHint::default())?;
/// assert_eq!(problem.board().to_string(), "4x3-b1");
/// assert_eq!(problem.clues().count(), 5);
/// # Ok::<(), caracole_formats::ReadError>(())
/// ```
pub fn read(bytes: &[u8], hint: &ReadHint) -> Result<Problem, ReadError> {
    if text(bytes)?.trim().is_empty() {
        return Err(ReadErrorKind::Empty.into());
    }
    if is_sheet(text(bytes)?) {
        return read_sheet(text(bytes)?, hint);
    }
    if let Some(what) = report_name(text(bytes)?) {
        return Err(ReadErrorKind::NotAPuzzle { what }.into());
    }
    match hint.format.or_else(|| recognise(bytes)) {
        Some(Format::Json) => json::read_puzzle(bytes, hint),
        Some(Format::Squares) => {
            Err(ReadErrorKind::NotAPuzzle { what: "a list of squares" }.into())
        }
        Some(Format::Moves) => Err(ReadErrorKind::NotAPuzzle { what: "a list of moves" }.into()),
        Some(Format::Coordinates) => {
            Err(ReadErrorKind::NotAPuzzle { what: "a list of coordinates" }.into())
        }
        Some(Format::Csv) => Err(ReadErrorKind::NotAPuzzle { what: "a table of steps" }.into()),
        Some(Format::Tsplib) => Err(ReadErrorKind::NotAPuzzle { what: "a TSPLIB file" }.into()),
        _ => grid::read_puzzle(bytes, hint),
    }
}

/// The first words of the task on a sheet.
const TASK: &str = "Number the squares from 1 to ";

/// Returns true for a sheet as [`write_text`] writes it.
pub(crate) fn is_sheet(text: &str) -> bool {
    let mut lines = text.lines();
    lines.next().is_some_and(|title| title.contains(" puzzle, "))
        && lines.next().is_some_and(str::is_empty)
        && lines.next().is_some_and(|task| task.starts_with(TASK))
}

/// Reads the puzzle of a sheet. The solution on its second page is not a part of it.
fn read_sheet(text: &str, hint: &ReadHint) -> Result<Problem, ReadError> {
    let page = text.split('\u{c}').next().unwrap_or_default();
    let lines: Vec<&str> = page.lines().collect();
    let (subject, rest) = lines[0].split_once(" puzzle, ").unwrap_or_default();
    // The title of a board with many holes does not name them.
    let named = || rest.split(", ").next()?.parse().ok();
    let board: Board = hint.board.clone().or_else(named).ok_or(ReadErrorKind::NoBoard)?;
    check_size(board.len())?;
    let piece = match (&hint.piece, subject.strip_prefix("Tour of the ")) {
        (Some(piece), _) => piece.clone(),
        (None, None) => Piece::KNIGHT,
        (None, Some(piece)) => piece.parse()?,
    };
    let kind = match lines[2] {
        task if task.ends_with(" back to 1 too.") => Kind::Closed,
        task if task.ends_with(" to 1 is none.") => Kind::Open,
        _ => Kind::Any,
    };
    let mut problem = Problem::with_piece(board.clone(), piece).of_kind(kind);
    let error = |line: usize, column: usize, text: &str| {
        let text = shorten(text);
        let position = Position::new(line as u64 + 1, column as u64 + 1);
        ReadError::new(position, GridError::NotANumber { text })
    };
    let (files, ranks) = (board.files() as usize, board.ranks() as usize);
    let first = 4 + usize::from(lines.get(3).is_some_and(|line| !line.is_empty()));
    let cell = width(&board) + 3;
    let mut next = first;
    for row in 0..ranks * board.levels() as usize {
        // Before each row is a frame line; between levels are another and a blank line.
        next += if row > 0 && row % ranks == 0 { 3 } else { 1 };
        let line: Vec<char> = lines.get(next).unwrap_or(&"").chars().collect();
        if line.len() > files * cell + 1 {
            let found = (line.len() - 1).div_ceil(cell);
            let place = Position::line(next as u64 + 1);
            return Err(ReadError::new(place, GridError::Ragged { found, expected: files }));
        }
        let rank = row / ranks * ranks + (ranks - 1 - row % ranks);
        for file in 0..files {
            let begin = (file * cell + 1).min(line.len());
            let end = (begin + cell - 1).min(line.len());
            let content: String = line[begin..end].iter().collect();
            let content = content.trim();
            let square = Square::from_index((rank * files + file) as u64);
            let is_square = board.contains(square);
            if content.is_empty() || !is_square && content.bytes().all(|byte| byte == b'/') {
                continue;
            }
            let step = content.parse().ok().filter(|_| is_square);
            let step = step.ok_or_else(|| error(next, begin, content))?;
            problem = problem.clue(square, step)?;
        }
        next += 1;
    }
    let is_frame = |line: &str| line.chars().all(|c| matches!(c, '+' | '-' | ' '));
    match lines.iter().enumerate().skip(next).find(|(_, line)| !is_frame(line)) {
        Some((at, line)) => Err(error(at, 0, line)),
        None => Ok(problem),
    }
}

/// Returns an error if there are more squares or clues than a puzzle may have.
pub(crate) const fn check_size(squares: u64) -> Result<(), ReadErrorKind> {
    if squares > MAX_SQUARES {
        return Err(ReadErrorKind::LargePuzzle { squares, most: MAX_SQUARES });
    }
    Ok(())
}

/// Writes the clues of a problem as a grid: `_` is unknown, `.` is a hole.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::{ReadHint, puzzle};
///
/// let problem = Problem::new("4x3-b1".parse()?).start("a3")?.clue("c2", 2)?;
/// let mut text = Vec::new();
/// puzzle::write_grid(&mut text, &problem)?;
/// assert_eq!(text, b" 1  _  _  _\n _  _  2  _\n _  .  _  _\n");
/// assert_eq!(puzzle::read(&text, &ReadHint::default())?, problem);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_grid(out: &mut dyn Write, problem: &Problem) -> Result<(), WriteError> {
    let board = problem.board();
    let mut out = Output::new(out);
    grid::write_header(&mut out, board, problem.piece())?;
    header::write_kind(&mut out, "#", problem.kind())?;
    let width = width(board);
    for (at, row) in rows(problem).enumerate() {
        if at > 0 && at.is_multiple_of(board.ranks() as usize) {
            writeln!(out)?;
        }
        let contents = row.into_iter().map(|content| {
            let content = match content {
                Content::Hole => ".".to_owned(),
                Content::Unknown => "_".to_owned(),
                Content::Step(step) => step.to_string(),
            };
            format!("{content:>width$}")
        });
        writeln!(out, "{}", contents.collect::<Vec<_>>().join(" "))?;
    }
    out.flush()?;
    Ok(())
}

/// The content of a square of the printed puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Hole,
    Unknown,
    Step(u64),
}

/// Returns true for a hole between squares of its row, which would look like a square.
fn is_enclosed(row: &[Content], file: usize) -> bool {
    row[file] == Content::Hole
        && row[..file].iter().any(is_square)
        && row[file..].iter().any(is_square)
}

fn is_square(content: &Content) -> bool {
    *content != Content::Hole
}

/// Returns the number of digits of the last step.
fn width(board: &Board) -> usize {
    board.len().max(1).ilog10() as usize + 1
}

/// Returns the rows of all levels, top rank first.
fn rows(problem: &Problem) -> impl Iterator<Item = Vec<Content>> + '_ {
    let board = problem.board();
    let mut contents = vec![Content::Hole; board.area() as usize];
    for square in board.squares() {
        contents[square.index() as usize] = Content::Unknown;
    }
    for (step, square) in problem.clues() {
        contents[square.index() as usize] = Content::Step(step);
    }
    let (files, ranks) = (board.files() as usize, board.ranks() as usize);
    (0..ranks * board.levels() as usize).map(move |row| {
        let rank = row / ranks * ranks + (ranks - 1 - row % ranks);
        contents[rank * files..][..files].to_vec()
    })
}

/// A puzzle to print.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_formats::puzzle::{PuzzleSheet, write_text};
///
/// let problem = Problem::new("4x3".parse()?).start("a3")?.clue("c3", 7)?.end("d1")?;
/// let sheet = PuzzleSheet { problem: &problem, solution: None, grade: "easy" };
/// let mut page = Vec::new();
/// write_text(&mut page, &sheet)?;
/// assert!(page.starts_with(b"Knight's tour puzzle, 4x3, easy\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PuzzleSheet<'a> {
    /// The clues.
    pub problem: &'a Problem,
    /// The solution, printed on another page or upside down below.
    pub solution: Option<&'a Tour>,
    /// The grade in a word; empty if unknown.
    pub grade: &'a str,
}

impl PuzzleSheet<'_> {
    /// Returns the title: `Knight's tour puzzle, 8x8, easy`, without the last word if it is empty.
    pub fn title(&self) -> String {
        let piece = if *self.problem.piece() == Piece::KNIGHT {
            "Knight's tour".to_owned()
        } else {
            format!("Tour of the {}", self.problem.piece())
        };
        let title = format!("{piece} puzzle, {}", self.problem.board().title());
        if self.grade.is_empty() { title } else { format!("{title}, {}", self.grade) }
    }

    /// Returns the task in one sentence.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_formats::puzzle::PuzzleSheet;
    ///
    /// let problem = Problem::new("5x5".parse()?);
    /// let sheet = PuzzleSheet { problem: &problem, solution: None, grade: "hard" };
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

    /// Returns a note about the joined edges of the board, if it has any.
    ///
    /// ```
    /// use caracole_core::Problem;
    /// use caracole_formats::puzzle::PuzzleSheet;
    ///
    /// let problem = Problem::new("cylinder:6x5".parse()?);
    /// let sheet = PuzzleSheet { problem: &problem, solution: None, grade: "" };
    /// assert_eq!(sheet.joined(), Some("The left edge is joined to the right one."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn joined(&self) -> Option<&'static str> {
        match self.problem.board().surface() {
            Surface::Cylinder => Some("The left edge is joined to the right one."),
            Surface::Torus => Some("The left edge is joined to the right one, top to bottom."),
            Surface::Flat | Surface::Graph => None,
        }
    }

    /// Returns the solution as a problem in which every step is a clue.
    ///
    /// ```
    /// use caracole_core::{Path, Problem};
    /// use caracole_verify::Tour;
    /// use caracole_formats::puzzle::PuzzleSheet;
    ///
    /// let problem = Problem::new("4x3".parse()?).start("a3")?;
    /// let names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1".split(' ');
    /// let path: Path =
    ///     names.map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
    /// let tour = Tour::verify(&problem, path).map_err(|_| "not a tour")?;
    /// let sheet = PuzzleSheet { problem: &problem, solution: Some(&tour), grade: "" };
    /// assert_eq!(sheet.solved().map(|solved| solved.clues().count()), Some(12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solved(&self) -> Option<Problem> {
        let tour = self.solution?;
        let bare = Problem::with_piece(self.problem.board().clone(), self.problem.piece().clone());
        let mut steps = (1..).zip(tour.squares());
        steps.try_fold(bare, |problem, (step, square)| problem.clue(square, step)).ok()
    }
}

/// Writes a sheet as text with a frame around every square. The solution is on a second page.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Tour;
/// use caracole_formats::puzzle::{PuzzleSheet, write_text};
///
/// let problem = Problem::new("4x3".parse()?).start("a3")?.clue("c3", 7)?.end("d1")?;
/// let names = "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1";
/// let path: Path =
///     names.split(' ').map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let tour = Tour::verify(&problem, path)?;
/// let mut text = Vec::new();
/// let sheet = PuzzleSheet { problem: &problem, solution: Some(&tour), grade: "easy" };
/// write_text(&mut text, &sheet)?;
/// let text = String::from_utf8(text)?;
/// assert!(text.contains("|  1 |    |  7 |    |\n"), "the puzzle");
/// assert!(text.contains("|  1 |  4 |  7 | 10 |\n"), "and its solution");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_text(out: &mut dyn Write, sheet: &PuzzleSheet<'_>) -> Result<(), WriteError> {
    writeln!(out, "{}\n\n{}", sheet.title(), sheet.task())?;
    if let Some(joined) = sheet.joined() {
        writeln!(out, "{joined}")?;
    }
    writeln!(out)?;
    write_frame(out, sheet.problem)?;
    if let Some(solved) = sheet.solved() {
        // A form feed begins a new page.
        writeln!(out, "\u{c}\nSolution of: {}\n", sheet.title())?;
        write_frame(out, &solved)?;
    }
    Ok(())
}

fn write_frame(out: &mut dyn Write, problem: &Problem) -> Result<(), WriteError> {
    let board = problem.board();
    let width = width(board);
    let rows: Vec<_> = rows(problem).collect();
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

/// Returns a row with bars beside its squares.
fn line(row: &[Content], width: usize) -> String {
    let mut text = String::new();
    for at in 0..=row.len() {
        let has_bar = row[at.saturating_sub(1)..row.len().min(at + 1)].iter().any(is_square);
        text.push(if has_bar { '|' } else { ' ' });
        if let Some(content) = row.get(at) {
            let inside = match content {
                Content::Step(step) => format!(" {step:>width$} "),
                Content::Hole if is_enclosed(row, at) => "/".repeat(width + 2),
                Content::Hole | Content::Unknown => " ".repeat(width + 2),
            };
            text += &inside;
        }
    }
    text.trim_end().to_owned()
}

/// Returns the line between two rows, above and below their squares.
fn rule(above: Option<&Vec<Content>>, below: Option<&Vec<Content>>, width: usize) -> String {
    let files = above.or(below).map_or(0, Vec::len);
    let has = |file: usize| {
        [above, below].into_iter().flatten().any(|row| row.get(file).is_some_and(is_square))
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
