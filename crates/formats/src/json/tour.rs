//! Tours and lists of tours as objects.

use caracole_core::{Board, Moves, Path, Piece, Problem};
use caracole_verify as verify;
use caracole_verify::Tour;
use serde::de::IgnoredAny;

use super::fields::{Grid, GridEntry, Number, SquareField, TextOr, path, smallest_board};
use super::parse::{FieldError, contradiction, from_text, invalid};
use super::schema::{Contents, SchemaFields};
use super::{cover, object, outcome, problem, with_fields};
use crate::documents::Document;
use crate::error::{GridError, Position, ReadError, ReadErrorKind};
use crate::grid::{Mark, MarkGrid, Numbering, parse_mark};
use crate::output::Output;
use crate::read::{Assumptions, ParsedTour, ReadHint, text};
use crate::{Format, WriteError};

pub(crate) fn write_tour(out: &mut Output<'_>, tour: &Tour) -> Result<(), WriteError> {
    let asked = Problem::with_piece(tour.board().clone(), tour.piece().clone());
    let object = with_fields(object("caracole.tour/1"), [("problem", problem(&asked))]);
    outcome::write_with_squares(out, &with_fields(object, outcome::tour_fields(tour)), tour)
}

pub(crate) fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<ParsedTour, ReadError> {
    only_tour(read_tours(text(bytes)?, hint)?)
}

/// Returns the only tour of a document.
pub(super) fn only_tour(mut tours: Vec<ParsedTour>) -> Result<ParsedTour, ReadError> {
    match tours.pop() {
        None => Err(ReadErrorKind::Empty.into()),
        Some(tour) if tours.is_empty() => Ok(tour),
        Some(_) => Err(ReadErrorKind::SeveralTours { count: tours.len() + 1 }.into()),
    }
}

/// Reads the only tour of JSON lines; `None` if the text is something else.
pub(super) fn read_lines(bytes: &[u8], hint: &ReadHint) -> Result<Option<ParsedTour>, ReadError> {
    let text = text(bytes)?;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let is_object = |line: &str| from_text::<IgnoredAny>(line).is_ok() && line.starts_with('{');
    if !lines.next().is_some_and(is_object) || lines.next().is_none() {
        return Ok(None);
    }
    let tours = read_documents(bytes, hint)?.into_iter().map(|document| match document {
        Document::Tour(tour) | Document::Path(tour) => Ok(tour),
        Document::Cover(..) => Err(ReadErrorKind::SeveralKnights.into()),
    });
    only_tour(tours.collect::<Result<_, ReadError>>()?).map(Some)
}

/// Reads every tour of a document.
pub(super) fn read_tours(text: &str, hint: &ReadHint) -> Result<Vec<ParsedTour>, ReadError> {
    if text.trim_start().starts_with('[') {
        return Ok(vec![from_bare_list(text, hint)?]);
    }
    if !text.trim_start().starts_with('{') {
        from_text::<IgnoredAny>(text)?;
        return Err(ReadErrorKind::NoTourInJson.into());
    }
    let contents = SchemaFields::read(text)?.contents(text)?;
    if let Some(word) = contents.outcome.as_deref().filter(|word| *word != "found") {
        return Err(ReadErrorKind::OtherOutcome { word: word.to_owned() }.into());
    }
    from_contents(&contents, hint).map_err(|error| error.in_text(text))
}

/// Reads a list outside an object: rows of a grid, or squares.
fn from_bare_list(text: &str, hint: &ReadHint) -> Result<ParsedTour, ReadError> {
    let located = |error: FieldError| error.in_text(text);
    let (board, piece) = (hint.board.clone(), hint.piece.clone().unwrap_or_default());
    let is_nested = text.trim_start()[1..].trim_start().starts_with('[');
    let is_pairs = || from_text::<Vec<[IgnoredAny; 2]>>(text).is_ok();
    if is_nested && !is_pairs() {
        return from_grid(&from_text(text)?, board, piece).map_err(located);
    }
    let list: Vec<SquareField> = from_text(text)?;
    from_list(&list, board, piece).map_err(located)
}

