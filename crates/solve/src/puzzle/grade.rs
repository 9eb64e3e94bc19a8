//! How hard a puzzle is.

use std::fmt;
use std::str::FromStr;

use caracole_core::UnknownWord;

/// How hard a puzzle is, by the cases that must be supposed to solve it.
///
/// On 8x8 more than half of the puzzles with a number on every third square are easy, those with 14
/// numbers are mostly hard or fiendish, and nearly all that are minimal are fiendish; on 6x6 minimal
/// puzzles are mostly medium or hard.
///
/// ```
/// use caracole_solve::puzzle::Grade;
///
/// assert_eq!([0, 5, 20, 100].map(Grade::of), Grade::ALL);
/// assert_eq!("hard".parse(), Ok(Grade::Hard));
/// assert_eq!(Grade::ALL.map(Grade::name), ["easy", "medium", "hard", "fiendish"]);
/// assert!(Grade::Easy < Grade::Fiendish);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// None, logic alone: every move follows from what is known.
    Easy,
    /// Up to 9.
    Medium,
    /// Up to 49.
    Hard,
    /// More than a person can keep in mind.
    Fiendish,
}

impl Grade {
    /// All grades, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Fiendish];

    /// The grade for so many cases.
    pub const fn of(cases: u64) -> Self {
        match cases {
            0 => Self::Easy,
            1..=9 => Self::Medium,
            10..=49 => Self::Hard,
            _ => Self::Fiendish,
        }
    }

    /// The grade in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Fiendish => "fiendish",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Grade {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        UnknownWord::find("grade", text, Self::ALL, Self::name)
    }
}
