//! Squares in the colour of their step.

use std::io;
use std::ops::RangeInclusive;

use super::EndMarkers;
use crate::canvas::{Canvas, polygon};
use crate::picture::layout::rectangle;
use crate::picture::{Picture, Walk};
use crate::scene::{Align, Colour, Point, TextLine, colours};

/// A colour scale from dark to light through blue and green. Its steps are equal in the Oklab space, and
/// lightness increases, so the order is visible without colours too.
const SCALE: [Colour; 17] = colours([
    0x2b_1a_5e, 0x32_25_74, 0x38_32_8a, 0x3b_43_9b, 0x37_55_a3, 0x2e_67_a6, 0x24_78_a6, 0x1e_88_a1,
    0x22_96_97, 0x35_a3_8c, 0x4f_af_7f, 0x6b_ba_6f, 0x8a_c4_61, 0xad_cc_56, 0xcc_d4_57, 0xe5_df_6e,
    0xfb_e9_8a,
]);

/// The number of colours, with interpolation between those of the scale.
pub(super) const SHADES: u64 = 256;

/// Returns a colour of the scale; 0 is the darkest.
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

/// Returns the number of steps of the longest walk.
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
            let corners = picture.layout.corners(picture.board.coord(square), 1);
            canvas.fill(colour, &mut polygon(corners))?;
        }
    }
    for (number, walk) in picture.walks.iter().enumerate() {
        let (dark, light) = (shade(0), shade(SHADES - 1));
        let start = EndMarkers { ink: light, inside: dark, halo: dark, radius: 0.15 };
        let end = EndMarkers { ink: dark, inside: light, halo: light, radius: 0.17 };
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

/// Paints the legend: the colour of each step.
pub(in crate::picture) fn legend(picture: &Picture, canvas: &mut dyn Canvas) -> io::Result<()> {
    let (layout, steps) = (&picture.layout, steps(picture));
    let Some(top) = layout.legend.filter(|_| steps > 1) else { return Ok(()) };
    let (size, left) = (layout.font_size, layout.level_corner(0).x);
    let whole = layout.board_width.min(30.0 * size);
    let (first, last) = ("1".to_owned(), steps.to_string());
    let room = |text: &str| (crate::font::text_width(text) + 0.6) * size;
    let (from, to) = (left + room(&first), left + whole - room(&last));
    let edge = |number: u64| (from + (to - from) * number as f64 / SHADES as f64).round();
    for number in 0..SHADES {
        let (from, to) = (edge(number), edge(number + 1));
        if from < to {
            let bar = rectangle(Point::new(from, top + 0.4 * size), to - from, 0.8 * size);
            canvas.fill(shade(number), &mut polygon(bar))?;
        }
    }
    for (x, text, align) in [(left, first, Align::Start), (left + whole, last, Align::End)] {
        let (at, colour) = (Point::new(x, top + 1.15 * size), picture.palette().coordinates);
        canvas.text(&TextLine::new(at, text, size, colour, align))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{SCALE, SHADES, shade};
    use crate::scene::Colour;

    /// Returns the coordinates of the Oklab space.
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
    fn the_scale_is_even_and_gets_lighter() {
        let distance = |a: [f64; 3], b: [f64; 3]| {
            a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
        };
        for pair in SCALE.windows(2) {
            let step = distance(oklab(pair[0]), oklab(pair[1]));
            assert!((0.047..0.051).contains(&step), "{pair:?}: {step}");
            assert!(oklab(pair[0])[0] + 0.03 < oklab(pair[1])[0], "{pair:?} gets lighter");
        }
        assert_eq!((shade(0), shade(SHADES - 1)), (SCALE[0], SCALE[16]));
        // Some are equal after rounding.
        let new = (1..SHADES).filter(|&number| shade(number) != shade(number - 1)).count();
        assert!(new > 240, "{new}");
    }
}
