//! Buffered output.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::Range;

use caracole_core::verify::Watch;
use caracole_core::{Board, Square, unwatched};

use crate::WriteError;
use crate::pieces::{self, PIECE};
use crate::text::Text;

/// Gathers bytes and hands them on in large pieces.
pub(crate) struct Sink<'a> {
    out: &'a mut dyn Write,
    text: Text,
    watch: Watch<'a>,
    threads: usize,
}

/// So much is gathered.
const FULL: usize = 1 << 16;

/// Fewer squares than these are written sooner than threads are started.
const WORTH_THREADS: u64 = 100_000;

impl<'a> Sink<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self::watched(out, &unwatched, Some(NonZeroUsize::MIN))
    }

    /// With somebody who is told how far it has come, and with so many threads for long lists.
    pub(crate) fn watched(
        out: &'a mut dyn Write,
        watch: Watch<'a>,
        threads: Option<NonZeroUsize>,
    ) -> Self {
        Self { out, text: Text::default(), watch, threads: pieces::threads(threads) }
    }

    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())
    }

    pub(crate) fn byte(&mut self, byte: u8) -> io::Result<()> {
        self.text.byte(byte);
        self.hand_on_if_full()
    }

    pub(crate) fn number(&mut self, number: u64) -> io::Result<()> {
        self.text.number(number);
        self.hand_on_if_full()
    }

    /// The name of a square.
    pub(crate) fn name(&mut self, board: &Board, square: Square) -> io::Result<()> {
        self.text.name(board.place(square), board.is_box());
        self.hand_on_if_full()
    }

    /// A long list, each item of at most `widest` bytes. `make` writes a range of them, and is
    /// called for all ranges, on all threads; what it writes must depend on the items alone.
    pub(crate) fn list(
        &mut self,
        items: u64,
        widest: usize,
        make: impl Fn(Range<u64>, &mut Text) + Sync,
    ) -> Result<(), WriteError> {
        let share = (PIECE / widest) as u64;
        let range = |piece: u64| piece * share..items.min((piece + 1).saturating_mul(share));
        let pieces = items.div_ceil(share);
        if self.threads == 1 || items < WORTH_THREADS {
            for piece in 0..pieces {
                make(range(piece), &mut self.text);
                self.hand_on_if_full()?;
                tell(self.watch, range(piece).end)?;
            }
            return Ok(());
        }
        self.hand_on()?;
        let (out, watch) = (&mut *self.out, self.watch);
        let make = |piece: u64, text: &mut Text| make(range(piece), text);
        pieces::in_order(self.threads, pieces, make, |piece, bytes| {
            out.write_all(bytes)?;
            tell(watch, range(piece).end)
        })
    }

    fn hand_on_if_full(&mut self) -> io::Result<()> {
        if self.text.len() < FULL { Ok(()) } else { self.hand_on() }
    }

    fn hand_on(&mut self) -> io::Result<()> {
        self.out.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }
}

fn tell(watch: Watch<'_>, written: u64) -> Result<(), WriteError> {
    if watch(written).is_break() { Err(WriteError::Stopped) } else { Ok(()) }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.text(bytes);
        self.hand_on_if_full()?;
        Ok(bytes.len())
    }

    /// Nothing reaches the receiver before this is called.
    fn flush(&mut self) -> io::Result<()> {
        self.hand_on()?;
        self.out.flush()
    }
}
