//! Flags that many commands have: the same words, the same values, the same meaning.

use std::path::{Path, PathBuf};

use clap::Args;

use caracole::formats::Format;

use super::values::base;
use super::{Bytes, Manners, Pause, Seed};
use crate::failure::Failure;
use crate::memory;
use crate::output::Output;

/// What BOARD is.
pub(super) const BOARD: &str =
    "Such as 8x8, 8x8-a1,h8, @shape.txt, @shape.png, torus:6x6, box:4x4x4";

/// What `--leaper` is.
pub(super) const LEAPER: &str = "A leaper instead of the knight, such as 2,3; or several";

/// The random seed.
#[derive(Debug, Args)]
pub(crate) struct SeedArgs {
    /// Random seed: a number, or `random` [default: 0]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<Seed>,
}

impl SeedArgs {
    /// The number, drawn now if it is to be random.
    pub(crate) fn draw(&self) -> u64 {
        self.seed.map_or(0, Seed::draw)
    }

    /// Returns true if a seed was typed.
    pub(crate) const fn is_given(&self) -> bool {
        self.seed.is_some()
    }

    /// Tells a number that was drawn, so that the same can be had again.
    pub(crate) fn tell(&self, drawn: u64, manners: &Manners) {
        if self.seed == Some(Seed::Random) {
            manners.remark(format_args!("seed {drawn}"));
        }
    }
}

/// When to give up.
#[derive(Debug, Args)]
pub(crate) struct TimeoutArgs {
    /// Give up after this time: 500ms, 10s, 5m, 1h
    ///
    /// The time until there is a checked answer; writing it is not counted.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub(crate) timeout: Option<Pause>,
}

/// How much a search may take.
#[derive(Debug, Args)]
pub(crate) struct MemoryArgs {
    /// Give up rather than use more memory: 512M, 8G
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true)]
    memory: Option<Bytes>,
}

impl MemoryArgs {
    /// The bytes: as many as are free, unless told otherwise.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.memory.map(|bytes| bytes.0).or_else(memory::free)
    }
}

/// How steps are numbered.
#[derive(Debug, Args)]
pub(crate) struct BaseArgs {
    /// Number of the first step, in formats that number them: 0 or 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = base, hide_short_help = true)]
    pub(crate) base: u8,
}

/// Where a report goes, in words or as JSON.
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
    /// Is it JSON: asked for, or told by the file's ending?
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.path().and_then(Format::from_ending) == Some(Format::Json)
    }

    /// The file, or standard output.
    pub(crate) fn open(&self) -> Result<Output, Failure> {
        let output = Output::open(self.path())?;
        // Words are painted as standard output likes them, and these go elsewhere.
        if !output.is_standard() {
            anstream::ColorChoice::Never.write_global();
        }
        Ok(output)
    }

    fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}
