//! The exact output of the writers, and files of other programs.

use caracole_core::{Board, Graph, Leaper, MoveGraph, Moves, Path, Piece, Problem};
use caracole_formats::{
    Format, WriteError, WriteOptions, read_graph, write_bare_graph, write_cover, write_graph,
    write_path, write_tour,
};
use caracole_verify::{Cover, SimplePath, Tour};

fn tour(board: &str, names: &str) -> Tour {
    let board: Board = board.parse().unwrap();
    let path: Path = names.split(' ').map(|name| board.parse_square(name).unwrap()).collect();
    Tour::verify(&Problem::new(board), path).unwrap()
}

fn tour_text(tour: &Tour, format: Format) -> String {
    let mut text = Vec::new();
    write_tour(&mut text, tour, format, &WriteOptions::default()).unwrap();
    String::from_utf8(text).unwrap()
}

fn graph_text(board: &str, format: Format) -> Result<String, WriteError> {
    let board: Board = board.parse().unwrap();
    let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).unwrap();
    let mut text = Vec::new();
    write_graph(&mut text, &board, &graph, format)?;
    Ok(String::from_utf8(text).unwrap())
}

#[test]
fn tours_as_text() {
    let small = tour("2x3-a1,a2,b2,b3", "b1 a3");
    assert_eq!(
        tour_text(&small, Format::Csv),
        "# board 2x3-a1,a2,b2,b3\nstep,square,file,rank\n1,b1,2,1\n2,a3,1,3\n"
    );
    assert_eq!(tour_text(&small, Format::Squares), "# board 2x3-a1,a2,b2,b3\nb1 a3\n");
    assert_eq!(tour_text(&small, Format::Moves), "# board 2x3-a1,a2,b2,b3\nb1 8\n");
    assert_eq!(
        tour_text(&small, Format::Tsplib),
        "NAME : 2x3-a1,a2,b2,b3\nTYPE : TOUR\nCOMMENT : board 2x3-a1,a2,b2,b3\nDIMENSION : 2\n\
         TOUR_SECTION\n1\n2\n-1\nEOF\n"
    );
    let high = tour("box:1x2x3-a2:1,a1:2,a2:2,a1:3", "a1:1 a2:3");
    assert_eq!(
        tour_text(&high, Format::Csv),
        "# board box:1x2x3-a2:1,a1:2,a2:2,a1:3\nstep,square,file,rank,level\n1,a1:1,1,1,1\n2,a2:3,1,2,3\n"
    );
    assert_eq!(
        tour_text(&high, Format::Grid),
        "# board box:1x2x3-a2:1,a1:2,a2:2,a1:3\n.\n1\n\n.\n.\n\n2\n.\n"
    );
}

#[test]
fn grids_of_several_knights_as_text() {
    let piece = Piece::new([Leaper::new(0, 1).unwrap()]).unwrap();
    let text = |board: &str, paths: &[&str], base: u8| {
        let board: Board = board.parse().unwrap();
        let problem = Problem::with_piece(board.clone(), piece.clone());
        let problem = problem.with_knights(paths.len() as u32, ["a1"; 0]).unwrap();
        let path = |names: &&str| {
            names.split(' ').map(|name| board.parse_square(name).unwrap()).collect::<Path>()
        };
        let cover = Cover::verify(&problem, paths.iter().map(path).collect()).unwrap();
        let mut text = Vec::new();
        let options = WriteOptions { base, ..WriteOptions::default() };
        write_cover(&mut text, &cover, Format::Grid, &options).unwrap();
        String::from_utf8(text).unwrap()
    };
    let paths = ["a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1", "l2 k2 j2 i2 h2 g2 f2 e2 d2 c2 b2 a2"];
    let rows = [
        "# leaper 0,1\n",
        "12B 11B 10B  9B  8B  7B  6B  5B  4B  3B  2B  1B\n",
        " 1A  2A  3A  4A  5A  6A  7A  8A  9A 10A 11A 12A\n",
    ];
    assert_eq!(text("12x2", &paths, 1), rows.concat());
    let paths = ["a1:1 b1:1 c1:1 c2:1 b2:1 a2:1", "a1:2 a2:2 b2:2 b1:2 c1:2"];
    let box_text =
        "# board box:3x2x2-c2:2\n# leaper 0,1\n5A 4A 3A\n0A 1A 2A\n\n1B 2B  .\n0B 3B 4B\n";
    assert_eq!(text("box:3x2x2-c2:2", &paths, 0), box_text);
}

