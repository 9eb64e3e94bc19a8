//! Buffered output. Long lists are formatted in chunks on several threads and written in order.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::mpsc;
use std::thread;

use caracole_core::{Board, Coord, File, Rank, Square};
use caracole_runtime::parallel;
use caracole_verify::ProgressFn;
use caracole_verify::{Tour, no_progress};

use crate::WriteError;
use crate::text::TextBuffer;

/// Lists with fewer items are formatted on one thread.
const MIN_PARALLEL_ITEMS: u64 = 100_000;

/// The buffer is written when it has this length.
const BUFFER_BYTES: usize = 1 << 16;

/// The length of a chunk, or a little less: long enough to hide the cost of a channel, and small
/// enough for the cache of a core.
const CHUNK_BYTES: usize = 1 << 18;

/// Each thread has three buffers: one to fill, one to be written, one on its way.
const BUFFERS_PER_THREAD: usize = 3;

/// One thread writes the chunks of all others, so more threads than this would only wait.
const MAX_THREADS: usize = 16;

/// A buffered writer.
pub(crate) struct Output<'a> {
    out: &'a mut dyn Write,
    buffer: TextBuffer,
    progress: ProgressFn<'a>,
    threads: usize,
    /// The number of items that were written before the list, for the progress.
    items_before: u64,
}

impl<'a> Output<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Self::with_progress(out, &no_progress, Some(NonZeroUsize::MIN))
    }

    /// Creates an output with a progress callback, which formats long lists on `threads` threads;
    /// on all cores if that is `None`.
    pub(crate) fn with_progress(
        out: &'a mut dyn Write,
        progress: ProgressFn<'a>,
        threads: Option<NonZeroUsize>,
    ) -> Self {
        let threads = threads.unwrap_or_else(parallel::cores).get().min(MAX_THREADS);
        Self { out, buffer: TextBuffer::default(), progress, threads, items_before: 0 }
    }

    /// Sets the number of items that were written before the next list, for the progress.
    pub(crate) const fn set_items_before(&mut self, items: u64) {
        self.items_before = items;
    }

    pub(crate) fn write_str(&mut self, text: &str) -> io::Result<()> {
        self.write_all(text.as_bytes())
    }

    pub(crate) fn write_byte(&mut self, byte: u8) -> io::Result<()> {
        self.buffer.push_byte(byte);
        self.write_if_full()
    }

    pub(crate) fn write_number(&mut self, number: u64) -> io::Result<()> {
        self.buffer.push_number(number);
        self.write_if_full()
    }

    pub(crate) fn write_name(&mut self, board: &Board, square: Square) -> io::Result<()> {
        self.buffer.push_square(board, board.coord(square));
        self.write_if_full()
    }

    /// Writes a list whose items take at most `item_bytes` bytes each.
    ///
    /// `format` formats a range of items. It is called for all ranges, on several threads, so its
    /// output must depend on the range alone.
    pub(crate) fn write_list(
        &mut self,
        items: u64,
        item_bytes: usize,
        format: impl Fn(Range<u64>, &mut TextBuffer) + Sync,
    ) -> Result<(), WriteError> {
        let size = (CHUNK_BYTES / item_bytes) as u64;
        let range = |chunk: u64| chunk * size..items.min((chunk + 1).saturating_mul(size));
        let chunks = items.div_ceil(size);
        if self.threads == 1 || items < MIN_PARALLEL_ITEMS {
            for chunk in 0..chunks {
                format(range(chunk), &mut self.buffer);
                self.write_if_full()?;
                report_progress(self.progress, self.items_before + range(chunk).end)?;
            }
            return Ok(());
        }
        self.write_buffer()?;
        let (out, progress, before) = (&mut *self.out, self.progress, self.items_before);
        let format = |chunk: u64, text: &mut TextBuffer| format(range(chunk), text);
        format_in_order(self.threads, chunks, format, |chunk, bytes| {
            out.write_all(bytes)?;
            report_progress(progress, before + range(chunk).end)
        })
    }

    fn write_if_full(&mut self) -> io::Result<()> {
        if self.buffer.len() < BUFFER_BYTES { Ok(()) } else { self.write_buffer() }
    }

    fn write_buffer(&mut self) -> io::Result<()> {
        self.out.write_all(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(())
    }
}

