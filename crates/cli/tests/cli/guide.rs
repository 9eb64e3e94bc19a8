//! The guide hangs together: its links lead somewhere, its index knows all pages, and the page of the
//! formats knows all that the program reads and writes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use caracole::formats::Format;
use serde_json::Value;

use crate::readme::shown;
use crate::support::{caracole, root, run, stdout};

/// The pages for people.
fn pages() -> Vec<PathBuf> {
    let front = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let behind = ["fuzz/README.md", "benches/README.md", "crates/cluster/README.md"];
    let pages = front.into_iter().chain(behind).map(|page| root().join(page));
    pages.filter(|page| page.exists()).chain(guide()).collect()
}

fn guide() -> Vec<PathBuf> {
    let pages = fs::read_dir(root().join("docs")).expect("the guide");
    let pages = pages.map(|page| page.expect("a page").path());
    pages.filter(|page| page.extension().is_some_and(|ending| ending == "md")).collect()
}

fn text(page: &Path) -> String {
    fs::read_to_string(page).unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

/// The lines that are no code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// What the links and pictures of a page lead to.
fn links(text: &str) -> Vec<String> {
    // A link may be broken over two lines.
    let prose: Vec<&str> = prose(text).collect();
    let prose = prose.join("\n");
    let targets = prose.split("](").skip(1);
    targets.filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let headings = prose(text).filter_map(|line| {
        let title = line.trim_start_matches('#');
        (title.len() < line.len()).then_some(title.trim())
    });
    let anchor = |title: &str| {
        let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let anchor: String = kept.flat_map(char::to_lowercase).collect::<String>();
        let anchor = anchor.replace(' ', "-");
        let times = seen.entry(anchor.clone()).or_default();
        *times += 1;
        if *times == 1 { anchor } else { format!("{anchor}-{}", *times - 1) }
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut broken = Vec::new();
    let mut followed = 0;
    for page in pages() {
        let content = text(&page);
        for link in links(&content) {
            if link.starts_with("https://") || link.starts_with("http://") {
                continue;
            }
            followed += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() {
                page.clone()
            } else {
                page.parent().expect("a folder").join(file)
            };
            let leads =
                target.exists() && (anchor.is_empty() || anchors(&text(&target)).contains(anchor));
            if !leads {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    assert!(followed > 50, "only {followed} links were followed");
}

#[test]
fn links_and_anchors_are_found() {
    let text = "# One, two: `three`\n## kill -9\n## kill -9\n[a](b.md#c) ![d](e\nf)\n```\n[g](h)\n# no\n```\n";
    assert_eq!(links(text), ["b.md#c", "e\nf"]);
    let anchors: Vec<_> = anchors(text).into_iter().collect();
    assert_eq!(anchors, ["kill--9", "kill--9-1", "one-two-three"]);
}

#[test]
fn the_index_has_every_page() {
    let linked = links(&text(&root().join("docs/README.md")));
    for page in guide() {
        let name = page.file_name().and_then(|name| name.to_str()).expect("a name");
        assert!(name == "README.md" || linked.iter().any(|link| link == name), "{name}");
    }
}

/// All words `caracole.something/1` of a text.
fn schemas(text: &str) -> impl Iterator<Item = String> {
    text.split("caracole.").skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once('/')?;
        let version = rest.chars().next().filter(char::is_ascii_digit)?;
        let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        is_name.then(|| format!("caracole.{name}/{version}"))
    })
}

/// The sources of all crates, tests left out.
fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("tests.rs")
        {
            files.push(path);
        }
    }
}

fn formats_page() -> String {
    text(&root().join("docs/formats.md"))
}

#[test]
fn the_page_of_the_formats_names_every_format() {
    let page = formats_page();
    let headings = anchors(&page);
    let row = |name: &str| page.lines().find(|line| line.starts_with(&format!("| [`{name}`]")));
    for format in Format::ALL {
        let name = format.name();
        assert!(headings.contains(name), "{name} has no section");
        let row = row(name).unwrap_or_else(|| panic!("{name} has no row"));
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for (cell, reads, writes, what) in [
            (cells[2], format.reads_tours(), format.writes_tours(), "tours"),
            (cells[3], format.reads_graphs(), format.writes_graphs(), "graphs"),
        ] {
            assert_eq!(cell.contains("read"), reads, "{name}: {what}");
            assert_eq!(cell.contains("write"), writes, "{name}: {what}");
        }
        let endings = cells[4].split(", ").map(|ending| ending.trim_matches('`'));
        for ending in endings {
            let file = format!("file{ending}");
            assert_eq!(Format::from_extension(Path::new(&file)), Some(format), "{file}");
        }
    }
    let usage = stdout(&run("draw -h"));
    for picture in ["svg", "png", "gif", "pdf", "html"] {
        assert!(usage.contains(picture) && page.contains(&format!("| `{picture}` |")), "{picture}");
    }
}

#[test]
fn the_page_of_the_formats_names_every_schema() {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("crates")).expect("the crates") {
        sources(&entry.expect("a crate").path().join("src"), &mut files);
    }
    let known: BTreeSet<_> =
        files.iter().flat_map(|file| schemas(&text(file)).collect::<Vec<_>>()).collect();
    assert!(known.len() >= 20, "{known:?}");
    // Readers accept former versions, which the page does not specify.
    let versions = |name: &str| known.iter().filter(move |known| known.starts_with(name)).count();
    let current: BTreeSet<_> = known
        .iter()
        .filter(|schema| !schema.ends_with("/1") || versions(schema.trim_end_matches('1')) == 1)
        .cloned()
        .collect();
    let named: BTreeSet<_> = schemas(&formats_page()).collect();
    assert_eq!(current, named);
}

