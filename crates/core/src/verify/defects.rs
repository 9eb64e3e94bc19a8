//! A list of defects that does not grow without bound.

use super::Defect;

/// The first defects, and how many there are in all.
pub(super) struct Defects<D = Defect> {
    kept: Vec<D>,
    count: u64,
}

impl<D> Default for Defects<D> {
    fn default() -> Self {
        Self { kept: Vec::new(), count: 0 }
    }
}

impl<D> Defects<D> {
    /// How many are kept.
    pub(super) const KEPT: usize = 10_000;

    pub(super) fn push(&mut self, defect: D) {
        self.count += 1;
        if self.kept.len() < Self::KEPT {
            self.kept.push(defect);
        }
    }

    /// Adds `count` defects, and looks no further for them than there is room.
    pub(super) fn push_all(&mut self, count: u64, defects: impl Iterator<Item = D>) {
        let room = (Self::KEPT - self.kept.len()) as u64;
        self.kept.extend(defects.take(count.min(room) as usize));
        self.count += count;
    }

    /// Takes over what another list has found, each defect with something added to it.
    pub(super) fn absorb<E>(&mut self, others: Defects<E>, mut add: impl FnMut(E) -> D) {
        self.push_all(others.count, others.kept.into_iter().map(&mut add));
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn into_kept(self) -> Vec<D> {
        self.kept
    }
}
