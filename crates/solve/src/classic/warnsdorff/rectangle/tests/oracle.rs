//! The rule without any art.

use super::*;

/// The rule as one would tell it: all is counted afresh at every step.
pub(super) struct Oracle<'a> {
    pub(super) board: &'a Board,
    pub(super) moves: &'a Moves,
    pub(super) end: Option<Square>,
    pub(super) visited: HashSet<Square>,
}

impl Oracle<'_> {
    fn unvisited(&self, from: Square) -> Vec<Square> {
        let near = self.moves.from(self.board, from);
        near.filter(|square| !self.visited.contains(square)).collect()
    }

    /// Those of `choices` for which `measure` is the least.
    fn least<M: Ord>(choices: &[Square], measure: impl Fn(Square) -> M) -> Vec<Square> {
        let least = choices.iter().map(|&square| measure(square)).min();
        choices.iter().copied().filter(|&square| Some(measure(square)) == least).collect()
    }

    fn near(&self, square: Square) -> i64 {
        let place = self.board.place(square);
        let x = 2 * i64::from(place.file.index()) - i64::from(self.board.files()) + 1;
        let y = 2 * i64::from(place.rank.index()) - i64::from(self.board.ranks()) + 1;
        -(x * x + y * y)
    }

    fn any(choices: &[Square], random: &mut Random) -> Square {
        match choices {
            [only] => *only,
            _ => choices[random.below(choices.len() as u64) as usize],
        }
    }

    /// The path, and whether it visits all.
    pub(super) fn walk(&mut self, start: Square, tie: &RectangleTie) -> (Vec<Square>, bool) {
        let mut tie = tie.clone();
        let mut path = vec![start];
        loop {
            let at = path[path.len() - 1];
            self.visited.insert(at);
            let left = self.board.len() - path.len() as u64;
            let mut choices = self.unvisited(at);
            choices.retain(|&to| self.end.is_none_or(|end| (to == end) == (left == 1)));
            if left == 0 || choices.is_empty() {
                return (path, left == 0);
            }
            let equals = Self::least(&choices, |to| self.unvisited(to).len());
            path.push(match &mut tie {
                RectangleTie::First => equals[0],
                RectangleTie::Roth => Self::least(&equals, |to| self.near(to))[0],
                RectangleTie::Random(random) => Self::any(&equals, random),
                RectangleTie::Pohl(random) => {
                    let sum = |to| -> usize {
                        let next = self.unvisited(to).into_iter();
                        let next = next.filter(|&square| Some(square) != self.end);
                        next.map(|square| self.unvisited(square).len()).sum()
                    };
                    Self::any(&Self::least(&equals, sum), random)
                }
                RectangleTie::PohlLeast(random) => {
                    let least = |to| {
                        let next = self.unvisited(to).into_iter();
                        let next = next.filter(|&square| Some(square) != self.end);
                        next.map(|square| self.unvisited(square).len()).min().unwrap_or(99)
                    };
                    Self::any(&Self::least(&equals, least), random)
                }
            });
        }
    }
}
