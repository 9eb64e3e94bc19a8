//! The terminal below the app, which is always given back as it was.

use std::io;
use std::panic;
use std::time::{Duration, Instant};

use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute, terminal};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::app::{App, Flow};
use crate::screen::Screen;
use crate::theme::Theme;

/// How the app is shown.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// May there be colours?
    pub has_colour: bool,
}

/// How the app ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was left.
    Left,
    /// It was interrupted by Ctrl-C.
    Interrupted,
}

/// Shows a screen, and all that it leads to, until the app is left.
///
/// The terminal is given back as it was, also after an error or a panic. Whoever ends the program on a
/// signal calls [`restore`] first.
pub fn run(first: Box<dyn Screen>, options: Options) -> io::Result<Ending> {
    let theme = if options.has_colour { Theme::colourful() } else { Theme::plain() };
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        restore();
        before(info);
    }));
    let ending = enter().and_then(|()| show(App::new(first, theme)));
    restore();
    ending
}

fn enter() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
}

/// Gives the terminal back as it was. It does no harm where it was never taken.
pub fn restore() {
    // If that fails there is no terminal left.
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = terminal::disable_raw_mode();
}

fn show(mut app: App) -> io::Result<Ending> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut ticked = Instant::now();
    loop {
        terminal.draw(|frame| app.draw(frame))?;
        let rest = app.rest().map(|rest| rest.saturating_sub(ticked.elapsed()));
        let has_news = event::poll(rest.unwrap_or(Duration::from_secs(3600)))?;
        let mut flow = if has_news { app.hear(&event::read()?) } else { Flow::On };
        if flow == Flow::On && app.rest().is_some_and(|rest| ticked.elapsed() >= rest) {
            flow = app.tick(std::mem::replace(&mut ticked, Instant::now()).elapsed());
        }
        match flow {
            Flow::On => {}
            Flow::Left => return Ok(Ending::Left),
            Flow::Interrupted => return Ok(Ending::Interrupted),
        }
    }
}
