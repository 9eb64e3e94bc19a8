//! The menu, and the goals it offers.

use std::time::Duration;

use caracole::solvers::MethodSettings;
use caracole::{Board, Kind, Method, Problem};
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Text};

use crate::screen::{Screen, Turn};
use crate::setup::SetupScreen;
use crate::theme::{TerminalTheme, Tone};
use crate::{
    CompareScreen, CountScreen, PlayScreen, PuzzleScreen, SolveRequest, SolveScreen, WatchRequest,
    WatchScreen,
};

/// The list of goals: open tour, closed tour, watch, play, compare, count, puzzle, exit.
///
/// A number, the arrow keys, a first letter or the mouse select an item, which opens a [`SetupScreen`].
///
/// ```
/// use caracole_tui::{MenuScreen, Screen};
///
/// assert_eq!(MenuScreen::default().title(), "Caracole");
/// ```
#[derive(Debug, Default)]
pub struct MenuScreen {
    chosen: usize,
    /// The message about an invalid key.
    message: Option<String>,
    /// The area of the items.
    area: Rect,
}

/// The number of items: all goals, and to exit.
const CHOICES: usize = Goal::ALL.len() + 1;

/// Returns the name of an item and its description.
const fn item(at: usize) -> (&'static str, &'static str) {
    if at < Goal::ALL.len() {
        let goal = Goal::ALL[at];
        (goal.name(), goal.about())
    } else {
        ("Exit", "back to the shell")
    }
}

impl MenuScreen {
    fn go(&mut self, at: usize) -> Turn {
        self.message = None;
        self.chosen = at;
        Goal::ALL.get(at).map_or(Turn::Quit, |&goal| Turn::Open(Box::new(SetupScreen::new(goal))))
    }

    fn step(&mut self, by: usize) -> Turn {
        self.message = None;
        self.chosen = (self.chosen + by) % CHOICES;
        Turn::Stay
    }

    /// Selects an item by its number or its first letter. If several items begin with the letter, selects
    /// the next of them without opening it.
    fn letter(&mut self, letter: char) -> Turn {
        if let Some(number @ 1..=CHOICES) = letter.to_digit(10).map(|digit| digit as usize) {
            return self.go(number - 1);
        }
        let begins = |at: &usize| {
            item(*at).0.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        };
        let mut next = (1..=CHOICES).map(|by| (self.chosen + by) % CHOICES).filter(begins);
        match (next.next(), next.next()) {
            (Some(only), None) => self.go(only),
            (Some(next), Some(_)) => {
                self.chosen = next;
                self.message = Some(format!("{}: press Enter, or {letter} again", item(next).0));
                Turn::Stay
            }
            _ => {
                self.message = Some(format!("'{letter}' is not a choice: press 1 to {CHOICES}"));
                Turn::Stay
            }
        }
    }
}

impl Screen for MenuScreen {
    fn title(&self) -> String {
        "Caracole".to_owned()
    }

    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        vec![("1-8", "choose"), ("↑↓ Enter", "choose"), ("first letter", "choose"), ("q", "exit")]
    }

    fn draw(&mut self, frame: &mut Frame<'_>, area: Rect, theme: &TerminalTheme) {
        // A blank line above, if there is room for it.
        let above = u16::from(area.height > CHOICES as u16 + 2);
        self.area = Rect { y: area.y + above, ..area };
        self.area.height = area.height.saturating_sub(above).min(CHOICES as u16);
        let choices = (0..CHOICES).map(|at| {
            let is_chosen = at == self.chosen;
            let (name, about) = item(at);
            let mark = if is_chosen { '>' } else { ' ' };
            let tone = if is_chosen { Tone::Chosen } else { Tone::Plain };
            Line::styled(format!(" {mark} {} {name:12} {about} ", at + 1), theme.style(tone))
        });
        frame.render_widget(choices.collect::<Text<'_>>(), self.area);
        if let Some(message) = &self.message {
            let line = self.area.bottom() + above;
            let room = Rect { y: line, height: 1, ..area }.intersection(area);
            frame.render_widget(
                Line::styled(format!("   {message}"), theme.style(Tone::Losing)),
                room,
            );
        }
    }

    fn key(&mut self, key: KeyEvent) -> Turn {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => Turn::Quit,
            KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => self.step(CHOICES - 1),
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => self.step(1),
            KeyCode::Enter | KeyCode::Char(' ') => self.go(self.chosen),
            KeyCode::Char(letter) => self.letter(letter),
            _ => Turn::Stay,
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Turn {
        let at = usize::from(mouse.row.saturating_sub(self.area.y));
        if !self.area.contains((mouse.column, mouse.row).into()) {
            return Turn::Stay;
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.go(at),
            MouseEventKind::Moved => {
                self.chosen = at;
                Turn::Stay
            }
            _ => Turn::Stay,
        }
    }
}

/// A use of a board that the menu offers.
///
/// ```
/// use caracole_tui::Goal;
///
/// assert_eq!(Goal::ALL.map(Goal::name)[..2], ["Open tour", "Closed tour"]);
/// assert_eq!(Goal::Watch.about(), "a method at work, step by step");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Find an open tour.
    Open,
    /// Find a closed tour.
    Closed,
    /// Watch a method.
    Watch,
    /// Play a game.
    Play,
    /// Compare all methods.
    Compare,
    /// Count all tours.
    Count,
    /// Solve a puzzle.
    Puzzle,
}

impl Goal {
    /// All goals, in the order of the menu.
    pub const ALL: [Self; 7] = [
        Self::Open,
        Self::Closed,
        Self::Watch,
        Self::Play,
        Self::Compare,
        Self::Count,
        Self::Puzzle,
    ];

