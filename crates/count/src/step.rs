//! One step of a sweep: a vertex is finished, or an edge between open vertices is decided.

use crate::matching::Change;
use crate::word::{degree, ends_before, insert, remove};

/// A step from one layer to the next.
///
/// Open vertices have places in the word of degrees. New ones come with degree 0 above the others, so
/// words do not change by it; a finished one goes, and those above it move down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) choices: Vec<Choice>,
    /// The place of the vertex that is finished.
    pub(crate) removed: Option<usize>,
    /// How many vertices are open afterwards.
    pub(crate) open: usize,
}

/// Which edges a step adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// What the word must be under a mask: the degree of the finished vertex, and room for each edge.
    mask: u64,
    value: u64,
    /// What the edges add to the word; the finished vertex is not counted, for it goes.
    add: u64,
    /// The two places whose paths the edges link, if there are edges.
    link: Option<(usize, usize)>,
}

impl Choice {
    /// No edge. The vertex to be finished, if there is one, must have two.
    pub(crate) const fn none(finished: Option<usize>) -> Self {
        match finished {
            None => Self { mask: 0, value: 0, add: 0, link: None },
            Some(at) => Self { mask: 3 << (2 * at), value: 2 << (2 * at), add: 0, link: None },
        }
    }

    /// The vertex to be finished has one edge, and gets one to another vertex.
    pub(crate) const fn one(finished: usize, to: usize) -> Self {
        let mask = (3 << (2 * finished)) | (2 << (2 * to));
        let value = 1 << (2 * finished);
        Self { mask, value, add: 1 << (2 * to), link: Some((finished, to)) }
    }

    /// Two vertices are linked: by an edge, or by two edges to a vertex that has none and is finished.
    pub(crate) const fn two(finished: Option<usize>, a: usize, b: usize) -> Self {
        let room = (2 << (2 * a)) | (2 << (2 * b));
        let mask = match finished {
            None => room,
            Some(at) => room | (3 << (2 * at)),
        };
        Self { mask, value: 0, add: (1 << (2 * a)) | (1 << (2 * b)), link: Some((a, b)) }
    }
}

impl Step {
    /// The class that a class becomes by a choice, if it can be made.
    pub(crate) const fn target(&self, choice: &Choice, word: u64) -> Option<u64> {
        if word & choice.mask != choice.value {
            return None;
        }
        Some(self.without_removed(word + choice.add))
    }

    /// The class that becomes `target` by a choice, if any does.
    pub(crate) fn source(&self, choice: &Choice, target: u64) -> Option<u64> {
        let word = match self.removed {
            None => target,
            Some(at) => insert(target, at, degree(choice.value, at)),
        };
        let word = word.checked_sub(choice.add)?;
        // A digit that was 0 has borrowed; then the way back does not lead to the target.
        let fits =
            word & choice.mask == choice.value && word & (word >> 1) & 0x5555_5555_5555_5555 == 0;
        (fits && self.without_removed(word + choice.add) == target).then_some(word)
    }

    /// Before this class, no class becomes one from `target` on by the choice.
    pub(crate) const fn first_source(&self, choice: &Choice, target: u64) -> u64 {
        let word = match self.removed {
            None => target,
            Some(at) => insert(target, at, degree(choice.value, at)),
        };
        word.saturating_sub(choice.add)
    }

    const fn without_removed(&self, word: u64) -> u64 {
        match self.removed {
            None => word,
            Some(at) => remove(word, at),
        }
    }

    /// What a choice does to the loose ends of a class.
    pub(crate) const fn change(&self, choice: &Choice, word: u64) -> Change {
        let Some((a, b)) = choice.link else { return Change::Same };
        let target = self.without_removed(word + choice.add);
        match (degree(word, a), degree(word, b)) {
            (0, 0) => {
                let (a, b) = (self.end_after(target, a), self.end_after(target, b));
                if a < b { Change::Pair(a, b) } else { Change::Pair(b, a) }
            }
            (1, 0) => shift(ends_before(word, a), self.end_after(target, b)),
            (0, _) => shift(ends_before(word, b), self.end_after(target, a)),
            (..) => {
                let (a, b) = (ends_before(word, a), ends_before(word, b));
                if a < b { Change::Join(a, b) } else { Change::Join(b, a) }
            }
        }
    }

    /// Which loose end a place of the old numbering has after the step.
    const fn end_after(&self, target: u64, place: usize) -> usize {
        let place = match self.removed {
            Some(at) if at < place => place - 1,
            _ => place,
        };
        ends_before(target, place)
    }

    /// The digits that some choice looks at or changes, as a mask on the word before.
    pub(crate) fn touched(&self) -> u64 {
        self.choices.iter().fold(0, |all, choice| {
            // Whatever a choice adds to, it has looked at for room, in the upper bit.
            all | choice.mask | (choice.mask >> 1 & 0x5555_5555_5555_5555)
        })
    }

    /// As many ways at most lead to a state from states of the layer before.
    pub(crate) const fn ways_in(&self) -> u64 {
        // A join has two preimages for each pair it leaves; every other choice has one.
        (self.choices.len() * (self.open + 2)) as u64
    }
}

const fn shift(from: usize, to: usize) -> Change {
    if from == to { Change::Same } else { Change::Shift(from, to) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::pairs;

    /// A vertex at place 1 is finished, with three others open.
    fn finishing() -> Step {
        let mut choices = vec![Choice::none(Some(1))];
        choices.extend([0, 2, 3].map(|to| Choice::one(1, to)));
        choices.extend([(0, 2), (0, 3), (2, 3)].map(|(a, b)| Choice::two(Some(1), a, b)));
        Step { choices, removed: Some(1), open: 3 }
    }

    fn words(open: u32) -> impl Iterator<Item = u64> {
        (0..4_u64.pow(open)).filter(|word| word & (word >> 1) & 0x55 == 0)
    }

    #[test]
    fn the_way_back_is_the_way() {
        let deciding = Step {
            choices: vec![Choice::none(None), Choice::two(None, 0, 3)],
            removed: None,
            open: 4,
        };
        for (step, open_before) in [(finishing(), 4), (deciding, 4)] {
            for choice in &step.choices {
                let mut made = 0;
                for word in words(open_before) {
                    if let Some(target) = step.target(choice, word) {
                        assert_eq!(step.source(choice, target), Some(word));
                        assert!(step.first_source(choice, target) <= word);
                        made += 1;
                    }
                }
                let back = words(step.open as u32).filter_map(|target| step.source(choice, target));
                assert_eq!(back.count(), made, "no other way leads back");
            }
        }
    }

    #[test]
    fn changes_fit_the_classes() {
        let step = finishing();
        for word in words(4).filter(|word| (word & 0x55).count_ones() % 2 == 0) {
            for choice in &step.choices {
                if let Some(target) = step.target(choice, word) {
                    let change = step.change(choice, word);
                    assert_eq!(
                        change.pairs_after(pairs(word)),
                        pairs(target),
                        "{word:b} {change:?}"
                    );
                }
            }
        }
        // 0 and 1 have an end each, 2 has none: the end of 1 goes to 2.
        assert_eq!(step.change(&Choice::one(1, 2), 0b00_00_01_01), Change::Same);
        // The ends of 1 and 2 are joined; those of 0 and 3 are left.
        assert_eq!(step.change(&Choice::one(1, 2), 0b01_01_01_01), Change::Join(1, 2));
    }
}
