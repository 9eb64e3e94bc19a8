//! A question as loops to be counted: which specs, and how often each loop counts.

use caracole_core::{Kind, MoveGraph, Moves, Problem, Square};

use crate::spec::{Ends, MOST_SQUARES, Spec, Vertex, vertex_of};
use crate::{CountError, Direction, Question};

/// Tours of a question: the loops of a spec, each counted once or twice.
///
/// The parts of a question have no tour in common, and all its tours together.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) spec: Spec,
    /// As loops have no direction: how many numberings of the question a loop stands for.
    pub(crate) directions: Directions,
}

/// Which numberings a loop stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Directions {
    /// One: the one that begins at the start of the problem, or else with the smaller square.
    One,
    /// Both.
    Both,
}

impl Part {
    /// How often each loop counts.
    pub(crate) const fn times(&self) -> u64 {
        match self.directions {
            Directions::One => 1,
            Directions::Both => 2,
        }
    }
}

/// Can the tours be counted as loops? Not if their steps matter, nor on the smallest boards, where
/// a loop would need an edge twice.
pub(crate) fn is_for_loops(problem: &Problem) -> bool {
    let last = problem.board().len();
    last > 3 && problem.clues().all(|(step, _)| step == 1 || step == last)
}

/// The move graph, if it is small enough to be counted.
pub(crate) fn graph_of(problem: &Problem) -> Result<MoveGraph, CountError> {
    if problem.knights() > 1 {
        return Err(CountError::Unanswerable(
            "tours of one knight are counted: leave out the others".into(),
        ));
    }
    let squares = problem.board().len();
    let moves = Moves::new(problem.piece(), problem.board());
    let graph = if squares > MOST_SQUARES { None } else { MoveGraph::new(problem.board(), &moves) };
    graph.ok_or_else(|| {
        let tried = format!("{squares} squares; boards of up to {MOST_SQUARES} can be counted");
        CountError::stopped(caracole_core::StopCause::Unsupported, tried)
    })
}

/// The parts of a question.
pub(crate) fn parts(question: &Question) -> Result<Vec<Part>, CountError> {
    let problem = question.problem();
    let graph = graph_of(problem)?;
    let maker = Maker { problem, graph: &graph };
    let vertex = |square: Square| vertex_of(&graph, square);
    let start = problem.start().map(vertex).transpose()?;
    let end = problem.end().map(vertex).transpose()?;
    let are_fixed = start.is_some() || end.is_some();
    let both = question.direction() == Direction::Directed;
    let directions = |both| if both { Directions::Both } else { Directions::One };
    let all: Vec<Vertex> = (0..graph.graph().vertices() as Vertex).collect();
    let list = match problem.kind() {
        Kind::Closed => {
            // A closed tour may start anywhere; with both ends given the move home is given.
            let home = problem.start().zip(problem.end());
            if let (Some((a, b)), Some((from, to))) = (home, start.zip(end)) {
                let pair = if a < b { (a, b) } else { (b, a) };
                if !maker.is_move(from, to) || problem.avoided().contains(&pair) {
                    return Ok(Vec::new());
                }
            }
            let is_both = both && home.is_none();
            vec![Part { spec: maker.spec(None, home)?, directions: directions(is_both) }]
        }
        Kind::Any => {
            let required = start.into_iter().chain(end).collect();
            let spec = maker.spec(Some(Ends { allowed: all, required }), None)?;
            vec![Part { spec, directions: directions(both && !are_fixed) }]
        }
        Kind::Open => {
            let apart = |a: Vertex| {
                let all = all.iter().copied();
                all.filter(|&b| b != a && !maker.is_move(a, b)).collect::<Vec<_>>()
            };
            let open = |one: Vertex, mut others: Vec<Vertex>, both| {
                others.push(one);
                others.sort_unstable();
                let required = [Some(one), end.filter(|&end| end != one)];
                let required = required.into_iter().flatten().collect();
                let spec = maker.spec(Some(Ends { allowed: others, required }), None)?;
                Ok::<_, CountError>(Part { spec, directions: directions(both) })
            };
            match start.or(end) {
                Some(fixed)
                    if end.is_none_or(|end| end == fixed || apart(fixed).contains(&end)) =>
                {
                    vec![open(fixed, apart(fixed), false)?]
                }
                Some(_) => Vec::new(),
                // By the smaller of their ends.
                None => {
                    let above = |one: Vertex| apart(one).into_iter().filter(|&b| b > one).collect();
                    let parts = all.iter().map(|&one| open(one, above(one), both));
                    parts.collect::<Result<_, _>>()?
                }
            }
        }
    };
    Ok(list)
}

struct Maker<'a> {
    problem: &'a Problem,
    graph: &'a MoveGraph,
}

impl Maker<'_> {
    /// A move apart, avoided or not.
    fn is_move(&self, a: Vertex, b: Vertex) -> bool {
        self.graph.graph().has_edge(a.into(), b.into())
    }

    fn spec(&self, ends: Option<Ends>, home: Option<(Square, Square)>) -> Result<Spec, CountError> {
        let mut used = self.problem.used().to_vec();
        used.extend(home.map(|(a, b)| if a < b { (a, b) } else { (b, a) }));
        used.sort_unstable();
        used.dedup();
        Spec::new(self.problem.board(), self.graph, [&used, self.problem.avoided()], ends)
    }
}
