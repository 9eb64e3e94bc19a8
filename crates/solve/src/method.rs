//! The methods by name.

use std::fmt;
use std::str::FromStr;

use caracole_core::{MoveOrder, UnknownName, list_names};

use crate::{
    Ants, Auto, Backtracking, BruteForce, Construct, Exact, MoveOrdering, Neural, Patch, Solver,
    TieBreak, Warnsdorff,
};

/// A method, by its name.
///
/// ```
/// use caracole_solve::{Method, MethodSettings};
///
/// let method: Method = "warnsdorff".parse()?;
/// assert_eq!(method.solver(&MethodSettings::default()).name(), method.name());
/// assert!(method.takes("order") && !method.takes("look"));
/// for method in Method::ALL {
///     println!("{:13} {}", method.name(), method.about());
/// }
/// # Ok::<(), caracole_core::UnknownName>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The best method, chosen automatically.
    #[default]
    Auto,
    /// All paths, in a fixed move order: the naive enumeration.
    Naive,
    /// All paths, in a fixed move order.
    Backtracking,
    /// All paths, neighbours of lowest degree first, which is Warnsdorff's order.
    BruteForce,
    /// Always to the neighbour of lowest degree.
    Warnsdorff,
    /// Tours of blocks, joined together.
    Construct,
    /// Branching on moves with constraint propagation.
    Exact,
    /// The cycles of a 2-factor, merged.
    Patch,
    /// A neural network with one neuron for each move.
    Neural,
    /// An ant colony.
    Ants,
}

/// The settings of all methods. A method ignores the settings of other methods.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Method, MethodSettings, Run, TieBreak};
///
/// let order = Some("32674158".parse()?);
/// let settings = MethodSettings { order, tie: TieBreak::Roth, ..MethodSettings::default() };
/// let problem = Problem::new("20x20".parse()?).start("a20")?;
/// assert!(Method::Warnsdorff.solver(&settings).solve(&problem, &mut Run::new()).is_found());
/// // A method ignores the settings of other methods.
/// assert!(Method::Construct.solver(&settings).solve(&problem, &mut Run::new()).is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MethodSettings {
    /// The move order of the classic methods.
    pub order: Option<MoveOrder>,
    /// The tie-break rule of Warnsdorff's rule.
    pub tie: TieBreak,
    /// The order in which brute force tries the neighbours of a square.
    pub ordering: MoveOrdering,
    /// The settings of the construction.
    pub construct: Construct,
    /// The settings of the neural network.
    pub neural: Neural,
    /// The settings of the ant colony.
    pub ants: Ants,
}

impl MethodSettings {
    /// Returns true if the answer of a method with these settings depends on the random seed.
    ///
    /// ```
    /// use caracole_solve::{Method, MethodSettings, TieBreak};
    ///
    /// let settings = MethodSettings { tie: TieBreak::Random, ..MethodSettings::default() };
    /// assert!(settings.uses_seed(Method::Warnsdorff));
    /// assert!(!MethodSettings::default().uses_seed(Method::Warnsdorff));
    /// assert!(!settings.uses_seed(Method::Backtracking));
    /// ```
    pub fn uses_seed(&self, method: Method) -> bool {
        method.takes("seed") && (method != Method::Warnsdorff || self.tie.is_random())
    }
}

