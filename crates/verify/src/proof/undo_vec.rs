//! Vectors with undo.

/// A vector that can return to the values it had at the last mark.
///
/// The checker stores its whole state in such vectors, so that leaving a case restores the state before it.
pub(super) struct UndoVec<T> {
    values: Vec<T>,
    /// The overwritten values with their indices.
    log: Vec<(u32, T)>,
    saves: Vec<usize>,
}

impl<T: Copy + PartialEq> UndoVec<T> {
    pub(super) const fn new(values: Vec<T>) -> Self {
        Self { values, log: Vec::new(), saves: Vec::new() }
    }

    #[inline]
    pub(super) fn get(&self, at: u32) -> T {
        self.values[at as usize]
    }

    #[inline]
    pub(super) fn set(&mut self, at: u32, value: T) {
        let place = &mut self.values[at as usize];
        // Without a mark, the old value is not needed.
        if !self.saves.is_empty() {
            self.log.push((at, *place));
        }
        *place = value;
    }

    pub(super) fn slice(&self, from: usize, len: usize) -> &[T] {
        &self.values[from..from + len]
    }

    pub(super) fn save(&mut self) {
        self.saves.push(self.log.len());
    }

    /// Restores the values at the last mark, and removes the mark.
    pub(super) fn restore(&mut self) {
        let save = self.saves.pop().unwrap_or_default();
        while self.log.len() > save {
            if let Some((at, value)) = self.log.pop() {
                self.values[at as usize] = value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_bring_back_what_was() {
        let mut undo_vec = UndoVec::new(vec![1, 2, 3]);
        undo_vec.set(0, 10);
        undo_vec.save();
        undo_vec.set(1, 20);
        undo_vec.set(1, 21);
        undo_vec.save();
        undo_vec.set(1, 22);
        undo_vec.set(2, 30);
        undo_vec.restore();
        assert_eq!(undo_vec.slice(0, 3), [10, 21, 3]);
        undo_vec.restore();
        assert_eq!(undo_vec.slice(0, 3), [10, 2, 3]);
    }
}
