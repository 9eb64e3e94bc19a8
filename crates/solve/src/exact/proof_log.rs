//! The proof log: the proof by cases, written during the search.

use caracole_core::{Case, Cases};

use super::model::Model;
use super::state::{EdgeState, State};
use super::vertex_cuts::VertexCuts;

/// The lines of a proof by cases, in vertices and edges.
#[derive(Default)]
pub(super) struct ProofLog {
    lines: Vec<Line>,
    /// The size of all sets of the lines.
    vertices: usize,
    /// True if the log is not a proof, because a solution was found or the log became too long.
    is_void: bool,
}

enum Line {
    Branch(u32),
    OrbitBranch(u32),
    Conflict,
    Cut(Box<[u32]>),
    Deficient(Box<[u32]>),
    Tight(Box<[u32]>),
}

/// Longer proofs are not kept: they take some tens of megabytes.
const MAX_LINES: usize = 2_000_000;
const MAX_VERTICES: usize = 8_000_000;

/// Larger vertex cuts are not shrunk, because that takes long.
const MAX_SHRUNK_CUT: usize = 200;

impl ProofLog {
    fn push(&mut self, line: Line) {
        self.vertices += match &line {
            Line::Branch(_) | Line::OrbitBranch(_) | Line::Conflict => 0,
            Line::Cut(set) | Line::Deficient(set) | Line::Tight(set) => set.len(),
        };
        if self.lines.len() >= MAX_LINES || self.vertices > MAX_VERTICES {
            self.make_void();
        }
        if !self.is_void {
            self.lines.push(line);
        }
    }

    fn make_void(&mut self) {
        self.is_void = true;
        self.lines = Vec::new();
    }

    /// Returns true if there are no lines yet.
    pub(super) const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Logs a branch: the edge is included, then excluded, with its orbit or alone.
    pub(super) fn branch(&mut self, edge: u32, excludes_orbit: bool) {
        self.push(if excludes_orbit { Line::OrbitBranch(edge) } else { Line::Branch(edge) });
    }

    /// Logs a conflict that propagation found.
    pub(super) fn conflict(&mut self) {
        self.push(Line::Conflict);
    }

    /// Logs a conflict by a vertex cut.
    pub(super) fn cut(&mut self, vertices: Vec<u32>) {
        self.push(Line::Cut(vertices.into()));
    }

    /// Logs a conflict by a deficient set.
    pub(super) fn deficient(&mut self, vertices: Vec<u32>) {
        self.push(Line::Deficient(vertices.into()));
    }

    /// Logs a tight set, which fixes edges.
    pub(super) fn tight(&mut self, vertices: Vec<u32>) {
        self.push(Line::Tight(vertices.into()));
    }

    /// Logs a solution, after which there is no proof.
    pub(super) fn solution(&mut self) {
        self.make_void();
    }

    /// Returns the proof, if the log is one.
    pub(super) fn cases(&self, model: &Model<'_>) -> Option<Cases> {
        let squares = |vertices: &[u32]| vertices.iter().map(|&at| model.square(at)).collect();
        let ends = |edge: u32| model.endpoints(edge).map(|end| model.square(end));
        let case = |line: &Line| match line {
            Line::Branch(edge) => Case::Move(ends(*edge)),
            Line::OrbitBranch(edge) => Case::Orbit(ends(*edge)),
            Line::Conflict => Case::Forced,
            Line::Cut(vertices) => Case::VertexCut(squares(vertices)),
            Line::Deficient(vertices) => Case::DeficientSet(squares(vertices)),
            Line::Tight(vertices) => Case::TightSet(squares(vertices)),
        };
        (!self.is_void).then(|| Cases::new(self.lines.iter().map(case).collect()))
    }

    /// Returns the proof as a single vertex cut if there is one that says the same as the tight
    /// sets, and otherwise as it was logged.
    ///
    /// A tight set takes all that its neighbours have, so it is isolated without them. Its
    /// neighbours can be a vertex cut, which is easier to see. A cut that was found after tight sets
    /// is often a cut without them.
    pub(super) fn simplified_cases(&self, model: &Model<'_>) -> Option<Cases> {
        let cases = self.cases(model)?;
        let is_branch = |line: &Line| matches!(line, Line::Branch(_) | Line::OrbitBranch(_));
        let before_branches = self.lines.iter().position(is_branch).unwrap_or(self.lines.len());
        let tight = self.lines.iter().filter(|line| matches!(line, Line::Tight(_)));
        if tight.count() == 0 {
            return Some(cases);
        }
        let mut sets = self.lines[..before_branches].iter().rev();
        let mut state = State::new(model);
        if !matches!(state.initialise(&mut || Ok(())), Ok(Ok(()))) {
            return Some(cases);
        }
        let mut cuts = VertexCuts::default();
        let mut cut_of = |line: &Line| match line {
            Line::Tight(set) => cut_around(&state, &mut cuts, set),
            Line::Cut(set) => cuts.is_cut(&state, set).then(|| set.to_vec()),
            _ => None,
        };
        let cut = sets.find_map(&mut cut_of);
        let squares = |cut: Vec<u32>| cut.into_iter().map(|vertex| model.square(vertex)).collect();
        Some(cut.map_or(cases, |cut| Cases::new(vec![Case::VertexCut(squares(cut))])))
    }
}

/// Returns the neighbours of a set, as few as are needed, if they are a vertex cut.
fn cut_around(state: &State<'_>, cuts: &mut VertexCuts, set: &[u32]) -> Option<Vec<u32>> {
    let incident = set.iter().flat_map(|&vertex| state.model.incident(vertex));
    let open = incident.filter(|&(_, edge)| state.edge_state(edge) != EdgeState::Excluded);
    let mut cut: Vec<u32> = open.map(|(near, _)| near).collect();
    cut.sort_unstable();
    cut.dedup();
    if cut.len() > MAX_SHRUNK_CUT || !cuts.is_cut(state, &cut) {
        return None;
    }
    for at in (0..cut.len()).rev() {
        let dropped = cut.remove(at);
        if !cuts.is_cut(state, &cut) {
            cut.insert(at, dropped);
        }
    }
    Some(cut)
}
