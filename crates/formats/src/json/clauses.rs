//! Proofs by clauses: as a list in a certificate, and as lines of a file, which are written and read in bounded memory.
//!
//! The first line of such a file is the certificate without the list: instead it has the number of clauses and the
//! number of lines. Each further line is one entry of the list.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use caracole_core::{
    Board, Certificate, ClauseLine, ClauseLines, Clauses, CutVertex, Literal, Problem, Reason,
    StoredClauses,
};
use caracole_verify::ProgressFn;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::certificate::{SCHEMA, certificate, read_certificate};
use super::fields::{self, Expected, Number, Object, SquareField, TextOr};
use super::parse::{FieldError, from_text, invalid};
use super::problem::ProblemFields;
use super::{names, number, object, problem, with_fields};
use crate::WriteError;
use crate::error::{Position, ReadError, ReadErrorKind};

/// A line of a proof by clauses: `"a1-b3 !c1"`, `"!"`, or an object.
pub(super) type ClauseField = TextOr<NamedClause>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedClause {
    cut: Option<Vec<SquareField>>,
    except: Option<String>,
    delete: Option<Vec<Number>>,
}

impl Expected for NamedClause {
    const EXPECTED: &'static str = "\"a1-b3 !c1\", \"!\", or an object with cut or delete";
}

/// Returns a proof by clauses as a list: `"a1-b3 !c1"` is a learned clause, `"!"` the empty one, and objects are cuts
/// and deletions.
pub(super) fn clause_list(board: &Board, lines: &[ClauseLine]) -> Value {
    lines.iter().map(|line| clause_value(board, line)).collect()
}

fn clause_value(board: &Board, line: &ClauseLine) -> Value {
    match line {
        ClauseLine::Learned(literals) => learned_text(board, literals).into(),
        ClauseLine::Cut { part, except } => {
            let part = names(board, part.iter().copied());
            match except {
                CutVertex::None => json!({ "cut": part }),
                CutVertex::Square(square) => json!({ "cut": part, "except": board.name(*square) }),
                CutVertex::Ends => json!({ "cut": part, "except": "ends" }),
            }
        }
        ClauseLine::Deleted(lines) => {
            json!({ "delete": lines.iter().map(|&line| number(line)).collect::<Vec<_>>() })
        }
    }
}

fn learned_text(board: &Board, literals: &[Literal]) -> String {
    if literals.is_empty() {
        return "!".to_owned();
    }
    let mut text = String::new();
    for literal in literals {
        if !text.is_empty() {
            text.push(' ');
        }
        let (Literal::Move { holds, .. } | Literal::End { holds, .. }) = literal;
        if !holds {
            text.push('!');
        }
        match *literal {
            Literal::Move { squares: [a, b], .. } => {
                text.push_str(&board.name(a));
                text.push('-');
                text.push_str(&board.name(b));
            }
            Literal::End { square, .. } => text.push_str(&board.name(square)),
        }
    }
    text
}

/// Reads the list of a certificate.
pub(super) fn read_clause_list(
    board: &Board,
    lines: &[ClauseField],
) -> Result<Clauses, FieldError> {
    let line = |(at, field): (usize, &ClauseField)| {
        clause_line(board, field).map_err(|error| error.inside(&format!("clauses[{at}]")))
    };
    Ok(Clauses::new(lines.iter().enumerate().map(line).collect::<Result<_, _>>()?))
}

fn clause_line(board: &Board, field: &ClauseField) -> Result<ClauseLine, FieldError> {
    Ok(match field {
        TextOr::Text(text) => read_learned(board, text)?,
        TextOr::Object(NamedClause { cut: Some(part), except, delete: None }) => {
            let part = fields::squares(board, part).map_err(|error| error.inside("cut"))?;
            let except = match except.as_deref() {
                None => CutVertex::None,
                Some("ends") => CutVertex::Ends,
                Some(name) => {
                    let square = board.parse_square(name);
                    let square =
                        square.map_err(|error| FieldError::from(error).inside("except"))?;
                    CutVertex::Square(square)
                }
            };
            ClauseLine::Cut { part, except }
        }
        TextOr::Object(NamedClause { cut: None, except: None, delete: Some(lines) }) => {
            ClauseLine::Deleted(lines.iter().map(|&Number(line)| line).collect())
        }
        TextOr::Object(_) => return Err(invalid("", NamedClause::EXPECTED)),
    })
}

fn read_learned(board: &Board, text: &str) -> Result<ClauseLine, FieldError> {
    if text == "!" {
        return Ok(ClauseLine::Learned(Vec::new()));
    }
    let literals = text.split_whitespace().map(|literal| parse_literal(board, literal));
    let literals: Vec<Literal> = literals.collect::<Result<_, _>>()?;
    if literals.is_empty() {
        return Err(invalid("", NamedClause::EXPECTED));
    }
    Ok(ClauseLine::Learned(literals))
}

