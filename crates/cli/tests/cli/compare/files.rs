//! Where a contest goes: files are whole or absent, and what is wrong is said before the work.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use super::{ENDLESS, timeless_json};
use crate::support::{assert_one_line, caracole, stderr, stdout};

/// Runs a line in a folder.
fn run_in(folder: &Path, line: &str) -> Output {
    caracole(line.split_whitespace()).current_dir(folder).output().expect("runs")
}

/// The names of the files of a folder, also of hidden ones.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder").filter_map(Result::ok);
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Asserts that every element of a drawing ends where it must, and gives the texts outside of tags.
fn assert_well_formed(text: &str) -> Vec<String> {
    let (mut open, mut texts) = (Vec::new(), Vec::new());
    let mut rest = text.trim_end();
    assert!(rest.starts_with('<') && rest.ends_with('>'));
    while let Some(from) = rest.find('<') {
        let (before, tag) = rest.split_at(from);
        assert!(!before.contains('>'), "{before}");
        let is_entity = |after: &str| {
            ["amp;", "lt;", "gt;", "quot;", "apos;", "#"].iter().any(|name| after.starts_with(name))
        };
        assert!(before.split('&').skip(1).all(is_entity), "{before}");
        if !before.trim().is_empty() {
            assert!(!open.is_empty(), "text outside of the drawing: {before}");
            texts.push(before.trim().to_owned());
        }
        let to = tag.find('>').expect("a tag ends");
        let inside = &tag[1..to];
        assert!(!inside.contains('<') && inside.matches('"').count() % 2 == 0, "{inside}");
        let name = |inside: &str| inside.split_whitespace().next().unwrap_or_default().to_owned();
        if let Some(ended) = inside.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(ended), "{inside}");
        } else if !inside.ends_with('/') && !inside.starts_with('?') {
            open.push(name(inside));
        }
        rest = &tag[to + 1..];
    }
    assert!(open.is_empty(), "not ended: {open:?}");
    texts
}

/// Width and height as a drawing says them.
fn size_of_svg(text: &str) -> [u32; 2] {
    ["width=\"", "height=\""].map(|side| {
        let (_, rest) = text.split_once(side).expect("a size");
        let digits = rest.split('"').next().expect("a number");
        digits.parse().expect("a whole number")
    })
}

/// Width and height of a picture that can be read, and how many colours it has.
fn decode_png(path: &Path) -> ([u32; 2], usize) {
    let file = std::io::BufReader::new(fs::File::open(path).expect("a file"));
    let mut reader = png::Decoder::new(file).read_info().expect("a picture");
    let mut pixels = vec![0; reader.output_buffer_size().expect("of a size")];
    let info = reader.next_frame(&mut pixels).expect("all of it");
    let pixels = &pixels[..info.buffer_size()];
    let samples = info.color_type.samples();
    let colours: std::collections::HashSet<&[u8]> = pixels.chunks(samples).collect();
    ([info.width, info.height], colours.len())
}

#[test]
fn all_kinds_of_files_at_once() {
    for (line, words) in [
        ("compare 6x6 --max-steps 5000", ["8 ms", "ants", "warnsdorff/roth"]),
        ("compare --sizes 5..7 --starts random:2 --max-steps 2000", ["5", "7", "exact"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let line = format!("{line} --json -o a.svg -o a.PNG -o a.csv -o a.json -o a.txt");
        let output = run_in(folder.path(), &line);
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        assert_eq!(files(folder.path()), ["a.PNG", "a.csv", "a.json", "a.svg", "a.txt"]);
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
        // Nothing is fought twice: even the times are the same.
        assert_eq!(read("a.json"), stdout(&output));
        assert!(read("a.txt").lines().nth(2).is_some_and(|titles| titles.starts_with("method ")));
        assert!(read("a.csv").starts_with("method,"));
        let drawing = read("a.svg");
        let texts = assert_well_formed(&drawing).join("\n");
        for word in &words[1..] {
            assert!(texts.contains(word), "{word} is not in {texts}");
        }
        let (size, colours) = decode_png(&folder.path().join("a.PNG"));
        assert_eq!(size, size_of_svg(&drawing).map(|side| 2 * side));
        assert!(colours > 10, "an empty sheet");
    }
}

#[test]
fn bad_files_are_told_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("file"), "precious").expect("a file");
    fs::create_dir(path.join("folder.svg")).expect("a folder");
    for (files, expected) in [
        (
            "-o plot.gif",
            "plot.gif: the ending tells what to write: .svg, .png, .csv, .json or .txt",
        ),
        ("-o plot", "plot: the ending tells what to write"),
        ("-o .svg", ".svg: the ending tells what to write"),
        ("-o -", "-: the ending tells what to write"),
        ("-o good.svg -o nowhere/plot.svg", "nowhere/plot.svg: there is no folder nowhere"),
        ("-o file/plot.svg", "file/plot.svg: there is no folder file"),
        ("-o folder.svg", "folder.svg: is a folder: name a file in it"),
        ("-o a.svg -o b.svg -o a.svg", "a.svg: is named twice"),
        ("-o a.svg -o ./a.svg", "./a.svg: is named twice"),
        ("-o a.svg -o folder.svg/../a.svg", "folder.svg/../a.svg: is named twice"),
    ] {
        let line = format!("{ENDLESS} {files}");
        assert_one_line(&line, &run_in(path, &line), expected);
    }
    assert_eq!(self::files(path), ["file", "folder.svg"]);
}

