//! Small texts and files, valid and malformed, with what the readers return.

use std::fmt::Write as _;
use std::fs;
use std::io::BufRead;
use std::path::{Path as FilePath, PathBuf};

use caracole_core::{Kind, Leaper, Path, Piece, Problem};
use caracole_formats::graph_file::{self, GraphFormat};
use caracole_formats::{
    Document, Format, ParsedTour, ReadError, ReadHint, documents, json, puzzle, read_graph,
    read_tour, recognise, stream,
};
use caracole_verify::Tour;

#[expect(clippy::unnecessary_wraps, reason = "the readers open a source that can fail")]
fn source(text: &str) -> std::io::Result<Box<dyn BufRead + '_>> {
    Ok(Box::new(text.as_bytes()))
}

/// Describes a tour or a path: its board, the assumptions, its kind, and its squares.
fn describe(what: &str, tour: &ParsedTour) -> String {
    let board = &tour.board;
    let mut line = format!("{what} on {board}");
    if tour.assumed.holes {
        line += ", holes";
    }
    if tour.assumed.from_zero {
        line += ", from 0";
    }
    match tour.problem().kind() {
        Kind::Any => {}
        Kind::Closed => line += ", closed",
        Kind::Open => line += ", open",
    }
    line + ": " + &tour.path.names(board)
}

fn answer(text: &str, hint: &ReadHint) -> Result<String, ReadError> {
    let mut lines = Vec::new();
    for document in documents(|| source(text), hint)? {
        lines.push(match document? {
            Document::Tour(tour) => describe("tour", &tour),
            Document::Path(tour) => describe("path", &tour),
            Document::Cover(cover, assumed) => {
                let board = cover.problem.board();
                let paths: Vec<_> =
                    cover.paths.iter().map(|path: &Path| path.names(board)).collect();
                let holes = if assumed.holes { ", holes" } else { "" };
                let from_zero = if assumed.from_zero { ", from 0" } else { "" };
                let knights = cover.problem.knights();
                format!("{knights} knights on {board}{holes}{from_zero}: {}", paths.join(" | "))
            }
            _ => "unknown".to_owned(),
        });
    }
    Ok(lines.join("; "))
}

/// Checks each text with its description, or with a part of its error after `error: `.
fn assert_answers(hint: &ReadHint, rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        match (answer(text, hint), expected.strip_prefix("error: ")) {
            (Ok(found), None) => assert_eq!(found, *expected, "{text}"),
            (Err(error), Some(words)) => {
                assert!(error.to_string().contains(words), "{text}: {error}");
            }
            (found, _) => panic!("{text}: {found:?}"),
        }
    }
}

