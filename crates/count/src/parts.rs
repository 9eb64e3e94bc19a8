//! The parts of a question: the specs whose cycles are counted, and the number of tours of each cycle.

use caracole_core::{Kind, MoveGraph, Moves, Problem, Square};

use crate::spec::{Ends, MAX_SQUARES, Spec, Vertex, vertex_of};
use crate::{CountError, Direction, Question};

/// A part of a question: the cycles of a spec, each of which is one tour or two.
///
/// Each tour of a question belongs to exactly one part.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) spec: Spec,
    /// Whether both directions of a cycle are tours. Of an undirected one it is the direction that begins at the
    /// start of the problem, or with the smaller square.
    pub(crate) direction: Direction,
}

impl Part {
    /// Returns the number of tours of each cycle.
    pub(crate) const fn tours_per_cycle(&self) -> u32 {
        match self.direction {
            Direction::Undirected => 1,
            Direction::Directed => 2,
        }
    }
}

/// Returns true if the tours are counted in layers. They are not if a step between the ends is given, or if
/// the board has at most three squares, where a cycle would contain an edge twice.
pub(crate) fn has_layers(problem: &Problem) -> bool {
    let last = problem.board().len();
    last > 3 && problem.clues().all(|(step, _)| step == 1 || step == last)
}

/// Returns the move graph, if it is small enough.
pub(crate) fn graph_of(problem: &Problem) -> Result<MoveGraph, CountError> {
    if problem.knights() > 1 {
        return Err(CountError::Unanswerable(
            "tours of one knight are counted: leave out the others".into(),
        ));
    }
    let squares = problem.board().len();
    let moves = Moves::new(problem.piece(), problem.board());
    let graph = if squares > MAX_SQUARES { None } else { MoveGraph::new(problem.board(), &moves) };
    graph.ok_or_else(|| {
        let tried = format!("{squares} squares; boards of up to {MAX_SQUARES} can be counted");
        CountError::stopped(caracole_verify::StopCause::Unsupported, tried)
    })
}

/// Returns the parts of a question.
pub(crate) fn parts(question: &Question) -> Result<Vec<Part>, CountError> {
    let problem = question.problem();
    let graph = graph_of(problem)?;
    let builder = SpecBuilder { problem, graph: &graph };
    let vertex = |square: Square| vertex_of(&graph, square);
    let start = problem.start_square().map(vertex).transpose()?;
    let end = problem.end_square().map(vertex).transpose()?;
    let are_fixed = start.is_some() || end.is_some();
    let both = question.direction() == Direction::Directed;
    let direction = |both| if both { Direction::Directed } else { Direction::Undirected };
    let all: Vec<Vertex> = (0..graph.graph().vertices() as Vertex).collect();
    let list = match problem.kind() {
        Kind::Closed => {
            // A closed tour can start on any square. If both ends are given, the move between them is required.
            let closing = problem.start_square().zip(problem.end_square());
            if let (Some((a, b)), Some((from, to))) = (closing, start.zip(end)) {
                let pair = if a < b { (a, b) } else { (b, a) };
                if !builder.is_move(from, to) || problem.forbidden().contains(&pair) {
                    return Ok(Vec::new());
                }
            }
            let is_both = both && closing.is_none();
            vec![Part { spec: builder.spec(None, closing)?, direction: direction(is_both) }]
        }
        Kind::Any => {
            let required = start.into_iter().chain(end).collect();
            let spec = builder.spec(Some(Ends { allowed: all, required }), None)?;
            vec![Part { spec, direction: direction(both && !are_fixed) }]
        }
        Kind::Open => {
            let not_adjacent = |a: Vertex| {
                let all = all.iter().copied();
                all.filter(|&b| b != a && !builder.is_move(a, b)).collect::<Vec<_>>()
            };
            let open = |one: Vertex, mut others: Vec<Vertex>, both| {
                others.push(one);
                others.sort_unstable();
                let required = [Some(one), end.filter(|&end| end != one)];
                let required = required.into_iter().flatten().collect();
                let spec = builder.spec(Some(Ends { allowed: others, required }), None)?;
                Ok::<_, CountError>(Part { spec, direction: direction(both) })
            };
            match start.or(end) {
                Some(fixed)
                    if end.is_none_or(|end| end == fixed || not_adjacent(fixed).contains(&end)) =>
                {
                    vec![open(fixed, not_adjacent(fixed), false)?]
                }
                Some(_) => Vec::new(),
                // One part for each square, which is the smaller end.
                None => {
                    let above =
                        |one: Vertex| not_adjacent(one).into_iter().filter(|&b| b > one).collect();
                    let parts = all.iter().map(|&one| open(one, above(one), both));
                    parts.collect::<Result<_, _>>()?
                }
            }
        }
    };
    Ok(list)
}

struct SpecBuilder<'a> {
    problem: &'a Problem,
    graph: &'a MoveGraph,
}

