//! Palettes of at most 255 colours.

use std::collections::HashMap;

use tiny_skia::Pixmap;

/// Red, green, blue and opacity. All pixels are opaque.
type Pixel = [u8; 4];

/// The number of pixels of each colour.
#[derive(Debug, Default)]
pub(super) struct ColourHistogram {
    pixels: HashMap<Pixel, u64>,
}

impl ColourHistogram {
    /// The number of the most common colours that are always in the palette.
    const MOST_COMMON: usize = 32;

    /// Adds the pixels of a picture.
    pub(super) fn count(&mut self, pixmap: &Pixmap) {
        let (pixels, _) = pixmap.data().as_chunks::<4>();
        // Neighbouring pixels often have the same colour.
        for run in pixels.chunk_by(|a, b| a == b) {
            *self.pixels.entry(run[0]).or_default() += run.len() as u64;
        }
    }

    /// Returns a palette of the most common colours, to which the colour that is furthest from the palette
    /// is added repeatedly.
    pub(super) fn palette(self) -> Palette {
        let mut order: Vec<(Pixel, u64)> = self.pixels.into_iter().collect();
        order.sort_unstable_by_key(|&(pixel, count)| (std::cmp::Reverse(count), pixel));
        let mut colours: Vec<Pixel> =
            order.iter().take(Self::MOST_COMMON).map(|&(pixel, _)| pixel).collect();
        let mut others: Vec<(Pixel, u32)> = order
            .iter()
            .skip(Self::MOST_COMMON)
            .map(|&(pixel, _)| (pixel, distance_to(&colours, pixel)))
            .collect();
        while colours.len() < Palette::MAX_COLOURS {
            // Of equally far colours the most common one is first.
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

/// Returns the distance of a colour from the nearest of several.
fn distance_to(colours: &[Pixel], pixel: Pixel) -> u32 {
    colours.iter().map(|&colour| distance_between(colour, pixel)).min().unwrap_or(u32::MAX)
}

/// Returns the perceived difference of two colours. The eye is most sensitive to green.
fn distance_between(a: Pixel, b: Pixel) -> u32 {
    let square = |at: usize| u32::from(a[at].abs_diff(b[at])).pow(2);
    2 * square(0) + 4 * square(1) + 3 * square(2)
}

/// The colours of an animation.
#[derive(Debug)]
pub(super) struct Palette {
    colours: Vec<Pixel>,
    /// The indices of the nearest colours, as a cache.
    known: HashMap<Pixel, u8>,
}

impl Palette {
    /// The index of a transparent pixel, which keeps the colour of the last frame.
    pub(super) const TRANSPARENT: u8 = 255;
    /// The largest number of colours.
    const MAX_COLOURS: usize = Self::TRANSPARENT as usize;

    /// Returns the index of the nearest colour; of several, the first.
    pub(super) fn nearest(&mut self, pixel: Pixel) -> u8 {
        *self.known.entry(pixel).or_insert_with(|| {
            let distance = |at: &usize| distance_between(self.colours[*at], pixel);
            (0..self.colours.len()).min_by_key(distance).unwrap_or(0) as u8
        })
    }

    /// Returns the colour table of the GIF format, with 256 entries.
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

    fn histogram(pixels: impl IntoIterator<Item = (Pixel, u64)>) -> ColourHistogram {
        ColourHistogram { pixels: pixels.into_iter().collect() }
    }

    #[test]
    fn up_to_255_colours_are_exact() {
        let colours = (0..Palette::MAX_COLOURS as u8).map(|k| ([k, k / 3, 255 - k, 255], 1));
        let mut palette = histogram(colours.clone()).palette();
        for (pixel, _) in colours {
            let at = usize::from(palette.nearest(pixel)) * 3;
            assert_eq!(palette.table()[at..at + 3], pixel[..3]);
        }
    }

    #[test]
    fn every_colour_is_close_to_the_palette() {
        let all = (0..=255u8).step_by(5);
        let greys = all.clone().flat_map(|r| (0..=255u8).map(move |g| ([r, g, g / 2, 255], 1)));
        let mut palette = histogram(greys.clone()).palette();
        let table = palette.table();
        for (pixel, _) in greys {
            let at = usize::from(palette.nearest(pixel)) * 3;
            let off = (0..3).map(|k| table[at + k].abs_diff(pixel[k])).max();
            assert!(off <= Some(20), "{pixel:?} is off by {off:?}");
        }
    }
}
