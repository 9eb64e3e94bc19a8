//! Written tours and graphs read back, and no input makes the readers panic.

use std::io::{BufRead, BufReader, Read};

use caracole_core::{Board, Leaper, MoveGraph, Moves, Path, Piece, Problem, Square};
use caracole_formats::{
    Document, Format, ReadHint, WriteError, WriteOptions, documents, puzzle, read_graph, read_tour,
    recognise, shape, stream, write_cover, write_graph, write_path, write_tour,
};
use caracole_verify::{Cover, SimplePath, Tour};
use proptest::prelude::*;
use proptest::sample::Index;

/// A random tour: a random walk on the board of the visited squares.
fn tour() -> impl Strategy<Value = Tour> {
    let board = prop_oneof![
        4 => (1..9_u32, 1..9_u32).prop_map(|(f, r)| format!("{f}x{r}")),
        1 => (1..9_u32, 1..9_u32).prop_map(|(f, r)| format!("torus:{f}x{r}")),
        1 => (1..9_u32, 1..9_u32).prop_map(|(f, r)| format!("cylinder:{f}x{r}")),
        1 => (1..5_u32, 1..5_u32, 1..5_u32).prop_map(|(f, r, l)| format!("box:{f}x{r}x{l}")),
        1 => Just("700x3".to_owned()),
    ];
    let leapers = prop_oneof![
        4 => Just(vec![(1, 2)]),
        2 => prop::collection::vec((0..3_u32, 1..4_u32), 1..3),
    ];
    let choices = prop::collection::vec(any::<Index>(), 1..80);
    (board, leapers, any::<Index>(), choices).prop_map(|(board, leapers, start, choices)| {
        let board: Board = board.parse().unwrap();
        let piece = Piece::new(leapers.into_iter().map(|(a, b)| Leaper::new(a, b).unwrap()));
        walk(board, piece.unwrap(), start, &choices)
    })
}

fn walk(board: Board, piece: Piece, start: Index, choices: &[Index]) -> Tour {
    let moves = Moves::new(&piece, &board);
    let mut at = Square::from_index(start.index(board.area() as usize) as u64);
    let mut visited = vec![at];
    for choice in choices {
        let to: Vec<_> = moves.from(&board, at).filter(|to| !visited.contains(to)).collect();
        if to.is_empty() {
            break;
        }
        at = to[choice.index(to.len())];
        visited.push(at);
    }
    let holes: Vec<_> = board.squares().filter(|square| !visited.contains(square)).collect();
    let board = board.without(holes).unwrap();
    let path: Path = visited.into_iter().collect();
    Tour::verify(&Problem::with_piece(board, piece), path).unwrap()
}

fn written(tour: &Tour, format: Format, base: u8) -> Result<Vec<u8>, WriteError> {
    let mut text = Vec::new();
    write_tour(&mut text, tour, format, &WriteOptions { base, ..WriteOptions::default() })?;
    Ok(text)
}

