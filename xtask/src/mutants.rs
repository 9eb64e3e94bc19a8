//! Mutation testing in minutes: all mutants of a package are compiled into one build.
//!
//! `cargo mutants` compiles the package once for each mutant, which takes hours. This command takes its list of
//! mutants, turns each of them into a branch on a number that the environment gives, and builds the tests once.
//! A first run of each test records which mutants it reaches. Then each mutant is run against the tests that
//! reach it, fastest first, until one fails.
//!
//! `.cargo/mutants-accepted.txt` lists the mutants that cannot change an answer. They are not run.
//!
//! Functions lose their `const` unless a constant needs it. Mutants in constants and a few that are not
//! expressions cannot become branches; the report lists them as `not run`, and `cargo mutants` can run them.

mod instrument;
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{fs, io, str};

use serde_json::Value;

use self::instrument::{Instrumented, instrument};
use self::tests::{TestSuite, Verdict};

/// One change of the sources, as `cargo mutants --list --json` describes it.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// The line that `cargo mutants` prints for it.
    pub(crate) name: String,
    /// The source file, from the root of the workspace.
    pub(crate) file: String,
    /// The kind of change, such as `BinaryOperator`.
    pub(crate) genre: String,
    /// The text that takes the place of the span.
    pub(crate) replacement: String,
    /// The changed text: line and column of its start and of its end, from 1.
    pub(crate) span: [(usize, usize); 2],
    /// File, change, function and changed line, without line numbers, so that it stays valid when lines move.
    key: String,
}

impl Mutant {
    /// `root` is the folder of the file.
    fn from_json(root: &Path, value: &Value) -> Option<Self> {
        let text = |field: &str| value[field].as_str().map(str::to_owned);
        let place = |end: &str| {
            let at = &value["span"][end];
            Some((at["line"].as_u64()? as usize, at["column"].as_u64()? as usize))
        };
        let (name, file) = (text("name")?, text("file")?);
        let (genre, replacement) = (text("genre")?, text("replacement")?);
        let span = [place("start")?, place("end")?];
        // Such as: src/block.rs:187:20: replace * with / in pack_dense
        let change = name.strip_prefix(&file)?.splitn(4, ':').nth(3)?;
        let source = fs::read_to_string(root.join(&file)).ok()?;
        let key = match &*genre {
            "BinaryOperator" | "UnaryOperator" => {
                let [(line, start), (_, end)] = span;
                let text: Vec<char> = source.lines().nth(line - 1)?.chars().collect();
                let before: String = text.get(..start - 1)?.iter().collect();
                let after: String = text.get(end - 1..)?.iter().collect();
                format!("{file}:{change}: {}{replacement}{after}", before.trim_start())
            }
            _ => format!("{file}:{change}"),
        };
        Some(Self { name, file, genre, replacement, span, key })
    }
}

/// Which mutants run, and how long; the others keep the verdict of the last report.
#[derive(Default)]
struct Choice<'a> {
    /// Only those that the last report lists as missed or not reached, and new ones.
    missed: bool,
    /// Only those whose name contains this text.
    only: Option<&'a str>,
    /// The processor time of the tests for one mutant, without the mutant; the slowest tests are left out.
    at_most: Option<Duration>,
}

impl<'a> Choice<'a> {
    /// Reads the options before those of the tests, which are returned as well.
    fn parse(mut arguments: &'a [String]) -> io::Result<(Self, &'a [String])> {
        let mut choice = Self::default();
        loop {
            match arguments {
                [first, rest @ ..] if first == "--missed" => {
                    (choice.missed, arguments) = (true, rest);
                }
                [first, text, rest @ ..] if first == "--only" => {
                    (choice.only, arguments) = (Some(text.as_str()), rest);
                }
                [first, seconds, rest @ ..] if first == "--at-most" => {
                    let seconds: u64 = seconds.parse().map_err(io::Error::other)?;
                    (choice.at_most, arguments) = (Some(Duration::from_secs(seconds)), rest);
                }
                _ => return Ok((choice, arguments)),
            }
        }
    }
}

