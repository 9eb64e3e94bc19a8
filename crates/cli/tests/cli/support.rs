//! Runs the command the way a user does.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The root of the repository, where the commands of the tables are run.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// `caracole` in the root, without colour, without terminal.
pub(crate) fn caracole<I>(args: I) -> Command
where
    I: IntoIterator<Item: AsRef<std::ffi::OsStr>>,
{
    let mut command = Command::new(env!("CARGO_BIN_EXE_caracole"));
    command.args(args).current_dir(root()).stdin(Stdio::null()).env_remove("CLICOLOR_FORCE");
    command
}

/// Runs a line of words.
pub(crate) fn run(line: &str) -> Output {
    caracole(line.split_whitespace()).output().expect("caracole can be started")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("answers are UTF-8")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages are UTF-8")
}

/// Standard output as JSON.
pub(crate) fn json(output: &Output) -> serde_json::Value {
    serde_json::from_str(&stdout(output)).expect("one JSON object")
}

/// Asserts that a run failed with one clear line: code 2, nothing on standard output, no panic.
pub(crate) fn assert_one_line(line: &str, output: &Output, expected: &str) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{line}: {message}");
    assert_eq!(stdout(output), "", "{line}");
    assert_eq!(message.lines().count(), 1, "{line}: {message}");
    assert!(message.starts_with("caracole: "), "{line}: {message}");
    assert!(message.contains(expected), "{line}: expected '{expected}', got: {message}");
    assert!(message.len() < 400, "{line}: {message}");
    assert!(!message.contains("panicked"), "{line}: {message}");
}
