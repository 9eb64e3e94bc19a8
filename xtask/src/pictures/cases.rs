//! Proofs by cases. The pictures compute the forced moves by the two simplest rules, and each proof is
//! checked before it is drawn.

use std::collections::BTreeSet;

use caracole_core::{Case, Cases, MoveGraph, Moves, Piece, Problem, Reason, Square};

use super::reasons::must_hold;
use super::recordings::board;
use super::sketch::Sketch;
use crate::grid::Sign;
use crate::svg::Ink;

/// Draws the proof that 3x8 has no closed tour: forced moves, a decision and its two branches.
pub(super) fn forced_moves() -> Result<String, String> {
    const TITLE: &str = "3x8 has no closed tour: one question, two cases";
    let mut sketch = Sketch::strip(board("3x8")?, 46, 3, TITLE);
    let question: [Square; 2] = sketch.squares("a2 c3")?.try_into().map_err(|_| "two squares")?;
    let lines = vec![Case::Move(question), Case::Forced, Case::Forced];
    let problem = Problem::new(sketch.board.clone()).closed();
    must_hold(&problem, &Reason::Cases { cases: Cases::new(lines) })?;
    let cases = [("at once", None), ("with a2-c3", Some(true)), ("without a2-c3", Some(false))];
    for (at, (words, answer)) in cases.into_iter().enumerate() {
        if at > 0 {
            sketch.next_board();
        }
        sketch.heading(words);
        let mut known = Propagation::new(&sketch)?;
        if known.propagate_all().is_some() {
            return Err("3x8 needs no cases".to_owned());
        }
        let before = known.made.clone();
        match answer {
            None => {}
            Some(true) => known.made.extend([known.ordered(question)?]),
            Some(false) => known.out.extend([known.ordered(question)?]),
        }
        let conflict = known.propagate_all();
        if conflict.is_some() != answer.is_some() {
            return Err(format!("3x8 {words}: another conflict is expected"));
        }
        sketch.mark(&known.squares(conflict.unwrap_or_default()), Ink::Cut);
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
        (Sign::Line(Ink::Tour), "forced at once"),
        (Sign::Line(Ink::Homeward), "decision"),
        (Sign::Line(Ink::TakenOut), "excluded"),
        (Sign::Line(Ink::PutIn), "propagated"),
        (Sign::Patch(Ink::Cut), "conflict"),
    ]);
    Ok(sketch.finish())
}

type Edge = (u32, u32);

/// The included and excluded moves; all others are undecided.
struct Propagation {
    graph: MoveGraph,
    made: BTreeSet<Edge>,
    out: BTreeSet<Edge>,
}

impl Propagation {
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

    /// Propagates to a fixpoint. Returns the squares of a conflict, if any.
    fn propagate_all(&mut self) -> Option<Vec<u32>> {
        loop {
            let before = (self.made.len(), self.out.len());
            for vertex in 0..self.graph.graph().vertices() {
                if !self.propagate_degree(vertex) {
                    return Some(vec![vertex]);
                }
                let line = self.line(vertex);
                if self.is_subtour(&line) {
                    return Some(line);
                }
                self.exclude_subtours(&line);
            }
            if before == (self.made.len(), self.out.len()) {
                return None;
            }
        }
    }

