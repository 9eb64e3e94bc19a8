//! Many tours in one object.

use caracole_core::{Stop, Tour};
use caracole_count::{Count, Question};
use caracole_formats::json;
use serde_json::{Map, Value};

use super::{put_stop, squares};

/// What is said of many tours together: `caracole.sample/1`, `caracole.list/1`.
///
/// Who writes them one by one writes the head, then `tours`, a list, then the tail.
///
/// ```
/// use caracole::Problem;
/// use caracole::report::ManyTours;
///
/// let problem = Problem::new("6x6".parse()?).closed();
/// let question = problem.question();
/// let (tours, all) = (problem.sample(3, 7)?, problem.count()?);
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
