//! `draw`: a tour as a picture.

mod pad;
mod pixels;

use std::io::Write;
use std::time::Duration;

use caracole::draw::gif::{self, Motion};
use caracole::draw::{
    DrawError, Drawing, Look, Picture, Sheet, Style, Theme, Walk, html, pdf, png, svg,
};
use caracole::{Path, Problem, Rejected, Tour, UnknownWord, verify};

use super::Verb;
use crate::answer::Answer;
use crate::desk::Desk;
use crate::fields::Fields;
use crate::refusal::Refusal;

use pad::{Pad, Timed};

/// So many squares can be drawn.
const MOST_SQUARES: u64 = 40_000;
/// The same where the knight walks.
const MOST_WALKED: u64 = 10_000;
/// The longest side, in pixels.
const MOST_PIXELS: u64 = 4000;
/// The same where the knight walks: each moment is painted.
const MOST_WALKED_PIXELS: u64 = 1600;
/// A PNG has two pixels for each unit of the sheet, so that it is sharp in print.
const SHARPNESS: f64 = 2.0;

/// What is drawn, and how.
pub(crate) struct Draw {
    problem: Problem,
    path: Path,
    format: Format,
    look: Look,
    size: Option<u64>,
    pause: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    Gif,
    Pdf,
    Html,
}

impl Format {
    const ALL: [(&str, Self); 5] = [
        ("svg", Self::Svg),
        ("png", Self::Png),
        ("gif", Self::Gif),
        ("pdf", Self::Pdf),
        ("html", Self::Html),
    ];

    const fn media(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Pdf => "application/pdf",
            Self::Html => "text/html; charset=utf-8",
        }
    }

    fn ending(self) -> &'static str {
        Self::ALL.iter().find(|(_, format)| *format == self).map_or("", |(name, _)| name)
    }
}

impl Verb for Draw {
    const NAME: &'static str = "draw";
    const GIVES_FILE: bool = true;

    fn read(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let problem = fields.problem(MOST_SQUARES)?;
        if problem.knights() > 1 {
            return Err(Refusal::contradiction("knights: here the walk of one knight is drawn"));
        }
        let path: Path = fields.squares("squares", &problem)?.into_iter().collect();
        if path.is_empty() {
            return Err(Refusal::field("squares", "must list the squares of a walk"));
        }
        let format = format(fields)?;
        let look = Look {
            style: fields.word::<Style>("style")?.unwrap_or_default(),
            theme: fields.word::<Theme>("theme")?.unwrap_or_default(),
            has_coordinates: fields.flag_or("coordinates", true)?,
        };
        let size = fields.number("size")?;
        let pause = fields.number("pause_ms")?.map(Duration::from_millis);
        let draw = Self { problem, path, format, look, size, pause };
        draw.refuse_what_is_passed_over()?;
        draw.refuse_what_is_too_large()?;
        Ok(draw)
    }

    fn answer(self, desk: &Desk) -> Result<Answer, Refusal> {
        let Self { problem, path, look, format, .. } = &self;
        let mut out = Pad { desk, bytes: Vec::new() };
        // Nothing is drawn that the verifier finds wrong.
        match Tour::verify(problem, path.clone()) {
            Ok(tour) => self.write(&Picture::of_tour(&tour, *look), &mut out)?,
            Err(rejected) => {
                let walk = self.part(*rejected)?;
                let picture = Picture::new(problem.board(), vec![walk], *look)
                    .walked_by(problem.piece().clone());
                self.write(&picture, &mut out)?;
            }
        }
        let Pad { bytes, .. } = out;
        Ok(Answer::File { media: format.media(), name: self.name(), bytes })
    }
}

impl Draw {
    /// A setting that the format would pass over is a mistake.
    fn refuse_what_is_passed_over(&self) -> Result<(), Refusal> {
        if self.size.is_some() && !matches!(self.format, Format::Png | Format::Gif) {
            return Err(Refusal::content("size", "is for png and gif: the others have any size"));
        }
        if self.pause.is_some() && self.format != Format::Gif {
            return Err(Refusal::content("pause_ms", "is for gif: nothing else moves by itself"));
        }
        Ok(())
    }

