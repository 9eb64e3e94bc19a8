//! A worker's part in a leg: dealing out, running, keeping, loading.

use caracole_count::CountError;
use caracole_count::spread::{Blocks, Relay};

use super::layers::{Held, Layers};
use super::{Member, numbers, sums};
use crate::ClusterError;
use crate::files::{
    Folder, LayerList, RECORD, ShardNote, for_each_record, put_record, read_shard, write_shard,
};
use crate::lots::{Lots, any_digits, deal, heap, heaps, new_digits};

/// Parcels are about so long.
const PARCEL: usize = 1 << 18;

impl Member<'_> {
    /// This worker's share of the layer that a leg makes.
    pub(super) fn run(
        &mut self,
        relay: &Relay,
        leg: usize,
        layers: &mut Layers<'_>,
    ) -> Result<Held, ClusterError> {
        let (me, workers) = self.post.me();
        let earlier = relay.source(leg);
        let before = earlier.and_then(|earlier| layers.take(earlier));
        let mut before = before.unwrap_or_else(|| Held::start(me));
        if let Some(digits) = new_digits(relay, leg, before.lots.digits, workers) {
            let open = earlier.map_or(0, |earlier| relay.open(earlier));
            before = self.deal(before, digits, open)?;
        }
        let classes = relay.reached(leg, &before.blocks)?;
        let blocks = relay.run(leg, &before.blocks, &classes, &self.job)?;
        self.states += blocks.states();
        let lots = before.lots.clone().carried(relay, leg);
        if let Some(earlier) = earlier {
            layers.put(earlier, before);
        }
        Ok(Held { blocks, lots })
    }

    /// Deals the classes of a layer with so many open squares out anew, by other digits.
    fn deal(&mut self, held: Held, digits: u64, open: usize) -> Result<Held, ClusterError> {
        let mut sizes = vec![0_u64; heaps(digits)];
        held.blocks.for_each(|class, block| {
            sizes[heap(digits, class)] += (RECORD + block.len()) as u64;
            Ok::<_, ClusterError>(())
        })?;
        let (me, workers) = self.post.me();
        self.post.send(0, sizes.iter().flat_map(|size| size.to_le_bytes()).collect());
        let told = self.post.receive()?;
        let mut owners = Vec::new();
        if me == 0 {
            sizes.fill(0);
            for bytes in &told {
                sizes.iter_mut().zip(numbers(bytes)).for_each(|(size, more)| *size += more);
            }
            owners = deal(&sizes, workers);
        }
        let owners: Vec<u8> = owners.iter().flat_map(|owner| owner.to_le_bytes()).collect();
        let owners = self.post.tell_all(&owners)?.concat();
        let owner = |chunk: &[u8]| chunk.first_chunk().copied().map_or(0, u32::from_le_bytes);
        let lots = Lots::new(digits, owners.chunks_exact(4).map(owner).collect());
        self.hand_in(&held.blocks, |class| lots.owner(class))?;
        // Before others come in their place.
        drop(held);
        Ok(Held { blocks: self.take_in(open)?, lots })
    }

    /// Hands in each block for a worker.
    pub(super) fn hand_in(
        &mut self,
        blocks: &Blocks,
        to: impl Fn(u64) -> usize,
    ) -> Result<(), ClusterError> {
        let mut parcels = vec![Vec::new(); self.post.me().1];
        blocks.for_each(|class, block| {
            let to = to(class);
            let parcel = &mut parcels[to];
            put_record(class, block, parcel);
            if parcel.len() >= PARCEL {
                self.post.send(to, std::mem::take(parcel));
                self.crew.signals.look()?;
            }
            Ok::<_, ClusterError>(())
        })?;
        for (to, parcel) in parcels.into_iter().enumerate() {
            self.post.send(to, parcel);
        }
        Ok(())
    }

    /// The blocks that all workers handed in for this one, of a layer with so many open squares.
    pub(super) fn take_in(&mut self, open: usize) -> Result<Blocks, ClusterError> {
        Ok(unpacked(open, &self.post.receive()?)?)
    }

    /// Ends a leg: all know the number of states, and the layer is in the folder, if there is one.
    pub(super) fn finish(
        &mut self,
        leg: usize,
        blocks: &Blocks,
        folder: Option<Folder<'_>>,
    ) -> Result<u64, ClusterError> {
        let Some(folder) = folder else {
            let [states] = sums(&self.post.tell_all(&blocks.states().to_le_bytes())?);
            return Ok(states);
        };
        let (me, workers) = self.post.me();
        let ShardNote { records, states, bytes, check } = write_shard(&folder, leg, me, blocks)?;
        let note = [me as u64, records, states, bytes, u64::from(check)];
        self.post.send(0, note.map(u64::to_le_bytes).concat());
        let told = self.post.receive()?;
        let mut total = Vec::new();
        if me == 0 {
            let mut list = LayerList(vec![ShardNote::default(); workers]);
            for bytes in &told {
                let mut numbers = numbers(bytes);
                let mut next = || numbers.next().unwrap_or_default();
                let (worker, records, states, bytes) = (next(), next(), next(), next());
                let check = next() as u32;
                list.0[worker as usize] = ShardNote { records, states, bytes, check };
            }
            list.write(&folder, leg)?;
            total = list.states().to_le_bytes().to_vec();
        }
        let [states] = sums(&self.post.tell_all(&total)?);
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
        let (me, workers) = self.post.me();
        let mut records = Vec::new();
        for (shard, note) in list.0.iter().enumerate().skip(me).step_by(workers) {
            self.crew.signals.look()?;
            records.push(read_shard(&folder, leg, shard, note)?);
        }
        let blocks = unpacked(relay.open(leg), &records);
        let blocks = blocks.map_err(|why| folder.spoilt(leg, &why))?;
        let held = Held { blocks, lots: Lots::one() };
        drop(records);
        let digits = digits_after(relay, leg, workers);
        self.deal(held, digits, relay.open(leg))
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

/// The blocks of all records in some bytes, of a layer with so many open squares.
fn unpacked(open: usize, parcels: &[Vec<u8>]) -> Result<Blocks, CountError> {
    let mut list = Vec::new();
    for parcel in parcels {
        for_each_record(parcel, |class, block| list.push((class, block)));
    }
    Blocks::from_unsorted(open, list)
}
