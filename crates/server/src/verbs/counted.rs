//! What the verbs about all tours of a board do alike.

use std::time::Duration;

use caracole::formats::json;
use caracole::{CountError, CountProgress, Direction, Job, Kind, Question, Stop, forecast};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;
use crate::state::broken;

/// Nobody counts larger boards; those of three or four ranks can be that long.
const MOST_SQUARES: u64 = 2500;

/// What is counted, and for how long.
pub(super) struct Counted {
    pub(super) question: Question,
    /// The direction that the client asks for, if it does.
    pub(super) direction: Option<Direction>,
    pub(super) time: Option<Duration>,
}

/// What is kept of a count while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeps {
    /// The layer that grows and the one before.
    Layers,
    /// All layers.
    Tables,
}

impl Counted {
    /// Takes the problem, what counts as one tour, and the time.
    pub(super) fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let problem = fields.problem(MOST_SQUARES)?;
        if problem.knights() > 1 {
            let text = "tours of one knight are counted: leave out the others";
            return Err(Refusal::contradiction(text));
        }
        let question = problem.question();
        let direction = match fields.take("directed") {
            None => None,
            Some(Value::Bool(true)) => Some(Direction::Directed),
            Some(Value::Bool(false)) => Some(Direction::Undirected),
            Some(_) => return Err(Refusal::field("directed", "must be true or false")),
        };
        let question = match direction {
            None => question,
            Some(direction) => question.counting(direction),
        };
        Ok(Self { question, direction, time: fields.time()? })
    }

    /// Asks within the limits of a desk, which is told how far it has come; gives the answer, or what
    /// stopped it. What would not fit is refused before any work.
    pub(super) fn ask<T>(
        &self,
        desk: &Desk,
        keeps: Keeps,
        ask: impl FnOnce(&Job<'_>) -> Result<T, CountError>,
    ) -> Result<Result<T, Stop>, Refusal> {
        match forecast(&self.question) {
            // All parts would be planned before the first one says so.
            Err(CountError::Stopped(stop)) if keeps == Keeps::Tables => return Ok(Err(stop)),
            Ok(Some(states)) => {
                self.assert_fits(states, [desk.memory(), desk.memory_of_job()], keeps)?;
            }
            // Nobody knows, or the count itself says what is wrong.
            _ => {}
        }
        let tell = |progress: &CountProgress| desk.tell(|| object(progress));
        match ask(&desk.job().told_to(&tell)) {
            Ok(answer) => Ok(Ok(answer)),
            Err(CountError::Stopped(stop)) => Ok(Err(stop)),
            Err(CountError::Unanswerable(text)) => Err(Refusal::contradiction(text)),
            // Files, of which there are none.
            Err(_) => Err(broken()),
        }
    }

    /// Does it fit into the memory that is lent to it? If not, perhaps into that of a job.
    fn assert_fits(&self, states: f64, lent: [u64; 2], keeps: Keeps) -> Result<(), Refusal> {
        let need = self.need(states, keeps);
        let [lent, as_job] = lent.map(|bytes| bytes as f64);
        if need <= lent {
            return Ok(());
        }
        let advice = if need <= as_job {
            format!("ask for it as a job, which is lent {}", size(as_job))
        } else {
            "the command line can do it where there is as much disk".to_owned()
        };
        let (need, lent) = (size(need), size(lent));
        Err(Refusal::too_much(format!(
            "this takes about {need} of memory, and {lent} are lent here: {advice}"
        )))
    }

    /// About how many bytes so many states take.
    fn need(&self, states: f64, keeps: Keeps) -> f64 {
        /// A state takes two bytes or three.
        const STATE: f64 = 3.0;
        /// The largest layer has about a fifth of all states, and there are two at a time.
        const LAYERS: f64 = 0.4;
        /// Beside the states there are their classes and what the cores have in hand.
        const BESIDE: f64 = 1.6;
        let problem = self.question.problem();
        let kept = match keeps {
            Keeps::Layers => LAYERS,
            // Tables of tours with ends apart are made for each square that may be an end.
            Keeps::Tables if problem.kind() == Kind::Open && problem.clues().next().is_none() => {
                problem.board().len() as f64
            }
            Keeps::Tables => 1.0,
        };
        states * STATE * kept * BESIDE
    }
}

/// So many bytes, in words.
fn size(bytes: f64) -> String {
    match bytes {
        1e15.. => "more than a million GB".to_owned(),
        1e10.. => format!("{:.0} GB", bytes / 1e9),
        1e9.. => format!("{:.1} GB", bytes / 1e9),
        1e6.. => format!("{:.0} MB", (bytes / 1e6).ceil()),
        _ => format!("{:.0} kB", (bytes / 1e3).ceil()),
    }
}

fn object(progress: &CountProgress) -> Value {
    let CountProgress { done, part, layer, states, elapsed, .. } = progress;
    json!({
        "done": done,
        "part": [part.0, part.1],
        "layer": [layer.0, layer.1],
        "states": json::number(*states),
        "elapsed_ms": json::number(elapsed.as_millis() as u64),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    fn counted(body: &str) -> Counted {
        let settings = Settings::default();
        let mut fields = Fields::read(body.as_bytes(), &settings).expect("an object");
        Counted::read(&mut fields).expect("a question")
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_it_takes() {
        let closed = counted(r#"{"board":"8x8","closed":true}"#);
        assert_eq!(closed.assert_fits(9.2e8, [2 << 30; 2], Keeps::Layers), Ok(()));
        assert!(closed.assert_fits(9.2e8, [2 << 30; 2], Keeps::Tables).is_err());
        for (as_job, advice) in
            [(1 << 30, "the command line"), (2 << 30, "a job, which is lent 2.1")]
        {
            let refused = closed.assert_fits(9.2e8, [1 << 30, as_job], Keeps::Layers);
            let text = refused.expect_err("too much").object()["error"]["text"].to_string();
            assert!(text.contains("about 1.8 GB of memory, and 1.1 GB are lent here"), "{text}");
            assert!(text.contains(advice), "{text}");
        }
        let open = counted(r#"{"board":"8x8","open":true}"#);
        assert!(open.need(1.0, Keeps::Tables) > 60.0 * closed.need(1.0, Keeps::Tables));
    }

    #[test]
    fn sizes_have_few_digits() {
        let sizes = [33e3, 2.5e6, 1.84e9, 4.4e10, 1e40].map(size);
        assert_eq!(sizes, ["33 kB", "3 MB", "1.8 GB", "44 GB", "more than a million GB"]);
    }
}
