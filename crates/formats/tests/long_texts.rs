//! Texts that are written in several pieces, and the seams between the pieces; and what stands at
//! the edge of what a format can say.

use caracole_core::{Board, Leaper, Path, Piece, Problem, Square, Tour};
use caracole_formats::{Format, ReadHint, WriteOptions, read_tour, write_tour};

fn leaper(short: u32, long: u32) -> Piece {
    Leaper::new(short, long).map(Piece::from).unwrap()
}

/// Level by level, rank by rank, there and back: a tour of the (0,1)-leaper.
fn snake(board: &str) -> Tour {
    let board: Board = board.parse().unwrap();
    let (files, ranks) = (u64::from(board.files()), u64::from(board.ranks()));
    let turn = |at: u64, side: u64, is_back: bool| if is_back { side - 1 - at } else { at };
    let path: Path = (0..board.area())
        .map(|at| {
            let (row, level) = (at / files, at / files / ranks);
            let rank = turn(row % ranks, ranks, level % 2 == 1);
            let file = turn(at % files, files, row % 2 == 1);
            Square::from_index((level * ranks + rank) * files + file)
        })
        .collect();
    Tour::verify(&Problem::with_piece(board, leaper(0, 1)), path).unwrap()
}

fn text(tour: &Tour, format: Format, base: u8) -> String {
    let mut text = Vec::new();
    let options = WriteOptions { base, ..WriteOptions::default() };
    write_tour(&mut text, tour, format, &options).unwrap();
    String::from_utf8(text).unwrap()
}

fn reads_back(tour: &Tour, format: Format, text: &str) {
    let name = || format!("{} {format}", tour.board().area());
    let hint = ReadHint { format: Some(format), ..ReadHint::default() };
    let reading = read_tour(text.as_bytes(), &hint);
    let reading = reading.unwrap_or_else(|error| panic!("{}: {error}", name()));
    assert!(reading.path.iter().eq(tour.squares()), "{}", name());
}

/// Each level of the box is a piece of its grid.
#[test]
fn texts_of_several_pieces_read_back() {
    for board in ["600x900", "3x180000", "box:133x219x4"] {
        let tour = snake(board);
        for format in Format::ALL {
            if format.writes_tours() && format.reads_tours() {
                reads_back(&tour, format, &text(&tour, format, 1));
            }
        }
    }
}

#[test]
fn one_blank_line_parts_the_levels_of_a_grid() {
    let grid = text(&snake("box:133x219x4"), Format::Grid, 1);
    let rows: Vec<&str> = grid.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), 4 * 219 + 3);
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(row.is_empty(), at % 220 == 219, "row {at}");
    }
}

#[test]
fn a_grid_is_as_wide_as_its_largest_number() {
    let tour = snake("5x2");
    for (base, expected) in [(0, "9 8 7 6 5\n0 1 2 3 4\n"), (1, "10  9  8  7  6\n 1  2  3  4  5\n")]
    {
        let grid = text(&tour, Format::Grid, base);
        let rows = grid.split_once('\n').map(|(_, rows)| rows);
        assert_eq!(rows, Some(expected), "{grid}");
    }
}

/// `zzzz` is the last file with letters; the name of a square beyond it has a comma.
#[test]
fn names_stand_in_quotes_from_the_first_file_without_letters_on() {
    let lettered = text(&snake("475254x1"), Format::Csv, 1);
    assert!(!lettered.contains('"'));
    assert!(lettered.ends_with("\n475254,zzzz1,475254,1\n"));
    let numbered = text(&snake("475255x1"), Format::Csv, 1);
    assert!(numbered.ends_with("\n475255,\"475254,0\",475255,1\n"));
}

/// Modulo 32, which moves of usual pieces are told apart by, 17 is -15: two moves of this leaper
/// are one.
#[test]
fn moves_of_far_leapers_have_their_own_digits() {
    let squares = ["r16", "a1", "p18"];
    let whole: Board = "18x18".parse().unwrap();
    let holes = whole.squares().map(|square| whole.name(square));
    let holes: Vec<String> = holes.filter(|name| !squares.contains(&name.as_str())).collect();
    let board: Board = format!("18x18-{}", holes.join(",")).parse().unwrap();
    let problem = Problem::with_piece(board.clone(), leaper(15, 17));
    for squares in [squares, ["p18", "a1", "r16"]] {
        let path: Path = squares.iter().map(|name| board.parse_square(name).unwrap()).collect();
        let tour = Tour::verify(&problem, path).unwrap();
        reads_back(&tour, Format::Moves, &text(&tour, Format::Moves, 1));
    }
}

/// What stands right behind the name was looked at to see where the name ends; it comes before the
/// digits all the same.
#[test]
fn a_comment_right_behind_the_start_is_no_move() {
    let tour = snake("3x2");
    let moves = text(&tour, Format::Moves, 1);
    let commented = moves.replace("\na1 ", "\na1#1\n");
    assert_ne!(moves, commented);
    reads_back(&tour, Format::Moves, &commented);
    let wrong = commented.trim_end().to_owned() + "x";
    let hint = ReadHint { format: Some(Format::Moves), ..ReadHint::default() };
    let error = read_tour(wrong.as_bytes(), &hint).unwrap_err();
    let (line, column) = (wrong.lines().count() as u64, 6);
    let position = error.position().map(|at| (at.line, at.column));
    assert_eq!(position, Some((line, column)), "{error}");
}