fn tour_formats() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| format.reads_tours())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn tours_read_back(tour in tour(), base in 0..2_u8) {
        for format in tour_formats() {
            let text = match written(&tour, format, base) {
                Ok(text) => text,
                Err(WriteError::TooManyMoves { .. }) => {
                    let moves = Moves::new(tour.piece(), tour.board());
                    prop_assert!(format == Format::Moves && moves.offsets().len() > 9);
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            // Told the format, and recognising it.
            for hint in [Some(format), None] {
                let hint = ReadHint { format: hint, ..ReadHint::default() };
                let shown = String::from_utf8_lossy(&text);
                let parsed = read_tour(&text, &hint).unwrap_or_else(|e| panic!("{e}:\n{shown}"));
                prop_assert_eq!(&parsed.board, tour.board(), "{}", shown);
                prop_assert_eq!(&parsed.piece, tour.piece(), "{}", shown);
                prop_assert!(parsed.path.iter().eq(tour.squares()), "{}", shown);
                // A start without moves looks like a square; all else is told apart.
                if tour.len() > 1 {
                    prop_assert_eq!(parsed.format, format, "{}", shown);
                }
            }
        }
    }

    #[test]
    fn streams_give_the_same_squares_each_time(tour in tour()) {
        for format in [Format::Squares, Format::Moves] {
            let Ok(text) = written(&tour, format, 1) else { continue };
            let open = || Ok(Box::new(&text[..]) as Box<dyn BufRead>);
            let stream = stream(open, format, &ReadHint::default()).unwrap();
            prop_assert_eq!(stream.board(), tour.board());
            for _ in 0..2 {
                prop_assert!(stream.squares().eq(tour.squares()));
            }
            stream.finish().unwrap();
        }
    }

    #[test]
    fn boards_are_inferred_from_flat_tours_without_holes(choices in prop::collection::vec(any::<Index>(), 64)) {
        let tour = walk("8x8".parse().unwrap(), Piece::KNIGHT, choices[0], &choices);
        for format in [Format::Squares, Format::Moves] {
            let text = written(&tour, format, 1).unwrap();
            let body: Vec<u8> = text.split_inclusive(|&b| b == b'\n').skip(1).flatten().copied().collect();
            let hint = ReadHint { format: Some(format), ..ReadHint::default() };
            let parsed = read_tour(&body, &hint).unwrap();
            prop_assert_eq!(parsed.path.names(&parsed.board), tour.names());
            let place = |square| tour.board().coord(square);
            let files = tour.squares().map(|square| place(square).file.index() + 1).max();
            let ranks = tour.squares().map(|square| place(square).rank.index() + 1).max();
            prop_assert_eq!(Some(parsed.board.files()), files);
            prop_assert_eq!(Some(parsed.board.ranks()), ranks);
        }
    }

    #[test]
    fn graphs_read_back(files in 1..9_u32, ranks in 1..12_u32) {
        let board = Board::rectangle(files, ranks).unwrap();
        let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).unwrap();
        let sorted = |graph: &caracole_core::Graph| {
            let mut edges: Vec<_> = graph.edge_list().collect();
            edges.sort_unstable();
            (graph.vertices(), edges)
        };
        for format in Format::ALL.into_iter().filter(|format| format.reads_graphs()) {
            let mut text = Vec::new();
            write_graph(&mut text, &board, &graph, format).unwrap();
            for hint in [Some(format), None] {
                let read = read_graph(&text, hint).unwrap();
                prop_assert_eq!(sorted(&read), sorted(graph.graph()));
            }
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_everything(&bytes);
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[-0-9a-zA-Z #.,:;|&\\\\\\[\\](){}<>?_+=\"'\n\t→│]{0,120}") {
        read_everything(text.as_bytes());
    }

    #[test]
    fn no_changed_file_makes_a_reader_panic(
        tour in tour(),
        format in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), any::<u8>(), 0..3_u8), 1..6),
    ) {
        let formats: Vec<_> = tour_formats().collect();
        let Ok(mut text) = written(&tour, formats[format.index(formats.len())], 1) else {
            return Ok(());
        };
        for (at, byte, how) in changes {
            let at = at.index(text.len());
            // Mostly printable, so that more than the first check is tested.
            let byte = if byte < 200 { b' ' + byte % 95 } else { byte };
            match how {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ if text.len() > 1 => drop(text.remove(at)),
                _ => {}
            }
        }
        read_everything(&text);
    }
}

/// Runs every reader with every format; errors must be one short line.
fn read_everything(bytes: &[u8]) {
    let check = |error: String| {
        assert!(!error.contains(char::is_control), "{error:?}");
        assert!(error.chars().count() < 300, "{error}");
    };
    recognise(bytes);
    let boards = [None, Some("8x8-a1,c3".parse().unwrap()), Some("box:3x3x3".parse().unwrap())];
    for format in Format::ALL.into_iter().map(Some).chain([None]) {
        for board in boards.clone() {
            let hint = ReadHint { board, format, ..ReadHint::default() };
            if let Err(error) = read_tour(bytes, &hint) {
                check(error.to_string());
            }
        }
        if let Err(error) = read_graph(bytes, format) {
            check(error.to_string());
        }
    }
    let hint = ReadHint::default();
    for error in [shape::read(bytes).err(), puzzle::read(bytes, &hint).err()] {
        check(error.map(|error| error.to_string()).unwrap_or_default());
    }
    for format in [Format::Squares, Format::Moves] {
        let open = || Ok(Box::new(bytes) as Box<dyn BufRead>);
        let of_format = ReadHint { format: Some(format), ..ReadHint::default() };
        for document in documents(open, &of_format).into_iter().flatten() {
            check(document.err().map(|error| error.to_string()).unwrap_or_default());
        }
        if let Ok(stream) = stream(open, format, &hint) {
            let _ = stream.squares().count();
            let _ = stream.finish();
        }
    }
}

