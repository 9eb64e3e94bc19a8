//! What the command looks like from outside: every command, every flag, every field stays.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::support::{caracole, json, root, run, stderr, stdout};

/// Flags that every command has.
const MANNERS: [&str; 7] = ["-h", "--help", "-q", "--quiet", "-v", "--verbose", "--color"];

/// The commands that a help lists: under `Commands:`, or by purpose.
pub(crate) fn listed(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Usage:")).skip(1);
    let mut is_list = false;
    let names = lines.filter_map(|line| {
        if let Some(title) = line.strip_suffix(':') {
            is_list = !title.contains("ptions") && !title.contains("Arguments");
        }
        let name = line.strip_prefix("  ").filter(|_| is_list)?.split(' ').next()?;
        (!name.is_empty() && !name.starts_with('-')).then_some(name)
    });
    names.filter(|&name| name != "help").map(str::to_owned).collect()
}

/// All commands, as the help lists them.
pub(crate) fn commands() -> Vec<String> {
    let listed = |command: &str| -> Vec<String> {
        // Only the program and `puzzle` have commands.
        match command {
            "" | "puzzle" => listed(&stdout(&run(&format!("{command} --help")))),
            _ => Vec::new(),
        }
    };
    let mut all = Vec::new();
    for command in listed("") {
        match &listed(&command)[..] {
            [] => all.push(command),
            below => all.extend(below.iter().map(|name| format!("{command} {name}"))),
        }
    }
    all
}

/// The part of a help that is about a flag or another word.
fn about<'a>(help: &'a str, word: &str) -> Option<String> {
    let is_head = |line: &str| {
        let word = line.trim_start_matches(['<', '[']);
        let is_name = word.len() < line.len() && word.starts_with(char::is_uppercase);
        is_name || line.starts_with('-')
    };
    let is_meant = |line: &&'a str| {
        let head = line.trim_start().split("  ").next().unwrap_or_default();
        let words = head.split(|c: char| !c.is_alphanumeric() && c != '-');
        is_head(line.trim_start()) && words.into_iter().any(|one| one == word)
    };
    let mut lines = help.lines().skip_while(|line| !is_meant(line));
    let first = lines.next()?;
    let rest = lines.take_while(|line| {
        // A value is listed as `- auto: ...`.
        !is_head(line.trim_start()) || line.trim_start().starts_with("- ")
    });
    Some([first].into_iter().chain(rest).collect::<Vec<_>>().join("\n"))
}

#[test]
fn every_command_takes_what_it_must() {
    let table = std::fs::read_to_string(root().join("data/contract.tsv")).expect("the table");
    let mut told = BTreeSet::new();
    for row in table.lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
        let (command, words) = row.split_once('\t').expect("a tab");
        told.insert(command.to_owned());
        let help = stdout(&run(&format!("{command} --help")));
        for word in words.split(' ').chain(MANNERS) {
            let (word, values) = word.split_once(':').unwrap_or((word, ""));
            let about = about(&help, word).unwrap_or_else(|| panic!("{command} lacks {word}"));
            for value in values.split('|').filter(|value| !value.is_empty()) {
                let mut words = about.split(|c: char| !c.is_alphanumeric() && c != '-');
                assert!(words.any(|one| one == value), "{command} {word} lacks {value}: {about}");
            }
        }
    }
    let all: BTreeSet<String> = commands().into_iter().collect();
    assert_eq!(told, all, "the table tells of every command");
}

/// A screen of eighty columns and 24 lines.
#[test]
fn short_help_fits_a_screen_and_help_has_examples_after_the_description() {
    for command in commands().iter().map(String::as_str).chain(["", "puzzle"]) {
        let words = command.split_whitespace().chain(["-h"]);
        let output = caracole(words).env("COLUMNS", "80").output().expect("runs");
        let short = stdout(&output);
        assert!(short.lines().count() <= 24, "{command}: {} lines\n{short}", short.lines().count());
        let widest = short.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(80), "{command}: {widest:?} columns");
        let long = stdout(&run(&format!("{command} --help")));
        let at = |word: &str| long.find(word).unwrap_or_else(|| panic!("{command}: {long}"));
        assert!(at("Examples:") > 20 && at("Examples:") < at("Usage: "), "{command}: {long}");
        assert!(short.contains("--help"), "{command}: {short}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&run(&format!("completions {shell}"))).contains("caracole"), "{shell}");
    }
    assert!(stdout(&run("man")).contains(".TH caracole"));
    assert!(stdout(&run("man solve")).contains("warnsdorff"));
    assert!(stdout(&run("man puzzle make")).contains("minimal"));
}