#[test]
fn grids() {
    assert_answers(
        &ReadHint::default(),
        &[
            ("~~~\n1 2\n~~~\n", "tour on 2x1: a1 b1"),
            ("1 2\n=====\n3 4\n", "tour on 2x2: a2 b2 a1 b1"),
            ("1 2\n─ ─ ─\n3 4\n", "tour on 2x2: a2 b2 a1 b1"),
            ("1 2\n____\n3 4\n", "tour on 2x2: a2 b2 a1 b1"),
            ("___\n1\n2\n", "tour on 1x3: a2 a1"),
            ("np.array([[1, 2, 3], [4, 5, 6]])", "tour on 3x2: a2 b2 c2 a1 b1 c1"),
            ("my_tour([[1, 2, 3], [4, 5, 6]])", "tour on 3x2: a2 b2 c2 a1 b1 c1"),
            ("tour =  array([[1, 2, 3], [4, 5, 6]])", "tour on 3x2: a2 b2 c2 a1 b1 c1"),
            ("x 1 2\n", "tour on 3x1: b1 c1"),
            ("1 & 2 \\\\ 3 & 4", "tour on 2x2: a2 b2 a1 b1"),
            ("\\hline 1 & 2 \\\\ 3 & 4", "tour on 2x2: a2 b2 a1 b1"),
            ("\\begin{array}{cc} 1 & 2 \\\\ 3 & 4", "tour on 2x2: a2 b2 a1 b1"),
            ("\\boxed{1} & 2", "tour on 2x1: a1 b1"),
            ("\\( 1 \\) \\( 2 \\)", "tour on 2x1: a1 b1"),
            ("||1|2||\n", "tour on 2x1: a1 b1"),
            ("|   |\n| 1 |\n", "tour on 1x2: a1"),
            ("[[1 2\n3 4]]", "tour on 2x2: a2 b2 a1 b1"),
            ("[1 2\n3 4]", "tour on 2x2: a2 b2 a1 b1"),
            ("[[1,2,3],[4,5,6],\n\n[7,8,9],[_,_,_]]", "tour on 3x4: a4 b4 c4 a3 b3 c3 a2 b2 c2"),
            (
                "1 2\n3 4\n\n5 6\n7 8\n\n9 10\n11 12\n",
                "tour on box:2x2x3: a2:1 b2:1 a1:1 b1:1 a2:2 b2:2 a1:2 b1:2 a2:3 b2:3 a1:3 b1:3",
            ),
            // Separators at the ends of all rows separate nothing.
            ("1, 2,\n3, 4,\n", "tour on 2x2: a2 b2 a1 b1"),
            ("{{1, 2,},\n {3, 4,},}\n", "tour on 2x2: a2 b2 a1 b1"),
            ("a = [1, 2;\n3, 4];\n", "tour on 2x2: a2 b2 a1 b1"),
            ("\t1\t2\n\t3\t4\n", "tour on 2x2: a2 b2 a1 b1"),
            ("1,2,\n3,4,5\n", "tour on 3x2: a2 b2 a1 b1 c1"),
            ("1 & 2 & \\\\ 3 & 4 & \\\\", "tour on 3x2: a2 b2 a1 b1"),
            (",2,3\n1,,\n", "tour on 3x2: a1 b2 c2"),
            ("1;2\n;3\n", "tour on 2x2: a2 b2 b1"),
            ("**1** 2*\n3 4\n", "tour on 2x2: a2 b2 a1 b1"),
            // Frames, titles and comments that cannot be rows.
            ("+--+--+\n|1 |2 |\n+--+--+\n|  |  |\n+--+--+\n", "tour on 2x2: a2 b2"),
            ("|  |  |\n|---|---|\n| 1 | 2 |\n", "tour on 2x1: a1 b1"),
            ("| 1 | 2 |\n|:-:|---|\n| 3 | 4 |\n", "tour on 2x2: a2 b2 a1 b1"),
            ("a b\n-- --\n1 2\n", "tour on 2x1: a1 b1"),
            ("Tour 7 of Euler:\n1 2\n", "tour on 2x1: a1 b1"),
            ("By Euler\n\n1 2\n\nin Berlin\n", "tour on 2x1: a1 b1"),
            ("1 2 # the end\n", "tour on 2x1: a1 b1"),
            ("##\n1 2\n#\n", "tour on 2x1: a1 b1"),
            ("By Euler\n1 2\n", "error: line 1, column 1: 'By' is not a number"),
            ("1 2\n-- --\n3 4\n", "error: line 2, column 1: '--' is not a number"),
            ("1 2\n|--|--|\n", "error: line 2, column 2: '--' is not a number"),
            ("1 #\n2 #\n", "error: line 1, column 3: '#' is not a number"),
            ("| 1 | # |\n| 2 | # |\n", "error: line 1, column 7: '#' is not a number"),
            ("1 + 2\n", "error: '+' is not a number"),
            ("+ +\n1 2\n", "error: line 1, column 1: '+' is not a number"),
            ("# closed\n1 2\n", "tour on 2x1, closed: a1 b1"),
            ("# Closed:\n# Board: 2x1\n1 2\n", "tour on 2x1, closed: a1 b1"),
            ("# path\n1 2 _\n", "path on 3x1: a1 b1"),
            ("1 1 _\n", "error: the number 1 stands on a1 and on b1"),
            ("0 _ 2\n", "error: the grid has 2 on c1 but no 1"),
            ("1 2 3\n4 5\n", "error: this row has 2 numbers where the rows before have 3"),
        ],
    );
    // A number that is missing is named only if every square has one.
    let error = |text: &str| answer(text, &ReadHint::default()).unwrap_err().to_string();
    assert_eq!(error("1 1 3"), "the number 1 stands on a1 and on b1, and 2 is missing");
    for text in ["1 1 _", "1 1 -1", "0 1 1 0"] {
        assert!(error(text).ends_with('1'), "{}", error(text));
    }
    let is_grid = ReadHint { format: Some(Format::Grid), ..ReadHint::default() };
    assert_answers(&is_grid, &[("```python3\n1 2\n```\n", "tour on 2x1: a1 b1")]);
    // The hint determines the first step.
    let based = |base| ReadHint { base: Some(base), ..ReadHint::default() };
    assert_answers(&based(0), &[("0 1 2", "tour on 3x1, from 0: a1 b1 c1")]);
    assert_answers(&based(1), &[("0 1 2", "tour on 3x1: b1 c1")]);
    let puzzle = puzzle::read(b"1 _ 3", &ReadHint::default()).unwrap();
    let clues: Vec<_> = puzzle.clues().map(|(step, square)| (step, square.index())).collect();
    assert_eq!(clues, [(1, 0), (3, 2)]);
}

