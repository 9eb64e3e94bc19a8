//! The command, tried the way people use it.

mod bad_input;
mod batch;
mod check;
mod checkpoint;
mod cluster;
mod compare;
mod contract;
mod coordinates;
mod count;
mod draw;
mod file_matrix;
mod films;
mod flag_effects;
mod frames;
mod graphs;
mod guide;
mod interrupt;
mod knights;
mod list;
mod locate;
mod longest;
mod marking;
mod pieces;
mod proofs;
#[cfg(unix)]
mod pty;
mod puzzle;
mod rank;
mod readme;
mod replays;
mod round_trip;
mod serve;
mod sheets;
mod soft;
mod solve;
mod support;
mod synonyms;
#[cfg(unix)]
mod terminal;
