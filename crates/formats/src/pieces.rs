//! Long texts, made in pieces on all cores and written in order.

use std::num::NonZeroUsize;
use std::sync::mpsc;
use std::thread;

use caracole_core::{Board, File, Place, Rank, Square, Tour, parallel};

use crate::text::Text;

/// So many bytes are made at a time, or a little less: enough to hide what it costs to hand them
/// on, and small enough for the cache of a core.
pub(crate) const PIECE: usize = 1 << 18;

/// Each thread has so many pieces in the making: one to fill, one to be written, one on its way.
const IN_HAND: usize = 3;

/// One thread writes what the others make, so more than this only wait for it.
const MOST_THREADS: usize = 16;

/// How many threads make pieces.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.unwrap_or_else(parallel::cores).get().min(MOST_THREADS)
}

/// Makes pieces on some threads and takes them in order on this one.
///
/// The pieces are dealt out in turn, so their bytes and their order depend on nothing. Only a few
/// of them exist at a time: a thread whose pieces nobody takes waits. The first error of `take`
/// ends it all.
pub(crate) fn in_order<E>(
    threads: usize,
    pieces: u64,
    make: impl Fn(u64, &mut Text) + Sync,
    mut take: impl FnMut(u64, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let make = &make;
    thread::scope(|scope| {
        let benches: Vec<_> = (0..threads)
            .map(|first| {
                let (ready, to_write) = mpsc::channel::<Text>();
                let (written, to_fill) = mpsc::channel::<Text>();
                for _ in 0..IN_HAND {
                    // The other end is in our hands.
                    let _ = written.send(Text::default());
                }
                parallel::spawn(scope, move || {
                    for piece in (first as u64..pieces).step_by(threads) {
                        let Ok(mut text) = to_fill.recv() else { return };
                        text.clear();
                        make(piece, &mut text);
                        if ready.send(text).is_err() {
                            return;
                        }
                    }
                });
                (to_write, written)
            })
            .collect();
        for piece in 0..pieces {
            let (to_write, written) = &benches[(piece % threads as u64) as usize];
            // A thread that leaves early has panicked, and the scope passes that on.
            let Ok(text) = to_write.recv() else { break };
            take(piece, text.as_bytes())?;
            // After its last piece a thread wants no more.
            let _ = written.send(text);
        }
        Ok(())
    })
}

/// So many places are asked for at a time; they stay in the innermost cache.
const PLACES: usize = 512;

/// Hands on the places of `count` steps of a tour from step `first`, many at a time.
pub(crate) fn walk(tour: &Tour, first: u64, count: u64, mut each: impl FnMut(&[Place])) {
    let mut places = [Place::flat(File::new(0), Rank::new(0)); PLACES];
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

/// The same as [`Board::place`], by the division that costs least.
#[inline]
fn place_of(board: &Board, square: Square) -> Place {
    match u32::try_from(square.index()) {
        Ok(index) if !board.is_box() => {
            let files = board.files();
            Place::flat(File::new(index % files), Rank::new(index / files))
        }
        _ => board.place(square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 3, 7] {
            for pieces in [0, 1, 2, 6, 100] {
                let mut all = Vec::new();
                let make = |piece: u64, text: &mut Text| text.number(piece);
                let taken = in_order(threads, pieces, make, |piece, bytes| {
                    assert_eq!(bytes, piece.to_string().as_bytes());
                    all.push(piece);
                    Ok::<(), ()>(())
                });
                assert_eq!(taken, Ok(()));
                assert!(all.into_iter().eq(0..pieces));
            }
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_thread_that_panics_ends_the_work() {
        let make = |piece: u64, text: &mut Text| {
            assert_ne!(piece, 5, "on purpose");
            text.number(piece);
        };
        let _ = in_order(3, u64::MAX, make, |_, _| Ok::<(), ()>(()));
    }

    #[test]
    fn an_error_ends_the_work() {
        let endless = |piece: u64, text: &mut Text| text.number(piece);
        let taken = in_order(
            3,
            u64::MAX,
            endless,
            |piece, _| if piece == 50 { Err(piece) } else { Ok(()) },
        );
        assert_eq!(taken, Err(50));
    }
}
