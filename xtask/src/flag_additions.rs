//! Searches the sources for additions of flags, which some compilers drop.
//!
//! rustc 1.95 and 1.96 forget the value of a flag that is read and then branched on (see `dropped_flags`).
//! `count += u64::from(flag)` is the form in which this has changed an answer. Write `if flag { count += 1 }`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

const INTEGERS: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

/// Methods that return a flag, besides those whose names begin as in [`PREFIXES`].
const METHODS: [&str; 8] =
    ["all", "any", "contains", "contains_key", "ends_with", "insert", "remove", "starts_with"];

const PREFIXES: [&str; 4] = ["is_", "has_", "was_", "may_"];

/// Returns a line `file:line: text` for each addition or subtraction of a flag in the sources under `root`.
pub(crate) fn all(root: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for folder in ["crates", "xtask/src", "benches", "fuzz"] {
        for file in sources(&root.join(folder))? {
            let text = fs::read_to_string(&file)?;
            let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
            let lines: Vec<&str> = text.lines().collect();
            found.extend(
                in_source(&text)
                    .into_iter()
                    .map(|line| format!("{name}:{line}: {}", lines[line - 1].trim())),
            );
        }
    }
    Ok(found)
}

fn sources(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the numbers of the lines, from 1, on which a flag is added or subtracted.
fn in_source(text: &str) -> Vec<usize> {
    let code = without_comments_and_literals(text);
    let flags = declared_flags(&code);
    let mut lines = Vec::new();
    for (at, _) in code.match_indices("::from(") {
        let before = &code[..at];
        let Some(integer) = INTEGERS.iter().find(|name| is_last_word(before, name)) else {
            continue;
        };
        let open = at + "::from".len();
        let Some(len) = code[open..].char_indices().find_map(closing(')')) else { continue };
        let argument = code[open + 1..open + len].trim();
        let left = before[..at - integer.len()].trim_end();
        let right = code[open + len + 1..].trim_start();
        let is_assignment = left.ends_with("+=") || left.ends_with("-=");
        let is_term = left.ends_with(['+', '-'])
            || right.starts_with('+')
            || (right.starts_with('-') && !right.starts_with("->"));
        // A comparison inside a term has no name, so no branch can read it again.
        if is_assignment && is_flag(argument, &flags)
            || is_term && is_name(argument) && is_flag(argument, &flags)
        {
            lines.push(1 + before.matches('\n').count());
        }
    }
    lines
}

/// Returns the position of the bracket that closes the first one of a text.
fn closing(bracket: char) -> impl FnMut((usize, char)) -> Option<usize> {
    let mut depth = 0_u32;
    move |(at, letter)| {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        (depth == 0 && letter == bracket).then_some(at)
    }
}

fn is_last_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|rest| !rest.ends_with(is_word))
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns true for `flag`, `self.flag` and `flags[at]`.
fn is_name(argument: &str) -> bool {
    !argument.contains([' ', '(', '!', '<', '>'])
}

/// Returns true if an expression is a flag as far as its text and the names of its file can say.
fn is_flag(expression: &str, flags: &BTreeSet<&str>) -> bool {
    let expression = expression.trim_start_matches(['*', '&']);
    if expression.starts_with('!') || expression.starts_with("matches!(") {
        return true;
    }
    let outer = outside_brackets(expression);
    if ["==", "!=", "&&", "||", " < ", " > ", "<=", ">="].iter().any(|sign| outer.contains(sign)) {
        return true;
    }
    let is_call = outer.ends_with(')');
    let name = outer.trim_end_matches(['(', ')', '[', ']']);
    let name = name.rsplit(|letter| !is_word(letter)).next().unwrap_or_default();
    PREFIXES.iter().any(|prefix| name.starts_with(prefix))
        || if is_call { METHODS.contains(&name) } else { flags.contains(name) }
}

/// Returns the expression without the contents of its brackets.
fn outside_brackets(expression: &str) -> String {
    let mut depth = 0_u32;
    expression
        .chars()
        .filter(|letter| match letter {
            '(' | '[' | '{' => {
                depth += 1;
                depth == 1
            }
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                depth == 0
            }
            _ => depth == 0,
        })
        .collect()
}

