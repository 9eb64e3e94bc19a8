//! Problems and tours in serde formats, with the feature `serde`.
//!
//! Boards, leapers, move orders, methods, tie-break rules and counts implement `Serialize` and `Deserialize` as text,
//! and the statistics and results of runs as structures. A problem or a tour needs the attribute
//! `#[serde(with = "…")]` with a module of this one; its fields are those of the JSON format.
//!
//! ```
//! use caracole::{Board, Problem, ProblemExt, Tour};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Exercise {
//!     board: Board,
//!     #[serde(with = "caracole::serde::problem")]
//!     problem: Problem,
//!     #[serde(with = "caracole::serde::tour")]
//!     solution: Tour,
//! }
//!
//! let problem = Problem::new("6x6".parse()?).closed().start("a1")?;
//! let solution = problem.solve().into_result()?;
//! let exercise = Exercise { board: problem.board().clone(), problem, solution };
//! let text = serde_json::to_string(&exercise)?;
//! let copy: Exercise = serde_json::from_str(&text)?;
//! assert_eq!((&copy.problem, &copy.solution), (&exercise.problem, &exercise.solution));
//!
//! // A tour is verified when it is deserialized, and a problem cannot contradict itself.
//! let wrong = text.replace("a1", "a2");
//! assert!(serde_json::from_str::<Exercise>(&wrong).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// Serializes and deserializes a [`Problem`](crate::Problem).
pub mod problem {
    use caracole_core::Problem;
    use caracole_formats::json;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};
    use serde_json::Value;

    /// Serializes a problem; see [the module](crate::serde).
    ///
    /// ```
    /// let problem = caracole::Problem::new("5x5".parse()?).closed();
    /// let value = caracole::serde::problem::serialize(&problem, serde_json::value::Serializer)?;
    /// assert_eq!(value["board"], "5x5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the serializer fails.
    pub fn serialize<S: Serializer>(problem: &Problem, serializer: S) -> Result<S::Ok, S::Error> {
        json::problem(problem).serialize(serializer)
    }

    /// Deserializes a problem; see [the module](crate::serde).
    ///
    /// ```
    /// let value = serde_json::json!({"board": "6x6", "closed": true});
    /// let problem = caracole::serde::problem::deserialize(value)?;
    /// assert_eq!(problem, caracole::Problem::new("6x6".parse()?).closed());
    /// assert!(caracole::serde::problem::deserialize(serde_json::json!({"bord": "6x6"})).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if a field is unknown or its value does not fit the board.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Problem, D::Error> {
        json::parse_problem(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Serializes and deserializes a [`Tour`](crate::Tour) with its board and piece.
pub mod tour {
    use caracole_core::{Path, Problem};
    use caracole_verify::Tour;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::{Serialize, Serializer};

    /// The fields of a tour.
    #[derive(serde::Deserialize, serde::Serialize)]
    #[serde(deny_unknown_fields)]
    struct Fields {
        /// The board and the piece.
        #[serde(with = "super::problem")]
        problem: Problem,
        squares: Vec<String>,
    }

    /// Serializes a tour; see [the module](crate::serde).
    ///
    /// ```
    /// use caracole::ProblemExt;
    ///
    /// let tour = caracole::Problem::new("5x5".parse()?).solve().into_result()?;
    /// let value = caracole::serde::tour::serialize(&tour, serde_json::value::Serializer)?;
    /// assert_eq!(value["squares"].as_array().map(Vec::len), Some(25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the serializer fails.
    pub fn serialize<S: Serializer>(tour: &Tour, serializer: S) -> Result<S::Ok, S::Error> {
        let problem = Problem::with_piece(tour.board().clone(), tour.piece().clone());
        let squares = tour.squares().map(|square| tour.board().name(square)).collect();
        Fields { problem, squares }.serialize(serializer)
    }

    /// Deserializes a tour and verifies it; see [the module](crate::serde).
    ///
    /// ```
    /// let of = |squares: &str| {
    ///     let squares: Vec<&str> = squares.split(' ').collect();
    ///     serde_json::json!({"problem": {"board": "3x3-b2"}, "squares": squares})
    /// };
    /// let tour = caracole::serde::tour::deserialize(of("a1 b3 c1 a2 c3 b1 a3 c2"))?;
    /// assert!(tour.is_closed());
    /// assert!(caracole::serde::tour::deserialize(of("a1 b3 c1 a2 c3 b1 a3 b3")).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the squares are not a tour of the board.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Tour, D::Error> {
        let Fields { problem, squares } = Fields::deserialize(deserializer)?;
        let squares = squares.iter().map(|name| problem.board().parse_square(name));
        let path = squares.collect::<Result<Path, _>>().map_err(D::Error::custom)?;
        Tour::verify(&problem, path).map_err(D::Error::custom)
    }
}
