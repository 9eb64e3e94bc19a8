//! Proofs by cases, line by line.

use crate::verify::Watch;
use crate::{Case, Cases, Problem, Square};

use super::alike::Classes;
use super::known::{Broken, Held, Known};
use super::list::MoveList;
use super::{Checked, Flaw, Unchecked, Wrong};

/// Whoever watches is told after so many lines.
const SELDOM: usize = 256;

/// Follows a proof by cases. `None` if it was stopped.
pub(super) fn check(
    problem: &Problem,
    cases: &Cases,
    watch: Watch<'_>,
) -> Result<Option<Checked>, Flaw> {
    let Some(list) = MoveList::new(problem) else {
        return Ok(Some(Checked::NotChecked(Unchecked::TooLarge)));
    };
    let mut tree = Tree::new(problem, &list);
    for (at, case) in cases.lines().iter().enumerate() {
        if at % SELDOM == 0 && watch(at as u64).is_break() {
            return Ok(None);
        }
        tree.read(case).map_err(|wrong| Flaw { line: Some(at as u64 + 1), wrong })?;
    }
    if tree.is_open {
        let line = Some(cases.lines().len() as u64 + 1);
        return Err(Flaw { line, wrong: Wrong::Unfinished });
    }
    Ok(Some(Checked::Proved { cases: cases.closed() }))
}

/// The place in the tree of cases.
struct Tree<'a> {
    problem: &'a Problem,
    known: Known<'a>,
    /// Which moves are alike, when somebody has asked.
    classes: Option<Classes>,
    /// Is what is known here a contradiction? Then whatever stands below is as good as any.
    is_broken: bool,
    /// The branches above whose end has not come.
    branches: Vec<Branch>,
    /// Is a case still to be closed?
    is_open: bool,
}

struct Branch {
    /// What the second case supposes, while it is to come.
    second: Option<Supposed>,
    /// Was there a contradiction already?
    was_broken: bool,
    /// Is it about moves that are alike?
    is_alike: bool,
}

impl Branch {
    /// Is all that is supposed here supposed of every image, too?
    const fn is_kept(&self) -> bool {
        self.is_alike && self.second.is_none()
    }
}

#[derive(Clone, Copy)]
enum Supposed {
    Made(u32),
    Out(u32),
    NoneAlike(u32),
    End(u32),
    NoEnd(u32),
}

impl<'a> Tree<'a> {
    fn new(problem: &'a Problem, list: &'a MoveList) -> Self {
        let mut known = Known::new(problem, list);
        let held = known.take_in().and_then(|()| known.settle());
        let (is_broken, branches) = (held.is_err(), Vec::new());
        Self { problem, known, classes: None, is_broken, branches, is_open: true }
    }

    /// One line.
    fn read(&mut self, case: &Case) -> Result<(), Wrong> {
        if !self.is_open {
            return Err(Wrong::LeftOver);
        }
        match case {
            Case::Move(pair) => self.branch_on_move(*pair),
            Case::Alike(pair) => self.branch_on_alike(*pair),
            Case::End(square) => self.branch_on_end(*square),
            Case::Tight(squares) => self.tighten(squares),
            Case::Forced if self.is_broken => self.close(),
            Case::Forced => Err(Wrong::NoContradiction),
            Case::Starved(squares) => {
                starve(&mut self.known, squares, self.is_broken)?;
                self.close()
            }
            Case::Cut(squares) => {
                cut(&self.known, squares, self.is_broken)?;
                self.close()
            }
        }
    }

    fn branch_on_move(&mut self, pair: [Square; 2]) -> Result<(), Wrong> {
        let by = self.between(pair)?;
        self.branch(Supposed::Made(by), Supposed::Out(by));
        Ok(())
    }

    /// What is supposed above must hold for the image of a tour as well as for the tour.
    fn branch_on_alike(&mut self, pair: [Square; 2]) -> Result<(), Wrong> {
        let by = self.between(pair)?;
        if !self.is_broken {
            // What stands above the last of them was looked at when that one came.
            let is_kept = self.branches.last().is_none_or(Branch::is_kept);
            if !is_kept {
                return Err(Wrong::Supposed);
            }
            if self.classes.is_none() {
                self.classes = Some(Classes::new(self.problem, self.known.list())?);
            }
        }
        self.branch(Supposed::Made(by), Supposed::NoneAlike(by));
        Ok(())
    }

