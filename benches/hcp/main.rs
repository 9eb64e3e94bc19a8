//! Hamiltonian cycles of all TSPLIB HCP files of a folder.
//!
//! `HCP_DIR=FOLDER cargo bench -p caracole-benches --bench hcp`. Every tour is verified, and a graph without a cycle
//! has a checked certificate.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use caracole::formats::graph_file;
use caracole::{Evidence, Options, Outcome, Problem, ProblemExt};

/// A graph that takes longer is reported as unknown.
const TIME_LIMIT: Duration = Duration::from_mins(1);

fn main() {
    let Some(folder) = std::env::var_os("HCP_DIR") else {
        println!("hcp: set HCP_DIR to a folder with .hcp files");
        return;
    };
    let entries = fs::read_dir(&folder).expect("HCP_DIR is a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "hcp"));
    files.sort();
    assert!(!files.is_empty(), "the folder has no .hcp files");
    println!("| file | vertices | edges | fixed | read | solve | outcome |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for path in files {
        let begun = Instant::now();
        let bytes = fs::read(&path).expect("a file that can be read");
        let problem = graph_file::read(&bytes, None).and_then(graph_file::GraphFile::problem);
        let problem: Problem = problem.expect("a graph").closed();
        let read = begun.elapsed();
        let begun = Instant::now();
        let outcome = problem.solve_with(&Options::new().timeout(TIME_LIMIT));
        let solved = begun.elapsed();
        let outcome = match outcome {
            // Only the verifier makes a tour, and this one must be closed and use the fixed edges.
            Outcome::Found(tour) => {
                assert!(tour.is_closed() && tour.len() == problem.board().len());
                "cycle, verified"
            }
            Outcome::Impossible(Evidence::Checked(_)) => "no cycle, proof checked",
            Outcome::Impossible(_) => "no cycle, proof not checked",
            Outcome::Unknown(_) => "unknown",
        };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let edges = problem.board().graph().map_or(0, |graph| graph.graph().edges());
        let (vertices, fixed) = (problem.board().len(), problem.required().len());
        println!(
            "| {name} | {vertices} | {edges} | {fixed} | {read:.1?} | {solved:.1?} | {outcome} |"
        );
    }
}
