//! Proofs by clauses: reverse unit propagation, with the rules of the propagator.

use std::collections::HashMap;

use caracole_core::{ClauseLine, Clauses, CutVertex, Kind, Literal, Problem, Square};

use super::move_list::{MoveList, Near};
use super::propagation::{Conflict, Fact, Propagation, Propagator};
use super::{Checked, ProofError, ProofErrorKind, UncheckedCause};
use crate::ProgressFn;

/// The number of lines between two calls of the progress callback.
const LINES_PER_CALL: u64 = 64;

/// Checks a proof by clauses, line by line.
pub(super) fn check(
    problem: &Problem,
    clauses: &Clauses,
    progress: ProgressFn<'_>,
) -> Result<Checked, ProofError> {
    if !supports(problem) {
        return Err(ProofError { line: None, kind: ProofErrorKind::NoClauses });
    }
    let Some(list) = MoveList::new(problem) else {
        return Ok(Checked::NotChecked(UncheckedCause::TooLarge));
    };
    let unreadable = |line, error: std::io::Error| {
        let kind = ProofErrorKind::Unreadable(error.to_string());
        ProofError { line, kind }
    };
    let mut checker = ClauseChecker::new(problem, &list);
    let mut number = 0;
    for line in clauses.lines().map_err(|error| unreadable(None, error))? {
        if number % LINES_PER_CALL == 0 && progress(number).is_break() {
            return Ok(Checked::NotChecked(UncheckedCause::Stopped));
        }
        number += 1;
        let line = line.map_err(|error| unreadable(Some(number), error))?;
        checker.read(number, &line).map_err(|kind| ProofError { line: Some(number), kind })?;
    }
    if !checker.is_complete {
        return Err(ProofError { line: Some(number + 1), kind: ProofErrorKind::Unfinished });
    }
    Ok(Checked::ProvedByClauses { clauses: checker.added })
}

/// Returns true if the problem has one knight, more than two squares, and no clues except the ends.
fn supports(problem: &Problem) -> bool {
    let len = problem.board().len();
    let is_between = |(step, _): (u64, Square)| step > 1 && step < len;
    problem.knights() == 1 && len > 2 && !problem.clues().any(is_between)
}

/// A clause, in facts of the propagator.
type Clause = Box<[Fact]>;

/// The clauses that hold, and the state of propagation by them and by the rules.
///
/// Every clause of two facts or more watches two of them: it is visited when one becomes false. Both
/// are false only if the clause was visited and another fact is true.
struct ClauseChecker<'a> {
    problem: &'a Problem,
    propagator: Propagator<'a>,
    /// The clauses that were not deleted, each at a place. The places of deleted clauses are used again.
    clauses: Vec<Option<Clause>>,
    free_places: Vec<u32>,
    /// The place of the clause of each line, if it was not deleted.
    places: HashMap<u64, u32>,
    /// How many clauses were added.
    added: u64,
    /// For each fact, the places of the clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// Facts that became known and whose negations have not been propagated yet.
    news: Vec<Fact>,
    /// True if the clauses contradict each other.
    has_conflict: bool,
    is_complete: bool,
}

impl<'a> ClauseChecker<'a> {
    fn new(problem: &'a Problem, list: &'a MoveList) -> Self {
        let mut propagator = Propagator::new(problem, list);
        let result = propagator.apply_constraints().and_then(|()| propagator.propagate());
        propagator.record_facts();
        let facts = 2 * (list.moves() + list.len() as usize);
        Self {
            problem,
            propagator,
            clauses: Vec::new(),
            free_places: Vec::new(),
            places: HashMap::new(),
            added: 0,
            watches: vec![Vec::new(); facts],
            news: Vec::new(),
            has_conflict: result.is_err(),
            is_complete: false,
        }
    }

    /// Checks the line with this number, and adds its clause.
    fn read(&mut self, number: u64, line: &ClauseLine) -> Result<(), ProofErrorKind> {
        if self.is_complete {
            return Err(ProofErrorKind::LeftOver);
        }
        match line {
            ClauseLine::Learned(literals) => {
                let facts: Vec<Fact> =
                    literals.iter().map(|literal| self.fact(literal)).collect::<Result<_, _>>()?;
                if !self.has_conflict && !self.follows(&facts) {
                    return Err(ProofErrorKind::NoContradiction);
                }
                self.is_complete = facts.is_empty();
                self.add(number, facts);
            }
            ClauseLine::Cut { part, except } => {
                let facts = self.cut_facts(part, *except)?;
                self.add(number, facts);
            }
            ClauseLine::Deleted(lines) => {
                for &line in lines {
                    let place = self.places.remove(&line);
                    let place = place.ok_or(ProofErrorKind::NoSuchClause(line))?;
                    let clause = self.clauses[place as usize].take().unwrap_or_default();
                    for fact in clause.iter().take(2) {
                        let index = self.propagator.fact_index(*fact);
                        self.watches[index].retain(|&at| at != place);
                    }
                    self.free_places.push(place);
                }
            }
        }
        Ok(())
    }

    fn number(&self, square: Square) -> Result<u32, ProofErrorKind> {
        self.propagator.list().number(square).ok_or(ProofErrorKind::OffBoard(square))
    }

