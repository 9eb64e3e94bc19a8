//! Errors of the readers and writers.

use std::fmt;
use std::io;

use caracole_core::{
    BoardError, GraphError, LeaperError, PieceError, ProblemError, SquareError, shorten,
};
use thiserror::Error;

use crate::Format;

/// A position in a text: line and column, both counted from 1. Columns count characters.
///
/// ```
/// use caracole_formats::shape;
///
/// let error = shape::read(b"##\n#?\n").expect_err("unknown character");
/// let position = error.position().ok_or("no position")?;
/// assert_eq!((position.line, position.column), (2, 2));
/// assert_eq!(position.to_string(), "line 2, column 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: u64,
    /// The column; 0 for the whole line.
    pub column: u64,
}

impl Position {
    pub(crate) const fn new(line: u64, column: u64) -> Self {
        Self { line, column }
    }

    /// Returns the position of a whole line.
    pub(crate) const fn line(line: u64) -> Self {
        Self { line, column: 0 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { line, column: 0 } => write!(f, "line {line}"),
            Self { line, column } => write!(f, "line {line}, column {column}"),
        }
    }
}

/// An error in an input, with its position. The message is one short line.
///
/// ```
/// use caracole_formats::{ReadErrorKind, ReadHint, read_tour};
///
/// let hint = ReadHint { board: Some("3x3".parse()?), ..ReadHint::default() };
/// let error = read_tour(b"a1 c2\na3 d1\n", &hint).expect_err("the board ends with file c");
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 4: 'd1' is not on the board: files a to c, ranks 1 to 3"
/// );
/// assert!(matches!(error.kind(), ReadErrorKind::Square(_)));
/// assert!(error.position().is_some_and(|position| position.line == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ReadError {
    pub(crate) position: Option<Position>,
    pub(crate) kind: ReadErrorKind,
}

impl ReadError {
    pub(crate) fn new(position: Position, kind: impl Into<ReadErrorKind>) -> Self {
        Self { position: Some(position), kind: kind.into() }
    }

    /// Returns the error with another position.
    pub(crate) fn at(self, position: Position) -> Self {
        Self { position: Some(position), ..self }
    }

    /// Returns the position, if the error has one.
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// Returns what is wrong.
    pub const fn kind(&self) -> &ReadErrorKind {
        &self.kind
    }

    /// Returns the path of the JSON field that is wrong, if the error is in one.
    ///
    /// ```
    /// use caracole_formats::json::parse_problem;
    ///
    /// let error = parse_problem(&serde_json::json!({"board": "8x8", "from": "i9"})).unwrap_err();
    /// assert_eq!(error.field(), Some("from"));
    /// ```
    pub fn field(&self) -> Option<&str> {
        match &self.kind {
            ReadErrorKind::Field { field, .. } | ReadErrorKind::InField { field, .. } => {
                Some(field)
            }
            ReadErrorKind::Contradiction { fields, .. } => Some(&fields[0]),
            _ => None,
        }
    }

