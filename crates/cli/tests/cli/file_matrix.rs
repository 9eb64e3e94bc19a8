//! Every command that writes, in each of its formats, against every command that reads a file:
//! `data/file-matrix.tsv` has a row for each pair. `CARACOLE_BLESS=1` writes the table.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::contract::listed;
use crate::support::{caracole, run, stderr, stdout};

/// The lines whose output is read. A command may have several. `{}` is a tour of 5x5.
const WRITERS: [(&str, &str); 24] = [
    ("solve", "solve 5x5 --quiet"),
    ("solve", "solve 4x4 --knights 2 --quiet"),
    ("solve", "solve 4x4 --quiet"),
    ("batch", "batch data/batch.jsonl --quiet"),
    ("check", "check {}"),
    ("check-proof", "check-proof data/certificates/4x4-middle.json"),
    ("count", "count 3x4"),
    ("list", "list 3x4 --undirected --quiet"),
    ("sample", "sample 5x5 --seed 1 --quiet"),
    ("sample", "sample 5x5 -n 2 --seed 1 --quiet"),
    ("rank", "rank {}"),
    ("unrank", "unrank 5x5 7 --quiet"),
    ("starts", "starts 3x4"),
    ("locate", "locate 8x8 --step 3"),
    ("longest", "longest 3x3 --quiet"),
    ("compare", "compare 5x5 --methods construct --quiet"),
    ("puzzle make", "puzzle make 4x5 --seed 1 --quiet"),
    ("puzzle letters", "puzzle letters horse --seed 1 --quiet"),
    ("puzzle solve", "puzzle solve 4x5 --from a1 --quiet"),
    ("puzzle unique", "puzzle unique 4x3"),
    ("draw", "draw {} --quiet"),
    ("watch", "watch 5x5 --plain"),
    ("graph", "graph 3x3"),
    ("convert", "convert {} --quiet"),
];

/// Commands that write no answer to standard output.
const SILENT: [&str; 6] = ["play", "serve", "completions", "man", "help", "puzzle sheet"];

/// The lines that read a file.
const READERS: [(&str, &str); 9] = [
    ("check", "check {}"),
    ("rank", "rank {} --quiet"),
    ("draw", "draw {} -f svg --quiet"),
    ("convert", "convert {} -f squares --quiet"),
    ("puzzle solve", "puzzle solve {} --quiet"),
    ("puzzle unique", "puzzle unique {}"),
    ("check-proof", "check-proof {}"),
    ("play", "play --load {}"),
    ("solve", "solve @{} --quiet"),
];

/// The words that choose each format of a command.
fn formats(command: &str) -> Vec<String> {
    let help = stdout(&run(&format!("{command} --help")));
    let mut formats = Vec::new();
    if let Some(at) = help.find("-f, --format <FORMAT>") {
        let values = &help[at..];
        if let Some(list) = values
            .split("Possible values:")
            .nth(1)
            .filter(|_| values.find("Possible values:") < values.find("[possible values:"))
        {
            let items = list.trim_start().lines().map_while(|line| line.trim().strip_prefix("- "));
            formats.extend(items.filter_map(|item| Some(item.split(':').next()?.to_owned())));
        } else {
            let list = values.split("[possible values:").nth(1).expect("formats");
            let list = list.split(']').next().unwrap_or_default();
            formats.extend(list.split(',').map(|format| format.trim().to_owned()));
        }
        for format in &mut formats {
            *format = format!("--format {format}");
        }
    } else {
        formats.push(String::new());
        if help.contains("--json\n") {
            formats.push("--json".to_owned());
        }
    }
    if help.contains("--jsonl\n") {
        formats.push("--jsonl".to_owned());
    }
    formats
}

