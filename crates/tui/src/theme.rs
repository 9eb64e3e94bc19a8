//! Colours, and the text attributes that replace them.

use ratatui::style::{Color, Modifier, Style};

/// The meaning of a text or a square on a screen.
///
/// ```
/// use caracole_tui::{TerminalTheme, Tone};
///
/// // Without colours, tones can still be told apart.
/// let plain = TerminalTheme::plain();
/// assert_ne!(plain.style(Tone::Winning), plain.style(Tone::Losing));
/// assert_eq!(plain.style(Tone::default()), plain.style(Tone::Plain));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Nothing special.
    #[default]
    Plain,
    /// Less important than the rest.
    Quiet,
    /// The name of a screen.
    Title,
    /// A key that can be pressed.
    Key,
    /// The selected item.
    Chosen,
    /// A visited square, or the line of a tour.
    Visited,
    /// The square of the knight.
    Knight,
    /// The first square of a tour.
    Start,
    /// The square that the last backtrack left.
    Backtrack,
    /// A legal next square.
    Legal,
    /// A winning move, or a success.
    Winning,
    /// A losing move, or an error.
    Losing,
    /// An unknown result.
    Unknown,
}

/// The style of each tone.
///
/// ```
/// use caracole_tui::{TerminalTheme, Tone};
/// use ratatui::style::Color;
///
/// let (colourful, plain) = (TerminalTheme::colourful(), TerminalTheme::plain());
/// assert!(colourful.has_colour() && !plain.has_colour());
/// assert_eq!(colourful.style(Tone::Knight).fg, Some(Color::Yellow));
/// assert_eq!(plain.style(Tone::Knight).fg, None);
/// // Squares of the two colours differ in their background, and lines keep it.
/// assert_ne!(colourful.square(Tone::Visited, 0).bg, colourful.square(Tone::Visited, 1).bg);
/// assert_eq!(colourful.line(Tone::Visited).bg, None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TerminalTheme {
    has_colour: bool,
}

impl TerminalTheme {
    /// Returns the theme with colours.
    pub const fn colourful() -> Self {
        Self { has_colour: true }
    }

    /// Returns the theme without colours.
    pub const fn plain() -> Self {
        Self { has_colour: false }
    }

    /// Returns true if the theme has colours. If not, letters and symbols must show everything.
    pub const fn has_colour(self) -> bool {
        self.has_colour
    }

    /// Returns the style of text.
    pub const fn style(self, tone: Tone) -> Style {
        let ((colour, modifier), ..) = tone.appearance();
        let style = Style::new().add_modifier(modifier);
        if self.has_colour { style.fg(colour) } else { style }
    }

    /// Returns the style of a square of a board colour, which is 0 for `a1`. It does not depend on the
    /// colours of the terminal.
    pub const fn square(self, tone: Tone, colour: u8) -> Style {
        if !self.has_colour {
            return self.style(tone);
        }
        let (_, [letters, dark, light], _) = tone.appearance();
        let ground = if colour == 0 { dark } else { light };
        let modifier = match tone {
            Tone::Knight | Tone::Start | Tone::Winning | Tone::Losing => Modifier::BOLD,
            _ => Modifier::empty(),
        };
        Style::new().fg(Color::Indexed(letters)).bg(Color::Indexed(ground)).add_modifier(modifier)
    }

    /// Returns the style of a line across squares, which keeps their background.
    pub const fn line(self, tone: Tone) -> Style {
        let (.., colour) = tone.appearance();
        if self.has_colour { Style::new().fg(Color::Indexed(colour)) } else { self.style(tone) }
    }
}

impl Tone {
    /// Returns the colour and the attributes of text; for squares, the indices in the 256-colour palette of
    /// text, of the dark and of the light background; and the index for lines.
    const fn appearance(self) -> ((Color, Modifier), [u8; 3], u8) {
        match self {
            Self::Plain => ((Color::Reset, Modifier::empty()), [BLACK, 249, 254], BLACK),
            Self::Quiet => ((Color::DarkGray, Modifier::DIM), [240, 249, 254], 245),
            Self::Title | Self::Key => ((Color::Reset, Modifier::BOLD), [BLACK, 249, 254], BLACK),
            Self::Chosen => ((Color::Reset, Modifier::REVERSED), [BLACK, 249, 254], BLACK),
            Self::Visited => ((Color::Blue, Modifier::empty()), [BLACK, 110, 153], 18),
            Self::Knight => ((Color::Yellow, Modifier::BOLD), [BLACK, 220, 220], 130),
            Self::Start => ((Color::Green, Modifier::BOLD), [WHITE, 28, 28], 22),
            Self::Backtrack => ((Color::Red, Modifier::DIM), [BLACK, 174, 217], 124),
            Self::Legal => ((Color::Cyan, Modifier::UNDERLINED), [BLACK, 115, 158], 30),
            Self::Winning => ((Color::Green, Modifier::BOLD), [WHITE, 29, 29], 22),
            Self::Losing => ((Color::Red, Modifier::UNDERLINED), [WHITE, 124, 124], 124),
            Self::Unknown => ((Color::Yellow, Modifier::DIM), [BLACK, 179, 186], 94),
        }
    }
}

/// Colours of the 256-colour palette that no terminal changes.
const BLACK: u8 = 16;
const WHITE: u8 = 231;
