//! `caracole check` of many files and folders: one verdict for each file.

use std::path::{Path, PathBuf};

use caracole::formats::{ReadHint, documents, json};
use caracole::text::pluralize;
use serde_json::{Map, Value};

use super::{CheckArgs, Checked, Checker, line, split};
use crate::Exit;
use crate::args::GlobalOptions;
use crate::failure::{Failure, error_text};
use crate::input::Source;

/// The verdict of a file.
struct Marked {
    file: String,
    verdict: FileVerdict,
}

enum FileVerdict {
    /// All tours of the file, at least one.
    Read(Vec<Checked>),
    /// The reason why the file cannot be read.
    Unreadable(String),
}

/// The verdict of a file in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Valid,
    Invalid,
    Unreadable,
}

impl Mark {
    const fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Invalid => "invalid",
            Self::Unreadable => "unreadable",
        }
    }
}

/// Checks every file, and every file in each folder.
pub(super) fn run(
    args: &CheckArgs,
    hint: &ReadHint,
    checker: &Checker<'_>,
    global: &GlobalOptions,
) -> Result<Exit, Failure> {
    args.refuse_for_many()?;
    let is_json = args.report.is_json();
    if args.csv && is_json {
        return Err(Failure::of("--csv", "does not go with a file .json: choose one"));
    }
    let files = files(args.files())?;
    let mut output = args.report.open()?;
    let (mut marks, mut objects) = (Vec::new(), Vec::new());
    if args.csv {
        let head = b"file,verdict,board,kind,tours,defects,reason\n";
        output.writer().write_all(head).map_err(|error| output.failure(&error.into()))?;
    }
    for file in &files {
        let marked = mark_file(file, hint, checker)?;
        marks.push(marked.mark());
        if is_json {
            objects.push(Value::from(marked.json()));
            continue;
        }
        let line = if args.csv { marked.csv() } else { marked.line() };
        let written = output.writer().write_all(line.as_bytes());
        written.map_err(|error| output.failure(&error.into()))?;
    }
    let count = |mark: Mark| marks.iter().filter(|&&other| other == mark).count() as u64;
    let [valid, invalid, unreadable] = [Mark::Valid, Mark::Invalid, Mark::Unreadable].map(count);
    if is_json {
        let mut object = json::object("caracole.check/1");
        object.insert("valid".into(), (invalid + unreadable == 0).into());
        object.insert("count".into(), json::number(files.len() as u64));
        object.insert("invalid".into(), json::number(invalid));
        object.insert("unreadable".into(), json::number(unreadable));
        object.insert("files".into(), objects.into());
        let text = format!("{}\n", Value::from(object));
        output.write(|out| Ok(out.write_all(text.as_bytes())?))?;
    } else {
        output.finish()?;
        let files = pluralize(files.len() as u64, "file");
        global.remark(format_args!(
            "{files}: {valid} valid, {invalid} not valid, {unreadable} cannot be read"
        ));
    }
    Ok(match (invalid, unreadable) {
        (0, 0) => Exit::Yes,
        (0, _) => Exit::BadInput,
        _ => Exit::No,
    })
}

/// Returns the files, and those in folders, sorted by name. Hidden files in folders are left out.
fn files<'a>(paths: impl Iterator<Item = &'a Path>) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = files.len();
            add_folder(path, &mut files)?;
            if files.len() == before {
                return Err(Failure::of(path.display(), "the folder contains no files"));
            }
        } else {
            files.push(path.to_owned());
        }
    }
    Ok(files)
}

