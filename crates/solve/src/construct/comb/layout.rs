//! The layout of a board as bands and blocks, from which a comb is built.

use std::borrow::Cow;

use caracole_core::Board;

use super::super::sides::Sides;
use super::block::{BlockPath, Chain, CompositePath, Edge, LocalSquare};
use super::{Comb, Rotation, Section, Teeth, Trunk, Zones, blocks};

/// A board cut into blocks, and the position of the trunk.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) cuts: [Cut; 2],
    pub(super) mirrors: [bool; 2],
    /// The fields of [`Trunk`] with the same names.
    pub(super) rise: u32,
    pub(super) crown_bands: u32,
    pub(super) reach: u32,
    pub(super) tip_bands: u32,
}

/// One block of the trunk, or several equal ones, without a path.
#[derive(Clone, Debug)]
pub(super) struct TrunkBlock {
    pub(super) origin: (u32, u32),
    pub(super) sides: Sides,
    pub(super) copies: u32,
    pub(super) stride: (u32, u32),
    /// The edges with attachments, and the number of attached blocks or stages.
    attached: Vec<(Edge, u32)>,
}

impl Layout {
    /// Returns the layout whose trunk is a single block around `focus`.
    pub(super) const fn around(board: Sides, focus: LocalSquare) -> Self {
        let cuts = [Cut::new(board.files, focus.0), Cut::new(board.ranks, focus.1)];
        Self::of_cuts(cuts)
    }

    pub(super) const fn of_cuts(cuts: [Cut; 2]) -> Self {
        let mirrors = [false; 2];
        Self { cuts, mirrors, rise: 0, crown_bands: 0, reach: 0, tip_bands: 0 }
    }

    /// Returns the blocks of the trunk in their order.
    pub(super) fn trunk(&self) -> Vec<TrunkBlock> {
        let [files, ranks] = self.cuts;
        let (middle, usual) = ((files.begin(), files.middle()), ranks.middle());
        let is_rising = self.crown_bands > 0;
        let is_reaching = self.tip_bands > 0;
        let above = ranks.after() - self.rise - self.crown_bands;
        let beyond = files.after() - self.reach - self.tip_bands;
        let mut places = Vec::new();
        let mut add =
            |files: (u32, u32), ranks: (u32, u32), copies, stride, attached: &[(Edge, u32)]| {
                if copies > 0 {
                    let sides = Sides { files: files.1, ranks: ranks.1 };
                    let origin = (files.0, ranks.0);
                    places.push(TrunkBlock {
                        origin,
                        sides,
                        copies,
                        stride,
                        attached: attached.to_vec(),
                    });
                }
            };
        let left = (Edge::Left, files.before());
        let right = (Edge::Right, files.after());
        let below = (Edge::Down, ranks.before());
        let above = (Edge::Up, above);
        let none = (0, 0);
        // The row from which the trunk goes right.
        let (mut row, mut height) = (ranks.begin(), usual);
        if is_rising {
            add(middle, (row, height), 1, none, &[left, right, below]);
            let stride = (0, BAND);
            add(middle, (ranks.end(), BAND), self.rise, stride, &[left, right]);
            (row, height) = (ranks.end() + self.rise * BAND, self.crown_bands * BAND);
        }
        let root = if is_rising { None } else { Some(below) };
        let crown: Vec<(Edge, u32)> =
            [left, above].into_iter().chain(root).chain((!is_reaching).then_some(right)).collect();
        add(middle, (row, height), 1, none, &crown);
        if is_reaching {
            add((files.end(), BAND), (row, height), self.reach, (BAND, 0), &[]);
            let tip = (files.end() + self.reach * BAND, self.tip_bands * BAND);
            add(tip, (row, height), 1, none, &[(Edge::Right, beyond)]);
        }
        places
    }

