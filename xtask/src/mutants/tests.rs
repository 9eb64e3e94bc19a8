//! Runs tests against mutants.

use std::collections::{HashMap, VecDeque};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// A test failed.
    Killed,
    /// A test did not end.
    Hangs,
    /// All tests that reach it passed.
    Missed,
    /// No test reaches it.
    NotReached,
    /// It cannot change an answer.
    Accepted,
}

impl Verdict {
    const ALL: [Self; 5] =
        [Self::Killed, Self::Hangs, Self::Missed, Self::NotReached, Self::Accepted];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::Hangs => "hangs",
            Self::Missed => "missed",
            Self::NotReached => "not reached",
            Self::Accepted => "accepted",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.name() == name)
    }

    /// Returns true if no test detects the mutant.
    pub(crate) const fn is_open(self) -> bool {
        matches!(self, Self::Missed | Self::NotReached)
    }
}

/// One test function.
struct Test {
    binary: PathBuf,
    name: String,
    time: Duration,
}

/// The tests of a package, fastest first, and which of them reach each mutant.
pub(crate) struct TestSuite {
    folder: PathBuf,
    tests: Vec<Test>,
    reached: HashMap<usize, Vec<usize>>,
    /// The tests that failed last, the latest first. They run first, because the same test often detects the next
    /// mutant as well.
    last_failed: Mutex<VecDeque<usize>>,
}

/// The number of tests that run before the fastest, and the longest time of one.
const FIRST_TESTS: usize = 6;
const FIRST_TEST_TIME: Duration = Duration::from_millis(300);

/// The largest number of tests in one process, and the largest sum of their usual times, unless it is one test.
const BATCH: usize = 12;
const BATCH_TIME: Duration = Duration::from_secs(1);
/// A batch may take this much processor time beyond five times its usual time.
const PATIENCE: Duration = Duration::from_secs(5);
/// A batch may sleep this much longer, such as at a lock that is never released. The time in which other programs
/// use the processors does not count.
const SLEEP: Duration = Duration::from_secs(30);
/// Bytes of memory for a test, in KiB.
const MEMORY: &str = "6000000";

impl TestSuite {
    /// Runs each test by itself and records the mutants that it reaches. Leaves out the tests that take longer than
    /// `at_most`.
    pub(crate) fn record(
        binaries: &[PathBuf],
        tree: &Path,
        package: &str,
        at_most: Option<Duration>,
    ) -> io::Result<Self> {
        let folder = tree.join("crates").join(package.trim_start_matches("caracole-"));
        let trace = std::env::temp_dir().join(format!("mutants-{}", std::process::id()));
        let times = trace.with_extension("times");
        let mut found: Vec<(Test, Vec<usize>)> = Vec::new();
        for binary in binaries {
            let listed = Command::new(binary)
                .args(["--list", "--format=terse"])
                .current_dir(&folder)
                .output()?;
            let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
            for name in listed.lines().filter_map(|line| line.strip_suffix(": test")) {
                let _ = fs::remove_file(&trace);
                let limit = at_most.unwrap_or(Duration::MAX);
                let mut command = command(&folder, binary, &[name], limit);
                command.env("MUTANT_TRACE", &trace).env("MUTANT_TIMES", &times);
                let status = command.status()?;
                if has_timed_out(status) {
                    continue;
                }
                if !status.success() {
                    return Err(io::Error::other(format!("{name} fails without a mutant")));
                }
                let time = processor_time(&fs::read_to_string(&times)?)
                    .ok_or_else(|| io::Error::other("the shell prints times in an unknown form"))?;
                let test = Test { binary: binary.clone(), name: name.to_owned(), time };
                let seen = fs::read_to_string(&trace).unwrap_or_default();
                found.push((test, seen.lines().filter_map(|line| line.parse().ok()).collect()));
            }
        }
        let _ = (fs::remove_file(&trace), fs::remove_file(&times));
        found.sort_by_key(|(test, _)| test.time);
        let (mut tests, mut reached) = (Vec::new(), HashMap::<usize, Vec<usize>>::new());
        for (at, (test, mutants)) in found.into_iter().enumerate() {
            tests.push(test);
            for mutant in mutants {
                reached.entry(mutant).or_default().push(at);
            }
        }
        Ok(Self { folder, tests, reached, last_failed: Mutex::default() })
    }

