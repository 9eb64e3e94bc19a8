//! proto
use caracole_core::Problem;
use caracole_count::{Job, Question, count};
fn main() {
    for arg in std::env::args().skip(1) {
        let (board, kind) = arg.split_once(':').unwrap();
        let mut p = Problem::new(board.parse().unwrap());
        if kind == "c" { p = p.closed(); }
        let t = std::time::Instant::now();
        let c = count(&Question::new(p), &Job::new()).map(|c| c.to_string());
        println!("{arg} {c:?} {:?}", t.elapsed());
    }
}
