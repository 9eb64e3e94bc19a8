//! The printed results of the classic programs, to the digit, from the command line.

use crate::support::{json, run, stdout};

/// The numbers of a row of the printed board, from the top.
fn row(line: &str, from_top: usize) -> Vec<u64> {
    let output = run(line);
    assert_eq!(output.status.code(), Some(0), "{line}");
    let text = stdout(&output);
    let rows: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    rows[from_top].split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

#[test]
fn warnsdorff_8x8_from_a5() {
    let line = "solve 8x8 --method warnsdorff --tie first --from a5 --order 32674158";
    assert_eq!(row(line, 0), [44, 17, 20, 3, 26, 41, 22, 5]);
    assert_eq!(row(line, 7), [11, 30, 13, 62, 9, 32, 37, 60]);
}

#[test]
fn warnsdorff_10x10_from_e2() {
    let line = "solve 10x10 --method warnsdorff --tie first --from e2 --order 32674158";
    assert_eq!(row(line, 0), [11, 92, 13, 86, 9, 80, 41, 82, 7, 76]);
}

#[test]
fn warnsdorff_closed_8x8_from_b8() {
    let line = "solve 8x8 --closed --method warnsdorff --tie first --from b8 --order 83514267";
    assert_eq!(row(line, 0), [36, 1, 18, 21, 54, 61, 16, 13]);
    let object = json(&run(&format!("{line} --json")));
    assert_eq!(object["closed"], true);
}

#[test]
fn warnsdorff_8x8_ends_where_it_should() {
    for (from, end) in [("a8", "g5"), ("h1", "g7"), ("f4", "f7")] {
        let line = format!(
            "solve 8x8 --method warnsdorff --tie first --from {from} --order 76543218 --json"
        );
        let object = json(&run(&line));
        assert_eq!(object["squares"][63], end, "from {from}");
    }
}

#[test]
fn brute_force_lonely_first_8x8_from_a8() {
    let line = "solve 8x8 --method brute-force --from a8 --order 36274518";
    assert_eq!(row(line, 0), [1, 4, 57, 20, 47, 6, 49, 22]);
    let object = json(&run(&format!("{line} --json")));
    assert_eq!(object["squares"][63], "f2");
    for (at, square) in ["a8", "c7", "a6", "b8"].into_iter().enumerate() {
        assert_eq!(object["squares"][at], square);
    }
}

#[test]
fn backtracking_8x8_from_a8_with_its_placements() {
    for (order, top, placements) in [
        ("43218765", [0, 59, 38, 33, 30, 17, 8, 63], 8_250_732),
        ("76851423", [0, 9, 30, 63, 32, 25, 52, 61], 17_739_767),
    ] {
        let line = format!("solve 8x8 --method backtracking --from a8 --order {order}");
        assert_eq!(row(&format!("{line} --base 0"), 0), top);
        let object = json(&run(&format!("{line} --json")));
        assert_eq!(object["stats"]["steps"], placements);
    }
}
