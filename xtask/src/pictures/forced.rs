//! Forced moves, and a case on either side of a question: the proof that 3x8 has no closed tour. What
//! follows from what is found out here once more, by the two simplest of the rules, and the proof is
//! checked before it is drawn.

use std::collections::BTreeSet;

use caracole_core::{Case, Cases, MoveGraph, Moves, Piece, Problem, Reason, Square};

use super::moments::board;
use super::reasons::must_hold;
use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::Ink;

pub(super) fn draw() -> Result<String, String> {
    const TITLE: &str = "3x8 has no closed tour: one question, two cases";
    let mut sketch = Sketch::strip(board("3x8")?, 46, 3, TITLE);
    let question: [Square; 2] = sketch.squares("a2 c3")?.try_into().map_err(|_| "two squares")?;
    let lines = vec![Case::Move(question), Case::Forced, Case::Forced];
    let problem = Problem::new(sketch.board.clone()).closed();
    must_hold(&problem, &Reason::Cases { cases: Cases::new(lines) })?;
    let cases = [("at once", None), ("with a2-c3", Some(true)), ("without a2-c3", Some(false))];
    for (at, (words, answer)) in cases.into_iter().enumerate() {
        if at > 0 {
            sketch.once_more();
        }
        sketch.heading(words);
        let mut known = Known::new(&sketch)?;
        if known.follow().is_some() {
            return Err("3x8 needs no cases".to_owned());
        }
        let before = known.made.clone();
        match answer {
            None => {}
            Some(true) => known.made.extend([known.ordered(question)?]),
            Some(false) => known.out.extend([known.ordered(question)?]),
        }
        let broken = known.follow();
        if broken.is_some() != answer.is_some() {
            return Err(format!("3x8 {words}: the rules say something else"));
        }
        sketch.mark(&known.squares(broken.unwrap_or_default()), Ink::Cut);
        let new = known.made.difference(&before).copied().collect();
        sketch.moves(&known.moves(&before), Ink::Tour);
        sketch.moves(&known.moves(&new), Ink::PutIn);
        if answer.is_some() {
            sketch.moves(
                &[question],
                if answer == Some(true) { Ink::Homeward } else { Ink::TakenOut },
            );
        }
    }
    sketch.explain_all(&[
        (Sign::Line(Ink::Tour), "at once"),
        (Sign::Line(Ink::Homeward), "supposed"),
        (Sign::Line(Ink::TakenOut), "out"),
        (Sign::Line(Ink::PutIn), "follows"),
        (Sign::Patch(Ink::Cut), "breaks"),
    ]);
    Ok(sketch.finish())
}

type Edge = (u32, u32);

/// Moves that are made and moves that are out; all others are open.
struct Known {
    graph: MoveGraph,
    made: BTreeSet<Edge>,
    out: BTreeSet<Edge>,
}

impl Known {
    fn new(sketch: &Sketch) -> Result<Self, String> {
        let graph = MoveGraph::new(&sketch.board, &Moves::new(&Piece::KNIGHT, &sketch.board));
        let graph = graph.ok_or("no graph of moves")?;
        Ok(Self { graph, made: BTreeSet::new(), out: BTreeSet::new() })
    }

    fn ordered(&self, [a, b]: [Square; 2]) -> Result<Edge, String> {
        let ends = self.graph.vertex(a).zip(self.graph.vertex(b));
        ends.map(|(a, b)| (a.min(b), a.max(b))).ok_or_else(|| "beside the board".to_owned())
    }

    fn moves(&self, edges: &BTreeSet<Edge>) -> Vec<[Square; 2]> {
        edges.iter().map(|&(a, b)| [self.graph.square(a), self.graph.square(b)]).collect()
    }

    fn squares(&self, vertices: Vec<u32>) -> Vec<Square> {
        vertices.into_iter().map(|vertex| self.graph.square(vertex)).collect()
    }

    /// Lets both rules speak until nothing follows; the squares where one is broken, if one is.
    fn follow(&mut self) -> Option<Vec<u32>> {
        loop {
            let before = (self.made.len(), self.out.len());
            for vertex in 0..self.graph.graph().vertices() {
                if !self.feed(vertex) {
                    return Some(vec![vertex]);
                }
                let line = self.line(vertex);
                if self.is_ring(&line) {
                    return Some(line);
                }
                self.keep_open(&line);
            }
            if before == (self.made.len(), self.out.len()) {
                return None;
            }
        }
    }

    /// Two moves at each square: with two made the others are out, and with two left both are made.
    fn feed(&mut self, vertex: u32) -> bool {
        let edges = self.edges(vertex);
        let (made, rest): (Vec<Edge>, Vec<Edge>) =
            edges.into_iter().partition(|edge| self.made.contains(edge));
        let open: Vec<Edge> = rest.into_iter().filter(|edge| !self.out.contains(edge)).collect();
        match (made.len(), made.len() + open.len()) {
            (2, _) => self.out.extend(open),
            (_, 2) => self.made.extend(open),
            (0 | 1, 3..) => {}
            _ => return false,
        }
        true
    }

    fn edges(&self, vertex: u32) -> Vec<Edge> {
        let near = self.graph.graph().neighbours(vertex).iter();
        near.map(|&other| (vertex.min(other), vertex.max(other))).collect()
    }

    /// All squares that moves made join to this one.
    fn line(&self, first: u32) -> Vec<u32> {
        let mut line = vec![first];
        let mut at = 0;
        while let Some(&vertex) = line.get(at) {
            for (a, b) in self.edges(vertex).into_iter().filter(|edge| self.made.contains(edge)) {
                let other = if a == vertex { b } else { a };
                if !line.contains(&other) {
                    line.push(other);
                }
            }
            at += 1;
        }
        line
    }

    const fn is_whole(&self, line: &[u32]) -> bool {
        line.len() == self.graph.graph().vertices() as usize
    }

    fn made_within(&self, line: &[u32]) -> usize {
        self.made.iter().filter(|edge| line.contains(&edge.0)).count()
    }

    fn is_ring(&self, line: &[u32]) -> bool {
        !self.is_whole(line) && self.made_within(line) >= line.len()
    }

    /// No move closes a line to a ring before all squares are in it.
    fn keep_open(&mut self, line: &[u32]) {
        if self.is_whole(line) || line.len() < 3 {
            return;
        }
        let inner = line.iter().flat_map(|&vertex| self.edges(vertex));
        let closing = inner.filter(|edge| line.contains(&edge.0) && line.contains(&edge.1));
        let closing: Vec<Edge> = closing.filter(|edge| !self.made.contains(edge)).collect();
        self.out.extend(closing);
    }
}
