//! Everything that can be wrong with an input.

mod graph;
mod grid;
mod shape;

use std::io;

use caracole_core::{BoardError, GraphError, LeaperError, ProblemError, SquareError, shorten};
use thiserror::Error;

use crate::Format;
pub use graph::GraphFault;
pub use grid::GridFault;
pub use shape::ShapeFault;

/// What can be wrong with an input. Texts in it are cut short and hold no control characters.
///
/// ```
/// use caracole_formats::{Fault, Format, ReadHint, read_tour};
///
/// let hint = ReadHint { format: Some(Format::Moves), ..ReadHint::default() };
/// let error = read_tour(b"# board 8x8\na1 5", &hint).expect_err("down and to the left");
/// assert!(matches!(error.fault(), Fault::LeavesBoard { digit: '5', .. }));
/// assert_eq!(error.fault().to_string(), "move 5 from a1 leaves the board 8x8");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The source failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Nothing but blanks and comments.
    #[error("the input is empty: it holds no squares and no numbers")]
    Empty,
    /// NUL bytes, or not UTF-8.
    #[error("the input is not text: tours are read from UTF-8 text")]
    Binary,
    /// UTF-16, as some editors save it.
    #[error("the input is UTF-16 text: save it as UTF-8")]
    Utf16,
    /// No format fits.
    #[error(
        "could not recognise a tour; expected squares (`a1 b3 c5 ...`), a grid of numbers, or JSON"
    )]
    Unrecognised,
    /// An answer of this program that contains no tour.
    #[error("this is {what}, not a tour")]
    NotATour {
        /// What it is.
        what: &'static str,
    },
    /// Something that can be read, where a puzzle is expected.
    #[error("this is {what}, not a puzzle: a puzzle is a grid with gaps, or JSON")]
    NotAPuzzle {
        /// What it is.
        what: &'static str,
    },
    /// The paths of several knights, where a tour of one is expected.
    #[error("these are the paths of several knights, not a tour of one")]
    SeveralKnights,
    /// A board or a piece given for the paths of several knights, whose file names both.
    #[error("several knights have their board and piece in the file: leave them out here")]
    CoverHasBoard,
    /// A comment line that repeats or contradicts another.
    #[error("`# {key}` {} `# {first}` on line {at}: leave one of them out",
        if key == first { "repeats" } else { "contradicts" })]
    SecondHeadLine {
        /// The key of this line.
        key: &'static str,
        /// The key of the earlier line.
        first: &'static str,
        /// The earlier line.
        at: u64,
    },
    /// More knights than any board has squares to read.
    #[error("`# knights` takes a number up to 4294967295")]
    TooManyKnights,
    /// A CSV file without its columns.
    #[error(
        "the first line must be step,square or step,square,file,rank or step,square,file,rank,level"
    )]
    CsvHead,
    /// A line of a CSV file with too few or too many values.
    #[error("this line has {found} values, and the first line names {expected} columns")]
    CsvValues {
        /// Values in this line.
        found: usize,
        /// Columns.
        expected: usize,
    },
    /// A value of a CSV file that contradicts another.
    #[error("{column} is {found}, and {expected}")]
    CsvValue {
        /// The column.
        column: &'static str,
        /// The value.
        found: String,
        /// What it must be.
        expected: String,
    },
    /// Something behind the end of the only tour of a file.
    #[error("'{text}' follows the end of the tour: a TOUR file contains one tour")]
    BehindTour {
        /// What follows.
        text: String,
    },
    /// A format that is written only.
    #[error(
        "{format} is written, not read; tours are read from {}",
        Format::names(Format::reads_tours)
    )]
    NoTours {
        /// The format.
        format: Format,
    },
    /// A format that graphs are not read from.
    #[error(
        "{format} holds no graph that can be read: graphs are read from {}",
        Format::names(Format::reads_graphs)
    )]
    NoGraphs {
        /// The format.
        format: Format,
    },
    /// A graph where a tour was expected.
    #[error("the input is a graph, not a tour")]
    GraphNotTour,
    /// A format that cannot be read piece by piece.
    #[error("{format} cannot be read piece by piece: only moves and squares can")]
    NoStream {
        /// The format.
        format: Format,
    },
    /// A line that describes the board says nothing of use.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A leaper that is none.
    #[error(transparent)]
    Leaper(#[from] LeaperError),
    /// A name that is no square of the board.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// A name or number in a list that is no square of the board.
    #[error("step {step}: {error}")]
    Step {
        /// Where in the list, from 1.
        step: u64,
        /// What is wrong.
        error: SquareError,
    },
    /// A problem that contradicts itself.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// Edges that make no graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The comment that gives the board has no end.
    #[error("a comment is longer than 256 MiB: give the board another way")]
    LongComment,
    /// Squares so far apart that no board can be guessed.
    #[error("the squares lie too far apart to guess the board ({board}?): give the board")]
    Scattered {
        /// The smallest board that holds them all.
        board: String,
    },
    /// The board is not in the file.
    #[error("the file does not say which board it is for: give the board")]
    NoBoard,
    /// Levels on some squares only.
    #[error("'{text}' {}: squares of one tour all have a level, or none",
        if *has_level { "has a level" } else { "has no level" })]
    MixedLevels {
        /// The square.
        text: String,
        /// Whether it has a level.
        has_level: bool,
    },
    /// A number without its partner.
    #[error("'{text}' is half a square: write e4, or x,y from 0,0 = a1")]
    HalfPair {
        /// The number.
        text: String,
    },
    /// A character that has no business there.
    #[error("'{}' does not belong here: {expected}", shorten(&.found.to_string()))]
    Character {
        /// The character.
        found: char,
        /// What could stand there.
        expected: &'static str,
    },
    /// More squares or clues than a puzzle has.
    #[error("a puzzle has at most {most} squares, and not {squares}")]
    LargePuzzle {
        /// How many there are.
        squares: u64,
        /// The most there may be.
        most: u64,
    },
    /// No start square before the moves.
    #[error("the start square is missing: a moves file begins with it, such as 'a1 3426'")]
    NoStart,
    /// A digit that is no move.
    #[error("there is no move {digit}: the {piece} has moves 1 to {moves} here")]
    NoSuchMove {
        /// The digit.
        digit: char,
        /// How many moves there are.
        moves: usize,
        /// The piece.
        piece: String,
    },
    /// A move beyond the edge.
    #[error("move {digit} from {square} leaves the board{}",
        .board.as_ref().map(|board| format!(" {board}")).unwrap_or_default())]
    LeavesBoard {
        /// The digit.
        digit: char,
        /// Where it starts.
        square: String,
        /// The board, cut short; `None` where it was still to be guessed.
        board: Option<String>,
    },
    /// More moves than digits.
    #[error("the {piece} has {moves} moves here, too many for one digit each: use squares")]
    TooManyMoves {
        /// The piece.
        piece: String,
        /// How many moves it has.
        moves: usize,
    },
    /// A grid that numbers no tour.
    #[error(transparent)]
    Grid(#[from] GridFault),
    /// A picture that is no shape.
    #[error(transparent)]
    Shape(#[from] ShapeFault),
    /// A file of a graph, or of a tour by its vertices, that says too little or too much.
    #[error(transparent)]
    GraphFile(#[from] GraphFault),
    /// Not JSON.
    #[error("not JSON: {text}")]
    Json {
        /// What the parser says.
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
        /// How they contradict each other.
        why: String,
    },
    /// An object of a schema that is not read.
    #[error(
        "schema: '{schema}' is not read here: tours are read from caracole.outcome/1 and caracole.tour/1"
    )]
    OtherSchema {
        /// The schema.
        schema: String,
    },
    /// JSON that holds no tour.
    #[error("the JSON holds no tour: write {{\"board\":\"8x8\",\"squares\":[\"a1\",...]}}")]
    NoTourInJson,
    /// A certificate where a tour should be.
    #[error(
        "the file holds a proof that there is no tour: `caracole check-proof` checks it, `caracole draw` shows it"
    )]
    ProofNotTour,
    /// An answer other than a tour.
    #[error("the file holds the outcome '{word}', not a tour")]
    OtherOutcome {
        /// The outcome.
        word: String,
    },
    /// JSON that holds no certificate.
    #[error(
        "the input holds no certificate: it is {{\"schema\":\"caracole.certificate/1\",\"problem\":...,\"kind\":...}}, or stands in what solve --json prints"
    )]
    NoCertificate,
    /// An answer other than that there is no tour.
    #[error("the file holds the outcome '{word}', not a proof that there is no tour")]
    NotImpossible {
        /// The outcome.
        word: String,
    },
    /// A certificate of another problem than the one it stands with.
    #[error("the certificate is about another problem than the outcome: one of them was changed")]
    OtherProblem,
    /// A kind of reason that nobody knows.
    #[error("there is no kind of proof '{word}'{}",
        .near.map(|near| format!(": did you mean {near}?")).unwrap_or_default())]
    UnknownKind {
        /// The kind.
        word: String,
        /// The nearest kind.
        near: Option<&'static str>,
    },
    /// An item of a proof by cases.
    #[error("item {item} of 'cases': {fault}")]
    Item {
        /// Which one, from 1.
        item: u64,
        /// What is wrong with it.
        fault: Box<Fault>,
    },
    /// A field of another type.
    #[error("{field}: must be {expected}")]
    Field {
        /// The field.
        field: String,
        /// What it should be.
        expected: &'static str,
    },
    /// Something is wrong in a field.
    #[error("{field}: {fault}")]
    In {
        /// The field.
        field: &'static str,
        /// What is wrong.
        fault: Box<Fault>,
    },
    /// A field that nobody knows.
    #[error("there is no field '{field}':{} there are {known}",
        .near.map(|near| format!(" did you mean {near}?")).unwrap_or_default())]
    UnknownField {
        /// The field.
        field: String,
        /// The nearest field.
        near: Option<&'static str>,
        /// All fields.
        known: String,
    },
}
