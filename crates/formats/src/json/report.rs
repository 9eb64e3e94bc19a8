//! Reports: the results of `check`, `check-proof` and `graph` as objects.

use caracole_core::{Board, GraphFacts, Problem, Square, Symmetry};
use caracole_explain::Explain;
use caracole_explain::{Facts, MagicSums, SymmetryClass};
use caracole_verify::{
    Checked, CoverDefect, CoverVerdict, Defect, ProofError, UncheckedCause, Verdict,
};
use caracole_verify::{Evidence, InvalidCertificate};
use serde_json::{Map, Value, json};

use super::{number, object, problem, with_fields};

/// Returns the verdict of the verifier on a path, with the facts of a tour; an empty object without
/// facts.
///
/// Facts that are undefined on the board or unknown are `null`. Those that would take too much memory
/// are listed in `left_out`.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_verify as verify;
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
    // Turns, symmetries and the like need files and ranks.
    let facts = facts.filter(|_| board.graph().is_none());
    let defects = verdict.defects().iter().map(|defect| {
        let (square, step) = location(defect);
        json!({
            "kind": defect.name(),
            "text": defect.text(board),
            "square": name(board, square),
            "step": step.map(number),
        })
    });
    let fields = [
        ("problem", problem(asked)),
        ("valid", verdict.is_valid().into()),
        ("closed", verdict.is_closed().into()),
        ("defects", defects.collect()),
        ("defect_count", number(verdict.defect_count())),
        ("facts", facts.map_or_else(|| json!({}), tour_facts)),
    ];
    with_fields(object("caracole.check/1"), fields).into()
}

fn tour_facts(facts: &Facts) -> Value {
    let names = |all: &[Symmetry]| all.iter().map(|one| one.name()).collect::<Vec<_>>();
    let moves = facts.moves.iter().map(|(offset, count)| {
        json!({
            "offset": [offset.files, offset.ranks, offset.levels],
            "count": number(*count),
        })
    });
    let mut object = json!({
        "closed": facts.closed,
        "symmetry": facts.symmetry_class().map(SymmetryClass::name),
        "symmetries": facts.symmetries.as_deref().map(names),
        "sums": facts.sums.as_ref().map(sums),
        "turns": number(facts.turns),
        "crossings": facts.crossings.map(number),
        "moves": moves.collect::<Value>(),
    });
    if let Some(bytes) = facts.left_out {
        let left_out = ["symmetry", "symmetries", "crossings"];
        object["left_out"] = json!({ "facts": left_out, "why": "memory", "bytes": number(bytes) });
    }
    object
}

/// Magic sums may exceed 64 bits, so they are always strings.
fn sums(sums: &MagicSums) -> Value {
    json!({
        "magic": sums.is_magic(),
        "semi_magic": sums.is_semi_magic(),
        "diagonally_magic": sums.is_diagonally_magic(),
        "rank": sums.rank.map(|sum| sum.to_string()),
        "file": sums.file.map(|sum| sum.to_string()),
    })
}

/// Returns the square and the step of a defect. A defect of the whole path has neither.
const fn location(defect: &Defect) -> (Option<Square>, Option<u64>) {
    match *defect {
        Defect::OffBoard { step, square } | Defect::Repeat { square, steps: [_, step] } => {
            (Some(square), Some(step))
        }
        Defect::NotAMove { step, squares: [_, square] }
        | Defect::ForbiddenMove { step, squares: [_, square] }
        | Defect::WrongSquare { step, found: square, .. } => (Some(square), Some(step)),
        Defect::Missing { square }
        | Defect::NotClosed { squares: [_, square] }
        | Defect::NotOpen { squares: [_, square] } => (Some(square), None),
        _ => (None, None),
    }
}

/// Returns the name of a square, unless it is off the board.
fn name(board: &Board, square: Option<Square>) -> Option<String> {
    square.filter(|square| square.index() < board.area()).map(|square| board.name(square))
}

/// Returns the verdict of the verifier on the paths of several knights.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify as verify;
/// use caracole_formats::json::cover_verdict;
///
/// let problem = Problem::new("2x1".parse()?).with_knights(2, ["b1"])?;
/// let verdict = verify::check_cover(&problem, &[Path::from_indices(vec![0])]);
/// let value = cover_verdict(&problem, &verdict);
/// assert_eq!((&value["valid"], &value["knights"]), (&false.into(), &2.into()));
/// assert_eq!(value["defects"][0]["kind"], "paths");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cover_verdict(asked: &Problem, verdict: &CoverVerdict) -> Value {
    let defects = verdict.defects().iter().map(|defect| cover_defect(asked.board(), defect));
    let fields = [
        ("problem", problem(asked)),
        ("valid", verdict.is_valid().into()),
        ("knights", asked.knights().into()),
        ("defects", defects.collect()),
        ("defect_count", number(verdict.defect_count())),
    ];
    with_fields(object("caracole.check/1"), fields).into()
}

