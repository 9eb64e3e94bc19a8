use std::time::Instant;

use caracole_core::{Board, Mixture, Path, Problem, Tour};

use super::super::sides::{narrow, wide};
use super::*;
use crate::{Construct, Solver};

fn links_of(tour: &Tour) -> Links {
    let mut links = Links::new(tour.len());
    links.join_all(tour.squares().map(narrow));
    if let (true, [Some(first), Some(last)]) =
        (tour.is_closed(), [1, tour.len()].map(|step| tour.square_at(step)))
    {
        links.join(narrow(last), narrow(first));
    }
    links
}

#[test]
#[ignore = "prints a table"]
fn table() {
    for side in [60, 300] {
        let problem = Problem::new(Board::rectangle(side, side).unwrap()).closed();
        let before = Construct.solve(&problem, &mut Run::new()).tour().unwrap().clone();
        for (passes, sweeps) in
            [(1, 1), (2, 1), (4, 1), (6, 1), (8, 1), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (8, 2), (4, 4), (16, 16)]
        {
            let mut best = f64::INFINITY;
            let mut ways = Ways::of(Sides::of(problem.board()), &links_of(&before));
            for _ in 0..if passes > 10 { 1 } else { 7 } {
                ways = Ways::of(Sides::of(problem.board()), &links_of(&before));
                let begun = Instant::now();
                mix_with(&mut ways, 1, NonZeroUsize::MIN, &mut Run::new(), passes, sweeps).unwrap();
                best = best.min(begun.elapsed().as_nanos() as f64 / before.len() as f64);
            }
            let mut links = Links::new(before.len());
            ways.write(&mut links);
            let mut path = Path::new();
            path.extend(links.walk(0).map(wide));
            let after = Tour::verify(&problem, path).unwrap();
            let mixture = Mixture::of(&before, &after).unwrap();
            let slopes: Vec<f64> = mixture.slope_shares().map(|(_, share)| share).collect();
            println!(
                "{side} {passes}x{sweeps}: differ {:.4} slopes {slopes:.4?} slant {:.4} echo {:.4} {:.4} {:.4} {best:.0} ns",
                mixture.share_differing(),
                mixture.slant(),
                Mixture::echo(&after, 6, 0),
                Mixture::echo(&after, 0, 6),
                Mixture::echo(&after, 5, 0),
            );
        }
    }
}
