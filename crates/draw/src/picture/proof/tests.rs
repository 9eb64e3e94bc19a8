use caracole_core::{Case, Cases, Leaper, Piece, Reason};

use super::*;
use crate::{Theme, pdf, png, svg};

fn proof(problem: Problem, reason: Reason) -> Certificate {
    Certificate::new(problem, reason)
}

fn problem(board: &str) -> Problem {
    Problem::new(board.parse().expect("a board"))
}

fn squares(problem: &Problem, names: &str) -> Vec<Square> {
    let board = problem.board();
    names.split(' ').map(|name| board.parse_square(name).expect("a square")).collect()
}

fn drawn(proof: &Certificate) -> String {
    let mut file = Vec::new();
    svg::write(&ProofPicture::new(proof, Appearance::default()), &mut file).expect("memory");
    String::from_utf8(file).expect("SVG is text")
}

/// Returns certificates with different reasons and boards.
fn proofs() -> Vec<Certificate> {
    let seven = problem("7x7").closed();
    let torus = problem("torus:4x4");
    let cut = squares(&torus, "a1 c3");
    let cube = problem("box:2x2x2");
    let alone = cube.board().squares().next().expect("a square");
    let giraffe = Piece::from(Leaper::new(1, 4).expect("a leaper"));
    let giraffes = Problem::with_piece("11x11".parse().expect("a board"), giraffe);
    let taken = squares(&giraffes, "e2 g2 e4 g4 b5 d5 h5 j5 b7 d7 h7 j7 e8 g8 e10 g10");
    let ring = Cases::new(vec![Case::Forced]);
    let ranks = problem("6x4").closed();
    let outer = squares(&ranks, "a1 b1 c1 d1 e1 f1 a4 b4 c4 d4 e4 f4");
    let tight = Cases::new(vec![Case::TightSet(outer), Case::VertexCut(Vec::new())]);
    let holes = problem("4x5-d2,d3");
    let needy = squares(&holes, "a1 c1 a5 c5");
    vec![
        proof(seven, Reason::Colours { counts: [25, 24] }),
        proof(torus, Reason::VertexCut { squares: cut }),
        proof(cube, Reason::NoMove { square: alone }),
        proof(giraffes, Reason::VertexCut { squares: taken }),
        proof(problem("5x5-c3").closed(), Reason::Cases { cases: ring }),
        proof(ranks, Reason::Cases { cases: tight }),
        proof(holes, Reason::DeficientSet { squares: needy }),
        proof(problem("1x1").closed(), Reason::TooFewSquares),
        proof(problem("4x3000").closed(), Reason::OuterLines { end: None }),
        proof(problem("300x301"), Reason::NoMove { square: Square::from_index(7) }),
    ]
}

#[test]
fn all_formats_draw_all_reasons() {
    for proof in proofs() {
        for theme in Theme::ALL {
            let picture = ProofPicture::new(&proof, Appearance { theme, ..Appearance::default() });
            assert!(png::encode(&picture, 1.0).expect("a PNG").starts_with(b"\x89PNG"));
            let mut page = Vec::new();
            pdf::write(&picture, &mut page).expect("a PDF");
            assert!(page.starts_with(b"%PDF"));
        }
        let text = drawn(&proof);
        assert_eq!(text, drawn(&proof), "same reason, same bytes");
        assert!(text.contains("<title>Why there is no"), "{text}");
    }
}

#[test]
fn reason_and_legend_are_below_the_board() {
    for proof in proofs() {
        let picture = ProofPicture::new(&proof, Appearance::default());
        let written = picture.legend.text();
        assert!(written.starts_with(&proof.text()), "{written}");
        for text in proof.highlights().into_iter().filter_map(|highlight| highlight.text) {
            assert!(written.contains(&text), "{text}: {written}");
        }
        for line in picture.legend.line_ends() {
            let room = picture.width - picture.board.layout.font_size;
            assert!(line <= room, "{}: a line ends at {line} of {room}", proof.text());
        }
    }
}

/// Without its middle, the 4x4 board has six parts.
#[test]
fn parts_are_numbered() {
    let four = problem("4x4");
    let middle = squares(&four, "b2 c2 b3 c3");
    let text = drawn(&proof(four, Reason::VertexCut { squares: middle }));
    for (number, times) in [("1", 1), ("2", 4), ("3", 4), ("6", 1), ("7", 0)] {
        let found = text.matches(&format!(">{number}</text>")).count();
        // The ranks are numbered too, up to 4.
        let on_rim = usize::from(number <= "4");
        assert_eq!(found, times + on_rim, "{number}");
    }
}

#[test]
fn the_title_contains_the_problem() {
    let from = |problem: Problem| problem.start("b3").expect("a start").end("c3").expect("an end");
    assert_eq!(title(&problem("4x4").open()), "Why there is no open tour of 4x4");
    assert_eq!(title(&from(problem("6x5"))), "Why there is no tour of 6x5 from b3 to c3");
    let camel = Piece::from(Leaper::new(1, 3).expect("a leaper"));
    let camels = Problem::with_piece("8x8".parse().expect("a board"), camel);
    assert_eq!(title(&camels), "Why there is no tour of 8x8 for the camel");
    let avoiding = problem("8x8").closed().forbid("a1", "b3").expect("a move");
    assert_eq!(title(&avoiding), "Why there is no closed tour of 8x8, without the move a1-b3");
    let forbidden = proof(avoiding, Reason::Colours { counts: [32, 32] });
    let description = ProofPicture::new(&forbidden, Appearance::default()).info().description;
    assert!(
        description.starts_with("there is no closed tour of 8x8, without the move a1-b3: "),
        "{description}"
    );
    let knights: [Square; 0] = [];
    let two = problem("3x3").with_knights(2, knights).expect("two knights");
    assert_eq!(title(&two), "Why there is no tour by 2 knights of 3x3");
}

#[test]
fn clues_are_on_the_board_and_in_the_legend() {
    let asked = problem("6x5").start("b3").expect("a start").clue("d3", 17).expect("a clue");
    let needed_by = squares(&asked, "a1 a5");
    let end = squares(&asked, "b3")[0];
    let text = drawn(&proof(asked, Reason::SharedNeighbour { end, needed_by }));
    assert_eq!(text.matches(">17</text>").count(), 1);
    assert!(text.contains("steps that are given"));
}

/// Every square is a part, and too small for its number.
#[test]
fn many_parts_are_drawn_fast() {
    let isolated = proof(problem("1x300000"), Reason::VertexCut { squares: vec![] });
    let text = drawn(&isolated);
    assert!(text.contains("300000 parts, with no move"));
    assert!(text.matches("<text").count() < 500, "their numbers would not be readable");
}

#[test]
fn moves_between_levels_are_drawn() {
    let cube = problem("box:3x3x3");
    let ends = squares(&cube, "a1:1 b1:3");
    let reason = Reason::EndsAMoveApart { start: ends[0], end: ends[1] };
    let picture = proof(cube.open(), reason);
    assert!(drawn(&picture).contains("the ends, which a move joins"));
}

#[test]
fn squares_outside_the_board_are_left_out() {
    let far = Square::from_index(1000);
    for reason in [
        Reason::VertexCut { squares: vec![far] },
        Reason::DeficientSet { squares: vec![far, far] },
        Reason::ForcedPath { path: vec![far, Square::from_index(0)] },
        Reason::Disconnected { squares: [far, far] },
    ] {
        let strange = proof(problem("4x4"), reason);
        assert_eq!(strange.highlights(), []);
        drawn(&strange);
    }
}
