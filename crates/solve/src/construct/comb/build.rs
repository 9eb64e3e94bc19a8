//! How a comb is put together.

use std::borrow::Cow;

use caracole_core::Board;

use super::super::sides::Sides;
use super::blocks;
use super::chain::Chain;
use super::cut::{Cut, USUAL};
use super::order::{Order, Spot};
use super::stem::{Edge, Stem};
use super::{Comb, Section, Teeth, Trunk, Turn, Zones};

/// A board cut into blocks, and which of them are the trunk.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) cuts: [Cut; 2],
    pub(super) mirrors: [bool; 2],
    /// Blocks between root and crown, bands of the crown; blocks between crown and tip, bands of
    /// the tip. See [`Trunk`].
    pub(super) rise: u32,
    pub(super) crown_bands: u32,
    pub(super) reach: u32,
    pub(super) tip_bands: u32,
}

/// One block of the trunk, or several alike, before a path through it is known.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) origin: (u32, u32),
    pub(super) sides: Sides,
    pub(super) copies: u32,
    pub(super) stride: (u32, u32),
    /// On which edges something hangs, and how many blocks or stages.
    hung: Vec<(Edge, u32)>,
}

impl Layout {
    /// Only the root, which holds both ends, or is a closed tour. It lies around `focus`.
    pub(super) const fn around(board: Sides, focus: Spot) -> Self {
        let cuts = [Cut::new(board.files, focus.0), Cut::new(board.ranks, focus.1)];
        Self::of_cuts(cuts)
    }

    pub(super) const fn of_cuts(cuts: [Cut; 2]) -> Self {
        let mirrors = [false; 2];
        Self { cuts, mirrors, rise: 0, crown_bands: 0, reach: 0, tip_bands: 0 }
    }

    /// The blocks of the trunk in their order.
    pub(super) fn trunk(&self) -> Vec<Place> {
        let [files, ranks] = self.cuts;
        let (middle, usual) = ((files.begin(), files.middle()), ranks.middle());
        let is_rising = self.crown_bands > 0;
        let is_reaching = self.tip_bands > 0;
        let above = ranks.after() - self.rise - self.crown_bands;
        let beyond = files.after() - self.reach - self.tip_bands;
        let mut places = Vec::new();
        let mut add =
            |files: (u32, u32), ranks: (u32, u32), copies, stride, hung: &[(Edge, u32)]| {
                if copies > 0 {
                    let sides = Sides { files: files.1, ranks: ranks.1 };
                    let origin = (files.0, ranks.0);
                    places.push(Place { origin, sides, copies, stride, hung: hung.to_vec() });
                }
            };
        let left = (Edge::Left, files.before());
        let right = (Edge::Right, files.after());
        let below = (Edge::Down, ranks.before());
        let above = (Edge::Up, above);
        let none = (0, 0);
        // The row from which the trunk reaches to the right.
        let (mut row, mut height) = (ranks.begin(), usual);
        if is_rising {
            add(middle, (row, height), 1, none, &[left, right, below]);
            let stride = (0, USUAL);
            add(middle, (ranks.end(), USUAL), self.rise, stride, &[left, right]);
            (row, height) = (ranks.end() + self.rise * USUAL, self.crown_bands * USUAL);
        }
        let root = if is_rising { None } else { Some(below) };
        let crown: Vec<(Edge, u32)> =
            [left, above].into_iter().chain(root).chain((!is_reaching).then_some(right)).collect();
        add(middle, (row, height), 1, none, &crown);
        if is_reaching {
            add((files.end(), USUAL), (row, height), self.reach, (USUAL, 0), &[]);
            let tip = (files.end() + self.reach * USUAL, self.tip_bands * USUAL);
            add(tip, (row, height), 1, none, &[(Edge::Right, beyond)]);
        }
        places
    }

    /// Hangs on a block of the trunk what belongs there.
    pub(super) fn hang(&self, place: &Place, order: Cow<'static, Order>) -> Option<Stem> {
        place.hung.iter().try_fold(Stem::new(order), |stem, &(edge, count)| match edge {
            Edge::Left | Edge::Right => {
                let teeth = teeth(place.sides.ranks, count)?;
                stem.hang(edge, |_| teeth)
            }
            Edge::Down | Edge::Up if count == 0 => Some(stem),
            Edge::Down | Edge::Up => {
                let stages = [false, true].map(|is_flipped| {
                    let (_, chain) = self.stages(count, is_flipped)?;
                    Some(chain)
                });
                let [straight, flipped] = [stages[0]?, stages[1]?];
                stem.hang(edge, |is_flipped| if is_flipped { flipped } else { straight })
            }
        })
    }

