//! What the verifier finds wrong with the paths of several knights.

use std::ops::ControlFlow;

use super::{SIX, board, numbered, path};
use crate::tests::Threads;
use crate::{Cover, Tour};
use crate::{CoverDefect, Defect, FormulaError, check, check_cover, check_formula};
use caracole_core::{Board, Coord, File, Formula, Leaper, Path, Piece, Problem, Rank, Square};

fn texts(problem: &Problem, paths: &[Path]) -> Vec<String> {
    let verdict = check_cover(problem, paths);
    assert_eq!(verdict.defect_count(), verdict.defects().len() as u64);
    assert_eq!(verdict.is_valid(), verdict.defects().is_empty());
    assert_eq!(verdict.is_valid(), Cover::verify(problem, paths.to_vec()).is_ok());
    verdict.defects().iter().map(|defect| defect.text(problem.board())).collect()
}

fn paths(board: &Board, names: &[&str]) -> Vec<Path> {
    names.iter().map(|names| path(board, names)).collect()
}

/// The closed tour of 6x6, cut before some of its steps.
fn pieces(cuts: &[usize]) -> (Board, Vec<Path>) {
    let (board, six) = numbered(SIX);
    let squares: Vec<Square> = six.iter().collect();
    let ends = cuts.iter().skip(1).copied().chain([squares.len()]);
    let pieces = cuts.iter().zip(ends).map(|(&from, to)| squares[from..to].iter().copied());
    let pieces = pieces.map(Iterator::collect).collect();
    (board, pieces)
}

#[test]
fn a_cover_has_the_piece_of_its_problem() {
    let wazir = Piece::from(Leaper::new(0, 1).unwrap());
    let problem = Problem::with_piece(board("3x1"), wazir.clone());
    let problem = problem.with_knights(2, ["a1"]).unwrap();
    let cover = Cover::verify(&problem, paths(problem.board(), &["a1 b1", "c1"])).unwrap();
    assert_eq!(cover.piece(), &wazir);
}

#[test]
fn pieces_of_a_tour_have_no_defects() {
    let nothing: [String; 0] = [];
    for cuts in [&[0, 7][..], &[0, 1, 2, 20], &[0, 35]] {
        let (board, pieces) = pieces(cuts);
        let firsts = || pieces.iter().map(|piece| piece.first().unwrap());
        let count = pieces.len() as u32;
        for starts in 0..=pieces.len() {
            let problem = Problem::new(board.clone());
            let problem = problem.with_knights(count, firsts().take(starts)).unwrap();
            assert_eq!(texts(&problem, &pieces), nothing);
        }
        // The last squares are no starts.
        let last = pieces[0].last().unwrap();
        let problem = Problem::new(board.clone()).with_knights(count, [last]).unwrap();
        let expected = usize::from(!firsts().any(|first| first == last));
        assert_eq!(texts(&problem, &pieces).len(), expected);
    }
}

#[test]
fn a_cover_returns_the_paths_of_all_knights() {
    let (board, pieces) = pieces(&[0, 7, 8]);
    let problem = Problem::new(board.clone()).with_knights(3, ["a6"]).unwrap();
    let cover = Cover::verify(&problem, pieces.clone()).unwrap();
    assert_eq!((cover.board(), cover.piece()), (&board, problem.piece()));
    assert_eq!((cover.knights(), cover.len()), (3, 36));
    let names: Vec<String> = pieces.iter().map(|path| path.names(&board)).collect();
    assert_eq!((cover.paths(), cover.names()), (&pieces[..], names));
    let visits: Vec<_> = cover.visits().collect();
    assert_eq!((visits.len(), visits[7]), (36, (1, 1, pieces[1].first().unwrap())));
    assert_eq!(cover.into_paths(), pieces);
    let invalid = Cover::verify(&problem, pieces[1..].to_vec()).unwrap_err();
    assert!(invalid.to_string().ends_with(": 9 defects"), "{invalid}");
}

