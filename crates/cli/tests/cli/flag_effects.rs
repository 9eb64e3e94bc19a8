//! Every flag of every command has an effect or is refused: `data/flag-effects.tsv`, row by row. A test of
//! the command itself compares the table with the definition of the command line.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use caracole::Method;
use tempfile::TempDir;

use crate::serve::Server;
use crate::support::{caracole, root, run, stdout};

/// The files that the rows read, each with its text or with the command that prints it.
const FILES: [(&str, &str); 11] = [
    ("tour.txt", "solve 5x5 --quiet"),
    ("closed.txt", "solve 6x6 --closed --quiet"),
    ("tours.squares", "list 3x4 --quiet"),
    ("no.json", "solve 5x5-c3 --closed --json"),
    ("cover.txt", "solve 4x4 --knights 2 --quiet"),
    ("path.txt", "longest 3x3 --quiet"),
    ("board.hcp", "graph 5x5 --format tsplib"),
    ("puzzle.txt", "puzzle make 5x5 --seed 1 --quiet"),
    (
        "game.json",
        r#"{"schema":"caracole.game/1","problem":{"board":"4x4"},"squares":["a1"],"undone":[]}"#,
    ),
    ("puzzle.json", "puzzle make 5x5 --seed 1 --json --quiet"),
    ("problems.jsonl", r#"{"board":"5x5","from":"a1","method":"backtracking-warnsdorff"}"#),
];

struct Row<'a> {
    command: &'a str,
    flag: &'a str,
    kind: &'a str,
    arguments: &'a str,
    with_flag: &'a str,
    words: &'a str,
}

impl<'a> Row<'a> {
    fn parse(line: &'a str) -> Self {
        let [command, flag, kind, arguments, with_flag, words] =
            line.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("{line}: six columns");
        };
        Self { command, flag, kind, arguments, with_flag, words }
    }

    fn lines(&self) -> [String; 2] {
        let without = format!("{} {}", self.command, self.arguments);
        let with = format!("{without} {}", self.with_flag);
        [without, with].map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Says what is wrong with the row, if anything is.
    fn fault(&self, runs: &Runs) -> Option<String> {
        let [without, with] = self.lines();
        let is_named = self.with_flag.split([' ', '=']).any(|word| word == self.flag);
        if self.kind != "tested" && !is_named {
            return Some(format!("{with}: does not use {}", self.flag));
        }
        match self.kind {
            "differs" => {
                let (plain, flagged) = (runs.cached(&without), runs.run(&with));
                if self.words != "*" {
                    return wrong_words(&with, self.words, &flagged.text(), &plain.text());
                }
                let is_noise = runs.run(&without) != plain;
                (is_noise || plain == flagged)
                    .then(|| format!("{with}: no difference (noise: {is_noise})"))
            }
            "refused" => {
                let (plain, refused) = (runs.cached(&without), runs.run(&with));
                let message = &refused.error;
                let is_clear = refused.code == Some(2)
                    && refused.printed.is_empty()
                    && message.lines().count() == 1
                    && message.contains(self.words)
                    && message.contains(self.flag);
                (plain.code == Some(2) || !is_clear).then(|| {
                    format!("{with}: {:?} {message}; without {:?}", refused.code, plain.code)
                })
            }
            #[cfg(target_os = "linux")]
            "threads" => {
                let few = runs.most_threads(&format!("{without} --threads 1"));
                let many = runs.most_threads(&with);
                (many < few + 3).then(|| format!("{with}: {many} threads, and {few} with one"))
            }
            #[cfg(unix)]
            "screen" => {
                let plain = runs.screen(&without, "the verifier agrees");
                let flagged = runs.screen(&with, self.words);
                wrong_words(&with, self.words, &flagged, &plain)
            }
            "server" => {
                let text = |line: &str| Server::start(line).send("GET", "/api/v1", "").1;
                wrong_words(&with, self.words, &text(&with), &text(&without))
            }
            "tested" => {
                let (file, name) = (self.arguments, self.words);
                let source = fs::read_to_string(root().join(file)).unwrap_or_default();
                let is_there = source.contains(&format!("fn {name}("));
                (!is_there).then(|| format!("{file} has no test {name}"))
            }
            #[cfg(not(target_os = "linux"))]
            "threads" => None,
            #[cfg(not(unix))]
            "screen" => None,
            kind => Some(format!("{with}: there is no kind of row '{kind}'")),
        }
    }
}

