//! The layers of a part: which are there, which are to be made, and which can go.

use caracole_count::spread::{Blocks, Relay};

use crate::partition::Partition;

/// A worker's share of a layer, and who has the rest.
pub(super) struct Held {
    pub(super) blocks: Blocks,
    pub(super) partition: Partition,
}

impl Held {
    /// No blocks at all.
    pub(super) fn nothing() -> Self {
        Self { blocks: Blocks::none(), partition: Partition::one() }
    }

    /// What every part begins with; the first worker has it.
    pub(super) fn start(worker: usize) -> Self {
        if worker > 0 {
            return Self::nothing();
        }
        Self { blocks: Blocks::first(), partition: Partition::one() }
    }
}

/// All layers of a part that are there, and what is to be done.
pub(super) struct Layers<'a> {
    relay: &'a Relay,
    held: Vec<Option<Held>>,
    load: Vec<usize>,
    run: Vec<usize>,
}

impl<'a> Layers<'a> {
    /// Some are finished; with those as little as possible is made anew.
    pub(super) fn new(relay: &'a Relay, finished: &[usize]) -> Self {
        let (mut load, mut run) = (Vec::new(), Vec::new());
        for wanted in relay.joined() {
            let mut wanted = Some(wanted).filter(|&leg| leg < relay.legs());
            while let Some(leg) = wanted
                && !load.contains(&leg)
                && !run.contains(&leg)
            {
                if finished.contains(&leg) {
                    load.push(leg);
                    break;
                }
                run.push(leg);
                wanted = relay.source(leg);
            }
        }
        load.sort_unstable();
        run.sort_unstable();
        Self { relay, held: (0..relay.legs()).map(|_| None).collect(), load, run }
    }

    /// The legs whose layers are loaded.
    pub(super) fn to_load(&self) -> Vec<usize> {
        self.load.clone()
    }

    /// The legs that are run, one after the other.
    pub(super) fn to_run(&self) -> Vec<usize> {
        self.run.clone()
    }

    pub(super) fn get(&self, leg: usize) -> Option<&Held> {
        self.held.get(leg)?.as_ref()
    }

    pub(super) fn take(&mut self, leg: usize) -> Option<Held> {
        self.held[leg].take()
    }

    pub(super) fn put(&mut self, leg: usize, held: Held) {
        self.held[leg] = Some(held);
    }

    /// Drops the layers that nobody needs after a leg, and tells which those are.
    pub(super) fn forget(&mut self, after: usize) -> Vec<usize> {
        let is_needed = |leg: usize| {
            let goes_on = |&later: &usize| later > after && self.relay.source(later) == Some(leg);
            self.relay.joined().contains(&leg) || self.run.iter().any(goes_on)
        };
        let legs = 0..self.held.len();
        let legs: Vec<_> =
            legs.filter(|&leg| self.held[leg].is_some() && !is_needed(leg)).collect();
        for &leg in &legs {
            self.held[leg] = None;
        }
        legs
    }
}

#[cfg(test)]
mod tests {
    use caracole_core::Problem;
    use caracole_count::{Job, Question};

    use super::*;

    fn relay(board: &str) -> Relay {
        let question = Question::new(Problem::new(board.parse().expect("a board")).closed());
        Relay::all(&question, &Job::new()).expect("can be counted").remove(0)
    }

    /// Runs a part without running anything: what is taken must be there, and nothing is left over.
    fn walk(relay: &Relay, finished: &[usize]) -> Vec<Vec<usize>> {
        let mut layers = Layers::new(relay, finished);
        let mut on_disk = vec![layers.to_load()];
        layers.to_load().into_iter().for_each(|leg| layers.put(leg, Held::nothing()));
        for leg in layers.to_run() {
            if let Some(earlier) = relay.source(leg) {
                let before = layers.take(earlier).expect("the layer before is there");
                layers.put(earlier, before);
            }
            layers.put(leg, Held::nothing());
            layers.forget(leg);
            on_disk.push((0..relay.legs()).filter(|&leg| layers.get(leg).is_some()).collect());
        }
        let mut joined = relay.joined().to_vec();
        joined.sort_unstable();
        joined.dedup();
        assert_eq!(on_disk.last(), Some(&joined));
        on_disk
    }

    /// Wherever it is cut off, what is kept is enough to go on, with one leg to do anew at most.
    #[test]
    fn what_is_kept_is_enough() {
        for board in ["6x6", "5x6", "6x5-c3,d4", "4x7-a1", "torus:4x4"] {
            let relay = relay(board);
            let legs = Layers::new(&relay, &[]).to_run().len();
            for (done, on_disk) in walk(&relay, &[]).iter().enumerate() {
                walk(&relay, on_disk);
                let left = Layers::new(&relay, on_disk).to_run().len();
                assert_eq!(left, legs - done, "{board}, after {done} legs");
                assert!(on_disk.len() <= 3, "{board}: {on_disk:?}");
            }
        }
    }
}