pub(super) fn from_contents(
    contents: &Contents,
    hint: &ReadHint,
) -> Result<Vec<ParsedTour>, FieldError> {
    let StatedProblem { board, piece, problem } = StatedProblem::of(contents, hint)?;
    let read = |list: &[SquareField], field: &str| {
        let tour = from_list(list, board.clone(), piece.clone());
        tour.map_err(|error| error.inside(field))
    };
    let list = [("squares", &contents.squares), ("solution", &contents.solution)];
    let list = list.iter().find_map(|(field, list)| Some((*field, list.as_ref()?)));
    let lists = [("tours", &contents.tours), ("solutions", &contents.solutions)];
    let lists = lists.iter().find_map(|(field, lists)| Some((*field, lists.as_ref()?)));
    let (field, tours) = match (&contents.grid, list, lists) {
        (Some(_), Some((field, _)), _) => {
            return Err(contradiction("grid", field, "both hold the tour: keep one"));
        }
        (Some(grid), None, _) => {
            let tour = from_grid(grid, board.clone(), piece.clone());
            ("grid", vec![tour.map_err(|error| error.inside("grid"))?])
        }
        (None, Some((field, list)), _) => (field, vec![read(list, field)?]),
        (None, None, Some((field, lists))) => {
            let lists = lists.iter().enumerate();
            let tours = lists.map(|(at, list)| read(list, &format!("{field}[{at}]")));
            (field, tours.collect::<Result<_, _>>()?)
        }
        _ if contents.paths.is_some() => return Err(ReadErrorKind::SeveralKnights.into()),
        _ => return Err(ReadErrorKind::NoTourInJson.into()),
    };
    if contents.knights.is_some_and(|Number(knights)| knights != 1) {
        return Err(contradiction("knights", field, "a tour has one knight"));
    }
    let check = |tour: ParsedTour| {
        let count = tour.path.len();
        let undone = contents.undone.as_deref().unwrap_or_default();
        path(&tour.board, undone, count + 1, false).map_err(|error| error.inside("undone"))?;
        check_closed(contents.closed, field, &tour)?;
        if contents.length.is_some_and(|Number(length)| length != count) {
            return Err(contradiction("length", field, format!("the list has {count}")));
        }
        let mut tour = match &problem {
            Some(problem) => tour.of_problem(problem.clone()),
            None => tour,
        };
        tour.convention.clone_from(&contents.convention);
        check_valid(contents.valid, field, &tour)?;
        Ok(tour)
    };
    tours.into_iter().map(check).collect()
}

/// Compares `closed` with the ends of a path.
fn check_closed(closed: Option<bool>, field: &str, tour: &ParsedTour) -> Result<(), FieldError> {
    let ParsedTour { board, piece, path, .. } = tour;
    let (Some(claimed), Some(first), Some(last)) = (closed, path.first(), path.last()) else {
        return Ok(());
    };
    if !board.contains(first) || !board.contains(last) {
        return Ok(());
    }
    let moves = Moves::new(piece, board);
    let is_closed = path.len() >= 3 && moves.from(board, last).any(|to| to == first);
    if claimed == is_closed {
        return Ok(());
    }
    let are = if is_closed { "are" } else { "are not" };
    let [first, last] = [first, last].map(|square| board.name(square));
    let why = format!("the ends {first} and {last} {are} a move apart");
    Err(contradiction("closed", field, why))
}

/// Compares `valid` with the verdict on a path.
fn check_valid(valid: Option<bool>, field: &str, tour: &ParsedTour) -> Result<(), FieldError> {
    let Some(claimed) = valid else { return Ok(()) };
    let verdict = verify::check(&tour.problem(), || tour.path.iter());
    if verdict.is_valid() == claimed {
        return Ok(());
    }
    let first = verdict.in_short(&tour.board, "check");
    let why = if claimed { first } else { "the squares are a tour".to_owned() };
    Err(contradiction("valid", field, why))
}

