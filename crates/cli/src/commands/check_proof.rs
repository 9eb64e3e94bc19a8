//! `caracole check-proof`: is there really no tour?

use caracole::formats::json;
use caracole::verify::{Checked, Flaw, Unchecked, check_proof_watched};
use caracole::{Proof, Reason};

use crate::Exit;
use crate::args::{CheckProofArgs, Manners};
use crate::failure::Failure;
use crate::input::Source;
use crate::paint::{Tone, paint};
use crate::progress::Progress;

pub(crate) fn run(args: &CheckProofArgs, manners: &Manners) -> Result<Exit, Failure> {
    let source = Source::open(&args.file)?;
    let proof = json::read_certificate(&source.bytes()?).map_err(|error| source.failure(error))?;
    let output = args.report.open()?;
    let checked = check(&proof, manners)?;
    let text = if args.report.is_json() {
        format!("{}\n", json::checked_proof(&proof, &checked))
    } else {
        words(&proof, &checked)
    };
    output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(match checked {
        Ok(Checked::Proved { .. } | Checked::ByTheorem(_)) => Exit::Yes,
        Ok(_) => Exit::Unknown,
        Err(_) => Exit::No,
    })
}

/// Follows a proof, and shows how far it is.
pub(crate) fn check(proof: &Proof, manners: &Manners) -> Result<Result<Checked, Flaw>, Failure> {
    let lines = match proof.reason() {
        Reason::Cases { cases } => cases.lines().len() as u64,
        _ => 1,
    };
    let progress = Progress::new("checking", lines, manners);
    let watch = |done| progress.watch(done);
    // Signals end the program without the help of whoever watches.
    check_proof_watched(proof.problem(), proof.reason(), &watch)
        .transpose()
        .ok_or(Failure::Interrupted)
}

fn words(proof: &Proof, checked: &Result<Checked, Flaw>) -> String {
    let (tone, word, what) = match checked {
        Err(flaw) => {
            let why = flaw.text(proof.problem().board());
            return format!("{}: {why}\n", paint(Tone::Bad, "rejected"));
        }
        Ok(Checked::Proved { cases: 0 | 1 }) => (Tone::Good, "holds", "every step".to_owned()),
        Ok(Checked::Proved { cases }) => {
            (Tone::Good, "holds", format!("every step of {cases} cases"))
        }
        Ok(Checked::ByTheorem(theorem)) => {
            let what = format!(
                "only that the theorem speaks of this board ({}); it was not proved again",
                theorem.source()
            );
            (Tone::Good, "holds", what)
        }
        Ok(Checked::NotChecked(Unchecked::TooLarge)) => {
            let what = "nothing: the board is too large to look at each of its squares";
            (Tone::Open, "not checked", what.to_owned())
        }
        Ok(_) => {
            let what = "nothing: the file says that a search found no tour, and shows no proof";
            (Tone::Open, "not checked", what.to_owned())
        }
    };
    format!("{}: {}\n  checked    {what}\n", paint(tone, word), proof.claim())
}
