//! The command, tried the way people use it.

mod bad_input;
mod check;
mod interrupt;
mod knights;
mod locate;
mod longest;
mod proofs;
mod puzzle;
mod readme;
mod replays;
mod solve;
mod support;
