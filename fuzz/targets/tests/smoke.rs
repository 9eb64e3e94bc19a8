//! A short run of every target, without libFuzzer: the corpora, and changes to what is in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use caracole_fuzz_targets::{TARGETS, Target};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Mutations of each target.
const CASES: u32 = 24;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files of a corpus, in the order of their names.
fn corpus(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = fuzz().join("corpus").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).expect("a file"))).collect()
}

/// Runs a target; what it says where it fails follows the name of what it was given.
fn run(name: &str, target: Target, what: &dyn std::fmt::Debug, bytes: &[u8]) {
    let ended = std::panic::catch_unwind(|| target(bytes));
    assert!(ended.is_ok(), "{name}: {what:?} fails: {bytes:?}");
}

#[test]
fn every_corpus_passes() {
    for &(name, target) in TARGETS {
        let corpus = corpus(name);
        assert!(!corpus.is_empty(), "{name} has no corpus");
        for (path, bytes) in corpus {
            run(name, target, &path.file_name(), &bytes);
        }
    }
}

#[test]
fn changed_files_and_any_bytes_pass() {
    for &(name, target) in TARGETS {
        let corpus = corpus(name);
        let edit = (any::<prop::sample::Index>(), any::<u8>(), 0..4_u8);
        let changed = (any::<prop::sample::Index>(), vec(edit, 1..6))
            .prop_map(|(at, edits)| edits.into_iter().fold(at.get(&corpus).1.clone(), changed));
        let any_bytes = vec(any::<u8>(), 0..64);
        let strategy = prop_oneof![3 => changed, 1 => any_bytes];
        let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
        let ran = TestRunner::new(config).run(&strategy, |bytes| {
            run(name, target, &"changed", &bytes);
            Ok(())
        });
        ran.unwrap_or_else(|why| panic!("{name}: {why}"));
    }
}

/// One edit: another byte, a byte more, a byte less, or the end cut off.
fn changed(mut bytes: Vec<u8>, edit: (prop::sample::Index, u8, u8)) -> Vec<u8> {
    let (at, byte, how) = edit;
    let at = at.index(bytes.len() + 1);
    match how {
        0 if at < bytes.len() => bytes[at] = byte,
        1 if at < bytes.len() => drop(bytes.remove(at)),
        2 => bytes.truncate(at),
        _ => bytes.insert(at, byte),
    }
    bytes
}

/// Each target has a program, a line in the manifest and a corpus of its name, and no others are there.
#[test]
fn programs_corpora_and_table_agree() {
    let table: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(table.len(), TARGETS.len(), "a name stands there twice");
    assert!(TARGETS.is_sorted_by_key(|(name, _)| *name));
    let names = |folder: &str| -> BTreeSet<String> {
        let entries = fs::read_dir(fuzz().join(folder)).expect("a folder").flatten();
        let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        entries.filter_map(|entry| stem(&entry.path())).collect()
    };
    assert_eq!(names("corpus"), table);
    assert_eq!(names("fuzz_targets"), table);
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).expect("a manifest");
    for name in &table {
        let entry = format!("[[bin]]\nname = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"\n");
        assert!(manifest.contains(&entry), "{name}");
        let path = fuzz().join("fuzz_targets").join(format!("{name}.rs"));
        let program = fs::read_to_string(path).expect("a program");
        assert!(program.contains(&format!("caracole_fuzz_targets::{name}(data)")), "{name}");
    }
    assert_eq!(manifest.matches("[[bin]]").count(), table.len());
}
