//! The proof that learning searches write: in memory as long as it is short, and then in a temporary file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use caracole_core::{
    ClauseLine, ClauseLines, Clauses, CutVertex, Literal as Statement, Square, StoredClauses,
};

use super::super::learning::{Literal, ProofLine};
use super::super::model::Model;

/// The lines of a proof as words: each line its kind, the number of its other words, and these.
pub(super) struct ProofWriter<'a> {
    /// All words, or those that are not in the file yet.
    words: Vec<u32>,
    folder: Option<&'a Path>,
    file: Option<TemporaryFile>,
    lines: u32,
    learned: u64,
    /// Whether the empty clause was derived. Lines after it are not part of the proof.
    is_complete: bool,
    /// Whether there is no proof, because it became too long for the memory, or could not be written.
    is_void: bool,
}

/// Shorter proofs become a list, which takes some hundred megabytes.
const MAX_LISTED_WORDS: usize = 1 << 22;

/// Longer proofs are given up if there is no folder for them.
const MAX_WORDS_IN_MEMORY: usize = 1 << 24;

/// How many words are written to the file at once.
const WORDS_PER_BLOCK: usize = 1 << 16;

/// The kinds of lines.
const LEARNED: u32 = 0;
const CUT: u32 = 1;
const DELETED: u32 = 2;

/// In a line of a cut: no vertex was removed.
const NOTHING: u32 = u32::MAX;

impl<'a> ProofWriter<'a> {
    pub(super) const fn new(folder: Option<&'a Path>) -> Self {
        Self {
            words: Vec::new(),
            folder,
            file: None,
            lines: 0,
            learned: 0,
            is_complete: false,
            is_void: false,
        }
    }

    /// Adds a line, and returns its number, from 1.
    pub(super) fn push(&mut self, line: ProofLine<'_>) -> u32 {
        if self.is_void || self.is_complete {
            return self.lines;
        }
        match line {
            ProofLine::Learned(clause) => {
                self.words.extend([LEARNED, clause.len() as u32]);
                self.words.extend(clause.iter().map(|literal| literal.code()));
                self.is_complete = clause.is_empty();
            }
            ProofLine::Cut(cut) => {
                let removed = cut.removed.unwrap_or(NOTHING);
                self.words.extend([CUT, cut.part.len() as u32 + 1, removed]);
                self.words.extend(&cut.part);
            }
            ProofLine::Deleted(lines) => {
                self.words.extend([DELETED, lines.len() as u32]);
                self.words.extend(lines);
            }
        }
        if !matches!(line, ProofLine::Deleted(_)) {
            self.learned += 1;
        }
        match self.lines.checked_add(1) {
            Some(lines) => self.lines = lines,
            None => self.make_void(),
        }
        self.make_room();
        self.lines
    }

    /// Writes words to the file if they are too many for the memory.
    fn make_room(&mut self) {
        let most = match (&self.file, self.folder) {
            (Some(_), _) => WORDS_PER_BLOCK,
            (None, Some(_)) => MAX_LISTED_WORDS,
            (None, None) => MAX_WORDS_IN_MEMORY,
        };
        if self.words.len() > most && self.flush().is_err() {
            self.make_void();
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let folder = self.folder.ok_or(io::ErrorKind::OutOfMemory)?;
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(TemporaryFile::create(folder)?),
        };
        for words in self.words.chunks(WORDS_PER_BLOCK) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            file.append(&bytes)?;
        }
        self.words.clear();
        self.words.shrink_to(2 * WORDS_PER_BLOCK);
        Ok(())
    }

    fn make_void(&mut self) {
        self.is_void = true;
        self.words = Vec::new();
        self.file = None;
    }

    /// Returns the proof, if it is whole.
    pub(super) fn finish(mut self, model: &Model<'_>) -> Option<Clauses> {
        if self.file.is_some() && self.flush().is_err() {
            return None;
        }
        if self.is_void || !self.is_complete {
            return None;
        }
        self.into_clauses(model)
    }

    /// Returns the lines, whether they are a whole proof or not.
    fn into_clauses(self, model: &Model<'_>) -> Option<Clauses> {
        let is_listed = self.file.is_none() && self.words.len() <= MAX_LISTED_WORDS;
        let stored = StoredProof {
            moves: (0..model.edge_count() as u32)
                .map(|edge| model.endpoints(edge).map(|vertex| model.square(vertex)))
                .collect(),
            squares: (0..model.len() as u32).map(|vertex| model.square(vertex)).collect(),
            lines: u64::from(self.lines),
            learned: self.learned,
            words: self.file.map_or(Words::InMemory(self.words), Words::InFile),
        };
        if is_listed {
            let lines: Result<Vec<ClauseLine>, io::Error> = stored.lines().ok()?.collect();
            return Some(Clauses::new(lines.ok()?));
        }
        Some(Clauses::stored(Arc::new(stored)))
    }

    /// Returns the lines of a search that was not finished.
    #[cfg(test)]
    pub(super) fn unfinished(self, model: &Model<'_>) -> Option<Clauses> {
        self.into_clauses(model)
    }
}

/// A proof that is too long for a list.
#[derive(Debug)]
struct StoredProof {
    /// The squares of each edge, and of each vertex.
    moves: Vec<[Square; 2]>,
    squares: Vec<Square>,
    lines: u64,
    learned: u64,
    words: Words,
}

#[derive(Debug)]
enum Words {
    InMemory(Vec<u32>),
    InFile(TemporaryFile),
}

impl StoredClauses for StoredProof {
    fn line_count(&self) -> u64 {
        self.lines
    }

    fn learned(&self) -> u64 {
        self.learned
    }

