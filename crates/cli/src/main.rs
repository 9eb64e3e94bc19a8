//! The `caracole` command.
//!
//! `args` defines the command line, `commands` contains a file for each command with its arguments,
//! `failure` contains the errors. This file turns outcomes and errors into exit codes.

mod args;
mod commands;
mod counting;
mod failure;
mod input;
mod interrupt;
mod memory;
mod method;
mod output;
mod problem;
mod progress;
mod tour_format;
mod tours;
mod usage;
mod watchdog;

use std::process::ExitCode;

use args::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    // Time limits count from here.
    watchdog::started();
    caracole::runtime::memory::enable();
    // The worker processes of `compare` are not a command for users, so neither help, completions nor
    // the manual list it. They have nothing to clean up after a signal, and the thread that
    // waits for signals would allocate while memory is measured.
    if std::env::args_os().skip(1).eq(["bout"]) {
        return commands::compare::worker::run()
            .map_or_else(|failure| failure.print().into(), ExitCode::from);
    }
    let cli = match args::parse() {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    cli.global.color.apply();
    interrupt::install();
    let code = match run(&cli) {
        Ok(exit) => exit.code(),
        Err(failure) => failure.print(),
    };
    let elapsed = watchdog::started().elapsed();
    cli.global.detail(format_args!("exit code {code} after {elapsed:.1?}"));
    // Ends the process without freeing its memory.
    std::process::exit(code.into())
}

fn run(cli: &Cli) -> Result<Exit, Failure> {
    let global = &cli.global;
    match &cli.command {
        None if commands::terminal::is_interactive() => commands::terminal::app(),
        None => commands::terminal::welcome(global),
        Some(Command::Solve(args)) => commands::solve::run(args, global),
        Some(Command::Check(args)) => commands::check::run(args, global),
        Some(Command::CheckProof(args)) => commands::check_proof::run(args, global),
        Some(Command::Count(args)) => commands::count::run(args, global),
        Some(Command::List(args)) => commands::list::run(args, global),
        Some(Command::Sample(args)) => commands::list::run_sample(args, global),
        Some(Command::Rank(args)) => commands::rank::run(args, global),
        Some(Command::Unrank(args)) => commands::rank::run_unrank(args, global),
        Some(Command::Starts(args)) => commands::starts::run(args, global),
        Some(Command::Locate(args)) => commands::locate::run(args, global),
        Some(Command::Longest(args)) => commands::longest::run(args, global),
        Some(Command::Compare(args)) => commands::compare::run(args, global),
        Some(Command::Puzzle(args)) => commands::puzzle::run(args, global),
        Some(Command::Draw(args)) => commands::draw::run(args, global),
        Some(Command::Watch(args)) => commands::terminal::watch(args, global),
        Some(Command::Play(args)) => commands::terminal::play(args),
        Some(Command::Serve(args)) => commands::serve::run(args, global),
        Some(Command::Graph(args)) => commands::graph::run(args),
        Some(Command::Convert(args)) => commands::convert::run(args, global),
        Some(Command::Completions(args)) => commands::generated::completions(args),
        Some(Command::Man(args)) => commands::generated::man(args),
    }
}

/// The result of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Found, valid or done.
    Yes,
    /// Impossible, or invalid.
    No,
    /// The answer is unknown.
    Unknown,
    /// The user pressed Ctrl-C.
    Interrupted,
}

impl Exit {
    const fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::Unknown => 3,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
