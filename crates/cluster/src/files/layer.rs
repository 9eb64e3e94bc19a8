//! Lists of the shards that make up a finished layer.
//!
//! ```text
//! caracole layer, format 1
//! leg 12 of 0123456789abcdef
//! shard 0: 17 records, 23 states, 512 bytes, check 89abcdef
//! shard 1: …
//! check 01234567
//! ```
//! The last check is the CRC-32 of all lines before.

use std::fmt::Write;
use std::fs;

use caracole_count::CountError;
use caracole_count::spread::WholeFile;

use super::{Folder, ShardNote, damaged, trouble};

/// A finished layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayerList(pub(crate) Vec<ShardNote>);

impl LayerList {
    fn text(&self, folder: &Folder<'_>, leg: usize) -> String {
        let mut text =
            format!("caracole layer, format 1\nleg {leg} of {:016x}\n", folder.fingerprint);
        for (at, shard) in self.0.iter().enumerate() {
            let ShardNote { records, states, bytes, check } = shard;
            // Writing to a text does not fail.
            let _ = writeln!(
                text,
                "shard {at}: {records} records, {states} states, {bytes} bytes, check {check:08x}"
            );
        }
        let check = crc32fast::hash(text.as_bytes());
        text + &format!("check {check:08x}\n")
    }

    /// From now on the layer is finished.
    pub(crate) fn write(&self, folder: &Folder<'_>, leg: usize) -> Result<(), CountError> {
        let mut file = WholeFile::create(&folder.list(leg))?;
        file.write(self.text(folder, leg).as_bytes())?;
        file.finish()
    }

    /// The list of a finished layer.
    pub(crate) fn read(folder: &Folder<'_>, leg: usize) -> Result<Self, CountError> {
        let path = folder.list(leg);
        let text = fs::read_to_string(&path).map_err(trouble(&path))?;
        let shards: Option<_> =
            text.lines().filter(|line| line.starts_with("shard ")).map(note).collect();
        let list = shards.map(Self).filter(|list| list.text(folder, leg) == text);
        list.ok_or_else(|| damaged(&path, "damaged, or the list of another layer"))
    }

    /// How many states the layer has.
    pub(crate) fn states(&self) -> u64 {
        self.0.iter().map(|shard| shard.states).sum()
    }
}

/// The numbers of a line; whether the line is right is seen when it is written again.
fn note(line: &str) -> Option<ShardNote> {
    let mut words = line.split(' ').skip(2);
    let mut number = || {
        let number = words.next()?.parse().ok();
        words.next();
        number
    };
    let (records, states, bytes) = (number()?, number()?, number()?);
    let check = u32::from_str_radix(line.rsplit(' ').next()?, 16).ok()?;
    Some(ShardNote { records, states, bytes, check })
}
