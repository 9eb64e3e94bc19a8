//! The formats: their names, and how the format of an input is detected.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use caracole_core::{Coord, UnknownName};

use crate::read::text;
use crate::squares::is_separator;
use crate::{coordinates, graph6};

/// A format of tours or graphs.
///
/// ```
/// use std::path::Path;
///
/// use caracole_formats::Format;
///
/// assert_eq!("grid".parse(), Ok(Format::Grid));
/// assert_eq!(Format::from_extension(Path::new("tour.csv")), Some(Format::Csv));
/// let error = "gird".parse::<Format>().expect_err("no such format");
/// assert!(error.to_string().contains("did you mean grid?"));
/// ```
///
/// The abilities of the formats:
///
/// ```
/// use caracole_formats::Format;
///
/// let both_ways = |format: &Format| format.reads_tours() && format.writes_tours();
/// let names: Vec<_> = Format::ALL.into_iter().filter(both_ways).map(Format::name).collect();
/// assert_eq!(names, ["grid", "squares", "json", "csv", "moves", "coordinates", "tsplib"]);
/// assert!(Format::Dot.writes_graphs() && !Format::Dot.reads_graphs());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The numbering as rows of integers.
    Grid,
    /// The names of the squares in order.
    Squares,
    /// JSON objects.
    Json,
    /// A table with a line per step.
    Csv,
    /// The start, then a digit per move.
    Moves,
    /// A (row, column) pair for each step, and the numbering beside them.
    Coordinates,
    /// TSPLIB: TOUR files and HCP graphs.
    Tsplib,
    /// DIMACS edge lists.
    Dimacs,
    /// Graphviz.
    Dot,
    /// graph6, as nauty uses it.
    Graph6,
    /// `GraphML`.
    Graphml,
}

impl Format {
    /// All formats, tours first.
    pub const ALL: [Self; 11] = [
        Self::Grid,
        Self::Squares,
        Self::Json,
        Self::Csv,
        Self::Moves,
        Self::Coordinates,
        Self::Tsplib,
        Self::Dimacs,
        Self::Dot,
        Self::Graph6,
        Self::Graphml,
    ];

    /// Returns the name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Squares => "squares",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Moves => "moves",
            Self::Coordinates => "coordinates",
            Self::Tsplib => "tsplib",
            Self::Dimacs => "dimacs",
            Self::Dot => "dot",
            Self::Graph6 => "graph6",
            Self::Graphml => "graphml",
        }
    }

    /// Returns the format of a file extension, in either case.
    pub fn from_extension(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "txt" | "grid" => Self::Grid,
            "squares" => Self::Squares,
            "json" => Self::Json,
            "csv" => Self::Csv,
            "moves" => Self::Moves,
            "coordinates" | "coords" => Self::Coordinates,
            "tsp" | "hcp" | "tour" => Self::Tsplib,
            "col" | "edge" | "dimacs" => Self::Dimacs,
            "dot" | "gv" => Self::Dot,
            "g6" => Self::Graph6,
            "graphml" => Self::Graphml,
            _ => return None,
        })
    }

    /// Returns true if tours are written in the format.
    pub const fn writes_tours(self) -> bool {
        self.reads_tours()
    }

    /// Returns true if graphs are written in the format.
    pub const fn writes_graphs(self) -> bool {
        matches!(self, Self::Tsplib | Self::Dimacs | Self::Dot | Self::Graph6 | Self::Graphml)
    }

    /// Returns true if tours are read from the format.
    pub const fn reads_tours(self) -> bool {
        matches!(
            self,
            Self::Grid
                | Self::Squares
                | Self::Json
                | Self::Csv
                | Self::Moves
                | Self::Coordinates
                | Self::Tsplib
        )
    }

    /// Returns true if graphs are read from the format.
    pub const fn reads_graphs(self) -> bool {
        matches!(self, Self::Tsplib | Self::Graph6 | Self::Dimacs | Self::Graphml)
    }

    /// Returns the names of the formats with an ability, separated by commas.
    pub(crate) fn names(is_able: impl Fn(Self) -> bool) -> String {
        let names: Vec<_> =
            Self::ALL.into_iter().filter(|&format| is_able(format)).map(Self::name).collect();
        names.join(", ")
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find("format", text, Self::ALL, Self::name)
    }
}

/// The number of significant bytes from which the format is detected.
const DETECTION_BYTES: usize = 1 << 12;

