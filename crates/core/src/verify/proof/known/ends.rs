//! Rules 1, 2 and 5: the moves and the ends of a square, and the ends of all squares.

use super::{Broken, Fate, HIGH, Held, Known, LOW, SPARE, SURPLUS};

impl Known<'_> {
    /// Rule 1, moves and ends of a square come to two; and rule 5.
    pub(super) fn look_at(&mut self, square: u32) -> Held {
        let (made, open) = (self.made.get(square), self.open.get(square));
        let room = 2_u32.checked_sub(made).ok_or(Broken)?;
        self.set_high(square, self.high.get(square).min(room))?;
        self.set_low(square, self.low.get(square).max(room.saturating_sub(open)))?;
        let (low, high) = (self.low.get(square), self.high.get(square));
        let list = self.list;
        if made + low == 2 {
            list.near(square).iter().try_for_each(|near| self.unless_made(near.by))?;
        } else if made + open + high == 2 {
            list.near(square).iter().try_for_each(|near| self.unless_out(near.by))?;
        }
        if self.keeps_apart && low > 0 {
            list.near(square).iter().try_for_each(|near| self.set_high(near.to, 0))?;
        }
        Ok(())
    }

    fn unless_made(&mut self, by: u32) -> Held {
        if self.fates.get(by) == Fate::Open { self.take_out(by) } else { Ok(()) }
    }

    fn unless_out(&mut self, by: u32) -> Held {
        if self.fates.get(by) == Fate::Open { self.make(by) } else { Ok(()) }
    }

    /// Rule 2: the ends of all squares of a colour.
    pub(super) fn count_ends(&mut self) -> Held {
        for colour in 0..2 {
            let [low, high] = [LOW, HIGH].map(|sum| i64::from(self.sums.get(sum[colour])));
            let spare = self.all_ends[colour] - low;
            let surplus = high - self.all_ends[colour];
            let (Ok(spare), Ok(surplus)) = (u32::try_from(spare), u32::try_from(surplus)) else {
                return Err(Broken);
            };
            // No square has room for more than two, and what was true of all with as many is still
            // so.
            let squares = (0..self.list.len()).filter(|&at| self.colour(at) == colour);
            let squares: Vec<u32> =
                if spare < 2 || surplus < 2 { squares.collect() } else { vec![] };
            if spare < 2 && self.sums.get(SPARE[colour]) != spare {
                self.sums.set(SPARE[colour], spare);
                for &square in &squares {
                    self.set_high(square, self.low.get(square) + spare)?;
                }
            }
            if surplus < 2 && self.sums.get(SURPLUS[colour]) != surplus {
                self.sums.set(SURPLUS[colour], surplus);
                for &square in &squares {
                    self.set_low(square, self.high.get(square).saturating_sub(surplus))?;
                }
            }
        }
        Ok(())
    }
}
