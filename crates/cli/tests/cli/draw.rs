//! Pictures of tours.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::support::{caracole, run, stderr, stdout};

/// A folder that goes away again.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Writes a tour to a file.
fn tour(folder: &Path, line: &str) -> String {
    let file = folder.join("tour.json").display().to_string();
    let output = run(&format!("{line} --json -o {file}"));
    assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    file
}

fn draw(file: &str, flags: &str) -> Output {
    let flags = flags.split_whitespace();
    caracole(["draw", file].into_iter().chain(flags)).output().expect("caracole can be started")
}

#[test]
fn every_ending_is_drawn_and_the_same_input_gives_the_same_bytes() {
    let folder = folder();
    let file = tour(folder.path(), "solve 6x6 --closed");
    for (ending, head) in [
        ("svg", &b"<svg "[..]),
        ("png", b"\x89PNG\r\n"),
        ("gif", b"GIF89a"),
        ("pdf", b"%PDF-1."),
        ("html", b"<!DOCTYPE html>"),
    ] {
        for style in ["line", "numbers", "celtic", "heat"] {
            let [first, second] = ["a", "b"].map(|name| {
                let picture = folder.path().join(format!("{name}.{ending}"));
                let flags = format!("--style {style} --theme dark -o {}", picture.display());
                let output = draw(&file, &flags);
                assert_eq!(output.status.code(), Some(0), "{ending}: {}", stderr(&output));
                assert_eq!(stdout(&output), "");
                fs::read(picture).expect("a picture")
            });
            assert!(first.starts_with(head), "{ending}: {:?}", &first[..20]);
            assert!(first == second, "{ending} {style}: other bytes");
        }
    }
}

#[test]
fn pictures_go_through_pipes() {
    let tour = stdout(&run("solve 5x5 --format squares"));
    let mut child = caracole(["draw", "-", "--format", "svg"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("caracole can be started");
    let mut keys = child.stdin.take().expect("a pipe");
    keys.write_all(tour.as_bytes()).expect("it listens");
    drop(keys);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("<svg ") && stdout(&output).ends_with("</svg>\n"));
}

#[test]
fn any_board_is_drawn() {
    let folder = folder();
    for (line, title) in [
        ("solve 1x1", "An open knight's tour of 1x1"),
        ("solve 8x8-a1,b1,d4,e4", "knight's tour of 8x8-a1,b1,d4,e4"),
        ("solve torus:5x5 --closed", "A closed knight's tour of torus:5x5"),
        ("solve cylinder:6x8", "knight's tour of cylinder:6x8"),
        ("solve box:4x4x4", "knight's tour of box:4x4x4"),
        ("solve 8x8 --knights 2", "Knights' walks on 8x8"),
        ("solve 10x10 --leaper 2,3", "leaper's tour of 10x10"),
        ("longest 4x4", "A knight's walk on 4x4"),
        ("solve 40x3", "knight's tour of 40x3"),
    ] {
        let output = run(&format!("{line} --json"));
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        let file = folder.path().join("tour.json");
        fs::write(&file, &output.stdout).expect("a file");
        for ending in ["svg", "png", "gif", "pdf", "html"] {
            let picture = folder.path().join(format!("picture.{ending}"));
            let flags = format!("-o {}", picture.display());
            let output = draw(&file.display().to_string(), &flags);
            assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
            assert!(stderr(&output).contains(title), "{line}: {}", stderr(&output));
        }
    }
}

#[test]
fn what_is_no_tour_is_not_drawn() {
    let folder = folder();
    let picture = folder.path().join("bad.svg");
    let file = folder.path().join("bad.txt");
    fs::write(&file, "1 2 3\n4 5 6\n7 8 9\n").expect("a file");
    let output = draw(&file.display().to_string(), &format!("-o {}", picture.display()));
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("not a tour: step 2: from a3 to b3 is no move"));
    assert!(!picture.exists(), "no file where there is no tour");
    let left: Vec<_> = fs::read_dir(folder.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "nothing but the tour itself: {left:?}");
}

#[test]
fn sizes_and_pauses_are_heard() {
    let folder = folder();
    let file = tour(folder.path(), "solve 5x5");
    let picture = folder.path().join("small.png");
    let output = draw(&file, &format!("--size 123 -o {}", picture.display()));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(&picture).expect("it")));
    let info = reader.read_info().expect("a PNG");
    assert_eq!(info.info().width.max(info.info().height), 123);

    let [slow, fast] = ["1s", "50ms"].map(|pause| {
        let picture = folder.path().join(format!("{pause}.gif"));
        let output = draw(&file, &format!("--size 80 --pause {pause} -o {}", picture.display()));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        fs::read(picture).expect("a GIF")
    });
    assert_ne!(slow, fast);
}

