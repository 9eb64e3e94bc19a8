//! The 2-factor model of a problem: a bipartite graph, and the covers of it by cycles.

use caracole_core::{Case, Cases, Graph, Kind, Moves, Path, Problem, Reason, Square};
use caracole_verify::StopCause;

use super::cycles::{Bridge, Cycles};
use crate::flow::{self, Factor, FactorProblem, FactorResult, NONE, Obstruction};
use crate::instance::Instance;
use crate::{Random, Run};

/// An instance whose graph is bipartite, with the colours of its vertices.
pub(crate) struct TwoFactorModel<'a> {
    pub(crate) instance: Instance<'a>,
    colours: Vec<u8>,
}

/// The kind of tour that the cycles are merged to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TourShape {
    /// A closed tour.
    Cycle,
    /// A tour with two ends.
    Path,
}

/// The number of vertices between two checks of the limits.
const SQUARES_BETWEEN_CHECKS: u32 = 1 << 13;

impl<'a> TwoFactorModel<'a> {
    /// Bytes per square beside the graph: colours, degrees, and the factor. Later phases need less.
    pub(crate) const BYTES: u64 = 1 + 1 + flow::BYTES;

    /// Compiles a problem.
    pub(crate) fn new(problem: &'a Problem, run: &mut Run<'_>) -> Result<Self, StopCause> {
        let board = problem.board();
        let moves = Moves::new(problem.piece(), board);
        let bytes = board.len().saturating_mul(Self::BYTES);
        let bytes = bytes.saturating_add(Instance::graph_bytes(board, &moves));
        let instance = Instance::new(problem, moves, bytes, run)?;
        let mut colours = Vec::with_capacity(instance.graph().vertices() as usize);
        for vertex in 0..instance.graph().vertices() {
            if vertex.is_multiple_of(SQUARES_BETWEEN_CHECKS) {
                run.check_limits()?;
            }
            colours.push(board.colour(instance.square(vertex)));
        }
        Ok(Self { instance, colours })
    }

    /// Returns the graph.
    pub(crate) const fn graph(&self) -> &Graph {
        self.instance.graph()
    }

    /// Returns the colours of the vertices.
    pub(crate) fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// Returns the given start and end.
    const fn given(&self) -> [Option<u32>; 2] {
        [self.instance.start, self.instance.end]
    }

    /// Returns the kinds of tour that are possible, the better one first, or the reason why none is.
    pub(super) fn shapes(&self) -> Result<Vec<TourShape>, Reason> {
        let odd: u64 = self.colours.iter().map(|&colour| u64::from(colour)).sum();
        let is_balanced = 2 * odd == self.colours.len() as u64;
        let both = matches!(self.given(), [Some(_), Some(_)]);
        let shapes = match self.instance.problem().kind() {
            Kind::Closed => vec![TourShape::Cycle],
            // A tour of any kind does not include the closing move, and a required move must not be
            // that one.
            Kind::Any if is_balanced && !both && self.instance.required.is_empty() => {
                vec![TourShape::Cycle, TourShape::Path]
            }
            Kind::Any | Kind::Open => vec![TourShape::Path],
        };
        match shapes.iter().find_map(|&shape| self.contradiction(shape)) {
            Some(reason) => Err(reason),
            None => Ok(shapes),
        }
    }

    /// Returns the reason if the constraints contradict this kind of tour.
    pub(crate) fn contradiction(&self, shape: TourShape) -> Option<Reason> {
        let is_apart = match (shape, self.given()) {
            (TourShape::Cycle, [Some(start), Some(end)]) => !self.graph().has_edge(start, end),
            _ => false,
        };
        (is_apart || self.degrees_left(shape).is_none())
            .then(|| Reason::Cases { cases: Cases::new(vec![Case::Forced]) })
    }

    /// Returns the given ends of a path, the start first. A cycle has none.
    pub(crate) fn ends(&self, shape: TourShape) -> Vec<u32> {
        match shape {
            TourShape::Cycle => Vec::new(),
            TourShape::Path => self.given().into_iter().flatten().collect(),
        }
    }

