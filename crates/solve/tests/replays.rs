//! Exact results that others have published.

use caracole_core::{Board, Problem, Square};
use caracole_solve::{
    Backtracking, BruteForce, MoveOrdering, Run, Solver, Stats, TieBreak, Warnsdorff,
};
use caracole_verify::{Outcome, StopCause, Tour};

fn warnsdorff(order: &str) -> Warnsdorff {
    Warnsdorff { order: Some(order.parse().unwrap()), tie: TieBreak::First }
}

/// Returns the outcome from a start, and the statistics.
fn ask(solver: &dyn Solver, problem: &Problem) -> (Outcome, Stats) {
    let mut run = Run::new();
    (solver.solve(problem, &mut run), run.stats())
}

fn from(board: &str, start: &str) -> Problem {
    Problem::new(board.parse().unwrap()).start(start).unwrap()
}

fn tour(solver: &dyn Solver, problem: &Problem) -> Tour {
    ask(solver, problem).0.found().expect("a tour")
}

/// Returns a row of the numbering, counted from 0 at the top.
fn row(tour: &Tour, row: u32) -> Vec<u32> {
    let (files, ranks) = (tour.board().files(), tour.board().ranks());
    let first = (ranks - 1 - row) * files;
    tour.numbering()[first as usize..][..files as usize].to_vec()
}

fn end(tour: &Tour) -> String {
    tour.board().name(tour.squares().last().unwrap())
}

#[test]
fn warnsdorff_from_a5() {
    let tour = tour(&warnsdorff("32674158"), &from("8x8", "a5"));
    assert_eq!(row(&tour, 0), [44, 17, 20, 3, 26, 41, 22, 5]);
    assert_eq!(row(&tour, 7), [11, 30, 13, 62, 9, 32, 37, 60]);
}

#[test]
fn warnsdorff_on_ten_by_ten() {
    let tour = tour(&warnsdorff("32674158"), &from("10x10", "e2"));
    assert_eq!(row(&tour, 0), [11, 92, 13, 86, 9, 80, 41, 82, 7, 76]);
}

#[test]
fn warnsdorff_closed_from_b8() {
    let tour = tour(&warnsdorff("83514267"), &from("8x8", "b8").closed());
    assert_eq!(row(&tour, 0), [36, 1, 18, 21, 54, 61, 16, 13]);
    assert!(tour.is_closed());
}

#[test]
fn warnsdorff_from_three_starts() {
    for (start, last) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        assert_eq!(end(&tour(&warnsdorff("76543218"), &from("8x8", start))), last, "{start}");
    }
}

#[test]
fn brute_force_with_lonely_neighbours_first() {
    let solver = BruteForce {
        order: Some("36274518".parse().unwrap()),
        ordering: MoveOrdering::LowestDegreeFirst,
    };
    let tour = tour(&solver, &from("8x8", "a8"));
    assert_eq!(row(&tour, 0), [1, 4, 57, 20, 47, 6, 49, 22]);
    assert_eq!(end(&tour), "f2");
    let first: Vec<_> = tour.squares().take(4).map(|square| tour.board().name(square)).collect();
    assert_eq!(first, ["a8", "c7", "a6", "b8"]);
}

/// Backtracking and naive generation are the same search. Placements are the steps after the start.
fn backtracking(order: &str, top: [u32; 8], placements: u64) {
    let order = Some(order.parse().unwrap());
    let naive = BruteForce { order: order.clone(), ordering: MoveOrdering::AsOrdered };
    let solvers: [Box<dyn Solver>; 2] = [Box::new(Backtracking { order }), Box::new(naive)];
    for solver in solvers {
        let (outcome, stats) = ask(&*solver, &from("8x8", "a8"));
        let from_zero: Vec<u32> =
            row(&outcome.found().unwrap(), 0).iter().map(|step| step - 1).collect();
        assert_eq!(from_zero, top, "{}", solver.name());
        assert_eq!(stats.steps, placements, "{}", solver.name());
        assert_eq!(stats.steps - stats.backtracks, 63, "what was not taken back is the tour");
    }
}