/// Examples that wait for input, or take too long for a test.
const NOT_TRIED: [&str; 12] = [
    "caracole serve",
    "caracole play",
    "caracole watch 8x8",
    "caracole watch 6x6",
    "caracole watch --method",
    "50000x50000",
    "count 8x8",
    "count 9x9",
    "sample 8x8",
    "unrank 8x8",
    "--sizes",
    "> ~/",
];

/// The examples of all helps, without what is said of them.
fn examples() -> Vec<String> {
    let mut all = Vec::new();
    for command in commands().iter().map(String::as_str).chain(["", "puzzle"]) {
        let help = stdout(&run(&format!("{command} --help")));
        let lines = help.lines().skip_while(|line| *line != "Examples:").skip(1);
        let lines = lines.take_while(|line| line.starts_with("  "));
        let lines = lines.filter_map(|line| line.strip_prefix("  caracole"));
        all.extend(lines.map(|line| {
            let end = line.find("  ").unwrap_or(line.len());
            format!("caracole{}", &line[..end])
        }));
    }
    all
}

#[test]
#[cfg(unix)]
fn the_examples_of_help_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let tools = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_caracole"), tools.path().join("caracole"))
        .expect("a link");
    let path = format!("{}:{}", tools.path().display(), std::env::var("PATH").expect("a path"));
    let sh = |line: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", line]).env("PATH", &path).current_dir(folder.path());
        command.stdin(std::process::Stdio::null()).output().expect("sh can be started")
    };
    // What the examples read.
    for line in [
        "caracole solve 6x6 --closed -o tour.txt",
        "cp tour.txt homework.txt",
        "caracole convert tour.txt -o tour.squares",
        "caracole convert tour.txt -o tour.json",
        "caracole convert tour.txt -o tour.moves",
        "caracole graph 5x5 -o board.hcp",
        "caracole puzzle make 6x6 -o newspaper.txt",
        "caracole puzzle make 6x6 -o puzzle.json",
        "printf '.xx.\\nxxxx\\nxxxx\\n.xx.\\n' > heart.txt",
        "cp heart.txt heart.png",
        "caracole solve 12x12 --leaper 2,3 --certificate zebra.json; test -s zebra.json",
        "mkdir class && cp tour.txt tour.squares class",
        "printf '{\"board\":\"8x8\"}\\n' > problems.jsonl",
    ] {
        let output = sh(line);
        assert!(output.status.success(), "{line}: {}", stderr(&output));
    }
    let examples = examples();
    let (left, tried): (Vec<_>, Vec<_>) =
        examples.iter().partition(|line| NOT_TRIED.iter().any(|part| line.contains(part)));
    for part in NOT_TRIED {
        assert!(left.iter().any(|line| line.contains(part)), "no example has {part}");
    }
    assert!(tried.len() > 60, "only {} examples are tried", tried.len());
    for line in tried {
        let output = sh(line);
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1)), "{line}: {code:?}: {}", stderr(&output));
    }
}

/// Commands with the schema of their JSON and the fields that it must have.
const OBJECTS: &str = "\
solve 6x6 --json	outcome/2	problem outcome method seed closed squares stats.steps stats.backtracks stats.elapsed_ms
solve 4x4 --json	outcome/2	problem outcome method seed reason.kind reason.text certificate.schema certificate.version stats.steps
solve 8x8 --method backtracking --max-steps 9 --json	outcome/2	problem outcome method seed stopped_by stats.steps
solve 6x6 --knights 2 --json	outcome/2	problem outcome method seed paths stats.steps
solve 5x5 --method backtracking --jsonl	trace/2	event step square
check data/pasted/from-zero.txt --json	check/1	problem valid closed defects facts.symmetry
count 5x5 --json	count/1	problem count convention stats.elapsed_ms
count 5x5 --by-start --json	count/1	problem count convention by_start
count 8x8 --timeout 1ms --json	count/1	problem count convention stopped_by
list 5x5 --limit 2 --json	list/1	problem convention tours count
list 5x5 --limit 2 --jsonl	outcome/2	problem outcome convention closed squares
sample 5x5 -n 2 --json	sample/1	problem convention seed of tours count
sample 5x5 -n 2 --jsonl	outcome/2	problem outcome convention seed of closed squares
rank data/pasted/square-a-line.txt --json	rank/1	problem convention rank of
unrank 5x5 7 --json	outcome/2	problem outcome convention rank of closed squares stats.elapsed_ms
starts 7x3 --json	starts/1	problem count starts
starts 5x5-c3 --timeout 0s --json	starts/1	problem count starts unknown stopped_by tried
locate 8x8 --step 5 --json	locate/1	problem seed step square before after
longest 4x4 --json	longest/1	problem seed length upper_bound proved squares reason
compare 5x5 --methods exact --json	compare/2	problem seed limits rows.0.method rows.0.outcome rows.0.elapsed_ms rows.0.steps rows.0.backtracks rows.0.peak_bytes
compare --sizes 5..5 --starts corner --methods exact --json	compare/2	sizes starts seed limits points.0.method
puzzle make 5x5 --json	puzzle/2	problem seed clues minimal grade solution
puzzle solve 5x5 --clue a1=1 --json	outcome/2	problem outcome seed squares
puzzle unique 5x5 --clue a1=1 --json	unique/2	problem unique solutions
graph 8x8 --json	graph/1	problem squares moves degrees colours bipartite connected
convert data/pasted/from-zero.txt --json	tour/1	problem closed squares
check-proof data/certificates/4x4-middle.json --json	proof/2	problem holds kind text checked error
";

