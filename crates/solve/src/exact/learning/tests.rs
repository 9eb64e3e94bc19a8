//! The learning search on small graphs without a board.

use std::convert::Infallible;

use super::*;

fn edges(vertices: u32, endpoints: Vec<[u32; 2]>) -> Constraints {
    Constraints::new(Edges { vertices, endpoints, apex: None }, &[])
}

/// A search without limits, whose proof is not kept.
struct Alone(u32);

impl SearchContext for Alone {
    type Error = Infallible;

    fn decide(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn log(&mut self, _: ProofLine<'_>) -> u32 {
        self.0 += 1;
        self.0
    }
}

fn result(constraints: &Constraints) -> LearningResult {
    let settings = Settings::new(constraints.variables());
    let Ok(result) = LearningSearch::new(constraints, settings).search(u64::MAX, &mut Alone(0));
    result
}

/// Vertices 0 to n - 1 form a cycle, the others are joined to them and, k apart, to each other.
fn petersen(n: u32, k: u32) -> Constraints {
    let spokes =
        (0..n).flat_map(|at| [[at, (at + 1) % n], [at, n + at], [n + at, n + (at + k) % n]]);
    edges(2 * n, spokes.collect())
}

#[test]
fn generalised_petersen_graphs_have_cycles_as_alspach_proved() {
    // Alspach 1983: no Hamiltonian cycle for k = 2 and n = 5 modulo 6, and one for all other n.
    for n in 5..24 {
        let expected = if n % 6 == 5 { LearningResult::Refuted } else { LearningResult::Solution };
        assert_eq!(result(&petersen(n, 2)), expected, "{n}");
    }
}

#[test]
fn flower_snarks_have_no_cycle() {
    for stars in [5, 7, 9] {
        let mut endpoints = Vec::new();
        for star in 0..stars {
            let [hub, a, b, c] = [0, 1, 2, 3].map(|at| 4 * star + at);
            endpoints.extend([[hub, a], [hub, b], [hub, c]]);
            let next = 4 * ((star + 1) % stars);
            endpoints.push([a, next + 1]);
            let (to_b, to_c) = if star + 1 == stars { (3, 2) } else { (2, 3) };
            endpoints.extend([[b, next + to_b], [c, next + to_c]]);
        }
        assert_eq!(result(&edges(4 * stars, endpoints)), LearningResult::Refuted, "{stars}");
    }
}

/// All graphs of a small size at random, against all orders of their vertices.
#[test]
fn answers_agree_with_all_orders_of_the_vertices() {
    fn has_cycle(endpoints: &[[u32; 2]], len: u32, path: &mut Vec<u32>) -> bool {
        let is_edge = |a: u32, b: u32| endpoints.contains(&[a.max(b), a.min(b)]);
        let last = path[path.len() - 1];
        if path.len() == len as usize {
            return is_edge(last, path[0]);
        }
        for next in (1..len).filter(|&next| is_edge(last, next)) {
            if !path.contains(&next) {
                path.push(next);
                if has_cycle(endpoints, len, path) {
                    return true;
                }
                path.pop();
            }
        }
        false
    }
    let mut random = crate::Random::new(3, "graphs");
    let mut counts = [0, 0];
    for _ in 0..2000 {
        let len = 3 + random.below(7) as u32;
        let pairs = (0..len).flat_map(|a| (0..a).map(move |b| [a, b]));
        let endpoints: Vec<[u32; 2]> = pairs.filter(|_| random.below(100) < 45).collect();
        let expected = has_cycle(&endpoints, len, &mut vec![0]);
        let is_found = result(&edges(len, endpoints.clone())) == LearningResult::Solution;
        assert_eq!(is_found, expected, "{len} {endpoints:?}");
        counts[usize::from(is_found)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

#[test]
fn restarts_follow_the_luby_sequence() {
    let sequence: Vec<u64> = (1..16).map(luby).collect();
    assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}