#[test]
fn backtracking_43218765() {
    backtracking("43218765", [0, 59, 38, 33, 30, 17, 8, 63], 8_250_732);
}

#[test]
fn backtracking_76851423() {
    backtracking("76851423", [0, 9, 30, 63, 32, 25, 52, 61], 17_739_767);
}

/// Converts a move order of (rows down, columns right).
fn order_from(moves: [(i64, i64); 8]) -> String {
    let clockwise = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    moves
        .map(|(down, right)| {
            let at = clockwise.iter().position(|&known| known == (right, -down)).unwrap();
            char::from(b'1' + at as u8)
        })
        .iter()
        .collect()
}

/// The orders of two much-copied programs, with the one start on 8x8 and the sides from the top
/// left corner of which their users report failures.
fn reported() -> [(Warnsdorff, (u32, u32), &'static [u32]); 2] {
    let first = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let second = [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];
    [
        (
            warnsdorff(&order_from(first)),
            (4, 2),
            &[64, 66, 72, 74, 80, 84, 90, 91, 94, 95, 96, 97, 100],
        ),
        (warnsdorff(&order_from(second)), (5, 4), &[41, 52, 59, 60, 66, 74, 79, 87, 88, 94, 98]),
    ]
}

#[test]
fn on_8x8_one_start_fails() {
    let board: Board = "8x8".parse().unwrap();
    for (solver, (down, right), _) in reported() {
        let fails = |&start: &Square| {
            let problem = Problem::new(board.clone()).start(start).unwrap();
            let (outcome, stats) = ask(&solver, &problem);
            if let Outcome::Unknown(stop) = &outcome {
                assert_eq!(stop.cause, StopCause::Heuristic);
                let told =
                    format!("{} of 64 squares from {}", stats.longest_path, board.name(start));
                assert!(stop.tried.contains(&told), "{stop}");
                assert!((2..64).contains(&stats.longest_path));
            }
            !outcome.is_found()
        };
        let failing: Vec<Square> = board.squares().filter(fails).collect();
        let reported = Square::from_index(u64::from((7 - down) * 8 + right));
        assert_eq!(failing, [reported]);
    }
}

#[test]
fn from_the_corner_these_sides_fail() {
    for (solver, _, sides) in reported() {
        let failing: Vec<u32> =
            (5..=100).filter(|&side| !leaves_the_corner(&solver, side)).collect();
        assert_eq!(failing, sides);
    }
}

/// Returns true if the walk from the top left corner of a square board is a tour.
fn leaves_the_corner(solver: &Warnsdorff, side: u32) -> bool {
    let board = Board::rectangle(side, side).unwrap();
    let corner = Square::from_index(u64::from(side) * u64::from(side - 1));
    ask(solver, &Problem::new(board).start(corner).unwrap()).0.is_found()
}

fn squirrel_fails(sides: impl Iterator<Item = u32>) -> Vec<u32> {
    let solver = Warnsdorff { order: None, tie: TieBreak::Squirrel };
    sides.filter(|&side| !leaves_the_corner(&solver, side)).collect()
}

#[test]
fn squirrel_to_150() {
    assert_eq!(squirrel_fails(5..=150), [74]);
}

#[test]
#[ignore = "three hundred million steps: some minutes"]
fn squirrel_to_1000() {
    assert_eq!(squirrel_fails(151..=1000), []);
}

/// On 74x74 the walk from every corner leaves 44 squares unvisited.
#[test]
fn squirrel_on_74() {
    let solver = Warnsdorff { order: None, tie: TieBreak::Squirrel };
    let (outcome, stats) = ask(&solver, &Problem::new("74x74".parse().unwrap()));
    assert!(matches!(outcome, Outcome::Unknown(_)));
    assert_eq!((stats.walks, stats.longest_path), (4, 74 * 74 - 44));
}

/// With the greatest distance from the centre, then clockwise, the first side that fails from the corner is 248.
#[test]
fn roth_to_248() {
    let solver = Warnsdorff { order: None, tie: TieBreak::Roth };
    let failing: Vec<u32> = (5..=250).filter(|&side| !leaves_the_corner(&solver, side)).collect();
    assert_eq!(failing, [248]);
}
