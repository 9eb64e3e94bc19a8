use caracole_core::{Board, File, Rank, Square};

use super::*;

fn text(write: impl FnOnce(&mut Text)) -> String {
    let mut text = Text::default();
    write(&mut text);
    String::from_utf8(text.as_bytes().to_vec()).unwrap()
}

/// Numbers on both sides of every power of ten, and many in between.
fn numbers() -> impl Iterator<Item = u64> {
    let powers = (0..20).map(|power| 10_u64.pow(power));
    let near = powers.flat_map(|power| [power - 1, power, power + 1, power.saturating_mul(9)]);
    let mut spread = 1_u64;
    let many = (0..50_000).map(move |at| {
        spread = spread.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        spread >> (at % 64)
    });
    near.chain(many).chain(0..20_000).chain([u64::MAX])
}

#[test]
fn numbers_are_written_as_everybody_writes_them() {
    for number in numbers() {
        assert_eq!(text(|text| text.number(number)), number.to_string());
    }
}

#[test]
fn numbers_stand_to_the_right() {
    for number in numbers() {
        let digits = number.to_string().len();
        for width in [digits, digits + 1, 8, 11, 16, 17, 21] {
            if width >= digits {
                let expected = format!("{number:width$}");
                assert_eq!(text(|text| text.number_to(number, width)), expected);
            }
        }
    }
}

/// Every four-digit part, which is all that the products can get wrong.
#[test]
fn digits_are_exact() {
    for number in (0..10_000).flat_map(|part| [part, part * 10_000, part * 10_001]) {
        let digits = format!("{number:08}").into_bytes();
        assert_eq!((eight_digits(number) | ZEROS).to_le_bytes(), digits[..]);
    }
}

#[test]
fn every_file_has_its_letters() {
    for file in (0..FIRST_UNNAMED + 3).map(File::new) {
        let place = Place::flat(file, Rank::new(9));
        let letters = file.to_string();
        let index = file.index();
        let expected =
            if letters.len() > 4 { format!("{index},9") } else { format!("{letters}10") };
        assert_eq!(text(|text| text.name(place, false)), expected);
    }
}

#[test]
fn names_are_those_of_the_board() {
    for board in ["8x8", "702x3", "box:3x4x5", "475260x2", "2x475260", "1x1"] {
        let board: Board = board.parse().unwrap();
        let squares = [0, 1, 2, board.area() / 2, board.area() - 1];
        for square in squares.map(|at| Square::from_index(at.min(board.area() - 1))) {
            let name = text(|text| text.name(board.place(square), board.is_box()));
            assert_eq!(name, board.name(square));
        }
    }
}
