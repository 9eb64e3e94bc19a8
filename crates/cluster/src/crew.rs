//! What each worker does: all workers do this at the same time, and meet in every round of the channel.

mod layers;
mod legs;

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use caracole_count::spread::{Entered, Relay, find_count, keep_count};
use caracole_count::{Count, Job, Progress, Question, Stage};

use crate::channel::{Channel, damaged};
use crate::files::Folder;
use crate::net::Signals;
use crate::{Answer, ClusterError};

use layers::{Held, Layers};

/// What the workers of a process have in common.
pub(crate) struct Crew {
    pub(crate) question: Question,
    pub(crate) relays: Vec<Relay>,
    pub(crate) folder: Option<PathBuf>,
    /// For each worker.
    pub(crate) memory: Option<u64>,
    pub(crate) threads: usize,
    pub(crate) signals: Arc<Signals>,
    pub(crate) progress: Mutex<Sender<Progress>>,
    pub(crate) begun: Instant,
}

/// A worker.
pub(crate) struct Member<'a> {
    crew: &'a Crew,
    channel: Channel,
    job: Job<'a>,
    /// States made by this worker.
    states: u64,
    /// Who tells how far it has come; one in each process.
    teller: Option<Sender<Progress>>,
    part: usize,
    /// The first worker keeps others out of the folder.
    entered: Option<Entered>,
    /// Of the work in the legs of this part, how much is done after each.
    shares: Vec<f64>,
}

/// A file that another machine wrote is seen after this time at the latest, if the folder is shared.
const SHARING: Duration = Duration::from_secs(10);
/// Of the time that a part takes, the legs take about so much.
const LEGS: f64 = 0.8;

impl<'a> Member<'a> {
    pub(crate) fn new(crew: &'a Crew, channel: Channel) -> Self {
        let job = Job::new().threads(1).interrupted_by(crew.signals.flag());
        let job = crew.memory.map_or(job, |memory| job.memory(memory));
        let teller = channel.me().is_multiple_of(crew.threads).then(|| crew.progress.lock().ok());
        let teller = teller.flatten().map(|teller| teller.clone());
        let (states, part, entered, shares) = Default::default();
        Self { crew, channel, job, states, teller, part, entered, shares }
    }

    /// Counts. Every worker comes to the same number.
    pub(crate) fn count(&mut self) -> Result<Answer, ClusterError> {
        self.enter()?;
        let relays = &self.crew.relays;
        let mut loops = Vec::new();
        for (part, relay) in relays.iter().enumerate() {
            self.part = part;
            if self.teller.is_some() {
                self.shares = shares(relay);
            }
            loops.push(self.count_part(relay)?);
        }
        let count = Relay::total(relays, &loops);
        // Also the last round: whoever comes out of it knows that nobody needs it any more.
        let all = [self.states, self.channel.sent].map(u64::to_le_bytes).concat();
        let told = self.channel.broadcast(&all)?;
        let [states, exchanged] = sums(&told, self.channel.workers())?;
        Ok(Answer { count, states, exchanged, wired: 0 })
    }

