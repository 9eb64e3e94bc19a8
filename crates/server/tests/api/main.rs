//! The server from outside: each test starts one, and speaks HTTP to it.

mod client;
mod compression;
mod hostile;
mod jobs;
mod limits;
mod numbers;
mod openapi;
mod puzzles;
mod slow;
mod stop;
mod verbs;
