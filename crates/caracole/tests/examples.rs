//! The tools in `examples/` do what their heads and the guide say, with files, answers and errors.

#![expect(dead_code, reason = "here nobody calls `main`")]

use std::fs;
use std::path::{Path, PathBuf};

use caracole::Problem;
use caracole::draw::{Look, Picture, Style};
use tempfile::TempDir;

#[path = "../examples/blindfold.rs"]
mod blindfold;
#[path = "../examples/poster.rs"]
mod poster;
#[path = "../examples/puzzle_sheet.rs"]
mod puzzle_sheet;
#[path = "../examples/race.rs"]
mod race;
#[path = "../examples/robot.rs"]
mod robot;
#[path = "../examples/scramble.rs"]
mod scramble;

const NAMES: [&str; 6] = ["blindfold", "poster", "puzzle_sheet", "race", "robot", "scramble"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder in which the tools write, with a picture in it.
fn desk() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(root().join("docs/examples/picture.png"), folder.path().join("picture.png"))
        .expect("the picture of the guide");
    folder
}

/// Runs a command line as it stands on a page, in a folder: what it prints, or its one line of failure.
fn say(command: &str, folder: &Path) -> Result<String, String> {
    let (typed, command) = match command.strip_prefix("printf '") {
        Some(rest) => rest.split_once("' | ").expect("printf 'TEXT' | COMMAND"),
        None => ("", command),
    };
    let rest = command.strip_prefix("cargo run --release -p caracole --example ");
    let (name, rest) = rest
        .unwrap_or_else(|| panic!("{command}"))
        .split_once(" -- ")
        .unwrap_or_else(|| (rest.unwrap_or_default(), ""));
    let words: Vec<String> = words(rest).iter().map(|word| placed(word, folder)).collect();
    let mut screen = Vec::new();
    let answers = typed.replace("\\n", "\n");
    let ended = match name {
        "blindfold" => blindfold::run(&words, &mut answers.as_bytes(), &mut screen),
        "poster" => poster::run(&words, &mut screen),
        "puzzle_sheet" => puzzle_sheet::run(&words, &mut screen),
        "race" => race::run(&words, &mut screen),
        "robot" => robot::run(&words, &mut screen),
        "scramble" => scramble::run(&words, &mut screen),
        other => panic!("there is no {other}"),
    };
    // What stands on the page has neither our folders in it.
    let plain = |text: &str| {
        text.replace(&format!("{}/", folder.display()), "")
            .replace(&format!("{}/", root().display()), "")
    };
    let printed = String::from_utf8(screen).expect("text");
    ended
        .map(|()| plain(&printed))
        .map_err(|failure| format!("{name}: {}", plain(&failure.to_string())))
}

/// The words of a command line; some stand between quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Files of the project are where they are, and all others in the folder.
fn placed(word: &str, folder: &Path) -> String {
    let (sign, file) = word.strip_prefix('@').map_or(("", word), |file| ("@", file));
    let is_file =
        [".txt", ".png", ".svg", ".pdf", ".jpg"].iter().any(|ending| file.ends_with(ending));
    match file {
        file if file.starts_with("data/") => format!("{sign}{}", root().join(file).display()),
        file if is_file => format!("{sign}{}", folder.join(file).display()),
        _ => word.to_owned(),
    }
}

#[test]
fn every_command_in_a_head_runs() {
    let folder = desk();
    for name in NAMES {
        let file = root().join(format!("crates/caracole/examples/{name}.rs"));
        let text = fs::read_to_string(file).expect("an example");
        let commands = text.lines().filter_map(|line| line.strip_prefix("//! "));
        let commands: Vec<&str> = commands.filter(|line| line.starts_with("cargo run")).collect();
        assert!(commands.len() >= 2, "{name}");
        for command in commands {
            let printed = say(command, folder.path()).unwrap_or_else(|line| panic!("{line}"));
            assert!(!printed.is_empty(), "{command}");
            let made = words(command).into_iter().filter(|word| word.ends_with(".pdf"));
            for file in made {
                let bytes = fs::read(folder.path().join(&file)).expect("a file");
                assert!(bytes.starts_with(b"%PDF") && bytes.len() > 2000, "{file}");
            }
        }
    }
    let names = fs::read_dir(folder.path()).expect("the folder").map(|file| file.expect("a file"));
    assert!(
        names.map(|file| file.file_name()).all(|name| !name.to_string_lossy().ends_with(".part"))
    );
}

/// Times and their ratios differ from run to run, and columns are as wide as what stands in them.
fn without_times(text: &str) -> Vec<String> {
    let is_time = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    let plain = |word| if is_time(word) { "TIME" } else { word };
    text.lines()
        .map(|line| line.split_whitespace().map(plain).collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn the_guide_shows_what_the_tools_print() {
    let folder = desk();
    let page = fs::read_to_string(root().join("docs/examples.md")).expect("the page");
    let mut checked = Vec::new();
    for shown in page.split("```sh\n").skip(1) {
        let Some((command, rest)) = shown.split_once("\n```\n") else { continue };
        if !command.contains("cargo run --release -p caracole --example ") {
            continue;
        }
        let printed =
            rest.trim_start().strip_prefix("```text\n").and_then(|text| text.split_once("```"));
        let (printed, _) = printed.unwrap_or_else(|| panic!("what does it print? {command}"));
        let got = say(command, folder.path()).unwrap_or_else(|line| line + "\n");
        if command.contains("--example race") {
            assert_eq!(without_times(&got), without_times(printed), "{command}");
        } else {
            assert_eq!(got, printed, "{command}");
        }
        checked.push(command.to_owned());
    }
    for name in NAMES {
        assert!(checked.iter().any(|command| command.contains(name)), "the page shows {name}");
    }
    // The pictures on the page are what these commands drew.
    for (shown, drawn) in [("sheet.svg", "sheet.svg"), ("poster.svg", "poster.svg")] {
        let [shown, drawn] = [root().join("docs/examples").join(shown), folder.path().join(drawn)]
            .map(|file| fs::read_to_string(file).expect("a picture"));
        assert!(shown.lines().eq(drawn.lines()), "put the new {} into docs/examples", drawn.len());
    }
}
