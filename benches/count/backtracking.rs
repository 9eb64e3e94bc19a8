//! Backtracking on all cores.
//!
//! It has the usual improvements: squares are bits of a word; a path is abandoned when a square cannot be
//! passed any more, or two squares can only be the end; a forced next square is chosen at once; symmetric starts
//! are searched once; a closed tour passes the corner in one direction.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use caracole_runtime::parallel;

struct Walk<'a> {
    /// The neighbours of each square.
    near: &'a [u64],
    /// The last square of a closed tour, or none for paths, which may end anywhere.
    last: Option<usize>,
    deadline: Instant,
    is_late: &'a AtomicBool,
    steps: u64,
}

/// The start of some tours.
#[derive(Clone, Copy)]
struct PartialPath {
    /// The current square.
    at: usize,
    /// The unvisited squares.
    left: u64,
    /// True if the tour can only end on a known square.
    has_end: bool,
}

const STEPS_BETWEEN_CHECKS: u64 = 1 << 14;
/// The length of the partial paths that are distributed to threads.
const STEPS_AHEAD: usize = 5;

/// Returns the number of undirected closed tours, or of directed paths, or `None` after the time limit.
pub(crate) fn count(files: u32, ranks: u32, is_closed: bool, deadline: Instant) -> Option<u64> {
    let near = moves(files, ranks);
    let all = (1 << near.len()) - 1;
    // Each partial path, with the weight of its tours.
    let (last, mut tasks) = if is_closed {
        // A closed tour makes both moves of the corner.
        let corner = near[0];
        let (out, home) = (corner.trailing_zeros() as usize, corner.ilog2() as usize);
        let path = PartialPath { at: out, left: all & !1 & !(1 << out), has_end: true };
        (Some(home), vec![(path, 1)])
    } else {
        let from = |at| PartialPath { at, left: all & !(1 << at), has_end: false };
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
    let work = || {
        let mut walk = new();
        while let Some(&(from, times)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            total.fetch_add(walk.walk(from) * times, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..parallel::cores().get() {
            scope.spawn(work);
        }
        work();
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

/// Returns a start for each orbit, and the size of the orbit.
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
    /// Returns the possible next squares.
    fn onward(&self, path: PartialPath) -> impl Iterator<Item = PartialPath> + use<> {
        let PartialPath { at, left, has_end } = path;
        let mut next_squares = self.near[at] & left;
        if let Some(last) = self.last.filter(|&last| left != 1 << last) {
            next_squares &= !(1 << last);
        }
        // Neighbours with one other neighbour are next, or the end.
        let mut single: u64 = 0;
        let mut is_stuck = false;
        for to in bits(next_squares) {
            match (self.near[to] & left).count_ones() {
                // It is reached from here or never, and it is the end.
                0 => is_stuck |= left != 1 << to,
                1 => single |= 1 << to,
                _ => {}
            }
        }
        next_squares = match if has_end { single.count_ones() + 1 } else { single.count_ones() } {
            _ if is_stuck => 0,
            0 | 1 => next_squares,
            2 => single,
            _ => 0,
        };
        bits(next_squares).map(move |to| PartialPath {
            at: to,
            left: left & !(1 << to),
            has_end: has_end || single & !(1 << to) != 0,
        })
    }

    /// Counts the tours that continue this path. The depth is at most the number of squares, 40.
    fn walk(&mut self, path: PartialPath) -> u64 {
        if path.left == 0 {
            return 1;
        }
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_CHECKS) && Instant::now() > self.deadline {
            self.is_late.store(true, Ordering::Relaxed);
        }
        if self.is_late.load(Ordering::Relaxed) {
            return 0;
        }
        self.onward(path).map(|next| self.walk(next)).sum()
    }
}

fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(at)
    })
}
