//! The two ends of a path.

/// What joins the ends of a path, so that it can be treated as a loop. It is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bridge {
    /// The ends.
    pub(super) ends: [u32; 2],
    /// May the path end elsewhere instead?
    pub(super) is_free: [bool; 2],
    /// May the ends be a move apart?
    pub(super) may_close: bool,
}

impl Bridge {
    /// Does it join these two?
    #[inline]
    pub(super) fn joins(&self, a: u32, b: u32) -> bool {
        self.ends == [a, b] || self.ends == [b, a]
    }

    /// May the path end on other squares than `end`?
    pub(super) fn can_leave(&self, end: u32) -> bool {
        self.ends.iter().zip(self.is_free).any(|(&it, is_free)| it == end && is_free)
    }

    /// Moves the end that is not `kept`.
    pub(super) fn move_end(&mut self, kept: u32, to: u32) {
        self.ends[usize::from(self.ends[0] == kept)] = to;
    }
}
