//! Animated GIF pictures of moving knights.

mod palette;

use std::borrow::Cow;
use std::io::Write;
use std::time::Duration;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::Pixmap;

use crate::DrawError;
use crate::canvas::{Drawing, DrawingInfo};
use crate::picture::Picture;
use crate::png;
use crate::raster::Raster;
use palette::{ColourHistogram, Palette};

/// Writes an animation: the knights move, and then the whole tour is shown without them.
///
/// The animation has at most about a thousand frames; in a longer tour a frame shows several steps. A
/// frame contains only the rectangle that changes. All frames share a palette of 255 colours, and other
/// colours are replaced by the nearest. Equal pictures give equal bytes. The memory is that of three
/// frames, for every length of the tour.
///
/// ```
/// use caracole_core::{Path, Problem};
/// use caracole_verify::Tour;
/// use caracole_draw::{Appearance, Picture, gif};
///
/// let squares = "a1 c2 a3 b1 d2 b3 c1 a2 c3 d1 b2 d3".split(' ');
/// let problem = Problem::new("4x3".parse()?);
/// let path: Path =
///     squares.map(|name| problem.board().parse_square(name)).collect::<Result<_, _>>()?;
/// let tour = Tour::verify(&problem, path)?;
///
/// let picture = Picture::from_tour(&tour, Appearance::default());
/// let mut file = Vec::new();
/// gif::write(&picture, &gif::AnimationOptions::default(), &mut file)?;
/// assert!(file.starts_with(b"GIF89a"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    picture: &Picture,
    options: &AnimationOptions,
    out: &mut dyn Write,
) -> Result<(), DrawError> {
    let info = picture.info();
    let scale = options.scale(&info)?;
    let whole = png::paint(picture, scale)?;
    let mut grown = Raster::new(&info, scale)?;
    picture.paint_board(&mut grown)?;
    let mut shown = Raster::new(&info, scale)?;

    let mut histogram = ColourHistogram::default();
    histogram.count(grown.pixels());
    histogram.count(&whole);
    for moment in sample_moments(picture.moments()) {
        paint_frame(picture, moment, &whole, &mut shown)?;
        histogram.count(shown.pixels());
    }
    let mut writer = FrameWriter::new(&whole, histogram.palette(), out)?;
    if options.is_endless {
        writer.encoder.set_repeat(Repeat::Infinite)?;
    }

    let mut painted = 0;
    for frame in options.frame_times(picture.moments()) {
        picture.paint_moments(painted + 1..=frame.moment, &mut grown)?;
        painted = frame.moment;
        paint_frame(picture, frame.moment, grown.pixels(), &mut shown)?;
        writer.write(shown.pixels(), frame.delay)?;
    }
    // Lines that are painted in parts have slightly heavier corners, so the last frame is painted at once.
    writer.write(&whole, hundredths(options.hold))?;
    writer.encoder.into_inner()?;
    Ok(())
}

/// Writes frames that all have the size of the first one, each for the same time, and the last one for
/// longer.
pub(crate) fn write_frames<D: Drawing>(
    frames: usize,
    frame: &mut dyn FnMut(usize) -> D,
    delay: Duration,
    options: &AnimationOptions,
    out: &mut dyn Write,
) -> Result<(), DrawError> {
    let first = frame(0);
    let scale = options.scale(&first.info())?;
    let size = png::paint(&first, scale)?;
    let mut histogram = ColourHistogram::default();
    let last = frames.saturating_sub(1);
    for sample in 0..8 {
        histogram.count(&png::paint(&frame(last * sample / 7), scale)?);
    }
    let mut writer = FrameWriter::new(&size, histogram.palette(), out)?;
    writer.encoder.set_repeat(Repeat::Infinite)?;
    let delay = hundredths(delay).max(AnimationOptions::MIN_DELAY);
    for at in 0..frames {
        let delay = if at == last { delay.max(hundredths(options.hold)) } else { delay };
        writer.write(&png::paint(&frame(at), scale)?, delay)?;
    }
    writer.encoder.into_inner()?;
    Ok(())
}

