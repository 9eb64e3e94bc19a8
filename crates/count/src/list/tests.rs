use std::time::Instant;

use caracole_core::Problem;

use super::*;
use crate::Direction;

#[test]
#[ignore = "measures"]
fn speed() {
    let job = Job::new().threads(1);
    for (board, kind, expected) in [
        ("5x5", "any", 1728),
        ("6x6", "closed", 9862),
        ("5x6", "any", 37568),
        ("4x8", "any", 62176),
        ("3x10", "closed", 16),
        ("3x14", "closed", 1536),
        ("3x16", "closed", 15424),
        ("3x12", "any", 114496),
        ("4x9", "any", 379376),
        ("5x7", "any", 1_245_736),
        ("5x8", "closed", 44202),
        ("6x7", "closed", 1067638),
        ("6x6", "any", 6637920),
    ] {
        let problem = Problem::new(board.parse().unwrap());
        let problem = if kind == "closed" { problem.closed() } else { problem };
        let begin = Instant::now();
        let count = count_by_listing(&Question::new(problem), &job).unwrap();
        eprintln!("{board} {kind} {count} {expected} {:?}", begin.elapsed());
        assert_eq!(count, expected);
    }
}

#[test]
#[ignore = "measures"]
fn first() {
    let job = Job::new().threads(1);
    for (board, kind) in [
        ("8x8", "any"), ("8x8", "closed"), ("8x8", "open"), ("20x20", "any"), ("20x20", "closed"), ("20x20", "open"), ("19x19", "any"),
        ("40x40", "any"), ("40x40", "closed"), ("12x12", "closed"), ("torus:10x10", "closed"), ("3x30", "closed"), ("5x30", "any"),
        ("16x16-h8,h9", "any"), ("100x100", "any"), ("box:4x4x4", "closed")
    ] {
        let problem = Problem::new(board.parse().unwrap());
        let problem = match kind { "closed" => problem.closed(), "open" => problem.open(), _ => problem };
        let begin = Instant::now();
        let job = job.until(begin + std::time::Duration::from_secs(5));
        let mut left = 3;
        let count = list(&Question::new(problem), &job, &mut |_| { left -= 1; if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) } });
        eprintln!("{board} {kind} {count:?} {:?}", begin.elapsed());
    }
}
