//! Colour themes.

use std::str::FromStr;

use caracole_core::UnknownName;

use crate::scene::{Colour, colours};

/// The colours of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// All themes, in the order of lists.
    ///
    /// ```
    /// use caracole_draw::Theme;
    ///
    /// let list: Vec<_> =
    ///     Theme::ALL.into_iter().map(|theme| format!("{}: {}", theme.name(), theme.about())).collect();
    /// assert_eq!(list, ["light: Dark on light", "dark: Light on dark"]);
    /// ```
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// Returns the name.
    ///
    /// ```
    /// use caracole_draw::Theme;
    ///
    /// assert!(Theme::ALL.into_iter().all(|theme| theme.name().parse() == Ok(theme)));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Returns a description.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Light => "Dark on light",
            Self::Dark => "Light on dark",
        }
    }
}

impl FromStr for Theme {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        UnknownName::find("theme", text, Self::ALL, Self::name)
    }
}

/// The colours of a theme.
#[derive(Debug)]
pub(super) struct ThemeColours {
    /// The background and holes.
    pub(super) background: Colour,
    /// The squares of the colour of `a1`, and the others.
    pub(super) squares: [Colour; 2],
    /// Squares that are too small for two colours.
    pub(super) plain: Colour,
    /// The edge of the board.
    pub(super) edge: Colour,
    /// A joined edge.
    pub(super) joined_edge: Colour,
    /// Names of files and ranks.
    pub(super) coordinates: Colour,
    /// Step numbers.
    pub(super) numbers: Colour,
    /// Lines, one colour for each walk.
    walks: [Colour; 6],
    /// Lighter colours of lines, for the background.
    tints: [Colour; 6],
    /// Ribbons, one colour for each walk.
    ribbons: [Colour; 6],
    /// The edges of ribbons.
    pub(super) ribbon_edge: Colour,
}

impl ThemeColours {
    pub(super) const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// Returns the line colour of a walk.
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

const LIGHT: ThemeColours = ThemeColours {
    background: Colour::hex(0xfd_fc_f9),
    squares: colours([0xe2_da_cb, 0xf4_f0_e7]),
    plain: Colour::hex(0xf3_ef_e6),
    edge: Colour::hex(0x96_8a_76),
    joined_edge: Colour::hex(0xc4_5c_2e),
    coordinates: Colour::hex(0x7a_70_61),
    numbers: Colour::hex(0x2c_30_3a),
    walks: colours([0x1e_46_78, 0xbe_4c_26, 0x22_7a_57, 0x8a_38_70, 0xaa_7c_0e, 0x46_4a_54]),
    tints: colours([0x9e_b2_c8, 0xe8_b2_98, 0x9c_c8_b4, 0xd0_a8_c4, 0xe0_ca_92, 0xb8_ba_be]),
    ribbons: colours([0x34_8e_84, 0xde_7e_4a, 0x70_98_d6, 0xc4_74_a6, 0xd6_ac_46, 0x96_9c_a8]),
    ribbon_edge: Colour::hex(0x18_2c_34),
};

const DARK: ThemeColours = ThemeColours {
    background: Colour::hex(0x12_15_1a),
    squares: colours([0x1e_23_2a, 0x2a_30_39]),
    plain: Colour::hex(0x20_25_2c),
    edge: Colour::hex(0x54_5e_6c),
    joined_edge: Colour::hex(0xf0_96_60),
    coordinates: Colour::hex(0x86_90_9e),
    numbers: Colour::hex(0xde_e3_ea),
    walks: colours([0x7a_b8_f5, 0xff_9c_6c, 0x74_d4_a4, 0xe6_98_ce, 0xf0_ca_62, 0xbe_c4_ce]),
    tints: colours([0x3e_58_74, 0x76_4e_3c, 0x3a_62_52, 0x6a_4a_62, 0x6e_60_38, 0x58_5c_62]),
    ribbons: colours([0xe2_b8_5c, 0x62_b8_c4, 0xde_7a_6a, 0xaa_96_e2, 0x8a_c4_6e, 0xbe_c4_ce]),
    ribbon_edge: Colour::hex(0x0c_0d_10),
};
