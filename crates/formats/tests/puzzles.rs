//! Puzzles: grids and printed sheets, written and read, and what is refused.

use caracole_core::{Kind, Leaper, Path, Piece, Problem};
use caracole_formats::puzzle::{self, PuzzleSheet, write_grid, write_text};
use caracole_formats::{Format, ReadHint};
use caracole_verify::Tour;

fn sheet(problem: &Problem, solution: Option<&Tour>, grade: &str) -> String {
    let mut text = Vec::new();
    write_text(&mut text, &PuzzleSheet { problem, solution, grade }).unwrap();
    String::from_utf8(text).unwrap()
}

fn grid(problem: &Problem) -> String {
    let mut text = Vec::new();
    write_grid(&mut text, problem).unwrap();
    String::from_utf8(text).unwrap()
}

fn piece(leapers: &[(u32, u32)]) -> Piece {
    Piece::new(leapers.iter().map(|&(a, b)| Leaper::new(a, b).unwrap())).unwrap()
}

fn problem(board: &str, piece: &Piece, kind: Kind, clues: &[(&str, u64)]) -> Problem {
    let problem = Problem::with_piece(board.parse().unwrap(), piece.clone()).of_kind(kind);
    clues.iter().fold(problem, |problem, &(square, step)| problem.clue(square, step).unwrap())
}

fn read(text: &str) -> Result<Problem, String> {
    puzzle::read(text.as_bytes(), &ReadHint::default()).map_err(|error| error.to_string())
}

#[test]
fn puzzles_read_back() {
    let [knight, wazir] = [Piece::KNIGHT, piece(&[(0, 1)])];
    let two = piece(&[(1, 2), (2, 3)]);
    for problem in [
        problem("4x3", &knight, Kind::Any, &[("a3", 1), ("c3", 7), ("d1", 12)]),
        problem("5x5", &knight, Kind::Open, &[("e5", 25), ("b4", 9)]),
        problem("8x8", &knight, Kind::Closed, &[("h1", 1), ("a8", 64), ("c3", 30)]),
        problem("12x9", &two, Kind::Any, &[("l9", 108), ("a1", 1), ("l1", 99), ("a9", 2)]),
        problem("5x3-b2,d2,a1,e3", &wazir, Kind::Any, &[("a2", 3), ("c2", 4), ("e1", 11)]),
        problem("1x4-a2,a3", &wazir, Kind::Any, &[("a4", 2)]),
        problem("cylinder:6x5", &knight, Kind::Closed, &[("f5", 2)]),
        problem("torus:4x4-a1", &two, Kind::Open, &[("d1", 15)]),
        problem("box:3x2x2-b1:2", &wazir, Kind::Any, &[("a1:1", 1), ("c2:1", 2), ("a2:2", 3)]),
        problem("box:2x1x3", &wazir, Kind::Closed, &[("a1:1", 1), ("b1:2", 2), ("b1:3", 6)]),
    ] {
        for text in [grid(&problem), sheet(&problem, None, ""), sheet(&problem, None, "hard")] {
            assert_eq!(read(&text).as_ref(), Ok(&problem), "{text}");
        }
    }
}

#[test]
fn sheets_as_text() {
    let names = "a3 b3 c3 c2 d2 d1 c1 b1 b2 a2";
    let asked = problem("4x3-a1,d3", &piece(&[(0, 1)]), Kind::Closed, &[("a3", 1), ("d2", 5)]);
    let path: Path =
        names.split(' ').map(|name| asked.board().parse_square(name).unwrap()).collect();
    let tour = Tour::verify(&asked, path).unwrap();
    let title = "Tour of the wazir puzzle, 4x3-a1,d3, easy";
    let task =
        "Number the squares from 1 to 10: from each number to the next is a move of the wazir";
    let clues = "\
+----+----+----+
|  1 |    |    |
+----+----+----+----+
|    |    |    |  5 |
+----+----+----+----+
     |    |    |    |
     +----+----+----+
";
    let solution = "\
+----+----+----+
|  1 |  2 |  3 |
+----+----+----+----+
| 10 |  9 |  4 |  5 |
+----+----+----+----+
     |  8 |  7 |  6 |
     +----+----+----+
";
    let expected = format!(
        "{title}\n\n{task}, and from 10 back to 1 too.\n\n{clues}\n\u{c}\nSolution of: {title}\n\n{solution}\n"
    );
    assert_eq!(sheet(&asked, Some(&tour), "easy"), expected);

    let enclosed = problem("cylinder:4x2-b1,c1,a2", &piece(&[(1, 2), (0, 1)]), Kind::Open, &[]);
    let expected = "\
Tour of the wazir or knight puzzle, cylinder:4x2-b1,c1,a2

Number the squares from 1 to 5: from each number to the next is a move of the wazir or knight, but from 5 to 1 is none.
The left edge is joined to the right one.

    +---+---+---+
    |   |   |   |
+---+---+---+---+
|   |/// ///|   |
+---+       +---+

";
    assert_eq!(sheet(&enclosed, None, ""), expected);

    let high = problem("box:2x2x2-a1:1", &Piece::KNIGHT, Kind::Any, &[("b2:2", 7)]);
    let expected = "\
Knight's tour puzzle, box:2x2x2-a1:1

Number the squares from 1 to 7: from each number to the next is a knight's move.

+---+---+
|   |   |
+---+---+
    |   |
    +---+

+---+---+
|   | 7 |
+---+---+
|   |   |
+---+---+

";
    assert_eq!(sheet(&high, None, ""), expected);
    assert_eq!(grid(&high), "# board box:2x2x2-a1:1\n_ _\n. _\n\n_ 7\n_ _\n");
    let torus = sheet(&problem("torus:1x1", &Piece::KNIGHT, Kind::Any, &[]), None, "");
    assert!(torus.contains(".\nThe left edge is joined to the right one, top to bottom.\n\n+--"));
}

