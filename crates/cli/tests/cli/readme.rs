//! The README and the guide tell the truth: each of their commands gives what they print.

use std::fs;
use std::path::PathBuf;

use crate::serve::Server;
use crate::support::{caracole, root, stderr, stdout};

/// One command of a console block, with what the page says it prints.
pub(crate) struct Shown {
    pub(crate) command: String,
    pub(crate) printed: String,
}

/// The commands of all ```` ```console ```` blocks.
pub(crate) fn shown(text: &str) -> Vec<Shown> {
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

/// A folder for the commands of a page, which may write files and read them again. What comes with the
/// program lies there too.
fn folder_with_data() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, link) = (root().join("data"), folder.path().join("data"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(data, link).expect("a link");
    #[cfg(windows)]
    std::os::windows::fs::symlink_dir(data, link).expect("a link");
    folder
}

#[test]
fn every_command_prints_what_the_pages_show() {
    let mut checked = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page is text");
        let folder = folder_with_data();
        for Shown { command, printed } in shown(&text) {
            let Some(line) = command.strip_prefix("caracole ") else { continue };
            assert!(!line.contains('|') && !line.contains('>'), "{command}: keep to one command");
            // A shell takes the quotes from around a word.
            let mut run = caracole(line.split_whitespace().map(|word| word.trim_matches('"')));
            let output = run.current_dir(folder.path()).output().expect("runs");
            let got = stdout(&output) + &stderr(&output);
            let page = page.display();
            if printed.starts_with('{') {
                let (short, whole) = (one_line(&printed), got.lines().collect::<String>());
                assert!(is_shortened(&short, &whole), "{page}: $ {command}\n{short}\n{whole}");
            } else {
                assert_eq!(without_times(&got), without_times(&printed), "{page}: $ {command}");
            }
            checked += 1;
        }
    }
    assert!(checked >= 12, "only {checked} commands were checked");
}

/// `curl -s localhost:8064/PATH --json 'BODY'`, as the pages write it: the path and the body.
fn asked(command: &str) -> Option<(&str, &str)> {
    let (path, body) = command.strip_prefix("curl -s localhost:8064")?.split_once(" --json '")?;
    Some((path, body.strip_suffix('\'')?))
}

#[test]
fn the_server_answers_what_the_pages_show() {
    let server = Server::start("serve --port 0");
    let mut checked = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page is text");
        for Shown { command, printed } in shown(&text) {
            if !command.starts_with("curl ") {
                continue;
            }
            let (path, body) = asked(&command).unwrap_or_else(|| panic!("keep to POST: {command}"));
            let (_, answer) = server.send("POST", path, body);
            let printed = one_line(&printed);
            assert!(is_shortened(&printed, answer.trim_end()), "$ {command}\n{printed}\n{answer}");
            checked += 1;
        }
    }
    assert!(checked >= 5, "only {checked} questions were asked");
}

/// A page breaks the one line of an object in JSON, and moves what follows a space in.
fn one_line(printed: &str) -> String {
    printed.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect()
}

/// Returns true if the texts are equal except for the parts that `…` stands for.
fn is_shortened(short: &str, whole: &str) -> bool {
    let Some((head, rest)) = short.split_once('…') else { return short == whole };
    let Some(mut left) = whole.strip_prefix(head) else { return false };
    let mut pieces: Vec<&str> = rest.split('…').collect();
    let end = pieces.pop().unwrap_or_default();
    for piece in pieces {
        let Some(at) = left.find(piece) else { return false };
        left = &left[at + piece.len()..];
    }
    left.ends_with(end)
}

#[test]
fn what_is_shortened_keeps_its_order() {
    for (short, holds) in [
        ("abcdef", true),
        ("ab…f", true),
        ("a…cd…", true),
        ("…", true),
        ("abc", false),
        ("b…f", false),
        ("a…d…c…", false),
        ("a…e", false),
        ("abcd…cdef", false),
    ] {
        assert_eq!(is_shortened(short, "abcdef"), holds, "{short}");
    }
}

/// Times differ from run to run: `1.2ms` and its like become `TIME`. So does `1.2 ms`, as tables have
/// it, and `1.2 KiB`, for memory depends on the machine. Columns are as wide as what stands in them,
/// so what holds such a measure loses its padding.
fn without_times(text: &str) -> String {
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    let is_table = lines.iter().flat_map(|words| words.windows(2)).any(is_measure);
    let mut plain = Vec::new();
    for words in lines {
        let mut kept: Vec<&str> = Vec::new();
        for word in words {
            let before = kept.last().copied().unwrap_or_default();
            match word {
                "" if is_table => {}
                unit if is_measure(&[before, unit]) => {
                    kept.pop();
                    kept.push("TIME");
                }
                word => kept.push(if is_time(word) { "TIME" } else { word }),
            }
        }
        plain.push(kept.join(" ").trim_end().to_owned());
    }
    plain.join("\n").trim().to_owned()
}

const UNITS: [&str; 4] = ["ns", "µs", "ms", "s"];
const UNITS_OF_MEMORY: [&str; 4] = ["B", "KiB", "MiB", "GiB"];

fn is_time(word: &str) -> bool {
    let number = word.trim_end_matches(|c: char| c.is_alphabetic());
    UNITS.contains(&&word[number.len()..]) && number.parse::<f64>().is_ok()
}

/// A time or a size in two words?
fn is_measure(words: &[&str]) -> bool {
    let &[number, unit] = words else { return false };
    (UNITS.contains(&unit) || UNITS_OF_MEMORY.contains(&unit)) && number.parse::<f64>().is_ok()
}

#[test]
fn tables_are_compared_but_for_what_is_measured() {
    let table = "method  time\nauto    1.7 µs  63 steps  2.17 KiB";
    assert_eq!(without_times(table), "method time\nauto TIME 63 steps TIME");
    let slower = "method   time\nauto   123 ms  63 steps     12 B";
    assert_eq!(without_times(table), without_times(slower));
    assert_ne!(without_times(table), without_times(&slower.replace("63", "64")));
    assert_eq!(without_times(" 1  2\nfound, 1.2ms"), "1  2\nfound, TIME");
}
