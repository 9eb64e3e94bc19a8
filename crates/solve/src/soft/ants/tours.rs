//! Which tours were found.

use std::collections::HashSet;

use caracole_core::StopCause;

use crate::{Reservation, Run};

/// Tours that differ, kept as they are: no two are ever taken for one.
pub(super) struct Tours {
    set: HashSet<Box<[u8]>>,
    /// How many the run has given memory for.
    room: usize,
    /// Bytes that tell a vertex.
    width: usize,
    memory: Reservation,
    /// The tour that was told last, as it is kept.
    told: Vec<u8>,
}

/// Tours that memory is asked for at first.
const FIRST_ROOM: usize = 1 << 10;

/// Bytes of a table of tours for each that has room: where it is, how long, and a byte more; one
/// place of eight stays empty, and the number of places is a power of two.
const TABLE: u64 = 2 * (8 + 8 + 1);

/// What the allocator adds to a tour.
const MARGIN: u64 = 16;

impl Tours {
    /// None yet, on so many vertices, in `memory` that grows with them.
    pub(super) fn new(vertices: u32, memory: Reservation) -> Self {
        let width = match vertices {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        Self { set: HashSet::new(), room: 0, width, memory, told: Vec::new() }
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.set.len() as u64
    }

    /// Keeps a tour, if it is a new one. Another direction or start makes it another tour.
    pub(super) fn keep(&mut self, path: &[u32], run: &Run<'_>) -> Result<(), StopCause> {
        let Self { set, told, width, .. } = self;
        told.clear();
        told.extend(path.iter().flat_map(|vertex| vertex.to_le_bytes().into_iter().take(*width)));
        if set.contains(told.as_slice()) {
            return Ok(());
        }
        if set.len() == self.room {
            self.grow(run)?;
        }
        self.set.insert(self.told.as_slice().into());
        Ok(())
    }

    /// Makes room for twice as many tours, all as long as the last. While they move house there are
    /// two tables.
    fn grow(&mut self, run: &Run<'_>) -> Result<(), StopCause> {
        let room = (2 * self.room).max(FIRST_ROOM);
        let tours = (room as u64).saturating_mul(TABLE + self.told.len() as u64 + MARGIN);
        let old_table = self.room as u64 * TABLE;
        self.memory.resize(tours.saturating_add(old_table), run)?;
        self.set.reserve(room - self.set.len());
        self.room = room;
        Ok(())
    }
}
