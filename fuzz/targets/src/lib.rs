//! What is fuzzed.
//!
//! A target is a function that takes any bytes and panics where something is wrong: where a reader
//! accepts what it cannot write and read again, where two methods disagree, where a message is no
//! message. Bytes that say nothing are passed over.
//!
//! [`TARGETS`] lists all of them. The programs in `fuzz/fuzz_targets` run them under libFuzzer, and the
//! tests of this crate on what was found worth keeping in `fuzz/corpus`.

#![expect(clippy::missing_panics_doc, reason = "to panic is what a target is for")]

mod api;
mod brute;
mod bytes;
mod counts;
mod folders;
mod graphs;
mod layers;
mod pictures;
mod play;
mod problems;
mod proofs;
mod rectangles;
mod search;
mod small;
mod tours;
mod words;

pub use api::api;
pub use counts::{count, rank};
pub use folders::{blocks, checkpoint, cluster, tables};
pub use graphs::{graph, graph_graph6, graph_of_board, graph_tsplib};
pub use pictures::{draw, shape, shape_png};
pub use play::{coach, knights, longest, starts};
pub use problems::{game, problem, puzzle};
pub use proofs::{certificate, proof};
pub use rectangles::{construct, patch};
pub use search::{exact, methods, unique};
pub use tours::{round_trip, tour, tour_grid, tour_json, tour_moves, tour_squares, tour_tsplib};
pub use words::{board, hosts, square, words};

/// Takes any bytes, and panics where something is wrong.
pub type Target = fn(&[u8]);

/// Every target by its name, which its program and its corpus have too.
///
/// ```
/// let (_, board) = caracole_fuzz_targets::TARGETS[2];
/// board(b"8x8-a1,h8");
/// ```
pub const TARGETS: &[(&str, Target)] = &[
    ("api", api),
    ("blocks", blocks),
    ("board", board),
    ("certificate", certificate),
    ("checkpoint", checkpoint),
    ("cluster", cluster),
    ("coach", coach),
    ("construct", construct),
    ("count", count),
    ("draw", draw),
    ("exact", exact),
    ("game", game),
    ("graph", graph),
    ("graph_graph6", graph_graph6),
    ("graph_of_board", graph_of_board),
    ("graph_tsplib", graph_tsplib),
    ("hosts", hosts),
    ("knights", knights),
    ("longest", longest),
    ("methods", methods),
    ("patch", patch),
    ("problem", problem),
    ("proof", proof),
    ("puzzle", puzzle),
    ("rank", rank),
    ("round_trip", round_trip),
    ("shape", shape),
    ("shape_png", shape_png),
    ("square", square),
    ("starts", starts),
    ("tables", tables),
    ("tour", tour),
    ("tour_grid", tour_grid),
    ("tour_json", tour_json),
    ("tour_moves", tour_moves),
    ("tour_squares", tour_squares),
    ("tour_tsplib", tour_tsplib),
    ("unique", unique),
    ("words", words),
];