#[test]
fn every_kind_of_defect_is_found() {
    let problem = Problem::new(board("3x4-c4"))
        .with_knights(3, ["b1", "c1"])
        .and_then(|problem| problem.require("b2", "a4"))
        .and_then(|problem| problem.forbid("a3", "c2"))
        .unwrap();
    let mut all = paths(problem.board(), &["a1 c2 a3 c2", "c1 c3", "", "c1 a2"]);
    all[3].push(Square::from_index(11));
    assert_eq!(
        texts(&problem, &all),
        [
            "knight 1, step 3: the move from c2 to a3 is forbidden",
            "knight 1, step 4: c2 was visited at step 2",
            "knight 1, step 4: the move from a3 to c2 is forbidden",
            "knight 2, step 2: from c1 to c3 is no move",
            "knight 4, step 1: c1 was visited by knight 2 at step 1",
            "knight 4, step 3: square number 11 is not on the board",
            "knight 3 has no squares, not even a start",
            "4 paths, and 3 knights were asked for",
            "no path begins on b1, where a knight starts",
            "the move between b2 and a4 is not made",
            "b1 is never visited",
            "b2 is never visited",
            "b3 is never visited",
            "a4 is never visited",
            "b4 is never visited",
        ]
    );
    let verdict = check_cover(&problem, &all);
    let kinds: Vec<&str> = verdict.defects().iter().map(CoverDefect::name).collect();
    assert_eq!(kinds[..4], ["avoided-move", "repeat", "avoided-move", "not-a-move"]);
    assert_eq!(kinds[5..10], ["off-board", "empty-path", "paths", "no-start", "unused-move"]);
    assert_eq!(check_cover(&problem, &[]).defect_count(), 1 + 2 + 1 + 11);
}

#[test]
fn the_move_from_one_path_to_the_next_is_not_made() {
    let (board, pieces) = pieces(&[0, 7]);
    let across = (pieces[0].last().unwrap(), pieces[1].first().unwrap());
    let two = Problem::new(board).with_knights(2, [across.1]).unwrap();
    let using = two.clone().require(across.0, across.1).unwrap();
    assert!(texts(&using, &pieces)[0].ends_with("is not made"));
    let avoiding = two.forbid(across.0, across.1).unwrap();
    assert!(check_cover(&avoiding, &pieces).is_valid());
}

#[test]
fn one_knight_is_held_to_everything_a_tour_is() {
    let (board, six) = numbered(SIX);
    let problem = Problem::new(board);
    let six = [six];
    for (problem, expected) in [
        (problem.clone().closed().start("a6").unwrap(), &[][..]),
        (problem.clone().open(), &["not open: the end c5 is a move away from the start a6"]),
        (problem.clone().start("a1").unwrap(), &["step 1: should be a1 and is a6"]),
        (problem.end("a6").unwrap(), &["step 36: should be a6 and is c5"]),
    ] {
        let texts = texts(&problem, &six);
        assert_eq!(texts.len(), expected.len());
        assert!(texts.iter().zip(expected).all(|(text, end)| text.ends_with(end)), "{texts:?}");
    }
}

/// The numbering of a tour, asked as a formula is.
#[derive(Debug)]
struct Numbered(Tour);

impl Formula for Numbered {
    fn board(&self) -> &Board {
        self.0.board()
    }

    fn coord_at(&self, step: u64) -> Coord {
        let place = self.0.square_at(step).map(|square| self.board().coord(square));
        place.unwrap_or(Coord::flat(File::new(0), Rank::new(0)))
    }

    fn step_of(&self, place: Coord) -> u64 {
        self.board().at(place).and_then(|square| self.0.step_of(square)).unwrap_or_default()
    }
}

#[test]
fn one_path_is_no_answer_for_two_knights() {
    let (board, six) = numbered(SIX);
    let one = Problem::new(board);
    let two = one.clone().with_knights(2, ["a6"]).unwrap();
    let verdict = check(&two, || six.iter());
    assert_eq!(verdict.defects(), [Defect::SeveralKnights { knights: 2 }]);
    assert_eq!(
        verdict.defects()[0].text(two.board()),
        "one path, and 2 knights were asked for, each with its own"
    );
    assert!(Tour::verify(&two, six.clone()).is_err());
    let formula = Numbered(Tour::verify(&one, six).unwrap());
    let go_on = |_: u64| ControlFlow::Continue(());
    assert_eq!(check_formula(&one, &formula, &Threads(3), &go_on), Ok(true));
    let refusal = FormulaError::Defect(Defect::SeveralKnights { knights: 2 });
    assert_eq!(check_formula(&two, &formula, &Threads(3), &go_on), Err(refusal));
}
