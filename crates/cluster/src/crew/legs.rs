//! A worker's part in a leg: dealing out, running, keeping, loading.

use caracole_count::CountError;
use caracole_count::spread::{Blocks, Relay};

use super::layers::{Held, Layers};
use super::{Member, numbers, sums};
use crate::ClusterError;
use crate::channel::damaged;
use crate::files::{
    Folder, LayerList, RECORD, ShardNote, for_each_record, put_record, read_shard, write_shard,
};
use crate::partition::{Partition, any_digits, deal, heap, heaps, new_digits};

/// A message holds about this many bytes.
const MESSAGE: usize = 1 << 18;
/// A worker sends about this many bytes before it waits for the others to have received them.
const BATCH: usize = 1 << 24;
/// The first byte of a message of an exchange: records follow, more batches follow, this was the last one.
const RECORDS: u8 = 0;
const MORE: u8 = 1;
const LAST: u8 = 2;

impl Member<'_> {
    /// This worker's share of the layer that a leg makes.
    pub(super) fn run(
        &mut self,
        relay: &Relay,
        leg: usize,
        layers: &mut Layers<'_>,
    ) -> Result<Held, ClusterError> {
        let (me, workers) = (self.channel.me(), self.channel.workers());
        let earlier = relay.source(leg);
        let before = earlier.and_then(|earlier| layers.take(earlier));
        let mut before = before.unwrap_or_else(|| Held::start(me));
        if let Some(digits) = new_digits(relay, leg, before.partition.digits, workers) {
            before = self.deal(relay, earlier, &before, digits)?;
        }
        let classes = relay.reached(leg, &before.blocks)?;
        let blocks = relay.run(leg, &before.blocks, &classes, &self.job)?;
        self.states += blocks.states();
        let partition = before.partition.clone().carried(relay, leg);
        if let Some(earlier) = earlier {
            layers.put(earlier, before);
        }
        Ok(Held { blocks, partition })
    }

    /// Distributes the classes of the layer of a leg again, by other digits.
    fn deal(
        &mut self,
        relay: &Relay,
        leg: Option<usize>,
        held: &Held,
        digits: u64,
    ) -> Result<Held, ClusterError> {
        let mut sizes = vec![0_u64; heaps(digits)];
        held.blocks.for_each(|class, block| {
            sizes[heap(digits, class)] += (RECORD + block.len()) as u64;
            Ok::<_, ClusterError>(())
        })?;
        let (me, workers) = (self.channel.me(), self.channel.workers());
        self.channel.send(0, sizes.iter().flat_map(|size| size.to_le_bytes()).collect())?;
        let told = self.channel.receive()?;
        let mut decided = Vec::new();
        if me == 0 {
            let sizes = total_sizes(&told, sizes.len(), workers)?;
            let owners = deal(&sizes, workers);
            let mut loads = vec![0_u64; workers];
            for (owner, size) in owners.iter().zip(sizes) {
                loads[*owner as usize] += size;
            }
            decided.extend(loads.iter().flat_map(|load| load.to_le_bytes()));
            decided.extend(owners.iter().flat_map(|owner| owner.to_le_bytes()));
        }
        let decided = self.channel.broadcast(&decided)?.concat();
        let not_decided =
            || damaged("the first worker does not say which worker has which classes");
        let (loads, owners) = decided.split_at_checked(8 * workers).ok_or_else(not_decided)?;
        let (owners, rest) = owners.as_chunks();
        let owners = owners.iter().map(|owner| u32::from_le_bytes(*owner)).collect();
        let partition = Partition::new(digits, owners, workers).filter(|_| rest.is_empty());
        let partition = partition.ok_or_else(not_decided)?;
        let owner = |class| partition.owner(class);
        let (blocks, received) = self.exchange(relay, leg, &held.blocks, owner)?;
        if numbers(loads).nth(me) != Some(received) {
            return Err(damaged(
                "a worker received more or less than all workers together sent it",
            ));
        }
        Ok(Held { blocks, partition })
    }

    /// Sends each block of the layer of a leg to its owner, and returns the blocks that come to this worker,
    /// and how many bytes their records have. Each worker sends one batch in a round, so no more than one
    /// batch from each is under way.
    pub(super) fn exchange(
        &mut self,
        relay: &Relay,
        leg: Option<usize>,
        blocks: &Blocks,
        owner: impl Fn(u64) -> usize,
    ) -> Result<(Blocks, u64), ClusterError> {
        let (me, workers) = (self.channel.me(), self.channel.workers());
        let mut messages = vec![vec![RECORDS]; workers];
        let mut received = Vec::new();
        let mut batch = 0;
        blocks.for_each(|class, block| {
            let to = owner(class);
            let message = &mut messages[to];
            put_record(class, block, message)?;
            if message.len() >= MESSAGE {
                batch += message.len();
                self.channel.send(to, std::mem::replace(message, vec![RECORDS]))?;
                if batch >= BATCH {
                    batch = 0;
                    self.end_batch(MORE, &mut received)?;
                }
            }
            Ok::<_, ClusterError>(())
        })?;
        for (to, message) in messages.into_iter().enumerate().filter(|(_, one)| one.len() > 1) {
            self.channel.send(to, message)?;
        }
        while !self.end_batch(LAST, &mut received)? {}
        let bytes = received.iter().map(|message| message.len() as u64 - 1).sum();
        let records: Vec<_> = received.iter().map(|message| &message[1..]).collect();
        let is_expected = |class| {
            leg.map_or(class == 0, |leg| relay.classes(leg).binary_search(&class).is_ok())
                && owner(class) == me
        };
        let open = leg.map_or(0, |leg| relay.open(leg));
        Ok((unpacked(open, &records, is_expected)?, bytes))
    }

    /// Ends a round of an exchange, and returns true if it was the last one for all workers.
    fn end_batch(&mut self, mark: u8, received: &mut Vec<Vec<u8>>) -> Result<bool, ClusterError> {
        let mut marks = [0; 2];
        for message in self.channel.broadcast(&[mark])? {
            match message[..] {
                [RECORDS, _, ..] => received.push(message),
                [MORE] => marks[0] += 1,
                [LAST] => marks[1] += 1,
                _ => return Err(damaged("a message of an exchange is of an unknown kind")),
            }
        }
        if marks[0] + marks[1] != self.channel.workers() {
            return Err(damaged("a worker does not say whether it has sent all"));
        }
        Ok(marks[0] == 0)
    }

    /// Ends a leg: all know the number of states, and the layer is in the folder, if there is one.
    pub(super) fn finish(
        &mut self,
        leg: usize,
        blocks: &Blocks,
        folder: Option<Folder<'_>>,
    ) -> Result<u64, ClusterError> {
        let Some(folder) = folder else {
            let told = self.channel.broadcast(&blocks.states().to_le_bytes())?;
            let [states] = sums(&told, self.channel.workers())?;
            return Ok(states);
        };
        let (me, workers) = (self.channel.me(), self.channel.workers());
        let ShardNote { records, states, bytes, check } = write_shard(&folder, leg, me, blocks)?;
        let note = [me as u64, records, states, bytes, u64::from(check)];
        self.channel.send(0, note.map(u64::to_le_bytes).concat())?;
        let told = self.channel.receive()?;
        let mut total = Vec::new();
        if me == 0 {
            let list = LayerList(shard_notes(&told, workers)?);
            list.write(&folder, leg)?;
            total = list.states().to_le_bytes().to_vec();
        }
        let [states] = sums(&self.channel.broadcast(&total)?, 1)?;
        Ok(states)
    }

    /// Loads a finished layer: each worker reads some of the shards, however many there are, and then
    /// all is dealt out.
    pub(super) fn load(
        &mut self,
        relay: &Relay,
        leg: usize,
        folder: Option<Folder<'_>>,
    ) -> Result<Held, ClusterError> {
        let Some(folder) = folder else { return Ok(Held::nothing()) };
        let list = LayerList::read(&folder, leg)?;
        let (me, workers) = (self.channel.me(), self.channel.workers());
        let mut records = Vec::new();
        for (shard, note) in list.0.iter().enumerate().skip(me).step_by(workers) {
            self.crew.signals.look()?;
            records.push(read_shard(&folder, leg, shard, note)?);
        }
        let slices: Vec<_> = records.iter().map(Vec::as_slice).collect();
        let is_expected = |class| relay.classes(leg).binary_search(&class).is_ok();
        let blocks = unpacked(relay.open(leg), &slices, is_expected);
        let blocks = blocks.map_err(|why| folder.spoilt(leg, &why))?;
        let held = Held { blocks, partition: Partition::one() };
        drop(records);
        let digits = digits_after(relay, leg, workers);
        self.deal(relay, Some(leg), &held, digits)
    }
}