    fn lines(&self) -> io::Result<ClauseLines<'_>> {
        let mut reader = WordReader { words: &self.words, block: Vec::new(), next: 0, read: 0 };
        let lines = (0..self.lines).map(move |_| self.line(&mut reader));
        Ok(Box::new(lines))
    }
}

impl StoredProof {
    fn line(&self, reader: &mut WordReader<'_>) -> io::Result<ClauseLine> {
        let (kind, len) = (reader.word()?, reader.word()?);
        let words: Vec<u32> = (0..len).map(|_| reader.word()).collect::<io::Result<_>>()?;
        Ok(match kind {
            LEARNED => {
                ClauseLine::Learned(words.iter().map(|&code| self.statement(code)).collect())
            }
            CUT => {
                let (&removed, part) = words.split_first().ok_or(io::ErrorKind::InvalidData)?;
                let except = match removed {
                    NOTHING => CutVertex::None,
                    apex if apex as usize == self.squares.len() => CutVertex::Ends,
                    vertex => CutVertex::Square(self.squares[vertex as usize]),
                };
                let part = part.iter().map(|&vertex| self.squares[vertex as usize]).collect();
                ClauseLine::Cut { part, except }
            }
            _ => ClauseLine::Deleted(words.into_iter().map(u64::from).collect()),
        })
    }

    fn statement(&self, code: u32) -> Statement {
        let literal = Literal::from_code(code);
        let (variable, holds) = (literal.variable() as usize, literal.is_included());
        match variable.checked_sub(self.moves.len()) {
            None => Statement::Move { squares: self.moves[variable], holds },
            Some(vertex) => Statement::End { square: self.squares[vertex], holds },
        }
    }
}

/// Reads words one after the other.
struct WordReader<'a> {
    words: &'a Words,
    /// Words from the file.
    block: Vec<u32>,
    next: usize,
    /// How many words were read from the file.
    read: u64,
}

impl WordReader<'_> {
    fn word(&mut self) -> io::Result<u32> {
        if let Words::InFile(file) = self.words
            && self.next == self.block.len()
        {
            let bytes = file.read_at(4 * self.read, 4 * WORDS_PER_BLOCK)?;
            let words = bytes.chunks_exact(4);
            self.block = words
                .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
                .collect();
            self.read += self.block.len() as u64;
            self.next = 0;
        }
        let words = match self.words {
            Words::InMemory(words) => words,
            Words::InFile(_) => &self.block,
        };
        let word = words.get(self.next).ok_or(io::ErrorKind::UnexpectedEof)?;
        self.next += 1;
        Ok(*word)
    }
}

/// A file without a name, which is gone when the process ends; on systems without such files it is deleted when it is
/// dropped.
#[derive(Debug)]
struct TemporaryFile {
    file: Mutex<File>,
    path: Option<PathBuf>,
}

impl TemporaryFile {
    fn create(folder: &Path) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!(".caracole-proof-{}-{number}", process::id()));
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
        let is_gone = cfg!(unix) && fs::remove_file(&path).is_ok();
        Ok(Self { file: Mutex::new(file), path: (!is_gone).then_some(path) })
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::End(0))?;
        file.write_all(bytes)
    }

    /// Returns at most `len` bytes from a position on.
    fn read_at(&self, position: u64, len: usize) -> io::Result<Vec<u8>> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(position))?;
        let mut bytes = Vec::with_capacity(len);
        (&mut *file).take(len as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // Nothing depends on it.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use caracole_core::Problem;

    use super::*;
    use crate::Run;

    /// The same lines come back from memory and from a file, however long the proof is.
    #[test]
    fn proofs_are_read_as_they_were_written() {
        let problem = Problem::new("4x4".parse().unwrap());
        let model = Model::new(&problem, &mut Run::new()).unwrap();
        let edges = model.edge_count() as u32;
        let folder = std::env::temp_dir();
        let write = |folder: Option<&Path>, count: u32| {
            let mut proof = ProofWriter::new(folder);
            for at in 0..count {
                let literals = [at % edges, edges + at % 16, (at + 1) % edges];
                let clause = literals.map(|variable| Literal::new(variable, at % 2 == 0));
                let lines = [
                    proof.push(ProofLine::Learned(&clause)),
                    proof.push(ProofLine::Deleted(&[2 * at + 1])),
                ];
                assert!(proof.is_void || lines == [2 * at + 1, 2 * at + 2], "{lines:?}");
            }
            proof.push(ProofLine::Learned(&[]));
            // Lines after the end are ignored.
            proof.push(ProofLine::Deleted(&[1]));
            proof.finish(&model)
        };
        // Eight words in each round.
        let many = MAX_LISTED_WORDS as u32 / 8 + 100_000;
        let listed = write(Some(&folder), 1000).unwrap();
        assert_eq!(listed.listed().map(<[ClauseLine]>::len), Some(2001));
        let (in_file, in_memory) =
            (write(Some(&folder), many).unwrap(), write(None, many).unwrap());
        assert!(in_file.listed().is_none() && in_memory.listed().is_none());
        assert_eq!(
            (in_file.line_count(), in_file.learned()),
            (2 * u64::from(many) + 1, u64::from(many) + 1)
        );
        let mut count = 0;
        for (a, b) in in_file.lines().unwrap().zip(in_memory.lines().unwrap()) {
            assert_eq!(a.unwrap(), b.unwrap());
            count += 1;
        }
        assert_eq!(count, in_file.line_count());
        let first = in_file.lines().unwrap().take(2000);
        assert!(
            first.map(Result::unwrap).eq(listed.lines().unwrap().take(2000).map(Result::unwrap))
        );
        assert!(
            write(None, MAX_WORDS_IN_MEMORY as u32 / 8 + 1).is_none(),
            "too long for the memory"
        );
        assert!(write(Some(Path::new("/no/such/folder")), many).is_none());
    }
}
