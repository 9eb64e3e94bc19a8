//! Words that people type for commands and flags.
//!
//! One table for each kind: words that mean a command or a flag become hidden aliases, and words that have
//! no single meaning are answered with what to type instead.

use clap::Command;

/// Words for commands, with the command that they run.
pub(crate) const COMMANDS: [(&str, &str); 33] = [
    ("find", "solve"),
    ("generate", "solve"),
    ("path", "solve"),
    ("run", "solve"),
    ("search", "solve"),
    ("tour", "solve"),
    ("mark", "check"),
    ("test", "check"),
    ("validate", "check"),
    ("verify", "check"),
    ("verify-proof", "check-proof"),
    ("number", "count"),
    ("all", "list"),
    ("enumerate", "list"),
    ("index", "rank"),
    ("nth", "unrank"),
    ("bench", "compare"),
    ("benchmark", "compare"),
    ("race", "compare"),
    ("picture", "draw"),
    ("plot", "draw"),
    ("print", "draw"),
    ("render", "draw"),
    ("show", "draw"),
    ("view", "draw"),
    ("animate", "watch"),
    ("demo", "watch"),
    ("visualize", "watch"),
    ("game", "play"),
    ("export", "convert"),
    ("server", "serve"),
    ("web", "serve"),
    ("puzzles", "puzzle"),
];

/// Words for flags, with the flag that they mean in every command that has it.
pub(crate) const FLAGS: [(&str, &str); 33] = [
    ("begin", "from"),
    ("source", "from"),
    ("start", "from"),
    ("starting-square", "from"),
    ("end", "to"),
    ("finish", "to"),
    ("goal", "to"),
    ("target", "to"),
    ("circuit", "closed"),
    ("cycle", "closed"),
    ("re-entrant", "closed"),
    ("require", "use"),
    ("forbid", "avoid"),
    ("algo", "method"),
    ("algorithm", "method"),
    ("solver", "method"),
    ("strategy", "method"),
    ("algorithms", "methods"),
    ("move-order", "order"),
    ("tie-break", "tie"),
    ("random-seed", "seed"),
    ("max-time", "timeout"),
    ("time", "timeout"),
    ("time-limit", "timeout"),
    ("mem", "memory"),
    ("jobs", "threads"),
    ("cores", "threads"),
    ("out", "output"),
    ("out-file", "output"),
    ("save", "output"),
    ("colour", "color"),
    ("delay", "pause"),
    ("silent", "quiet"),
];

/// Words that are answered as commands.
pub(crate) const COMMAND_ANSWERS: [(&str, &str); 12] = [
    ("closed", "write `caracole solve 8x8 --closed`"),
    ("open", "write `caracole solve 8x8`, or with --open for ends that are not a move apart"),
    ("knight", "write `caracole solve 8x8`"),
    ("longest-path", "write `caracole longest 4x4`"),
    ("hint", "the coach of `caracole play` helps; `caracole puzzle solve` solves a puzzle"),
    (
        "random",
        "`caracole sample` draws a tour uniformly at random, `caracole solve 8x8 --from random` starts \
         on a random square",
    ),
    ("exists", "`caracole solve` answers it for a board, `caracole starts` for each start"),
    (
        "prove",
        "`caracole solve` proves that a tour is impossible, `caracole check-proof` checks it",
    ),
    ("menu", "`caracole` without a command starts the menu"),
    ("tui", "`caracole` without a command starts the menu"),
    ("gif", "write `caracole solve 8x8 -o tour.gif`"),
    ("version", "write `caracole --version`"),
];

/// Words that are answered as flags in commands that do not have them.
pub(crate) const FLAG_ANSWERS: [(&str, Answer); 24] = [
    ("board", Answer::Board),
    ("dimension", Answer::Board),
    ("height", Answer::Board),
    ("n", Answer::Board),
    ("rows", Answer::Board),
    ("size", Answer::Board),
    ("width", Answer::Board),
    ("file", Answer::File),
    ("in", Answer::File),
    ("input", Answer::File),
    ("limit", Answer::Flags(&[("timeout", "the time"), ("max-steps", "the steps")])),
    ("random", Answer::Flags(&[("seed random", "the seed"), ("from random", "the start")])),
    ("ants", Answer::Method),
    ("backtracking", Answer::Method),
    ("brute-force", Answer::Method),
    ("exact", Answer::Method),
    ("naive", Answer::Method),
    ("neural", Answer::Method),
    ("warnsdorff", Answer::Method),
    ("gif", Answer::Picture),
    ("pdf", Answer::Picture),
    ("png", Answer::Picture),
    ("svg", Answer::Picture),
    ("csv", Answer::Format),
];

