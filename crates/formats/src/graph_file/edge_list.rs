//! Edge lists: a line per edge with two names.

use caracole_core::{NamedGraph, shorten};

use super::NameTable;
use crate::error::{GraphFileError, Position, ReadError, ReadErrorKind};

/// Returns the items of a line; none for a comment.
fn items(line: &str) -> Vec<&str> {
    let line = line.split(['#', '%']).next().unwrap_or_default();
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    line.split(is_separator).filter(|item| !item.is_empty()).collect()
}

/// Returns true if every line with items has two, and at least one line has.
pub(super) fn is_edge_list(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut lines =
        text.lines().map(|line| items(line).len()).filter(|&items| items > 0).peekable();
    lines.peek().is_some() && lines.all(|items| items == 2)
}

/// Reads an edge list. A line with one name is a vertex without edges. The dictionary that networkx writes after the
/// names must be empty. Vertices are numbered in the order of their first occurrence, or, if all names are numbers, by
/// these numbers. A repeated edge counts once.
pub(super) fn read(text: &str) -> Result<NamedGraph, ReadError> {
    let mut table = NameTable::default();
    let mut edges = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let error = |kind: ReadErrorKind| ReadError::new(Position::line(number), kind);
        match items(line)[..] {
            [] => {}
            [name] => {
                table.vertex(name);
            }
            [a, b] | [a, b, "{}"] => {
                let (first, second) = (table.vertex(a), table.vertex(b));
                if first == second {
                    let text = shorten(a);
                    return Err(error(caracole_core::GraphError::NamedLoop { text }.into()));
                }
                edges.push((first.min(second), first.max(second)));
            }
            _ => {
                let text = shorten(line.trim());
                return Err(error(GraphFileError::NotAnEdge { text }.into()));
            }
        }
    }
    let numbers: Option<Vec<u64>> = table
        .names
        .iter()
        .map(|name| name.parse().ok().filter(|number: &u64| number.to_string() == *name))
        .collect();
    if let Some(numbers) = numbers {
        let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
        order.sort_unstable_by_key(|&vertex| numbers[vertex as usize]);
        let mut place = vec![0; order.len()];
        for (&vertex, at) in order.iter().zip(0_u32..) {
            place[vertex as usize] = at;
        }
        let mut sorted = NameTable::default();
        for &vertex in &order {
            sorted.vertex(&table.names[vertex as usize]);
        }
        table = sorted;
        for (a, b) in &mut edges {
            let ends = [place[*a as usize], place[*b as usize]];
            (*a, *b) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    Ok(table.graph(edges)?)
}