    /// One of so many stages that hang on each other, with its teeth, and how they hang.
    fn stages(&self, count: u32, is_flipped: bool) -> Option<(Stem, Chain)> {
        let files = self.cuts[0];
        let (left, right) = (teeth(USUAL, files.before())?, teeth(USUAL, files.after())?);
        let [left, right] = if is_flipped { [right, left] } else { [left, right] };
        let stem = Stem::new(Cow::Borrowed(blocks::stage(files.middle())?))
            .hang(Edge::Left, |_| left)?
            .hang(Edge::Right, |_| right)?
            .hang_straight(Edge::Up, Chain::NONE)?;
        let gap = stem.hook(Edge::Up)?.begin() - 1;
        let chain = Chain { count: count.into(), len: stem.len(), gap };
        Some((stem, chain))
    }

    /// The comb, once there is a path through every block of the trunk.
    pub(super) fn comb(self, board: &Board, stems: Vec<Stem>, places: Vec<Place>) -> Option<Comb> {
        let mut begin = 0;
        let sections = stems.into_iter().zip(places).map(|(stem, place)| {
            let Place { origin, copies, stride, .. } = place;
            let len = stem.len() * u64::from(copies);
            begin += len;
            Section { stem, begin: begin - len, origin, stride }
        });
        let sections: Vec<Section> = sections.collect();
        let rising = usize::from(self.rise > 0);
        let crown = if self.crown_bands > 0 { rising + 1 } else { 0 };
        let reaching = crown + usize::from(self.reach > 0);
        let tip = if self.tip_bands > 0 { reaching + 1 } else { crown };
        let stage = |section: &Section, edge| {
            let hook = section.stem.hook(edge)?;
            let (stem, _) = self.stages(hook.chain.count as u32, hook.is_flipped)?;
            Some(stem)
        };
        let comb = Comb {
            board: board.clone(),
            below: stage(sections.first()?, Edge::Down),
            above: stage(sections.get(crown)?, Edge::Up),
            teeth: Teeth {
                middle: blocks::tooth(self.cuts[1].middle()),
                usual: blocks::tooth(USUAL),
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
            turn: Turn::IDENTITY,
        };
        Some(comb.tabled())
    }
}

/// So many blocks in a tooth.
fn teeth(ranks: u32, count: u32) -> Option<Chain> {
    if count == 0 {
        return Some(Chain::NONE);
    }
    let order = blocks::tooth(ranks)?;
    let stem = Stem::new(Cow::Borrowed(order)).hang_straight(Edge::Right, Chain::NONE)?;
    let gap = stem.hook(Edge::Right)?.begin() - 1;
    Some(Chain { count: count.into(), len: order.len(), gap })
}

/// A closed tour of a board with sides of at least 5 and an even number of squares.
pub(in super::super) fn closed(board: &Board) -> Option<Comb> {
    let layout = Layout::around(Sides::of(board), (0, 0));
    let place = layout.trunk().pop()?;
    let stem = layout.hang(&place, Cow::Borrowed(blocks::closed(place.sides)?))?;
    layout.comb(board, vec![stem], vec![place])
}

impl Comb {
    /// The same closed tour, begun at a place of the board.
    #[must_use]
    pub(in super::super) fn beginning_at(self, (file, rank): Spot) -> Self {
        let shift = self.zones.offset(file, rank);
        Self { turn: Turn { shift, is_backward: false }, ..self }
    }

    /// The same closed tour, begun after a place of the board, so that it ends there.
    #[must_use]
    pub(in super::super) fn ending_at(self, (file, rank): Spot) -> Self {
        let shift = (self.zones.offset(file, rank) + 1) % self.len();
        Self { turn: Turn { shift, is_backward: false }, ..self }
    }

    /// The same open tour from its end to its start.
    #[must_use]
    pub(in super::super) fn reversed(self) -> Self {
        Self { turn: Turn { shift: self.len() - 1, is_backward: true }, ..self }
    }
}
