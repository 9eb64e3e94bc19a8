//! The folder that all processes share: which layers are finished.
//!
//! | file | holds |
//! | --- | --- |
//! | `caracole-cluster.txt` | the question, so that no folder is used for two |
//! | `…-0012-0003.shard` | what one worker, here the fourth, made of a layer, here that of leg 12 |
//! | `…-0012.layer` | the list of its shards; a layer is finished when its list is there |
//! | `….count` | the number of loops of a part that is finished |
//! | `….part` | what was being written when a process stopped; it may go |
//!
//! The sixteen signs before the name are the fingerprint of a part: a question may have several.
//! Only the first worker writes lists, and removes anything.

mod layer;
mod shard;

use std::fs;
use std::path::{Path, PathBuf};

use caracole_count::CountError;

pub(crate) use layer::LayerList;
pub(crate) use shard::{RECORD, ShardNote, for_each_record, put_record, read_shard, write_shard};

/// The files of one part of a question.
#[derive(Clone, Copy)]
pub(crate) struct Folder<'a> {
    pub(crate) path: &'a Path,
    pub(crate) fingerprint: u64,
}

impl Folder<'_> {
    fn list(&self, leg: usize) -> PathBuf {
        self.path.join(format!("{:016x}-{leg:04}.layer", self.fingerprint))
    }

    fn shard(&self, leg: usize, worker: usize) -> PathBuf {
        self.path.join(format!("{:016x}-{leg:04}-{worker:04}.shard", self.fingerprint))
    }

    /// The layer of a leg has its check sums, and is not what it should be all the same.
    pub(crate) fn spoilt(&self, leg: usize, why: &CountError) -> CountError {
        damaged(&self.list(leg), &format!("in its shards: {why}"))
    }

    /// The legs whose layers are finished.
    pub(crate) fn finished(&self, legs: usize) -> Vec<usize> {
        (0..legs).filter(|&leg| self.list(leg).is_file()).collect()
    }

    /// Forgets a layer. What is left when this is cut short is removed by [`Folder::tidy`].
    pub(crate) fn forget(&self, leg: usize) {
        remove(&self.list(leg));
        self.remove_shards(|of| of == leg);
    }

    /// Removes what was being made when the count stopped.
    pub(crate) fn tidy(&self, finished: &[usize]) {
        self.remove_shards(|leg| !finished.contains(&leg));
        paths(self.path)
            .iter()
            .filter(|path| ends_with(path, "part"))
            .for_each(|path| remove(path));
    }

    fn remove_shards(&self, is_superfluous: impl Fn(usize) -> bool) {
        let head = format!("{:016x}-", self.fingerprint);
        for path in paths(self.path) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let leg =
                name.strip_prefix(&head).and_then(|rest| rest.split('-').next()?.parse().ok());
            if ends_with(&path, "shard") && leg.is_some_and(&is_superfluous) {
                remove(&path);
            }
        }
    }
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .map_or_else(|_| Vec::new(), |all| all.flatten().map(|one| one.path()).collect())
}

fn ends_with(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension == ending)
}

fn remove(path: &Path) {
    // If it cannot be removed it takes room, and does no harm.
    let _ = fs::remove_file(path);
}

fn trouble(path: &Path) -> impl Fn(std::io::Error) -> CountError {
    move |why| CountError::File { path: path.to_path_buf(), why }
}

fn damaged(path: &Path, what: &str) -> CountError {
    let what = format!("{what}; take a copy of the folder, or begin again in another one");
    CountError::Damaged { path: path.to_path_buf(), what }
}

#[cfg(test)]
mod tests;
