//! One process of a cluster: it connects to the others, starts its workers and watches them.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use caracole_count::driver::{CountFolder, Exchange, Schedule, Total, count_with};
use caracole_count::{
    Count, CountError, CountProgress, CountStage, Job, Limits, Options, Question,
};
use caracole_verify::StopCause;
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Allocator, Hooks, initialize_from};
use timely::worker::Worker;

use crate::channel::Channel;
use crate::exchange::{NetworkExchange, sum};
use crate::net::{Failure, Net, Parameters, Rendezvous, Signals, TimelyStream};
use crate::secret::Key;
use crate::{ClusterError, FailureCause, Hosts, HostsError, Secret};

/// One of several processes that count together.
///
/// All processes have the same list of hosts, and each has its own number. They count the same question
/// with the same number of threads, each of which is a worker. Either all of them have a checkpoint
/// folder, which they share, or none has one.
///
/// ```no_run
/// use caracole_cluster::{Cluster, Hosts, Secret};
/// use caracole_core::Problem;
/// use caracole_count::{Options, Job, Question};
///
/// // On anna: `program hosts.txt secret 0`, on bert: `program hosts.txt secret 1`, and so on.
/// let words: Vec<String> = std::env::args().collect();
/// let hosts = Hosts::parse(&std::fs::read_to_string(&words[1])?)?;
/// let secret = Secret::new(&std::fs::read(&words[2])?)?;
/// let cluster = Cluster::new(&hosts, words[3].parse()?)?.with_secret(&secret);
/// let cluster = cluster.on_notice(&|notice| eprintln!("{notice}"));
/// let question = Question::new(Problem::new("8x8".parse()?).closed());
/// let job = Job::with_options(&Options::new().threads(16)).checkpoint("/shared/eight".as_ref());
/// println!("{}", cluster.count(&question, &job)?.count);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A single process with three workers:
///
/// ```
/// use caracole_cluster::Cluster;
/// use caracole_core::Problem;
/// use caracole_count::{Options, Job, Question};
///
/// let question = Question::new(Problem::new("5x6".parse()?).closed());
/// let answer = Cluster::alone().count(&question, &Job::with_options(&Options::new().threads(3)))?;
/// assert_eq!(answer.count.to_string(), "8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Cluster<'a> {
    hosts: Option<&'a Hosts>,
    process: usize,
    secret: Option<&'a Secret>,
    notice: Option<&'a dyn Fn(&str)>,
}

/// The result of a count by all processes, and its cost.
///
/// ```
/// use caracole_cluster::Cluster;
/// use caracole_core::Problem;
/// use caracole_count::{Options, Job, Question};
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// let answer = Cluster::alone().count(&question, &Job::with_options(&Options::new().threads(2)))?;
/// assert_eq!(answer.count.to_string(), "9862");
/// println!("{} states; {} bytes between workers", answer.states, answer.exchanged);
/// assert_eq!(answer.written, 0, "a single process has no connections");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterCount {
    /// The number of tours.
    pub count: Count,
    /// The number of states of all layers that were computed, by all workers together.
    pub states: u64,
    /// The number of bytes that all workers sent to other workers, in the same process or in another one.
    pub exchanged: u64,
    /// The number of bytes that this process wrote to other processes.
    pub written: u64,
}

/// The interval between two checks of the limits of the job.
const POLL: Duration = Duration::from_millis(20);

impl<'a> Cluster<'a> {
    /// Returns the process with a number, from 0, of those in a list.
    pub fn new(hosts: &'a Hosts, process: usize) -> Result<Self, HostsError> {
        hosts.check(process)?;
        Ok(Self { hosts: Some(hosts), process, secret: None, notice: None })
    }

    /// Returns a cluster of a single process.
    pub const fn alone() -> Self {
        Self { hosts: None, process: 0, secret: None, notice: None }
    }

    /// Sets the secret that all processes share. Processes on different machines need one.
    #[must_use]
    pub const fn with_secret(self, secret: &'a Secret) -> Self {
        Self { secret: Some(secret), ..self }
    }