/// Runs the mutants of some packages, separated by commas, against the tests of the first. `arguments` select
/// the tests, as for `cargo test`, after the options of [`Choice`].
/// Prints a line for each mutant that no test detects, and the totals.
pub(crate) fn run(root: &Path, packages: &str, arguments: &[String]) -> io::Result<()> {
    let mutants = list(root, packages)?;
    let package = packages.split(',').next().unwrap_or_default();
    let work = root.join("target/mutants").join(package);
    let path = work.join("report.tsv");
    let (choice, arguments) = Choice::parse(arguments)?;
    let is_all = !choice.missed && choice.only.is_none();
    let last_report = if is_all { None } else { fs::read_to_string(&path).ok() };
    let last_report = last_report.unwrap_or_default();
    let earlier = verdicts_of(&last_report);
    let accepted = Accepted::read(&root.join(".cargo/mutants-accepted.txt"))?;
    accepted.print_stale(&mutants);
    let tree = work.join("tree");
    let mut sources: HashSet<String> = mutants.iter().map(|mutant| mutant.file.clone()).collect();
    sources.extend(mutants.iter().map(|mutant| library(&mutant.file)));
    copy_tree(root, &tree, &sources)?;
    // A mutant is known by its place in the list, from 1. What does not compile is left out, and the rest built again.
    let mut left_out: HashSet<usize> = (1..)
        .zip(&mutants)
        .filter(|(_, mutant)| is_in(&last_report, "does not compile", &mutant.key))
        .map(|(id, _)| id)
        .collect();
    let mut constants: HashSet<String> = last_report
        .lines()
        .filter_map(|line| line.strip_prefix(CONSTANT))
        .map(str::to_owned)
        .collect();
    let (binaries, not_run) = loop {
        let (lines, not_run, invalid) =
            write_instrumented(root, &tree, &mutants, &left_out, &constants)?;
        match build(&tree, &work.join("build"), package, arguments)? {
            Build::Done(binaries) => {
                left_out.extend(invalid);
                break (binaries, not_run);
            }
            Build::Failed(errors) => {
                let before = left_out.len() + constants.len();
                let mutants_at = |(file, line): &(String, usize)| {
                    let is_there = |(known, first, last, _): &&(String, usize, usize, usize)| {
                        known == file && (*first..=*last).contains(line)
                    };
                    lines.iter().filter(is_there).map(|&(.., id)| id).collect::<Vec<usize>>()
                };
                for error in &errors {
                    constants.extend(error.constant.clone());
                    let primary: Vec<usize> = error.primary.iter().flat_map(mutants_at).collect();
                    // The types of two branches differ: the first is named beside the error.
                    let found = if primary.is_empty() {
                        error.secondary.iter().flat_map(mutants_at).collect()
                    } else {
                        primary
                    };
                    left_out.extend(found);
                }
                if left_out.len() + constants.len() == before {
                    return Err(io::Error::other(format!(
                        "the instrumented sources do not compile: {errors:?}"
                    )));
                }
            }
        }
    };
    println!("{} mutants do not compile, {} cannot be branches", left_out.len(), not_run.len());
    let suite = TestSuite::record(&binaries, &tree, package, choice.at_most)?;
    let constants: Vec<String> =
        constants.iter().map(|name| format!("{CONSTANT}{name}\n")).collect();
    let constants = constants.concat();
    let mut verdicts = HashMap::new();
    let mut wanted = Vec::new();
    for (id, mutant) in (1..).zip(&mutants) {
        let known = earlier.get(&*mutant.key).copied();
        let is_chosen = choice.only.is_none_or(|text| mutant.name.contains(text))
            && (!choice.missed || known.is_none_or(Verdict::is_open));
        let can_run = !left_out.contains(&id) && !not_run.contains(&id);
        if accepted.keys.contains(&mutant.key) {
            verdicts.insert(id, Verdict::Accepted);
        } else if can_run && is_chosen {
            wanted.push(id);
        } else if can_run && let Some(known) = known {
            verdicts.insert(id, known);
        }
    }
    suite.judge(&wanted, choice.at_most, |found| {
        let mut all = verdicts.clone();
        all.extend(found);
        write_report(&path, &constants, &mutants, &left_out, &all)
    })?;
    print_report(&path)
}

