//! The server from outside: each test starts one, and speaks HTTP to it.

mod client;
mod jobs;
mod numbers;
mod puzzles;
mod verbs;
