//! The steps of a sweep: a step finishes a vertex, or decides an edge between frontier vertices.

use crate::matching::Change;
use crate::pattern::{degree, ends_before, insert, remove};

/// A step from one layer to the next.
///
/// Each frontier vertex has a place in the degree pattern. A new vertex gets the highest place and degree 0,
/// so it does not change the pattern. A finished vertex is removed, and those above it move down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) choices: Vec<Choice>,
    /// The place of the vertex that is finished.
    pub(crate) removed: Option<usize>,
    /// The number of frontier vertices after the step.
    pub(crate) frontier: usize,
}

/// A set of edges that a step can add.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The bits of the pattern with a required value: the degree of the finished vertex, and the high bits of
    /// the others, which get an edge.
    mask: u64,
    value: u64,
    /// The sum that the edges add to the pattern, without the finished vertex.
    add: u64,
    /// The two places whose paths the edges link, or `None` without edges.
    link: Option<(usize, usize)>,
}

impl Choice {
    /// Returns the choice of no edge. A vertex that is finished must have degree 2.
    pub(crate) const fn none(finished: Option<usize>) -> Self {
        match finished {
            None => Self { mask: 0, value: 0, add: 0, link: None },
            Some(at) => Self { mask: 3 << (2 * at), value: 2 << (2 * at), add: 0, link: None },
        }
    }

    /// Returns the choice of one edge from the finished vertex, which has degree 1.
    pub(crate) const fn one(finished: usize, to: usize) -> Self {
        let mask = (3 << (2 * finished)) | (2 << (2 * to));
        let value = 1 << (2 * finished);
        Self { mask, value, add: 1 << (2 * to), link: Some((finished, to)) }
    }

    /// Returns the choice that links two vertices: by an edge, or by two edges to the finished vertex, which has
    /// degree 0.
    pub(crate) const fn two(finished: Option<usize>, a: usize, b: usize) -> Self {
        let high_bits = (2 << (2 * a)) | (2 << (2 * b));
        let mask = match finished {
            None => high_bits,
            Some(at) => high_bits | (3 << (2 * at)),
        };
        Self { mask, value: 0, add: (1 << (2 * a)) | (1 << (2 * b)), link: Some((a, b)) }
    }
}

impl Step {
    /// Returns the pattern after a choice, or `None` if the choice is impossible.
    pub(crate) const fn target(&self, choice: &Choice, pattern: u64) -> Option<u64> {
        if pattern & choice.mask != choice.value {
            return None;
        }
        Some(self.without_removed(pattern + choice.add))
    }

    /// Returns the pattern that leads to `target` by a choice, or `None` if no pattern does.
    pub(crate) fn source(&self, choice: &Choice, target: u64) -> Option<u64> {
        let pattern = match self.removed {
            None => target,
            Some(at) => insert(target, at, degree(choice.value, at)),
        };
        let pattern = pattern.checked_sub(choice.add)?;
        // If a digit 0 has borrowed, the result is not a source of the target.
        let fits = pattern & choice.mask == choice.value
            && pattern & (pattern >> 1) & 0x5555_5555_5555_5555 == 0;
        (fits && self.without_removed(pattern + choice.add) == target).then_some(pattern)
    }

    /// Returns a pattern such that no smaller one leads to `target` or a larger pattern by a choice.
    pub(crate) const fn first_source(&self, choice: &Choice, target: u64) -> u64 {
        let pattern = match self.removed {
            None => target,
            Some(at) => insert(target, at, degree(choice.value, at)),
        };
        // The bound need not be exact, and 0 is a lower bound of all patterns.
        pattern.saturating_sub(choice.add)
    }

    const fn without_removed(&self, pattern: u64) -> u64 {
        match self.removed {
            None => pattern,
            Some(at) => remove(pattern, at),
        }
    }