/// Returns moments whose knights have all the colours of the knights.
fn sample_moments(moments: u64) -> impl Iterator<Item = u64> {
    (0..4).map(move |part| (moments * part / 3).max(1))
}

/// Paints the knights of a moment over a picture.
fn paint_frame(
    picture: &Picture,
    moment: u64,
    under: &Pixmap,
    shown: &mut Raster,
) -> Result<(), DrawError> {
    shown.pixels().data_mut().copy_from_slice(under.data());
    picture.paint_knights(moment, shown)?;
    Ok(())
}

/// Writes frames to a GIF file.
struct FrameWriter<'a> {
    encoder: Encoder<&'a mut dyn Write>,
    palette: Palette,
    width: usize,
    /// The pixels of the last frame, or nothing before the first one.
    last_frame: Vec<u8>,
}

impl<'a> FrameWriter<'a> {
    /// Creates a writer for frames of the size of a picture.
    fn new(size: &Pixmap, palette: Palette, out: &'a mut dyn Write) -> Result<Self, DrawError> {
        let encoder =
            Encoder::new(out, size.width() as u16, size.height() as u16, &palette.table())?;
        Ok(Self { encoder, palette, width: size.width() as usize, last_frame: Vec::new() })
    }

    /// Writes a frame with a delay in hundredths of a second.
    fn write(&mut self, pixmap: &Pixmap, delay: u16) -> Result<(), DrawError> {
        let now = pixmap.data();
        let area = Area::changed(&self.last_frame, now, self.width);
        let mut buffer = Vec::with_capacity(area.width() * area.height());
        for row in area.top..area.bottom {
            let range = (row * self.width + area.left) * 4..(row * self.width + area.right) * 4;
            let before = self.last_frame.get(range.clone()).unwrap_or_default();
            let (pixels, _) = now[range].as_chunks::<4>();
            let (before, _) = before.as_chunks::<4>();
            for (at, &pixel) in pixels.iter().enumerate() {
                let is_same = before.get(at) == Some(&pixel);
                buffer.push(if is_same {
                    Palette::TRANSPARENT
                } else {
                    self.palette.nearest(pixel)
                });
            }
        }
        self.encoder.write_frame(&Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(Palette::TRANSPARENT),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width() as u16,
            height: area.height() as u16,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })?;
        if self.last_frame.len() == now.len() {
            let rows = area.top * self.width * 4..area.bottom * self.width * 4;
            self.last_frame[rows.clone()].copy_from_slice(&now[rows]);
        } else {
            self.last_frame = now.to_vec();
        }
        Ok(())
    }
}

/// A rectangle of pixels. `right` and `bottom` are exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Area {
    /// Returns the smallest rectangle around all changed pixels, or one pixel if none changed, because a
    /// frame cannot be empty.
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

/// The size and speed of an animation.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_draw::gif::AnimationOptions;
///
/// let slow = AnimationOptions { pause: Some(Duration::from_secs(1)), ..AnimationOptions::default() };
/// assert!(slow.is_endless);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnimationOptions {
    /// The longer side in pixels: 1 to 4096.
    pub max_side: u16,
    /// The time between two steps. If `None`, a tour takes about ten seconds, and at most half a second
    /// per step.
    ///
    /// Viewers show at most fifty frames per second. If the pause is shorter, a frame shows several steps,
    /// and a walk takes at least a second.
    pub pause: Option<Duration>,
    /// The duration of the last frame, which shows the whole tour.
    pub hold: Duration,
    /// True if the animation repeats.
    pub is_endless: bool,
}

impl Default for AnimationOptions {
    fn default() -> Self {
        Self { max_side: 640, pause: None, hold: Duration::from_millis(2500), is_endless: true }
    }
}

/// The moment and the delay of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FrameTime {
    /// The last moment that the frame shows.
    moment: u64,
    /// The delay in hundredths of a second.
    delay: u16,
}

/// A hundredth of a second in nanoseconds.
const HUNDREDTH: u128 = 10_000_000;

