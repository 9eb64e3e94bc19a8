//! The server from outside: each test starts one, and speaks HTTP to it.

mod client;
mod openapi;
mod verbs;
