//! Another way to count.

pub(crate) mod plain;