/// Lines that are neither rows nor parts of a row.
#[test]
fn frames_and_titles_of_grids() {
    let two_by_two = "tour on 2x2: a2 b2 a1 b1";
    let is_grid = ReadHint { format: Some(Format::Grid), ..ReadHint::default() };
    assert_answers(
        &is_grid,
        &[
            // Tabs are separators. A line of tabs only is a row.
            ("1\t2\n\t\n4\t3\n", "tour on 2x3: a3 b3 b1 a1"),
            ("\t1\t2\n\t\t\n\t4\t3\n", "tour on 2x3: a3 b3 b1 a1"),
            ("1\t2\t3\n\t\t\n\t\t4\n", "tour on 3x3: a3 b3 c3 c1"),
            ("\t2\n1\t3\n", "tour on 2x2: a1 b2 b1"),
            ("\t1\t2\n3 4\n", two_by_two),
            ("1,\t2\n3,\t4\n", two_by_two),
            ("Euler\n\n\t1\n\t2\n", "tour on 1x2: a2 a1"),
            ("1\t2\n3\t4\n\n4\t3\n2\t1\n", "tour on 2x2: a2 b2 a1 b1; tour on 2x2: b1 a1 b2 a2"),
            // Lines of brackets are not rows.
            ("[[1, 2],\n[3, 4],\n\nin Berlin\n]\n", two_by_two),
            ("Euler\n[\n[1, 2],\n[3, 4]\n]\n", two_by_two),
            ("Euler\n[\n[\n1, 2\n],\n[\n3, 4\n]\n]\n", two_by_two),
            // Titles and remarks.
            ("By Euler\n\n1 2\n", "tour on 2x1: a1 b1"),
            ("Euler\n\n1 2\n", "tour on 2x1: a1 b1"),
            ("Tour 7 of 64:\n1 2\n", "error: line 1, column 1: 'Tour' is not a number"),
            ("is it\n\n1 2 3\n", "error: line 1, column 1: 'is' is not a number"),
            ("abc abc\n\n1 2 3\n", "error: line 1, column 1: 'abc' is not a number"),
            ("1 2\nin Berlin\n", "error: line 2, column 1: 'in' is not a number"),
            ("\nBy Euler\n1 2\n", "error: line 2, column 1: 'By' is not a number"),
            ("1,2\nin,Berlin\n", "error: line 2, column 1: 'in' is not a number"),
            // Comments that are rows or parts of rows.
            ("| 1 | # | 3 |\n| 2 | # | 4 |\n", "error: line 1, column 7: '#' is not a number"),
            ("# # 3 4\n1 2 5 6\n", "error: line 1, column 1: '#' is not a number"),
            ("# 3 4 5\n1 2 5 6\n", "error: line 1, column 1: '#' is not a number"),
            ("#\n1\n2\n", "tour on 1x2: a2 a1"),
            // Frames and the heads of tables.
            ("+--+\n|1 |\n+--+\n|2 |\n+--+\n", "tour on 1x2: a2 a1"),
            ("┌──┐\n│1 │\n├──┤\n│2 │\n└──┘\n", "tour on 1x2: a2 a1"),
            ("┌─ ─┐\n│1 2│\n└─ ─┘\n", "tour on 2x1: a1 b1"),
            ("│1 │2 │\n│  │  │\n", "tour on 2x2: a2 b2"),
            ("1 2\n── ──\n3 4\n", "error: line 2, column 1: '──' is not a number"),
            ("| 1 | 2 |\n|---| : |\n", "error: line 2, column 2: '---' is not a number"),
            ("1 2 3\n- -\n4 5 6\n", "error: line 2, column 1: '-' is not a number"),
            ("1 2\n--- ---\n3 4\n", "error: line 2, column 1: '---' is not a number"),
            ("| 1 | 2 |\n|---|---|\n| 3 | 4 |\n", two_by_two),
            (
                "| 1 | 2 |\n| 3 | 4 |\n|---|---|\n| 5 | 6 |\n",
                "error: line 3, column 2: '---' is not a number",
            ),
            (
                "| 1 | 2 |\n|---|---|\n|---|---|\n| 3 | 4 |\n",
                "error: line 3, column 2: '---' is not a number",
            ),
            (
                "| 1 | 2 |\n\n|---|---|\n| 3 | 4 |\n",
                "error: line 3, column 2: '---' is not a number",
            ),
        ],
    );
}

#[test]
fn separators_and_quotes_of_grids() {
    let two_by_two = "tour on 2x2: a2 b2 a1 b1";
    let pair = "tour on 2x1: a1 b1";
    assert_answers(
        &ReadHint::default(),
        &[
            ("|1|,|2|\n", pair),
            ("1 2; 3 4", two_by_two),
            ("[1; 2\n];\n", "tour on 1x2: a2 a1"),
            ("1;2\n;\n", "tour on 2x2: a2 b2"),
            ("1;2\n;\n3;4\n", "tour on 2x3: a3 b3 a1 b1"),
            (";\n1;2\n", "tour on 2x2: a1 b1"),
            ("'1' '2'\n", pair),
            ("\"'1'\" \"'2'\"\n", pair),
            ("'1','',''\n", "tour on 3x1: a1"),
            ("\"1\" \"\"\n\"\" \"2\"\n", "tour on 2x2: a2 b1"),
            ("$1$ $2$\n", pair),
            ("t = \"\"\"\n1 2\n3 4\n\"\"\"\n", two_by_two),
            ("t = '''\n1 2\n3 4\n'''\n", two_by_two),
        ],
    );
}

#[test]
fn rank_numbers_of_grids() {
    assert_answers(
        &ReadHint::default(),
        &[
            ("| a | b |\n2 1 2\n1 3 4\n", "tour on 2x2: a2 b2 a1 b1"),
            ("a b\n2 3\n1 4\n", "tour on 2x2: a1 a2 b2 b1"),
            ("2 |\n1 |\n", "tour on 1x2: a1 a2"),
            ("  a b\n2 3 2\n1 4 1\n", "tour on 2x2: b1 b2 a2 a1"),
            ("2 | 3 2\n1 | 4 1\n", "tour on 2x2: b1 b2 a2 a1"),
            ("4 | 1 2\n3 | 3 4\n\n2 | 5 6\n1 | 7 8\n", "error: the number"),
        ],
    );
}

