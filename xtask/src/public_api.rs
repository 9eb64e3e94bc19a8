//! Lists the public API of the library, from the output of rustdoc.
//!
//! The list has a line for each item, each method and each implementation of a trait, also for items that the
//! library re-exports from other crates. It is committed, so a change of the API is visible in a review.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use crate::examples::{LIBRARY, pages, text_of};

/// Returns the list, from the pages below `documentation`.
pub(crate) fn list(documentation: &Path) -> io::Result<String> {
    let mut lines = BTreeSet::new();
    for page in pages(&documentation.join(LIBRARY))? {
        let text = fs::read_to_string(&page)?;
        if let Some(path) = page.strip_prefix(documentation).ok().and_then(path_of) {
            lines.extend(lines_of(&path, &text));
        }
    }
    Ok(lines.into_iter().map(|line| line + "\n").collect())
}

/// Returns the differences of two lists, a line for each removed and each added line.
pub(crate) fn differences(old: &str, new: &str) -> Vec<String> {
    let [old, new] = [old, new].map(|list| list.lines().collect::<BTreeSet<_>>());
    let removed = old.difference(&new).map(|line| format!("- {line}"));
    removed.chain(new.difference(&old).map(|line| format!("+ {line}"))).collect()
}

/// Returns the path of the item of a page: `caracole::solvers::Run` for `caracole/solvers/struct.Run.html`.
fn path_of(page: &Path) -> Option<String> {
    let (_, name) = page.file_stem()?.to_str()?.split_once('.')?;
    let modules = page.parent()?.iter().map(|module| module.to_string_lossy() + "::");
    Some(modules.chain([name.into()]).collect())
}

/// Returns the lines of the item of a page; none if the page redirects to another one.
fn lines_of(path: &str, page: &str) -> Vec<String> {
    let Some((_, declaration)) = page.split_once("<pre class=\"rust item-decl\"><code>") else {
        return Vec::new();
    };
    let declaration = signature(declaration, "</code></pre>");
    // The members of a trait have sections of their own.
    let (head, members) = match declaration.split_once(" { ") {
        Some((head, _)) if head.contains("pub trait ") => (head, Vec::new()),
        Some((head, body)) if !body.starts_with("/*") => (head, members(body)),
        _ => (&*declaration, Vec::new()),
    };
    let mut lines = vec![format!("{path}: {head}")];
    lines.extend(members.into_iter().map(|member| format!("{path}: {{ {member} }}")));
    // Implementations by the compiler, by blanket rules and of other types follow these headings.
    let ends =
        ["synthetic-implementations", "blanket-implementations", "foreign-impls", "implementors"];
    let ends = ends.iter().filter_map(|id| page.find(&format!("<h2 id=\"{id}\"")));
    let page = &page[..ends.min().unwrap_or(page.len())];
    for section in page.split("<section id=\"").skip(1) {
        let Some((id, rest)) = section.split_once('"') else { continue };
        let class = rest.strip_prefix(" class=\"").and_then(|rest| rest.split('"').next());
        let Some((_, header)) = rest.split_once("class=\"code-header\">") else { continue };
        let end = if class == Some("impl") { "</h3>" } else { "</h4>" };
        match (id.split('.').next(), class) {
            // Every derived `PartialEq` implements this one too.
            (_, Some("impl")) if id.contains("-for-") && !id.contains("StructuralPartialEq") => {
                lines.push(format!("{path}: {}", signature(header, end)));
            }
            (
                Some("method" | "tymethod" | "associatedconstant" | "associatedtype"),
                Some("method" | "associatedconstant" | "associatedtype"),
            ) => {
                lines.push(format!("{path}: {}", signature(header, end)));
            }
            _ => {}
        }
    }
    lines
}

