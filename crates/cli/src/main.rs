//! The `caracole` command.
//!
//! `args` defines the command line, `commands` contains a file for each command with its arguments,
//! `failure` contains the errors. This file turns outcomes and errors into exit codes.

mod args;
mod commands;
mod counting;
mod failure;
mod help;
mod input;
mod interrupt;
mod memory;
mod method;
mod output;
mod problem;
mod progress;
mod synonyms;
mod tour_format;
mod tours;
mod usage;
mod watchdog;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Time limits count from here.
    watchdog::started();
    caracole::runtime::memory::enable();
    // The worker processes of `compare` are not a command for users, so neither help, completions nor
    // the manual list it. They have nothing to clean up after a signal, and the thread that
    // waits for signals would allocate while memory is measured.
    if std::env::args_os().skip(1).eq(["trial-worker"]) {
        return commands::compare::worker::run()
            .map_or_else(|failure| failure.print().into(), ExitCode::from);
    }
    let mut cli = match args::parse() {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    cli.global.color.apply();
    cli.prepare_random_start();
    interrupt::install();
    let code = match commands::run(&cli) {
        Ok(exit) => exit.code(),
        Err(failure) => failure.print(),
    };
    let elapsed = watchdog::started().elapsed();
    cli.global.detail(format_args!("exit code {code} after {elapsed:.1?}"));
    // Ends the process without freeing its memory.
    std::process::exit(code.into())
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
    /// Some input could not be read, and the rest is done.
    BadInput,
    /// The user pressed Ctrl-C.
    Interrupted,
}

impl Exit {
    const fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::No => 1,
            Self::BadInput => 2,
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