#[test]
fn sheets_are_refused_with_the_place() {
    let asked = problem("4x3-b1", &Piece::KNIGHT, Kind::Any, &[("a3", 1), ("c3", 7)]);
    let text = sheet(&asked, None, "easy");
    let joined = sheet(&problem("torus:4x3", &Piece::KNIGHT, Kind::Any, &[]), None, "easy");
    for (text, from, to, expected) in [
        (&text, "|    |  7 |", "| ab |  7 |", "line 6, column 7: 'ab' is not a number"),
        (&text, "|  7 |    |", "|  7 | -1 |", "line 6, column 17: '-1' is not a number"),
        (&text, "|    |    |    |    |", "|    |    |    | x  |", "line 8, column 17: 'x'"),
        (&text, "|    |////|", "|    |  3 |", "line 10, column 7: '3' is not a number"),
        (&text, "|    |////|", "|/// |////|", "line 10, column 2: '///' is not a number"),
        (&text, "|  1 |", "|  1 |    |", "line 6: this row has 5 numbers"),
        (&text, "|  1 |", "|  1  |", "line 6: this row has 5 numbers"),
        (&text, "\n\n\n", "\n\nand so on\n", "line 13, column 1: 'and so on' is not a number"),
        (&text, "|  1 |", "| 12 |", "a3 cannot be step 12: steps run from 1 to 11"),
        (&text, "4x3-b1,", "a board,", "the board"),
        (&text, "4x3-b1,", "128x129,", "16512"),
        (&joined, "|    |", "| ab |", "line 7, column 2: 'ab' is not a number"),
    ] {
        let changed = format!("{text}\n").replacen(from, to, 1);
        assert_ne!(changed, format!("{text}\n"), "{from}");
        let error = read(&changed).expect_err(&changed);
        assert!(error.contains(expected), "{changed}: {error}");
    }
    // The title of a board with many holes does not name them.
    let holes = "a1,b1,c1,d1,a2,b2,c2,d2,a3";
    let bare = problem(&format!("4x3-{holes}"), &Piece::KNIGHT, Kind::Any, &[("d3", 2)]);
    let text = sheet(&bare, None, "");
    assert!(read(&text).is_err());
    let hint = ReadHint { board: Some(bare.board().clone()), ..ReadHint::default() };
    assert_eq!(puzzle::read(text.as_bytes(), &hint).unwrap(), bare);
    let hint = ReadHint { piece: Some(piece(&[(0, 1)])), ..hint };
    assert_eq!(puzzle::read(text.as_bytes(), &hint).unwrap().piece(), &piece(&[(0, 1)]));
    // The largest puzzle.
    let task =
        "Number the squares from 1 to 16384: from each number to the next is a knight's move.";
    let largest = read(&format!("Knight's tour puzzle, 128x128\n\n{task}\n")).unwrap();
    assert_eq!(largest.board().len(), 16384);
}

#[test]
fn a_title_with_the_word_puzzle_is_not_a_sheet() {
    for text in ["My puzzle, hard\n\n1 _ 3\n", "My puzzle, hard:\n1 _ 3\n", "1 _ 3\n\n\n"] {
        let problem = read(text).unwrap();
        assert_eq!((problem.board().to_string().as_str(), problem.clues().count()), ("3x1", 2));
    }
}

#[test]
fn other_documents_are_not_puzzles() {
    for (text, format, expected) in [
        ("a1 b3 c5", None, "this is a list of squares, not a puzzle"),
        ("a1 12", Some(Format::Moves), "this is a list of moves, not a puzzle"),
        ("step,square\n1,a1\n", None, "this is a table of steps, not a puzzle"),
        ("TYPE : TOUR\nTOUR_SECTION\n1\n-1\n", None, "this is a TSPLIB file, not a puzzle"),
        ("9862 undirected closed tours\n", None, "this is the result of `count`, not a puzzle"),
        (" \n", None, "the input is empty"),
        ("1 2\n3 4\n\n4 3\n2 1\n", None, "this contains 2 tours"),
        ("1 _ 3 _ 3\n", None, "the number 3 stands on c1 and on e1"),
    ] {
        let hint = ReadHint { format, ..ReadHint::default() };
        let error = puzzle::read(text.as_bytes(), &hint).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}
