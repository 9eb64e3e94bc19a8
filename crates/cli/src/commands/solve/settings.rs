//! What a method can be told.

use caracole::{Construct, MethodSettings, Problem};

use crate::args::{Seed, SolveArgs, heeds};
use crate::failure::Failure;

/// A setting that the method would pass over is a mistake.
pub(super) fn settings(args: &SolveArgs, problem: &Problem) -> Result<MethodSettings, Failure> {
    let told = args.method.settings(problem, &args.seed)?;
    let flags = [("--look", args.look.is_some()), ("--mix", args.mix.is_some())];
    heeds(args.method.method, &flags)?;
    let construct =
        Construct { look: args.look.unwrap_or_default(), mix: args.mix.map(Seed::draw) };
    Ok(MethodSettings { construct, ..told })
}

/// What cannot be done, and what to do about it.
pub(super) fn refused(args: &SolveArgs, why: &str) -> Failure {
    match look_flag(args) {
        Some(flag) => Failure::of(flag, format!("{why}: leave out {flag}")),
        None => Failure::of(format!("--method {}", args.method.method), why),
    }
}

/// The flag that asks for a look, if any does.
const fn look_flag(args: &SolveArgs) -> Option<&'static str> {
    match (args.look, args.mix) {
        (Some(_), _) => Some("--look"),
        (None, Some(_)) => Some("--mix"),
        (None, None) => None,
    }
}
