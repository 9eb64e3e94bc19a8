//! What can be done with a board.

use caracole::{Board, Kind, Method};

/// What can be done with a board, as the menu lists it.
///
/// ```
/// use caracole_tui::Goal;
///
/// assert_eq!(Goal::ALL.map(Goal::name)[..2], ["Open tour", "Closed tour"]);
/// assert_eq!(Goal::Watch.about(), "a method at work, step by step");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A tour whose ends are not a move apart.
    Open,
    /// A tour that ends a move from where it began.
    Closed,
    /// A method at work.
    Watch,
    /// A tour of your own.
    Play,
    /// All methods.
    Compare,
    /// All tours.
    Count,
    /// A puzzle.
    Puzzle,
}

impl Goal {
    /// All of them, as the menu lists them.
    pub const ALL: [Self; 7] = [
        Self::Open,
        Self::Closed,
        Self::Watch,
        Self::Play,
        Self::Compare,
        Self::Count,
        Self::Puzzle,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "Open tour",
            Self::Closed => "Closed tour",
            Self::Watch => "Watch",
            Self::Play => "Play",
            Self::Compare => "Compare",
            Self::Count => "Count",
            Self::Puzzle => "Puzzle",
        }
    }

    /// What it is, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Open => "from one square to another, all over the board",
            Self::Closed => "that ends a move from where it began",
            Self::Watch => "a method at work, step by step",
            Self::Play => "a tour of your own, with a coach",
            Self::Compare => "all methods on one board",
            Self::Count => "all tours of a board",
            Self::Puzzle => "a tour to be found from a few clues",
        }
    }

    /// The kind of tour that is meant unless another is chosen.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Open => Kind::Open,
            Self::Closed => Kind::Closed,
            _ => Kind::Any,
        }
    }

    /// The method that is meant unless another is chosen: to watch, one that walks.
    pub(super) const fn method(self) -> Method {
        match self {
            Self::Watch => Method::Warnsdorff,
            _ => Method::Auto,
        }
    }

    /// The board that is meant unless another is chosen: a smaller one to count.
    pub(super) fn board(self) -> Board {
        let side = if self == Self::Count { 6 } else { 8 };
        Board::rectangle(side, side).expect("sides of a few squares make a board")
    }

    pub(super) const fn has_ends(self) -> bool {
        !matches!(self, Self::Puzzle)
    }

    pub(super) const fn has_method(self) -> bool {
        matches!(self, Self::Open | Self::Closed | Self::Watch)
    }
}
