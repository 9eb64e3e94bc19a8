//! A ring that outlives its contestants.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use caracole::StopCause;
use caracole::compare::{Bout, Ring, Row};

use super::worker;

/// So much longer than its limit a contestant may take to stop by itself.
const GRACE: Duration = Duration::from_millis(250);

/// Sends contestants to another process, and replaces it when it does not come back.
pub(super) struct Apart {
    /// The program and its arguments.
    command: Vec<OsString>,
    worker: Option<Worker>,
}

/// A process that fights bouts.
struct Worker {
    process: Child,
    /// Where bouts go. When it is closed the process ends.
    bouts: Sender<String>,
    rows: Receiver<String>,
    /// What it says before it dies.
    last_words: JoinHandle<String>,
    has_fought: bool,
}

/// More last words than these are not kept.
const MOST_LAST_WORDS: u64 = 1 << 14;

impl Worker {
    fn start(command: &[OsString]) -> io::Result<Self> {
        let missing = || io::Error::other("a pipe is missing");
        let (program, args) = command.split_first().ok_or_else(missing)?;
        let mut process = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut input = process.stdin.take().ok_or_else(missing)?;
        let out = process.stdout.take().ok_or_else(missing)?;
        let mut errors = process.stderr.take().ok_or_else(missing)?;
        // Who does not read must not keep us waiting: a large board is more than a pipe holds.
        let (bouts, requests) = channel::<String>();
        thread::Builder::new().spawn(move || {
            for line in requests {
                if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                    break;
                }
            }
        })?;
        let (sender, rows) = sync_channel(1);
        // If there is no thread to be had, the process sees its pipes closed, and ends.
        thread::Builder::new().spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        })?;
        let last_words = thread::Builder::new().spawn(move || {
            let mut words = Vec::new();
            // What cannot be read is not said. The rest is heard, so that nobody chokes on it.
            let _ = errors.by_ref().take(MOST_LAST_WORDS).read_to_end(&mut words);
            let _ = io::copy(&mut errors, &mut io::sink());
            String::from_utf8_lossy(&words).into_owned()
        })?;
        Ok(Self { process, bouts, rows, last_words, has_fought: false })
    }

    /// Ends the process, and tells what it said; if it said nothing, how it ended.
    fn end(mut self) -> String {
        // It may have ended by itself.
        let _ = self.process.kill();
        let status = self.process.wait();
        let words = self.last_words.join().unwrap_or_default();
        // A panic begins with an empty line, then says where it was, and then why.
        let lines = words.lines().map(str::trim).filter(|line| !line.is_empty());
        match lines.take(2).collect::<Vec<_>>() {
            lines if lines.is_empty() => status.map_or_else(|_| String::new(), |it| it.to_string()),
            lines => lines.join(" "),
        }
    }
}

impl Apart {
    /// Another process of this program. It is started at once: who cannot have one must not learn
    /// so in the middle of a bout, which a contestant would lose by it.
    pub(super) fn of_this_program() -> io::Result<Self> {
        let program = std::env::current_exe()?.into_os_string();
        let command = vec![program, "bout".into()];
        let worker = Some(Worker::start(&command)?);
        Ok(Self { command, worker })
    }
}

impl Ring for Apart {
    fn fight(&mut self, bout: &Bout<'_>) -> Row {
        let begun = Instant::now();
        let lost =
            |cause, why: String| Row::lost(bout.contestant.name(), cause, why, begun.elapsed());
        let mut worker = match self.worker.take().map_or_else(|| Worker::start(&self.command), Ok) {
            Ok(worker) => worker,
            Err(error) => return lost(StopCause::Fault, format!("no process: {error}")),
        };
        worker.has_fought = true;
        // A process that has died says so below.
        let _ = worker.bouts.send(worker::request(bout));
        let patience = bout.limits.time.map(|time| time.saturating_add(GRACE));
        let line = match patience {
            Some(patience) => worker.rows.recv_timeout(patience),
            None => worker.rows.recv().map_err(RecvTimeoutError::from),
        };
        match line {
            Ok(line) => {
                if let Some(row) = worker::parse_reply(&line) {
                    self.worker = Some(worker);
                    return row;
                }
                worker.end();
                lost(StopCause::Fault, format!("its process answered '{line}'"))
            }
            Err(RecvTimeoutError::Timeout) => {
                worker.end();
                let why = "it did not stop by itself, and its process was ended".to_owned();
                lost(StopCause::Time, why)
            }
            Err(RecvTimeoutError::Disconnected) => {
                let words = worker.end();
                lost(StopCause::Fault, format!("its process died: {words}"))
            }
        }
    }

    /// A new process has kept nothing, and one that has not fought is new.
    fn clear(&mut self) {
        if let Some(worker) = self.worker.take_if(|worker| worker.has_fought) {
            worker.end();
        }
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.end();
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use caracole::compare::{Answer, Contestant};
    use caracole::{Limits, Problem};

    use super::*;

    /// What is said of a contestant whose process does this.
    fn fight(script: &str) -> (StopCause, String) {
        let command = ["sh", "-c", script].map(OsString::from).to_vec();
        let mut ring = Apart { command, worker: None };
        let contestant = &Contestant::all()[0];
        let problem = &Problem::new("8x8".parse().unwrap());
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        let row = ring.fight(&Bout { contestant, problem, limits, seed: 0, repeats: 1 });
        assert!(ring.worker.is_none(), "the next one gets a new process");
        match row.answer {
            Answer::Unknown(stop) => (stop.cause, stop.tried),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn whoever_runs_away_is_ended() {
        let (cause, why) = fight("exec sleep 1000");
        assert_eq!(cause, StopCause::Time);
        assert_eq!(why, "it did not stop by itself, and its process was ended");
    }

    /// Not even a board that no pipe holds keeps the arena waiting for who does not read.
    #[test]
    fn whoever_does_not_listen_is_ended() {
        let command = ["sh", "-c", "exec sleep 1000"].map(OsString::from).to_vec();
        let mut ring = Apart { command, worker: None };
        let holes = (1..=50).flat_map(|rank| ('a'..='z').map(move |file| format!("{file}{rank}")));
        let holes: Vec<String> = holes.collect();
        let board = format!("500x500-{}", holes.join(","));
        let problem = &Problem::new(board.parse().unwrap());
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        let contestant = &Contestant::all()[0];
        let bout = Bout { contestant, problem, limits, seed: 0, repeats: 1 };
        assert_eq!(ring.fight(&bout).answer.word(), "unknown");
    }

    #[test]
    fn whoever_dies_leaves_a_word() {
        let (cause, why) = fight("echo >&2; echo the stack is full >&2; exit 134");
        assert_eq!((cause, &*why), (StopCause::Fault, "its process died: the stack is full"));
        let (cause, why) = fight("kill -9 $$");
        assert_eq!((cause, &*why), (StopCause::Fault, "its process died: signal: 9 (SIGKILL)"));
    }

    #[test]
    fn whoever_speaks_in_tongues_is_not_believed() {
        let (cause, why) = fight("echo found; exec sleep 1000");
        assert_eq!((cause, &*why), (StopCause::Fault, "its process answered 'found'"));
    }

    #[test]
    fn a_program_that_is_not_there_is_a_fault() {
        let mut ring = Apart { command: vec!["/nowhere/at-all".into()], worker: None };
        let contestant = &Contestant::all()[0];
        let problem = &Problem::new("8x8".parse().unwrap());
        let bout = Bout { contestant, problem, limits: Limits::default(), seed: 0, repeats: 1 };
        assert_eq!(ring.fight(&bout).answer.word(), "unknown");
    }
}
