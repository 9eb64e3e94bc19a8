//! Formulas that are tours, and such that are not.

mod tables;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate as verify;
use crate::tests::Threads;
use crate::{Defect, FormulaError, check_formula, check_step};
use crate::{Tour, no_progress};
use caracole_core::{Board, Coord, File, Formula, Leaper, Piece, Problem, Rank, Square};

/// Rank by rank, to and fro: a tour by steps to the next square. It can be told to lie.
#[derive(Clone, Debug)]
struct Snake {
    board: Board,
    lie: Lie,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    None,
    /// At this step it says another place: so many squares farther on.
    Coord(u64, u64),
    /// At this step it says a place beyond the board.
    Beyond(u64),
    /// Of this square it says that it has another step.
    Step(Coord, u64),
}

fn place(file: u32, rank: u32) -> Coord {
    Coord::flat(File::new(file), Rank::new(rank))
}

impl Formula for Snake {
    fn board(&self) -> &Board {
        &self.board
    }

    fn coord_at(&self, step: u64) -> Coord {
        let step = match self.lie {
            Lie::Coord(at, by) if at == step => step + by,
            Lie::Beyond(at) if at == step => return place(0, self.board.ranks()),
            _ => step,
        };
        let files = u64::from(self.board.files());
        let (rank, file) = ((step - 1) / files, (step - 1) % files);
        let file = if rank.is_multiple_of(2) { file } else { files - 1 - file };
        place(file as u32, rank as u32)
    }

    fn step_of(&self, at: Coord) -> u64 {
        match self.lie {
            Lie::Step(place, step) if place == at => return step,
            _ => {}
        }
        let files = u64::from(self.board.files());
        let (file, rank) = (u64::from(at.file.index()), u64::from(at.rank.index()));
        rank * files + if rank.is_multiple_of(2) { file } else { files - 1 - file } + 1
    }
}

fn wazir() -> Piece {
    Piece::new([Leaper::new(0, 1).expect("a leaper")]).expect("a piece")
}

/// A snake on a board, and the problem that it answers.
fn snake(text: &str, lie: Lie) -> (Snake, Problem) {
    let board: Board = text.parse().expect("a board");
    (Snake { board: board.clone(), lie }, Problem::with_piece(board, wazir()))
}

fn defect(text: &str, lie: Lie) -> Option<Defect> {
    let (snake, problem) = snake(text, lie);
    match check_formula(&problem, &snake, &Threads(3), &no_progress) {
        Ok(_) => None,
        Err(FormulaError::Defect(defect)) => Some(defect),
        Err(FormulaError::Stopped) => panic!("nobody stopped it"),
    }
}

/// Several shares of steps, and an odd number left over.
const LARGE: &str = "1001x333";

#[test]
fn a_true_formula_is_a_tour_however_large_it_is() {
    for text in ["1x1", "1x2", "3x2", "8x8", "16x16", "257x1", LARGE] {
        assert_eq!(defect(text, Lie::None), None, "{text}");
        let (snake, problem) = snake(text, Lie::None);
        let tour = Tour::from_formula(&problem, Arc::new(snake), &Threads(3), &no_progress)
            .expect("a tour");
        assert!(verify::check(&problem, || tour.squares()).is_valid(), "{text}");
        let stored = Tour::verify(&problem, tour.squares().collect()).expect("the same tour");
        assert!(stored == tour && stored.is_closed() == tour.is_closed(), "{text}");
        assert_eq!(stored.numbering(), tour.numbering(), "{text}");
        for square in tour.board().squares() {
            assert_eq!(stored.step_of(square), tour.step_of(square));
            assert_eq!(stored.successor(square), tour.successor(square));
            assert_eq!(stored.predecessor(square), tour.predecessor(square));
        }
    }
}