/// The mutants that cannot change an answer.
struct Accepted {
    keys: HashSet<String>,
}

impl Accepted {
    /// Reads a list of keys; lines with `#` are reasons.
    fn read(path: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(path)?;
        let lines = text.lines().map(str::trim);
        let keys = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ok(Self { keys: keys.map(str::to_owned).collect() })
    }

    /// Prints the entries for files of these mutants that are no mutant any more.
    fn print_stale(&self, mutants: &[Mutant]) {
        let files: HashSet<&str> = mutants.iter().map(|mutant| &*mutant.file).collect();
        let known: HashSet<&str> = mutants.iter().map(|mutant| &*mutant.key).collect();
        for key in &self.keys {
            let file = key.split(':').next().unwrap_or_default();
            if files.contains(file) && !known.contains(&**key) {
                println!("accepted, but no mutant: {key}");
            }
        }
    }
}

fn list(root: &Path, packages: &str) -> io::Result<Vec<Mutant>> {
    let output = Command::new("cargo")
        .args(["mutants", "--list", "--json"])
        .args(packages.split(',').flat_map(|package| ["--package", package]))
        .current_dir(root)
        .output()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(io::Error::other(format!("cargo mutants --list: {message}")));
    }
    let listed: Vec<Value> = serde_json::from_slice(&output.stdout)?;
    let mutants: Option<Vec<Mutant>> =
        listed.iter().map(|value| Mutant::from_json(root, value)).collect();
    mutants.ok_or_else(|| io::Error::other("cargo mutants lists mutants in an unknown form"))
}

/// Copies what git knows of the working tree, except the sources with mutants. Equal files keep their times, so
/// that cargo builds little again.
fn copy_tree(root: &Path, tree: &Path, sources: &HashSet<String>) -> io::Result<()> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()?;
    for name in output.stdout.split(|&byte| byte == 0).filter(|name| !name.is_empty()) {
        let name = str::from_utf8(name).map_err(io::Error::other)?;
        if sources.contains(name) {
            continue;
        }
        // A file that git knows may be deleted in the working tree.
        if let Ok(bytes) = fs::read(root.join(name)) {
            write_if_changed(&tree.join(name), &bytes)?;
        }
    }
    Ok(())
}

/// The main file of the crate of a source file.
fn library(file: &str) -> String {
    let folder = file.split("/src/").next().unwrap_or_default();
    format!("{folder}/src/lib.rs")
}

fn write_if_changed(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().expect("a file is in a folder"))?;
    fs::write(path, bytes)
}

/// File, first line, last line and mutant of each branch.
type Lines = Vec<(String, usize, usize, usize)>;