impl SpecBuilder<'_> {
    /// Returns true if two squares are a move apart, even if the move is forbidden.
    fn is_move(&self, a: Vertex, b: Vertex) -> bool {
        self.graph.graph().has_edge(a.into(), b.into())
    }

    fn spec(
        &self,
        ends: Option<Ends>,
        closing: Option<(Square, Square)>,
    ) -> Result<Spec, CountError> {
        let mut required = self.problem.required().to_vec();
        required.extend(closing.map(|(a, b)| if a < b { (a, b) } else { (b, a) }));
        required.sort_unstable();
        required.dedup();
        Spec::new(self.problem.board(), self.graph, [&required, self.problem.forbidden()], ends)
    }
}

#[cfg(test)]
mod tests {
    use caracole_verify::StopCause;

    use super::*;

    fn problem(board: &str) -> Problem {
        Problem::new(board.parse().expect("a board"))
    }

    fn parts_of(problem: Result<Problem, impl std::fmt::Debug>) -> Vec<Part> {
        parts(&Question::new(problem.expect("a problem"))).expect("parts")
    }

    #[test]
    fn tours_are_counted_in_layers_unless_a_step_between_the_ends_is_given() {
        let four = problem("4x4");
        let [start, end] = [four.clone().start("a1"), four.clone().end("b1")].map(Result::unwrap);
        assert!(has_layers(&four) && has_layers(&start) && has_layers(&end));
        assert!(has_layers(&start.clone().end("b1").unwrap()));
        for step in [2, 8, 15] {
            assert!(!has_layers(&four.clone().clue("c3", step).unwrap()), "{step}");
            assert!(!has_layers(&start.clone().clue("c3", step).unwrap()), "{step}");
        }
        assert!(!has_layers(&problem("3x1")) && has_layers(&problem("4x1")));
    }

    #[test]
    fn one_knight_on_a_board_that_is_not_too_large_has_a_graph() {
        assert!(graph_of(&problem("4x4")).is_ok());
        let two = problem("4x4").with_knights(2, ["a1"]).unwrap();
        assert!(matches!(graph_of(&two), Err(CountError::Unanswerable(_))));
        let large = format!("{}x16", MAX_SQUARES / 16);
        assert!(graph_of(&problem(&large)).is_ok());
        let larger = format!("{}x16", MAX_SQUARES / 16 + 1);
        let Err(CountError::Stopped(stop)) = graph_of(&problem(&larger)) else {
            panic!("{larger} has too many squares");
        };
        assert_eq!(stop.cause, StopCause::Unsupported);
    }

    #[test]
    fn the_ends_of_a_closed_tour_are_joined() {
        let closed = || problem("5x6").closed();
        let joined = parts_of(closed().require("a1", "b3"));
        let specs = |parts: &[Part]| parts.iter().map(|part| part.spec.clone()).collect::<Vec<_>>();
        assert_eq!((joined.len(), joined[0].spec.required()), (1, &[(0, 11)][..]));
        for (start, end) in [("a1", "b3"), ("b3", "a1")] {
            let ends = || closed().start(start).and_then(|problem| problem.end(end));
            assert_eq!(specs(&parts_of(ends())), specs(&joined));
            let required = ends().and_then(|problem| problem.require("b3", "a1"));
            assert_eq!(specs(&parts_of(required)), specs(&joined));
        }
        let apart = closed().start("a1").and_then(|problem| problem.end("a2"));
        assert!(parts_of(apart).is_empty());
    }

    #[test]
    fn the_ends_of_an_open_tour_are_no_move_apart() {
        let ends = |start, end| {
            parts_of(problem("5x6").open().start(start).and_then(|problem| problem.end(end)))
        };
        assert!(ends("a1", "b3").is_empty() && ends("b3", "a1").is_empty());
        let apart = ends("a1", "b2");
        assert_eq!(apart.len(), 1);
        assert_eq!(apart[0].spec.required(), [(0, 30), (6, 30)]);
        // The apex of a1 is next to a1 and to all squares except those a move away.
        let from = parts_of(problem("5x6").open().start("a1"));
        let expected: Vec<Vertex> = (0..30).filter(|vertex| ![7, 11].contains(vertex)).collect();
        assert_eq!((from.len(), from[0].spec.neighbours(30)), (1, &expected[..]));
    }

    /// One part for each square, with the larger squares that are no move away.
    #[test]
    fn each_pair_of_ends_belongs_to_its_smaller_square() {
        let all = parts_of(Ok::<_, ()>(problem("5x6").open()));
        assert_eq!(all.len(), 30);
        for (part, square) in all.iter().zip(0..) {
            let ends = part.spec.neighbours(30);
            assert_eq!(ends[0], square);
            assert!(ends[1..].iter().all(|&end| !part.spec.neighbours(square).contains(&end)));
            assert_eq!(part.spec.required(), [(square, 30)]);
        }
        let pairs: usize = all.iter().map(|part| part.spec.neighbours(30).len() - 1).sum();
        // Each move twice, and the edges of the apex.
        let edges: usize = (0..30).map(|square| all[0].spec.neighbours(square).len()).sum();
        assert_eq!(pairs, 30 * 29 / 2 - (edges - all[0].spec.neighbours(30).len()) / 2);
    }
}
