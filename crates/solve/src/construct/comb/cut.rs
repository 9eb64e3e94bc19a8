//! How a side of a large board is cut into bands.

/// The width of all bands but the middle one.
pub(super) const USUAL: u32 = 6;

/// A side cut into bands: so many usual ones, a middle one that takes the rest, and usual ones
/// again.
///
/// What lies before the middle is seen in a mirror, so that on both sides bands and the places in
/// them count from the middle outwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    before: u32,
    middle: u32,
    after: u32,
}

/// A band of a cut. Bands on either side count from the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Band {
    Before(u32),
    Middle,
    After(u32),
}

impl Cut {
    /// Cuts a side so that the middle band holds `focus`. It has 6 to 11 places, and all the side
    /// if that is below 12.
    pub(super) const fn new(side: u32, focus: u32) -> Self {
        if side < 2 * USUAL {
            return Self { before: 0, middle: side, after: 0 };
        }
        let usual = side / USUAL - 1;
        let middle = side - usual * USUAL;
        let at = focus / USUAL;
        let before = if at < usual { at } else { usual };
        Self { before, middle, after: usual - before }
    }

    /// The same cut with the middle made one with the band before it.
    pub(super) const fn widened_before(self) -> Option<Self> {
        match self.before.checked_sub(1) {
            Some(before) => Some(Self { before, middle: self.middle + USUAL, ..self }),
            None => None,
        }
    }

    /// The same cut with the middle made one with the band after it.
    pub(super) const fn widened_after(self) -> Option<Self> {
        match self.after.checked_sub(1) {
            Some(after) => Some(Self { after, middle: self.middle + USUAL, ..self }),
            None => None,
        }
    }

    /// The width of the middle band.
    pub(super) const fn middle(self) -> u32 {
        self.middle
    }

    /// How many bands are before the middle.
    pub(super) const fn before(self) -> u32 {
        self.before
    }

    /// How many bands are after the middle.
    pub(super) const fn after(self) -> u32 {
        self.after
    }

    /// The first place of the middle.
    pub(super) const fn begin(self) -> u32 {
        self.before * USUAL
    }

    /// The first place after the middle.
    pub(super) const fn end(self) -> u32 {
        self.begin() + self.middle
    }

    /// The band of a place of the side, and where in the band it is.
    #[inline]
    pub(super) const fn find(self, at: u32) -> (Band, u32) {
        if at >= self.end() {
            let beyond = at - self.end();
            (Band::After(beyond / USUAL), beyond % USUAL)
        } else if at >= self.begin() {
            (Band::Middle, at - self.begin())
        } else {
            let beyond = self.begin() - 1 - at;
            (Band::Before(beyond / USUAL), beyond % USUAL)
        }
    }

    /// Where a band begins, seen from the middle, and whether places in it go on upwards.
    #[cfg(test)]
    pub(super) const fn origin(self, band: Band) -> (u32, bool) {
        match band {
            Band::Before(at) => (self.begin() - 1 - at * USUAL, false),
            Band::Middle => (self.begin(), true),
            Band::After(at) => (self.end() + at * USUAL, true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_takes_the_rest_and_holds_the_focus() {
        for side in 5..100 {
            for focus in 0..side {
                let cut = Cut::new(side, focus);
                let usual = (cut.before() + cut.after()) * USUAL;
                assert_eq!(usual + cut.middle(), side);
                assert!(side < 12 || (6..12).contains(&cut.middle()));
                assert_eq!(cut.find(focus).0, Band::Middle, "{side} {focus}");
                for at in 0..side {
                    let (band, inside) = cut.find(at);
                    let (begin, is_upwards) = cut.origin(band);
                    assert_eq!(if is_upwards { begin + inside } else { begin - inside }, at);
                }
                for wide in cut.widened_before().into_iter().chain(cut.widened_after()) {
                    assert_eq!(wide.find(focus).0, Band::Middle);
                    assert_eq!((wide.before() + wide.after() + 1) * USUAL, usual);
                }
            }
        }
    }
}