    /// Sets a function that receives a line of text for each missing process and each rejected connection.
    #[must_use]
    pub const fn on_notice(self, notice: &'a dyn Fn(&str)) -> Self {
        Self { notice: Some(notice), ..self }
    }

    /// Returns the exact number of tours. Every process returns the same number.
    ///
    /// Waits until all processes are connected. With a checkpoint folder, any number of processes can
    /// continue a count that was stopped from its last finished layer.
    ///
    /// # Errors
    ///
    /// Returns an error if a limit of the job is reached, or if another process stops or is lost.
    pub fn count(&self, question: &Question, job: &Job<'_>) -> Result<ClusterCount, ClusterError> {
        let begun = Instant::now();
        let alone = Hosts::alone();
        let hosts = self.hosts.unwrap_or(&alone);
        if let (None, Some(address)) = (self.secret, hosts.beyond_loopback()) {
            return Err(ClusterError::SecretNeeded { address: address.into() });
        }
        let schedules = Schedule::all(question, job)?;
        let threads = job.threads();
        let narrow = |number: usize| {
            u32::try_from(number).map_err(|_| no_net(std::io::ErrorKind::InvalidInput.into()))
        };
        let folder = job.checkpoint_folder();
        let parameters = Parameters {
            process: narrow(self.process)?,
            to: 0,
            processes: narrow(hosts.len())?,
            threads: narrow(threads)?,
            has_checkpoint: folder.is_some().into(),
            digest: digest(&schedules),
        };
        let rendezvous = Rendezvous {
            hosts,
            parameters,
            key: Key::new(self.secret),
            has_secret: self.secret.is_some(),
            notice: self.notice.unwrap_or(&|_| ()),
        };
        let peers = rendezvous.connect_all(job)?;
        let signals = Arc::new(Signals::new(self.process, hosts.len()));
        let (net, streams) = Net::new(peers, threads, &signals).map_err(no_net)?;
        let (sender, receiver) = channel();
        let group = WorkerGroup {
            question: question.clone(),
            schedules,
            folder: folder.map(Into::into),
            memory: job.memory_limit().map(|bytes| bytes / threads as u64),
            threads,
            signals: Arc::clone(&signals),
            progress: Mutex::new(sender),
            begun,
        };
        let watch = || watch(&receiver, &net, &signals, job);
        let result =
            run_workers(&signals, threads, streams, &watch, move |exchange| group.count(exchange));
        net.leave();
        Ok(ClusterCount { written: signals.written(), ..result? })
    }
}

/// Runs the same function on each worker of this process, and returns the result of one of them. `watch`
/// returns when all of them have ended.
fn run_workers<T: Send + 'static>(
    signals: &Arc<Signals>,
    threads: usize,
    streams: Vec<Option<TimelyStream>>,
    watch: &dyn Fn(),
    work: impl Fn(&mut NetworkExchange) -> Result<T, ClusterError> + Send + Sync + 'static,
) -> Result<T, ClusterError> {
    let hooks = Hooks::default();
    let inside = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(inside, streams, signals.process, threads, hooks)
            .map_err(no_net)?;
    // The guard would wait for threads whose connections may be broken; they end when the net is closed.
    std::mem::forget(guard);
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let shared = Arc::clone(signals);
    let run = move |allocator| run_worker(&shared, allocator, &work);
    let workers = initialize_from(builders, Box::new(()), run);
    let workers = workers.map_err(|why| no_net(std::io::Error::other(why)))?;
    watch();
    let mut result = None;
    for each in workers.join() {
        match each {
            Ok(Err(Some(error))) => return Err(error),
            Ok(Ok(same)) => result = Some(same),
            // Another worker failed first, or this one panicked and its guard reported that.
            Ok(Err(None)) | Err(_) => {}
        }
    }
    // A failure after the result does not change it.
    result.ok_or_else(|| signals.error())
}

