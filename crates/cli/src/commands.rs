//! One file for each command.

pub(crate) mod check;
pub(crate) mod check_proof;
pub(crate) mod convert;
pub(crate) mod generated;
pub(crate) mod graph;
pub(crate) mod locate;
pub(crate) mod longest;
pub(crate) mod puzzle;
pub(crate) mod solve;
pub(crate) mod starts;
pub(crate) mod welcome;
