//! Pairs of ends that no simple rule excludes and between which there is no tour.
//!
//! Found by trying all paths; the tests of this module do so again. One pair stands for itself and
//! its images under the turns and mirrors of the rectangle. The boards stand: `a1-b4` on 3x7 is on
//! three files and seven ranks.

use caracole_core::File;

use super::strip::Spot;

/// The pairs of the board with these sides, the shorter first.
const fn list(sides: (u32, u32)) -> &'static str {
    match sides {
        (3, 4) => "a1-a4",
        (3, 7) => "a1-c1 a1-a3 a1-c3 a1-b4 a1-a5 a1-c5 a1-a7 a1-c7 b2-b4 a3-a5 a3-c5",
        (3, 8) => {
            "a1-c2 a1-b3 b1-a3 a2-a3 a2-c3 a2-b4 b2-a4 b2-a6 \
             b2-b7 a3-a4 a3-c4 a3-b5 a3-a6 a3-c6 a4-a5 a4-c5"
        }
        (3, 9) => "a1-a7 a1-c7 b2-a3 b2-b6 b2-a7 a3-a5 a3-c5 a3-b6 a3-a7 a3-c7 b4-b6",
        (3, 10) => {
            "a1-a8 a1-c8 a2-a7 a2-c7 a3-a4 a3-c4 a3-a6 a3-c6 a3-b7 \
             a3-a8 a3-c8 a4-b4 a4-a7 a4-c7 b4-b5 b4-b7 a5-a6"
        }
        (3, 13) => "a3-a11 a3-c11",
        (4, 5) => "a2-d2 a2-a3 a3-d3",
        (4, 6) => "a3-d3 a3-a4",
        (5, 6) => "c1-b3 c1-c4 c1-c6 b2-c4 b2-d5 b3-c3 b3-b4 b3-d4 c3-c4",
        _ => "",
    }
}

/// The listed pairs of the board with these sides, one of each set of images.
pub(super) fn exceptions(sides: (u32, u32)) -> impl Iterator<Item = [Spot; 2]> {
    list(sides).split_whitespace().filter_map(|pair| {
        let (a, b) = pair.split_once('-')?;
        Some([spot(a)?, spot(b)?])
    })
}

fn spot(name: &str) -> Option<Spot> {
    let (file, rank) = name.split_at_checked(1)?;
    let along = rank.parse::<u32>().ok()?.checked_sub(1)?;
    Some(Spot { across: File::parse(file)?.index(), along })
}
