//! Pictures as GIF: the knight walks.

mod motion;
mod palette;

use std::borrow::Cow;
use std::io::Write;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use crate::DrawError;
use crate::canvas::Drawing;
use crate::picture::Picture;
use crate::png::{self, Painter};

pub use motion::Motion;
use motion::hundredths;
use palette::{Census, Palette};

/// Writes an animation: the knights walk, and then the whole tour is shown, without them, and held.
///
/// There are at most about a thousand frames, so on a long tour several steps go into one. A frame
/// holds only the rectangle that changes, in one palette for all; if the picture has more than 255
/// colours, the nearest of them are shown. The same picture gives the same bytes, and so many pixels
/// as three pictures have are in memory, however long the tour.
///
/// ```
/// use caracole_core::{Path, Problem, Tour};
/// use caracole_draw::{Look, Picture, gif};
///
/// let squares = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split(' ');
/// let problem = Problem::new("4x3".parse()?);
/// let path: Path =
///     squares.map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let tour = Tour::verify(&problem, path)?;
///
/// let picture = Picture::of_tour(&tour, Look::default());
/// let mut file = Vec::new();
/// gif::write(&picture, &gif::Motion::default(), &mut file)?;
/// assert!(file.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(picture: &Picture, motion: &Motion, out: &mut dyn Write) -> Result<(), DrawError> {
    let sheet = picture.sheet();
    let scale = motion.scale(&sheet)?;
    let whole = png::paint(picture, scale)?;
    let mut grown = Painter::new(&sheet, scale)?;
    picture.paint_board(&mut grown)?;
    let mut shown = Painter::new(&sheet, scale)?;

    let mut census = Census::default();
    census.count(grown.pixels());
    census.count(&whole);
    for moment in samples(picture.moments()) {
        paint_shot(picture, moment, &whole, &mut shown)?;
        census.count(shown.pixels());
    }
    let mut film = Film::new(&whole, census.palette(), out)?;
    if motion.is_endless {
        film.encoder.set_repeat(Repeat::Infinite)?;
    }

    let mut painted = 0;
    for shot in motion.shots(picture.moments()) {
        picture.paint_moments(painted + 1..=shot.moment, &mut grown)?;
        painted = shot.moment;
        paint_shot(picture, shot.moment, grown.pixels(), &mut shown)?;
        film.show(shown.pixels(), shot.delay)?;
    }
    // Lines that are painted part by part have slightly heavier corners than those painted at once,
    // so the end is taken from the picture as every other output shows it.
    film.show(&whole, hundredths(motion.hold))?;
    film.encoder.into_inner()?;
    Ok(())
}

/// Some moments whose knights have the colours of all.
fn samples(moments: u64) -> impl Iterator<Item = u64> {
    (0..4).map(move |part| (moments * part / 3).max(1))
}

/// Paints the knights of a moment over a picture.
fn paint_shot(
    picture: &Picture,
    moment: u64,
    under: &Pixmap,
    shown: &mut Painter,
) -> Result<(), DrawError> {
    shown.pixels().data_mut().copy_from_slice(under.data());
    picture.paint_knights(moment, shown)?;
    Ok(())
}

/// A file to which frames are added.
struct Film<'a> {
    encoder: Encoder<&'a mut dyn Write>,
    palette: Palette,
    width: usize,
    /// What can be seen by now; nothing before the first frame.
    seen: Vec<u8>,
}

impl<'a> Film<'a> {
    /// An empty film for pictures as large as this one.
    fn new(size: &Pixmap, palette: Palette, out: &'a mut dyn Write) -> Result<Self, DrawError> {
        let encoder =
            Encoder::new(out, size.width() as u16, size.height() as u16, &palette.table())?;
        Ok(Self { encoder, palette, width: size.width() as usize, seen: Vec::new() })
    }

    /// Adds a frame, in hundredths of a second how long it is seen.
    fn show(&mut self, pixmap: &Pixmap, delay: u16) -> Result<(), DrawError> {
        let now = pixmap.data();
        let area = Area::changed(&self.seen, now, self.width);
        let mut buffer = Vec::with_capacity(area.width() * area.height());
        for row in area.top..area.bottom {
            let range = (row * self.width + area.left) * 4..(row * self.width + area.right) * 4;
            let before = self.seen.get(range.clone()).unwrap_or_default();
            let (pixels, _) = now[range].as_chunks::<4>();
            let (before, _) = before.as_chunks::<4>();
            for (at, &pixel) in pixels.iter().enumerate() {
                let is_seen = before.get(at) == Some(&pixel);
                buffer.push(if is_seen { Palette::CLEAR } else { self.palette.nearest(pixel) });
            }
        }
        self.encoder.write_frame(&Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(Palette::CLEAR),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width() as u16,
            height: area.height() as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })?;
        if self.seen.len() == now.len() {
            let rows = area.top * self.width * 4..area.bottom * self.width * 4;
            self.seen[rows.clone()].copy_from_slice(&now[rows]);
        } else {
            self.seen = now.to_vec();
        }
        Ok(())
    }
}

/// A rectangle of pixels: from its top left corner to just before its bottom right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Area {
    /// The smallest rectangle around everything that changed, and a single pixel if nothing did:
    /// a frame cannot be empty.
    fn changed(before: &[u8], now: &[u8], width: usize) -> Self {
        let row = width * 4;
        let height = now.len() / row;
        if before.len() != now.len() {
            return Self { left: 0, top: 0, right: width, bottom: height };
        }
        let mut area = Self { left: width, top: height, right: 0, bottom: 0 };
        for (at, (before, now)) in before.chunks(row).zip(now.chunks(row)).enumerate() {
            if before == now {
                continue;
            }
            area.top = area.top.min(at);
            area.bottom = at + 1;
            let mut differs = before.chunks(4).zip(now.chunks(4)).map(|(a, b)| a != b);
            let first = differs.position(|differs| differs).unwrap_or(0);
            let mut differs = before.chunks(4).zip(now.chunks(4)).map(|(a, b)| a != b);
            let last = differs.rposition(|differs| differs).unwrap_or(0);
            area.left = area.left.min(first);
            area.right = area.right.max(last + 1);
        }
        if area.bottom == 0 { Self { left: 0, top: 0, right: 1, bottom: 1 } } else { area }
    }

    const fn width(self) -> usize {
        self.right - self.left
    }

    const fn height(self) -> usize {
        self.bottom - self.top
    }
}
