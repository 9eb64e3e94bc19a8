//! A 2-factor of a small board and the tour that exchanges of moves make of it, as in patching.

use std::collections::VecDeque;

use caracole_core::{Graph, MoveGraph, Moves, Path, Piece, Problem, Square};
use caracole_solve::Random;
use caracole_verify as verify;

use super::sketch::Sketch;
use crate::svg::Ink;

const BOARD: &str = "14x10-a1,b1,m1,n1,a2,n2,g5,h5,g6,h6,a9,n9,a10,b10,m10,n10";
const INKS: [Ink; 5] = [Ink::Outward, Ink::Homeward, Ink::Beside, Ink::Farthest, Ink::Loop];

pub(super) fn draw() -> Result<String, String> {
    const TITLE: &str = "Loops that cover a board, and the tour they become";
    let mut sketch = Sketch::new(BOARD, 26, 14 * 26 + 48, TITLE)?;
    let graph = MoveGraph::new(&sketch.board, &Moves::new(&Piece::KNIGHT, &sketch.board));
    let graph = graph.ok_or("no graph of moves")?;
    let (loops, beside) = covers(graph.graph()).ok_or("no loops that become a tour were found")?;
    let tour = cycle_of(&beside, 0);
    let problem = Problem::new(sketch.board.clone()).closed();
    let path: Path = tour.iter().map(|&at| graph.square(at)).collect();
    if !verify::check(&problem, || path.iter()).is_valid() {
        return Err("the loops became no tour".to_owned());
    }
    let round = |walk: &[u32]| -> Vec<[Square; 2]> {
        let next = walk.iter().skip(1).chain(walk.first());
        walk.iter().zip(next).map(|(&a, &b)| [a, b].map(|at| graph.square(at))).collect()
    };
    sketch.heading(&format!("{} cycles", loops.len()));
    for (walk, ink) in loops.iter().zip(INKS.into_iter().cycle()) {
        sketch.moves(&round(walk), ink);
    }
    sketch.next_board();
    sketch.heading("one tour");
    sketch.moves(&round(&tour), Ink::Tour);
    Ok(sketch.finish())
}

/// The two neighbours of each vertex.
pub(super) type Beside = Vec<Vec<u32>>;

/// Returns several cycles and the tour they become, for the first seed that leads to one tour.
fn covers(graph: &Graph) -> Option<(Vec<Vec<u32>>, Beside)> {
    const SEEDS: u64 = 200;
    (0..SEEDS).find_map(|seed| {
        let mut beside = factor(graph, &mut Random::new(seed, "loops"))?;
        let loops = all_cycles(&beside);
        while let Some(squares) = exchange(graph, &beside) {
            apply_exchange(&mut beside, squares);
        }
        let is_one = all_cycles(&beside).len() == 1;
        (is_one && loops.len() >= INKS.len()).then_some((loops, beside))
    })
}

/// Returns a 2-factor, computed by alternating paths.
fn factor(graph: &Graph, random: &mut Random) -> Option<Beside> {
    let colours = graph.two_colouring()?;
    let mut beside: Beside = vec![Vec::new(); graph.vertices() as usize];
    let mut sources: Vec<u32> = (0..graph.vertices())
        .filter(|&at| colours[at as usize] == 0)
        .flat_map(|at| [at; 2])
        .collect();
    random.shuffle(&mut sources);
    for source in sources {
        let path = alternating(graph, &beside, source, random)?;
        for (pair, is_new) in path.windows(2).zip([true, false].into_iter().cycle()) {
            for [from, to] in [[pair[0], pair[1]], [pair[1], pair[0]]] {
                let list = &mut beside[from as usize];
                match list.iter().position(|&at| at == to) {
                    Some(place) if !is_new => drop(list.remove(place)),
                    _ => list.push(to),
                }
            }
        }
    }
    Some(beside)
}

/// Returns an alternating path from a vertex with fewer than two moves to one of the other colour.
fn alternating(
    graph: &Graph,
    beside: &Beside,
    source: u32,
    random: &mut Random,
) -> Option<Vec<u32>> {
    let mut before = vec![u32::MAX; beside.len()];
    before[source as usize] = source;
    let mut waiting = VecDeque::from([source]);
    while let Some(from) = waiting.pop_front() {
        let mut near = graph.neighbours(from).to_vec();
        random.shuffle(&mut near);
        for to in near {
            if before[to as usize] != u32::MAX || beside[from as usize].contains(&to) {
                continue;
            }
            before[to as usize] = from;
            if beside[to as usize].len() < 2 {
                let mut path = vec![to];
                while path[path.len() - 1] != source {
                    path.push(before[path[path.len() - 1] as usize]);
                }
                path.reverse();
                return Some(path);
            }
            for &next in &beside[to as usize] {
                if before[next as usize] == u32::MAX {
                    before[next as usize] = to;
                    waiting.push_back(next);
                }
            }
        }
    }
    None
}

/// Returns the cycle of a vertex, in order.
fn cycle_of(beside: &Beside, first: u32) -> Vec<u32> {
    let (mut before, mut at, mut walk) = (first, beside[first as usize][0], vec![first]);
    while at != first {
        walk.push(at);
        let next = beside[at as usize].iter().copied().find(|&next| next != before);
        (before, at) = (at, next.unwrap_or(first));
    }
    walk
}

/// Replaces the moves a-b and c-d by a-c and b-d.
pub(super) fn apply_exchange(beside: &mut Beside, [a, b, c, d]: [u32; 4]) {
    for (from, old, new) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
        for at in beside[from as usize].iter_mut().filter(|at| **at == old) {
            *at = new;
        }
    }
}

pub(super) fn all_cycles(beside: &Beside) -> Vec<Vec<u32>> {
    let mut is_seen = vec![false; beside.len()];
    let mut all = Vec::new();
    for first in 0..beside.len() {
        if !is_seen[first] {
            let walk = cycle_of(beside, first as u32);
            for &at in &walk {
                is_seen[at as usize] = true;
            }
            all.push(walk);
        }
    }
    all
}

/// Returns moves a-b and c-d of two cycles that moves a-c and b-d can replace.
pub(super) fn exchange(graph: &Graph, beside: &Beside) -> Option<[u32; 4]> {
    let mut of = vec![0; beside.len()];
    for (number, walk) in all_cycles(beside).iter().enumerate() {
        for &at in walk {
            of[at as usize] = number;
        }
    }
    (0..graph.vertices()).find_map(|a| {
        let bs = beside[a as usize].iter();
        let pairs = bs.flat_map(|&b| graph.neighbours(a).iter().map(move |&c| (b, c)));
        pairs.filter(|&(_, c)| of[c as usize] != of[a as usize]).find_map(|(b, c)| {
            let d = beside[c as usize].iter().copied().find(|&d| graph.has_edge(b, d))?;
            Some([a, b, c, d])
        })
    })
}
