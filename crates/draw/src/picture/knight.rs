//! A knight.

use std::io;

use crate::canvas::{Canvas, outline, track};
use crate::scene::{Colour, Point, Stroke};

/// Its outline, looking to the left, in hundredths of a square.
const OUTLINE: [(i32, i32); 40] = [
    (24, 88),
    (80, 88),
    (80, 81),
    (75, 78),
    (76, 68),
    (76, 58),
    (74, 48),
    (70, 38),
    (64, 29),
    (57, 22),
    (52, 19),
    (50, 10),
    (44, 17),
    (38, 19),
    (33, 23),
    (30, 28),
    (28, 33),
    (24, 40),
    (19, 46),
    (16, 51),
    (15, 56),
    (17, 60),
    (21, 62),
    (24, 61),
    (27, 58),
    (30, 59),
    (34, 57),
    (38, 54),
    (43, 53),
    (48, 50),
    (49, 53),
    (47, 58),
    (43, 62),
    (38, 67),
    (34, 72),
    (31, 78),
    (27, 79),
    (24, 81),
    (23, 84),
    (23, 88),
];
const EYE: (i32, i32) = (36, 35);

/// Paints a knight on the middle of a square; a disc where it would be too small to be known.
pub(super) fn paint(
    centre: Point,
    side: f64,
    (ink, paper): (Colour, Colour),
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    if side < 12.0 {
        canvas.disc(centre, side.max(4.0) * 0.6, paper)?;
        return canvas.disc(centre, side.max(4.0) * 0.45, ink);
    }
    let place = |(right, down): (i32, i32)| {
        let share = |hundredths: i32| f64::from(hundredths - 50) / 100.0 * side;
        centre.moved(share(right), share(down))
    };
    let around = OUTLINE.into_iter().chain([OUTLINE[0]]).map(place);
    canvas.stroke(&Stroke::solid(paper, side * 0.11), &mut track(around))?;
    canvas.fill(ink, &mut outline(OUTLINE.map(place)))?;
    canvas.disc(place(EYE), side * 0.035, paper)
}