    /// Returns the name in the menu.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "Open tour",
            Self::Closed => "Closed tour",
            Self::Watch => "Watch",
            Self::Play => "Play",
            Self::Compare => "Compare",
            Self::Count => "Count",
            Self::Puzzle => "Puzzle",
        }
    }

    /// Returns the description in the menu.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Open => "from one square to another, all over the board",
            Self::Closed => "that ends a move from its start",
            Self::Watch => "a method at work, step by step",
            Self::Play => "a tour of your own, with a coach",
            Self::Compare => "all methods on one board",
            Self::Count => "all tours of a board",
            Self::Puzzle => "a tour to find from a few clues",
        }
    }

    /// Returns the default kind of tour.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Self::Open => Kind::Open,
            Self::Closed => Kind::Closed,
            _ => Kind::Any,
        }
    }

    /// Returns the default method. To watch, it is one that moves from square to square.
    pub(super) const fn method(self) -> Method {
        match self {
            Self::Watch => Method::Warnsdorff,
            _ => Method::Auto,
        }
    }

    /// Returns the default board. For counting it is smaller.
    pub(super) fn board(self) -> Board {
        let side = if self == Self::Count { 6 } else { 8 };
        Board::rectangle(side, side).expect("sides of a few squares make a board")
    }

    /// Returns the screen of the goal for a problem.
    pub(super) fn screen(
        self,
        problem: Problem,
        method: Method,
        settings: MethodSettings,
    ) -> Box<dyn Screen> {
        let seed = 0;
        match self {
            Self::Open | Self::Closed => {
                Box::new(SolveScreen::new(SolveRequest { problem, method, settings, seed }))
            }
            Self::Watch => {
                let pause = Duration::from_millis(200);
                Box::new(WatchScreen::new(WatchRequest { problem, method, settings, seed, pause }))
            }
            Self::Play => Box::new(PlayScreen::new(problem)),
            Self::Compare => Box::new(CompareScreen::new(problem)),
            Self::Count => Box::new(CountScreen::new(problem)),
            Self::Puzzle => Box::new(PuzzleScreen::new(problem.board().clone())),
        }
    }

    pub(super) const fn has_ends(self) -> bool {
        !matches!(self, Self::Puzzle)
    }

    pub(super) const fn has_method(self) -> bool {
        matches!(self, Self::Open | Self::Closed | Self::Watch)
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, MouseButton};

    use super::MenuScreen;
    use crate::app::Flow;
    use crate::app::tests::TestApp;

    #[test]
    fn the_menu_lists_eight_choices() {
        let text = TestApp::new(MenuScreen::default()).text();
        let choices = "
 > 1 Open tour    from one square to another, all over the board
   2 Closed tour  that ends a move from its start
   3 Watch        a method at work, step by step
   4 Play         a tour of your own, with a coach
   5 Compare      all methods on one board
   6 Count        all tours of a board
   7 Puzzle       a tour to find from a few clues
   8 Exit         back to the shell
";
        assert!(text.starts_with(&format!(" Caracole\n{choices}")), "{text}");
        assert!(
            text.ends_with(" 1-8 choose  ↑↓ Enter choose  first letter choose  q exit  ? keys\n")
        );
    }

    #[test]
    fn an_invalid_key_shows_a_message() {
        let mut app = TestApp::new(MenuScreen::default());
        for bad in ['9', '0', 'z', 'é'] {
            assert_eq!(app.type_text(&bad.to_string()), Flow::Continue);
            let text = app.text();
            assert!(text.contains(&format!("'{bad}' is not a choice: press 1 to 8")), "{text}");
            assert!(text.starts_with(" Caracole\n"));
        }
        assert_eq!(app.type_text("8"), Flow::Quit);
    }

    #[test]
    fn choices_are_made_by_number_letter_arrows_and_mouse() {
        let title = |act: &dyn Fn(&mut TestApp)| {
            let mut app = TestApp::new(MenuScreen::default());
            app.text();
            act(&mut app);
            app.text().lines().next().unwrap_or_default().trim().to_owned()
        };
        assert_eq!(title(&|app| _ = app.type_text("2")), "Closed tour");
        assert_eq!(title(&|app| _ = app.type_text("w")), "Watch");
        assert_eq!(title(&|app| _ = app.click(MouseButton::Left, 5, 5)), "Play");
        assert_eq!(title(&|app| _ = app.click(MouseButton::Left, 5, 20)), "Caracole");
        let arrows = |app: &mut TestApp| {
            app.press_all(&[KeyCode::Down, KeyCode::Down, KeyCode::Up, KeyCode::Enter]);
        };
        assert_eq!(title(&arrows), "Closed tour");
        // Three items begin with a c: each press selects the next of them.
        let letters = |app: &mut TestApp| {
            app.type_text("cc");
            app.press(KeyCode::Enter);
        };
        assert_eq!(title(&letters), "Compare");
    }

    #[test]
    fn all_keys_are_listed_on_request() {
        let mut app = TestApp::sized(MenuScreen::default(), 40, 12);
        assert!(app.text().ends_with(" 1-8 choose  ↑↓ Enter choose  ? keys\n"), "{}", app.text());
        app.type_text("?");
        let text = app.text();
        for key in
            ["│ 1-8           choose", "│ first letter  choose", "│ Ctrl-C        leave at once"]
        {
            assert!(text.contains(key), "{text}");
        }
        // Any key closes the list and does nothing else.
        assert_eq!(app.type_text("8"), Flow::Continue);
        assert!(!app.text().contains("Ctrl-C"));
        let control = crossterm::event::KeyModifiers::CONTROL;
        let key = crossterm::event::KeyEvent::new(KeyCode::Char('c'), control);
        assert_eq!(app.handle(&crossterm::event::Event::Key(key)), Flow::Interrupted);
    }
}
