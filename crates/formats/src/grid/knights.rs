//! Grids of several knights: `12B` is step 12 of knight B.

use std::collections::BTreeMap;

use caracole_core::{Board, File, Path, Piece, Problem, Square};

use super::lex::Mark;
use super::numbering::{Rows as _, frame};
use super::rows::Picture;
use crate::error::{GridFault, ReadError};
use crate::json::CoverReading;
use crate::read::Assumed;

/// Reads the paths of several knights. A knight whose letter does not occur has an empty path.
pub(super) fn read(
    picture: &Picture,
    given: Option<Board>,
    piece: Piece,
) -> Result<(CoverReading, Assumed), ReadError> {
    let (bare, [files, ranks, levels]) = frame(picture.sides()?, given.as_ref())?;
    let mut paths: BTreeMap<u32, Vec<(u32, Square)>> = BTreeMap::new();
    let mut holes = Vec::new();
    for row in 0..ranks * levels {
        let rank = row / ranks * ranks + (ranks - 1 - row % ranks);
        for file in 0..files {
            let square = Square::from_index((rank * files + file) as u64);
            match picture.mark(row, file) {
                Mark::Hole => holes.push(square),
                Mark::Unknown | Mark::MinusOne => {}
                Mark::Number(number) => {
                    let square = bare.name(square);
                    return Err(GridFault::NoKnight { number, square }.into());
                }
                Mark::Visit { knight, step } => {
                    paths.entry(knight).or_default().push((step, square));
                }
            }
        }
    }
    let from_zero = paths.values().flatten().any(|&(step, _)| step == 0);
    let assumed = Assumed { holes: given.is_none() && !holes.is_empty(), from_zero };
    let board = given.map_or_else(|| bare.without(holes), Ok)?;
    let mut read = Vec::new();
    for (knight, (letter, mut visits)) in (0..).zip(paths) {
        if letter != knight {
            return Err(steps(u64::from(!from_zero), knight, 0).into());
        }
        visits.sort_unstable_by_key(|&(step, _)| step);
        for (&(step, _), expected) in visits.iter().zip(u32::from(!from_zero)..) {
            if step != expected {
                let count = visits.iter().filter(|&&(other, _)| other == step.min(expected));
                return Err(steps(step.min(expected).into(), knight, count.count() as u64).into());
            }
        }
        read.push(visits.into_iter().map(|(_, square)| square).collect::<Path>());
    }
    let problem = Problem::with_piece(board, piece);
    let problem = match u32::try_from(read.len()) {
        Ok(knights) if knights > 1 => problem.with_knights(knights, [] as [Square; 0])?,
        _ => problem,
    };
    Ok((CoverReading { problem, paths: read }, assumed))
}

fn steps(step: u64, knight: u32, count: u64) -> GridFault {
    let knight = File::new(knight).to_string().to_uppercase();
    GridFault::KnightSteps { step, knight, count }
}
