//! The state of the network: neurons, inputs and degrees.

use std::cmp::Ordering;
use std::ops::Range;

use caracole_core::{Kind, MoveGraph, Moves, Problem};
use caracole_verify::StopCause;

use crate::existence::alternate;
use crate::flow::{Factor, NONE};
use crate::patch::{TourShape, TwoFactorModel};
use crate::{NetworkView, Random, Run};

/// A network with one neuron for each allowed move.
///
/// For a path it has one more vertex, the *apex*: a neuron between the apex and a square is active if the path ends
/// on the square. A cycle through the apex is a path without it.
pub(super) struct Network {
    /// The vertices that each neuron joins: first the required moves, which are always active, then the other moves,
    /// then those to the apex.
    neurons: Vec<(u32, u32)>,
    fixed: usize,
    moves: usize,
    squares: usize,
    /// Given ends, which are joined to the apex without a neuron.
    given: Vec<u32>,
    /// U in the paper.
    inputs: Vec<i32>,
    /// V in the paper.
    active: Vec<bool>,
    /// The number of active neurons of each vertex; the apex is the last.
    degrees: Vec<i32>,
}

/// The number of neurons between two checks of the limits.
const NEURONS_BETWEEN_CHECKS: usize = 1 << 13;

/// A neuron becomes active above this input, and inactive below 0.
const THRESHOLD: i32 = 3;

/// Returns the bytes of the network without the problem and its graph.
pub(super) fn bytes(problem: &Problem) -> u64 {
    const NEURON: u64 = 8 + 4 + 1;
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    // Each move has two squares; each square may have a neuron to the apex.
    let neurons = (moves.bound(board) / 2).saturating_add(board.len());
    neurons.saturating_mul(NEURON).saturating_add(board.len().saturating_mul(4))
}

impl Network {
    /// Returns the network of a problem before its first state.
    pub(super) fn new(
        problem: &Problem,
        model: &TwoFactorModel<'_>,
        shape: TourShape,
        run: &mut Run<'_>,
    ) -> Result<Self, StopCause> {
        let (graph, given) = (model.graph(), model.ends(shape));
        let mut neurons: Vec<(u32, u32)> = model
            .instance
            .included_edges()
            .into_iter()
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        neurons.sort_unstable();
        let fixed = neurons.len();
        let mut idle = neurons.clone();
        // A path between given ends does not include the move between them.
        if let [a, b] = given[..] {
            idle.push((a.min(b), a.max(b)));
            idle.sort_unstable();
        }
        let squares = graph.vertices() as usize;
        let ends = if shape == TourShape::Path { squares } else { 0 };
        neurons.reserve_exact(graph.edges() as usize + ends);
        for (count, pair) in graph.edge_list().enumerate() {
            if count.is_multiple_of(NEURONS_BETWEEN_CHECKS) {
                run.check_limits()?;
            }
            if idle.is_empty() || idle.binary_search(&pair).is_err() {
                neurons.push(pair);
            }
        }
        let moves = neurons.len();
        let mut degrees = vec![0; squares];
        if shape == TourShape::Path {
            let apex = graph.vertices();
            let may_end = may_end(problem, model, &given);
            neurons.extend((0..apex).filter(|&vertex| may_end(vertex)).map(|end| (end, apex)));
            degrees.push(0);
        }
        let (inputs, active) = (vec![0; neurons.len()], vec![false; neurons.len()]);
        Ok(Self { neurons, fixed, moves, squares, given, inputs, active, degrees })
    }

    /// Sets all inputs to 0 and all outputs at random.
    pub(super) fn randomise(
        &mut self,
        random: &mut Random,
        run: &mut Run<'_>,
    ) -> Result<(), StopCause> {
        self.inputs.fill(0);
        self.degrees.fill(0);
        for &end in &self.given {
            self.degrees[end as usize] += 1;
            if let Some(apex) = self.degrees.last_mut() {
                *apex += 1;
            }
        }
        for (at, &(a, b)) in self.neurons.iter().enumerate() {
            if at.is_multiple_of(NEURONS_BETWEEN_CHECKS) {
                run.check_limits()?;
            }
            let is_active = at < self.fixed || random.below(2) == 1;
            self.active[at] = is_active;
            if is_active {
                self.degrees[a as usize] += 1;
                self.degrees[b as usize] += 1;
            }
        }
        Ok(())
    }

