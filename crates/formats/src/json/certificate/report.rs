//! What `check-proof` says.

use caracole_core::Proof;
use caracole_core::verify::{Checked, Flaw, Unchecked};
use serde_json::{Map, Value};

use crate::json::{number, object, problem};

/// What came of a certificate: whether it holds (`null` if nothing was checked), and its flaw.
///
/// ```
/// use caracole_core::verify::check_proof;
/// use caracole_core::{Problem, Proof, Reason};
/// use caracole_formats::json::checked_proof;
///
/// let proof = Proof::new(Problem::new("8x8".parse()?), Reason::Colours { counts: [32, 32] });
/// let value = checked_proof(&proof, &check_proof(proof.problem(), proof.reason()));
/// assert_eq!(value["holds"], false);
/// assert_eq!(value["flaw"]["text"], "a tour fits these colours");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn checked_proof(proof: &Proof, checked: &Result<Checked, Flaw>) -> Value {
    let mut object = object("caracole.proof/1");
    let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
    let (holds, what) = match checked {
        Ok(Checked::Proved { .. }) => (Some(true), "every step"),
        Ok(Checked::ByTheorem(_)) => (Some(true), "the conditions of the theorem"),
        Ok(Checked::NotChecked(Unchecked::TooLarge)) => (None, "nothing: the board is too large"),
        Ok(_) => (None, "nothing: a search is claimed"),
        Err(_) => (Some(false), "up to the flaw"),
    };
    put("problem", problem(proof.problem()));
    put("holds", holds.into());
    put("kind", proof.reason().kind().into());
    put("text", proof.text().into());
    put("checked", what.into());
    if let Ok(Checked::Proved { cases }) = checked {
        put("cases", number(*cases));
    }
    put("flaw", checked.as_ref().err().map_or(Value::Null, |flaw| described(proof, flaw)));
    object.into()
}

fn described(proof: &Proof, flaw: &Flaw) -> Value {
    let board = proof.problem().board();
    let name = |square| {
        if board.contains(square) { board.name(square).into() } else { number(square.index()) }
    };
    let mut object = Map::new();
    object.insert("kind".into(), flaw.kind().into());
    object.insert("text".into(), flaw.text(board).into());
    if let Some(line) = flaw.line {
        object.insert("line".into(), number(line));
    }
    object.insert("squares".into(), flaw.squares().into_iter().map(name).collect());
    object.into()
}
