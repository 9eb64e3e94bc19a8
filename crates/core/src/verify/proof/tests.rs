//! Proofs against the truth, which is found by trying everything.

mod alike;
mod boards;
mod brute;
mod cases;
mod reasons;
mod refusals;
