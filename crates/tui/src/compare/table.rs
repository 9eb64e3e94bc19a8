//! What came of the bouts, as lines.

use caracole::compare::{Answer, Row};
use ratatui::text::{Line, Span};

use crate::numbers::{bytes, grouped, time};
use crate::theme::{Theme, Tone};

/// A column: its name, and whether it holds numbers, which stand to the right.
type Column = (&'static str, bool);

const COLUMNS: [Column; 7] = [
    ("method", false),
    ("outcome", false),
    ("time", true),
    ("work", true),
    ("retreats", true),
    ("memory", true),
    ("stopped by", false),
];
const OUTCOME: usize = 1;
const GAP: &str = "  ";

/// The rows as words, and how wide each column is. A column in which nobody has anything is left out.
pub(super) struct Table {
    rows: Vec<([String; 7], Tone)>,
    widths: [usize; 7],
}

impl Table {
    /// The last column is left out, too, where there is no room for it.
    pub(super) fn new(rows: &[Row], columns: usize) -> Self {
        let rows: Vec<_> = rows.iter().map(|row| (words(row), tone(&row.answer))).collect();
        let mut widths: [usize; 7] = std::array::from_fn(|at| {
            let widest = rows.iter().map(|(words, _)| words[at].chars().count()).max();
            let is_known = widest.is_some_and(|widest| widest > 0);
            let name = if is_known || at <= OUTCOME { COLUMNS[at].0.len() } else { 0 };
            widest.unwrap_or_default().max(name)
        });
        let gaps = widths.iter().filter(|&&width| width > 0).count().saturating_sub(1);
        if widths.iter().sum::<usize>() + gaps * GAP.len() > columns {
            widths[COLUMNS.len() - 1] = 0;
        }
        Self { rows, widths }
    }

    /// The names of the columns.
    pub(super) fn head(&self) -> String {
        let names: Vec<String> = self.columns(&COLUMNS.map(|(name, _)| name.to_owned())).collect();
        names.join(GAP).trim_end().to_owned()
    }

    /// One row.
    pub(super) fn line(&self, at: usize, theme: Theme) -> Line<'static> {
        let (words, tone) = &self.rows[at];
        let spans = self.columns(words).enumerate().map(|(column, text)| {
            let tone = if column == OUTCOME { *tone } else { Tone::Plain };
            [Span::styled(text, theme.style(tone)), Span::raw(GAP)]
        });
        spans.flatten().collect()
    }

    fn columns(&self, words: &[String; 7]) -> impl Iterator<Item = String> {
        let known = (0..COLUMNS.len()).filter(|&at| self.widths[at] > 0);
        known.map(|at| {
            let (word, width) = (&words[at], self.widths[at]);
            if COLUMNS[at].1 { format!("{word:>width$}") } else { format!("{word:<width$}") }
        })
    }
}

const fn tone(answer: &Answer) -> Tone {
    match answer {
        Answer::Found { .. } => Tone::Winning,
        Answer::Impossible(_) => Tone::Losing,
        Answer::Unknown(_) => Tone::Unknown,
    }
}

fn words(row: &Row) -> [String; 7] {
    let name = row.name.clone();
    if row.answer.is_unsupported() {
        let empty = String::new;
        let outcome = "not for this".to_owned();
        return [name, outcome, empty(), empty(), empty(), empty(), empty()];
    }
    let (outcome, cause) = match &row.answer {
        Answer::Found { closed: true } => ("found, closed", ""),
        Answer::Found { closed: false } => ("found, open", ""),
        Answer::Impossible(_) => ("impossible", ""),
        Answer::Unknown(stop) => ("unknown", stop.cause.word()),
    };
    [
        name,
        outcome.to_owned(),
        time(row.elapsed),
        row.work_text(),
        grouped(row.stats.retreats),
        row.peak_bytes.map_or_else(String::new, bytes),
        cause.to_owned(),
    ]
}

/// What a row has to say beyond its numbers.
pub(super) fn story(row: &Row) -> String {
    match &row.answer {
        Answer::Found { closed: true } => format!("{}: a closed tour, checked", row.name),
        Answer::Found { closed: false } => format!("{}: an open tour, checked", row.name),
        Answer::Impossible(why) => format!("{}: {why}", row.name),
        Answer::Unknown(stop) if row.answer.is_unsupported() => {
            format!("{}: {}", row.name, stop.tried)
        }
        Answer::Unknown(stop) => format!("{}: {stop}", row.name),
    }
}
