//! Colours, and what stands for them where there are none.

use ratatui::style::{Color, Modifier, Style};

/// What something on a screen is.
///
/// ```
/// use caracole_tui::{Theme, Tone};
///
/// // Without colours, tones can still be told apart.
/// let plain = Theme::plain();
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
    /// What is chosen.
    Chosen,
    /// A visited square, or the line of a tour.
    Visited,
    /// Where the knight stands.
    Knight,
    /// Where a tour begins.
    Start,
    /// A square that the knight just left again.
    Retreat,
    /// A square the knight may go to.
    Legal,
    /// A move that wins, and good news.
    Winning,
    /// A move that loses, and bad news.
    Losing,
    /// Nobody knows.
    Unknown,
}

/// How tones look.
///
/// ```
/// use caracole_tui::{Theme, Tone};
/// use ratatui::style::Color;
///
/// let (colourful, plain) = (Theme::colourful(), Theme::plain());
/// assert!(colourful.has_colour() && !plain.has_colour());
/// assert_eq!(colourful.style(Tone::Knight).fg, Some(Color::Yellow));
/// assert_eq!(plain.style(Tone::Knight).fg, None);
/// // Squares of the two colours differ in their ground, and lines keep it.
/// assert_ne!(colourful.square(Tone::Visited, 0).bg, colourful.square(Tone::Visited, 1).bg);
/// assert_eq!(colourful.line(Tone::Visited).bg, None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    has_colour: bool,
}

impl Theme {
    /// With colours.
    pub const fn colourful() -> Self {
        Self { has_colour: true }
    }

    /// Without.
    pub const fn plain() -> Self {
        Self { has_colour: false }
    }

    /// Is there colour? If not, letters and signs must say everything.
    pub const fn has_colour(self) -> bool {
        self.has_colour
    }

    /// How something is written.
    pub const fn style(self, tone: Tone) -> Style {
        let (colour, modifier) = match tone {
            Tone::Plain => (Color::Reset, Modifier::empty()),
            Tone::Quiet => (Color::DarkGray, Modifier::DIM),
            Tone::Title | Tone::Key => (Color::Reset, Modifier::BOLD),
            Tone::Chosen => (Color::Reset, Modifier::REVERSED),
            Tone::Visited => (Color::Blue, Modifier::empty()),
            Tone::Knight => (Color::Yellow, Modifier::BOLD),
            Tone::Retreat => (Color::Red, Modifier::DIM),
            Tone::Legal => (Color::Cyan, Modifier::UNDERLINED),
            Tone::Start | Tone::Winning => (Color::Green, Modifier::BOLD),
            Tone::Losing => (Color::Red, Modifier::UNDERLINED),
            Tone::Unknown => (Color::Yellow, Modifier::DIM),
        };
        let style = Style::new().add_modifier(modifier);
        if self.has_colour { style.fg(colour) } else { style }
    }

    /// How a square of a colour is drawn, 0 for `a1` and its like: dark on light, whatever the
    /// colours of the terminal are.
    pub const fn square(self, tone: Tone, colour: u8) -> Style {
        if !self.has_colour {
            return self.style(tone);
        }
        // Numbers of the palette of 256 colours: letters, then a dark and a light ground.
        let (letters, dark, light) = match tone {
            Tone::Plain | Tone::Title | Tone::Key | Tone::Chosen => (BLACK, 249, 254),
            Tone::Quiet => (240, 249, 254),
            Tone::Visited => (BLACK, 110, 153),
            Tone::Knight => (BLACK, 220, 220),
            Tone::Start => (WHITE, 28, 28),
            Tone::Retreat => (BLACK, 174, 217),
            Tone::Legal => (BLACK, 115, 158),
            Tone::Winning => (WHITE, 29, 29),
            Tone::Losing => (WHITE, 124, 124),
            Tone::Unknown => (BLACK, 179, 186),
        };
        let ground = if colour == 0 { dark } else { light };
        let modifier = match tone {
            Tone::Knight | Tone::Start | Tone::Winning | Tone::Losing => Modifier::BOLD,
            _ => Modifier::empty(),
        };
        Style::new().fg(Color::Indexed(letters)).bg(Color::Indexed(ground)).add_modifier(modifier)
    }

    /// How a line across squares is drawn; the ground stays.
    pub const fn line(self, tone: Tone) -> Style {
        if !self.has_colour {
            return self.style(tone);
        }
        let colour = match tone {
            Tone::Plain | Tone::Title | Tone::Key | Tone::Chosen => BLACK,
            Tone::Quiet => 245,
            Tone::Visited => 18,
            Tone::Knight => 130,
            Tone::Start | Tone::Winning => 22,
            Tone::Retreat | Tone::Losing => 124,
            Tone::Legal => 30,
            Tone::Unknown => 94,
        };
        Style::new().fg(Color::Indexed(colour))
    }
}

/// Of the palette of 256 colours, those that no terminal changes.
const BLACK: u8 = 16;
const WHITE: u8 = 231;
