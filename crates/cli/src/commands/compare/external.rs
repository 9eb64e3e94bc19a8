//! Other programs in a comparison: `compare --command './my_solver {board} {start}'`.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use caracole::compare::{OutcomeSummary, TrialResult};
use caracole::formats::{ReadHint, read_tour};
use caracole::solvers::Stats;
use caracole::text::shorten;
use caracole::{Problem, StopCause, Tour};

use super::executor::Deadline;
use crate::failure::{Failure, error_text};

/// The most bytes of an answer that are read.
const MAX_BYTES: u64 = 64 << 20;

/// A program of the user, as a line of the shell with placeholders.
pub(super) struct ExternalProgram {
    name: String,
    line: String,
}

impl ExternalProgram {
    /// Replaces the placeholders. The values contain no characters that the shell treats specially.
    pub(super) fn new(template: &str, problem: &Problem) -> Result<Self, Failure> {
        let board = problem.board();
        let start = problem.start_square().map(|start| board.name(start));
        if template.contains("{start}") && start.is_none() {
            return Err(Failure::of("--command", "{start} needs a start: add --from a1"));
        }
        let values = [
            ("{board}", board.to_string()),
            ("{files}", board.files().to_string()),
            ("{ranks}", board.ranks().to_string()),
            ("{n}", board.files().to_string()),
            ("{start}", start.unwrap_or_default()),
        ];
        let mut line = template.to_owned();
        for (placeholder, value) in values {
            line = line.replace(placeholder, &value);
        }
        if let Some(at) = line.find('{') {
            let word = line[at..].split_inclusive('}').next().unwrap_or_default();
            let why = format!(
                "there is no placeholder {}: there are {{board}}, {{files}}, {{ranks}}, {{n}}, \
                 {{start}}",
                shorten(word)
            );
            return Err(Failure::of("--command", why));
        }
        if line.trim().is_empty() {
            return Err(Failure::of("--command", "name a program, such as './my_solver {board}'"));
        }
        Ok(Self { name: name_of(template), line })
    }

    /// Runs the program once, verifies the tour that it prints, and measures its time.
    pub(super) fn run(
        &self,
        problem: &Problem,
        limit: Duration,
        deadline: &Deadline,
    ) -> TrialResult {
        let limit = deadline.time_left().map_or(limit, |left| left.min(limit));
        let begun = Instant::now();
        let ended = run_line(&self.line, limit);
        let elapsed = begun.elapsed();
        let lost = |cause, why: String| TrialResult::lost(self.name.clone(), cause, why, elapsed);
        match ended {
            Ok(None) => {
                let why = format!("it had not ended after {:.1} s", limit.as_secs_f64());
                lost(StopCause::Time, why)
            }
            Err(error) => lost(StopCause::Fault, error_text(&error)),
            Ok(Some(ended)) => match verify(&ended, problem) {
                Err(why) => lost(StopCause::Fault, why),
                Ok(tour) => TrialResult {
                    name: self.name.clone(),
                    outcome: OutcomeSummary::Found { closed: tour.is_closed() },
                    stats: Stats::default(),
                    elapsed,
                    peak_bytes: None,
                },
            },
        }
    }
}

/// Returns the name of a program in the table: the file name of its first word, or of the script behind
/// an interpreter.
fn name_of(template: &str) -> String {
    const INTERPRETERS: [&str; 10] =
        ["python", "python3", "node", "java", "ruby", "perl", "sh", "bash", "Rscript", "julia"];
    let file_name = |word: &str| {
        let word = word.trim_matches(['"', '\'']);
        Path::new(word).file_name().map(|name| name.to_string_lossy().into_owned())
    };
    let mut words = template.split_whitespace().filter(|word| !word.starts_with('-'));
    let first = words.next().and_then(file_name).unwrap_or_default();
    let is_interpreter = INTERPRETERS.contains(&first.as_str());
    let script = words.next().filter(|_| is_interpreter).and_then(file_name);
    shorten(&script.unwrap_or(first))
}

/// What a program left behind.
struct Ended {
    code: Option<i32>,
    printed: Vec<u8>,
    error: Vec<u8>,
}

/// Runs a line of the shell; `None` if it takes longer than the limit.
fn run_line(line: &str, limit: Duration) -> std::io::Result<Option<Ended>> {
    const SHORTEST: Duration = Duration::from_micros(200);
    const LONGEST: Duration = Duration::from_millis(10);
    let begun = Instant::now();
    let mut child =
        shell(line).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let printed = child.stdout.take().map(collect);
    let error = child.stderr.take().map(collect);
    let mut pause = SHORTEST;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begun.elapsed() >= limit {
            kill(&mut child);
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST);
    };
    let text = |reader: Option<thread::JoinHandle<Vec<u8>>>| {
        reader.and_then(|reader| reader.join().ok()).unwrap_or_default()
    };
    Ok(Some(Ended { code: status.code(), printed: text(printed), error: text(error) }))
}

#[cfg(unix)]
fn shell(line: &str) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("sh");
    // Its own group, so that everything that it starts can be ended.
    command.args(["-c", line]).process_group(0);
    command
}

#[cfg(not(unix))]
fn shell(line: &str) -> Command {
    let mut command = Command::new("cmd");
    command.args(["/C", line]);
    command
}

/// Ends a program and all that it started.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = format!("-{}", child.id());
        // If it cannot be ended, it has ended by itself.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Reads an output to its end on a thread of its own, and keeps the first bytes.
fn collect(mut output: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is kept.
        let _ = output.by_ref().take(MAX_BYTES).read_to_end(&mut bytes);
        let _ = std::io::copy(&mut output, &mut std::io::sink());
        bytes
    })
}

/// Verifies the tour that a program printed.
fn verify(ended: &Ended, problem: &Problem) -> Result<Tour, String> {
    if ended.code != Some(0) {
        let code = ended.code.map_or("a signal".to_owned(), |code| format!("exit code {code}"));
        let error = String::from_utf8_lossy(&ended.error);
        let last = error.lines().rev().find(|line| !line.trim().is_empty()).map(shorten);
        return Err(last.map_or_else(|| code.clone(), |last| format!("{code}: {last}")));
    }
    let hint = ReadHint {
        board: Some(problem.board().clone()),
        piece: Some(problem.piece().clone()),
        ..ReadHint::default()
    };
    let parsed = read_tour(&ended.printed, &hint)
        .map_err(|error| format!("its output is not a tour: {}", shorten(&error.to_string())))?;
    Tour::verify(problem, parsed.path).map_err(|rejected| {
        let board = problem.board();
        let first = rejected.verdict.defects().first().map(|defect| defect.text(board));
        format!("not a tour: {}", first.unwrap_or_default())
    })
}