#[test]
#[cfg(unix)]
fn links_and_places_that_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("plot.svg"), "old").expect("a file");
    std::os::unix::fs::symlink("plot.svg", path.join("link.svg")).expect("a link");
    let line = format!("{ENDLESS} -o plot.svg -o link.svg");
    assert_one_line(&line, &run_in(path, &line), "link.svg: is named twice");
    assert_eq!(fs::read_to_string(path.join("plot.svg")).expect("still there"), "old");
    // A link is followed, and stays.
    let output = run_in(path, "compare 5x5 --methods exact -o link.svg");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_well_formed(&fs::read_to_string(path.join("plot.svg")).expect("still there"));
    assert!(path.join("link.svg").is_symlink());
    if cfg!(target_os = "linux") {
        let line = format!("{ENDLESS} -o /proc/plot.svg");
        assert_one_line(&line, &run_in(path, &line), "/proc/plot.svg: ");
    }
}

/// What is asked for is known to be wrong before anything is written.
#[test]
fn an_old_file_survives_a_wrong_board() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("plot.svg"), "old").expect("a file");
    let line = "compare 8x8 --from z9 -o plot.svg";
    assert_one_line(line, &run_in(folder.path(), line), "--from: 'z9' is not on the board");
    assert_eq!(files(folder.path()), ["plot.svg"]);
    assert_eq!(fs::read_to_string(folder.path().join("plot.svg")).expect("still there"), "old");
}

/// Hours of work are not lost if the reader of the table is gone.
#[test]
fn files_are_written_also_if_the_table_cannot_be() {
    let line = "compare 5x5 --methods exact,ants -o a.csv -o a.json";
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = caracole(line.split(' '))
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(files(folder.path()), ["a.csv", "a.json"]);
    let text = fs::read_to_string(folder.path().join("a.json")).expect("a file");
    assert_eq!(timeless_json(&text)["rows"].as_array().map(Vec::len), Some(2));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_the_rest_is_written() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
    let folder = tempfile::tempdir().expect("a folder");
    let line = "compare 5x5 --methods exact -o a.csv";
    let output = caracole(line.split(' ')).current_dir(folder.path()).stdout(full()).output();
    assert_one_line(line, &output.expect("runs"), "standard output: the disk is full");
    assert_eq!(files(folder.path()), ["a.csv"]);

    std::os::unix::fs::symlink("/dev/full", folder.path().join("full.csv")).expect("a link");
    let output = run_in(folder.path(), "compare 5x5 --methods exact -o full.csv -o b.json");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output), "caracole: full.csv: the disk is full\n");
    assert!(!stdout(&output).is_empty());
    assert_eq!(files(folder.path()), ["a.csv", "b.json", "full.csv"]);
}

#[test]
fn colour_is_for_the_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "compare 5x5 --methods exact --color always -o a.txt";
    let output = run_in(folder.path(), line);
    assert!(stdout(&output).contains("\u{1b}["), "{}", stdout(&output));
    let text = fs::read_to_string(folder.path().join("a.txt")).expect("a file");
    assert!(text.contains("exact") && !text.contains('\u{1b}'), "{text}");
    for plain in ["--color never", "", "--json", "--csv --color always"] {
        let line = format!("compare 5x5 --methods exact {plain}");
        assert!(!stdout(&run_in(folder.path(), &line)).contains('\u{1b}'), "{line}");
    }
    let mut command = caracole(["compare", "5x5", "--methods", "exact"]);
    let output = command.env("NO_COLOR", "1").env("CLICOLOR_FORCE", "1").output().expect("runs");
    assert!(!stdout(&output).contains('\u{1b}'), "{}", stdout(&output));
}
