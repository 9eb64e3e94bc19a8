//! What can be asked: one file for each question.

mod check;
mod check_proof;
mod coach;
mod count;
mod counted;
mod draw;
mod film;
mod longest;
mod puzzle;
mod rank;
mod sample;
mod solve;
mod starts;

use std::time::Duration;

use caracole::UnknownWord;

use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

/// Something that can be asked under `/api/v1/NAME`, and as a job under `/api/v1/jobs/NAME`.
pub(crate) trait Verb: Sized + Send + 'static {
    /// Its name in the address.
    const NAME: &'static str;
    /// Is the answer a file? Then it is given at once or not at all: no job keeps files.
    const GIVES_FILE: bool = false;

    /// Reads a request. All that is wrong with it is told here, before any work is done.
    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal>;

    /// The time that the client gives, if it does.
    fn time(&self) -> Option<Duration> {
        None
    }

    /// Does the work. Runs on a thread where it may take its time, within the limits of the desk.
    fn answer(self, desk: &Desk) -> Result<Answer, Refusal>;
}

/// Work that was read and is not yet begun.
pub(crate) type Work = Box<dyn FnOnce(Desk) -> Result<Answer, Refusal> + Send>;

/// A verb in the list of verbs.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) gives_file: bool,
    pub(crate) read: fn(Fields<'_>) -> Result<Work, Refusal>,
}

/// All that can be asked.
pub(crate) const VERBS: &[Entry] = &[
    entry::<check::Check>(),
    entry::<check_proof::CheckProof>(),
    entry::<coach::Coach>(),
    entry::<count::Count>(),
    entry::<draw::Draw>(),
    entry::<film::Film>(),
    entry::<longest::Longest>(),
    entry::<puzzle::PuzzleMake>(),
    entry::<puzzle::PuzzleSheet>(),
    entry::<puzzle::PuzzleUnique>(),
    entry::<rank::Rank>(),
    entry::<rank::Unrank>(),
    entry::<sample::Sample>(),
    entry::<solve::Solve>(),
    entry::<starts::Starts>(),
];

/// The verb of a name, or what else might be meant.
pub(crate) fn find(name: &str) -> Result<&'static Entry, Refusal> {
    VERBS.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let unknown = UnknownWord::new("command", name, VERBS.iter().map(|entry| entry.name));
        Refusal::not_found(unknown.to_string())
    })
}

const fn entry<V: Verb>() -> Entry {
    Entry { name: V::NAME, gives_file: V::GIVES_FILE, read: read::<V> }
}

fn read<V: Verb>(mut fields: Fields<'_>) -> Result<Work, Refusal> {
    let verb = V::read(&mut fields)?;
    fields.end()?;
    Ok(Box::new(move |desk| {
        let desk = desk.within(verb.time());
        verb.answer(&desk)
    }))
}