/// The digits by which a layer is dealt out that was loaded: those of the leg that goes on from it, or
/// else any.
fn digits_after(relay: &Relay, leg: usize, workers: usize) -> u64 {
    let mut later = leg + 1..relay.legs();
    let next = later.find(|&later| relay.source(later) == Some(leg));
    next.map_or_else(
        || any_digits(relay.open(leg), workers),
        |next| new_digits(relay, next, 0, workers).unwrap_or_default(),
    )
}

/// Adds up the sizes of heaps that all workers have sent.
fn total_sizes(told: &[Vec<u8>], heaps: usize, workers: usize) -> Result<Vec<u64>, ClusterError> {
    let missing = || damaged("the sizes of a worker are missing");
    let mut sizes = vec![0_u64; heaps];
    if told.len() != workers || told.iter().any(|bytes| bytes.len() != 8 * heaps) {
        return Err(missing());
    }
    for bytes in told {
        for (size, more) in sizes.iter_mut().zip(numbers(bytes)) {
            *size = size.checked_add(more).ok_or_else(missing)?;
        }
    }
    let all = sizes.iter().try_fold(0_u64, |all, &size| all.checked_add(size));
    all.map(|_| sizes).ok_or_else(missing)
}

/// The notes of all workers on their shards, in the order of the workers.
fn shard_notes(told: &[Vec<u8>], workers: usize) -> Result<Vec<ShardNote>, ClusterError> {
    let mut notes = vec![None; workers];
    for bytes in told {
        let all: Vec<u64> = numbers(bytes).collect();
        let (&[worker, records, states, size, check], 40) = (&all[..], bytes.len()) else {
            return Err(damaged("a note on a shard is not one"));
        };
        let place = usize::try_from(worker).ok().and_then(|worker| notes.get_mut(worker));
        let (Some(place @ None), Ok(check)) = (place, u32::try_from(check)) else {
            return Err(damaged("a note on a shard is of an unknown worker, or the second one"));
        };
        *place = Some(ShardNote { records, states, bytes: size, check });
    }
    let notes: Option<Vec<_>> = notes.into_iter().collect();
    let states = |notes: &Vec<ShardNote>| {
        notes.iter().try_fold(0_u64, |sum, note| sum.checked_add(note.states)).is_some()
    };
    notes.filter(states).ok_or_else(|| damaged("a note on a shard is missing"))
}

