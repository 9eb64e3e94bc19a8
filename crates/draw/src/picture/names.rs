//! Styles and themes by name, as commands and requests have them.

use std::str::FromStr;

use caracole_core::UnknownWord;

use super::{Style, Theme};

impl Style {
    /// All styles, in the order in which they are listed.
    ///
    /// ```
    /// use caracole_draw::Style;
    ///
    /// for style in Style::ALL {
    ///     println!("{:8} {}", style.name(), style.about());
    /// }
    /// assert_eq!(Style::Celtic.about(), "A ribbon that goes over and under itself");
    /// ```
    pub const ALL: [Self; 4] = [Self::Line, Self::Numbers, Self::Celtic, Self::Heat];

    /// The name.
    ///
    /// ```
    /// use caracole_draw::Style;
    ///
    /// assert_eq!("celtic".parse(), Ok(Style::Celtic));
    /// let error = "knot".parse::<Style>().expect_err("no such style");
    /// assert_eq!(error.to_string(), "there is no style 'knot': there are line, numbers, celtic, heat");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Numbers => "numbers",
            Self::Celtic => "celtic",
            Self::Heat => "heat",
        }
    }

    /// What it shows, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Line => "A line from square to square",
            Self::Numbers => "The number of its step on every square",
            Self::Celtic => "A ribbon that goes over and under itself",
            Self::Heat => "Squares in the colour of their step",
        }
    }
}

impl Theme {
    /// All themes, in the order in which they are listed.
    ///
    /// ```
    /// use caracole_draw::Theme;
    ///
    /// let list: Vec<_> =
    ///     Theme::ALL.into_iter().map(|theme| format!("{}: {}", theme.name(), theme.about())).collect();
    /// assert_eq!(list, ["light: Dark on light", "dark: Light on dark"]);
    /// ```
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// The name.
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

    /// What it looks like, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Light => "Dark on light",
            Self::Dark => "Light on dark",
        }
    }
}

impl FromStr for Style {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        UnknownWord::find("style", text, Self::ALL, Self::name)
    }
}

impl FromStr for Theme {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        UnknownWord::find("theme", text, Self::ALL, Self::name)
    }
}