/// Detects the format of an input; `None` if it has none.
///
/// Reads the first characters after blanks and comments, and searches a whole bracketed list for
/// `null`. Other text with numbers is a grid.
///
/// ```
/// use caracole_formats::{Format, recognise};
///
/// assert_eq!(recognise(b"a1 b3 c5"), Some(Format::Squares));
/// assert_eq!(recognise(b"a1 1122"), Some(Format::Moves));
/// assert_eq!(recognise(b"| 1 | 2 |"), Some(Format::Grid));
/// assert_eq!(recognise(b"a poem"), None);
/// ```
pub fn recognise(bytes: &[u8]) -> Option<Format> {
    let start = skip_comments(bytes);
    // The names of vertices can look like anything.
    let comments = &bytes[..bytes.len() - start.len()];
    if has_graph(comments) && !start.starts_with(b"{") {
        return Some(Format::Squares);
    }
    if text(comments).is_ok_and(coordinates::is_named) {
        return Some(Format::Coordinates);
    }
    let mut end = start.len().min(DETECTION_BYTES);
    // Does not split a character.
    while end < start.len() && end > 0 && start[end] & 0xc0 == 0x80 {
        end -= 1;
    }
    let prefix = text(&start[..end]).ok()?;
    // A list with `null` anywhere is JSON.
    if start.starts_with(b"[") && text(start).is_ok_and(|all| all.contains("null")) {
        return Some(Format::Json);
    }
    by_keyword(prefix).or_else(|| by_words(prefix)).or_else(|| {
        if is_bracketed_pairs(prefix) {
            Some(Format::Squares)
        } else if is_graph6(start) {
            Some(Format::Graph6)
        } else {
            // A board may begin with many holes.
            (has_digit(prefix) || prefix.starts_with('.')).then_some(Format::Grid)
        }
    })
}

/// Returns true if one of the comments states a graph as the board.
fn has_graph(comments: &[u8]) -> bool {
    comments.split(|&byte| byte == b'\n').any(|line| {
        let comment = line.trim_ascii().strip_prefix(b"#").unwrap_or_default().trim_ascii_start();
        let board = comment.strip_prefix(b"board").unwrap_or_default();
        board.strip_prefix(b":").unwrap_or(board).trim_ascii_start().starts_with(b"graph:")
    })
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}

/// Skips blanks and comments.
fn skip_comments(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    loop {
        rest = rest.trim_ascii_start();
        if rest.first() != Some(&b'#') {
            return rest;
        }
        let line = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        rest = &rest[line..];
    }
}

fn by_keyword(text: &str) -> Option<Format> {
    let mut characters = text.chars().filter(|c| !c.is_whitespace());
    let (first, second) = (characters.next()?, characters.next());
    if first == '{' && matches!(second, Some('"' | '}') | None)
        || first == '[' && second == Some('{')
    {
        return Some(Format::Json);
    }
    if text.starts_with(">>graph6<<") {
        return Some(Format::Graph6);
    }
    if first == '<' {
        return Some(Format::Graphml);
    }
    let line = text.lines().next()?.trim();
    let word = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
    match word {
        "NAME" | "TYPE" | "COMMENT" | "DIMENSION" | "EDGE_DATA_FORMAT" | "TOUR_SECTION" => {
            Some(Format::Tsplib)
        }
        "graph" | "digraph" | "strict" => Some(Format::Dot),
        "step" if line.starts_with("step,square") => Some(Format::Csv),
        "p" | "c" if text.lines().any(is_dimacs_head) => Some(Format::Dimacs),
        _ => None,
    }
}

fn is_dimacs_head(line: &str) -> bool {
    line.starts_with("p edge ") || line.starts_with("p col ")
}

/// Detects squares and moves by the first two words.
fn by_words(text: &str) -> Option<Format> {
    if let Some(rest) = after_item_number(text) {
        let first = words(rest).next()?;
        return Coord::parse(first).map(|_| Format::Squares);
    }
    let mut words = words(text);
    let first = words.next()?;
    let is_pair = first.contains(',');
    let is_name = |word: &str| Coord::parse(word).is_some();
    if !is_name(first) || (is_pair && has_one_pair_per_line(text)) {
        return None;
    }
    match words.next() {
        Some(second) if is_name(second) => Some(Format::Squares),
        Some(second) if second.starts_with(|c: char| c.is_ascii_digit()) => Some(Format::Moves),
        Some(_) if is_pair => None,
        _ => Some(Format::Squares),
    }
}

/// Returns the text after the number of the first item, as in `1. a1 2. b3`.
fn after_item_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix(['.', ')']).filter(|_| rest.len() < text.len())
}

/// Returns the words between separators. Commas inside a word are part of it, as in `0,3`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| is_separator(c) && c != ',')
        .map(|word| word.trim_matches(','))
        .filter(|word| !word.is_empty())
}