/// Returns the variants of an enum, or the fields of a struct.
fn members(body: &str) -> Vec<&str> {
    let body = body.trim_end_matches('}').trim_end();
    let mut depth = 0;
    let separators = body.char_indices().filter(|&(_, sign)| {
        match sign {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        sign == ',' && depth == 0
    });
    let mut starts = vec![0];
    starts.extend(separators.map(|(at, _)| at + 1));
    let ends = starts[1..].iter().map(|start| start - 1).chain([body.len()]);
    let members = starts.iter().zip(ends).map(|(&start, end)| body[start..end].trim());
    members.filter(|member| !member.is_empty()).collect()
}

/// Returns the text of a signature up to a closing tag, in one line.
fn signature(html: &str, end: &str) -> String {
    let html = html.split(end).next().unwrap_or_default();
    // A long list begins with a button that shows it.
    let mut pieces = html.split("<summary");
    let first = pieces.next().unwrap_or_default().to_owned();
    let html = pieces.fold(first, |html, piece| {
        html + piece.split_once("</summary>").map_or(piece, |(_, rest)| rest)
    });
    let html = html.replace("<pre", " <pre").replace("</div>", " </div>");
    let text = text_of(&html).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let text = text.replace("&#39;", "'").replace("&quot;", "\"");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.replace("( ", "(").replace(", )", ")")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<pre class=\"rust item-decl\"><code>pub struct Count(<span>/* private fields */</span>);\
        </code></pre><section id=\"method.is_zero\" class=\"method\"><a class=\"src\">Source</a>\
        <h4 class=\"code-header\">pub fn <a class=\"fn\">is_zero</a>(&amp;self) -&gt; <a>bool</a></h4></section>\
        <section id=\"impl-Clone-for-Count\" class=\"impl\"><h3 class=\"code-header\">impl <a>Clone</a> for \
        <a>Count</a></h3></section><section id=\"method.clone\" class=\"method trait-impl\">\
        <h4 class=\"code-header\">fn clone(&amp;self) -&gt; Count</h4></section>\
        <h2 id=\"synthetic-implementations\"><section id=\"impl-Send-for-Count\" class=\"impl\">\
        <h3 class=\"code-header\">impl Send for Count</h3></section>";

    #[test]
    fn an_item_has_its_declaration_its_methods_and_its_traits() {
        let expected = [
            "caracole::Count: pub struct Count(/* private fields */);",
            "caracole::Count: pub fn is_zero(&self) -> bool",
            "caracole::Count: impl Clone for Count",
        ];
        assert_eq!(lines_of("caracole::Count", PAGE), expected);
        assert!(
            lines_of("caracole::Count", "<p>Redirecting to <a href=\"x\">x</a></p>").is_empty()
        );
    }

    #[test]
    fn variants_and_fields_have_lines_of_their_own() {
        assert_eq!(
            members("One(u8, u8), Two { a: u8, b: u8, }, Three, }"),
            ["One(u8, u8)", "Two { a: u8, b: u8, }", "Three"]
        );
        assert_eq!(
            members("pub a: Map<u8, u8>, /* private fields */ }"),
            ["pub a: Map<u8, u8>", "/* private fields */"]
        );
        let page = "<pre class=\"rust item-decl\"><code>pub enum Answer { <details><summary><span>Show 2 variants\
            </span></summary>Yes, No, }</details></code></pre>";
        assert_eq!(
            lines_of("a::Answer", page),
            ["a::Answer: pub enum Answer", "a::Answer: { Yes }", "a::Answer: { No }"]
        );
    }

    #[test]
    fn a_path_is_that_of_the_page() {
        let page = Path::new("caracole/solvers/struct.Run.html");
        assert_eq!(path_of(page).as_deref(), Some("caracole::solvers::Run"));
    }

    #[test]
    fn differences_name_removed_and_added_lines() {
        assert_eq!(differences("a\nb\n", "b\nc\n"), ["- a", "+ c"]);
        assert!(differences("a\n", "a\n").is_empty());
    }
}
