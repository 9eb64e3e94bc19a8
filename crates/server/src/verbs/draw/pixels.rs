//! How large a picture of pixels may be.

use caracole::draw::Sheet;

/// Bytes for each pixel of a still picture while it is painted: its colours, how much of it a line
/// covers, and the file.
pub(super) const STILL: f64 = 8.0;
/// The same where the knight walks: the whole, what has grown by now, and two moments of it.
pub(super) const WALKED: f64 = 20.0;

/// The longest side, in pixels, of a picture that takes so many bytes for each of them.
pub(super) fn longest_within(memory: u64, sheet: &Sheet, bytes: f64) -> f64 {
    let (long, short) = (sheet.width.max(sheet.height), sheet.width.min(sheet.height));
    (memory as f64 / bytes * long / short).sqrt().floor()
}

#[cfg(test)]
mod tests {
    use caracole::draw::Colour;

    use super::*;

    #[test]
    fn a_long_picture_may_be_longer() {
        let sheet = |width, height| Sheet {
            width,
            height,
            title: String::new(),
            description: String::new(),
            background: Colour(255, 255, 255),
        };
        let pixels = |sheet| longest_within(8_000_000, &sheet, STILL) as u64;
        assert_eq!(pixels(sheet(5.0, 5.0)), 1000);
        assert_eq!([pixels(sheet(20.0, 5.0)), pixels(sheet(5.0, 20.0))], [2000, 2000]);
    }
}