/// Returns true if each of the first lines contains one pair, as the rows `1,2` of a grid do.
fn has_one_pair_per_line(text: &str) -> bool {
    let lines = text.lines().filter(|line| has_digit(line)).take(2);
    lines.filter(|line| words(line).count() == 1).count() == 2
}

/// Returns true for bracketed pairs of numbers: `(0, 0), (1, 2)`.
fn is_bracketed_pairs(text: &str) -> bool {
    let mut groups = text.split(['(', '[']).skip(1).filter(|group| has_digit(group)).peekable();
    let is_pair = |group: &str| {
        let inside = group.split([')', ']']).next().unwrap_or_default();
        let mut numbers = inside.split(',').map(str::trim);
        let is_number = |n: &str| !n.is_empty() && n.bytes().all(|byte| byte.is_ascii_digit());
        numbers.next().is_some_and(is_number)
            && numbers.next().is_some_and(is_number)
            && numbers.next().is_none()
    };
    // The last group may be incomplete.
    let mut pairs = 0;
    while let Some(group) = groups.next() {
        if groups.peek().is_some() || group.contains([')', ']']) {
            if !is_pair(group) {
                return false;
            }
            pairs += 1;
        }
    }
    pairs > 0
}

/// Returns true for one word of graph6 characters with the right length.
fn is_graph6(bytes: &[u8]) -> bool {
    let line = bytes.trim_ascii_end();
    line.first().is_some_and(|byte| !byte.is_ascii_digit())
        && line.iter().all(|byte| (63..=126).contains(byte))
        && graph6::read_graph(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_parse() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert_eq!(format.name().to_uppercase().parse(), Ok(format));
        }
    }

    #[test]
    fn errors_for_unknown_names_list_all_and_the_nearest() {
        let error = "graph7".parse::<Format>().unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no format 'graph7': did you mean graph6? there are grid, squares, json, csv, \
             moves, coordinates, tsplib, dimacs, dot, graph6, graphml"
        );
        assert!(!"".parse::<Format>().unwrap_err().to_string().contains("mean"));
    }

    #[test]
    fn formats_are_detected() {
        for (text, format) in [
            ("", None),
            ("# only a comment\n", None),
            ("hello, world", None),
            ("\u{feff}1 2 3", Some(Format::Grid)),
            ("# board 8x8\n a1 b3", Some(Format::Squares)),
            ("a1->b3->c5", Some(Format::Squares)),
            ("a1, b3, c5", Some(Format::Squares)),
            ("A1-B3-C5", Some(Format::Squares)),
            ("['a1', 'b3']", Some(Format::Squares)),
            ("0,0 1,2 2,4", Some(Format::Squares)),
            ("[(0, 0), (1, 2), (2, 4)]", Some(Format::Squares)),
            ("[[0,0],[1,2],[2,4]]", Some(Format::Squares)),
            ("a1:1 b3:1", Some(Format::Squares)),
            ("a1", Some(Format::Squares)),
            ("a1\nb3\nc5", Some(Format::Squares)),
            ("a1 3426", Some(Format::Moves)),
            ("475254,4 3426", Some(Format::Moves)),
            ("1,22,29\n30,11,36", Some(Format::Grid)),
            ("1, 22, 29", Some(Format::Grid)),
            ("1,2\n3,4\n", Some(Format::Grid)),
            ("[[1,22,29],[30,11,36]]", Some(Format::Grid)),
            ("{{1,22,29},{30,11,36}}", Some(Format::Grid)),
            ("\\begin{array}{cc} 1 & 2", Some(Format::Grid)),
            ("  a b c\n3 1 4 7", Some(Format::Grid)),
            (" . . . .", Some(Format::Grid)),
            (" 1  2\n 3  4", Some(Format::Grid)),
            ("+--+--+\n| 1| 2|", Some(Format::Grid)),
            ("{\"board\":\"8x8\"}", Some(Format::Json)),
            ("[[1,null]]", Some(Format::Json)),
            ("NAME : a\nTYPE : TOUR", Some(Format::Tsplib)),
            ("c a graph\np edge 3 2\n", Some(Format::Dimacs)),
            ("graph board {", Some(Format::Dot)),
            ("<?xml version='1.0'?>", Some(Format::Graphml)),
            ("step,square,file,rank\n", Some(Format::Csv)),
            (">>graph6<<Dhc", Some(Format::Graph6)),
            ("Dhc", Some(Format::Graph6)),
        ] {
            assert_eq!(recognise(text.as_bytes()), format, "{text}");
        }
    }
}