fn parse_literal(board: &Board, text: &str) -> Result<Literal, FieldError> {
    let (holds, name) = match text.strip_prefix('!') {
        Some(name) => (false, name),
        None => (true, text),
    };
    Ok(match name.split_once('-') {
        Some((a, b)) => {
            Literal::Move { squares: [board.parse_square(a)?, board.parse_square(b)?], holds }
        }
        None => Literal::End { square: board.parse_square(name)?, holds },
    })
}

/// Reads a line of a file.
fn parse_line(board: &Board, text: &str) -> Result<ClauseLine, ReadError> {
    let text = text.trim();
    // Nearly all lines are plain texts, which need no JSON reader.
    let plain = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    if let Some(plain) = plain.filter(|plain| !plain.contains(['"', '\\'])) {
        return Ok(read_learned(board, plain)?);
    }
    let field = from_text::<ClauseField>(text)?;
    clause_line(board, &field).map_err(|error| error.in_text(text))
}

/// Writes a certificate as [`read_certificate`](super::read_certificate) and [`open_certificate`] read it: on one line,
/// or, for a proof by clauses, with each clause on a line of its own, in bounded memory. `progress` receives the number
/// of written lines, and can stop the writer.
///
/// ```
/// use caracole_core::{Certificate, ClauseLine, Clauses, Problem, Reason};
/// use caracole_formats::json::{read_certificate, write_certificate};
/// use caracole_verify::no_progress;
///
/// let clauses = Clauses::new(vec![ClauseLine::Learned(Vec::new())]);
/// let problem = Problem::new("4x4".parse()?).closed();
/// let claim = Certificate::new(problem, Reason::Clauses { clauses });
/// let mut file = Vec::new();
/// write_certificate(&mut file, &claim, &no_progress)?;
/// assert!(file.ends_with(b"\"kind\":\"clauses\",\"clauses\":1,\"lines\":1}\n\"!\"\n"));
/// assert_eq!(read_certificate(&file)?, claim);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_certificate(
    out: &mut dyn Write,
    claim: &Certificate,
    progress: ProgressFn<'_>,
) -> Result<(), WriteError> {
    const LINES_PER_CALL: u64 = 1024;
    let Reason::Clauses { clauses } = claim.reason() else {
        return Ok(writeln!(out, "{}", certificate(claim))?);
    };
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let header = with_fields(
        object(SCHEMA),
        [
            ("problem", problem(claim.problem())),
            ("kind", "clauses".into()),
            ("clauses", number(clauses.learned())),
            ("lines", number(clauses.line_count())),
        ],
    );
    writeln!(out, "{}", Value::from(header))?;
    let board = claim.problem().board();
    for (at, line) in (0..).zip(clauses.lines()?) {
        if at % LINES_PER_CALL == 0 && progress(at).is_break() {
            return Err(WriteError::Stopped);
        }
        match line? {
            ClauseLine::Learned(literals) => {
                writeln!(out, "\"{}\"", learned_text(board, &literals))?;
            }
            line => writeln!(out, "{}", clause_value(board, &line))?,
        }
    }
    out.flush()?;
    Ok(())
}

/// The fields of the first line of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the type of the version is checked")]
struct HeaderFields {
    schema: Option<String>,
    version: Option<String>,
    problem: Option<Object<ProblemFields>>,
    kind: Option<String>,
    clauses: Option<Number>,
    lines: Option<Number>,
}

/// The first line of a file.
#[derive(Clone, Debug)]
pub(super) struct Header {
    problem: Problem,
    learned: u64,
    lines: u64,
}

/// Reads the first line of a file; `None` if it is another document, or a part of one.
pub(super) fn read_header(line: &str) -> Result<Option<Header>, ReadError> {
    /// The field that other documents do not have.
    #[derive(Deserialize)]
    struct Lines {
        lines: Option<IgnoredAny>,
    }
    if !line.contains("\"lines\"") {
        return Ok(None);
    }
    match serde_json::from_str::<Lines>(line) {
        Ok(Lines { lines: Some(_) }) => {}
        _ => return Ok(None),
    }
    let Object(fields) = from_text::<Object<HeaderFields>>(line)?;
    fields.header().map(Some).map_err(|error| error.in_text(line))
}

impl HeaderFields {
    fn header(&self) -> Result<Header, FieldError> {
        if self.schema.as_deref() != Some(SCHEMA) {
            return Err(invalid("schema", &format!("\"{SCHEMA}\"")));
        }
        let Object(problem) = self.problem.as_ref().ok_or_else(|| invalid("problem", "given"))?;
        let problem = problem.problem(None, None).map_err(|error| error.inside("problem"))?;
        if self.kind.as_deref() != Some("clauses") {
            return Err(invalid("kind", "\"clauses\" in a file with lines"));
        }
        let number = |name: &str, number: Option<Number>| {
            number.map(|Number(number)| number).ok_or_else(|| invalid(name, "a number"))
        };
        let learned = number("clauses", self.clauses)?;
        Ok(Header { problem, learned, lines: number("lines", self.lines)? })
    }
}