    fn refuse_what_is_too_large(&self) -> Result<(), Refusal> {
        let (squares, pixels) = match self.format {
            Format::Gif => (MOST_WALKED, MOST_WALKED_PIXELS),
            _ => (MOST_SQUARES, MOST_PIXELS),
        };
        let board = self.problem.board();
        // A level of a box has its rim, and holes take room too.
        if board.area() > squares {
            let area = board.area();
            let text = format!("a picture of {area} squares and holes: at most {squares} here");
            return Err(Refusal::too_much(text));
        }
        match self.size {
            Some(size) if !(1..=pixels).contains(&size) => {
                Err(Refusal::too_much(format!("size: 1 to {pixels} pixels here")))
            }
            _ => Ok(()),
        }
    }

    /// A walk that does not visit all squares, such as a game.
    fn part(&self, rejected: Rejected) -> Result<Walk, Refusal> {
        let Rejected { path, verdict } = rejected;
        let any = Problem::with_piece(self.problem.board().clone(), self.problem.piece().clone());
        if verify::check_part(&any, || path.iter()).is_valid() {
            return Ok(Walk { path, is_closed: false });
        }
        let first = verdict.in_short(self.problem.board(), "check");
        Err(Refusal::contradiction(format!("this cannot be walked: {first}")))
    }

    fn write(&self, picture: &Picture<'_>, out: &mut Pad<'_>) -> Result<(), Refusal> {
        let sheet = picture.sheet();
        // What the sheet is long, in its units and at most in pixels.
        let (long, most) = (sheet.width.max(sheet.height), self.longest_lent(&sheet, out.desk)?);
        let written = match self.format {
            Format::Svg => svg::write(picture, out).map_err(DrawError::from),
            Format::Png => {
                let usual = (most / long).min(SHARPNESS);
                let scale = self.size.map_or(usual, |size| size as f64 / long);
                let timed = Timed { drawing: picture, desk: out.desk };
                png::encode(&timed, scale).and_then(|file| Ok(out.write_all(&file)?))
            }
            Format::Gif => {
                let usual = Motion::default();
                let longest =
                    self.size.map_or(f64::from(usual.longest).min(most), |size| size as f64);
                let motion = Motion { longest: longest as u16, pause: self.pause, ..usual };
                gif::write(picture, &motion, out)
            }
            Format::Pdf => pdf::write(picture, out),
            Format::Html => html::write(picture, out).map_err(DrawError::from),
        };
        written.map_err(|error| match error {
            DrawError::Io(_) => {
                Refusal::too_much("the picture takes longer than this server lends time: try less")
            }
            error => Refusal::too_much(error.to_string()),
        })
    }

    /// The pixels of the longest side, at most: as many as there is memory for.
    fn longest_lent(&self, sheet: &Sheet, desk: &Desk) -> Result<f64, Refusal> {
        let (most, bytes) = match self.format {
            Format::Gif => (MOST_WALKED_PIXELS, pixels::WALKED),
            _ => (MOST_PIXELS, pixels::STILL),
        };
        let longest = pixels::longest_within(desk.memory(), sheet, bytes);
        match self.size {
            Some(size) if size as f64 > longest => {
                let text = format!("size: there is memory for {longest} pixels here: ask for less");
                Err(Refusal::too_much(text))
            }
            _ => Ok(longest.min(most as f64)),
        }
    }

    /// A name to keep it under, such as `tour-8x8.svg`.
    fn name(&self) -> String {
        let board = self.problem.board();
        let what = if self.path.len() == board.len() { "tour" } else { "walk" };
        let levels = if board.is_box() { format!("x{}", board.levels()) } else { String::new() };
        let sides = format!("{}x{}{levels}", board.files(), board.ranks());
        format!("{what}-{sides}.{}", self.format.ending())
    }
}

fn format(fields: &mut Fields<'_>) -> Result<Format, Refusal> {
    let Some(word) = fields.text("format")? else { return Ok(Format::Svg) };
    let found = Format::ALL.iter().find(|(name, _)| *name == word);
    let unknown = || UnknownWord::new("format", &word, Format::ALL.map(|(name, _)| name));
    let (_, format) = found.ok_or_else(|| Refusal::field("format", unknown().to_string()))?;
    Ok(*format)
}
