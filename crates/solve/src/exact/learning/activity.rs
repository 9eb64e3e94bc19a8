//! Activities: which variables took part in recent conflicts, with a heap of those to decide.

/// The variables that can be decided, the most active first (exponential VSIDS).
pub(super) struct Activities {
    values: Vec<f64>,
    increment: f64,
    /// A binary heap of variables.
    heap: Vec<u32>,
    /// The place of each variable in the heap.
    places: Vec<u32>,
}

const ABSENT: u32 = u32::MAX;

impl Activities {
    pub(super) fn new(values: Vec<f64>) -> Self {
        let count = values.len() as u32;
        let mut activities =
            Self { values, increment: 1.0, heap: Vec::new(), places: vec![ABSENT; count as usize] };
        (0..count).for_each(|variable| activities.insert(variable));
        activities
    }

    pub(super) fn insert(&mut self, variable: u32) {
        if self.places[variable as usize] == ABSENT {
            self.places[variable as usize] = self.heap.len() as u32;
            self.heap.push(variable);
            self.move_up(self.heap.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        let first = *self.heap.first()?;
        self.places[first as usize] = ABSENT;
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.put(0, last);
            self.move_down(0);
        }
        Some(first)
    }

    pub(super) fn bump(&mut self, variable: u32) {
        const LIMIT: f64 = 1e100;
        self.values[variable as usize] += self.increment;
        if self.values[variable as usize] > LIMIT {
            self.values.iter_mut().for_each(|value| *value /= LIMIT);
            self.increment /= LIMIT;
        }
        let place = self.places[variable as usize];
        if place != ABSENT {
            self.move_up(place as usize);
        }
    }

    pub(super) fn decay(&mut self, factor: f64) {
        self.increment /= factor;
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        let (value, other) = (self.values[a as usize], self.values[b as usize]);
        value > other || value.total_cmp(&other).is_eq() && a < b
    }

    fn put(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.places[variable as usize] = at as u32;
    }

    fn move_up(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.is_before(variable, self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, variable);
    }

    fn move_down(&mut self, mut at: usize) {
        let variable = self.heap[at];
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            if left >= self.heap.len() {
                break;
            }
            let is_right =
                right < self.heap.len() && self.is_before(self.heap[right], self.heap[left]);
            let child = if is_right { right } else { left };
            if !self.is_before(self.heap[child], variable) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, variable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first() {
        let mut activities = Activities::new(vec![0.0, 3.0, 1.0, 3.0, 2.0]);
        activities.bump(2);
        activities.bump(2);
        activities.bump(2);
        let order: Vec<u32> = std::iter::from_fn(|| activities.pop()).collect();
        assert_eq!(order, [2, 1, 3, 4, 0]);
        activities.insert(4);
        activities.insert(0);
        activities.insert(4);
        assert_eq!(
            [activities.pop(), activities.pop(), activities.pop()],
            [Some(4), Some(0), None]
        );
    }
}
