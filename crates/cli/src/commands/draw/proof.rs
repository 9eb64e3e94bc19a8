//! What is asked of a proof before it is drawn.

use caracole::Proof;
use caracole::draw::Style;
use caracole::verify::Checked;

use crate::Exit;
use crate::args::{DrawArgs, Manners, PictureFormat};
use crate::commands::check_proof;
use crate::failure::{Failure, tell};
use crate::form::Still;
use crate::input::Source;

/// A reason stands still and names its board: flags about anything else are a mistake.
pub(super) fn suits(args: &DrawArgs, format: PictureFormat) -> Result<Still, Failure> {
    let wrong = |flag: &str, why: &str| Err(Failure::of(flag, why));
    if args.style != Style::default() {
        return wrong("--style", "is for tours: the file holds a proof that there is none");
    }
    if args.tour.board.is_some() {
        return wrong("--board", "is for tours: the file holds a proof, which names its board");
    }
    if !args.leaper.is_empty() {
        return wrong("--leaper", "is for tours: the file holds a proof, which names its piece");
    }
    let why = "shows a walk, and the file holds a proof: choose svg, png or pdf";
    format.still().map_err(|_| Failure::of(format.name(), why))
}

/// Checks a proof: what does not hold, or holds nothing to be checked, is not drawn.
pub(super) fn rejected(
    source: &Source,
    proof: &Proof,
    manners: &Manners,
) -> Result<Option<Exit>, Failure> {
    let name = source.name();
    match check_proof::check(proof, manners)? {
        Ok(Checked::Proved { .. } | Checked::ByTheorem(_)) => Ok(None),
        Ok(_) => {
            tell(&format!(
                "{name}: nothing to draw: the proof cannot be checked ({})",
                proof.text()
            ));
            Ok(Some(Exit::Unknown))
        }
        Err(flaw) => {
            let why = flaw.text(proof.problem().board());
            tell(&format!("{name}: not a proof: {why}"));
            Ok(Some(Exit::No))
        }
    }
}