    /// Adds the attachments of a block of the trunk.
    pub(super) fn attach(
        &self,
        place: &TrunkBlock,
        order: Cow<'static, BlockPath>,
    ) -> Option<CompositePath> {
        place.attached.iter().try_fold(CompositePath::new(order), |path, &(edge, count)| match edge
        {
            Edge::Left | Edge::Right => {
                let teeth = teeth(place.sides.ranks, count)?;
                path.attach(edge, |_| teeth)
            }
            Edge::Down | Edge::Up if count == 0 => Some(path),
            Edge::Down | Edge::Up => {
                let stages = [false, true].map(|is_flipped| {
                    let (_, chain) = self.stages(count, is_flipped)?;
                    Some(chain)
                });
                let [straight, flipped] = [stages[0]?, stages[1]?];
                path.attach(edge, |is_flipped| if is_flipped { flipped } else { straight })
            }
        })
    }

    /// Returns a stage with its teeth, and the chain of `count` stages.
    fn stages(&self, count: u32, is_flipped: bool) -> Option<(CompositePath, Chain)> {
        let files = self.cuts[0];
        let (left, right) = (teeth(BAND, files.before())?, teeth(BAND, files.after())?);
        let [left, right] = if is_flipped { [right, left] } else { [left, right] };
        let path = CompositePath::new(Cow::Borrowed(blocks::stage(files.middle())?))
            .attach(Edge::Left, |_| left)?
            .attach(Edge::Right, |_| right)?
            .attach_forward(Edge::Up, Chain::NONE)?;
        let gap = path.attachment(Edge::Up)?.begin() - 1;
        let chain = Chain { count: count.into(), len: path.len(), gap };
        Some((path, chain))
    }

    /// Returns the comb, given the paths through the blocks of the trunk.
    pub(super) fn comb(
        self,
        board: &Board,
        paths: Vec<CompositePath>,
        places: Vec<TrunkBlock>,
    ) -> Option<Comb> {
        let mut begin = 0;
        let sections = paths.into_iter().zip(places).map(|(path, place)| {
            let TrunkBlock { origin, copies, stride, .. } = place;
            let len = path.len() * u64::from(copies);
            begin += len;
            Section { path, begin: begin - len, origin, stride }
        });
        let sections: Vec<Section> = sections.collect();
        let rising = usize::from(self.rise > 0);
        let crown = if self.crown_bands > 0 { rising + 1 } else { 0 };
        let reaching = crown + usize::from(self.reach > 0);
        let tip = if self.tip_bands > 0 { reaching + 1 } else { crown };
        let stage = |section: &Section, edge| {
            let attachment = section.path.attachment(edge)?;
            let (path, _) = self.stages(attachment.chain.count as u32, attachment.is_flipped)?;
            Some(path)
        };
        let comb = Comb {
            board: board.clone(),
            below: stage(sections.first()?, Edge::Down),
            above: stage(sections.get(crown)?, Edge::Up),
            teeth: Teeth {
                middle: blocks::tooth(self.cuts[1].middle()),
                usual: blocks::tooth(BAND),
            },
            trunk: Trunk {
                sections,
                rise: self.rise,
                crown_bands: self.crown_bands,
                reach: self.reach,
                tip_bands: self.tip_bands,
                rising,
                crown,
                reaching,
                tip,
            },
            cuts: self.cuts,
            mirrors: self.mirrors,
            zones: Zones::default(),
            rotation: Rotation::IDENTITY,
        };
        Some(comb.with_table())
    }
}

/// Returns the chain of a tooth of `count` blocks.
fn teeth(ranks: u32, count: u32) -> Option<Chain> {
    if count == 0 {
        return Some(Chain::NONE);
    }
    let order = blocks::tooth(ranks)?;
    let path = CompositePath::new(Cow::Borrowed(order)).attach_forward(Edge::Right, Chain::NONE)?;
    let gap = path.attachment(Edge::Right)?.begin() - 1;
    Some(Chain { count: count.into(), len: order.len(), gap })
}

/// Returns a closed tour of a board with sides of at least 5 and an even number of squares.
pub(in super::super) fn closed(board: &Board) -> Option<Comb> {
    let layout = Layout::around(Sides::of(board), (0, 0));
    let place = layout.trunk().pop()?;
    let path = layout.attach(&place, Cow::Borrowed(blocks::closed(place.sides)?))?;
    layout.comb(board, vec![path], vec![place])
}