/// A long line, generated while it is read.
struct Endless {
    head: &'static [u8],
    turn: &'static [u8],
    left: u64,
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if !self.head.is_empty() {
            return self.head.read(buffer);
        }
        let count = buffer.len().min(self.left as usize);
        for byte in &mut buffer[..count] {
            *byte = self.turn[self.at];
            self.at = (self.at + 1) % self.turn.len();
        }
        self.left -= count as u64;
        Ok(count)
    }
}

#[test]
fn one_line_of_ten_million_moves_streams() {
    let left = 10_000_000;
    let open = || {
        let endless = Endless { head: b"# board 8x8\na1 ", turn: b"15", left, at: 0 };
        Ok(Box::new(BufReader::new(endless)) as Box<dyn BufRead>)
    };
    let stream = stream(open, Format::Moves, &ReadHint::default()).unwrap();
    assert_eq!(stream.squares().count() as u64, left + 1);
    stream.finish().unwrap();
}

#[test]
fn a_stream_returns_its_error_at_the_end() {
    let text = b"# board 8x8\na1 15\n15x5";
    let open = || Ok(Box::new(&text[..]) as Box<dyn BufRead>);
    let stream = stream(open, Format::Moves, &ReadHint::default()).unwrap();
    assert_eq!(stream.squares().count(), 5);
    let error = stream.finish().unwrap_err().to_string();
    assert!(error.starts_with("line 3, column 3: 'x'"), "{error}");
}

#[test]
fn errors_for_long_lines_are_short() {
    let mut read = Vec::new();
    for piece in
        ["x", "1", "1 ", "a1 ", "a1", "[", "{", "\"", "?", "|", "| ", "-", "9,", "# ", "\\", "\\a{"]
    {
        let text = piece.repeat(3_000_000 / piece.len());
        for format in [
            None,
            Some(Format::Grid),
            Some(Format::Squares),
            Some(Format::Moves),
            Some(Format::Json),
        ] {
            let hint = ReadHint { format, ..ReadHint::default() };
            let answer = read_tour(text.as_bytes(), &hint).map(|parsed| parsed.path.len());
            match answer {
                Ok(_) => read.push(format!("{piece} as {format:?}")),
                Err(error) => {
                    let error = error.to_string();
                    assert!(error.len() < 200, "{error}");
                    assert!(!error.contains(&text[..200]), "{error}");
                }
            }
        }
    }
    // A repeated square is a path, which the verifier rejects.
    assert_eq!(read, ["a1  as None", "a1  as Some(Squares)", "9, as Some(Squares)"]);
}

#[test]
fn vast_boards_in_small_files_take_no_memory() {
    for text in [
        "TYPE : TOUR\nCOMMENT : board 4000000000x4000000000-a1,c3\nTOUR_SECTION\n1 2 3 -1\n",
        "# board 4294967295x4294967295-a1\nb1 c3\n",
        "# board 4294967295x4294967295-a1\nb1 1\n",
        "{\"board\":\"4294967295x4294967295-a1\",\"squares\":[1,2]}",
    ] {
        let parsed = read_tour(text.as_bytes(), &ReadHint::default()).unwrap();
        assert!(parsed.path.len() > 1);
        assert!(parsed.path.iter().all(|square| parsed.board.contains(square)));
    }
    let text = "DIMENSION : 4000000000\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n-1\n";
    let error = read_graph(text.as_bytes(), Some(Format::Tsplib)).unwrap_err().to_string();
    assert!(error.starts_with("the file says 4000000000 vertices"), "{error}");
}

