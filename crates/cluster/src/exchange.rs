//! The exchange of a count over the network: blocks move to the workers that own their patterns.
//!
//! Timely queues messages without a bound if another process reads slowly. Therefore a worker sends blocks in
//! batches, and ends a round after each batch. The round ends when all workers have received the batch, so a
//! worker has at most one batch of unsent blocks in memory.

use caracole_count::CountError;
use caracole_count::driver::{Exchange, Layer, Schedule, Share};

use crate::ClusterError;
use crate::channel::{Channel, damaged};
use crate::partition::{Partition, assign, bucket, buckets, digits_after, new_digits};

/// The largest size of a message, in bytes, except for its last record.
const MESSAGE: usize = 1 << 18;
/// The size of a batch, in bytes, except for its last message.
pub(crate) const BATCH: usize = 1 << 24;
/// The size of a record without its block: 8 bytes for the pattern, 4 for the length of the block.
const RECORD: usize = 12;
/// The first byte of a message: records follow, more batches follow, this was the last batch.
const RECORDS: u8 = 0;
const MORE: u8 = 1;
const LAST: u8 = 2;

/// The exchange of a worker with the workers of all processes.
pub(crate) struct NetworkExchange {
    channel: Channel,
}

impl Exchange for NetworkExchange {
    type Partition = Partition;
    type Error = ClusterError;

    fn worker(&self) -> usize {
        self.channel.worker()
    }

    fn workers(&self) -> usize {
        self.channel.workers()
    }

    fn broadcast(&mut self, message: &[u8]) -> Result<Vec<Vec<u8>>, ClusterError> {
        self.channel.broadcast(message)
    }

    fn initial(&self) -> Partition {
        Partition::single()
    }

    fn carried(&self, schedule: &Schedule, layer: usize, source: &Partition) -> Partition {
        source.carried(schedule, layer)
    }

    fn distribute(
        &mut self,
        schedule: &Schedule,
        layer: usize,
        parts: Vec<Layer>,
        patterns: &[u64],
    ) -> Result<Share<Partition>, ClusterError> {
        let digits = digits_after(schedule, layer, self.workers());
        self.reassign(schedule.frontier(layer), &parts, patterns, digits)
    }

    fn redistribute(
        &mut self,
        schedule: &Schedule,
        layer: usize,
        source: Share<Partition>,
        patterns: &[u64],
    ) -> Result<Share<Partition>, ClusterError> {
        let Some(digits) = new_digits(schedule, layer, source.partition.digits, self.workers())
        else {
            return Ok(source);
        };
        let frontier = schedule.frontier(schedule.source(layer));
        self.reassign(frontier, &[source.layer], patterns, digits)
    }

    fn align(
        &mut self,
        schedule: &Schedule,
        first: &Share<Partition>,
        second: &Share<Partition>,
        patterns: &[u64],
    ) -> Result<Option<Layer>, ClusterError> {
        let owner = |pattern| first.partition.owner(schedule.facing(pattern));
        let frontier = schedule.frontier(schedule.joined()[1]);
        let layers = std::slice::from_ref(&second.layer);
        self.send_blocks(frontier, layers, patterns, owner).map(|(layer, _)| Some(layer))
    }
}

impl NetworkExchange {
    pub(crate) const fn new(channel: Channel) -> Self {
        Self { channel }
    }

    /// Returns the number of bytes sent to other workers.
    pub(crate) const fn sent(&self) -> u64 {
        self.channel.sent
    }

    /// Waits until all workers have called this method.
    pub(crate) fn wait(&mut self) -> Result<(), ClusterError> {
        self.channel.receive().map(|_| ())
    }

    /// Distributes the patterns of a layer by new digits.
    fn reassign(
        &mut self,
        frontier: usize,
        layers: &[Layer],
        patterns: &[u64],
        digits: u64,
    ) -> Result<Share<Partition>, ClusterError> {
        let mut sizes = vec![0_u64; buckets(digits)];
        for layer in layers {
            layer.for_each_block(|pattern, block| {
                sizes[bucket(digits, pattern)] += (RECORD + block.len()) as u64;
                Ok::<_, ClusterError>(())
            })?;
        }
        let (worker, workers) = (self.worker(), self.workers());
        self.channel.send(0, sizes.iter().flat_map(|size| size.to_le_bytes()).collect())?;
        let received = self.channel.receive()?;
        let mut decision = Vec::new();
        if worker == 0 {
            let sizes = total_sizes(&received, sizes.len(), workers)?;
            let owners = assign(&sizes, workers);
            // `total_sizes` has checked that all sizes together fit.
            let mut loads = vec![0_u64; workers];
            for (owner, size) in owners.iter().zip(sizes) {
                loads[*owner as usize] += size;
            }
            decision.extend(loads.iter().flat_map(|load| load.to_le_bytes()));
            decision.extend(owners.iter().flat_map(|owner| owner.to_le_bytes()));
        }
        let decision = self.channel.broadcast(&decision)?.concat();
        let undecided = || damaged("the first worker does not assign the patterns");
        let (loads, owners) = decision.split_at_checked(8 * workers).ok_or_else(undecided)?;
        let (owners, rest) = owners.as_chunks();
        let owners = owners.iter().map(|owner| u32::from_le_bytes(*owner)).collect();
        let partition = Partition::new(digits, owners, workers).filter(|_| rest.is_empty());
        let partition = partition.ok_or_else(undecided)?;
        let owner = |pattern| partition.owner(pattern);
        let (layer, received) = self.send_blocks(frontier, layers, patterns, owner)?;
        if numbers(loads).nth(worker) != Some(received) {
            return Err(damaged(
                "a worker received more or less than all workers together sent it",
            ));
        }
        Ok(Share { layer, partition })
    }

