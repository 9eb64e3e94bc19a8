//! Proofs against the truth, which is found by trying everything.

mod boards;
mod brute;
mod cases;
mod clauses;
mod orbits;
mod random_reasons;
mod reasons;