fn wrong_words(line: &str, words: &str, with: &str, without: &str) -> Option<String> {
    let is_right = with.contains(words) && !without.contains(words);
    (!is_right).then(|| format!("{line}: '{words}' in:\n{with}\nand not in:\n{without}"))
}

/// What a run left behind, without times.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    code: Option<i32>,
    printed: String,
    error: String,
    files: BTreeMap<String, String>,
}

impl Seen {
    fn text(&self) -> String {
        let files = self.files.iter().flat_map(|(name, text)| [name.as_str(), text]);
        [self.printed.as_str(), &self.error].into_iter().chain(files).collect::<Vec<_>>().join("\n")
    }
}

/// Runs each line in a folder of its own, which contains the files.
struct Runs {
    files: TempDir,
    seen: Mutex<HashMap<String, Seen>>,
}

impl Runs {
    fn new() -> Self {
        let files = tempfile::tempdir().expect("a folder");
        for (name, line) in FILES {
            let text = if line.starts_with('{') { line.to_owned() } else { stdout(&run(line)) };
            assert!(!text.is_empty(), "{line} prints nothing");
            fs::write(files.path().join(name), text).expect("a file");
        }
        Self { files, seen: Mutex::new(HashMap::new()) }
    }

    fn folder(&self) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, _) in FILES {
            fs::copy(self.files.path().join(name), folder.path().join(name)).expect("a copy");
        }
        folder
    }

    fn command(line: &str, folder: &Path) -> Command {
        let mut command = caracole(line.split_whitespace());
        command.current_dir(folder);
        command
    }

    fn run(&self, line: &str) -> Seen {
        let folder = self.folder();
        let output = Self::command(line, folder.path()).output().expect("runs");
        let masked = |bytes: &[u8]| without_times(&String::from_utf8_lossy(bytes));
        let mut files = BTreeMap::new();
        collect(folder.path(), "", &mut files);
        Seen {
            code: output.status.code(),
            printed: masked(&output.stdout),
            error: masked(&output.stderr),
            files: files.into_iter().map(|(name, bytes)| (name, masked(&bytes))).collect(),
        }
    }

    /// The same for a line that occurs in many rows.
    fn cached(&self, line: &str) -> Seen {
        if let Some(seen) = self.seen.lock().expect("no thread panics").get(line) {
            return seen.clone();
        }
        let seen = self.run(line);
        self.seen.lock().expect("no thread panics").insert(line.to_owned(), seen.clone());
        seen
    }

    /// The largest number of threads that the process has at any time.
    #[cfg(target_os = "linux")]
    fn most_threads(&self, line: &str) -> usize {
        use std::process::Stdio;
        let folder = self.folder();
        let mut command = Self::command(line, folder.path());
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts");
        let tasks = format!("/proc/{}/task", child.id());
        let mut most = 0;
        while child.try_wait().expect("our child").is_none() {
            most = most.max(fs::read_dir(&tasks).map_or(0, Iterator::count));
            thread::sleep(std::time::Duration::from_micros(200));
        }
        most
    }

    /// What a terminal shows when the coach has played the rest of the game, or says why he cannot.
    #[cfg(unix)]
    fn screen(&self, line: &str, words: &str) -> String {
        use portable_pty::CommandBuilder;
        let folder = self.folder();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_caracole"));
        command.args(line.split_whitespace());
        command.cwd(folder.path());
        let mut terminal = crate::pty::Terminal::with(command);
        terminal.sees("Play");
        terminal.press("f");
        terminal.sees(words)
    }
}