    /// Runs mutants, on all cores. Calls `save` with the verdicts so far from time to time and at the end.
    pub(crate) fn judge(
        &self,
        mutants: &[usize],
        at_most: Option<Duration>,
        save: impl Fn(&HashMap<usize, Verdict>) -> io::Result<()> + Sync,
    ) -> io::Result<()> {
        let next = AtomicUsize::new(0);
        let verdicts = Mutex::new(HashMap::new());
        thread::scope(|scope| {
            let work = || {
                while let Some(&mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = self.judge_one(mutant, at_most)?;
                    let mut all = verdicts.lock().unwrap_or_else(PoisonError::into_inner);
                    all.insert(mutant, verdict);
                    if all.len() % 50 == 0 {
                        eprintln!("{} of {} mutants", all.len(), mutants.len());
                        save(&all)?;
                    }
                }
                Ok(())
            };
            let cores = thread::available_parallelism().map_or(1, usize::from);
            let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| {
                thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread panicked")))
            })
        })?;
        save(&verdicts.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn judge_one(&self, mutant: usize, at_most: Option<Duration>) -> io::Result<Verdict> {
        let Some(tests) = self.reached.get(&mutant) else { return Ok(Verdict::NotReached) };
        for batch in self.batches(tests, at_most) {
            let limit = batch.usual * 5 + PATIENCE;
            let mut command = command(&self.folder, batch.binary, &batch.names, limit);
            let mut output = tempfile()?;
            command.env("MUTANT", mutant.to_string()).stdout(output.try_clone()?);
            match wait(command.spawn()?, limit + SLEEP)? {
                Ended::Passed => {}
                Ended::Failed => {
                    let mut text = String::new();
                    output.seek(SeekFrom::Start(0))?;
                    // A test may print anything.
                    let _ = output.read_to_string(&mut text);
                    self.note_failures(tests, &batch, &text);
                    return Ok(Verdict::Killed);
                }
                Ended::TimedOut => return Ok(Verdict::Hangs),
            }
        }
        Ok(Verdict::Missed)
    }

    /// Groups tests into processes: first the tests that failed last, then the others in order.
    fn batches(&self, tests: &[usize], at_most: Option<Duration>) -> Vec<Batch<'_>> {
        let mut all = Duration::ZERO;
        let in_time = tests.iter().copied().take_while(|&at| {
            all += self.tests[at].time;
            at_most.is_none_or(|most| all <= most)
        });
        let in_time: Vec<usize> = in_time.collect();
        let last_failed = self.last_failed.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = |at: &usize| last_failed.contains(at);
        let first = last_failed.iter().copied().filter(|at| in_time.contains(at));
        let others = in_time.iter().copied().filter(|at| !is_first(at));
        let mut batches: Vec<Batch<'_>> = Vec::new();
        for (at, is_first) in first.map(|at| (at, true)).chain(others.map(|at| (at, false))) {
            let test = &self.tests[at];
            let open = batches.iter_mut().rfind(|batch| batch.binary == test.binary);
            match open.filter(|batch| !is_first && batch.has_room_for(test)) {
                Some(batch) => batch.push(test),
                None => batches.push(Batch {
                    binary: &test.binary,
                    names: vec![&test.name],
                    usual: test.time,
                }),
            }
        }
        batches
    }

    /// Moves the tests that failed to the front. `output` lists them, each after four blanks.
    fn note_failures(&self, tests: &[usize], batch: &Batch<'_>, output: &str) {
        let failed: Vec<&str> =
            output.lines().filter_map(|line| line.strip_prefix("    ")).collect();
        let mut last_failed = self.last_failed.lock().unwrap_or_else(PoisonError::into_inner);
        for &at in tests {
            let Test { binary, name, time } = &self.tests[at];
            let is_in_batch = binary == batch.binary && batch.names.contains(&&**name);
            let has_failed = batch.names.len() == 1 || failed.contains(&&**name);
            if is_in_batch && has_failed && *time <= FIRST_TEST_TIME {
                last_failed.retain(|&other| other != at);
                last_failed.push_front(at);
            }
        }
        last_failed.truncate(FIRST_TESTS);
    }
}

