//! From a problem to loops, and from a loop to a path.

use caracole_core::{
    Case, Cases, Graph, Kind, MoveGraph, Moves, Path, Problem, Reason, Square, StopCause,
};

use super::bridge::Bridge;
use super::loops::Loops;
use super::starvation;
use crate::classic::bytes_of_graph;
use crate::factor::{self, Answer, Factor, Lack, NONE, Wanted};
use crate::{Random, Run};

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
}

/// What the loops are to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// A closed tour.
    Ring,
    /// A tour with two ends.
    Path,
}

/// What covers the board.
pub(super) enum Cover<'a> {
    Loops(Loops<'a>),
    /// There is no cover.
    None(Lack),
    /// There are covers, but the ends came out a move apart.
    EndsMeet,
}

/// Squares without a look at the clock between them: they take a tenth of a millisecond or so.
const SQUARES_BETWEEN_LOOKS: u32 = 1 << 13;

/// A path over one square or two, which takes no plan.
pub(crate) fn tiny(problem: &Problem) -> Option<Path> {
    let board = problem.board();
    let mut squares: Vec<Square> =
        if board.len() > 2 { return None } else { board.squares().collect() };
    if let [a, b] = squares[..] {
        let moves = Moves::new(problem.piece(), board);
        if !moves.from(board, a).any(|to| to == b) || !problem.avoided().is_empty() {
            return None;
        }
    }
    let is_reversed = problem.start().is_some_and(|start| start != squares[0])
        || (squares.len() == 2 && problem.end() == Some(squares[0]));
    if is_reversed {
        squares.reverse();
    }
    Some(squares.into_iter().collect())
}

impl<'a> Task<'a> {
    /// Bytes for each square beside the graph: the colours, the needs, and the factor. What comes
    /// after takes less.
    pub(crate) const BYTES: u64 = 1 + 1 + factor::BYTES;

