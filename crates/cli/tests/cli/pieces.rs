//! Pieces by name and by single moves.

use crate::support::{json, run, stderr, stdout};

fn count(line: &str) -> String {
    let output = run(&format!("count {line} --json"));
    assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    json(&output)["count"].as_str().expect("a number").to_owned()
}

/// Undirected Hamiltonian cycles of king graphs (OEIS A140521) and of grid graphs (A003763), and directed Hamiltonian
/// paths of grid graphs (A096969).
#[test]
fn kings_and_wazirs_have_the_known_numbers_of_tours() {
    for (n, cycles) in [(2, "3"), (3, "16"), (4, "2830"), (5, "2462064")] {
        assert_eq!(count(&format!("{n}x{n} --piece king --closed")), cycles, "king {n}");
    }
    for (n, cycles) in [(2, "1"), (4, "6"), (6, "1072"), (8, "4638576")] {
        assert_eq!(count(&format!("{n}x{n} --piece wazir --closed")), cycles, "wazir {n}");
    }
    for (n, paths) in [(2, "8"), (3, "40"), (4, "552"), (5, "8648")] {
        assert_eq!(count(&format!("{n}x{n} --piece wazir")), paths, "wazir {n}");
    }
}

/// Returns the number of directed paths over all squares of a flat board, found one by one.
fn paths_one_by_one(files: i64, ranks: i64, moves: &[(i64, i64)]) -> u64 {
    fn extend(at: usize, left: usize, is_visited: &mut [bool], near: &[Vec<usize>]) -> u64 {
        if left == 0 {
            return 1;
        }
        is_visited[at] = true;
        let mut paths = 0;
        for &to in &near[at] {
            if !is_visited[to] {
                paths += extend(to, left - 1, is_visited, near);
            }
        }
        is_visited[at] = false;
        paths
    }
    let squares: Vec<(i64, i64)> =
        (0..ranks).flat_map(|y| (0..files).map(move |x| (x, y))).collect();
    let is_move = |a: (i64, i64), b: (i64, i64)| {
        let by = (b.0 - a.0, b.1 - a.1);
        moves.contains(&by) || moves.contains(&(-by.0, -by.1))
    };
    let near: Vec<Vec<usize>> = squares
        .iter()
        .map(|&a| (0..squares.len()).filter(|&b| is_move(a, squares[b])).collect())
        .collect();
    let mut is_visited = vec![false; squares.len()];
    (0..squares.len()).map(|at| extend(at, squares.len() - 1, &mut is_visited, &near)).sum()
}

#[test]
fn lists_of_moves_are_counted_like_a_search_of_all_paths() {
    for (board, files, ranks, moves) in [
        ("4x4", 4, 4, &[(0, 1), (1, 1)][..]),
        ("4x3", 4, 3, &[(1, 0), (0, 1), (1, 1)]),
        ("3x4", 3, 4, &[(1, 2), (-1, 2), (1, 0)]),
        ("5x3", 5, 3, &[(1, 1), (1, -1), (0, 1), (2, 0)]),
        ("4x4", 4, 4, &[(1, 2), (2, 1), (-1, 2), (1, 0)]),
    ] {
        let text: Vec<String> = moves.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let line = format!("{board} --moves {}", text.join(";"));
        let expected = paths_one_by_one(files, ranks, moves);
        assert_eq!(count(&line), expected.to_string(), "{line}");
        // Counts per start use the symmetries of the board that keep the moves, and orbits do.
        let by_start = json(&run(&format!("count {line} --by-start --json")));
        let starts = by_start["by_start"].as_array().expect("a number for each square");
        let number = |start: &serde_json::Value| start["count"].as_str()?.parse::<u64>().ok();
        let sum: u64 = starts.iter().map(|start| number(start).expect("a number")).sum();
        assert_eq!(sum, expected, "{line}");
        let sample = run(&format!("solve {line} --quiet"));
        assert_eq!(sample.status.code(), Some(i32::from(expected == 0)), "{line}");
    }
}

#[test]
fn names_jumps_and_moves_describe_the_same_piece() {
    let expected = count("4x4 --leaper 0,1 --leaper 1,1 --closed");
    for piece in [
        "--piece king",
        "--piece wazir --piece ferz",
        "--piece wazir+ferz",
        "--piece 0,1 --leaper 1,1",
        "--moves 0,1;1,0;1,1;1,-1",
        "--piece ferz --moves 1,0;0,-1",
    ] {
        assert_eq!(count(&format!("4x4 {piece} --closed")), expected, "{piece}");
    }
    let solved = run("solve 5x5 --piece camel --piece knight --closed");
    assert!(stdout(&solved).starts_with("# leaper 1,2 1,3\n"), "{}", stdout(&solved));
    let impossible = stdout(&run("solve 8x8 --piece camel"));
    assert!(impossible.starts_with("impossible: 8x8 for the camel: "), "{impossible}");
    let moves = stdout(&run("solve 3x3 --moves 1,2"));
    assert!(moves.starts_with("impossible: 3x3 for the piece that moves 1,2: "), "{moves}");
}

#[test]
fn files_keep_the_piece() {
    let folder = tempfile::tempdir().expect("a folder");
    for (piece, format) in
        [("king", "txt"), ("king", "json"), ("king", "squares"), ("king", "csv"), ("king", "tour")]
    {
        let path = folder.path().join(format!("t.{format}")).display().to_string();
        assert_eq!(
            run(&format!("solve 4x4 --piece {piece} --quiet -o {path}")).status.code(),
            Some(0)
        );
        let check = run(&format!("check {path}"));
        assert_eq!(check.status.code(), Some(0), "{format}: {}", stdout(&check));
    }
    for format in ["txt", "json", "squares", "csv", "tour"] {
        let path = folder.path().join(format!("m.{format}")).display().to_string();
        let made = run(&format!("solve 4x4 --moves 0,1;1,0;1,1 --quiet -o {path}"));
        assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
        let check = run(&format!("check {path}"));
        assert_eq!(check.status.code(), Some(0), "{format}: {}", stdout(&check));
    }
}

/// A Hidato is solved by a king, a Numbrix by a wazir.
#[test]
fn a_printed_hidato_and_a_printed_numbrix_are_solved() {
    for (file, piece) in [("hidato.txt", "king"), ("numbrix.txt", "wazir")] {
        let unique = run(&format!("puzzle unique data/puzzles/{file} --piece {piece}"));
        assert_eq!(unique.status.code(), Some(0), "{file}: {}{}", stdout(&unique), stderr(&unique));
        assert!(stdout(&unique).starts_with("unique: "), "{file}");
        let solved = run(&format!("puzzle solve data/puzzles/{file} --piece {piece}"));
        assert!(stdout(&unique).ends_with(&stdout(&solved)), "{file}");
        let knight = run(&format!("puzzle unique data/puzzles/{file}"));
        assert_eq!(knight.status.code(), Some(1), "{file} is not for the knight");
    }
}
