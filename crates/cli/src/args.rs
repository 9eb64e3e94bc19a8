//! The command line: commands, global options, and arguments that many commands share.

mod compare;
pub(crate) mod values;

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use caracole::Piece;
use caracole::board::Leaper;
use caracole::formats::{Format, WriteOptions};
use clap::{Args, FromArgMatches, Parser, ValueEnum, ValueHint};
use values::base;

use crate::commands::Command;
use crate::commands::puzzle::{PuzzleArgs, PuzzleCommand};
use crate::failure::Failure;
use crate::memory;
use crate::output::Output;
use crate::tour_format::TourFormat;
use crate::usage;

pub(crate) use compare::CompareArgs;
pub(crate) use values::{DurationArg, Seed, SizeArg};

/// Finds, proves impossible, counts, checks, draws and teaches knight's tours.
#[derive(Debug, Parser)]
#[command(
    name = "caracole",
    version,
    max_term_width = 100,
    before_long_help = "Examples:
  caracole solve 8x8                       a tour of the chessboard
  caracole solve 8x8 --closed --from e4    a closed tour from e4
  caracole solve 6x5 --from b3 --to c4     impossible, with the reason
  caracole check homework.txt              check a tour from a file
  caracole count 6x6 --closed              the number of closed tours
  caracole draw tour.txt -o tour.svg       a picture
  caracole watch 8x8                       a method step by step
  caracole serve                           the web page
  caracole starts 7x3                      the start squares of all tours
  caracole locate 9999x9999 --step 12345    one step of a vast tour",
    after_help = "Exit codes: 0 found, valid or counted, 1 impossible or invalid, 2 bad usage or input, \
                  3 unknown, 130 Ctrl-C."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) global: GlobalOptions,
}

/// Parses the command line.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let matches = with_hyphens(usage::command()).try_get_matches()?;
    Cli::from_arg_matches(&matches)
}

/// Lets values begin with a hyphen, so that their parsers report what is wrong with a value such as `-5`. Names of
/// files and names from a table never begin with one.
fn with_hyphens(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let is_free = arg.get_action().takes_values()
            && arg.get_long().is_some()
            && arg.get_value_hint() == ValueHint::Unknown
            && arg.get_value_parser().possible_values().is_none();
        if is_free { arg.allow_hyphen_values(true) } else { arg }
    });
    command.mut_subcommands(with_hyphens)
}

/// The options of every command.
#[derive(Debug, Args)]
pub(crate) struct GlobalOptions {
    /// Print only the answer
    #[arg(short, long, global = true, help_heading = "Global options", hide_short_help = true)]
    pub(crate) quiet: bool,
    /// Print details
    #[arg(short, long, global = true, help_heading = "Global options", hide_short_help = true)]
    pub(crate) verbose: bool,
    /// Colour the output
    #[arg(
        long,
        global = true,
        value_name = "COLOR",
        default_value = "auto",
        help_heading = "Global options",
        hide_short_help = true
    )]
    pub(crate) color: Color,
}

impl Cli {
    /// Gives the seed of the command to a random start, `--from random`.
    pub(crate) fn prepare_random_start(&mut self) {
        let (ends, seed) = match &mut self.command {
            Some(Command::Solve(args)) => (&mut args.problem.rules.ends, &mut args.seed),
            Some(Command::Watch(args)) => (&mut args.rules.ends, &mut args.seed),
            Some(Command::Sample(args)) => (&mut args.counted.problem.rules.ends, &mut args.seed),
            Some(Command::Locate(args)) => (&mut args.ends, &mut args.seed),
            Some(Command::Compare(args)) => (&mut args.rules.ends, &mut args.seed),
            Some(Command::Puzzle(PuzzleArgs { command: PuzzleCommand::Make(args) })) => {
                (&mut args.ends, &mut args.seed)
            }
            _ => return,
        };
        if ends.has_random_start() {
            ends.start_seed = seed.draw();
            seed.draws_start = true;
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Applies the choice to the whole program.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => {}
            Self::Always => anstream::ColorChoice::Always.write_global(),
            Self::Never => anstream::ColorChoice::Never.write_global(),
        }
    }

    /// Returns the choice on a command line that has another error.
    pub(crate) fn of_words(words: &[String]) -> Self {
        let typed =
            words.iter().enumerate().find_map(|(at, word)| match word.strip_prefix("--color")? {
                "" => words.get(at + 1).map(String::as_str),
                value => value.strip_prefix('='),
            });
        typed.and_then(|value| Self::from_str(value, false).ok()).unwrap_or(Self::Auto)
    }
}

