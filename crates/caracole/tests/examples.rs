//! The tools in `examples/` do what their heads and the guide say, with files, answers and errors.

#![expect(dead_code, reason = "here nobody calls `main`")]
#![expect(
    clippy::duplicate_mod,
    reason = "each tool is a program of its own, and has what it shares"
)]

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

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

/// How a command line begins.
const CARGO: &str = "cargo run --release -p caracole --example ";
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
    let rest = command.strip_prefix(CARGO).unwrap_or_else(|| panic!("{command}"));
    let (name, rest) = rest.split_once(" -- ").unwrap_or((rest, ""));
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

fn has_ending(word: &str, endings: &[&str]) -> bool {
    Path::new(word).extension().is_some_and(|ending| endings.iter().any(|&other| ending == other))
}

/// Files of the project are where they are, and all others in the folder.
fn placed(word: &str, folder: &Path) -> String {
    let (sign, file) = word.strip_prefix('@').map_or(("", word), |file| ("@", file));
    let is_file = has_ending(file, &["txt", "png", "svg", "pdf", "jpg"]);
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
        let commands: Vec<&str> =
            commands.filter(|line| line.starts_with(CARGO.trim_end())).collect();
        assert!(commands.len() >= 2, "{name}");
        for command in commands {
            let printed = say(command, folder.path()).unwrap_or_else(|line| panic!("{line}"));
            assert!(!printed.is_empty(), "{command}");
            let made = words(command).into_iter().filter(|word| has_ending(word, &["pdf"]));
            for file in made {
                let bytes = fs::read(folder.path().join(&file)).expect("a file");
                assert!(bytes.starts_with(b"%PDF") && bytes.len() > 2000, "{file}");
            }
        }
    }
    let mut files = fs::read_dir(folder.path()).expect("the folder");
    let is_part = |file: &str| has_ending(file, &["part"]);
    assert!(files.all(|file| !is_part(&file.expect("a file").file_name().to_string_lossy())));
}

/// Times and their ratios differ from run to run, and columns are as wide as what stands in them.
fn without_times(text: &str) -> String {
    let is_time = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    let plain = |word| if is_time(word) { "TIME" } else { word };
    let lines = text.lines().map(|line| line.split_whitespace().map(plain).collect::<Vec<_>>());
    lines.map(|words| words.join(" ") + "\n").collect()
}

#[test]
fn the_guide_shows_what_the_tools_print() {
    let folder = desk();
    let page = fs::read_to_string(root().join("docs/examples.md")).expect("the page");
    let mut checked = Vec::new();
    for shown in page.split("```sh\n").skip(1) {
        let Some((command, rest)) = shown.split_once("\n```\n") else { continue };
        if !command.contains(CARGO) {
            continue;
        }
        let printed =
            rest.trim_start().strip_prefix("```text\n").and_then(|text| text.split_once("```"));
        let (printed, _) = printed.unwrap_or_else(|| panic!("what does it print? {command}"));
        let got = say(command, folder.path()).unwrap_or_else(|line| line + "\n");
        let [got, printed] = [&got, printed].map(|text| {
            if command.contains("race") { without_times(text) } else { text.to_owned() }
        });
        assert!(is_shortened(&printed, &got), "{command}\n{got}\nand the page says\n{printed}");
        checked.push(command.to_owned());
    }
    for name in NAMES {
        assert!(checked.iter().any(|command| command.contains(name)), "the page shows {name}");
    }
    // The pictures on the page are what these commands drew.
    for name in ["sheet.svg", "poster.svg", "riddle.png"] {
        let [shown, drawn] = [root().join("docs/examples"), folder.path().to_owned()]
            .map(|folder| fs::read(folder.join(name)).expect("a picture"));
        assert!(shown == drawn, "docs/examples/{name} is not what is drawn now");
    }
    // And the key brings back what was scrambled.
    let [picture, riddle, again] =
        ["picture.png", "riddle.png", "again.png"].map(|name| pixels(&folder.path().join(name)));
    assert!(picture == again && picture.len() == 238 * 240 * 3);
    assert_ne!(picture, riddle);
}