    /// Returns true if the file contains a certificate that no tour exists, instead of a tour.
    ///
    /// ```
    /// use caracole_formats::{ReadHint, json, read_tour};
    ///
    /// let text = br#"{
    ///     "schema": "caracole.certificate/2",
    ///     "problem": { "board": "3x3" },
    ///     "kind": "no-move",
    ///     "square": ["b2"]
    /// }"#;
    /// let error = read_tour(text, &ReadHint::default()).unwrap_err();
    /// assert!(error.is_proof() && json::read_certificate(text).is_ok());
    /// ```
    pub fn is_proof(&self) -> bool {
        match &self.kind {
            ReadErrorKind::ProofNotTour => true,
            ReadErrorKind::OtherOutcome { word } => word == "impossible",
            _ => false,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.position {
            Some(position) => write!(f, "{position}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ReadErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl<K: Into<ReadErrorKind>> From<K> for ReadError {
    fn from(kind: K) -> Self {
        Self { position: None, kind: kind.into() }
    }
}

/// An error while writing.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Tour;
/// use caracole_formats::{Format, WriteError, WriteOptions, write_tour};
///
/// let tour = Tour::verify(&Problem::new("1x1".parse()?), Path::from_indices(vec![0]))?;
/// let error = write_tour(&mut Vec::new(), &tour, Format::Dot, &WriteOptions::default())
///     .expect_err("dot is for graphs");
/// assert!(matches!(error, WriteError::NoTours { format: Format::Dot }));
/// assert_eq!(
///     error.to_string(),
///     "dot holds graphs, not tours: tours are written as grid, squares, json, csv, moves, \
///      coordinates, tsplib"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The progress callback stopped it.
    #[error("stopped before all was written")]
    Stopped,
    /// The format is for graphs only.
    #[error(
        "{format} holds graphs, not tours: tours are written as {}",
        Format::names(Format::writes_tours)
    )]
    NoTours {
        /// The format.
        format: Format,
    },
    /// The format needs squares with files and ranks.
    #[error("{format} needs files and ranks, and a graph has none: write squares, json or tsplib")]
    NoCoordinates {
        /// The format.
        format: Format,
    },
    /// The format is for whole tours only.
    #[error("{format} holds tours of all squares: other paths are written as grid or squares")]
    NoPaths {
        /// The format.
        format: Format,
    },
    /// The format is for tours only.
    #[error(
        "{format} holds tours, not graphs: graphs are written as {}",
        Format::names(Format::writes_graphs)
    )]
    NoGraphs {
        /// The format.
        format: Format,
    },
    /// The format is for the path of one knight.
    #[error("{format} holds one knight: several are written as grid, squares or json")]
    NoCovers {
        /// The format.
        format: Format,
    },
    /// The format places vertices on a board, and the graph has no board.
    #[error("{format} needs a board to place the vertices on: use tsplib, dimacs or graph6")]
    NoBoard {
        /// The format.
        format: Format,
    },
    /// The piece has more moves than digits.
    #[error("the {piece} has {moves} moves here, too many for one digit each: use squares")]
    TooManyMoves {
        /// The piece.
        piece: String,
        /// The number of its moves.
        moves: usize,
    },
    /// The numbering of a stored tour does not fit in memory.
    #[error("a grid of {squares} squares is too large: use squares")]
    TooManySteps {
        /// The squares.
        squares: u64,
    },
    /// The graph is too large for the format.
    #[error(
        "graph6 takes a bit for each pair of squares: {squares} squares are too many, the most is {most}; use tsplib or dimacs"
    )]
    TooLarge {
        /// The squares.
        squares: u64,
        /// The most there may be.
        most: u64,
    },
}