#[test]
fn blocks_of_grids() {
    assert_answers(
        &ReadHint::default(),
        &[
            ("# board 3x1\n1 2 3\n\n3 2 1\n", "tour on 3x1: a1 b1 c1; tour on 3x1: c1 b1 a1"),
            (
                "# board 2x2\n1 2\n3 4\n5 6\n\n7 8\n9 9\n",
                "error: the grid is 2x5, but the board is 2x2",
            ),
            (
                "# board box:1x2x2\n1\n2\n\n3\n4\n\n1\n2\n",
                "error: the grid is 1x2x3, but the board is 1x2x2",
            ),
            (
                "# board box:2x2x2\n1 2\n3 4\n5 6\n7 8\n",
                "tour on box:2x2x2: a2:1 b2:1 a1:1 b1:1 a2:2 b2:2 a1:2 b1:2",
            ),
        ],
    );
}

#[test]
fn grids_of_several_knights() {
    assert_answers(
        &ReadHint::default(),
        &[
            (
                "2B 2A 4B\n5B  . 1B\n1A 3B 3A\n",
                "2 knights on 3x3-b2, holes: a1 b3 c1 | c2 a3 b1 c3 a2",
            ),
            ("0A 1B\n0B 1A\n", "2 knights on 2x2, from 0: a2 b1 | a1 b2"),
            ("1A 2A\n", "1 knights on 2x1: a1 b1"),
            (
                "# board box:2x2x2\n1A 2A\n3A 4A\n1B 2B\n3B 4B\n",
                "2 knights on box:2x2x2: a2:1 b2:1 a1:1 b1:1 | a2:2 b2:2 a1:2 b1:2",
            ),
            ("# board 3x1-b1\n1A . 1B\n", "2 knights on 3x1-b1: a1 | c1"),
            ("1A 3A\n", "error: step 2 of knight A occurs 0 times"),
            ("1A 1A 2A\n", "error: step 1 of knight A occurs 2 times"),
            ("0A 2A\n", "error: step 1 of knight A occurs 0 times"),
            ("1B 2B\n", "error: step 1 of knight A occurs 0 times"),
            ("0B 1B\n", "error: step 0 of knight A occurs 0 times"),
            ("1A 2\n", "error: 2 on b1 has no letter"),
            ("+1A 2A\n", "error: '+1A' is not a number"),
            ("1A B\n", "error: 'B' is not a number"),
        ],
    );
}

#[test]
fn lists_of_squares() {
    let wazir = "# board 3x1\n# leaper 0,1\n";
    assert_answers(
        &ReadHint::default(),
        &[
            (
                &format!("{wazir}a1 b1 c1\nc1 b1 a1\n"),
                "tour on 3x1: a1 b1 c1; tour on 3x1: c1 b1 a1",
            ),
            (&format!("{wazir}a1 b1 # board 4x4\nc1\n"), "tour on 3x1: a1 b1 c1"),
            ("a1:1 b3:1", "tour on 2x3: a1 b3"),
            ("# Board: 3x1\n# LEAPERS 0,1\na1 b1 c1", "tour on 3x1: a1 b1 c1"),
            ("# board games of my uncle\na1 b3", "tour on 2x3: a1 b3"),
            ("# board size 3x3\na1 b3", "error: line 1: 'size 3x3' is not a board"),
            ("1. a1 b3 2. a5 b7", "tour on 2x7: a1 b3 a5 b7"),
            ("0) a1 1) b3\n\n1) b3 2) a1", "tour on 2x3: a1 b3; tour on 2x3: b3 a1"),
            ("1. a1 3. b3", "error: line 1, column 7: the next item must be number 2"),
            ("2. a1 3. b3", "error: line 1, column 1: the next item must be number 1"),
            ("a1:1 b3", "error: 'b3' has no level"),
            ("0,0 65727,0", "error: too far apart"),
        ],
    );
    // 65,727 squares are the most that two far squares make a board of.
    let read = |text: &[u8]| read_tour(text, &ReadHint::default());
    assert_eq!(read(b"0,0 65726,0").unwrap().board.to_string(), "65727x1");
    let both = format!("{wazir}a1 b1 c1\nc1 b1 a1\n");
    let expected = "tour on 3x1: a1 b1 c1; tour on 3x1: c1 b1 a1";
    assert_answers(&ReadHint::default(), &[(&both, expected)]);
}

