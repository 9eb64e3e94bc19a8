//! The problems of the conformance tests.

use caracole_core::{Board, Kind, Leaper, Moves, Piece, Problem, Square};

const KINDS: [Kind; 3] = [Kind::Any, Kind::Closed, Kind::Open];

fn board(text: &str) -> Board {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn leapers(jumps: &[(u32, u32)]) -> Piece {
    Piece::new(jumps.iter().map(|&(a, b)| Leaper::new(a, b).unwrap())).unwrap()
}

/// Returns problems that are small enough to try every path.
pub(crate) fn tiny() -> Vec<Problem> {
    let mut all: Vec<Problem> = Vec::new();
    for text in [
        "1x1",
        "1x2",
        "2x1-a1",
        "1x2-a1",
        "3x1-a1,b1",
        "2x2",
        "3x3",
        "2x7",
        "3x4",
        "4x3",
        "4x4",
        "3x5",
        "5x4",
        "3x3-b2",
        "4x4-a1",
        "4x4-a1,d4",
        "4x4-a1,a4,d1,d4",
        "5x5-a1,b1,c1,d1,e1,c3,c4",
        "torus:1x5",
        "torus:2x3",
        "torus:3x3",
        "torus:3x4",
        "cylinder:3x4",
        "cylinder:4x3",
        "cylinder:2x5",
        "box:2x2x3",
        "box:2x3x2",
        "box:1x3x4",
    ] {
        all.push(Problem::new(board(text)));
    }
    for (text, jumps) in [
        ("3x3", &[(0, 1)][..]),
        ("4x3", &[(0, 1)]),
        ("4x3", &[(1, 1)]),
        ("3x3", &[(0, 1), (1, 1)]),
        ("2x4", &[(0, 1), (1, 2)]),
        ("5x2", &[(1, 3), (0, 2)]),
        ("torus:3x3", &[(0, 1)]),
        ("box:2x2x2", &[(0, 1)]),
    ] {
        all.push(Problem::with_piece(board(text), leapers(jumps)));
    }
    let mut all: Vec<Problem> = all
        .into_iter()
        .flat_map(|problem| KINDS.map(|kind| problem.clone().of_kind(kind)))
        .collect();
    for base in [
        Problem::new(board("3x4")),
        Problem::new(board("3x3-b2")),
        Problem::new(board("torus:3x3")),
        Problem::with_piece(board("3x2"), leapers(&[(0, 1), (1, 2)])),
    ] {
        for kind in KINDS {
            all.extend(variations(&base.clone().of_kind(kind)));
        }
    }
    all
}

/// Adds every start, end, pair of ends, clue, required and forbidden move, and some of them together.
fn variations(base: &Problem) -> Vec<Problem> {
    let squares: Vec<Square> = base.board().squares().collect();
    let mut all = Vec::new();
    for (at, &a) in squares.iter().enumerate() {
        all.extend(base.clone().start(a));
        all.extend(base.clone().end(a));
        all.extend(base.clone().clue(a, 3));
        let next = squares[(at + 1) % squares.len()];
        all.extend(base.clone().clue(a, 2).and_then(|problem| problem.clue(next, 5)));
        for &b in &squares {
            all.extend(base.clone().start(a).and_then(|problem| problem.end(b)));
        }
        all.extend(around(base, a));
    }
    all
}

/// Adds required and forbidden moves at one square.
fn around(base: &Problem, a: Square) -> Vec<Problem> {
    let moves = Moves::new(base.piece(), base.board());
    let nearby: Vec<Square> = moves.from(base.board(), a).collect();
    let mut all = Vec::new();
    for &b in &nearby {
        let using = base.clone().require(a, b).unwrap();
        let avoiding = base.clone().forbid(a, b).unwrap();
        all.extend([
            using.clone(),
            avoiding.clone(),
            using.clone().start(a).unwrap(),
            using.clone().end(a).unwrap(),
            avoiding.clone().start(a).unwrap(),
            using.clone().start(a).unwrap().end(b).unwrap(),
            avoiding.clone().start(a).unwrap().end(b).unwrap(),
            using.clone().clue(b, 4).unwrap(),
        ]);
        for &c in nearby.iter().filter(|&&c| c > b) {
            let both = using.clone().require(a, c).unwrap();
            all.extend([both.clone().start(a).unwrap(), both]);
            all.extend(using.clone().forbid(a, c));
        }
    }
    all
}

/// Returns problems of medium size, most of them with tours.
pub(crate) fn usual() -> Vec<Problem> {
    let zebra = Piece::from(Leaper::new(2, 3).unwrap());
    vec![
        Problem::new(board("8x8")),
        Problem::new(board("8x8")).start("e4").unwrap(),
        Problem::new(board("8x8")).closed(),
        Problem::new(board("6x6")).closed().start("c3").unwrap(),
        Problem::new(board("6x6")).start("a1").unwrap().end("f5").unwrap(),
        Problem::new(board("6x6")).closed().start("a1").unwrap().end("b3").unwrap(),
        Problem::new(board("6x6")).closed().end("d4").unwrap(),
        Problem::new(board("5x6")).open(),
        Problem::new(board("7x7")).start("a1").unwrap().clue("b3", 2).unwrap(),
        Problem::new(board("6x5")).require("a1", "b3").unwrap().forbid("c3", "e4").unwrap(),
        Problem::new(board("8x8-d4,e4,d5,e5")),
        Problem::new(board("torus:5x5")),
        Problem::new(board("cylinder:6x4")),
        Problem::new(board("box:3x4x3")),
        Problem::with_piece(board("10x10"), zebra),
    ]
}