/// The board, the piece and the problem of a document.
pub(super) struct StatedProblem {
    pub(super) board: Option<Board>,
    pub(super) piece: Piece,
    pub(super) problem: Option<Problem>,
}

impl StatedProblem {
    /// Reads the board, the piece and the problem of a document, which must agree. A hint replaces
    /// the board and the piece, and leaves the other conditions.
    pub(super) fn of(contents: &Contents, hint: &ReadHint) -> Result<Self, FieldError> {
        let board = contents.board.as_ref().map(TextOr::board).transpose();
        let board = board.map_err(|error| error.inside("board"))?;
        let piece = contents.piece_fields().piece()?;
        let Some(stated) = &contents.problem else {
            let board = hint.board.clone().or(board);
            let piece = hint.piece.clone().or(piece).unwrap_or_default();
            return Ok(Self { board, piece, problem: None });
        };
        let problem = stated.0.with_hint(hint).map_err(|error| error.inside("problem"))?;
        if let Some(board) = board.filter(|board| board != problem.board() && hint.board.is_none())
        {
            let why = format!("{} is not {}", board.title(), problem.board().title());
            return Err(contradiction("board", "problem.board", why));
        }
        if let Some(piece) = piece.filter(|piece| piece != problem.piece() && hint.piece.is_none())
        {
            let why = format!("{piece} is not {}", problem.piece());
            return Err(contradiction("leapers", "problem.leapers", why));
        }
        let (board, piece) = (Some(problem.board().clone()), problem.piece().clone());
        Ok(Self { board, piece, problem: Some(problem) })
    }
}

fn from_list(
    list: &[SquareField],
    board: Option<Board>,
    piece: Piece,
) -> Result<ParsedTour, FieldError> {
    if list.is_empty() {
        return Err(ReadErrorKind::Empty.into());
    }
    let board = board.map_or_else(|| smallest_board(list), Ok)?;
    let path: Path = path(&board, list, 1, true)?;
    Ok(ParsedTour::new(Format::Json, board, piece, path))
}

/// Rows of marks, level by level on boxes.
struct JsonGrid {
    rows: Vec<Vec<Mark>>,
    levels: usize,
}

fn from_grid(grid: &Grid, board: Option<Board>, piece: Piece) -> Result<ParsedTour, FieldError> {
    let numbering = Numbering::from_marks(&marks(grid)?, board, None);
    let tour = numbering.and_then(|numbering| Ok(numbering.into_tour(Format::Json, piece)?));
    tour.map_err(|error| error.kind.into())
}

fn marks(grid: &Grid) -> Result<JsonGrid, FieldError> {
    let parse_rows = |rows: &[Vec<Option<GridEntry>>], path: &str| {
        let mut marks = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            let mark = |(file, entry): (usize, &Option<GridEntry>)| {
                let mark = match entry {
                    None => return Ok(Mark::Unknown),
                    Some(GridEntry::Text(text)) if text.trim().is_empty() => {
                        return Ok(Mark::Unknown);
                    }
                    Some(GridEntry::Text(text)) => parse_mark(text.trim()),
                    Some(GridEntry::Number(number)) => parse_mark(&number.to_string()),
                };
                mark.map_err(|error| FieldError::new(format!("{path}[{at}][{file}]"), error))
            };
            marks.push(row.iter().enumerate().map(mark).collect::<Result<Vec<_>, _>>()?);
        }
        Ok::<_, FieldError>(marks)
    };
    match grid {
        Grid::Rows(rows) => Ok(JsonGrid { rows: parse_rows(rows, "")?, levels: 1 }),
        Grid::Levels(levels) => {
            let mut rows = Vec::new();
            for (at, level) in levels.iter().enumerate() {
                if level.len() != levels[0].len() {
                    return Err(invalid("", "levels of the same size"));
                }
                rows.extend(parse_rows(level, &format!("[{at}]"))?);
            }
            Ok(JsonGrid { rows, levels: levels.len() })
        }
    }
}