impl GlobalOptions {
    /// Prints a line on standard error with `--verbose`.
    pub(crate) fn detail(&self, line: impl std::fmt::Display) {
        if self.verbose {
            self.remark(line);
        }
    }

    /// Prints a line on standard error, unless `--quiet` is given.
    pub(crate) fn remark(&self, line: impl std::fmt::Display) {
        use std::io::Write;
        if !self.quiet {
            // An error means that standard error is closed.
            let _ = writeln!(anstream::stderr(), "{line}");
        }
    }
}

/// The help text of BOARD.
pub(crate) const BOARD: &str =
    "Such as 8x8, 8x8-a1,h8, @shape.txt, torus:6x6, box:4x4x4, @graph.hcp";

/// The piece, if it is not the knight. The options add up: the piece may choose any of their moves.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct PieceArgs {
    /// A leaper instead of the knight, such as 2,3; or several
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, hide_short_help = true)]
    leaper: Vec<String>,
    /// A piece such as king, or a leaper such as 2,3
    ///
    /// Names: knight, wazir, ferz, king, dabbaba, alfil, threeleaper, camel, zebra, tripper, fourleaper, giraffe,
    /// stag, antelope, commuter, fiveleaper, ibis, curassow, flamingo, alibaba, gnu, okapi, bison, squirrel,
    /// centaur, carpenter, kangaroo, phoenix, kirin, root-50-leaper, root-65-leaper; or several, such as
    /// wazir+camel.
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    piece: Vec<String>,
    /// Single moves as files and ranks, such as "1,2;-1,2"
    ///
    /// A move has no direction: 1,2 and -1,-2 are the same move. The list need not be symmetric. A list with
    /// all moves of a leaper is that leaper.
    #[arg(long, value_name = "DX,DY;…", allow_hyphen_values = true, hide_short_help = true)]
    moves: Vec<String>,
}

impl PieceArgs {
    /// Returns the piece, if an option states it.
    pub(crate) fn stated(&self) -> Result<Option<Piece>, Failure> {
        let leaper = |text: &String| {
            let leaper: Result<Leaper, _> = text.parse();
            leaper.map(Piece::from).map_err(|error| Failure::of("--leaper", error))
        };
        let piece = |text: &String| text.parse().map_err(|error| Failure::of("--piece", error));
        let moves =
            |text: &String| Piece::parse_moves(text).map_err(|error| Failure::of("--moves", error));
        let leapers = self.leaper.iter().map(leaper);
        let all = leapers.chain(self.piece.iter().map(piece)).chain(self.moves.iter().map(moves));
        let all = all.collect::<Result<Vec<Piece>, Failure>>()?;
        Ok(all.into_iter().reduce(|one, other| one.union(&other)))
    }

    /// Returns the piece; the default is the knight.
    pub(crate) fn piece(&self) -> Result<Piece, Failure> {
        Ok(self.stated()?.unwrap_or_default())
    }

    /// Returns the first of the options that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let options =
            [("--leaper", &self.leaper), ("--piece", &self.piece), ("--moves", &self.moves)];
        options.into_iter().find(|(_, values)| !values.is_empty()).map(|(option, _)| option)
    }
}

/// The random seed.
#[derive(Debug, Args)]
pub(crate) struct SeedArgs {
    /// Random seed: a number, or `random` [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<Seed>,
    /// The number that was drawn for `random`.
    #[arg(skip)]
    drawn: OnceCell<u64>,
    /// True if the start of the tour depends on the seed.
    #[arg(skip)]
    pub(crate) draws_start: bool,
}

impl SeedArgs {
    /// Returns the seed, drawn at the first call for `random`.
    pub(crate) fn draw(&self) -> u64 {
        *self.drawn.get_or_init(|| self.seed.map_or(0, Seed::draw))
    }

    /// Returns true if a seed is given that only the method can use.
    pub(crate) const fn is_for_method(&self) -> bool {
        self.seed.is_some() && !self.draws_start
    }

    /// Prints a seed that was drawn, so that the result can be repeated.
    pub(crate) fn print_drawn(&self, drawn: u64, global: &GlobalOptions) {
        if self.seed == Some(Seed::Random) {
            global.remark(format_args!("seed {drawn}"));
        }
    }
}

/// The time limit.
#[derive(Debug, Args)]
pub(crate) struct TimeoutArgs {
    /// Time limit: 500ms, 10s, 5m, 1h
    ///
    /// It covers the work until the answer is checked, and not the output.
    #[arg(long, value_name = "TIME")]
    pub(crate) timeout: Option<DurationArg>,
}

