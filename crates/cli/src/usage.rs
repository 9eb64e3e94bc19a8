//! Messages about invalid command lines, one line each.

use std::error::Error as _;
use std::io::Write as _;
use std::process::ExitCode;

use caracole::text::{UnknownName, closest_name, shorten};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

use crate::args::{Cli, Color};
use crate::{failure, help, synonyms};

/// Returns the command line, with the words that people type, and the layout of its help.
pub(crate) fn command() -> Command {
    help::arrange(synonyms::add_to(Cli::command()))
}

/// Prints help and version, and any error as one line.
pub(crate) fn report(error: &clap::Error) -> ExitCode {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.collect();
    if error.kind() == ErrorKind::DisplayHelp && asks_for_short_help(&words) {
        let context = CommandContext::of(&words);
        // A closed pipe is success.
        let _ = write!(std::io::stdout(), "{}", help::short(&context.command, &context.path));
        return ExitCode::SUCCESS;
    }
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        // A closed pipe is success.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    Color::of_words(&words).apply();
    let context = CommandContext::of(&words);
    failure::print_error(&context.line(error).unwrap_or_else(|| plain(error)));
    ExitCode::from(2)
}

/// Returns true for `-h`, also among other short flags, and without `--help`.
fn asks_for_short_help(words: &[String]) -> bool {
    let is_short = |word: &String| {
        word.strip_prefix('-').is_some_and(|flags| !flags.starts_with('-') && flags.contains('h'))
    };
    let before_help = words.iter().position(|word| word == "--help" || word == "help");
    words[..before_help.unwrap_or(words.len())].iter().any(is_short)
}

/// The command that contains an error.
struct CommandContext {
    command: Command,
    /// The full command, such as `caracole puzzle make`.
    path: String,
}

impl CommandContext {
    fn of(words: &[String]) -> Self {
        let mut command = self::command();
        command.build();
        let mut context = Self { path: command.get_name().to_owned(), command };
        // The value of --color is not a command.
        let is_value = |at: usize| at > 0 && words[at - 1] == "--color";
        let words = words.iter().enumerate();
        for (_, word) in words.filter(|&(at, word)| !word.starts_with('-') && !is_value(at)) {
            match context.command.find_subcommand(word).cloned() {
                // `help solve` is about solve.
                Some(command) if word == "help" => drop(command),
                Some(command) => {
                    context.path = format!("{} {}", context.path, command.get_name());
                    context.command = command;
                }
                None => break,
            }
        }
        context
    }

    /// Returns the advice to read the help of the command.
    fn see(&self) -> String {
        format!("see {} --help", self.path)
    }

    /// Returns a line about the command. The caller adds `caracole`.
    fn about(&self, what: &str) -> String {
        match self.path.split_once(' ') {
            Some((_, command)) => format!("{command}: {what}"),
            None => what.to_owned(),
        }
    }

    /// Returns a message about an error, with advice.
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
                    UnknownName::new(&value_name(&arg), &value, known)
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

    /// Returns the message about an unknown command.
    fn unknown_command(&self, word: &str) -> String {
        let known = || UnknownName::new("command", word, self.commands()).to_string();
        let is_top = !self.path.contains(' ');
        let answer = if is_top { synonyms::answer_to_command(word) } else { None };
        answer.unwrap_or_else(known)
    }

    /// Returns the message about an unexpected option or argument.
    fn unknown_word(&self, word: &str) -> String {
        let see = self.see();
        if !word.starts_with('-') {
            return self.about(&format!("'{}' is a word too many: {see}", shorten(word)));
        }
        if let Some(answer) = synonyms::answer_to_flag(word, &self.command, &self.path) {
            return self.about(&format!("there is no flag {word}: {answer}"));
        }
        let flags = self.command.get_arguments().filter_map(clap::Arg::get_long);
        let near = closest_name(word.trim_start_matches('-'), flags);
        let near = near.filter(|_| word.starts_with("--"));
        let advice = near.map_or(see, |near| format!("did you mean --{near}?"));
        self.about(&format!("there is no flag {}: {advice}", shorten(word)))
    }
}

/// Returns a command by its name.
pub(crate) fn command_named(words: &[String]) -> Result<Command, String> {
    let context = CommandContext::of(words);
    let depth = context.path.split(' ').count() - 1;
    match words.get(depth) {
        None => Ok(context.command),
        Some(word) if context.command.has_subcommands() => Err(context.unknown_command(word)),
        Some(word) => Err(context.unknown_word(word)),
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

/// Returns the name of the value of an option: `--method <METHOD>` takes a method.
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

/// Returns clap's message without its usage, in one line.
fn plain(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let parts = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let parts: Vec<&str> = parts.map(|part| part.strip_prefix("error: ").unwrap_or(part)).collect();
    let line: String = parts.join("; ").chars().take(240).collect();
    format!("{line}; see --help")
}