/// How a flag that does not exist is answered, if the command has what the answer names.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer {
    /// The board is a word without a flag.
    Board,
    /// The file is a word without a flag.
    File,
    /// Other flags, with what each one sets.
    Flags(&'static [(&'static str, &'static str)]),
    /// The word is the name of a method.
    Method,
    /// The word is the extension of a picture file.
    Picture,
    /// The word is a format.
    Format,
}

/// Adds the words of [`COMMANDS`] and [`FLAGS`] to the commands, as hidden aliases.
pub(crate) fn add_to(command: Command) -> Command {
    let command = command.mut_subcommands(|below| {
        let name = below.get_name().to_owned();
        let words = COMMANDS.into_iter().filter(|(_, meant)| *meant == name);
        below.aliases(words.map(|(word, _)| word))
    });
    add_flags(command)
}

/// Adds the words for flags to a command and to the commands below it.
fn add_flags(command: Command) -> Command {
    let own: Vec<String> =
        command.get_arguments().filter_map(|arg| arg.get_long().map(str::to_owned)).collect();
    let command = command.mut_args(|arg| {
        let Some(flag) = arg.get_long() else { return arg };
        let words = FLAGS
            .into_iter()
            .filter(|(word, meant)| *meant == flag && !own.iter().any(|own| own == word));
        let words: Vec<&str> = words.map(|(word, _)| word).collect();
        arg.aliases(words)
    });
    command.mut_subcommands(add_flags)
}

/// Returns the answer to a word that is not a command.
pub(crate) fn answer_to_command(word: &str) -> Option<String> {
    let is_board = || word.parse::<caracole::Board>().is_ok();
    let is_method = || word.parse::<caracole::Method>().is_ok();
    let known = COMMAND_ANSWERS.iter().find(|(name, _)| *name == word);
    let answer = match known {
        Some((_, answer)) => (*answer).to_owned(),
        None if is_board() => format!("write `caracole solve {word}`"),
        None if is_method() => format!("write `caracole solve 8x8 --method {word}`"),
        None => return None,
    };
    Some(format!("there is no command '{word}': {answer}"))
}

/// Returns what to type instead of a flag that the command, with the given path, does not have.
pub(crate) fn answer_to_flag(word: &str, command: &Command, path: &str) -> Option<String> {
    let name = word.trim_start_matches('-');
    let (_, answer) = FLAG_ANSWERS.into_iter().find(|(flag, _)| *flag == name)?;
    let has = |flag: &str| command.get_arguments().any(|arg| arg.get_long() == Some(flag));
    let takes = |value: &str| {
        let mut positional = command.get_positionals();
        positional.any(|arg| arg.get_value_names().is_some_and(|names| names[0] == value))
    };
    match answer {
        Answer::Board if takes("BOARD") => {
            Some(format!("the board needs no flag: write `{path} 8x8`"))
        }
        Answer::File if takes("FILE") => {
            Some(format!("the file needs no flag: write `{path} tour.txt`"))
        }
        Answer::File if has("output") => Some("did you mean --output?".to_owned()),
        Answer::Flags(flags) => {
            let has = |flag: &str| has(flag.split(' ').next().unwrap_or(flag));
            let flags: Vec<String> = flags
                .iter()
                .filter(|(flag, _)| has(flag))
                .map(|(flag, what)| format!("--{flag} sets {what}"))
                .collect();
            (!flags.is_empty()).then(|| flags.join(", "))
        }
        Answer::Method if has("method") => Some(format!("did you mean --method {name}?")),
        Answer::Method if has("methods") => Some(format!("did you mean --methods {name}?")),
        Answer::Picture if has("output") => Some(format!("did you mean -o tour.{name}?")),
        Answer::Format if has("format") => Some(format!("did you mean --format {name}?")),
        _ => None,
    }
}
