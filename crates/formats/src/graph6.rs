//! `graph6`: one line of printable characters, six bits in each.
//!
//! The number of vertices takes one character (to 62), four (to 258047) or eight (to 2^36-1). Then
//! comes a bit per pair of vertices, column by column: (0,1), (0,2), (1,2), (0,3) and so on. The
//! format is dense: n vertices take n²/12 bytes, so large boards are errors.

use caracole_core::Graph;

use crate::WriteError;
use crate::error::{GraphFileError, Position, ReadError, ReadErrorKind};
use crate::output::Output;

/// A board of 256 x 256 squares takes 358 MB.
const MAX_VERTICES: u64 = 1 << 16;

pub(crate) fn write_graph(out: &mut Output<'_>, graph: &Graph) -> Result<(), WriteError> {
    let vertices = u64::from(graph.vertices());
    if vertices > MAX_VERTICES {
        return Err(WriteError::TooLarge { squares: vertices, most: MAX_VERTICES });
    }
    if vertices <= 62 {
        out.write_byte(63 + vertices as u8)?;
    } else {
        out.write_byte(126)?;
        for shift in [12, 6, 0] {
            out.write_byte(63 + (vertices >> shift & 63) as u8)?;
        }
    }
    let (mut bits, mut count) = (0_u8, 0);
    let mut column = vec![false; vertices as usize];
    for b in 0..graph.vertices() {
        let mark = |column: &mut [bool], is_joined: bool| {
            for &a in graph.neighbours(b) {
                column[a as usize] = is_joined;
            }
        };
        mark(&mut column, true);
        for &is_joined in &column[..b as usize] {
            bits = bits << 1 | u8::from(is_joined);
            count += 1;
            if count == 6 {
                out.write_byte(63 + bits)?;
                (bits, count) = (0, 0);
            }
        }
        mark(&mut column, false);
    }
    if count > 0 {
        out.write_byte(63 + (bits << (6 - count)))?;
    }
    out.write_byte(b'\n')?;
    Ok(())
}

/// Reads the first graph of a file.
pub(crate) fn read_graph(bytes: &[u8]) -> Result<Graph, ReadError> {
    let bytes = bytes.trim_ascii();
    let bytes = bytes.strip_prefix(b">>graph6<<").unwrap_or(bytes);
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    if let Some(at) = line.iter().position(|byte| !(63..=126).contains(byte)) {
        let place = Position::new(1, at as u64 + 1);
        let expected = "graph6 uses the characters from '?' to '~'";
        return Err(ReadError::new(
            place,
            ReadErrorKind::Character { found: line[at].into(), expected },
        ));
    }
    let (vertices, data) = read_size(line).ok_or(ReadErrorKind::Empty)?;
    if vertices == 0 {
        return Err(ReadErrorKind::Empty.into());
    }
    let pairs = u128::from(vertices) * u128::from(vertices - 1) / 2;
    let expected = u64::try_from(pairs.div_ceil(6)).unwrap_or(u64::MAX);
    let found = data.len() as u64;
    if found != expected {
        return Err(GraphFileError::Graph6Length { vertices, expected, found }.into());
    }
    let count: u64 = data.iter().map(|byte| u64::from((byte - 63).count_ones())).sum();
    // The length was correct, so the number of vertices is far below 2^32.
    let vertices = u32::try_from(vertices).map_err(|_| GraphFileError::TooManyEdges)?;
    if count > u64::from(u32::MAX / 2) {
        return Err(GraphFileError::TooManyEdges.into());
    }
    let is_joined = |bit: u64| (data[(bit / 6) as usize] - 63) >> (5 - bit % 6) & 1 == 1;
    let pairs = (1..vertices).flat_map(|b| (0..b).map(move |a| (a, b)));
    let edges = pairs.zip(0..).filter(|&(_, bit)| is_joined(bit)).map(|(edge, _)| edge);
    Ok(Graph::from_edges(vertices, edges).map_err(ReadErrorKind::from)?)
}

/// Returns the number of vertices and the bits after it.
pub(crate) fn read_size(line: &[u8]) -> Option<(u64, &[u8])> {
    let (digits, data) = match line {
        [126, 126, rest @ ..] => rest.split_at_checked(6)?,
        [126, rest @ ..] => rest.split_at_checked(3)?,
        [_, ..] => line.split_at(1),
        [] => return None,
    };
    Some((digits.iter().fold(0, |size, byte| size << 6 | u64::from(byte - 63)), data))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_specification_are_read() {
        // From the specification of nauty: 5 vertices, edges 0-2, 0-4, 1-3, 3-4.
        let graph = read_graph(b"DQc").unwrap();
        assert_eq!(graph.edge_list().collect::<Vec<_>>(), [(0, 2), (0, 4), (1, 3), (3, 4)]);
    }

    #[test]
    fn sizes_have_one_four_or_eight_characters() {
        assert_eq!(read_size(&[93]).unwrap().0, 30);
        assert_eq!(read_size(&[126, 66, 63, 120]).unwrap().0, 12345);
        assert_eq!(read_size(&[126, 126, 63, 90, 90, 90, 90, 90]).unwrap().0, 460_175_067);
        assert_eq!(read_size(&[126, 126, 63, 90]), None);
    }

    #[test]
    fn long_sizes_in_short_files_are_refused_before_allocation() {
        let error = read_graph(b"~~??????").unwrap_err().to_string();
        assert!(error.contains("empty"), "{error}");
        let error = read_graph(b"~~?ZZZZZ").unwrap_err().to_string();
        assert!(error.contains("460175067 vertices"), "{error}");
    }
}
