//! Factors against a search through all sets of moves, and reasons against a count by hand.

use std::convert::Infallible;

use super::*;

/// A small question, in a form that can be looked at from all sides.
#[derive(Debug)]
struct Small {
    graph: Graph,
    colours: Vec<u8>,
    needs: Vec<u8>,
    ends: u32,
    room: Vec<u8>,
    /// Moves that are not open.
    out: Vec<(u32, u32)>,
}

impl Small {
    /// A random one. Vertices and moves are few, so that often just one of them is missing.
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
        let out = edges.iter().copied().filter(|_| below(8) == 0).collect();
        let most = if below(2) == 0 { 1 } else { 3 };
        Self {
            graph: Graph::from_edges(count, edges).unwrap(),
            needs: (0..count).map(|_| 2 - u8::from(below(most) == 1)).collect(),
            ends: below(4) as u32,
            room: (0..count).map(|_| below(4).min(1) as u8).collect(),
            colours,
            out,
        }
    }

    fn is_open(&self, a: u32, b: u32) -> bool {
        !self.out.contains(&(a.min(b), a.max(b)))
    }

    fn answer(&self, seed: u64) -> Answer {
        let wanted = Wanted {
            graph: &self.graph,
            colours: &self.colours,
            needs: &self.needs,
            ends: self.ends,
            room: |vertex| self.room[vertex as usize],
            is_open: |a, b| self.is_open(a, b),
        };
        let Ok(answer) = wanted.factor(&mut Random::new(seed, "test"), || Ok::<(), Infallible>(()));
        answer
    }

    /// Is there a factor? Tries all sets of moves and ends.
    fn has_factor(&self) -> bool {
        let open: Vec<_> = self.graph.edge_list().filter(|&(a, b)| self.is_open(a, b)).collect();
        self.has_factor_among(&open, &mut self.needs.clone())
    }

    fn has_factor_among(&self, open: &[(u32, u32)], needs: &mut [u8]) -> bool {
        let Some((&(a, b), rest)) = open.split_first() else {
            let fits = needs.iter().zip(&self.room).all(|(need, room)| need <= room);
            return fits && needs.iter().map(|&need| u32::from(need)).sum::<u32>() == self.ends;
        };
        if self.has_factor_among(rest, needs) {
            return true;
        }
        if needs[a as usize] == 0 || needs[b as usize] == 0 {
            return false;
        }
        needs[a as usize] -= 1;
        needs[b as usize] -= 1;
        let found = self.has_factor_among(rest, needs);
        needs[a as usize] += 1;
        needs[b as usize] += 1;
        found
    }

    fn check(&self, Factor { beside, ends }: &Factor) {
        assert_eq!(ends.len(), self.ends as usize);
        for vertex in 0..self.graph.vertices() {
            let its: Vec<u32> =
                beside[vertex as usize].into_iter().filter(|&to| to != NONE).collect();
            for &to in &its {
                assert!(self.graph.has_edge(vertex, to) && self.is_open(vertex, to), "{self:?}");
                assert!(beside[to as usize].contains(&vertex), "{self:?}");
            }
            assert!(its.len() < 2 || its[0] != its[1], "{self:?}");
            let ends = ends.iter().filter(|&&end| end == vertex).count();
            assert!(ends <= usize::from(self.room[vertex as usize]), "{self:?}");
            assert_eq!(its.len() + ends, usize::from(self.needs[vertex as usize]), "{self:?}");
        }
    }

    /// What a set needs, less what its neighbours give; and how many ends it may have.
    fn count(&self, set: &[u32]) -> (i64, i64) {
        let need: i64 = set.iter().map(|&at| i64::from(self.needs[at as usize])).sum();
        let room: i64 = set.iter().map(|&at| i64::from(self.room[at as usize])).sum();
        let gives = |beyond: u32| {
            let joins = |&&at: &&u32| self.graph.has_edge(at, beyond) && self.is_open(at, beyond);
            let moves = set.iter().filter(joins).count() as i64;
            moves.min(i64::from(self.needs[beyond as usize]))
        };
        let beyond = (0..self.graph.vertices()).filter(|at| !set.contains(at));
        (need - beyond.map(gives).sum::<i64>(), room)
    }

    fn is_starved(&self, set: &[u32], ends: i64) -> bool {
        let (short, room) = self.count(set);
        short > room.min(ends)
    }

    fn is_of_one_colour(&self, set: &[u32]) -> bool {
        let mut colours = set.iter().map(|&at| self.colours[at as usize]);
        let first = colours.next();
        first.is_some() && colours.all(|colour| Some(colour) == first)
    }

    /// The set without each of its vertices in turn.
    fn smaller(set: &[u32]) -> impl Iterator<Item = Vec<u32>> {
        set.iter().map(|&out| set.iter().copied().filter(|&at| at != out).collect())
    }
}

