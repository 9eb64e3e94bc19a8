use std::sync::Arc;
use std::time::Instant;

use caracole_core::{Board, File, Formula, Kind, Place, Problem, Rank, Square, Tour, unwatched};

use super::*;
use crate::{Decision, decide};

#[test]
fn probe() {
    for short in 3..=5 {
        for problem in [
            Problem::new(Board::rectangle(u32::MAX, short).unwrap()),
            Problem::new(Board::rectangle(u32::MAX - 1, short).unwrap()).closed(),
            Problem::new(Board::rectangle(u32::MAX - 1, short).unwrap()).open(),
        ] {
            let begun = Instant::now();
            let r = ribbon(&problem, &mut Run::new()).unwrap();
            println!(
                "{} {:?} {} {:?}",
                problem.board(),
                problem.kind(),
                r.is_some(),
                begun.elapsed()
            );
            let Some(r) = r else { continue };
            println!(
                "sections {} strands {:?}",
                r.sections.len(),
                r.sections.iter().map(|s| (s.width, s.strands.len())).collect::<Vec<_>>()
            );
            let len = problem.board().len();
            let mut random = crate::Random::new(0, "x");
            for _ in 0..1000 {
                caracole_core::verify::check_step(&r, 1 + random.below(len)).unwrap();
            }
            let begun = Instant::now();
            let mut sum = 0;
            for _ in 0..100000 {
                sum += u64::from(r.place_at(1 + random.below(len)).file.index());
            }
            let a = begun.elapsed() / 100000;
            let begun = Instant::now();
            for _ in 0..100000 {
                let p = Place::flat(
                    File::new(random.below(u32::MAX as u64 - 2) as u32),
                    Rank::new(random.below(short.into()) as u32),
                );
                sum += r.step_of(p);
            }
            let b = begun.elapsed() / 100000;
            let begun = Instant::now();
            let mut places = vec![Place::flat(File::new(0), Rank::new(0)); 1 << 20];
            r.walk(len / 3, &mut places);
            let c = begun.elapsed().as_nanos() as f64 / f64::from(1 << 20);
            let begun = Instant::now();
            let mut steps = vec![0; 1 << 20];
            r.steps_of(&places, &mut steps);
            let d = begun.elapsed().as_nanos() as f64 / f64::from(1 << 20);
            let begun = Instant::now();
            r.number_rank(Rank::new(1), File::new(1 << 30), &mut steps);
            let e = begun.elapsed().as_nanos() as f64 / f64::from(1 << 20);
            println!("place_at {a:?} step_of {b:?} walk {c} steps_of {d} number {e} {sum}");
        }
    }
}