#[test]
fn comments_that_state_something() {
    let tour = "a1 b3\n";
    let any = "tour on 2x3: a1 b3";
    for (comment, expected) in [
        ("closed", "tour on 2x3, closed: a1 b3"),
        ("OPEN :", "tour on 2x3, open: a1 b3"),
        ("path:", "path on 2x3: a1 b3"),
        ("board 3x3", "tour on 3x3: a1 b3"),
        ("board: torus 4x4", "error: line 1: 'torus 4x4' is not a board"),
        ("board my torus 4x4", "error: line 1: 'my torus 4x4' is not a board"),
        ("knights 2", "2 knights on 2x3: a1 b3"),
        ("knights 4294967296", "error: `# knights` takes a number up to 4294967295"),
        ("leaper x", "error: line 1: 'x' is not a leaper"),
        // Free text.
        ("closed tours of mine", any),
        ("open to the public", any),
        ("path of a knight", any),
        ("knights", any),
        ("knights of the table", any),
        ("knights 2 of them", any),
        ("leaper of old", any),
        ("leapers", any),
        ("board", any),
        ("board games", any),
        ("board number 7", any),
        ("board size 3xl", any),
        ("board max2 here", any),
        ("board my large torus 4x4", any),
        ("board from page 12 of a book", any),
        ("board-games 3x3", any),
        ("convention", any),
        ("convention of 1999", any),
    ] {
        assert_answers(&ReadHint::default(), &[(&format!("# {comment}\n{tour}"), expected)]);
    }
    for convention in ["directed tours", "undirected closed tours"] {
        for head in ["convention", "Convention:"] {
            let text = format!("# {head} {convention}\n{tour}");
            let read = read_tour(text.as_bytes(), &ReadHint::default()).unwrap();
            assert_eq!(read.convention(), Some(convention));
        }
    }
    let read = read_tour(b"# convention of 1999\na1 b3", &ReadHint::default()).unwrap();
    assert_eq!(read.convention(), None);
}

#[test]
fn lists_of_moves() {
    let hint = ReadHint { format: Some(Format::Moves), ..ReadHint::default() };
    assert_answers(
        &hint,
        &[
            (
                "# board 3x1\n# leaper 0,1\na1 22\nc1 44\n# the end\n\n",
                "tour on 3x1: a1 b1 c1; tour on 3x1: c1 b1 a1",
            ),
            ("# board 3x1\n# leaper 0,1\na1 2b1 2", "error: 'b' does not belong here"),
            ("# board 3x1\n# leaper 0,1\na1\nb1 2", "error: 'b' does not belong here"),
            ("* 22", "error: the start square is missing"),
        ],
    );
}

#[test]
fn moves_between_levels() {
    // Of the six moves of this piece two stay on a file, two on a rank, and two change the level.
    let hint = ReadHint { format: Some(Format::Moves), ..ReadHint::default() };
    let square = |text: &str| {
        let found = answer(text, &hint).unwrap();
        found.rsplit(' ').next().unwrap().to_owned()
    };
    for board in ["# board box:3x3x3\n", ""] {
        let mut ends: Vec<_> =
            (1..=6).map(|digit| square(&format!("{board}# leaper 0,1\nb2:2 {digit}"))).collect();
        ends.sort_unstable();
        assert_eq!(ends, ["a2:2", "b1:2", "b2:1", "b2:3", "b3:2", "c2:2"]);
    }
}

#[test]
fn csv_and_tsplib() {
    assert_answers(
        &ReadHint::default(),
        &[
            ("step,square\n1,a1\n2,c2\n3,a3\n", "tour on 3x3: a1 c2 a3"),
            ("step,square\n0,a1\n1,c2\n", "tour on 3x2, from 0: a1 c2"),
            ("step,square\n1,a1\n1,c2\n", "error: step is 1, and the line before makes it 2"),
            ("step,square\n1,a1,1\n", "error: this line has 3 values"),
            ("step,square,file\n1,a1,1\n2,b3,2\n", "tour on 2x3: a1 b3"),
            (
                "TYPE : TOUR\nCOMMENT : board 3x3-a1,b2\nTOUR_SECTION\n1 2 3 4 5 6 7\n-1\nEOF\n",
                "tour on 3x3-a1,b2: b1 c1 a2 c2 a3 b3 c3",
            ),
            (
                "TYPE : TOUR\nCOMMENT : board 3x1\nDIMENSION : 0\nTOUR_SECTION\n1\n-1\n",
                "error: DIMENSION '0' cannot be read",
            ),
            (
                "TYPE : TOUR\nNODE_COORD_SECTION\n1 2 3\nTOUR_SECTION\n1\n-1\n",
                "error: section 'NODE_COORD_SECTION' cannot be read",
            ),
        ],
    );
}

#[test]
fn streams_and_their_headers() {
    for (format, text, is_tour, has_more_tours, leaper) in [
        (Format::Squares, "# board 3x3\n# path\na1 c2 a3\n", false, false, false),
        (Format::Squares, "# board 3x3\n# knights 2\na1 c2 a3\n", false, false, false),
        (Format::Squares, "# board 3x1\n# leaper 0,1\na1 b1 c1\n\n# end\n", true, false, true),
        (
            Format::Squares,
            "# board 3x1\n# leaper 0,1\na1 b1 c1\n\n # end\nc1 b1 a1\n",
            true,
            true,
            true,
        ),
        (Format::Moves, "# board 3x1\n# leaper 0,1\na1 22\n", true, false, true),
        (Format::Moves, "# board 3x1\n# leaper 0,1\na1 22\nc1 44\n", true, true, true),
    ] {
        let stream = stream(|| source(text), format, &ReadHint::default()).unwrap();
        assert_eq!(stream.squares().count(), 3, "{text}");
        assert_eq!(
            (stream.is_tour(), stream.has_more_tours()),
            (is_tour, has_more_tours),
            "{text}"
        );
        assert_eq!(stream.piece().is_knight(), !leaper, "{text}");
        stream.finish().unwrap();
    }
}

