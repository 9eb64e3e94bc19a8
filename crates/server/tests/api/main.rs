//! Tests of the server over HTTP. Each test starts its own server.

mod check;
mod client;
mod coach;
mod compression;
mod counting;
mod draw;
mod film;
mod hostile;
mod jobs;
mod limits;
mod openapi;
mod puzzle;
mod schema;
mod slow;
mod solve;
mod stop;
