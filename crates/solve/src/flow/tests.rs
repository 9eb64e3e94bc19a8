//! Compares factors with a search over all sets of edges, and obstructions with a count of their own.

use std::convert::Infallible;

use super::*;

/// A small problem with its own adjacency data.
#[derive(Debug)]
struct SmallProblem {
    graph: Graph,
    colours: Vec<u8>,
    degrees: Vec<u8>,
    ends: u32,
    end_room: Vec<u8>,
    /// Edges that are not open.
    closed: Vec<(u32, u32)>,
}

impl SmallProblem {
    /// Returns a random problem with few vertices and edges, which often just lacks a factor.
    fn random(random: &mut Random) -> Self {
        let mut below = |bound: u64| random.below(bound);
        let count = 2 + below(7) as u32;
        let colours: Vec<u8> = (0..count).map(|_| below(2) as u8).collect();
        let density = 1 + below(4);
        let mut edges = Vec::new();
        for (a, b) in (0..count).flat_map(|b| (0..b).map(move |a| (a, b))) {
            if colours[a as usize] != colours[b as usize] && below(4) < density {
                edges.push((a, b));
            }
        }
        let closed = edges.iter().copied().filter(|_| below(8) == 0).collect();
        let most = if below(2) == 0 { 1 } else { 3 };
        Self {
            graph: Graph::from_edges(count, edges).unwrap(),
            degrees: (0..count).map(|_| 2 - u8::from(below(most) == 1)).collect(),
            ends: below(4) as u32,
            end_room: (0..count).map(|_| below(4).min(1) as u8).collect(),
            colours,
            closed,
        }
    }

    fn is_open(&self, a: u32, b: u32) -> bool {
        !self.closed.contains(&(a.min(b), a.max(b)))
    }

    fn answer(&self, seed: u64) -> FactorResult {
        let problem = FactorProblem {
            graph: &self.graph,
            colours: &self.colours,
            degrees: &self.degrees,
            ends: self.ends,
            end_room: |vertex| self.end_room[vertex as usize],
            is_open: |a, b| self.is_open(a, b),
        };
        let Ok(answer) =
            problem.factor(&mut Random::new(seed, "test"), || Ok::<(), Infallible>(()));
        answer
    }

    /// Returns true if a factor exists, by trying all sets of edges and ends.
    fn has_factor(&self) -> bool {
        let open: Vec<_> = self.graph.edge_list().filter(|&(a, b)| self.is_open(a, b)).collect();
        self.has_factor_among(&open, &mut self.degrees.clone())
    }

    fn has_factor_among(&self, open: &[(u32, u32)], degrees: &mut [u8]) -> bool {
        let Some((&(a, b), rest)) = open.split_first() else {
            let fits = degrees.iter().zip(&self.end_room).all(|(need, end_room)| need <= end_room);
            return fits && degrees.iter().map(|&need| u32::from(need)).sum::<u32>() == self.ends;
        };
        if self.has_factor_among(rest, degrees) {
            return true;
        }
        if degrees[a as usize] == 0 || degrees[b as usize] == 0 {
            return false;
        }
        degrees[a as usize] -= 1;
        degrees[b as usize] -= 1;
        let found = self.has_factor_among(rest, degrees);
        degrees[a as usize] += 1;
        degrees[b as usize] += 1;
        found
    }

    fn check(&self, Factor { partners, ends }: &Factor) {
        assert_eq!(ends.len(), self.ends as usize);
        for vertex in 0..self.graph.vertices() {
            let its: Vec<u32> =
                partners[vertex as usize].into_iter().filter(|&to| to != NONE).collect();
            for &to in &its {
                assert!(self.graph.has_edge(vertex, to) && self.is_open(vertex, to), "{self:?}");
                assert!(partners[to as usize].contains(&vertex), "{self:?}");
            }
            assert!(its.len() < 2 || its[0] != its[1], "{self:?}");
            let ends = ends.iter().filter(|&&end| end == vertex).count();
            assert!(ends <= usize::from(self.end_room[vertex as usize]), "{self:?}");
            assert_eq!(its.len() + ends, usize::from(self.degrees[vertex as usize]), "{self:?}");
        }
    }

    /// Returns the deficiency of a set in edges, and the maximum number of its ends.
    fn count(&self, set: &[u32]) -> (i64, i64) {
        let need: i64 = set.iter().map(|&at| i64::from(self.degrees[at as usize])).sum();
        let end_room: i64 = set.iter().map(|&at| i64::from(self.end_room[at as usize])).sum();
        let supply = |beyond: u32| {
            let joins = |&&at: &&u32| self.graph.has_edge(at, beyond) && self.is_open(at, beyond);
            let moves = set.iter().filter(joins).count() as i64;
            moves.min(i64::from(self.degrees[beyond as usize]))
        };
        let beyond = (0..self.graph.vertices()).filter(|at| !set.contains(at));
        (need - beyond.map(supply).sum::<i64>(), end_room)
    }

    fn is_deficient(&self, set: &[u32], ends: i64) -> bool {
        let (short, end_room) = self.count(set);
        short > end_room.min(ends)
    }

    fn is_of_one_colour(&self, set: &[u32]) -> bool {
        let mut colours = set.iter().map(|&at| self.colours[at as usize]);
        let first = colours.next();
        first.is_some() && colours.all(|colour| Some(colour) == first)
    }

