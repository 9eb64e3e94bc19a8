//! Many tours in one object.

use std::time::Duration;

use caracole_count::{Count, Question};
use caracole_formats::{RunRecord, json};
use caracole_verify::{Outcome, Stop, Tour};
use serde_json::{Map, Value};

use super::{put_stop, squares};

/// What is said of many tours together: `caracole.sample/1`, `caracole.list/1`.
///
/// Who writes them one by one writes the head, then `tours`, a list, then the tail.
///
/// ```
/// use caracole::{Options, Problem, ProblemExt};
/// use caracole::report::ManyTours;
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let question = problem.question();
/// let (tours, all) = (problem.sample(3, &Options::new().seed(7))?, problem.count()?);
/// let about = ManyTours { verb: "sample", question: &question, seed: Some(7), of: Some(&all) };
/// let object = about.object(&tours, None);
/// assert_eq!(object["schema"], "caracole.sample/1");
/// assert_eq!((&object["of"], &object["count"]), (&"9862".into(), &"3".into()));
///
/// // Piece by piece, where there are too many to be kept.
/// assert_eq!(about.head()["convention"], "undirected closed tours");
/// assert_eq!(ManyTours::tail(3, None)["count"], "3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ManyTours<'a> {
    /// What they come from: `sample` or `list`.
    pub verb: &'static str,
    /// What they are tours of.
    pub question: &'a Question,
    /// Where chance began, if it chose them.
    pub seed: Option<u64>,
    /// How many there are in all, if that is known.
    pub of: Option<&'a Count>,
}

impl ManyTours<'_> {
    /// What stands before the tours.
    pub fn head(&self) -> Map<String, Value> {
        let Self { verb, question, seed, of } = self;
        let mut object = json::object(&format!("caracole.{verb}/1"));
        let mut put = |field: &str, value: Value| drop(object.insert(field.into(), value));
        put("problem", json::problem(question.problem()));
        put("convention", question.convention().into());
        if let Some(seed) = seed {
            put("seed", json::number(*seed));
        }
        if let Some(of) = of {
            put("of", of.to_string().into());
        }
        object
    }

    /// One of them by itself, or what stopped the work: an outcome, for lines of JSON.
    ///
    /// ```
    /// use std::time::Duration;
    /// use caracole::report::ManyTours;
    /// use caracole::{Outcome, Problem, ProblemExt};
    ///
    /// let problem = Problem::new("5x5".parse()?);
    /// let question = problem.question();
    /// let about = ManyTours { verb: "list", question: &question, seed: None, of: None };
    /// let tour = problem.solve().found().ok_or("no tour")?;
    /// let line = about.line(&Outcome::Found(tour), Duration::ZERO);
    /// assert_eq!(line["schema"], "caracole.outcome/2");
    /// assert_eq!(line["convention"], "directed tours, open and closed together");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(&self, outcome: &Outcome, elapsed: Duration) -> Value {
        let &Self { verb, question, seed, of } = self;
        let record = RunRecord { method: verb.to_owned(), seed, elapsed, ..RunRecord::default() };
        let mut object = json::outcome(question.problem(), outcome, &record);
        object["convention"] = question.convention().into();
        if let Some(of) = of {
            object["of"] = of.to_string().into();
        }
        object
    }

    /// What stands after them: how many came, and what stopped the work, if something did.
    pub fn tail(count: u64, stop: Option<&Stop>) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("count".into(), count.to_string().into());
        if let Some(stop) = stop {
            put_stop(stop, &mut object);
        }
        object
    }

    /// The whole object.
    pub fn object(&self, tours: &[Tour], stop: Option<&Stop>) -> Value {
        let mut object = self.head();
        object.insert("tours".into(), tours.iter().map(squares).collect());
        object.extend(Self::tail(tours.len() as u64, stop));
        object.into()
    }
}