    /// Returns the number of further edges or ends that each vertex needs; `None` if too many of its
    /// edges are included in every tour.
    fn degrees_left(&self, shape: TourShape) -> Option<Vec<u8>> {
        let mut degrees_left = vec![2_u8; self.colours.len()];
        let included = self.instance.included_edges();
        for vertex in included.iter().flat_map(|&(a, b)| [a, b]).chain(self.ends(shape)) {
            let degree = &mut degrees_left[vertex as usize];
            *degree = degree.checked_sub(1)?;
        }
        Some(degrees_left)
    }

    /// Returns the reason why no factor and thus no tour exists.
    pub(super) fn reason(&self, obstruction: Obstruction) -> Option<Reason> {
        let squares =
            |set: Vec<u32>| set.into_iter().map(|vertex| self.instance.square(vertex)).collect();
        match obstruction {
            Obstruction::Deficient(set) => Some(Reason::DeficientSet { squares: squares(set) }),
            Obstruction::TightThenDeficient([tight, deficient]) => {
                let cases =
                    vec![Case::TightSet(squares(tight)), Case::DeficientSet(squares(deficient))];
                Some(Reason::Cases { cases: Cases::new(cases) })
            }
            Obstruction::Ends => None,
        }
    }
}

/// A cover of the board by cycles.
pub(super) enum Cover<'a> {
    Cycles(Cycles<'a>),
    /// No cover exists.
    None(Obstruction),
    /// Covers exist, but the ends of the paths found are a move apart.
    EndsAdjacent,
}

impl TwoFactorModel<'_> {
    /// Covers the board with cycles, or with a path and cycles.
    pub(super) fn cover(
        &self,
        shape: TourShape,
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> Result<Cover<'_>, StopCause> {
        let given = self.ends(shape);
        let factor = match self.factor(shape, &given, &[], random, run)? {
            FactorResult::Factor(factor) => factor,
            FactorResult::None(obstruction) => return Ok(Cover::None(obstruction)),
        };
        if shape == TourShape::Cycle
            || self.instance.problem().kind() != Kind::Open
            || !self.are_ends_adjacent(&given, &factor)
        {
            return self.cycles(factor, shape, &given, run).map(Cover::Cycles);
        }
        // Tries again with one of these ends, and no vertex adjacent to it as the other.
        let mut ends: Vec<u32> = given.iter().chain(&factor.ends).copied().collect();
        if given.is_empty() && random.below(2) == 1 {
            ends.reverse();
        }
        for &end in if given.is_empty() { &ends[..] } else { &given[..] } {
            let near: Vec<u32> = self.instance.adjacent(end).collect();
            if let FactorResult::Factor(factor) = self.factor(shape, &[end], &near, random, run)? {
                return self.cycles(factor, shape, &[end], run).map(Cover::Cycles);
            }
        }
        Ok(Cover::EndsAdjacent)
    }

    /// Returns true if the ends are a move apart, even if the move is forbidden.
    fn are_ends_adjacent(&self, given: &[u32], factor: &Factor) -> bool {
        let mut ends = given.iter().chain(&factor.ends).copied();
        let (Some(a), Some(b)) = (ends.next(), ends.next()) else { return false };
        self.instance.adjacent(a).any(|to| to == b)
    }

    /// Returns a factor with the ends `given`, whose other ends are not `excluded`.
    fn factor(
        &self,
        shape: TourShape,
        given: &[u32],
        excluded: &[u32],
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> Result<FactorResult, StopCause> {
        let mut degrees = self.degrees_left(shape).unwrap_or_default();
        // `degrees_left` accounts only for the ends that the problem gives.
        for &end in given.iter().filter(|&&end| !self.given().contains(&Some(end))) {
            degrees[end as usize] -= 1;
        }
        let mut closed = self.instance.included_edges();
        if let (TourShape::Path, &[a, b]) = (shape, given) {
            closed.push((a, b));
        }
        let mut closed: Vec<_> = closed.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).collect();
        closed.sort_unstable();
        let ends = if shape == TourShape::Cycle { 0 } else { 2 - given.len() as u32 };
        let end_room = |vertex: u32| {
            let has_none = given.contains(&vertex) || excluded.contains(&vertex);
            if has_none { 0 } else { degrees[vertex as usize].min(1) }
        };
        let is_open = |a: u32, b: u32| closed.is_empty() || closed.binary_search(&(a, b)).is_err();
        let factor_problem = FactorProblem {
            graph: self.graph(),
            colours: &self.colours,
            degrees: &degrees,
            ends,
            end_room,
            is_open,
        };
        factor_problem.factor(random, || run.check_limits())
    }

    /// Returns the cycles of a factor together with the included edges, and a bridge between the ends.
    pub(crate) fn cycles(
        &self,
        factor: Factor,
        shape: TourShape,
        given: &[u32],
        run: &mut Run<'_>,
    ) -> Result<Cycles<'_>, StopCause> {
        let Factor { mut partners, ends } = factor;
        let included = self.instance.included_edges();
        let mut join = |a: u32, b: u32| {
            for (from, to) in [(a, b), (b, a)] {
                let partners = &mut partners[from as usize];
                partners[usize::from(partners[0] != NONE)] = to;
            }
        };
        for &(a, b) in &included {
            join(a, b);
        }
        let ends: Vec<u32> = given.iter().chain(&ends).copied().collect();
        let bridge = if let (TourShape::Path, &[a, b]) = (shape, &ends[..]) {
            join(a, b);
            // The ends of an open tour are not adjacent even by a forbidden move, which the graph
            // does not contain. So with forbidden moves the ends are not changed.
            let problem = self.instance.problem();
            let stays_open = problem.kind() == Kind::Open;
            let can_move = !stays_open || problem.forbidden().is_empty();
            let is_free = [a, b].map(|end| can_move && !self.given().contains(&Some(end)));
            Some(Bridge { ends: [a, b], is_free, may_close: !stays_open })
        } else {
            None
        };
        Cycles::new(self.graph(), partners, &included, bridge, || run.check_limits())
    }
}

