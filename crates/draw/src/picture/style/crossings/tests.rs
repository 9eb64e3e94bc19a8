use std::collections::{BTreeMap, BTreeSet};

use caracole_core::{Outcome, Problem, Tour};
use caracole_solve::{Auto, Patch, Run, Solver};

use super::Knots;
use crate::picture::{Look, Picture};

fn closed_tour(board: &str) -> Tour {
    let problem = Problem::new(board.parse().expect("a board")).closed();
    for solver in [&Patch as &dyn Solver, &Auto] {
        if let Outcome::Found(tour) = solver.solve(&problem, &mut Run::new()) {
            return tour;
        }
    }
    panic!("{board} has a closed tour");
}

/// The crossings of all moves, found by looking at all pairs, in whole numbers; by moments.
fn all_pairs(tour: &Tour) -> BTreeSet<(u64, u64)> {
    let at = |step: u64| {
        let square = tour.square_at((step - 1) % tour.len() + 1).expect("a step");
        let place = tour.board().place(square);
        (i64::from(place.file.index()), i64::from(place.rank.index()))
    };
    let side = |a: (i64, i64), b: (i64, i64), c: (i64, i64)| {
        ((b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)).signum()
    };
    let mut pairs = BTreeSet::new();
    for first in 2..=tour.len() + 1 {
        for second in first + 1..=tour.len() + 1 {
            let (a, b, c, d) = (at(first - 1), at(first), at(second - 1), at(second));
            if side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0 {
                pairs.insert((first, second));
            }
        }
    }
    pairs
}

#[test]
fn crossings_are_those_of_all_pairs_and_alternate() {
    for board in ["6x6", "8x8", "7x10", "9x9-e5", "8x8-d4,e4,d5,e5", "20x20"] {
        let tour = closed_tour(board);
        let picture = Picture::of_tour(&tour, Look::default());
        let knots = Knots::new(&picture);
        let crossings = knots.crossings(&(1..=picture.moments()));
        let moment = |number: u32| knots.segments[number as usize].moment;
        let pairs: Vec<(u64, u64)> = crossings
            .iter()
            .map(|crossing| (moment(crossing.over), moment(crossing.under)))
            .map(|(over, under)| (over.min(under), over.max(under)))
            .collect();
        assert_eq!(pairs.iter().copied().collect::<BTreeSet<_>>(), all_pairs(&tour), "{board}");
        assert_eq!(pairs.len() as u64, tour.facts().crossings.expect("a flat board"), "{board}");

        // Along the walk, by the distance from where each move begins.
        let mut met: BTreeMap<(u64, u64), bool> = BTreeMap::new();
        for &crossing in crossings {
            let point = knots.point(crossing).expect("they cross");
            for (number, is_over) in [(crossing.over, true), (crossing.under, false)] {
                let from = knots.segments[number as usize].from;
                let distance = (point.x - from.x).hypot(point.y - from.y);
                met.insert((moment(number), (distance * 1e6) as u64), is_over);
            }
        }
        let turns: Vec<bool> = met.into_values().collect();
        assert_eq!(turns.len(), 2 * pairs.len(), "{board}: no three lines meet in a point");
        assert!(turns.windows(2).all(|pair| pair[0] != pair[1]), "{board}");
        assert_ne!(turns.first(), turns.last(), "{board}: all the way round");
    }
}