/// The part of the page under the heading that names a schema.
fn section<'a>(page: &'a str, schema: &str) -> &'a str {
    let sections = page.split("\n### ").skip(1);
    let mut sections =
        sections.filter(|one| one.lines().next().is_some_and(|it| it.contains(schema)));
    let section = sections.next().unwrap_or_else(|| panic!("{schema} has no section"));
    section.split("\n## ").next().unwrap_or(section)
}

/// Is a field named in a list, perhaps with others?
fn names(section: &str, field: &str) -> bool {
    section.contains(&format!("`{field}`"))
}

#[test]
fn the_page_of_the_formats_names_every_field() {
    let page = formats_page();
    let shown: Vec<String> = shown(&page).into_iter().map(|shown| shown.command).collect();
    let further = [
        "caracole solve 12x12 --mix 7 --look braided --json",
        "caracole solve 6x6 --method neural --json",
        "caracole solve 6x6 --method ants --json",
        "caracole solve 3x3-b2 --knights 2 --json",
        "caracole solve 6x6 --closed --from a1 --use a1-b3 --avoid c3-d5 --clue d4=5 --json",
        "caracole solve 6x5 --leaper 2,3 --from b3 --to c3 --json",
        "caracole unrank 5x5 7 --json",
        "caracole check data/pasted/pairs.txt --closed --json",
        "caracole count 5x5 --by-start --json",
        "caracole count 8x8 --closed --timeout 0s --json",
        "caracole list 3x4 --limit 1 --json",
        "caracole starts 3x3-b2 --timeout 0s --json",
        "caracole longest 8x8-a1 --timeout 0s --json",
        "caracole puzzle unique 5x5 --clue b1=1 --json",
        "caracole puzzle unique 5x5 --clue c3=1 --clue b5=2 --json",
        "caracole puzzle unique 8x8 --timeout 0s --json",
        "caracole compare 5x5 --methods auto,neural,ants,backtracking --max-steps 30 --json",
        "caracole compare --sizes 5..5 --leaper 2,3 --methods auto --json",
        "caracole solve 6x6 --method ants --jsonl",
        "caracole solve 6x6 --method neural --jsonl",
    ];
    let commands = shown.into_iter().chain(further.map(str::to_owned));
    let mut checked = BTreeSet::new();
    for command in commands.filter(|command| command.contains("json")) {
        let line = command.strip_prefix("caracole ").expect("a command");
        let output = caracole(line.split_whitespace()).output().expect("runs");
        for line in stdout(&output).lines() {
            let object: Value = serde_json::from_str(line).expect("an object");
            let object = object.as_object().expect("an object");
            let schema = object["schema"].as_str().expect("a name").to_owned();
            let section = section(&page, &schema);
            let mut fields: Vec<&String> = object.keys().collect();
            for inner in ["stats", "mixture", "facts", "limits", "error", "left_out"] {
                fields.extend(
                    object.get(inner).and_then(Value::as_object).iter().flat_map(|it| it.keys()),
                );
            }
            for inner in ["rows", "points", "answers", "by_start", "defects"] {
                let list = object.get(inner).and_then(Value::as_array).into_iter().flatten();
                fields.extend(list.filter_map(Value::as_object).flat_map(|it| it.keys()));
            }
            for field in fields.into_iter().filter(|it| *it != "schema" && *it != "version") {
                assert!(names(section, field), "{schema}: {field}, from {command}");
            }
            if let Some(problem) = object.get("problem").and_then(Value::as_object) {
                let section = self::section(&page, "The problem");
                assert!(problem.keys().all(|field| names(section, field)), "{problem:?}");
            }
            checked.insert(schema);
        }
    }
    // All but certificates, games, covers, and what only the server says.
    assert!(checked.len() >= 15, "{checked:?}");
}
