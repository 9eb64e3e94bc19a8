//! Colours, and what stands for them where there are none.

use ratatui::style::{Color, Modifier, Style};

/// What something on a screen is.
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
    pub const fn has_colour(&self) -> bool {
        self.has_colour
    }

    /// How something is written.
    pub fn style(&self, tone: Tone) -> Style {
        let (colour, modifier) = match tone {
            Tone::Plain => (Color::Reset, Modifier::empty()),
            Tone::Quiet => (Color::DarkGray, Modifier::DIM),
            Tone::Title | Tone::Key => (Color::Reset, Modifier::BOLD),
            Tone::Chosen => (Color::Reset, Modifier::REVERSED),
            Tone::Visited => (Color::Blue, Modifier::empty()),
            Tone::Knight => (Color::Yellow, Modifier::BOLD),
            Tone::Start => (Color::Green, Modifier::BOLD),
            Tone::Retreat => (Color::Red, Modifier::DIM),
            Tone::Legal => (Color::Cyan, Modifier::UNDERLINED),
            Tone::Winning => (Color::Green, Modifier::BOLD),
            Tone::Losing => (Color::Red, Modifier::UNDERLINED),
            Tone::Unknown => (Color::Yellow, Modifier::DIM),
        };
        let style = Style::new().add_modifier(modifier);
        if self.has_colour { style.fg(colour) } else { style }
    }
}
