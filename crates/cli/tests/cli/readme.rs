//! The README and the guide tell the truth: each of their commands gives what they print.

use std::fs;
use std::path::PathBuf;

use crate::support::{caracole, root, stderr, stdout};

/// One command of a console block, with what the page says it prints.
struct Shown {
    command: String,
    printed: String,
}

/// The commands of all ```` ```console ```` blocks.
fn shown(text: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (inside, line) {
            (_, fence) if fence.starts_with("```") => inside = fence == "```console",
            (false, _) => {}
            (true, line) => {
                if let Some(command) = line.strip_prefix("$ ") {
                    all.push(Shown { command: command.to_owned(), printed: String::new() });
                } else {
                    let last = all.last_mut().expect("a console block begins with a command");
                    last.printed += line;
                    last.printed += "\n";
                }
            }
        }
    }
    all
}

/// The README, and the pages of the guide by name.
fn pages() -> Vec<PathBuf> {
    let guide = fs::read_dir(root().join("docs")).expect("the guide");
    let mut pages: Vec<PathBuf> = guide
        .map(|page| page.expect("a page").path())
        .filter(|page| page.extension().is_some_and(|ending| ending == "md"))
        .collect();
    assert!(!pages.is_empty(), "the guide has pages");
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

#[test]
fn every_command_prints_what_the_pages_show() {
    let mut checked = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page is text");
        for Shown { command, printed } in shown(&text) {
            let Some(line) = command.strip_prefix("caracole ") else { continue };
            assert!(!line.contains('|') && !line.contains('>'), "{command}: keep to one command");
            let output = caracole(line.split_whitespace()).output().expect("runs");
            let got = stdout(&output) + &stderr(&output);
            let page = page.display();
            assert_eq!(without_times(&got), without_times(&printed), "{page}: $ {command}");
            checked += 1;
        }
    }
    assert!(checked >= 12, "only {checked} commands were checked");
}

/// Times differ from run to run: `1.2ms` and its like become `TIME`.
fn without_times(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> =
            line.split(' ').map(|word| if is_time(word) { "TIME" } else { word }).collect();
        lines.push(words.join(" ").trim_end().to_owned());
    }
    lines.join("\n").trim().to_owned()
}

fn is_time(word: &str) -> bool {
    let number = word.trim_end_matches(|c: char| c.is_alphabetic());
    let unit = &word[number.len()..];
    ["ns", "µs", "ms", "s"].contains(&unit) && number.parse::<f64>().is_ok()
}
