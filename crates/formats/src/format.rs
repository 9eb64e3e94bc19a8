//! The formats by name.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use caracole_core::shorten;

/// A format of tours or graphs.
///
/// ```
/// use std::path::Path;
///
/// use caracole_formats::Format;
///
/// assert_eq!("grid".parse(), Ok(Format::Grid));
/// assert_eq!(Format::from_ending(Path::new("tour.csv")), Some(Format::Csv));
/// let error = "gird".parse::<Format>().expect_err("no such format");
/// assert!(error.to_string().contains("did you mean grid?"));
/// ```
///
/// What a format can do, for a list of choices:
///
/// ```
/// use caracole_formats::Format;
///
/// let both_ways = |format: &Format| format.reads_tours() && format.writes_tours();
/// let names: Vec<_> = Format::ALL.into_iter().filter(both_ways).map(Format::name).collect();
/// assert_eq!(names, ["grid", "squares", "json", "moves", "tsplib"]);
/// assert!(Format::Dot.writes_graphs() && !Format::Dot.reads_graphs());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The numbering as rows of integers.
    Grid,
    /// The names of the squares in order.
    Squares,
    /// An object with everything.
    Json,
    /// A line for each step.
    Csv,
    /// The start, then a digit for each move.
    Moves,
    /// TSPLIB: TOUR files and HCP graphs.
    Tsplib,
    /// DIMACS edge lists.
    Dimacs,
    /// Graphviz.
    Dot,
    /// graph6, as nauty and its friends use it.
    Graph6,
    /// `GraphML`.
    Graphml,
}

impl Format {
    /// All formats, tours first.
    pub const ALL: [Self; 10] = [
        Self::Grid,
        Self::Squares,
        Self::Json,
        Self::Csv,
        Self::Moves,
        Self::Tsplib,
        Self::Dimacs,
        Self::Dot,
        Self::Graph6,
        Self::Graphml,
    ];

    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::Squares => "squares",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Moves => "moves",
            Self::Tsplib => "tsplib",
            Self::Dimacs => "dimacs",
            Self::Dot => "dot",
            Self::Graph6 => "graph6",
            Self::Graphml => "graphml",
        }
    }

    /// The format that a file's ending stands for, in either case.
    pub fn from_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match ending.as_str() {
            "txt" | "grid" => Self::Grid,
            "squares" => Self::Squares,
            "json" => Self::Json,
            "csv" => Self::Csv,
            "moves" => Self::Moves,
            "tsp" | "hcp" | "tour" => Self::Tsplib,
            "col" | "dimacs" => Self::Dimacs,
            "dot" | "gv" => Self::Dot,
            "g6" => Self::Graph6,
            "graphml" => Self::Graphml,
            _ => return None,
        })
    }

    /// Can a tour be written in it?
    pub const fn writes_tours(self) -> bool {
        matches!(self, Self::Csv) || self.reads_tours()
    }

    /// Can a graph be written in it?
    pub const fn writes_graphs(self) -> bool {
        matches!(self, Self::Tsplib | Self::Dimacs | Self::Dot | Self::Graph6 | Self::Graphml)
    }

    /// Can a tour be read from it?
    pub const fn reads_tours(self) -> bool {
        matches!(self, Self::Grid | Self::Squares | Self::Json | Self::Moves | Self::Tsplib)
    }

    /// Can a graph be read from it?
    pub const fn reads_graphs(self) -> bool {
        matches!(self, Self::Tsplib | Self::Graph6)
    }

    /// The names of the formats that can do something, with commas between.
    pub(crate) fn names(can: impl Fn(Self) -> bool) -> String {
        let names: Vec<_> = Self::ALL.into_iter().filter(|&f| can(f)).map(Self::name).collect();
        names.join(", ")
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        let name = text.trim().to_ascii_lowercase();
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| FormatError { text: shorten(text) })
    }
}

/// A word that names no format.
///
/// ```
/// use caracole_formats::Format;
///
/// let error = "sqaures".parse::<Format>().expect_err("no such format");
/// assert!(
///     error.to_string().starts_with("'sqaures' is not a format: did you mean squares?"),
///     "{error}"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    text: String,
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a format: ", self.text)?;
        if let Some(near) = nearest(&self.text, Format::ALL.map(Format::name)) {
            write!(f, "did you mean {near}? ")?;
        }
        write!(f, "There are {}", Format::names(|_| true))
    }
}

impl std::error::Error for FormatError {}

/// The right word nearest to a wrong one, if any is near: at most a third of its letters, and
/// two at least, may be wrong.
///
/// ```
/// use caracole_formats::nearest;
///
/// assert_eq!(nearest("sqares", ["grid", "squares"]), Some("squares"));
/// assert_eq!(nearest("violin", ["grid", "squares"]), None);
/// ```
pub fn nearest<'a>(word: &str, right: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(64).flat_map(char::to_lowercase).collect();
    right
        .into_iter()
        .map(|right| (distance(&word, right), right))
        .filter(|&(distance, right)| distance <= (right.len() / 3).max(2).min(right.len() - 1))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, right)| right)
}

/// How many letters must be put in, taken out or changed (Levenshtein).
fn distance(word: &[char], right: &str) -> usize {
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (above, letter) in right.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], above + 1);
        for (at, &other) in word.iter().enumerate() {
            let changed = corner + usize::from(letter != other);
            corner = row[at + 1];
            row[at + 1] = changed.min(corner + 1).min(row[at] + 1);
        }
    }
    row[word.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert_eq!(format.name().to_uppercase().parse(), Ok(format));
        }
    }

    #[test]
    fn distances_are_those_of_levenshtein() {
        for (a, b, expected) in [("kitten", "sitting", 3), ("", "abc", 3), ("flaw", "lawn", 2)] {
            assert_eq!(distance(&a.chars().collect::<Vec<_>>(), b), expected, "{a} {b}");
        }
    }

    #[test]
    fn unknown_names_are_answered_with_all_and_the_nearest() {
        let error = "graph7".parse::<Format>().unwrap_err().to_string();
        assert_eq!(
            error,
            "'graph7' is not a format: did you mean graph6? There are grid, squares, json, csv, \
             moves, tsplib, dimacs, dot, graph6, graphml"
        );
        assert!(!"".parse::<Format>().unwrap_err().to_string().contains("mean"));
    }
}
