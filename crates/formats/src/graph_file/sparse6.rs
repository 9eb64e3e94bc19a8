//! `sparse6`: a colon, the number of vertices, then a bit and a vertex number per edge.

use caracole_core::{Graph, GraphError};

use crate::error::{GraphFileError, Position, ReadError, ReadErrorKind};
use crate::graph6::read_size;

/// A bit set of more vertices would only take memory.
const MAX_VERTICES: u64 = 1 << 26;

/// Returns true for a line of sparse6.
pub(super) fn is_sparse6(bytes: &[u8]) -> bool {
    let line = bytes.trim_ascii();
    line.starts_with(b">>sparse6<<")
        || line.split_first().is_some_and(|(&first, rest)| {
            first == b':' && !rest.is_empty() && rest.iter().all(|byte| (63..=126).contains(byte))
        })
}

/// Reads the first graph of a file.
pub(super) fn read_graph(bytes: &[u8]) -> Result<Graph, ReadError> {
    let bytes = bytes.trim_ascii();
    let bytes = bytes.strip_prefix(b">>sparse6<<").unwrap_or(bytes);
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    let expected = "a line of sparse6 is a colon and characters from '?' to '~'";
    let rest = line.strip_prefix(b":").unwrap_or(line);
    let wrong = match line.first() {
        Some(b':') => rest.iter().position(|byte| !(63..=126).contains(byte)).map(|at| at + 1),
        _ => Some(0),
    };
    if let Some(at) = wrong {
        let found = line.get(at).map_or(' ', |&byte| byte.into());
        let place = Position::new(1, at as u64 + 1);
        return Err(ReadError::new(place, ReadErrorKind::Character { found, expected }));
    }
    let (vertices, data) = read_size(rest).ok_or(ReadErrorKind::Empty)?;
    if vertices == 0 {
        return Err(ReadErrorKind::Empty.into());
    }
    if vertices > MAX_VERTICES {
        let found = format!("at most {MAX_VERTICES} are read");
        return Err(GraphFileError::OtherCount { said: vertices, found }.into());
    }
    let size = vertices as u32;
    let width = (u64::BITS - (vertices - 1).leading_zeros()) as usize;
    let mut bits = data.iter().flat_map(|byte| (0..6).rev().map(move |at| (byte - 63) >> at & 1));
    let (mut edges, mut current) = (Vec::new(), 0_u64);
    // The last group is padded with ones, which name no vertex.
    while let Some(step) = bits.next() {
        let number: Vec<u8> = bits.by_ref().take(width).collect();
        if number.len() < width {
            break;
        }
        let vertex = number.iter().fold(0, |sum, &bit| sum << 1 | u64::from(bit));
        current += u64::from(step);
        if vertex >= vertices || current >= vertices {
            break;
        }
        match vertex.cmp(&current) {
            std::cmp::Ordering::Greater => current = vertex,
            std::cmp::Ordering::Less => edges.push((vertex as u32, current as u32)),
            std::cmp::Ordering::Equal => {
                let error = GraphError::Loop { vertex: vertex as u32 };
                return Err(ReadErrorKind::from(error).into());
            }
        }
    }
    Ok(Graph::from_edges(size, edges).map_err(ReadErrorKind::from)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_specification_is_read() {
        // From the specification of nauty: 7 vertices, edges 0-1, 0-2, 1-2, 5-6.
        let graph = read_graph(b":Fa@x^").unwrap();
        assert_eq!(graph.vertices(), 7);
        assert_eq!(graph.edge_list().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 2), (5, 6)]);
        assert_eq!(read_graph(b">>sparse6<<:Fa@x^\n").unwrap(), graph);
    }

    #[test]
    fn invalid_lines_are_refused() {
        for line in ["Fa@x^", ":", ":F a", ":~~~~~~~~"] {
            assert!(read_graph(line.as_bytes()).is_err(), "{line}");
        }
    }
}
