//! Why there is no factor: squares that need more than there is for them.

use super::{Pace, Wanted};

/// Why there is no factor, in vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lack {
    /// These vertices, all of one colour, need more moves and ends than their neighbours and the
    /// free ends can give: as [`Case::Starved`](caracole_core::Case::Starved) counts.
    Starved(Vec<u32>),
    /// The first vertices take all free ends, as [`Case::Tight`](caracole_core::Case::Tight)
    /// counts, and so the second, of the other colour, are starved.
    TightThenStarved([Vec<u32>; 2]),
    /// The ends do not fit: too few vertices have room for one, or there is one too many or too
    /// few of them for what the colours need.
    Ends,
}

/// Counts what sets of vertices need and what there is for them.
pub(super) struct Shortage<'a, 'b, R, O> {
    wanted: &'a Wanted<'b, R, O>,
    /// How many open moves each vertex has to the set.
    moves: Vec<u32>,
    /// Marks the vertices of the set, or of the part that is looked at.
    is_in: Vec<bool>,
}

/// What a set lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// What it needs, less what its neighbours can give.
    short: i64,
    /// How many ends its vertices may have.
    room: i64,
}

/// What a set must keep while it is made smaller.
#[derive(Clone, Copy)]
enum Keep {
    /// It is starved, with so many free ends.
    Starved(i64),
    /// It takes all of the free ends.
    Tight(i64),
}

impl Keep {
    fn holds(self, Sums { short, room }: Sums) -> bool {
        match self {
            Self::Starved(ends) => short > room.min(ends),
            Self::Tight(ends) => short >= ends && room >= ends,
        }
    }
}

impl<'a, 'b, R: Fn(u32) -> u8, O: Fn(u32, u32) -> bool> Shortage<'a, 'b, R, O> {
    pub(super) fn new(wanted: &'a Wanted<'b, R, O>) -> Self {
        let count = wanted.needs.len();
        Self { wanted, moves: vec![0; count], is_in: vec![false; count] }
    }

    /// The simplest reason that either of two sets, one of each colour, gives.
    pub(super) fn explain<E>(
        &mut self,
        sets: &[Vec<u32>; 2],
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<Lack, E> {
        let ends = i64::from(self.wanted.ends);
        let mut starved: Vec<Vec<u32>> = Vec::new();
        for set in sets {
            starved.extend(self.shrunk(set, Keep::Starved(ends), pace)?);
        }
        if let Some(smallest) = starved.into_iter().min_by_key(Vec::len) {
            return Ok(Lack::Starved(smallest));
        }
        for [tight, other] in [[&sets[0], &sets[1]], [&sets[1], &sets[0]]] {
            if let Some(tight) = self.shrunk(tight, Keep::Tight(ends), pace)?
                && let Some(starved) = self.shrunk(other, Keep::Starved(0), pace)?
            {
                return Ok(Lack::TightThenStarved([tight, starved]));
            }
        }
        Ok(Lack::Ends)
    }

    /// The set made smaller, if it keeps what it must: connected parts that add nothing are left
    /// out, and then single vertices, until each is needed or it takes too long.
    fn shrunk<E>(
        &mut self,
        set: &[u32],
        keep: Keep,
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<Option<Vec<u32>>, E> {
        let mut parts = self.parts(set, pace)?;
        parts.retain(|&(_, sums)| sums.short > 0);
        parts.sort_by_key(|(part, _)| part.len());
        let (mut left, mut sums) = (Vec::new(), Sums::default());
        for (part, its) in parts {
            sums = Sums { short: sums.short + its.short, room: sums.room + its.room };
            left.extend(part);
            if keep.holds(sums) {
                break;
            }
        }
        if !keep.holds(sums) {
            return Ok(None);
        }
        let mut work = 0;
        self.enter(&left, pace)?;
        loop {
            let before = left.len();
            let mut kept = Vec::with_capacity(before);
            for &vertex in &left {
                pace.step()?;
                let without = self.without(vertex, sums);
                if keep.holds(without) {
                    self.leave(vertex);
                    sums = without;
                } else {
                    kept.push(vertex);
                }
            }
            left = kept;
            work += before;
            if left.len() == before || work > MOST_WORK {
                break;
            }
        }
        for &vertex in &left {
            self.leave(vertex);
        }
        left.sort_unstable();
        Ok(Some(left))
    }

    fn enter<E>(
        &mut self,
        set: &[u32],
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        for &vertex in set {
            pace.step()?;
            self.is_in[vertex as usize] = true;
            for to in open_moves(self.wanted, vertex) {
                self.moves[to as usize] += 1;
            }
        }
        Ok(())
    }

    fn leave(&mut self, vertex: u32) {
        self.is_in[vertex as usize] = false;
        for to in open_moves(self.wanted, vertex) {
            self.moves[to as usize] -= 1;
        }
    }

    /// The sums of the set when a vertex has left it.
    fn without(&self, vertex: u32, sums: Sums) -> Sums {
        let Wanted { needs, room, .. } = self.wanted;
        let was_limit = |to: &u32| self.moves[*to as usize] <= u32::from(needs[*to as usize]);
        let freed = open_moves(self.wanted, vertex).filter(was_limit).count() as i64;
        Sums {
            short: sums.short - i64::from(needs[vertex as usize]) + freed,
            room: sums.room - i64::from(room(vertex)),
        }
    }

    /// The connected parts of a set, joined by shared neighbours, each with its sums.
    fn parts<E>(
        &mut self,
        set: &[u32],
        pace: &mut Pace<impl FnMut() -> Result<(), E>>,
    ) -> Result<Vec<(Vec<u32>, Sums)>, E> {
        let Wanted { needs, room, .. } = self.wanted;
        self.enter(set, pace)?;
        let mut parts = Vec::new();
        for &root in set {
            if !std::mem::replace(&mut self.is_in[root as usize], false) {
                continue;
            }
            let (mut part, mut sums, mut at) = (vec![root], Sums::default(), 0);
            while let Some(&vertex) = part.get(at) {
                at += 1;
                pace.step()?;
                sums.short += i64::from(needs[vertex as usize]);
                sums.room += i64::from(room(vertex));
                for to in open_moves(self.wanted, vertex) {
                    let moves = std::mem::take(&mut self.moves[to as usize]);
                    if moves == 0 {
                        continue;
                    }
                    sums.short -= i64::from(moves.min(u32::from(needs[to as usize])));
                    for next in open_moves(self.wanted, to) {
                        if std::mem::replace(&mut self.is_in[next as usize], false) {
                            part.push(next);
                        }
                    }
                }
            }
            parts.push((part, sums));
        }
        Ok(parts)
    }
}

/// Sets are gone over as often as they come to so many vertices in all.
const MOST_WORK: usize = 1 << 20;

/// The vertices that open moves lead to.
fn open_moves<'a, R, O: Fn(u32, u32) -> bool>(
    wanted: &'a Wanted<'_, R, O>,
    vertex: u32,
) -> impl Iterator<Item = u32> + 'a {
    let all = wanted.graph.neighbours(vertex).iter().copied();
    all.filter(move |&to| (wanted.is_open)(vertex, to))
}