/// A field, or one inside another.
fn field<'a>(object: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(object, |value, name| match name.parse::<usize>() {
        Ok(at) => value.get(at),
        Err(_) => value.get(name),
    })
}

#[test]
fn every_object_says_what_it_is() {
    let version = stdout(&run("--version"));
    let version = version.trim().strip_prefix("caracole ").expect("a version").to_owned();
    for row in OBJECTS.lines() {
        let [line, schema, fields] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let output = run(line);
        let text = stdout(&output);
        let objects: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert!(!objects.is_empty(), "{line}: {}", stderr(&output));
        assert!(line.ends_with("--jsonl") || objects.len() == 1, "{line}");
        for object in &objects {
            assert_eq!(object["version"], version.as_str(), "{line}: {object}");
        }
        let first = &objects[0];
        assert_eq!(first["schema"], format!("caracole.{schema}"), "{line}");
        for path in fields.split(' ') {
            assert!(field(first, path).is_some(), "{line}: no {path} in {first}");
        }
    }
}

/// What goes to a file is what would be printed.
#[test]
fn reports_go_to_files() {
    let folder = tempfile::tempdir().expect("a folder");
    for line in [
        "check data/pasted/from-zero.txt",
        "count 5x5 --closed",
        "rank data/pasted/square-a-line.txt",
        "starts 7x3",
        "check-proof data/certificates/4x4-middle.json",
        "puzzle unique 5x5 --clue a1=1 --clue b3=2",
        "puzzle unique 4x4 --clue a1=1",
        "locate 8x8 --step 5",
    ] {
        let printed = run(line);
        let file = folder.path().join("report.txt");
        // A file has no colours, whatever the screen has.
        let words = line.split(' ').chain(["--color", "always", "-o"]);
        let output = caracole(words).arg(&file).output().expect("runs");
        assert_eq!(output.status.code(), printed.status.code(), "{line}");
        assert_eq!(stdout(&output), "", "{line}");
        assert_eq!(std::fs::read_to_string(&file).expect("a file"), stdout(&printed), "{line}");
        // The ending tells what to write.
        let file = folder.path().join("report.json");
        let output = caracole(line.split(' ')).arg("-o").arg(&file).output().expect("runs");
        assert_eq!(output.status.code(), printed.status.code(), "{line}");
        let text = std::fs::read_to_string(&file).expect("a file");
        let object: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(object["schema"], json(&run(&format!("{line} --json")))["schema"], "{line}");
    }
}

/// `-o -` is standard output, as if no file were named.
#[test]
fn a_dash_is_standard_output() {
    for line in [
        "graph 5x5",
        "list 5x4 --limit 2",
        "puzzle make 5x5 --seed 3 --json",
        "puzzle make 3x3 --json",
        "solve 5x5 --quiet --trace --json",
    ] {
        let [plain, dashed] = [line.to_owned(), format!("{line} -o -")].map(|line| run(&line));
        assert_eq!(plain.status.code(), dashed.status.code(), "{line}: {}", stderr(&dashed));
        let masked = |text: String| {
            let words = text.split_inclusive(',').filter(|word| !word.contains("elapsed_ms"));
            words.collect::<String>()
        };
        assert_eq!(masked(stdout(&plain)), masked(stdout(&dashed)), "{line}");
    }
    let output = run("draw data/pasted/boxed-with-bars.txt -o -");
    assert!(stderr(&output).contains("name a file with -o, or a format with --format"));
}
