//! Deficient sets, which prove that no factor exists.

use super::{FactorProblem, Ticker};

/// The reason why no factor exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Obstruction {
    /// A deficient set, all of one colour: the vertices need more edges and ends than their neighbours
    /// and the free ends supply. [`Case::DeficientSet`](caracole_core::Case::DeficientSet) defines the count.
    Deficient(Vec<u32>),
    /// A tight set, which needs all free ends, as [`Case::TightSet`](caracole_core::Case::TightSet) counts,
    /// and a set of the other colour that is deficient without them.
    TightThenDeficient([Vec<u32>; 2]),
    /// Too few vertices can have an end, or the number of ends does not fit the degrees of the colours.
    Ends,
}

/// Computes the deficiency of sets of vertices.
pub(super) struct DeficiencySearch<'a, 'b, R, O> {
    problem: &'a FactorProblem<'b, R, O>,
    /// The number of open edges from each vertex to the set.
    edges: Vec<u32>,
    /// True for vertices of the set, or of the current component.
    is_in: Vec<bool>,
}

/// The deficiency of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Deficiency {
    /// The degrees of its vertices minus the edges that its neighbours supply.
    edges: i64,
    /// The maximum number of ends of its vertices.
    end_room: i64,
}

/// A property that a set keeps when it is shrunk.
#[derive(Clone, Copy)]
enum Property {
    /// It is deficient with this number of free ends.
    Deficient(i64),
    /// It needs all of the free ends.
    Tight(i64),
}

impl Property {
    fn holds(self, Deficiency { edges, end_room }: Deficiency) -> bool {
        match self {
            Self::Deficient(ends) => edges > end_room.min(ends),
            Self::Tight(ends) => edges >= ends && end_room >= ends,
        }
    }
}

/// Shrinking stops after this number of tests of vertices.
const MAX_WORK: usize = 1 << 20;

impl<'a, 'b, R: Fn(u32) -> u8, O: Fn(u32, u32) -> bool> DeficiencySearch<'a, 'b, R, O> {
    pub(super) fn new(problem: &'a FactorProblem<'b, R, O>) -> Self {
        let count = problem.degrees.len();
        Self { problem, edges: vec![0; count], is_in: vec![false; count] }
    }

    /// Returns the simplest obstruction from two sets, one of each colour.
    pub(super) fn explain<E>(
        &mut self,
        sets: &[Vec<u32>; 2],
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<Obstruction, E> {
        let ends = i64::from(self.problem.ends);
        let mut deficient: Vec<Vec<u32>> = Vec::new();
        for set in sets {
            deficient.extend(self.shrink(set, Property::Deficient(ends), ticker)?);
        }
        if let Some(smallest) = deficient.into_iter().min_by_key(Vec::len) {
            return Ok(Obstruction::Deficient(smallest));
        }
        for [tight, other] in [[&sets[0], &sets[1]], [&sets[1], &sets[0]]] {
            if let Some(tight) = self.shrink(tight, Property::Tight(ends), ticker)?
                && let Some(deficient) = self.shrink(other, Property::Deficient(0), ticker)?
            {
                return Ok(Obstruction::TightThenDeficient([tight, deficient]));
            }
        }
        Ok(Obstruction::Ends)
    }

    /// Returns a small subset with a property, if the set has it: removes components, and then single
    /// vertices, until each is needed or the work limit is reached.
    fn shrink<E>(
        &mut self,
        set: &[u32],
        property: Property,
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<Option<Vec<u32>>, E> {
        let mut components = self.components(set, ticker)?;
        components.retain(|&(_, deficiency)| deficiency.edges > 0);
        components.sort_by_key(|(component, _)| component.len());
        let (mut left, mut sum) = (Vec::new(), Deficiency::default());
        for (component, Deficiency { edges, end_room }) in components {
            sum = Deficiency { edges: sum.edges + edges, end_room: sum.end_room + end_room };
            left.extend(component);
            if property.holds(sum) {
                break;
            }
        }
        if !property.holds(sum) {
            return Ok(None);
        }
        let mut work = 0;
        self.insert(&left, ticker)?;
        loop {
            let before = left.len();
            let mut needed = Vec::with_capacity(before);
            for &vertex in &left {
                ticker.tick()?;
                let without = self.without(vertex, sum);
                if property.holds(without) {
                    self.remove(vertex);
                    sum = without;
                } else {
                    needed.push(vertex);
                }
            }
            left = needed;
            work += before;
            if left.len() == before || work > MAX_WORK {
                break;
            }
        }
        for &vertex in &left {
            self.remove(vertex);
        }
        left.sort_unstable();
        Ok(Some(left))
    }

    fn insert<E>(
        &mut self,
        set: &[u32],
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<(), E> {
        for &vertex in set {
            ticker.tick()?;
            self.is_in[vertex as usize] = true;
            for to in open_neighbours(self.problem, vertex) {
                self.edges[to as usize] += 1;
            }
        }
        Ok(())
    }

    fn remove(&mut self, vertex: u32) {
        self.is_in[vertex as usize] = false;
        for to in open_neighbours(self.problem, vertex) {
            self.edges[to as usize] -= 1;
        }
    }

    /// Returns the deficiency of the set without a vertex.
    fn without(&self, vertex: u32, sum: Deficiency) -> Deficiency {
        let FactorProblem { degrees, end_room, .. } = self.problem;
        let is_lost = |to: &u32| self.edges[*to as usize] <= u32::from(degrees[*to as usize]);
        let lost = open_neighbours(self.problem, vertex).filter(is_lost).count() as i64;
        Deficiency {
            edges: sum.edges - i64::from(degrees[vertex as usize]) + lost,
            end_room: sum.end_room - i64::from(end_room(vertex)),
        }
    }

    /// Returns the components of a set, each with its deficiency. Vertices with a common neighbour are in
    /// one component.
    fn components<E>(
        &mut self,
        set: &[u32],
        ticker: &mut Ticker<impl FnMut() -> Result<(), E>>,
    ) -> Result<Vec<(Vec<u32>, Deficiency)>, E> {
        let FactorProblem { degrees, end_room, .. } = self.problem;
        self.insert(set, ticker)?;
        let mut components = Vec::new();
        for &root in set {
            if !std::mem::replace(&mut self.is_in[root as usize], false) {
                continue;
            }
            let (mut component, mut sum, mut at) = (vec![root], Deficiency::default(), 0);
            while let Some(&vertex) = component.get(at) {
                at += 1;
                ticker.tick()?;
                sum.edges += i64::from(degrees[vertex as usize]);
                sum.end_room += i64::from(end_room(vertex));
                for to in open_neighbours(self.problem, vertex) {
                    let edges = std::mem::take(&mut self.edges[to as usize]);
                    if edges == 0 {
                        continue;
                    }
                    sum.edges -= i64::from(edges.min(u32::from(degrees[to as usize])));
                    for next in open_neighbours(self.problem, to) {
                        if std::mem::replace(&mut self.is_in[next as usize], false) {
                            component.push(next);
                        }
                    }
                }
            }
            components.push((component, sum));
        }
        Ok(components)
    }
}

/// Returns the neighbours along open edges.
fn open_neighbours<'a, R, O: Fn(u32, u32) -> bool>(
    problem: &'a FactorProblem<'_, R, O>,
    vertex: u32,
) -> impl Iterator<Item = u32> + 'a {
    let all = problem.graph.neighbours(vertex).iter().copied();
    all.filter(move |&to| (problem.is_open)(vertex, to))
}