    fn fact(&self, literal: &Literal) -> Result<Fact, ProofErrorKind> {
        Ok(match *literal {
            Literal::Move { squares, holds } => {
                let [a, b] = [self.number(squares[0])?, self.number(squares[1])?];
                let by = self.propagator.list().between(a, b);
                Fact::Move(by.ok_or(ProofErrorKind::NoSuchMove(squares))?, holds)
            }
            Literal::End { square, holds } => Fact::End(self.number(square)?, holds),
        })
    }

    /// Returns the clause of a cut: the moves between the part and the rest, and the ends in the part.
    fn cut_facts(&self, part: &[Square], except: CutVertex) -> Result<Vec<Fact>, ProofErrorKind> {
        const REST: u8 = 0;
        const PART: u8 = 1;
        const NEITHER: u8 = 2;
        let list = self.propagator.list();
        let mut sides = vec![REST; list.len() as usize];
        super::all_different(part)?;
        for &square in part {
            sides[self.number(square)? as usize] = PART;
        }
        if let CutVertex::Square(square) = except {
            let number = self.number(square)? as usize;
            if sides[number] == PART {
                return Err(ProofErrorKind::Twice(square));
            }
            sides[number] = NEITHER;
        }
        // Without closing, the ends belong to the rest, unless they are what is left out.
        let is_closed = self.problem.kind() == Kind::Closed;
        let ends_join = except == CutVertex::Ends;
        let has_rest = sides.contains(&REST) || !is_closed && !ends_join;
        if part.is_empty() || !has_rest || is_closed && ends_join {
            return Err(ProofErrorKind::NoCut);
        }
        let mut facts = Vec::new();
        for square in (0..list.len()).filter(|&square| sides[square as usize] == PART) {
            for &Near { to, by } in list.near(square) {
                if sides[to as usize] == REST {
                    facts.push(Fact::Move(by, true));
                }
            }
            if !is_closed && !ends_join {
                facts.push(Fact::End(square, true));
            }
        }
        Ok(facts)
    }

    /// Returns true if assuming the negations of all facts leads to a conflict.
    fn follows(&mut self, facts: &[Fact]) -> bool {
        self.propagator.save();
        let assumed = facts.iter().try_for_each(|&fact| self.propagator.assume(fact.negated()));
        let result = assumed.and_then(|()| self.propagate());
        self.propagator.clear_queue();
        self.propagator.take_facts(&mut self.news);
        self.news.clear();
        self.propagator.restore();
        result.is_err()
    }

    /// Applies the rules and the clauses in turn, until nothing more follows.
    fn propagate(&mut self) -> Propagation {
        loop {
            self.propagator.propagate()?;
            self.propagator.take_facts(&mut self.news);
            let Some(fact) = self.news.pop() else { return Ok(()) };
            self.visit_watches(fact.negated())?;
        }
    }

    /// Propagates the clauses that watch a false fact.
    fn visit_watches(&mut self, falsified: Fact) -> Propagation {
        let index = self.propagator.fact_index(falsified);
        let watches = std::mem::take(&mut self.watches[index]);
        let mut kept = Vec::with_capacity(watches.len());
        let mut result = Ok(());
        for place in watches {
            let Some(clause) = self.clauses[place as usize].as_mut() else { continue };
            if result.is_err() {
                kept.push(place);
                continue;
            }
            if clause[0] == falsified {
                clause.swap(0, 1);
            }
            if self.propagator.is_known(clause[0]) == Some(true) {
                kept.push(place);
                continue;
            }
            let propagator = &self.propagator;
            let other =
                (2..clause.len()).find(|&at| propagator.is_known(clause[at]) != Some(false));
            if let Some(at) = other {
                clause.swap(1, at);
                let index = self.propagator.fact_index(clause[1]);
                self.watches[index].push(place);
                continue;
            }
            kept.push(place);
            let first = clause[0];
            result = self.propagator.assume(first);
        }
        self.watches[index].extend(kept);
        result
    }

    /// Stores the clause of a line, and returns its place.
    fn store(&mut self, number: u64, clause: Clause) -> u32 {
        self.added += 1;
        let place = self.free_places.pop().unwrap_or_else(|| {
            self.clauses.push(None);
            self.clauses.len() as u32 - 1
        });
        self.clauses[place as usize] = Some(clause);
        self.places.insert(number, place);
        place
    }

    /// Adds the clause of a line, and everything that follows from it without any assumption.
    fn add(&mut self, number: u64, mut facts: Vec<Fact>) {
        if self.has_conflict {
            self.store(number, Box::default());
            return;
        }
        let propagator = &self.propagator;
        facts.sort_by_key(|&fact| match propagator.is_known(fact) {
            Some(true) => 0,
            None => 1,
            Some(false) => 2,
        });
        let is_open = |fact: Option<&Fact>| {
            fact.is_some_and(|&fact| self.propagator.is_known(fact) != Some(false))
        };
        let (first, second) = (is_open(facts.first()), is_open(facts.get(1)));
        let watched: Vec<Fact> = facts.iter().take(2).copied().collect();
        let place = self.store(number, facts.into());
        for &fact in &watched {
            let index = self.propagator.fact_index(fact);
            self.watches[index].push(place);
        }
        let result = match watched.first() {
            Some(&fact) if first && !second => {
                self.propagator.assume(fact).and_then(|()| self.propagate())
            }
            Some(_) if first => Ok(()),
            _ => Err(Conflict),
        };
        if result.is_err() {
            self.has_conflict = true;
        }
    }
}
