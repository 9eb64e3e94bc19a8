//! How fast the knights walk, and how large they are seen.

use std::time::Duration;

use crate::DrawError;
use crate::canvas::Sheet;

/// How a picture moves.
///
/// ```
/// use std::time::Duration;
///
/// use caracole_draw::gif::Motion;
///
/// let slow = Motion { pause: Some(Duration::from_secs(1)), ..Motion::default() };
/// assert!(slow.is_endless);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Motion {
    /// How many pixels the longer side has: 1 to 4096.
    pub longest: u16,
    /// The time between two steps. If `None`, a whole tour takes about ten seconds, and a short one
    /// half a second a step.
    ///
    /// Viewers show no more than fifty frames a second, so if it is shorter than that, several steps
    /// go into one frame; but a walk is never over before a second has passed.
    pub pause: Option<Duration>,
    /// How long the whole tour is seen at the end.
    pub hold: Duration,
    /// Does it begin again after the end?
    pub is_endless: bool,
}

impl Default for Motion {
    fn default() -> Self {
        Self { longest: 640, pause: None, hold: Duration::from_millis(2500), is_endless: true }
    }
}

/// One frame of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shot {
    /// The last moment that it shows.
    pub(super) moment: u64,
    /// How long it is seen, in hundredths of a second.
    pub(super) delay: u16,
}

/// A hundredth of a second, in nanoseconds.
const HUNDREDTH: u128 = 10_000_000;

impl Motion {
    /// The longest side there can be.
    const MOST_PIXELS: u16 = 4096;
    /// So many frames are enough for the longest walk, the first not counted.
    const MOST_FRAMES: u64 = 1000;
    /// So many frames the shortest walk still has, if it has so many steps.
    const LEAST_FRAMES: u64 = 50;
    /// How long a walk takes if nobody says anything else, and how long a step at most.
    const WALK: Duration = Duration::from_secs(10);
    const STEP: Duration = Duration::from_millis(500);
    /// Viewers that are asked for less take much more.
    const LEAST_DELAY: u16 = 2;

    /// How many pixels a unit of the sheet has.
    pub(super) fn scale(&self, sheet: &Sheet) -> Result<f64, DrawError> {
        if self.longest > Self::MOST_PIXELS {
            return Err(DrawError::Motion(self.longest));
        }
        // A little less, since sides are rounded up.
        Ok((f64::from(self.longest) - 1e-6) / sheet.width.max(sheet.height))
    }

    /// The frames of a walk.
    pub(super) fn shots(&self, moments: u64) -> impl Iterator<Item = Shot> + use<> {
        let usual = || Self::WALK / u32::try_from(moments.max(1)).unwrap_or(u32::MAX);
        let pause = self.pause.unwrap_or_else(|| usual().min(Self::STEP)).as_nanos();
        let needed = moments.div_ceil(Self::MOST_FRAMES).max(1);
        let fitting = (u128::from(Self::LEAST_DELAY) * HUNDREDTH).div_ceil(pause.max(1)) as u64;
        let steps = fitting.min(moments.div_ceil(Self::LEAST_FRAMES)).max(needed);

        // Rounded from the beginning, so that the errors do not add up.
        let time = move |moment: u64| pause.saturating_mul(u128::from(moment)) / HUNDREDTH;
        let frames = moments.saturating_sub(1).div_ceil(steps);
        let shown = move |frame: u64| (1 + frame * steps).min(moments);
        (0..=frames).filter(move |_| moments > 0).map(move |frame| {
            let moment = shown(frame);
            let next = if frame == frames { moment + steps } else { shown(frame + 1) };
            let delay = time(next) - time(moment);
            Shot { moment, delay: (delay.min(u16::MAX.into()) as u16).max(Self::LEAST_DELAY) }
        })
    }
}

/// A time in the units of GIF.
pub(super) fn hundredths(time: Duration) -> u16 {
    u16::try_from(time.as_millis() / 10).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shots(pause: Option<u64>, moments: u64) -> Vec<Shot> {
        let pause = pause.map(Duration::from_millis);
        Motion { pause, ..Motion::default() }.shots(moments).collect()
    }

    #[test]
    fn a_usual_tour_takes_ten_seconds() {
        for moments in [20, 64, 65, 400, 10_000, 1_000_000, 100_000_000] {
            let shots = shots(None, moments);
            let total: u64 = shots.iter().map(|shot| u64::from(shot.delay)).sum();
            assert!((950..=1050).contains(&total), "{moments}: {total}");
            assert!(shots.len() <= 1001);
            assert_eq!(shots[0].moment, 1);
            assert_eq!(shots.last().map(|shot| shot.moment), Some(moments));
            assert!(shots.is_sorted_by(|a, b| a.moment < b.moment));
        }
        assert_eq!(shots(None, 64).len(), 64);
        assert_eq!(shots(None, 0), []);
    }

    #[test]
    fn a_pause_is_kept_as_well_as_frames_can() {
        let total = |shots: &[Shot]| shots.iter().map(|shot| u64::from(shot.delay)).sum::<u64>();
        assert_eq!(shots(Some(250), 64), {
            let shot = |moment| Shot { moment, delay: 25 };
            (1..=64).map(shot).collect::<Vec<_>>()
        });
        // Five milliseconds are four steps a frame.
        let fast = shots(Some(5), 400);
        assert_eq!((fast[1].moment, fast[1].delay, total(&fast)), (5, 2, 202));
        let none = shots(Some(0), 400);
        assert_eq!((none.len(), total(&none)), (51, 102));
        let endless = shots(Some(u64::MAX), 2);
        assert_eq!(endless[0], Shot { moment: 1, delay: u16::MAX });
        assert_eq!(hundredths(Duration::MAX), u16::MAX);
    }
}