fn pixels(file: &Path) -> Vec<u8> {
    let file = BufReader::new(File::open(file).expect("a picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a small one")];
    reader.next_frame(&mut bytes).expect("pixels");
    bytes
}

/// Returns true if the texts are equal except for the lines that a line `…` stands for.
fn is_shortened(short: &str, whole: &str) -> bool {
    match short.split_once("…\n") {
        None => short == whole,
        Some((head, tail)) => {
            whole.len() > head.len() + tail.len()
                && whole.starts_with(head)
                && whole.ends_with(tail)
        }
    }
}

#[test]
fn what_is_wrong_is_told_in_one_line() {
    let folder = desk();
    for (command, line) in [
        ("robot", "usage: robot PLAN [--pitch METRES]"),
        (
            "robot -- data/shapes/heart.txt",
            "data/shapes/heart.txt: mark with S where it is charged",
        ),
        ("robot -- data/shapes/workshop.txt --pitch 0", "--pitch 0: a distance in metres"),
        ("robot -- data/shapes/workshop.txt --pitch", "--pitch: needs a value"),
        (
            "robot -- data/malformed-shapes/bad-character.txt",
            "data/malformed-shapes/bad-character.txt: ",
        ),
        ("scramble -- scrumble a.png b.png", "scrumble: write scramble or restore"),
        ("scramble -- scramble no.png b.png", "no.png: "),
        (
            "scramble -- scramble data/malformed-shapes/damaged.png b.png",
            "data/malformed-shapes/damaged.png: ",
        ),
        (
            "scramble -- scramble data/malformed-shapes/huge-claim.png b.png",
            "data/malformed-shapes/huge-claim.png: ",
        ),
        ("puzzle_sheet -- 6x6 a.jpg", "a.jpg: must end in .svg, .pdf or .png"),
        ("puzzle_sheet -- 4x4 a.svg", "4x4: there is no tour: "),
        ("puzzle_sheet -- torus:6x6 a.svg", "torus:6x6: paper is flat"),
        ("puzzle_sheet -- 6x6 a.svg --puzzles 99", "--puzzles 99: 1 to 12 fit on a page"),
        ("blindfold -- --board 4x4", "--board 4x4: the boards 3x3, "),
        ("blindfold -- --board 1x1", "--board 1x1: a plain board of 12 to 676 squares"),
        ("blindfold -- --seed x", "--seed x: invalid digit"),
        ("race -- --boards 5x5,9x", "9x: '9x' is not a board"),
        ("race -- --bords 5x5", "--bords: there is no such option"),
        (
            "poster -- 8x8 a.svg --style knot",
            "--style knot: there is no style 'knot': there are line, ",
        ),
        ("poster -- 8x8 a.svg --paper b5", "--paper b5: write a4, a3 or a2"),
        ("poster -- 3x3 a.svg", "3x3: "),
        ("poster -- 9999x9999 a.svg", "9999x9999: a poster shows 250000 squares at most"),
    ] {
        let (name, _) = command.split_once(' ').unwrap_or((command, ""));
        let said = say(&format!("{CARGO}{command}"), folder.path()).expect_err(command);
        let starts = said.starts_with(&format!("{name}: {line}"));
        assert!(starts && !said.contains('\n'), "{command}: {said}");
    }
    let files = fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(files, 1, "what fails leaves nothing behind");
}

#[test]
fn answers_are_judged_by_the_verifier() {
    let folder = desk();
    let play = |answers: &str| {
        let command = format!("printf '{answers}' | {CARGO}blindfold -- --questions 4");
        say(&command, folder.path()).expect("a game")
    };
    // A slip of the pen, another order than ours, and a way that ends beside its end.
    let game = play(r"light\nh2 z9\nh2 g3 e3 d2\nd8 e6 d4\ne8 d6 b5 d4 c2\n");
    assert!(game.contains("once more: 'z9' is not on the board"), "{game}");
    assert!(game.contains("no: step 3: should be c4 and is d4"), "{game}");
    assert!(game.ends_with("\n3 of 4 right\n"), "{game}");
    assert!(play(r"dark\nquit\n").ends_with("\n0 of 1 right\n"));
    assert!(play("").ends_with("\n0 of 0 right\n"));
}
