//! The names of squares, and what a board is called in a sentence.

use crate::place::{File, Level, Place, Rank, SquareError, shorten};
use crate::{Square, counted};

use super::Board;

impl Board {
    /// The name of a square: `e4`, on wide boards `x,y`, on boxes with its level, `a1:3`.
    pub fn name(&self, square: Square) -> String {
        self.place(square).name(self.is_box())
    }

    /// Reads the name of a square in any of its forms and either case.
    pub fn parse_square(&self, text: &str) -> Result<Square, SquareError> {
        let text = text.trim();
        let (place, with_level) = Place::parse(text).ok_or_else(|| SquareError::syntax(text))?;
        // A flat board is a box of one level.
        let fits = if self.is_box() { with_level } else { place.level.index() == 0 };
        if !fits {
            let text = shorten(text);
            return Err(SquareError::Level { text, needed: self.is_box() });
        }
        let (file, rank, level) = (place.file.index(), place.rank.index(), place.level.index());
        if file >= self.files || rank >= self.ranks || level >= self.levels {
            return Err(SquareError::off_board(text, self));
        }
        self.square(place).ok_or_else(|| SquareError::Hole { text: shorten(text) })
    }

    /// The board as it can stand in a sentence: its text, or how many squares it has where so many
    /// holes would have to be named that nobody would read on.
    ///
    /// ```
    /// use caracole_core::Board;
    ///
    /// let board: Board = "8x8-a1,h8".parse()?;
    /// assert_eq!(board.title(), "8x8-a1,h8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn title(&self) -> String {
        const MOST_HOLES: u64 = 8;
        if self.area() - self.len() <= MOST_HOLES {
            return self.to_string();
        }
        format!("a board of {}", counted(self.len(), "square"))
    }

    /// What squares there are, in words.
    pub(crate) fn extent(&self) -> String {
        let corner = Place {
            file: File::new(self.files - 1),
            rank: Rank::new(self.ranks - 1),
            level: Level::new(self.levels - 1),
        };
        if corner.name(false).contains(',') {
            return format!("x runs from 0 to {}, y from 0 to {}", self.files - 1, self.ranks - 1);
        }
        let levels =
            if self.is_box() { format!(", levels 1 to {}", corner.level) } else { String::new() };
        format!("files a to {}, ranks 1 to {}{levels}", corner.file, corner.rank)
    }
}
