//! Infers a board from its squares.

use caracole_core::{Board, Coord, File, Level, Rank};

use crate::error::ReadErrorKind;

/// The smallest rectangle or box that contains some places.
#[derive(Default)]
pub(crate) struct BoundingBox {
    corner: Option<Coord>,
    has_level: bool,
    places: u64,
}

impl BoundingBox {
    pub(crate) fn add(&mut self, place: Coord, has_level: bool) -> Result<(), ReadErrorKind> {
        let corner = *self.corner.get_or_insert(place);
        if self.places > 0 && self.has_level != has_level {
            let text = place_name(place, false);
            return Err(ReadErrorKind::MixedLevels { text, has_level });
        }
        self.places += 1;
        self.has_level = has_level;
        self.corner = Some(Coord {
            file: corner.file.max(place.file),
            rank: corner.rank.max(place.rank),
            level: corner.level.max(place.level),
        });
        Ok(())
    }

    /// Returns the board. Refuses a vast board for a few places, which would take too much memory.
    pub(crate) fn board(&self) -> Result<Board, ReadErrorKind> {
        let Coord { file, rank, level } = self.corner.ok_or(ReadErrorKind::Empty)?;
        let [files, ranks, levels] =
            [file.index(), rank.index(), level.index()].map(|index| index.saturating_add(1));
        let board = Board::cuboid(files, ranks, levels)?;
        if board.area() / 64 > self.places + (1 << 10) {
            return Err(ReadErrorKind::Scattered { board: board.to_string() });
        }
        Ok(board)
    }
}

/// Returns the place with these indices.
pub(crate) const fn place(file: u32, rank: u32, level: u32) -> Coord {
    Coord { file: File::new(file), rank: Rank::new(rank), level: Level::new(level) }
}

/// Returns the name of the square at a place.
pub(crate) fn place_name(place: Coord, with_level: bool) -> String {
    let level = if with_level { format!(":{}", place.level) } else { String::new() };
    format!("{}{}{level}", place.file, place.rank)
}
