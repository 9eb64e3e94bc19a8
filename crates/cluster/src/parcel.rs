//! Bytes on their way from one worker to another.
//!
//! Timely would pack vectors with a crate that nobody cares for any more. A parcel is bytes already, and
//! packs itself:
//!
//! ```text
//! 4 bytes  the worker it is for
//! 4        how many bytes follow, with their lowest byte first
//!          the bytes, and zeros up to a multiple of 8
//! ```

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// Bytes for a worker. Without bytes it is no parcel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parcel {
    pub(crate) to: u32,
    pub(crate) bytes: Vec<u8>,
}

const HEAD: usize = 8;

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(!self.bytes.is_empty())
    }
}

impl ContainerBytes for Parcel {
    fn from_bytes(bytes: Bytes) -> Self {
        let number = |at: usize| {
            let number = bytes.get(at..at + 4).and_then(|number| number.first_chunk());
            number.map_or(0, |number| u32::from_le_bytes(*number))
        };
        let (to, len) = (number(0), number(4) as usize);
        Self { to, bytes: bytes.get(HEAD..HEAD + len).unwrap_or_default().to_vec() }
    }

    fn length_in_bytes(&self) -> usize {
        (HEAD + self.bytes.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let padding = self.length_in_bytes() - HEAD - self.bytes.len();
        let len = self.bytes.len() as u32;
        let all = [&self.to.to_le_bytes()[..], &len.to_le_bytes(), &self.bytes, &[0; 8][..padding]];
        // The writer is a piece of memory of the length above.
        let _ = all.into_iter().try_for_each(|bytes| writer.write_all(bytes));
    }
}

/// Hands each parcel to the worker it is for.
pub(crate) struct Sorter;

impl Distributor<Parcel> for Sorter {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        time: &T,
        pushers: &mut [P],
    ) {
        if let Some(pusher) = pushers.get_mut(parcel.to as usize) {
            Message::push_at(parcel, time.clone(), pusher);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use timely::bytes::arc::BytesMut;

    use super::*;

    #[test]
    fn a_parcel_survives_the_journey() {
        for len in [1, 7, 8, 9, 1000] {
            let parcel = Parcel { to: 3, bytes: (0..len).map(|byte| byte as u8).collect() };
            let mut packed = Vec::new();
            parcel.into_bytes(&mut packed);
            assert_eq!(packed.len(), parcel.length_in_bytes());
            assert_eq!(Parcel::from_bytes(BytesMut::from(packed).freeze()), parcel);
        }
        assert_eq!(Parcel::default().record_count(), 0);
        let cut = BytesMut::from(vec![0, 0, 0, 0, 9, 0, 0, 0, 1]).freeze();
        assert_eq!(Parcel::from_bytes(cut), Parcel::default());
    }
}
