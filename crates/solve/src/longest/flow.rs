//! The most moves such that no square is touched by more than two.

use caracole_core::StopCause;

use super::part::Part;
use crate::Run;

/// The most moves that can be made together if each square has room for two of them, and a given
/// end for one. The moves of a path are such moves, so no path makes more.
///
/// Where moves change colour this is a flow from one colour to the other, found by shortest
/// augmenting ways as Hopcroft and Karp do it, in `O(moves * sqrt(squares))`. Elsewhere each square
/// stands on both sides, every move counts twice, and half of the flow is a bound still.
pub(super) fn most_moves(part: &Part, run: &mut Run<'_>) -> Result<u32, StopCause> {
    let vertices = part.len();
    let left: Vec<u32> = match &part.colours {
        Some(colours) => (0..vertices).filter(|&vertex| colours[vertex as usize] == 0).collect(),
        None => (0..vertices).collect(),
    };
    let mut flow = Flow::new(part, left);
    flow.begin();
    while flow.measure() {
        run.look()?;
        flow.augment_all();
    }
    Ok(if part.colours.is_some() { flow.amount } else { flow.amount / 2 })
}

/// Moves from squares on the left to squares on the right.
struct Flow<'a> {
    part: &'a Part,
    left: Vec<u32>,
    /// For each square on the left, where its moves begin in `is_used`.
    begins: Vec<u32>,
    is_used: Vec<bool>,
    /// How many more moves each square has room for, on the left and on the right.
    room: [Vec<u32>; 2],
    /// For each square on the right, the moves used there: square on the left, and which move.
    used: Vec<[Option<(u32, u32)>; 2]>,
    /// How many used moves a square on the left is away from one with room.
    distance: Vec<u32>,
    /// For each square on the left, the next move to try.
    next: Vec<u32>,
    amount: u32,
}

const FAR: u32 = u32::MAX;

impl<'a> Flow<'a> {
    fn new(part: &'a Part, left: Vec<u32>) -> Self {
        let vertices = part.len();
        let mut begins = Vec::with_capacity(vertices as usize);
        let mut begin = 0;
        for vertex in 0..vertices {
            begins.push(begin);
            begin += part.graph.degree(vertex);
        }
        let room: Vec<u32> = (0..vertices).map(|vertex| part.room(vertex)).collect();
        Self {
            part,
            left,
            begins,
            is_used: vec![false; begin as usize],
            room: [room.clone(), room],
            used: vec![[None; 2]; vertices as usize],
            distance: vec![FAR; vertices as usize],
            next: vec![0; vertices as usize],
            amount: 0,
        }
    }

    /// Takes what can be had without thinking, which is most of it.
    fn begin(&mut self) {
        for at in 0..self.left.len() {
            let from = self.left[at];
            for (&to, which) in self.part.graph.neighbours(from).iter().zip(0..) {
                if self.room[0][from as usize] == 0 {
                    break;
                }
                if self.room[1][to as usize] > 0 {
                    self.room[0][from as usize] -= 1;
                    self.room[1][to as usize] -= 1;
                    self.put(from, which, to);
                    self.amount += 1;
                }
            }
        }
    }

    fn put(&mut self, from: u32, which: u32, to: u32) {
        self.is_used[(self.begins[from as usize] + which) as usize] = true;
        if let Some(slot) = self.used[to as usize].iter_mut().find(|slot| slot.is_none()) {
            *slot = Some((from, which));
        }
    }

    fn take_away(&mut self, from: u32, which: u32, to: u32) {
        self.is_used[(self.begins[from as usize] + which) as usize] = false;
        for slot in &mut self.used[to as usize] {
            if *slot == Some((from, which)) {
                *slot = None;
            }
        }
    }

    /// Measures the distances; `false` if no square with room on the right can be reached.
    fn measure(&mut self) -> bool {
        self.distance.fill(FAR);
        self.next.fill(0);
        let mut waiting: Vec<u32> = Vec::new();
        for &from in &self.left {
            if self.room[0][from as usize] > 0 {
                self.distance[from as usize] = 0;
                waiting.push(from);
            }
        }
        let mut is_reached = false;
        let mut at = 0;
        while let Some(&from) = waiting.get(at) {
            at += 1;
            let begin = self.begins[from as usize] as usize;
            for (&to, is_used) in
                self.part.graph.neighbours(from).iter().zip(&self.is_used[begin..])
            {
                if *is_used {
                    continue;
                }
                is_reached |= self.room[1][to as usize] > 0;
                for &(back, _) in self.used[to as usize].iter().flatten() {
                    if self.distance[back as usize] == FAR {
                        self.distance[back as usize] = self.distance[from as usize] + 1;
                        waiting.push(back);
                    }
                }
            }
        }
        is_reached
    }

    fn augment_all(&mut self) {
        for at in 0..self.left.len() {
            let from = self.left[at];
            while self.room[0][from as usize] > 0 && self.augment(from) {}
        }
    }

    /// Looks for a way from a square on the left to room on the right, and goes it.
    fn augment(&mut self, root: u32) -> bool {
        // Squares on the way, each with the move that it takes and the one of the next square
        // that gives way: its number there.
        let mut way: Vec<(u32, u32, u32)> = Vec::new();
        let mut from = root;
        loop {
            let moves = self.part.graph.neighbours(from);
            let which = self.next[from as usize];
            let Some(&to) = moves.get(which as usize) else {
                // No way from here: the square before tries its next move.
                self.distance[from as usize] = FAR;
                match way.pop() {
                    Some((before, ..)) => from = before,
                    None => return false,
                }
                continue;
            };
            if self.is_used[(self.begins[from as usize] + which) as usize] {
                self.next[from as usize] += 1;
                continue;
            }
            if self.room[1][to as usize] > 0 {
                self.room[1][to as usize] -= 1;
                self.room[0][root as usize] -= 1;
                self.amount += 1;
                self.put(from, which, to);
                // From the end back: each square takes the move that the next one gave up.
                let mut given_up = from;
                while let Some((before, which, back_move)) = way.pop() {
                    let to = self.part.graph.neighbours(before)[which as usize];
                    self.take_away(given_up, back_move, to);
                    self.put(before, which, to);
                    given_up = before;
                }
                return true;
            }
            let further = self.distance[from as usize].saturating_add(1);
            let back = self.used[to as usize]
                .iter()
                .flatten()
                .copied()
                .find(|&(back, _)| self.distance[back as usize] == further);
            match back {
                Some((back, back_move)) => {
                    way.push((from, which, back_move));
                    from = back;
                }
                None => self.next[from as usize] += 1,
            }
        }
    }
}
