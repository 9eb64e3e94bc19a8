//! Shards: what one worker made of a layer.
//!
//! ```text
//! 8 bytes  "carashrd"
//! 4        version of this format: 1
//! 8        which part: its fingerprint
//! 4        which leg
//! 4        which worker made it, from 0
//! 8        how many records
//! 8        how many states in all of them
//!          the records: 8 bytes, the class; 4, how many bytes follow; the block
//! 4        CRC-32 of everything before
//! ```
//! All numbers have their lowest byte first. How a block looks is told in `caracole-count`.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};

use caracole_count::CountError;
use caracole_count::spread::{Blocks, WholeFile};

use super::{Folder, damaged, trouble};

const MAGIC: &[u8; 8] = b"carashrd";
const VERSION: u32 = 1;
const HEAD: usize = 44;
const TAIL: usize = 4;
/// A record has so many bytes beside its block.
pub(crate) const RECORD: usize = 12;

/// What a list says of a shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShardNote {
    pub(crate) records: u64,
    pub(crate) states: u64,
    pub(crate) bytes: u64,
    pub(crate) check: u32,
}

/// Adds a record, as it stands in shards and in messages.
pub(crate) fn put_record(class: u64, block: &[u8], out: &mut Vec<u8>) -> Result<(), CountError> {
    let too_long = |_| CountError::Unsound("a class has 4 GiB of states or more".into());
    let len = u32::try_from(block.len()).map_err(too_long)?;
    out.extend(class.to_le_bytes());
    out.extend(len.to_le_bytes());
    out.extend(block);
    Ok(())
}

/// Hands over records one after the other. The last one must be whole.
pub(crate) fn for_each_record<'a>(
    mut bytes: &'a [u8],
    mut each: impl FnMut(u64, &'a [u8]),
) -> Result<(), CountError> {
    while !bytes.is_empty() {
        let record = || {
            let (class, rest) = bytes.split_first_chunk()?;
            let (len, rest) = rest.split_first_chunk()?;
            let (block, rest) = rest.split_at_checked(u32::from_le_bytes(*len) as usize)?;
            Some((u64::from_le_bytes(*class), block, rest))
        };
        let cut = || CountError::Unsound("damaged: a record is not whole".into());
        let (class, block, rest) = record().ok_or_else(cut)?;
        each(class, block);
        bytes = rest;
    }
    Ok(())
}

fn head(folder: &Folder<'_>, leg: usize, worker: usize, records: u64, states: u64) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend(folder.fingerprint.to_le_bytes());
    head.extend((leg as u32).to_le_bytes());
    head.extend((worker as u32).to_le_bytes());
    head.extend(records.to_le_bytes());
    head.extend(states.to_le_bytes());
    head
}

/// Writes a shard, which is there whole or not at all.
pub(crate) fn write_shard(
    folder: &Folder<'_>,
    leg: usize,
    worker: usize,
    blocks: &Blocks,
) -> Result<ShardNote, CountError> {
    let (records, states) = (blocks.classes() as u64, blocks.states());
    let mut file = WholeFile::create(&folder.shard(leg, worker))?;
    let mut hasher = crc32fast::Hasher::new();
    let mut size = 0;
    let mut write = |bytes: &[u8]| {
        hasher.update(bytes);
        size += bytes.len() as u64;
        file.write(bytes)
    };
    write(&head(folder, leg, worker, records, states))?;
    let mut record = Vec::new();
    blocks.for_each(|class, block| {
        record.clear();
        put_record(class, block, &mut record)?;
        write(&record)
    })?;
    let check = hasher.finalize();
    file.write(&check.to_le_bytes())?;
    file.finish()?;
    Ok(ShardNote { records, states, bytes: size + TAIL as u64, check })
}

/// Reads the records of a shard, if they are what was written.
pub(crate) fn read_shard(
    folder: &Folder<'_>,
    leg: usize,
    worker: usize,
    note: &ShardNote,
) -> Result<Vec<u8>, CountError> {
    let path = folder.shard(leg, worker);
    let mut file = File::open(&path).map_err(trouble(&path))?;
    let size = file.seek(SeekFrom::End(0)).map_err(trouble(&path))?;
    file.seek(SeekFrom::Start(0)).map_err(trouble(&path))?;
    let mut file = BufReader::new(file);
    let mut start = [0; HEAD];
    let is_shard = file.read_exact(&mut start).is_ok() && start[..8] == *MAGIC;
    if !is_shard {
        return Err(damaged(&path, "not a shard of a layer"));
    }
    if start[..28] != head(folder, leg, worker, 0, 0)[..28] {
        let what = "a shard of another layer, of another count, or of another version";
        return Err(damaged(&path, what));
    }
    if size != note.bytes {
        return Err(damaged(
            &path,
            &format!("damaged: {size} bytes, and {} were written", note.bytes),
        ));
    }
    let Some(len) = (size as usize).checked_sub(HEAD + TAIL) else {
        return Err(damaged(&path, "damaged: too short for a shard"));
    };
    let mut records = vec![0; len];
    let mut tail = [0; TAIL];
    file.read_exact(&mut records).map_err(trouble(&path))?;
    file.read_exact(&mut tail).map_err(trouble(&path))?;
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&start);
    hasher.update(&records);
    let check = hasher.finalize();
    if check != note.check || tail != check.to_le_bytes() {
        return Err(damaged(&path, "damaged: it does not have its check sum"));
    }
    Ok(records)
}