    pub(crate) fn new(problem: &'a Problem, run: &mut Run<'_>) -> Result<Self, StopCause> {
        let board = problem.board();
        let moves = Moves::new(problem.piece(), board);
        let bytes = board.len().saturating_mul(Self::BYTES);
        run.reserve(bytes.saturating_add(bytes_of_graph(board, &moves)))?;
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
        Ok(Self { problem, moves, graph, colours, given, used })
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

    /// Covers the board with loops, or with a path and loops.
    pub(super) fn cover(
        &self,
        plan: Plan,
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> Result<Cover<'_>, StopCause> {
        let given = self.ends(plan);
        let factor = match self.factor(plan, &given, &[], random, run)? {
            Answer::Factor(factor) => factor,
            Answer::Lack(lack) => return Ok(Cover::None(lack)),
        };
        if plan == Plan::Ring || self.problem.kind() != Kind::Open || !self.meet(&given, &factor) {
            return self.loops(factor, plan, &given, run).map(Cover::Loops);
        }
        // One of the ends stays, and no square a move away from it is the other.
        let mut ends: Vec<u32> = given.iter().chain(&factor.ends).copied().collect();
        if given.is_empty() && random.below(2) == 1 {
            ends.reverse();
        }
        for &end in if given.is_empty() { &ends[..] } else { &given[..] } {
            let near = self.near(end);
            if let Answer::Factor(factor) = self.factor(plan, &[end], &near, random, run)? {
                return self.loops(factor, plan, &[end], run).map(Cover::Loops);
            }
        }
        Ok(Cover::EndsMeet)
    }

    /// Are the ends a move apart?
    fn meet(&self, given: &[u32], factor: &Factor) -> bool {
        let mut ends = given.iter().chain(&factor.ends).map(|&end| self.graph.square(end));
        let (Some(a), Some(b)) = (ends.next(), ends.next()) else { return false };
        self.is_move(a, b)
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

    /// A factor with these ends, and others that are not among those without room.
    fn factor(
        &self,
        plan: Plan,
        given: &[u32],
        no_room: &[u32],
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> Result<Answer, StopCause> {
        let fixed = self.fixed(plan);
        let mut needs = self.needs(plan, &fixed).unwrap_or_default();
        // An end that was chosen here is not among those that the problem gives.
        for &end in given.iter().filter(|&&end| !self.given.contains(&Some(end))) {
            needs[end as usize] -= 1;
        }
        let mut closed: Vec<(u32, u32)> = fixed;
        if let (Plan::Path, &[a, b]) = (plan, given) {
            closed.push((a, b));
        }
        let closed: Vec<(u32, u32)> = {
            let mut both: Vec<_> = closed.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
            both.sort_unstable();
            both
        };
        let ends = if plan == Plan::Ring { 0 } else { 2 - given.len() as u32 };
        let room = |vertex: u32| {
            let has_none = given.contains(&vertex) || no_room.contains(&vertex);
            if has_none { 0 } else { needs[vertex as usize].min(1) }
        };
        let is_open = |a: u32, b: u32| closed.is_empty() || closed.binary_search(&(a, b)).is_err();
        let wanted = Wanted {
            graph: self.graph(),
            colours: &self.colours,
            needs: &needs,
            ends,
            room,
            is_open,
        };
        wanted.factor(random, || run.look())
    }

    /// The loops of a factor, with what is fixed, and a bridge between the ends.
    pub(crate) fn loops(
        &self,
        factor: Factor,
        plan: Plan,
        given: &[u32],
        run: &mut Run<'_>,
    ) -> Result<Loops<'_>, StopCause> {
        let Factor { mut beside, ends } = factor;
        let fixed = self.fixed(plan);
        let mut join = |a: u32, b: u32| {
            for (from, to) in [(a, b), (b, a)] {
                let beside = &mut beside[from as usize];
                beside[usize::from(beside[0] != NONE)] = to;
            }
        };
        for &(a, b) in &fixed {
            join(a, b);
        }
        let ends: Vec<u32> = given.iter().chain(&ends).copied().collect();
        let bridge = if let (Plan::Path, &[a, b]) = (plan, &ends[..]) {
            join(a, b);
            // Moves to avoid are not in the graph, and yet they may not join the ends.
            let stays_open = self.problem.kind() == Kind::Open;
            let can_move = !stays_open || self.problem.avoided().is_empty();
            let is_free = [a, b].map(|end| can_move && !self.given.contains(&Some(end)));
            Some(Bridge { ends: [a, b], is_free, may_close: !stays_open })
        } else {
            None
        };
        Loops::new(self.graph(), beside, &fixed, bridge, || run.look())
    }

    /// The path along the only loop that is left.
    pub(crate) fn path(&self, loops: &Loops<'_>, run: &mut Run<'_>) -> Result<Path, StopCause> {
        let [start, end] = self.given;
        let (first, before) = match (loops.bridge().map(|bridge| bridge.ends), start.or(end)) {
            (Some([a, b]), _) if start == Some(b) || end == Some(a) => (b, a),
            (Some([a, b]), _) => (a, b),
            (None, Some(given)) => (given, end.unwrap_or(NONE)),
            (None, None) => (0, NONE),
        };
        let mut indices = Vec::with_capacity(self.colours.len());
        for (vertex, count) in loops.walk(first, before).zip(1_u32..) {
            if count.is_multiple_of(SQUARES_BETWEEN_LOOKS) {
                run.look()?;
            }
            indices.push(vertex);
        }
        let is_narrow = u32::try_from(self.problem.board().area()).is_ok();
        let mut path = if is_narrow {
            for index in &mut indices {
                *index = self.graph.square(*index).index() as u32;
            }
            Path::from_indices(indices)
        } else {
            indices.into_iter().map(|vertex| self.graph.square(vertex)).collect()
        };
        // A closed tour was walked from its end.
        if loops.bridge().is_none() && start.is_none() && end.is_some() {
            path.reverse();
        }
        Ok(path)
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
