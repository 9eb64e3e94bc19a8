//! How well a tour was mixed.

use caracole::{Construct, Mixture, Run, Solver, Tour};

use super::Plan;

/// Beyond so many squares it takes too long to look.
const MOST_SQUARES: u64 = 10_000_000;

/// If the time is limited, it takes too long already beyond so many.
const MOST_SQUARES_IN_TIME: u64 = 1_000_000;

/// The mixed tour against the one it was made of; `None` on large boards.
pub(super) fn measure(plan: &Plan, mixed: &Tour) -> Option<Mixture> {
    let is_limited = plan.limits.time.is_some();
    if mixed.len() > if is_limited { MOST_SQUARES_IN_TIME } else { MOST_SQUARES } {
        return None;
    }
    let mut run = Run::new().seed(plan.seed);
    let unmixed = Construct::default().solve(&plan.problem, &mut run).tour()?;
    Mixture::of(&unmixed, mixed)
}

/// The same in a line.
pub(super) fn words(mixture: &Mixture) -> String {
    /// Below this nobody would see a difference.
    const HARDLY: f64 = 0.05;
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let share = mixture.share_differing();
    if share < HARDLY {
        let share = percent(share);
        return format!(
            "mixed: this board leaves hardly anything to switch, {share} % of the moves"
        );
    }
    let slopes: Vec<String> = mixture.slope_shares().map(|(_, share)| percent(share)).collect();
    format!(
        "mixed: {} % of the moves differ from the plain tour, slopes {} % (25 each by chance)",
        percent(share),
        slopes.join(" "),
    )
}