impl Comb {
    /// Returns the closed tour rotated to start at a square.
    #[must_use]
    pub(in super::super) fn beginning_at(self, (file, rank): LocalSquare) -> Self {
        let shift = self.zones.offset(file, rank);
        Self { rotation: Rotation { shift, is_backward: false }, ..self }
    }

    /// Returns the closed tour rotated to end at a square.
    #[must_use]
    pub(in super::super) fn ending_at(self, (file, rank): LocalSquare) -> Self {
        let shift = (self.zones.offset(file, rank) + 1) % self.len();
        Self { rotation: Rotation { shift, is_backward: false }, ..self }
    }

    /// Returns the reversed open tour.
    #[must_use]
    pub(in super::super) fn reversed(self) -> Self {
        Self { rotation: Rotation { shift: self.len() - 1, is_backward: true }, ..self }
    }
}

/// The width of all bands except the middle one.
pub(super) const BAND: u32 = 6;

/// A side cut into bands: usual ones, a wider middle one, and usual ones again.
///
/// The bands before the middle are mirrored, so that bands and the positions in them count outwards from the
/// middle on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    before: u32,
    middle: u32,
    after: u32,
}

/// A band of a cut. Bands on either side are numbered from the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Band {
    Before(u32),
    Middle,
    After(u32),
}

impl Cut {
    /// Cuts a side so that the middle band contains `focus`. The middle band has 6 to 11 places, or the whole side
    /// if that is shorter than 12.
    pub(super) const fn new(side: u32, focus: u32) -> Self {
        if side < 2 * BAND {
            return Self { before: 0, middle: side, after: 0 };
        }
        let usual = side / BAND - 1;
        let middle = side - usual * BAND;
        let at = focus / BAND;
        let before = if at < usual { at } else { usual };
        Self { before, middle, after: usual - before }
    }

    /// Returns the cut whose middle band includes the band before it.
    pub(super) const fn widened_before(self) -> Option<Self> {
        match self.before.checked_sub(1) {
            Some(before) => Some(Self { before, middle: self.middle + BAND, ..self }),
            None => None,
        }
    }

    /// Returns the cut whose middle band includes the band after it.
    pub(super) const fn widened_after(self) -> Option<Self> {
        match self.after.checked_sub(1) {
            Some(after) => Some(Self { after, middle: self.middle + BAND, ..self }),
            None => None,
        }
    }

    /// Returns the width of the middle band.
    pub(super) const fn middle(self) -> u32 {
        self.middle
    }

    /// Returns the number of bands before the middle.
    pub(super) const fn before(self) -> u32 {
        self.before
    }

    /// Returns the number of bands after the middle.
    pub(super) const fn after(self) -> u32 {
        self.after
    }

    /// Returns the first place of the middle band.
    pub(super) const fn begin(self) -> u32 {
        self.before * BAND
    }

    /// Returns the first place after the middle band.
    pub(super) const fn end(self) -> u32 {
        self.begin() + self.middle
    }

    /// Returns the band of a place and the index of the place in it.
    #[inline]
    pub(super) const fn find(self, at: u32) -> (Band, u32) {
        if at >= self.end() {
            let beyond = at - self.end();
            (Band::After(beyond / BAND), beyond % BAND)
        } else if at >= self.begin() {
            (Band::Middle, at - self.begin())
        } else {
            let beyond = self.begin() - 1 - at;
            (Band::Before(beyond / BAND), beyond % BAND)
        }
    }

    /// Returns the first place of a band, seen from the middle, and true if its places rise.
    #[cfg(test)]
    pub(super) const fn origin(self, band: Band) -> (u32, bool) {
        match band {
            Band::Before(at) => (self.begin() - 1 - at * BAND, false),
            Band::Middle => (self.begin(), true),
            Band::After(at) => (self.end() + at * BAND, true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_band_contains_the_focus() {
        for side in 5..100 {
            for focus in 0..side {
                let cut = Cut::new(side, focus);
                let usual = (cut.before() + cut.after()) * BAND;
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
                    assert_eq!((wide.before() + wide.after() + 1) * BAND, usual);
                }
            }
        }
    }
}
