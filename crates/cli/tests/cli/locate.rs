//! Single steps and squares, against the tours that `solve` writes and on boards that it cannot.

use serde_json::Value;

use crate::support::{caracole, json, run, stderr, stdout};

/// Tours of different kinds on boards of different residues, thin ones among them.
const TOURS: [&str; 12] = [
    "8x8",
    "8x8 --closed --from e4",
    "8x8 --open --from e4",
    "7x9 --from c3",
    "7x9 --to g9",
    "6x6 --from c3 --to f1",
    "6x6 --from c3 --to f1 --seed 7",
    "23x10 --from w10 --to a1",
    "13x31 --from g15 --to a1",
    "5x12 --closed --to c3",
    "3x10 --closed",
    "1x1",
];

fn squares(tour: &str) -> Vec<String> {
    let text = stdout(&run(&format!("solve {tour} --format squares")));
    let line = text.lines().find(|line| !line.starts_with('#')).expect("a tour");
    line.split(' ').map(str::to_owned).collect()
}

#[test]
fn every_step_and_every_square_is_where_solve_has_it() {
    for tour in TOURS {
        let squares = squares(tour);
        let len = squares.len();
        let steps = format!("1..{len}");
        let asked = squares.iter().flat_map(|square| ["--square", square]);
        let words = ["locate"].into_iter().chain(tour.split(' ')).chain(["--step", &steps]);
        let output = caracole(words.chain(asked)).output().expect("runs");
        let numbered = || squares.iter().zip(1..);
        let steps = numbered().map(|(square, step)| format!("step {step}: {square}"));
        let back = numbered().map(|(square, step)| format!("{square}: step {step}"));
        let expected: Vec<String> = steps.chain(back).collect();
        let answers = stdout(&output);
        let lines: Vec<&str> = answers.lines().collect();
        assert_eq!(lines, expected, "{tour}: {}", stderr(&output));
        assert_eq!(output.status.code(), Some(0), "{tour}");
    }
}

#[test]
fn the_squares_beside_a_square_are_told() {
    for tour in TOURS {
        let squares = squares(tour);
        let len = squares.len();
        let object = json(&run(&format!("locate {tour} --step 1..{len} --json")));
        let is_closed = object["closed"].as_bool().expect("closed or not");
        let list = object["answers"].as_array().cloned().unwrap_or_else(|| vec![object.clone()]);
        assert_eq!(list.len(), len, "{tour}");
        for (at, answer) in list.iter().enumerate() {
            let beside = |at: Option<usize>, round: usize| match at {
                Some(at) if at < len => Value::from(squares[at].as_str()),
                _ if is_closed => Value::from(squares[round].as_str()),
                _ => Value::Null,
            };
            assert_eq!(answer["before"], beside(at.checked_sub(1), len - 1), "{tour}: {answer}");
            assert_eq!(answer["after"], beside(Some(at + 1), 0), "{tour}: {answer}");
        }
    }
    let line = "locate 6x6 --from c3 --to f1 --neighbours --square b1 --step 36 --step 1";
    assert_eq!(
        stdout(&run(line)),
        "step 36: f1, from d2\nstep 1: c3, to b1\nb1: step 2, from c3 to a3\n"
    );
}

/// A list of moves, walked by the test itself.
#[test]
fn moves_lead_from_step_to_step() {
    const MOVES: [(i32, i32); 8] =
        [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let text = stdout(&run("solve 17x14 --closed --format moves"));
    let text: String =
        text.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, " "]).collect();
    let (start, moves) = text.trim().split_once(' ').expect("a start, then moves");
    let (mut file, mut rank) =
        (i32::from(start.as_bytes()[0] - b'a'), start[1..].parse::<i32>().expect("a rank") - 1);
    let digits = moves.chars().filter_map(|digit| digit.to_digit(10));
    let mut walked = vec![(file, rank)];
    for digit in digits {
        let (right, up) = MOVES[digit as usize - 1];
        (file, rank) = (file + right, rank + up);
        walked.push((file, rank));
    }
    assert!(walked.len() >= 17 * 14);
    let asked: Vec<String> =
        walked[..17 * 14].iter().map(|(file, rank)| format!("--square={file},{rank}")).collect();
    let words = ["locate", "17x14", "--closed", "--json"].into_iter();
    let object =
        json(&caracole(words.chain(asked.iter().map(String::as_str))).output().expect("runs"));
    for (answer, step) in object["answers"].as_array().expect("answers").iter().zip(1..) {
        assert_eq!(answer["step"], step.to_string(), "{answer}");
    }
}

