//! Methods with their settings.

use std::fmt;

use caracole_solve::{Method, MethodSettings, Solver, TieBreak};

/// A method with its settings.
///
/// ```
/// use caracole_compare::MethodVariant;
/// use caracole_solve::{Method, TieBreak};
///
/// let family = MethodVariant::named("warnsdorff")?;
/// let names: Vec<String> = family.iter().map(MethodVariant::name).collect();
/// assert_eq!(names[..3], ["warnsdorff/first", "warnsdorff/random", "warnsdorff/roth"]);
/// assert_eq!(family[2].settings().tie, TieBreak::Roth);
/// // The first tie rule is deterministic, the second one is random.
/// assert!(!family[0].uses_seed() && family[1].uses_seed());
///
/// for variant in MethodVariant::all() {
///     println!("{variant:24} {}", variant.method().about());
///     assert_eq!(variant.solver().name(), variant.method().name());
/// }
/// assert_eq!(MethodVariant::named("neural/repair")?[0].method(), Method::Neural);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MethodVariant {
    method: Method,
    /// Distinguishes it from other variants of the method.
    suffix: Option<&'static str>,
    settings: MethodSettings,
}

/// Former names, which are still read, with the names of today.
const ALIASES: [(&str, &str); 3] = [
    ("brute-force", "backtracking-warnsdorff"),
    ("brute-force/lonely-first", "backtracking-warnsdorff"),
    ("brute-force/naive", "naive"),
];

impl MethodVariant {
    /// Returns the former names that [`MethodVariant::named`] still reads.
    ///
    /// ```
    /// use caracole_compare::MethodVariant;
    ///
    /// for alias in MethodVariant::aliases() {
    ///     assert_eq!(MethodVariant::named(alias)?.len(), 1, "{alias}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn aliases() -> impl Iterator<Item = &'static str> {
        ALIASES.into_iter().map(|(alias, _)| alias)
    }

    /// Returns all variants, in the order of the methods.
    pub fn all() -> Vec<Self> {
        Method::ALL.into_iter().flat_map(Self::of_method).collect()
    }

    /// Returns the variants of a method: Warnsdorff's rule with each tie-break rule, the network with and
    /// without repair.
    fn of_method(method: Method) -> Vec<Self> {
        let plain = Self { method, suffix: None, settings: MethodSettings::default() };
        match method {
            Method::Warnsdorff => {
                let with_tie = |tie: TieBreak| Self {
                    suffix: Some(tie.name()),
                    settings: MethodSettings { tie, ..MethodSettings::default() },
                    ..plain.clone()
                };
                TieBreak::ALL.into_iter().map(with_tie).collect()
            }
            Method::Neural => {
                let mut repaired = Self { suffix: Some("repair"), ..plain.clone() };
                repaired.settings.neural.repair = true;
                vec![Self { suffix: Some("plain"), ..plain }, repaired]
            }
            _ => vec![plain],
        }
    }

    /// Returns the variants with a name: one for `ants` or `warnsdorff/roth`, all variants of a method
    /// for its name alone.
    pub fn named(name: &str) -> Result<Vec<Self>, UnknownMethodVariant> {
        let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, now)| now);
        let mut variants = Self::all();
        variants.retain(|variant| variant.name() == name || variant.method.name() == name);
        if variants.is_empty() { Err(UnknownMethodVariant(name.to_owned())) } else { Ok(variants) }
    }

    /// Returns the name: the method's name, and a suffix after a slash if the method has several
    /// variants.
    pub fn name(&self) -> String {
        match self.suffix {
            None => self.method.name().to_owned(),
            Some(suffix) => format!("{}/{suffix}", self.method),
        }
    }

    /// Returns the method.
    pub const fn method(&self) -> Method {
        self.method
    }

    /// Returns the settings of the method.
    pub const fn settings(&self) -> &MethodSettings {
        &self.settings
    }

    /// Returns true if the tour depends on the seed.
    pub fn uses_seed(&self) -> bool {
        self.settings.uses_seed(self.method)
    }

    /// Returns a solver with these settings.
    pub fn solver(&self) -> Box<dyn Solver> {
        self.method.solver(&self.settings)
    }
}

impl fmt::Display for MethodVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

/// An error: a name that no method variant has.
///
/// ```
/// use caracole_compare::{MethodVariant, UnknownMethodVariant};
///
/// let error = MethodVariant::named("quantum").expect_err("no method has this name");
/// assert_eq!(error, UnknownMethodVariant("quantum".to_owned()));
/// assert!(error.to_string().starts_with("'quantum' is no method: write one of auto, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no method: write one of {all}", all = names())]
pub struct UnknownMethodVariant(pub String);

fn names() -> String {
    let names: Vec<String> = MethodVariant::all().iter().map(MethodVariant::name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use caracole_core::Problem;
    use caracole_solve::{Limits, Options, Run};

    use super::*;

    #[test]
    fn names_are_unique() {
        let all = MethodVariant::all();
        let names: HashSet<String> = all.iter().map(MethodVariant::name).collect();
        assert_eq!(names.len(), all.len());
        for variant in &all {
            let method = variant.method().name();
            assert!(
                MethodVariant::named(method).is_ok_and(|family| !family.is_empty()),
                "{method}"
            );
            assert_eq!(variant.solver().name(), method);
        }
    }

    /// A method that does not use the seed gives the same tour for every seed.
    #[test]
    fn uses_seed_is_true_if_tours_depend_on_the_seed() {
        let problem = Problem::new("8x8".parse().unwrap()).start("a1").unwrap();
        let limits = Limits { steps: Some(300_000), ..Limits::default() };
        for variant in MethodVariant::all() {
            let tour = |seed| {
                let mut run = Run::with_options(&Options::new().seed(seed).limits(limits));
                variant.solver().solve(&problem, &mut run).found().map(|tour| tour.names())
            };
            let tours: HashSet<Option<String>> = (0..20).map(tour).collect();
            assert_eq!(tours.len() > 1, variant.uses_seed(), "{variant}: {}", tours.len());
        }
    }
}
