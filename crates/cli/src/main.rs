//! The `caracole` command.
//!
//! `args` says what can be typed, `commands` does it, `failure` says what went wrong, and this
//! file turns both into an exit code.

mod args;
mod commands;
mod counting;
mod failure;
mod form;
mod input;
mod interrupt;
mod memory;
mod meter;
mod output;
mod paint;
mod problem;
mod progress;
mod tours;
mod trace;
mod watchdog;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    // Time limits count from here.
    watchdog::started();
    caracole::memory::enable();
    // Processes of `compare` are no command for people, so neither help, completions nor the
    // manual know of it. They have nothing to tidy up when a signal comes, and the thread that
    // waits for signals would ask for memory while memory is measured.
    if std::env::args_os().skip(1).eq(["bout"]) {
        return commands::compare::worker::run()
            .map_or_else(|failure| failure.tell().into(), ExitCode::from);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return args::report(&error),
    };
    cli.manners.apply();
    interrupt::install();
    let code = match run(&cli) {
        Ok(exit) => exit.code(),
        Err(failure) => failure.tell(),
    };
    // What is left in memory is not freed piece by piece.
    std::process::exit(code.into())
}

fn run(cli: &Cli) -> Result<Exit, Failure> {
    let manners = &cli.manners;
    match &cli.command {
        None if commands::terminal::is_there() => commands::terminal::app(),
        None => commands::welcome::run(),
        Some(Command::Solve(args)) => commands::solve::run(args, manners),
        Some(Command::Check(args)) => commands::check::run(args, manners),
        Some(Command::CheckProof(args)) => commands::check_proof::run(args, manners),
        Some(Command::Count(args)) => commands::count::run(args, manners),
        Some(Command::List(args)) => commands::list::run(args, manners),
        Some(Command::Sample(args)) => commands::sample::run(args, manners),
        Some(Command::Rank(args)) => commands::rank::run(args, manners),
        Some(Command::Unrank(args)) => commands::unrank::run(args, manners),
        Some(Command::Starts(args)) => commands::starts::run(args, manners),
        Some(Command::Locate(args)) => commands::locate::run(args, manners),
        Some(Command::Longest(args)) => commands::longest::run(args, manners),
        Some(Command::Compare(args)) => commands::compare::run(args, manners),
        Some(Command::Puzzle(args)) => commands::puzzle::run(args, manners),
        Some(Command::Draw(args)) => commands::draw::run(args, manners),
        Some(Command::Watch(args)) => commands::terminal::watch(args, manners),
        Some(Command::Play(args)) => commands::terminal::play(args),
        Some(Command::Serve(args)) => commands::serve::run(args, manners),
        Some(Command::Graph(args)) => commands::graph::run(args),
        Some(Command::Convert(args)) => commands::convert::run(args, manners),
        Some(Command::Completions(args)) => commands::generated::completions(args),
        Some(Command::Man(args)) => commands::generated::man(args),
    }
}

/// How a command ended, where it did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Found, or valid, or done.
    Yes,
    /// Impossible, or invalid.
    No,
    /// Nobody knows.
    Unknown,
    /// Ctrl-C.
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
