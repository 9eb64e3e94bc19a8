//! Words for people: the nearest right one, numbers of things, lists that may be long.

use std::fmt;

use crate::place::shorten;

/// The right word nearest to a wrong one, if any is near: at most a third of its letters, and one at
/// least, may be wrong. Two letters that changed places are one mistake. Else it is the word that the
/// wrong one begins.
///
/// ```
/// use caracole_core::nearest;
///
/// assert_eq!(nearest("sqares", ["grid", "squares"]), Some("squares"));
/// assert_eq!(nearest("brute", ["brute-force", "backtracking"]), Some("brute-force"));
/// assert_eq!(nearest("violin", ["grid", "squares"]), None);
/// ```
pub fn nearest<'a>(word: &str, right: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Fewer letters begin too many words.
    const BEGINNING: usize = 3;
    let word: Vec<char> = word.chars().take(64).flat_map(char::to_lowercase).collect();
    let begins = |right: &str| {
        word.len() >= BEGINNING
            && right.chars().zip(&word).filter(|(a, b)| a == *b).count() == word.len()
    };
    right
        .into_iter()
        .filter_map(|right| {
            let distance = distance(&word, right);
            let is_near = distance <= (right.len() / 3).max(1).min(right.len().saturating_sub(1));
            (is_near || begins(right)).then_some((!is_near, distance, right))
        })
        .min_by_key(|&(is_far, distance, _)| (is_far, distance))
        .map(|(.., right)| right)
}

/// How many letters must be put in, taken out or changed, or change places with their neighbour.
fn distance(word: &[char], right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=word.len()).collect()];
    for (above, &letter) in right.iter().enumerate() {
        let mut row = vec![above + 1];
        for (at, &other) in word.iter().enumerate() {
            let changed = rows[above][at] + usize::from(letter != other);
            let mut least = changed.min(rows[above][at + 1] + 1).min(row[at] + 1);
            if above > 0 && at > 0 && letter == word[at - 1] && right[above - 1] == other {
                least = least.min(rows[above - 1][at - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[right.len()][word.len()]
}

/// A word where only some are known.
///
/// ```
/// use caracole_core::UnknownWord;
///
/// let unknown = UnknownWord::new("style", "celtik", ["line", "celtic"]);
/// assert_eq!(
///     unknown.to_string(),
///     "there is no style 'celtik': did you mean celtic? there are line, celtic"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    what: String,
    word: String,
    near: Option<String>,
    known: String,
}

impl UnknownWord {
    /// A word that is no `what`, of which those that are `known` have names.
    pub fn new<'a>(
        what: &str,
        word: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        let near = nearest(word, known.clone()).map(str::to_owned);
        let known: Vec<&str> = known.into_iter().collect();
        Self { what: what.to_owned(), word: shorten(word), near, known: known.join(", ") }
    }

    /// Looks for a thing by its name, in either case.
    ///
    /// ```
    /// use caracole_core::UnknownWord;
    ///
    /// let by_name = |word| UnknownWord::find("side", word, [0, 1], |side| ["left", "right"][side]);
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

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, word, near, known } = self;
        write!(f, "there is no {what} '{word}':")?;
        if let Some(near) = near {
            write!(f, " did you mean {near}?")?;
        }
        write!(f, " there are {known}")
    }
}

impl std::error::Error for UnknownWord {}

/// A number with its word, in the plural where it must be.
///
/// ```
/// use caracole_core::counted;
///
/// assert_eq!([0, 1, 1000].map(|n| counted(n, "step")), ["0 steps", "1 step", "1000 steps"]);
/// ```
pub fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Names in a sentence: `a1, b3 and c5`; of more than twelve the last ones are counted only. There may
/// be more than can be named.
///
/// ```
/// use caracole_core::listed;
///
/// assert_eq!(listed(["a1", "b3", "c5"], 3, "and", "squares"), "a1, b3 and c5");
/// let many = listed(["a1"; 30], 50, "or", "squares");
/// assert_eq!(many, format!("{}a1 and 40 more squares", "a1, ".repeat(9)));
/// ```
pub fn listed<T: fmt::Display>(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_mistakes() {
        for (a, b, expected) in [
            ("kitten", "sitting", 3),
            ("", "abc", 3),
            ("abc", "", 3),
            ("flaw", "lawn", 2),
            ("tours", "torus", 1),
            ("sovle", "solve", 1),
        ] {
            assert_eq!(distance(&a.chars().collect::<Vec<_>>(), b), expected, "{a} {b}");
        }
    }

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
            assert_eq!(nearest(word, right.iter().copied()), expected, "{word}");
        }
    }
}
