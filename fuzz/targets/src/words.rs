//! What is written in a word or a line: boards, squares, pieces, numbers, lists of hosts.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use caracole::compare::StudyStarts;
use caracole_cluster::Hosts;
use caracole_core::{Board, Coord, File, Leaper, MoveOrder, Moves, Piece, closest_name, shorten};
use caracole_count::Count;
use caracole_draw::{Style, Theme};
use caracole_formats::Format;
use caracole_play::puzzle::Grade;
use caracole_solve::{ConstructionStyle, Evaporation, Exponent, Method, Strength, TieBreak};

/// The largest board whose squares are all checked.
const FEW: u64 = 1 << 12;

/// The text of a board: what is read is written, and read again the same.
pub fn board(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let board = match text.parse::<Board>() {
        Ok(board) => board,
        Err(error) => return one_line(&error),
    };
    assert_eq!(board.to_string().parse(), Ok(board.clone()), "{text:?}");
    assert!(board.len() >= 1 && board.len() <= board.area(), "{text:?}");
    assert_eq!(board.colour_counts().iter().sum::<u64>(), board.len(), "{text:?}");
    assert!(!board.title().is_empty());
    if board.area() <= FEW {
        assert_eq!(board.squares().count() as u64, board.len(), "{text:?}");
        assert_eq!(board.len() + board.holes().count() as u64, board.area(), "{text:?}");
        let moves = Moves::new(&Piece::KNIGHT, &board);
        for square in board.squares() {
            for near in moves.from(&board, square) {
                assert!(moves.from(&board, near).any(|back| back == square), "{text:?}");
            }
        }
    }
}

/// The name of a square, on boards of several sizes: its name is read again as itself.
pub fn square(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some((place, _)) = Coord::parse(text) {
        assert_eq!(File::parse(&place.file.to_string()), Some(place.file), "{text:?}");
    }
    for board in ["8x8", "torus:30x30", "box:4x4x4", "4294967295x4294967295", "5x5-c3"] {
        let board: Board = board.parse().expect("a board");
        match board.parse_square(text) {
            Ok(square) => {
                assert!(board.contains(square), "{text:?} on {board}");
                let name = board.name(square);
                assert_eq!(board.parse_square(&name), Ok(square), "{name} on {board}");
            }
            Err(error) => one_line(&error),
        }
    }
}

/// Words that stand for something: pieces, orders of moves, methods, formats, styles and numbers.
pub fn words(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    word::<Leaper>(text, |leaper| Some(format!("{},{}", leaper.short(), leaper.long())));
    word::<MoveOrder>(text, |order| Some(order.to_string()));
    word::<Count>(text, |count| Some(count.to_string()));
    word::<Format>(text, |format| Some(format.to_string()));
    word::<Method>(text, |method| Some(method.name().to_owned()));
    word::<ConstructionStyle>(text, |look| Some(look.name().to_owned()));
    word::<Grade>(text, |_| None);
    word::<TieBreak>(text, |tie| Some(tie.to_string()));
    word::<Evaporation>(text, |share| Some(share.to_string()));
    word::<Strength>(text, |strength| Some(strength.to_string()));
    word::<Exponent>(text, |exponent| Some(exponent.to_string()));
    word::<StudyStarts>(text, |starts| Some(starts.to_string()));
    word::<Style>(text, |_| None);
    word::<Theme>(text, |_| None);
    assert!(shorten(text).chars().count() <= text.chars().count().max(64) + 8);
    if let Some(near) = closest_name(text, Format::ALL.map(Format::name)) {
        assert!(near.parse::<Format>().is_ok());
    }
}

/// Reads a word; what it stands for is written and read again the same. An error is one line.
fn word<T>(text: &str, written: impl Fn(&T) -> Option<String>)
where
    T: FromStr<Err: Display> + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(one) => {
            if let Some(again) = written(&one) {
                assert_eq!(again.parse::<T>().ok(), Some(one), "{text:?} became {again:?}");
            }
        }
        Err(error) => one_line(&error),
    }
}

/// A list of hosts.
pub fn hosts(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match Hosts::parse(text) {
        Ok(hosts) => {
            assert!(hosts.len() >= 1 && hosts.address(hosts.len()).is_none());
            let addresses: Vec<_> = (0..hosts.len()).filter_map(|at| hosts.address(at)).collect();
            assert_eq!(Hosts::parse(&addresses.join("\n")), Ok(hosts.clone()));
        }
        Err(error) => one_line(&error),
    }
}

/// A message says something, in one line, and prints nothing that would disturb a terminal.
pub(crate) fn one_line(error: &dyn Display) {
    let text = error.to_string();
    assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
}
