//! What is fixed of a problem, and which plans can lead to a tour.

mod cover;
mod path;

use caracole_core::{
    Case, Cases, Graph, Kind, MoveGraph, Moves, Problem, Reason, Square, StopCause,
};

use super::starvation;
use crate::classic::bytes_of_graph;
use crate::factor::{self, Lack};
use crate::{Reservation, Run};

pub(super) use cover::Cover;
pub(crate) use path::tiny;

/// A problem made ready: its graph in two colours, and what is fixed, in vertices.
pub(crate) struct Task<'a> {
    problem: &'a Problem,
    moves: Moves,
    graph: MoveGraph,
    colours: Vec<u8>,
    /// The start and the end, if they are given.
    given: [Option<u32>; 2],
    /// Moves that must be made.
    used: Vec<(u32, u32)>,
    _memory: Reservation,
}

/// What the loops are to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// A closed tour.
    Ring,
    /// A tour with two ends.
    Path,
}

/// Squares without a look at the clock between them: they take a tenth of a millisecond or so.
const SQUARES_BETWEEN_LOOKS: u32 = 1 << 13;

impl<'a> Task<'a> {
    /// Bytes for each square beside the graph: the colours, the needs, and the factor. What comes
    /// after takes less.
    pub(crate) const BYTES: u64 = 1 + 1 + factor::BYTES;

    pub(crate) fn new(problem: &'a Problem, run: &mut Run<'_>) -> Result<Self, StopCause> {
        let board = problem.board();
        let moves = Moves::new(problem.piece(), board);
        let bytes = board.len().saturating_mul(Self::BYTES);
        let memory = run.reserve(bytes.saturating_add(bytes_of_graph(board, &moves)))?;
        let graph = MoveGraph::build(board, &moves, problem.avoided(), |_| run.look())?;
        let graph = graph.ok_or(StopCause::Memory)?;
        let mut colours = Vec::with_capacity(graph.graph().vertices() as usize);
        for vertex in 0..graph.graph().vertices() {
            if vertex.is_multiple_of(SQUARES_BETWEEN_LOOKS) {
                run.look()?;
            }
            colours.push(board.colour(graph.square(vertex)));
        }
        let vertex = |square: Square| graph.vertex(square);
        let given = [problem.start().and_then(vertex), problem.end().and_then(vertex)];
        let used = problem.used().iter().filter_map(|&(a, b)| Some((vertex(a)?, vertex(b)?)));
        let used = used.collect();
        Ok(Self { problem, moves, graph, colours, given, used, _memory: memory })
    }

    pub(crate) const fn problem(&self) -> &'a Problem {
        self.problem
    }

    pub(crate) const fn graph(&self) -> &Graph {
        self.graph.graph()
    }

    pub(crate) const fn move_graph(&self) -> &MoveGraph {
        &self.graph
    }

    pub(crate) fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// The plans that can lead to a tour, the better one first; or why none can.
    pub(super) fn plans(&self) -> Result<Vec<Plan>, Reason> {
        let odd: u64 = self.colours.iter().map(|&colour| u64::from(colour)).sum();
        let is_balanced = 2 * odd == self.colours.len() as u64;
        let both = matches!(self.given, [Some(_), Some(_)]);
        let plans = match self.problem.kind() {
            Kind::Closed => vec![Plan::Ring],
            // The move home of a tour that need not close is no move of it.
            Kind::Any if is_balanced && !both && self.used.is_empty() => {
                vec![Plan::Ring, Plan::Path]
            }
            Kind::Any | Kind::Open => vec![Plan::Path],
        };
        match plans.iter().find_map(|&plan| self.contradiction(plan)) {
            Some(reason) => Err(reason),
            None => Ok(plans),
        }
    }

    /// Why what is fixed cannot be part of a tour by this plan, if one sees it at once.
    pub(crate) fn contradiction(&self, plan: Plan) -> Option<Reason> {
        let is_apart = match (plan, self.given) {
            (Plan::Ring, [Some(start), Some(end)]) => !self.graph().has_edge(start, end),
            _ => false,
        };
        (is_apart || self.needs(plan, &self.fixed(plan)).is_none())
            .then(|| Reason::Cases { cases: Cases::new(vec![Case::Forced]) })
    }

    /// The ends of a path that are given, the start first. A ring has none.
    pub(crate) fn ends(&self, plan: Plan) -> Vec<u32> {
        match plan {
            Plan::Ring => Vec::new(),
            Plan::Path => self.given.into_iter().flatten().collect(),
        }
    }

    /// Moves that are made from the beginning.
    pub(crate) fn fixed(&self, plan: Plan) -> Vec<(u32, u32)> {
        let mut fixed = self.used.clone();
        if let (Plan::Ring, [Some(start), Some(end)]) = (plan, self.given)
            && !fixed.contains(&(start.min(end), start.max(end)))
        {
            fixed.push((start, end));
        }
        fixed
    }

    /// What each vertex needs beside what is fixed; `None` if one has too much already.
    fn needs(&self, plan: Plan, fixed: &[(u32, u32)]) -> Option<Vec<u8>> {
        let mut needs = vec![2_u8; self.colours.len()];
        for vertex in fixed.iter().flat_map(|&(a, b)| [a, b]).chain(self.ends(plan)) {
            let need = &mut needs[vertex as usize];
            *need = need.checked_sub(1)?;
        }
        Some(needs)
    }

    /// Are two squares a move apart, be it one to avoid?
    pub(crate) fn is_move(&self, a: Square, b: Square) -> bool {
        self.moves.from(self.problem.board(), a).any(|to| to == b)
    }

    /// The vertices a move away, be it one to avoid.
    pub(crate) fn near(&self, vertex: u32) -> Vec<u32> {
        let near = self.moves.from(self.problem.board(), self.graph.square(vertex));
        near.filter_map(|near| self.graph.vertex(near)).collect()
    }

    /// Why there is no tour where there is no factor.
    pub(super) fn reason(&self, lack: Lack) -> Option<Reason> {
        let squares =
            |set: Vec<u32>| set.into_iter().map(|vertex| self.graph.square(vertex)).collect();
        starvation(lack, squares)
    }

    /// Why there is no tour where the board is not connected.
    pub(super) fn parts(&self) -> Option<Reason> {
        match self.graph().parts()[..] {
            [(a, _), (b, _), ..] => {
                let squares = [a, b].map(|vertex| self.graph.square(vertex));
                Some(Reason::NoWay { squares })
            }
            _ => None,
        }
    }
}