impl Method {
    /// All methods, in the order in which they are listed.
    pub const ALL: [Self; 10] = [
        Self::Auto,
        Self::Naive,
        Self::Backtracking,
        Self::BruteForce,
        Self::Warnsdorff,
        Self::Construct,
        Self::Exact,
        Self::Patch,
        Self::Neural,
        Self::Ants,
    ];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Naive => "naive",
            Self::Backtracking => "backtracking",
            Self::BruteForce => "backtracking-warnsdorff",
            Self::Warnsdorff => "warnsdorff",
            Self::Construct => "construct",
            Self::Exact => "exact",
            Self::Patch => "patch",
            Self::Neural => "neural",
            Self::Ants => "ants",
        }
    }

    /// Returns the former names, which are still read.
    ///
    /// ```
    /// use caracole_solve::Method;
    ///
    /// assert_eq!(Method::BruteForce.aliases(), ["brute-force"]);
    /// assert_eq!("brute-force".parse(), Ok(Method::BruteForce));
    /// ```
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::BruteForce => &["brute-force"],
            _ => &[],
        }
    }

    /// Returns a description in one line, with the order in which the method tries moves.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Auto => "applies theorems, then the first method that succeeds",
            Self::Naive => {
                "enumerates all paths, moves in a fixed order; same steps as backtracking"
            }
            Self::Backtracking => "depth-first search, moves in a fixed order",
            Self::BruteForce => "depth-first search, squares with the fewest onward moves first",
            Self::Warnsdorff => {
                "always the square with the fewest onward moves, without backtracking"
            }
            Self::Construct => "joins small tours to a large one, without search",
            Self::Exact => {
                "branches on moves, the most constrained squares first; can prove \"no\""
            }
            Self::Patch => "covers any board with cycles, and joins them",
            Self::Neural => "updates a neuron per move; often ends in several cycles",
            Self::Ants => "lets ants follow pheromone trails until one finds a tour",
        }
    }

    /// Returns true if the method uses a setting, which is given by its name in commands and requests.
    ///
    /// ```
    /// use caracole_solve::Method;
    ///
    /// assert!(Method::Warnsdorff.takes("tie"));
    /// assert!(!Method::Exact.takes("tie"));
    /// ```
    pub fn takes(self, setting: &str) -> bool {
        takers(setting).contains(&self)
    }

    /// Lists the methods that use a setting, if this one ignores it.
    ///
    /// ```
    /// use caracole_solve::Method;
    ///
    /// let others = Method::Exact.passes_over("order");
    /// assert_eq!(others.as_deref(), Some("warnsdorff, naive, backtracking or backtracking-warnsdorff"));
    /// assert_eq!(Method::Backtracking.passes_over("order"), None);
    /// ```
    pub fn passes_over(self, setting: &str) -> Option<String> {
        let takers = takers(setting);
        let are = || list_names(takers, takers.len() as u64, "or", "methods");
        (!takers.contains(&self)).then(are)
    }

    /// Returns the solver.
    pub fn solver(self, settings: &MethodSettings) -> Box<dyn Solver> {
        let MethodSettings { order, tie, ordering, construct, neural, ants } = settings.clone();
        match self {
            // Only the construction has styles.
            Self::Auto if construct != Construct::default() => Box::new(construct),
            Self::Auto => Box::new(Auto),
            Self::Naive => Box::new(BruteForce { order, ordering: MoveOrdering::AsOrdered }),
            Self::BruteForce => Box::new(BruteForce { order, ordering }),
            Self::Backtracking => Box::new(Backtracking { order }),
            Self::Warnsdorff => Box::new(Warnsdorff { order, tie }),
            Self::Construct => Box::new(construct),
            Self::Exact => Box::new(Exact::default()),
            Self::Patch => Box::new(Patch),
            Self::Neural => Box::new(neural),
            Self::Ants => Box::new(ants),
        }
    }
}

/// Returns the methods that use a setting.
fn takers(setting: &str) -> &'static [Method] {
    match setting {
        "tie" => &[Method::Warnsdorff],
        "order" => &[Method::Warnsdorff, Method::Naive, Method::Backtracking, Method::BruteForce],
        "children" => &[Method::BruteForce],
        "threads" => &[Method::Auto, Method::Construct, Method::Exact],
        "race" => &[Method::Auto, Method::Exact],
        // Warnsdorff's rule uses the seed if ties are broken at random.
        "seed" => &[
            Method::Auto,
            Method::Warnsdorff,
            Method::Construct,
            Method::Exact,
            Method::Patch,
            Method::Neural,
            Method::Ants,
        ],
        "look" | "mix" => &[Method::Construct, Method::Auto],
        "repair" | "attempts" | "sweeps" => &[Method::Neural],
        "cycles" | "gather" | "evaporation" | "deposit" | "first-trail" | "exponent" => {
            &[Method::Ants]
        }
        _ => &[],
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(feature = "serde")]
caracole_core::serde_as_text!(Method);

impl FromStr for Method {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let is_alias = |method: &Self| {
            method.aliases().iter().any(|alias| alias.eq_ignore_ascii_case(text.trim()))
        };
        match Self::ALL.into_iter().find(is_alias) {
            Some(method) => Ok(method),
            None => UnknownName::find("method", text, Self::ALL, Self::name),
        }
    }
}
