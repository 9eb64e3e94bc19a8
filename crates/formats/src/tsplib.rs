//! `tsplib`: TOUR files for tours, HCP files for graphs.
//!
//! Vertices are the squares in the order of their numbers, without the holes, counted from 1. A
//! TOUR file does not say which board it is for; ours do, in a line `COMMENT : board 8x8`.

mod file;
mod graph;

use std::io::{self, Write};

use caracole_core::{Board, Graph, Path, Square, Tour, shorten};

pub(crate) use graph::read_graph;

use crate::error::{Fault, GraphFault, ReadError};
use crate::read::{ReadHint, Reading, text};
use crate::sink::Sink;
use crate::{Format, WriteError, head};
use file::{File, Section};

pub(crate) fn write_tour(sink: &mut Sink<'_>, tour: &Tour) -> Result<(), WriteError> {
    let board = tour.board();
    writeln!(sink, "NAME : {}", shorten(&board.to_string()))?;
    sink.text("TYPE : TOUR\n")?;
    head::write(sink, "COMMENT :", board, tour.piece())?;
    writeln!(sink, "DIMENSION : {}\nTOUR_SECTION", tour.len())?;
    let vertices = Vertices::of(board);
    sink.list(tour.len(), 21, |steps, text| {
        let count = (steps.end - steps.start) as usize;
        for square in tour.squares_from(steps.start + 1).take(count) {
            text.number(vertices.vertex(square));
            text.byte(b'\n');
        }
    })?;
    sink.text("-1\nEOF\n")?;
    Ok(())
}

pub(crate) fn write_graph(sink: &mut Sink<'_>, title: &str, graph: &Graph) -> io::Result<()> {
    let title = shorten(title);
    writeln!(sink, "NAME : {title}\nTYPE : HCP\nCOMMENT : graph of {title}")?;
    writeln!(sink, "DIMENSION : {}", graph.vertices())?;
    sink.text("EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n")?;
    for (a, b) in graph.edge_list() {
        sink.number(u64::from(a) + 1)?;
        sink.byte(b' ')?;
        sink.number(u64::from(b) + 1)?;
        sink.byte(b'\n')?;
    }
    sink.text("-1\nEOF\n")
}

pub(crate) fn read_tour(bytes: &[u8], hint: &ReadHint) -> Result<Reading, ReadError> {
    let file = File::open(text(bytes)?)?;
    match file.section {
        Some(Section::Tour) => {}
        Some(Section::Edges) => return Err(Fault::GraphNotTour.into()),
        None => return Err(GraphFault::NoKeyword { keyword: "TOUR_SECTION" }.into()),
    }
    let board = file.head.board(hint).ok_or(Fault::NoBoard)?;
    if let Some(said) = file.dimension.filter(|&said| said != board.len()) {
        let found = format!("the board has {} squares", board.len());
        return Err(GraphFault::OtherCount { said, found }.into());
    }
    let vertices = Vertices::of(&board);
    let mut path = Path::new();
    let mut is_over = false;
    for word in file.words() {
        if word.text == "-1" || word.text == "EOF" {
            is_over = true;
            continue;
        }
        if is_over {
            return Err(word.fault(Fault::BehindTour { text: shorten(word.text) }));
        }
        path.push(vertices.square(word.vertex(board.len())?));
    }
    if path.is_empty() {
        return Err(Fault::Empty.into());
    }
    let piece = file.head.piece(hint);
    Ok(Reading::new(Format::Tsplib, board, piece, path).of_kind(file.head.kind()))
}

/// Which square is which vertex: the numbers differ by the holes before them.
///
/// Takes no more than the holes do, for a board that a file names may be vast.
struct Vertices {
    /// Sorted.
    holes: Vec<u64>,
}

impl Vertices {
    fn of(board: &Board) -> Self {
        Self { holes: board.holes().map(Square::index).collect() }
    }

    /// The vertex of a square, from 1.
    fn vertex(&self, square: Square) -> u64 {
        let holes = self.holes.partition_point(|&hole| hole < square.index());
        square.index() - holes as u64 + 1
    }

    /// The square of a vertex, from 1, that is there.
    fn square(&self, vertex: u64) -> Square {
        // Before the hole with number n in the list there are n holes, and so many squares less.
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
