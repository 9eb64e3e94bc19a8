//! Help: commands grouped by purpose, and a short help of one screen for every command.

use std::fmt::Write as _;

use clap::builder::PossibleValue;
use clap::{Arg, Command};

/// The commands by purpose.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Find tours", &["solve", "batch", "locate", "starts", "longest"]),
    ("Check", &["check", "check-proof"]),
    ("Count and list", &["count", "list", "sample", "rank", "unrank"]),
    ("Watch, play and compare", &["watch", "play", "puzzle", "compare"]),
    ("Draw and convert", &["draw", "convert", "graph"]),
    ("Browser and shell", &["serve", "completions", "man"]),
];

/// The lines and columns of the short help.
const LINES: usize = 24;
const COLUMNS: usize = 80;

/// The flags that people use most. If a short help has no room for all flags, it shows these.
const COMMON: [&str; 23] = [
    "closed", "open", "from", "to", "method", "tie", "seed", "timeout", "board", "limit", "number",
    "sizes", "methods", "clues", "grade", "pause", "style", "format", "output", "json", "csv",
    "step", "square",
];

/// Sets the layout of the help: descriptions before examples, and commands by purpose.
pub(crate) fn arrange(command: Command) -> Command {
    let mut commands = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(commands, "{title}:");
        for name in names {
            let about = command.find_subcommand(name).map(about).unwrap_or_default();
            let _ = writeln!(commands, "  {name:<12} {about}");
        }
        commands.push('\n');
    }
    let template = format!(
        "{{about}}\n\n{{before-help}}{{usage-heading}} {{usage}}\n\n{commands}Global \
         options:\n{{options}}{{after-help}}"
    );
    command.help_template(template).mut_subcommands(arrange_below)
}

fn arrange_below(command: Command) -> Command {
    let command = command.mut_subcommands(arrange_below);
    command.help_template(
        "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}",
    )
}

/// Returns the description of a command in a line.
fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// Returns the help of one screen: the usage, and the flags that people use.
pub(crate) fn short(command: &Command, path: &str) -> String {
    let mut command = command.clone();
    let mut lines = vec![about(&command), String::new()];
    let usage = command.render_usage().to_string();
    lines.extend(usage.lines().map(str::to_owned));
    lines.push(String::new());
    let is_program = !path.contains(' ');
    if is_program {
        for (title, names) in GROUPS {
            lines.push(format!("  {title:<25}{}", names.join(", ")));
        }
        lines.push(String::new());
        lines.push(format!("{path} COMMAND -h       the flags that people use"));
        lines.push(format!("{path} COMMAND --help   all flags, with examples"));
        return lines.join("\n") + "\n";
    }
    let end = format!("All flags and examples: {path} --help");
    let below: Vec<(String, String)> = command
        .get_subcommands()
        .filter(|below| below.get_name() != "help" && !below.is_hide_set())
        .map(|below| (below.get_name().to_owned(), about(below)))
        .collect();
    if !below.is_empty() {
        lines.push("Commands:".to_owned());
        lines.extend(below.iter().map(|(name, about)| format!("  {name:<12} {about}")));
    }
    let room = LINES - lines.len() - 2;
    let shown: Vec<&Arg> = command.get_arguments().filter(|arg| is_shown(arg)).collect();
    let mut rows: Vec<(bool, String, Option<String>)> = Vec::new();
    for arg in shown {
        let is_common = arg.is_positional() || arg.get_long().is_some_and(is_common);
        rows.push((is_common, row(arg), values(arg)));
    }
    // Rare flags go first, from the last one on.
    while rows.len() > room {
        let rare = rows.iter().rposition(|(is_common, ..)| !is_common);
        rows.remove(rare.unwrap_or(rows.len() - 1));
    }
    let mut spare = room - rows.len();
    for (_, row, values) in rows {
        lines.push(row);
        if let Some(values) = values.filter(|_| spare > 0) {
            spare -= 1;
            lines.push(values);
        }
    }
    lines.push(String::new());
    lines.push(end);
    lines.join("\n") + "\n"
}

fn is_common(flag: &str) -> bool {
    COMMON.contains(&flag)
}

fn is_shown(arg: &Arg) -> bool {
    let is_rare = arg.is_hide_set() || arg.is_hide_short_help_set();
    !is_rare && !arg.is_global_set() && !matches!(arg.get_id().as_str(), "help" | "version")
}

/// Returns the line of the values of an argument, if they fit.
fn values(arg: &Arg) -> Option<String> {
    let values = arg.get_possible_values();
    let names: Vec<&str> =
        values.iter().filter(|value| !value.is_hide_set()).map(PossibleValue::get_name).collect();
    let line = format!("{:27}{}", "", names.join(", "));
    let is_flag = names.is_empty() || arg.is_hide_possible_values_set();
    (!is_flag && line.chars().count() <= COLUMNS).then_some(line)
}

/// Returns the line of an argument, cut at a word if it is too long.
fn row(arg: &Arg) -> String {
    const WIDTH: usize = 24;
    let value = arg.get_value_names().filter(|_| arg.get_action().takes_values());
    let value = value.map(|names| names.join(" ")).unwrap_or_default();
    let name = match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long} {value}"),
        (None, Some(long)) => format!("    --{long} {value}"),
        (Some(short), None) => format!("-{short} {value}"),
        (None, None) => value,
    };
    let about = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let about = about.lines().next().unwrap_or_default();
    let name = name.trim_end();
    let mut row = format!("  {name:<WIDTH$}");
    if name.chars().count() > WIDTH {
        row.push(' ');
    }
    for word in about.split(' ') {
        // A cut line ends with one more character.
        if row.chars().count() + 1 + word.chars().count() >= COLUMNS {
            row.push('…');
            break;
        }
        row.push(' ');
        row.push_str(word);
    }
    row
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn every_command_is_in_one_group() {
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let command = Cli::command();
        let all: BTreeSet<&str> = command.get_subcommands().map(Command::get_name).collect();
        assert_eq!(grouped.len(), all.len());
        assert_eq!(grouped.into_iter().collect::<BTreeSet<_>>(), all);
    }

    #[test]
    fn short_help_fits_a_screen() {
        fn check(command: &Command, path: &str) {
            let text = short(command, path);
            assert!(text.lines().count() <= LINES, "{path}:\n{text}");
            assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{path}:\n{text}");
            for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
                check(below, &format!("{path} {}", below.get_name()));
            }
        }
        let mut command = Cli::command();
        command.build();
        check(&command, "caracole");
    }
}
