//! The terminal app, `caracole watch`, `caracole play`, and `caracole` without arguments.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use caracole::formats::{Format, WriteOptions, write_tour};
use caracole::solvers::Limits;
use caracole::solvers::Support;
use caracole::{Board, Outcome, Problem, ProblemExt};
use caracole_tui::{
    ExitReason, FramePrinter, MenuScreen, PlayScreen, Screen, TerminalOptions, WatchRequest,
    WatchScreen,
};
use clap::Args;

use crate::args::values::steps;
use crate::args::{BOARD, DurationArg, GlobalOptions, SeedArgs};
use crate::commands::film::{self, FilmArgs};
use crate::commands::solve::exit_of;
use crate::failure::Failure;
use crate::method::MethodArgs;
use crate::output::Output;
use crate::problem::{self, RuleArgs};
use crate::{Exit, interrupt, memory};

/// Watch a method step by step
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole watch --method warnsdorff                  the classic heuristic
  caracole watch 6x6 --method backtracking --pause 50ms
  caracole watch 8x8 --method warnsdorff --from f4 --order 76543218
  caracole watch 8x8 --method neural                  a network converging
  caracole watch 6x6 --method ants                    pheromone trails
  caracole watch 6x6 --method backtracking -o film.gif
  caracole watch 5x5 --plain                          frames as text
  caracole watch 5x5 --plain --every 0                the last frame only")]
pub(crate) struct WatchArgs {
    #[arg(value_name = "BOARD", help = BOARD, default_value = "8x8")]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    #[command(flatten, next_help_heading = "The search")]
    pub(crate) seed: SeedArgs,
    /// Time per step [default: 200ms; with --plain 0]
    #[arg(long, value_name = "TIME", help_heading = "The show")]
    pub(crate) pause: Option<DurationArg>,
    /// Print frames as text, also without a terminal
    #[arg(long, help_heading = "The show")]
    pub(crate) plain: bool,
    /// Steps between printed frames; 0 prints the last frame only
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        value_parser = steps,
        requires = "plain",
        help_heading = "The show"
    )]
    pub(crate) every: u64,
    #[command(flatten)]
    pub(crate) film: FilmArgs,
}

/// Play a knight's tour, with a coach
#[derive(Debug, Args)]
#[command(before_long_help = "Examples:
  caracole play 5x5
  caracole play 8x8 --closed --from e4
  caracole play --load game.json       continue a saved game
  caracole play 6x6 --blindfold        without a board")]
pub(crate) struct PlayArgs {
    #[arg(value_name = "BOARD", help = BOARD, default_value = "8x8")]
    pub(crate) board: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Continue a saved game
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "The game",
        conflicts_with_all = [
            "board", "closed", "open", "from", "to", "clue", "using", "avoid", "leaper", "piece",
            "moves",
        ]
    )]
    pub(crate) load: Option<PathBuf>,
    /// Hide the board, and type squares
    #[arg(long, help_heading = "The game")]
    pub(crate) blindfold: bool,
}

/// The default time per step.
const PAUSE: Duration = Duration::from_millis(200);

/// Returns true if input and output are a terminal.
pub(crate) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Runs the app from its menu.
pub(crate) fn app() -> Result<Exit, Failure> {
    show(Box::new(MenuScreen::default()))
}

pub(crate) fn watch(args: &WatchArgs, global: &GlobalOptions) -> Result<Exit, Failure> {
    let problem = problem::of_board(&args.board, &args.rules)?;
    problem::needs_coordinates("watch", problem.board())?;
    let settings = args.method.settings(&problem, &args.seed)?;
    let method = args.method.method;
    if let Support::No(why) = method.solver(&settings).supports(&problem) {
        return Err(Failure::of(format!("--method {method}"), why));
    }
    let seed = args.seed.draw();
    args.seed.print_drawn(seed, global);
    let usual = if args.plain { Duration::ZERO } else { PAUSE };
    let pause = args.pause.map_or(usual, |pause| pause.0);
    let work = WatchRequest { problem, method, settings, seed, pause };
    args.film.check()?;
    if let Some(path) = &args.film.output {
        return film::export(&args.film, path, work, args.pause.map(|pause| pause.0), global);
    }
    if args.plain {
        return frames(&work, args.every);
    }
    need_terminal("watch", "use --plain to print frames as text")?;
    show(Box::new(WatchScreen::new(work)))
}

pub(crate) fn play(args: &PlayArgs) -> Result<Exit, Failure> {
    let play = if let Some(file) = &args.load {
        PlayScreen::open(file).map_err(Failure::new)?
    } else {
        let problem = problem::of_board(&args.board, &args.rules)?;
        problem::needs_coordinates("play", problem.board())?;
        PlayScreen::new(problem)
    };
    need_terminal("play", "solve and puzzle do not")?;
    show(Box::new(if args.blindfold { play.blindfold() } else { play }))
}

fn need_terminal(command: &str, instead: &str) -> Result<(), Failure> {
    if is_interactive() {
        return Ok(());
    }
    Err(Failure::of(command, format!("needs a terminal; {instead}")))
}

/// Prints frames as text.
fn frames(work: &WatchRequest, every: u64) -> Result<Exit, Failure> {
    let interrupt_guard = interrupt::guard();
    let limits = Limits { memory: memory::free(), ..Limits::default() };
    let frames = FramePrinter::new(work)
        .every(every)
        .paced()
        .limits(limits)
        .interrupted_by(interrupt_guard.flag());
    let mut out = BufWriter::new(io::stdout().lock());
    let written = frames.write(&mut out).and_then(|outcome| out.flush().map(|()| outcome));
    let outcome = written.map_err(|error| Failure::writing("standard output", &error))?;
    Ok(exit_of(&outcome))
}

/// Runs the app from a screen.
fn show(first: Box<dyn Screen>) -> Result<Exit, Failure> {
    let choice = anstream::AutoStream::choice(&io::stdout());
    let options = TerminalOptions { has_colour: choice != anstream::ColorChoice::Never };
    match caracole_tui::run(first, options) {
        Ok(ExitReason::Quit) => Ok(Exit::Yes),
        Ok(ExitReason::Interrupted) => Ok(Exit::Interrupted),
        Err(error) => Err(Failure::writing("the terminal", &error)),
    }
}

pub(crate) fn welcome(global: &GlobalOptions) -> Result<Exit, Failure> {
    let board = Board::rectangle(8, 8).map_err(Failure::new)?;
    let Outcome::Found(tour) = Problem::new(board).solve() else {
        return Err(Failure::new("no tour of the chessboard: please report this"));
    };
    Output::standard().write(|out| {
        write_tour(out, &tour, Format::Grid, &WriteOptions::default())?;
        if !global.quiet {
            writeln!(out, "\nA knight's tour. `caracole --help` shows what else there is.")?;
        }
        Ok(())
    })?;
    Ok(Exit::Yes)
}
