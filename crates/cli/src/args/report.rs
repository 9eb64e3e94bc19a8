//! Bad usage in one line, in our words.

use std::error::Error as _;
use std::process::ExitCode;

use caracole::{UnknownWord, nearest, shorten};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

use super::Cli;
use crate::failure;

/// Prints help and version as they are, and any mistake as one line.
pub(crate) fn report(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // A closed pipe is success.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let place = Place::of(&words.collect::<Vec<_>>());
    failure::tell(&place.line(error).unwrap_or_else(|| plain(error)));
    ExitCode::from(2)
}

/// The command in which something is wrong.
struct Place {
    command: Command,
    /// What is typed before it, such as `caracole puzzle make`.
    path: String,
}

impl Place {
    fn of(words: &[String]) -> Self {
        let mut command = Cli::command();
        command.build();
        let mut place = Self { path: command.get_name().to_owned(), command };
        // What follows --color is no command.
        let is_value = |at: usize| at > 0 && words[at - 1] == "--color";
        let words = words.iter().enumerate();
        for (_, word) in words.filter(|&(at, word)| !word.starts_with('-') && !is_value(at)) {
            match place.command.find_subcommand(word).cloned() {
                // `help solve` is about solve.
                Some(command) if word == "help" => drop(command),
                Some(command) => {
                    place.path = format!("{} {word}", place.path);
                    place.command = command;
                }
                None => break,
            }
        }
        place
    }

    /// What to look at.
    fn see(&self) -> String {
        format!("see {} --help", self.path)
    }

    /// A line about the command; `caracole` stands before every line by itself.
    fn about(&self, what: &str) -> String {
        match self.path.split_once(' ') {
            Some((_, command)) => format!("{command}: {what}"),
            None => what.to_owned(),
        }
    }

    /// What is wrong, and how to mend it.
    fn line(&self, error: &clap::Error) -> Option<String> {
        let text = |kind| error.get(kind).and_then(first);
        match error.kind() {
            ErrorKind::InvalidSubcommand => {
                Some(self.unknown_command(&text(ContextKind::InvalidSubcommand)?))
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
                Some(self.about(&format!("name a command: {}", self.commands().join(", "))))
            }
            ErrorKind::UnknownArgument => Some(self.unknown_word(&text(ContextKind::InvalidArg)?)),
            ErrorKind::MissingRequiredArgument => {
                let missing = strings(error.get(ContextKind::InvalidArg)?);
                let missing: Vec<String> = missing.iter().map(|arg| alternatives(arg)).collect();
                let are = if missing.len() == 1 { "is" } else { "are" };
                let missing = missing.join(" and ");
                Some(self.about(&format!("{missing} {are} missing: {}", self.see())))
            }
            ErrorKind::ArgumentConflict => {
                let (arg, prior) =
                    (text(ContextKind::InvalidArg)?, error.get(ContextKind::PriorArg)?);
                let (arg, prior) = (name(&arg), strings(prior));
                let prior: Vec<String> = prior.iter().map(|prior| name(prior)).collect();
                Some(if prior.contains(&arg) {
                    format!("{arg}: is given twice: give it once")
                } else {
                    format!("{arg}: does not go with {}: choose one", prior.join(" and "))
                })
            }
            ErrorKind::InvalidValue => {
                let (arg, value) =
                    (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
                if value.is_empty() {
                    return Some(format!("{}: needs a value: {}", name(&arg), self.see()));
                }
                let known = strings(error.get(ContextKind::ValidValue)?);
                let known = known.iter().map(String::as_str);
                Some(format!(
                    "{}: {}",
                    name(&arg),
                    UnknownWord::new(&value_name(&arg), &value, known)
                ))
            }
            ErrorKind::ValueValidation => {
                let (arg, value) =
                    (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
                let why = error.source()?.to_string();
                // Some reasons name by themselves what was typed.
                let is_named = why.starts_with('\'');
                let value = if is_named { String::new() } else { format!(" {}", shorten(&value)) };
                Some(format!("{}{value}: {why}", name(&arg)))
            }
            _ => None,
        }
    }

    fn commands(&self) -> Vec<&str> {
        self.command
            .get_subcommands()
            .map(Command::get_name)
            .filter(|&name| name != "help")
            .collect()
    }

    /// A word where a command should stand.
    fn unknown_command(&self, word: &str) -> String {
        UnknownWord::new("command", word, self.commands()).to_string()
    }

    /// A flag or another word that nobody expects.
    fn unknown_word(&self, word: &str) -> String {
        let see = self.see();
        if !word.starts_with('-') {
            return self.about(&format!("'{}' is a word too many: {see}", shorten(word)));
        }
        let flags = self.command.get_arguments().filter_map(clap::Arg::get_long);
        let near = nearest(word.trim_start_matches('-'), flags);
        let near = near.filter(|_| word.starts_with("--"));
        let advice = near.map_or(see, |near| format!("did you mean --{near}?"));
        self.about(&format!("there is no flag {}: {advice}", shorten(word)))
    }
}

/// The command of that name, or why there is none.
pub(crate) fn command_named(words: &[String]) -> Result<Command, String> {
    let place = Place::of(words);
    let depth = place.path.split(' ').count() - 1;
    match words.get(depth) {
        None => Ok(place.command),
        Some(word) if place.command.has_subcommands() => Err(place.unknown_command(word)),
        Some(word) => Err(place.unknown_word(word)),
    }
}

/// `--method <METHOD>` is `--method`, and `<BOARD>` is `BOARD`.
fn name(arg: &str) -> String {
    let end = arg.find([' ', '[', '=']).filter(|_| arg.starts_with('-'));
    let arg = &arg[..end.unwrap_or(arg.len())];
    arg.trim_matches(['<', '>', '[', ']', '.']).to_owned()
}

/// `<--step <K>|--square <SQ>>` is `--step or --square`.
fn alternatives(arg: &str) -> String {
    let group = arg.strip_prefix('<').and_then(|arg| arg.strip_suffix('>')).unwrap_or(arg);
    group.split('|').map(name).collect::<Vec<_>>().join(" or ")
}

/// What a value of a flag is called: `--method <METHOD>` takes a method.
fn value_name(arg: &str) -> String {
    let begin = arg.rfind('<').map_or(0, |at| at + 1);
    let end = arg[begin..].find(|c: char| !c.is_alphabetic()).map_or(arg.len(), |at| begin + at);
    arg[begin..end].to_lowercase()
}

fn strings(value: &ContextValue) -> Vec<String> {
    match value {
        ContextValue::String(one) => vec![one.clone()],
        ContextValue::Strings(all) => all.clone(),
        _ => Vec::new(),
    }
}

fn first(value: &ContextValue) -> Option<String> {
    strings(value).into_iter().next()
}

/// clap's message up to its usage, in one line.
fn plain(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let parts = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let parts: Vec<&str> = parts.map(|part| part.strip_prefix("error: ").unwrap_or(part)).collect();
    let line: String = parts.join("; ").chars().take(240).collect();
    format!("{line}; see --help")
}
