//! Caracole and other programs on the same tasks in one run.
//!
//! `benches/rivals/install`, then
//! `cargo bench -p caracole-benches --features cadical --bench rivals`. After `--` come
//! `--tools FOLDER` if the rivals are not in `target/rivals`, `--limit SECONDS`, and words of which
//! the name of a task must contain one.
//!
//! Every answer is checked: tours by the verifier, numbers by `data/known-counts.csv`.

mod ours;
mod program;
mod report;
mod table;
mod task;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use program::Tools;
use table::Table;

fn main() {
    let mut tools = Tools {
        folder: target().join("rivals"),
        caracole: target().join("release/caracole"),
        limit: Duration::from_mins(1),
    };
    let mut wanted = Vec::new();
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let mut value = || words.next().expect("a value after the option");
        match word.as_str() {
            "--tools" => tools.folder = PathBuf::from(value()),
            "--limit" => {
                tools.limit = Duration::from_secs(value().parse().expect("a number of seconds"));
            }
            _ => wanted.push(word),
        }
    }
    build_the_command();
    let mut table = Table::new(&tools);
    for task in task::all() {
        if wanted.is_empty() || wanted.iter().any(|word| task.name.contains(word)) {
            table.add(&task);
        }
    }
    table.end();
}

/// Returns the build folder of cargo; this program is in `release/deps`.
fn target() -> PathBuf {
    let this = std::env::current_exe().expect("this program");
    this.ancestors().nth(3).expect("target/release/deps").to_owned()
}

/// Builds the command `caracole`, so that it is as new as this program.
fn build_the_command() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build
        .args(["build", "--release", "--quiet", "-p", "caracole-cli", "--target-dir"])
        .arg(target());
    assert!(build.status().expect("cargo").success(), "the command does not build");
}
