//! What the screen of a count says.

use std::time::Duration;

use caracole::{CountProgress, Stage};
use ratatui::text::Line;

use super::{Count, State};
use crate::numbers::{bytes, grouped};
use crate::theme::{Theme, Tone};

impl Count {
    /// What the screen has to say, line by line.
    pub(super) fn lines(&self, theme: Theme) -> Vec<Line<'static>> {
        let plain = |text: &str| Line::styled(text.to_owned(), theme.style(Tone::Plain));
        let quiet = |text: &str| Line::styled(text.to_owned(), theme.style(Tone::Quiet));
        let mut lines = Vec::new();
        match &self.state {
            State::Known(answer) => {
                let number = grouped(&answer.count);
                lines.push(Line::styled(number, theme.style(Tone::Winning)));
                lines.push(plain(&self.asked.convention()));
            }
            State::None(why) => {
                lines.push(plain(&self.asked.convention()));
                lines.push(Line::styled(format!("No number: {why}"), theme.style(Tone::Losing)));
            }
            State::Asks(states) => {
                lines.push(plain(&self.asked.convention()));
                let work = match states {
                    Some(states) => format!(
                        "It takes about {} states. What does not fit in {} goes to disk.",
                        grouped(round(*states)),
                        bytes(self.memory)
                    ),
                    None => "They are counted one by one, and nobody knows how long that takes."
                        .to_owned(),
                };
                lines.push(Line::styled(work, theme.style(Tone::Unknown)));
                lines.push(plain("Enter counts them."));
            }
            State::AtWork { progress, elapsed, .. } => {
                lines.push(plain(&self.asked.convention()));
                lines.extend(at_work(progress.as_ref(), *elapsed).iter().map(|line| plain(line)));
            }
        }
        lines.extend([plain(""), quiet(self.asked.custom())]);
        let known = self.answers.iter().filter(|(asked, _)| *asked != self.asked);
        let known: Vec<String> = known
            .map(|(asked, answer)| format!("{} {}", grouped(&answer.count), asked.convention()))
            .collect();
        if !known.is_empty() {
            lines.extend([plain(""), quiet("Counted before:")]);
            lines.extend(known.iter().map(|line| plain(line)));
        }
        if matches!(&self.state, State::Known(answer) if answer.starts.is_some()) {
            lines.extend([plain(""), quiet("From each square:")]);
        }
        lines
    }
}

/// Two digits of a guess are enough.
pub(super) fn round(states: f64) -> u128 {
    let scale = 10_f64.powi((states.max(1.0).log10() as i32 - 1).max(0));
    ((states / scale).round() * scale) as u128
}

/// A bar, which layer, and how long it may take.
pub(super) fn at_work(progress: Option<&CountProgress>, elapsed: Duration) -> Vec<String> {
    const BAR: usize = 40;
    let seconds = elapsed.as_secs_f64();
    let Some(progress) = progress else { return vec![format!("Looking at it, {seconds:.1} s")] };
    let CountProgress { stage, part, layer, states, done, .. } = *progress;
    let done = done.clamp(0.0, 1.0);
    let filled = (done * BAR as f64) as usize;
    let bar = format!("[{}{}]", "=".repeat(filled), " ".repeat(BAR - filled));
    // Nobody believes an estimate that comes too early.
    let left = if done < 0.01 || seconds < 1.0 {
        String::new()
    } else {
        format!(", about {:.0} s left", seconds * (1.0 - done) / done)
    };
    let part = match part {
        (_, 1) => String::new(),
        (part, parts) => format!("count {part} of {parts}, "),
    };
    let doing = match stage {
        Stage::Sweep => {
            format!("layer {} of {}, {} states", layer.0, layer.1, grouped(states))
        }
        Stage::Join => "joining the two sides".to_owned(),
    };
    vec![format!("{bar} {:.0} %, {seconds:.1} s{left}", 100.0 * done), format!("{part}{doing}")]
}
