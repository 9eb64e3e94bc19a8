//! The longest path where there is no tour.

use crate::support::{caracole, json, run, stderr, stdout};

#[test]
fn a_proved_path_is_success_and_a_bound_is_unknown() {
    for (line, code, length, most) in [
        ("longest 4x4", 0, 15, 15),
        ("longest 3x3", 0, 8, 8),
        ("longest 3x5", 0, 14, 14),
        ("longest 8x8-a1,h8", 0, 61, 61),
        ("longest 8x8", 0, 64, 64),
        ("longest 4x4 --from b2 --to c3", 0, 13, 13),
        ("longest 3x3 --from a1 --avoid a1-b3", 0, 8, 8),
        ("longest 3x3 --from a1 --to b2", 0, 0, 0),
        ("longest 4x4 --leaper 1,1", 0, 7, 7),
        ("longest 8x8-a1,c1 --timeout 0s", 3, 1, 61),
        ("longest 8x8-a1,c1 --memory 1K", 3, 1, 61),
    ] {
        let output = run(&format!("{line} --json"));
        assert_eq!(output.status.code(), Some(code), "{line}: {}", stdout(&output));
        let object = json(&output);
        assert_eq!(object["schema"], "caracole.longest/1", "{line}");
        assert_eq!(object["length"], length, "{line}");
        assert_eq!(object["upper_bound"], most, "{line}");
        assert_eq!(object["proved"], code == 0, "{line}");
        assert_eq!(object["squares"].as_array().map(Vec::len), Some(length), "{line}");
        assert!(object["reason"].is_string(), "{line}");
        assert_eq!(object.get("stopped_by").is_some(), code == 3, "{line}");
        let output = run(line);
        assert_eq!(output.status.code(), Some(code), "{line}");
        let squares = if line.contains("8x8-") { 62 } else { json_squares(line) };
        let words = match code {
            0 => format!("longest path: {length} of {squares} squares, proved\n"),
            _ => format!("longest path: at least {length}, at most {most} of {squares} squares\n"),
        };
        assert!(stderr(&output).starts_with(&words), "{line}: {}", stderr(&output));
    }
}

/// The area of the board that a line names.
fn json_squares(line: &str) -> u32 {
    let board = line.split(' ').nth(1).expect("a board");
    board.split('x').map(|side| side.parse::<u32>().expect("a side")).product()
}

#[test]
fn paths_are_written_as_grids_and_squares() {
    let grid = stdout(&run("longest 4x4 --quiet"));
    assert_eq!(grid.split_whitespace().filter(|&number| number == "_").count(), 1);
    assert_eq!(grid.split_whitespace().count(), 18, "16 squares and `# path`");
    let squares = stdout(&run("longest 4x4 --format squares --quiet"));
    assert!(squares.starts_with("# board 4x4\n# path\n"), "{squares}");
    assert_eq!(squares.lines().nth(2).map(|line| line.split(' ').count()), Some(15));
    // It is read as a path, not as a tour without its last square.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("path.squares");
    let output = caracole(["longest", "4x4", "-o"]).arg(&path).output().expect("runs");
    assert_eq!(output.status.code(), Some(0));
    let check = caracole(["check", "--json"]).arg(&path).output().expect("runs");
    let object = json(&check);
    assert_eq!((&object["valid"], &object["path"]), (&true.into(), &true.into()));
    assert_eq!(object["visited"], 15);
    assert_eq!(stdout(&run("longest 3x3 --from a1 --to b2 --quiet")), "no path\n");
}