/// Runs one worker. Returns an error only if no failure was reported before it.
fn run_worker<T>(
    signals: &Arc<Signals>,
    allocator: Allocator,
    work: &impl Fn(&mut NetworkExchange) -> Result<T, ClusterError>,
) -> Result<T, Option<ClusterError>> {
    let start = PanicGuard(signals);
    // A worker without a clock never parks.
    let worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
    let mut exchange = NetworkExchange::new(Channel::new(worker, Arc::clone(signals)));
    // Dropped before the exchange, with which timely reports a normal end to the other processes.
    let guard = PanicGuard(signals);
    let result = work(&mut exchange);
    std::mem::forget((start, guard));
    result.map_err(|error| {
        let cause = FailureCause::Failed(error.to_string());
        signals.fail(Failure { process: signals.process, cause }).then_some(error)
    })
}

/// The data that all workers of a process share.
struct WorkerGroup {
    question: Question,
    schedules: Vec<Schedule>,
    folder: Option<PathBuf>,
    /// The memory limit of each worker, in bytes.
    memory: Option<u64>,
    threads: usize,
    signals: Arc<Signals>,
    progress: Mutex<Sender<CountProgress>>,
    begun: Instant,
}

/// The longest time until a file that another machine wrote appears in a shared folder.
const SHARED_FOLDER_DELAY: Duration = Duration::from_secs(10);

impl WorkerGroup {
    /// Counts as one of the workers. Every worker returns the same number.
    fn count(&self, exchange: &mut NetworkExchange) -> Result<ClusterCount, ClusterError> {
        // One worker of each process reports the progress.
        let is_reporter = exchange.worker().is_multiple_of(self.threads);
        let _locked = self.open_folder(exchange, is_reporter)?;
        let sender = is_reporter.then(|| self.progress.lock().ok()).flatten();
        let sender = sender.map(|sender| sender.clone());
        let report = |progress: &CountProgress| {
            let is_for_all = progress.is_layer_finished || progress.stage == CountStage::Join;
            if let (Some(sender), true) = (&sender, is_for_all) {
                // The receiver may be gone.
                let _ = sender
                    .send(CountProgress { elapsed: self.begun.elapsed(), ..progress.clone() });
            }
        };
        let limits = Limits { memory: self.memory, ..Limits::default() };
        let options = Options::new().limits(limits).threads(1).cancel_flag(self.signals.flag());
        let job = Job::with_options(&options).on_progress(&report);
        let job = self.folder.as_deref().map_or(job, |folder| job.checkpoint(folder));
        let Total { count, states } = count_with(&self.schedules, exchange, &job)?;
        // After this round no worker waits for another one.
        let sent = exchange.broadcast(&exchange.sent().to_le_bytes())?;
        let exchanged = sum(&sent, exchange.workers())?;
        Ok(ClusterCount { count, states, exchanged, written: 0 })
    }

    /// Checks that all processes see the same folder, and that it belongs to this count. The first worker
    /// locks it.
    fn open_folder(
        &self,
        exchange: &mut NetworkExchange,
        is_reporter: bool,
    ) -> Result<Option<CountFolder>, ClusterError> {
        let Some(path) = &self.folder else { return Ok(None) };
        let is_first = exchange.worker() == 0;
        let locked =
            is_first.then(|| CountFolder::for_cluster(path, &self.question)).transpose()?;
        exchange.wait()?;
        let begun = Instant::now();
        while is_reporter && !CountFolder::is_of_cluster(path, &self.question)? {
            if begun.elapsed() > SHARED_FOLDER_DELAY {
                let (folder, process) = (path.clone(), self.signals.process);
                return Err(ClusterError::NotShared { folder, process });
            }
            self.signals.check()?;
            thread::sleep(Duration::from_millis(50));
        }
        Ok(locked)
    }
}

/// Stops all workers if this one panics.
struct PanicGuard<'a>(&'a Signals);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        let cause = FailureCause::Failed("a worker panicked".into());
        self.0.fail(Failure { process: self.0.process, cause });
    }
}

