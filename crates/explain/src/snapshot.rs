//! The state that the checker derives.

use caracole_core::{Problem, Square};
use caracole_verify::propagation::{Balance, CutBalance, MoveList, MoveStatus, Propagator};

/// The moves, path ends and colours of a problem as the checker derives them.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    /// True if the constraints contradict each other. The state is then the one at the conflict.
    pub(crate) has_conflict: bool,
    /// The squares, in ascending order.
    pub(crate) squares: Vec<SquareState>,
    /// The moves, forbidden moves included, as indices into `squares`.
    pub(crate) moves: Vec<([u32; 2], MoveStatus)>,
    /// The number of path ends in each colour class. It is negative if no tour can have them.
    pub(crate) ends_by_colour: [i64; 2],
}

/// A square and its path ends in a [`Snapshot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SquareState {
    /// The square.
    pub(crate) square: Square,
    /// Its colour class, 0 for all squares if the graph is not bipartite.
    pub(crate) colour: usize,
    /// The smallest number of path ends on it.
    pub(crate) min_ends: u32,
    /// The largest number of path ends on it.
    pub(crate) max_ends: u32,
}

impl Snapshot {
    /// Returns the state with the constraints of the problem and before any propagation, or `None` if the board is
    /// too large.
    pub(crate) fn before_propagation(problem: &Problem) -> Option<Self> {
        let list = MoveList::new(problem)?;
        let mut propagator = Propagator::new(problem, &list);
        let has_conflict = propagator.apply_constraints().is_err();
        Some(Self::of(&propagator, has_conflict))
    }

    /// Returns the state after propagation and after each of the tight sets. Returns `None` if a set is not tight or
    /// the board is too large.
    pub(crate) fn after_propagation(problem: &Problem, tight: &[&[Square]]) -> Option<Self> {
        let list = MoveList::new(problem)?;
        let mut propagator = Propagator::new(problem, &list);
        let mut result = propagator.apply_constraints().and_then(|()| propagator.propagate());
        for set in tight {
            if result.is_err() {
                break;
            }
            let set = numbers(&list, set)?;
            let balance = propagator.balance(&set);
            if balance.supply != balance.need {
                return None;
            }
            result =
                propagator.apply_tight_set(&set, &balance).and_then(|()| propagator.propagate());
        }
        Some(Self::of(&propagator, result.is_err()))
    }

    fn of(propagator: &Propagator<'_>, has_conflict: bool) -> Self {
        let list = propagator.list();
        let square = |at: u32| {
            let (min_ends, max_ends) = propagator.ends_of(at);
            SquareState {
                square: list.square(at),
                colour: propagator.colour(at),
                min_ends,
                max_ends,
            }
        };
        Self {
            has_conflict,
            squares: (0..list.len()).map(square).collect(),
            moves: (0..list.moves() as u32)
                .map(|by| (list.pair(by), propagator.status(by)))
                .collect(),
            ends_by_colour: [0, 1].map(|colour| propagator.all_ends(colour)),
        }
    }
}

/// Returns the number of components that a vertex cut leaves before propagation, the moves that they need to the
/// cut, and the moves that the cut can have. Returns `None` if that does not exclude a tour.
pub(crate) fn cut_counts(problem: &Problem, squares: &[Square]) -> Option<[u64; 3]> {
    let list = MoveList::new(problem)?;
    let (propagator, numbers) = constrained(problem, &list, squares)?;
    let CutBalance { parts, needed, most, is_too_many } = propagator.cut_balance(&numbers);
    is_too_many.then_some([parts, needed, most])
}

/// Returns the demand of a deficient set and its supply before propagation, or `None` if the supply suffices.
pub(crate) fn demand_and_supply(problem: &Problem, squares: &[Square]) -> Option<[u64; 2]> {
    let list = MoveList::new(problem)?;
    let (mut propagator, numbers) = constrained(problem, &list, squares)?;
    let Balance { need, supply, .. } = propagator.balance(&numbers);
    (supply < need).then_some([need, supply])
}

/// The state before propagation, and the numbers of the squares.
fn constrained<'a>(
    problem: &'a Problem,
    list: &'a MoveList,
    squares: &[Square],
) -> Option<(Propagator<'a>, Vec<u32>)> {
    let mut propagator = Propagator::new(problem, list);
    propagator.apply_constraints().ok()?;
    Some((propagator, numbers(list, squares)?))
}

/// The numbers of different squares.
fn numbers(list: &MoveList, squares: &[Square]) -> Option<Vec<u32>> {
    let mut sorted = squares.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    squares.iter().map(|&square| list.number(square)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn propagation_finds_the_conflict_of_4x4() {
        // Both corners a1 and d4 need the moves to b3 and c2, which close a cycle.
        let problem = Problem::new("4x4".parse().unwrap()).closed();
        let snapshot = Snapshot::after_propagation(&problem, &[]).unwrap();
        assert!(snapshot.has_conflict);
        assert!(snapshot.moves.iter().any(|&(_, status)| status == MoveStatus::Included));
        let before = Snapshot::before_propagation(&problem).unwrap();
        assert!(!before.has_conflict);
        assert_eq!((before.squares.len(), before.moves.len()), (16, 24));
        assert_eq!(before.ends_by_colour, [0, 0]);
        assert_eq!((before.squares[0].colour, before.squares[0].max_ends), (0, 0));
    }

    #[test]
    fn a_given_start_is_an_end() {
        let problem = Problem::new("8x8".parse().unwrap()).start("a1").unwrap();
        let snapshot = Snapshot::after_propagation(&problem, &[]).unwrap();
        let a1 = SquareState { square: Square::from_index(0), colour: 0, min_ends: 1, max_ends: 1 };
        assert_eq!(snapshot.squares[0], a1);
    }

    #[test]
    fn the_middle_of_4x4_is_a_cut_and_not_deficient() {
        let problem = Problem::new("4x4".parse().unwrap());
        let middle = squares(&problem, ["b2", "c2", "b3", "c3"]);
        assert_eq!(cut_counts(&problem, &middle), Some([6, 10, 8]));
        assert_eq!(demand_and_supply(&problem, &middle), None);
    }
    fn on(board: &str) -> Problem {
        Problem::new(board.parse().unwrap())
    }

    fn squares<const N: usize>(problem: &Problem, names: [&str; N]) -> [Square; N] {
        names.map(|name| problem.board().parse_square(name).unwrap())
    }

    #[test]
    fn components_with_both_ends_need_two_moves() {
        let three = on("3x3").start("a1").unwrap().end("b3").unwrap();
        assert_eq!(cut_counts(&three, &[]), Some([2, 4, 0]));
        // A closed tour has as many squares of either colour.
        assert_eq!(cut_counts(&on("7x7").closed(), &[]), Some([1, 2, 0]));
    }

    #[test]
    fn ends_and_moves_elsewhere_leave_less_for_a_set() {
        let corners =
            |problem: &Problem| demand_and_supply(problem, &squares(problem, ["a1", "d4"]));
        // b3 is an end and uses its move elsewhere, so it has nothing to give.
        let busy = on("4x4").start("b3").unwrap().require("b3", "d2").unwrap();
        assert_eq!(corners(&busy), Some([4, 3]));
        // The only end of this colour is c1.
        let taken = on("4x4").start("c1").unwrap().forbid("a1", "b3").unwrap();
        assert_eq!(corners(&taken), Some([4, 3]));
        let six = on("6x6").closed();
        assert_eq!(demand_and_supply(&six, &squares(&six, ["a1"])), None, "two moves are enough");
    }
}