#[test]
fn factors_are_found_where_there_are_any_and_reasons_hold_elsewhere() {
    let mut random = Random::new(0, "small graphs");
    let (mut factors, mut starved, mut tight, mut misfits) = (0, 0, 0, 0);
    for seed in 0..60_000 {
        let small = Small::random(&mut random);
        let answer = small.answer(seed);
        assert_eq!(matches!(answer, Answer::Factor(_)), small.has_factor(), "{small:?}");
        let ends = i64::from(small.ends);
        match answer {
            Answer::Factor(factor) => {
                small.check(&factor);
                factors += 1;
            }
            Answer::Lack(Lack::Starved(set)) => {
                assert!(small.is_of_one_colour(&set), "{small:?} {set:?}");
                assert!(small.is_starved(&set, ends), "{small:?} {set:?}");
                let mut smaller = Small::smaller(&set);
                assert!(smaller.all(|set| !small.is_starved(&set, ends)), "{small:?} {set:?}");
                starved += 1;
            }
            Answer::Lack(Lack::TightThenStarved([first, second])) => {
                let (short, room) = small.count(&first);
                assert!(small.is_of_one_colour(&first) && short == ends && room >= ends);
                assert!(small.is_starved(&second, 0), "{small:?} {second:?}");
                assert_ne!(small.colours[first[0] as usize], small.colours[second[0] as usize]);
                tight += 1;
            }
            Answer::Lack(Lack::Ends) => {
                let is_odd =
                    (small.needs.iter().map(|&need| i64::from(need)).sum::<i64>() + ends) % 2;
                let room: i64 = small.room.iter().map(|&room| i64::from(room)).sum();
                let is_tight = small.room.contains(&0) || room < ends;
                assert!(is_odd == 1 || is_tight, "{small:?}");
                misfits += 1;
            }
        }
    }
    assert!(factors > 2000 && starved > 2000 && tight > 30, "{factors} {starved} {tight}");
    assert!(misfits > 100, "{misfits}");
}

/// The quick way leaves nothing to the sure one that it could do; the sure one alone finds the
/// same number of moves.
#[test]
fn the_quick_way_and_the_sure_one_agree() {
    let board: caracole_core::Board = "40x40".parse().unwrap();
    let moves = caracole_core::Moves::new(&caracole_core::Piece::KNIGHT, &board);
    for seed in 0..20 {
        let mut random = Random::new(seed, "holes");
        let holes = board.squares().filter(|_| random.below(7) == 0);
        let board = board.clone().without(holes.collect::<Vec<_>>()).unwrap();
        let graph = caracole_core::MoveGraph::new(&board, &moves).unwrap();
        let colours: Vec<u8> = board.squares().map(|square| board.colour(square)).collect();
        let wanted = Wanted {
            graph: graph.graph(),
            colours: &colours,
            needs: &vec![2; colours.len()],
            ends: 0,
            room: |_: u32| 0,
            is_open: |_: u32, _: u32| true,
        };
        let missing = |is_quick: bool| {
            let mut pace = Pace { look: || Ok::<(), Infallible>(()), left: 0 };
            let mut flow = Flow::new(wanted.needs);
            let Ok(()) = flow.begin(&wanted, &mut Random::new(seed, "test"), &mut pace);
            if is_quick {
                let Ok(()) = flow.settle(&wanted, &mut pace);
            }
            let settled: u32 = flow.missing.iter().map(|&missing| u32::from(missing)).sum();
            let Ok(()) = flow.complete(&wanted, &mut pace);
            let done: u32 = flow.missing.iter().map(|&missing| u32::from(missing)).sum();
            (settled, done)
        };
        let (quick, sure) = (missing(true), missing(false));
        assert_eq!(quick.1, sure.1, "{seed}");
        assert_eq!(quick.0, quick.1, "{seed}");
        assert!(sure.0 > sure.1, "{seed}: the beginning leaves something to do");
    }
}

#[test]
fn a_look_can_stop_it() {
    let board: caracole_core::Board = "300x300".parse().unwrap();
    let moves = caracole_core::Moves::new(&caracole_core::Piece::KNIGHT, &board);
    let graph = caracole_core::MoveGraph::new(&board, &moves).unwrap();
    let colours: Vec<u8> = board.squares().map(|square| board.colour(square)).collect();
    let wanted = Wanted {
        graph: graph.graph(),
        colours: &colours,
        needs: &vec![2; colours.len()],
        ends: 0,
        room: |_: u32| 0,
        is_open: |_: u32, _: u32| true,
    };
    let mut looks = 0;
    let stopped = wanted.factor(&mut Random::new(0, "test"), || {
        looks += 1;
        if looks == 3 { Err("enough") } else { Ok(()) }
    });
    assert_eq!(stopped.err(), Some("enough"));
}
