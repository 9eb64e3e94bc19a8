//! `count` as it is typed.

use std::path::PathBuf;

use clap::Args;

use super::values::process;
use super::{CountedArgs, ReportArgs, WorkArgs};

/// Count all tours, exactly
///
/// The answer is one line: the number, then what was counted. By custom any tours are counted with
/// their direction, as OEIS A165134 does, and closed tours without, as A001230 does. A closed tour has
/// no first square, so it is not counted once more for each square on which it could start.
///
/// No tour is looked at by itself: the board is swept from both sides, and what fits is joined. The
/// work grows with the shorter side of the board far more than with the longer one. What the sweep
/// holds is kept in memory as far as --memory allows, and else on disk.
#[derive(Debug, Args)]
#[command(
    before_long_help = "Examples:
  caracole count 6x6 --closed               9862 undirected closed tours
  caracole count 5x5                        1728 directed tours, open and closed together
  caracole count 5x5 --by-start             a number for each square
  caracole count 6x6 --closed --classes     up to turning and reflecting the board
  caracole count 6x5 --from a1 --to f5
  caracole count @heart.txt --closed --json
  caracole count 8x8 --checkpoint work      and if it is interrupted:
  caracole count 8x8 --resume work
  caracole count 9x9 --hosts hosts.txt --process 0 --secret-file secret --checkpoint /shared/work
                                            and the same on the others, as --process 1, 2, …",
    after_help = "Exit codes: 0 counted, 2 bad usage or input, 3 unknown, 130 Ctrl-C."
)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) counted: CountedArgs,
    /// One number for each square on which tours start
    ///
    /// Whoever starts somewhere has a direction, so it is the number of directed tours.
    #[arg(long, conflicts_with_all = ["undirected", "classes"], help_heading = "What counts as one")]
    pub(crate) by_start: bool,
    /// Tours that the board's symmetries join are one
    ///
    /// Such as those that a turn or a mirror of the board makes of each other.
    #[arg(long, help_heading = "What counts as one")]
    pub(crate) classes: bool,
    #[command(flatten)]
    pub(crate) work: WorkArgs,
    #[command(flatten)]
    pub(crate) folder: CheckpointArgs,
    #[command(flatten)]
    pub(crate) cluster: ClusterArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// Where finished layers are kept.
#[derive(Debug, Args)]
#[command(next_help_heading = "The work")]
pub(crate) struct CheckpointArgs {
    /// Keep what is finished in a folder, and go on from it
    ///
    /// The folder is created, and if the same count is in there it goes on. Whatever ends the program, at any moment, costs the work on one layer at
    /// most. A folder that holds another count, or is damaged, is refused.
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// The same, but only if there is something to go on from
    #[arg(long, value_name = "DIR")]
    pub(crate) resume: Option<PathBuf>,
}

/// Several processes that count together.
#[derive(Debug, Args)]
#[command(next_help_heading = "The work")]
pub(crate) struct ClusterArgs {
    /// Count with other processes: a file of their host:port
    ///
    /// Start the same command on all of them, with the same file, threads and problem, each with its
    /// --process. They wait for each other. What is finished is kept if --checkpoint names a folder that
    /// all can reach; if one of them is lost the others end too, and then as many as you like go on from
    /// there, when all are started again with --resume.
    #[arg(
        long,
        value_name = "FILE",
        requires = "process",
        conflicts_with_all = ["by_start", "classes"]
    )]
    pub(crate) hosts: Option<PathBuf>,
    /// Which of them this is; process 0 prints the number
    #[arg(
        long,
        value_name = "I",
        requires = "hosts",
        allow_hyphen_values = true,
        value_parser = process
    )]
    pub(crate) process: Option<usize>,
    /// The secret that all processes share; needed if one of them is on another machine
    ///
    /// A file of 16 to 4096 bytes, the same for all processes; white space at its ends does not matter. Make one
    /// with `head -c 32 /dev/urandom | base64 > secret; chmod 600 secret`, and copy it to all machines.
    /// Processes without it are ignored. Nothing is encrypted.
    #[arg(long, value_name = "FILE", requires = "hosts", hide_short_help = true)]
    pub(crate) secret_file: Option<PathBuf>,
}
