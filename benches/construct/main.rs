//! Constructed tours: the time to write all steps, compared with writing a constant and with Warnsdorff's
//! rule; single steps on huge boards; a small board from problem to verified tour.
//!
//! `cargo bench -p caracole-benches --bench construct`; another board after `--`.

use caracole_runtime::parallel::Threads;

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use caracole_core::{Board, Moves, Piece, Problem, Square};
use caracole_runtime::parallel;
use caracole_solve::classic::warnsdorff::{Rectangle, RectangleTie, Stuck};
use caracole_solve::{Auto, Construct, Run, Solver, locate};
use caracole_verify as verify;
use caracole_verify::{Tour, no_progress};

const BOARD: &str = "10000x10000";
const VAST: &str = "4294967294x4294967295";
const RUNS: u32 = 7;

fn main() {
    // Cargo adds options of its own, such as `--bench`.
    let given = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let text = given.unwrap_or_else(|| BOARD.to_owned());
    match text.parse::<Board>() {
        Ok(board) if board.is_plain() && u32::try_from(board.len()).is_ok() => numbering(&board),
        Ok(_) => println!("{text}: a plain rectangle with fewer than 2^32 squares is needed"),
        Err(error) => println!("{text}: {error}"),
    }
    single_steps();
    small_boards();
}

/// Fills an array with the steps of all squares.
fn numbering(board: &Board) {
    println!("{board}: nanoseconds a square, least of {RUNS} runs");
    let tour = checked_tour(board);
    let area = board.len() as usize;
    let (one, all) = (NonZeroUsize::MIN, parallel::cores());
    let mut touched = vec![1_u32; area];
    let mut least = [Duration::MAX; 7];
    for _ in 0..RUNS {
        // Alternating, so that other load affects all.
        let constant = black_box(7);
        let fresh = timed(&mut least[0], || {
            let mut fresh = vec![0_u32; area];
            fresh.fill(constant);
            fresh
        });
        drop(fresh);
        let fresh = timed(&mut least[1], || {
            let mut fresh = vec![0_u32; area];
            tour.number(&mut fresh, &Threads::new(one));
            fresh
        });
        drop(fresh);
        timed(&mut least[2], || touched.fill(constant));
        timed(&mut least[3], || tour.number(&mut touched, &Threads::new(one)));
        timed(&mut least[4], || touched.fill(constant));
        timed(&mut least[5], || tour.number(&mut touched, &Threads::new(all)));
    }
    assert_numbers(&tour, &touched);
    drop(touched);
    let visited = timed(&mut least[6], || warnsdorff(board));
    least[6] = least[6].mul_f64(area as f64 / visited as f64);
    let a_square = |time: Duration| time.as_secs_f64() * 1e9 / area as f64;
    let [fresh_fill, fresh, fill, one, again, both, rule] = least.map(a_square);
    let fill = fill.min(again);
    println!(
        "  fresh memory    constant {fresh_fill:6.3}  numbering {fresh:6.3}  ratio {:5.2}",
        fresh / fresh_fill
    );
    println!(
        "  touched memory  constant {fill:6.3}  numbering {one:6.3}  ratio {:5.2}",
        one / fill
    );
    println!("  all {all} cores     numbering {both:6.3}  as fast as one {:5.2} times", one / both);
    println!(
        "  Warnsdorff's rule                   {rule:6.3}  ratio {:5.1} fresh, {:5.1} touched; \
         visits {visited}",
        rule / fresh,
        rule / one
    );
}

/// Returns the tour and the time to verify it.
fn checked_tour(board: &Board) -> Tour {
    let problem = Problem::new(board.clone());
    let formula = Construct::default().formula(&problem, &mut Run::new());
    let formula = formula.unwrap_or_else(|outcome| panic!("{board}: {}", outcome.name()));
    let mut least = Duration::MAX;
    let tour =
        timed(&mut least, || Tour::from_formula(&problem, formula, &Threads::all(), &no_progress));
    let a_square = least.as_secs_f64() * 1e9 / board.len() as f64;
    println!("  every step checked on all cores     {a_square:6.3}");
    tour.unwrap_or_else(|refusal| panic!("{board}: {refusal:?}"))
}