#[test]
fn boards_that_nobody_could_see_are_refused_and_long_ones_fit() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("flat"), "0,0").expect("a file");
    fs::write(path("box"), "a1:1").expect("a file");
    for (file, board, why) in [
        (
            "flat",
            "4097x4097",
            "16785409 squares are too many for a picture: the maximum is 16777216",
        ),
        ("box", "box:1x1x4097", "4097 levels are too many for a picture: the maximum is 4096"),
    ] {
        let output = draw(&path(file), &format!("-b {board} -o {}", path("no.svg")));
        assert_eq!(output.status.code(), Some(2), "{board}");
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
        assert!(!fs::exists(path("no.svg")).expect("a folder"), "{board}");
    }
    let output = draw(&path("flat"), &format!("-b 200000x1 -o {}", path("long.png")));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn a_tour_is_drawn_where_the_ending_asks_for_a_picture() {
    let folder = folder();
    let heads: [(&str, &[u8]); 5] = [
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("gif", b"GIF89a"),
        ("pdf", b"%PDF"),
        ("html", b"<!DOCTYPE html>"),
    ];
    for (ending, head) in heads {
        let file = folder.path().join("tour").with_extension(ending);
        let output = run(&format!("solve 5x5 -o {}", file.display()));
        assert_eq!(output.status.code(), Some(0), "{ending}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{ending}");
        let drawn = fs::read(&file).expect("a picture");
        let begin = String::from_utf8_lossy(&drawn[..head.len()]).to_lowercase();
        assert_eq!(begin, String::from_utf8_lossy(head).to_lowercase());
    }
    // The same as by way of a file.
    let file = tour(folder.path(), "solve 5x5");
    assert_eq!(
        stdout(&run("solve 5x5 --format svg --quiet")),
        stdout(&draw(&file, "--format svg --quiet"))
    );
    for line in ["solve 4x4 --knights 2", "unrank 6x6 17 --closed", "convert data/pasted/pairs.txt"]
    {
        let svg = stdout(&run(&format!("{line} --format svg --quiet")));
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{line}");
    }
}

#[test]
fn what_cannot_be_drawn_is_said_before_the_work() {
    let folder = folder();
    let file = folder.path().join("x.svg").display().to_string();
    for (line, why) in [
        ("solve 10000x10000", "100000000 squares are too many for a picture"),
        ("solve 10000x10000 --knights 2", "100000000 squares are too many for a picture"),
        ("solve 8x8 --trace --format svg -o -", "--trace: would be inside the picture"),
        ("graph 5x5", "is a picture, which this does not draw"),
    ] {
        let has_output = line.contains("-o");
        let line = if has_output { line.to_owned() } else { format!("{line} -o {file}") };
        let output = run(&line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(stderr(&output).contains(why), "{line}: {}", stderr(&output));
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0, "{line}");
    }
}

/// Why there is no tour, from a certificate and from an outcome.
#[test]
fn a_proof_is_drawn() {
    let folder = folder();
    let outcome = folder.path().join("no.json");
    let output = run(&format!("solve 7x7 --closed --json -o {}", outcome.display()));
    assert_eq!(output.status.code(), Some(1));
    for file in [outcome.display().to_string(), "data/certificates/giraffe.json".to_owned()] {
        for (ending, head) in [("svg", &b"<svg "[..]), ("png", b"\x89PNG\r\n"), ("pdf", b"%PDF-1.")]
        {
            let picture = folder.path().join(format!("why.{ending}"));
            let output = draw(&file, &format!("--theme dark -o {}", picture.display()));
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            assert!(stderr(&output).contains(": Why there is no "), "{}", stderr(&output));
            assert!(fs::read(picture).expect("a picture").starts_with(head), "{ending}");
        }
    }
}

#[test]
fn what_is_no_proof_is_not_drawn() {
    let folder = folder();
    let picture = folder.path().join("why.svg");
    let claim = folder.path().join("claim.json");
    run(&format!("solve 3x4 --closed --method brute-force --certificate {}", claim.display()));
    let claim = claim.display().to_string();
    for (file, flags, code, words) in [
        ("data/certificates/tampered.json", "", 1, "not a proof: line 1: the squares need 24"),
        (
            &claim,
            "",
            3,
            "nothing to draw: the proof cannot be checked (3x4: backtracking-warnsdorff tried",
        ),
        ("data/certificates/giraffe.json", "--style heat", 2, "--style: is for tours"),
        ("data/certificates/giraffe.json", "--board 8x8", 2, "--board: is for tours"),
        ("data/certificates/giraffe.json", "--leaper 1,4", 2, "--leaper: is for tours"),
        ("data/certificates/giraffe.json", "-f gif", 2, "gif: shows a tour step by step"),
    ] {
        let output = draw(file, &format!("{flags} -o {}", picture.display()));
        assert_eq!(output.status.code(), Some(code), "{file} {flags}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        assert!(!picture.exists(), "{file} {flags}");
    }
}

/// One random tour can be a picture; several cannot.
#[test]
fn a_tour_by_chance_is_drawn() {
    let folder = folder();
    let picture = folder.path().join("tour.svg");
    let output = run(&format!("sample 6x6 --closed --seed 7 -o {}", picture.display()));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = fs::read_to_string(&picture).expect("a picture");
    assert!(text.contains("<title>A closed knight's tour of 6x6</title>"));
    fs::remove_file(&picture).expect("the picture is there");
    let one = "is a picture, which holds one tour: `caracole sample` draws one";
    for (line, code, words) in [
        ("sample 6x6 --closed -n 2", 2, one),
        ("list 6x6 --closed --limit 1", 2, one),
        ("sample 3x3", 1, "3x3: there is no tour to draw"),
    ] {
        let output = run(&format!("{line} -o {}", picture.display()));
        assert_eq!(output.status.code(), Some(code), "{line}");
        assert!(stderr(&output).contains(words), "{line}: {}", stderr(&output));
        assert!(!picture.exists(), "{line}");
    }
}
