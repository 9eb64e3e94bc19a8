//! Proofs by cases, line by line.

use crate::ProgressFn;
use caracole_core::{Case, Cases, Problem, Square};

use super::move_list::MoveList;
use super::orbits::MoveOrbits;
use super::propagation::{Conflict, Propagation, Propagator};
use super::{Checked, ProofError, ProofErrorKind, UncheckedCause};

/// The number of lines between two calls of the progress callback.
const LINES_PER_CALL: usize = 256;

/// Checks a proof by cases, line by line.
pub(super) fn check(
    problem: &Problem,
    cases: &Cases,
    progress: ProgressFn<'_>,
) -> Result<Checked, ProofError> {
    let Some(list) = MoveList::new(problem) else {
        return Ok(Checked::NotChecked(UncheckedCause::TooLarge));
    };
    let mut tree = Tree::new(problem, &list);
    for (at, case) in cases.lines().iter().enumerate() {
        if at % LINES_PER_CALL == 0 && progress(at as u64).is_break() {
            return Ok(Checked::NotChecked(UncheckedCause::Stopped));
        }
        tree.read(case).map_err(|kind| ProofError { line: Some(at as u64 + 1), kind })?;
    }
    if tree.is_open {
        let line = Some(cases.lines().len() as u64 + 1);
        return Err(ProofError { line, kind: ProofErrorKind::Unfinished });
    }
    Ok(Checked::Proved { cases: cases.closed() })
}

/// The position in the tree of cases.
struct Tree<'a> {
    problem: &'a Problem,
    propagator: Propagator<'a>,
    /// The orbits of moves, once they are needed.
    orbits: Option<MoveOrbits>,
    /// True after a conflict. Any subtree is valid below it.
    has_conflict: bool,
    /// The open branches above.
    branches: Vec<Branch>,
    /// True while a case is not closed.
    is_open: bool,
}

struct Branch {
    /// The assumption of the second case, before that case begins.
    second: Option<Decision>,
    /// True if the branch was in conflict before.
    had_conflict: bool,
    /// True if the branch is about an orbit of moves.
    is_orbit: bool,
}

impl Branch {
    /// Returns true if the assumption holds for all images of the move too.
    const fn is_kept(&self) -> bool {
        self.is_orbit && self.second.is_none()
    }
}

#[derive(Clone, Copy)]
enum Decision {
    Included(u32),
    Excluded(u32),
    OrbitExcluded(u32),
    End(u32),
    NoEnd(u32),
}

impl<'a> Tree<'a> {
    fn new(problem: &'a Problem, list: &'a MoveList) -> Self {
        let mut propagator = Propagator::new(problem, list);
        let result = propagator.apply_constraints().and_then(|()| propagator.propagate());
        let (has_conflict, branches) = (result.is_err(), Vec::new());
        Self { problem, propagator, orbits: None, has_conflict, branches, is_open: true }
    }

    /// Checks a line.
    fn read(&mut self, case: &Case) -> Result<(), ProofErrorKind> {
        if !self.is_open {
            return Err(ProofErrorKind::LeftOver);
        }
        match case {
            Case::Move(pair) => self.branch_on_move(*pair),
            Case::Orbit(pair) => self.branch_on_orbit(*pair),
            Case::End(square) => self.branch_on_end(*square),
            Case::TightSet(squares) => self.apply_tight_set(squares),
            Case::Forced if self.has_conflict => self.close(),
            Case::Forced => Err(ProofErrorKind::NoContradiction),
            Case::DeficientSet(squares) => {
                deficient_set(&mut self.propagator, squares, self.has_conflict)?;
                self.close()
            }
            Case::VertexCut(squares) => {
                cut(&self.propagator, squares, self.has_conflict)?;
                self.close()
            }
        }
    }

    fn branch_on_move(&mut self, pair: [Square; 2]) -> Result<(), ProofErrorKind> {
        let by = self.between(pair)?;
        self.branch(Decision::Included(by), Decision::Excluded(by));
        Ok(())
    }

    /// The assumptions above must hold for the image of a tour too.
    fn branch_on_orbit(&mut self, pair: [Square; 2]) -> Result<(), ProofErrorKind> {
        let by = self.between(pair)?;
        if !self.has_conflict {
            // The branches above the last of them were checked with it.
            let is_kept = self.branches.last().is_none_or(Branch::is_kept);
            if !is_kept {
                return Err(ProofErrorKind::Decision);
            }
            if self.orbits.is_none() {
                self.orbits = Some(MoveOrbits::new(self.problem, self.propagator.list())?);
            }
        }
        self.branch(Decision::Included(by), Decision::OrbitExcluded(by));
        Ok(())
    }