    /// Propagates the degree of a vertex: with two included moves the others are excluded, and with two moves
    /// left both are included. Returns false for a conflict.
    fn propagate_degree(&mut self, vertex: u32) -> bool {
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

    /// Returns all vertices that included moves connect to this one.
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

    fn is_subtour(&self, line: &[u32]) -> bool {
        !self.is_whole(line) && self.made_within(line) >= line.len()
    }

    /// Excludes the moves that would close a subtour.
    fn exclude_subtours(&mut self, line: &[u32]) {
        if self.is_whole(line) || line.len() < 3 {
            return;
        }
        let inner = line.iter().flat_map(|&vertex| self.edges(vertex));
        let closing = inner.filter(|edge| line.contains(&edge.0) && line.contains(&edge.1));
        let closing: Vec<Edge> = closing.filter(|edge| !self.made.contains(edge)).collect();
        self.out.extend(closing);
    }
}

const BRANCH_INKS: [Ink; 2] = [Ink::Outward, Ink::Beside];

type KnightMove = [Square; 2];

/// Draws the two loops that each branch of the proof forces.
pub(super) fn two_cases() -> Result<String, String> {
    let mut sketch = Sketch::new("3x8", 34, 3 * 34 + 350, "Two cases on 3x8, and both fail")?;
    let problem = Problem::new(sketch.board.clone()).closed();
    let supposed = sketch.squares("a2 c3")?;
    let [a, b] = supposed[..] else { return Err("a move has two squares".to_owned()) };
    let lines = vec![Case::Move([a, b]), Case::Forced, Case::Forced];
    must_hold(&problem, &Reason::Cases { cases: Cases::new(lines) })?;
    let moves = sketch.all_moves(&Piece::KNIGHT, |_, _| true)?;
    for (is_made, words) in [(true, "with a2-c3"), (false, "without it")] {
        if !is_made {
            sketch.next_board();
        }
        sketch.heading(words);
        let begun = |pair: &KnightMove| (pair.contains(&a) && pair.contains(&b)).then_some(is_made);
        let made = propagate(&moves, moves.iter().map(begun).collect());
        let loops = loops(&made);
        if loops.len() != BRANCH_INKS.len()
            || loops.iter().flatten().count() != sketch.board.len() as usize
        {
            return Err(format!("{words}: not two loops"));
        }
        for (one, ink) in loops.iter().zip(BRANCH_INKS) {
            let part: Vec<KnightMove> =
                made.iter().copied().filter(|pair| one.contains(&pair[0])).collect();
            sketch.moves(&part, ink);
        }
        sketch.dots(&supposed, if is_made { Ink::Start } else { Ink::End });
    }
    sketch.legend_beside();
    sketch.explain(Sign::Dot(Ink::Start), "first branch: the tour makes this move");
    sketch.explain(Sign::Dot(Ink::End), "second branch: it does not");
    for (ink, words) in
        BRANCH_INKS.into_iter().zip(["all moves are forced: one cycle", "another cycle"])
    {
        sketch.explain(Sign::Line(ink), words);
    }
    Ok(sketch.finish())
}

/// Returns the included moves at the fixpoint of two rules: each square has two moves, and no path closes a
/// subtour.
fn propagate(moves: &[KnightMove], mut known: Vec<Option<bool>>) -> Vec<KnightMove> {
    let squares: BTreeSet<Square> = moves.iter().flatten().copied().collect();
    loop {
        let before = known.clone();
        for square in &squares {
            let of: Vec<usize> =
                (0..moves.len()).filter(|&at| moves[at].contains(square)).collect();
            let count = |what| of.iter().filter(|&&at| known[at] == what).count();
            let (made, open) = (count(Some(true)), count(None));
            let decided = if made == 2 { Some(false) } else { Some(true) };
            if made == 2 || made + open == 2 {
                for at in of {
                    known[at] = known[at].or(decided);
                }
            }
        }
        if known != before {
            continue;
        }
        let made = made(moves, &known);
        let lines = loops(&made);
        let closes =
            |pair: &KnightMove| lines.iter().any(|line| pair.iter().all(|it| line.contains(it)));
        for (pair, known) in moves.iter().zip(&mut known).filter(|(_, known)| known.is_none()) {
            *known = closes(pair).then_some(false);
        }
        if known == before {
            return made;
        }
    }
}

fn made(moves: &[KnightMove], known: &[Option<bool>]) -> Vec<KnightMove> {
    moves
        .iter()
        .zip(known)
        .filter(|&(_, &known)| known == Some(true))
        .map(|(&pair, _)| pair)
        .collect()
}

/// Returns the squares of each path or cycle of moves.
fn loops(moves: &[KnightMove]) -> Vec<Vec<Square>> {
    let mut lines: Vec<Vec<Square>> = Vec::new();
    for pair in moves {
        let (mut joined, apart): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| pair.iter().any(|square| line.contains(square)));
        let mut line: Vec<Square> = joined.drain(..).flatten().collect();
        line.extend(
            pair.iter().filter(|square| !line.contains(square)).copied().collect::<Vec<_>>(),
        );
        lines = apart;
        lines.push(line);
    }
    lines
}
