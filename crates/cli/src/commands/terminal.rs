//! What needs a terminal: the app, `caracole watch` and `caracole play`.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::Duration;

use caracole::{Limits, Support};
use caracole_tui::{Ending, Frames, Menu, Options, Play, Screen, Watch, Work};

use crate::Exit;
use crate::args::{Manners, PlayArgs, WatchArgs};
use crate::commands::solve::exit_of;
use crate::failure::Failure;
use crate::interrupt;
use crate::memory;
use crate::problem;

/// How long a step stays on the screen unless told otherwise.
const PAUSE: Duration = Duration::from_millis(200);

/// Is there somebody at a terminal?
pub(crate) fn is_there() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The app, from its menu.
pub(crate) fn app() -> Result<Exit, Failure> {
    show(Box::new(Menu::default()))
}

pub(crate) fn watch(args: &WatchArgs, manners: &Manners) -> Result<Exit, Failure> {
    let problem = problem::of_board(&args.board, &args.rules)?;
    let settings = args.method.settings(&problem, &args.seed)?;
    let method = args.method.method;
    if let Support::No(why) = method.solver(&settings).supports(&problem) {
        return Err(Failure::of(format!("--method {method}"), why));
    }
    let seed = args.seed.draw();
    args.seed.tell(seed, manners);
    let usual = if args.plain { Duration::ZERO } else { PAUSE };
    let pause = args.pause.map_or(usual, |pause| pause.0);
    let work = Work { problem, method, settings, seed, pause };
    if args.plain {
        return frames(&work, args.every);
    }
    need_terminal("watch", "--plain prints frames as text")?;
    show(Box::new(Watch::new(work)))
}

pub(crate) fn play(args: &PlayArgs) -> Result<Exit, Failure> {
    let play = match &args.load {
        Some(file) => Play::open(file).map_err(Failure::new)?,
        None => Play::new(problem::of_board(&args.board, &args.rules)?),
    };
    need_terminal("play", "solve and puzzle work without")?;
    show(Box::new(if args.blindfold { play.blindfold() } else { play }))
}

fn need_terminal(command: &str, instead: &str) -> Result<(), Failure> {
    if is_there() {
        return Ok(());
    }
    Err(Failure::of(command, format!("needs a terminal to show and to hear keys; {instead}")))
}

/// Prints frames as text.
fn frames(work: &Work, every: u64) -> Result<Exit, Failure> {
    let heed = interrupt::heed();
    let limits = Limits { memory: memory::free(), ..Limits::default() };
    let frames = Frames::of(work).every(every).paced().limits(limits).interrupted_by(heed.flag());
    let mut out = BufWriter::new(io::stdout().lock());
    let written = frames.write(&mut out).and_then(|outcome| out.flush().map(|()| outcome));
    let outcome = written.map_err(|error| Failure::writing("standard output", &error))?;
    Ok(exit_of(&outcome))
}

/// Shows a screen, and all that it leads to.
fn show(first: Box<dyn Screen>) -> Result<Exit, Failure> {
    let choice = anstream::AutoStream::choice(&io::stdout());
    let options = Options { has_colour: choice != anstream::ColorChoice::Never };
    match caracole_tui::run(first, options) {
        Ok(Ending::Left) => Ok(Exit::Yes),
        Ok(Ending::Interrupted) => Ok(Exit::Interrupted),
        Err(error) => Err(Failure::writing("the terminal", &error)),
    }
}