/// Creates a file for output that is removed when it is closed.
fn tempfile() -> io::Result<fs::File> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("mutants-{}-{number}", std::process::id()));
    let file = fs::File::options().create_new(true).read(true).write(true).open(&path)?;
    fs::remove_file(path)?;
    Ok(file)
}

/// Tests that run in one process.
struct Batch<'a> {
    binary: &'a Path,
    names: Vec<&'a str>,
    /// The time that they take without a mutant.
    usual: Duration,
}

impl<'a> Batch<'a> {
    fn has_room_for(&self, test: &Test) -> bool {
        self.names.len() < BATCH && self.usual + test.time <= BATCH_TIME
    }

    fn push(&mut self, test: &'a Test) {
        self.names.push(&test.name);
        self.usual += test.time;
    }
}

/// A process that runs some tests of a binary, one after another, with limited memory and processor time.
fn command(folder: &Path, binary: &Path, names: &[&str], time: Duration) -> Command {
    let mut command = Command::new("sh");
    let seconds = match time {
        Duration::MAX => "unlimited".to_owned(),
        time => time.as_secs().to_string(),
    };
    let script = "ulimit -c 0; ulimit -v \"$0\"; ulimit -t \"$1\"; shift
        [ -n \"$MUTANT_TIMES\" ] || exec \"$@\"
        \"$@\" && times > \"$MUTANT_TIMES\"";
    command.args(["-c", script, MEMORY, &seconds]).arg(binary);
    command.args(["--exact", "--test-threads=1", "--quiet"]).args(names).current_dir(folder);
    command.env("PROPTEST_RNG_SEED", "1").env("CARGO_MANIFEST_DIR", folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Reads the processor time of child processes from the output of the shell command `times`: its second line,
/// such as `0m1.250000s 0m0.030000s`.
fn processor_time(text: &str) -> Option<Duration> {
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let times: Option<Vec<f64>> = text.lines().nth(1)?.split_whitespace().map(seconds).collect();
    Some(Duration::from_secs_f64(times?.iter().sum()))
}

/// How a process ended.
enum Ended {
    Passed,
    Failed,
    TimedOut,
}

/// The signals that end a process with too much processor time: SIGXCPU at the soft limit, SIGKILL at the hard one.
const TIME_SIGNALS: [i32; 2] = [24, 9];

/// Returns true if a process ended by its limit of processor time, or as the child of a shell that reports this.
fn has_timed_out(status: ExitStatus) -> bool {
    let signal = status.signal().or_else(|| status.code()?.checked_sub(128));
    signal.is_some_and(|signal| TIME_SIGNALS.contains(&signal))
}

/// Waits until a process ends. Ends it if it sleeps for too long; its processor time is limited by [`command`].
fn wait(mut child: Child, longest_sleep: Duration) -> io::Result<Ended> {
    /// Most processes end earlier.
    const FIRST_LOOK: Duration = Duration::from_secs(1);
    let begun = Instant::now();
    let (mut last_look, mut asleep) = (begun, Duration::ZERO);
    loop {
        if let Some(status) = child.try_wait()? {
            if status.success() {
                return Ok(Ended::Passed);
            }
            return Ok(if has_timed_out(status) { Ended::TimedOut } else { Ended::Failed });
        }
        if begun.elapsed() < FIRST_LOOK {
            thread::sleep(Duration::from_millis(2));
            continue;
        }
        thread::sleep(Duration::from_millis(50));
        if is_asleep(child.id()) {
            asleep += last_look.elapsed();
        }
        last_look = Instant::now();
        if asleep > longest_sleep {
            child.kill()?;
            child.wait()?;
            return Ok(Ended::TimedOut);
        }
    }
}

/// Returns true if every thread of a process sleeps: none runs, waits for a processor or for a disk. Without the
/// folder `/proc`, every process counts as asleep.
fn is_asleep(process: u32) -> bool {
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return true };
    threads.flatten().all(|thread| {
        let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        // The state follows the name of the program, which is in parentheses.
        let state = stat.rsplit(')').next().and_then(|rest| rest.trim_start().chars().next());
        !matches!(state, Some('R' | 'D'))
    })
}