fn row(line: &str, read: &str, tour: &Path, file: &Path) -> String {
    let path = file.to_str().expect("a name");
    let output = caracole(read.split(' ').map(|word| word.replace("{}", path))).output();
    let output = output.expect("runs");
    let bytes = if output.stdout.is_empty() { &output.stderr } else { &output.stdout };
    let text = String::from_utf8_lossy(bytes);
    let first = text.lines().next().unwrap_or_default();
    // Pixels and sizes of pictures are not the topic here.
    let first = match first {
        picture if picture.starts_with("<svg ") => "<svg",
        impossible if impossible.starts_with("impossible: a board of ") => "impossible: a board of",
        line => line,
    };
    let first: String = first.replace(path, "FILE").chars().take(120).collect();
    let code = output.status.code().unwrap_or(-1);
    let line = line.replace(tour.to_str().expect("a name"), "{}");
    format!("{line}\t{read}\t{code}\t{first}")
}

#[test]
fn every_reader_reads_or_names_every_output() {
    let help = stdout(&run("--help"));
    let mut names = listed(&help);
    names.retain(|name| name != "puzzle" && !SILENT.contains(&name.as_str()));
    let parts = listed(&stdout(&run("puzzle --help")));
    names.extend(parts.iter().filter(|name| *name != "help").map(|name| format!("puzzle {name}")));
    names.retain(|name| !SILENT.contains(&name.as_str()));
    for name in &names {
        assert!(WRITERS.iter().any(|(writer, _)| writer == name), "{name} needs a line in WRITERS");
        let help = stdout(&run(&format!("{name} --help")));
        let reads = help.contains("<FILE>\n") && !help.contains("-o, --output <FILE>\n")
            || help.contains("\n  <FILE>\n");
        assert!(
            !reads || READERS.iter().any(|(reader, _)| reader == name),
            "{name} needs a line in READERS"
        );
    }
    let folder = tempfile::tempdir().expect("a folder");
    let tour = folder.path().join("tour");
    fs::write(&tour, run("solve 5x5 --quiet").stdout).expect("a file");
    let mut lines = Vec::new();
    for (command, line) in WRITERS {
        for format in formats(command) {
            lines.push(format!("{line} {format}").trim_end().to_owned());
        }
    }
    let (next, rows) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some((at, line)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    lines.get(at).map(|line| (at, line))
                } {
                    let file = folder.path().join(format!("file{at}"));
                    let tour = tour.to_str().expect("a name");
                    let words = line.split(' ').map(|word| word.replace("{}", tour));
                    let written = caracole(words).output().expect("runs");
                    let found: Vec<_> = if written.stdout.is_empty() {
                        let message = stderr(&written);
                        let first =
                            message.lines().next().unwrap_or_default().replace(tour, "FILE");
                        vec![format!("{line}\t-\t{}\t{first}", written.status.code().unwrap_or(-1))]
                    } else {
                        fs::write(&file, written.stdout).expect("a file");
                        let rows = READERS.iter();
                        rows.map(|(_, read)| row(line, read, Path::new(tour), &file)).collect()
                    };
                    rows.lock().unwrap_or_else(PoisonError::into_inner).push((at, found));
                }
            });
        }
    });
    let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    rows.sort_unstable();
    let rows: Vec<String> = rows.into_iter().flat_map(|(_, rows)| rows).collect();
    let table = Path::new("../../data/file-matrix.tsv");
    if std::env::var_os("CARACOLE_BLESS").is_some() {
        fs::write(table, rows.join("\n") + "\n").expect("a table");
    }
    let expected = fs::read_to_string(table).expect("a table");
    let expected: BTreeSet<&str> = expected.lines().collect();
    let mut wrong = String::new();
    for row in rows.iter().filter(|row| !expected.contains(row.as_str())) {
        let _ = writeln!(wrong, "{row}");
    }
    assert!(wrong.is_empty(), "not in the table:\n{wrong}");
    assert_eq!(expected.len(), rows.iter().collect::<BTreeSet<_>>().len(), "rows of no pair");
}
