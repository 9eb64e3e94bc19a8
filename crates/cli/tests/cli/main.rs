//! The command, tried the way people use it.

mod bad_input;
mod check;
mod checkpoint;
mod cluster;
mod compare;
mod count;
mod interrupt;
mod knights;
mod list;
mod locate;
mod longest;
mod proofs;
mod puzzle;
mod rank;
mod readme;
mod replays;
mod soft;
mod solve;
mod support;
