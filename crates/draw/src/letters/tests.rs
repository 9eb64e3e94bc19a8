use super::*;

/// The letters beyond ASCII that pictures need.
const BEYOND: &str = "×–—−·°µ²³≤≥öüäÄÖÜ…";

/// A letter that is in no table.
const STRANGER: char = '♞';

fn printable() -> impl Iterator<Item = char> {
    (' '..='~').chain(BEYOND.chars())
}

fn points(glyph: &Glyph) -> impl Iterator<Item = (f64, f64)> {
    glyph.strokes.iter().flatten().copied()
}

/// The lowest and the highest point of a letter, in thousandths of the size.
fn heights(letter: char) -> (i32, i32) {
    let thousandths = || points(glyph(letter)).map(|(_, y)| (y * 1000.0).round() as i32);
    (thousandths().min().unwrap(), thousandths().max().unwrap())
}

/// How far a point is from the nearest stroke of a letter.
fn distance((x, y): (f64, f64), glyph: &Glyph) -> f64 {
    let lines = glyph.strokes.iter().flat_map(|stroke| stroke.windows(2));
    lines.fold(f64::INFINITY, |nearest, line| {
        let (from, to) = (line[0], line[1]);
        let (across, up) = (to.0 - from.0, to.1 - from.1);
        let along = ((x - from.0) * across + (y - from.1) * up) / (across * across + up * up);
        let along = along.clamp(0.0, 1.0);
        nearest.min((x - from.0 - along * across).hypot(y - from.1 - along * up))
    })
}

/// Points along all strokes of a letter.
fn walk(glyph: &Glyph) -> impl Iterator<Item = (f64, f64)> {
    let lines = glyph.strokes.iter().flat_map(|stroke| stroke.windows(2));
    lines.flat_map(|line| {
        (0..=10).map(move |tenths| {
            let along = f64::from(tenths) / 10.0;
            let between = |from: f64, to: f64| from + along * (to - from);
            (between(line[0].0, line[1].0), between(line[0].1, line[1].1))
        })
    })
}

/// How far one letter goes away from another, at most.
fn difference(one: &Glyph, other: &Glyph) -> f64 {
    let away = |from, to| walk(from).map(|point| distance(point, to)).fold(0.0, f64::max);
    away(one, other).max(away(other, one))
}

#[test]
fn every_letter_but_the_space_can_be_seen() {
    for letter in printable() {
        let glyph = glyph(letter);
        assert_eq!(glyph.strokes.is_empty(), letter == ' ', "{letter:?}");
        for stroke in &glyph.strokes {
            assert!(stroke.len() > 1, "{letter:?} has a stroke without a way");
        }
    }
}

#[test]
fn no_letter_leaves_its_room() {
    for letter in printable().chain([STRANGER]) {
        let glyph = glyph(letter);
        assert!((0.15..1.0).contains(&glyph.advance), "{letter:?} is {} wide", glyph.advance);
        for (x, y) in points(glyph) {
            assert!(x >= PEN / 2.0 && x <= glyph.advance - PEN / 2.0, "{letter:?} at x {x}");
            assert!((-0.17..0.87).contains(&y), "{letter:?} at y {y}");
        }
    }
}

#[test]
fn neighbours_keep_apart() {
    let edge = |letter, side: fn(&Glyph, f64) -> f64| {
        points(glyph(letter)).map(|(x, _)| side(glyph(letter), x)).fold(f64::INFINITY, f64::min)
    };
    for left in ('a'..='z').chain('A'..='Z').chain('0'..='9') {
        for right in 'a'..='z' {
            let gap = edge(left, |glyph, x| glyph.advance - x) + edge(right, |_, x| x);
            assert!(gap > PEN + 0.019, "{left}{right} are {gap} apart");
        }
    }
}