/// The first character of 28 vertices is an opening bracket.
#[test]
fn graph6_may_look_like_json() {
    let empty = format!("[{}", "?".repeat(63));
    let graph = read_graph(empty.as_bytes(), None).expect("28 vertices");
    assert_eq!((graph.vertices(), graph.edges()), (28, 0));
    let error = read_graph(b"[1, 2]", None).expect_err("a list is no graph");
    assert!(error.to_string().contains("holds no graph that can be read"), "{error}");
}

/// Returns the only document of a file, with the given format and with the detected one.
fn only_documents(text: &[u8], format: Format) -> [Document; 2] {
    [Some(format), None].map(|format| {
        let open = || Ok(Box::new(text) as Box<dyn BufRead>);
        let hint = ReadHint { format, ..ReadHint::default() };
        let shown = String::from_utf8_lossy(text);
        let read = documents(open, &hint).unwrap_or_else(|error| panic!("{error}: {shown}"));
        let all: Result<Vec<_>, _> = read.collect();
        let Ok([only]) = all.as_deref() else { panic!("{all:?}: {shown}") };
        only.clone()
    })
}

fn path(board: &Board, names: &str) -> Path {
    names.split_whitespace().map(|name| board.parse_square(name).unwrap()).collect()
}

#[test]
fn paths_of_several_knights_read_back() {
    let wazir = || Piece::new([Leaper::new(0, 1).unwrap()]).unwrap();
    // One knight for each rank: more knights than letters.
    let ranks: Vec<String> = (1..=28).map(|rank| format!("a{rank} b{rank} c{rank}")).collect();
    let long = (1..=12).map(|rank| format!("a{rank}")).collect::<Vec<_>>().join(" ");
    let cases = [
        ("3x3-b2", Piece::KNIGHT, vec!["a1 b3 c1", "c2 a3 b1 c3 a2"]),
        ("3x28", wazir(), ranks.iter().map(String::as_str).collect()),
        ("box:2x2x2", wazir(), vec!["a1:1 b1:1 b2:1 a2:1", "b2:2 b1:2 a1:2 a2:2"]),
        ("2x12-b2,b3,b4,b5,b6,b7,b8,b9,b10,b11,b12", wazir(), vec!["b1", &long]),
    ];
    for (board, piece, names) in cases {
        let board: Board = board.parse().unwrap();
        let problem = Problem::with_piece(board.clone(), piece);
        let problem = problem.with_knights(names.len() as u32, [] as [Square; 0]).unwrap();
        let paths: Vec<_> = names.iter().map(|names| path(&board, names)).collect();
        let cover = Cover::verify(&problem, paths.clone()).unwrap();
        for format in [Format::Grid, Format::Squares, Format::Json] {
            for base in [0, 1] {
                let mut text = Vec::new();
                let options = WriteOptions { base, ..WriteOptions::default() };
                write_cover(&mut text, &cover, format, &options).unwrap();
                for document in only_documents(&text, format) {
                    let Document::Cover(read, assumed) = document else { panic!("{document:?}") };
                    assert_eq!(read.problem, problem, "{format}");
                    assert_eq!(read.paths, paths, "{format}");
                    assert_eq!(assumed.from_zero, format == Format::Grid && base == 0);
                }
            }
        }
    }
}

#[test]
fn paths_with_unvisited_squares_read_back() {
    for (board, names) in [
        ("3x3", "a1 c2 a3 b1 c3 a2 c1 b3"),
        ("4x4-a1", "b1 c3 d1 b2 d3"),
        ("box:3x3x2", "a1:1 b3:1 b1:2 c3:2"),
        ("torus:4x4", "a1 b3"),
    ] {
        let board: Board = board.parse().unwrap();
        let problem = Problem::new(board.clone());
        let squares = path(&board, names);
        let walk = SimplePath::verify(&problem, squares.clone()).unwrap();
        for format in [Format::Grid, Format::Squares] {
            for base in [0, 1] {
                let mut text = Vec::new();
                let options = WriteOptions { base, ..WriteOptions::default() };
                write_path(&mut text, &walk, format, &options).unwrap();
                for document in only_documents(&text, format) {
                    let Document::Path(read) = document else { panic!("{document:?}") };
                    assert_eq!((&read.board, &read.path), (&board, &squares), "{format}");
                    assert_eq!(read.assumed.from_zero, format == Format::Grid && base == 0);
                }
            }
        }
    }
}
