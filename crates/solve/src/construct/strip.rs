//! Closed tours of boards with three ranks.

use caracole_core::StopCause;

use crate::Run;

use super::links::Links;
use super::sides::Sides;

/// Closed tours of 3x10 and 3x12 that longer ones grow from: rank and file of each square, the
/// rank from 1, the file from 1 with letters after 9.
const TEN: &str = "11 32 24 36 15 27 39 1A 28 3A 19 38 2A 18 26 34 22 14 35 16 37 29 17 25 13 21 \
                   33 12 31 23";
const TWELVE: &str = "11 32 24 36 28 16 35 27 15 34 22 14 26 38 17 29 1B 3C 2A 1C 3B 1A 2C 3A 19 \
                      2B 39 18 37 25 13 21 33 12 31 23";
/// A path through four more files.
const FOUR: &str = "11 23 31 12 24 32 13 34 22 14 33 21";

/// A closed tour of a board whose shorter side is 3 and whose longer side is even, from 10 on.
///
/// Every closed tour has the move between the last corner of the third rank and the square
/// before the last of the first rank, for a corner has two moves only. It is taken out, and a
/// path through four more files is put in between.
pub(super) fn strip(sides: Sides, run: &mut Run<'_>) -> Result<Links, StopCause> {
    run.reserve(Links::bytes(sides.area()))?;
    let length = sides.files.max(sides.ranks);
    let at = |rank: u32, along: u32| {
        if sides.ranks == 3 { sides.at(along, rank) } else { sides.at(rank, along) }
    };
    let read = |text: &'static str, shift: u32| {
        text.split_whitespace().filter_map(move |pair| {
            let mut digits = pair.chars().filter_map(|digit| digit.to_digit(16));
            Some(at(digits.next()? - 1, shift + digits.next()? - 1))
        })
    };
    let (base, mut grown) = if length % 4 == 2 { (TEN, 10) } else { (TWELVE, 12) };
    let mut links = Links::new(sides.area());
    links.join_all(read(base, 0).chain(read(base, 0).take(1)));
    while grown < length {
        run.look()?;
        let piece = [at(0, grown), at(1, grown)];
        links.join_all(read(FOUR, grown));
        links.join(piece[0], piece[1]);
        links.swap([at(2, grown - 1), at(0, grown - 2)], piece);
        grown += 4;
    }
    Ok(links)
}
