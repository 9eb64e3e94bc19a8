//! Cylinders and tori: round an odd side the colours do not alternate.

use caracole_core::Surface;

use super::*;

/// For each square the squares a knight's move away, as bits, by an arithmetic of its own.
fn neighbours(files: u32, ranks: u32, surface: Surface) -> Vec<u32> {
    const LEAPS: [(i64, i64); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let (files, ranks) = (i64::from(files), i64::from(ranks));
    let around = |from: i64| {
        let near = LEAPS.into_iter().filter_map(|(right, up)| {
            let (mut file, mut rank) = (from % files + right, from / files + up);
            if surface != Surface::Flat {
                file = file.rem_euclid(files);
            }
            if surface == Surface::Torus {
                rank = rank.rem_euclid(ranks);
            }
            let is_on_board = (0..files).contains(&file) && (0..ranks).contains(&rank);
            is_on_board.then_some(rank * files + file)
        });
        near.filter(|&to| to != from).fold(0, |bits, to| bits | 1 << to)
    };
    (0..files * ranks).map(around).collect()
}

/// All pairs of ends: for every set of squares, where a path over just these can end.
fn ends(neighbours: &[u32]) -> Pairs {
    let squares = neighbours.len();
    let all = (1_usize << squares) - 1;
    let mut pairs = Pairs::new();
    for start in 0..squares {
        let mut heads = vec![0_u32; all + 1];
        heads[1 << start] = 1 << start;
        for visited in 0..=all {
            let here = heads[visited];
            for head in (0..squares).filter(|head| here >> head & 1 == 1) {
                let free = neighbours[head] as usize & !visited;
                for to in (0..squares).filter(|to| free >> to & 1 == 1) {
                    heads[visited | 1 << to] |= 1 << to;
                }
            }
        }
        pairs.extend((0..squares).filter(|end| heads[all] >> end & 1 == 1).map(|end| (start, end)));
    }
    pairs
}

#[test]
fn no_tour_round_a_cylinder_or_torus_is_refused() {
    const MOST_SQUARES: u32 = 15;
    let (mut refused, mut toured) = (0, 0);
    let sizes = (1..=7).flat_map(|files| (1..=7).map(move |ranks| (files, ranks)));
    for (files, ranks) in sizes.filter(|(files, ranks)| files * ranks <= MOST_SQUARES) {
        for surface in [Surface::Cylinder, Surface::Torus] {
            let board = Board::wrapped(files, ranks, surface).unwrap();
            let near = neighbours(files, ranks, surface);
            let truth = ends(&near);
            let squares = || (0..near.len()).map(Some).chain([None]);
            for kind in KINDS {
                let fits = |&&(a, b): &&(usize, usize)| {
                    let closed = near.len() > 2 && near[a] >> b & 1 == 1;
                    match kind {
                        Kind::Any => true,
                        Kind::Closed => closed,
                        Kind::Open => !closed,
                    }
                };
                let pairs: Pairs = truth.iter().filter(fits).copied().collect();
                for (start, end) in squares().flat_map(|a| squares().map(move |b| (a, b))) {
                    if near.len() > 1 && start.is_some() && start == end {
                        continue;
                    }
                    let has_tour = pairs.iter().any(|&(a, b)| {
                        start.is_none_or(|start| start == a) && end.is_none_or(|end| end == b)
                    });
                    let decision = decide(&problem(&board, kind, start, end));
                    let is_refused = matches!(decision, Decision::Impossible(_));
                    assert!(!(has_tour && is_refused), "{decision:?}");
                    if has_tour {
                        toured += 1;
                    }
                    if is_refused {
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 1000 && toured > 1000, "{refused} refused, {toured} with a tour");
}
