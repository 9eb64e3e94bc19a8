//! Words that people type: each is understood, or answered in one line with the right one.

use std::io::Write;
use std::process::Stdio;

use crate::support::{assert_one_line, caracole, json, run, stderr, stdout};

/// A line, and a line that means the same.
const UNDERSTOOD: [(&str, &str); 43] = [
    ("solve 6", "solve 6x6"),
    ("solve 6-a1,b2 --closed", "solve 6x6-a1,b2 --closed"),
    ("count 5", "count 5x5"),
    ("starts 4", "starts 4x4"),
    ("locate 8 --step 5", "locate 8x8 --step 5"),
    ("longest 3", "longest 3x3"),
    ("graph 4", "graph 4x4"),
    ("watch 5 --plain --every 0", "watch 5x5 --plain --every 0"),
    ("puzzle make 5", "puzzle make 5x5"),
    ("list 4 --from a1", "list 4x4 --from a1"),
    ("solve 6x6 --start b2", "solve 6x6 --from b2"),
    ("solve 6x6 --starting-square b2", "solve 6x6 --from b2"),
    ("solve 5x5 --start a1 --end e5", "solve 5x5 --from a1 --to e5"),
    ("solve 5x5 --goal e5", "solve 5x5 --to e5"),
    ("solve 5x5 --target e5", "solve 5x5 --to e5"),
    ("solve 6x6 --cycle", "solve 6x6 --closed"),
    ("solve 6x6 --algorithm warnsdorff", "solve 6x6 --method warnsdorff"),
    ("solve 6x6 --algo exact", "solve 6x6 --method exact"),
    ("solve 6x6 --solver backtracking", "solve 6x6 --method backtracking"),
    ("solve 5x5 --forbid a1-b3", "solve 5x5 --avoid a1-b3"),
    ("solve 5x5 --require a1-b3", "solve 5x5 --use a1-b3"),
    ("solve 5x5 --time 5s", "solve 5x5 --timeout 5s"),
    ("solve 5x5 --silent", "solve 5x5 --quiet"),
    ("solve 6x6 --method warnsdorff --tie-break roth", "solve 6x6 --method warnsdorff --tie roth"),
    ("count 5x5 --cores 2", "count 5x5 --threads 2"),
    ("puzzle make 5x5 --random-seed 3", "puzzle make 5x5 --seed 3"),
    ("tour 5x5", "solve 5x5"),
    ("find 5x5", "solve 5x5"),
    ("generate 5x5", "solve 5x5"),
    ("path 5x5", "solve 5x5"),
    ("run 5x5", "solve 5x5"),
    ("search 5x5", "solve 5x5"),
    ("verify data/homework.txt", "check data/homework.txt"),
    ("validate data/homework.txt", "check data/homework.txt"),
    ("enumerate 5x5 --limit 3", "list 5x5 --limit 3"),
    ("all 5x5 --limit 3", "list 5x5 --limit 3"),
    ("number 5x5", "count 5x5"),
    ("nth 5x5 7", "unrank 5x5 7"),
    ("show data/pasted/from-zero.txt -f svg", "draw data/pasted/from-zero.txt -f svg"),
    ("print data/pasted/from-zero.txt -f svg", "draw data/pasted/from-zero.txt -f svg"),
    ("render data/pasted/from-zero.txt -f svg", "draw data/pasted/from-zero.txt -f svg"),
    ("export data/pasted/from-zero.txt", "convert data/pasted/from-zero.txt"),
    ("animate 5x5 --plain --every 0", "watch 5x5 --plain --every 0"),
];

/// A line, and what its answer contains.
const ANSWERED: [(&str, &str); 32] = [
    ("8", "write `caracole solve 8`"),
    ("8x8", "write `caracole solve 8x8`"),
    ("random 8x8", "`caracole solve 8x8 --from random` starts"),
    ("hint", "`caracole play`"),
    ("knight 8x8", "write `caracole solve 8x8`"),
    ("closed 8x8", "write `caracole solve 8x8 --closed`"),
    ("open 8x8", "write `caracole solve 8x8`"),
    ("exists 8x8", "`caracole starts`"),
    ("prove 4x4", "`caracole check-proof`"),
    ("menu", "`caracole` without a command"),
    ("gif 8x8", "write `caracole solve 8x8 -o tour.gif`"),
    ("version", "write `caracole --version`"),
    ("warnsdorff 8x8", "write `caracole solve 8x8 --method warnsdorff`"),
    ("solve --size 8", "the board needs no flag: write `caracole solve 8x8`"),
    ("solve --board 8x8", "the board needs no flag: write `caracole solve 8x8`"),
    ("solve --n 8", "the board needs no flag: write `caracole solve 8x8`"),
    ("solve -n 8", "the board needs no flag: write `caracole solve 8x8`"),
    ("count --width 8", "the board needs no flag: write `caracole count 8x8`"),
    ("check --file x.txt", "the file needs no flag: write `caracole check tour.txt`"),
    ("check --input x.txt", "the file needs no flag: write `caracole check tour.txt`"),
    ("solve 8x8 --file x.txt", "did you mean --output?"),
    ("solve 8x8 --limit 5", "--timeout sets the time, --max-steps sets the steps"),
    ("solve 8x8 --random", "--seed random sets the seed, --from random sets the start"),
    ("solve 8x8 --warnsdorff", "did you mean --method warnsdorff?"),
    ("watch 8x8 --backtracking", "did you mean --method backtracking?"),
    ("solve 8x8 --svg", "did you mean -o tour.svg?"),
    ("solve 8x8 --csv", "did you mean --format csv?"),
    ("solve 8x8 --method=warnsdorf", "did you mean warnsdorff?"),
    ("draw 8x8", "write `caracole solve 8x8 -o tour.svg`"),
    ("check 8", "is a board, and this needs a file with a tour"),
    ("convert 6x6 -o x.csv", "is a board, and this needs a file with a tour"),
    ("solve 5x5 --style celtic", "--style: goes with pictures, not with grid"),
];

