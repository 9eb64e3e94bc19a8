//! Manifests: the lists of the parts of distributed layers.
//!
//! ```text
//! caracole manifest, format 2
//! layer main 12 of 0123456789abcdef
//! part 0: 17 patterns, 23 states, 512 bytes, check 89abcdef
//! part 1: …
//! check 01234567
//! ```
//! Each part is a [layer file](super::layer_file) with this checksum. The last checksum is the CRC-32 of the
//! lines before it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::layer_file::Identity;
use super::write_atomically;
use crate::CountError;
use crate::layer::Layer;

/// The line of a manifest for a part of a layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ManifestEntry {
    worker: u64,
    pub(super) patterns: u64,
    pub(crate) states: u64,
    pub(super) bytes: u64,
    pub(super) check: u32,
}

impl ManifestEntry {
    /// Describes the share of a worker.
    pub(crate) fn of(layer: &Layer, worker: usize) -> Self {
        // Without a folder, no manifest is written, and only the number of states is used.
        let (bytes, check) = layer.saved.unwrap_or_default();
        let patterns = layer.patterns.len() as u64;
        Self { worker: worker as u64, patterns, states: layer.states, bytes, check }
    }

    /// Encodes the line as a message to the other workers.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let Self { worker, patterns, states, bytes, check } = *self;
        [worker, patterns, states, bytes, check.into()].map(u64::to_le_bytes).concat()
    }

    /// Decodes the messages of all workers. Returns the parts in the order of the workers.
    pub(crate) fn decode_all(
        messages: &[Vec<u8>],
        workers: usize,
    ) -> Result<Vec<Self>, &'static str> {
        let mut parts = vec![None; workers];
        for message in messages {
            let (numbers, rest) = message.as_chunks();
            let numbers: Vec<_> = numbers.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
            let (&[worker, patterns, states, bytes, check], []) = (&numbers[..], rest) else {
                return Err("the description of a part of a layer is malformed");
            };
            let place = usize::try_from(worker).ok().and_then(|worker| parts.get_mut(worker));
            let (Some(place @ None), Ok(check)) = (place, u32::try_from(check)) else {
                return Err("the description of a part names an unknown worker, or one twice");
            };
            *place = Some(Self { worker, patterns, states, bytes, check });
        }
        let parts: Option<Vec<_>> = parts.into_iter().collect();
        let has_sum = |parts: &Vec<Self>| {
            parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(part.states)).is_some()
        };
        parts.filter(has_sum).ok_or("the description of a part of a layer is missing")
    }
}

/// Writes a manifest, which marks the layer as finished.
pub(super) fn write(
    folder: &Path,
    layer: &Identity,
    parts: &[ManifestEntry],
) -> Result<(), CountError> {
    write_atomically(&folder.join(layer.manifest_name()), &text(layer, parts))
}

/// Reads a manifest.
pub(super) fn read(folder: &Path, layer: &Identity) -> Result<Vec<ManifestEntry>, CountError> {
    let path = folder.join(layer.manifest_name());
    let content = fs::read(&path).map_err(|why| CountError::File { path: path.clone(), why })?;
    let content = String::from_utf8_lossy(&content);
    let lines = content.lines().filter(|line| line.starts_with("part "));
    let parts: Option<Vec<_>> = (0..).zip(lines).map(|(at, line)| part(at, line)).collect();
    let parts = parts.filter(|parts| text(layer, parts) == content);
    parts.ok_or_else(|| super::damaged_part(path, "damaged, or the manifest of another layer"))
}

fn text(layer: &Identity, parts: &[ManifestEntry]) -> String {
    let Identity { plan, sweep, step } = layer;
    let mut text =
        format!("caracole manifest, format 2\nlayer {} {step} of {plan:016x}\n", sweep.name());
    for (at, part) in parts.iter().enumerate() {
        let ManifestEntry { patterns, states, bytes, check, .. } = part;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "part {at}: {patterns} patterns, {states} states, {bytes} bytes, check {check:08x}"
        );
    }
    let check = crc32fast::hash(text.as_bytes());
    text + &format!("check {check:08x}\n")
}

/// Reads the numbers of a line. The caller compares the line with the one that these numbers have.
fn part(worker: u64, line: &str) -> Option<ManifestEntry> {
    let mut words = line.split(' ').skip(2);
    let mut number = || {
        let number = words.next()?.parse().ok();
        words.next();
        number
    };
    let (patterns, states, bytes) = (number()?, number()?, number()?);
    let check = u32::from_str_radix(line.rsplit(' ').next()?, 16).ok()?;
    Some(ManifestEntry { worker, patterns, states, bytes, check })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(numbers: &[u64]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    #[test]
    fn each_worker_describes_its_part_once() {
        let part = |worker: u64| bytes(&[worker, 1, 2, 3, 4]);
        let parts = ManifestEntry::decode_all(&[part(1), part(0)], 2).expect("two parts");
        assert_eq!(
            parts[1],
            ManifestEntry { worker: 1, patterns: 1, states: 2, bytes: 3, check: 4 }
        );
        assert_eq!(parts[1].encode(), part(1));
        for messages in [
            vec![part(0)],
            vec![part(0), part(0)],
            vec![part(0), part(2)],
            vec![part(0), part(u64::MAX)],
            vec![part(0), part(1), part(1)],
            vec![part(0), bytes(&[1, 1, 2, 3])],
            vec![part(0), bytes(&[1, 1, 2, 3, 1 << 32])],
            vec![part(0), vec![0; 41]],
            vec![part(0), bytes(&[1, 1, u64::MAX, 3, 4])],
        ] {
            assert!(ManifestEntry::decode_all(&messages, 2).is_err(), "{messages:?}");
        }
    }
}
