//! `tsplib`: TOUR files for tours, HCP files for graphs.
//!
//! Vertices are the squares in order, without the holes, counted from 1. TOUR files do not state
//! their board; ours do, in a line `COMMENT : board 8x8`.

use std::io::{self, Write};

use caracole_core::{Board, Graph, GraphError, Path, Square, shorten};
use caracole_verify::Tour;

use crate::error::{GraphFileError, Position, ReadError, ReadErrorKind};
use crate::header::{self, Header};
use crate::output::Output;
use crate::read::{ParsedTour, ReadHint, text};
use crate::{Format, WriteError};

pub(crate) fn write_tour(out: &mut Output<'_>, tour: &Tour) -> Result<(), WriteError> {
    let board = tour.board();
    writeln!(out, "NAME : {}", shorten(&board.to_string()))?;
    out.write_str("TYPE : TOUR\n")?;
    header::write(out, "COMMENT :", board, tour.piece())?;
    writeln!(out, "DIMENSION : {}\nTOUR_SECTION", tour.len())?;
    let vertices = Vertices::of(board);
    out.write_list(tour.len(), 21, |steps, text| {
        let count = (steps.end - steps.start) as usize;
        for square in tour.squares_from(steps.start + 1).take(count) {
            text.push_number(vertices.vertex(square));
            text.push_byte(b'\n');
        }
    })?;
    out.write_str("-1\nEOF\n")?;
    Ok(())
}

pub(crate) fn write_graph(out: &mut Output<'_>, title: &str, graph: &Graph) -> io::Result<()> {
    let title = shorten(title);
    writeln!(out, "NAME : {title}\nTYPE : HCP\nCOMMENT : graph of {title}")?;
    writeln!(out, "DIMENSION : {}", graph.vertices())?;
    out.write_str("EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n")?;
    for (a, b) in graph.edge_list() {
        out.write_number(u64::from(a) + 1)?;
        out.write_byte(b' ')?;
        out.write_number(u64::from(b) + 1)?;
        out.write_byte(b'\n')?;
    }
    out.write_str("-1\nEOF\n")
}

pub(crate) fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<ParsedTour, ReadError> {
    let file = TsplibFile::parse(text(bytes)?)?;
    match file.section {
        Some(Section::Tour) => {}
        Some(Section::Edges) => return Err(ReadErrorKind::GraphNotTour.into()),
        None => return Err(GraphFileError::NoKeyword { keyword: "TOUR_SECTION" }.into()),
    }
    let board = file.header.board(hint).ok_or(ReadErrorKind::NoBoard)?;
    if let Some(said) = file.dimension.filter(|&said| said != board.len()) {
        let found = format!("the board has {} squares", board.len());
        return Err(GraphFileError::OtherCount { said, found }.into());
    }
    let vertices = Vertices::of(&board);
    let mut path = Path::new();
    let mut has_ended = false;
    for word in file.words() {
        if word.text == "-1" || word.text == "EOF" {
            has_ended = true;
            continue;
        }
        if has_ended {
            return Err(word.error(ReadErrorKind::TrailingText { text: shorten(word.text) }));
        }
        path.push(vertices.square(word.vertex(board.len())?));
    }
    if path.is_empty() {
        return Err(ReadErrorKind::Empty.into());
    }
    let piece = file.header.piece(hint);
    Ok(ParsedTour::new(Format::Tsplib, board, piece, path).with_header(&file.header))
}

/// Maps squares to vertices, which differ by the number of holes before them.
///
/// Takes memory for the holes only, because a file may state a vast board.
struct Vertices {
    /// The holes, sorted.
    holes: Vec<u64>,
}

impl Vertices {
    fn of(board: &Board) -> Self {
        Self { holes: board.holes().map(Square::index).collect() }
    }

    /// Returns the vertex of a square, from 1.
    fn vertex(&self, square: Square) -> u64 {
        let holes = self.holes.partition_point(|&hole| hole < square.index());
        square.index() - holes as u64 + 1
    }

    /// Returns the square of a valid vertex, from 1.
    fn square(&self, vertex: u64) -> Square {
        // Before the hole with index n there are n holes.
        let (mut low, mut high) = (0, self.holes.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.holes[middle] - middle as u64 >= vertex {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Square::from_index(vertex - 1 + low as u64)
    }
}

/// A TOUR or HCP file: the keywords, and a section of numbers.
struct TsplibFile<'a> {
    header: Header,
    dimension: Option<u64>,
    edge_format: Option<EdgeFormat>,
    section: Option<Section>,
    /// The text after the name of the section, and its first line.
    rest: &'a str,
    line: u64,
    /// The length of the file in bytes.
    length: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Tour,
    Edges,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EdgeFormat {
    EdgeList,
    AdjList,
}

/// A word of a section, with its position.
struct Word<'a> {
    text: &'a str,
    line_text: &'a str,
    line: u64,
}

impl<'a> TsplibFile<'a> {
    fn parse(text: &'a str) -> Result<Self, ReadError> {
        let mut file = Self {
            header: Header::default(),
            dimension: None,
            edge_format: None,
            section: None,
            rest: text,
            line: 1,
            length: text.len(),
        };
        while file.section.is_none() && !file.rest.is_empty() {
            let (line, rest) = file.rest.split_once('\n').unwrap_or((file.rest, ""));
            file.rest = rest;
            file.read_keyword(line.trim())
                .map_err(|kind| ReadError::new(Position::line(file.line), kind))?;
            file.line += 1;
        }
        Ok(file)
    }