#[test]
fn streams_on_every_surface() {
    for (text, expected) in [
        ("# board 3x3\n# leaper 0,1\na1 1 2 2\n3", "a1 a2 b2 c2 c1"),
        ("# board torus:3x3\n# leaper 0,1\na1 4411\n", "a1 c1 b1 b2 b3"),
        ("# board cylinder:3x3\n# leaper 0,1\na1 44\n\n", "a1 c1 b1"),
        ("# board box:3x3x3\n# leaper 0,1\na1:2 61\n", "a1:2 a1:3 a2:3"),
        ("\n# board 3x3\n\n a1 1\n", "a1 b3"),
    ] {
        let stream = stream(|| source(text), Format::Moves, &ReadHint::default()).unwrap();
        let squares: Path = stream.squares().collect();
        assert_eq!(squares.names(stream.board()), expected, "{text}");
        assert!(!stream.has_more_tours(), "{text}");
        stream.finish().unwrap();
    }
}

#[test]
fn formats_that_look_similar() {
    for (text, format) in [
        ("step 1 2", Format::Grid),
        ("c of 1 2", Format::Grid),
        ("1,2 x", Format::Grid),
        (". a1", Format::Grid),
        ("[(x, 1), (2, 3)]", Format::Grid),
        ("(1, 2)", Format::Squares),
    ] {
        assert_eq!(recognise(text.as_bytes()), Some(format), "{text}");
    }
    // What is looked at ends within a character of three bytes.
    for before in 4092..=4097 {
        let text = "1 ".repeat(2049)[..before].to_owned() + "│ 2 │ 3";
        assert_eq!(recognise(text.as_bytes()), Some(Format::Grid), "{before}");
    }
}

#[test]
fn reports_are_not_tours() {
    let whole = |what: &str| format!("error: this is {what}, not a tour");
    let [count, rank, location, compare, check, proof] =
        ["count", "rank", "locate", "compare", "check", "check-proof"]
            .map(|command| whole(&format!("the result of `{command}`")));
    let watch = whole("the output of `watch --plain`");
    let not_a_number = |column: u32, word: &str| {
        format!("error: line 1, column {column}: '{word}' is not a number")
    };
    let rows = [
        ("step 3: a1 c2 a3\n3 of 9 squares visited; missing: b2\n", watch),
        ("step 1 2\n", not_a_number(1, "step")),
        ("# 3 of 9 squares visited; missing: b2\n1 2 3\n", "tour on 3x1: a1 b1 c1".to_owned()),
        ("9862 undirected closed tours\n", count.clone()),
        ("304 directed tours\n", count.clone()),
        ("7 of 304 directed tours\n", count.clone()),
        ("1 2\n304 directed tours\n", count),
        ("7 of 304 directed tours, counted from 0\n", rank),
        ("12 undirected graphs\n", not_a_number(4, "undirected")),
        ("12 tours\n", not_a_number(4, "tours")),
        ("x directed tours\n", not_a_number(3, "directed")),
        ("7a directed tours\n", not_a_number(1, "7a")),
        ("5x5: a tour can start from a1\n", whole("the result of `starts`")),
        ("board      5x5\n", whole("the result of `graph`")),
        ("e4: step 36\n", location.clone()),
        ("step 3: f2\n", location.clone()),
        ("step 1,000: f2\n", location),
        ("step x: f2\n", not_a_number(1, "step")),
        ("step : f2\n", not_a_number(1, "step")),
        ("several solutions: 1\n", whole("the result of `puzzle unique`")),
        ("5x5 tour: 3 methods, at most 1 s\n", compare),
        ("5x5 tour: 1\n1 2\n", not_a_number(1, "5x5")),
        ("3 methods, at most 1 s\n", not_a_number(3, "methods")),
        ("starting from a1\n", whole("the trace of a search")),
        ("an open tour of 5x5\n", check.clone()),
        ("a cover of 5x5 by 2 knights\n", check),
        ("holds: 3x3\n", proof.clone()),
        ("not checked: 3x3\n", proof),
        ("impossible: 3x3\n", whole("the answer that there is no tour")),
    ];
    let is_grid = ReadHint { format: Some(Format::Grid), ..ReadHint::default() };
    for (text, expected) in &rows {
        // A given format is read without this search.
        if expected.contains("is not a number") {
            assert_answers(&is_grid, &[(text, expected)]);
        } else {
            assert_answers(&ReadHint::default(), &[(text, expected)]);
        }
        let detected = answer(text, &ReadHint::default()).err().map(|error| error.to_string());
        let is_report = detected.is_some_and(|error| error.contains("this is "));
        assert_eq!(is_report, expected.contains("this is "), "{text}");
    }
}

