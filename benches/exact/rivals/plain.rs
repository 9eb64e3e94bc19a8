//! Plain backtracking: one step after the other, to the square with the fewest ways on first, and
//! back where there is none.

use std::time::{Duration, Instant};

use super::{Answer, Question};

/// The ways on from a square, those not tried yet first.
#[derive(Clone, Copy)]
struct Ways {
    left: u8,
    squares: [u32; 8],
}

struct Walk<'a> {
    near: &'a [Vec<u32>],
    /// How many neighbours of each square are not visited; visited squares have `VISITED` more.
    degrees: Vec<u8>,
    path: Vec<u32>,
    ways: Vec<Ways>,
    end: Option<u32>,
}

const VISITED: u8 = 100;
/// Looking at the clock takes as long as some steps.
const STEPS_BETWEEN_LOOKS: u32 = 4096;

/// Walks from the start, or from one square after the other.
pub(super) fn decide(question: &Question, limit: Duration) -> Answer {
    let begun = Instant::now();
    let squares = question.near.len();
    let starts: Vec<u32> = match question.ends {
        Some([start, _]) => vec![start],
        // A closed tour visits all squares: begin on one with few moves.
        None if question.is_closed => (0..squares as u32)
            .min_by_key(|&at| question.near[at as usize].len())
            .into_iter()
            .collect(),
        None => (0..squares as u32).collect(),
    };
    for start in starts {
        let mut walk = Walk {
            near: &question.near,
            degrees: question.near.iter().map(|near| near.len() as u8).collect(),
            path: Vec::with_capacity(squares),
            ways: Vec::with_capacity(squares),
            end: question.ends.map(|[_, end]| end),
        };
        walk.visit(start);
        let mut steps = 0_u32;
        while let Some(ways) = walk.ways.last_mut() {
            if ways.left == 0 {
                walk.retreat();
                continue;
            }
            ways.left -= 1;
            let to = ways.squares[usize::from(ways.left)];
            walk.visit(to);
            if walk.path.len() == squares
                && (!question.is_closed || question.near[to as usize].contains(&start))
            {
                return Answer::Tour(question.path(walk.path));
            }
            steps += 1;
            if steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && begun.elapsed() > limit {
                return Answer::GaveUp;
            }
        }
    }
    Answer::None
}

impl Walk<'_> {
    fn visit(&mut self, square: u32) {
        self.degrees[square as usize] += VISITED;
        self.path.push(square);
        let mut ways = Ways { left: 0, squares: [0; 8] };
        let is_last_but_one = self.path.len() + 1 == self.near.len();
        for &to in &self.near[square as usize] {
            let degree = &mut self.degrees[to as usize];
            *degree -= 1;
            if *degree < VISITED && (is_last_but_one || Some(to) != self.end) {
                // The fewest ways on come last, where they are taken from.
                let mut at = usize::from(ways.left);
                while at > 0
                    && self.degrees[ways.squares[at - 1] as usize] < self.degrees[to as usize]
                {
                    ways.squares[at] = ways.squares[at - 1];
                    at -= 1;
                }
                ways.squares[at] = to;
                ways.left += 1;
            }
        }
        self.ways.push(ways);
    }

    fn retreat(&mut self) {
        self.ways.pop();
        if let Some(square) = self.path.pop() {
            self.degrees[square as usize] -= VISITED;
            for &to in &self.near[square as usize] {
                self.degrees[to as usize] += 1;
            }
        }
    }
}
