use std::fmt::Write as _;

use caracole::{Problem, ProblemExt};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::*;

/// What a view draws, lines without spaces at their ends.
fn picture(
    view: &mut BoardView,
    area: (u16, u16),
    content: &BoardContent<'_>,
    theme: TerminalTheme,
) -> String {
    let area = Rect::new(0, 0, area.0, area.1);
    let mut buffer = Buffer::empty(area);
    view.draw(content, &mut buffer, area, &theme);
    let mut text = String::new();
    for line in buffer.content().chunks(usize::from(area.width).max(1)) {
        let line: String = line.iter().map(ratatui::buffer::Cell::symbol).collect();
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.trim_end().to_owned()
}

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

/// A board with the numbers of its squares.
fn numbered(text: &str, area: (u16, u16)) -> String {
    let board = board(text);
    let label =
        |square: Square| Label { text: (square.index() + 1).to_string(), tone: Tone::Visited };
    let content = BoardContent { board: &board, label: &label, lines: &[], cursor: None };
    picture(&mut BoardView::default(), area, &content, TerminalTheme::plain())
}

const SMALL: &str = "\
5 21 22 23 24 25
4 16 17 18 19 20
3 11 12 13 14 15
2  6  7  8  9 10
1  1  2  3  4  5
   a  b  c  d  e";

const MIDDLE: &str = "\
5  21  22  23  24  25

4  16  17  18  19  20

3  11  12  13  14  15

2   6   7   8   9  10

1   1   2   3   4   5

    a   b   c   d   e";

#[test]
fn the_largest_squares_that_fit_are_drawn() {
    assert_eq!(numbered("5x5", (24, 8)), SMALL);
    assert_eq!(numbered("5x5", (40, 12)), MIDDLE);
    let large = numbered("5x5", (80, 22));
    assert!(large.contains("\n5   21    22    23    24    25\n\n\n4   16 "), "{large}");
}

#[test]
fn holes_are_blank_and_joined_edges_have_waves() {
    let holes = numbered("4x3-a1,c2", (20, 5));
    assert_eq!(holes, "3  9 10 11 12\n2  5  6     8\n1     2  3  4\n   a  b  c  d");
    let torus = numbered("torus:3x3", (14, 6));
    assert_eq!(torus, "  ~~~~~~\n3~7 8 9 ~\n2~4 5 6 ~\n1~1 2 3 ~\n  ~~~~~~\n  a b c");
    let cylinder = numbered("cylinder:3x4", (14, 6));
    assert!(cylinder.starts_with("4~10 11 12 ~\n"), "{cylinder}");
}

#[test]
fn levels_stand_side_by_side() {
    let wide = "  level 1        level 2        level 3\n\
                4 13 14 15 16    29 30 31 32    45 46 47 48\n\
                3  9 10 11 12    25 26 27 28    41 42 43 44\n\
                2  5  6  7  8    21 22 23 24    37 38 39 40\n\
                1  1  2  3  4    17 18 19 20    33 34 35 36\n   \
                   a  b  c  d     a  b  c  d     a  b  c  d";
    assert_eq!(numbered("box:4x4x3", (44, 8)), wide);
    let high = numbered("box:2x2x3", (18, 8));
    assert!(high.contains("level 1  2\n") && high.contains("\n  level 3\n"), "{high}");
}

/// A board with the line of a tour.
fn toured(text: &str, view: &mut BoardView, area: (u16, u16)) -> String {
    let tour = Problem::new(board(text)).solve().found().expect("a tour");
    let moves = tour.squares().zip(tour.squares().skip(1));
    let lines: Vec<_> = moves.map(|(from, to)| (from, to, Tone::Visited)).collect();
    let label = |square: Square| {
        let step = tour.step_of(square).unwrap_or(0);
        let tone = if step == 1 { Tone::Start } else { Tone::Visited };
        Label { text: step.to_string(), tone }
    };
    let content = BoardContent { board: tour.board(), label: &label, lines: &lines, cursor: None };
    picture(view, area, &content, TerminalTheme::plain())
}

#[test]
fn a_board_too_large_for_letters_is_drawn_in_dots() {
    let mut view = BoardView::default();
    let text = toured("40x40", &mut view, (60, 22));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 21, "20 lines of 4 dots, 2 a square, and the rim");
    assert!(lines[..20].iter().all(|line| line.chars().count() <= 3 + 40));
    let dots = text.chars().filter(|letter| ('⠁'..='⣿').contains(letter)).count();
    assert!(dots >= 790, "the tour goes everywhere: {dots}");
    assert_eq!(text.matches('S').count(), 1);
    assert!(lines[20].starts_with("   a    f    k"), "{}", lines[20]);
    // The lower left corner, the one above it at the left, and the upper right corner.
    let name =
        |column, line| view.square_at(column, line).map(|square| board("40x40").name(square));
    assert_eq!(name(3, 19).as_deref(), Some("a2"));
    assert_eq!(name(42, 0).as_deref(), Some("an40"));
    assert_eq!(name(43, 0), None);
    assert_eq!(name(2, 19), None);
}

