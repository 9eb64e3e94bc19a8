//! A tour divided at the frontier: the two halves of a count.

use std::collections::BTreeMap;

use caracole_core::{Problem, Square};
use caracole_count::{Job, Question, Tables};
use caracole_verify::Tour;

use super::sketch::Sketch;
use crate::svg::Ink;

/// The index of the tour in the guide.
const NUMBER: u64 = 1823;
const UNIT: i32 = 36;
const INKS: [Ink; 3] = [Ink::Outward, Ink::Beside, Ink::Farthest];

pub(super) fn draw() -> Result<String, String> {
    const TITLE: &str = "A tour of 6x6, cut at the seam";
    let mut sketch = Sketch::new("6x6", UNIT, 2 * (6 * UNIT + 48), TITLE)?;
    let tour = tour(Problem::new(sketch.board.clone()).closed())?;
    let rank = |square| sketch.board.coord(square).rank.index();
    let is_seam = |square: Square| (2..4).contains(&rank(square));
    let seam: Vec<Square> = sketch.board.squares().filter(|&square| is_seam(square)).collect();
    let touches = |pair: &[Square; 2], ranks: std::ops::Range<u32>| {
        pair.iter().any(|&square| ranks.contains(&rank(square)))
    };
    let (first, others): (Vec<_>, Vec<_>) =
        moves_of(&tour).into_iter().partition(|pair| touches(pair, 0..2));
    let (second, within): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|pair| touches(pair, 4..6));
    let both = [&first[..], &within].concat();
    for (at, (words, moves)) in
        [("the first side", &first), ("and the seam", &both), ("the second side", &second)]
            .into_iter()
            .enumerate()
    {
        if at > 0 {
            sketch.next_board();
        }
        sketch.heading(words);
        sketch.mark(&seam, Ink::Root);
        let lines = fragments(moves);
        for (line, ink) in lines.iter().zip(INKS.into_iter().cycle()) {
            sketch.moves(line, ink);
        }
        if at == 1 {
            sketch.moves(&within, Ink::PutIn);
        }
        let loose: Vec<Square> = lines.iter().flat_map(|line| ends(line)).collect();
        if !loose.iter().all(|square| seam.contains(square)) {
            return Err(format!("tour {NUMBER} has a loose end beside the seam"));
        }
        sketch.dots(&loose, Ink::Start);
    }
    Ok(sketch.finish())
}

fn tour(problem: Problem) -> Result<Tour, String> {
    let tables = Tables::new(&Question::new(problem), None, &Job::new());
    let tour = tables.and_then(|tables| tables.unrank(&NUMBER.into()));
    tour.map_err(|error| error.to_string())?.ok_or_else(|| format!("no tour {NUMBER}"))
}

/// Returns the moves of a closed tour.
fn moves_of(tour: &Tour) -> Vec<[Square; 2]> {
    let squares: Vec<Square> = tour.squares().collect();
    let next = squares.iter().skip(1).chain(squares.first());
    squares.iter().zip(next).map(|(&from, &to)| [from, to]).collect()
}

/// Returns the path fragments of a set of moves, each as a list of moves in order.
fn fragments(moves: &[[Square; 2]]) -> Vec<Vec<[Square; 2]>> {
    let mut beside: BTreeMap<Square, Vec<Square>> = BTreeMap::new();
    for &[a, b] in moves {
        beside.entry(a).or_default().push(b);
        beside.entry(b).or_default().push(a);
    }
    let loose: Vec<Square> =
        beside.iter().filter(|(_, near)| near.len() == 1).map(|(&square, _)| square).collect();
    let mut all: Vec<Vec<[Square; 2]>> = Vec::new();
    for first in loose {
        if all.iter().any(|line| ends(line).any(|end| end == first)) {
            continue;
        }
        let (mut before, mut at, mut line) = (None, first, Vec::new());
        while let Some(&next) = beside[&at].iter().find(|&&next| Some(next) != before) {
            line.push([at, next]);
            (before, at) = (Some(at), next);
        }
        all.push(line);
    }
    all
}

/// Returns the ends of a fragment.
fn ends(line: &[[Square; 2]]) -> impl Iterator<Item = Square> {
    let first = line.first().map(|pair| pair[0]);
    first.into_iter().chain(line.last().map(|pair| pair[1]))
}
