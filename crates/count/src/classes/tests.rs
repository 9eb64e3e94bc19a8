use std::time::Instant;

use caracole_core::Problem;

use super::*;

#[test]
#[ignore = "measures"]
fn speed() {
    let job = Job::new().threads(1);
    for (board, kind) in [
        ("6x6", "closed"), ("8x8", "closed"), ("3x20", "closed"), ("3x24", "closed"), ("4x9", "any"), ("4x11", "any"), ("4x13", "any"), ("5x9", "any"), ("5x10", "closed"),("3x30", "closed"), ("10x10", "quarter"),
    ] {
        let problem = Problem::new(board.parse().unwrap());
        let problem = if kind == "any" { problem } else { problem.closed() };
        let question = Question::new(problem).counting(crate::Direction::Undirected);
        for symmetry in Symmetry::of(question.problem().board()) {
            if symmetry == Symmetry::IDENTITY || board == "10x10" && !symmetry.name().starts_with("quarter") { continue; }
            let begin = Instant::now();
            let job = job.until(begin + std::time::Duration::from_secs(20));
            let count = symmetric(&question, symmetry, &job);
            eprintln!("{board} {kind} {} {:?} {:?}", symmetry.name(), count, begin.elapsed());
        }
    }
}
