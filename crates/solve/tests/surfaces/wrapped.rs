//! Cylinders and tori.
//!
//! J. J. Watkins and R. L. Hoenigman (Mathematics Magazine 70, 1997): every torus has a closed tour.
//! J. J. Watkins (Congressus Numerantium 147, 2000): so has every cylinder, except the one with a
//! single rank, and those with two or four ranks and an even number of files to go round.

use caracole_core::{Board, Problem, Surface};

use crate::decided::decided;

/// Returns all sizes, files and ranks, with at least three squares.
fn sizes() -> impl Iterator<Item = [u32; 2]> {
    let all = (1..=8).flat_map(|ranks| (1..=12).map(move |files| [files, ranks]));
    all.filter(|[files, ranks]| files * ranks >= 3)
}

fn has_closed_tour([files, ranks]: [u32; 2], surface: Surface) -> bool {
    let board = Board::wrapped(files, ranks, surface).expect("small");
    decided(&Problem::new(board).closed()).is_found()
}

#[test]
fn tori() {
    for size in sizes() {
        assert!(has_closed_tour(size, Surface::Torus), "{size:?}");
    }
}

#[test]
fn cylinders() {
    for size @ [files, ranks] in sizes() {
        let exists = match ranks {
            1 => false,
            2 | 4 => files % 2 == 1,
            _ => true,
        };
        assert_eq!(has_closed_tour(size, Surface::Cylinder), exists, "{size:?}");
    }
}