impl MarkGrid for JsonGrid {
    fn sides(&self) -> Result<[usize; 3], ReadError> {
        let expected = self.rows.first().map_or(0, Vec::len);
        if expected == 0 {
            return Err(ReadErrorKind::Empty.into());
        }
        for row in &self.rows {
            if row.len() != expected {
                return Err(GridError::Ragged { found: row.len(), expected }.into());
            }
        }
        Ok([expected, self.rows.len() / self.levels, self.levels])
    }

    fn mark(&self, row: usize, file: usize) -> Mark {
        self.rows[row][file]
    }
}

/// Reads every tour, path and cover of a text, at least one.
pub(crate) fn read_documents(bytes: &[u8], hint: &ReadHint) -> Result<Vec<Document>, ReadError> {
    let whole = text(bytes)?;
    let mut read = Vec::new();
    let is_json = |text: &str| from_text::<IgnoredAny>(text).map(drop);
    let Err(error) = is_json(whole) else {
        add_documents(whole, hint, &mut read)?;
        return if read.is_empty() { Err(ReadErrorKind::Empty.into()) } else { Ok(read) };
    };
    let lines = || (1..).zip(whole.lines()).filter(|(_, line)| !line.trim().is_empty());
    let is_lines =
        lines().nth(1).is_some() && lines().next().is_some_and(|(_, line)| is_json(line).is_ok());
    if !is_lines {
        return Err(error);
    }
    for (number, line) in lines() {
        add_documents(line, hint, &mut read).map_err(|error| {
            let column = error.position().map_or(0, |position| position.column);
            error.at(Position::new(number, column))
        })?;
    }
    if read.is_empty() { Err(ReadErrorKind::NoTourInJson.into()) } else { Ok(read) }
}

/// Adds the documents of one JSON text.
fn add_documents(text: &str, hint: &ReadHint, read: &mut Vec<Document>) -> Result<(), ReadError> {
    if !text.trim_start().starts_with('{') {
        read.extend(read_tours(text, hint)?.into_iter().map(Document::Tour));
        return Ok(());
    }
    let fields = SchemaFields::read(text)?;
    let schema = fields.schema.as_deref().unwrap_or_default();
    let name = schema.strip_prefix("caracole.").and_then(|name| name.split('/').next());
    let what = match name.unwrap_or_default() {
        // Events before an outcome.
        "trace" => return Ok(()),
        "longest" => {
            read.extend(read_tours(text, hint)?.into_iter().map(Document::Path));
            return Ok(());
        }
        "count" => "the result of `count`",
        "rank" => "the result of `rank`",
        "starts" => "the result of `starts`",
        "locate" => "the result of `locate`",
        "graph" => "the result of `graph`",
        "compare" => "the result of `compare`",
        "check" => "the result of `check`",
        "proof" => "the result of `check-proof`",
        "puzzle" => "a puzzle",
        // The last line of an incomplete list.
        _ if !read.is_empty()
            && fields.outcome.as_ref().is_some_and(|word| word.0 == "unknown") =>
        {
            return fields.contents(text).map(drop);
        }
        _ if fields.paths.is_some() => {
            if hint.board.is_some() || hint.piece.is_some() {
                return Err(ReadErrorKind::CoverHasBoard.into());
            }
            read.push(Document::Cover(cover::read(text, &fields)?, Assumptions::default()));
            return Ok(());
        }
        _ => {
            let tours = read_tours(text, hint)?;
            if !tours.is_empty() {
                read.extend(tours.into_iter().map(Document::Tour));
                return Ok(());
            }
            "an answer without tours"
        }
    };
    Err(ReadErrorKind::NotATour { what }.into())
}
