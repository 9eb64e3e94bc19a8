use std::time::Instant;

use caracole_core::{Board, Kind, Outcome, Problem, Square};

use super::*;

fn solve(problem: &Problem) -> Outcome {
    Construct.solve(problem, &mut Run::new())
}

fn board(files: u32, ranks: u32) -> Board {
    Board::rectangle(files, ranks).unwrap()
}

fn schwenk(a: u32, b: u32) -> bool {
    let (m, n) = (a.min(b), a.max(b));
    !(m % 2 == 1 && n % 2 == 1 || [1, 2, 4].contains(&m) || m == 3 && [4, 6, 8].contains(&n))
}

#[test]
fn tmp_closed() {
    for files in 1..=24 {
        for ranks in 1..=24 {
            let t = Instant::now();
            let outcome = solve(&Problem::new(board(files, ranks)).closed());
            assert_eq!(outcome.is_found(), schwenk(files, ranks), "{files}x{ranks}");
            let e = t.elapsed().as_millis();
            if e > 20 {
                println!("{files}x{ranks} {} {e}", outcome.word());
            }
        }
    }
}
