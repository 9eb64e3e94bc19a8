//! Backtracking on all cores: from square to square, and back where no tour can come of it.
//!
//! It takes the care that one takes: squares are bits of a word; a walk ends at once when a square can
//! not be passed any more, or two can only be the end; a square that must be next is next; starts that
//! are mirror images of each other are walked from once; a closed tour passes the corner one way only.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use caracole_core::parallel;

struct Walk<'a> {
    /// Of each square the squares a move away.
    near: &'a [u64],
    /// Where a closed tour comes home from; none for paths, which may end anywhere.
    last: Option<usize>,
    deadline: Instant,
    is_late: &'a AtomicBool,
    steps: u64,
}

/// The beginning of some tours.
#[derive(Clone, Copy)]
struct Beginning {
    /// Where it has come to.
    at: usize,
    /// What is left.
    left: u64,
    /// Is there a square already where the tour can only end?
    has_end: bool,
}

const STEPS_BETWEEN_LOOKS: u64 = 1 << 14;
/// Walks are shared out after so many steps.
const STEPS_AHEAD: usize = 5;

/// Undirected closed tours, or directed paths; none if it takes too long.
pub(crate) fn count(files: u32, ranks: u32, is_closed: bool, deadline: Instant) -> Option<u64> {
    let near = moves(files, ranks);
    let all = (1 << near.len()) - 1;
    // Each beginning with how often the tours that come of it count.
    let (last, mut tasks) = if is_closed {
        // The corner has two moves, and a closed tour makes both.
        let corner = near[0];
        let (out, home) = (corner.trailing_zeros() as usize, corner.ilog2() as usize);
        let beginning = Beginning { at: out, left: all & !1 & !(1 << out), has_end: true };
        (Some(home), vec![(beginning, 1)])
    } else {
        let from = |at| Beginning { at, left: all & !(1 << at), has_end: false };
        let starts = starts(files, ranks).into_iter();
        (None, starts.map(|(at, times)| (from(at), times)).collect())
    };
    let is_late = AtomicBool::new(false);
    let new = || Walk { near: &near, last, deadline, is_late: &is_late, steps: 0 };
    for _ in 0..STEPS_AHEAD.min(near.len() / 4) {
        let onward = |&(from, times)| new().onward(from).map(move |next| (next, times));
        tasks = tasks.iter().flat_map(onward).collect();
    }
    let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
    let labour = || {
        let mut walk = new();
        while let Some(&(from, times)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            total.fetch_add(walk.walk(from) * times, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..parallel::cores().get() {
            scope.spawn(labour);
        }
        labour();
    });
    (!is_late.into_inner()).then(|| total.into_inner())
}

fn moves(files: u32, ranks: u32) -> Vec<u64> {
    let (files, ranks) = (i64::from(files), i64::from(ranks));
    let all = |at: i64| {
        let (file, rank) = (at % files, at / files);
        let jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let to = jumps.map(|(right, up)| (file + right, rank + up));
        let inside =
            to.iter().filter(|to| (0..files).contains(&to.0) && (0..ranks).contains(&to.1));
        inside.fold(0, |near, (file, rank)| near | 1 << (rank * files + file))
    };
    (0..files * ranks).map(all).collect()
}

/// A start for each set of mirror images, and how many they are.
fn starts(files: u32, ranks: u32) -> Vec<(usize, u64)> {
    let (files, ranks) = (files as usize, ranks as usize);
    let least = |at: usize| {
        let (file, rank) = (at % files, at / files);
        let (file, rank) = (file.min(files - 1 - file), rank.min(ranks - 1 - rank));
        if files == ranks && file < rank { file * files + rank } else { rank * files + file }
    };
    let mut times = vec![0; files * ranks];
    (0..files * ranks).for_each(|at| times[least(at)] += 1);
    times.into_iter().enumerate().filter(|&(_, times)| times > 0).collect()
}

impl Walk<'_> {
    /// How it can go on.
    fn onward(&self, beginning: Beginning) -> impl Iterator<Item = Beginning> + use<> {
        let Beginning { at, left, has_end } = beginning;
        let mut ways = self.near[at] & left;
        if let Some(last) = self.last.filter(|&last| left != 1 << last) {
            ways &= !(1 << last);
        }
        // Squares beside this one that have one other way out: next, or else the end.
        let mut single: u64 = 0;
        let mut is_stuck = false;
        for to in bits(ways) {
            match (self.near[to] & left).count_ones() {
                // It is reached from here or never, and not left again.
                0 => is_stuck |= left != 1 << to,
                1 => single |= 1 << to,
                _ => {}
            }
        }
        ways = match if has_end { single.count_ones() + 1 } else { single.count_ones() } {
            _ if is_stuck => 0,
            0 | 1 => ways,
            2 => single,
            _ => 0,
        };
        bits(ways).map(move |to| Beginning {
            at: to,
            left: left & !(1 << to),
            has_end: has_end || single & !(1 << to) != 0,
        })
    }

    /// The tours that go on like this. No deeper than the board has squares, which are 40 at most.
    fn walk(&mut self, beginning: Beginning) -> u64 {
        if beginning.left == 0 {
            return 1;
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && Instant::now() > self.deadline {
            self.is_late.store(true, Ordering::Relaxed);
        }
        if self.is_late.load(Ordering::Relaxed) {
            return 0;
        }
        self.onward(beginning).map(|next| self.walk(next)).sum()
    }
}

fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(at)
    })
}