    /// Returns the change of the matching by a choice.
    pub(crate) const fn change(&self, choice: &Choice, pattern: u64) -> Change {
        let Some((a, b)) = choice.link else { return Change::Same };
        let target = self.without_removed(pattern + choice.add);
        match (degree(pattern, a), degree(pattern, b)) {
            (0, 0) => {
                let (a, b) = (self.end_after(target, a), self.end_after(target, b));
                if a < b { Change::Pair(a, b) } else { Change::Pair(b, a) }
            }
            (1, 0) => shift(ends_before(pattern, a), self.end_after(target, b)),
            (0, _) => shift(ends_before(pattern, b), self.end_after(target, a)),
            (..) => {
                let (a, b) = (ends_before(pattern, a), ends_before(pattern, b));
                if a < b { Change::Join(a, b) } else { Change::Join(b, a) }
            }
        }
    }

    /// Returns the number of the loose end after the step, for a place before it.
    const fn end_after(&self, target: u64, place: usize) -> usize {
        let place = match self.removed {
            Some(at) if at < place => place - 1,
            _ => place,
        };
        ends_before(target, place)
    }

    /// Returns the digits that some choice depends on or changes, as a mask on the pattern before the step.
    pub(crate) fn touched(&self) -> u64 {
        self.choices.iter().fold(0, |all, choice| {
            // The mask contains the high bit of each digit that a choice changes.
            all | choice.mask | (choice.mask >> 1 & 0x5555_5555_5555_5555)
        })
    }

    /// Returns an upper bound for the number of states of the previous layer that lead to one state.
    pub(crate) const fn max_sources(&self) -> u64 {
        // A join has two preimages for each remaining pair; every other choice has one.
        (self.choices.len() * (self.frontier + 2)) as u64
    }
}

const fn shift(from: usize, to: usize) -> Change {
    if from == to { Change::Same } else { Change::Shift(from, to) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::pairs;

    /// Finishes the vertex at place 1 of four.
    fn finishing() -> Step {
        let mut choices = vec![Choice::none(Some(1))];
        choices.extend([0, 2, 3].map(|to| Choice::one(1, to)));
        choices.extend([(0, 2), (0, 3), (2, 3)].map(|(a, b)| Choice::two(Some(1), a, b)));
        Step { choices, removed: Some(1), frontier: 3 }
    }

    fn patterns(frontier: u32) -> impl Iterator<Item = u64> {
        (0..4_u64.pow(frontier)).filter(|pattern| pattern & (pattern >> 1) & 0x55 == 0)
    }

    #[test]
    fn source_is_the_inverse_of_target() {
        let deciding = Step {
            choices: vec![Choice::none(None), Choice::two(None, 0, 3)],
            removed: None,
            frontier: 4,
        };
        for step in [finishing(), deciding] {
            for choice in &step.choices {
                let mut made = 0;
                for pattern in patterns(4) {
                    if let Some(target) = step.target(choice, pattern) {
                        assert_eq!(step.source(choice, target), Some(pattern));
                        assert!(step.first_source(choice, target) <= pattern);
                        made += 1;
                    }
                }
                let sources =
                    patterns(step.frontier as u32).filter_map(|target| step.source(choice, target));
                assert_eq!(sources.count(), made, "each target has one source");
            }
        }
    }

    #[test]
    fn changes_match_the_patterns() {
        let step = finishing();
        for pattern in patterns(4).filter(|pattern| (pattern & 0x55).count_ones() % 2 == 0) {
            for choice in &step.choices {
                if let Some(target) = step.target(choice, pattern) {
                    let change = step.change(choice, pattern);
                    assert_eq!(
                        change.pairs_after(pairs(pattern)),
                        pairs(target),
                        "{pattern:b} {change:?}"
                    );
                }
            }
        }
        // Places 0 and 1 have ends, place 2 has none: the end moves from 1 to 2.
        assert_eq!(step.change(&Choice::one(1, 2), 0b00_00_01_01), Change::Same);
        // The ends at 1 and 2 are joined; those at 0 and 3 remain.
        assert_eq!(step.change(&Choice::one(1, 2), 0b01_01_01_01), Change::Join(1, 2));
    }
}
