//! Reasons that can be seen at a glance.

use super::{Highlight, Role};
use crate::{Moves, Problem, Square, SquareSet, counted};

/// The colours of the board, and how many squares each has.
pub(super) fn colours(problem: &Problem, [same, other]: [u64; 2]) -> Vec<Highlight> {
    let board = problem.board();
    let has = |count: u64, what: &str| format!("{} of {what}", counted(count, "square"));
    halves(
        problem,
        |square| board.colour(square) == 0,
        [has(same, "a1's colour"), has(other, "the other colour")],
    )
}

/// Two sorts of squares, which are all squares of the board.
fn halves(
    problem: &Problem,
    is_one: impl Fn(Square) -> bool,
    [one, other]: [String; 2],
) -> Vec<Highlight> {
    let (of_one, of_other): (Vec<Square>, Vec<Square>) =
        problem.board().squares().partition(|&square| is_one(square));
    vec![
        Highlight::new(Role::One, of_one).saying(one),
        Highlight::new(Role::Other, of_other).saying(other),
    ]
}

pub(super) fn no_way(problem: &Problem, [from, to]: [Square; 2]) -> Vec<Highlight> {
    let near = Near::new(problem);
    let mut reached = SquareSet::new(problem.board());
    reached.insert(from);
    let mut waiting = vec![from];
    while let Some(square) = waiting.pop() {
        waiting.extend(near.to(square).filter(|&next| reached.insert(next)));
    }
    let name = problem.board().name(from);
    let texts = [format!("all that moves join with {name}"), "what they do not".to_owned()];
    let mut shown = halves(problem, |square| reached.contains(square), texts);
    let both = Highlight::new(Role::Trouble, [from, to]);
    let to = problem.board().name(to);
    shown.push(both.saying(format!("{name} and {to}, with no way between them")));
    shown
}

pub(super) fn outer_lines(problem: &Problem, end: Option<Square>) -> Vec<Highlight> {
    let board = problem.board();
    let is_outer = |square: Square| {
        let place = board.place(square);
        let at = if board.ranks() == 4 { place.rank.index() } else { place.file.index() };
        at == 0 || at == 3
    };
    let texts =
        ["the outer lines, from which moves lead to the inner ones only", "the inner lines"];
    let mut shown = halves(problem, is_outer, texts.map(str::to_owned));
    shown.extend(end.map(|end| {
        Highlight::new(Role::Trouble, [end]).saying("an end that is not on an outer line")
    }));
    shown
}

pub(super) fn forced_ring(ring: &[Square]) -> Highlight {
    let mut moves = walked(ring);
    moves.extend(ring.first().zip(ring.last()).map(|(&first, &last)| [last, first]));
    let text = "forced moves, which close a ring before the board is full";
    Highlight::new(Role::Trouble, ring).with(moves).saying(text)
}

/// The moves along a path.
pub(super) fn walked(path: &[Square]) -> Vec<[Square; 2]> {
    path.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// All moves of some squares, each once.
pub(super) fn moves(problem: &Problem, squares: &[Square]) -> Vec<[Square; 2]> {
    let near = Near::new(problem);
    let all = squares
        .iter()
        .flat_map(|&square| near.to(square).map(move |near| [square.min(near), square.max(near)]));
    let mut all: Vec<[Square; 2]> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The moves of a problem that are not to be avoided.
struct Near<'a> {
    problem: &'a Problem,
    moves: Moves,
}

impl<'a> Near<'a> {
    fn new(problem: &'a Problem) -> Self {
        Self { problem, moves: Moves::new(problem.piece(), problem.board()) }
    }

    /// The squares a move away.
    fn to(&self, square: Square) -> impl Iterator<Item = Square> {
        let avoided = self.problem.avoided();
        let is_avoided = move |near: Square| {
            avoided.binary_search(&(square.min(near), square.max(near))).is_ok()
        };
        self.moves.from(self.problem.board(), square).filter(move |&near| !is_avoided(near))
    }
}
