//! Everything that can be wrong with an input.

use std::io;

use caracole_core::{BoardError, GraphError, LeaperError, ProblemError, SquareError, shorten};
use thiserror::Error;

use crate::Format;

/// What can be wrong with an input. Texts in it are cut short and hold no control characters.
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
        "the input is in no format that is known here: tours are read from {}",
        Format::names(Format::reads_tours)
    )]
    Unrecognised,
    /// A format that is written only.
    #[error(
        "{format} is written, not read: tours are read from {}",
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
    /// Something between the numbers of a grid.
    #[error("'{text}' is not a number: a grid holds step numbers, '.' for holes, '_' for unknowns")]
    NotANumber {
        /// What was written.
        text: String,
    },
    /// A number that no grid is large enough for.
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
    /// A grid of holes.
    #[error("the grid has no squares: only holes")]
    OnlyHoles,
    /// A number on two squares.
    #[error("the number {number} stands on {} and on {}{}", squares[0], squares[1], missing(*.lost))]
    Repeated {
        /// The number as written.
        number: u64,
        /// The two squares.
        squares: [String; 2],
        /// A number that does not come.
        lost: Option<u64>,
    },
    /// A number beyond the last step.
    #[error("the number {number} on {square} is too large for {squares} squares{}", missing(*.lost))]
    TooLarge {
        /// The number as written.
        number: u64,
        /// Where it stands.
        square: String,
        /// How many squares there are.
        squares: u64,
        /// A number that does not come.
        lost: Option<u64>,
    },
    /// A grid with gaps.
    #[error("{} no number: a tour numbers every square", gaps(.square, *.count))]
    Unknown {
        /// The first square without a number.
        square: String,
        /// How many there are.
        count: u64,
    },
    /// A grid that is not the size of the board.
    #[error("the grid is {grid}, but the board is {board}")]
    OtherSize {
        /// The sides of the grid.
        grid: String,
        /// The sides of the board.
        board: String,
    },
    /// Not JSON.
    #[error("not JSON: {text}")]
    Json {
        /// What the parser says.
        text: String,
    },
    /// JSON that holds no tour.
    #[error("the JSON holds no tour: write {{\"board\":\"8x8\",\"squares\":[\"a1\",...]}}")]
    NoTourInJson,
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
    /// A keyword of TSPLIB that is missing.
    #[error("the TSPLIB file has no {keyword}")]
    NoKeyword {
        /// The keyword.
        keyword: &'static str,
    },
    /// A value of TSPLIB that is not known here.
    #[error("{keyword} '{text}' cannot be read: {expected}")]
    Keyword {
        /// The keyword.
        keyword: &'static str,
        /// Its value.
        text: String,
        /// What could stand there.
        expected: &'static str,
    },
    /// A vertex that does not exist.
    #[error("'{text}' is not a vertex: they run from 1 to {last}")]
    NoSuchVertex {
        /// What was written.
        text: String,
        /// The last vertex.
        last: u64,
    },
    /// Sizes that do not fit.
    #[error("the file says {said} vertices, but {found}")]
    OtherCount {
        /// What the file says.
        said: u64,
        /// What is there.
        found: String,
    },
    /// A file that ends too early, or goes on too long.
    #[error(
        "a graph6 line of {vertices} vertices has {expected} characters after its size, not {found}"
    )]
    Graph6Length {
        /// The vertices.
        vertices: u64,
        /// How many characters there should be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// More edges than a graph can hold.
    #[error("the graph has more than 2^31 edges")]
    TooManyEdges,
    /// A character that a picture of a shape cannot hold.
    #[error("'{}' is not allowed in a shape: '#' is a square, '.' a hole, S the start, E the end",
        shorten(&.found.to_string()))]
    ShapeCharacter {
        /// The character.
        found: char,
    },
    /// A second start or end.
    #[error("the shape has a second {0}: one is enough")]
    Second(&'static str),
    /// Nearly nothing but holes.
    #[error("the picture is {files} wide and {ranks} high, and nearly all holes: cut it smaller")]
    NearlyEmpty {
        /// Its width.
        files: u64,
        /// Its height.
        ranks: u64,
    },
    /// A PNG picture that is damaged.
    #[error("the PNG picture cannot be read: {text}")]
    Picture {
        /// What is wrong with it.
        text: String,
    },
    /// A PNG picture that is too large.
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

fn gaps(square: &str, count: u64) -> String {
    match count {
        1 => format!("{square} has"),
        _ => format!("{count} squares, {square} among them, have"),
    }
}

fn missing(lost: Option<u64>) -> String {
    lost.map(|number| format!(", and {number} is missing")).unwrap_or_default()
}