#[test]
fn paths_as_text() {
    let board: Board = "4x3-d1".parse().unwrap();
    let names = "a1 c2 a3 b1 c3 a2 c1 b3 d2";
    let path: Path = names.split(' ').map(|name| board.parse_square(name).unwrap()).collect();
    let path = SimplePath::verify(&Problem::new(board), path).unwrap();
    for (base, format, expected) in [
        (1, Format::Grid, "# path\n3 8 5 _\n6 _ 2 9\n1 4 7 .\n"),
        (0, Format::Grid, "# path\n2 7 4 _\n5 _ 1 8\n0 3 6 .\n"),
        (0, Format::Squares, "# board 4x3-d1\n# path\na1 c2 a3 b1 c3 a2 c1 b3 d2\n"),
    ] {
        let mut text = Vec::new();
        let options = WriteOptions { base, ..WriteOptions::default() };
        write_path(&mut text, &path, format, &options).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}

#[test]
fn graphs_as_text() {
    let dot = graph_text("2x3", Format::Dot).unwrap();
    assert!(dot.starts_with("graph board {\n"), "{dot}");
    assert!(dot.contains("  \"b3\" [pos=\"72,144!\"];\n"), "{dot}");
    assert!(dot.ends_with("  \"a1\" -- \"b3\";\n  \"b1\" -- \"a3\";\n}\n"), "{dot}");

    let graphml = graph_text("2x3", Format::Graphml).unwrap();
    let node =
        "    <node id=\"b3\"><data key=\"file\">2</data><data key=\"rank\">3</data></node>\n";
    assert!(graphml.contains(node), "{graphml}");
    assert_eq!(graphml.matches("<edge ").count(), 2);
    assert!(graphml.contains("<edge source=\"a1\" target=\"b3\"/>"), "{graphml}");

    assert_eq!(
        graph_text("2x3", Format::Tsplib).unwrap(),
        "NAME : 2x3\nTYPE : HCP\nCOMMENT : graph of 2x3\nDIMENSION : 6\n\
         EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 6\n2 5\n-1\nEOF\n"
    );
    let dimacs = graph_text("2x3", Format::Dimacs).unwrap();
    assert_eq!(dimacs, "c graph of 2x3\np edge 6 2\ne 1 6\ne 2 5\n");
}

#[test]
fn unsupported_content_is_an_error() {
    let error = graph_text("300x300", Format::Graph6).unwrap_err().to_string();
    assert!(error.contains("90000 squares are too many"), "{error}");
    let error = graph_text("3x3", Format::Moves).unwrap_err().to_string();
    assert!(error.starts_with("moves holds tours, not graphs"), "{error}");
    let single = tour("1x1", "a1");
    let error = write_tour(&mut Vec::new(), &single, Format::Dot, &WriteOptions::default());
    let error = error.unwrap_err().to_string();
    assert!(error.starts_with("dot holds graphs, not tours"), "{error}");
}

#[test]
fn an_output_error_is_returned() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    for format in Format::ALL.into_iter().filter(|format| format.writes_tours()) {
        let written = write_tour(&mut Full, &tour("1x1", "a1"), format, &WriteOptions::default());
        let Err(WriteError::Io(error)) = written else { panic!("{format}") };
        assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
    }
}

#[test]
fn hcp_files_of_other_programs_are_read() {
    let square = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
    let edges = |graph: &Graph| {
        let mut edges: Vec<_> = graph.edge_list().collect();
        edges.sort_unstable();
        edges
    };
    let head = "NAME: square\nTYPE: HCP\nDIMENSION: 4\nEDGE_DATA_FORMAT: ";
    for body in [
        "EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n3 4\n4 1\n-1\nEOF\n",
        // Without an end, several edges on a line, one of them in both directions.
        "EDGE_LIST\nEDGE_DATA_SECTION\n1 2 2 3\n3\n4 4 1 1 4",
        "ADJ_LIST\nEDGE_DATA_SECTION\n1 2 4 -1\n2 1 3 -1\n3 2 4 -1\n4 1 3 -1\n-1\nEOF\n",
        "ADJ_LIST\nEDGE_DATA_SECTION\n1 2 4 -1\n3 2 4 -1\n-1\n",
    ] {
        let graph = read_graph(format!("{head}{body}").as_bytes(), None).unwrap();
        assert_eq!(edges(&graph), edges(&square), "{body}");
    }
    // More vertices than a file of this length joins would only take memory.
    for (vertices, is_read) in [(60_000, true), (66_000, false)] {
        let text = format!(
            "TYPE: HCP\nDIMENSION: {vertices}\nEDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n2 1\n"
        );
        assert_eq!(read_graph(text.as_bytes(), None).is_ok(), is_read);
    }
    for (body, why) in [
        ("EDGE_LIST\nEDGE_DATA_SECTION\n1 1\n", "line 6, column 3: an edge joins vertex 0"),
        ("EDGE_LIST\nEDGE_DATA_SECTION\n1 5\n", "line 6, column 3: '5' is not a vertex"),
        ("EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n3\n", "line 7, column 1: the file says 4 vertices"),
        ("FULL_MATRIX\n", "line 4: EDGE_DATA_FORMAT 'FULL_MATRIX' cannot be read"),
        ("EDGE_LIST\n", "the TSPLIB file has no EDGE_DATA_SECTION"),
    ] {
        let error = read_graph(format!("{head}{body}").as_bytes(), None).unwrap_err().to_string();
        assert!(error.starts_with(why), "{error}");
    }
}

#[test]
fn a_star_of_a_million_edges_is_read_in_linear_time() {
    let mut text =
        "TYPE : HCP\nDIMENSION : 1000001\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n"
            .to_owned();
    for leaf in 2..=1_000_001_u32 {
        text += "1 ";
        text += &leaf.to_string();
        text += "\n";
    }
    assert_eq!(read_graph(text.as_bytes(), None).unwrap().edges(), 1_000_000);
}

/// Sizes with every number of bits in the last character, and with one and with four characters for the size.
#[test]
fn complete_graphs_read_back_from_graph6() {
    for vertices in (1..=14_u32).chain(61..=64) {
        let edges = (0..vertices).flat_map(|b| (0..b).map(move |a| (a, b)));
        let graph = Graph::from_edges(vertices, edges).unwrap();
        let mut text = Vec::new();
        write_bare_graph(&mut text, "complete", &graph, Format::Graph6).unwrap();
        let read = read_graph(&text, Some(Format::Graph6)).unwrap();
        assert_eq!(read.edges(), u64::from(vertices * (vertices - 1) / 2));
        let joins_all = |vertex: u32| read.neighbours(vertex).len() as u32 == vertices - 1;
        assert!((0..vertices).all(joins_all), "{vertices}");
    }
    let error = read_graph(b"D\x01c", Some(Format::Graph6)).unwrap_err().to_string();
    assert!(error.starts_with("line 1, column 2: "), "{error}");
}
