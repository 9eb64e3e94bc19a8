//! A real terminal with the real program on it.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// So long may the program take to show something, on however busy a machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A terminal of 80 columns and 24 lines, on which `caracole` runs.
pub(crate) struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    shown: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    /// Starts `caracole` with arguments.
    pub(crate) fn start(args: &[&str]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_caracole"));
        command.args(args);
        command.env_remove("NO_COLOR");
        Self::with(command)
    }

    /// Starts a program.
    pub(crate) fn with(mut command: CommandBuilder) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let shown = Arc::new(Mutex::new(vt100::Parser::new(24, 80, 0)));
        let mut printed = pair.master.try_clone_reader().expect("what it prints");
        let screen = Arc::clone(&shown);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // When the program ends, reading fails.
            while let Ok(count @ 1..) = printed.read(&mut bytes) {
                screen.lock().expect("nobody panics here").process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().expect("a keyboard");
        Self { master: pair.master, keys, child, shown }
    }

    /// Presses keys, as the bytes that a terminal sends.
    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the program listens");
        self.keys.flush().expect("the program listens");
    }

    /// What is on the screen now.
    pub(crate) fn screen(&self) -> String {
        self.shown.lock().expect("nobody panics here").screen().contents()
    }

    /// Is anything on the screen in colour?
    pub(crate) fn has_colour(&self) -> bool {
        let shown = self.shown.lock().expect("nobody panics here");
        let (lines, columns) = shown.screen().size();
        let places = (0..lines).flat_map(|line| (0..columns).map(move |column| (line, column)));
        places.filter_map(|(line, column)| shown.screen().cell(line, column)).any(|cell| {
            [cell.fgcolor(), cell.bgcolor()].iter().any(|&colour| colour != vt100::Color::Default)
        })
    }

    /// Waits until the screen shows a text.
    pub(crate) fn sees(&self, text: &str) -> String {
        self.sees_all(&[text])
    }

    /// Waits until the screen shows several texts at once.
    pub(crate) fn sees_all(&self, texts: &[&str]) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if texts.iter().all(|text| screen.contains(text)) {
                return screen;
            }
            assert!(begun.elapsed() < PATIENCE, "no {texts:?} on the screen:\n{screen}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Resizes the terminal.
    pub(crate) fn resize(&self, columns: u16, lines: u16) {
        self.shown.lock().expect("nobody panics here").screen_mut().set_size(lines, columns);
        let size = PtySize { rows: lines, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("a terminal can be resized");
    }

    /// Sends a signal, such as `TERM`.
    pub(crate) fn kill(&self, signal: &str) {
        let process = self.child.process_id().expect("it runs").to_string();
        let sent = std::process::Command::new("kill").args(["-s", signal, &process]).status();
        assert!(sent.expect("kill is there").success());
    }

    /// Waits for the end, and tells the exit code. The terminal must be as it was: its own screen,
    /// a cursor, no mouse, and keys that are shown as they are typed.
    pub(crate) fn ends(&mut self) -> u32 {
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is our child") {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end:\n{}", self.screen());
            thread::sleep(Duration::from_millis(5));
        };
        // What was printed last may still be on its way.
        let is_restored = || {
            let shown = self.shown.lock().expect("nobody panics here");
            let screen = shown.screen();
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        };
        while !is_restored() {
            assert!(begun.elapsed() < PATIENCE, "the terminal is not as it was");
            thread::sleep(Duration::from_millis(5));
        }
        let settings = self.master.get_termios().expect("a terminal has settings");
        let flags = format!("{:?}", settings.local_flags);
        assert!(flags.contains("ECHO") && flags.contains("ICANON"), "still raw: {flags}");
        status.exit_code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
    }
}
