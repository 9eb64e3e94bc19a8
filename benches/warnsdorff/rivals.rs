//! Other ways to walk by Warnsdorff's rule.

pub(crate) mod lean;
pub(crate) mod plain;

/// A knight jumps two squares at most, so a margin of two saves all questions about the edge.
const MARGIN: usize = 2;
