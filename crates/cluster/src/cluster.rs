//! Several processes that count together.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use caracole_core::StopCause;
use caracole_count::spread::Relay;
use caracole_count::{Count, CountError, Job, Progress, Question};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Allocator, Hooks, initialize_from};
use timely::worker::Worker;

use crate::channel::Channel;
use crate::crew::{Crew, Member};
use crate::net::{Meeting, Net, Plan, Signals, TimelyStream, Trouble};
use crate::secret::Key;
use crate::{ClusterError, Hosts, HostsError, How, Secret};

/// One of several processes that count together.
///
/// Each has the same list of hosts and a number of its own, and is asked the same question with a [`Job`]
/// that differs in nothing that matters: as many threads, each of which is a worker, and the same folder
/// for finished layers, if there is one.
///
/// ```no_run
/// use caracole_cluster::{Cluster, Hosts, Secret};
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question};
///
/// // On anna: `program hosts.txt secret 0`, on bert: `program hosts.txt secret 1`, and so on.
/// let words: Vec<String> = std::env::args().collect();
/// let hosts = Hosts::parse(&std::fs::read_to_string(&words[1])?)?;
/// let secret = Secret::new(&std::fs::read(&words[2])?)?;
/// let cluster = Cluster::new(&hosts, words[3].parse()?)?.with_secret(&secret);
/// let cluster = cluster.told_to(&|notice| eprintln!("{notice}"));
/// let question = Question::new(Problem::new("8x8".parse()?).closed());
/// let job = Job::new().threads(16).checkpoint("/shared/eight".as_ref());
/// println!("{}", cluster.count(&question, &job)?.count);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Alone, with three workers:
///
/// ```
/// use caracole_cluster::Cluster;
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question};
///
/// let question = Question::new(Problem::new("5x6".parse()?).closed());
/// let answer = Cluster::alone().count(&question, &Job::new().threads(3))?;
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

/// What all processes found together.
///
/// ```
/// use caracole_cluster::Cluster;
/// use caracole_core::Problem;
/// use caracole_count::{Job, Question};
///
/// let question = Question::new(Problem::new("6x6".parse()?).closed());
/// let answer = Cluster::alone().count(&question, &Job::new().threads(2))?;
/// assert_eq!(answer.count.to_string(), "9862");
/// println!("{} states; {} bytes between workers", answer.states, answer.exchanged);
/// assert_eq!(answer.wired, 0, "there is nobody else to write to");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The number of tours.
    pub count: Count,
    /// How many states were made, by all workers.
    pub states: u64,
    /// How many bytes went from one worker to another, in this process or beyond.
    pub exchanged: u64,
    /// How many bytes this process wrote to others.
    pub wired: u64,
}

/// So often it is looked whether the work must stop.
const LOOK: Duration = Duration::from_millis(20);

impl<'a> Cluster<'a> {
    /// One process of several.
    pub fn new(hosts: &'a Hosts, process: usize) -> Result<Self, HostsError> {
        hosts.check(process)?;
        Ok(Self { hosts: Some(hosts), process, secret: None, notice: None })
    }

    /// The only process, with some workers.
    pub const fn alone() -> Self {
        Self { hosts: None, process: 0, secret: None, notice: None }
    }

    /// With a secret that all processes share. Beyond loopback no process starts without one.
    #[must_use]
    pub const fn with_secret(self, secret: &'a Secret) -> Self {
        Self { secret: Some(secret), ..self }
    }

    /// With a function that receives a line if the others are late, and about callers that were ignored.
    #[must_use]
    pub const fn told_to(self, notice: &'a dyn Fn(&str)) -> Self {
        Self { notice: Some(notice), ..self }
    }

    /// The number of tours, exactly; every process comes to the same.
    ///
    /// The answer does not come before all processes are there, and none comes when one of them is lost.
    /// With a folder, all of them, or others, can then go on from the last layer that was finished.
    pub fn count(&self, question: &Question, job: &Job<'_>) -> Result<Answer, ClusterError> {
        let begun = Instant::now();
        let alone = Hosts::alone();
        let hosts = self.hosts.unwrap_or(&alone);
        if let (None, Some(address)) = (self.secret, hosts.beyond_loopback()) {
            return Err(ClusterError::SecretNeeded { address: address.into() });
        }
        let relays = Relay::all(question, job)?;
        let threads = job.cores();
        let folder = job.checkpoint_folder();
        let plan = Plan {
            process: self.process as u32,
            to: 0,
            processes: hosts.len() as u32,
            threads: threads as u32,
            keeps: folder.is_some().into(),
            digest: digest(&relays),
        };
        let meeting = Meeting {
            hosts,
            plan,
            key: Key::new(self.secret),
            has_secret: self.secret.is_some(),
            notice: self.notice.unwrap_or(&|_| ()),
        };
        let peers = meeting.meet(job)?;
        let signals = Arc::new(Signals::new(self.process, hosts.len()));
        let (net, streams) = Net::new(peers, threads, &signals).map_err(no_net)?;
        let (sender, receiver) = channel();
        let crew = Crew {
            question: question.clone(),
            relays,
            folder: folder.map(Into::into),
            memory: job.memory_limit().map(|bytes| bytes / threads as u64),
            threads,
            signals: Arc::clone(&signals),
            progress: Mutex::new(sender),
            begun,
        };
        let answers = run(crew, streams, &|| watch(&receiver, &net, &signals, job));
        net.leave();
        Ok(Answer { wired: signals.wired(), ..answers? })
    }
}

