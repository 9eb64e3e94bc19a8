//! The commands: one file each, with its arguments.

pub(crate) mod check;
pub(crate) mod check_proof;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod generated;
pub(crate) mod graph;
pub(crate) mod list;
pub(crate) mod locate;
pub(crate) mod longest;
pub(crate) mod puzzle;
pub(crate) mod rank;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod starts;
pub(crate) mod terminal;
