//! The settings of a colony. Every value of these types is valid.

use std::fmt;
use std::str::FromStr;

use caracole_core::shorten;

/// Defines a type of numbers: its name, the valid numbers, and their description.
macro_rules! numbers {
    ($(#[$about:meta])* $name:ident: $takes:expr, $needs:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name(f64);

        // The value is never NaN.
        impl Eq for $name {}

        impl $name {
            /// Returns the number.
            pub const fn get(self) -> f64 {
                self.0
            }
        }

        impl TryFrom<f64> for $name {
            type Error = ColonyNumberError;

            fn try_from(number: f64) -> Result<Self, ColonyNumberError> {
                let takes: fn(f64) -> bool = $takes;
                let error = || ColonyNumberError { text: number.to_string(), needs: $needs };
                // Adding 0 converts -0 to 0.
                takes(number).then_some(Self(number + 0.0)).ok_or_else(error)
            }
        }

        impl FromStr for $name {
            type Err = ColonyNumberError;

            fn from_str(text: &str) -> Result<Self, ColonyNumberError> {
                let number = text.trim().parse::<f64>().ok();
                number.and_then(|number| Self::try_from(number).ok()).ok_or_else(|| {
                    ColonyNumberError { text: shorten(text), needs: $needs }
                })
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }
    };
}

numbers! {
    /// The share of every trail that evaporates after a cycle, from 0 to 1.
    ///
    /// ```
    /// use caracole_solve::Evaporation;
    ///
    /// assert_eq!("0.25".parse(), Ok(Evaporation::default()));
    /// assert_eq!(Evaporation::default().get(), 0.25);
    /// assert!(Evaporation::try_from(1.5).is_err());
    /// ```
    Evaporation: |number| (0.0..=1.0).contains(&number), "from 0 to 1"
}

numbers! {
    /// The strength of a trail, above 0.
    ///
    /// Only the ratios of strengths matter. The colony keeps them between 1e-290 and 1e290.
    ///
    /// ```
    /// use caracole_solve::Strength;
    ///
    /// let strength: Strength = "1e-6".parse()?;
    /// assert_eq!(strength.get(), 0.000_001);
    /// let error = "0".parse::<Strength>().unwrap_err();
    /// assert_eq!(error.to_string(), "'0' does not fit: it must be a number above 0");
    /// # Ok::<(), caracole_solve::ColonyNumberError>(())
    /// ```
    Strength: |number| number > 0.0 && number.is_finite(), "above 0"
}

numbers! {
    /// The exponent of the strength of a trail, 0 or more: the probability of a move is proportional to that power.
    /// With 0 ants ignore trails; with a larger exponent they follow the strongest trails more often.
    ///
    /// ```
    /// use caracole_solve::Exponent;
    ///
    /// assert_eq!("1".parse(), Ok(Exponent::default()));
    /// assert_eq!(Exponent::default().get(), 1.0);
    /// assert!("-1".parse::<Exponent>().is_err() && "nan".parse::<Exponent>().is_err());
    /// ```
    Exponent: |number| number >= 0.0 && number.is_finite(), "of 0 or more"
}

impl Default for Evaporation {
    fn default() -> Self {
        Self(0.25)
    }
}

impl Strength {
    /// The default deposit of an ant that visits every square on each of its moves.
    pub(super) const DEPOSIT: Self = Self(1.0);
    /// The default strength of all trails before the first cycle.
    pub(super) const FIRST: Self = Self(1e-6);
}

impl Default for Exponent {
    fn default() -> Self {
        Self(1.0)
    }
}

/// When a colony stops.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Ants, Run, Solver, Until};
///
/// let problem = Problem::new("5x5".parse()?);
/// let tours = |until| {
///     let ants = Ants { cycles: 100.try_into()?, until, ..Ants::default() };
///     let mut run = Run::new();
///     ants.solve(&problem, &mut run);
///     let colony = run.stats().colony.ok_or("no ants were at work")?;
///     Ok::<_, Box<dyn std::error::Error>>(colony.tours)
/// };
/// assert_eq!(tours(Until::FirstTour)?, 1);
/// assert!(tours(Until::LastCycle)? > 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Until {
    /// At the first tour.
    #[default]
    FirstTour,
    /// After the last cycle, to count the different tours.
    LastCycle,
}

/// The error for an invalid setting of a colony.
///
/// ```
/// use caracole_solve::Evaporation;
///
/// let error = "150 %".parse::<Evaporation>().expect_err("no number");
/// assert_eq!(error.to_string(), "'150 %' does not fit: it must be a number from 0 to 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColonyNumberError {
    text: String,
    needs: &'static str,
}

impl fmt::Display for ColonyNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, needs } = self;
        write!(f, "'{text}' does not fit: it must be a number {needs}")
    }
}

impl std::error::Error for ColonyNumberError {}