/// The kind of a [`ReadError`]. Quoted texts are shortened and contain no control characters.
///
/// ```
/// use caracole_formats::{ReadErrorKind, Format, ReadHint, read_tour};
///
/// let hint = ReadHint { format: Some(Format::Moves), ..ReadHint::default() };
/// let error = read_tour(b"# board 8x8\na1 5", &hint).expect_err("down and to the left");
/// assert!(matches!(error.kind(), ReadErrorKind::LeavesBoard { digit: '5', .. }));
/// assert_eq!(error.kind().to_string(), "move 5 from a1 leaves the board 8x8");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The input failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The input contains only blanks and comments.
    #[error("the input is empty: it holds no squares and no numbers")]
    Empty,
    /// The input contains NUL bytes or is not UTF-8.
    #[error("the input is not text: tours are read from UTF-8 text")]
    Binary,
    /// The input is UTF-16, as some editors save text.
    #[error("the input is UTF-16 text: save it as UTF-8")]
    Utf16,
    /// No format was recognised.
    #[error(
        "could not recognise a tour; expected squares (`a1 b3 c5 ...`), a grid of numbers, or JSON"
    )]
    Unrecognised,
    /// A result of this program that contains no tour.
    #[error("this is {what}, not a tour")]
    NotATour {
        /// The content.
        what: &'static str,
    },
    /// Another readable document where a puzzle is expected.
    #[error("this is {what}, not a puzzle: a puzzle is a grid with gaps, or JSON")]
    NotAPuzzle {
        /// The content.
        what: &'static str,
    },
    /// The paths of several knights, where a tour of one is expected.
    #[error("these are the paths of several knights, not a tour of one")]
    SeveralKnights,
    /// Several tours, where one is expected.
    #[error(
        "this contains {count} tours, and one is expected: `caracole convert FILE --tour 1` writes one of them"
    )]
    SeveralTours {
        /// The number.
        count: usize,
    },
    /// A board or a piece was given for paths of several knights, whose file states both.
    #[error("several knights have their board and piece in the file: leave them out here")]
    CoverHasBoard,
    /// A comment line that repeats or contradicts another.
    #[error("`# {key}` {} `# {first}` on line {at}: leave one of them out",
        if key == first { "repeats" } else { "contradicts" })]
    RepeatedHeader {
        /// The key of this line.
        key: &'static str,
        /// The key of the earlier line.
        first: &'static str,
        /// The earlier line.
        at: u64,
    },
    /// An item of a list of squares whose number does not follow the one before.
    #[error("the next item must be number {expected}: list the squares in order")]
    ItemNumber {
        /// The number that follows the one before.
        expected: u64,
    },
    /// The number of knights does not fit in 32 bits.
    #[error("`# knights` takes a number up to 4294967295")]
    TooManyKnights,
    /// A CSV file without a header.
    #[error(
        "the first line must be step,square or step,square,file,rank or step,square,file,rank,level"
    )]
    CsvHeader,
    /// A CSV line with too few or too many values.
    #[error("this line has {found} values, and the first line names {expected} columns")]
    CsvValues {
        /// Values in this line.
        found: usize,
        /// Columns.
        expected: usize,
    },
    /// A CSV value that contradicts another.
    #[error("{column} is {found}, and {expected}")]
    CsvValue {
        /// The column.
        column: &'static str,
        /// The value.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// Text after the end of the only tour of a file.
    #[error("'{text}' follows the end of the tour: a TOUR file contains one tour")]
    TrailingText {
        /// The text.
        text: String,
    },
    /// A format that is only written.
    #[error(
        "{format} is written, not read; tours are read from {}",
        Format::names(Format::reads_tours)
    )]
    NoTours {
        /// The format.
        format: Format,
    },
    /// A format of files and ranks for a graph.
    #[error(
        "{format} needs files and ranks, and a graph has none: write the tour as squares or json"
    )]
    NoCoordinates {
        /// The format.
        format: Format,
    },
    /// A format from which graphs are not read.
    #[error(
        "{format} holds no graph that can be read: graphs are read from {}",
        Format::names(Format::reads_graphs)
    )]
    NoGraphs {
        /// The format.
        format: Format,
    },
    /// A graph where a tour is expected.
    #[error("the input is a graph, not a tour")]
    GraphNotTour,
    /// A format that cannot be streamed.
    #[error("{format} cannot be read piece by piece: only moves and squares can")]
    NoStream {
        /// The format.
        format: Format,
    },
    /// An invalid board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// An invalid leaper.
    #[error(transparent)]
    Leaper(#[from] LeaperError),
    /// An invalid piece.
    #[error(transparent)]
    Piece(#[from] PieceError),
    /// An invalid square name, or a square that is not on the board.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// The same error in a list of squares.
    #[error("step {step}: {error}")]
    Step {
        /// The step, from 1.
        step: u64,
        /// The error.
        error: SquareError,
    },
    /// A problem that contradicts itself.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// Invalid edges.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A comment is too long.
    #[error("a comment is longer than 256 MiB: give the board another way")]
    LongComment,
    /// The squares are too far apart to infer the board.
    #[error("the squares lie too far apart to guess the board ({board}?): give the board")]
    Scattered {
        /// The smallest board that contains them all.
        board: String,
    },
    /// The file does not state the board.
    #[error("the file does not say which board it is for: give the board")]
    NoBoard,
    /// Only some of the squares have a level.
    #[error("'{text}' {}: squares of one tour all have a level, or none",
        if *has_level { "has a level" } else { "has no level" })]
    MixedLevels {
        /// The square.
        text: String,
        /// True if it has a level.
        has_level: bool,
    },
    /// A line of coordinates that cannot be read.
    #[error("'{text}' is not a step with its row and column, such as 5 (2, 3)")]
    Coordinates {
        /// The line.
        text: String,
    },
    /// Coordinates off the board.
    #[error("({text}) is not on {board}: rows and columns count from {base}")]
    CoordinatesOffBoard {
        /// The coordinates.
        text: String,
        /// The board.
        board: String,
        /// The number of the first row and column.
        base: u64,
    },
    /// A row of the board beside the coordinates that does not have their steps.
    #[error("the board beside the pairs does not agree with them: correct it or leave it out")]
    CoordinatesRow,
    /// The first number of a pair without the second.
    #[error("'{text}' is half a square: write e4, or x,y from 0,0 = a1")]
    HalfPair {
        /// The number.
        text: String,
    },
    /// An unexpected character.
    #[error("'{}' does not belong here: {expected}", shorten(&.found.to_string()))]
    Character {
        /// The character.
        found: char,
        /// The expected value.
        expected: &'static str,
    },
    /// More squares or clues than a puzzle may have.
    #[error("a puzzle has at most {most} squares, and not {squares}")]
    LargePuzzle {
        /// The number.
        squares: u64,
        /// The most there may be.
        most: u64,
    },
    /// The start square before the moves is missing.
    #[error("the start square is missing: a moves file begins with it, such as 'a1 3426'")]
    NoStart,
    /// A digit without a move.
    #[error("there is no move {digit}: the {piece} has moves 1 to {moves} here")]
    NoSuchMove {
        /// The digit.
        digit: char,
        /// The number of moves.
        moves: usize,
        /// The piece.
        piece: String,
    },
    /// A move that leaves the board.
    #[error("move {digit} from {square} leaves the board{}",
        .board.as_ref().map(|board| format!(" {board}")).unwrap_or_default())]
    LeavesBoard {
        /// The digit.
        digit: char,
        /// The square before the move.
        square: String,
        /// The board, shortened; `None` while the board is being inferred.
        board: Option<String>,
    },
    /// The piece has more moves than digits.
    #[error("the {piece} has {moves} moves here, too many for one digit each: use squares")]
    TooManyMoves {
        /// The piece.
        piece: String,
        /// The number of its moves.
        moves: usize,
    },
    /// An invalid grid.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// An invalid shape.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// An invalid `tsplib` or `graph6` file.
    #[error(transparent)]
    GraphFile(#[from] GraphFileError),
    /// Invalid JSON.
    #[error("not JSON: {text}")]
    Json {
        /// The message of the parser.
        text: String,
    },
    /// A key that occurs twice in one object.
    #[error("the field '{field}' is given twice: keep one")]
    Repeated {
        /// The key.
        field: String,
    },
    /// Two fields that cannot both be right.
    #[error("'{}' and '{}' contradict each other: {why}", fields[0], fields[1])]
    Contradiction {
        /// The fields.
        fields: [String; 2],
        /// The reason.
        why: String,
    },
    /// An object of another schema.
    #[error(
        "'{schema}' is not read here: tours are read from caracole.outcome/2 and caracole.tour/1"
    )]
    OtherSchema {
        /// The schema.
        schema: String,
    },
    /// JSON without a tour.
    #[error("the JSON holds no tour: write {{\"board\":\"8x8\",\"squares\":[\"a1\",...]}}")]
    NoTourInJson,
    /// A certificate where a tour is expected.
    #[error(
        "the file holds a proof that there is no tour: `caracole check-proof` checks it, `caracole draw` shows it"
    )]
    ProofNotTour,
    /// An outcome without a tour.
    #[error("the file holds the outcome '{word}', not a tour")]
    OtherOutcome {
        /// The outcome.
        word: String,
    },
    /// JSON without a certificate.
    #[error(
        "the input holds no certificate: it is {{\"schema\":\"caracole.certificate/2\",\"problem\":...,\"kind\":...}}, or stands in what solve --json prints"
    )]
    NoCertificate,
    /// An outcome without a certificate.
    #[error("the file holds the outcome '{word}', not a proof that there is no tour")]
    NotImpossible {
        /// The outcome.
        word: String,
    },
    /// A certificate of another problem than the outcome that contains it.
    #[error("the certificate is about another problem than the outcome: one of them was changed")]
    OtherProblem,
    /// An unknown kind of reason.
    #[error("there is no kind of proof '{word}'{}",
        .near.map(|near| format!(": did you mean {near}?")).unwrap_or_default())]
    UnknownKind {
        /// The kind.
        word: String,
        /// The nearest kind.
        near: Option<&'static str>,
    },
    /// A field of the wrong type.
    #[error("{field}: must be {expected}")]
    Field {
        /// The field.
        field: String,
        /// The expected value.
        expected: String,
    },
    /// An error in a field.
    #[error("{field}: {kind}")]
    InField {
        /// The field, such as `problem.to`.
        field: String,
        /// The error.
        kind: Box<ReadErrorKind>,
    },
    /// An unknown field.
    #[error("there is no field '{field}':{} there are {known}",
        .near.as_ref().map(|near| format!(" did you mean {near}?")).unwrap_or_default())]
    UnknownField {
        /// The field.
        field: String,
        /// The nearest field.
        near: Option<String>,
        /// All fields.
        known: String,
    },
}

