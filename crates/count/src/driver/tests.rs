use std::sync::{Barrier, Mutex};

use caracole_core::Problem;

use super::*;
use crate::block::Block;
use crate::pattern::pairs;
use crate::{CountProgress, Question};

#[test]
fn the_message_of_the_first_worker_is_checked() {
    let layers = |message: &str| match Finished::parse(message, 20) {
        Some(Finished::Layers(layers)) => Some(layers),
        _ => None,
    };
    assert_eq!(layers("layers 3 19"), Some(vec![3, 19]));
    assert_eq!(layers("layers "), Some(Vec::new()));
    for message in
        ["", "layers", "layers 20", "layers 0", "layers x", "layers 1  2", "layers -1", "count x"]
    {
        assert!(Finished::parse(message, 20).is_none(), "{message}");
    }
    assert!(matches!(Finished::parse("count 12", 20), Some(Finished::Count(_))));
}

fn schedule(board: &str) -> Schedule {
    let question = Question::new(Problem::new(board.parse().expect("a board")).closed());
    Schedule::unlisted(&question).expect("can be counted").remove(0)
}

/// Returns the layers that are stored after each computed layer, from the layers that are finished, and checks that
/// the sources exist.
fn kept(schedule: &Schedule, finished: &[usize]) -> Vec<Vec<usize>> {
    let Work { load, compute, needed } = Work::new(schedule, finished, false);
    let mut there = load.clone();
    let mut kept = vec![load];
    for &layer in &compute {
        let source = schedule.source(layer);
        assert!(source == 0 || there.contains(&source), "the layer before is there");
        there.push(layer);
        there.retain(|at| {
            let is_source = |&later: &usize| later > layer && schedule.source(later) == *at;
            needed.contains(at) || compute.iter().any(is_source)
        });
        kept.push(there.clone());
    }
    let last: std::collections::BTreeSet<_> = there.iter().copied().collect();
    assert_eq!(last, schedule.joined().into_iter().filter(|&layer| layer > 0).collect());
    kept
}

/// After every interruption the stored layers are enough to compute the next one.
#[test]
fn kept_layers_are_enough_to_go_on() {
    for board in ["6x6", "5x6", "6x5-c3,d4", "4x7-a1", "torus:4x4"] {
        let schedule = schedule(board);
        let all = Work::new(&schedule, &[], false).compute.len();
        for (done, finished) in kept(&schedule, &[]).iter().enumerate() {
            kept(&schedule, finished);
            let left = Work::new(&schedule, finished, false).compute.len();
            assert_eq!(left, all - done, "{board}, after {done} layers");
            assert!(finished.len() <= 3, "{board}: {finished:?}");
        }
    }
}

/// The schedules of a question with several parts.
fn several() -> Vec<Schedule> {
    let problem = Problem::new("4x5".parse().expect("a board")).open();
    let schedules = Schedule::all(&Question::new(problem), &Job::new()).expect("can be counted");
    assert!(schedules.len() > 1);
    schedules
}

#[test]
fn a_total_has_the_states_of_all_layers() {
    let (schedules, job) = (several(), Job::new());
    let mut states = 0;
    for schedule in &schedules {
        let mut layers = vec![Layer::initial()];
        for layer in 1..schedule.layers() {
            let source = &layers[schedule.source(layer)];
            let computed = schedule.compute(layer, source, schedule.patterns(layer), &job);
            layers.push(computed.expect("a layer"));
        }
        for layer in &layers[1..] {
            let mut all = 0;
            let counted = layer.for_each_block(|pattern, bytes| {
                all += Block { bytes, pairs: pairs(pattern) }.states();
                Ok::<(), CountError>(())
            });
            counted.expect("blocks");
            assert_eq!(layer.states(), all);
            states += all;
        }
    }
    let total = count_with(&schedules, &mut LocalExchange, &job).expect("a count");
    assert_eq!(total, Total { count: Count::from(82_u64), states });
}

/// One of two workers, of which the first has all blocks.
struct OneOfTwo<'a> {
    worker: usize,
    messages: &'a Mutex<Vec<Vec<u8>>>,
    barrier: &'a Barrier,
}

