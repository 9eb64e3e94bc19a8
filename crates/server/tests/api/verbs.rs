//! What is asked and answered.

mod check;
mod coach;
mod draw;
mod film;
mod longest;
mod solve;
mod starts;

use serde_json::Value;

/// The names of squares in a list.
pub(crate) fn names(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}