/// An error in a grid.
///
/// ```
/// use caracole_formats::{GridError, ReadErrorKind, ReadHint, read_tour};
///
/// let error = read_tour(b"1 2 3\n4 5", &ReadHint::default()).expect_err("a number is missing");
/// let ragged = GridError::Ragged { found: 2, expected: 3 };
/// assert!(matches!(error.kind(), ReadErrorKind::Grid(error) if *error == ragged));
/// assert_eq!(
///     error.to_string(),
///     "line 2: this row has 2 numbers where the rows before have 3"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GridError {
    /// A word that is not a number.
    #[error(
        "'{text}' is not a number: a grid holds step numbers, '.' for holes, '_' for unvisited squares"
    )]
    NotANumber {
        /// The word.
        text: String,
    },
    /// A number too large for any grid.
    #[error("the number {text} is too large for any grid")]
    HugeNumber {
        /// The number.
        text: String,
    },
    /// A row of another length.
    #[error("this row has {found} numbers where the rows before have {expected}")]
    Ragged {
        /// Numbers in this row.
        found: usize,
        /// Numbers in the rows before.
        expected: usize,
    },
    /// A grid with only holes.
    #[error("the grid has no squares: only holes")]
    OnlyHoles,
    /// A number on two squares.
    #[error("the number {number} stands on {} and on {}{}", squares[0], squares[1], and_missing(*.missing))]
    Repeated {
        /// The number as written.
        number: u64,
        /// The two squares.
        squares: [String; 2],
        /// A missing number.
        missing: Option<u64>,
    },
    /// A number beyond the last step.
    #[error("the number {number} on {square} is too large for {squares} squares{}", and_missing(*.missing))]
    TooLarge {
        /// The number as written.
        number: u64,
        /// Its square.
        square: String,
        /// The number of squares.
        squares: u64,
        /// A missing number.
        missing: Option<u64>,
    },
    /// A number is missing although larger ones occur.
    #[error(
        "the grid has {number} on {square} but no {missing}: a tour is numbered without gaps; \
        `caracole puzzle solve` fills in a puzzle"
    )]
    Gap {
        /// The smallest missing number, as it would be written.
        missing: u64,
        /// A larger number.
        number: u64,
        /// Its square.
        square: String,
    },
    /// A grid with only unvisited squares.
    #[error("the grid has no step numbers: every square is unvisited")]
    NoNumbers,
    /// Two marks for unvisited squares that contradict each other.
    #[error("0 is on {} and on {}, and -1 on other squares: mark unvisited squares with -1 if \
        steps count from 0, with 0 if they count from 1", squares[0], squares[1])]
    ZeroAndMinusOne {
        /// The first two squares with 0.
        squares: [String; 2],
    },
    /// A step with the letter of a knight where one knight is expected.
    #[error("the step on {square} has the letter of a knight: this is a grid of several knights")]
    SeveralKnights {
        /// The first such square.
        square: String,
    },
    /// A number without a letter in a grid of several knights.
    #[error("{number} on {square} has no letter: in a grid of several knights write {number}A")]
    NoKnight {
        /// The number.
        number: u32,
        /// Its square.
        square: String,
    },
    /// The steps of a knight have a gap or a repetition.
    #[error("step {step} of knight {knight} occurs {count} times: each step occurs once")]
    KnightSteps {
        /// The step as written.
        step: u64,
        /// The letters of the knight.
        knight: String,
        /// The number of times it occurs.
        count: u64,
    },
    /// The grid does not have the size of the board.
    #[error("the grid is {grid}, but the board is {board}")]
    OtherSize {
        /// The sides of the grid.
        grid: String,
        /// The sides of the board.
        board: String,
    },
}

