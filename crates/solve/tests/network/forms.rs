//! Other forms of the network, which do not converge.

use caracole_core::{Board, MoveGraph, Moves, Piece};
use caracole_solve::Random;

/// The update rule of the neurons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// One after the other, by 4 minus the active moves of both squares.
    OneByOne,
    /// The same rule with simultaneous updates.
    AllAtOnce,
    /// One after the other, by 2 minus the *other* active moves of both squares, as encyclopaedias print it.
    Printed,
}

/// A simple network, which computes all sums for every update.
struct Plain {
    moves: Vec<(u32, u32)>,
    /// The indices of the moves at each square.
    at: Vec<Vec<usize>>,
    input: Vec<i32>,
    output: Vec<i32>,
}

impl Plain {
    fn new(side: u32, seed: u64) -> Self {
        let board: Board = format!("{side}x{side}").parse().unwrap();
        let graph = MoveGraph::new(&board, &Moves::new(&Piece::KNIGHT, &board)).unwrap();
        let moves: Vec<(u32, u32)> = graph.graph().edge_list().collect();
        let at = (0..side * side)
            .map(|square| {
                let touches = |&at: &usize| moves[at].0 == square || moves[at].1 == square;
                (0..moves.len()).filter(touches).collect()
            })
            .collect();
        let mut random = Random::new(seed, "plain network");
        let output = moves.iter().map(|_| random.below(2) as i32).collect();
        Self { input: vec![0; moves.len()], moves, at, output }
    }

    fn sum(&self, square: u32) -> i32 {
        self.at[square as usize].iter().map(|&at| self.output[at]).sum()
    }

    fn change(&self, at: usize, form: Form) -> i32 {
        let (a, b) = self.moves[at];
        let both = self.sum(a) + self.sum(b);
        match form {
            Form::OneByOne | Form::AllAtOnce => 4 - both,
            Form::Printed => 2 - (both - 2 * self.output[at]),
        }
    }

    fn turn(&mut self, at: usize, change: i32) {
        self.input[at] += change;
        if self.input[at] > 3 {
            self.output[at] = 1;
        } else if self.input[at] < 0 {
            self.output[at] = 0;
        }
    }

    fn settles(mut self, form: Form, sweeps: u32) -> bool {
        for _ in 0..sweeps {
            if form == Form::AllAtOnce {
                let changes: Vec<i32> =
                    (0..self.moves.len()).map(|at| self.change(at, form)).collect();
                changes.into_iter().enumerate().for_each(|(at, change)| self.turn(at, change));
            } else {
                for at in 0..self.moves.len() {
                    let change = self.change(at, form);
                    self.turn(at, change);
                }
            }
            if (0..self.at.len()).all(|square| self.sum(square as u32) == 2) {
                return true;
            }
        }
        false
    }
}

fn settled(side: u32, form: Form, runs: u64) -> u64 {
    (0..runs).filter(|&seed| Plain::new(side, seed).settles(form, 500)).count() as u64
}

/// In another program 2 of 2000 networks with simultaneous updates converged on 8x8, and none in the printed form.
#[test]
fn only_one_form_settles() {
    let runs = 120;
    for side in [6, 8] {
        let ours = settled(side, Form::OneByOne, runs);
        assert!(ours >= 105, "{side}: {ours}");
        assert_eq!(settled(side, Form::Printed, runs), 0, "{side}");
    }
    let at_once = settled(8, Form::AllAtOnce, runs);
    assert!(at_once <= 2, "{at_once}");
}
