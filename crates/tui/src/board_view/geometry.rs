//! Where squares lie on the terminal.

use std::ops::Range;

use caracole::{Board, File, Level, Place, Rank, Square};
use ratatui::layout::Rect;

use super::scale::{DOTS_HIGH, DOTS_WIDE, Scale};

/// What is seen of a board, and where.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) board: Board,
    pub(super) scale: Scale,
    /// The letters of the longest text.
    pub(super) longest: u16,
    /// The part of the terminal that holds squares, and nothing else.
    pub(super) window: Rect,
    /// The levels that are seen at least in part.
    pub(super) panels: Vec<Panel>,
}

/// A level of the board, as a rectangle of dots. Its corner may lie outside the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub(super) level: u32,
    pub(super) left: i64,
    pub(super) top: i64,
}

/// A point in dots from the corner of the window.
pub(super) type Dot = (i64, i64);

impl Geometry {
    /// The dots from one square to the next; 1 where a dot is a square or more.
    pub(super) fn pitch(&self) -> (i64, i64) {
        let wide = self.scale.dots_wide(1, self.longest);
        (wide as i64, self.scale.dots_high(1) as i64)
    }

    /// How many squares a dot stands for.
    pub(super) const fn far(&self) -> u32 {
        match self.scale {
            Scale::Far(far) => far,
            _ => 1,
        }
    }

    /// The window in dots.
    pub(super) fn size(&self) -> (i64, i64) {
        let dots = |cells: u16, dots: u16| i64::from(cells) * i64::from(dots);
        (dots(self.window.width, DOTS_WIDE), dots(self.window.height, DOTS_HIGH))
    }

    /// The upper left dot of a place, if its level is seen.
    pub(super) fn corner(&self, place: Place) -> Option<Dot> {
        let level = place.level.index();
        let panel = self.panels.iter().find(|panel| panel.level == level)?;
        Some(self.corner_in(panel, place.file.index(), place.rank.index()))
    }

    pub(super) fn corner_in(&self, panel: &Panel, file: u32, rank: u32) -> Dot {
        let (wide, high) = self.pitch();
        let from_top = self.board.ranks() - 1 - rank;
        let (x, y) = (i64::from(file / self.far()), i64::from(from_top / self.far()));
        (panel.left + x * wide, panel.top + y * high)
    }

    /// The middle dot of a place.
    pub(super) fn middle(&self, place: Place) -> Option<Dot> {
        let (wide, high) = self.pitch();
        self.corner(place).map(|(x, y)| (x + wide / 2, y + high / 2))
    }

    /// The letter of the terminal that a dot is part of.
    pub(super) fn cell(&self, (x, y): Dot) -> Option<(u16, u16)> {
        let (width, height) = self.size();
        if x < 0 || y < 0 || x >= width || y >= height {
            return None;
        }
        let column = self.window.x + x as u16 / DOTS_WIDE;
        Some((column, self.window.y + y as u16 / DOTS_HIGH))
    }

    /// The files that are seen of a panel at least in part.
    pub(super) fn files(&self, panel: &Panel) -> Range<u32> {
        let (wide, _) = self.pitch();
        seen(-panel.left, self.size().0, wide, self.far(), self.board.files())
    }

    /// The ranks that are seen of a panel at least in part, counted from the top.
    pub(super) fn ranks_down(&self, panel: &Panel) -> Range<u32> {
        let (_, high) = self.pitch();
        seen(-panel.top, self.size().1, high, self.far(), self.board.ranks())
    }

    /// How many squares and holes are seen.
    pub(super) fn count(&self) -> u64 {
        let count = |panel| self.files(panel).len() as u64 * self.ranks_down(panel).len() as u64;
        self.panels.iter().map(count).sum()
    }

    /// The squares that are seen at least in part, the top rank first.
    pub(super) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let top = self.board.ranks() - 1;
        self.panels.iter().flat_map(move |panel| {
            self.ranks_down(panel).flat_map(move |from_top| {
                self.files(panel).filter_map(move |file| {
                    let (file, rank) = (File::new(file), Rank::new(top - from_top));
                    self.board.square(Place { file, rank, level: Level::new(panel.level) })
                })
            })
        })
    }

    /// What `find` knows at a letter of the terminal; of several places that nearest to its middle.
    pub(super) fn find_at(
        &self,
        column: u16,
        line: u16,
        find: impl Fn(Place) -> Option<Square>,
    ) -> Option<Square> {
        if !self.window.contains((column, line).into()) {
            return None;
        }
        let left = i64::from(column - self.window.x) * i64::from(DOTS_WIDE);
        let top = i64::from(line - self.window.y) * i64::from(DOTS_HIGH);
        let mut dots: Vec<Dot> = (0..i64::from(DOTS_WIDE))
            .flat_map(|x| (0..i64::from(DOTS_HIGH)).map(move |y| (left + x, top + y)))
            .collect();
        dots.sort_by_key(|(_, y)| (2 * (y - top) + 1 - i64::from(DOTS_HIGH)).abs());
        dots.into_iter().find_map(|dot| self.place_with(dot).and_then(&find))
    }

    /// The place that a dot is part of. Of many behind one dot it is the middle one.
    fn place_with(&self, (x, y): Dot) -> Option<Place> {
        let (wide, high) = self.pitch();
        self.panels.iter().find_map(|panel| {
            let index = |at: i64, pitch: i64, side: u32| {
                let far = i64::from(self.far());
                let first = at.div_euclid(pitch) * far;
                let middle = (first + far / 2).min(i64::from(side) - 1).max(first);
                u32::try_from(middle).ok().filter(|&index| index < side)
            };
            let file = File::new(index(x - panel.left, wide, self.board.files())?);
            let from_top = index(y - panel.top, high, self.board.ranks())?;
            let rank = Rank::new(self.board.ranks() - 1 - from_top);
            Some(Place { file, rank, level: Level::new(panel.level) })
        })
    }
}

/// The squares of a side that are seen of it from a dot on.
fn seen(from: i64, dots: i64, pitch: i64, far: u32, side: u32) -> Range<u32> {
    let index = |dot: i64| (dot.max(0) / pitch).saturating_mul(i64::from(far));
    let within = |index: i64| index.clamp(0, i64::from(side)) as u32;
    let end = if from + dots <= 0 { 0 } else { index(from + dots - 1) + i64::from(far) };
    within(index(from))..within(end)
}