fn add_folder(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failure = |error: std::io::Error| Failure::of(folder.display(), error_text(&error));
    let entries = std::fs::read_dir(folder).map_err(failure)?;
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(failure)?;
        if !entry.file_name().to_string_lossy().starts_with('.') {
            paths.push(entry);
        }
    }
    paths.sort_by_key(std::fs::DirEntry::file_name);
    for entry in paths {
        // A link to a folder is not followed, because it could be a loop.
        if entry.file_type().map_err(failure)?.is_dir() {
            add_folder(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Checks all tours of a file. A file that cannot be read is a verdict, too.
fn mark_file(path: &Path, hint: &ReadHint, checker: &Checker<'_>) -> Result<Marked, Failure> {
    let mut file = path.display().to_string();
    let read = || -> Result<Vec<Checked>, Failure> {
        let source = Source::open(path)?;
        file = source.name();
        let unreadable = |error| source.failure(error);
        let mut all = Vec::new();
        for document in documents(|| source.reader(), hint).map_err(unreadable)? {
            all.push(checker.check(document.map_err(unreadable)?, false)?);
        }
        Ok(all)
    };
    let mut read = read;
    let verdict = match read() {
        Ok(all) => FileVerdict::Read(all),
        Err(Failure::Message(why)) => {
            // The message begins with the name of the file.
            let why = why.strip_prefix(&format!("{file}: ")).unwrap_or(&why).to_owned();
            FileVerdict::Unreadable(why)
        }
        Err(stop) => return Err(stop),
    };
    Ok(Marked { file, verdict })
}

impl Marked {
    fn mark(&self) -> Mark {
        match &self.verdict {
            FileVerdict::Unreadable(_) => Mark::Unreadable,
            FileVerdict::Read(all) if all.iter().all(Checked::is_valid) => Mark::Valid,
            FileVerdict::Read(_) => Mark::Invalid,
        }
    }

    /// Returns the first invalid tour, or the first tour.
    fn deciding(all: &[Checked]) -> Option<&Checked> {
        all.iter().find(|checked| !checked.is_valid()).or(all.first())
    }

    /// Returns the first defect of the first invalid tour.
    fn reason(&self) -> String {
        match &self.verdict {
            FileVerdict::Unreadable(why) => why.clone(),
            FileVerdict::Read(all) => all
                .iter()
                .find(|checked| !checked.is_valid())
                .and_then(|checked| {
                    let (missing, others, _) = split(checked);
                    others.into_iter().next().or_else(|| {
                        let names = missing.iter().map(|&at| checked.problem.board().name(at));
                        let all = missing.len() as u64;
                        let names = caracole::text::list_names(names, all, "and", "squares");
                        (all > 0).then(|| format!("missing: {names}"))
                    })
                })
                .unwrap_or_default(),
        }
    }

    fn line(&self) -> String {
        let (file, reason) = (&self.file, self.reason());
        match &self.verdict {
            FileVerdict::Unreadable(why) => format!("{file}: cannot be read: {why}\n"),
            FileVerdict::Read(all) => {
                let verdict = Self::deciding(all).map(line).unwrap_or_default();
                let reason = match reason.as_str() {
                    "" => String::new(),
                    reason if verdict.contains(reason) => String::new(),
                    reason => format!(": {reason}"),
                };
                let several = match all.len() {
                    1 => String::new(),
                    count => {
                        let valid = all.iter().filter(|checked| checked.is_valid()).count();
                        format!(" ({valid} of {count} tours valid)")
                    }
                };
                format!("{file}: {verdict}{reason}{several}\n")
            }
        }
    }

    /// Returns the row of a mark book.
    fn csv(&self) -> String {
        let (mut board, mut kind, mut tours, mut defects) = Default::default();
        if let FileVerdict::Read(all) = &self.verdict {
            tours = all.len().to_string();
            if let Some(checked) = Self::deciding(all) {
                board = checked.problem.board().to_string();
                kind = checked.kind();
                defects = split(checked).2.to_string();
            }
        }
        let fields: [&str; 7] =
            [&self.file, self.mark().name(), &board, kind, &tours, &defects, &self.reason()];
        format!("{}\n", fields.map(csv_field).join(","))
    }

    fn json(&self) -> Map<String, Value> {
        let mut object = Map::new();
        object.insert("file".into(), self.file.clone().into());
        object.insert("verdict".into(), self.mark().name().into());
        match &self.verdict {
            FileVerdict::Unreadable(why) => {
                object.insert("error".into(), why.clone().into());
            }
            FileVerdict::Read(all) => {
                let tours = all.iter().map(|checked| {
                    let mut tour = checked.json();
                    tour.retain(|field, _| {
                        !["schema", "version", "facts"].contains(&field.as_str())
                    });
                    Value::from(tour)
                });
                object.insert("tours".into(), tours.collect());
            }
        }
        object
    }
}

/// Returns a field of comma-separated values, in quotes if necessary. A field that a spreadsheet would
/// take for a formula begins with a quote.
fn csv_field(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    if text.contains([',', '"']) || !guard.is_empty() {
        return format!("\"{guard}{}\"", text.replace('"', "\"\""));
    }
    text
}