/// Returns the tour of a board of one or two squares, if it has one.
pub(crate) fn trivial_path(problem: &Problem) -> Option<Path> {
    let board = problem.board();
    let mut squares: Vec<Square> =
        if board.len() > 2 { return None } else { board.squares().collect() };
    if let [a, b] = squares[..] {
        let moves = Moves::new(problem.piece(), board);
        if !moves.from(board, a).any(|to| to == b) || !problem.forbidden().is_empty() {
            return None;
        }
    }
    let is_reversed = problem.start_square().is_some_and(|start| start != squares[0])
        || (squares.len() == 2 && problem.end_square() == Some(squares[0]));
    if is_reversed {
        squares.reverse();
    }
    Some(squares.into_iter().collect())
}

impl TwoFactorModel<'_> {
    /// Returns the path along the only cycle.
    pub(crate) fn path(&self, cycles: &Cycles<'_>, run: &mut Run<'_>) -> Result<Path, StopCause> {
        let [start, end] = self.given();
        let (first, before) = match (cycles.bridge().map(|bridge| bridge.ends), start.or(end)) {
            (Some([a, b]), _) if start == Some(b) || end == Some(a) => (b, a),
            (Some([a, b]), _) => (a, b),
            (None, Some(given)) => (given, end.unwrap_or(NONE)),
            (None, None) => (0, NONE),
        };
        let mut vertices = Vec::with_capacity(self.colours.len());
        for (vertex, count) in cycles.walk(first, before).zip(1_u32..) {
            if count.is_multiple_of(SQUARES_BETWEEN_CHECKS) {
                run.check_limits()?;
            }
            vertices.push(vertex);
        }
        let mut path = self.instance.path(vertices);
        // A closed tour with only its end given was walked from the end.
        if cycles.bridge().is_none() && start.is_none() && end.is_some() {
            path.reverse();
        }
        Ok(path)
    }
}
