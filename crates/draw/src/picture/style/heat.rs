//! Squares in the colour of their step.

use std::io;
use std::ops::RangeInclusive;

use super::Ends;
use crate::canvas::{Canvas, outline};
use crate::picture::layout::rectangle;
use crate::picture::{Picture, Walk};
use crate::scene::{Align, Colour, Point, Turn, Words};

/// A scale from dark to light through blue and green. The steps between these look equally large,
/// by distance in the Oklab space, and so do those in between; lightness rises all the way, so the
/// order is seen without colours too.
const SCALE: [Colour; 17] = [
    Colour(43, 26, 94),
    Colour(50, 37, 116),
    Colour(56, 50, 138),
    Colour(59, 67, 155),
    Colour(55, 85, 163),
    Colour(46, 103, 166),
    Colour(36, 120, 166),
    Colour(30, 136, 161),
    Colour(34, 150, 151),
    Colour(53, 163, 140),
    Colour(79, 175, 127),
    Colour(107, 186, 111),
    Colour(138, 196, 97),
    Colour(173, 204, 86),
    Colour(204, 212, 87),
    Colour(229, 223, 110),
    Colour(251, 233, 138),
];

/// So many colours there are, the ones between two of the scale mixed of them.
pub(super) const SHADES: u64 = 256;

/// A colour of the scale, from 0 for the darkest.
pub(super) fn shade(number: u64) -> Colour {
    let steps = SCALE.len() as u64 - 1;
    let along = number.min(SHADES - 1) * steps;
    let (at, part) = ((along / (SHADES - 1)) as usize, along % (SHADES - 1));
    let (from, to) = (SCALE[at], SCALE[(at + 1).min(SCALE.len() - 1)]);
    let mix = |from: u8, to: u8| {
        let sum = u64::from(from) * (SHADES - 1 - part) + u64::from(to) * part;
        ((sum + (SHADES - 1) / 2) / (SHADES - 1)) as u8
    };
    Colour(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// How many steps the longest walk has.
fn steps(picture: &Picture) -> u64 {
    picture.walks.iter().map(|walk: &Walk| walk.path.len()).max().unwrap_or(0)
}

pub(super) fn paint(
    picture: &Picture,
    moments: &RangeInclusive<u64>,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let steps = steps(picture);
    for step in (*moments.start()).max(1)..=steps.min(*moments.end()) {
        let colour = shade(((step - 1) * (SHADES - 1)).checked_div(steps - 1).unwrap_or(0));
        for square in picture.walks.iter().filter_map(|walk| walk.path.get(step - 1)) {
            let corners = picture.layout.corners(picture.board.place(square), 1);
            canvas.fill(colour, &mut outline(corners))?;
        }
    }
    for (number, walk) in picture.walks.iter().enumerate() {
        let (dark, light) = (shade(0), shade(SHADES - 1));
        let start = Ends { ink: light, inside: dark, halo: dark, radius: 0.15 };
        let end = Ends { ink: dark, inside: light, halo: light, radius: 0.17 };
        let len = walk.path.len();
        if len > 1 && !walk.is_closed && moments.contains(&len) {
            end.paint(picture, number, &(len..=len), canvas)?;
        }
        if moments.contains(&1) {
            start.paint(picture, number, &(1..=1), canvas)?;
        }
    }
    Ok(())
}

/// Paints which colour is which step.
pub(in crate::picture) fn legend(picture: &Picture, canvas: &mut dyn Canvas) -> io::Result<()> {
    let (layout, steps) = (&picture.layout, steps(picture));
    let Some(top) = layout.legend.filter(|_| steps > 1) else { return Ok(()) };
    let (size, left) = (layout.letters, layout.panel(0).x);
    let whole = layout.board_width.min(30.0 * size);
    let (first, last) = ("1".to_owned(), steps.to_string());
    let room = |text: &str| (crate::letters::text_width(text) + 0.6) * size;
    let (from, to) = (left + room(&first), left + whole - room(&last));
    let edge = |number: u64| (from + (to - from) * number as f64 / SHADES as f64).round();
    for number in 0..SHADES {
        let (from, to) = (edge(number), edge(number + 1));
        if from < to {
            let bar = rectangle(Point::new(from, top + 0.4 * size), to - from, 0.8 * size);
            canvas.fill(shade(number), &mut outline(bar))?;
        }
    }
    for (x, text, align) in [(left, first, Align::Start), (left + whole, last, Align::End)] {
        let (at, colour) = (Point::new(x, top + 1.15 * size), picture.palette().names);
        canvas.words(&Words { at, text, size, colour, align, turn: Turn::None, is_bold: false })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{SCALE, SHADES, shade};
    use crate::scene::Colour;

    /// Lightness and the two hues of the Oklab space.
    fn oklab(Colour(red, green, blue): Colour) -> [f64; 3] {
        let linear = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let times =
            |rows: [[f64; 3]; 3], [a, b, c]: [f64; 3]| rows.map(|[x, y, z]| x * a + y * b + z * c);
        let cones = times(
            [
                [0.412_221_47, 0.536_332_54, 0.051_445_99],
                [0.211_903_50, 0.680_699_55, 0.107_396_96],
                [0.088_302_46, 0.281_718_84, 0.629_978_70],
            ],
            [red, green, blue].map(linear),
        );
        times(
            [
                [0.210_454_26, 0.793_617_79, -0.004_072_05],
                [1.977_998_50, -2.428_592_21, 0.450_593_71],
                [0.025_904_04, 0.782_771_77, -0.808_675_77],
            ],
            cones.map(f64::cbrt),
        )
    }

    #[test]
    fn the_scale_is_even_and_rises() {
        let distance = |a: [f64; 3], b: [f64; 3]| {
            a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
        };
        for pair in SCALE.windows(2) {
            let step = distance(oklab(pair[0]), oklab(pair[1]));
            assert!((0.047..0.051).contains(&step), "{pair:?}: {step}");
            assert!(oklab(pair[0])[0] + 0.03 < oklab(pair[1])[0], "{pair:?} gets lighter");
        }
        assert_eq!((shade(0), shade(SHADES - 1)), (SCALE[0], SCALE[16]));
        // Two may be the same once they are rounded.
        let new = (1..SHADES).filter(|&number| shade(number) != shade(number - 1)).count();
        assert!(new > 240, "{new}");
    }
}