/// Reports the progress of the workers and checks the limits of the job until all workers have ended.
fn watch(progress: &Receiver<CountProgress>, net: &Net, signals: &Signals, job: &Job<'_>) {
    loop {
        match progress.recv_timeout(POLL) {
            Ok(progress) => job.report(progress),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if let Err(cause) = job.check_limits() {
            let cause = if cause == StopCause::Time {
                FailureCause::TimedOut
            } else {
                FailureCause::Interrupted
            };
            signals.fail(Failure { process: signals.process, cause });
        }
        if signals.failure().is_some() {
            net.close_writing();
        }
    }
}

/// Returns a number that identifies a count.
fn digest(schedules: &[Schedule]) -> u64 {
    schedules.iter().fold(schedules.len() as u64, |digest, schedule| {
        let all = digest ^ schedule.fingerprint() ^ schedule.factor().cast_unsigned();
        all.rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

fn no_net(why: std::io::Error) -> ClusterError {
    CountError::File { path: "the connection to other processes".into(), why }.into()
}

#[cfg(test)]
pub(crate) fn digest_of(question: &Question) -> u64 {
    digest(&Schedule::all(question, &Job::new()).expect("a question with layers"))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{Shutdown, TcpListener, TcpStream};
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use caracole_count::driver::Layer;

    use super::*;
    use crate::exchange::BATCH;

    #[test]
    fn the_time_limit_stops_the_workers() {
        let signals = Arc::new(Signals::new(2, 3));
        let (net, _) = Net::new(vec![None], 1, &signals).expect("no connection is needed");
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            let seen = Arc::clone(&signals);
            let worker = move || {
                while seen.check().is_ok() {
                    thread::sleep(POLL);
                }
                drop(sender);
            };
            scope.spawn(worker);
            watch(
                &receiver,
                &net,
                &signals,
                &Job::with_options(&Options::new().timeout(Duration::ZERO)),
            );
        });
        let timed_out = Failure { process: 2, cause: FailureCause::TimedOut };
        assert_eq!(signals.failure(), Some(timed_out));
        let why = signals.error().to_string();
        assert!(why.starts_with("the time limit was reached"), "{why}");
        net.leave();
    }

    /// A proxy in front of process 0 that stops reading from process 1 while its gate is closed.
    fn forward(proxy: &TcpListener, target: &str, is_open: &Arc<AtomicBool>) {
        let (caller, _) = proxy.accept().expect("process 1 calls");
        let listener = loop {
            match TcpStream::connect(target) {
                Ok(socket) => break socket,
                Err(_) => thread::sleep(POLL),
            }
        };
        let clone = |socket: &TcpStream| socket.try_clone().expect("a socket");
        let back = (clone(&listener), clone(&caller));
        thread::spawn(move || {
            let (mut from, mut to) = back;
            let _ = std::io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Write);
        });
        let (mut from, mut to, is_open) = (caller, listener, Arc::clone(is_open));
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            loop {
                while !is_open.load(Ordering::SeqCst) {
                    thread::sleep(POLL);
                }
                match from.read(&mut buffer) {
                    Ok(read @ 1..) if to.write_all(&buffer[..read]).is_ok() => {}
                    _ => break,
                }
            }
            let _ = to.shutdown(Shutdown::Write);
        });
    }

    /// Process 0 does not read while process 1 sends it five batches. Process 1 must stop after the first one.
    #[test]
    fn a_process_that_does_not_read_limits_what_another_one_sends() {
        const BLOCK: usize = 3 + 8 * 135_135;
        const BLOCKS: usize = 80;
        let listener = || TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let (proxy, free, own) = (listener(), listener(), listener());
        let [proxy_address, first, second] =
            [&proxy, &free, &own].map(|one| one.local_addr().expect("an address").to_string());
        drop((free, own));
        let (is_open, sent) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicUsize::new(0)));
        // Fourteen squares of degree 1 and 80 combinations of degrees of six others.
        let patterns: Vec<u64> = (0..3_u64.pow(6))
            .map(|number| (0..6).fold(0, |all, at| all | (number / 3_u64.pow(at) % 3) << (2 * at)))
            .filter(|degrees| degrees & 0b0101_0101_0101 == 0)
            .flat_map(|degrees| [degrees | 0x0555_5555 << 12, degrees << 28 | 0x0555_5555])
            .collect::<std::collections::BTreeSet<_>>()
            .into_iter()
            .take(BLOCKS)
            .collect();
        assert_eq!(patterns.len(), BLOCKS);
        let process = |process: usize, hosts: [&str; 2]| {
            let hosts = Hosts::parse(&hosts.join("\n")).expect("two hosts");
            let parameters = Parameters {
                process: process as u32,
                to: 0,
                processes: 2,
                threads: 1,
                has_checkpoint: 0,
                digest: 0,
            };
            let rendezvous = Rendezvous {
                hosts: &hosts,
                parameters,
                key: Key::new(None),
                has_secret: false,
                notice: &|_| (),
            };
            let peers = rendezvous.connect_all(&Job::new()).expect("they connect");
            let signals = Arc::new(Signals::new(process, 2));
            let (net, streams) = Net::new(peers, 1, &signals).expect("connections");
            let (is_open, sent, patterns) =
                (Arc::clone(&is_open), Arc::clone(&sent), patterns.clone());
            let result = run_workers(&signals, 1, streams, &|| (), move |exchange| {
                let block = [&[0, 8, 0][..], &vec![1; BLOCK - 3]].concat();
                let blocks = patterns.iter().map(|pattern| (*pattern, &block[..]));
                let layer = if process == 0 {
                    Layer::empty()
                } else {
                    Layer::from_blocks(20, blocks.collect())?
                };
                exchange.wait()?;
                if process == 1 {
                    is_open.store(false, Ordering::SeqCst);
                }
                let owner = |_| {
                    sent.fetch_add(BLOCK, Ordering::SeqCst);
                    0
                };
                let received = exchange.send_blocks(20, &[layer], &patterns, owner)?.0.states();
                exchange.wait()?;
                Ok(received)
            });
            net.leave();
            result.expect("all blocks arrive")
        };
        thread::scope(|scope| {
            let [run_first, run_second] =
                [(0, [&first[..], &second]), (1, [&proxy_address[..], &second])]
                    .map(|(number, hosts)| scope.spawn(move || process(number, hosts)));
            forward(&proxy, &first, &is_open);
            while is_open.load(Ordering::SeqCst) {
                thread::sleep(POLL);
            }
            // Until process 1 sends nothing more for half a second.
            let (mut last, mut since) = (0, Instant::now());
            while last == 0 || since.elapsed() < Duration::from_millis(500) {
                let now = sent.load(Ordering::SeqCst);
                if now != last {
                    (last, since) = (now, Instant::now());
                }
                thread::sleep(POLL);
            }
            is_open.store(true, Ordering::SeqCst);
            let results = [run_first, run_second].map(|run| run.join().expect("no panic"));
            assert_eq!(results, [BLOCKS as u64 * 135_135, 0]);
            let batch = BATCH + BLOCK;
            assert!((BATCH - BLOCK..=batch).contains(&last), "{last} bytes, {batch} at most");
        });
    }

    #[test]
    fn each_question_has_its_own_digest() {
        let problem = |board: &str| caracole_core::Problem::new(board.parse().expect("a board"));
        let digest = |question| digest_of(&question);
        let closed = digest(Question::new(problem("5x6").closed()));
        assert_eq!(closed, digest(Question::new(problem("5x6").closed())));
        assert_ne!(closed, digest(Question::new(problem("5x6"))));
        assert_ne!(closed, digest(Question::new(problem("6x5-a1").closed())));
        let directed = Question::new(problem("5x6").closed());
        assert_ne!(closed, digest(directed.counting(caracole_count::Direction::Directed)));
    }
}
