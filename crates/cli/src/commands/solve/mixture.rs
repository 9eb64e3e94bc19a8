//! How well a tour was mixed.

use caracole::{Construct, Mixture, Problem, Run, Solver, Tour};

/// The mixed tour against the plain one, in a line.
pub(super) fn words(problem: &Problem, mixed: &Tour, seed: u64) -> String {
    let plain = Construct::default().solve(problem, &mut Run::new().seed(seed)).tour();
    let Some(mixture) = plain.and_then(|plain| Mixture::of(&plain, mixed)) else {
        return "mixed".to_owned();
    };
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let slopes: Vec<String> = mixture.slope_shares().map(|(_, share)| percent(share)).collect();
    format!(
        "mixed: {} % of the moves differ from the plain tour, slopes {} %",
        percent(mixture.share_differing()),
        slopes.join(" "),
    )
}