    fn read_keyword(&mut self, line: &str) -> Result<(), ReadErrorKind> {
        let (keyword, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.trim();
        let error = |keyword, text: &str, expected| GraphFileError::Keyword {
            keyword,
            text: shorten(text),
            expected,
        };
        match keyword.trim() {
            "TYPE" if !["TOUR", "HCP", "HPP"].contains(&value) => {
                return Err(error("TYPE", value, "TOUR and HCP files are read").into());
            }
            "COMMENT" => self.header.read_comment(value, self.line)?,
            "DIMENSION" => {
                let dimension = value.parse().ok().filter(|&dimension| dimension > 0);
                let dimension =
                    dimension.ok_or_else(|| error("DIMENSION", value, "it is a number from 1"))?;
                self.dimension = Some(dimension);
            }
            "EDGE_DATA_FORMAT" => {
                self.edge_format = Some(match value {
                    "EDGE_LIST" => EdgeFormat::EdgeList,
                    "ADJ_LIST" => EdgeFormat::AdjList,
                    _ => {
                        let expected = "EDGE_LIST and ADJ_LIST are read";
                        return Err(error("EDGE_DATA_FORMAT", value, expected).into());
                    }
                });
            }
            "TOUR_SECTION" => self.section = Some(Section::Tour),
            "EDGE_DATA_SECTION" => self.section = Some(Section::Edges),
            // Other sections contain neither a tour nor a graph.
            other if other.ends_with("_SECTION") => {
                let expected = "TOUR_SECTION and EDGE_DATA_SECTION are read";
                return Err(error("section", other, expected).into());
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the words of the section.
    fn words(&self) -> impl Iterator<Item = Word<'a>> {
        self.rest.lines().zip(self.line..).flat_map(|(line_text, line)| {
            line_text.split_ascii_whitespace().map(move |text| Word { text, line_text, line })
        })
    }
}

impl Word<'_> {
    /// Returns the vertex of the word, from 1 to `last`.
    fn vertex(&self, last: u64) -> Result<u64, ReadError> {
        let vertex = self.text.parse().ok().filter(|vertex| (1..=last).contains(vertex));
        vertex.ok_or_else(|| {
            let text = shorten(self.text);
            self.error(GraphFileError::NoSuchVertex { text, last })
        })
    }

    /// Returns an error at this word.
    fn error(&self, kind: impl Into<ReadErrorKind>) -> ReadError {
        let before = self.text.as_ptr() as usize - self.line_text.as_ptr() as usize;
        let column = self.line_text[..before].chars().count() as u64 + 1;
        ReadError::new(Position::new(self.line, column), kind)
    }
}

/// The section of an HCP file with the edges that a tour must use: `FIXED_EDGES_SECTION`, or `FIXED_EDGES :` in
/// older files.
const FIXED_EDGES: &str = "FIXED_EDGES";

/// Reads an HCP file and the edges of its section `FIXED_EDGES_SECTION`, counted from 0.
pub(crate) fn read_graph_with_fixed_edges(
    bytes: &[u8],
) -> Result<(Graph, Vec<(u32, u32)>), ReadError> {
    let all = text(bytes)?;
    let is_header = |line: &str| line.trim_start().starts_with(FIXED_EDGES);
    let Some(first) = all.lines().position(is_header) else {
        return Ok((read_graph(bytes)?, Vec::new()));
    };
    // The section ends with -1 or at the next keyword. The lines that remain keep their numbers.
    let (mut others, mut fixed) = (String::new(), Vec::new());
    let mut is_inside = false;
    for (line, at) in all.lines().zip(0..) {
        let is_keyword = line.trim_start().starts_with(|c: char| c.is_ascii_alphabetic());
        is_inside = if is_keyword { at == first } else { is_inside };
        if is_inside && at > first {
            let end = line.split_ascii_whitespace().position(|word| word == "-1");
            let words = line.split_ascii_whitespace().take(end.unwrap_or(usize::MAX));
            let line_number = at as u64 + 1;
            fixed.extend(words.map(|text| Word { text, line_text: line, line: line_number }));
            is_inside = end.is_none();
        } else if at != first {
            others += line;
        }
        others.push('\n');
    }
    let graph = read_graph(others.as_bytes())?;
    let last = u64::from(graph.vertices());
    let mut edges = Vec::new();
    for pair in fixed.chunks(2) {
        let a = pair[0].vertex(last)?;
        let Some(second) = pair.get(1) else {
            let found = format!("the last fixed edge has only one end, {a}");
            return Err(pair[0].error(GraphFileError::OtherCount { said: last, found }));
        };
        let (a, b) = edge(second, a, last)?;
        if !graph.has_edge(a, b) {
            let text = format!("{}-{}", a + 1, b + 1);
            return Err(second.error(GraphFileError::FixedNotAnEdge { text }));
        }
        edges.push((a, b));
    }
    Ok((graph, edges))
}

/// Reads an HCP file. Repeated edges, in either direction, count once.
pub(crate) fn read_graph(bytes: &[u8]) -> Result<Graph, ReadError> {
    let file = TsplibFile::parse(text(bytes)?)?;
    let section = (file.section == Some(Section::Edges)).then_some(());
    section.ok_or(GraphFileError::NoKeyword { keyword: "EDGE_DATA_SECTION" })?;
    let vertices = file.dimension.ok_or(GraphFileError::NoKeyword { keyword: "DIMENSION" })?;
    let format =
        file.edge_format.ok_or(GraphFileError::NoKeyword { keyword: "EDGE_DATA_FORMAT" })?;
    // A vertex with an edge takes at least a byte. More vertices would only take memory.
    let max = file.length as u64 + (1 << 16);
    let size = u32::try_from(vertices).ok().filter(|_| vertices <= max);
    let Some(size) = size else {
        let found = format!("a file of {} bytes cannot contain that many edges", file.length);
        return Err(GraphFileError::OtherCount { said: vertices, found }.into());
    };
    let edges = match format {
        EdgeFormat::EdgeList => edge_list(&file, vertices)?,
        EdgeFormat::AdjList => adjacency_lists(&file, vertices)?,
    };
    if edges.len() > (u32::MAX / 2) as usize {
        return Err(GraphFileError::TooManyEdges.into());
    }
    Ok(Graph::from_edges(size, without_repeats(edges)).map_err(ReadErrorKind::from)?)
}

/// Returns the edges in order, each at its first occurrence.
fn without_repeats(edges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    let sorted = |(a, b): (u32, u32)| if a < b { (a, b) } else { (b, a) };
    let mut order: Vec<_> =
        edges.iter().zip(0_u32..).map(|(&edge, at)| (sorted(edge), at)).collect();
    order.sort_unstable();
    let mut is_new = vec![false; edges.len()];
    for (at, &(edge, place)) in order.iter().enumerate() {
        is_new[place as usize] = at == 0 || order[at - 1].0 != edge;
    }
    edges.into_iter().zip(is_new).filter(|&(_, is_new)| is_new).map(|(edge, _)| edge).collect()
}

/// Reads pairs of vertices up to -1.
fn edge_list(file: &TsplibFile<'_>, vertices: u64) -> Result<Vec<(u32, u32)>, ReadError> {
    let mut edges = Vec::new();
    let mut words = file.words();
    while let Some(first) = words.next() {
        if first.text == "-1" || first.text == "EOF" {
            break;
        }
        let a = first.vertex(vertices)?;
        let Some(second) = words.next() else {
            let found = format!("the last edge has only one end, {a}");
            return Err(first.error(GraphFileError::OtherCount { said: vertices, found }));
        };
        edges.push(edge(&second, a, vertices)?);
    }
    Ok(edges)
}

/// Reads lists of a vertex and its neighbours, each ended by -1, up to another -1.
fn adjacency_lists(file: &TsplibFile<'_>, vertices: u64) -> Result<Vec<(u32, u32)>, ReadError> {
    let mut edges = Vec::new();
    let mut vertex = None;
    for word in file.words() {
        match (word.text, vertex) {
            ("EOF", _) | ("-1", None) => break,
            ("-1", Some(_)) => vertex = None,
            (_, None) => vertex = Some(word.vertex(vertices)?),
            (_, Some(a)) => edges.push(edge(&word, a, vertices)?),
        }
    }
    Ok(edges)
}

/// Returns the edge from `a` to the vertex of a word, counted from 0.
fn edge(word: &Word<'_>, a: u64, vertices: u64) -> Result<(u32, u32), ReadError> {
    let b = word.vertex(vertices)?;
    if a == b {
        return Err(word.error(GraphError::Loop { vertex: (a - 1) as u32 }));
    }
    Ok(((a - 1) as u32, (b - 1) as u32))
}
