//! Bad input is normal: one clear line, exit code 2, no panic, no hang, no half file.

use std::io::Write;

use crate::support::{assert_one_line, caracole, root, run};

/// Walks `data/bad-usage.tsv`: a command line and a part of the message it gets.
#[test]
fn the_table_of_bad_usage() {
    let table = std::fs::read_to_string(root().join("data/bad-usage.tsv")).expect("the table");
    let mut rows = 0;
    for row in table.lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
        let (line, expected) = row.split_once('\t').expect("a tab between line and message");
        assert_one_line(line, &run(line), expected);
        rows += 1;
    }
    assert!(rows >= 40, "the table has only {rows} rows");
}

#[test]
fn a_line_of_a_hundred_megabytes_is_answered_in_one() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, unit) in [("letters", "x"), ("digits", "7"), ("spaces", " "), ("numbers", "12 ")] {
        let path = folder.path().join(name);
        let mut file = std::fs::File::create(&path).expect("a file");
        let block = unit.repeat((1 << 20) / unit.len());
        for _ in 0..100 {
            file.write_all(block.as_bytes()).expect("room for 100 MB");
        }
        drop(file);
        let output = caracole(["check".as_ref(), path.as_os_str()]).output().expect("runs");
        assert_one_line(name, &output, "");
    }
}

#[test]
fn a_failed_run_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.txt");
    for line in ["solve 4x4", "solve 8x8 --method backtracking --max-steps 100", "solve 0x5"] {
        let output = caracole(line.split(' ')).arg("-o").arg(&path).output().expect("runs");
        assert_ne!(output.status.code(), Some(0), "{line}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0, "{line}");
    }
}

#[test]
fn an_old_file_survives_a_failed_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tour.txt");
    std::fs::write(&path, "precious").expect("a file");
    let output = caracole(["solve", "4x4", "-o"]).arg(&path).output().expect("runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&path).expect("still there"), "precious");
}
