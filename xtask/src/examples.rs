//! Finds public items without an example, in the output of rustdoc.
//!
//! Each page of a type, a trait, a function or a constant must contain an example, and each method on the page
//! must be called in one of its examples.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The library. The other crates are internal; what users need of them is re-exported there.
pub(crate) const LIBRARY: &str = "caracole";

/// The prefixes of pages about one item.
const ITEMS: [&str; 7] = ["struct.", "enum.", "trait.", "fn.", "type.", "constant.", "macro."];

const EXAMPLE: &str = "<pre class=\"rust rust-example-rendered\"><code>";

/// Returns a line for each item without an example, in the pages below `documentation`.
pub(crate) fn missing(documentation: &Path) -> io::Result<Vec<String>> {
    let mut missing = Vec::new();
    for page in pages(&documentation.join(LIBRARY))? {
        let text = fs::read_to_string(&page)?;
        let place = page.strip_prefix(documentation).unwrap_or(&page).display().to_string();
        missing.extend(missing_on(&text).into_iter().map(|what| format!("{place}: {what}")));
    }
    Ok(missing)
}

/// Returns the pages of items in a folder and its subfolders, by name.
pub(crate) fn pages(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else if ITEMS.iter().any(|item| name.starts_with(item)) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the names without an example on a page. A redirect needs none.
fn missing_on(page: &str) -> Vec<String> {
    if !page.contains("id=\"main-content\"") {
        return Vec::new();
    }
    let examples: Vec<String> = page.split(EXAMPLE).skip(1).map(text_of).collect();
    if examples.is_empty() {
        return vec!["no example".to_owned()];
    }
    let called: BTreeSet<&str> = examples
        .iter()
        .flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect();
    let methods = page.split("<section id=\"").skip(1).filter_map(method_of);
    let uncalled = methods.filter(|name| !called.contains(name));
    uncalled.map(|name| format!("`{name}` is in no example")).collect()
}

/// Returns the method or constant of a section, if it belongs to the item.
fn method_of(section: &str) -> Option<&str> {
    let (id, rest) = section.split_once('"')?;
    let class = rest.strip_prefix(" class=\"")?.split('"').next()?;
    let (kind, name) = id.split_once('.')?;
    let is_own = matches!(kind, "method" | "tymethod" | "associatedconstant");
    // Methods of other traits have `class="method trait-impl"`.
    (is_own && !class.contains("trait-impl")).then_some(name)
}

/// Returns the code of an example without markup.
pub(crate) fn text_of(html: &str) -> String {
    let code = html.split("</code>").next().unwrap_or_default();
    let pieces = code.split('<').enumerate();
    pieces
        .map(|(at, piece)| match piece.split_once('>') {
            Some((_, text)) if at > 0 => text,
            _ => piece,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(body: &str) -> String {
        format!("<section id=\"main-content\" class=\"content\">{body}")
    }

    #[test]
    fn an_item_without_an_example_is_named() {
        assert_eq!(missing_on(&page("<p>Words.</p>")), ["no example"]);
    }

    #[test]
    fn a_method_must_be_called() {
        let example = format!("{EXAMPLE}board.<span class=\"fn\">len</span>();</code></pre>");
        let methods = "<section id=\"method.len\" class=\"method\">\
                       <section id=\"method.name\" class=\"method\">\
                       <section id=\"method.clone\" class=\"method trait-impl\">";
        let missing = missing_on(&page(&(example + methods)));
        assert_eq!(missing, ["`name` is in no example"]);
    }

    #[test]
    fn a_page_that_leads_elsewhere_lacks_nothing() {
        assert!(missing_on("<p>Redirecting to <a href=\"x\">x</a></p>").is_empty());
    }
}
