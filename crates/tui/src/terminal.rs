//! The terminal below the app, which is always given back as it was.

use std::io;
use std::panic;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
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
///
/// ```no_run
/// use caracole_tui::{Menu, Options, run};
///
/// // Who sets NO_COLOR wants none.
/// let options = Options { has_colour: std::env::var_os("NO_COLOR").is_none() };
/// run(Box::new(Menu::default()), options)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// May there be colours?
    pub has_colour: bool,
}

/// How the app ended.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use caracole_tui::{Ending, Menu, Options, run};
///
/// fn main() -> std::io::Result<ExitCode> {
///     Ok(match run(Box::new(Menu::default()), Options { has_colour: true })? {
///         Ending::Left => ExitCode::SUCCESS,
///         // As a shell expects it after Ctrl-C.
///         Ending::Interrupted => ExitCode::from(130),
///     })
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was left.
    Left,
    /// It was interrupted by Ctrl-C.
    Interrupted,
}

/// Is the terminal ours? Who draws on it holds the lock meanwhile.
static IS_TAKEN: Mutex<bool> = Mutex::new(false);

/// So often it is looked whether a thread has panicked.
const LONGEST_REST: Duration = Duration::from_millis(250);

/// So many events are heard before the screen is drawn again. Whoever holds a key down, or turns the
/// wheel, shall see something meanwhile.
const MOST_EVENTS: usize = 64;

/// Shows a screen, and all that it leads to, until the app is left.
///
/// The terminal is given back as it was, also after an error or a panic, be it here or in a thread
/// that works for a screen; such a panic is an error. Whoever ends the program on a signal calls
/// [`restore`] first.
///
/// ```no_run
/// use caracole_tui::{Ending, Menu, Options, run};
///
/// let ending = run(Box::new(Menu::default()), Options { has_colour: true })?;
/// assert_eq!(ending, Ending::Left);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(first: Box<dyn Screen>, options: Options) -> io::Result<Ending> {
    let theme = if options.has_colour { Theme::colourful() } else { Theme::plain() };
    // Who decided has looked at NO_COLOR already, and at what was asked for.
    crossterm::style::force_color_output(options.has_colour);
    let before = Arc::new(panic::take_hook());
    let hook = Arc::clone(&before);
    panic::set_hook(Box::new(move |info| {
        // First the terminal, then the message, or nobody would read it.
        restore();
        hook(info);
    }));
    let ending = enter().and_then(|()| show(App::new(first, theme)));
    restore();
    drop(panic::take_hook());
    panic::set_hook(Box::new(move |info| before(info)));
    ending
}

fn enter() -> io::Result<()> {
    // What comes after the first step may fail, and the first step must be taken back then.
    if let Some(mut is_taken) = lock() {
        *is_taken = true;
    }
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
}

/// Gives the terminal back as it was. It does no harm where it was never taken, or was given back
/// before, and any thread may do it.
///
/// ```
/// // In a handler of signals, before the program ends:
/// caracole_tui::restore();
/// // Again, and from any thread: it does no harm.
/// std::thread::spawn(caracole_tui::restore).join().map_err(|_| "nobody panics")?;
/// # Ok::<(), &str>(())
/// ```
pub fn restore() {
    let mut guard = lock();
    let is_taken = guard.as_mut().is_none_or(|is_taken| std::mem::replace(&mut **is_taken, false));
    if is_taken {
        // If that fails there is no terminal left.
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}

/// Waits until nobody draws, but not for ever: a thread that panicked while it drew keeps the lock
/// until it has said so.
fn lock() -> Option<MutexGuard<'static, bool>> {
    const PATIENCE: u32 = 200;
    for _ in 0..PATIENCE {
        match IS_TAKEN.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
    None
}

/// Draws on the terminal, if it is still ours.
fn draw(terminal: &mut Terminal<CrosstermBackend<io::Stdout>>, app: &mut App) -> io::Result<()> {
    match lock() {
        Some(is_taken) if *is_taken => terminal.draw(|frame| app.draw(frame)).map(drop),
        _ => Err(io::Error::other("the app was ended by a panic or a signal")),
    }
}

fn show(mut app: App) -> io::Result<Ending> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut ticked = Instant::now();
    let mut must_draw = true;
    loop {
        if must_draw {
            draw(&mut terminal, &mut app)?;
        }
        let rest = app.rest().map(|rest| rest.saturating_sub(ticked.elapsed()));
        let wait = rest.map_or(LONGEST_REST, |rest| rest.min(LONGEST_REST));
        let (changes, mut flow) = (app.changes(), Flow::On);
        let mut heard = 0;
        while flow == Flow::On && heard < MOST_EVENTS {
            let wait = if heard == 0 { wait } else { Duration::ZERO };
            if !event::poll(wait)? {
                break;
            }
            flow = app.hear(&event::read()?);
            heard += 1;
        }
        if app.changes() != changes {
            // Another screen is up, and has its own time.
            ticked = Instant::now();
        }
        let is_time = app.rest().is_some_and(|rest| ticked.elapsed() >= rest);
        if flow == Flow::On && is_time {
            flow = app.tick(std::mem::replace(&mut ticked, Instant::now()).elapsed());
        }
        must_draw = heard > 0 || is_time || !is_ours();
        match flow {
            Flow::On => {}
            Flow::Left => return Ok(Ending::Left),
            Flow::Interrupted => return Ok(Ending::Interrupted),
        }
    }
}

fn is_ours() -> bool {
    lock().is_some_and(|is_taken| *is_taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_taken_nothing_gives_nothing_back() {
        restore();
        thread::spawn(restore).join().expect("it does no harm");
        assert!(!is_ours());
        let held = lock().expect("nobody draws");
        // A thread that panics while somebody draws does not wait for ever.
        thread::spawn(|| assert!(lock().is_none())).join().expect("it gives up");
        drop(held);
    }
}
