//! Searches the compiled functions for flags whose value rustc 1.95 and 1.96 forget.
//!
//! Their pass `SimplifyComparisonIntegral` turns `flag = x == 7; …; branch on flag` into a branch on `x` and
//! deletes the comparison, although statements between the two may read the flag. Whatever they store, add
//! or combine is then arbitrary. The flag has to be a temporary value, as it is after a function that
//! returns it was inlined, and the statements have to stand in one basic block. An overflow check ends a
//! block and so protects additions, but nothing else. <https://github.com/rust-lang/rust/issues/158206>
//!
//! The sources cannot show what was inlined, so this compiles the workspace with the pass turned off and reads
//! the compiler's intermediate representation. A compiler without the defect needs no check.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs, io};

/// What the compiler in use does with `canary/dropped_flag.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compiler {
    /// Forgets flags.
    Defective,
    /// Keeps flags.
    Right,
}

fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Returns the version of the compiler in use.
pub(crate) fn version() -> io::Result<String> {
    let output = succeeded(rustc().arg("--version").output()?)?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Compiles the canary into `folder` at an optimisation level, without overflow checks, and runs it.
pub(crate) fn compiler(level: u8, folder: &Path) -> io::Result<Compiler> {
    let program = folder.join(format!("canary-{level}"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("canary/dropped_flag.rs");
    let level = format!("opt-level={level}");
    let flags = ["--edition=2024", "-C", &level, "-C", "overflow-checks=no", "-o"];
    succeeded(rustc().args(flags).arg(&program).arg(source).output()?)?;
    let output = succeeded(Command::new(&program).output()?)?;
    match output.stdout.trim_ascii() {
        b"1" => Ok(Compiler::Right),
        b"0" => Ok(Compiler::Defective),
        other => Err(io::Error::other(format!(
            "the canary printed {:?} instead of 0 or 1",
            String::from_utf8_lossy(other)
        ))),
    }
}

fn succeeded(output: Output) -> io::Result<Output> {
    if output.status.success() {
        return Ok(output);
    }
    Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
}

/// Compiles the workspace into `target` without overflow checks, and returns a line for each flag that would
/// be forgotten, with the number of functions looked at.
pub(crate) fn all(root: &Path, target: &Path) -> io::Result<(Vec<String>, usize)> {
    let version = succeeded(rustc().arg("-vV").output()?)?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or_else(|| io::Error::other("rustc -vV names no host"))?;
    let flags = "--emit=mir -Zno-codegen -Zalways-encode-mir -Zmir-include-spans -Coverflow-checks=no \
                 -Zmir-enable-passes=-SimplifyComparisonIntegral";
    let status = Command::new("cargo")
        .args(["check", "--release", "--workspace", "--quiet", "--target", host, "--target-dir"])
        .arg(target)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", flags)
        .current_dir(root)
        .status()?;
    if !status.success() {
        return Err(io::Error::other("the workspace could not be compiled"));
    }
    let (mut found, mut functions) = (Vec::new(), 0);
    for file in representations(&target.join(host).join("release/deps"))? {
        let text = fs::read_to_string(file)?;
        functions += text.lines().filter(|line| line.starts_with("fn ")).count();
        found.extend(forgotten(&text));
    }
    if functions == 0 {
        return Err(io::Error::other("the compiler wrote no intermediate representation"));
    }
    found.sort();
    found.dedup();
    Ok((found, functions))
}

/// Returns the newest file of each crate of the workspace. Older files belong to older compilations.
fn representations(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut newest = std::collections::BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_ours = name.starts_with("caracole") || name.starts_with("xtask");
        if is_ours && path.extension().is_some_and(|extension| extension == "mir") {
            let crate_name =
                name.rsplit_once('-').map_or(name.clone(), |(name, _)| name.to_owned());
            let time = fs::metadata(&path)?.modified()?;
            let kept = newest.entry(crate_name).or_insert_with(|| (time, path.clone()));
            if kept.0 < time {
                *kept = (time, path);
            }
        }
    }
    Ok(newest.into_values().map(|(_, path)| path).collect())
}

/// Returns a line for each flag in a text of the intermediate representation that is compared with a constant, read,
/// and then moved into the branch at the end of the same block.
fn forgotten(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("bb") && line.ends_with('{') {
            block.clear();
        }
        if let Some(rest) = line.strip_prefix("switchInt(move ")
            && let Some((flag, _)) = rest.split_once(')')
            && let Some(read) = read_after_comparison(&block, flag)
        {
            let place = read.split_once(" at ").map_or(read, |(_, place)| place);
            let branch = line.split_once(" at ").map_or(line, |(_, place)| place);
            found.push(format!("{place}: a flag is read here and branched on at {branch}"));
        }
        block.push(line);
    }
    found
}

fn read_after_comparison<'a>(block: &[&'a str], flag: &str) -> Option<&'a str> {
    let is_comparison = |line: &&str| {
        line.strip_prefix(flag)
            .and_then(|rest| rest.strip_prefix(" = "))
            .is_some_and(|value| value.starts_with("Eq(") || value.starts_with("Ne("))
    };
    let compared = block.iter().rposition(is_comparison)?;
    block[compared + 1..].iter().copied().find(|line| {
        let code = line.split(" //").next().unwrap_or_default();
        let is_storage = code.starts_with("Storage");
        let mut words = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        !is_storage && words.any(|word| word == flag)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canary_is_right_without_optimisation() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(compiler(0, folder.path()).unwrap(), Compiler::Right);
    }

    /// Either answer is fine; it says whether the other checks are still needed.
    #[test]
    fn the_canary_says_whether_the_compiler_forgets_flags() {
        let folder = tempfile::tempdir().unwrap();
        let answer = compiler(3, folder.path()).unwrap();
        assert_eq!(answer, compiler(2, folder.path()).unwrap());
        println!("{}: {answer:?}", version().unwrap());
    }

    #[test]
    fn a_flag_that_is_read_before_its_branch_is_found() {
        let text = "
    bb0: {
        _3 = Eq(move _12, const 0_u64); // scope 5 at a.rs:5:15: 5:29
        StorageDead(_12);
        _14 = copy _3 as u64 (IntToInt); // scope 6 at a.rs:7:13: 7:27
        _2 = Add(copy _2, move _14);
        switchInt(move _3) -> [0: bb1, otherwise: bb3]; // scope 1 at a.rs:13:9: 13:31
    }";
        assert_eq!(
            forgotten(text),
            ["a.rs:7:13: 7:27: a flag is read here and branched on at a.rs:13:9: 13:31"]
        );
        let not_read = text.replace("copy _3 as", "copy _31 as");
        assert_eq!(forgotten(&not_read), [""; 0]);
        let copied = text.replace("switchInt(move", "switchInt(copy");
        assert_eq!(forgotten(&copied), [""; 0]);
        let other_block = text.replace("StorageDead(_12);", "goto -> bb9;\n}\n\nbb9: {");
        assert_eq!(forgotten(&other_block), [""; 0]);
    }
}