/// Asserts that the numbering is that of the verified tour.
fn assert_numbers(tour: &Tour, numbering: &[u32]) {
    let formula = tour.formula().expect("a constructed tour");
    for (square, &step) in tour.board().squares().zip(numbering) {
        assert_eq!(formula.step_of(tour.board().coord(square)), u64::from(step));
    }
}

/// Returns the number of squares that Warnsdorff's rule visits from the first corner. On most large boards it
/// reaches a dead end a few squares before the end.
fn warnsdorff(board: &Board) -> u64 {
    let moves = Moves::new(&Piece::KNIGHT, board);
    let rectangle = Rectangle::new(board, &moves).expect("a plain rectangle");
    match rectangle.walk(Square::from_index(0), None, RectangleTie::Roth, &mut Run::new()) {
        Ok(path) | Err(Stuck::DeadEnd(path)) => path.len(),
        Err(Stuck::Stopped(cause)) => panic!("{board}: {cause}"),
    }
}

/// Looks up random steps of a tour that is too long to store.
fn single_steps() {
    const QUESTIONS: u64 = 2_000_000;
    for (text, from) in [(VAST, "0,0"), ("4294967295x4294967295", "2147483647,2147483647")] {
        let problem = Problem::new(text.parse().expect("a board")).start(from).expect("a square");
        let mut least = [Duration::MAX; 3];
        let tour = timed(&mut least[0], || locate(&problem, &mut Run::new()));
        let tour = tour.into_result().unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut squares = Vec::new();
        let steps: Vec<u64> = steps(tour.len(), QUESTIONS).collect();
        for _ in 0..3 {
            squares.clear();
            timed(&mut least[1], || {
                squares.extend(steps.iter().map(|&step| tour.square_at(step)));
            });
            timed(&mut least[2], || {
                for (square, &step) in squares.iter().zip(&steps) {
                    let square = square.expect("a square of the board");
                    assert_eq!(tour.step_of(square), Some(step), "{text}");
                }
            });
        }
        let [build, square_at, step_of] = least.map(|time| time.as_secs_f64() * 1e9);
        println!(
            "{text} from {from}: built in {:.1} us; square of a step {:.1} ns, step of a square {:.1} ns, \
             each checked on both sides",
            build / 1e3,
            square_at / QUESTIONS as f64,
            step_of / QUESTIONS as f64
        );
    }
}

/// Returns random steps (`SplitMix64`).
fn steps(len: u64, count: u64) -> impl Iterator<Item = u64> {
    let mut state = 0_u64;
    (0..count).map(move |_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % len + 1
    })
}

/// Measures a closed tour from problem to verified tour.
fn small_boards() {
    for text in ["8x8", "6x5", "20x20"] {
        let board: Board = text.parse().expect("a board");
        let repeats = 200_000 / board.len();
        let mut least = Duration::MAX;
        for _ in 0..5 {
            timed(&mut least, || {
                for _ in 0..repeats {
                    let problem = Problem::new(black_box(&board).clone()).closed();
                    let outcome = Auto.solve(&problem, &mut Run::new());
                    assert!(black_box(outcome).is_found());
                }
            });
        }
        let each = least.as_secs_f64() * 1e6 / repeats as f64;
        let first = first_places(&board);
        println!("{text} closed, found and checked: {each:.3} us; begins {first}");
    }
}

/// Asserts the tour with the verifier of paths.
fn first_places(board: &Board) -> String {
    let problem = Problem::new(board.clone()).closed();
    let tour = Auto.solve(&problem, &mut Run::new()).found().expect("a tour");
    assert!(verify::check(&problem, || tour.squares()).is_valid());
    let names: Vec<String> = tour.squares().take(4).map(|square| board.name(square)).collect();
    names.join(" ")
}

/// Runs a function and keeps its shortest time.
fn timed<T>(least: &mut Duration, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let result = black_box(work());
    *least = begun.elapsed().min(*least);
    result
}