/// Runs the workers of this process. `watch` returns when all of them have ended.
fn run(
    crew: Crew,
    streams: Vec<Option<TimelyStream>>,
    watch: &dyn Fn(),
) -> Result<Answer, ClusterError> {
    let (signals, threads) = (Arc::clone(&crew.signals), crew.threads);
    let hooks = Hooks::default();
    let inside = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) =
        initialize_networking_from_sockets(inside, streams, signals.process, threads, hooks)
            .map_err(no_net)?;
    // It would wait for threads whose connections may be broken; they end when the net does.
    std::mem::forget(guard);
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let workers = initialize_from(builders, Box::new(()), move |allocator| work(&crew, allocator));
    let workers = workers.map_err(|why| no_net(std::io::Error::other(why)))?;
    watch();
    let mut answer = None;
    for each in workers.join() {
        match each {
            Ok(Err(Some(error))) => return Err(error),
            Ok(Ok(same)) => answer = Some(same),
            // It stopped because of somebody else, or it panicked, and the alarm was raised.
            Ok(Err(None)) | Err(_) => {}
        }
    }
    // Trouble that came when the answer was there does not matter any more.
    answer.ok_or_else(|| signals.why())
}

/// The work of one worker; an error only if it is its own.
fn work(crew: &Crew, allocator: Allocator) -> Result<Answer, Option<ClusterError>> {
    let start = Alarm(&crew.signals);
    // Without a clock it would never sleep.
    let worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
    let mut member = Member::new(crew, Channel::new(worker, Arc::clone(&crew.signals)));
    // Raised before the member is dropped: timely then tells the others that all is done.
    let alarm = Alarm(&crew.signals);
    let answer = member.count();
    std::mem::forget((start, alarm));
    answer.map_err(|error| {
        let how = How::Failed(error.to_string());
        crew.signals.raise(Trouble { process: crew.signals.process, how }).then_some(error)
    })
}

/// Ends all workers if this one panics.
struct Alarm<'a>(&'a Signals);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        let how = How::Failed("a worker panicked".into());
        self.0.raise(Trouble { process: self.0.process, how });
    }
}

/// Until all workers are done: tells how far they are, and whether they must stop.
fn watch(progress: &Receiver<Progress>, net: &Net, signals: &Signals, job: &Job<'_>) {
    loop {
        match progress.recv_timeout(LOOK) {
            Ok(progress) => job.tell(&progress),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if let Err(cause) = job.look() {
            let how = if cause == StopCause::Time { How::Late } else { How::Interrupted };
            signals.raise(Trouble { process: signals.process, how });
        }
        if signals.trouble().is_some() {
            net.say_goodbye();
        }
    }
}

/// What tells a count from others.
fn digest(relays: &[Relay]) -> u64 {
    relays.iter().fold(relays.len() as u64, |digest, relay| {
        let all = digest ^ relay.fingerprint() ^ relay.times().cast_unsigned();
        all.rotate_left(23).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}

fn no_net(why: std::io::Error) -> ClusterError {
    CountError::File { path: "the connection to other processes".into(), why }.into()
}

#[cfg(test)]
pub(crate) fn digest_of(question: &Question) -> u64 {
    digest(&Relay::all(question, &Job::new()).expect("can be counted"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_watches_sees_that_the_time_is_over() {
        let signals = Arc::new(Signals::new(2, 3));
        let (net, _) = Net::new(vec![None], 1, &signals).expect("no line is needed");
        let (sender, receiver) = channel();
        std::thread::scope(|scope| {
            let seen = Arc::clone(&signals);
            let worker = move || {
                while seen.look().is_ok() {
                    std::thread::sleep(LOOK);
                }
                drop(sender);
            };
            scope.spawn(worker);
            watch(&receiver, &net, &signals, &Job::new().until(Instant::now()));
        });
        assert_eq!(signals.trouble(), Some(Trouble { process: 2, how: How::Late }));
        let why = signals.why().to_string();
        assert!(why.starts_with("the time limit was reached"), "{why}");
        net.leave();
    }

    #[test]
    fn counts_are_told_apart() {
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
