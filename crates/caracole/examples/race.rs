//! Your solver against ours: write yours into `my_solver`, and see how it does.
//!
//! ```sh
//! cargo run --release -p caracole --example race
//! cargo run --release -p caracole --example race -- --boards 5x5,6x6,7x7
//! ```
//!
//! It runs from every square of several boards. Each path it gives is checked by the verifier, which
//! shares no code with any solver, so a table full of tours means something. What stands in `my_solver`
//! now is Warnsdorff's rule as it is taught: go where the fewest ways lead on, and take the first of
//! several.

#[path = "shared/tool.rs"]
mod tool;

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use caracole::board::Surface;
use caracole::solvers::Limits;
use caracole::{Board, Options, Outcome, Path, Problem, ProblemExt, Square, verify};

use tool::{Failure, Typed};

const USAGE: &str = "usage: race [--boards 5x5,8x8]";
const BOARDS: &str = "5x5,6x6,8x8,3x10,20x20";
/// The limits of one start.
const PATIENCE: Limits = Limits { steps: None, time: Some(Duration::from_secs(1)), memory: None };

/// **Yours.** A tour of the board from this square, all squares in order, or `None`.
fn my_solver(board: &Board, start: Square) -> Option<Vec<Square>> {
    const JUMPS: [(i64, i64); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let (width, height) = (i64::from(board.files()), i64::from(board.ranks()));
    // A square is a number: rank times width, plus file, both from 0.
    let mut visited = vec![false; board.area() as usize];
    for hole in board.holes() {
        visited[hole.index() as usize] = true;
    }
    let ways_on = |at: i64, visited: &[bool]| -> Vec<i64> {
        let jump = |(right, up): (i64, i64)| (at % width + right, at / width + up);
        let is_free = |&(x, y): &(i64, i64)| {
            (0..width).contains(&x)
                && (0..height).contains(&y)
                && !visited[(y * width + x) as usize]
        };
        JUMPS.into_iter().map(jump).filter(is_free).map(|(x, y)| y * width + x).collect()
    };
    let mut at = start.index() as i64;
    let mut path = vec![start];
    visited[at as usize] = true;
    while (path.len() as u64) < board.len() {
        let next = ways_on(at, &visited).into_iter();
        at = next.min_by_key(|&next| ways_on(next, &visited).len())?;
        visited[at as usize] = true;
        path.push(Square::from_index(at as u64));
    }
    Some(path)
}

fn main() -> ExitCode {
    tool::run("race", run)
}

pub(crate) fn run(words: &[String], screen: &mut dyn Write) -> Result<(), Failure> {
    let mut typed = Typed::new(words);
    let boards: String = typed.value("--boards", BOARDS.to_owned())?;
    let [] = typed.alone(USAGE)?;
    let boards = boards.split(',').map(|text| {
        let board: Board = text.parse().map_err(|error| format!("{text}: {error}"))?;
        // Each start is a race of its own, and a board has as many as it has squares.
        if board.len() > 10_000 || board.is_box() || board.surface() != Surface::Flat {
            return Err(format!("{text}: flat boards of up to 10000 squares"));
        }
        Ok(board)
    });
    let boards = boards.collect::<Result<Vec<Board>, String>>()?;
    writeln!(
        screen,
        "                ------------- yours -------------  --------- Caracole ---------"
    )?;
    writeln!(
        screen,
        "board   starts  tours  none  failed  invalid       ms  tours  none  unknown      ms  ratio"
    )?;
    for board in boards {
        let score = race(&board)?;
        score.show(&board, screen)?;
    }
    Ok(())
}

/// The results of all starts of a board.
#[derive(Default)]
struct Score {
    tours: u64,
    /// No path was given, and it is proved that there is none.
    none: u64,
    /// No path was found although one may exist.
    failed: Vec<Square>,
    /// A path that is no tour, and what is wrong with it.
    invalid: Vec<(Square, String)>,
    time: Duration,
    our_tours: u64,
    our_none: u64,
    our_unknown: u64,
    our_time: Duration,
}

fn race(board: &Board) -> Result<Score, Failure> {
    let mut score = Score::default();
    for start in board.squares() {
        let problem = Problem::new(board.clone()).start(start)?;
        let begun = Instant::now();
        let ours = problem.solve_with(&Options::new().limits(PATIENCE));
        score.our_time += begun.elapsed();
        match ours {
            Outcome::Found(_) => score.our_tours += 1,
            Outcome::Impossible(_) => score.our_none += 1,
            Outcome::Unknown(_) => score.our_unknown += 1,
        }
        let begun = Instant::now();
        let yours = my_solver(board, start);
        score.time += begun.elapsed();
        match yours.map(Path::from_iter) {
            None if ours.is_impossible() => score.none += 1,
            None => score.failed.push(start),
            Some(path) => {
                let verdict = verify::check(&problem, || path.iter());
                if verdict.is_valid() {
                    score.tours += 1;
                } else {
                    score.invalid.push((start, verdict.in_short(board, "the verifier")));
                }
            }
        }
    }
    Ok(score)
}

impl Score {
    fn show(&self, board: &Board, screen: &mut dyn Write) -> Result<(), Failure> {
        let Self { tours, none, our_tours, our_none, our_unknown, .. } = self;
        let (name, starts) = (board.title(), board.len());
        let (failed, invalid) = (self.failed.len(), self.invalid.len());
        let [ms, our_ms] = [self.time, self.our_time].map(|time| time.as_secs_f64() * 1e3);
        let ratio = ms / our_ms;
        writeln!(
            screen,
            "{name:6}  {starts:6}  {tours:5}  {none:4}  {failed:6}  {invalid:7}  {ms:7.2}  \
             {our_tours:5}  {our_none:4}  {our_unknown:7}  {our_ms:6.2}  {ratio:5.2}"
        )?;
        if !self.failed.is_empty() {
            let names: Vec<String> = self.failed.iter().take(8).map(|&at| board.name(at)).collect();
            let more = if failed > names.len() { " ..." } else { "" };
            writeln!(screen, "        no tour from {}{more}", names.join(" "))?;
        }
        if let Some((start, defect)) = self.invalid.first() {
            writeln!(screen, "        from {}: {defect}", board.name(*start))?;
        }
        Ok(())
    }
}
