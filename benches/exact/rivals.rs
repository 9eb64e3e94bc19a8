//! Other solvers of the same problems.

use std::time::{Duration, Instant};

pub(crate) use caracole_benches::{Answer, Question};
use caracole_benches::{CADICAL, Decide};

/// A rival: its name, its time for a set of problems, and its function.
pub(crate) struct Rival {
    pub(crate) name: &'static str,
    pub(crate) budget: Duration,
    pub(crate) decide: Decide,
}

impl Rival {
    /// Returns the time limit for one of a number of problems.
    pub(crate) fn limit(&self, problems: usize) -> Duration {
        let share = self.budget / problems as u32;
        share.clamp(Duration::from_millis(100), self.budget / 2)
    }
}

/// Returns all rivals of this build.
pub(crate) fn all() -> Vec<Rival> {
    let plain = Rival { name: "plain", budget: Duration::from_secs(4), decide: backtrack };
    let cadical =
        CADICAL.map(|decide| Rival { name: "cadical", budget: Duration::from_secs(10), decide });
    [plain].into_iter().chain(cadical).collect()
}

/// The onward moves from a square; the first `left` are untried.
#[derive(Clone, Copy)]
struct OnwardMoves {
    left: u8,
    squares: [u32; 8],
}

struct Walk<'a> {
    near: &'a [Vec<u32>],
    /// The degree of each square; visited squares have `VISITED` more.
    degrees: Vec<u8>,
    path: Vec<u32>,
    ways: Vec<OnwardMoves>,
    end: Option<u32>,
}

const VISITED: u8 = 100;
/// The clock is read once per this number of steps.
const STEPS_BETWEEN_CHECKS: u32 = 4096;

/// Backtracking that tries the neighbour with the fewest onward moves first, from the start or from each square.
fn backtrack(question: &Question, limit: Duration) -> Answer {
    let begun = Instant::now();
    let squares = question.near.len();
    let starts: Vec<u32> = match question.ends {
        Some([start, _]) => vec![start],
        // A closed tour visits all squares, so it starts on one with few moves.
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
                walk.backtrack_step();
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
            if steps.is_multiple_of(STEPS_BETWEEN_CHECKS) && begun.elapsed() > limit {
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
        let mut ways = OnwardMoves { left: 0, squares: [0; 8] };
        let is_last_but_one = self.path.len() + 1 == self.near.len();
        for &to in &self.near[square as usize] {
            let degree = &mut self.degrees[to as usize];
            *degree -= 1;
            if *degree < VISITED && (is_last_but_one || Some(to) != self.end) {
                // The lowest degrees are last, because moves are taken from the end.
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

    fn backtrack_step(&mut self) {
        self.ways.pop();
        if let Some(square) = self.path.pop() {
            self.degrees[square as usize] -= VISITED;
            for &to in &self.near[square as usize] {
                self.degrees[to as usize] += 1;
            }
        }
    }
}