    /// Updates every neuron once.
    pub(super) fn sweep(&mut self, run: &mut Run<'_>) -> Result<(), StopCause> {
        let mut at = self.fixed;
        // The limits are checked at least once, even without free neurons.
        loop {
            run.check_limits()?;
            let most = run.steps_left().min(NEURONS_BETWEEN_CHECKS as u64) as usize;
            let end = self.neurons.len().min(at + most);
            self.update(at..end);
            run.stats.updates += (end - at) as u64;
            at = end;
            if at == self.neurons.len() {
                return Ok(());
            }
        }
    }

    /// Updates some neurons, one after the other.
    fn update(&mut self, range: Range<usize>) {
        let degrees = &mut self.degrees[..];
        let neurons = &self.neurons[range.clone()];
        let inputs = &mut self.inputs[range.clone()];
        let active = &mut self.active[range];
        for ((&(a, b), input), output) in neurons.iter().zip(inputs).zip(active) {
            let (a, b) = (a as usize, b as usize);
            // An input that changes in one direction in every sweep must not overflow.
            *input = input.saturating_add(4 - degrees[a] - degrees[b]);
            let change = match (*input, *output) {
                (input, false) if input > THRESHOLD => 1,
                (input, true) if input < 0 => -1,
                _ => continue,
            };
            *output = change > 0;
            degrees[a] += change;
            degrees[b] += change;
        }
    }

    /// Returns true if every vertex has two active moves.
    pub(super) fn is_stable(&self) -> bool {
        self.degrees.iter().all(|&degree| degree == 2)
    }

    /// Returns the number of squares with two active moves, and of all squares.
    pub(super) fn satisfied(&self) -> [usize; 2] {
        let degrees = self.degrees.iter().take(self.squares);
        [degrees.filter(|&&degree| degree == 2).count(), self.squares]
    }

    /// Returns the state for observers, without the apex.
    pub(super) fn view<'a>(
        &'a self,
        graph: &'a MoveGraph,
        number: u32,
        sweeps: u32,
    ) -> NetworkView<'a> {
        NetworkView {
            attempt: u64::from(number) + 1,
            sweep: sweeps.into(),
            graph,
            neurons: &self.neurons[..self.moves],
            active: &self.active[..self.moves],
        }
    }

    /// Returns the active moves and ends of a network that has converged, without the required ones.
    pub(super) fn factor(&self, run: &mut Run<'_>) -> Result<Factor, StopCause> {
        let mut factor = Factor { partners: vec![[NONE; 2]; self.squares], ends: Vec::new() };
        let chosen = (self.fixed..self.neurons.len()).filter(|&at| self.active[at]);
        for (count, at) in chosen.enumerate() {
            if count.is_multiple_of(NEURONS_BETWEEN_CHECKS) {
                run.check_limits()?;
            }
            let (a, b) = self.neurons[at];
            if at >= self.moves {
                factor.ends.push(a);
                continue;
            }
            for (from, to) in [(a, b), (b, a)] {
                let partners = &mut factor.partners[from as usize];
                partners[usize::from(partners[0] != NONE)] = to;
            }
        }
        Ok(factor)
    }
}

/// Returns the predicate of the squares that may be an end that is not given.
fn may_end<'a>(
    problem: &Problem,
    model: &'a TwoFactorModel<'_>,
    given: &'a [u32],
) -> impl Fn(u32) -> bool + 'a {
    let colours = model.colours();
    let near = match given {
        &[end] if problem.kind() == Kind::Open => model.instance.adjacent(end).collect(),
        _ => Vec::new(),
    };
    let colour = if alternate(problem) {
        let [even, odd] = problem.board().colour_counts();
        match (odd.cmp(&even), given) {
            (Ordering::Less, _) => Some(0),
            (Ordering::Greater, _) => Some(1),
            (Ordering::Equal, &[end]) => Some(1 - colours[end as usize]),
            (Ordering::Equal, _) => None,
        }
    } else {
        None
    };
    move |vertex| {
        given.len() < 2
            && !given.contains(&vertex)
            && !near.contains(&vertex)
            && colour.is_none_or(|colour| colours[vertex as usize] == colour)
    }
}