fn and_missing(missing: Option<u64>) -> String {
    missing.map(|number| format!(", and {number} is missing")).unwrap_or_default()
}

/// An error in a `tsplib` or `graph6` file.
///
/// ```
/// use caracole_formats::{ReadErrorKind, Format, GraphFileError, read_graph};
///
/// let text = b"TYPE : HCP\nDIMENSION : 0\n";
/// let error = read_graph(text, Some(Format::Tsplib)).expect_err("a graph has vertices");
/// assert!(matches!(
///     error.kind(),
///     ReadErrorKind::GraphFile(GraphFileError::Keyword { keyword: "DIMENSION", .. })
/// ));
/// assert_eq!(
///     error.to_string(),
///     "line 2: DIMENSION '0' cannot be read: it is a number from 1"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphFileError {
    /// A missing TSPLIB keyword.
    #[error("the TSPLIB file has no {keyword}")]
    NoKeyword {
        /// The keyword.
        keyword: &'static str,
    },
    /// An unknown TSPLIB value.
    #[error("{keyword} '{text}' cannot be read: {expected}")]
    Keyword {
        /// The keyword.
        keyword: &'static str,
        /// Its value.
        text: String,
        /// The expected value.
        expected: &'static str,
    },
    /// An invalid vertex.
    #[error("'{text}' is not a vertex: they run from 1 to {last}")]
    NoSuchVertex {
        /// The word.
        text: String,
        /// The last vertex.
        last: u64,
    },
    /// The stated number of vertices contradicts the content.
    #[error("the file says {said} vertices, but {found}")]
    OtherCount {
        /// The stated number.
        said: u64,
        /// The actual content.
        found: String,
    },
    /// A graph6 line that is too short or too long.
    #[error(
        "a graph6 line of {vertices} vertices has {expected} characters after its size, not {found}"
    )]
    Graph6Length {
        /// The vertices.
        vertices: u64,
        /// The expected number of characters.
        expected: u64,
        /// The actual number.
        found: u64,
    },
    /// More edges than a graph can contain.
    #[error("the graph has more than 2^31 edges")]
    TooManyEdges,
    /// A fixed edge that the graph does not have.
    #[error("the fixed edge {text} is not an edge of the graph")]
    FixedNotAnEdge {
        /// The edge.
        text: String,
    },
    /// A number of edges that does not agree with the file.
    #[error("the file says {said} edges, but {found}")]
    OtherEdgeCount {
        /// The number.
        said: u64,
        /// What the file has.
        found: String,
    },
    /// A line of an edge list.
    #[error("'{text}' is not an edge: write the names of two vertices")]
    NotAnEdge {
        /// The line.
        text: String,
    },
    /// A line of a DIMACS file.
    #[error("'{text}' is not a DIMACS line: they begin with c, p edge, or e")]
    NotDimacs {
        /// The line.
        text: String,
    },
    /// An edge of a vertex that is not declared.
    #[error("there is no vertex '{text}' in the list of vertices")]
    Undeclared {
        /// The name.
        text: String,
    },
    /// An XML tag that does not end.
    #[error("the text ends before '{mark}'")]
    Unclosed {
        /// The end of the tag.
        mark: &'static str,
    },
    /// An attribute of an XML tag.
    #[error("'{text}' is not followed by a value in quotes")]
    Attribute {
        /// The attribute.
        text: String,
    },
    /// A missing attribute.
    #[error("<{tag}> has no attribute {attribute}")]
    NoAttribute {
        /// The element.
        tag: String,
        /// The attribute.
        attribute: &'static str,
    },
    /// A missing element.
    #[error("the file has no {keyword}")]
    NoElement {
        /// The element.
        keyword: &'static str,
    },
    /// A graph that is directed or has hyperedges.
    #[error("the file has {text}: one undirected graph is read")]
    NotSimple {
        /// What it has.
        text: &'static str,
    },
}