#[test]
fn letters_stand_in_line() {
    // With half a pen on either side, capitals are seven tenths high and stand on the base line.
    for letter in "AEFHIKLMNTVWXYZ147".chars() {
        assert_eq!(heights(letter), (40, 660), "{letter}");
    }
    for letter in "vwxz".chars() {
        assert_eq!(heights(letter), (40, 480), "{letter}");
    }
    // Round letters go a little beyond on both sides, or they would look smaller.
    for letter in "COSG03689".chars() {
        assert_eq!(heights(letter), (30, 670), "{letter}");
    }
    for letter in "aceos".chars() {
        assert_eq!(heights(letter), (30, 490), "{letter}");
    }
    for letter in "bdfhkl".chars() {
        assert_eq!(heights(letter).1, 700, "{letter}");
    }
    for letter in "gjy".chars() {
        assert_eq!(heights(letter).0, -160, "{letter}");
    }
}

#[test]
fn digits_are_equally_wide() {
    for letter in "0123456789+−=<>≤≥×".chars() {
        assert_eq!(glyph(letter).advance.to_bits(), glyph('0').advance.to_bits(), "{letter}");
    }
}

#[test]
fn no_letter_can_be_taken_for_another() {
    let letters: Vec<char> = printable().filter(|letter| *letter != ' ').collect();
    for (place, &one) in letters.iter().enumerate() {
        for &other in &letters[..place] {
            let difference = difference(glyph(one), glyph(other));
            assert!(difference > PEN / 2.0, "{one} and {other} differ by {difference} only");
        }
    }
}

#[test]
fn round_letters_have_no_corners() {
    for letter in "Oo0".chars() {
        for stroke in &glyph(letter).strokes {
            for three in stroke.windows(3) {
                let into = (three[1].1 - three[0].1).atan2(three[1].0 - three[0].0);
                let out = (three[2].1 - three[1].1).atan2(three[2].0 - three[1].0);
                let turn = (out - into).rem_euclid(std::f64::consts::TAU).to_degrees();
                assert!(turn.min(360.0 - turn) < 15.0, "{letter} turns by {turn} degrees at once");
            }
        }
    }
}

#[test]
fn dotted_letters_keep_the_width_of_their_models() {
    for (dotted, model) in "äöüÄÖÜ".chars().zip("aouAOU".chars()) {
        assert_eq!(glyph(dotted).advance.to_bits(), glyph(model).advance.to_bits());
        assert_eq!(glyph(dotted).strokes.len(), glyph(model).strokes.len() + 2);
        assert!(heights(dotted).1 > heights(model).1 + 150, "{dotted}");
    }
}

#[test]
fn exponents_hang_from_the_top_of_digits() {
    for (exponent, digit) in "²³".chars().zip("23".chars()) {
        assert!(heights(exponent).1.abs_diff(heights(digit).1) < 10);
        assert!(heights(exponent).0 > 200);
        assert!(glyph(exponent).advance < glyph(digit).advance);
    }
}

#[test]
fn strangers_are_shown_as_a_box() {
    for stranger in [STRANGER, '\0', '\n', '\u{7f}', '漢', char::REPLACEMENT_CHARACTER, char::MAX]
    {
        assert_eq!(glyph(stranger), glyph(STRANGER), "{stranger:?}");
    }
    for letter in printable() {
        assert_ne!(glyph(letter), glyph(STRANGER), "{letter:?}");
    }
    assert_eq!(glyph(STRANGER).strokes.len(), 1);
    assert_eq!(heights(STRANGER), heights('H'));
}

#[test]
fn twins_look_alike() {
    assert_eq!(glyph('\u{b5}'), glyph('\u{3bc}'));
    assert_eq!(glyph(' '), glyph('\u{a0}'));
}

#[test]
fn widths_add_up() {
    assert_eq!(text_width("").to_bits(), 0.0_f64.to_bits());
    for text in ["Königsberg", "100×100, n ≤ 60", "♞♞"] {
        let sum: f64 = text.chars().map(|letter| text_width(&letter.to_string())).sum();
        assert!((text_width(text) - sum).abs() < 1e-12, "{text}");
    }
    // Its stems are 32 hundredths apart, with 11 on either side.
    assert!((text_width("nn") - 2.0 * 0.54).abs() < 1e-12);
    const { assert!(BOLD_PEN > PEN) };
}
