//! The methods by name.

use std::fmt;
use std::str::FromStr;

use caracole_core::{MoveOrder, UnknownWord, listed};

use crate::{
    Ants, Auto, Backtracking, BruteForce, Children, Construct, Exact, Neural, Patch, Solver, Tie,
    Warnsdorff,
};

/// A method that can be asked for by name.
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
/// # Ok::<(), caracole_core::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Whatever answers best.
    #[default]
    Auto,
    /// Every path, lonely squares first.
    BruteForce,
    /// Every path, moves in a fixed order.
    Backtracking,
    /// The square with the fewest ways on.
    Warnsdorff,
    /// Blocks joined together.
    Construct,
    /// Every case, with all that follows from it.
    Exact,
    /// Loops joined together.
    Patch,
    /// A network of neurons, one for each move.
    Neural,
    /// A colony of ants that follow each other's trails.
    Ants,
}

/// What a method can be told. Methods pass over what does not concern them.
///
/// ```
/// use caracole_core::Problem;
/// use caracole_solve::{Method, MethodSettings, Run, Tie};
///
/// let order = Some("32674158".parse()?);
/// let settings = MethodSettings { order, tie: Tie::Roth, ..MethodSettings::default() };
/// let problem = Problem::new("20x20".parse()?).from("a20")?;
/// assert!(Method::Warnsdorff.solver(&settings).solve(&problem, &mut Run::new()).is_found());
/// // What does not concern a method is passed over.
/// assert!(Method::Construct.solver(&settings).solve(&problem, &mut Run::new()).is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MethodSettings {
    /// The order of moves, for the classic methods.
    pub order: Option<MoveOrder>,
    /// Which of several squares with the fewest ways on Warnsdorff's rule takes.
    pub tie: Tie,
    /// In which order brute force tries the moves from a square.
    pub children: Children,
    /// How a constructed tour shall look.
    pub construct: Construct,
    /// How the network is run.
    pub neural: Neural,
    /// How the colony lives.
    pub ants: Ants,
}

impl Method {
    /// All methods, in the order in which they are listed.
    pub const ALL: [Self; 9] = [
        Self::Auto,
        Self::BruteForce,
        Self::Backtracking,
        Self::Warnsdorff,
        Self::Construct,
        Self::Exact,
        Self::Patch,
        Self::Neural,
        Self::Ants,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::BruteForce => "brute-force",
            Self::Backtracking => "backtracking",
            Self::Warnsdorff => "warnsdorff",
            Self::Construct => "construct",
            Self::Exact => "exact",
            Self::Patch => "patch",
            Self::Neural => "neural",
            Self::Ants => "ants",
        }
    }

    /// What it does, in a line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Auto => "decides by theorem where it can, then takes what works",
            Self::BruteForce => "tries every path, squares with the fewest ways on first",
            Self::Backtracking => "tries every path, moves in a fixed order",
            Self::Warnsdorff => "goes to the square with the fewest ways on, and never back",
            Self::Construct => "joins small tours to a large one, without search",
            Self::Exact => "supposes moves, follows all that they force, and proves",
            Self::Patch => "covers any shape with loops, and joins them",
            Self::Neural => "lets a neuron for each move settle; often ends in several loops",
            Self::Ants => "sends ants along each other's trails until one tours the board",
        }
    }

    /// Does a setting mean anything to it? Settings have the names that commands and requests give
    /// them.
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

    /// The methods that take a setting, if this one would pass over it.
    ///
    /// ```
    /// use caracole_solve::Method;
    ///
    /// let others = Method::Exact.passes_over("order");
    /// assert_eq!(others.as_deref(), Some("warnsdorff, backtracking or brute-force"));
    /// assert_eq!(Method::Backtracking.passes_over("order"), None);
    /// ```
    pub fn passes_over(self, setting: &str) -> Option<String> {
        let takers = takers(setting);
        let are = || listed(takers, takers.len() as u64, "or", "methods");
        (!takers.contains(&self)).then(are)
    }

    /// The solver.
    pub fn solver(self, settings: &MethodSettings) -> Box<dyn Solver> {
        let MethodSettings { order, tie, children, construct, neural, ants } = settings.clone();
        match self {
            // Only the construction knows looks.
            Self::Auto if construct != Construct::default() => Box::new(construct),
            Self::Auto => Box::new(Auto),
            Self::BruteForce => Box::new(BruteForce { order, children }),
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

/// The methods to which a setting means anything.
fn takers(setting: &str) -> &'static [Method] {
    match setting {
        "tie" => &[Method::Warnsdorff],
        "order" => &[Method::Warnsdorff, Method::Backtracking, Method::BruteForce],
        "children" => &[Method::BruteForce],
        // Warnsdorff's rule takes a seed if ties are broken at random.
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

impl FromStr for Method {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        UnknownWord::find("method", text, Self::ALL, Self::name)
    }
}