    /// Sends each block to its owner, in batches. Returns the blocks that this worker receives, and the number
    /// of bytes of their records.
    pub(crate) fn send_blocks(
        &mut self,
        frontier: usize,
        layers: &[Layer],
        patterns: &[u64],
        owner: impl Fn(u64) -> usize,
    ) -> Result<(Layer, u64), ClusterError> {
        let (worker, workers) = (self.worker(), self.workers());
        // The last messages of all targets together are not larger than a batch.
        let message_len = MESSAGE.min(BATCH / workers);
        let mut messages = vec![vec![RECORDS]; workers];
        let mut received = Vec::new();
        let mut batch = 0;
        for layer in layers {
            layer.for_each_block(|pattern, block| {
                let to = owner(pattern);
                let message = &mut messages[to];
                put_record(pattern, block, message)?;
                if message.len() >= message_len {
                    batch += message.len();
                    self.channel.send(to, std::mem::replace(message, vec![RECORDS]))?;
                    if batch >= BATCH {
                        batch = 0;
                        self.end_batch(MORE, &mut received)?;
                    }
                }
                Ok::<_, ClusterError>(())
            })?;
        }
        for (to, message) in messages.into_iter().enumerate().filter(|(_, one)| one.len() > 1) {
            self.channel.send(to, message)?;
        }
        while !self.end_batch(LAST, &mut received)? {}
        let bytes = received.iter().map(|message| message.len() as u64 - 1).sum();
        let records: Vec<_> = received.iter().map(|message| &message[1..]).collect();
        let is_expected =
            |pattern| patterns.binary_search(&pattern).is_ok() && owner(pattern) == worker;
        Ok((decode(frontier, &records, is_expected)?, bytes))
    }

    /// Ends the round of a batch. Returns true if it was the last batch of all workers.
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
        if marks[0] + marks[1] != self.workers() {
            return Err(damaged("a worker does not mark the end of its batch"));
        }
        Ok(marks[0] == 0)
    }
}

/// Appends a record to a message.
fn put_record(pattern: u64, block: &[u8], message: &mut Vec<u8>) -> Result<(), CountError> {
    let too_long = |_| CountError::Unsound("a block has 4 GiB or more".into());
    let len = u32::try_from(block.len()).map_err(too_long)?;
    message.extend(pattern.to_le_bytes());
    message.extend(len.to_le_bytes());
    message.extend(block);
    Ok(())
}

