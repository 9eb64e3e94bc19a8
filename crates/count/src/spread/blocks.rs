//! Classes with their states, to be handed on.

use crate::block::{Block, Flaw};
use crate::layer::{Growing, Layer};
use crate::store::Store;
use crate::word::{is_class, pairs};
use crate::{CountError, Job};

/// Classes with their states: a layer, or some of it.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_count::spread::{Blocks, Relay};
/// use caracole_count::{CountError, Job, Question};
///
/// let question = Question::new(Problem::new("5x6".parse()?).closed());
/// let job = Job::new();
/// let relays = Relay::all(&question, &job)?;
/// let relay = relays.first().ok_or("a question has a part")?;
/// let blocks = relay.run(0, &Blocks::first(), relay.classes(0), &job)?;
/// assert!(blocks.classes() > 0 && blocks.states() > 0);
///
/// // As they travel, and as they arrive.
/// let mut parcel: Vec<(u64, Vec<u8>)> = Vec::new();
/// blocks.for_each(|class, bytes| {
///     parcel.push((class, bytes.to_vec()));
///     Ok::<(), CountError>(())
/// })?;
/// let list = parcel.iter().map(|(class, bytes)| (*class, &bytes[..])).collect();
/// let arrived = Blocks::from_unsorted(relay.open(0), list)?;
/// assert_eq!((arrived.classes(), arrived.states()), (blocks.classes(), blocks.states()));
/// assert_eq!(Blocks::none().classes(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Blocks(pub(super) Layer);

impl Blocks {
    /// What every count begins with.
    pub fn first() -> Self {
        Self(Layer::first(&Store::new(&Job::new())))
    }

    /// No classes.
    pub const fn none() -> Self {
        Self(Layer::empty())
    }

    /// Blocks that came from elsewhere, by their classes, of a layer with so many open squares. A class
    /// must not occur twice, and the bytes be such as [`Blocks::for_each`] gives; else they are refused
    /// as [`CountError::Unsound`].
    pub fn from_unsorted(open: usize, list: Vec<(u64, &[u8])>) -> Result<Self, CountError> {
        Self::from_elsewhere(open, list).map_err(|flaw| CountError::Unsound(flaw.to_string()))
    }

    fn from_elsewhere(open: usize, mut list: Vec<(u64, &[u8])>) -> Result<Self, Flaw> {
        list.sort_unstable_by_key(|(class, _)| *class);
        let store = Store::new(&Job::new());
        let mut layer = Layer::empty();
        let mut growing = Growing::default();
        let mut least = 0;
        for (class, bytes) in list {
            if class < least {
                return Err(Flaw("a class came twice"));
            }
            if !is_class(class, open) {
                return Err(Flaw("a class cannot be"));
            }
            least = class + 1;
            let checked = Block { bytes, pairs: pairs(class) }.check()?;
            if checked.len != bytes.len() {
                return Err(Flaw("a block has too many bytes"));
            }
            growing.push(class, |out| {
                out.extend_from_slice(bytes);
                checked.written
            });
            if growing.bytes.len() > store.segment() {
                layer.push(store.in_memory(std::mem::take(&mut growing)));
            }
        }
        layer.push(store.in_memory(growing));
        Ok(Self(layer))
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