/// Writes the instrumented sources. Returns the lines of the branches, the mutants that cannot be branches and those
/// that are not Rust.
fn write_instrumented(
    root: &Path,
    tree: &Path,
    mutants: &[Mutant],
    left_out: &HashSet<usize>,
    constants: &HashSet<String>,
) -> io::Result<(Lines, Vec<usize>, Vec<usize>)> {
    let mut by_file: BTreeMap<&str, Vec<(usize, &Mutant)>> = BTreeMap::new();
    for (id, mutant) in (1..).zip(mutants) {
        by_file.entry(&mutant.file).or_default().push((id, mutant));
    }
    let (mut lines, mut not_run, mut all_invalid) = (Vec::new(), Vec::new(), Vec::new());
    let mut libraries = HashSet::new();
    for (file, all) in by_file {
        let kept: Vec<_> = all.iter().copied().filter(|(id, _)| !left_out.contains(id)).collect();
        let text = fs::read_to_string(root.join(file))?;
        let Instrumented { text, branches, skipped, invalid } = instrument(&text, &kept, constants)
            .map_err(|error| io::Error::other(format!("{file}: {error}")))?;
        write_if_changed(&tree.join(file), text.as_bytes())?;
        lines.extend(
            branches.into_iter().map(|(first, last, id)| (file.to_owned(), first, last, id)),
        );
        not_run.extend(skipped);
        all_invalid.extend(invalid);
        libraries.insert(library(file));
    }
    for library in libraries {
        let text = fs::read_to_string(root.join(&library))?;
        let text = format!("{ALLOW} {text}\n#[rustfmt::skip]\nmod mutant_switch {{\n{SWITCH}}}\n");
        write_if_changed(&tree.join(library), text.as_bytes())?;
    }
    Ok((lines, not_run, all_invalid))
}

/// Lints that a branch may break. It is an inner attribute, so it comes first.
const ALLOW: &str = "#![allow(warnings, arithmetic_overflow, missing_docs, unconditional_panic)]";

/// The module that the branches ask. `MUTANT` is the number of the active mutant; `MUTANT_TRACE` is a file to
/// which the numbers of the mutants that are reached are written.
const SWITCH: &str = r#"
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    const UNSET: u32 = u32::MAX;
    const TRACE: u32 = u32::MAX - 1;
    static ACTIVE: AtomicU32 = AtomicU32::new(UNSET);
    static SEEN: [AtomicBool; 1 << 14] = [const { AtomicBool::new(false) }; 1 << 14];

    pub(crate) fn is_active(mutant: u32) -> bool {
        match ACTIVE.load(Ordering::Relaxed) {
            UNSET => {
                let is_trace = std::env::var_os("MUTANT_TRACE").is_some();
                let number = std::env::var("MUTANT").ok().and_then(|text| text.parse().ok());
                ACTIVE.store(if is_trace { TRACE } else { number.unwrap_or(0) }, Ordering::Relaxed);
                is_active(mutant)
            }
            TRACE => {
                record(mutant);
                false
            }
            active => active == mutant,
        }
    }

    pub(crate) enum Either<T, R> {
        Mutant(std::vec::IntoIter<T>),
        Source(R),
    }

    impl<T, R: Iterator<Item = T>> Iterator for Either<T, R> {
        type Item = T;

        fn next(&mut self) -> Option<T> {
            match self {
                Self::Mutant(items) => items.next(),
                Self::Source(items) => items.next(),
            }
        }
    }

    #[inline(never)]
    fn record(mutant: u32) {
        let seen = &SEEN[mutant as usize];
        if seen.load(Ordering::Relaxed) || seen.swap(true, Ordering::Relaxed) {
            return;
        }
        let path = std::env::var_os("MUTANT_TRACE").unwrap_or_default();
        if let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(path) {
            let _ = file.write_all(format!("{mutant}\n").as_bytes());
        }
    }
"#;

enum Build {
    /// The test binaries.
    Done(Vec<PathBuf>),
    /// The errors of the compiler.
    Failed(Vec<CompileError>),
}

/// Files and lines that an error of the compiler names.
#[derive(Debug, Default)]
struct CompileError {
    primary: Vec<(String, usize)>,
    secondary: Vec<(String, usize)>,
    /// A function that must stay `const`.
    constant: Option<String>,
}