impl Exchange for OneOfTwo<'_> {
    type Partition = ();
    type Error = CountError;

    fn worker(&self) -> usize {
        self.worker
    }

    fn workers(&self) -> usize {
        2
    }

    fn broadcast(&mut self, message: &[u8]) -> Result<Vec<Vec<u8>>, CountError> {
        if !message.is_empty() {
            self.messages.lock().expect("no panic").push(message.to_vec());
        }
        self.barrier.wait();
        let all = self.messages.lock().expect("no panic").clone();
        if self.barrier.wait().is_leader() {
            self.messages.lock().expect("no panic").clear();
        }
        self.barrier.wait();
        Ok(all)
    }

    fn initial(&self) {}

    fn carried(&self, _: &Schedule, _: usize, (): &()) {}

    fn distribute(
        &mut self,
        _: &Schedule,
        _: usize,
        mut parts: Vec<Layer>,
        _: &[u64],
    ) -> Result<Share<()>, CountError> {
        Ok(Share { layer: parts.pop().unwrap_or_else(Layer::empty), partition: () })
    }

    fn redistribute(
        &mut self,
        _: &Schedule,
        _: usize,
        source: Share<()>,
        _: &[u64],
    ) -> Result<Share<()>, CountError> {
        Ok(source)
    }

    fn align(
        &mut self,
        _: &Schedule,
        _: &Share<()>,
        _: &Share<()>,
        _: &[u64],
    ) -> Result<Option<Layer>, CountError> {
        Ok(None)
    }
}

fn totals_of_two(schedules: &[Schedule], job: &Job<'_>) -> [Total; 2] {
    let (messages, barrier) = (Mutex::default(), Barrier::new(2));
    let total = |worker| {
        let mut exchange = OneOfTwo { worker, messages: &messages, barrier: &barrier };
        count_with(schedules, &mut exchange, job).expect("a count")
    };
    std::thread::scope(|scope| {
        let second = scope.spawn(|| total(1));
        [total(0), second.join().expect("no panic")]
    })
}

#[test]
fn two_workers_come_to_the_same_total() {
    let (schedules, job) = (several(), Job::new());
    let alone = count_with(&schedules, &mut LocalExchange, &job).expect("a count");
    assert_eq!(totals_of_two(&schedules, &job), [alone.clone(), alone.clone()]);
    let folder = tempfile::tempdir().expect("a folder");
    let job = job.checkpoint(folder.path());
    assert_eq!(totals_of_two(&schedules, &job), [alone.clone(), alone.clone()]);
    // The second time, the count is in the folder.
    let read = Total { states: 0, ..alone };
    assert_eq!(totals_of_two(&schedules, &job), [read.clone(), read]);
}

/// A folder contains the layers that are needed to go on, and at the end the count alone.
#[test]
fn a_folder_contains_the_needed_layers() {
    let folder = tempfile::tempdir().expect("a folder");
    let layers = || {
        let names = folder.path().read_dir().expect("a folder").flatten().map(|file| file.path());
        names.filter(|path| path.extension().is_some_and(|extension| extension == "layer")).count()
    };
    let counts = Mutex::new(Vec::new());
    let callback = |progress: &CountProgress| {
        if progress.is_layer_finished {
            counts.lock().expect("no panic").push(layers());
        }
    };
    let job = Job::new().checkpoint(folder.path()).on_progress(&callback);
    let schedules = [schedule("5x6")];
    let total = count_with(&schedules, &mut LocalExchange, &job).expect("a count");
    assert_eq!(total.count, Count::from(8_u64));
    // When a layer is finished, those that it no longer needs are still there.
    let kept: Vec<usize> = kept(&schedules[0], &[]).iter().map(|layers| layers.len() + 1).collect();
    assert_eq!(counts.into_inner().expect("no panic"), kept[..kept.len() - 1]);
    assert_eq!(layers(), 0);
    let job = Job::new().checkpoint(folder.path());
    let again = count_with(&schedules, &mut LocalExchange, &job).expect("a count");
    assert_eq!(again, Total { states: 0, ..total });
}