/// Returns the names declared as `name: bool` or by `let name = comparison`.
fn declared_flags(code: &str) -> BTreeSet<&str> {
    let none = BTreeSet::new();
    let typed = code.match_indices(": bool").map(|(at, _)| {
        let start = code[..at].rfind(|letter| !is_word(letter)).map_or(0, |before| before + 1);
        &code[start..at]
    });
    let compared = code.match_indices("let ").filter_map(|(at, word)| {
        let (name, value) = code[at + word.len()..].split_once(" = ")?;
        let name = name.trim_start_matches("mut ");
        let value = &value[..value.find(';')?];
        (name.chars().all(is_word) && !value.contains('{') && is_flag(value, &none)).then_some(name)
    });
    typed.chain(compared).collect()
}

/// Returns the source with spaces instead of comments and quoted text. Line numbers do not change.
fn without_comments_and_literals(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' {
            string_len(rest)
        } else if let Some(len) = raw_string_len(rest).filter(|_| !code.ends_with(is_word)) {
            len
        } else if first == '\'' {
            character_len(rest)
        } else {
            0
        };
        let (blank, next) = rest.split_at(len);
        code.extend(blank.chars().map(|letter| if letter == '\n' { '\n' } else { ' ' }));
        rest = next;
        if len == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    code
}

fn string_len(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, letter)| {
        let is_end = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

fn raw_string_len(text: &str) -> Option<usize> {
    let hashes = text.strip_prefix('r')?;
    let inside = hashes.trim_start_matches('#');
    let count = hashes.len() - inside.len();
    let inside = inside.strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(count));
    Some(inside.find(&end).map_or(text.len(), |at| 2 * (count + 1) + 1 + at))
}

/// Returns the length of a character literal, or 0 for a lifetime.
fn character_len(text: &str) -> usize {
    let mut letters = text.char_indices().skip(1);
    match letters.next() {
        Some((_, '\\')) => text[2..].find('\'').map_or(0, |at| at + 3),
        Some(_) => letters.next().filter(|(_, end)| *end == '\'').map_or(0, |(at, _)| at + 1),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_add_no_flags() {
        let found = all(&crate::root()).unwrap();
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn additions_of_flags_are_found() {
        let sources = [
            "n += u64::from(new == 0);",
            "n += usize::from(!seen);",
            "n -= i64::from(a < b);",
            "*len += u32::from(set.insert(square));",
            "n += u8::from(matches!(a, B { .. }));",
            "n +=\n    u64::from(a && b);",
            "self.n += u64::from(self.is_closed);",
            "fn f(new: bool) { n += u64::from(new); }",
            "let new = *word & 1 == 0;\n*word |= 1;\n*len += u64::from(new);",
            "struct S { last: bool }\nlet n = len - usize::from(self.last);",
            "let n = u32::from(is_first) + rest;",
            "let n = rest + u128::from(flags[is_odd]) + u128::from(has_end);",
        ];
        for source in sources {
            let last = source.lines().count();
            let lines = in_source(source);
            assert!(!lines.is_empty() && lines.iter().all(|&line| line <= last), "{source}");
        }
        assert_eq!(in_source("\n\nn += u64::from(a == b);\n"), [3]);
    }

    #[test]
    fn other_additions_are_not() {
        let sources = [
            "n += u64::from(byte);",
            "n += i64::from(knot.high) - i64::from(knot.low);",
            "let end = end + usize::from(end >= low);",
            "if flag { n += 1 }",
            "// n += u64::from(a == b);",
            "/* n += u64::from(a == b); */",
            "let text = \"n += u64::from(a == b);\";",
            "let text = r#\"\" n += u64::from(a == b);\"#;",
            "table[usize::from(is_odd)]",
            "let shift = u64::from(is_odd) << 3;",
            "fn f<'a>(flag: bool) -> u64 { u64::from(flag) }",
            "let quote = '\"'; n += u64::from(byte); let other = '\"';",
        ];
        for source in sources {
            assert_eq!(in_source(source), [0; 0], "{source}");
        }
    }
}
