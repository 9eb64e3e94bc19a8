//! Maintenance commands.
//!
//! `cargo xtask pictures` draws the pictures of the guide; `cargo xtask examples` lists public items
//! without an example, from the output of `cargo doc`; `cargo xtask api` compares the public API of the library in
//! that output with the committed list, and `cargo xtask api --write` writes the list; `cargo xtask licences` checks the licence of every
//! dependency; `cargo xtask flags` finds code that a known defect of rustc changes;
//! `cargo xtask mutants PACKAGE` runs the tests of a package against changed sources.

mod blocks;
mod dropped_flags;
mod examples;
mod flag_additions;
mod grid;
mod licences;
mod mutants;
mod pictures;
mod public_api;
mod svg;

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, io};

use crate::dropped_flags::Compiler;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["pictures"] => draw_pictures(),
        ["examples"] => check_examples(),
        ["api"] => check_api(),
        ["api", "--write"] => write_api(),
        ["licences"] => check_licences(),
        ["flags"] => check_flags(),
        ["mutants", package, ..] => mutants::run(&root(), package, &words[2..]),
        _ => {
            eprintln!(
                "usage: cargo xtask pictures|examples|api [--write]|licences|flags|mutants PACKAGE [TEST OPTIONS]"
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn check_examples() -> io::Result<()> {
    let missing = examples::missing(&target().join("doc"))?;
    for line in &missing {
        println!("{line}");
    }
    match missing.len() {
        0 => Ok(()),
        some => Err(io::Error::other(format!("{some} public items have no example"))),
    }
}

/// Compares the public API with the committed list.
fn check_api() -> io::Result<()> {
    let committed = fs::read_to_string(api_file())?;
    let differences =
        public_api::differences(&committed, &public_api::list(&target().join("doc"))?);
    for line in &differences {
        println!("{line}");
    }
    if differences.is_empty() {
        println!("{} lines, as committed", committed.lines().count());
        return Ok(());
    }
    let hint =
        "if this is intended, run `cargo doc --workspace --no-deps && cargo xtask api --write`";
    Err(io::Error::other(format!("the public API differs in {} lines; {hint}", differences.len())))
}

fn write_api() -> io::Result<()> {
    fs::write(api_file(), public_api::list(&target().join("doc"))?)
}

fn api_file() -> PathBuf {
    root().join("crates/caracole/public-api.txt")
}

fn draw_pictures() -> io::Result<()> {
    fs::create_dir_all(pictures_folder())?;
    for picture in pictures::all().map_err(io::Error::other)? {
        println!("docs/pictures/{}: {} bytes", picture.name, picture.svg.len());
        fs::write(pictures_folder().join(picture.name), picture.svg)?;
    }
    Ok(())
}

fn check_licences() -> io::Result<()> {
    let (refused, packages) = licences::refused()?;
    for line in &refused {
        println!("{line}");
    }
    match refused.len() {
        0 => println!("{packages} packages, each under a licence that allows any use"),
        some => return Err(io::Error::other(format!("{some} packages may not be built in"))),
    }
    Ok(())
}

fn check_flags() -> io::Result<()> {
    let added = flag_additions::all(&root())?;
    for line in &added {
        println!("{line}");
    }
    if !added.is_empty() {
        let hint = "write `if flag { n += 1 }` instead of `n += u64::from(flag)`";
        return Err(io::Error::other(format!("{} additions of flags; {hint}", added.len())));
    }
    println!("the sources add no flags");
    let folder = target().join("flags");
    fs::create_dir_all(&folder)?;
    let version = dropped_flags::version()?;
    if dropped_flags::compiler(3, &folder)? == Compiler::Right {
        println!(
            "{version} does not have the defect; delete this check when all supported versions are fixed"
        );
        return Ok(());
    }
    println!("{version} has the defect: it forgets flags that are read before a branch on them");
    let (forgotten, functions) = dropped_flags::all(&root(), &folder)?;
    for line in &forgotten {
        println!("{line}");
    }
    match forgotten.len() {
        0 => println!("{functions} functions, none with a flag that is forgotten"),
        some => return Err(io::Error::other(format!("the compiler forgets {some} flags"))),
    }
    Ok(())
}

/// Returns the build folder of cargo.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn docs() -> PathBuf {
    root().join("docs")
}

/// Returns the folder of the pictures.
fn pictures_folder() -> PathBuf {
    docs().join("pictures")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn committed_pictures_are_up_to_date() {
        let drawn = pictures::all().expect("all tours are found");
        let names: BTreeSet<String> = drawn.iter().map(|picture| picture.name.to_owned()).collect();
        for picture in drawn {
            let committed =
                fs::read_to_string(pictures_folder().join(picture.name)).unwrap_or_default();
            let is_same = committed.lines().eq(picture.svg.lines());
            assert!(is_same, "{}: draw it again with `cargo xtask pictures`", picture.name);
        }
        let files = fs::read_dir(pictures_folder()).expect("the folder of pictures");
        let files: BTreeSet<String> = files
            .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        assert_eq!(files, names, "docs/pictures holds what is drawn and nothing else");
    }

    #[test]
    fn the_guide_contains_every_picture() {
        let mut shown = BTreeSet::new();
        for page in fs::read_dir(docs()).expect("the guide") {
            let page = page.expect("a page").path();
            if page.extension().is_some_and(|ending| ending == "md") {
                let text = fs::read_to_string(page).expect("text");
                let links = text.split("(pictures/").skip(1);
                shown.extend(links.filter_map(|link| Some(link.split_once(')')?.0.to_owned())));
            }
        }
        let drawn = pictures::all().expect("all tours are found");
        let names: BTreeSet<String> = drawn.iter().map(|picture| picture.name.to_owned()).collect();
        assert_eq!(shown, names);
    }
}
