//! The tours of every set of squares of a small rectangle, by dynamic programming over sets.
//!
//! For each set of squares and each start it computes the squares where a path over the set can end: a path ends on a
//! square if a path over the rest ends a move away from it. It shares no code with the solvers, not even the moves.

use caracole_core::Kind;

/// The kinds of tours of all sets of squares.
pub(crate) struct Truth {
    /// For each set the kinds of its tours, as bits.
    kinds: Vec<u8>,
    images: Vec<Image>,
}

const fn bit(kind: Kind) -> u8 {
    match kind {
        Kind::Any => 1,
        Kind::Closed => 2,
        Kind::Open => 4,
    }
}

impl Truth {
    /// Returns the table of a rectangle of at most 25 squares. Takes 5 bytes for each set.
    pub(crate) fn new(files: u32, ranks: u32) -> Self {
        let near = neighbours(files, ranks);
        let images = images(files, ranks);
        let sets = 1_u32 << near.len();
        let mut kinds = vec![0; sets as usize];
        let mut ends = vec![0; sets as usize];
        // Images of a start under symmetries have the images of its tours.
        for start in (0..near.len()).filter(|&start| is_first(&images, 1 << start)) {
            for set in (0..sets).filter(|set| set >> start & 1 == 1) {
                let here = ends_of(set, start, &near, &ends);
                ends[set as usize] = here;
                if here == 0 {
                    continue;
                }
                // Two squares have no cycle.
                let closing = if set.count_ones() > 2 { here & near[start] } else { 0 };
                let mut kind = bit(Kind::Any);
                if closing != 0 {
                    kind |= bit(Kind::Closed);
                }
                if closing != here {
                    kind |= bit(Kind::Open);
                }
                for image in &images {
                    kinds[image.of(set) as usize] |= kind;
                }
            }
        }
        Self { kinds, images }
    }

    /// Returns true if a set has a tour of a kind.
    pub(crate) fn has_tour(&self, set: u32, kind: Kind) -> bool {
        self.kinds[set as usize] & bit(kind) != 0
    }

    /// Returns the number of sets, including the empty one.
    pub(crate) const fn sets(&self) -> u32 {
        self.kinds.len() as u32
    }

    /// Returns the size of the orbit of a set, if the set is the first in it.
    pub(crate) fn class(&self, set: u32) -> Option<u32> {
        if !is_first(&self.images, set) {
            return None;
        }
        let same = self.images.iter().filter(|image| image.of(set) == set).count();
        Some((self.images.len() / same) as u32)
    }
}

/// Returns the squares where paths over a set from `start` end.
fn ends_of(set: u32, start: usize, near: &[u32], ends: &[u32]) -> u32 {
    let mut others = set & !(1 << start);
    if others == 0 {
        return set;
    }
    let mut here = 0;
    while others != 0 {
        let end = others & others.wrapping_neg();
        if ends[(set & !end) as usize] & near[end.trailing_zeros() as usize] != 0 {
            here |= end;
        }
        others &= others - 1;
    }
    here
}

/// Returns for each square the squares a knight's move away.
fn neighbours(files: u32, ranks: u32) -> Vec<u32> {
    let is_a_move = |a: u32, b: u32| {
        let apart = [(a % files).abs_diff(b % files), (a / files).abs_diff(b / files)];
        apart == [1, 2] || apart == [2, 1]
    };
    let squares = files * ranks;
    let near = |a| (0..squares).filter(move |&b| is_a_move(a, b)).fold(0, |set, b| set | 1 << b);
    (0..squares).map(near).collect()
}

/// The images of each eight squares under a symmetry.
struct Image([[u32; 256]; 4]);

impl Image {
    fn new(squares: u32, to: impl Fn(u32) -> u32) -> Self {
        let mut tables = [[0; 256]; 4];
        for (table, first) in tables.iter_mut().zip((0..).step_by(8)) {
            for (set, image) in (0_u32..).zip(table) {
                let inside = (0..8).filter(|&at| set >> at & 1 == 1 && first + at < squares);
                *image = inside.fold(0, |image, at| image | 1 << to(first + at));
            }
        }
        Self(tables)
    }

    fn of(&self, set: u32) -> u32 {
        let bytes = set.to_le_bytes();
        (0..4).fold(0, |image, at| image | self.0[at][usize::from(bytes[at])])
    }
}

/// Returns all symmetries of a rectangle.
fn images(files: u32, ranks: u32) -> Vec<Image> {
    let mut all = Vec::new();
    for bits in 0..if files == ranks { 8 } else { 4 } {
        all.push(Image::new(files * ranks, |square| {
            let (mut file, mut rank) = (square % files, square / files);
            if bits & 1 == 1 {
                file = files - 1 - file;
            }
            if bits & 2 == 2 {
                rank = ranks - 1 - rank;
            }
            if bits & 4 == 4 { file * files + rank } else { rank * files + file }
        }));
    }
    all
}

fn is_first(images: &[Image], set: u32) -> bool {
    images.iter().all(|image| image.of(set) >= set)
}
