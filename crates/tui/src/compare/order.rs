//! In which order contestants stand in the table.

use caracole::compare::Row;

/// In which order contestants stand in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    /// As they competed.
    #[default]
    AsFought,
    /// The fastest first.
    Time,
    /// Who did least first.
    Work,
}

impl Order {
    /// The one after it, round and round.
    pub(super) const fn next(self) -> Self {
        match self {
            Self::AsFought => Self::Time,
            Self::Time => Self::Work,
            Self::Work => Self::AsFought,
        }
    }

    /// The rows in this order, by their places in the list. Answers come before those who gave up, and
    /// these before those who never tried.
    pub(super) fn of(self, rows: &[Row]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        let merit = |row: &Row| match row.answer.word() {
            _ if row.answer.is_unsupported() => 2,
            "unknown" => 1,
            _ => 0,
        };
        match self {
            Self::AsFought => {}
            Self::Time => order.sort_by_key(|&at| (merit(&rows[at]), rows[at].elapsed)),
            Self::Work => order.sort_by_key(|&at| (merit(&rows[at]), rows[at].work())),
        }
        order
    }
}
