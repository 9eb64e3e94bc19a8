//! Chores that need the crates of the workspace.
//!
//! `cargo xtask pictures` draws the pictures of the guide; `cargo xtask examples` lists public items
//! without an example, from the output of `cargo doc`; `cargo xtask licences` checks the licence of every
//! dependency; `cargo xtask flags` finds code that a known defect of rustc changes.

mod blocks;
mod dropped_flags;
mod examples;
mod flag_additions;
mod grid;
mod licences;
mod pictures;
mod svg;

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, io};

use crate::dropped_flags::Compiler;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let done = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["pictures"] => draw_all(),
        ["examples"] => look_for_examples(),
        ["licences"] => look_at_licences(),
        ["flags"] => check_flags(),
        _ => {
            eprintln!("usage: cargo xtask pictures|examples|licences|flags");
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

fn look_for_examples() -> io::Result<()> {
    let missing = examples::missing(&target().join("doc"))?;
    for line in &missing {
        println!("{line}");
    }
    match missing.len() {
        0 => Ok(()),
        some => Err(io::Error::other(format!("{some} public items have no example"))),
    }
}

fn draw_all() -> io::Result<()> {
    fs::create_dir_all(folder())?;
    for picture in pictures::all().map_err(io::Error::other)? {
        println!("docs/pictures/{}: {} bytes", picture.name, picture.svg.len());
        fs::write(folder().join(picture.name), picture.svg)?;
    }
    Ok(())
}

fn look_at_licences() -> io::Result<()> {
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

/// The folder that cargo builds in.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn docs() -> PathBuf {
    root().join("docs")
}

/// Where the pictures are.
fn folder() -> PathBuf {
    docs().join("pictures")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_committed_pictures_are_what_is_drawn() {
        let drawn = pictures::all().expect("all tours are found");
        let names: BTreeSet<String> = drawn.iter().map(|picture| picture.name.to_owned()).collect();
        for picture in drawn {
            let committed = fs::read_to_string(folder().join(picture.name)).unwrap_or_default();
            let is_same = committed.lines().eq(picture.svg.lines());
            assert!(is_same, "{}: draw it again with `cargo xtask pictures`", picture.name);
        }
        let files = fs::read_dir(folder()).expect("the folder of pictures");
        let files: BTreeSet<String> = files
            .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
            .collect();
        assert_eq!(files, names, "docs/pictures holds what is drawn and nothing else");
    }

    #[test]
    fn the_guide_shows_every_picture_and_no_other() {
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