#[test]
fn a_lie_is_found_wherever_it_is() {
    let (truth, _) = snake(LARGE, Lie::None);
    for step in [2, 3, 255, 256, 257, 65_535, 65_536, 65_537, 131_072, 300_000, 333_331] {
        let square = |step| truth.board.at(truth.coord_at(step)).expect("on the board");
        let twice = Defect::Repeat { square: square(step + 2), steps: [step + 2, step] };
        assert_eq!(defect(LARGE, Lie::Coord(step, 2)), Some(twice), "{step}");
        assert!(
            matches!(defect(LARGE, Lie::Beyond(step)), Some(Defect::OffBoard { step: at, .. }) if at == step)
        );
        let other = Lie::Step(truth.coord_at(step), step - 1);
        let again = Defect::Repeat { square: square(step), steps: [step - 1, step] };
        assert_eq!(defect(LARGE, other), Some(again), "{step}");
    }
}

#[test]
fn a_step_that_is_no_move_is_found_wherever_it_is() {
    // A knight does not go to the next square.
    let (snake, problem) = snake(LARGE, Lie::None);
    let knight = Problem::new(problem.board().clone());
    let refused = check_formula(&knight, &snake, &Threads(3), &no_progress);
    assert!(matches!(refused, Err(FormulaError::Defect(Defect::NotAMove { .. }))), "{refused:?}");
    let small = Problem::new("5x1".parse().expect("a board"));
    let (snake, _) = self::snake("5x1", Lie::None);
    let squares = [0, 1].map(Square::from_index);
    let first = FormulaError::Defect(Defect::NotAMove { step: 2, squares });
    assert_eq!(check_formula(&small, &snake, &Threads(3), &no_progress), Err(first));
    assert_eq!(check_step(&snake, 1), Err(Defect::NotAMove { step: 2, squares }));
    let squares = [3, 4].map(Square::from_index);
    assert_eq!(check_step(&snake, 5), Err(Defect::NotAMove { step: 5, squares }));
}

#[test]
fn what_the_problem_asks_is_checked() {
    let (snake, problem) = snake("4x3", Lie::None);
    let check = |problem: Result<Problem, _>| {
        check_formula(&problem.expect("a problem"), &snake, &Threads(3), &no_progress).is_ok()
    };
    assert!(check(problem.clone().start("a1")) && !check(problem.clone().start("b1")));
    assert!(check(problem.clone().end("d3")) && !check(problem.clone().end("a3")));
    assert!(check(problem.clone().clue("d2", 5)) && !check(problem.clone().clue("d2", 6)));
    assert!(
        check(problem.clone().require("b1", "a1")) && !check(problem.clone().require("b1", "b2"))
    );
    assert!(
        check(problem.clone().forbid("b1", "b2")) && !check(problem.clone().forbid("a1", "b1"))
    );
    assert!(check(Ok(problem.clone().open())) && !check(Ok(problem.closed())));
    let (_, other) = self::snake("3x4", Lie::None);
    assert!(!check(Ok(other)), "another board");
}

#[test]
fn a_closed_tour_is_seen_to_be_closed() {
    let (snake, problem) = snake("5x2", Lie::None);
    assert_eq!(check_formula(&problem, &snake, &Threads(3), &no_progress), Ok(true));
    assert_eq!(
        check_formula(&problem.clone().closed(), &snake, &Threads(3), &no_progress),
        Ok(true)
    );
    let home = problem.clone().closed().forbid("a1", "a2").expect("squares");
    assert!(
        check_formula(&home, &snake, &Threads(3), &no_progress).is_err(),
        "the move home is a move"
    );
    let squares = [0, 5].map(Square::from_index);
    let avoided = FormulaError::Defect(Defect::ForbiddenMove { step: 11, squares });
    assert_eq!(check_formula(&home, &snake, &Threads(3), &no_progress), Err(avoided));
    let between = |problem: Result<Problem, _>| {
        check_formula(&problem.expect("squares"), &snake, &Threads(3), &no_progress).is_ok()
    };
    // b1 and b2 are a move apart that this tour does not make.
    assert!(between(problem.clone().closed().forbid("b1", "b2")));
    assert!(!between(problem.clone().closed().require("b1", "b2")));
    // A tour that may be open does not make the move home.
    assert!(between(problem.clone().forbid("a1", "a2")));
    assert!(!between(problem.clone().require("a1", "a2")));
    let ends = [0, 5].map(Square::from_index);
    let not_open = FormulaError::Defect(Defect::NotOpen { squares: ends });
    assert_eq!(
        check_formula(&problem.clone().open(), &snake, &Threads(3), &no_progress),
        Err(not_open)
    );
    let home = problem.closed().require("a1", "a2").expect("squares");
    assert_eq!(check_formula(&home, &snake, &Threads(3), &no_progress), Ok(true));
}

