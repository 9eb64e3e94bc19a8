//! Takes over the terminal for the app, and always restores it.

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
use crate::task::catches_panics;
use crate::theme::TerminalTheme;

/// Options for showing the app.
///
/// ```no_run
/// use caracole_tui::{MenuScreen, TerminalOptions, run};
///
/// // Users set NO_COLOR to switch colours off.
/// let options = TerminalOptions { has_colour: std::env::var_os("NO_COLOR").is_none() };
/// run(Box::new(MenuScreen::default()), options)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TerminalOptions {
    /// True if colours may be used.
    pub has_colour: bool,
}

/// Why the app ended.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use caracole_tui::{ExitReason, MenuScreen, TerminalOptions, run};
///
/// fn main() -> std::io::Result<ExitCode> {
///     Ok(match run(Box::new(MenuScreen::default()), TerminalOptions { has_colour: true })? {
///         ExitReason::Quit => ExitCode::SUCCESS,
///         // The exit code that shells expect after Ctrl-C.
///         ExitReason::Interrupted => ExitCode::from(130),
///     })
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitReason {
    /// The user closed the last screen.
    Quit,
    /// The user pressed Ctrl-C.
    Interrupted,
}

/// True while the app owns the terminal. A thread holds the lock while it draws.
static IS_TAKEN: Mutex<bool> = Mutex::new(false);

/// The longest wait for an event, so that a panic in another thread is noticed.
const MAX_WAIT: Duration = Duration::from_millis(250);
/// The shortest time limit for an event. With a time limit of zero, crossterm's `use-dev-tty` source returns
/// without looking at the terminal.
const MIN_WAIT: Duration = Duration::from_millis(1);

/// The most events that are handled before the screen is drawn again, so that a held key or a turned
/// wheel shows its effect.
const MAX_EVENTS: usize = 64;

/// Shows a screen and the screens it opens until the user quits.
///
/// The terminal is restored, also after an error or a panic. If the background task of a screen
/// panics, the screen shows the error; any other panic ends the app with an error. A signal handler
/// that ends the program must call [`restore`] first.
///
/// ```no_run
/// use caracole_tui::{ExitReason, MenuScreen, TerminalOptions, run};
///
/// let reason = run(Box::new(MenuScreen::default()), TerminalOptions { has_colour: true })?;
/// assert_eq!(reason, ExitReason::Quit);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(first: Box<dyn Screen>, options: TerminalOptions) -> io::Result<ExitReason> {
    let theme =
        if options.has_colour { TerminalTheme::colourful() } else { TerminalTheme::plain() };
    // The caller has already considered NO_COLOR and the options of the user.
    crossterm::style::force_color_output(options.has_colour);
    let before = Arc::new(panic::take_hook());
    let hook = Arc::clone(&before);
    panic::set_hook(Box::new(move |info| {
        if catches_panics() {
            return;
        }
        // The terminal comes first, or the message would not be visible.
        restore();
        hook(info);
    }));
    let result = enter().and_then(|()| show(App::new(first, theme)));
    restore();
    drop(panic::take_hook());
    panic::set_hook(Box::new(move |info| before(info)));
    result
}

fn enter() -> io::Result<()> {
    // A later step may fail, and then the first one must be undone.
    if let Some(mut is_taken) = lock() {
        *is_taken = true;
    }
    terminal::enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
}

/// Restores the terminal. Does nothing if the app does not own it; any thread may call it.
///
/// ```
/// // In a signal handler, before the program ends:
/// caracole_tui::restore();
/// // Calling it again, from any thread, has no effect.
/// std::thread::spawn(caracole_tui::restore).join().map_err(|_| "it panicked")?;
/// # Ok::<(), &str>(())
/// ```
pub fn restore() {
    let mut guard = lock();
    let is_taken = guard.as_mut().is_none_or(|is_taken| std::mem::replace(&mut **is_taken, false));
    if is_taken {
        // If this fails, the terminal is gone.
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}

/// Waits until no thread draws, with a time limit: a thread that panicked while it drew keeps the lock
/// until it has reported the panic.
fn lock() -> Option<MutexGuard<'static, bool>> {
    const ATTEMPTS: u32 = 200;
    for _ in 0..ATTEMPTS {
        match IS_TAKEN.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
    None
}

/// Draws on the terminal if the app still owns it.
fn draw(terminal: &mut Terminal<CrosstermBackend<io::Stdout>>, app: &mut App) -> io::Result<()> {
    match lock() {
        Some(is_taken) if *is_taken => terminal.draw(|frame| app.draw(frame)).map(drop),
        _ => Err(io::Error::other("the app was ended by a panic or a signal")),
    }
}

fn show(mut app: App) -> io::Result<ExitReason> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut ticked = Instant::now();
    let mut must_draw = true;
    loop {
        if must_draw {
            draw(&mut terminal, &mut app)?;
        }
        let wait = app.next_tick().map(|wait| wait.saturating_sub(ticked.elapsed()));
        let wait = wait.map_or(MAX_WAIT, |wait| wait.min(MAX_WAIT));
        let (changes, mut flow) = (app.changes(), Flow::Continue);
        let mut handled = 0;
        while flow == Flow::Continue && handled < MAX_EVENTS {
            let wait = if handled == 0 { wait.max(MIN_WAIT) } else { MIN_WAIT };
            if !event::poll(wait)? {
                break;
            }
            flow = app.handle(&event::read()?);
            handled += 1;
        }
        if app.changes() != changes {
            // The time of a screen starts when it is opened.
            ticked = Instant::now();
        }
        let is_due = app.next_tick().is_some_and(|wait| ticked.elapsed() >= wait);
        if flow == Flow::Continue && is_due {
            flow = app.tick(std::mem::replace(&mut ticked, Instant::now()).elapsed());
        }
        must_draw = handled > 0 || is_due || !is_taken();
        match flow {
            Flow::Continue => {}
            Flow::Quit => return Ok(ExitReason::Quit),
            Flow::Interrupted => return Ok(ExitReason::Interrupted),
        }
    }
}

fn is_taken() -> bool {
    lock().is_some_and(|is_taken| *is_taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restoring_without_a_terminal_does_nothing() {
        restore();
        thread::spawn(restore).join().expect("no panic");
        assert!(!is_taken());
        let held = lock().expect("no other thread draws");
        // A thread that panics while another one draws gives up.
        thread::spawn(|| assert!(lock().is_none())).join().expect("no lock");
        drop(held);
    }
}