/// The blocks of all records in some bytes, of a layer with so many open squares.
fn unpacked(
    open: usize,
    messages: &[&[u8]],
    is_expected: impl Fn(u64) -> bool,
) -> Result<Blocks, CountError> {
    let mut list = Vec::new();
    for message in messages {
        for_each_record(message, |class, block| list.push((class, block)))?;
    }
    if !list.iter().all(|(class, _)| is_expected(*class)) {
        return Err(CountError::Unsound("damaged: a class is not one of this worker's".into()));
    }
    Blocks::from_unsorted(open, list)
}

#[cfg(test)]
mod tests {
    use caracole_core::Problem;
    use caracole_count::{Job, Question};
    use proptest::prelude::*;

    use super::*;

    fn bytes(numbers: &[u64]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    #[test]
    fn notes_come_from_each_worker_once() {
        let note = |worker: u64| bytes(&[worker, 1, 2, 3, 4]);
        let notes = shard_notes(&[note(1), note(0)], 2).expect("both are there");
        assert_eq!(notes[1], ShardNote { records: 1, states: 2, bytes: 3, check: 4 });
        for told in [
            vec![note(0)],
            vec![note(0), note(0)],
            vec![note(0), note(2)],
            vec![note(0), note(u64::MAX)],
            vec![note(0), note(1), note(1)],
            vec![note(0), bytes(&[1, 1, 2, 3])],
            vec![note(0), bytes(&[1, 1, 2, 3, 1 << 32])],
            vec![note(0), vec![0; 41]],
            vec![note(0), bytes(&[1, 1, u64::MAX, 3, 4])],
        ] {
            assert!(shard_notes(&told, 2).is_err(), "{told:?}");
        }
    }

    #[test]
    fn sizes_come_from_all_workers() {
        let sizes = total_sizes(&[bytes(&[1, 2]), bytes(&[3, 4])], 2, 2).expect("both are there");
        assert_eq!(sizes, [4, 6]);
        for told in [
            vec![bytes(&[1, 2])],
            vec![bytes(&[1, 2]), bytes(&[3])],
            vec![bytes(&[1, 2]), bytes(&[3, u64::MAX])],
            vec![bytes(&[u64::MAX, 2]), bytes(&[0, 1])],
        ] {
            assert!(total_sizes(&told, 2, 2).is_err(), "{told:?}");
        }
    }

    fn first_layer() -> (Relay, Vec<u8>) {
        let question = Question::new(Problem::new("5x6".parse().expect("a board")).closed());
        let relay = Relay::all(&question, &Job::new()).expect("can be counted").remove(0);
        let job = Job::new().threads(1);
        let blocks = relay.run(0, &Blocks::first(), relay.classes(0), &job).expect("runs");
        let mut records = Vec::new();
        blocks
            .for_each(|class, block| put_record(class, block, &mut records))
            .expect("short records");
        (relay, records)
    }

    #[test]
    fn a_class_of_another_worker_is_refused() {
        let (relay, records) = first_layer();
        assert!(unpacked(relay.open(0), &[&records], |_| true).is_ok());
        assert!(
            unpacked(relay.open(0), &[&records], |class| class != relay.classes(0)[0]).is_err()
        );
        assert!(unpacked(relay.open(0), &[&records, &records], |_| true).is_err(), "twice");
    }

    proptest! {
        /// Damaged records are refused, or are blocks of classes that this worker may have.
        #[test]
        fn damaged_records_are_refused_or_sound(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
            cut in any::<prop::sample::Index>(),
        ) {
            let (relay, mut records) = first_layer();
            for (at, byte) in changes {
                let at = at.index(records.len());
                records[at] = byte;
            }
            records.truncate(cut.index(records.len() + 1));
            let is_expected = |class| relay.classes(0).binary_search(&class).is_ok();
            if let Ok(blocks) = unpacked(relay.open(0), &[&records], is_expected) {
                let job = Job::new().threads(1);
                let next = (1..relay.legs()).find(|&leg| relay.source(leg) == Some(0));
                if let Some(leg) = next {
                    // Any numbers can be counted with.
                    let classes = relay.reached(leg, &blocks).expect("sound blocks lead on");
                    let _ = relay.run(leg, &blocks, &classes, &job);
                }
            }
        }
    }
}
