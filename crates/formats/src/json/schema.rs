//! The schemas of the documents that are read: their fields and types. Aliases are the names of
//! fields in earlier versions.
#![expect(dead_code, reason = "the types of unused fields are checked")]

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::certificate::CertificateFields;
use super::fields::{
    BoardField, Entries, Grid, Leapers, MoveList, Number, Object, PieceFields, SquareField,
};
use super::parse::{FieldError, StrictValue, contradiction, from_text, invalid};
use super::problem::ProblemFields;
use crate::error::{ReadError, ReadErrorKind};
use caracole_core::shorten;

type Squares = Vec<SquareField>;

/// Declares documents: objects with a schema, a version, a problem, and their own optional fields, of which those in
/// brackets become [`Contents`].
macro_rules! documents {
    ($($(#[$attribute:meta])* $name:ident [$($content:ident: $content_type:ty),* $(,)?] {
        $($(#[$of_field:meta])* $field:ident: $type:ty),* $(,)?
    })*) => {$(
        $(#[$attribute])*
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(in crate::json) struct $name {
            schema: Option<String>,
            version: Option<String>,
            problem: Option<$crate::json::fields::Object<$crate::json::problem::ProblemFields>>,
            $($content: Option<$content_type>,)*
            $($(#[$of_field])* $field: Option<$type>,)*
        }

        impl $name {
            /// Returns the names of its own fields that are present.
            fn present_fields(&self) -> Vec<&'static str> {
                let fields = [
                    $((stringify!($content), self.$content.is_some()),)*
                    $((stringify!($field), self.$field.is_some()),)*
                ];
                fields.into_iter().filter_map(|(name, is_present)| is_present.then_some(name)).collect()
            }
        }

        impl From<$name> for $crate::json::schema::Contents {
            fn from(document: $name) -> Self {
                let $name { problem, $($content,)* .. } = document;
                Self { problem, $($content,)* ..Self::default() }
            }
        }
    )*};
}
pub(super) use documents;

documents! {
    #[expect(clippy::struct_field_names, reason = "the fields have their names in the file")]
    Outcome [
        board: BoardField, leapers: Leapers, leaper: Leapers, piece: String, moves: MoveList, outcome: String, closed: bool,
        squares: Squares, grid: Grid, knights: Number, paths: Vec<Squares>, reason: StrictValue,
        certificate: Object<CertificateFields>, convention: String,
    ] {
        method: String, seed: Number, look: String, mix: Number, mixture: Object<Mixture>,
        checked: bool, stats: Object<Stats>, rank: String, of: String, stopped_by: String,
        tried: String,
    }
    Tour [
        board: BoardField, leapers: Leapers, leaper: Leapers, piece: String, moves: MoveList, closed: bool, squares: Squares,
        grid: Grid,
    ] {}
    Cover [
        board: BoardField, leapers: Leapers, leaper: Leapers, piece: String, moves: MoveList, knights: Number, paths: Vec<Squares>,
    ] {}
    Game [squares: Squares, undone: Squares] {}
    Longest [length: Number, squares: Squares] {
        seed: Number, upper_bound: Number, proved: bool, reason: String, stopped_by: String,
        tried: String,
    }
    Puzzle [clues: Number, closed: bool, solution: Squares] {
        seed: Number, minimal: bool, grade: String, #[serde(alias = "cases")] branches: Number,
    }
    #[expect(clippy::struct_field_names, reason = "the fields have their names in the file")]
    Unique [
        solutions: Vec<Squares>, reason: StrictValue, certificate: Object<CertificateFields>,
    ] {
        unique: bool, grade: String, #[serde(alias = "cases")] branches: Number, checked: bool,
        stopped_by: String, tried: String,
    }
    /// The result of `list` or of `sample`.
    List [convention: String, tours: Vec<Squares>] {
        seed: Number, of: String, count: Number, stopped_by: String, tried: String,
    }
    Check [
        board: BoardField, leapers: Leapers, leaper: Leapers, piece: String, moves: MoveList, valid: bool, closed: bool,
        squares: Squares,
    ] {
        knights: Number, defects: Vec<Object<Defect>>, defect_count: Number, facts: Object<Facts>,
        format: String, path: bool, visited: Number, inferred_holes: Squares, from_zero: bool,
        count: Number, invalid: Number, tours: Vec<Object<Check>>,
    }
}

/// Declares objects that are the value of a field.
macro_rules! objects {
    ($($name:ident { $($(#[$of_field:meta])* $field:ident: $type:ty),* $(,)? })*) => {$(
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name { $($(#[$of_field])* $field: $type,)* }
    )*};
}

objects! {
    Mixture { moves: Number, differing: Number, slopes: Entries }
    Stats {
        steps: Option<Number>, #[serde(alias = "retreats")] backtracks: Option<Number>,
        attempts: Option<Number>, #[serde(alias = "cases")] decisions: Option<Number>,
        updates: Option<Number>, sweeps: Option<Number>,
        #[serde(alias = "loops")] subtours: Option<Number>, ants: Option<Number>, cycles: Option<Number>,
        tours: Option<Number>, distinct: Option<Number>, elapsed_ms: Option<f64>,
    }
    Defect {
        kind: String, text: String, knight: Option<Number>, square: Option<String>,
        step: Option<Number>,
    }
    Facts {
        closed: Option<bool>, symmetry: Option<String>, symmetries: Option<Vec<String>>,
        sums: Option<Object<Sums>>, turns: Option<Number>, crossings: Option<Number>,
        moves: Option<Vec<Object<MoveCount>>>, left_out: Option<Object<LeftOut>>,
    }
    Sums {
        magic: bool, semi_magic: bool, diagonally_magic: bool, rank: Option<String>,
        file: Option<String>,
    }
    MoveCount { offset: [i64; 3], count: Number }
    LeftOut { facts: Vec<String>, why: String, bytes: Number }
}

/// The fields that determine the schema of a document.
#[derive(Deserialize)]
pub(super) struct SchemaFields {
    pub(super) schema: Option<String>,
    pub(super) problem: Option<IgnoredAny>,
    pub(super) outcome: Option<StrictValue>,
    pub(super) certificate: Option<IgnoredAny>,
    pub(super) paths: Option<IgnoredAny>,
    pub(super) undone: Option<IgnoredAny>,
}

impl SchemaFields {
    /// Reads the fields; the whole text must be JSON.
    pub(super) fn read(text: &str) -> Result<Self, ReadError> {
        Ok(from_text::<Object<Self>>(text)?.0)
    }

    /// Reads the document of the stated schema, or else of the one that the fields imply.
    pub(super) fn contents(&self, text: &str) -> Result<Contents, ReadError> {
        match self.schema.as_deref() {
            Some("caracole.outcome/2" | "caracole.outcome/1") => contents::<Outcome>(text),
            Some("caracole.tour/1") => contents::<Tour>(text),
            Some("caracole.cover/1") => contents::<Cover>(text),
            Some("caracole.game/1") => contents::<Game>(text),
            Some("caracole.longest/1") => contents::<Longest>(text),
            Some("caracole.puzzle/2" | "caracole.puzzle/1") => contents::<Puzzle>(text),
            Some("caracole.unique/2" | "caracole.unique/1") => contents::<Unique>(text),
            Some("caracole.list/1" | "caracole.sample/1") => contents::<List>(text),
            Some("caracole.check/1") => contents::<Check>(text),
            Some("caracole.certificate/2" | "caracole.certificate/1") => {
                Err(ReadErrorKind::ProofNotTour.into())
            }
            Some(other) => {
                let kind = ReadErrorKind::OtherSchema { schema: shorten(other) };
                Err(FieldError::new("schema", kind).in_text(text))
            }
            None if self.outcome.is_some() || self.certificate.is_some() => {
                contents::<Outcome>(text)
            }
            None if self.paths.is_some() => contents::<Cover>(text),
            None => contents::<Tour>(text),
        }
    }
}

/// The common content of all documents: tours or paths, and their problem.
#[derive(Default)]
pub(super) struct Contents {
    pub(super) board: Option<BoardField>,
    pub(super) leapers: Option<Leapers>,
    pub(super) leaper: Option<Leapers>,
    pub(super) piece: Option<String>,
    pub(super) moves: Option<MoveList>,
    pub(super) problem: Option<Object<ProblemFields>>,
    pub(super) outcome: Option<String>,
    pub(super) closed: Option<bool>,
    pub(super) squares: Option<Squares>,
    pub(super) grid: Option<Grid>,
    pub(super) solution: Option<Squares>,
    pub(super) solutions: Option<Vec<Squares>>,
    pub(super) tours: Option<Vec<Squares>>,
    pub(super) undone: Option<Squares>,
    pub(super) length: Option<Number>,
    pub(super) valid: Option<bool>,
    pub(super) knights: Option<Number>,
    pub(super) paths: Option<Vec<Squares>>,
    pub(super) clues: Option<Number>,
    pub(super) convention: Option<String>,
    pub(super) reason: Option<StrictValue>,
    pub(super) certificate: Option<Object<CertificateFields>>,
}

impl Contents {
    /// Returns the fields of the piece outside the problem.
    pub(super) const fn piece_fields(&self) -> PieceFields<'_> {
        PieceFields {
            leapers: self.leapers.as_ref(),
            leaper: self.leaper.as_ref(),
            piece: self.piece.as_ref(),
            moves: self.moves.as_ref(),
        }
    }
}

fn contents<'a, T: Deserialize<'a> + Document>(text: &'a str) -> Result<Contents, ReadError> {
    let Object(document) = from_text::<Object<T>>(text)?;
    document.check().map_err(|error| error.in_text(text))?;
    Ok(document.into())
}

/// A document that is reduced to the common content.
trait Document: Into<Contents> {
    /// Returns an error if two of its fields contradict each other.
    fn check(&self) -> Result<(), FieldError> {
        Ok(())
    }
}

impl Document for Tour {}
impl Document for Cover {}
impl Document for Game {}
impl Document for Puzzle {}

impl Document for Outcome {
    /// Each outcome has its own fields.
    fn check(&self) -> Result<(), FieldError> {
        let excluded = match self.outcome.as_deref() {
            None => &[][..],
            Some("found") => &["reason", "checked", "certificate", "stopped_by", "tried"],
            Some("impossible") => &["squares", "grid", "paths", "closed", "stopped_by", "tried"],
            Some("unknown") => {
                &["squares", "grid", "paths", "closed", "reason", "checked", "certificate"]
            }
            Some(_) => return Err(invalid("outcome", "\"found\", \"impossible\" or \"unknown\"")),
        };
        let (word, present) = (self.outcome.as_deref().unwrap_or_default(), self.present_fields());
        if let Some(field) = excluded.iter().find(|field| present.contains(field)) {
            return Err(contradiction("outcome", field, format!("the outcome is '{word}'")));
        }
        if word == "found" && !["squares", "grid", "paths"].iter().any(|it| present.contains(it)) {
            return Err(contradiction("outcome", "squares", "a tour was found, and none is given"));
        }
        for (slope, _) in self.mixture.iter().flat_map(|mixture| &mixture.0.slopes.0) {
            let is_number = |part: &str| part.parse::<i64>().is_ok();
            if !slope.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y)) {
                let path = format!("mixture.slopes.{slope}");
                return Err(invalid(&path, "named by its files and ranks, such as \"1,2\""));
            }
        }
        Ok(())
    }
}

impl Document for Longest {
    fn check(&self) -> Result<(), FieldError> {
        let (Some(Number(length)), Some(Number(bound))) = (self.length, self.upper_bound) else {
            return Ok(());
        };
        if length > bound {
            return Err(contradiction("length", "upper_bound", "it is larger"));
        }
        if self.proved == Some(true) && length < bound {
            return Err(contradiction("proved", "upper_bound", "a longer path is possible"));
        }
        Ok(())
    }
}

impl Document for Unique {
    fn check(&self) -> Result<(), FieldError> {
        let count = self.solutions.as_ref().map_or(0, Vec::len);
        let agrees = match self.unique {
            Some(true) => count == 1,
            // Several solutions, or a proof that there is none.
            Some(false) if self.certificate.is_some() => count == 0,
            Some(false) => count > 1,
            None => count < 2,
        };
        let why = || format!("the list has {count}");
        if agrees { Ok(()) } else { Err(contradiction("unique", "solutions", why())) }
    }
}

impl Document for List {
    fn check(&self) -> Result<(), FieldError> {
        let found = self.tours.as_ref().map_or(0, Vec::len);
        if self.count.is_some_and(|Number(count)| count != found as u64) {
            return Err(contradiction("count", "tours", format!("the list has {found}")));
        }
        Ok(())
    }
}

impl Document for Check {
    fn check(&self) -> Result<(), FieldError> {
        let listed = self.defects.as_ref().map_or(0, Vec::len) as u64;
        let defects = self.defect_count.map_or(listed, |Number(count)| count);
        if listed > defects {
            let why = format!("the list has {listed}");
            return Err(contradiction("defect_count", "defects", why));
        }
        if self.valid == Some(true) && defects > 0 {
            return Err(contradiction("valid", "defects", "a tour has none"));
        }
        let of_facts = self.facts.as_ref().and_then(|Object(facts)| facts.closed);
        if self.closed.zip(of_facts).is_some_and(|(closed, of_facts)| closed != of_facts) {
            return Err(contradiction("closed", "facts.closed", "one is true, one is false"));
        }
        Ok(())
    }
}