/// An error in a shape, as text or as a PNG picture.
///
/// ```
/// use caracole_formats::{ReadErrorKind, ShapeError, shape};
///
/// let error = shape::read(b"S#\n#S\n").expect_err("two starts");
/// assert!(matches!(error.kind(), ReadErrorKind::Shape(ShapeError::Second(_))));
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 2: the shape has a second start S: one is enough"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// An unknown character.
    #[error("'{}' is not allowed in a shape: '#' is a square, '.' a hole, S the start, E the end",
        shorten(&.found.to_string()))]
    Character {
        /// The character.
        found: char,
    },
    /// A second start or end.
    #[error("the shape has a second {0}: one is enough")]
    Second(&'static str),
    /// `1` beside other marks of squares, without being the only one among zeros.
    #[error(
        "'1' is the start if it is the only one among '0'; else write '#' for squares, \
        '.' for holes and 'S' for the start"
    )]
    One,
    /// Nearly all squares are holes.
    #[error("the picture is {files} wide and {ranks} high, and nearly all holes: cut it smaller")]
    NearlyEmpty {
        /// Its width.
        files: u64,
        /// Its height.
        ranks: u64,
    },
    /// A damaged PNG picture.
    #[error("the PNG picture cannot be read: {text}")]
    Picture {
        /// The error.
        text: String,
    },
    /// A PNG picture with too many pixels.
    #[error("the PNG picture has {width}x{height} pixels, more than {most}: make it smaller")]
    LargePicture {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// The most pixels there may be.
        most: u64,
    },
    /// A PNG picture without a square.
    #[error("the PNG picture has no dark pixel: dark opaque pixels are squares")]
    NoDarkPixel,
}
