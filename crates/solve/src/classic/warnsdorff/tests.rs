//! Starts, closed tours, stories.
