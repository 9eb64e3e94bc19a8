//! `check-proof`: is there really no tour?

use std::ops::ControlFlow;

use caracole::Proof;
use caracole::formats::json;
use caracole::verify::check_proof_watched;

use super::Verb;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

/// A proof that there is no tour.
pub(crate) struct CheckProof {
    proof: Proof,
}

impl Verb for CheckProof {
    const NAME: &'static str = "check-proof";

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let certificate = fields.whole().to_string();
        let proof = json::read_certificate(certificate.as_bytes())
            .map_err(|error| Refusal::content("certificate", error.to_string()))?;
        fields.allow(proof.problem().board(), u64::MAX)?;
        Ok(Self { proof })
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { proof } = self;
        let watch =
            |_| if desk.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let checked = check_proof_watched(proof.problem(), proof.reason(), &watch).transpose();
        let checked = checked.ok_or_else(|| {
            Refusal::too_much("the proof takes longer to check than this server lends time")
        })?;
        Ok(Answer::Json(json::checked_proof(&proof, &checked)))
    }
}