/// `x,y`, or letters and a number.
fn place(name: &Value) -> (i64, i64) {
    let name = name.as_str().expect("a square");
    if let Some((x, y)) = name.split_once(',') {
        return (x.parse().expect("x"), y.parse().expect("y"));
    }
    let digits = name.find(|c: char| c.is_ascii_digit()).expect("a rank");
    let file =
        name[..digits].bytes().fold(0, |file, letter| file * 26 + i64::from(letter - b'a') + 1);
    (file - 1, name[digits..].parse::<i64>().expect("a rank") - 1)
}

fn are_a_move_apart(a: &Value, b: &Value) -> bool {
    let ((a_file, a_rank), (b_file, b_rank)) = (place(a), place(b));
    (a_file - b_file).abs() * (a_rank - b_rank).abs() == 2
}

#[test]
fn boards_near_2_to_the_64() {
    const LAST: u64 = 18_446_744_065_119_617_025;
    let board = "4294967295x4294967295";
    for step in [1, 2, 1_000_000_007, LAST / 2, LAST - 1, LAST] {
        let object = json(&run(&format!("locate {board} --from a1 --step {step} --json")));
        assert_eq!(object["schema"], "caracole.locate/1");
        assert_eq!(object["step"], step.to_string());
        assert_eq!(object["squares"], LAST.to_string());
        assert_eq!(object["closed"], false);
        assert_eq!(object["before"].is_null(), step == 1);
        assert_eq!(object["after"].is_null(), step == LAST);
        for beside in ["before", "after"].map(|field| &object[field]) {
            assert!(beside.is_null() || are_a_move_apart(&object["square"], beside), "{object}");
        }
        let square = object["square"].as_str().expect("a square");
        let back = json(&run(&format!("locate {board} --from a1 --square {square} --json")));
        assert_eq!(back, object);
        let words = stdout(&run(&format!("locate {board} --from a1 --step {step}")));
        assert_eq!(words, format!("step {step}: {square}\n"));
    }
    let ends = "--from 4294967293,17 --to 12345679,4000000000";
    let object = json(&run(&format!("locate 4294967294x4294967295 {ends} --step 1 --json")));
    assert_eq!(object["square"], "4294967293,17");
    assert_eq!(object["problem"]["to"], "12345679,4000000000");
}

#[test]
fn one_answer_stands_alone_and_several_in_a_list() {
    let object = json(&run("locate 8x8 --closed --from e4 --square e4 --json"));
    let fields: Vec<&String> = object.as_object().expect("an object").keys().collect();
    assert_eq!(
        fields,
        [
            "schema", "version", "board", "problem", "seed", "step", "square", "before", "after",
            "closed", "squares"
        ]
    );
    assert_eq!((&object["step"], &object["squares"]), (&"1".into(), &"64".into()));
    assert_eq!(object["problem"]["from"], "e4");
    let object = json(&run("locate 8x8 --square e4 --step 7 --json"));
    assert_eq!(object["answers"].as_array().map(Vec::len), Some(2));
    assert!(object["step"].is_null());
}

#[test]
fn no_tour_is_told_as_solve_tells_it() {
    for tour in ["3x3", "9x9 --from a2", "8x8 --from a1 --to c1", "4294967295x4294967295 --closed"]
    {
        let (solved, located) =
            (run(&format!("solve {tour}")), run(&format!("locate {tour} --step 1")));
        assert_eq!(located.status.code(), Some(1), "{tour}: {}", stderr(&located));
        assert_eq!(stdout(&located), stdout(&solved), "{tour}");
        let object = json(&run(&format!("locate {tour} --step 1 --json")));
        assert_eq!(object["outcome"], "impossible", "{tour}");
        assert!(object["reason"]["text"].is_string(), "{tour}");
    }
}

#[test]
fn an_answer_goes_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, expected) in [("answer.txt", "step 2: b1\n"), ("answer.json", "{\"schema\":")] {
        let path = folder.path().join(name);
        let words = "locate 6x6 --from c3 --to f1 --step 2 -o".split(' ');
        let output = caracole(words).arg(&path).output().expect("runs");
        assert_eq!(stdout(&output) + &stderr(&output), "", "{name}");
        let text = std::fs::read_to_string(&path).expect("the answer");
        assert!(text.starts_with(expected), "{name}: {text}");
    }
    let path = folder.path().join("none.txt");
    let output =
        caracole(["locate", "3x3", "--step", "1", "-o"]).arg(&path).output().expect("runs");
    assert_eq!(output.status.code(), Some(1));
    assert!(!path.exists());
}