fn cover_defect(board: &Board, defect: &CoverDefect) -> Value {
    let (knight, (square, step)) = match *defect {
        CoverDefect::Step { knight, defect: ref step } => (Some(knight), location(step)),
        CoverDefect::Whole(ref whole) => (None, location(whole)),
        CoverDefect::Repeat { square, knights: [_, knight], steps: [_, step] } => {
            (Some(knight), (Some(square), Some(step)))
        }
        CoverDefect::NoStart { square } => (None, (Some(square), None)),
        CoverDefect::Empty { knight } => (Some(knight), (None, None)),
        _ => (None, (None, None)),
    };
    json!({
        "kind": defect.name(),
        "text": defect.text(board),
        "knight": knight.map(number),
        "square": name(board, square),
        "step": step.map(number),
    })
}

/// Returns the facts of the move graph of a problem.
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
    let degrees = facts.degrees.iter();
    let degrees: Map<_, _> =
        degrees.map(|(degree, &squares)| (degree.to_string(), number(squares))).collect();
    let fields = [
        ("problem", problem(asked)),
        ("squares", number(facts.squares)),
        ("moves", number(facts.moves)),
        ("degrees", degrees.into()),
        ("bipartite", facts.colours.is_some().into()),
        ("colours", json!(facts.colours.map(|colours| colours.map(number)))),
        ("connected", facts.connected.into()),
    ];
    with_fields(object("caracole.graph/1"), fields).into()
}

/// Returns the result of checking a certificate: whether it holds (`null` if it was not checked), and
/// its error.
///
/// ```
/// use caracole_verify::Evidence;
/// use caracole_core::{Certificate, Problem, Reason};
/// use caracole_verify::no_progress;
/// use caracole_formats::json::checked_proof;
///
/// let reason = Reason::Colours { counts: [32, 32] };
/// let certificate = Certificate::new(Problem::new("8x8".parse()?), reason);
/// let value = checked_proof(&Evidence::check(certificate, &no_progress));
/// assert_eq!(value["holds"], false);
/// assert_eq!(value["error"]["text"], "a tour fits these colours");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn checked_proof(result: &Result<Evidence, Box<InvalidCertificate>>) -> Value {
    let (certificate, checked) = match result {
        Ok(evidence) => (evidence.certificate(), Ok(evidence.checked())),
        Err(rejected) => (&rejected.certificate, Err(&rejected.error)),
    };
    let (holds, what) = match checked {
        Ok(Checked::Proved { .. } | Checked::ProvedByClauses { .. }) => (Some(true), "every step"),
        Ok(Checked::ByTheorem(_)) => (Some(true), "the conditions of the theorem"),
        Ok(Checked::NotChecked(UncheckedCause::TooLarge)) => {
            (None, "nothing: the board is too large")
        }
        Ok(Checked::NotChecked(UncheckedCause::Stopped)) => (None, "nothing: a limit was reached"),
        Ok(_) => (None, "nothing: a search is claimed"),
        Err(_) => (Some(false), "up to the error"),
    };
    let fields = [
        ("problem", problem(certificate.problem())),
        ("holds", holds.into()),
        ("kind", certificate.reason().name().into()),
        ("text", certificate.text().into()),
        ("checked", what.into()),
    ];
    let mut object = with_fields(object("caracole.proof/2"), fields);
    match checked {
        Ok(Checked::Proved { cases }) => drop(object.insert("cases".into(), number(cases))),
        Ok(Checked::ProvedByClauses { clauses }) => {
            object.insert("clauses".into(), number(clauses));
        }
        _ => {}
    }
    let board = certificate.problem().board();
    let error = checked.err().map_or(Value::Null, |error| proof_error(board, error));
    with_fields(object, [("error", error)]).into()
}

fn proof_error(board: &Board, error: &ProofError) -> Value {
    let name = |square| {
        if board.contains(square) { board.name(square).into() } else { number(square.index()) }
    };
    let fields = [("kind", error.name().into()), ("text", error.text(board).into())];
    let mut object = with_fields(Map::new(), fields);
    if let Some(line) = error.line {
        object.insert("line".into(), number(line));
    }
    object.insert("squares".into(), error.squares().into_iter().map(name).collect());
    object.into()
}
