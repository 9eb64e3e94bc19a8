//! What the network and the ants can be told.

use std::num::{NonZeroU32, NonZeroU64};

use clap::Args;

use caracole::{Ants, Evaporation, Exponent, Method, Neural, Strength, Until};

use super::heeds;
use crate::failure::Failure;

/// For `--method neural` and `--method ants`.
#[derive(Debug, Args)]
pub(crate) struct SoftArgs {
    #[command(flatten)]
    pub(crate) network: NetworkArgs,
    #[command(flatten)]
    pub(crate) colony: ColonyArgs,
}

/// For `--method neural`.
#[derive(Debug, Args)]
#[command(next_help_heading = "The network")]
pub(crate) struct NetworkArgs {
    /// Join the loops that a network ends in to one tour
    #[arg(long, hide_short_help = true)]
    repair: bool,
    /// How often a network begins anew before it gives up [default: 1]
    #[arg(long, value_name = "N", value_parser = often, allow_hyphen_values = true)]
    #[arg(hide_short_help = true)]
    attempts: Option<NonZeroU32>,
    /// How often all neurons are updated before a network begins anew [default: 500]
    #[arg(long, value_name = "N", value_parser = often, allow_hyphen_values = true)]
    #[arg(hide_short_help = true)]
    sweeps: Option<NonZeroU32>,
}

/// For `--method ants`.
#[derive(Debug, Args)]
#[command(next_help_heading = "The ants")]
pub(crate) struct ColonyArgs {
    /// How often every ant walks [default: 27000]
    #[arg(long, value_name = "N", value_parser = very_often, allow_hyphen_values = true)]
    #[arg(hide_short_help = true)]
    cycles: Option<NonZeroU64>,
    /// Let the ants walk all their cycles, and count the different tours they find
    #[arg(long, hide_short_help = true)]
    gather: bool,
    /// The share of every trail that is gone after a cycle [default: 0.25]
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true, hide_short_help = true)]
    evaporation: Option<Evaporation>,
    /// What an ant that tours the board adds to each move [default: 1]
    #[arg(long, value_name = "STRENGTH", allow_hyphen_values = true, hide_short_help = true)]
    deposit: Option<Strength>,
    /// How strong all trails are at first [default: 0.000001]
    #[arg(long, value_name = "STRENGTH", allow_hyphen_values = true, hide_short_help = true)]
    first_trail: Option<Strength>,
    /// The power of a trail that makes the chance of a move [default: 1]
    #[arg(long, value_name = "POWER", allow_hyphen_values = true, hide_short_help = true)]
    exponent: Option<Exponent>,
}

impl NetworkArgs {
    /// The network as it was asked for. What the method would pass over is a mistake.
    pub(crate) fn neural(&self, method: Method) -> Result<Neural, Failure> {
        let flags = [
            ("--repair", self.repair),
            ("--attempts", self.attempts.is_some()),
            ("--sweeps", self.sweeps.is_some()),
        ];
        heeds(method, &flags)?;
        let usual = Neural::default();
        Ok(Neural {
            repair: self.repair,
            attempts: self.attempts.unwrap_or(usual.attempts),
            sweeps: self.sweeps.unwrap_or(usual.sweeps),
        })
    }
}

impl ColonyArgs {
    /// The colony as it was asked for. What the method would pass over is a mistake.
    pub(crate) fn ants(&self, method: Method) -> Result<Ants, Failure> {
        let flags = [
            ("--cycles", self.cycles.is_some()),
            ("--gather", self.gather),
            ("--evaporation", self.evaporation.is_some()),
            ("--deposit", self.deposit.is_some()),
            ("--first-trail", self.first_trail.is_some()),
            ("--exponent", self.exponent.is_some()),
        ];
        heeds(method, &flags)?;
        let usual = Ants::default();
        Ok(Ants {
            cycles: self.cycles.unwrap_or(usual.cycles),
            until: if self.gather { Until::LastCycle } else { usual.until },
            evaporation: self.evaporation.unwrap_or(usual.evaporation),
            deposit: self.deposit.unwrap_or(usual.deposit),
            first_trail: self.first_trail.unwrap_or(usual.first_trail),
            exponent: self.exponent.unwrap_or(usual.exponent),
        })
    }
}

/// How often a network does something: once at least.
fn often(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| format!("write a whole number from 1 to {}", u32::MAX))
}

/// How often ants do.
fn very_often(text: &str) -> Result<NonZeroU64, String> {
    text.parse().map_err(|_| format!("write a whole number from 1 to {}", u64::MAX))
}
