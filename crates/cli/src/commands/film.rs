//! `caracole watch -o film.gif`: the recording of a method as a film.

use std::path::{Path, PathBuf};
use std::time::Duration;

use caracole::draw::film::{FilmEvent, FilmFrame, write_gif, write_html};
use caracole::draw::{Appearance, PictureFormat};
use caracole::formats::WriteError;
use caracole::play::recording::{Event, Player, Recorder, Recording};
use caracole::solvers::{Limits, Run};
use caracole::text::pluralize;
use caracole::{Method, Options, Outcome};
use caracole_tui::WatchRequest;
use clap::Args;

use crate::args::values::{steps, styles, themes};
use crate::args::{DurationArg, GlobalOptions};
use crate::commands::solve::exit_of;
use crate::failure::Failure;
use crate::output::Output;
use crate::{Exit, interrupt, memory};
use caracole::draw::{Style, Theme};

/// The options of a film.
#[derive(Debug, Args)]
#[command(next_help_heading = "The film")]
pub(crate) struct FilmArgs {
    /// Write a film instead: .gif or .html
    ///
    /// The film shows every visit and every backtrack, as far as its frames go. It plays in at most 30
    /// seconds, unless --duration or --pause says otherwise.
    #[arg(short, long, value_name = "FILE", conflicts_with = "plain")]
    pub(crate) output: Option<PathBuf>,
    /// How long the film plays [default: 200ms a step, at most 30s]
    #[arg(long, value_name = "TIME", conflicts_with = "pause")]
    duration: Option<DurationArg>,
    /// Record at most this many steps [default: 100000]
    #[arg(long, value_name = "N", value_parser = steps)]
    max_steps: Option<u64>,
    /// Style of the film
    #[arg(long, value_parser = styles(), hide_short_help = true)]
    style: Option<Style>,
    /// Colours of the film
    #[arg(long, value_parser = themes(), hide_short_help = true)]
    theme: Option<Theme>,
}

impl FilmArgs {
    /// Refuses the options of a film without a file.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let flags = [
            ("--duration", self.duration.is_some()),
            ("--max-steps", self.max_steps.is_some()),
            ("--style", self.style.is_some()),
            ("--theme", self.theme.is_some()),
        ];
        let given = flags.into_iter().find(|&(_, is_given)| is_given && self.output.is_none());
        given.map_or(Ok(()), |(flag, _)| {
            Err(Failure::of(flag, "goes with a film: name a file, -o film.gif"))
        })
    }
}

/// The default limits of a film.
const MAX_STEPS: u64 = 100_000;
const LONGEST: Duration = Duration::from_secs(30);
const STEP: Duration = Duration::from_millis(200);

/// The most frames of a GIF, and the shortest time of one.
const MAX_FRAMES: usize = 600;
const SHORTEST_FRAME: Duration = Duration::from_millis(20);

/// The largest board: more squares could not be seen.
const MAX_SQUARES: u64 = 10_000;

/// Records a method and writes the film. `pause` is the time of a step, if it is given.
pub(crate) fn export(
    args: &FilmArgs,
    path: &Path,
    request: WatchRequest,
    pause: Option<Duration>,
    global: &GlobalOptions,
) -> Result<Exit, Failure> {
    let format = match PictureFormat::from_extension(path) {
        Some(format) if format.is_animated() => format,
        _ => return Err(Failure::of(path.display(), "a film is a .gif or an .html file")),
    };
    let WatchRequest { problem, method, settings, seed, .. } = request;
    if method == Method::Neural {
        let why = "does not walk, so a film cannot show it: watch it in the terminal";
        return Err(Failure::of("--method neural", why));
    }
    let board = problem.board();
    if board.len() > MAX_SQUARES {
        let why = format!("a film shows at most {MAX_SQUARES} squares");
        return Err(Failure::of(board.title(), why));
    }
    let mut output = Output::open(Some(path))?;
    let steps = Some(args.max_steps.unwrap_or(MAX_STEPS));
    let limits = Limits { steps, memory: memory::free(), ..Limits::default() };
    let interrupt_guard = interrupt::guard();
    let mut recorder = Recorder::new(&problem);
    let options = Options::new().limits(limits).seed(seed).cancel_flag(interrupt_guard.flag());
    let mut run = Run::with_options(&options).observed_by(&mut recorder);
    let outcome = method.solver(&settings).solve(&problem, &mut run);
    drop(run);
    interrupt_guard.finish()?;
    let recording = recorder.into_recording();
    let events = events(&recording);
    if events.is_empty() {
        return Err(Failure::of(
            format!("--method {method}"),
            "has no step that a film could show",
        ));
    }
    let count = u32::try_from(events.len()).unwrap_or(u32::MAX);
    let duration = match (args.duration, pause) {
        (Some(duration), _) => duration.0,
        (None, Some(pause)) => pause.saturating_mul(count),
        (None, None) => STEP.saturating_mul(count).min(LONGEST),
    };
    let appearance = Appearance {
        style: args.style.unwrap_or_default(),
        theme: args.theme.unwrap_or_default(),
        ..Appearance::default()
    };
    let title = format!("{method} on {}", board.title());
    let out = output.writer();
    let written = if format == PictureFormat::Html {
        write_html(board, appearance, &title, events, duration, out).map_err(WriteError::Io)
    } else {
        let frames = (duration.as_nanos() / SHORTEST_FRAME.as_nanos()) as usize;
        let frames = frames.clamp(1, MAX_FRAMES).min(recording.len());
        let delay = duration / u32::try_from(frames).unwrap_or(u32::MAX);
        let last = recording.len();
        let mut player = Player::new(recording);
        let mut frame = |at: usize| frame(&mut player, (at + 1) * last / frames, method);
        write_gif(board, appearance, frames, &mut frame, delay, out)
            .map_err(|error| WriteError::Io(std::io::Error::other(error)))
    };
    written.map_err(|error| output.failure(&error))?;
    output.finish()?;
    let (steps, file) = (pluralize(count.into(), "step"), path.display());
    let result = match &outcome {
        Outcome::Found(_) => "found a tour".to_owned(),
        Outcome::Impossible(_) => "no tour exists".to_owned(),
        Outcome::Unknown(stop) => stop.to_string(),
    };
    let seconds = duration.as_secs_f64();
    global.remark(format_args!("{file}: {title}, {steps} in {seconds:.1} s; {result}"));
    Ok(exit_of(&outcome))
}

/// Returns the walk of a recording.
fn events(recording: &Recording) -> Vec<FilmEvent> {
    let events = recording.events().filter_map(|event| match event {
        Event::Attempt { start } => Some(FilmEvent::Start(start)),
        Event::Visit { square, .. } => Some(FilmEvent::Visit(square)),
        Event::Backtrack { .. } => Some(FilmEvent::Backtrack),
        _ => None,
    });
    events.collect()
}

/// Returns the frame of a moment.
fn frame(player: &mut Player, moment: usize, method: Method) -> FilmFrame {
    player.seek(moment);
    let frame = player.frame();
    let (visited, all) = (frame.path().len(), frame.board().len());
    let counts = frame.counts();
    let (steps, backtracks) =
        (pluralize(counts.steps, "step"), pluralize(counts.backtracks, "backtrack"));
    FilmFrame {
        path: frame.path().iter().copied().collect(),
        left: frame.left(),
        caption: format!("{method}: {visited} of {all} squares, {steps}, {backtracks}"),
    }
}
