//! Reads and writes tours and graphs.
