//! A list of defects that does not grow without bound.

use super::Defect;

/// The first defects, and how many there are in all.
#[derive(Default)]
pub(super) struct Defects {
    kept: Vec<Defect>,
    count: u64,
}

impl Defects {
    /// How many are kept.
    pub(super) const KEPT: usize = 10_000;

    pub(super) fn push(&mut self, defect: Defect) {
        self.count += 1;
        if self.kept.len() < Self::KEPT {
            self.kept.push(defect);
        }
    }

    /// Adds `count` defects, and looks no further for them than there is room.
    pub(super) fn push_all(&mut self, count: u64, defects: impl Iterator<Item = Defect>) {
        let room = (Self::KEPT - self.kept.len()) as u64;
        self.kept.extend(defects.take(count.min(room) as usize));
        self.count += count;
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn into_kept(self) -> Vec<Defect> {
        self.kept
    }
}