    fn between(&self, [a, b]: [Square; 2]) -> Result<u32, Wrong> {
        let [from, to] = [number(&self.known, a)?, number(&self.known, b)?];
        self.known.list().between(from, to).ok_or(Wrong::NoSuchMove([a, b]))
    }

    fn branch_on_end(&mut self, square: Square) -> Result<(), Wrong> {
        let number = number(&self.known, square)?;
        self.branch(Supposed::End(number), Supposed::NoEnd(number));
        Ok(())
    }

    fn branch(&mut self, first: Supposed, second: Supposed) {
        let is_alike = matches!(second, Supposed::NoneAlike(_));
        self.branches.push(Branch { second: Some(second), was_broken: self.is_broken, is_alike });
        self.suppose(first);
    }

    /// Goes into a case.
    fn suppose(&mut self, supposed: Supposed) {
        self.known.mark();
        if self.is_broken {
            return;
        }
        let held: Held = match supposed {
            Supposed::Made(by) => self.known.make(by),
            Supposed::Out(by) => self.known.take_out(by),
            Supposed::NoneAlike(by) => {
                let alike = self.classes.iter().flat_map(|classes| classes.to(by));
                alike.into_iter().try_for_each(|by| self.known.take_out(by))
            }
            Supposed::End(square) => self.known.set_low(square, 1),
            Supposed::NoEnd(square) => self.known.set_high(square, 0),
        };
        self.settle(held);
    }

    fn settle(&mut self, held: Held) {
        let held = match held {
            Ok(()) => self.known.settle(),
            broken => {
                self.known.forget_waiting();
                broken
            }
        };
        self.is_broken = held.is_err();
    }

    fn tighten(&mut self, squares: &[Square]) -> Result<(), Wrong> {
        let numbers = numbers(&self.known, squares)?;
        if self.is_broken {
            return Ok(());
        }
        let balance = self.known.balance(&numbers);
        if balance.supply > balance.need {
            let [need, supply] = [balance.need, balance.supply];
            return Err(Wrong::NotTight { need, supply });
        }
        let held = if balance.supply < balance.need {
            Err(Broken)
        } else {
            self.known.tighten(&numbers, &balance)
        };
        self.settle(held);
        Ok(())
    }

    /// The case is closed: on to the next.
    #[expect(clippy::unnecessary_wraps, reason = "it ends each line that closes a case")]
    fn close(&mut self) -> Result<(), Wrong> {
        while let Some(mut branch) = self.branches.pop() {
            self.known.undo();
            self.is_broken = branch.was_broken;
            if let Some(second) = branch.second.take() {
                self.branches.push(branch);
                self.suppose(second);
                return Ok(());
            }
        }
        self.is_open = false;
        Ok(())
    }
}

/// The squares need more than there is. In a case that is closed already, anything will do.
pub(super) fn starve(
    known: &mut Known<'_>,
    squares: &[Square],
    is_broken: bool,
) -> Result<(), Wrong> {
    let numbers = numbers(known, squares)?;
    if is_broken {
        return Ok(());
    }
    let balance = known.balance(&numbers);
    if balance.supply >= balance.need {
        return Err(Wrong::NotStarved { need: balance.need, supply: balance.supply });
    }
    Ok(())
}

/// Without the squares there are too many parts.
pub(super) fn cut(known: &Known<'_>, squares: &[Square], is_broken: bool) -> Result<(), Wrong> {
    let numbers = numbers(known, squares)?;
    if is_broken {
        return Ok(());
    }
    let count = known.count_parts(&numbers);
    if !count.is_too_many {
        return Err(Wrong::FewParts { needed: count.needed, most: count.most });
    }
    Ok(())
}

fn number(known: &Known<'_>, square: Square) -> Result<u32, Wrong> {
    known.list().number(square).ok_or(Wrong::OffBoard(square))
}

/// The numbers of different squares.
fn numbers(known: &Known<'_>, squares: &[Square]) -> Result<Vec<u32>, Wrong> {
    super::all_different(squares)?;
    squares.iter().map(|&square| number(known, square)).collect()
}
