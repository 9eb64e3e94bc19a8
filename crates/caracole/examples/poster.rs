//! A tour as a poster: a page of A4, A3 or A2 with a title, the tour, and what is to be seen in it.
//!
//! ```sh
//! cargo run --release -p caracole --example poster -- 12x12 poster.pdf --style celtic --theme dark
//! cargo run --release -p caracole --example poster -- @data/shapes/heart.txt heart.png --title "For you"
//! cargo run --release -p caracole --example poster -- 30x20 poster.svg --paper a2 --style heat --seed 7
//! ```
//!
//! The tour is closed where there is such a one. Another seed gives another tour. SVG and PDF have the size
//! of the paper; a PNG has 192 pixels an inch.

#[path = "shared/boards.rs"]
mod boards;
#[path = "shared/files.rs"]
mod files;
#[path = "shared/pictures.rs"]
mod pictures;
#[path = "shared/tool.rs"]
mod tool;

use caracole::Explain;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use caracole::draw::{
    Align, Appearance, Canvas, Colour, Drawing, DrawingInfo, Picture, Point, Style, TextLine,
    Theme, paint_at, text_width,
};
use caracole::solvers::Limits;
use caracole::solvers::{Auto, Construct, Patch, Solver};
use caracole::verify::SymmetryClass;
use caracole::{Board, Options, Outcome, Problem, ProblemExt, StopCause, Tour, TourExt};

use pictures::MILLIMETRE;
use tool::{Failure, Typed};

const USAGE: &str = "usage: poster BOARD OUT.svg|.pdf|.png [--paper a4|a3|a2] [--style STYLE] \
                     [--theme light|dark] [--title TEXT] [--seed N]";
const PATIENCE: Limits = Limits { steps: None, time: Some(Duration::from_secs(30)), memory: None };
/// The most squares whose ribbons and crossings are visible on a poster.
const MOST_SQUARES: u64 = 250_000;

fn main() -> ExitCode {
    tool::run("poster", run)
}

pub(crate) fn run(words: &[String], screen: &mut dyn Write) -> Result<(), Failure> {
    let mut typed = Typed::new(words);
    let paper: String = typed.value("--paper", "a3".to_owned())?;
    let appearance = Appearance {
        style: typed.value("--style", Style::Celtic)?,
        theme: typed.value("--theme", Theme::Light)?,
        has_coordinates: false,
    };
    let title: String = typed.value("--title", String::new())?;
    let seed: u64 = typed.value("--seed", 0)?;
    let [text, file] = typed.alone(USAGE)?;
    let short = match paper.to_lowercase().as_str() {
        "a4" => 210.0,
        "a3" => 297.0,
        "a2" => 420.0,
        _ => return Err(format!("--paper {paper}: write a4, a3 or a2").into()),
    };
    let board = boards::read(text)?;
    if board.len() > MOST_SQUARES {
        return Err(format!("{text}: a poster shows {MOST_SQUARES} squares at most").into());
    }
    let tour = tour(&board, seed).map_err(|error| format!("{text}: {error}"))?;
    let poster = Poster::new(&tour, appearance, title, short * MILLIMETRE);
    pictures::save(&poster, file)?;
    writeln!(screen, "{}\n{}", poster.caption[0], poster.caption[1])?;
    Ok(())
}

/// A closed tour if there is one, else an open one.
fn tour(board: &Board, seed: u64) -> Result<Tour, Failure> {
    let any = Problem::new(board.clone());
    let mixed = Construct { mix: Some(seed), ..Construct::default() };
    // The first two give another tour for each seed, but not on all boards.
    let solvers: [&dyn Solver; 3] = [&mixed, &Patch, &Auto];
    let mut last = None;
    for problem in [any.clone().closed(), any] {
        for solver in solvers {
            let options = Options::new().seed(seed).limits(PATIENCE);
            match problem.solve_by(solver, &options) {
                Outcome::Found(tour) => return Ok(tour),
                Outcome::Impossible(proof) => {
                    last = Some(proof.text());
                    break;
                }
                Outcome::Unknown(stop) if stop.cause == StopCause::Unsupported => {}
                Outcome::Unknown(stop) => last = Some(stop.to_string()),
            }
        }
    }
    Err(last.unwrap_or_default().into())
}

/// A page with a picture.
struct Poster<'a> {
    picture: Picture<'a>,
    title: String,
    caption: [String; 2],
    width: f64,
    height: f64,
    ink: Colour,
}

impl<'a> Poster<'a> {
    fn new(tour: &'a Tour, appearance: Appearance, title: String, short: f64) -> Self {
        let picture = Picture::from_tour(tour, appearance);
        let DrawingInfo { width, height, title: usual, .. } = picture.info();
        let long = short * 2.0_f64.sqrt();
        // As upright or as wide as the picture.
        let (width, height) = if width > 1.2 * height { (long, short) } else { (short, long) };
        let title = if title.is_empty() { usual } else { title };
        let ink = match appearance.theme {
            Theme::Dark => Colour(222, 227, 234),
            _ => Colour(44, 48, 58),
        };
        Self { picture, title, caption: caption(tour), width, height, ink }
    }

    /// A line of words in the middle, smaller if it would be wider than the page.
    fn line(&self, text: &str, at: f64, size: f64, canvas: &mut dyn Canvas) -> io::Result<()> {
        let size = size.min(0.84 * self.width / text_width(text).max(1.0));
        let at = Point::new(self.width / 2.0, at);
        canvas.text(&TextLine::new(at, text, size, self.ink, Align::Middle))
    }
}

/// Returns the kind of the tour and its facts.
fn caption(tour: &Tour) -> [String; 2] {
    let facts = tour.facts();
    let kind = if facts.closed { "a closed tour" } else { "an open tour" };
    let symmetry = facts.symmetry_class().map(|class| match class {
        SymmetryClass::Asymmetric => "no symmetry, ".to_owned(),
        class => format!("{} symmetry, ", class.name()),
    });
    let crossings = facts.crossings.map(|crossings| format!(", {crossings} crossings"));
    let (symmetry, crossings) = (symmetry.unwrap_or_default(), crossings.unwrap_or_default());
    [
        format!("{kind} of {} squares", tour.len()),
        format!("{symmetry}{} turns{crossings}", facts.turns),
    ]
}

impl Drawing for Poster<'_> {
    fn info(&self) -> DrawingInfo {
        let (width, height, title) = (self.width, self.height, self.title.clone());
        DrawingInfo { width, height, title, ..self.picture.info() }
    }

    fn paint(&self, canvas: &mut dyn Canvas) -> io::Result<()> {
        let inner = self.picture.info();
        let unit = self.width.min(self.height) / 100.0;
        // Title above, caption below, a margin beside.
        let (top, room) = (15.0 * unit, [self.width - 12.0 * unit, self.height - 32.0 * unit]);
        let scale = (room[0] / inner.width).min(room[1] / inner.height);
        // Quarters and halves of a unit, so that squares end where pixels do.
        let scale = if scale < 0.25 { scale } else { (scale * 4.0).floor() / 4.0 };
        let left = ((self.width - inner.width * scale) / 2.0).round();
        let above = (top + (room[1] - inner.height * scale) / 2.0).round();
        self.line(&self.title, 11.0 * unit, 5.0 * unit, canvas)?;
        paint_at(&self.picture, Point::new(left, above), scale, canvas)?;
        for (line, up) in self.caption.iter().zip([10.0, 6.5]) {
            self.line(line, self.height - up * unit, 2.4 * unit, canvas)?;
        }
        Ok(())
    }
}