#[test]
fn a_watch_sees_all_steps_and_can_stop() {
    let (snake, problem) = snake(LARGE, Lie::None);
    let most = AtomicU64::new(0);
    let progress = |done: u64| {
        most.fetch_max(done, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    assert!(check_formula(&problem, &snake, &Threads(3), &progress).is_ok());
    assert_eq!(most.into_inner(), problem.board().len());
    let stop = |_: u64| ControlFlow::Break(());
    assert_eq!(check_formula(&problem, &snake, &Threads(3), &stop), Err(FormulaError::Stopped));
}

/// Rank by rank, always to the right: every square once, and a wrong step after each rank only.
#[derive(Debug)]
struct Raster(Board);

impl Formula for Raster {
    fn board(&self) -> &Board {
        &self.0
    }

    fn coord_at(&self, step: u64) -> Coord {
        let files = u64::from(self.0.files());
        place(((step - 1) % files) as u32, ((step - 1) / files) as u32)
    }

    fn step_of(&self, at: Coord) -> u64 {
        u64::from(at.rank.index()) * u64::from(self.0.files()) + u64::from(at.file.index()) + 1
    }
}

/// Where one piece or one share of the check ends and the next begins, and just beside.
#[test]
fn a_wrong_step_is_found_at_every_seam() {
    for files in [255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_537, 131_072] {
        let board = Board::rectangle(files, 2).expect("a board");
        let problem = Problem::with_piece(board.clone(), wazir());
        let squares = [files - 1, files].map(|at| Square::from_index(at.into()));
        let wrong = Defect::NotAMove { step: u64::from(files) + 1, squares };
        let checked = check_formula(&problem, &Raster(board), &Threads(3), &no_progress);
        assert_eq!(checked, Err(FormulaError::Defect(wrong)), "{files}");
    }
}

/// The quick look at many knight's moves tells the same as the plain one at each.
#[test]
fn a_knights_move_is_one_or_two_and_the_rest_of_three() {
    let board: Board = "9x9".parse().expect("a board");
    let problem = Problem::new(board.clone());
    let raster = Raster(board);
    let check = verify::formula::Check::new(&problem, &raster);
    for (file, rank) in (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank))) {
        let pair = [place(4, 4), place(file, rank)];
        let is_move = matches!((file.abs_diff(4), rank.abs_diff(4)), (1, 2) | (2, 1));
        assert_eq!(check.are_moves(&pair), is_move, "{pair:?}");
        assert_eq!(verify::formula::is_knight_move(pair[0], pair[1]), is_move, "{pair:?}");
    }
}

#[test]
fn boards_with_holes_and_joined_edges_have_no_formulas() {
    for text in ["3x1-c1", "torus:3x1"] {
        let (snake, problem) = snake(text, Lie::None);
        let off = check_formula(&problem, &snake, &Threads(3), &no_progress);
        assert!(matches!(off, Err(FormulaError::Defect(Defect::OffBoard { .. }))), "{text}");
    }
}