/// The memory limit of a search.
#[derive(Debug, Args)]
pub(crate) struct MemoryArgs {
    /// Memory limit: 512M, 8G
    #[arg(long, value_name = "SIZE")]
    memory: Option<SizeArg>,
}

impl MemoryArgs {
    /// Returns the limit in bytes, by default the free memory.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.memory.map(|bytes| bytes.0).or_else(memory::free)
    }
}

/// The number of the first step.
#[derive(Debug, Args)]
pub(crate) struct BaseArgs {
    /// Number of the first step in a grid, in CSV or in coordinates: 0 or 1 [default: 1]
    #[arg(long, value_name = "N", value_parser = base, hide_short_help = true)]
    base: Option<u8>,
}

impl BaseArgs {
    /// Returns true if a base is given.
    pub(crate) const fn is_given(&self) -> bool {
        self.base.is_some()
    }

    /// Returns the write options of a format. Formats that do not number the steps refuse `--base`.
    pub(crate) fn options(&self, form: TourFormat) -> Result<WriteOptions, Failure> {
        let usual = WriteOptions::default();
        let Some(base) = self.base else { return Ok(usual) };
        if !matches!(form, TourFormat::Format(Format::Grid | Format::Csv | Format::Coordinates)) {
            let why =
                format!("goes with grid, csv and coordinates; {form} does not number the steps");
            return Err(Failure::of("--base", why));
        }
        Ok(WriteOptions { base, ..usual })
    }
}

/// The output of a report, in words or as JSON.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ReportArgs {
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl ReportArgs {
    /// Returns true for JSON, by `--json` or by the file extension.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.path().and_then(Format::from_extension) == Some(Format::Json)
    }

    /// Opens the file or standard output.
    pub(crate) fn open(&self) -> Result<Output, Failure> {
        let output = Output::open(self.path())?;
        // Colours depend on standard output, and this report goes elsewhere.
        if !output.is_standard() {
            anstream::ColorChoice::Never.write_global();
        }
        Ok(output)
    }

    fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use clap::{Command, CommandFactory};

    use super::*;

    /// Adds the flags of a command and of its subcommands, as `puzzle make --clues`, and whether they are
    /// hidden.
    fn add_flags(command: &Command, path: &str, flags: &mut BTreeMap<String, bool>) {
        // Each command has these two, and they end the program before it begins.
        const WITHOUT_AN_EFFECT: [&str; 2] = ["help", "version"];
        let below = || command.get_subcommands().filter(|command| command.get_name() != "help");
        // A command with subcommands does nothing by itself, except the program.
        if path.is_empty() || below().next().is_none() {
            let names = command
                .get_arguments()
                .filter_map(|arg| Some((arg.get_long()?, arg.is_hide_set())));
            let names = names.filter(|(name, _)| !WITHOUT_AN_EFFECT.contains(name));
            flags.extend(names.map(|(name, is_hidden)| (format!("{path} --{name}"), is_hidden)));
        }
        for command in below() {
            let path = format!("{path} {}", command.get_name());
            add_flags(command, path.trim_start(), flags);
        }
    }

    /// `tests/cli/flag_effects.rs` runs the rows of this table.
    #[test]
    fn the_table_of_effects_lists_every_flag() {
        let mut command = Cli::command();
        command.build();
        let mut flags = BTreeMap::new();
        add_flags(&command, "", &mut flags);
        assert!(flags.len() > 300, "only {} flags were found", flags.len());
        let table = include_str!("../../../data/flag-effects.tsv");
        let rows = table.lines().filter(|line| !line.starts_with('#'));
        let rows = rows.map(|line| line.split('\t').collect::<Vec<_>>());
        let rows: BTreeSet<(String, bool)> =
            rows.map(|row| (format!("{} {}", row[0], row[1]), row[2] == "refused")).collect();
        // A flag that is always refused is not in the help.
        let has_row = |(name, is_hidden): (&String, &bool)| {
            rows.contains(&(name.clone(), false))
                || *is_hidden && rows.contains(&(name.clone(), true))
        };
        let missing: Vec<_> = flags.iter().filter(|flag| !has_row(*flag)).collect();
        assert!(missing.is_empty(), "flags without a row: {missing:?}");
        let unknown: Vec<_> = rows.iter().filter(|row| !flags.contains_key(&row.0)).collect();
        assert!(unknown.is_empty(), "rows of flags that do not exist: {unknown:?}");
    }
}