impl Header {
    /// Returns the certificate with the lines of a text, which follow the first one.
    pub(super) fn certificate_of(self, rest: &[u8]) -> Result<Certificate, ReadError> {
        let lines: Result<Vec<ClauseLine>, ReadError> = self.lines_of(rest).collect();
        let reason = Reason::Clauses { clauses: Clauses::new(lines?) };
        Ok(Certificate::new(self.problem, reason))
    }

    const fn lines_of<R: BufRead>(&self, input: R) -> FileLines<'_, R> {
        FileLines { header: self, input, text: Vec::new(), read: 0, learned: 0, is_over: false }
    }
}

/// The lines of a file after the first one.
struct FileLines<'a, R> {
    header: &'a Header,
    input: R,
    text: Vec<u8>,
    /// How many lines were read, and how many of them are clauses.
    read: u64,
    learned: u64,
    is_over: bool,
}

impl<R: BufRead> FileLines<'_, R> {
    /// Reads the next line; `None` after the last one.
    fn read_line(&mut self) -> Result<Option<ClauseLine>, ReadError> {
        /// A line names each square of the board a few times at most.
        const MAX_BYTES: u64 = 1 << 28;
        self.text.clear();
        self.input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut self.text)?;
        let text = self.text.trim_ascii_end();
        if text.is_empty() {
            return self.end();
        }
        self.read += 1;
        // The first line of the file is the certificate.
        let number = self.read + 1;
        let located = |error: ReadError| {
            let column = error.position().map_or(0, |position| position.column);
            error.at(Position::new(number, column))
        };
        let text = std::str::from_utf8(text);
        let text = text.map_err(|_| located(ReadErrorKind::Binary.into()))?;
        let line = parse_line(self.header.problem.board(), text).map_err(located)?;
        if !matches!(line, ClauseLine::Deleted(_)) {
            self.learned += 1;
        }
        Ok(Some(line))
    }

    /// Compares what was read with the first line.
    fn end(&self) -> Result<Option<ClauseLine>, ReadError> {
        let Header { lines, learned, .. } = *self.header;
        let counts = [("lines", lines, self.read), ("clauses", learned, self.learned)];
        match counts.into_iter().find(|(_, stated, found)| stated != found) {
            None => Ok(None),
            Some((field, _, found)) => {
                let expected = format!("{found}, the number of {field} that follow");
                Err(ReadError::from(invalid(field, &expected)).at(Position::line(1)))
            }
        }
    }
}

impl<R: BufRead> Iterator for FileLines<'_, R> {
    type Item = Result<ClauseLine, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let line = self.read_line().transpose();
        self.is_over = !matches!(line, Some(Ok(_)));
        line
    }
}

/// A file whose first line was read.
struct ClauseFile {
    header: Header,
    path: PathBuf,
}

impl fmt::Debug for ClauseFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ClauseFile").field(&self.path).finish()
    }
}

impl StoredClauses for ClauseFile {
    fn line_count(&self) -> u64 {
        self.header.lines
    }

    fn learned(&self) -> u64 {
        self.header.learned
    }

    fn lines(&self) -> io::Result<ClauseLines<'_>> {
        let mut input = open(&self.path)?;
        input.skip_until(b'\n')?;
        let lines = self.header.lines_of(input);
        Ok(Box::new(lines.map(|line| line.map_err(io::Error::other))))
    }
}

fn open(path: &Path) -> io::Result<BufReader<File>> {
    Ok(BufReader::with_capacity(1 << 16, File::open(path)?))
}

/// Reads a certificate from a file, as [`read_certificate`](super::read_certificate) does. The lines of a proof that
/// [`write_certificate`] wrote are read from the file each time when they are needed, so the file must stay as it is;
/// an error in them is found only then.
///
/// ```
/// use caracole_core::{Certificate, ClauseLine, Clauses, Problem, Reason};
/// use caracole_formats::json::{open_certificate, write_certificate};
/// use caracole_verify::{Checked, Evidence, no_progress};
///
/// let clauses = Clauses::new(vec![ClauseLine::Learned(Vec::new())]);
/// let problem = Problem::new("4x4".parse()?).closed();
/// let claim = Certificate::new(problem, Reason::Clauses { clauses });
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("no.json");
/// write_certificate(&mut std::fs::File::create(&path)?, &claim, &no_progress)?;
/// let evidence = Evidence::check(open_certificate(&path)?, &no_progress)?;
/// assert_eq!(evidence.checked(), Checked::ProvedByClauses { clauses: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open_certificate(path: &Path) -> Result<Certificate, ReadError> {
    let mut input = open(path)?;
    let mut first = Vec::new();
    input.read_until(b'\n', &mut first)?;
    if let Ok(line) = std::str::from_utf8(&first)
        && let Some(header) = read_header(line.trim_end())?
    {
        let problem = header.problem.clone();
        let file = ClauseFile { header, path: path.to_owned() };
        let reason = Reason::Clauses { clauses: Clauses::stored(Arc::new(file)) };
        return Ok(Certificate::new(problem, reason));
    }
    input.read_to_end(&mut first)?;
    read_certificate(&first)
}
