//! Boards as text: `8x8-a1,h8`, `cylinder:6x8`, `torus:6x6`, `box:4x4x4`.

use std::fmt;
use std::str::FromStr;

use super::{Board, BoardError, Surface};
use crate::Square;
use crate::place::shorten;

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let text = text.trim();
        let syntax = || BoardError::Syntax { text: shorten(text) };
        let (sides, holes) = match text.split_once('-') {
            Some((sides, holes)) => (sides, Some(holes)),
            None => (text, None),
        };
        let (kind, sides) = match sides.split_once(':') {
            Some((kind, sides)) => (kind.to_ascii_lowercase(), sides),
            None => (String::new(), sides),
        };
        let sides: Vec<u32> = sides
            .split(['x', 'X'])
            .map(|side| parse_side(side, syntax))
            .collect::<Result<_, _>>()?;
        let board = match (kind.as_str(), &sides[..]) {
            ("", &[files, ranks]) => Self::rectangle(files, ranks)?,
            ("cylinder", &[files, ranks]) => Self::wrapped(files, ranks, Surface::Cylinder)?,
            ("torus", &[files, ranks]) => Self::wrapped(files, ranks, Surface::Torus)?,
            ("box", &[files, ranks, levels]) => Self::cuboid(files, ranks, levels)?,
            ("" | "cylinder" | "torus" | "box", _) => return Err(syntax()),
            _ => {
                return Err(BoardError::UnknownSurface { text: shorten(&kind) });
            }
        };
        match holes {
            Some(holes) => {
                let holes = parse_holes(&board, holes)?;
                board.without(holes)
            }
            None => Ok(board),
        }
    }
}

fn parse_side(text: &str, syntax: impl Fn() -> BoardError) -> Result<u32, BoardError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(syntax());
    }
    let side = text.parse().map_err(|_| BoardError::SideTooLong { text: shorten(text) })?;
    if side == 0 { Err(BoardError::EmptySide) } else { Ok(side) }
}

/// Names between commas; a number alone and the one after it are a pair `x,y`.
fn parse_holes(board: &Board, text: &str) -> Result<Vec<Square>, BoardError> {
    let mut words = text.split(',');
    let mut holes = Vec::new();
    while let Some(word) = words.next() {
        let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let hole = match words.clone().next().filter(|_| is_number) {
            Some(next) => {
                words.next();
                board.parse_square(&format!("{word},{next}"))?
            }
            None => board.parse_square(word)?,
        };
        holes.push(hole);
    }
    Ok(holes)
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.surface {
            Surface::Flat if self.is_box() => "box:",
            Surface::Flat => "",
            Surface::Cylinder => "cylinder:",
            Surface::Torus => "torus:",
        };
        write!(f, "{kind}{}x{}", self.files, self.ranks)?;
        if self.is_box() {
            write!(f, "x{}", self.levels)?;
        }
        for (hole, separator) in
            self.holes().zip(std::iter::once('-').chain(std::iter::repeat(',')))
        {
            write!(f, "{separator}{}", self.name(hole))?;
        }
        Ok(())
    }
}
