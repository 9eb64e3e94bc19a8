//! What a method can be told.

use caracole::{Construct, Method, MethodSettings, Moves, Problem};

use crate::args::{Seed, SolveArgs};
use crate::failure::Failure;

/// A setting that the method would pass over is a mistake.
pub(super) fn settings(args: &SolveArgs, problem: &Problem) -> Result<MethodSettings, Failure> {
    let method = args.method;
    if args.tie.is_some() && method != Method::Warnsdorff {
        return Err(Failure::of("--tie", "goes with --method warnsdorff"));
    }
    if args.children.is_some() && method != Method::BruteForce {
        return Err(Failure::of("--children", "goes with --method brute-force"));
    }
    if let Some(order) = &args.order {
        if !method.takes_order() {
            let why = "goes with --method warnsdorff, backtracking or brute-force";
            return Err(Failure::of("--order", why));
        }
        Moves::ordered(problem.piece(), problem.board(), order)
            .map_err(|error| Failure::of("--order", error))?;
    }
    if let Some(flag) = look_flag(args).filter(|_| !method.takes_look()) {
        return Err(Failure::of(flag, "goes with --method construct, or auto"));
    }
    Ok(MethodSettings {
        order: args.order.clone(),
        tie: args.tie.unwrap_or_default(),
        children: args.children.map(Into::into).unwrap_or_default(),
        construct: Construct { look: args.look.unwrap_or_default(), mix: args.mix.map(Seed::draw) },
        neural: args.soft.network.neural(method)?,
        ants: args.soft.colony.ants(method)?,
    })
}

/// What cannot be done, and what to do about it.
pub(super) fn refused(args: &SolveArgs, why: &str) -> Failure {
    match look_flag(args) {
        Some(flag) => Failure::of(flag, format!("{why}: leave out {flag}")),
        None => Failure::of(format!("--method {}", args.method), why),
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
