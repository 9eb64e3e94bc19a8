//! The formats by name.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use caracole_core::UnknownWord;

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
/// assert_eq!(names, ["grid", "squares", "json", "csv", "moves", "tsplib"]);
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
        self.reads_tours()
    }

    /// Can a graph be written in it?
    pub const fn writes_graphs(self) -> bool {
        matches!(self, Self::Tsplib | Self::Dimacs | Self::Dot | Self::Graph6 | Self::Graphml)
    }

    /// Can a tour be read from it?
    pub const fn reads_tours(self) -> bool {
        matches!(
            self,
            Self::Grid | Self::Squares | Self::Json | Self::Csv | Self::Moves | Self::Tsplib
        )
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
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        UnknownWord::find("format", text, Self::ALL, Self::name)
    }
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
    fn unknown_names_are_answered_with_all_and_the_nearest() {
        let error = "graph7".parse::<Format>().unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no format 'graph7': did you mean graph6? there are grid, squares, json, csv, \
             moves, tsplib, dimacs, dot, graph6, graphml"
        );
        assert!(!"".parse::<Format>().unwrap_err().to_string().contains("mean"));
    }
}
