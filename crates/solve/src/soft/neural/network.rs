//! The network: neurons, their inputs, and what they do to the squares.

use std::cmp::Ordering;
use std::ops::Range;

use caracole_core::{Kind, MoveGraph, Moves, Problem, StopCause};

use crate::existence::alternate;
use crate::factor::{Factor, NONE};
use crate::patch::{Plan, Task};
use crate::{NetworkView, Random, Run};

/// One neuron for each move that may be made.
///
/// For a path there is one vertex more, the *apex*: a neuron between it and a square is on where
/// the path ends. A loop through the apex is a path without it.
pub(super) struct Network {
    /// The vertices that each neuron joins: first the moves that must be made, which are always
    /// on, then the other moves, then those to the apex.
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
    /// How many active neurons each vertex has; the apex comes last.
    degrees: Vec<i32>,
}

/// Neurons without a look at the clock between them: they take some tens of microseconds.
const NEURONS_BETWEEN_LOOKS: usize = 1 << 13;

/// A neuron turns on above this input, and off below 0.
const THRESHOLD: i32 = 3;

/// Bytes that the network takes beside the problem and its graph.
pub(super) fn bytes(problem: &Problem) -> u64 {
    const NEURON: u64 = 8 + 4 + 1;
    let board = problem.board();
    let moves = Moves::new(problem.piece(), board);
    // Each move has two squares; each square may have a neuron to the apex.
    let neurons = moves.offsets().len() as u64 / 2 + 1;
    board.len().saturating_mul(NEURON * neurons + 4)
}

impl Network {
    /// The network of a problem, in no state yet.
    pub(super) fn new(
        problem: &Problem,
        task: &Task<'_>,
        plan: Plan,
        run: &mut Run<'_>,
    ) -> Result<Self, StopCause> {
        let (graph, given) = (task.graph(), task.ends(plan));
        let mut neurons: Vec<(u32, u32)> =
            task.fixed(plan).into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        neurons.sort_unstable();
        let fixed = neurons.len();
        let mut idle = neurons.clone();
        // A path between given ends does not go straight from one to the other.
        if let [a, b] = given[..] {
            idle.push((a.min(b), a.max(b)));
            idle.sort_unstable();
        }
        let squares = graph.vertices() as usize;
        let ends = if plan == Plan::Path { squares } else { 0 };
        neurons.reserve_exact(graph.edges() as usize + ends);
        for (count, pair) in graph.edge_list().enumerate() {
            if count.is_multiple_of(NEURONS_BETWEEN_LOOKS) {
                run.look()?;
            }
            if idle.is_empty() || idle.binary_search(&pair).is_err() {
                neurons.push(pair);
            }
        }
        let moves = neurons.len();
        let mut degrees = vec![0; squares];
        if plan == Plan::Path {
            let apex = graph.vertices();
            let may_end = may_end(problem, task, &given);
            neurons.extend((0..apex).filter(|&vertex| may_end(vertex)).map(|end| (end, apex)));
            degrees.push(0);
        }
        let (inputs, active) = (vec![0; neurons.len()], vec![false; neurons.len()]);
        Ok(Self { neurons, fixed, moves, squares, given, inputs, active, degrees })
    }

    /// Begins anew: no input, and random outputs.
    pub(super) fn begin(
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
            if at.is_multiple_of(NEURONS_BETWEEN_LOOKS) {
                run.look()?;
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
        // Somebody looks once at least, also where nothing is left to choose.
        loop {
            run.look()?;
            let most = run.steps_left().min(NEURONS_BETWEEN_LOOKS as u64) as usize;
            let end = self.neurons.len().min(at + most);
            self.update(at..end);
            run.add_updates((end - at) as u64);
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
            // An input that is driven the same way for ever must not overflow.
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

    /// Has every vertex two moves?
    pub(super) fn is_settled(&self) -> bool {
        self.degrees.iter().all(|&degree| degree == 2)
    }

    /// How many squares have two moves, of how many.
    pub(super) fn satisfied(&self) -> [usize; 2] {
        let degrees = self.degrees.iter().take(self.squares);
        [degrees.filter(|&&degree| degree == 2).count(), self.squares]
    }

    /// The state as it is shown. The apex is no square, and is left out.
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

    /// What a settled network has chosen, beside what is fixed.
    pub(super) fn factor(&self, run: &mut Run<'_>) -> Result<Factor, StopCause> {
        let mut factor = Factor { beside: vec![[NONE; 2]; self.squares], ends: Vec::new() };
        let chosen = (self.fixed..self.neurons.len()).filter(|&at| self.active[at]);
        for (count, at) in chosen.enumerate() {
            if count.is_multiple_of(NEURONS_BETWEEN_LOOKS) {
                run.look()?;
            }
            let (a, b) = self.neurons[at];
            if at >= self.moves {
                factor.ends.push(a);
                continue;
            }
            for (from, to) in [(a, b), (b, a)] {
                let beside = &mut factor.beside[from as usize];
                beside[usize::from(beside[0] != NONE)] = to;
            }
        }
        Ok(factor)
    }
}

/// Which squares may be an end that is not given.
fn may_end<'a>(
    problem: &Problem,
    task: &'a Task<'_>,
    given: &'a [u32],
) -> impl Fn(u32) -> bool + 'a {
    let colours = task.colours();
    let near = match given {
        &[end] if problem.kind() == Kind::Open => task.near(end),
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