fn report_progress(progress: ProgressFn<'_>, written: u64) -> Result<(), WriteError> {
    if progress(written).is_break() { Err(WriteError::Stopped) } else { Ok(()) }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.push_bytes(bytes);
        self.write_if_full()?;
        Ok(bytes.len())
    }

    /// Writes the rest of the buffer. Must be called last.
    fn flush(&mut self) -> io::Result<()> {
        self.write_buffer()?;
        self.out.flush()
    }
}

/// Formats chunks on several threads and passes them to `write` in order on this thread.
///
/// Chunks are assigned to the threads in turn, so the output does not depend on their speed. A
/// thread waits while all its buffers are full, so memory is bounded. The first error of `write`
/// ends all threads.
fn format_in_order<E>(
    threads: usize,
    chunks: u64,
    format: impl Fn(u64, &mut TextBuffer) + Sync,
    mut write: impl FnMut(u64, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let format = &format;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|first| {
                let (full_sender, full) = mpsc::channel::<TextBuffer>();
                let (empty_sender, empty) = mpsc::channel::<TextBuffer>();
                for _ in 0..BUFFERS_PER_THREAD {
                    // Cannot fail: this thread holds the receiver.
                    let _ = empty_sender.send(TextBuffer::default());
                }
                parallel::spawn(scope, move || {
                    for chunk in (first as u64..chunks).step_by(threads) {
                        let Ok(mut text) = empty.recv() else { return };
                        text.clear();
                        format(chunk, &mut text);
                        if full_sender.send(text).is_err() {
                            return;
                        }
                    }
                });
                (full, empty_sender)
            })
            .collect();
        for chunk in 0..chunks {
            let (full, empty_sender) = &workers[(chunk % threads as u64) as usize];
            // A thread that ends early has panicked; the scope propagates the panic.
            let Ok(text) = full.recv() else { break };
            write(chunk, text.as_bytes())?;
            // Fails after the last chunk of a thread.
            let _ = empty_sender.send(text);
        }
        Ok(())
    })
}

/// The number of places that are computed at a time. They fit in the first-level cache.
const PLACES: usize = 512;

/// Passes the places of `count` steps of a tour from step `first` on to `each`, many at a time.
pub(crate) fn for_each_places(tour: &Tour, first: u64, count: u64, mut each: impl FnMut(&[Coord])) {
    let mut places = [Coord::flat(File::new(0), Rank::new(0)); PLACES];
    let mut squares = tour.formula().is_none().then(|| tour.squares_from(first));
    let board = tour.board();
    let mut done = 0;
    while done < count {
        let places = &mut places[..(count - done).min(PLACES as u64) as usize];
        match (tour.formula(), &mut squares) {
            (Some(formula), _) => formula.walk(first + done, places),
            (None, squares) => {
                for (place, square) in places.iter_mut().zip(squares.iter_mut().flatten()) {
                    *place = place_of(board, square);
                }
            }
        }
        each(places);
        done += places.len() as u64;
    }
}

/// Returns the same as [`Board::place`], with the cheapest division.
#[inline]
fn place_of(board: &Board, square: Square) -> Coord {
    match u32::try_from(square.index()) {
        Ok(index) if !board.is_box() => {
            let files = board.files();
            Coord::flat(File::new(index % files), Rank::new(index / files))
        }
        _ => board.coord(square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_written_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 3, 7] {
            for chunks in [0, 1, 2, 6, 100] {
                let mut all = Vec::new();
                let format = |chunk: u64, text: &mut TextBuffer| text.push_number(chunk);
                let written = format_in_order(threads, chunks, format, |chunk, bytes| {
                    assert_eq!(bytes, chunk.to_string().as_bytes());
                    all.push(chunk);
                    Ok::<(), ()>(())
                });
                assert_eq!(written, Ok(()));
                assert!(all.into_iter().eq(0..chunks));
            }
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_in_a_thread_ends_the_write() {
        let format = |chunk: u64, text: &mut TextBuffer| {
            assert_ne!(chunk, 5, "on purpose");
            text.push_number(chunk);
        };
        let _ = format_in_order(3, u64::MAX, format, |_, _| Ok::<(), ()>(()));
    }

    #[test]
    fn an_error_ends_the_write() {
        let endless = |chunk: u64, text: &mut TextBuffer| text.push_number(chunk);
        let written =
            format_in_order(
                3,
                u64::MAX,
                endless,
                |chunk, _| if chunk == 50 { Err(chunk) } else { Ok(()) },
            );
        assert_eq!(written, Err(50));
    }
}
