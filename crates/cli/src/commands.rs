//! The commands: one file each, with its arguments.

pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod check_proof;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod film;
pub(crate) mod generated;
pub(crate) mod graph;
pub(crate) mod list;
pub(crate) mod locate;
pub(crate) mod longest;
pub(crate) mod menu;
pub(crate) mod puzzle;
pub(crate) mod rank;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod starts;
pub(crate) mod terminal;

use clap::Subcommand;

use crate::Exit;
use crate::args::{Cli, CompareArgs};
use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::SolveArgs),
    Batch(batch::BatchArgs),
    Check(check::CheckArgs),
    CheckProof(check_proof::CheckProofArgs),
    Count(count::CountArgs),
    List(list::ListArgs),
    Sample(list::SampleArgs),
    Rank(rank::RankArgs),
    Unrank(rank::UnrankArgs),
    Starts(starts::StartsArgs),
    Locate(locate::LocateArgs),
    Longest(longest::LongestArgs),
    Compare(CompareArgs),
    Puzzle(puzzle::PuzzleArgs),
    Draw(draw::DrawArgs),
    Watch(terminal::WatchArgs),
    Play(terminal::PlayArgs),
    Serve(serve::ServeArgs),
    Graph(graph::GraphArgs),
    Convert(convert::ConvertArgs),
    Completions(generated::CompletionsArgs),
    Man(generated::ManArgs),
}

/// Runs the command of a command line.
pub(crate) fn run(cli: &Cli) -> Result<Exit, Failure> {
    let global = &cli.global;
    match &cli.command {
        None if terminal::is_interactive() => terminal::app(),
        None => menu::run(global),
        Some(Command::Solve(args)) => solve::run(args, global),
        Some(Command::Batch(args)) => batch::run(args, global),
        Some(Command::Check(args)) => check::run(args, global),
        Some(Command::CheckProof(args)) => check_proof::run(args, global),
        Some(Command::Count(args)) => count::run(args, global),
        Some(Command::List(args)) => list::run(args, global),
        Some(Command::Sample(args)) => list::run_sample(args, global),
        Some(Command::Rank(args)) => rank::run(args, global),
        Some(Command::Unrank(args)) => rank::run_unrank(args, global),
        Some(Command::Starts(args)) => starts::run(args, global),
        Some(Command::Locate(args)) => locate::run(args, global),
        Some(Command::Longest(args)) => longest::run(args, global),
        Some(Command::Compare(args)) => compare::run(args, global),
        Some(Command::Puzzle(args)) => puzzle::run(args, global),
        Some(Command::Draw(args)) => draw::run(args, global),
        Some(Command::Watch(args)) => terminal::watch(args, global),
        Some(Command::Play(args)) => terminal::play(args),
        Some(Command::Serve(args)) => serve::run(args, global),
        Some(Command::Graph(args)) => graph::run(args),
        Some(Command::Convert(args)) => convert::run(args, global),
        Some(Command::Completions(args)) => generated::completions(args),
        Some(Command::Man(args)) => generated::man(args),
    }
}
