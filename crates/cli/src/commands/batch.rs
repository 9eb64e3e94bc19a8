//! `caracole batch`: a problem on each line in, an outcome on each line out.

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use caracole::runtime::parallel;
use caracole_server::{Settings, call};
use clap::Args;
use serde_json::Value;

use crate::Exit;
use crate::args::values::threads;
use crate::args::{GlobalOptions, MemoryArgs, TimeoutArgs};
use crate::failure::{Failure, error_text};
use crate::input::Source;
use crate::output::Output;

/// Solve many problems, one JSON object a line
///
/// Each line is a request of the API's `solve`, such as {"board":"8x8","closed":true,"from":"a1"}. The
/// outcomes come in the same order, as soon as they are known, from all cores. A line that cannot be read
/// gives an object with its number and the error. Blank lines are skipped.
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole batch problems.jsonl -o outcomes.jsonl
  printf '{\"board\":\"8x8\"}\\n{\"board\":\"4x4\"}\\n' | caracole batch",
    after_help = "Exit codes: 0 all decided, 2 a line is wrong, 3 an answer is unknown, 130 Ctrl-C."
)]
pub(crate) struct BatchArgs {
    /// The file, or - for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) time: TimeoutArgs,
    #[command(flatten, next_help_heading = "Limits")]
    pub(crate) memory: MemoryArgs,
    /// Threads that solve [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    #[arg(help_heading = "Limits")]
    pub(crate) threads: Option<usize>,
    /// Write to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
}

/// The most lines of a chunk, and the chunks that wait for a thread.
const CHUNK_LINES: usize = 64;
const CHUNKS_WAITING: usize = 4;

/// The longest line.
const MAX_LINE_BYTES: usize = 64 << 20;

/// Lines with their numbers from 1.
type Chunk = Vec<(u64, Vec<u8>)>;

/// The answers to a chunk, and how many lines were wrong or have no answer.
#[derive(Default)]
struct Answers {
    text: Vec<u8>,
    count: u64,
    wrong: u64,
    unknown: u64,
}

pub(crate) fn run(args: &BatchArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let mut output = Output::open(args.output.as_deref())?;
    let count = args.threads.unwrap_or_else(|| parallel::cores().get());
    let settings = Settings {
        // A century, if no limit is given.
        time_limit: args.time.timeout.map_or(Duration::from_hours(876_000), |limit| limit.0),
        memory: args.memory.limit().unwrap_or(u64::MAX),
        threads: 1,
        max_body_bytes: MAX_LINE_BYTES,
        max_squares: u64::MAX,
        worker_slots: count,
        ..Settings::default()
    };
    let mut lines = Lines::open(args)?;
    let mut all = Answers::default();
    let done = thread::scope(|scope| -> Result<(), Failure> {
        let (mut chunks, mut answers) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let (send, jobs) = sync_channel::<Chunk>(CHUNKS_WAITING);
            let (answered, receive) = sync_channel(CHUNKS_WAITING);
            chunks.push(send);
            answers.push(receive);
            let settings = &settings;
            scope.spawn(move || answer_chunks(&jobs, &answered, settings));
        }
        let reader = scope.spawn(move || read_chunks(&mut lines, &chunks));
        // Chunk k is answered by thread k modulo their number, so the order is kept.
        for receiver in answers.iter().cycle() {
            let Ok(chunk) = receiver.recv() else { break };
            let out = output.writer();
            let written = out.write_all(&chunk.text).and_then(|()| out.flush());
            written.map_err(|error| output.failure(&error.into()))?;
            all.count += chunk.count;
            all.wrong += chunk.wrong;
            all.unknown += chunk.unknown;
        }
        drop(answers);
        reader.join().unwrap_or_else(|_| Err(Failure::new("reading failed: please report this")))
    });
    done?;
    output.finish()?;
    let Answers { count, wrong, unknown, .. } = all;
    let lines = caracole::text::pluralize(count, "line");
    global.remark(format_args!("{lines}: {wrong} wrong, {unknown} unknown"));
    Ok(match (wrong, unknown) {
        (0, 0) => Exit::Yes,
        (0, _) => Exit::Unknown,
        _ => Exit::BadInput,
    })
}

/// The lines of the input.
struct Lines {
    input: BufReader<Box<dyn io::Read + Send>>,
    name: String,
    number: u64,
}

impl Lines {
    fn open(args: &BatchArgs) -> Result<Self, Failure> {
        const BUFFER_BYTES: usize = 1 << 16;
        let (input, name): (Box<dyn io::Read + Send>, String) = if args.file.as_os_str() == "-" {
            (Box::new(io::stdin()), "standard input".to_owned())
        } else {
            let source = Source::open(&args.file)?;
            let name = source.name();
            let input: Box<dyn io::Read + Send> = match source {
                Source::File(path) => Box::new(
                    std::fs::File::open(&path)
                        .map_err(|error| Failure::of(&name, error_text(&error)))?,
                ),
                Source::Buffered { bytes, .. } => Box::new(io::Cursor::new(bytes)),
            };
            (input, name)
        };
        Ok(Self { input: BufReader::with_capacity(BUFFER_BYTES, input), name, number: 0 })
    }

    /// Returns the lines that are there, and waits for the first one; empty at the end.
    fn next_chunk(&mut self) -> Result<Chunk, Failure> {
        let mut chunk = Vec::new();
        while chunk.is_empty() || chunk.len() < CHUNK_LINES && self.input.buffer().contains(&b'\n')
        {
            let mut line = Vec::new();
            let limited = &mut io::Read::take(&mut self.input, MAX_LINE_BYTES as u64 + 1);
            let read = limited.read_until(b'\n', &mut line);
            if read.map_err(|error| Failure::of(&self.name, error_text(&error)))? == 0 {
                break;
            }
            self.number += 1;
            if line.len() > MAX_LINE_BYTES {
                let why = format!("line {} is longer than {MAX_LINE_BYTES} bytes", self.number);
                return Err(Failure::of(&self.name, why));
            }
            if !line.trim_ascii().is_empty() {
                chunk.push((self.number, line));
            }
        }
        Ok(chunk)
    }
}

/// Passes chunks to the threads in turn.
fn read_chunks(lines: &mut Lines, threads: &[SyncSender<Chunk>]) -> Result<(), Failure> {
    for thread in threads.iter().cycle() {
        let chunk = lines.next_chunk()?;
        // Sending fails after the output failed.
        if chunk.is_empty() || thread.send(chunk).is_err() {
            break;
        }
    }
    Ok(())
}

/// Answers chunks until no more come.
fn answer_chunks(jobs: &Receiver<Chunk>, answered: &SyncSender<Answers>, settings: &Settings) {
    for chunk in jobs {
        let mut answers = Answers::default();
        for (number, line) in chunk {
            answers.add(number, &line, settings);
        }
        if answered.send(answers).is_err() {
            return;
        }
    }
}

impl Answers {
    /// Solves the problem of a line.
    fn add(&mut self, number: u64, line: &[u8], settings: &Settings) {
        const UNKNOWN: &[u8] = br#""outcome":"unknown""#;
        let reply = call("solve", line, settings);
        self.count += 1;
        if reply.status == 200 {
            if reply.body.windows(UNKNOWN.len()).any(|part| part == UNKNOWN) {
                self.unknown += 1;
            }
            self.text.extend_from_slice(&reply.body);
        } else {
            self.wrong += 1;
            let mut error: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
            if let Value::Object(object) = &mut error {
                object.insert("line".to_owned(), number.into());
            }
            self.text.extend_from_slice(error.to_string().as_bytes());
        }
        self.text.push(b'\n');
    }
}