/// Removes the times of a run.
fn without_time(text: &str) -> String {
    let lines = text.lines().map(|line| match line.rsplit_once(", ") {
        Some((head, time)) if time.ends_with('s') && !time.contains(' ') => head,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn words_that_mean_the_same_do_the_same() {
    for (typed, meant) in UNDERSTOOD {
        let [typed_run, meant_run] = [typed, meant].map(run);
        assert_eq!(
            typed_run.status.code(),
            meant_run.status.code(),
            "{typed}: {}",
            stderr(&typed_run)
        );
        assert_ne!(typed_run.status.code(), Some(2), "{typed}: {}", stderr(&typed_run));
        assert_eq!(stdout(&typed_run), stdout(&meant_run), "{typed}");
        let [typed_words, meant_words] =
            [typed_run, meant_run].map(|run| without_time(&stderr(&run)));
        assert_eq!(typed_words, meant_words, "{typed}");
    }
}

#[test]
fn other_words_are_answered() {
    for (line, answer) in ANSWERED {
        assert_one_line(line, &run(line), answer);
    }
}

#[test]
fn random_starts_depend_on_the_seed() {
    let start = |line: &str| {
        let output = run(&format!("{line} --json"));
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        let object = json(&output);
        assert_eq!(object["problem"]["from"], object["squares"][0], "{line}");
        object["squares"][0].as_str().expect("a square").to_owned()
    };
    let starts: Vec<String> =
        (0..8).map(|seed| start(&format!("solve 8x8 --from random --seed {seed}"))).collect();
    assert!(starts.iter().any(|other| *other != starts[0]), "{starts:?}");
    assert_eq!(start("solve 8x8 --from random --seed 0"), starts[0]);
    assert_eq!(start("solve 8x8 --from random"), starts[0]);
    // The start uses the seed, also with a method that does not.
    let method = "solve 8x8 --method brute-force --from random --seed 5";
    assert_eq!(start(method), starts[5]);
    let drawn = run("solve 8x8 --from random --seed random");
    assert!(stderr(&drawn).contains("seed "), "{}", stderr(&drawn));
    let holes = json(&run("solve 3x3-a1,b1,c1,a2,b2,a3,b3,c3 --from random --json"));
    assert_eq!(holes["problem"]["from"], "c2");
}

#[test]
fn a_tour_is_drawn_in_a_style() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = |file: &str, words: &str| {
        let path = folder.path().join(file);
        let line = format!("solve 6x6 --closed {words} -o");
        let output = caracole(line.split(' ')).arg(&path).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
        std::fs::read_to_string(path).expect("a picture")
    };
    let celtic = drawn("tour.svg", "--style celtic --theme dark");
    assert_ne!(celtic, drawn("plain.svg", "--theme dark"));
    let tour = folder.path().join("tour.txt");
    caracole(["solve", "6x6", "--closed", "-o"]).arg(&tour).output().expect("runs");
    let draw = caracole("draw --style celtic --theme dark -f svg".split(' ')).arg(&tour).output();
    assert_eq!(stdout(&draw.expect("runs")), celtic);
}

/// Runs the menu with some lines.
fn menu(lines: &str) -> String {
    let mut child = caracole::<[&str; 0]>([])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("caracole can be started");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0), "{lines}");
    stdout(&output)
}

#[test]
fn piped_input_gets_the_menu() {
    let text = menu("2\n8\n0\n");
    assert_eq!(text.matches("choice: ").count(), 2, "{text}");
    assert!(text.contains("a closed tour of 8x8"), "{text}");
    let grid = text.lines().filter(|line| line.split_whitespace().count() == 8).count();
    assert_eq!(grid, 8, "{text}");
    // Wrong answers are asked again, and the end of the input ends the menu.
    let text = menu("7\n1\neight\n5\n2\n5x5\n3\n5\nz9\nb1\n");
    assert!(text.contains("'7' is not a choice: type one of 1, 2, 3, 0"), "{text}");
    assert!(text.contains("'eight' is not a board"), "{text}");
    assert!(text.contains("an open tour of 5x5"), "{text}");
    assert!(text.contains("'z9' is not on the board"), "{text}");
    assert_eq!(text.matches("impossible: ").count(), 2, "{text}");
    // Without a line, the command prints a tour.
    assert!(menu("").ends_with("`caracole --help` shows what else there is.\n"));
}
