//! Helpers for messages: suggestions, plurals and lists.

use std::fmt;

/// Returns the known word that is nearest to a mistyped one. At most a third of its letters may differ, and at least
/// one may; two swapped letters count as one difference. If no word is near, returns the one with the mistyped word as
/// its prefix.
///
/// ```
/// use caracole_core::closest_name;
///
/// assert_eq!(closest_name("sqares", ["grid", "squares"]), Some("squares"));
/// assert_eq!(closest_name("brute", ["brute-force", "backtracking"]), Some("brute-force"));
/// assert_eq!(closest_name("violin", ["grid", "squares"]), None);
/// ```
pub fn closest_name<'a>(word: &str, right: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Fewer letters begin too many words.
    const BEGINNING: usize = 3;
    let word: String = word.chars().take(64).flat_map(char::to_lowercase).collect();
    let begins = |right: &str| word.chars().count() >= BEGINNING && right.starts_with(&word);
    right
        .into_iter()
        .filter_map(|right| {
            let distance = strsim::osa_distance(&word, right);
            let is_near = distance <= (right.len() / 3).max(1).min(right.len().saturating_sub(1));
            (is_near || begins(right)).then_some((!is_near, distance, right))
        })
        .min_by_key(|&(is_far, distance, _)| (is_far, distance))
        .map(|(.., right)| right)
}

/// The error for an unknown name, with a suggestion.
///
/// ```
/// use caracole_core::UnknownName;
///
/// let unknown = UnknownName::new("style", "celtik", ["line", "celtic"]);
/// assert_eq!(
///     unknown.to_string(),
///     "there is no style 'celtik': did you mean celtic? there are line, celtic"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    what: String,
    word: String,
    near: Option<String>,
    known: String,
}

impl UnknownName {
    /// Returns the error for a name that is not among the known names of a `what`.
    pub fn new<'a>(
        what: &str,
        word: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        let near = closest_name(word, known.clone()).map(str::to_owned);
        let known: Vec<&str> = known.into_iter().collect();
        Self { what: what.to_owned(), word: shorten(word), near, known: known.join(", ") }
    }

    /// Finds a value by its name; upper and lower case are equal.
    ///
    /// ```
    /// use caracole_core::UnknownName;
    ///
    /// let by_name = |word| UnknownName::find("side", word, [0, 1], |side| ["left", "right"][side]);
    /// assert_eq!(by_name("Left"), Ok(0));
    /// assert!(by_name("lift").is_err());
    /// ```
    pub fn find<T: Copy, const N: usize>(
        what: &str,
        word: &str,
        all: [T; N],
        name: impl Fn(T) -> &'static str,
    ) -> Result<T, Self> {
        let found = all.into_iter().find(|&one| name(one).eq_ignore_ascii_case(word.trim()));
        found.ok_or_else(|| Self::new(what, word, all.map(name)))
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, word, near, known } = self;
        write!(f, "there is no {what} '{word}':")?;
        if let Some(near) = near {
            write!(f, " did you mean {near}?")?;
        }
        write!(f, " there are {known}")
    }
}

impl std::error::Error for UnknownName {}

/// Returns a number with its noun, in the plural unless it is one.
///
/// ```
/// use caracole_core::pluralize;
///
/// assert_eq!([0, 1, 1000].map(|n| pluralize(n, "step")), ["0 steps", "1 step", "1000 steps"]);
/// assert_eq!(pluralize(3, "vertex"), "3 vertices");
/// ```
pub fn pluralize(number: u64, thing: &str) -> String {
    match thing.strip_suffix("ex") {
        Some(stem) if number != 1 => format!("{number} {stem}ices"),
        _ => format!("{number} {thing}{}", if number == 1 { "" } else { "s" }),
    }
}

/// Returns a list of names such as `a1, b3 and c5`. Of more than twelve, the last are only counted; `all` is their
/// number and may exceed that of `names`.
///
/// ```
/// use caracole_core::list_names;
///
/// assert_eq!(list_names(["a1", "b3", "c5"], 3, "and", "squares"), "a1, b3 and c5");
/// let many = list_names(["a1"; 30], 50, "or", "squares");
/// assert_eq!(many, format!("{}a1 and 40 more squares", "a1, ".repeat(9)));
/// ```
pub fn list_names<T: fmt::Display>(
    names: impl IntoIterator<Item = T>,
    all: u64,
    word: &str,
    things: &str,
) -> String {
    const MOST: u64 = 12;
    const SHOWN: usize = 10;
    let is_long = all > MOST;
    let shown = if is_long { SHOWN } else { usize::MAX };
    let names: Vec<String> = names.into_iter().take(shown).map(|name| name.to_string()).collect();
    match names.split_last() {
        _ if is_long => {
            let rest = all.saturating_sub(names.len() as u64);
            format!("{} and {rest} more {things}", names.join(", "))
        }
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} {word} {last}", before.join(", ")),
        None => String::new(),
    }
}

/// Returns a text for a message of one line: at most 40 characters and no control characters.
///
/// ```
/// assert_eq!(caracole_core::shorten("a\tb"), "a?b");
/// assert_eq!(caracole_core::shorten(&"x".repeat(1000)).len(), 40);
/// ```
pub fn shorten(text: &str) -> String {
    // Reads only the beginning: the text may be a whole file.
    let clean = || text.chars().map(|c| if c.is_control() { '?' } else { c });
    if clean().nth(40).is_none() {
        return clean().collect();
    }
    clean().take(37).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_several_is_meant() {
        for (word, right, expected) in [
            ("chek", &["check-proof", "check"][..], Some("check")),
            ("sovle", &["sample", "serve", "solve"], Some("solve")),
            ("form", &["format", "from"], Some("from")),
            ("WARN", &["warnsdorff", "ants"], Some("warnsdorff")),
            ("seed", &["use", "to"], None),
            ("", &["a", "to"], None),
        ] {
            assert_eq!(closest_name(word, right.iter().copied()), expected, "{word}");
        }
    }
}
