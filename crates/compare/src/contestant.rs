//! Who competes.

use std::fmt;

use caracole_solve::{Children, Method, MethodSettings, Solver, Tie};

/// A method with its settings.
///
/// ```
/// use caracole_compare::Contestant;
/// use caracole_solve::{Method, Tie};
///
/// let family = Contestant::named("warnsdorff")?;
/// let names: Vec<String> = family.iter().map(Contestant::name).collect();
/// assert_eq!(names[..3], ["warnsdorff/first", "warnsdorff/random", "warnsdorff/roth"]);
/// assert_eq!(family[2].settings().tie, Tie::Roth);
/// // The order of moves takes no chances, and chance does.
/// assert!(!family[0].uses_chance() && family[1].uses_chance());
///
/// for contestant in Contestant::all() {
///     println!("{contestant:24} {}", contestant.method().about());
///     assert_eq!(contestant.solver().name(), contestant.method().name());
/// }
/// assert_eq!(Contestant::named("neural/repair")?[0].method(), Method::Neural);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Contestant {
    method: Method,
    /// What sets it apart from others of its method.
    variant: Option<&'static str>,
    settings: MethodSettings,
}

impl Contestant {
    /// All of them, in the order of the methods.
    pub fn all() -> Vec<Self> {
        Method::ALL.into_iter().flat_map(Self::of_method).collect()
    }

    /// Those of one method: Warnsdorff's rule once for each rule for ties, brute force once with
    /// its moves in a wise order and once as they come, the network once as it is and once with its
    /// loops joined.
    fn of_method(method: Method) -> Vec<Self> {
        let plain = Self { method, variant: None, settings: MethodSettings::default() };
        match method {
            Method::Warnsdorff => {
                let with_tie = |tie: Tie| Self {
                    variant: Some(tie.name()),
                    settings: MethodSettings { tie, ..MethodSettings::default() },
                    ..plain.clone()
                };
                Tie::ALL.into_iter().map(with_tie).collect()
            }
            Method::BruteForce => {
                let mut naive = Self { variant: Some("naive"), ..plain.clone() };
                naive.settings.children = Children::AsOrdered;
                vec![Self { variant: Some("lonely-first"), ..plain }, naive]
            }
            Method::Neural => {
                let mut mended = Self { variant: Some("repair"), ..plain.clone() };
                mended.settings.neural.repair = true;
                vec![Self { variant: Some("plain"), ..plain }, mended]
            }
            _ => vec![plain],
        }
    }

    /// Those that a word means: `ants`, `warnsdorff/roth`, or all of a method by its name alone.
    pub fn named(word: &str) -> Result<Vec<Self>, UnknownContestant> {
        let is_meant =
            |contestant: &Self| contestant.name() == word || contestant.method.name() == word;
        let meant: Vec<Self> = Self::all().into_iter().filter(is_meant).collect();
        if meant.is_empty() { Err(UnknownContestant(word.to_owned())) } else { Ok(meant) }
    }

    /// Its name: that of the method, and after a slash what sets it apart.
    pub fn name(&self) -> String {
        match self.variant {
            None => self.method.name().to_owned(),
            Some(variant) => format!("{}/{variant}", self.method),
        }
    }

    /// The method.
    pub const fn method(&self) -> Method {
        self.method
    }

    /// What the method is told.
    pub const fn settings(&self) -> &MethodSettings {
        &self.settings
    }

    /// Returns true if the tour depends on the seed.
    pub const fn uses_chance(&self) -> bool {
        match self.method {
            Method::Warnsdorff => {
                matches!(self.settings.tie, Tie::Random | Tie::Pohl | Tie::PohlLeast)
            }
            Method::Auto
            | Method::Construct
            | Method::Exact
            | Method::Patch
            | Method::Neural
            | Method::Ants => true,
            _ => false,
        }
    }

    /// The solver.
    pub fn solver(&self) -> Box<dyn Solver> {
        self.method.solver(&self.settings)
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

/// A word that names no contestant.
///
/// ```
/// use caracole_compare::{Contestant, UnknownContestant};
///
/// let error = Contestant::named("quantum").expect_err("nobody has it");
/// assert_eq!(error, UnknownContestant("quantum".to_owned()));
/// assert!(error.to_string().starts_with("'quantum' is no method: write one of auto, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no method: write one of {all}", all = names())]
pub struct UnknownContestant(pub String);

fn names() -> String {
    let names: Vec<String> = Contestant::all().iter().map(Contestant::name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use caracole_core::Problem;
    use caracole_solve::{Limits, Run};

    use super::*;

    #[test]
    fn every_name_means_one() {
        let all = Contestant::all();
        let names: HashSet<String> = all.iter().map(Contestant::name).collect();
        assert_eq!(names.len(), all.len());
        for contestant in &all {
            let method = contestant.method().name();
            assert!(Contestant::named(method).is_ok_and(|family| !family.is_empty()), "{method}");
            assert_eq!(contestant.solver().name(), method);
        }
    }

    /// A method that does not use the seed gives the same tour for every seed.
    #[test]
    fn chance_is_told_truly() {
        let problem = Problem::new("8x8".parse().unwrap()).from("a1").unwrap();
        let limits = Limits { steps: Some(300_000), ..Limits::default() };
        for contestant in Contestant::all() {
            let tour = |seed| {
                let mut run = Run::new().seed(seed).limits(limits);
                contestant.solver().solve(&problem, &mut run).tour().map(|tour| tour.names())
            };
            let tours: HashSet<Option<String>> = (0..20).map(tour).collect();
            let is_mixed = tours.len() > 1;
            assert_eq!(is_mixed, contestant.uses_chance(), "{contestant}: {}", tours.len());
        }
    }
}