/// The files of a folder that no row starts with.
fn collect(folder: &Path, above: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let name = format!("{above}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files);
        } else if FILES.iter().all(|(other, _)| *other != name) {
            files.insert(name, fs::read(entry.path()).expect("a file"));
        }
    }
}

/// Replaces numbers that measure a time.
fn without_times(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(at);
        out.push_str(before);
        let end = number.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(number.len());
        let (number, after) = number.split_at(end);
        let unit = ["ns", "µs", "ms", "s", "/s"].iter().find_map(|unit| {
            after.strip_prefix(unit).filter(|next| !next.starts_with(char::is_alphanumeric))
        });
        let is_time = unit.is_some() || out.ends_with("_ms\":");
        out.push_str(if is_time { "TIME" } else { number });
        rest = unit.unwrap_or(after);
    }
    out + rest
}

fn table() -> String {
    fs::read_to_string(root().join("data/flag-effects.tsv")).expect("the table")
}

fn rows(table: &str) -> Vec<Row<'_>> {
    table.lines().filter(|line| !line.starts_with('#')).map(Row::parse).collect()
}

#[test]
fn every_flag_has_an_effect_or_is_refused() {
    let table = table();
    let rows = rows(&table);
    let (runs, next, faults) = (Runs::new(), AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let fault = row.fault(&runs);
                    faults.lock().expect("no thread panics").extend(fault);
                }
            });
        }
    });
    let faults = faults.into_inner().expect("no thread panics");
    assert!(faults.is_empty(), "{} rows are wrong:\n{}", faults.len(), faults.join("\n"));
}

/// Each method has an effect of a setting, which a row shows, or refuses it.
#[test]
fn each_method_takes_or_refuses_each_setting() {
    let (table, runs) = (table(), Runs::new());
    let rows = rows(&table);
    let mut refused = 0;
    for command in ["solve", "watch"] {
        let of_command = || rows.iter().filter(|row| row.command == command);
        let is_setting = |row: &&Row<'_>| row.words.contains("goes with --method");
        let settings: BTreeSet<_> =
            of_command().filter(is_setting).map(|row| (row.flag, row.with_flag)).collect();
        assert!(settings.len() >= 13, "{command}: only {settings:?}");
        for (flag, with_flag) in settings {
            for method in Method::ALL {
                let is_default = method == Method::default();
                let argument = format!("--method {method}");
                let is_shown = |row: &Row<'_>| {
                    let is_of = row.arguments.contains(&argument)
                        || is_default && !row.arguments.contains("--method");
                    row.flag == flag && row.kind == "differs" && is_of
                };
                // A row of another kind shows the effect for all methods that the refusal names.
                let is_other =
                    |row: &Row<'_>| row.flag == flag && ["threads", "tested"].contains(&row.kind);
                let is_named = |row: &Row<'_>| {
                    let accepted = row.words.split_once("goes with --method ");
                    row.flag == flag
                        && accepted.is_some_and(|(_, names)| names.contains(method.name()))
                };
                if of_command().any(is_shown)
                    || of_command().any(is_other) && of_command().any(is_named)
                {
                    continue;
                }
                let plain = if command == "watch" { "--plain --every 0" } else { "" };
                let seen = runs.run(&format!("{command} 6x6 {plain} {argument} {with_flag}"));
                let is_clear = seen.error.lines().count() == 1 && seen.error.contains(flag);
                assert!(
                    seen.code == Some(2) && is_clear,
                    "{command} {method} {with_flag}: no row shows an effect, and it is not refused: {seen:?}"
                );
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "only {refused} settings were refused");
}

#[test]
fn times_are_masked_and_other_numbers_are_not() {
    let masked = without_times("5x5: 24 steps, 0 backtracks, 890.6µs; 12 states, 7/s");
    assert_eq!(masked, "5x5: 24 steps, 0 backtracks, TIME; 12 states, TIME");
    assert_eq!(
        without_times("{\"elapsed_ms\":0.5,\"steps\":24}"),
        "{\"elapsed_ms\":TIME,\"steps\":24}"
    );
    assert_eq!(without_times("a5 2 squares"), "a5 2 squares");
}
