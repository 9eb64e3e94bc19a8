//! Colours.

use crate::scene::Colour;

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// The colours of a theme.
#[derive(Debug)]
pub(super) struct Palette {
    /// Behind everything, and where holes are.
    pub(super) paper: Colour,
    /// The squares like `a1`, and the others.
    pub(super) squares: [Colour; 2],
    /// Squares that are too small to be chequered.
    pub(super) plain: Colour,
    /// The rim of the board.
    pub(super) rim: Colour,
    /// A rim that is joined with the one across.
    pub(super) joined: Colour,
    /// Names of files and ranks.
    pub(super) names: Colour,
    /// Step numbers.
    pub(super) numbers: Colour,
    /// Lines, one colour for each walk.
    walks: [Colour; 6],
    /// The same, fainter, for what stands behind.
    tints: [Colour; 6],
    /// Ribbons, one colour for each walk.
    ribbons: [Colour; 6],
    /// The edges of ribbons.
    pub(super) casing: Colour,
}

impl Palette {
    pub(super) const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// The colour of the line of a walk, by its number.
    pub(super) const fn walk(&self, number: usize) -> Colour {
        self.walks[number % self.walks.len()]
    }

    pub(super) const fn tint(&self, number: usize) -> Colour {
        self.tints[number % self.tints.len()]
    }

    pub(super) const fn ribbon(&self, number: usize) -> Colour {
        self.ribbons[number % self.ribbons.len()]
    }
}

const LIGHT: Palette = Palette {
    paper: Colour(253, 252, 249),
    squares: [Colour(226, 218, 203), Colour(244, 240, 231)],
    plain: Colour(243, 239, 230),
    rim: Colour(150, 138, 118),
    joined: Colour(196, 92, 46),
    names: Colour(122, 112, 97),
    numbers: Colour(44, 48, 58),
    walks: [
        Colour(30, 70, 120),
        Colour(190, 76, 38),
        Colour(34, 122, 87),
        Colour(138, 56, 112),
        Colour(170, 124, 14),
        Colour(70, 74, 84),
    ],
    tints: [
        Colour(158, 178, 200),
        Colour(232, 178, 152),
        Colour(156, 200, 180),
        Colour(208, 168, 196),
        Colour(224, 202, 146),
        Colour(184, 186, 190),
    ],
    ribbons: [
        Colour(52, 142, 132),
        Colour(222, 126, 74),
        Colour(112, 152, 214),
        Colour(196, 116, 166),
        Colour(214, 172, 70),
        Colour(150, 156, 168),
    ],
    casing: Colour(24, 44, 52),
};

const DARK: Palette = Palette {
    paper: Colour(18, 21, 26),
    squares: [Colour(30, 35, 42), Colour(42, 48, 57)],
    plain: Colour(32, 37, 44),
    rim: Colour(84, 94, 108),
    joined: Colour(240, 150, 96),
    names: Colour(134, 144, 158),
    numbers: Colour(222, 227, 234),
    walks: [
        Colour(122, 184, 245),
        Colour(255, 156, 108),
        Colour(116, 212, 164),
        Colour(230, 152, 206),
        Colour(240, 202, 98),
        Colour(190, 196, 206),
    ],
    tints: [
        Colour(62, 88, 116),
        Colour(118, 78, 60),
        Colour(58, 98, 82),
        Colour(106, 74, 98),
        Colour(110, 96, 56),
        Colour(88, 92, 98),
    ],
    ribbons: [
        Colour(226, 184, 92),
        Colour(98, 184, 196),
        Colour(222, 122, 106),
        Colour(170, 150, 226),
        Colour(138, 196, 110),
        Colour(190, 196, 206),
    ],
    casing: Colour(12, 13, 16),
};
