use std::path::Path;

use caracole_core::Problem;
use caracole_count::spread::{Blocks, Relay};
use caracole_count::{Job, Question};

use super::*;

/// A layer of two shards in a folder.
fn written(path: &Path) -> (Folder<'_>, Vec<Blocks>, LayerList) {
    let folder = Folder { path, fingerprint: 0xfeed };
    let question = Question::new(Problem::new("5x6".parse().expect("a board")).closed());
    let relays = Relay::all(&question, &Job::new()).expect("can be counted");
    let (relay, job) = (&relays[0], Job::new().threads(1));
    let mut blocks = Vec::new();
    let mut before = Blocks::first();
    for leg in 0..2 {
        let after = relay.run(leg, &before, relay.classes(leg), &job).expect("runs");
        blocks.push(before);
        before = after;
    }
    blocks.push(before);
    let blocks = blocks.split_off(1);
    let write = |(at, blocks)| write_shard(&folder, 7, at, blocks).expect("is written");
    let list = LayerList(blocks.iter().enumerate().map(write).collect());
    list.write(&folder, 7).expect("is written");
    (folder, blocks, list)
}

fn records(blocks: &Blocks) -> Vec<u8> {
    let mut bytes = Vec::new();
    let all = blocks.for_each(|class, block| put_record(class, block, &mut bytes));
    all.expect("in memory");
    bytes
}

#[test]
fn a_layer_is_read_as_it_was_written() {
    let place = tempfile::tempdir().expect("a folder");
    let (folder, blocks, list) = written(place.path());
    assert_eq!(folder.finished(9), [7]);
    assert_eq!(LayerList::read(&folder, 7).expect("whole"), list);
    assert_eq!(list.states(), blocks[0].states() + blocks[1].states());
    for (at, (blocks, note)) in blocks.iter().zip(&list.0).enumerate() {
        let read = read_shard(&folder, 7, at, note).expect("whole");
        assert_eq!(read, records(blocks));
        let mut classes = 0;
        for_each_record(&read, |_, _| classes += 1).expect("whole records");
        assert_eq!(classes, blocks.classes());
    }
}

#[test]
fn a_record_that_is_not_whole_is_refused() {
    let place = tempfile::tempdir().expect("a folder");
    let (_, blocks, _) = written(place.path());
    let bytes = records(&blocks[0]);
    assert!(blocks[0].classes() > 0);
    let mut ends = vec![0];
    for_each_record(&bytes, |_, block| ends.push(ends[ends.len() - 1] + RECORD + block.len()))
        .expect("whole records");
    for len in 0..bytes.len() {
        let is_whole = for_each_record(&bytes[..len], |_, _| ()).is_ok();
        assert_eq!(is_whole, ends.contains(&len), "cut at {len}");
    }
}

#[test]
fn no_flipped_byte_is_overlooked() {
    let place = tempfile::tempdir().expect("a folder");
    let (folder, _, list) = written(place.path());
    let path = folder.shard(7, 1);
    let good = fs::read(&path).expect("is there");
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        fs::write(&path, bad).expect("is written");
        let error = read_shard(&folder, 7, 1, &list.0[1]).expect_err("is damaged").to_string();
        assert!(error.contains("shard") && !error.contains('\n'), "{error}");
    }
    for len in [0, 20, good.len() - 1] {
        fs::write(&path, &good[..len]).expect("is written");
        assert!(read_shard(&folder, 7, 1, &list.0[1]).is_err(), "cut at {len}");
    }
    // Too short, and the list says so too.
    for len in [44, 47] {
        fs::write(&path, &good[..len]).expect("is written");
        let note = ShardNote { bytes: len as u64, ..list.0[1] };
        assert!(read_shard(&folder, 7, 1, &note).is_err(), "cut at {len}");
    }
    let path = folder.list(7);
    let good = fs::read(&path).expect("is there");
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 2;
        fs::write(&path, bad).expect("is written");
        assert!(LayerList::read(&folder, 7).is_err(), "byte {at}");
    }
}

#[test]
fn foreign_shards_are_refused() {
    let place = tempfile::tempdir().expect("a folder");
    let (folder, _, list) = written(place.path());
    fs::copy(folder.shard(7, 0), folder.shard(7, 1)).expect("is copied");
    let error = read_shard(&folder, 7, 1, &list.0[0]).expect_err("is another").to_string();
    assert!(error.contains("a shard of another layer"), "{error}");
    fs::copy(folder.list(7), folder.list(8)).expect("is copied");
    assert!(LayerList::read(&folder, 8).is_err());
}

#[test]
fn only_what_is_superfluous_goes() {
    let place = tempfile::tempdir().expect("a folder");
    let (folder, blocks, _) = written(place.path());
    let other = Folder { fingerprint: 0xbeef, ..folder };
    write_shard(&other, 3, 0, &blocks[0]).expect("is written");
    write_shard(&folder, 8, 5, &blocks[0]).expect("is written");
    fs::write(place.path().join("x.part"), "half").expect("is written");
    folder.tidy(&folder.finished(9));
    assert!(folder.shard(7, 0).exists() && folder.shard(7, 1).exists());
    assert!(other.shard(3, 0).exists(), "it belongs to another part");
    assert!(!folder.shard(8, 5).exists() && !place.path().join("x.part").exists());
    folder.forget(7);
    assert_eq!(folder.finished(9), [0_usize; 0]);
    assert_eq!(paths(place.path()), [other.shard(3, 0)]);
}
