//! Classes with their states, to be handed on.

use crate::block::Block;
use crate::layer::{Growing, Layer};
use crate::store::Store;
use crate::word::pairs;
use crate::{CountError, Job};

/// Classes with their states: a layer, or some of it.
pub struct Blocks(pub(super) Layer);

impl Blocks {
    /// What every count begins with.
    pub fn first() -> Self {
        Self(Layer::first(&Store::new(&Job::new())))
    }

    /// Blocks that came from elsewhere, by their classes; a class must not occur twice. The bytes must
    /// be those that [`Blocks::for_each`] gave.
    pub fn from_unsorted(mut list: Vec<(u64, &[u8])>) -> Self {
        list.sort_unstable_by_key(|(class, _)| *class);
        let store = Store::new(&Job::new());
        let mut layer = Layer::empty();
        let mut growing = Growing::default();
        for (class, bytes) in list {
            growing.push(class, |out| Block { bytes, pairs: pairs(class) }.copy(out));
            if growing.bytes.len() > store.segment() {
                layer.push(store.in_memory(std::mem::take(&mut growing)));
            }
        }
        layer.push(store.in_memory(growing));
        Self(layer)
    }

    /// Hands over each class with its block, the classes growing.
    pub fn for_each<E: From<CountError>>(
        &self,
        mut each: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut reader = self.0.reader();
        for (place, &class) in self.0.words.iter().enumerate() {
            let block = reader.block(place)?;
            each(class, &block.bytes[..block.len()])?;
        }
        Ok(())
    }

    /// How many classes.
    pub const fn classes(&self) -> usize {
        self.0.words.len()
    }

    /// How many states.
    pub const fn states(&self) -> u64 {
        self.0.states
    }
}
