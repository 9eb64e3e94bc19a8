//! Numbers, colours and words as SVG writes them.

use std::fmt::{self, Display, Formatter};

use crate::scene::Colour;

/// A number with two decimals at most, and none that says nothing.
pub(crate) struct Number(pub(crate) f64);

impl Display for Number {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let short = text.trim_end_matches('0').trim_end_matches('.');
        formatter.write_str(if short == "-0" { "0" } else { short })
    }
}

/// A colour as the web writes it.
pub(crate) struct Hex(pub(crate) Colour);

impl Display for Hex {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Colour(red, green, blue) = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Words between two tags.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                // XML has no way to write these, not even as a number.
                '\0'..='\u{8}'
                | '\u{b}'
                | '\u{c}'
                | '\u{e}'..='\u{1f}'
                | '\u{fffe}'
                | '\u{ffff}' => {
                    formatter.write_str("\u{fffd}")?;
                }
                letter => write!(formatter, "{letter}")?,
            }
        }
        Ok(())
    }
}