#[test]
fn who_zooms_in_sees_a_part_and_goes_about() {
    let press = |view: &mut BoardView, code| view.key(KeyEvent::new(code, KeyModifiers::NONE));
    let mut view = BoardView::default();
    let whole = toured("40x40", &mut view, (60, 22));
    let mut before = whole.clone();
    for _ in 0..4 {
        assert!(press(&mut view, KeyCode::Char('+')));
        let text = toured("40x40", &mut view, (60, 22));
        assert!(text != before, "{text}");
        before = text;
    }
    assert!(!view.is_dots(), "{before}");
    // Lines go round the numbers, which can still be read.
    let words: Vec<&str> = before.split_whitespace().collect();
    let is_number = |word: &&&str| word.parse::<u32>().is_ok_and(|step| step > 40);
    assert!(words.iter().filter(is_number).count() >= 7 * 8, "{before}");
    assert!(before.chars().any(|letter| ('⠁'..='⣿').contains(&letter)), "{before}");
    assert!(!press(&mut view, KeyCode::Char('z')), "that is no key of the view");
    for (code, corner) in [('H', "a "), ('K', "\n40 "), ('L', " an"), ('J', "\n 1 ")] {
        for _ in 0..12 {
            press(&mut view, KeyCode::Char(code));
        }
        let text = "\n".to_owned() + &toured("40x40", &mut view, (60, 22)) + "\n";
        assert!(text.contains(corner), "{code}: {text}");
    }
    press(&mut view, KeyCode::Char('0'));
    assert_eq!(toured("40x40", &mut view, (60, 22)), whole);
}

#[test]
fn the_view_follows_the_cursor() {
    let board = board("1000x1000");
    let mut view = BoardView::default();
    let none = |_: Square| Label::default();
    let show = |view: &mut BoardView, cursor: &str| {
        let cursor = board.parse_square(cursor).ok();
        let content = BoardContent { board: &board, label: &none, lines: &[], cursor };
        picture(view, (60, 20), &content, TerminalTheme::plain())
    };
    assert!(show(&mut view, "a1").contains('+'));
    for _ in 0..20 {
        view.key(KeyEvent::new(KeyCode::Char('+'), KeyModifiers::NONE));
    }
    let near = show(&mut view, "a1");
    assert!(near.contains("[ ·  ]"), "{near}");
    let far = show(&mut view, "zz700");
    assert!(far.contains("[ ·  ]") && far.contains("zz") && far.contains("700"), "{far}");
}

#[test]
fn without_colour_signs_say_what_squares_are() {
    let board = board("5x2");
    let tones = [Tone::Plain, Tone::Knight, Tone::Start, Tone::Legal, Tone::Winning, Tone::Losing];
    let label = |square: Square| {
        let at = square.index() as usize;
        let text = if at < 5 { String::new() } else { "7".to_owned() };
        Label { text, tone: tones[at % 5 + usize::from(at >= 5)] }
    };
    let content = BoardContent { board: &board, label: &label, lines: &[], cursor: None };
    let plain = picture(&mut BoardView::default(), (13, 4), &content, TerminalTheme::plain());
    assert_eq!(plain, "2 7N7S7°7+7-\n1 · N S ° +\n  a b c d e");
    let colourful =
        picture(&mut BoardView::default(), (13, 4), &content, TerminalTheme::colourful());
    assert_eq!(colourful, "2 7 7 7 7 7\n1\n  a b c d e");
}

#[test]
fn moves_across_a_joined_edge_leave_on_one_side_and_come_back_on_the_other() {
    let board = board("torus:6x6");
    let none = |_: Square| Label::default();
    let square = |name: &str| board.parse_square(name).expect("a square");
    let lines = [(square("a1"), square("e6"), Tone::Visited)];
    let content = BoardContent { board: &board, label: &none, lines: &lines, cursor: None };
    let mut view = BoardView::default();
    view.prefer_lines(true);
    let text = picture(&mut view, (60, 20), &content, TerminalTheme::plain());
    // Files a, e and f have lines; b, c and d nothing but the dots of free squares.
    let is_line = |letter: char| ('⠂'..='⣿').contains(&letter);
    let columns: Vec<usize> = text
        .lines()
        .flat_map(|line| line.chars().enumerate().filter(|(_, letter)| is_line(*letter)))
        .map(|(column, _)| column)
        .collect();
    let (left, right) = columns.iter().partition::<Vec<usize>, _>(|&&column| column < 6);
    assert!(!left.is_empty() && !right.is_empty(), "{text}");
    assert!(right.iter().all(|column| *column >= 18), "{text}");
}

#[test]
fn nothing_panics_at_any_size() {
    let boards = [
        "1x1",
        "8x8",
        "3x100",
        "8x8-a1",
        "torus:5x5",
        "box:3x3x3",
        "box:1x1x4294967295",
        "4294967295x4294967295",
        "box:4294967295x1x4294967295",
        "1x4294967295",
    ];
    for text in boards {
        let board = board(text);
        let none = |_: Square| Label { text: "123456".to_owned(), tone: Tone::Knight };
        let last = Square::from_index(board.area() - 1);
        let lines = [(Square::from_index(0), last, Tone::Visited)];
        for cursor in
            [None, Some(Square::from_index(0)), Some(last), Some(Square::from_index(u64::MAX - 1))]
        {
            let content = BoardContent { board: &board, label: &none, lines: &lines, cursor };
            for area in [(0, 0), (1, 1), (1, 30), (30, 1), (7, 4), (20, 9), (80, 22)] {
                let mut view = BoardView::default();
                for key in "  +++HJKL-+L++J0----l".chars() {
                    view.key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
                    if key == 'l' {
                        view.prefer_lines(true);
                    }
                    picture(&mut view, area, &content, TerminalTheme::colourful());
                    view.square_at(area.0 / 2, area.1 / 2);
                    view.place_at(u16::MAX, 0);
                }
            }
        }
    }
}