/// Builds the tests. `target` must not be the folder of normal builds: cargo does not tell the packages of two
/// workspaces with equal paths apart.
fn build(tree: &Path, target: &Path, package: &str, arguments: &[String]) -> io::Result<Build> {
    let output = Command::new("cargo")
        .args(["test", "--no-run", "--message-format=json", "--package", package])
        .args(arguments)
        .env("CARGO_TARGET_DIR", target)
        .current_dir(tree)
        .stderr(std::process::Stdio::inherit())
        .output()?;
    let messages = output.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    let messages: Vec<Value> =
        messages.filter_map(|line| serde_json::from_slice(line).ok()).collect();
    if output.status.success() {
        let is_test = |message: &&Value| message["profile"]["test"].as_bool() == Some(true);
        let binaries =
            messages.iter().filter(is_test).filter_map(|message| message["executable"].as_str());
        return Ok(Build::Done(binaries.map(PathBuf::from).collect()));
    }
    let mut errors = Vec::new();
    for message in messages.iter().filter(|message| message["message"]["level"] == "error") {
        // Such as: cannot call non-const associated function `Block::<'_>::len` in constants.
        let text = message["message"]["message"].as_str().unwrap_or_default();
        let called =
            text.strip_prefix("cannot call non-const ").and_then(|rest| rest.split('`').nth(1));
        let constant = called.and_then(|path| path.rsplit("::").next()).map(str::to_owned);
        let mut error = CompileError { constant, ..CompileError::default() };
        for span in message["message"]["spans"].as_array().into_iter().flatten() {
            if let (Some(file), Some(line)) =
                (span["file_name"].as_str(), span["line_start"].as_u64())
            {
                let is_primary = span["is_primary"].as_bool() == Some(true);
                let places = if is_primary { &mut error.primary } else { &mut error.secondary };
                places.push((file.to_owned(), line as usize));
            }
        }
        errors.push(error);
    }
    Ok(Build::Failed(errors))
}

/// The start of a line of the report that names a function that must stay `const`.
const CONSTANT: &str = "const\t";

fn is_in(report: &str, word: &str, key: &str) -> bool {
    report.lines().any(|line| line.split_once('\t') == Some((word, key)))
}

/// The verdicts of a report by key.
fn verdicts_of(report: &str) -> HashMap<&str, Verdict> {
    let mut verdicts: HashMap<&str, Verdict> = HashMap::new();
    for line in report.lines() {
        let Some((name, key)) = line.split_once('\t') else { continue };
        let Some(verdict) = Verdict::from_name(name) else { continue };
        // Of two mutants with one key, the open one counts.
        let known = verdicts.entry(key).or_insert(verdict);
        if verdict.is_open() {
            *known = verdict;
        }
    }
    verdicts
}

/// Writes a line for each mutant: its verdict and its key.
fn write_report(
    path: &Path,
    constants: &str,
    mutants: &[Mutant],
    left_out: &HashSet<usize>,
    verdicts: &HashMap<usize, Verdict>,
) -> io::Result<()> {
    let mut table = constants.to_owned();
    for (id, mutant) in (1..).zip(mutants) {
        let word = match verdicts.get(&id) {
            Some(verdict) => verdict.name(),
            None if left_out.contains(&id) => "does not compile",
            None => "not run",
        };
        table.extend([word, "\t", &mutant.key, "\n"]);
    }
    fs::write(path, table)
}

/// Prints the open mutants of a report and the totals.
fn print_report(path: &Path) -> io::Result<()> {
    let table = fs::read_to_string(path)?;
    let mut totals: BTreeMap<&str, usize> = BTreeMap::new();
    let lines = table.lines().filter(|line| !line.starts_with(CONSTANT));
    for (word, key) in lines.filter_map(|line| line.split_once('\t')) {
        *totals.entry(word).or_default() += 1;
        if word == "not run" || Verdict::from_name(word).is_some_and(Verdict::is_open) {
            println!("{word}: {key}");
        }
    }
    let all: usize = totals.values().sum();
    let totals: Vec<String> =
        totals.iter().map(|(word, count)| format!("{count} {word}")).collect();
    println!("{all} mutants: {}", totals.join(", "));
    Ok(())
}
