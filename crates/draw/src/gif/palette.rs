//! At most 255 colours that stand for all.

use std::collections::HashMap;

use tiny_skia::Pixmap;

/// Red, green, blue, and how opaque, which is always wholly.
type Pixel = [u8; 4];

/// Which colours there are, and how often.
#[derive(Debug, Default)]
pub(super) struct Census {
    pixels: HashMap<Pixel, u64>,
}

impl Census {
    /// So many of the most common colours are shown exactly.
    const EXACT: usize = 32;

    /// Counts the colours of a picture.
    pub(super) fn count(&mut self, pixmap: &Pixmap) {
        let (pixels, _) = pixmap.data().as_chunks::<4>();
        // Neighbours mostly have the same colour.
        for run in pixels.chunk_by(|a, b| a == b) {
            *self.pixels.entry(run[0]).or_default() += run.len() as u64;
        }
    }

    /// The most common colours, and then, again and again, the one that is furthest from all that
    /// are already there.
    pub(super) fn palette(self) -> Palette {
        let mut order: Vec<(Pixel, u64)> = self.pixels.into_iter().collect();
        order.sort_unstable_by_key(|&(pixel, count)| (std::cmp::Reverse(count), pixel));
        let mut colours: Vec<Pixel> =
            order.iter().take(Self::EXACT).map(|&(pixel, _)| pixel).collect();
        let mut others: Vec<(Pixel, u32)> = order
            .iter()
            .skip(Self::EXACT)
            .map(|&(pixel, _)| (pixel, distance_to(&colours, pixel)))
            .collect();
        while colours.len() < Palette::MOST {
            // The first of the furthest, which is the most common of them.
            let furthest =
                others.iter().rev().max_by_key(|(_, distance)| *distance).map(|&(pixel, _)| pixel);
            let Some(chosen) = furthest else { break };
            colours.push(chosen);
            for (pixel, distance) in &mut others {
                *distance = (*distance).min(distance_between(chosen, *pixel));
            }
            others.retain(|(_, distance)| *distance > 0);
        }
        Palette { known: HashMap::new(), colours }
    }
}

/// How far a colour is from the nearest of some.
fn distance_to(colours: &[Pixel], pixel: Pixel) -> u32 {
    colours.iter().map(|&colour| distance_between(colour, pixel)).min().unwrap_or(u32::MAX)
}

/// How different two colours look. The eye is best at green.
fn distance_between(a: Pixel, b: Pixel) -> u32 {
    let square = |at: usize| u32::from(a[at].abs_diff(b[at])).pow(2);
    2 * square(0) + 4 * square(1) + 3 * square(2)
}

/// The colours of a film.
#[derive(Debug)]
pub(super) struct Palette {
    colours: Vec<Pixel>,
    /// Which colours stand for those that were asked for.
    known: HashMap<Pixel, u8>,
}

impl Palette {
    /// The number that stands for no colour: what was there before is seen.
    pub(super) const CLEAR: u8 = 255;
    /// So many colours it has at most.
    const MOST: usize = Self::CLEAR as usize;

    /// The number of the colour that is nearest; of several, the first.
    pub(super) fn nearest(&mut self, pixel: Pixel) -> u8 {
        *self.known.entry(pixel).or_insert_with(|| {
            let distance = |at: &usize| distance_between(self.colours[*at], pixel);
            (0..self.colours.len()).min_by_key(distance).unwrap_or(0) as u8
        })
    }

    /// All colours, as GIF wants them; the places to the last one are filled up.
    pub(super) fn table(&self) -> Vec<u8> {
        let mut table: Vec<u8> =
            self.colours.iter().flat_map(|pixel| &pixel[..3]).copied().collect();
        table.resize(256 * 3, 0);
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn census(pixels: impl IntoIterator<Item = (Pixel, u64)>) -> Census {
        Census { pixels: pixels.into_iter().collect() }
    }

    #[test]
    fn few_colours_are_shown_as_they_are() {
        let colours = (0..Palette::MOST as u8).map(|k| ([k, k / 3, 255 - k, 255], 1));
        let mut palette = census(colours.clone()).palette();
        for (pixel, _) in colours {
            let at = usize::from(palette.nearest(pixel)) * 3;
            assert_eq!(palette.table()[at..at + 3], pixel[..3]);
        }
    }

    #[test]
    fn of_many_colours_none_is_far_from_the_nearest() {
        let all = (0..=255u8).step_by(5);
        let greys = all.clone().flat_map(|r| (0..=255u8).map(move |g| ([r, g, g / 2, 255], 1)));
        let mut palette = census(greys.clone()).palette();
        let table = palette.table();
        for (pixel, _) in greys {
            let at = usize::from(palette.nearest(pixel)) * 3;
            let off = (0..3).map(|k| table[at + k].abs_diff(pixel[k])).max();
            assert!(off <= Some(20), "{pixel:?} is off by {off:?}");
        }
    }
}