#[test]
fn threads_number_any_board_alike() {
    for text in ["200000x3", "3x200000", "700x701"] {
        let (snake, problem) = snake(text, Lie::None);
        let tour = Tour::from_formula(&problem, Arc::new(snake), &Threads(3), &no_progress)
            .expect("a tour");
        let expected = tour.numbering();
        for threads in [1, 2, 3, 7, 64] {
            let mut numbering = vec![9; expected.len()];
            tour.number(&mut numbering, &Threads(threads));
            assert!(numbering == expected, "{text} {threads}");
        }
        let steps = tour.board().squares().map(|square| tour.step_of(square));
        assert!(steps.eq(expected.into_iter().map(|step| Some(step.into()))), "{text}");
    }
}

/// A true formula, except that it numbers ranks wrongly.
#[derive(Debug)]
struct Misnumbered(Snake);

impl Formula for Misnumbered {
    fn board(&self) -> &Board {
        self.0.board()
    }

    fn coord_at(&self, step: u64) -> Coord {
        self.0.coord_at(step)
    }

    fn step_of(&self, place: Coord) -> u64 {
        self.0.step_of(place)
    }

    fn number_rank_u32(&self, _: Rank, _: File, steps: &mut [u32]) {
        steps.fill(7);
    }
}

#[test]
fn numberings_are_what_was_checked() {
    for text in ["3x2", "700x3", "700x701"] {
        let (true_formula, problem) = snake(text, Lie::None);
        let expected =
            Tour::from_formula(&problem, Arc::new(true_formula), &Threads(3), &no_progress)
                .expect("a tour")
                .numbering();
        let formula = Arc::new(Misnumbered(snake(text, Lie::None).0));
        let tour = Tour::from_formula(&problem, formula.clone(), &Threads(3), &no_progress)
            .expect("a tour");
        for _ in 0..2 {
            assert!(tour.numbering() == expected, "{text}");
        }
        let tour =
            Tour::from_formula(&problem, formula, &Threads(3), &no_progress).expect("a tour");
        for _ in 0..2 {
            let mut numbering = vec![0; expected.len()];
            tour.number(&mut numbering, &Threads(3));
            assert!(numbering == expected, "{text} on threads");
        }
    }
}

/// One rank, wholly shifted to the right: every step is a move and names itself.
#[derive(Debug)]
struct Shifted(Board);

impl Formula for Shifted {
    fn board(&self) -> &Board {
        &self.0
    }

    fn coord_at(&self, step: u64) -> Coord {
        place(step as u32, 0)
    }

    fn step_of(&self, at: Coord) -> u64 {
        at.file.index().into()
    }
}

#[test]
fn the_file_beyond_the_last_is_off_the_board() {
    let board: Board = "5x1".parse().expect("a board");
    let problem = Problem::with_piece(board.clone(), wazir());
    let square = Square::from_index(5);
    let off = FormulaError::Defect(Defect::OffBoard { step: 5, square });
    assert_eq!(check_formula(&problem, &Shifted(board), &Threads(3), &no_progress), Err(off));
}

/// A snake that confuses the steps of two of its squares.
#[derive(Debug)]
struct Confused(Snake);

impl Formula for Confused {
    fn board(&self) -> &Board {
        &self.0.board
    }

    fn coord_at(&self, step: u64) -> Coord {
        self.0.coord_at(step)
    }

    fn step_of(&self, at: Coord) -> u64 {
        match self.0.step_of(at) {
            3 => 4,
            4 => 3,
            step => step,
        }
    }
}

#[test]
fn two_steps_that_are_confused_are_found() {
    let (snake, problem) = snake("5x2", Lie::None);
    let confused = Confused(snake);
    let square = Square::from_index(2);
    let twice = FormulaError::Defect(Defect::Repeat { square, steps: [4, 3] });
    assert_eq!(check_formula(&problem, &confused, &Threads(3), &no_progress), Err(twice));
    assert_eq!(twice.to_string(), "the formula is no tour: repeat");
}

#[test]
fn a_rank_is_numbered_by_the_steps_of_its_squares() {
    let (snake, _) = snake("5x2", Lie::None);
    let mut steps = [0; 3];
    snake.number_rank(Rank::new(1), File::new(1), &mut steps);
    assert_eq!(steps, [9, 8, 7]);
}
