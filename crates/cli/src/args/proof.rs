//! `check-proof` as it is typed.

use std::path::PathBuf;

use clap::Args;

use super::ReportArgs;

/// Check a proof that there is no tour
///
/// The checker shares no code with the searches that find such proofs. It answers 0 if the proof
/// holds, 1 if it has a flaw, and 3 if the file says only that a search found nothing.
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole solve 7x7 --closed --certificate no.json
  caracole check-proof no.json
  caracole solve 8x8-a1,h8 --json | caracole check-proof -")]
pub(crate) struct CheckProofArgs {
    /// The certificate, or an outcome of solve --json; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}