#[test]
fn json_documents() {
    let tour = r#"{"board":"2x1","squares":["a1","b1"]}"#;
    let other = r#"{"board":"2x1","squares":["b1","a1"]}"#;
    let trace = r#"{"schema":"caracole.trace/1","event":1}"#;
    let unknown = r#"{"problem":{"board":"2x1"},"outcome":"unknown"}"#;
    let cover = r#"{"board":"2x1","paths":[["b1"],["a1"]]}"#;
    let found = "tour on 2x1: a1 b1";
    let both = "tour on 2x1: a1 b1; tour on 2x1: b1 a1";
    for (text, expected) in [
        (tour.to_owned(), found),
        (format!("{tour}\n\n{other}\n"), both),
        (format!("{trace}\n{trace}\n{tour}\n"), found),
        (format!("{tour}\n{other}\n{unknown}\n"), both),
        (unknown.to_owned(), "error: the file holds the outcome 'unknown', not a tour"),
        (format!("{trace}\n{trace}\n"), "error: no tour"),
        (cover.to_owned(), "2 knights on 2x1: b1 | a1"),
        (format!("{cover}\n{tour}\n"), "2 knights on 2x1: b1 | a1; tour on 2x1: a1 b1"),
        (r#"["a1","b3"]"#.to_owned(), "tour on 2x3: a1 b3"),
        ("{\"board\":\n\"2x1\"".to_owned(), "error: line 2, column 5: not JSON"),
        (format!("{tour}\n{{\n"), "error: line 2, column 1: not JSON"),
        (
            r#"{"schema":"caracole.longest/1","problem":{"board":"3x3"},"squares":["a1","b3"]}"#
                .to_owned(),
            "path on 3x3: a1 b3",
        ),
        (
            r#"{"schema":"caracole.list/1","problem":{"board":"2x1"},"tours":[]}"#.to_owned(),
            "error: this is an answer without tours, not a tour",
        ),
        (r#"{"grid":[["1",""],[" ","2"]]}"#.to_owned(), "tour on 2x2: a2 b1"),
        (r#"{"grid":[[[1],[2]],[[3],[4]]]}"#.to_owned(), "tour on box:1x2x2: a2:1 a1:1 a2:2 a1:2"),
        (
            r#"{"grid":[[[1]],[[2],[3]]]}"#.to_owned(),
            "error: line 1, column 9: grid: must be levels",
        ),
        (r#"{"squares":["a1","zz"]}"#.to_owned(), "step 2: 'zz'"),
        // A hole is read, and the verifier reports it.
        (
            r#"{"board":"3x3-b2","closed":true,"squares":["a1","c2","b2"]}"#.to_owned(),
            "tour on 3x3-b2: a1 c2 b2",
        ),
        (
            r#"{"board":"2x1","problem":{"board":"2x1"},"leaper":"1,2","squares":["a1"]}"#
                .to_owned(),
            "tour on 2x1: a1",
        ),
    ] {
        if expected == "error: no tour" {
            assert!(answer(&text, &ReadHint::default()).is_err(), "{text}");
        } else if expected.starts_with("step ") {
            let error = answer(&text, &ReadHint::default()).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        } else {
            assert_answers(&ReadHint::default(), &[(&text, expected)]);
        }
    }
    for (name, expected) in [
        ("count", "the result of `count`"),
        ("rank", "the result of `rank`"),
        ("starts", "the result of `starts`"),
        ("locate", "the result of `locate`"),
        ("graph", "the result of `graph`"),
        ("compare", "the result of `compare`"),
        ("check", "the result of `check`"),
        ("proof", "the result of `check-proof`"),
        ("puzzle", "a puzzle"),
    ] {
        let text = format!(r#"{{"schema":"caracole.{name}/1","problem":{{"board":"3x3"}}}}"#);
        let expected = format!("error: this is {expected}, not a tour");
        assert_answers(&ReadHint::default(), &[(&text, &expected)]);
    }
    // A given board or piece replaces those of a tour, and contradicts those of several knights.
    let with_board = ReadHint { board: "3x1".parse().ok(), ..ReadHint::default() };
    let wazir = Piece::new([Leaper::new(0, 1).unwrap()]);
    let with_piece = ReadHint { piece: wazir, ..ReadHint::default() };
    let stated = r#"{"board":"2x1","problem":{"board":"2x1"},"leaper":"1,2","squares":["a1"]}"#;
    for (hint, expected) in [(&with_board, "tour on 3x1: a1"), (&with_piece, "tour on 2x1: a1")] {
        assert_answers(hint, &[(stated, expected), (cover, "error: several knights have their")]);
    }
}

#[test]
fn every_format_is_read_as_documents() {
    for (format, text, expected) in [
        (Format::Json, "{\"board\":\"2x1\",\"squares\":[\"b1\",\"a1\"]}", "tour on 2x1: b1 a1"),
        (Format::Csv, "step,square\n1,a1\n2,b3\n", "tour on 2x3: a1 b3"),
        (Format::Graph6, "Dhc\n", "error: the input is a graph, not a tour"),
        (Format::Dot, "graph {}\n", "error: dot is written, not read"),
    ] {
        let hint = ReadHint { format: Some(format), ..ReadHint::default() };
        assert_answers(&hint, &[(text, expected)]);
    }
    // A comment of knights belongs to lists of squares only.
    let moves = ReadHint { format: Some(Format::Moves), ..ReadHint::default() };
    let text = "# board 3x1\n# leaper 0,1\n# knights 2\na1 22\n";
    assert_answers(&moves, &[(text, "tour on 3x1: a1 b1 c1")]);
}

#[test]
fn graphs() {
    let error = |text: &[u8], format| read_graph(text, format).unwrap_err().to_string();
    assert!(error(b"# nothing\n", None).contains("the input is empty"));
    assert!(error(b"Dhc", Some(Format::Grid)).contains("holds no graph"));
    // It looks like JSON, and is a graph of 60 vertices in graph6.
    let graph = read_graph(format!("{{}}{}", "?".repeat(294)).as_bytes(), None).unwrap();
    assert_eq!(graph.vertices(), 60);
}

/// Returns the files of `data/malformed`, `data/malformed-games` or `data/pasted`.
fn files(folder: &str) -> Vec<(String, PathBuf)> {
    let folder = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(folder);
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path()))
        .filter(|(name, _)| name != "expected.tsv")
        .collect();
    files.sort();
    files
}

/// Returns the format of the extension, except for `txt`, which may be any format.
fn hint(path: &FilePath) -> ReadHint {
    let format = Format::from_extension(path).filter(|&format| format != Format::Grid);
    ReadHint { format, ..ReadHint::default() }
}

#[test]
fn every_pasted_tour_is_a_valid_tour() {
    let files = files("pasted");
    assert!(files.len() > 30);
    let table = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../data/pasted/expected.tsv");
    let expected = fs::read_to_string(table).unwrap();
    assert_eq!(files.len(), expected.lines().count());
    for (name, path) in files {
        let bytes = fs::read(&path).unwrap();
        // With the format of the extension, and with the detected one.
        for hint in [hint(&path), ReadHint::default()] {
            let parsed = read_tour(&bytes, &hint).unwrap_or_else(|error| panic!("{name}: {error}"));
            let row = format!("{name}\t{}", parsed.board);
            assert!(expected.lines().any(|line| line == row), "{row}");
            let problem = Problem::new(parsed.board);
            if let Err(rejected) = Tour::verify(&problem, parsed.path) {
                let first = rejected.verdict.defects()[0].text(problem.board());
                panic!("{name}: {first}");
            }
        }
    }
}

/// Compares the result for every file of a folder with its `expected.tsv`, which has a line per file
/// with its name, a tab, and the error.
fn assert_file_answers(folder: &str, read: impl Fn(&[u8], &ReadHint) -> Result<String, ReadError>) {
    assert_path_answers(folder, |path| read(&fs::read(path).unwrap(), &hint(path)));
}

fn assert_path_answers(folder: &str, read: impl Fn(&FilePath) -> Result<String, ReadError>) {
    let data = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let table = data.join(folder).join("expected.tsv");
    let mut found = String::new();
    for (name, path) in files(folder) {
        let text = match read(&path) {
            Ok(what) => format!("READ: {what}"),
            Err(error) => error.to_string(),
        };
        assert!(!text.contains(char::is_control), "{name}: {text}");
        let place = text.split_once(": ").map_or("", |(place, _)| place);
        let place = if place.starts_with("line ") { place.len() + 2 } else { 0 };
        assert!(text.chars().count() - place <= 160, "{name}: {text}");
        writeln!(found, "{name}\t{text}").unwrap();
    }
    if std::env::var_os("CARACOLE_BLESS").is_some() {
        fs::write(&table, &found).unwrap();
    }
    let expected = fs::read_to_string(&table).unwrap();
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

#[test]
fn every_malformed_file_has_a_one_line_error_with_its_position() {
    assert_file_answers("malformed", |bytes, hint| {
        read_tour(bytes, hint).map(|parsed| parsed.path.names(&parsed.board))
    });
}

/// Games against the rules can be read; the game refuses them.
#[test]
fn every_malformed_game_has_a_one_line_error_with_its_position() {
    assert_file_answers("malformed-games", |bytes, hint| {
        json::read_game(bytes, hint).map(|saved| {
            let path: Path = saved.squares.iter().copied().collect();
            path.names(saved.problem.board())
        })
    });
}

/// A pasted tour is a won game.
#[test]
fn every_pasted_tour_is_read_as_a_game() {
    for (name, path) in files("pasted") {
        let bytes = fs::read(&path).unwrap();
        let parsed = read_tour(&bytes, &ReadHint::default()).unwrap();
        let saved = json::read_game(&bytes, &ReadHint::default())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(saved.problem.board(), &parsed.board, "{name}");
        assert!(parsed.path.iter().eq(saved.squares), "{name}");
    }
}

#[test]
fn every_malformed_graph_has_a_one_line_error_with_its_position() {
    let read = |path: &FilePath| {
        let bytes = fs::read(path).unwrap();
        let file = graph_file::read(&bytes, GraphFormat::from_extension(path));
        file.map(|file| file.graph.to_string())
    };
    assert_path_answers("malformed-graphs", read);
}

/// Graphs, cycles and numbers of cycles that are known.
#[test]
fn every_graph_file_is_read_with_its_numbers_of_vertices_and_edges() {
    for (name, vertices, edges) in [
        ("petersen.g6", 10, 15),
        ("coxeter.s6", 28, 42),
        ("tutte.col", 46, 69),
        ("herschel.edges", 11, 18),
        ("dodecahedron.hcp", 20, 30),
        ("icosahedron.graphml", 12, 30),
        ("tesseract.json", 16, 32),
    ] {
        let path = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../data/graphs").join(name);
        let bytes = fs::read(&path).unwrap();
        for format in [None, GraphFormat::from_extension(&path)] {
            let graph = graph_file::read(&bytes, format).unwrap().graph;
            assert_eq!(
                (graph.graph().vertices(), graph.graph().edges()),
                (vertices, edges),
                "{name}"
            );
        }
    }
}