    fn between(&self, [a, b]: [Square; 2]) -> Result<u32, ProofErrorKind> {
        let [from, to] = [number(&self.propagator, a)?, number(&self.propagator, b)?];
        self.propagator.list().between(from, to).ok_or(ProofErrorKind::NoSuchMove([a, b]))
    }

    fn branch_on_end(&mut self, square: Square) -> Result<(), ProofErrorKind> {
        let number = number(&self.propagator, square)?;
        self.branch(Decision::End(number), Decision::NoEnd(number));
        Ok(())
    }

    fn branch(&mut self, first: Decision, second: Decision) {
        let is_orbit = matches!(second, Decision::OrbitExcluded(_));
        self.branches.push(Branch {
            second: Some(second),
            had_conflict: self.has_conflict,
            is_orbit,
        });
        self.enter_branch(first);
    }

    /// Enters a case.
    fn enter_branch(&mut self, decision: Decision) {
        self.propagator.save();
        if self.has_conflict {
            return;
        }
        let result: Propagation = match decision {
            Decision::Included(by) => self.propagator.include(by),
            Decision::Excluded(by) => self.propagator.exclude(by),
            Decision::OrbitExcluded(by) => {
                let alike = self.orbits.iter().flat_map(|orbits| orbits.to(by));
                alike.into_iter().try_for_each(|by| self.propagator.exclude(by))
            }
            Decision::End(square) => self.propagator.raise_min_ends(square, 1),
            Decision::NoEnd(square) => self.propagator.lower_max_ends(square, 0),
        };
        self.propagate(result);
    }

    fn propagate(&mut self, result: Propagation) {
        let result = match result {
            Ok(()) => self.propagator.propagate(),
            broken => {
                self.propagator.clear_queue();
                broken
            }
        };
        self.has_conflict = result.is_err();
    }

    fn apply_tight_set(&mut self, squares: &[Square]) -> Result<(), ProofErrorKind> {
        let numbers = numbers(&self.propagator, squares)?;
        if self.has_conflict {
            return Ok(());
        }
        let balance = self.propagator.balance(&numbers);
        if balance.supply > balance.need {
            let [need, supply] = [balance.need, balance.supply];
            return Err(ProofErrorKind::NotTight { need, supply });
        }
        let result = if balance.supply < balance.need {
            Err(Conflict)
        } else {
            self.propagator.apply_tight_set(&numbers, &balance)
        };
        self.propagate(result);
        Ok(())
    }

    /// Closes the case, and continues with the next one.
    #[expect(clippy::unnecessary_wraps, reason = "it ends each line that closes a case")]
    fn close(&mut self) -> Result<(), ProofErrorKind> {
        while let Some(mut branch) = self.branches.pop() {
            self.propagator.restore();
            self.has_conflict = branch.had_conflict;
            if let Some(second) = branch.second.take() {
                self.branches.push(branch);
                self.enter_branch(second);
                return Ok(());
            }
        }
        self.is_open = false;
        Ok(())
    }
}

/// Checks a deficient set. After a conflict any set is valid.
pub(super) fn deficient_set(
    propagator: &mut Propagator<'_>,
    squares: &[Square],
    has_conflict: bool,
) -> Result<(), ProofErrorKind> {
    let numbers = numbers(propagator, squares)?;
    if has_conflict {
        return Ok(());
    }
    let balance = propagator.balance(&numbers);
    if balance.supply >= balance.need {
        return Err(ProofErrorKind::NotStarved { need: balance.need, supply: balance.supply });
    }
    Ok(())
}

/// Checks a vertex cut.
pub(super) fn cut(
    propagator: &Propagator<'_>,
    squares: &[Square],
    has_conflict: bool,
) -> Result<(), ProofErrorKind> {
    let numbers = numbers(propagator, squares)?;
    if has_conflict {
        return Ok(());
    }
    let count = propagator.cut_balance(&numbers);
    if !count.is_too_many {
        return Err(ProofErrorKind::FewParts { needed: count.needed, most: count.most });
    }
    Ok(())
}

fn number(propagator: &Propagator<'_>, square: Square) -> Result<u32, ProofErrorKind> {
    propagator.list().number(square).ok_or(ProofErrorKind::OffBoard(square))
}

/// Returns the numbers of different squares.
fn numbers(propagator: &Propagator<'_>, squares: &[Square]) -> Result<Vec<u32>, ProofErrorKind> {
    super::all_different(squares)?;
    squares.iter().map(|&square| number(propagator, square)).collect()
}