    /// Returns the set without each of its vertices in turn.
    fn smaller(set: &[u32]) -> impl Iterator<Item = Vec<u32>> {
        set.iter().map(|&out| set.iter().copied().filter(|&at| at != out).collect())
    }
}

#[test]
fn the_result_is_a_factor_or_a_valid_obstruction() {
    let mut random = Random::new(0, "small graphs");
    let (mut factors, mut deficient, mut tight, mut misfits) = (0, 0, 0, 0);
    for seed in 0..60_000 {
        let small = SmallProblem::random(&mut random);
        let answer = small.answer(seed);
        assert_eq!(matches!(answer, FactorResult::Factor(_)), small.has_factor(), "{small:?}");
        let ends = i64::from(small.ends);
        match answer {
            FactorResult::Factor(factor) => {
                small.check(&factor);
                factors += 1;
            }
            FactorResult::None(Obstruction::Deficient(set)) => {
                assert!(small.is_of_one_colour(&set), "{small:?} {set:?}");
                assert!(small.is_deficient(&set, ends), "{small:?} {set:?}");
                let mut smaller = SmallProblem::smaller(&set);
                assert!(smaller.all(|set| !small.is_deficient(&set, ends)), "{small:?} {set:?}");
                deficient += 1;
            }
            FactorResult::None(Obstruction::TightThenDeficient([first, second])) => {
                let (short, end_room) = small.count(&first);
                assert!(small.is_of_one_colour(&first) && short == ends && end_room >= ends);
                assert!(small.is_deficient(&second, 0), "{small:?} {second:?}");
                assert_ne!(small.colours[first[0] as usize], small.colours[second[0] as usize]);
                tight += 1;
            }
            FactorResult::None(Obstruction::Ends) => {
                let is_odd =
                    (small.degrees.iter().map(|&need| i64::from(need)).sum::<i64>() + ends) % 2;
                let end_room: i64 =
                    small.end_room.iter().map(|&end_room| i64::from(end_room)).sum();
                let is_tight = small.end_room.contains(&0) || end_room < ends;
                assert!(is_odd == 1 || is_tight, "{small:?}");
                misfits += 1;
            }
        }
    }
    assert!(factors > 2000 && deficient > 2000 && tight > 30, "{factors} {deficient} {tight}");
    assert!(misfits > 100, "{misfits}");
}

/// Push-relabel alone finds a maximum matching here, and augmenting paths alone find one of the same size.
#[test]
fn push_relabel_and_augmenting_paths_agree() {
    let board: caracole_core::Board = "40x40".parse().unwrap();
    let moves = caracole_core::Moves::new(&caracole_core::Piece::KNIGHT, &board);
    for seed in 0..20 {
        let mut random = Random::new(seed, "holes");
        let holes = board.squares().filter(|_| random.below(7) == 0);
        let board = board.clone().without(holes.collect::<Vec<_>>()).unwrap();
        let graph = caracole_core::MoveGraph::new(&board, &moves).unwrap();
        let colours: Vec<u8> = board.squares().map(|square| board.colour(square)).collect();
        let problem = FactorProblem {
            graph: graph.graph(),
            colours: &colours,
            degrees: &vec![2; colours.len()],
            ends: 0,
            end_room: |_: u32| 0,
            is_open: |_: u32, _: u32| true,
        };
        let demands = |uses_push_relabel: bool| {
            let mut ticker = Ticker::new(|| Ok::<(), Infallible>(()));
            let mut matching = Matching::new(problem.degrees.to_vec());
            let Ok(()) =
                matching.add_greedily(&problem, &mut Random::new(seed, "test"), &mut ticker);
            if uses_push_relabel {
                let Ok(()) = matching.push_relabel(&problem, &mut ticker);
            }
            let before: u32 = matching.demand.iter().map(|&demand| u32::from(demand)).sum();
            let Ok(()) = matching.augment_to_maximum(&problem, &mut ticker);
            let after: u32 = matching.demand.iter().map(|&demand| u32::from(demand)).sum();
            (before, after)
        };
        let (both, augmenting) = (demands(true), demands(false));
        assert_eq!(both.1, augmenting.1, "{seed}");
        assert_eq!(both.0, both.1, "{seed}");
        assert!(augmenting.0 > augmenting.1, "{seed}: the greedy matching is not maximum");
    }
}

#[test]
fn a_failed_check_ends_the_search() {
    let board: caracole_core::Board = "300x300".parse().unwrap();
    let moves = caracole_core::Moves::new(&caracole_core::Piece::KNIGHT, &board);
    let graph = caracole_core::MoveGraph::new(&board, &moves).unwrap();
    let colours: Vec<u8> = board.squares().map(|square| board.colour(square)).collect();
    let problem = FactorProblem {
        graph: graph.graph(),
        colours: &colours,
        degrees: &vec![2; colours.len()],
        ends: 0,
        end_room: |_: u32| 0,
        is_open: |_: u32, _: u32| true,
    };
    let mut checks = 0;
    let stopped = problem.factor(&mut Random::new(0, "test"), || {
        checks += 1;
        if checks == 3 { Err("enough") } else { Ok(()) }
    });
    assert_eq!(stopped.err(), Some("enough"));
}
