//! A cut that says in one line what tight sets say in many.
//!
//! Squares that take all that their neighbours have are alone without these neighbours. So if the
//! proof needs tight sets, their neighbours may be squares without which the board falls into too
//! many parts, which is easier to see.

use caracole_core::{Case, Cases};

use super::cut::Cuts;
use super::knot::Mark;
use super::model::Model;
use super::record::Record;
use super::state::State;

/// Larger sets are not made smaller: that would take long.
const MOST: usize = 200;

/// The proof, as short as it is seen at once.
pub(super) fn proof(model: &Model, record: &Record) -> Option<Cases> {
    let whole = record.cases(model)?;
    let sets: Vec<&[u32]> = record.tight_sets().collect();
    if sets.is_empty() {
        return Some(whole);
    }
    let mut state = State::new(model);
    if !matches!(state.begin(&mut || Ok(())), Ok(Ok(()))) {
        return Some(whole);
    }
    let mut cuts = Cuts::default();
    let cut = sets.iter().rev().find_map(|set| cut_beside(&state, &mut cuts, set));
    let squares = |cut: Vec<u32>| cut.into_iter().map(|vertex| model.square(vertex)).collect();
    Some(cut.map_or(whole, |cut| Cases::new(vec![Case::Cut(squares(cut))])))
}

/// The neighbours of a set, as few as are needed, if the board falls apart without them.
fn cut_beside(state: &State<'_>, cuts: &mut Cuts, set: &[u32]) -> Option<Vec<u32>> {
    let model = state.model;
    let beside = set.iter().flat_map(|&vertex| model.around(vertex));
    let beside = beside.filter(|&(_, edge)| state.mark(edge) != Mark::Out);
    let mut cut: Vec<u32> = beside.map(|(near, _)| near).collect();
    cut.sort_unstable();
    cut.dedup();
    if cut.len() > MOST || !cuts.is_too_much(state, &cut) {
        return None;
    }
    for at in (0..cut.len()).rev() {
        let dropped = cut.remove(at);
        if !cuts.is_too_much(state, &cut) {
            cut.insert(at, dropped);
        }
    }
    Some(cut)
}
