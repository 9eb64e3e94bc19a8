//! Something becomes known: of a move, or of the ends of a square.

use super::{Broken, Fate, HIGH, Held, Known, LOW};

impl Known<'_> {
    /// The move is not made.
    pub(in super::super) fn take_out(&mut self, by: u32) -> Held {
        match self.fates.get(by) {
            Fate::Out => return Ok(()),
            Fate::Made => return Err(Broken),
            Fate::Open => self.fates.set(by, Fate::Out),
        }
        for square in self.list.pair(by) {
            self.open.set(square, self.open.get(square) - 1);
            self.wake(square);
        }
        Ok(())
    }

    /// The move is made.
    pub(in super::super) fn make(&mut self, by: u32) -> Held {
        match self.fates.get(by) {
            Fate::Made => return Ok(()),
            Fate::Out => return Err(Broken),
            Fate::Open => self.fates.set(by, Fate::Made),
        }
        let squares = self.list.pair(by);
        for square in squares {
            let made = self.made.get(square) + 1;
            if made + self.low.get(square) > 2 {
                return Err(Broken);
            }
            self.made.set(square, made);
            self.open.set(square, self.open.get(square) - 1);
            self.wake(square);
        }
        self.join(squares)
    }

    /// The square has so many ends at least.
    pub(in super::super) fn set_low(&mut self, square: u32, low: u32) -> Held {
        let before = self.low.get(square);
        if low <= before {
            return Ok(());
        }
        if low > self.high.get(square) {
            return Err(Broken);
        }
        self.low.set(square, low);
        let sum = LOW[self.colour(square)];
        self.sums.set(sum, self.sums.get(sum) + low - before);
        if before == 0 {
            self.ended.push(square);
        }
        self.wake(square);
        Ok(())
    }

    /// The square has so many ends at most.
    pub(in super::super) fn set_high(&mut self, square: u32, high: u32) -> Held {
        let before = self.high.get(square);
        if high >= before {
            return Ok(());
        }
        if high < self.low.get(square) {
            return Err(Broken);
        }
        self.high.set(square, high);
        let sum = HIGH[self.colour(square)];
        self.sums.set(sum, self.sums.get(sum) - (before - high));
        self.wake(square);
        Ok(())
    }
}