    /// Makes sure that all see the same folder, and that it belongs to this count.
    fn enter(&mut self) -> Result<(), ClusterError> {
        let Some(path) = &self.crew.folder else { return Ok(()) };
        if self.channel.me() == 0 {
            self.entered = Some(Entered::for_several(path, &self.crew.question)?);
        }
        self.channel.receive()?;
        let begun = Instant::now();
        while self.teller.is_some() && !Entered::by_another(path, &self.crew.question)? {
            if begun.elapsed() > SHARING {
                let (folder, process) = (path.clone(), self.crew.signals.process);
                return Err(ClusterError::NotShared { folder, process });
            }
            self.crew.signals.look()?;
            thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// The loops of a part.
    fn count_part(&mut self, relay: &Relay) -> Result<Count, ClusterError> {
        let folder = self.crew.folder.as_deref();
        let folder = folder.map(|path| Folder { path, fingerprint: relay.fingerprint() });
        let finished = match self.agree(relay, folder)? {
            Found::Count(count) => return Ok(count),
            Found::Layers(legs) => legs,
        };
        let mut layers = Layers::new(relay, &finished);
        for leg in layers.to_load() {
            let held = self.load(relay, leg, folder)?;
            layers.put(leg, held);
        }
        for leg in layers.to_run() {
            let held = self.run(relay, leg, &mut layers)?;
            let states = self.finish(leg, &held.blocks, folder)?;
            self.tell(relay, Stage::Sweep, leg, states);
            layers.put(leg, held);
            for leg in layers.forget(leg) {
                if let (Some(folder), 0) = (folder, self.channel.me()) {
                    folder.forget(leg);
                }
            }
        }
        let loops = self.join(relay, &layers)?;
        if let (Some(folder), 0) = (folder, self.channel.me()) {
            keep_count(folder.path, folder.fingerprint, &loops)?;
            folder.finished(relay.legs()).into_iter().for_each(|leg| folder.forget(leg));
        }
        Ok(loops)
    }

    /// What the folder holds already; the first worker looks, so that all see the same.
    fn agree(&mut self, relay: &Relay, folder: Option<Folder<'_>>) -> Result<Found, ClusterError> {
        let Some(folder) = folder else { return Ok(Found::Layers(Vec::new())) };
        let mut words = String::new();
        if self.channel.me() == 0 {
            if let Some(count) = find_count(folder.path, folder.fingerprint)? {
                words = format!("count {count}");
            } else {
                let legs = folder.finished(relay.legs());
                folder.tidy(&legs);
                let legs: Vec<_> = legs.iter().map(usize::to_string).collect();
                words = format!("layers {}", legs.join(" "));
            }
        }
        let said = self.channel.broadcast(words.as_bytes())?.concat();
        let found = String::from_utf8(said).ok().and_then(|said| Found::parse(&said, relay.legs()));
        found.ok_or_else(|| damaged("the first worker does not say which layers are finished"))
    }

    /// Joins the sides: the blocks of the second travel to those of the first.
    fn join(&mut self, relay: &Relay, layers: &Layers<'_>) -> Result<Count, ClusterError> {
        self.tell(relay, Stage::Join, relay.legs() - 1, 0);
        let nothing = Held::nothing();
        let [first, second] = relay.joined().map(|leg| layers.get(leg).unwrap_or(&nothing));
        let classes = if relay.legs() > 0 { Some(relay.joined()[1]) } else { None };
        let owner = |class| first.partition.owner(relay.facing(class));
        let (others, _) = self.exchange(relay, classes, &second.blocks, owner)?;
        let share = relay.join(&first.blocks, &others, &self.job)?;
        let shares = self.channel.broadcast(share.to_string().as_bytes())?;
        let parse = |share: Vec<u8>| String::from_utf8(share).ok()?.parse().ok();
        let shares: Option<Vec<Count>> = shares.into_iter().map(parse).collect();
        let shares = shares.filter(|shares| shares.len() == self.channel.workers());
        let shares = shares.ok_or_else(|| damaged("the share of a worker is not a number"))?;
        Ok(shares.into_iter().sum())
    }

    /// Tells how far it has come: a leg is finished, or the sides are being joined.
    fn tell(&self, relay: &Relay, stage: Stage, leg: usize, states: u64) {
        let Some(teller) = &self.teller else { return };
        let done = LEGS * self.shares.get(leg).copied().unwrap_or_default();
        let parts = self.crew.relays.len();
        // Nobody may be there to listen.
        let _ = teller.send(Progress {
            stage,
            part: (self.part + 1, parts),
            layer: (leg + 1, relay.legs()),
            states,
            whole: stage == Stage::Sweep,
            done: (self.part as f64 + done) / parts as f64,
            elapsed: self.crew.begun.elapsed(),
        });
    }
}

/// Of the work in the legs of a part, how much is done after each.
fn shares(relay: &Relay) -> Vec<f64> {
    let mut sum = 0.0;
    let sums = (0..relay.legs()).map(|leg| {
        sum += relay.work(leg) as f64;
        sum
    });
    let sums: Vec<f64> = sums.collect();
    sums.iter().map(|done| done / sum.max(1.0)).collect()
}

/// What a folder holds of a part.
enum Found {
    Count(Count),
    /// The legs whose layers are finished.
    Layers(Vec<usize>),
}

impl Found {
    /// Reads what the first worker says; every number must be a leg.
    fn parse(said: &str, legs: usize) -> Option<Self> {
        if let Some(count) = said.strip_prefix("count ") {
            return count.parse().ok().map(Self::Count);
        }
        let numbers = said.strip_prefix("layers ")?.split_terminator(' ');
        let leg = |number: &str| number.parse().ok().filter(|&leg| leg < legs);
        numbers.map(leg).collect::<Option<_>>().map(Self::Layers)
    }
}

/// Adds up the numbers of all workers, of which each has sent as many.
fn sums<const N: usize>(told: &[Vec<u8>], workers: usize) -> Result<[u64; N], ClusterError> {
    let mut sums = [0_u64; N];
    let is_whole = told.len() == workers && told.iter().all(|bytes| bytes.len() == 8 * N);
    for number in told.iter().flat_map(|bytes| numbers(bytes).zip(0..)).filter(|_| is_whole) {
        let (number, at): (u64, usize) = number;
        sums[at] = sums[at].checked_add(number).ok_or_else(|| damaged("a sum is too large"))?;
    }
    if is_whole { Ok(sums) } else { Err(damaged("the numbers of a worker are missing")) }
}

/// Numbers of eight bytes each.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.as_chunks().0.iter().map(|chunk| u64::from_le_bytes(*chunk))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_first_worker_are_checked() {
        let legs = |said: &str| match Found::parse(said, 20) {
            Some(Found::Layers(legs)) => Some(legs),
            _ => None,
        };
        assert_eq!(legs("layers 3 19"), Some(vec![3, 19]));
        assert_eq!(legs("layers "), Some(Vec::new()));
        for said in ["", "layers", "layers 20", "layers x", "layers 1  2", "layers -1", "count x"] {
            assert!(Found::parse(said, 20).is_none(), "{said}");
        }
        assert!(matches!(Found::parse("count 12", 20), Some(Found::Count(_))));
    }

    #[test]
    fn sums_need_the_numbers_of_all() {
        let told = |numbers: &[u64]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let sums = |all: &[Vec<u8>]| sums::<2>(all, 2).ok();
        assert_eq!(sums(&[told(&[1, 2]), told(&[3, 4])]), Some([4, 6]));
        assert_eq!(sums(&[told(&[1, 2])]), None);
        assert_eq!(sums(&[told(&[1, 2]), told(&[3])]), None);
        assert_eq!(sums(&[told(&[1, 2]), vec![0; 15]]), None);
        assert_eq!(sums(&[told(&[1, 2]), told(&[3, 4, 5])]), None);
        assert_eq!(sums(&[told(&[1, u64::MAX]), told(&[3, 1])]), None);
    }
}
