//! What `check` and `graph` say.

use caracole_core::verify::{Defect, Facts, Sums, SymmetryClass, Verdict};
use caracole_core::{Board, GraphFacts, Problem, Symmetry};
use serde_json::{Map, Value};

use super::{number, object, problem};

/// What the verifier says of a path, with the facts of a tour; an empty object if it is none.
///
/// A fact that makes no sense on the board, or is not known, is `null`; those that were left out
/// for lack of memory are listed in `left_out`.
///
/// ```
/// use caracole_core::{Problem, verify};
/// use caracole_formats::json;
///
/// let problem = Problem::new("2x1".parse()?);
/// let path = [problem.board().parse_square("a1")?];
/// let verdict = verify::check(&problem, || path.into_iter());
/// let value = json::verdict(&problem, &verdict, None);
/// assert_eq!(value["valid"], false);
/// assert_eq!(value["defects"][0]["kind"], "missing");
/// assert_eq!(value["defects"][0]["square"], "b1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verdict(asked: &Problem, verdict: &Verdict, facts: Option<&Facts>) -> Value {
    let board = asked.board();
    let mut object = object("caracole.check/1");
    object.insert("problem".into(), problem(asked));
    object.insert("valid".into(), verdict.is_valid().into());
    object.insert("closed".into(), verdict.is_closed().into());
    let defects = verdict.defects().iter().map(|one| Value::from(defect(board, one))).collect();
    object.insert("defects".into(), defects);
    object.insert("defect_count".into(), number(verdict.defect_count()));
    object.insert("facts".into(), facts.map(tour_facts).unwrap_or_default().into());
    object.into()
}

fn tour_facts(facts: &Facts) -> Map<String, Value> {
    let mut object = Map::new();
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    put("closed", facts.closed.into());
    put("symmetry", facts.symmetry_class().map(SymmetryClass::word).into());
    let names = |all: &[Symmetry]| all.iter().map(|one| Value::from(one.name())).collect();
    put("symmetries", facts.symmetries.as_deref().map_or(Value::Null, names));
    put("sums", facts.sums.as_ref().map_or(Value::Null, magic));
    put("turns", number(facts.turns));
    put("crossings", facts.crossings.map_or(Value::Null, number));
    let moves = facts.moves.iter().map(|(offset, count)| {
        let offset = [offset.files, offset.ranks, offset.levels];
        Value::from(Map::from_iter([
            ("offset".to_owned(), Value::from(offset.to_vec())),
            ("count".to_owned(), number(*count)),
        ]))
    });
    put("moves", moves.collect());
    if let Some(bytes) = facts.left_out {
        let left_out = Map::from_iter([
            ("facts".to_owned(), Value::from(["symmetry", "symmetries", "crossings"].to_vec())),
            ("why".to_owned(), Value::from("memory")),
            ("bytes".to_owned(), number(bytes)),
        ]);
        put("left_out", left_out.into());
    }
    object
}

/// Sums can be larger than any number of steps, so they are always strings.
fn magic(sums: &Sums) -> Value {
    let sum = |sum: Option<u128>| sum.map_or(Value::Null, |sum| sum.to_string().into());
    let mut object = Map::new();
    object.insert("magic".into(), sums.is_magic().into());
    object.insert("semi_magic".into(), sums.is_semi_magic().into());
    object.insert("diagonally_magic".into(), sums.is_diagonally_magic().into());
    object.insert("rank".into(), sum(sums.rank));
    object.insert("file".into(), sum(sums.file));
    object.into()
}

pub(super) fn defect(board: &Board, defect: &Defect) -> Map<String, Value> {
    // The square where the defect is seen, and the step; what is wrong with the whole has none.
    let (square, step) = match *defect {
        Defect::OffBoard { step, square } | Defect::Repeat { square, steps: [_, step] } => {
            (Some(square), Some(step))
        }
        Defect::NotAMove { step, squares: [_, square] }
        | Defect::AvoidedMove { step, squares: [_, square] }
        | Defect::WrongSquare { step, found: square, .. } => (Some(square), Some(step)),
        Defect::Missing { square }
        | Defect::NotClosed { squares: [_, square] }
        | Defect::NotOpen { squares: [_, square] } => (Some(square), None),
        _ => (None, None),
    };
    let name = square.filter(|square| square.index() < board.area()).map(|s| board.name(s));
    let mut object = Map::new();
    object.insert("kind".into(), defect.kind().into());
    object.insert("text".into(), defect.text(board).into());
    object.insert("square".into(), name.into());
    object.insert("step".into(), step.map_or(Value::Null, number));
    object
}

/// The facts of a move graph: that of the board and the piece of a problem.
///
/// ```
/// use caracole_core::{Board, MoveGraph, Moves, Piece, Problem};
/// use caracole_formats::json;
///
/// let board: Board = "3x3".parse()?;
/// let moves = Moves::new(&Piece::KNIGHT, &board);
/// let graph = MoveGraph::new(&board, &moves).ok_or("too large")?;
/// let value = json::graph_facts(&Problem::new(board), &graph.facts());
/// assert_eq!(value["moves"], 8);
/// assert_eq!(value["degrees"].to_string(), r#"{"0":1,"2":8}"#);
/// assert_eq!(value["connected"], false);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn graph_facts(asked: &Problem, facts: &GraphFacts) -> Value {
    let mut object = object("caracole.graph/1");
    object.insert("problem".into(), problem(asked));
    object.insert("squares".into(), number(facts.squares));
    object.insert("moves".into(), number(facts.moves));
    let degrees: Map<_, _> = facts
        .degrees
        .iter()
        .map(|(degree, &squares)| (degree.to_string(), number(squares)))
        .collect();
    object.insert("degrees".into(), degrees.into());
    let colours = facts.colours.map(|colours| Value::from(colours.map(number).to_vec()));
    object.insert("bipartite".into(), facts.colours.is_some().into());
    object.insert("colours".into(), colours.into());
    object.insert("connected".into(), facts.connected.into());
    object.into()
}
