//! The server from outside: each test starts one, and speaks HTTP to it.

mod client;
mod hostile;
mod limits;
mod slow;
mod stop;
mod verbs;