impl AnimationOptions {
    /// The limit of the longer side.
    const MAX_PIXELS: u16 = 4096;
    /// The largest number of frames, without the first.
    const MAX_FRAMES: u64 = 1000;
    /// The smallest number of frames, if the walk has as many steps.
    const MIN_FRAMES: u64 = 50;
    /// The default duration of a walk, and its largest default duration of a step.
    const WALK: Duration = Duration::from_secs(10);
    const STEP: Duration = Duration::from_millis(500);
    /// Viewers replace shorter delays by much longer ones.
    const MIN_DELAY: u16 = 2;

    /// Returns the number of pixels per unit.
    fn scale(&self, info: &DrawingInfo) -> Result<f64, DrawError> {
        if self.max_side > Self::MAX_PIXELS {
            return Err(DrawError::AnimationSize(self.max_side));
        }
        // Slightly less, because sides are rounded up.
        Ok((f64::from(self.max_side) - 1e-6) / info.width.max(info.height))
    }

    /// Returns the frames of a walk.
    fn frame_times(&self, moments: u64) -> impl Iterator<Item = FrameTime> + use<> {
        let usual = || Self::WALK / u32::try_from(moments.max(1)).unwrap_or(u32::MAX);
        let pause = self.pause.unwrap_or_else(|| usual().min(Self::STEP)).as_nanos();
        let needed = moments.div_ceil(Self::MAX_FRAMES).max(1);
        let fitting = (u128::from(Self::MIN_DELAY) * HUNDREDTH).div_ceil(pause.max(1)) as u64;
        let steps = fitting.min(moments.div_ceil(Self::MIN_FRAMES)).max(needed);

        // Times are rounded from the start, so that errors do not accumulate.
        let time = move |moment: u64| pause.saturating_mul(u128::from(moment)) / HUNDREDTH;
        let frames = moments.saturating_sub(1).div_ceil(steps);
        let shown = move |frame: u64| (1 + frame * steps).min(moments);
        (0..=frames).filter(move |_| moments > 0).map(move |frame| {
            let moment = shown(frame);
            let next = if frame == frames { moment + steps } else { shown(frame + 1) };
            let delay = time(next) - time(moment);
            FrameTime { moment, delay: (delay.min(u16::MAX.into()) as u16).max(Self::MIN_DELAY) }
        })
    }
}

/// Returns a time in the unit of GIF.
fn hundredths(time: Duration) -> u16 {
    u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame_times(pause: Option<u64>, moments: u64) -> Vec<FrameTime> {
        let pause = pause.map(Duration::from_millis);
        AnimationOptions { pause, ..AnimationOptions::default() }.frame_times(moments).collect()
    }

    #[test]
    fn default_animations_take_ten_seconds() {
        for moments in [20, 64, 65, 400, 10_000, 1_000_000, 100_000_000] {
            let frame_times = frame_times(None, moments);
            let total: u64 = frame_times.iter().map(|frame| u64::from(frame.delay)).sum();
            assert!((950..=1050).contains(&total), "{moments}: {total}");
            assert!(frame_times.len() <= 1001);
            assert_eq!(frame_times[0].moment, 1);
            assert_eq!(frame_times.last().map(|frame| frame.moment), Some(moments));
            assert!(frame_times.is_sorted_by(|a, b| a.moment < b.moment));
        }
        assert_eq!(frame_times(None, 64).len(), 64);
        assert_eq!(frame_times(None, 0), []);
    }

    #[test]
    fn delays_approximate_the_pause() {
        let total = |frame_times: &[FrameTime]| {
            frame_times.iter().map(|frame| u64::from(frame.delay)).sum::<u64>()
        };
        assert_eq!(frame_times(Some(250), 64), {
            let frame = |moment| FrameTime { moment, delay: 25 };
            (1..=64).map(frame).collect::<Vec<_>>()
        });
        // A pause of five milliseconds is four steps per frame.
        let fast = frame_times(Some(5), 400);
        assert_eq!((fast[1].moment, fast[1].delay, total(&fast)), (5, 2, 202));
        let none = frame_times(Some(0), 400);
        assert_eq!((none.len(), total(&none)), (51, 102));
        let endless = frame_times(Some(u64::MAX), 2);
        assert_eq!(endless[0], FrameTime { moment: 1, delay: u16::MAX });
        assert_eq!(hundredths(Duration::MAX), u16::MAX);
    }
}
