//! The proof as it grows.

use caracole_core::{Case, Cases};

use super::model::Model;

/// The lines of a proof by cases, in vertices and edges.
#[derive(Default)]
pub(super) struct Record {
    lines: Vec<Line>,
    /// In all sets of the lines.
    squares: usize,
    /// Is it no proof any more, because there was an answer, or too long a one?
    is_spoilt: bool,
}

enum Line {
    Branch(u32),
    BranchAlike(u32),
    Forced,
    Cut(Box<[u32]>),
    Starved(Box<[u32]>),
    Tight(Box<[u32]>),
}

/// Proofs of more lines are not kept, nor those with more squares in their sets: some tens of
/// megabytes.
const MOST_LINES: usize = 2_000_000;
const MOST_SQUARES: usize = 8_000_000;

impl Record {
    fn push(&mut self, line: Line) {
        self.squares += match &line {
            Line::Branch(_) | Line::BranchAlike(_) | Line::Forced => 0,
            Line::Cut(set) | Line::Starved(set) | Line::Tight(set) => set.len(),
        };
        if self.lines.len() >= MOST_LINES || self.squares > MOST_SQUARES {
            self.is_spoilt = true;
            self.lines = Vec::new();
        }
        if !self.is_spoilt {
            self.lines.push(line);
        }
    }

    /// Is there no line yet?
    pub(super) const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    pub(super) fn branch(&mut self, edge: u32, is_alike: bool) {
        self.push(if is_alike { Line::BranchAlike(edge) } else { Line::Branch(edge) });
    }

    pub(super) fn forced(&mut self) {
        self.push(Line::Forced);
    }

    pub(super) fn cut(&mut self, vertices: Vec<u32>) {
        self.push(Line::Cut(vertices.into()));
    }

    pub(super) fn starved(&mut self, vertices: Vec<u32>) {
        self.push(Line::Starved(vertices.into()));
    }

    pub(super) fn tight(&mut self, vertices: Vec<u32>) {
        self.push(Line::Tight(vertices.into()));
    }

    /// The tight sets of the proof.
    pub(super) fn tight_sets(&self) -> impl Iterator<Item = &[u32]> {
        self.lines.iter().filter_map(|line| match line {
            Line::Tight(vertices) => Some(&**vertices),
            _ => None,
        })
    }

    /// There was an answer, so it is no proof.
    pub(super) fn answer(&mut self) {
        self.is_spoilt = true;
        self.lines = Vec::new();
    }

    /// The proof, if it is one.
    pub(super) fn cases(&self, model: &Model) -> Option<Cases> {
        let squares = |vertices: &[u32]| vertices.iter().map(|&at| model.square(at)).collect();
        let ends = |edge: u32| model.ends_of(edge).map(|end| model.square(end));
        let case = |line: &Line| match line {
            Line::Branch(edge) => Case::Move(ends(*edge)),
            Line::BranchAlike(edge) => Case::Alike(ends(*edge)),
            Line::Forced => Case::Forced,
            Line::Cut(vertices) => Case::Cut(squares(vertices)),
            Line::Starved(vertices) => Case::Starved(squares(vertices)),
            Line::Tight(vertices) => Case::Tight(squares(vertices)),
        };
        (!self.is_spoilt).then(|| Cases::new(self.lines.iter().map(case).collect()))
    }
}