/// Calls a function with each record of a message.
fn for_each_record<'a>(
    mut message: &'a [u8],
    mut each: impl FnMut(u64, &'a [u8]),
) -> Result<(), CountError> {
    while !message.is_empty() {
        let record = || {
            let (pattern, rest) = message.split_first_chunk()?;
            let (len, rest) = rest.split_first_chunk()?;
            let (block, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
            Some((u64::from_le_bytes(*pattern), block, rest))
        };
        let incomplete = || CountError::Unsound("damaged: a record is incomplete".into());
        let (pattern, block, rest) = record().ok_or_else(incomplete)?;
        each(pattern, block);
        message = rest;
    }
    Ok(())
}

/// Returns the layer of all records of some messages.
fn decode(
    frontier: usize,
    messages: &[&[u8]],
    is_expected: impl Fn(u64) -> bool,
) -> Result<Layer, CountError> {
    let mut blocks = Vec::new();
    for message in messages {
        for_each_record(message, |pattern, block| blocks.push((pattern, block)))?;
    }
    if !blocks.iter().all(|(pattern, _)| is_expected(*pattern)) {
        return Err(CountError::Unsound(
            "damaged: a pattern does not belong to this worker".into(),
        ));
    }
    Layer::from_blocks(frontier, blocks)
}

/// Adds up the sizes of the buckets of all workers.
fn total_sizes(
    received: &[Vec<u8>],
    buckets: usize,
    workers: usize,
) -> Result<Vec<u64>, ClusterError> {
    let missing = || damaged("the sizes of a worker are missing");
    let mut sizes = vec![0_u64; buckets];
    if received.len() != workers || received.iter().any(|bytes| bytes.len() != 8 * buckets) {
        return Err(missing());
    }
    for bytes in received {
        for (size, more) in sizes.iter_mut().zip(numbers(bytes)) {
            *size = size.checked_add(more).ok_or_else(missing)?;
        }
    }
    let all = sizes.iter().try_fold(0_u64, |all, &size| all.checked_add(size));
    all.map(|_| sizes).ok_or_else(missing)
}

/// Decodes numbers of eight bytes each.
fn numbers(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.as_chunks().0.iter().map(|chunk| u64::from_le_bytes(*chunk))
}

/// Adds up one number from each worker.
pub(crate) fn sum(received: &[Vec<u8>], workers: usize) -> Result<u64, ClusterError> {
    total_sizes(received, 1, workers).map(|sums| sums[0])
}

#[cfg(test)]
mod tests {
    use caracole_core::Problem;
    use caracole_count::{Job, Options, Question};
    use proptest::prelude::*;

    use super::*;

    fn bytes(numbers: &[u64]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    #[test]
    fn sizes_of_all_workers_are_required() {
        let sizes = total_sizes(&[bytes(&[1, 2]), bytes(&[3, 4])], 2, 2).expect("two workers");
        assert_eq!(sizes, [4, 6]);
        for received in [
            vec![bytes(&[1, 2])],
            vec![bytes(&[1, 2]), bytes(&[3])],
            vec![bytes(&[1, 2]), bytes(&[3, u64::MAX])],
            vec![bytes(&[u64::MAX, 2]), bytes(&[0, 1])],
        ] {
            assert!(total_sizes(&received, 2, 2).is_err(), "{received:?}");
        }
    }

    #[test]
    fn a_sum_requires_the_numbers_of_all_workers() {
        let sum = |all: &[Vec<u8>]| sum(all, 2).ok();
        assert_eq!(sum(&[bytes(&[1]), bytes(&[3])]), Some(4));
        assert_eq!(sum(&[bytes(&[1])]), None);
        assert_eq!(sum(&[bytes(&[1]), Vec::new()]), None);
        assert_eq!(sum(&[bytes(&[1]), vec![0; 7]]), None);
        assert_eq!(sum(&[bytes(&[1]), bytes(&[3, 4])]), None);
        assert_eq!(sum(&[bytes(&[u64::MAX]), bytes(&[1])]), None);
    }

    fn first_layer() -> (Schedule, Vec<u8>) {
        let question = Question::new(Problem::new("5x6".parse().expect("a board")).closed());
        let schedule =
            Schedule::all(&question, &Job::new()).expect("a question with layers").remove(0);
        let job = Job::with_options(&Options::new().threads(1));
        let layer = schedule.compute(1, &Layer::initial(), schedule.patterns(1), &job);
        let mut records = Vec::new();
        layer
            .expect("is computed")
            .for_each_block(|pattern, block| put_record(pattern, block, &mut records))
            .expect("short records");
        (schedule, records)
    }

    #[test]
    fn an_incomplete_record_is_rejected() {
        let (_, records) = first_layer();
        let mut ends = vec![0];
        for_each_record(&records, |_, block| {
            ends.push(ends[ends.len() - 1] + RECORD + block.len());
        })
        .expect("complete records");
        assert!(ends.len() > 1);
        for len in 0..records.len() {
            let is_complete = for_each_record(&records[..len], |_, _| ()).is_ok();
            assert_eq!(is_complete, ends.contains(&len), "cut at {len}");
        }
    }

    #[test]
    fn a_pattern_of_another_worker_is_rejected() {
        let (schedule, records) = first_layer();
        let frontier = schedule.frontier(1);
        let another = schedule.patterns(1)[0];
        assert!(decode(frontier, &[&records], |_| true).is_ok());
        assert!(decode(frontier, &[&records], |pattern| pattern != another).is_err());
        assert!(decode(frontier, &[&records, &records], |_| true).is_err(), "twice");
    }

    proptest! {
        /// Damaged records are rejected, or contain valid blocks of patterns that this worker may have.
        #[test]
        fn damaged_records_are_rejected_or_valid(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
            cut in any::<prop::sample::Index>(),
        ) {
            let (schedule, mut records) = first_layer();
            for (at, byte) in changes {
                let at = at.index(records.len());
                records[at] = byte;
            }
            records.truncate(cut.index(records.len() + 1));
            let is_expected = |pattern| schedule.patterns(1).binary_search(&pattern).is_ok();
            if let Ok(layer) = decode(schedule.frontier(1), &[&records], is_expected) {
                let job = Job::with_options(&Options::new().threads(1));
                let next = (2..schedule.layers()).find(|&next| schedule.source(next) == 1);
                if let Some(next) = next {
                    // A layer of valid blocks can be counted with, whatever the weights are.
                    let patterns = schedule.reached(next, &layer).expect("valid blocks");
                    let _ = schedule.compute(next, &layer, &patterns, &job);
                }
            }
        }
    }
}
